"""What came of a tournament, as plain data: shares of wins with intervals, mean tracks, time, pairs, ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

from openskill.models import PlackettLuce

from triax.arena.match import Played
from triax.arena.schedule import Schedule
from triax.bots import BotSpec
from triax.games import find_game
from triax.games.facts import TrackScore

Z95 = 1.959964
STUDENT95 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
"""The quantiles for 1 to 10 degrees of freedom; beyond, a series is near enough."""

NO_SHARE: dict[str, float | None] = {"win_share": None, "low": None, "high": None}
ORDERS = 20


def wilson(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of wins."""
    if not games:
        return 0.0, 1.0
    whole = 1 + Z95**2 / games
    middle = (share + Z95**2 / (2 * games)) / whole
    reach = Z95 * sqrt(share * (1 - share) / games + Z95**2 / (4 * games**2)) / whole
    return max(0.0, middle - reach), min(1.0, middle + reach)


def mean_interval(values: Sequence[float]) -> tuple[float, float] | None:
    """The 95 % interval of a mean; one value alone says nothing of its spread."""
    if len(values) < 2:
        return None
    free = len(values) - 1
    quantile = STUDENT95[free - 1] if free <= len(STUDENT95) else Z95 + 2.372 / free + 2.823 / free**2
    middle, reach = fmean(values), quantile * stdev(values) / sqrt(len(values))
    return middle - reach, middle + reach


def labels(entrants: Sequence[BotSpec]) -> list[str]:
    """Names for a table; a bot that plays against itself is counted through."""
    names = [entrant.name for entrant in entrants]
    seen = [names[: at + 1].count(name) for at, name in enumerate(names)]
    return [name if count == 1 else f"{name} {count}" for name, count in zip(names, seen, strict=True)]


def results(schedule: Schedule, played: Sequence[Played]) -> dict[str, Any]:
    """The whole tournament, or as much of it as was played."""
    names = labels(schedule.entrants)
    one = schedule.entrants[0]
    return {
        "game": schedule.game,
        "players": schedule.players,
        "games": len(played),
        "planned": len(schedule),
        "seed": schedule.seed,
        "budget": None if one.playouts else one.budget,
        "playouts": one.playouts,
        "bots": {name: _entrant(schedule, played, number) for number, name in enumerate(names)},
    }


def ladder_results(schedule: Schedule, played: Sequence[Played]) -> dict[str, Any]:
    """The same with the pairs one by one, and ratings."""
    names = labels(schedule.entrants)
    pairs = []
    for one, other in combinations(range(len(names)), 2):
        met = [game for game in played if {*game.match.entrants} == {one, other}]
        share = sum(share_of(game, one) for game in met) / max(1, len(met))
        pairs.append({"bots": [names[one], names[other]], "games": len(met), **_with_interval(share, len(met))})
    return {**results(schedule, played), "pairs": pairs, "ratings": ratings(names, played)}


def share_of(game: Played, entrant: int) -> float:
    """An entrant's share of a game: the sum over its seats."""
    return sum(share for share, who in zip(game.shares, game.match.entrants, strict=True) if who == entrant)


def _entrant(schedule: Schedule, played: Sequence[Played], number: int) -> dict[str, Any]:
    games = [game for game in played if number in game.match.entrants]
    seats = [(game, seat) for game in games for seat, who in enumerate(game.match.entrants) if who == number]
    scores = [sorted(game.scores[seat]) for game, seat in seats]
    lowest = [score[0] for score in scores]
    interval = mean_interval(lowest)
    moves = sum(game.moves[seat] for game, seat in seats)
    seconds = sum(game.seconds[seat] for game, seat in seats)
    share = sum(share_of(game, number) for game in games) / max(1, len(games))
    return {
        "games": len(games),
        **(_with_interval(share, len(games)) if winnable(schedule.game, schedule.players) else NO_SHARE),
        "mean_lowest": round(fmean(lowest), 3) if lowest else None,
        "mean_lowest_interval": [round(end, 3) for end in interval] if interval else None,
        "lowest": {str(value): count for value, count in sorted(Counter(lowest).items())},
        "mean_sorted": [round(fmean(track), 3) for track in zip(*scores, strict=True)],
        "ms_per_move": round(1000 * seconds / moves, 3) if moves else None,
    }


def winnable(game: str, players: int) -> bool:
    """Alone there may be nobody to win against: the score is the result."""
    return players > 1 or find_game(game).facts.won_alone


def has_tracks(game: str, players: int) -> bool:
    return isinstance(find_game(game).facts.scores[players], TrackScore)


def title(found: dict[str, Any]) -> str:
    players = "solo" if found["players"] == 1 else f"{found['players']} players"
    return f"{find_game(found['game']).title}, {players}, {found['games']} game{'' if found['games'] == 1 else 's'}"


def _with_interval(share: float, games: int) -> dict[str, float | None]:
    if not games:
        return NO_SHARE
    low, high = wilson(share, games)
    return {"win_share": round(share, 4), "low": round(low, 4), "high": round(high, 4)}


def ratings(names: Sequence[str], played: Sequence[Played]) -> dict[str, float]:
    """Ordinals by openskill: what a bot is worth at least, with near certainty; from games of two.

    Openskill gives the latest games more weight, as people learn; bots do not. So the games are rated in many orders,
    and the mean counts.
    """
    model = PlackettLuce()
    rng = Random(0)
    sums = [0.0] * len(names)
    for _ in range(ORDERS):
        rated = [model.rating() for _ in names]
        for game in rng.sample(played, len(played)):
            one, other = game.match.entrants
            # Openskill ranks upwards: the smaller, the better.
            ranks = [-share for share in game.shares]
            [[rated[one]], [rated[other]]] = model.rate([[rated[one]], [rated[other]]], ranks=ranks)
        sums = [total + rating.ordinal() for total, rating in zip(sums, rated, strict=True)]
    return {name: round(total / ORDERS, 2) for name, total in zip(names, sums, strict=True)}
