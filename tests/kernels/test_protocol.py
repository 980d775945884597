"""Every kernel has the files and signatures that docs/kernels.md names, and allocates nothing in a playout."""

from __future__ import annotations

import dis
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from triax.kernels import rows

NAMES = ["rota", "axio", "axo"]
PAGE = Path(__file__).parents[2] / "docs" / "kernels.md"
MAKING = {"array", "arange", "argsort", "concatenate", "copy", "empty", "full", "ones", "sort", "stack", "zeros"}
"""Of NumPy: what gives a new array."""
MAKERS = {"BUILD_LIST", "BUILD_MAP", "BUILD_SET", "LIST_APPEND"}


def told() -> dict[str, dict[str, str]]:
    """By file, the functions that the page names with their arguments."""
    table = re.findall(r"^\| `(\w+)` \| (.+) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    return {file: dict(re.findall(r"`(\w+)\(([^`]*)\)`", line)) for file, line in table}


def find(game: str, file: str, name: str) -> Any:  # noqa: ANN401
    """In the file that the page names, or where the game's folder leads to."""
    module = import_module(f"triax.kernels.{game}.{file}")
    return getattr(module, name, None) or getattr(import_module(f"triax.kernels.{game}"), name)


def signature(function: Any) -> inspect.Signature:  # noqa: ANN401
    return inspect.signature(getattr(function, "py_func", function))


def test_every_game_has_the_files_and_signatures_of_the_page() -> None:
    page = told()
    assert len(page) == 9
    assert sum(map(len, page.values())) > 20
    for file, functions in page.items():
        for name, arguments in functions.items():
            found = [find(game, file, name) for game in NAMES]
            for game, function in zip(NAMES, found, strict=True):
                assert ", ".join(signature(function).parameters) == arguments, f"{game}, {file}: {name}"
            if hasattr(found[0], "py_func"):
                assert len({str(signature(function)) for function in found}) == 1, name


def test_every_game_brings_the_same_parts_for_games_side_by_side() -> None:
    sides = [import_module(f"triax.kernels.{game}.side") for game in NAMES]
    for name in sides[0].PARTS:
        if name not in {"pieces", "room_size"}:
            line = re.search(rf"\b{name}\((.*?)\)", str(rows.__doc__))
            assert line, name
            for side in sides:
                assert ", ".join(signature(side.PARTS[name]).parameters) == line[1], f"{side.__name__}: {name}"
    assert all(set(side.PARTS) == {*rows.__annotations__} | {"pieces", "room_size"} for side in sides)
    for name, function in inspect.getmembers(rows.Side, inspect.isfunction):
        if not name.startswith("_"):
            _, *expected = inspect.signature(function).parameters
            assert all(list(signature(getattr(side, name)).parameters) == expected for side in sides), name


def test_few_files_know_a_compiler() -> None:
    files = Path(rows.__file__).parents[1].rglob("*.py")
    told = re.compile(r"""^\s*(from|import) numba|import_module\("numba""", re.MULTILINE)
    assert {file.stem for file in files if told.search(file.read_text("utf-8"))} == {"borrow", "jit", "target"}


def called(function: Any, seen: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401
    """A compiled function and all that it calls."""
    plain = function.py_func
    if plain.__module__ + plain.__name__ in seen:
        return seen
    seen[plain.__module__ + plain.__name__] = plain
    names = plain.__code__.co_names
    values = [plain.__globals__.get(name) for name in names]
    inner = [getattr(value, name, None) for value in values if isinstance(value, ModuleType) for name in names]
    for value in [*values, *inner]:
        if hasattr(value, "py_func"):
            called(value, seen)
    return seen


def playing(game: str) -> Iterator[Any]:
    """What rows go through, and playouts, behind the room that they are given."""
    playouts = import_module(f"triax.kernels.{game}.playouts")
    yield from (part for part in import_module(f"triax.kernels.{game}.side").PARTS.values() if hasattr(part, "py_func"))
    yield from (playouts.play_randomly, playouts.play_greedily)


@pytest.mark.parametrize("game", NAMES)
def test_what_a_playout_steps_through_allocates_nothing(game: str) -> None:
    """A compiler for GPUs would not take it; its simulator does."""
    functions: dict[str, Any] = {}
    for function in playing(game):
        called(function, functions)
    assert len(functions) > 25
    for name, plain in functions.items():
        assert not MAKING & {*plain.__code__.co_names}, name
        assert not MAKERS & {step.opname for step in dis.get_instructions(plain)}, name
