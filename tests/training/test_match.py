"""A bot of this version meets one of another, which sees the same and answers the same as it would here."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from training.match import OtherVersion, Pairing, _others, share_of

from triax.bots import find_bot
from triax.bots.strengths import change, strength_of
from triax.games import GAMES
from triax.games.errors import BadData

HERE = Path(__file__).parents[2]


@pytest.mark.parametrize("game", list(GAMES))
def test_the_other_version_answers_as_it_would_here(game: str) -> None:
    rng = Random(3)
    state = GAMES[game].new(2, rng)
    seat = min(state.to_act)
    view, moves = state.view(seat), state.moves(seat)
    other = OtherVersion(HERE, "apprentice", 0.1, processor=game == "axo")
    try:
        for seed in range(3):
            own = Random(Random(seed).getrandbits(63))
            expected = find_bot("apprentice", game).choose(view, GAMES[game].sample(view, own).moves(seat), own)
            assert other.choose(view, moves, Random(seed)) == expected
    finally:
        other.end()


def test_a_move_that_is_not_known_here_is_refused_with_words() -> None:
    state = GAMES["rota"].new(2, Random(3))
    seat = min(state.to_act)
    view, moves = state.view(seat), state.moves(seat)
    other = OtherVersion(HERE, "apprentice", 0.1)
    try:
        answer = other.choose(view, moves, Random(1))
        unknown = [move for move in moves if move != answer]
        with pytest.raises(BadData, match=rf"apprentice plays '{re.escape(str(answer))}'; expected one of \d+ moves"):
            other.choose(view, unknown, Random(1))
    finally:
        other.end()


def test_a_deal_is_played_from_every_seat() -> None:
    pairing = Pairing("rota", 3, "apprentice", "novice", HERE, 0.1)
    try:
        shares = share_of(pairing, "17 0")
        assert len(shares) == 3
        assert all(0 <= share <= 1 for share in shares)
        assert shares == share_of(pairing, "17 0")
    finally:
        _others.pop(pairing).end()


def test_at_full_strength_nothing_is_overlooked() -> None:
    before = strength_of("rota", "novice")
    try:
        Pairing("rota", 2, "novice", "novice", HERE, 0.1, is_full=True).build()
        assert strength_of("rota", "novice").oversight == 0 < before.oversight
    finally:
        change("rota", "novice", before)
