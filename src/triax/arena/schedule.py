"""Which games a tournament plays: every deal from every seat (duplicate), so that nobody gains by seat or by deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from triax.bots import BotSpec
from triax.games.core import Plain
from triax.games.errors import BadData


@dataclass(frozen=True)
class Match:
    """A game to play: plain values only, so that it travels to any process or machine."""

    number: int
    game: str
    options: Plain
    lineup: tuple[BotSpec, ...]
    """A bot a seat."""
    entrants: tuple[int, ...]
    """The number of the entrant at each seat."""
    deal: int
    seed: int


SeatOrder = tuple[int, ...]
"""The number of the entrant at each seat."""


def seatings(entrants: int, players: int) -> list[SeatOrder]:
    """The ways to seat the entrants in turn, each once. Over all of them everybody sits equally often at every seat."""
    if 1 < players < entrants:
        raise BadData(f"{entrants} bots for {players} seats: expected at most one a seat, or --ladder for all pairs")
    if players == 1:
        return [(entrant,) for entrant in range(entrants)]
    circles = [tuple((first + seat) % entrants for seat in range(players)) for first in range(entrants)]
    return list(dict.fromkeys(circle[turn:] + circle[:turn] for circle in circles for turn in range(players)))


@dataclass(frozen=True)
class Schedule:
    """Whole deals: each is played once with every seating of every group of entrants that meet."""

    game: str
    players: int
    options: Plain
    entrants: tuple[BotSpec, ...]
    seed: int
    deals: int
    seatings: tuple[SeatOrder, ...]

    def __len__(self) -> int:
        return self.deals * len(self.seatings)

    def __iter__(self) -> Iterator[Match]:
        number = 0
        for deal in range(self.deals):
            for seating in self.seatings:
                lineup = tuple(self.entrants[entrant] for entrant in seating)
                yield Match(number, self.game, self.options, lineup, seating, deal, self.seed)
                number += 1


def tournament(
    game: str, players: int, options: Plain, entrants: Sequence[BotSpec], *, seed: int, games: int
) -> Schedule:
    """All entrants at one table; solo, each at its own. At least so many games."""
    ways = tuple(seatings(len(entrants), players))
    return Schedule(game, players, options, tuple(entrants), seed, _deals(games, len(ways)), ways)


def ladder(game: str, options: Plain, entrants: Sequence[BotSpec], *, seed: int, games: int) -> Schedule:
    """All pairs of entrants, each at least so many games of two. The pairs take turns, so that a ladder that is cut
    short has still seen all of them."""
    if len(entrants) < 2:
        raise BadData("--ladder: one bot; expected two or more")
    ways = tuple(seating for one, other in combinations(range(len(entrants)), 2) for seating in _both(one, other))
    return Schedule(game, 2, options, tuple(entrants), seed, _deals(games, 2), ways)


def series(game: str, options: Plain, lineup: Sequence[BotSpec], *, seed: int, games: int) -> Iterator[Match]:
    """So many games with the same bots at the same seats, each dealt anew."""
    for number in range(games):
        yield Match(number, game, options, tuple(lineup), tuple(range(len(lineup))), number, seed)


def _both(one: int, other: int) -> tuple[SeatOrder, SeatOrder]:
    return (one, other), (other, one)


def _deals(games: int, seatings: int) -> int:
    return -(-games // seatings)
