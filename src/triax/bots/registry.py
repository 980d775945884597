"""The bots by name: for our games five levels, three styles and one that adapts to the player; `random` for every game,
and those that plug-ins bring.

A plug-in names its bots by the entry-point group `triax.bots`: `GAME.BOT = "package.module:Class"`, the weakest first.
The class, or any callable, is called without arguments for each seat and gives a `Bot`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from random import Random
from typing import Any

from triax.bots import adaptive, axio_rules, axo_rules, rota_rules
from triax.bots.core import ALL_TABLES, DEFAULT_BUDGET, Bot, Candidate, RandomBot, SearchingBot
from triax.bots.rules import PlainRules, RuleBot
from triax.bots.strengths import strength_of
from triax.games import check, find_game
from triax.games.core import AnyGame, Move, View
from triax.games.errors import BadData, in_one_line

RULES: dict[str, PlainRules[Any, Any, Any]] = {
    rules.game.name: rules for rules in (rota_rules.RULES, axio_rules.RULES, axo_rules.RULES)
}
LEVELS = ("novice", "apprentice", "adept", "expert", "master")
PLAIN = ("beginner", *LEVELS[:2])
"""They need no compiled engine."""
STYLES = ("careful", "greedy", "spiteful")
ADAPTIVE = adaptive.NAME
STAND_IN = "apprentice"
"""What plays for whoever needs an engine until it is compiled."""
GROUP = "triax.bots"
log = logging.getLogger("triax")


@dataclass(frozen=True)
class BotSpec:
    """A bot by name, with the seconds it may think about a move; or with a fixed number of playouts, which makes it
    deterministic for a seed."""

    name: str
    budget: float = DEFAULT_BUDGET
    playouts: int | None = None
    strength: float | None = None
    """Of one that adapts: where it stands on the scale from beginner, 0, to master, 5."""

    def build(self, game: str) -> Bot:
        """The bot for a seat in this game."""
        if self.name == "random":
            return RandomBot()
        if game in RULES:
            if self.name == ADAPTIVE:
                return self._mixed(game)
            if self.name in PLAIN:
                rules = RULES[game]
                worth = rules.standing if self.name == STAND_IN else rules.points
                return RuleBot(rules.game, rules.looks, worth, strength_of(game, self.name))
            if needs_engine(self.name, game):
                return self._searching(game)
        if self.name in _plugins().get(game, {}):
            return _plugins()[game][self.name]()
        raise _unknown(self.name, game)

    def _mixed(self, game: str) -> Bot:
        lower, upper, share = adaptive.between(adaptive.START if self.strength is None else self.strength)
        below, above = (replace(self, name=name) for name in (lower, upper))
        if not share:
            return below.build(game)
        return above.build(game) if share == 1 else adaptive.MixedBot(below.build(game), above.build(game), share)

    def _searching(self, game: str) -> Bot:
        # Imported here: it brings the compiler along, which nobody else should wait for.
        from triax.bots.engines import build  # noqa: PLC0415

        strength = strength_of(game, self.name)
        if self.playouts is not None:
            strength = replace(strength, playouts=self.playouts)
        return build(RULES[game], self.name, strength, self.budget)


def bots_of(game: str) -> tuple[str, ...]:
    """The levels of a game, the weakest first; `random` alone where it has none."""
    find_game(game)
    return (*(LEVELS if game in RULES else ()), *_plugins().get(game, {})) or ("random",)


def characters_of(game: str) -> tuple[str, ...]:
    """Those of a game who are no level: one that adapts to the player, and the styles."""
    return (ADAPTIVE, *STYLES) if game in RULES else ()


def opponents_of(game: str) -> tuple[str, ...]:
    """Whoever may take a seat in a game."""
    return (*bots_of(game), *characters_of(game))


def _names(game: str) -> list[str]:
    return list(dict.fromkeys(("random", *opponents_of(game))))


def _unknown(name: str, game: str) -> BadData:
    return BadData(f"{check.quote_text(name)} is not a bot for {game}: expected {', '.join(_names(game))}")


def find_bot(
    name: str,
    game: str,
    budget: float = DEFAULT_BUDGET,
    playouts: int | None = None,
    strength: float | None = None,
) -> Bot:
    """A bot of a game by its name. One that searches may think so many seconds about a move; or so many playouts, which
    makes it deterministic for a seed. One that adapts has a strength, from 0 to 5."""
    return find_spec(name, game, budget, playouts, strength).build(game)


def find_spec(
    name: str,
    game: str,
    budget: float = DEFAULT_BUDGET,
    playouts: int | None = None,
    strength: float | None = None,
) -> BotSpec:
    """The same as a value that can travel to where the game is played."""
    if name not in _names(game):
        raise _unknown(name, game)
    if not 0 < budget <= 3600:
        raise BadData(f"a budget of {budget} seconds; expected more than 0 and at most 3600")
    if strength is not None and not 0 <= strength <= adaptive.TOP:
        raise BadData(f"a strength of {strength}; expected 0 to {adaptive.TOP}")
    return BotSpec(name, budget, playouts, strength)


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
    return game in RULES


def needs_engine(name: str, game: str, strength: float | None = None) -> bool:
    """Does it play by the compiled one? Who adapts does so when it plays better than the plain levels."""
    if name == ADAPTIVE:
        name = adaptive.between(adaptive.START if strength is None else strength)[1]
    return has_engine(game) and (name in STYLES or (name in LEVELS and name not in PLAIN))


def load_engine(game: str, on_compile: Callable[[], object] = bool, *, tables: Sequence[int] = ALL_TABLES) -> None:
    """Have a game's engine loaded, or compiled first, which is said by `on_compile`."""
    from triax.bots.engines import load  # noqa: PLC0415, as above

    load(game, on_compile, tables=tables)


def warm(specs: Iterable[BotSpec], game: AnyGame, notify: Callable[[str], object], *, players: int = 2) -> None:
    """Have the bots' engine loaded before a game of so many; `notify` gets a line if it has to be compiled."""
    if any(needs_engine(spec.name, game.name, spec.strength) for spec in specs):
        words = f"compiling the engine for {game.title} (once; it takes up to a minute)"
        load_engine(game.name, lambda: notify(words), tables=(min(players, 2),))


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
    if name == "random" or (name in (*LEVELS, *characters_of(game)) and game in RULES):
        raise BadData(f"{game} has a bot {name} already")
    maker: Any = point.load()
    if not callable(getattr(maker(), "choose", None)):
        raise BadData("it has no method choose(view, moves, rng)")
    return game, name, maker
