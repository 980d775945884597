"""The flat action encodings: one code a move, every move covered, and what a code means never changes."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import every_variant, random_game
from triax.envs import ENCODINGS, Frame
from triax.envs.rota import REACH, cells, cells_within, steps_away
from triax.games import GAMES
from triax.games.axo.notation import Cards, Mark, MarkOne, PlayCard, Swap, Wipe
from triax.games.core import Dice, Move
from triax.games.errors import BadData
from triax.games.rota import RotaPlace

# What is published: a code that changes its meaning breaks every policy and data set made with it.
SIZES = {
    "rota": {"place": 158_592},
    "axio": {"decide": 2, "place": 7_800},
    "axo": {
        "pass": 1,
        "play": 162,
        "mark": 324,
        "free": 486,
        "extra": 486,
        "refill": 26_289,
        "area": 24_804,
        "pivot": 972,
        "stamp": 486,
        "wipe": 1_944,
        "swap": 2_862,
        "refresh": 342_540,
    },
}
TABLES = {
    "rota": (16_320, 60_384, 132_192, 158_592),
    "axio": (3_602, 3_602, 5_502, 7_802),
    "axo": (401_356, 401_356, 401_356, 401_356),
}
GOLDEN = {
    "rota": {
        "0,-1/0": 0,
        "0,-1/0=R": 1,
        "1,-1/3=P": 47,
        "-1,0/2": 60,
        "2,1/1=B": 129,
        "0,2/0": 144,
        "0,-2/0": 192,
        "2,-1/3": 282,
        "17,-1/3=G": 15_404,
        "-56,1/0=O": 155_860,
        "1,57/3=P": 158_591,
    },
    "axio": {
        "exchange": 0,
        "keep": 1,
        "RR@-4,-4>E": 2,
        "RG@-4,-4>E": 3,
        "PP@4,3>S": 3_301,
        "OP@4,4>W": 3_601,
        "RG@-1,3>N": 3_027,
        "RR@-5,-5>E": 3_602,
        "OP@5,5>W": 5_501,
        "OP@6,6>W": 7_801,
    },
    "axo": {
        "pass": 0,
        "play 01 R": 1,
        "play 54 B": 162,
        "mark 01@0,0": 163,
        "mark 54@0,2": 486,
        "free 03@2,1": 510,
        "extra 54@2,2": 1_458,
        "refill 01": 1_459,
        "refill 01 02": 1_513,
        "refill 52 53 54": 27_747,
        "area 01 02 03": 27_748,
        "area 03 17 22": 29_200,
        "mark 01@0,0~1": 52_552,
        "stamp 01@0,0": 53_524,
        "wipe 1:03@2,1": 54_519,
        "swap 03>09": 56_067,
        "swap 54>53": 58_815,
        "refresh 09 11": 58_923,
        "refresh 51 52 53 54": 401_355,
    },
}


@pytest.mark.parametrize("name", ENCODINGS)
def test_sizes_are_those_published(name: str) -> None:
    encoding = ENCODINGS[name]
    assert {block.name: block.size for block in encoding.blocks} == SIZES[name]
    assert encoding.size == sum(SIZES[name].values())
    assert tuple(encoding.size_for(players, {}) for players in range(1, 5)) == TABLES[name]


def test_without_effects_axo_has_fewer_codes() -> None:
    assert ENCODINGS["axo"].size_for(2, {"effects": False}) == 52_552


@pytest.mark.parametrize(("name", "text", "code"), [(n, t, c) for n, codes in GOLDEN.items() for t, c in codes.items()])
def test_codes_mean_what_they_meant(name: str, text: str, code: int) -> None:
    move = GAMES[name].parse(text)
    assert ENCODINGS[name].encode(move) == code
    assert ENCODINGS[name].decode(code) == move


@every_variant
@settings(max_examples=2)
@given(seed=st.integers(0, 2**32))
def test_every_legal_move_has_its_code(name: str, players: int, options: dict[str, Any], seed: int) -> None:
    encoding = Frame(name, players, options).encoding
    size = encoding.size_for(players, options)
    for played in random_game(GAMES[name], players, seed, options):
        moves = list(played.before.moves(played.seat))
        codes = [encoding.encode(move) for move in moves]
        assert len(set(codes)) == len(moves)
        assert all(0 <= code < size for code in codes)
        assert [encoding.decode(code) for code in codes] == moves
        assert encoding.codes(played.before, played.seat) == codes, "offers and moves are the same"


@pytest.mark.parametrize("name", ENCODINGS)
def test_every_code_is_a_move_of_its_own(name: str) -> None:
    encoding = ENCODINGS[name]
    rng = Random(name)
    borders = {edge + near for edge in (*encoding.starts.values(), encoding.size) for near in (-2, -1, 0, 1)}
    some = range(encoding.size) if name == "axio" else rng.sample(range(encoding.size), 3000)
    for code in {*some, *borders} & set(range(encoding.size)):
        move = encoding.decode(code)
        assert encoding.encode(move) == code
        assert GAMES[name].parse(str(move)) == move, "a code is a move that can be written"


@pytest.mark.parametrize("name", ENCODINGS)
def test_what_is_no_action_is_refused(name: str) -> None:
    encoding = ENCODINGS[name]
    for code in (-1, encoding.size):
        with pytest.raises(BadData, match=f"{code} is not an action of {name}: expected a whole number from 0 to"):
            encoding.decode(code)
    for other in ENCODINGS:
        if other != name:
            with pytest.raises(BadData, match=f"is not an action of {name}"):
                encoding.encode(ENCODINGS[other].decode(30))
    for no_number in (3.0, "3", None):
        with pytest.raises(BadData, match=f"{no_number} is not an action of {name}"):
            encoding.decode(no_number)  # type: ignore[arg-type]
    assert encoding.decode(np.int64(7)) == encoding.decode(7)
    with pytest.raises(BadData, match="players: 5; expected a whole number from 1 to 4"):
        encoding.size_for(5, {})


@pytest.mark.parametrize(
    "move",
    [
        PlayCard("55", "R"),
        PlayCard("01", "G"),
        Cards("area", ("03", "01", "02")),
        Cards("area", ("01", "02")),
        Cards("refresh", ("01", "02", "03", "04", "05")),
        Mark("01", 0, 0, 4),
        MarkOne("stamp", "01", 5, 0),
        MarkOne("dot", "01", 0, 0),
        Wipe(4, "01", 0, 0),
        Swap("01", "01"),
    ],
    ids=str,
)
def test_what_only_looks_like_a_move_gets_no_other_moves_code(move: Move) -> None:
    with pytest.raises(BadData, match=f"'{move}' is not an action of axo"):
        ENCODINGS["axo"].encode(move)


def test_rota_cells_lie_in_rings() -> None:
    found = cells()
    assert len(found) == len(set(found)) == cells_within(REACH)
    for reach in (1, 2, 17, REACH):
        inside = found[: cells_within(reach)]
        assert {steps_away(*cell) for cell in inside} == set(range(1, reach + 1))
    with pytest.raises(BadData, match="not an action"):
        ENCODINGS["rota"].encode(RotaPlace(REACH + 2, 0, 0))
    with pytest.raises(BadData, match="not an action"):
        ENCODINGS["rota"].encode(RotaPlace(0, 0, 0))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("away", [(1, 0), (0, -1), (-1, 1)])
def test_rota_is_covered_as_far_as_a_game_can_reach(players: int, away: tuple[int, int]) -> None:
    """Everybody runs away from the start square in one direction."""
    rng = Random(players)
    state = GAMES["rota"].new(players, rng)
    encoding, laid, farthest = ENCODINGS["rota"], 0, 0
    size = encoding.size_for(players, {})
    while state.to_act:
        (seat,) = state.to_act
        moves = [move for move in state.moves(seat) if isinstance(move, RotaPlace)]
        move = max(moves, key=lambda move: move.x * away[0] + move.y * away[1])
        laid += 1
        farthest = max(farthest, steps_away(move.x, move.y))
        assert max(map(encoding.encode, moves)) < size
        state, _ = state.play(seat, move, Dice(rng))
    assert farthest == laid <= GAMES["rota"].facts.decisions[players]


@pytest.mark.slow
def test_random_games_stay_as_near_as_the_page_says() -> None:
    page = (Path(__file__).parents[2] / "docs" / "environments.md").read_text("utf-8")
    farthest = [0] * 4
    for players in range(1, 5):
        for seed in range(500):
            for played in random_game(GAMES["rota"], players, seed):
                assert isinstance(played.move, RotaPlace)
                farthest[players - 1] = max(farthest[players - 1], steps_away(played.move.x, played.move.y))
    assert "the farthest tile lay {}, {}, {} and {} steps away".format(*farthest) in page


def test_a_shorter_reach_leaves_the_codes_as_they_are() -> None:
    frame = Frame("rota", 2, {}, reach=4)
    assert frame.size == cells_within(4) * 24
    rng = Random(3)
    state = GAMES["rota"].new(2, rng)
    cut = 0
    while state.to_act:
        (seat,) = state.to_act
        codes, whole = frame.codes(state, seat), ENCODINGS["rota"].codes(state, seat)
        assert codes == sorted(code for code in whole if code < frame.size)
        cut += len(codes) < len(whole)
        state, _ = state.play(seat, frame.decode(rng.choice(codes)), Dice(rng))
    assert cut
    with pytest.raises(BadData, match="not an action at this table"):
        frame.decode(frame.size)


def test_the_first_code_beyond_the_reach_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    frame, state = Frame("rota", 2, {}, reach=4), GAMES["rota"].new(2, Random(1))
    monkeypatch.setattr(frame.encoding, "codes", lambda *_: [frame.size + 1, frame.size, frame.size - 1, 0])
    assert frame.codes(state, 0) == [0, frame.size - 1]


def test_a_tile_beyond_the_reach_is_never_shown_elsewhere() -> None:
    state = GAMES["rota"].new(1, Random(1))
    frame = Frame("rota", 1, {}, reach=4)
    frame.observe(state.view(0))
    for _ in range(5):
        move = min((move for move in state.moves(0) if isinstance(move, RotaPlace)), key=lambda move: move.x)
        state, _ = state.play(0, move, Dice(Random(1)))
    with pytest.raises(BadData, match="the tile on -5,0 lies beyond the reach of 4"):
        frame.observe(state.view(0))


@pytest.mark.parametrize("reach", [3, 35, True])
def test_a_reach_that_is_none_is_refused(reach: int) -> None:
    with pytest.raises(BadData, match="expected a whole number from 4 to 34, for 2 players"):
        Frame("rota", 2, {}, reach=reach)
    with pytest.raises(BadData, match=f"reach: {reach}; Axio has none"):
        Frame("axio", 2, {}, reach=reach)
