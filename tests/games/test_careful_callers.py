"""What a caller may get wrong in Python: seats, options, views, numbers of another make. Words, never a bare error."""

from __future__ import annotations

import json
import pickle
import re
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.support import random_game
from triax.games import GAMES, check
from triax.games.axio import AXIO
from triax.games.core import Dice, Move
from triax.games.errors import BadData, BadNotation, IllegalMove, TriaxError, WrongSeat
from triax.games.rota import ROTA

GAME_NAMES = list(GAMES.own)


@pytest.mark.parametrize("name", GAME_NAMES)
@pytest.mark.parametrize("seat", [-1, 2, 9, "0", 0.5])
def test_a_seat_that_is_not_there_sees_and_may_do_nothing(name: str, seat: Any) -> None:  # noqa: ANN401
    state = GAMES[name].new(2, Random(0))
    for ask in (state.view, state.moves, state.offers):
        with pytest.raises(WrongSeat, match=f"no seat {check.quote(seat)}: expected 0 to 1"):
            ask(seat)
    with pytest.raises(TriaxError):
        state.play(seat, state.moves(min(state.to_act))[0], Dice(Random(0)))


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_seat_of_another_make_leaves_no_trace(name: str) -> None:
    """JSON knows no numbers of NumPy's."""
    state = GAMES[name].new(2, Random(0), {"start": 0})
    seat = np.int64(min(state.to_act))
    assert type(state.view(seat)["seat"]) is int  # type: ignore[arg-type]
    after, events = state.play(seat, state.moves(seat)[0], Dice(Random(0)))  # type: ignore[arg-type]
    json.dumps([after.view(0), [event.plain() for event in events]])


@pytest.mark.parametrize("name", GAME_NAMES)
@pytest.mark.parametrize("text", [None, 5, b"pass", ["pass"]])
def test_what_is_no_text_is_no_move(name: str, text: Any) -> None:  # noqa: ANN401
    with pytest.raises(BadNotation, match=re.escape(f"{check.quote_text(text)} is not a move of")):
        GAMES[name].parse(text)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_options_of_a_game_never_change(name: str) -> None:
    state = GAMES[name].new(2, Random(0), {"start": 0})
    with pytest.raises(TypeError, match="do not change"):
        state.options["start"] = 1
    with pytest.raises(TypeError):
        state.options.update(start=1)
    with pytest.raises(TypeError):
        del state.options["start"]
    view = state.view(0)
    view["options"]["start"] = 1  # the caller's own copy
    assert state.options["start"] == 0


@pytest.mark.parametrize("name", GAME_NAMES)
def test_an_event_as_plain_data_is_the_callers_own(name: str) -> None:
    events = [event for played in random_game(GAMES[name], 2, 1) for event in played.events]
    written = [repr(event.plain()) for event in events]
    for event in events:
        _empty(event.plain())
    assert [repr(event.plain()) for event in events] == written


def _empty(data: Any) -> None:  # noqa: ANN401
    if isinstance(data, dict | list):
        for inner in list(data.values() if isinstance(data, dict) else data):
            _empty(inner)
        data.clear()


@pytest.mark.parametrize("name", GAME_NAMES)
def test_states_and_moves_can_be_hashed_and_pickled(name: str) -> None:
    for number, played in enumerate(random_game(GAMES[name], 3, 4)):
        if number % 9 == 0:
            state = played.before
            again = pickle.loads(pickle.dumps(state))
            assert again == state
            assert hash(again) == hash(state)
            assert {state: 1}[again] == 1
            moves = pickle.loads(pickle.dumps(state.moves(played.seat)))
            assert list(moves) == list(state.moves(played.seat))
            assert played.move in moves
            events = pickle.loads(pickle.dumps(played.events))
            assert events == played.events


def test_numbers_of_numpy_are_numbers() -> None:
    state = ROTA.new(np.int64(2), Random(0))  # type: ignore[arg-type]
    assert type(state.players) is int
    assert state == ROTA.new(2, Random(0))


@pytest.mark.parametrize("players", [0, 5, -1, 2.0, "2", None, True, [2]])
@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_number_of_players_that_is_none(name: str, players: object) -> None:
    with pytest.raises(BadData, match=r"players: .*; expected a whole number from 1 to 4"):
        GAMES[name].new(players, Random(0))  # type: ignore[arg-type]


def test_who_may_play_is_told_without_gaps() -> None:
    for allowed, expected in [((2,), "2"), ((4, 2), "2 or 4"), ((2, 3), "a whole number from 2 to 3")]:
        with pytest.raises(BadData, match=f"players: 5; expected {expected}$"):
            check.check_players(5, allowed)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_what_is_no_view_is_not_sampled(name: str) -> None:
    game = GAMES[name]
    view = game.new(2, Random(0)).view(0)
    partial = {field: value for field, value in view.items() if field != "options"}
    wrongs: list[Any] = [{}, [], None, {"game": name}, {**view, "game": "chess"}, partial]
    for wrong in wrongs:
        with pytest.raises(BadData, match="view"):
            game.sample(wrong, Random(0))


def test_a_move_of_another_game_is_refused() -> None:
    state = ROTA.new(2, Random(0), {"start": 0})
    with pytest.raises(IllegalMove, match="expected a move of rota"):
        state.play(0, AXIO.parse("RG@0,0>E"), Dice(Random(0)))
    move: Move = AXIO.parse("RG@0,0>E")
    assert move not in state.moves(0)


@pytest.mark.parametrize("name", GAME_NAMES)
@pytest.mark.parametrize("text", ["x" * 10_000_000, "\x1b[31mred\x9b2J", "a\nb", "\u202eabc", "\ud800", "\x7f\u2028"])
def test_what_is_refused_is_quoted_short_and_harmless(name: str, text: str) -> None:
    with pytest.raises(BadNotation) as caught:
        GAMES[name].parse(text)
    said = str(caught.value)
    assert len(said) < 400
    assert said.isprintable()
    assert check.quote_text("abc") == "'abc'"
    assert check.quote(text).isprintable()


def test_reprs_tell_what_everybody_sees() -> None:
    state = ROTA.new(2, Random(0), {"start": 0})
    assert repr(state) == "<RotaState: 2 players, to act: 0, scores 0 0 0 0 0 | 0 0 0 0 0>"
    assert repr(AXIO.new(2, Random(0), {"start": 0}).moves(0)) == "<240 moves: RG@-2,-4>E, RG@-1,-4>S, RG@-1,-4>W, …>"
    hidden = [state.hands[1], *state.stacks[0], *state.supply]
    assert not any(str(tile) in repr(state) for tile in hidden)
