"""AXO, rule by rule: completing cards, effects, scoring, refilling, the end, Simona (X7, X8)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from tests.games.support.axo_positions import AXO, Marked, marking, moves_of, play, position
from tests.support import Sorted
from triax.games.axo import AxoState
from triax.games.axo.flow import advance
from triax.games.axo.pieces import FULL
from triax.games.axo.player import Sheet
from triax.games.events import Over, plain_for

BLANK = ("...", "...", "...")


def nearly(card: str) -> Marked:
    """Only the section 0,0 is open."""
    return (card, ".xx", "xxx", "xxx")


def complete(*cards: str, others: tuple[Marked, ...] = (), **more: object) -> AxoState:
    """Seat 0 has extra marks enough to complete these cards; seat 1 has nothing to decide."""
    area = [nearly(card) for card in cards] + list(others)
    second = more.pop("second", [("45", "xxx", "xxx", "xx."), ("47", *BLANK), ("48", *BLANK)])
    state = marking("39", "Y", [area, second], extra=3, **more)  # type: ignore[list-item, arg-type]
    while state.phase == "mark":
        seat = min(state.to_act)
        if seat == 0 and state.marking[0].step == "extra":
            left = [sheet.card for sheet in state.marking[0].area if sheet.card in cards and sheet.marks != FULL]
            state, _ = play(state, (0, f"extra {left[0]}@0,0" if left else "pass"))
        else:
            state, _ = play(state, (seat, "pass"))
    return state


def test_one_card_is_a_point_and_an_extra_mark() -> None:
    state = complete("01", others=(("02", *BLANK), ("05", *BLANK)))
    assert state.scores == ((1,), (0,))
    assert state.seats[0].extra == 2 + 1
    assert state.seats[0].earned == 4


def test_two_cards_are_three_points_and_three_cards_four() -> None:
    two = complete("01", "02", others=(("05", *BLANK),))
    assert two.scores[0] == (3,)
    assert two.seats[0].extra == 1, "no extra mark for two"
    three = complete("01", "02", "05")
    assert three.scores[0] == (4,)
    assert three.seats[0].extra == 0


def test_no_more_than_five_extra_marks_in_a_game() -> None:
    state = marking("39", "Y", [[nearly("01")], [("45", *BLANK)]], extra=5)
    state, _ = play(state, (1, "pass"), (0, "pass"), (1, "pass"), (0, "extra 01@0,0"))
    assert state.scores[0] == (1,)
    assert state.seats[0].extra == 4
    assert state.seats[0].earned == 5


def test_completed_cards_and_the_card_played_are_discarded_without_marks() -> None:
    state = complete("01", others=(("02", *BLANK), ("05", *BLANK)))
    state, _ = play(state, (0, moves_of(state, 0)[0]))
    assert {"01", "39"} <= set(state.discard)
    assert len(state.seats[0].area) == 3


def test_the_area_is_refilled_by_choice_in_turn_order_then_all_draw() -> None:
    both = marking("39", "Y", [[nearly("01"), ("02", *BLANK), ("05", *BLANK)], [nearly("07")]], extra=1)
    both, _ = play(both, (0, "pass"), (0, "extra 01@0,0"), (1, "pass"), (1, "extra 07@0,0"))
    assert both.phase == "refill"
    assert both.to_act == {0}
    assert moves_of(both, 0) == [f"refill {card}" for card in sorted(both.seats[0].hand)]
    hand = both.seats[0].hand
    after, events = play(both, (0, f"refill {min(hand)}"))
    assert after.to_act == {1}
    assert len(after.seats[0].hand) == 2, "nobody draws before all areas are full"
    assert len(moves_of(after, 1)) == 4, "three of four cards"
    done, events = play(after, (1, moves_of(after, 1)[0]))
    assert [event.plain()["seat"] for event in events if event.kind == "drew"] == [0, 1]
    assert [len(player.hand) for player in done.seats] == [4, 4]
    assert done.active == 1
    assert done.phase == "choose"


def test_a_refill_with_one_possible_choice_is_not_asked() -> None:
    state = complete("01", "02", "05")
    assert state.phase == "choose"
    assert len(state.seats[0].area) == 3
    assert len(state.seats[0].hand) == 4


def test_an_empty_draw_pile_is_renewed_from_the_discard() -> None:
    discard = ("10", "11", "14")
    areas = [[(card, *BLANK) for card in cards] for cards in (("07", "16", "17"), ("45", "47", "48"))]
    state = marking("39", "Y", areas, pile=(), discard=discard)
    after, events = play(state, (0, "pass"), (1, "pass"))
    assert "reshuffled" in [event.kind for event in events]
    assert len(after.seats[0].hand) == 4
    assert after.discard == ()
    assert Counter([*after.pile, after.seats[0].hand[-1]]) == Counter([*discard, "39"])


def test_nothing_is_drawn_when_pile_and_discard_are_empty() -> None:
    state = position([[("07", *BLANK)], [("45", *BLANK)]], phase="refill", card=None, pile=(), discard=())
    thin = replace(state, seats=tuple(replace(player, hand=("10", "11")[:1]) for player in state.seats))
    full = replace(thin, seats=tuple(replace(p, area=tuple(Sheet(c) for c in ("01", "02", "05"))) for p in thin.seats))
    after, events = advance(full, Sorted())
    assert [len(player.hand) for player in after.seats] == [1, 1]
    assert not events


# Effects. 04, 06, 15, 52 stamp; 32, 44, 51, 54 spark; 23, 35, 43, 50 wipe; 09, 12, 20, 38 refresh;
# 03, 08, 13, 40 swap; 26, 27, 36, 46 pivot.


def test_stamp_marks_any_open_section_of_an_unfinished_own_card() -> None:
    state = complete("04", others=(("02", *BLANK), ("05", "xxx", "xxx", "xx.")))
    assert state.phase == "effects"
    assert state.to_act == {0}
    assert moves_of(state, 0) == [*(f"stamp 02@{x},{y}" for y in range(3) for x in range(3)), "stamp 05@2,2", "pass"]
    after, _ = play(state, (0, "stamp 02@1,1"))
    assert after.scores[0] == (1,)
    assert Sheet("02", 0b000_010_000) in after.seats[0].area


def test_x7_a_card_completed_by_an_effect_counts_this_turn_and_its_effect_waits() -> None:
    state = complete("04", others=(("02", *BLANK), ("06", "xxx", "xxx", "xx.")))
    after, events = play(state, (0, "stamp 06@2,2"))
    assert [event.kind for event in events] == ["effect", "completed"]
    assert after.phase == "effects", "the second stamp is now decided"
    assert after.effects == ((0, "06"),)
    done, _ = play(after, (0, "pass"))
    assert done.scores[0] == (3,)


def test_x7_effects_clockwise_from_the_active_player_cards_ascending() -> None:
    state = marking(
        "39",
        "Y",
        [[nearly("04"), ("02", *BLANK)], [nearly("15"), nearly("06"), ("05", *BLANK)]],
        extra=2,
        active=1,
    )
    while state.phase == "mark":
        seat = min(state.to_act)
        marking_now = state.marking[seat]
        left = [s.card for s in sorted(marking_now.area) if s.card in ("04", "06", "15") and s.marks != FULL]
        if marking_now.step == "extra" and left:
            state, _ = play(state, (seat, f"extra {left[0]}@0,0"))
        else:
            state, _ = play(state, (seat, "pass"))
    assert state.effects == ((1, "06"), (1, "15"), (0, "04"))


def test_x7_a_card_completed_by_an_effect_comes_after_those_already_waiting() -> None:
    state = marking("39", "Y", [[nearly("04"), ("06", "xxx", "xxx", "xx.")], [nearly("15"), ("02", *BLANK)]], extra=1)
    while state.phase == "mark":
        seat = min(state.to_act)
        target = {0: "04", 1: "15"}[seat]
        apply = state.marking[seat].step == "extra"
        state, _ = play(state, (seat, f"extra {target}@0,0" if apply else "pass"))
    assert state.effects == ((0, "04"), (1, "15"))
    after, _ = play(state, (0, "stamp 06@2,2"))
    assert after.effects == ((1, "15"), (0, "06"))


def test_spark_wins_an_extra_mark_within_the_limit() -> None:
    state = complete("32", others=(("02", *BLANK), ("05", *BLANK)))
    assert state.seats[0].extra == 2 + 1 + 1, "one for the spark, one for the single card"
    full = marking("39", "Y", [[nearly("32"), ("02", *BLANK)], [("45", *BLANK)]], extra=5)
    full, _ = play(full, (0, "pass"), (0, "extra 32@0,0"), (0, "pass"), (1, "pass"), (1, "pass"))
    assert full.seats[0].earned == 5
    assert full.seats[0].extra == 4


def test_wipe_removes_a_mark_from_an_unfinished_card_of_another() -> None:
    state = complete("23", others=(("02", "x..", "...", "..."),), second=[("45", "x..", "...", "..x"), ("46", *BLANK)])
    assert moves_of(state, 0) == ["wipe 1:45@0,0", "wipe 1:45@2,2", "pass"]
    after, _ = play(state, (0, "wipe 1:45@2,2"))
    assert after.seats[1].area[0] == Sheet("45", 1)


def test_wipe_spares_complete_cards_and_is_skipped_without_a_target() -> None:
    state = complete("23", others=(("02", *BLANK),), second=[("45", *BLANK)])
    assert state.phase == "refill", "there is nothing to choose"


def test_refresh_discards_cards_of_the_hand_and_draws_as_many() -> None:
    state = complete("09", others=(("02", *BLANK), ("05", *BLANK)))
    hand = sorted(state.seats[0].hand)
    assert len(moves_of(state, 0)) == 2 ** len(hand)
    top = state.pile[:2]
    after, events = play(state, (0, f"refresh {hand[0]} {hand[1]}"))
    assert {hand[0], hand[1]} <= set(after.discard)
    assert set(after.seats[0].hand) == {hand[2], *top}
    drew = next(event for event in events if event.kind == "drew")
    assert plain_for([drew], 1) == [{"kind": "drew", "seat": 0, "count": 2}]


def test_refresh_with_an_empty_pile_shuffles_the_cards_just_discarded_too() -> None:
    state = complete("09", others=(("02", *BLANK), ("05", *BLANK)), pile=())
    hand = sorted(state.seats[0].hand)
    after, events = play(state, (0, f"refresh {hand[0]}"))
    assert "reshuffled" in [event.kind for event in events]
    assert hand[0] in after.seats[0].hand, "it was the only card to draw"


def test_swap_exchanges_an_unfinished_card_whose_marks_are_wiped() -> None:
    state = complete("03", others=(("02", "xx.", "...", "..."), ("05", *BLANK)))
    hand = sorted(state.seats[0].hand)
    assert moves_of(state, 0) == [*(f"swap {area}>{card}" for area in ("02", "05") for card in hand), "pass"]
    after, _ = play(state, (0, f"swap 02>{hand[0]}"))
    assert Sheet(hand[0]) in after.seats[0].area
    assert "02" in after.seats[0].hand


def test_pivot_is_kept_for_later() -> None:
    state = complete("26", others=(("02", *BLANK), ("05", *BLANK)))
    assert state.seats[0].pivots == 1


def test_every_effect_is_a_right() -> None:
    for card in ("04", "09", "03"):
        state = complete(card, others=(("02", "x..", "...", "..."), ("05", *BLANK)))
        assert moves_of(state, 0)[-1] == "pass"
        after, events = play(state, (0, "pass"))
        assert events[0].kind == "passed"
        assert after.phase == "refill"


def test_effects_can_be_turned_off() -> None:
    state = complete("04", others=(("02", *BLANK), ("05", *BLANK)), effects=False)
    assert state.phase == "refill"
    assert state.scores[0] == (1,)


def test_x8_in_solo_play_wipe_is_skipped() -> None:
    state = marking("39", "Y", [[nearly("23"), ("02", "x..", "...", "..."), ("05", *BLANK)]], extra=1)
    state, _ = play(state, (0, "pass"), (0, "extra 23@0,0"))
    assert state.phase == "refill"


# The end.


def test_nine_points_end_the_game_at_the_end_of_the_turn() -> None:
    state = complete("01", others=(("02", *BLANK), ("05", *BLANK)), points=8)
    assert state.phase == "refill", "the turn is finished first"
    after, events = play(state, (0, moves_of(state, 0)[0]))
    assert after.outcome is not None
    assert after.outcome.standings == ((0,), (1,))
    assert events[-1].kind == "over"
    assert all(len(player.hand) == 4 for player in after.seats)


def test_a_tie_is_broken_by_marks_on_unfinished_cards() -> None:
    def ended(first: tuple[str, str, str], second: tuple[str, str, str]) -> AxoState:
        return replace(position([[("01", *first)], [("02", *second)]], points=9), phase="over")

    more = ended(("x..", "...", "..."), ("xx.", "...", "...")).outcome
    assert more is not None
    assert more.standings == ((1,), (0,))
    equal = ended(("x..", "...", "..."), ("..x", "...", "...")).outcome
    assert equal is not None
    assert equal.standings == ((0, 1),)


# Simona.


def test_simona_begins_and_declares_the_colour_of_the_middle_section() -> None:
    state = AXO.new(1, Random(3))
    assert isinstance(state, AxoState)
    assert state.simona is not None
    assert len(state.simona) == 8
    top = state.simona[0]
    after, events = play(state, (0, moves_of(state, 0)[0]))
    played = next(event for event in events if event.kind == "played").plain()
    assert played == {"kind": "played", "seat": None, "card": top, "colour": state.cards[top].grid[4]}
    assert len(after.simona or ()) == 7
    assert after.active is None


def test_simona_and_the_player_alternate_until_her_pile_is_empty() -> None:
    state = AXO.new(1, Random(3))
    turns = []
    while state.to_act:
        assert isinstance(state, AxoState)
        move = moves_of(state, 0)[-1 if state.phase == "mark" else 0]
        state, events = play(state, (0, move))
        turns += [event.plain()["seat"] for event in events if event.kind == "played"]
    assert turns == [None, 0] * 8
    assert state.outcome is not None
    assert state.outcome.standings == ()


def test_on_simonas_turn_the_player_marks_one_card_only() -> None:
    area = [("07", *BLANK), ("08", *BLANK), ("09", *BLANK)]
    state = marking("01", "R", [area], active=None)
    after, _ = play(state, (0, moves_of(state, 0)[0]))
    assert after.phase == "choose"
    assert after.active == 0


@pytest.mark.parametrize(("points", "won"), [(8, True), (7, False)])
def test_solo_is_won_with_nine_points_and_ends_then(points: int, won: bool) -> None:
    state = marking("39", "Y", [[nearly("01"), ("02", *BLANK), ("05", *BLANK)]], extra=1, points=points)
    state, _ = play(state, (0, "pass"), (0, "extra 01@0,0"))
    after, _ = play(state, (0, moves_of(state, 0)[0]))
    assert (after.outcome is not None) == won
    if after.outcome is not None:
        assert after.outcome.standings == ((0,),)


def test_the_game_is_lost_when_it_is_simonas_turn_without_a_card() -> None:
    state = marking("39", "Y", [[("01", *BLANK), ("02", *BLANK), ("05", *BLANK)]], simona=())
    after, events = play(state, (0, "pass"))
    assert after.outcome is not None
    assert after.outcome.standings == ()
    assert events[-1] == Over(())
