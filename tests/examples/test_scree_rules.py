"""The rules of Scree, case by case, as its README says them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.support import Sorted, kinds
from triax.games.errors import BadData, BadNotation, IllegalMove
from triax.games.events import Event
from triax_scree.facts import STONES
from triax_scree.game import SCREE
from triax_scree.state import Cairn, ScreeState


def position(*hands: str, bag: str = "99", points: tuple[int, ...] = (0, 0), **more: object) -> ScreeState:
    """Seat 0 is to play; other stones lie nowhere."""
    state = SCREE.new(len(hands), Random(1), {"start": 0})
    return replace(state, hands=tuple(map(tuple, hands)), bag=tuple(bag), points=points, **more)  # type: ignore[arg-type]


def play(state: ScreeState, *texts: str) -> tuple[ScreeState, tuple[Event, ...]]:
    """Turn by turn; gives the events of the last."""
    events: tuple[Event, ...] = ()
    for text in texts:
        state, events = state.play(state.turn, SCREE.parse(text), Sorted())
    return state, events


def test_a_lower_stone_takes_a_cairn_over_and_a_higher_one_does_not_fit() -> None:
    state, _ = play(position("579", "468"), "5@2", "4@2")
    assert state.cairns[1] == Cairn(("5", "4"), 1)
    assert state.points == (0, 0), "it was taken over in time"
    with pytest.raises(IllegalMove, match="a 4 lies on top: expected 4 or lower"):
        play(state, "7@2")
    with pytest.raises(IllegalMove, match="you hold 7, 9, 9"):
        play(state, "1@1")


def test_a_cairn_that_lasts_scores_its_stones() -> None:
    state, events = play(position("579", "468", bag="9999"), "5@2", "4@2", "swap 9", "swap 8")
    assert state.points == (0, 2)
    assert kinds(events) == ["played", "drew"], "the turn of seat 1 had begun with it"
    state, events = play(position("579", "468", bag="999"), "5@2", "4@1")
    assert kinds(events) == ["played", "drew", "scored"]
    assert state.points == (1, 0)
    assert state.discarded == ("5",)
    assert state.cairns == (Cairn(("4",), 1), Cairn(), Cairn())


def test_an_equal_stone_topples_for_one_point() -> None:
    state, events = play(position("579", "458"), "5@2", "5@2")
    assert kinds(events) == ["played", "scored", "drew"]
    assert state.points == (0, 1)
    assert state.cairns[1] == Cairn()
    assert sorted(state.discarded) == ["5", "5"]


def test_the_bag_is_filled_again_once() -> None:
    state, events = play(position("579", "468", bag="", discarded=("3", "2", "1")), "swap 9")
    assert kinds(events) == ["played", "refilled", "drew"]
    assert (state.hands[0], state.bag, state.discarded) == (("5", "7", "1"), ("2", "3", "9"), ())
    state, events = play(position("579", "468", bag="", refilled=True), "swap 9")
    assert kinds(events) == ["played", "over"]
    assert state.outcome is not None
    assert state.outcome.standings == ((0, 1),)


@pytest.mark.parametrize(("players", "goal"), [(2, 15), (3, 10), (4, 8)])
def test_the_goal_ends_the_game(players: int, goal: int) -> None:
    hands = ["579", "568", "234", "678"][:players]
    points = (0, goal - 1, 0, 0)[:players]
    state, events = play(position(*hands, points=points), "5@1", "5@1")
    assert kinds(events)[-1] == "over"
    assert state.outcome is not None
    assert state.outcome.standings[0] == (1,)
    assert not state.to_act


def test_what_is_no_move_or_no_deal_is_refused() -> None:
    for text in ("", "5", "0@1", "5@4", "swap", "swap 10", "5@1 "):
        with pytest.raises(BadNotation, match="expected one such as 4@2 or swap 4"):
            SCREE.parse(text)
    setup = SCREE.deal(2, {}, Random(1))
    with pytest.raises(BadData, match="setup: "):
        SCREE.start(2, {}, {**setup, "bag": [*setup["bag"][1:], "0"]})
    with pytest.raises(BadData, match=r"setup.hands\[0\]: 2 items; expected 3"):
        SCREE.start(2, {}, {**setup, "hands": [setup["hands"][0][1:], setup["hands"][1]]})
    with pytest.raises(BadData, match="players: 1"):
        SCREE.new(1, Random(1))
    assert len(STONES) == 27
