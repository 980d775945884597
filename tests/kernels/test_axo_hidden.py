"""A deal anew of what a seat cannot see in AXO: nothing else changes, and all deals are reached."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from tests.kernels.support.axo_walk import CASES, legal_codes, meaning, new, pile_of, seat_of, seats_of, simona_of
from tests.kernels.support.compare import even
from triax.kernels import axo
from triax.kernels.arrays import Ints
from triax.kernels.axo import layout as lay
from triax.kernels.trials import HIDDEN

DECK = axo.tables()
ROOM = np.empty(HIDDEN, np.int64)


def hands_of(vec: Ints) -> list[list[int]]:
    blocks = [seat_of(vec, seat) for seat in range(vec[lay.PLAYERS])]
    return [[int(card) for card in block[lay.HAND : lay.HAND + block[lay.HAND_COUNT]]] for block in blocks]


def all_cards(vec: Ints) -> list[int]:
    return sorted([*pile_of(vec), *simona_of(vec), *(card for hand in hands_of(vec) for card in hand)])


def seen(vec: Ints, seat: int) -> list[int]:
    """A position without what this seat cannot see, and without the markings in progress of others."""
    bare = vec.copy()
    bare[lay.PILE : lay.WAITING] = 0
    for other in range(vec[lay.PLAYERS]):
        if other != seat:
            seat_of(bare, other)[lay.HAND : lay.AREA_COUNT] = 0
            seat_of(bare, other)[lay.LAID] = seat_of(bare, other)[lay.LAID] != 0
    return [int(number) for number in bare]


@pytest.mark.parametrize(("players", "options"), CASES)
def test_what_is_hidden_is_dealt_anew_and_nothing_else(players: int, options: dict[str, object]) -> None:
    vec, chance = axo.load(new(players, 3, **options)), axo.seeded(3)
    room, phases, changed = np.zeros(axo.MAX_MOVES, np.int32), set(), 0
    while not axo.over(vec):
        phases.add(int(vec[lay.PHASE]))
        for seat in (*range(players), -1):
            dealt = vec.copy()
            axo.reshuffle(dealt, seat, chance, ROOM)
            changed += meaning(dealt) != meaning(vec)
            assert seen(dealt, seat) == seen(vec, seat)
            assert all(hand == sorted(hand) for hand in hands_of(dealt))
            assert all_cards(dealt) == all_cards(vec)
            laid = [seat_of(dealt, other)[lay.LAID] for other in range(players)]
            assert all(int(area).bit_count() in (0, 3) for area in laid)
            if seat >= 0:
                assert hands_of(dealt)[seat] == hands_of(vec)[seat]
                assert legal_codes(dealt, seat, DECK) == legal_codes(vec, seat, DECK)
        seat = max(seats_of(axo.to_act(vec)))
        policy = axo.greedy_move(vec, DECK, seat, chance, axo.DEFAULT_WEIGHTS)
        code = policy if chance[0] % 8 else axo.random_move(vec, DECK, seat, chance, room)
        axo.play(vec, DECK, seat, code, chance)
    assert {lay.LAYING, lay.CHOOSING, lay.MARKING, lay.REFILLING} <= phases
    assert changed > 20


@pytest.mark.parametrize("laid", [False, True])
def test_all_deals_are_equally_likely(laid: bool) -> None:
    """Four cards in the other hand, three of them perhaps chosen for the area, and two in the pile."""
    vec, chance = axo.load(new(2, 1, start=0)), axo.seeded(1)
    other = seat_of(vec, 1)
    other[lay.HAND_COUNT], other[lay.LAID] = 4, 0b111 if laid else 0
    vec[lay.PILE_NEXT], vec[lay.PILE_END] = 10, 12
    other[lay.HAND : lay.HAND + 4], vec[lay.PILE + 10 : lay.PILE + 12] = range(1, 5), range(5, 7)
    drawn: Counter[tuple[int, ...]] = Counter()
    for _ in range(12_000):
        axo.reshuffle(vec, 0, chance, ROOM)
        drawn[int(other[lay.LAID]), *hands_of(vec)[1], *pile_of(vec)] += 1
    areas = [0b0111, 0b1011, 0b1101, 0b1110] if laid else [0]
    deals = {(*sorted(deal[:4]), *deal[4:]) for deal in permutations(range(1, 7))}
    assert even(drawn, [(area, *deal) for area in areas for deal in deals])
