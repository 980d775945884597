"""A network plays against itself and learns from every game: what it says of a move comes closer to what it says of the
seat's next one and to how the game ends. For Axio Rota and Axio; AXO learns in `axo`, alone in
`axo_alone`.

Moves are those that the network likes best, of the few that are best at a glance, and now and then any of these.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from training.fit import Network, Shorts, learn_from, value_of
from triax.bots.track_worth import sort_tracks, standing
from triax.kernels.arrays import Floats, Ints, Longs
from triax.kernels.chance import below, shuffle, stream
from triax.kernels.jit import njit, njit_with
from triax.kernels.network import MOST_ROWS, Singles

MOVES = 160
"""More than a seat ever has."""
MOST_SAID = np.float32(1.3)
"""A move that wins at once is said to be worth this, where the one before it learns."""


class Settings(NamedTuple):
    """What a game is played and judged by."""

    setup: Ints
    """As the kernel's deal takes it, the players first."""
    table: Floats
    """Worth of tracks, by which moves are best at a glance."""
    steps: Floats
    """Worth of steps on the tracks at the end, the lowest first."""
    moves: int
    """So many of the best at a glance are looked at."""
    astray: int
    """Of a thousand moves, so many are any of these."""
    trust: np.float32
    """How much the end of a game counts beside what is said on the way there, from 0 to 1."""
    led: bool
    """Is what is best at a glance played, until the network knows a little?"""


def _missing(*arguments: object) -> Any:  # noqa: ANN401
    raise NotImplementedError("a game brings it: see `loops_of`")


SIZE = PIECES = ENDED = TURN = 0
deal: Any = _missing
new_room: Any = _missing
shortlist: Any = _missing
codes_of: Any = _missing
play: Any = _missing
result: Any = _missing
scores: Any = _missing


@njit
def best_of(
    network: Network, found: int, rows: Longs, counts: Longs, one: Shorts, hidden: Singles
) -> tuple[int, np.float32]:
    """The move that a network likes best, and what it says of it."""
    best, most = 0, np.float32(-9)
    for move in range(found):
        value = MOST_SAID
        if counts[move + 1]:
            size = gather(rows, counts, move, one)
            value = min(MOST_SAID, value_of(network, one[:size], hidden))
        if value > most:
            best, most = move, value
    return best, most


@njit
def gather(rows: Longs, counts: Longs, move: int, one: Shorts) -> int:
    """All rows of a move, the shared ones first; counts them. None if it ends the game."""
    if counts[move + 1] == 0:
        return 0
    shared, own = counts[0], counts[move + 1]
    for at in range(shared):
        one[at] = rows[0, at]
    for at in range(own):
        one[shared + at] = rows[move + 1, at]
    return int(shared + own)


def play_games(
    network: Network, squares: Network, tables: Ints, settings: Settings, count: int, seed: np.uint64, rate: np.float32
) -> float:
    """So many games, learned from one by one. The mean square of what was wrong."""
    setup, table, steps, moves, astray, trust, _ = settings
    players = setup[0]
    vec, order, rng = np.zeros(SIZE, np.int32), np.arange(PIECES).astype(np.int64), np.empty(1, np.uint64)
    room, rows, counts = new_room(moves), np.empty((moves + 1, MOST_ROWS), np.int64), np.empty(moves + 1, np.int64)
    kept, sizes = np.empty((4, MOVES, MOST_ROWS), np.int16), np.zeros((4, MOVES), np.int64)
    said, strayed = np.empty((4, MOVES), np.float32), np.zeros((4, MOVES), np.int64)
    hidden, one, taken = np.empty(network.begin.size, np.float32), np.empty(MOST_ROWS, np.int16), np.zeros(4, np.int64)
    shares, ends, tracks = np.empty(4), np.zeros((4, 5), np.int32), np.empty(5, np.int32)
    wrong, learned = 0.0, 0
    for game in range(count):
        rng[0] = stream(seed, game)
        vec[:] = 0
        shuffle(order, 0, PIECES, rng)
        deal(vec, tables, setup, order, rng)
        taken[:] = 0
        while not vec[ENDED]:
            seat = vec[TURN]
            found = shortlist(vec, seat, rng, table, room, rows, counts)
            codes = codes_of(room)
            if found == 1 and counts[1] == 0:
                play(vec, tables, seat, codes[0], rng)
                continue
            best, most = best_of(network, found, rows, counts, one, hidden)
            choice, at = best, taken[seat]
            if below(rng, 1000) < astray:
                choice = below(rng, found)
            said[seat, at], strayed[seat, at] = most, choice != best
            sizes[seat, at] = gather(rows, counts, choice, kept[seat, at])
            taken[seat] += 1
            play(vec, tables, seat, codes[choice], rng)
        result(vec, shares)
        scores(vec, ends)
        for seat in range(players - 1, -1, -1):
            ahead = 0.0
            for other in range(players):
                if other != seat:
                    sort_tracks(ends[other], tracks)
                    ahead = max(ahead, standing(tracks, steps))
            sort_tracks(ends[seat], tracks)
            target = np.float32(standing(tracks, steps) - ahead + (shares[seat] if players > 1 else 0.0))
            for at in range(taken[seat] - 1, -1, -1):
                size = sizes[seat, at]
                if size:
                    wrong += learn_from(network, squares, kept[seat, at, :size], target, rate, hidden)
                    learned += 1
                target = said[seat, at] if strayed[seat, at] else said[seat, at] + trust * (target - said[seat, at])
    return wrong / max(1, learned)


def measure(network: Network, tables: Ints, settings: Settings, count: int, seed: np.uint64) -> float:
    """How strong a network is that only plays: its share of the wins against others that take what is best at a glance,
    each deal from every seat; alone, its mean lowest track."""
    setup, table, _, moves, _, _, _ = settings
    players = setup[0]
    vec, order, rng = np.zeros(SIZE, np.int32), np.arange(PIECES).astype(np.int64), np.empty(1, np.uint64)
    room, rows, counts = new_room(moves), np.empty((moves + 1, MOST_ROWS), np.int64), np.empty(moves + 1, np.int64)
    glance, others, unread = new_room(1), np.empty((2, MOST_ROWS), np.int64), np.empty(2, np.int64)
    hidden, one = np.empty(network.begin.size, np.float32), np.empty(MOST_ROWS, np.int16)
    shares, ends, tracks, total = np.empty(4), np.zeros((4, 5), np.int32), np.empty(5, np.int32), 0.0
    for game in range(count):
        rng[0] = stream(seed, game // players)
        for piece in range(PIECES):
            order[piece] = piece
        shuffle(order, 0, PIECES, rng)
        vec[:] = 0
        deal(vec, tables, setup, order, rng)
        while not vec[ENDED]:
            seat = vec[TURN]
            if seat == game % players:
                found = shortlist(vec, seat, rng, table, room, rows, counts)
                code = codes_of(room)[best_of(network, found, rows, counts, one, hidden)[0]]
            else:
                shortlist(vec, seat, rng, table, glance, others, unread)
                code = codes_of(glance)[0]
            play(vec, tables, seat, code, rng)
        result(vec, shares)
        scores(vec, ends)
        sort_tracks(ends[0], tracks)
        total += shares[game % players] if players > 1 else tracks[0]
    return total / count


def loops_of(
    module: str,
    kernel: ModuleType,
    *,
    deal: ModuleType,
    layout: ModuleType,
    learned: ModuleType,
    ended: int,
    codes: Callable[[Any], Ints],
) -> tuple[Callable[..., float], Callable[..., float]]:
    """`play_games` and `measure` compiled with the parts of a game: its kernel and files of that. `ended` says where in
    a position its end stands, `codes` gives those of a room."""
    parts = {
        "SIZE": kernel.SIZE,
        "PIECES": deal.PIECES,
        "ENDED": ended,
        "TURN": layout.TURN,
        "deal": deal.deal,
        "new_room": learned.new_room,
        "shortlist": learned.shortlist,
        "codes_of": codes,
        "play": kernel.play,
        "result": kernel.result,
        "scores": kernel.scores,
    }
    return njit_with(play_games, module, parts), njit_with(measure, module, parts)
