"""Axio by the written rules and by the compiled ones, side by side. No pytest: `differential` runs it too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from tests.kernels.support.compare import near
from triax.games.axio import Axio, AxioState
from triax.games.axio.facts import track_top
from triax.games.axio.pieces import KINDS
from triax.games.tracks import COLOURS
from triax.kernels import axio
from triax.kernels.arrays import Ints
from triax.kernels.axio import layout

TILES, OPTIONS = axio.tables(), np.empty(10, np.int32)


def bag_of(vec: Ints) -> tuple[str, ...]:
    """The bag in the words of `games`, the tile to be drawn next first."""
    return tuple(KINDS[kind] for kind in vec[layout.BAG + vec[layout.BAG_HEAD] : layout.BAG + vec[layout.BAG_END]])


@dataclass(frozen=True)
class BagOf:
    """Chance as the kernel's array has it."""

    vec: Ints

    def shuffle(self, pieces: Sequence[str]) -> tuple[str, ...]:
        bag = bag_of(self.vec)
        assert sorted(bag) == sorted(pieces)
        return bag


def legal_codes(vec: Ints, seat: int) -> list[int]:
    out = np.empty(axio.MAX_MOVES, np.int32)
    return [int(code) for code in out[: axio.legal(vec, TILES, seat, out)]]


def tracks_of(vec: Ints) -> list[list[int]]:
    out = np.empty((4, 5), np.int32)
    axio.scores(vec, out)
    return [[int(track) for track in row] for row in out[: vec[layout.PLAYERS]]]


def shares_of(vec: Ints) -> list[float]:
    out = np.empty(4)
    axio.result(vec, out)
    return [float(share) for share in out]


def expected_shares(state: AxioState) -> list[float]:
    assert state.outcome is not None
    if state.players == 1:
        return [min(state.tracks[0]) / 36 + sum(state.tracks[0]) / 18000, 0, 0, 0]
    first = state.outcome.standings[0]
    return [1 / len(first) if seat in first else 0 for seat in range(4)]


def racks_of(vec: Ints) -> list[list[int]]:
    sizes = vec[layout.RACK_SIZES : layout.RACK_SIZES + 4]
    return [sorted(vec[layout.RACKS + 5 * seat :][: sizes[seat]].tolist()) for seat in range(4)]


def canonical(vec: Ints) -> dict[str, list[int] | tuple[str, ...]]:
    """What an array means: free of the order of racks and pairs, and of what is no longer looked at."""
    empty = vec[: layout.CELLS] == layout.EMPTY
    pairs = [int(pair) for pair in vec[layout.PAIRS : layout.PAIRS + vec[layout.PAIR_COUNT]]]
    open_pairs = sorted(p for p in pairs if empty[p >> 1] and empty[(p >> 1) + (layout.STRIDE if p & 1 else 1)])
    assert len(open_pairs) == len(set(open_pairs)) == vec[layout.OPEN_PAIRS]
    head, count = int(vec[layout.PYRAMID_HEAD]), int(vec[layout.PYRAMID_COUNT])
    plain = {
        "board": vec[: layout.CELLS].tolist(),
        "pairs": open_pairs,
        "racks": [kind for rack in racks_of(vec) for kind in [len(rack), *rack]],
        "bag": bag_of(vec),
        "pyramids": [int(vec[layout.PYRAMIDS + (head + i) % 20]) for i in range(count)],
        "tracks": vec[layout.TRACKS : layout.TRACKS + 20].tolist(),
        "printed": vec[layout.PRINTED : layout.PRINTED + 5].tolist(),
        "numbers": vec[layout.PLAYERS : layout.BAG_HEAD].tolist(),
    }
    for name, offset in (("lines", layout.LINES), ("closing", layout.CLOSING), ("blanks", layout.BLANKS)):
        plain[name] = vec[offset : offset + layout.CELLS][empty].tolist()
    return plain


def check_step(state: AxioState, vec: Ints, *, closely: bool) -> None:
    """The two agree on the position, in short or in every detail."""
    assert axio.to_act(vec) == sum(1 << seat for seat in state.to_act)
    assert axio.over(vec) == (state.outcome is not None)
    assert tracks_of(vec) == [list(own) for own in state.tracks]
    for seat in state.to_act:
        moves, codes = state.moves(seat), legal_codes(vec, seat)
        assert len(codes) == len(moves)
        if closely:
            assert [axio.decode(code) for code in codes] == list(moves)
            assert [axio.encode(move) for move in moves] == codes
    if closely:
        assert canonical(vec) == canonical(axio.load(state))
    if state.outcome is not None:
        assert near(shares_of(vec), expected_shares(state))


def walk(state: AxioState, rng: Random, *, greed: float, close: float = 0.02) -> tuple[AxioState, int]:
    """Play a game to its end in both engines, some moves greedy, comparing at each step. The end, and the decisions."""
    vec, chance = axio.load(state), axio.seeded(rng.getrandbits(64))
    table = axio.default_table(state.players)
    check_step(state, vec, closely=True)
    decisions = 0
    while state.to_act:
        seat = state.turn
        if rng.random() < greed:
            code = axio.greedy_move(vec, TILES, seat, chance, table)
        else:
            code = axio.random_move(vec, TILES, seat, chance, OPTIONS)
        axio.play(vec, TILES, seat, code, chance)
        state, _ = state.play(seat, axio.decode(code), BagOf(vec))
        check_step(state, vec, closely=rng.random() < close)
        decisions += 1
    assert canonical(vec) == canonical(axio.load(state))
    return state, decisions


def near_the_top(state: AxioState, rng: Random) -> AxioState:
    """The same with long tracks, so that extra turns and immediate wins come up."""
    top = 36 if state.players == 1 else 18
    tracks = tuple(tuple(rng.randint(top - 6, top) for _ in COLOURS) for _ in range(state.players))
    return replace(state, tracks=tuple((top - 1, *own[1:]) for own in tracks))


def new(players: int, rng: Random) -> AxioState:
    return Axio().start(players, {}, Axio().deal(players, {}, rng))


def walk_axio(number: int, seed: int) -> Counter[str]:
    """One game on both sides, every position compared; counts what came up."""
    rng = Random(f"{seed}/{number}")
    state = new(1 + number % 4, rng)
    if number % 5 == 0:
        state = near_the_top(state, rng)
    end, decisions = walk(state, rng, greed=rng.choice([0, 0, 0.5, 1]))
    seen = Counter({"decisions": decisions, "pyramids": len(end.pyramids)})
    seen["wins at once"] += any(min(own) == track_top(end.players) for own in end.tracks)
    seen["no tile left"] += not end.racks[end.turn]
    return seen
