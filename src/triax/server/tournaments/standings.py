"""Who stands where: points first, then what breaks ties, in the order in which a tournament's page lists it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from triax.server.tournaments.shape import (
    DUPLICATE,
    Entrant,
    Format,
    Round,
    points_of,
    points_of_bye,
    seeded,
    solo_places,
)

TIE_BREAKS: Mapping[Format, tuple[str, ...]] = {
    "swiss": ("direct", "opponents", "deals"),
    "round_robin": ("direct", "opponents", "deals"),
    "arena": ("wins", "opponents"),
    "solo": ("wins",),
    "ladder": (),
}


@dataclass(frozen=True)
class EntrantStanding:
    player: str
    place: int
    points: int
    """Two for everyone left behind and one for everyone level, over all boards."""
    wins: int
    played: int
    direct: int
    """Points won against those with as many points."""
    opponents: int
    """The points of those met; a bot or a bye counts as one's own equal."""
    deals: int
    """Against those who held the same seat of the same deal: two for each who made less of it, one for each as much."""


@dataclass
class _Tally:
    points: int = 0
    wins: int = 0
    played: int = 0
    deals: int = 0
    byes: int = 0
    """And bots met: opponents without points of their own."""
    met: list[tuple[str, int]] = field(default_factory=list)
    """Opponents, and the points won against each."""


def standings(form: Format, size: int, entrants: Sequence[Entrant], rounds: Sequence[Round]) -> list[EntrantStanding]:
    """Everyone once, best first. A board that is still played counts for nothing yet."""
    tallies: defaultdict[str, _Tally] = defaultdict(_Tally)
    for boards in rounds:
        if form == "solo":
            _count_solo(boards, tallies)
        else:
            _count_boards(boards, size, tallies)
            if form in DUPLICATE:
                _compare_deals(boards, tallies)
    rows = [_row(one.player, tallies) for one in seeded(entrants)]
    key = _keys(form)
    rows.sort(key=key, reverse=True)
    ahead: dict[tuple[int, ...], int] = {}
    for number, row in enumerate(rows):
        ahead.setdefault(key(row), number)
    return [replace(row, place=1 + ahead[key(row)]) for row in rows]


def _keys(form: Format) -> Callable[[EntrantStanding], tuple[int, ...]]:
    names = ("points", *TIE_BREAKS[form])
    return lambda row: tuple(getattr(row, name) for name in names)


def _count_boards(boards: Round, size: int, tallies: Mapping[str, _Tally]) -> None:
    for board in boards:
        if board.bye:
            for player in board.people:
                tallies[player].points += points_of_bye(size)
                tallies[player].byes += 1
            continue
        places = [sat.place for sat in board.seats if sat.place is not None]
        if len(places) < len(board.seats):
            continue
        for own, sat in enumerate(board.seats):
            if sat.player is None:
                continue
            tally = tallies[sat.player]
            tally.points += points_of(places)[own]
            tally.wins += places[own] == 1
            tally.played += 1
            for other, opponent in enumerate(board.seats):
                if other == own:
                    continue
                if opponent.player is None:
                    tally.byes += 1
                else:
                    tally.met.append((opponent.player, points_of([places[own], places[other]])[0]))


def _count_solo(boards: Round, tallies: Mapping[str, _Tally]) -> None:
    """Everyone is everyone's opponent. Whoever still plays is behind nobody and ahead of nobody yet."""
    over = tuple(board for board in boards if board.is_over)
    places = solo_places(over)
    for board, place, points in zip(over, places, points_of(places), strict=True):
        for player in board.people:
            tallies[player].points += points
            tallies[player].wins += place == 1
            tallies[player].played += 1


def _compare_deals(boards: Round, tallies: Mapping[str, _Tally]) -> None:
    by_seat: defaultdict[int, list[str]] = defaultdict(list)
    over = [board for board in boards if board.is_over and not board.bye]
    for board in over:
        for seat, sat in enumerate(board.seats):
            by_seat[seat].append(sat.worth)
    counted = {seat: Counter(worths) for seat, worths in by_seat.items()}
    for board in over:
        for seat, sat in enumerate(board.seats):
            if sat.player is not None:
                others = counted[seat]
                less = sum(count for worth, count in others.items() if worth < sat.worth)
                tallies[sat.player].deals += 2 * less + others[sat.worth] - 1


def _row(player: str, tallies: Mapping[str, _Tally]) -> EntrantStanding:
    own = tallies[player]
    return EntrantStanding(
        player=player,
        place=0,
        points=own.points,
        wins=own.wins,
        played=own.played,
        direct=sum(won for other, won in own.met if tallies[other].points == own.points),
        opponents=sum(tallies[other].points for other, _ in own.met) + own.byes * own.points,
        deals=own.deals,
    )
