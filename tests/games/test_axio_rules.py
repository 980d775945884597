"""Axio, rule by rule. Names in the tests are those of the rulings, A1 to A8."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from tests.games.support.axio_positions import index, position
from tests.support import kinds, play_all, random_game
from triax.games import GAMES
from triax.games.axio import AxioPlace, AxioState
from triax.games.axio.board import BARE, EMPTY, PYRAMID, area
from triax.games.axio.pieces import KINDS, SIDE, standard_pieces
from triax.games.errors import IllegalMove
from triax.games.events import Event

AXIO = GAMES["axio"]
FILLER = "."
"""A made-up content that is no colour, no pyramid and not empty: fills space without scoring."""


def play(state: AxioState, text: str) -> tuple[AxioState, list[Event]]:
    after, events = play_all(state, AXIO, (state.turn, text))
    assert isinstance(after, AxioState)
    return after, events


def points(state: AxioState, text: str) -> dict[str, int]:
    scored = next(event for event in play(state, text)[1] if event.kind == "scored")
    return dict(scored.plain()["points"])


def test_a1_printed_spaces_and_play_areas() -> None:
    assert SIDE == {1: 9, 2: 9, 3: 11, 4: 13}
    for players, side in SIDE.items():
        state = AXIO.new(players, Random(0))
        assert isinstance(state, AxioState)
        assert len(state.board) == side * side
        found = {area(players).spaces[i]: content for i, content in enumerate(state.board) if content}
        assert found == {(0, 0): "R", (0, -4): "B", (4, 0): "G", (0, 4): "O", (-4, 0): "P"}


def test_a2_the_set() -> None:
    counts = Counter(standard_pieces().tiles)
    assert len(standard_pieces().tiles) == 100
    assert all(counts[kind] == (6 if kind[0] == kind[1] else 7) for kind in KINDS)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_set_up_racks_of_five(players: int) -> None:
    state = AXIO.new(players, Random(1))
    assert isinstance(state, AxioState)
    assert [len(rack) for rack in state.racks] == [5] * players
    assert len(state.bag) == 100 - 5 * players


def test_a_first_tile_lies_beside_a_printed_space() -> None:
    state = position({}, ("RG",), opened=False)
    assert all(
        any(abs(x - px) + abs(y - py) == 1 for px, py in standard_pieces().printed for x, y in halves(move))
        for move in state.moves(0)
        if isinstance(move, AxioPlace)
    )
    with pytest.raises(IllegalMove, match="a first tile lies beside a printed space that no other tile touches"):
        play(state, "RG@2,2>E")
    play(state, "RG@1,0>E")


def halves(move: AxioPlace) -> list[tuple[int, int]]:
    dx, dy = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}[move.to]
    return [(move.x, move.y), (move.x + dx, move.y + dy)]


def test_a_first_tile_avoids_printed_spaces_that_a_tile_touches() -> None:
    state = position({(1, 0): "G", (2, 0): "G"}, ("RG",), opened=False)
    with pytest.raises(IllegalMove, match="no other tile touches"):
        play(state, "RG@0,1>S")
    play(state, "RG@3,-1>E")  # beside the printed space 4,0 only


def test_in_the_first_round_four_players_open_at_four_spaces() -> None:
    for seed in range(20):
        state = AXIO.new(4, Random(seed), {"start": 0})
        rng = Random(seed)
        for seat in range(4):
            state, _ = state.play(seat, rng.choice(state.moves(seat)), None)  # type: ignore[arg-type]
            while seat in state.to_act:  # an exchange may be offered
                state, _ = play_all(state, AXIO, (seat, "keep"))
        assert isinstance(state, AxioState)
        assert all(state.opened)
        touched = Counter(
            (px, py)
            for move in state.tiles
            for px, py in standard_pieces().printed
            if any(abs(x - px) + abs(y - py) == 1 for x, y in halves(move))
        )
        assert all(count == 1 for count in touched.values())


def test_later_tiles_may_touch_nothing_but_need_two_empty_spaces() -> None:
    state = position({(2, 2): "G"}, ("RG",))
    play(state, "RG@-3,-3>E")
    with pytest.raises(IllegalMove, match="the space 2,2 is not empty"):
        play(state, "RG@1,2>E")
    with pytest.raises(IllegalMove, match="the space 0,0 is not empty"):
        play(state, "RG@0,-1>S")
    with pytest.raises(IllegalMove, match="leave the play area"):
        play(state, "RG@4,4>E")
    with pytest.raises(IllegalMove, match="there is no BB on the rack"):
        play(state, "BB@-3,-3>E")


def test_moves_list_a_double_once_and_equal_tiles_once() -> None:
    state = position({}, ("RG", "RG", "RR"))
    steps = sum(1 for step in area(2).steps if not state.board[step.start] and not state.board[step.end])
    assert len(state.moves(0)) == steps + steps // 2


def test_each_half_counts_runs_in_three_directions() -> None:
    spaces = {(-1, 2): "R", (-2, 2): "R", (-3, 2): "G", (0, 3): "R", (0, 1): "R", (2, 2): "G", (3, 2): "G"}
    state = position(spaces, ("RG",))
    # R on 0,2: two to the west, one to the south, two to the north with the printed R. G on 1,2: two to the east.
    assert points(state, "RG@0,2>E") == {"R": 5, "G": 2}


def test_runs_end_at_empty_spaces_other_colours_pyramids_and_the_border() -> None:
    spaces = {(-4, 4): "B", (-3, 4): "B", (-1, 3): "B", (-1, 1): "B", (-2, 3): PYRAMID, (-2, 2): "B"}
    state = position(spaces, ("GB",))
    # B on -2,4: two to the west up to the border; to the north a pyramid hides -2,2.
    assert points(state, "GB@-1,4>W") == {"B": 2}


def test_the_own_halves_never_count() -> None:
    assert points(position({}, ("GG",)), "GG@-2,2>E") == {}


def test_a_closed_in_space_gets_a_pyramid_and_scores_each_symbol_beside_it() -> None:
    spaces = {(-2, 1): "G", (-1, 2): "B", (-3, 2): "O"}
    state = position(spaces, ("RP",))
    after, events = play(state, "RP@-2,3>E")  # closes in -2,2
    assert after.board[index(-2, 2)] == PYRAMID
    assert after.pyramids == (index(-2, 2),)
    pyramid = next(event for event in events if event.kind == "pyramid").plain()
    assert pyramid["at"] == [-2, 2]
    assert points(state, "RP@-2,3>E") == {"G": 1, "B": 1, "O": 1, "R": 1}


def test_the_border_and_printed_spaces_close_in_too() -> None:
    corner = position({(-4, 3): "G"}, ("RB",))
    assert points(corner, "RB@-3,4>N") == {"G": 1, "R": 1}
    # 1,-4 lies beside the printed space 0,-4 and the upper border; its west neighbour is printed.
    edge = position({(2, -4): "G"}, ("RP",))
    assert points(edge, "RP@1,-3>E") == {"R": 1, "G": 1, "B": 1}


def test_one_tile_may_close_in_several_spaces() -> None:
    spaces = {(-2, 1): "G", (-1, 2): "B", (-3, 2): "O", (-2, 4): "G", (-3, 4): "P", (-4, 3): "P", (-2, 3): EMPTY}
    state = position(spaces, ("RO",))
    after, events = play(state, "RO@-2,3>W")
    assert kinds(events).count("pyramid") == 1
    both = position({**spaces, (-1, 4): "O", (0, 3): "G", (-1, 2): "B"}, ("RO",))
    after, events = play(both, "RO@-2,3>W")
    assert kinds(events).count("pyramid") == 2
    assert set(after.pyramids) == {index(-2, 2), index(-1, 3)}


def test_a3_of_several_pyramids_the_upper_and_left_one_comes_first() -> None:
    """Whichever half closes it in. The order decides which of them is moved first, once the supply is used up."""
    spaces = {(-2, 0): "G", (-3, 1): "B", (-1, 1): "O", (-3, 4): "O", (-1, 4): "G", (-2, 5): "B"}
    old = tuple(index(x, y, 4) for y in (-6, -4) for x in range(-6, 4))
    for move in ("RO@-2,3>N", "RO@-2,2>S"):
        after, _ = play(position(spaces, ("RO",), players=4, pyramids=old[1:]), move)
        assert after.pyramids == (*old[2:], index(-2, 1, 4), index(-2, 4, 4))
        assert (after.board[old[1]], after.board[old[2]]) == (BARE, PYRAMID)


def test_a_pyramid_is_no_neighbour_that_closes_in() -> None:
    spaces = {(-2, 1): "G", (-1, 2): PYRAMID, (-3, 2): "O"}
    _, events = play(position(spaces, ("RP",)), "RP@-2,3>E")
    assert "pyramid" not in kinds(events)


def test_a3_with_all_twenty_on_the_board_the_oldest_moves() -> None:
    old = tuple(index(x, y, 4) for y in (-6, -4) for x in range(-6, 4, 1))
    assert len(old) == 20
    spaces = {(-2, 1): "G", (-1, 2): "B", (-3, 2): "O"}
    state = position(spaces, ("RP",), players=4, pyramids=old)
    after, events = play(state, "RP@-2,3>E")
    assert after.pyramids == (*old[1:], index(-2, 2, 4))
    assert after.board[old[0]] == BARE
    moved = next(event for event in events if event.kind == "pyramid").plain()
    assert moved["from"] == [-6, -6]
    assert after.view(0)["bare"] == [[-6, -6]]
    later = replace(after, turn=0, racks=(("RG",), *after.racks[1:]))
    with pytest.raises(IllegalMove, match="is not empty"):
        play(later, "RG@-6,-6>S")


def test_a4_points_of_both_halves_and_pyramids_are_added_and_applied_once() -> None:
    spaces = {(-2, 1): "R", (-1, 2): "R", (-3, 2): "R", (-3, 3): "R", (0, 3): "R"}
    state = position(spaces, ("RR",), tracks=(16, 0, 0, 0, 0))
    # Runs: two spaces, the pyramid on -2,2: four symbols. Six points, two are enough; one AXIO.
    assert points(state, "RR@-2,3>E")["R"] >= 6
    after, events = play(state, "RR@-2,3>E")
    assert after.tracks[0][0] == 18
    assert kinds(events).count("axio") == 1


def test_axio_gives_an_extra_turn_from_the_rack_without_drawing() -> None:
    state = position({(-2, 2): "G"}, ("GB", "RR", "OO", "PP", "BB"), tracks=(0, 17, 0, 0, 0))
    after, events = play(state, "GB@-2,3>S")
    assert kinds(events) == ["placed", "scored", "axio"]
    assert after.turn == 0
    assert after.owed == 1
    assert len(after.racks[0]) == 4
    after, events = play(after, "PP@-4,-4>E")
    assert kinds(events) == ["placed", "scored", "drew"]
    assert after.turn == 1
    assert len(after.racks[0]) == 5


def test_two_tracks_at_once_give_two_extra_turns() -> None:
    state = position({(-2, 2): "G", (-1, 3): "B"}, ("GB", "RR", "OO", "PP", "RP"), tracks=(0, 17, 17, 0, 0))
    after, _ = play(state, "GB@-3,2>S")
    # G on -3,2 has G to its east; B on -3,3 sees nothing: only green is full.
    assert after.owed == 1
    both = position({(-2, 2): "G", (-2, 3): "B"}, ("GB", "RR", "OO", "PP", "RP"), tracks=(0, 17, 17, 0, 0))
    after, _ = play(both, "GB@-3,2>S")
    assert after.owed == 2
    after, _ = play(after, "RR@-4,-4>E")
    assert after.owed == 1
    assert after.turn == 0


def test_a5_an_extra_turn_without_space_or_tile_is_lost() -> None:
    crowded = {(-2, 2): "G", (-2, 3): EMPTY, (-2, 4): EMPTY}
    state = position(crowded, ("GB", "RR"), tracks=(0, 17, 0, 0, 0), background=FILLER)
    after, events = play(state, "GB@-2,3>S")
    assert "extra_lost" in kinds(events)
    assert after.outcome is not None, "the next seat cannot place either"
    bare_rack = position({(-2, 2): "G"}, ("GB",), tracks=(0, 17, 0, 0, 0))
    after, events = play(bare_rack, "GB@-2,3>S")
    assert "extra_lost" in kinds(events)
    assert after.turn == 1


def test_all_five_tracks_at_eighteen_win_at_once() -> None:
    state = position({(-2, 2): "G"}, ("GB", "RR"), tracks=(18, 17, 18, 18, 18))
    after, events = play(state, "GB@-2,3>S")
    assert after.outcome is not None
    assert after.outcome.standings == ((0,), (1,))
    assert "drew" not in kinds(events)


def test_exchange_is_offered_when_no_tile_shows_a_lowest_colour() -> None:
    lowest_is_red = (0, 1, 1, 1, 1)
    state = position({}, ("GB", "GG", "BB", "OO", "PP"), tracks=lowest_is_red)
    after, events = play(state, "GB@-3,3>E")
    assert after.deciding
    assert [str(move) for move in after.moves(0)] == ["exchange", "keep"]
    assert "drew" not in kinds(events)
    with pytest.raises(IllegalMove, match="expected exchange or keep"):
        play(after, "GG@-3,-3>E")
    shows_red = position({}, ("GB", "RG", "BB", "OO", "PP"), tracks=lowest_is_red)
    after, _ = play(shows_red, "GB@-3,3>E")
    assert not after.deciding


def test_with_several_lowest_colours_none_of_them_may_show() -> None:
    tracks = (0, 0, 1, 1, 1)
    after, _ = play(position({}, ("BB", "BO", "OO", "OP", "PP"), tracks=tracks), "BB@-3,3>E")
    assert after.deciding
    after, _ = play(position({}, ("BB", "GO", "OO", "OP", "PP"), tracks=tracks), "BB@-3,3>E")
    assert not after.deciding


def exchange_position(bag: tuple[str, ...]) -> AxioState:
    return position({}, ("GB", "GG", "BB", "OO", "PP"), tracks=(0, 1, 1, 1, 1), bag=bag)


def test_exchange_shows_the_rack_draws_five_and_mixes_the_bag() -> None:
    bag = ("RR", "RG", "RB", "RO", "RP", "GP", "GO")
    after, _ = play(exchange_position(bag), "GB@-3,3>E")
    done, events = play(after, "exchange")
    assert kinds(events) == ["exchanged", "drew"]
    assert events[0].plain()["shown"] == ["GG", "BB", "OO", "PP"]
    assert done.racks[0] == bag[:5]
    assert sorted(done.bag) == sorted(["GP", "GO", "GG", "BB", "OO", "PP"])
    assert done.turn == 1


def test_keep_draws_up_to_five() -> None:
    bag = ("RR", "RG", "RB", "RO", "RP", "GP", "GO")
    after, _ = play(exchange_position(bag), "GB@-3,3>E")
    done, events = play(after, "keep")
    assert kinds(events) == ["drew"]
    assert done.racks[0] == ("GG", "BB", "OO", "PP", "RR")
    assert done.bag == bag[1:]


def test_a6_no_exchange_with_fewer_than_five_in_the_bag_or_an_empty_rack() -> None:
    after, _ = play(exchange_position(("RR", "RG", "RB", "RO")), "GB@-3,3>E")
    assert not after.deciding
    assert after.turn == 1
    last = position({}, ("GB",), tracks=(0, 1, 1, 1, 1))
    after, _ = play(last, "GB@-3,3>E")
    assert not after.deciding


def test_a6_an_exchange_with_just_five_in_the_bag() -> None:
    bag = ("RR", "RG", "RB", "RO", "RP")
    after, _ = play(exchange_position(bag), "GB@-3,3>E")
    assert after.deciding
    done, _ = play(after, "exchange")
    assert done.racks[0] == bag
    assert sorted(done.bag) == ["BB", "GG", "OO", "PP"]


def test_a6_once_a_turn() -> None:
    bag = ("GG", "GG", "GG", "GG", "GG", "GP", "GO")
    after, _ = play(exchange_position(bag), "GB@-3,3>E")
    done, _ = play(after, "exchange")
    assert done.racks[0] == ("GG",) * 5, "again without red"
    assert done.turn == 1


def test_a7_with_too_few_tiles_draw_what_there_is() -> None:
    state = position({}, ("GB", "RG"), bag=("PP", "OO"))
    after, _ = play(state, "GB@-3,3>E")
    assert after.racks[0] == ("RG", "PP", "OO")
    assert after.bag == ()


def test_the_game_ends_when_the_next_seat_cannot_place() -> None:
    room = {(-2, 3): EMPTY, (-2, 4): EMPTY, (3, 3): EMPTY}
    after, _ = play(position(room, ("GB", "RR"), background=FILLER), "GB@-2,3>S")
    assert after.outcome is not None
    no_tile = replace(position({}, ("GB", "RR"), bag=()), racks=(("GB", "RR"), ()))
    after, _ = play(no_tile, "GB@-2,3>S")
    assert after.outcome is not None


def test_solo_draws_one_tile_and_has_neither_extra_turns_nor_exchange() -> None:
    state = position({(-2, 2): "G"}, ("GB",), players=1, tracks=(0, 17, 1, 1, 1))
    after, events = play(state, "GB@-2,3>S")
    assert kinds(events) == ["placed", "scored", "drew"]
    assert after.racks == (("RG",),)
    assert after.tracks[0][1] == 18


def test_solo_track_stops_at_eighteen_then_goes_on_to_thirty_six() -> None:
    line = {(-2, 2): "G", (-2, 1): "G", (-2, 0): "G"}
    state = position(line, ("GB",), players=1, tracks=(0, 17, 0, 0, 0))
    assert play(state, "GB@-2,3>S")[0].tracks[0][1] == 18, "the rest of that placement is lost"
    state = position(line, ("GB",), players=1, tracks=(0, 18, 0, 0, 0))
    assert play(state, "GB@-2,3>S")[0].tracks[0][1] == 21
    state = position(line, ("GB",), players=1, tracks=(0, 35, 0, 0, 0))
    assert play(state, "GB@-2,3>S")[0].tracks[0][1] == 36


def test_a8_solo_all_five_at_thirty_six_end_the_game() -> None:
    state = position({(-2, 2): "G"}, ("GB",), players=1, tracks=(36, 35, 36, 36, 36))
    after, _ = play(state, "GB@-2,3>S")
    assert after.outcome is not None
    assert after.outcome.standings == ((0,),)


def test_solo_first_tile_follows_the_first_tile_rule() -> None:
    state = AXIO.new(1, Random(3))
    assert isinstance(state, AxioState)
    double = state.racks[0][0][0] == state.racks[0][0][1]
    assert 0 < len(state.moves(0)) < 200
    with pytest.raises(IllegalMove, match="first tile"):
        play(state, f"{state.racks[0][0]}@2,2>{'E' if double else 'N'}")


def test_points_name_the_runs_they_come_from() -> None:
    _, events = play(position({(-1, 2): "R", (-2, 2): "R"}, ("RG",)), "RG@0,2>E")
    scored = next(event for event in events if event.kind == "scored").plain()
    assert scored["runs"] == [{"half": [0, 2], "to": "W", "colour": "R", "sources": [[-1, 2], [-2, 2]]}]


@pytest.mark.parametrize("players", [1, 2, 4])
def test_where_tiles_may_lie_is_kept_from_move_to_move_as_it_would_be_found(players: int) -> None:
    kept = 0
    for played in random_game(AXIO, players, players):
        assert isinstance(played.after, AxioState)
        if (steps := vars(played.after).get("_open_steps")) is not None:
            assert steps == played.after.area.open_steps(played.after.board)
            kept += 1
    assert kept > 20
