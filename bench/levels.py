"""How far apart the levels are: each against the one below, in every game and at every number of players.

python bench/levels.py                 # the whole table of docs/bots.md, which takes hours on one core
python bench/levels.py --game rota --players 2 --level adept --set rota.adept.oversight=0.2

At a table of N, one of the upper level meets N - 1 of the lower, from every seat of every deal. The figure is the share
of its opponents that it finishes ahead of, level ones counted half: with two players its share of wins, at every table
0.5 for equals. The interval is that of the mean over games. A master has its time as processor time, so that a busy
machine makes it no weaker.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import thread_time
from typing import Any

from triax.arena.match import Played, play_match
from triax.arena.schedule import Match
from triax.arena.tally import mean_interval
from triax.arena.workers import play_here
from triax.bots import LEVELS, BotSpec, warm
from triax.bots.core import Bot
from triax.bots.levels import PlayoutBot
from triax.bots.registry import characters_of
from triax.bots.strengths import change, strength_of
from triax.games import GAMES
from triax.games.standings import places

Numbers = dict[str, dict[str, Any]]


@dataclass(frozen=True)
class TimedSpec(BotSpec):
    """Whose seconds are those of its processor."""

    def build(self, game: str) -> Bot:
        bot = super().build(game)
        return replace(bot, clock=thread_time) if isinstance(bot, PlayoutBot) else bot


@dataclass(frozen=True)
class Cell:
    """One of the upper bot against the others, so often."""

    game: str
    players: int
    upper: str
    lower: str
    games: int
    seed: int
    budget: float

    def matches(self) -> Iterator[Match]:
        specs = [TimedSpec(name, self.budget) for name in (self.upper, self.lower)]
        for number in range(self.games):
            entrants = tuple(int(seat != number % self.players) for seat in range(self.players))
            lineup = tuple(specs[who] for who in entrants)
            yield Match(number, self.game, {}, lineup, entrants, number // self.players, self.seed)


def ahead(played: Played) -> float:
    """The share of its opponents that the one of the upper level has left behind."""
    found = {}
    for place, seats in places(json.loads(played.record)["result"]["standings"]):
        found.update(dict.fromkeys(seats, place))
    own = played.match.entrants.index(0)
    others = [found[seat] for seat in range(len(found)) if seat != own]
    return sum((found[own] < other) + 0.5 * (found[own] == other) for other in others) / len(others)


def play(changes: Sequence[str], match: Match) -> Played:
    for one in changes:
        apply_change(one)
    return play_match(match)


def apply_change(text: str) -> None:
    """game.level.number=value"""
    name, _, value = text.partition("=")
    game, level, number = name.split(".")
    kind = {"oversight": float, "slip": float, "playouts": int}[number]
    change(game, level, replace(strength_of(game, level), **{number: kind(value)}))


def measure(cell: Cell, workers: int, changes: Sequence[str]) -> dict[str, Any]:
    game = GAMES[cell.game]
    warm([BotSpec(cell.upper), BotSpec(cell.lower)], game, lambda line: print(line, file=sys.stderr))
    task = partial(play, changes)
    played = list(map(task, cell.matches()) if workers == 1 else play_here(cell.matches(), workers, task))
    shares = [ahead(one) for one in played]
    first = sum(one.shares[one.match.entrants.index(0)] for one in played) / len(played)
    low, high = mean_interval(shares) or (0.0, 1.0)
    return {
        "game": cell.game,
        "players": cell.players,
        "upper": cell.upper,
        "lower": cell.lower,
        "games": len(played),
        "ahead": sum(shares) / len(shares),
        "low": max(0.0, low),
        "high": min(1.0, high),
        "first": first,
    }


def table(found: Sequence[dict[str, Any]]) -> str:
    """As docs/bots.md has it: a row a pair, a column a game and number of players."""
    columns = list(dict.fromkeys((one["game"], one["players"]) for one in found))
    rows = list(dict.fromkeys((one["upper"], one["lower"]) for one in found))
    cells = {(one["upper"], one["lower"], one["game"], one["players"]): one for one in found}
    lines = ["| | " + " | ".join(f"{GAMES[game].title}, {players}" for game, players in columns) + " |"]
    lines.append("|---" * (len(columns) + 1) + "|")
    for upper, lower in rows:
        texts = [text_of(cells.get((upper, lower, *column))) for column in columns]
        lines.append(f"| {upper} against {lower} | " + " | ".join(texts) + " |")
    return "\n".join(lines)


def text_of(one: dict[str, Any] | None) -> str:
    if one is None:
        return ""
    reach = (one["high"] - one["low"]) / 2
    return f"{100 * one['ahead']:.0f} ± {100 * reach:.0f} % ({one['games']})"


def main() -> None:
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--game", nargs="*", default=list(GAMES), help="by default all")
    read.add_argument("--players", nargs="*", type=int, default=[2, 3, 4])
    read.add_argument("--level", nargs="*", default=list(LEVELS[1:]), help="the upper one of a pair; or UPPER,LOWER")
    read.add_argument("--styles", action="store_true", help="the styles against adept and expert instead")
    read.add_argument("--games", type=int, default=300)
    read.add_argument("--budget", type=float, default=0.1, help="seconds of processor that a master has for a move")
    read.add_argument("--seed", type=int, default=2026)
    read.add_argument("--workers", type=int, default=1)
    read.add_argument("--set", nargs="*", default=[], metavar="GAME.LEVEL.NUMBER=VALUE", help="try other numbers")
    read.add_argument("--json", type=Path, help="add the figures to this file; with --table alone it is only printed")
    read.add_argument("--table", action="store_true", help="print the table of the file and end")
    given = read.parse_args()
    kept = json.loads(given.json.read_text()) if given.json and given.json.exists() else []
    if not given.table:
        for one in given.set:
            apply_change(one)
        for game in given.game:
            for players in given.players:
                for upper, lower in pairs(given.level, game, styles=given.styles):
                    cell = Cell(game, players, upper, lower, given.games, given.seed, given.budget)
                    one = measure(cell, given.workers, given.set)
                    told = f"{upper} against {lower} {text_of(one)}, first {100 * one['first']:.0f} %"
                    print(f"{game} {players}: {told}", flush=True)
                    same = ("game", "players", "upper", "lower")
                    kept = [old for old in kept if any(old[name] != one[name] for name in same)] + [one]
                    if given.json:
                        given.json.write_text(json.dumps(kept, indent=1) + "\n")
    print(table(kept))


def pairs(levels: Sequence[str], game: str, *, styles: bool) -> list[tuple[str, str]]:
    if styles:
        return [(style, level) for style in characters_of(game)[1:] for level in ("adept", "expert")]
    found = []
    for level in levels:
        upper, _, lower = level.partition(",")
        found.append((upper, lower or LEVELS[LEVELS.index(upper) - 1]))
    return found


if __name__ == "__main__":
    main()
