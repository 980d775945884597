"""AXO by the written rules and by the compiled ones, side by side. No pytest: `differential` runs it too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from triax.games.axo import AXO, AxoState
from triax.kernels import axo
from triax.kernels.arrays import Ints, Words
from triax.kernels.axo import layout as lay
from triax.kernels.chance import shuffle

CASES: list[tuple[int, dict[str, object]]] = [
    *((1, dict[str, object](effects=effects, simona=side)) for effects in (True, False) for side in ("left", "right")),
    *((players, dict[str, object](effects=effects)) for players in (2, 3, 4) for effects in (True, False)),
]


@dataclass(frozen=True)
class Shuffles:
    """Chance that falls as in `axo.play` with the same `rng`."""

    rng: Words

    def shuffle(self, pieces: Sequence[str]) -> tuple[str, ...]:
        order = np.arange(len(pieces), dtype=np.int32)
        shuffle(order, 0, len(pieces), self.rng)
        return tuple(pieces[int(place)] for place in order)


def new(players: int, seed: int | str, **options: object) -> AxoState:
    return AXO.new(players, Random(seed), options)


def legal_codes(vec: Ints, seat: int, cards: Ints) -> list[int]:
    out = np.zeros(axo.MAX_MOVES, np.int32)
    return [int(code) for code in out[: axo.legal(vec, cards, seat, out)]]


def seats_of(bits: int) -> set[int]:
    return {seat for seat in range(4) if bits >> seat & 1}


def shares_of(state: AxoState) -> list[float]:
    outcome = state.outcome
    assert outcome is not None
    first = outcome.standings[0] if outcome.standings else ()
    return [1 / len(first) if seat in first else 0.0 for seat in range(4)]


def points_of(vec: Ints, players: int) -> list[int]:
    out = np.zeros((4, 5), np.int32)
    axo.scores(vec, out)
    return [int(points) for points in out[:players, 0]]


def result_of(vec: Ints) -> list[float]:
    out = np.zeros(4)
    axo.result(vec, out)
    return [float(share) for share in out]


def seat_of(vec: Ints, seat: int) -> Ints:
    return vec[lay.SEATS + seat * lay.SEAT_SIZE : lay.SEATS + (seat + 1) * lay.SEAT_SIZE]


def pile_of(vec: Ints) -> list[int]:
    return [int(card) for card in vec[lay.PILE + vec[lay.PILE_NEXT] : lay.PILE + vec[lay.PILE_END]]]


def simona_of(vec: Ints) -> list[int]:
    return [int(card) for card in vec[lay.SIMONA + vec[lay.SIMONA_NEXT] : lay.SIMONA + vec[lay.SIMONA_END]]]


def meaning(vec: Ints) -> list[int]:
    """A position without what lies in places that no longer count."""
    bare = vec.copy()
    bare[lay.PILE : lay.WAITING] = 0
    bare[[lay.PILE_NEXT, lay.PILE_END, lay.SIMONA_NEXT, lay.SIMONA_END]] = 0
    bare[lay.WAITING + vec[lay.WAITING_COUNT] : lay.SEATS] = 0
    for seat in range(4):
        at = lay.SEATS + seat * lay.SEAT_SIZE
        bare[at + lay.HAND + vec[at + lay.HAND_COUNT] : at + lay.AREA_COUNT] = 0
        bare[at + lay.AREA + vec[at + lay.AREA_COUNT] : at + lay.MARKS] = 0
        bare[at + lay.MARKS + vec[at + lay.AREA_COUNT] : at + lay.POINTS] = 0
        bare[at + lay.BEFORE + vec[at + lay.AREA_COUNT] : at + lay.SPARE_BEFORE] = 0
        if vec[lay.PHASE] != lay.MARKING:
            bare[[at + lay.STEP, at + lay.APPLIED]] = 0
            bare[at + lay.BEFORE : at + lay.SEAT_SIZE] = 0
    return [*(int(number) for number in bare), -1, *pile_of(vec), -1, *simona_of(vec)]


def walk(players: int, options: dict[str, object], seed: int | str) -> Counter[str]:
    """One game side by side, part of its decisions greedy so that it ends sooner; counts what came up."""
    random = Random(seed)
    state = new(players, seed, **options)
    vec, cards = axo.load(state), axo.tables(state.options)
    rng = axo.seeded(random.getrandbits(64))
    greedy = random.choice((0.0, 0.7, 0.9, 0.97))
    seen = Counter[str]()
    while state.to_act:
        assert seats_of(axo.to_act(vec)) == state.to_act
        seat = random.choice(sorted(state.to_act))
        expected = state.moves(seat)
        codes = legal_codes(vec, seat, cards)
        assert len(codes) == len(expected)
        if random.random() < 0.1:
            assert [axo.decode(code) for code in codes] == list(expected)
            assert [axo.encode(move) for move in expected] == codes
            assert meaning(axo.load(state)) == meaning(vec)
        if random.random() < greedy:
            code = axo.greedy_move(vec, cards, seat, axo.seeded(random.getrandbits(64)), axo.DEFAULT_WEIGHTS)
        else:
            code = random.choice(codes)
        move = axo.decode(code)
        seen[str(move).split()[0]] += 1
        state, events = state.play(seat, move, Shuffles(rng.copy()))
        seen["reshuffled"] += any(event.kind == "reshuffled" for event in events)
        axo.play(vec, cards, seat, code, rng)
        assert points_of(vec, players) == [points for (points,) in state.scores]
        seen["decisions"] += 1
    assert axo.over(vec)
    assert axo.to_act(vec) == 0
    assert meaning(axo.load(state)) == meaning(vec)
    assert result_of(vec) == shares_of(state)
    return seen


def walk_axo(number: int, seed: int) -> Counter[str]:
    """One game on both sides, of all player counts and options in turn."""
    players, options = CASES[number % len(CASES)]
    return walk(players, options, f"{seed}/{number}")
