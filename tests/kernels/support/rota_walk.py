"""Axio Rota by the written rules and by the compiled ones, side by side. No pytest: `differential` runs it too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np

from tests.kernels.support.compare import near
from tests.support import Sorted
from triax.games.rota import Rota, RotaPlace, RotaState
from triax.games.tracks import COLOURS
from triax.kernels import rota as kernel
from triax.kernels.arrays import Ints
from triax.kernels.rota import layout as at

TILES = kernel.tables()

DIRECTIONS = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)]
STYLES = ("random", "greedy", "noisy", "sprawling", "late")


def new(players: int, seed: int | str) -> RotaState:
    state = Rota().new(players, Random(seed))
    assert isinstance(state, RotaState)
    return state


def late(state: RotaState, rng: Random) -> RotaState:
    """The same start with high tracks and little supply: wins at once and lost extra turns come up."""
    tracks = [(*rng.choices(range(8, 13), k=4), rng.randint(0, 11)) for _ in range(state.players)]
    return replace(state, tracks=tuple(tracks), supply=state.supply[: rng.randrange(4)])


def legal_codes(vec: Ints, seat: int) -> list[int]:
    out = np.empty(kernel.MAX_MOVES, np.int32)
    return [int(code) for code in out[: kernel.legal(vec, TILES, seat, out)]]


def tracks_in(vec: Ints, players: int) -> tuple[tuple[int, ...], ...]:
    out = np.full((4, 5), -1, np.int32)
    kernel.scores(vec, out)
    assert not out[players:].any()
    return tuple(tuple(int(track) for track in own) for own in out[:players])


def shares_of(vec: Ints) -> list[float]:
    out = np.empty(4)
    kernel.result(vec, out)
    return [float(share) for share in out]


def compare(state: RotaState, vec: Ints, rng: Random, *, whole: bool) -> Sequence[RotaPlace]:
    """One position on both sides; gives its legal moves."""
    assert kernel.over(vec) == (not state.to_act)
    assert kernel.to_act(vec) == sum(1 << seat for seat in state.to_act)
    assert tracks_in(vec, state.players) == state.tracks
    assert [vec[at.OWED], vec[at.EXTRA], vec[at.SUPPLY_LEFT]] == [state.owed, state.extra, len(state.supply)]
    for seat in range(state.players):
        assert vec[at.STACK_LEFT + seat] == len(state.stacks[seat])
        assert (vec[at.HANDS + seat] == 0) == (state.hands[seat] is None)
    outcome = state.outcome
    if outcome is not None:
        check_result(vec, outcome.standings, state)
        return ()
    moves, codes = state.moves(state.turn), legal_codes(vec, state.turn)
    assert len(codes) == len(moves)
    assert kernel.decode(rng.choice(codes)) in moves
    if whole:
        listed = set(moves)
        assert {kernel.decode(code) for code in codes} == listed
        assert {kernel.encode(move) for move in listed} == set(codes)
        loaded = kernel.load(state)
        assert not (((loaded ^ vec)[at.RING :]) & (at.CIRCLE | at.BESIDE | at.LAID)).any()
        assert legal_codes(vec, (state.turn + 1) % 4) == []
    return moves


def check_result(vec: Ints, standings: tuple[tuple[int, ...], ...], state: RotaState) -> None:
    if state.players == 1:
        own = state.tracks[0]
        assert near(shares_of(vec), [min(own) / 12 * 63 / 64 + sum(own) / 60 / 64, 0, 0, 0])
    else:
        first = standings[0]
        assert shares_of(vec) == [1 / len(first) if seat in first else 0.0 for seat in range(4)]
    assert legal_codes(vec, state.turn) == []


def choose(style: str, state: RotaState, moves: Sequence[RotaPlace], vec: Ints, rng: Random) -> RotaPlace:
    if style == "sprawling":
        # The tile that lies on 0,0 settles the direction for the whole game.
        dx, dy = DIRECTIONS[sum(map(ord, state.display[0, 0].corners[1:])) % len(DIRECTIONS)]
        return max(moves, key=lambda move: (dx * move.x + dy * move.y, rng.random()))
    if style == "random" or (style == "noisy" and rng.random() < 0.3):
        return moves[rng.randrange(len(moves))]
    lot = kernel.seeded(rng.getrandbits(64))
    return kernel.decode(kernel.greedy_move(vec, TILES, state.turn, lot, kernel.DEFAULT_TABLE))


def walk_rota(number: int, seed: int) -> Counter[str]:
    """One game on both sides, every position compared; counts what came up."""
    seen: Counter[str] = Counter()
    rng, lot = Random(f"{seed}/{number}"), kernel.seeded(number)
    players, style = 1 + number % 4, STYLES[number // 4 % len(STYLES)]
    state = new(players, f"{seed}/{number}")
    if style == "late":
        state = late(state, rng)
    vec = kernel.load(state)
    moves = compare(state, vec, rng, whole=True)
    gains = np.empty(5, np.int32)
    while moves:
        seat, owed = state.turn, state.owed
        move = choose(style, state, moves, vec, rng)
        kernel.move_gain(vec, TILES, seat, kernel.encode(move), gains)
        kernel.play(vec, TILES, seat, kernel.encode(move), lot)
        state, events = state.play(seat, move, Sorted())
        points = events[1].plain()["points"]
        assert [int(gain) for gain in gains] == [points.get(colour, 0) for colour in COLOURS]
        moves = compare(state, vec, rng, whole=rng.random() < 0.1)
        seen["decisions"] += 1
        seen["extra turns"] += state.extra
        seen["several owed"] += state.owed > max(owed, 1)
        seen["extra turns lost"] += any(event.kind == "extra_lost" for event in events)
    outcome = state.outcome
    assert outcome is not None
    seen["wins at once"] += any(min(own) == 12 for own in state.tracks)
    seen["shared first places"] += len(outcome.standings[0]) > 1
    seen["wide displays"] += max(abs(x) + abs(y) for x, y in state.display) > 40
    seen["supplies used up"] += not state.supply
    return seen
