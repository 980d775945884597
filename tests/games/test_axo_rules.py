"""AXO, rule by rule: set-up, choosing, marking. Names in the tests are those of the rulings, X1 to X8."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from tests.games.support.axo_positions import AXO, choosing, marking, moves_of, play
from triax.games.axo import AxoState
from triax.games.axo.pieces import AREA, EFFECTS, HAND, Polyomino, standard_deck, turned
from triax.games.errors import IllegalMove, WrongSeat


def test_x1_the_deck() -> None:
    deck = standard_deck()
    assert list(deck) == [f"{n:02}" for n in range(1, 55)]
    shapes = Counter(one_of_four(card.shape) for card in deck.values())
    assert len(shapes) == 18
    assert set(shapes.values()) == {3}
    assert all(3 <= len(card.shape) <= 5 for card in deck.values())
    assert all(Counter(card.grid) == {"R": 3, "Y": 3, "B": 3} for card in deck.values())
    for place in range(9):
        assert Counter(card.grid[place] for card in deck.values()) == {"R": 18, "Y": 18, "B": 18}
    effects = Counter(card.effect for card in deck.values())
    assert effects[None] == 30
    assert set(effects) == {None, *EFFECTS}


def one_of_four(shape: Polyomino) -> tuple[tuple[int, int], ...]:
    """The same for a polyomino however it is turned."""
    return min(tuple(sorted(turned(shape, quarters))) for quarters in range(4))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_set_up_seven_cards_three_to_lay(players: int) -> None:
    state = AXO.new(players, Random(0))
    assert isinstance(state, AxoState)
    assert state.to_act == set(range(players)), "all choose at the same time"
    assert all(len(player.hand) == 7 for player in state.seats)
    assert len(state.moves(0)) == 35
    assert len(state.pile) == 54 - 7 * players - (8 if players == 1 else 0)


def test_areas_are_laid_when_all_have_chosen() -> None:
    state = AXO.new(2, Random(0), {"start": 1})
    assert isinstance(state, AxoState)
    after, events = play(state, (1, str(state.moves(1)[0])))
    assert after.to_act == {0}
    assert after.seats[1].area == ()
    with pytest.raises(WrongSeat, match="the decision is with seat 0"):
        play(after, (1, str(state.moves(1)[0])))
    after, events = play(after, (0, str(state.moves(0)[3])))
    assert [event.kind for event in events] == ["area", "laid", "laid"]
    assert all(len(player.area) == AREA and len(player.hand) == HAND for player in after.seats)
    assert after.phase == "choose"
    assert after.to_act == {1}


def test_choosing_lays_a_card_of_the_hand_and_declares_a_colour() -> None:
    state = choosing()
    assert len(state.moves(0)) == 12
    after, events = play(state, (0, f"play {state.seats[0].hand[0]} R"))
    assert after.card == state.seats[0].hand[0]
    assert after.colour == "R"
    assert len(after.seats[0].hand) == 3
    assert events[0].kind == "played"
    assert after.to_act == {0, 1}
    with pytest.raises(IllegalMove, match="expected one of 12 moves such as play"):
        play(state, (0, f"play {state.seats[1].hand[0]} R"))


@pytest.mark.parametrize(
    ("quarters", "rows"),
    [(0, ["#..", "###"]), (1, ["##", "#.", "#."]), (2, ["###", "..#"]), (3, [".#", ".#", "##"])],
)
def test_turning_a_polyomino_clockwise(quarters: int, rows: list[str]) -> None:
    corner = frozenset({(0, 0), (0, 1), (1, 1), (2, 1)})
    expected = {(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"}
    assert turned(corner, quarters) == expected


def test_x2_x4_each_seat_sees_the_polyomino_from_its_own_side() -> None:
    """k sides clockwise from the active seat: k quarter turns counter-clockwise."""
    state = choosing(players=4, active=1)
    card = "19"  # ### / #..
    state = replace(state, seats=tuple(replace(p, hand=(card,)) if s == 1 else p for s, p in enumerate(state.seats)))
    after, _ = play(state, (1, f"play {card} R"))
    shape = standard_deck()[card].shape
    for seat, clockwise in ((1, 0), (2, 3), (3, 2), (0, 1)):
        assert after.marking[seat].shape == turned(shape, clockwise)


@pytest.mark.parametrize(("side", "clockwise"), [("left", 1), ("right", 3)])
def test_x4_simona_at_either_side(side: str, clockwise: int) -> None:
    state = AXO.new(1, Random(0), {"simona": side})
    assert isinstance(state, AxoState)
    assert state.simona is not None
    card = state.simona[0]
    after, _ = play(state, (0, str(state.moves(0)[0])))
    assert after.card == card
    assert after.marking[0].shape == turned(standard_deck()[card].shape, clockwise)


def test_a_polyomino_is_shifted_wholly_inside_and_marks_the_declared_colour_only() -> None:
    # Card 01 is a bar of three; card 07's grid is BBR / RYB / YRY.
    state = marking(card="01", colour="R", areas=[[("07", "...", "...", "...")]])
    assert moves_of(state, 0) == ["mark 07@0,0", "mark 07@0,1", "mark 07@0,2", "pass"]
    after, _ = play(state, (0, "mark 07@0,1"))
    assert after.marking == ()
    assert after.seats[0].area[0].marks == 0b000_001_000, "only the red section of the row"
    with pytest.raises(IllegalMove):
        play(state, (0, "mark 07@1,0"))


def test_x5_an_application_marks_at_least_one_new_section() -> None:
    state = marking(card="01", colour="R", areas=[[("07", "..x", "...", "...")]])
    assert moves_of(state, 0) == ["mark 07@0,1", "mark 07@0,2", "pass"]


def test_the_active_player_applies_once_to_each_card() -> None:
    area = [("07", "...", "...", "..."), ("08", "...", "...", "..."), ("09", "...", "...", "...")]
    state = marking(card="01", colour="R", areas=[area])
    assert {move.split("@")[0] for move in moves_of(state, 0)} == {"mark 07", "mark 08", "mark 09", "pass"}
    state, _ = play(state, (0, "mark 08@0,0"))
    assert not any("08" in move for move in moves_of(state, 0))
    state, _ = play(state, (0, "mark 07@0,0"))
    state, _ = play(state, (0, moves_of(state, 0)[0]))
    assert state.active is None, "Simona's turn has begun"


def test_the_others_apply_to_one_card_only_and_marking_is_a_right() -> None:
    area = [("07", "...", "...", "..."), ("08", "...", "...", "..."), ("09", "...", "...", "...")]
    state = marking(card="01", colour="R", areas=[[("10", "...", "...", "...")], area])
    state, _ = play(state, (1, moves_of(state, 1)[0]))
    assert state.to_act == {0}
    state, _ = play(state, (0, "pass"))
    assert state.phase != "mark"


def test_a_free_mark_where_no_section_of_the_colour_is_open_in_the_whole_area() -> None:
    state = marking(card="01", colour="R", areas=[[("07", "..x", "x..", ".x.")]])  # all red marked
    assert moves_of(state, 0)[0] == "free 07@0,0"
    assert len(moves_of(state, 0)) == 7
    after, _ = play(state, (0, "free 07@1,1"))
    assert after.seats[0].area[0].marks == 0b010_001_100 | 0b000_010_000


def test_sections_of_the_colour_that_cannot_be_reached_mark_nothing() -> None:
    # Card 34 is #.. / ### / #.. and fits in one place; card 35 is RRY / BYB / RBY with one red section open.
    state = marking(card="34", colour="R", areas=[[("35", "x..", "...", "x..")], [("07", "...", "...", "...")]])
    assert state.to_act == {1}
    assert state.marking[0].step == "done"


def test_extra_marks_come_at_the_end_of_marking_and_may_be_saved() -> None:
    state = marking(card="01", colour="R", areas=[[("07", "...", "...", "...")]], extra=2)
    state, _ = play(state, (0, "mark 07@0,0"))
    assert moves_of(state, 0)[0] == "extra 07@0,0"
    assert moves_of(state, 0)[-1] == "pass"
    once, _ = play(state, (0, "extra 07@0,0"))
    assert once.marking[0].extra == 1
    done, _ = play(once, (0, "pass"))
    assert done.seats[0].extra == 1
    assert done.seats[0].area[0].marks == 0b000_000_101


def test_after_a_pass_extra_marks_come_next() -> None:
    state = marking(card="01", colour="R", areas=[[("07", "...", "...", "...")]], extra=1)
    state, _ = play(state, (0, "pass"))
    assert moves_of(state, 0)[0].startswith("extra")
    free = marking(card="01", colour="R", areas=[[("07", "..x", "x..", ".x.")]], extra=1)
    free, _ = play(free, (0, "pass"))
    assert moves_of(free, 0)[0].startswith("extra")


def test_a_seat_with_nothing_to_decide_is_not_asked() -> None:
    state = marking(card="01", colour="R", areas=[[("07", "...", "...", "...")], []])
    assert state.to_act == {0}


def test_x6_nobody_sees_marks_until_all_are_done() -> None:
    area = [("07", "...", "...", "...")]
    state = marking(card="01", colour="R", areas=[area, [("08", "...", "...", "...")]])
    before = state.view(1)
    after, events = play(state, (0, "mark 07@0,0"))
    assert after.view(1) == {**before, "to_act": [1]}
    assert after.view(None)["seats"][0]["area"][0]["marks"] == "........."
    assert after.view(0)["seats"][0]["area"][0]["marks"] == "..x......"
    assert [event.seen_by(1) for event in events] == [None]
    _, events = play(after, (1, "pass"))
    assert [event.kind for event in events if event.seen_by(1)][:3] == ["passed", "revealed", "revealed"]


def test_a_pivot_turns_the_polyomino_first_and_is_spent() -> None:
    state = marking(card="01", colour="R", areas=[[("07", "...", "...", "...")]], pivots=1)
    assert moves_of(state, 0) == [
        *("mark 07@0,0", "mark 07@0,1", "mark 07@0,2"),
        *("mark 07@0,0~1", "mark 07@1,0~1", "mark 07@2,0~1"),
        "pass",
    ], "the bar looks the same after two quarter turns"
    after, _ = play(state, (0, "mark 07@2,0~1"))
    assert after.seats[0].pivots == 0
    after, _ = play(state, (0, "mark 07@0,0"))
    assert after.seats[0].pivots == 1


def test_two_pivots_serve_two_applications() -> None:
    area = [("07", "...", "...", "..."), ("08", "...", "...", "...")]
    state = marking(card="01", colour="R", areas=[area], pivots=2)
    state, _ = play(state, (0, "mark 07@2,0~1"))
    assert any("~" in move for move in moves_of(state, 0))
    one = marking(card="01", colour="R", areas=[area], pivots=1)
    one, _ = play(one, (0, "mark 07@2,0~1"))
    assert not any("~" in move for move in moves_of(one, 0))
