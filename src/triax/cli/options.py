"""What the commands have in common: games, their options and pieces from the command line."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from triax.games import GAMES
from triax.games.check import load_json, quote_text
from triax.games.core import AnyGame
from triax.games.errors import BadData
from triax.games.facts import Option
from triax.server.config import DATABASE_VARIABLE

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help=f"{', '.join(GAMES.own)}, or a plug-in's name.")]
OtherOptions = Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="Any option of a game.")]

DatabaseUrl = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        envvar=DATABASE_VARIABLE,
        help="sqlite:///FILE, or postgresql://USER:PASSWORD@HOST/NAME",
        show_default="a file in your data folder",
    ),
]

Given = int | str | bool | Path | None
F = TypeVar("F", bound=Callable[..., None])

_TYPES = {"seat": int | None, "flag": bool | None, "choice": str | None, "pieces": Path | None}
_FLAGS = {"yes": True, "true": True, "no": False, "false": False}


def takes_options(*but: str) -> Callable[[F], F]:
    """A command that takes the options of our games in the place of its `**given`, all but these."""
    known = {option.name: option for game in GAMES.own.values() for option in game.facts.options}
    made = [_parameter(option) for name, option in known.items() if name not in but]

    def take(command: F) -> F:
        signature = inspect.signature(command, eval_str=True)
        *own, _ = signature.parameters.values()
        vars(command)["__signature__"] = signature.replace(parameters=[*own, *made])
        return command

    return take


def _parameter(option: Option) -> inspect.Parameter:
    spelled = f"--{option.name}/--no-{option.name}" if option.kind == "flag" else f"--{option.name}"
    having = [game.title for game in GAMES.own.values() if game.facts.option(option.name)]
    only = "" if len(having) == len(GAMES.own) else f" {', '.join(having)} only."
    words = typer.Option(None, spelled, metavar="|".join(option.choices) or None, help=option.about + only)
    kind = _TYPES[option.kind]
    return inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=words, annotation=kind)


def read_options(
    game: AnyGame, players: int, others: Sequence[str] | None, given: Mapping[str, Given]
) -> dict[str, Any]:
    """The options of a game as its record has them, checked: those given by name, and NAME=VALUE."""
    named: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    for text in others or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise BadData(f"--option {quote_text(text)}: expected NAME=VALUE")
        named[name] = value
    return game.check_options(players, {name: _read(game, players, name, value) for name, value in named.items()})


def _read(game: AnyGame, players: int, name: str, value: Given) -> object:
    option = game.facts.option(name)
    if option is None:
        known = ", ".join(option.name for option in game.facts.options) or "none"
        raise BadData(f"{quote_text(f'--{name}')} is not an option of {game.title}: expected {known}")
    if players in game.facts.players and players not in option.players:
        expected = " or ".join(map(str, option.players))
        raise BadData(f"'--{name}' is an option for {expected} at the table: here are {players}")
    return _value(game, option, value)


def _value(game: AnyGame, option: Option, value: Given) -> object:
    match option.kind, value:
        case "pieces", str() | Path():
            return _read_pieces(game, Path(value))
        case "seat", str() if value.isdecimal() and value.isascii():
            return int(value)
        case "flag", str():
            return _FLAGS.get(value, value)
    return value


def _read_pieces(game: AnyGame, path: Path) -> object:
    try:
        data = load_json(path.read_text("utf-8"))
        game.check_pieces(data)
    except (ValueError, RecursionError) as error:
        raise BadData(f"{path}: {error}") from error
    return data


def usual_players(game: AnyGame) -> int:
    """Two, where the game can be played by two."""
    return 2 if 2 in game.facts.players else min(game.facts.players)
