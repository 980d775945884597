"""What the code holds to beyond its types: import-linter has the layers, this file has the names and the games."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

from triax.games import find_game

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "triax"
CLIENT = ROOT / "web" / "src"
GAMES = {path.parent.name for path in SOURCE.glob("games/*/pieces.json")}


@cache
def modules() -> dict[Path, ast.Module]:
    return {path.relative_to(SOURCE): ast.parse(path.read_text("utf-8")) for path in SOURCE.rglob("*.py")}


@cache
def beside() -> dict[Path, ast.Module]:
    """What stands beside the sources."""
    folders = ("tests", "examples", "bench", "tools", "training")
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    return {path.relative_to(ROOT): ast.parse(path.read_text("utf-8")) for path in paths}


def own_game(path: Path) -> str | None:
    """The game whose own file this is, or whose folder it lies in."""
    names = [*path.parts[:-1], *path.stem.split("_")[:1]]
    return next((game for game in GAMES if game in names), None)


def test_the_games_are_found() -> None:
    assert {"axio", "axo", "rota"} <= GAMES


def test_no_import_for_types_alone() -> None:
    """It would hide a cycle."""
    assert not [
        f"{path}: {name}"
        for path, tree in (modules() | beside()).items()
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and _name(node.test) == "TYPE_CHECKING"
        for name in _imports(node)
        if name.startswith(("triax", "tests"))
    ]


def test_no_import_cycle_among_tests() -> None:
    """That there is none in the sources, import-linter says."""
    names = {".".join(path.with_suffix("").parts).removesuffix(".__init__"): tree for path, tree in beside().items()}
    asked = {
        name: {
            part for one in _imports(tree) for part in (one, one.rpartition(".")[0]) if part in names and part != name
        }
        for name, tree in names.items()
    }
    assert asked["tests.server.simulation.world"] >= {"tests.server.simulation.scene"}
    TopologicalSorter(asked).prepare()


def test_what_tests_share_lies_in_support() -> None:
    assert not [
        f"{path}: {name}"
        for path, tree in beside().items()
        for name in _imports(tree)
        if name.startswith("tests.") and any(part.startswith("test_") for part in name.split("."))
    ]


def test_no_file_is_long() -> None:
    """What does not fit wants to be two; rules above all are read from top to bottom."""
    written = list(SOURCE.rglob("*.py"))
    client = [path for path in CLIENT.rglob("*") if path.suffix in {".ts", ".svelte", ".css"}]
    assert client
    written += [path for path in client if "generated" not in path.parts]
    lines = {path: len(path.read_text("utf-8").splitlines()) for path in written}
    assert not {
        str(path): count for path, count in lines.items() if count > (300 if SOURCE / "games" in path.parents else 500)
    }


TWINS = {Path("server/protocol.py"), Path("server/api/requests.py"), Path("server/api/responses.py")}
"""The socket and the HTTP API say the same to two libraries."""


def test_a_type_name_has_one_meaning() -> None:
    found = defaultdict(set)
    for path, tree in modules().items():
        for name in _types(tree):
            found[name].add(path)
    assert not {name: paths for name, paths in found.items() if len(paths) > 1 and not paths <= TWINS}


def _types(tree: ast.Module) -> Iterator[str]:
    """Classes and names for types, but for single letters."""
    for node in tree.body:
        match node:
            case ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]) if name[0].isupper() and not name.isupper():
                yield name


def test_a_module_name_stands_at_one_level_of_a_room() -> None:
    """Each game's folder fills in what the room says of all; but what is `daily` must not be asked twice."""
    levels = defaultdict(set)
    for path in modules():
        if path.stem not in {"__init__", "__main__"} and path.parent.name not in GAMES:
            levels[path.parts[0], path.stem].add(len(path.parts))
    assert not [name for name, found in levels.items() if len(found) > 1]


def test_no_module_asks_which_game_it_is() -> None:
    """What is true of a game is said in its folder; whoever needs it asks the game."""
    asked = []
    for path, tree in modules().items():
        others = GAMES - {own_game(path)}
        # An event may be called like a game: a track that has come to its end is an axio.
        kinds = [node.value for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "kind"]
        names = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and node.value in others]
        asked += [f"{path}, line {node.lineno}: {node.value!r}" for node in names if node not in kinds]
    assert not asked


def test_types_say_what_a_thing_is() -> None:
    """Nobody insists on it; but the compiler's decorators have none."""
    insisting = []
    for path, tree in modules().items():
        for node in ast.walk(tree):
            match node:
                case ast.Assert(test=ast.Call(func=ast.Name(id="isinstance"))):
                    insisting.append(f"{path}, line {node.lineno}")
                case ast.ImportFrom(module="typing", names=names) if path != Path("kernels/jit.py"):
                    insisting += [f"{path}: cast" for one in names if one.name == "cast"]
    assert not insisting


def test_what_can_be_chosen_for_one_game_is_asked_of_its_facts() -> None:
    own: dict[str, str] = {}
    for game in GAMES:
        options = find_game(game).facts.options
        own |= {option.name: game for option in options if option.kind in {"flag", "choice"}}
    assert "simona" in own
    assert not [
        f"{path}: {name}"
        for path, tree in modules().items()
        for name, game in own.items()
        if own_game(path) != game and any(_spells(node, name) for node in ast.walk(tree))
    ]


def _spells(node: ast.AST, name: str) -> bool:
    match node:
        case ast.arg(arg=found) | ast.keyword(arg=found) | ast.Attribute(attr=found) | ast.Name(id=found):
            return found == name
        case ast.Constant(value=str(text)):
            return text == name or text.startswith(f"--{name}")
    return False


def test_only_a_games_own_files_import_it() -> None:
    registry = Path("games/__init__.py")
    assert not [
        f"{path}: {name}"
        for path, tree in modules().items()
        if path != registry
        for name in _imports(tree)
        for game in GAMES - {own_game(path)}
        if f"{name}.".startswith(f"triax.games.{game}.")
    ]


def _imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (one.name for one in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield from (f"{module}.{one.name}" for one in names)


LEAVING = {
    "view",
    "show",
    "redact",
    "seen_by",
    "plain",
    "plain_for",
    "offers",
    "offer",
    "preview",
    "foresee",
    "to_json",
    "view_parts",
    "show_own",
    "offer_text",
}
"""What makes of a position, or of what happened, that which somebody may know."""
EXIT = Path("server/visibility.py")


def test_nothing_leaves_the_server_but_by_one_module() -> None:
    inside = {path: tree for path, tree in modules().items() if path.parts[0] == "server" and path != EXIT}
    assert inside
    assert not [
        f"{path}, line {node.lineno}: {_called(node)}"
        for path, tree in inside.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and _called(node) in LEAVING
    ]


def test_the_exit_is_used() -> None:
    assert {"view_parts", "plain_for", "offers", "offer_text", "preview"} <= {
        _called(node) for node in ast.walk(modules()[EXIT])
    }


def _called(node: ast.AST) -> str | None:
    return _name(node.func) if isinstance(node, ast.Call) else None


def _name(node: ast.AST) -> str | None:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
            return name
    return None
