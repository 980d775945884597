"""Moves are written and read alike; what is not a move is refused, quoting the input."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import VARIANTS, random_game
from tests.support.examples import examples
from triax.games import GAMES, check
from triax.games.axio import AxioPlace
from triax.games.axo.notation import Mark
from triax.games.errors import BadNotation
from triax.games.rota import RotaPlace


@pytest.mark.parametrize(("name", "players", "options"), VARIANTS)
@examples(2)
@given(seed=st.integers(0, 2**32))
def test_every_legal_move_is_written_and_read_alike(
    name: str, players: int, options: dict[str, Any], seed: int
) -> None:
    game = GAMES[name]
    for played in list(random_game(game, players, seed, options))[::6]:
        for move in played.before.moves(played.seat):
            assert game.parse(str(move)) == move


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("rota", text) for text in ("2,-1/3", "2,-1/0=B", "0,0/0", "-12,100/2=P")),
        *(("axio", text) for text in ("RG@-1,3>N", "PP@0,1>S", "exchange", "keep")),
        *(("axo", text) for text in ("area 03 17 22", "play 07 R", "mark 03@0,2", "mark 03@1,1~3", "pass")),
        *(("axo", text) for text in ("free 03@2,2", "extra 54@0,0", "stamp 01@1,0", "wipe 3:03@1,2")),
        *(("axo", text) for text in ("refresh 09", "refresh 09 11 12 13", "swap 03>09", "refill 44 51")),
    ],
)
def test_the_notation_of_the_record(name: str, text: str) -> None:
    assert str(GAMES[name].parse(text)) == text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("rota", text) for text in ("", "2,-1", "2,-1/4", "2,-1/-1", "02,1/0", "-0,1/0", "+2,1/0", "2,1/0=Y")),
        *(
            ("rota", text)
            for text in ("2, 1/0", " 2,1/0", "2,1/0\n", "٢,1/0", "2,1/0=r", "2,1/0=", "9999,1/0", "x,y/0")
        ),
        *(("axio", text) for text in ("GR@1,1>N", "RG@1,1>X", "RG@1,1", "RR@1,1>N", "RR@1,1>W", "RG@10,1>N", "Keep")),
        *(("axo", text) for text in ("area 17 03 22", "area 03 03 04", "area", "play 7 R", "play 55 R", "play 00 R")),
        *(("axo", text) for text in ("play 07 G", "mark 03@3,0", "mark 03@0,0~0", "mark 03@0,0~4", "wipe 03@0,0")),
        *(("axo", text) for text in ("refresh", "swap 03 09", "Pass", "pass ", "stamp 03", "wipe 4:03@0,0")),
    ],
)
def test_what_is_not_a_move_is_refused_and_quoted(name: str, text: str) -> None:
    with pytest.raises(BadNotation) as caught:
        GAMES[name].parse(text)
    assert check.quote_text(text) in str(caught.value)
    assert "expected" in str(caught.value) or "is written" in str(caught.value)


@pytest.mark.parametrize("name", list(GAMES))
@given(text=st.text(max_size=30))
def test_any_text_is_a_move_or_a_typed_refusal(name: str, text: str) -> None:
    game = GAMES[name]
    try:
        move = game.parse(text)
    except BadNotation:
        return
    assert str(move) == text


@pytest.mark.parametrize(("name", "text"), [("rota", "2,-1/0=B"), ("axio", "RG@-1,3>N"), ("axo", "mark 03@1,1~3")])
def test_a_repr_can_be_pasted_back(name: str, text: str) -> None:
    move = GAMES[name].parse(text)
    names = {"RotaPlace": RotaPlace, "AxioPlace": AxioPlace, "Mark": Mark}
    assert eval(repr(move), names) == move
