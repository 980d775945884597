"""What a game says about itself is true: held against its rules in random games, and near the ends of its tracks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import VARIANTS, every_variant, random_game
from tests.support.examples import examples
from triax.games import GAMES
from triax.games.axio import AXIO, AxioState
from triax.games.core import AnyGame, AnyState, Dice
from triax.games.errors import BadData
from triax.games.facts import Option, PointScore, TrackScore
from triax.games.rota import ROTA, RotaState
from triax.games.standings import rank

seeds = st.integers(0, 2**32)
few = examples(4)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def values_of(option: Option, players: int) -> Sequence[Any]:
    match option.kind:
        case "seat":
            return range(players)
        case "flag":
            return [True, False]
        case "choice":
            return option.choices
        case "pieces":
            return []


def wrong_values_of(option: Option, players: int) -> Sequence[Any]:
    match option.kind:
        case "seat":
            return [-1, players, "0", True]
        case "flag":
            return [1, "yes"]
        case "choice":
            return ["", "behind", 0]
        case "pieces":
            return ["standard", 3]


@every_game
@pytest.mark.parametrize("players", range(7))
def test_it_is_dealt_for_those_numbers_of_players_and_no_others(game: AnyGame, players: int) -> None:
    if players in game.facts.players:
        assert len(game.new(players, Random(0)).scores) == players
    else:
        with pytest.raises(BadData, match=f"players: {players}"):
            game.new(players, Random(0))


@every_game
def test_its_options_are_taken_where_they_belong_and_nowhere_else(game: AnyGame) -> None:
    for players in game.facts.players:
        for option in game.facts.options:
            for value in values_of(option, players):
                if players in option.players:
                    assert game.new(players, Random(0), {option.name: value}).options[option.name] == value
                else:
                    with pytest.raises(BadData, match=f'unknown field "{option.name}"'):
                        game.new(players, Random(0), {option.name: value})
            for value in wrong_values_of(option, players):
                with pytest.raises(BadData, match=r"options|pieces"):
                    game.new(players, Random(0), {option.name: value})
        with pytest.raises(BadData, match='unknown field "colour"'):
            game.new(players, Random(0), {"colour": "red"})


@every_game
def test_without_options_it_is_the_standard_game(game: AnyGame) -> None:
    for players in game.facts.players:
        dealt = game.new(players, Random(0))
        assert game.facts.is_standard(dealt.options)
        chosen = {option.name: option.default for option in game.facts.options if players in option.players}
        assert {name: value for name, value in chosen.items() if value is not None}.items() <= dealt.options.items()
    for option in game.facts.options:
        others = [value for value in values_of(option, game.facts.players[0]) if value != option.default]
        assert all(game.facts.is_standard({option.name: value}) != option.variant for value in others)


@every_variant
@few
@given(seed=seeds)
def test_a_game_ends_as_is_said(name: str, players: int, options: dict[str, Any], seed: int) -> None:
    facts = GAMES[name].facts
    steps = list(random_game(GAMES[name], players, seed, options))
    assert len(steps) <= facts.decisions.get(players, inf)
    end = steps[-1].after
    outcome, score = end.outcome, facts.scores[players]
    assert outcome is not None
    assert {len(own) for own in outcome.scores} == {len(score.colours) if isinstance(score, TrackScore) else 1}
    if players > 1:
        assert outcome.standings == rank([end.rank_key(seat) for seat in range(players)])
    elif not facts.won_alone:
        assert outcome.standings == ((0,),)


@every_game
def test_what_is_won_alone_can_be_lost_alone(game: AnyGame) -> None:
    if 1 not in game.facts.players:
        return
    results = set()
    for seed in range(40):
        *_, last = random_game(game, 1, seed)
        assert last.after.outcome is not None
        results.add(last.after.outcome.standings)
    assert () in results if game.facts.won_alone else results == {((0,),)}


def test_axo_alone_is_won_with_the_goal() -> None:
    score = GAMES["axo"].facts.scores[1]
    assert isinstance(score, PointScore)
    assert score.goal is not None
    won = set()
    for seed in range(60):
        *_, last = random_game(GAMES["axo"], 1, seed)
        assert last.after.outcome is not None
        won.add(bool(last.after.outcome.standings))
        assert bool(last.after.outcome.standings) == (last.after.scores[0][0] >= score.goal)


@pytest.mark.parametrize(("name", "players", "options"), [one for one in VARIANTS if one[0] == "axo"])
def test_axo_ends_when_someone_has_the_goal(name: str, players: int, options: dict[str, Any]) -> None:
    score = GAMES[name].facts.scores[players]
    assert isinstance(score, PointScore)
    assert score.goal is not None
    for seed in range(3):
        reached = 0
        for played in random_game(GAMES[name], players, seed, options):
            if max(points for (points,) in played.before.scores) >= score.goal:
                reached += 1
        assert reached <= players, "all that is left is the turn"


@every_game
def test_what_is_never_shuffled_never_asks_for_it(game: AnyGame) -> None:
    asked: list[int] = []

    class Listening(Dice):
        def shuffle(self, pieces: Sequence[str]) -> tuple[str, ...]:
            asked.append(len(pieces))
            return super().shuffle(pieces)

    for players in game.facts.players:
        for seed in range(3):
            rng = Random(seed)
            state: AnyState = game.new(players, rng)
            while state.to_act:
                seat = min(state.to_act)
                moves = state.moves(seat)
                state, _ = state.play(seat, moves[rng.randrange(len(moves))], Listening(rng))
    assert bool(asked) == game.facts.shuffles


@every_game
def test_a_clock_counts_moves_where_all_see_them(game: AnyGame) -> None:
    """What the others do not hear of is one decision with what they then see."""
    players = max(game.facts.players)
    hidden = any(event.secret for played in random_game(game, players, 1) for event in played.events)
    assert game.facts.clock == ("reveal" if hidden else "move")


# Near the ends of the tracks.


def nearly_full(state: RotaState | AxioState, top: int) -> RotaState | AxioState:
    return replace(state, tracks=((top - 1,) * 5,) * state.players)


@pytest.mark.parametrize("game", [ROTA, AXIO], ids=["rota", "axio"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_tracks_come_to_their_top_and_stop_there(game: AnyGame, players: int) -> None:
    score = game.facts.scores[players]
    assert isinstance(score, TrackScore)
    full = 0
    longest = 0
    for seed in range(4):
        rng = Random(seed)
        first = game.new(players, rng)
        assert isinstance(first, RotaState | AxioState)
        state: AnyState = nearly_full(first, score.top)
        count = 0
        while state.to_act:
            seat = min(state.to_act)
            moves = state.moves(seat)
            state, _ = state.play(seat, moves[rng.randrange(len(moves))], Dice(rng))
            count += 1
        tracks = [track for own in state.scores for track in own]
        assert max(tracks) == score.top
        full += tracks.count(score.top)
        longest = max(longest, count)
    assert full > players
    assert longest <= game.facts.decisions[players], "extra turns are counted"
