"""What holds in every game at every step, over random games."""

from __future__ import annotations

from copy import deepcopy
from itertools import pairwise
from math import inf
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import every_variant, pieces_in, random_game
from tests.support.examples import examples
from triax.games import GAMES
from triax.games.axio import AxioState
from triax.games.axo import AxoState
from triax.games.axo.pieces import EXTRA_MARKS
from triax.games.core import AnyState, Dice
from triax.games.errors import IllegalMove, WrongSeat
from triax.games.facts import TrackScore
from triax.games.rota import RotaState

seeds = st.integers(0, 2**32)
few = examples(4)


@every_variant
@few
@given(seed=seeds)
def test_pieces_are_neither_lost_nor_made(name: str, players: int, options: dict[str, Any], seed: int) -> None:
    game = GAMES[name]
    pieces = pieces_in(game.new(players, Random(seed), options))
    for played in random_game(game, players, seed, options):
        assert pieces_in(played.after) == pieces


@every_variant
@few
@given(seed=seeds)
def test_scores_never_fall_or_pass_their_cap(name: str, players: int, options: dict[str, Any], seed: int) -> None:
    score = GAMES[name].facts.scores[players]
    cap = score.top if isinstance(score, TrackScore) else inf
    for played in random_game(GAMES[name], players, seed, options):
        for before, after in zip(played.before.scores, played.after.scores, strict=True):
            assert all(old <= new <= cap for old, new in zip(before, after, strict=True))


@every_variant
@few
@given(seed=seeds)
def test_the_game_ends_and_ranks_every_seat_once(name: str, players: int, options: dict[str, Any], seed: int) -> None:
    *_, last = random_game(GAMES[name], players, seed, options)
    outcome = last.after.outcome
    assert outcome is not None
    assert not last.after.to_act
    assert all(not last.after.moves(seat) for seat in range(players))
    if players == 1 and not outcome.standings:
        assert GAMES[name].facts.won_alone, "and lost"
        return
    assert sorted(seat for place in outcome.standings for seat in place) == list(range(players))
    keys = [[rank_key(last.after, seat) for seat in place] for place in outcome.standings]
    assert all(len(set(map(str, place))) == 1 for place in keys), "who shares a place is equal"
    assert all(better[0] > worse[0] for better, worse in pairwise(keys)), "a better place is truly better"


def rank_key(state: AnyState, seat: int) -> tuple[int, ...]:
    """The rule of ranking, said once more."""
    if isinstance(state, AxoState):
        player = state.seats[seat]
        return player.points, sum(bin(sheet.marks).count("1") for sheet in player.area)
    return tuple(sorted(state.scores[seat]))


@every_variant
@examples(2)
@given(seed=seeds)
def test_moves_are_distinct_listed_alike_and_contained(
    name: str, players: int, options: dict[str, Any], seed: int
) -> None:
    for played in random_game(GAMES[name], players, seed, options):
        moves = played.before.moves(played.seat)
        listed = list(moves)
        assert len(listed) == len(set(listed)) == len(moves)
        assert [str(move) for move in listed] == [str(moves[i]) for i in range(len(moves))]
        assert moves[-1] == listed[-1]
        assert all(move in moves for move in listed[:: max(1, len(listed) // 20)])
        assert [str(move) for move in listed] != ["pass"], "a pass alone is never asked for"


@every_variant
@examples(2)
@given(seed=seeds, chance=st.randoms(use_true_random=False))
def test_every_legal_move_can_be_played(
    name: str, players: int, options: dict[str, Any], seed: int, chance: Random
) -> None:
    for played in list(random_game(GAMES[name], players, seed, options))[::7]:
        state, seat = played.before, played.seat
        moves = state.moves(seat)
        for number in chance.sample(range(len(moves)), k=min(12, len(moves))):
            after, events = state.play(seat, moves[number], Dice(Random(seed)))
            assert events
            assert after != state
            foreseen = state.preview(seat, moves[number])
            assert foreseen == events[: len(foreseen)], "a preview is what then happens"


@every_variant
@examples(2)
@given(seed=seeds)
def test_exactly_the_legal_moves_are_accepted(name: str, players: int, options: dict[str, Any], seed: int) -> None:
    """Moves out of another position, and moves of other seats, are accepted just where they are legal too."""
    game = GAMES[name]
    elsewhere = [played.move for played in random_game(game, players, seed + 1, options)]
    steps = list(random_game(game, players, seed, options))
    for played in steps[:: max(1, len(steps) // 50)]:
        state = played.before
        legal = set(state.moves(played.seat))
        for move in elsewhere[::5]:
            if move in legal:
                state.play(played.seat, move, Dice(Random(0)))
            else:
                with pytest.raises(IllegalMove, match="is not legal for seat"):
                    state.play(played.seat, move, Dice(Random(0)))
        for seat in set(range(players)) - state.to_act:
            assert not state.moves(seat)
            with pytest.raises(WrongSeat, match=f"seat {seat} cannot play"):
                state.play(seat, played.move, Dice(Random(0)))


@every_variant
@few
@given(seed=seeds)
def test_a_state_does_not_change_when_played_on(name: str, players: int, options: dict[str, Any], seed: int) -> None:
    game = GAMES[name]
    first = game.new(players, Random(seed), options)
    before = deepcopy(first)
    for _ in random_game(game, players, seed, options):
        pass
    seat = min(first.to_act)
    first.play(seat, first.moves(seat)[0], Dice(Random(1)))
    assert first == before


@every_variant
@few
@given(seed=seeds)
def test_views_are_plain_data(name: str, players: int, options: dict[str, Any], seed: int) -> None:
    for number, played in enumerate(random_game(GAMES[name], players, seed, options)):
        if number % 10 == 0:
            for seat in (*range(players), None):
                assert_plain(played.after.view(seat))
            for event in played.events:
                assert_plain(event.plain())


def assert_plain(value: object) -> None:
    match value:
        case dict():
            for key, inner in value.items():
                assert isinstance(key, str)
                assert_plain(inner)
        case list() | tuple():
            for inner in value:
                assert_plain(inner)
        case _:
            assert value is None or isinstance(value, bool | int | str)


@few
@given(seed=seeds, players=st.integers(1, 4))
def test_rota_tiles_never_overlap_and_hang_together(seed: int, players: int) -> None:
    *_, last = random_game(GAMES["rota"], players, seed)
    state = last.after
    assert isinstance(state, RotaState)
    cells = set(state.display)
    seen, front = set[tuple[int, int]](), {(0, 0)}
    while front:
        seen |= front
        front = {(x + dx, y + dy) for x, y in front for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))} & cells - seen
    assert seen == cells


@few
@given(seed=seeds, players=st.integers(1, 4))
def test_axio_board_agrees_with_the_tiles_and_pyramids_laid(seed: int, players: int) -> None:
    for played in random_game(GAMES["axio"], players, seed):
        state = played.after
        assert isinstance(state, AxioState)
        halves = sum(1 for content in state.board if content in "RGBOP" and content)
        assert halves == 2 * len(state.tiles) + 5
        assert sum(content == "^" for content in state.board) == len(state.pyramids) <= 20


@few
@given(seed=seeds, players=st.integers(1, 4))
def test_axo_extra_marks_stay_within_five_a_game(seed: int, players: int) -> None:
    for played in random_game(GAMES["axo"], players, seed):
        assert isinstance(played.after, AxoState)
        for player in played.after.seats:
            assert 0 <= player.extra <= player.earned <= EXTRA_MARKS
            assert len(player.area) <= 3
