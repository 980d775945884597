"""What the commands have in common: games, their options and pieces from the command line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from triax.games import GAMES
from triax.games.check import load_json, quote_text
from triax.games.core import AnyGame
from triax.games.errors import BadData
from triax.games.facts import Option
from triax.server.config import DATABASE_VARIABLE

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"{', '.join(GAMES.own)}, or a plug-in's name.")]
Start = Annotated[int | None, typer.Option(help="The seat that starts, counted from 0; drawn by lot if not given.")]
Pieces = Annotated[Path | None, typer.Option(help="A set of tiles or cards of your own, as JSON.")]
Effects = Annotated[bool | None, typer.Option("--effects/--no-effects", help="AXO: play with the effects.")]
Simona = Annotated[str | None, typer.Option(help="Solo AXO: she sits left or right.")]
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

_FLAGS = {"yes": True, "true": True, "no": False, "false": False}


def read_options(
    game: AnyGame, players: int, others: Sequence[str] | None = None, **given: int | str | bool | Path | None
) -> dict[str, Any]:
    """The options of a game as its record has them, checked: those given by name, and NAME=VALUE."""
    named: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    for text in others or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise BadData(f"--option {quote_text(text)}: expected NAME=VALUE")
        named[name] = value
    return game.check_options(players, {name: _read(game, players, name, value) for name, value in named.items()})


def _read(game: AnyGame, players: int, name: str, value: int | str | bool | Path) -> object:
    option = game.facts.option(name)
    if option is None:
        known = ", ".join(option.name for option in game.facts.options) or "none"
        raise BadData(f"{quote_text(f'--{name}')} is not an option of {game.title}: expected {known}")
    if players in game.facts.players and players not in option.players:
        expected = " or ".join(map(str, option.players))
        raise BadData(f"'--{name}' is an option for {expected} at the table: here are {players}")
    return _value(game, option, value)


def _value(game: AnyGame, option: Option, value: int | str | bool | Path) -> object:
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
