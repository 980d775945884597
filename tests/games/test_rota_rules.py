"""Axio Rota, rule by rule. Names in the tests are those of the rulings, R1 to R5."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations
from random import Random

import pytest

from tests.games.support.rota_positions import position
from tests.support import kinds, play_all, random_game
from triax.games import GAMES
from triax.games.errors import IllegalMove
from triax.games.events import Event
from triax.games.rota import RotaState
from triax.games.rota.display import START_SQUARE, circles, frontier, turned
from triax.games.rota.pieces import standard_tiles

ROTA = GAMES["rota"]


def play(state: RotaState, text: str) -> tuple[RotaState, list[Event]]:
    after, events = play_all(state, ROTA, (state.turn, text))
    assert isinstance(after, RotaState)
    return after, events


def points(state: RotaState, text: str) -> dict[str, int]:
    _, events = play(state, text)
    scored = next(event for event in events if event.kind == "scored")
    return dict(scored.plain()["points"])


def test_r1_the_set() -> None:
    tiles = standard_tiles()
    assert len(tiles) == 60
    full = [tile for tile in tiles if "-" not in tile]
    hollow = [tile for tile in tiles if "-" in tile]

    def cyclic(tile: str) -> str:
        return min(turned(tile, turn) for turn in range(4))

    every = {cyclic("".join(order)) for four in combinations("RGBOP", 4) for order in permutations(four)}
    assert Counter(map(cyclic, full)) == Counter(every)
    assert len(every) == 30
    assert len(set(hollow)) == 30
    assert Counter("".join(sorted(tile)) for tile in hollow) == Counter(
        {"".join(sorted("-" + "".join(three))): 3 for three in combinations("RGBOP", 3)}
    )


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_set_up(players: int) -> None:
    for seed in range(30):
        state = ROTA.new(players, Random(seed))
        assert isinstance(state, RotaState)
        assert set(state.display) == set(START_SQUARE)
        for cell, laid in state.display.items():
            if "-" in laid.tile:
                assert laid.corners[START_SQUARE[cell]] == "-", "an empty corner lies at the centre"
        assert all(len(stack) == 11 for stack in state.stacks)
        assert all(state.hands)
        assert len(state.supply) == 60 - 4 - 12 * players
        assert state.to_act == {state.options["start"]}


def test_r2_other_start_tiles_lie_in_a_random_rotation() -> None:
    turns = Counter(
        entry["turn"]
        for seed in range(200)
        for entry in ROTA.deal(2, {}, Random(seed))["display"]
        if "-" not in entry["tile"]
    )
    assert all(60 < turns[turn] < 140 for turn in range(4)), turns


def test_start_player_by_lot_and_by_option() -> None:
    assert {ROTA.deal(4, {}, Random(seed))["start"] for seed in range(40)} == {0, 1, 2, 3}
    assert {ROTA.deal(4, {"start": 2}, Random(seed))["start"] for seed in range(9)} == {2}


def test_a_tile_is_turned_clockwise() -> None:
    assert [turned("RGBO", turn) for turn in range(4)] == ["RGBO", "ORGB", "BORG", "GBOR"]


def test_placing_beside_the_display_in_four_rotations() -> None:
    state = position({(0, 0): "RGBO"}, "RGBP")
    assert {str(move) for move in state.moves(0)} == {
        f"{cell}/{turn}" for cell in ("0,-1", "1,0", "0,1", "-1,0") for turn in range(4)
    }
    with pytest.raises(IllegalMove, match="'1,1/0' is not legal for seat 0: 1,1 shares no side with a tile"):
        play(state, "1,1/0")
    with pytest.raises(IllegalMove, match="a tile lies on 0,0"):
        play(state, "0,0/0")


def test_the_display_has_no_border() -> None:
    line = {(x, 0): "RGBO" for x in range(-30, 30)}
    state = position(line, "RGBP")
    assert ROTA.parse("30,0/0") in state.moves(0)
    assert ROTA.parse("-31,0/0") in state.moves(0)


def test_a_corner_scores_each_equal_corner_of_its_circle_but_not_itself() -> None:
    # The circle at the point 1,1: BR of 0,0 is R, BL of 1,0 is R, TR of 0,1 is R; the placed tile's TL is R.
    display = {(0, 0): "GBRO", (1, 0): "GBOR", (0, 1): "GROB"}
    assert points(position(display, "RPGB"), "1,1/0")["R"] == 3


def test_a_tile_that_touches_a_circle_only_diagonally_belongs_to_it() -> None:
    # 0,0 touches the placed tile's cell 1,1 only at the point 1,1.
    display = {(0, 0): "GBRO", (1, 0): "GBOP"}
    assert points(position(display, "RGBO"), "1,1/0") == {"R": 1}


def test_an_unfinished_circle_counts_and_a_corner_alone_scores_nothing() -> None:
    state = position({(0, 0): "RGBO"}, "GPOB")
    # Beside it to the right: TL meets G of 0,0 and BL meets B of 0,0.
    assert points(state, "1,0/0") == {"G": 1, "B": 1}
    assert points(state, "-1,0/0") == {"O": 1}


def test_corners_of_one_tile_add_up() -> None:
    display = {(0, 0): "GBRO", (1, 0): "GRBR", (2, 0): "GBPR"}
    # 1,1: TL circle has R of 0,0 and R of 1,0; TR circle has B of 1,0 and R of 2,0.
    assert points(position(display, "RBGO"), "1,1/0") == {"R": 2, "B": 1}


def test_an_empty_corner_scores_as_the_named_colour() -> None:
    display = {(0, 0): "GBRO", (1, 0): "GBOR"}
    state = position(display, "-GBO")
    assert points(state, "1,1/0=R") == {"R": 2}
    assert points(state, "1,1/0=P") == {}


def test_an_empty_corner_stays_empty_and_counts_for_nobody_later() -> None:
    state = position({(0, 0): "GBRO"}, "-GBO")
    after, _ = play(state, "1,0/3=R")  # the empty corner comes to lie bottom left, in the circle of R at 1,1
    later = replace(after, hands=(after.hands[0], "RGBP"))
    scored = points(later, "1,1/0")  # its R meets R of 0,0 and the empty corner
    assert scored["R"] == 1


def test_r3_a_colour_is_named_exactly_when_the_empty_corner_meets_another() -> None:
    state = position({(0, 0): "RGBO"}, "-GBP")
    moves = {str(move) for move in state.moves(0)}
    # To the right of 0,0 the left corners (0 and 3) meet it; the empty corner is number `turn`.
    for turn in range(4):
        named = {f"1,0/{turn}={colour}" for colour in "RGBOP"}
        if turn in (0, 3):
            assert named <= moves
            assert f"1,0/{turn}" not in moves
        else:
            assert f"1,0/{turn}" in moves
            assert not named & moves
    with pytest.raises(IllegalMove, match="name a colour"):
        play(state, "1,0/0")
    with pytest.raises(IllegalMove, match="no colour is named here"):
        play(state, "1,0/1=R")


def test_r3_also_when_only_empty_corners_are_met() -> None:
    state = position({(0, 0): "R-BO"}, "-GBP")
    assert ROTA.parse("0,-1/2=R") in state.moves(0)  # empty corner bottom right meets the empty top right of 0,0
    assert points(state, "0,-1/2=R").get("R", 0) == 0


def test_tracks_stop_at_twelve_and_a_full_track_scores_no_more() -> None:
    display = {(0, 0): "GBRO", (1, 0): "GBOR", (0, 1): "GROB"}
    state = position(display, "RPGB", tracks=(11, 0, 0, 0, 0))
    after, events = play(state, "1,1/0")
    assert after.tracks[0][0] == 12
    assert "axio" in kinds(events)
    full = position(display, "RPGB", tracks=(12, 0, 0, 0, 0))
    after, events = play(full, "1,1/0")
    assert after.tracks[0][0] == 12
    assert "axio" not in kinds(events)
    assert after.turn == 1


def test_axio_gives_an_extra_turn_from_the_supply_before_the_own_stack() -> None:
    state = position({(0, 0): "RGBO"}, "GPOB", tracks=(0, 11, 0, 0, 0))
    after, events = play(state, "1,0/0")
    assert kinds(events) == ["placed", "scored", "axio", "drew"]
    assert after.turn == 0
    assert after.extra
    assert after.hands[0] == "-RGB"
    assert after.supply == ("-GBR",)
    assert len(after.stacks[0]) == 2
    done, events = play(after, str(after.moves(0)[0]))
    assert done.turn == 1
    assert done.hands[0] == "RGBO"
    assert done.stacks[0] == ("GBOP",)
    assert not done.extra


def test_r4_several_extra_turns_one_after_the_other() -> None:
    state = position({(0, 0): "RGBO"}, "GPOB", tracks=(0, 11, 11, 0, 0))
    after, _ = play(state, "1,0/0")  # green and blue come to 12 at once
    assert (after.owed, after.hands[0], after.supply) == (1, "-RGB", ("-GBR",))
    assert after.view(0)["supply"] == 1, "the second tile is not seen yet"
    after, _ = play(after, str(after.moves(0)[0]))
    assert (after.owed, after.hands[0], after.supply) == (0, "-GBR", ())
    after, _ = play(after, str(after.moves(0)[0]))
    assert after.turn == 1


def test_an_extra_turn_may_earn_another() -> None:
    state = position({(0, 0): "RGBO"}, "GPOB", tracks=(11, 11, 0, 0, 0), supply=("ORGP", "-GBR"))
    after, _ = play(state, "1,0/0")
    after, events = play(after, "-1,0/0")  # its R, top right, meets R of 0,0
    assert after.tracks[0][:2] == (12, 12)
    assert "axio" in kinds(events)
    assert after.hands[0] == "-GBR"
    assert after.turn == 0


def test_extra_turns_owed_are_lost_when_the_supply_is_empty() -> None:
    state = position({(0, 0): "RGBO"}, "GPOB", tracks=(0, 11, 11, 0, 0), supply=("-RGB",))
    after, _ = play(state, "1,0/0")
    after, events = play(after, str(after.moves(0)[0]))
    assert "extra_lost" in kinds(events)
    assert after.turn == 1
    assert after.owed == 0
    nothing = position({(0, 0): "RGBO"}, "GPOB", tracks=(0, 11, 0, 0, 0), supply=())
    after, events = play(nothing, "1,0/0")
    assert next(event for event in events if event.kind == "extra_lost").plain()["count"] == 1
    assert after.turn == 1


def test_all_five_tracks_at_twelve_win_at_once() -> None:
    state = position({(0, 0): "RGBO"}, "GPOB", tracks=(12, 11, 12, 12, 12))
    after, events = play(state, "1,0/0")
    assert after.to_act == frozenset()
    assert after.outcome is not None
    assert after.outcome.standings == ((0,), (1,))
    assert "drew" not in kinds(events), "extra turns still owed are not played"
    assert kinds(events)[-1] == "over"


def test_r5_after_an_immediate_win_the_others_are_ranked_among_themselves() -> None:
    state = replace(
        position({(0, 0): "RGBO"}, "GPOB", players=4, tracks=(12, 11, 12, 12, 12)),
        tracks=((12, 11, 12, 12, 12), (3, 3, 3, 3, 3), (4, 9, 9, 9, 9), (3, 3, 3, 3, 3)),
    )
    after, _ = play(state, "1,0/0")
    assert after.outcome is not None
    assert after.outcome.standings == ((0,), (2,), (1, 3))


def test_the_game_ends_when_every_stack_is_placed() -> None:
    state = replace(position({(0, 0): "RGBO"}, "GPOB", stack=()), hands=("GPOB", "RGBP"))
    after, events = play(state, "1,0/0")
    assert after.to_act == {1}
    assert after.hands[0] is None
    after, events = play(after, str(after.moves(1)[0]))
    assert after.outcome is not None
    assert "over" in kinds(events)


def test_an_extra_turn_of_the_last_tile_is_still_played() -> None:
    state = replace(position({(0, 0): "RGBO"}, "GPOB", stack=(), tracks=(0, 11, 0, 0, 0)), hands=("GPOB", None), turn=0)
    after, _ = play(state, "1,0/0")
    assert after.to_act == {0}
    after, _ = play(after, str(after.moves(0)[0]))
    assert after.outcome is not None


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_seat_places_twelve_tiles_of_its_own(players: int) -> None:
    state = ROTA.new(players, Random(4))
    rng = Random(4)
    placed: Counter[int] = Counter()
    extra = 0
    while state.to_act:
        assert isinstance(state, RotaState)
        extra += state.extra
        seat = state.turn
        placed[seat] += 1
        after, _ = state.play(seat, rng.choice(state.moves(seat)), None)  # type: ignore[arg-type]
        state = after
    assert sum(placed.values()) == 12 * players + extra


def test_solo_result_is_the_lowest_track() -> None:
    state = replace(position({(0, 0): "RGBO"}, "GPOB", players=1, stack=()), tracks=((5, 4, 6, 7, 8),))
    after, _ = play(state, "1,0/0")
    assert after.outcome is not None
    assert after.outcome.standings == ((0,),)
    assert min(after.outcome.scores[0]) == 5


def test_points_name_the_corners_they_come_from() -> None:
    display = {(0, 0): "GBRO", (1, 0): "GBOR"}
    _, events = play(position(display, "RPGB"), "1,1/0")
    scored = next(event for event in events if event.kind == "scored").plain()
    assert scored["corners"] == [{"corner": 0, "colour": "R", "sources": [[0, 0, 2], [1, 0, 3]]}]
    assert scored["tracks"] == [2, 0, 0, 0, 0]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_circles_and_frontier_grow_with_the_display(players: int) -> None:
    for step in random_game(ROTA, players, f"grow {players}", {}):
        after = step.after
        assert isinstance(after, RotaState)
        assert after._circles == circles(after.display)
        assert after._frontier == frontier(after.display)
