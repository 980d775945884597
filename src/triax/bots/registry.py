"""The bots by name: five levels for our games, `random` for every game, and those that plug-ins bring.

A plug-in names its bots by the entry-point group `triax.bots`: `GAME.BOT = "package.module:Class"`, the weakest first.
The class, or any callable, is called without arguments for each seat and gives a `Bot`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from random import Random
from typing import Any

from triax.bots import axio_rules, axo_rules, rota_rules
from triax.bots.core import DEFAULT_BUDGET, Bot, Candidate, RandomBot, SearchingBot
from triax.bots.rules import RuleBot
from triax.games import check, find_game
from triax.games.core import AnyGame, Move, View
from triax.games.errors import BadData, in_one_line

NOVICES: dict[str, RuleBot[Any, Any, Any]] = {
    bot.game.name: bot for bot in (rota_rules.NOVICE, axio_rules.NOVICE, axo_rules.NOVICE)
}
APPRENTICES: dict[str, RuleBot[Any, Any, Any]] = {
    bot.game.name: bot for bot in (rota_rules.APPRENTICE, axio_rules.APPRENTICE, axo_rules.APPRENTICE)
}
LEVELS = ("novice", "apprentice", "adept", "expert", "master")
STAND_IN = "apprentice"
"""What plays for a stronger level until its engine is compiled."""
GROUP = "triax.bots"
log = logging.getLogger("triax")


@dataclass(frozen=True)
class BotSpec:
    """A bot by name, with the seconds it may think about a move; or with a fixed number of playouts, which makes it
    deterministic for a seed."""

    name: str
    budget: float = DEFAULT_BUDGET
    playouts: int | None = None

    def build(self, game: str) -> Bot:
        """The bot for a seat in this game."""
        if self.name == "random":
            return RandomBot()
        if self.name == "novice" and game in NOVICES:
            return NOVICES[game]
        if self.name == "apprentice" and game in APPRENTICES:
            return APPRENTICES[game]
        if needs_engine(self.name, game):
            # Imported here: it brings the compiler along, which nobody else should wait for.
            from triax.bots.engines import ENGINES  # noqa: PLC0415

            return ENGINES[game].build(self.name, self.budget, self.playouts)
        if self.name in _plugins().get(game, {}):
            return _plugins()[game][self.name]()
        raise _unknown(self.name, game)


def bots_of(game: str) -> tuple[str, ...]:
    """The levels of a game, the weakest first; `random` alone where it has none."""
    find_game(game)
    return (*(LEVELS if game in NOVICES else ()), *_plugins().get(game, {})) or ("random",)


def _names(game: str) -> list[str]:
    return list(dict.fromkeys(("random", *bots_of(game))))


def _unknown(name: str, game: str) -> BadData:
    return BadData(f"{check.quote_text(name)} is not a bot for {game}: expected {', '.join(_names(game))}")


def find_bot(name: str, game: str, budget: float = DEFAULT_BUDGET, playouts: int | None = None) -> Bot:
    """A bot of a game by its name. One that searches may think so many seconds about a move; or so many playouts, which
    makes it deterministic for a seed."""
    return find_spec(name, game, budget, playouts).build(game)


def find_spec(name: str, game: str, budget: float = DEFAULT_BUDGET, playouts: int | None = None) -> BotSpec:
    """The same as a value that can travel to where the game is played."""
    if name not in _names(game):
        raise _unknown(name, game)
    if not 0 < budget <= 3600:
        raise BadData(f"a budget of {budget} seconds; expected more than 0 and at most 3600")
    return BotSpec(name, budget, playouts)


def think(
    view: View,
    budget: float = DEFAULT_BUDGET,
    playouts: int | None = None,
    rng: Random | None = None,
    *,
    bot: str = "master",
) -> list[Candidate[Move]]:
    """What a bot thinks of its best moves in the position of a view, from best to worst. The same for the same seed
    and number of playouts."""
    game = check.text(check.mapping(view, "view").get("game"), "view.game")
    found = find_bot(bot, game, budget, playouts)
    if not isinstance(found, SearchingBot):
        raise BadData(f"{check.quote_text(bot)} does not search: expected a bot such as expert or master")
    return list(found.think(view, rng or Random()))


def has_engine(game: str) -> bool:
    """Is there a compiled one, for the strong levels and for all that judges moves?"""
    return game in APPRENTICES


def needs_engine(name: str, game: str) -> bool:
    return name in LEVELS[2:] and has_engine(game)


def load_engine(game: str, on_compile: Callable[[], object] = bool) -> None:
    """Have a game's engine loaded, or compiled first, which is said by `on_compile`."""
    from triax.bots.engines import load  # noqa: PLC0415, as above

    load(game, on_compile)


def warm(specs: Iterable[BotSpec], game: AnyGame, notify: Callable[[str], object]) -> None:
    """Have the bots' engine loaded before a game; `notify` gets a line if it has to be compiled."""
    if any(needs_engine(spec.name, game.name) for spec in specs):
        words = f"compiling the engine for {game.title} (once; it takes up to a minute)"
        load_engine(game.name, lambda: notify(words))


@cache
def _plugins() -> dict[str, dict[str, Callable[[], Bot]]]:
    """By game and name. A broken one is left out, with a line in the log."""
    found: dict[str, dict[str, Callable[[], Bot]]] = {}
    for point in entry_points(group=GROUP):
        try:
            game, name, maker = _read(point)
            if name in found.setdefault(game, {}):
                raise BadData("another plug-in has a bot of this name")
            found[game][name] = maker
        except (Exception, SystemExit) as error:  # a plug-in's trouble is its own
            log.warning("triax: the bot plug-in %s is left out: %s", check.quote_text(point.name), in_one_line(error))
    return found


def _read(point: EntryPoint) -> tuple[str, str, Callable[[], Bot]]:
    game, _, name = point.name.partition(".")
    if not (game and name.isidentifier()):
        raise BadData(f"'{point.name}' is not a name for a bot: expected GAME.BOT")
    find_game(game)
    if name == "random" or (name in LEVELS and game in NOVICES):
        raise BadData(f"{game} has a bot {name} already")
    maker: Any = point.load()
    if not callable(getattr(maker(), "choose", None)):
        raise BadData("it has no method choose(view, moves, rng)")
    return game, name, maker
