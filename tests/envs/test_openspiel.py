"""The OpenSpiel games: OpenSpiel's own tests and bots, chance, what players know."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from tests.support import VARIANTS, pieces_in, twin
from triax.envs.openspiel import AXO_LENGTH, TriaxState, game_name
from triax.games import GAMES

every_variant = pytest.mark.parametrize(("name", "players", "options"), VARIANTS)
every_game = pytest.mark.parametrize("name", GAMES)


def load(name: str, players: int, options: dict[str, Any] | None = None) -> Any:  # noqa: ANN401
    return pyspiel.load_game(game_name(name), {"players": players, **(options or {})})


def walk(state: Any, rng: Random, most: int = 10_000) -> Iterator[Any]:  # noqa: ANN401
    """A random game, a copy of every state in which somebody decides."""
    while not state.is_terminal() and most:
        if state.is_chance_node():
            codes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(codes, shares)[0])
        else:
            most -= 1
            yield state.clone()
            state.apply_action(rng.choice(state.legal_actions()))


def decisions(game: Any, seed: int, most: int = 10_000) -> Iterator[Any]:  # noqa: ANN401
    return walk(game.new_initial_state(), Random(seed), most)


@every_variant
def test_random_simulation(name: str, players: int, options: dict[str, Any]) -> None:
    pyspiel.random_sim_test(load(name, players, options), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@every_variant
def test_many_random_simulations(name: str, players: int, options: dict[str, Any]) -> None:
    pyspiel.random_sim_test(load(name, players, options), num_sims=10, serialize=True, verbose=False)


@every_game
def test_chance_is_a_chain_of_even_draws(name: str) -> None:
    state = load(name, 2).new_initial_state()
    rng = Random(1)
    drawn = []
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert sum(share for _, share in outcomes) == pytest.approx(1)
        text = {code: state.action_to_string(code) for code, _ in outcomes}
        left = Counter(state.position.request.left) if text[outcomes[0][0]].startswith("draw") else None
        for code, share in outcomes:
            even = 1 / len(outcomes) if left is None else left[text[code][5:]] / left.total()
            assert share == pytest.approx(even)
        code = rng.choice(outcomes)[0]
        drawn.append(text[code])
        state.apply_action(code)
    pieces = [text[5:] for text in drawn if text.startswith("draw")]
    # The last kind of piece is not drawn: there is nothing left to decide.
    assert 0 < len(pieces_in(state.position.state)) - len(pieces) <= 10
    assert not Counter(pieces) - Counter(pieces_in(state.position.state))


def test_a_start_that_is_given_is_not_drawn_by_lot() -> None:
    for name in ("rota", "axio", "axo"):
        state = load(name, 3, {"start": 2}).new_initial_state()
        lots = 0
        rng = Random(2)
        while state.is_chance_node():
            code = rng.choice(state.chance_outcomes())[0]
            lots += state.action_to_string(code).startswith("lot")
            state.apply_action(code)
        assert state.position.state.options["start"] == 2
        assert lots == 0 or name == "rota", "only start tiles are turned by lot"


@pytest.mark.parametrize(("name", "players"), [("axio", 2), ("axo", 2)])
def test_a_shuffle_in_play_is_drawn_too(name: str, players: int) -> None:
    shuffled = 0
    for seed in range(6):
        for state in decisions(load(name, players), seed):
            for code in state.legal_actions():
                if state.action_to_string(code) == "exchange" or (name == "axo" and not shuffled):
                    after = state.child(code)
                    if after.is_chance_node():
                        assert after.position.state == state.position.state, "nothing is applied in part"
                        shuffled += 1
                        list(walk(after, Random(seed), 1))
                        assert pieces_in(after.position.state) == pieces_in(state.position.state)
        if shuffled:
            return
    pytest.fail("nothing was shuffled")


@every_variant
def test_a_resampled_state_is_one_the_player_cannot_tell_apart(
    name: str, players: int, options: dict[str, Any]
) -> None:
    game, rng = load(name, players, options), Random(5)
    differed = 0
    for number, state in enumerate(decisions(game, 5)):
        if number % 7:
            continue
        player = state.current_player()
        sample = state.resample_from_infostate(player, rng.random)
        assert sample.current_player() == player
        assert sample.legal_actions() == state.legal_actions()
        for what in ("information_state_string", "observation_string", "information_state_tensor"):
            assert getattr(sample, what)(player) == getattr(state, what)(player)
        differed += sample.position.state != state.position.state
        assert not sample.history(), "what was drawn is not the player's to know"
        again = sample.resample_from_infostate(player, rng.random)
        assert again.information_state_string(player) == state.information_state_string(player)
    assert differed


@every_variant
def test_a_resampled_state_plays_on(name: str, players: int, options: dict[str, Any]) -> None:
    states = list(decisions(load(name, players, options), 6))
    state = states[len(states) // 2]
    sample = state.resample_from_infostate(state.current_player(), Random(1).random)
    player, known = state.current_player(), sample.information_state_string(state.current_player())
    seen = [later.information_state_string(player) for later in walk(sample.clone(), Random(1), 4)]
    assert seen[0] == known
    assert len(set(seen)) > 1
    copy = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(load(name, players, options), sample))[1]
    assert str(copy) == str(sample)
    for _ in walk(copy, Random(2)):
        pass
    assert copy.is_terminal()


@every_variant
def test_others_draws_and_marks_are_not_in_an_information_state(
    name: str, players: int, options: dict[str, Any]
) -> None:
    """A move is played in two positions that differ only in what a player cannot see: it learns the same from both."""
    small = {"reach": 8} if name == "rota" else {}
    game, rng = load(name, players, {**options, **small}), Random(8)
    differed = 0
    for state in decisions(game, 8, 30):
        code, here = rng.choice(state.legal_actions()), state.position
        for player in range(players):
            other = game.new_initial_state()
            hidden = twin(here.state, player, here.seat, here.frame.decode(code), rng)
            other.position = replace(here, state=hidden)
            one = state.child(code)
            other.apply_action(code)
            if one.is_chance_node():
                continue
            differed += one.position.state != other.position.state
            assert other.information_state_string(player) == one.information_state_string(player)
            assert other.information_state_tensor(player) == one.information_state_tensor(player)
    assert differed


def test_a_later_player_learns_of_marks_when_all_have_marked() -> None:
    game = load("axo", 2)
    hidden = shown = 0
    for state in decisions(game, 9, 80):
        here = state.position.state
        if here.phase == "mark" and len(here.to_act) == 2:
            told = {state.child(code).information_state_string(1) for code in state.legal_actions()}
            assert len(told) == 1
            hidden += len(state.legal_actions()) > 1
        elif here.phase == "mark" and state.current_player() == 1:
            told = {state.child(code).information_state_string(0) for code in state.legal_actions()}
            shown += len(told) > 1
    assert hidden
    assert shown


def told(state: Any, player: int) -> str:  # noqa: ANN401
    """What an information state adds to an observation."""
    whole, seen = state.information_state_string(player), state.observation_string(player)
    assert whole.startswith(seen + "\n")
    return str(whole[len(seen) + 1 :])


@pytest.mark.parametrize(("name", "public"), [("rota", "placed"), ("axio", "placed"), ("axo", "played")])
def test_information_states_tell_the_whole_past(name: str, public: str) -> None:
    """Perfect recall: what was told stays told, every public move is, and every own draw with what it was."""
    game = load(name, 3)
    before = ["", "", ""]
    moves = 0
    for state in decisions(game, 4, 60):
        for player in range(3):
            now = told(state, player)
            assert now.startswith(before[player])
            before[player] = now
            assert now.count(f"{public} ") == moves
            drawn = [fact.split() for fact in now.split("; ") if fact.startswith("drew")]
            assert all((len(words) == 3) == (words[1] == str(player)) for words in drawn)
        if name != "axo" or state.position.state.phase == "choose":
            moves += not (name == "axio" and state.position.state.deciding)
    assert len(set(before)) == 3


def test_a_rack_shown_is_remembered() -> None:
    """An exchange is the one thing in Axio that a view forgets."""
    for seed in range(20):
        for state in decisions(load("axio", 2), seed):
            if state.position.state.deciding:
                player = state.current_player()
                shown = state.position.state.racks[player]
                after = state.child(0)
                list(walk(after, Random(0), 1))
                words = [fact.split() for fact in told(after, 1 - player).split("; ")]
                assert [w[2] for w in words if w[0] == "exchanged" and w[1] == str(player)][-len(shown) :] == list(
                    shown
                )
                return
    pytest.fail("nobody could exchange")


def test_a_game_of_axo_without_end_is_a_draw() -> None:
    state = load("axo", 2).new_initial_state()
    rng = Random(0)
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
            continue
        legal = state.legal_actions()
        state.apply_action(0 if legal[0] == 0 else rng.choice(legal))
        steps += 1
    assert steps == AXO_LENGTH
    assert state.returns() == [0, 0]


@pytest.mark.parametrize(
    ("name", "players"), [("rota", 2), ("axio", 3), ("axo", 2), ("rota", 1), ("axio", 1), ("axo", 1)]
)
def test_openspiels_bots_play(name: str, players: int) -> None:
    game = load(name, players)
    random_state = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random_state)
    bots = [
        ismcts.ISMCTSBot(game, evaluator, 2.0, 3, random_state=random_state),
        mcts.MCTSBot(game, 2.0, 3, evaluator, random_state=random_state),
    ]
    for number, state in enumerate(decisions(game, 2, 4)):
        assert int(bots[number % 2].step(state)) in state.legal_actions()


def test_a_search_finds_the_move_that_wins() -> None:
    """What ISMCTS learns through the adapter is what the game pays: on the last move of a game that is still open."""
    game = load("rota", 2)
    random_state = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random_state)
    for seed in range(50):
        *_, last = decisions(game, seed)
        player = last.current_player()
        paid = {code: last.child(code).returns()[player] for code in last.legal_actions()}
        if len(set(paid.values())) == 1 or not all(last.child(code).is_terminal() for code in paid):
            continue
        bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 2 * len(paid), random_state=random_state)
        assert paid[int(bot.step(last))] == max(paid.values())
        return
    pytest.fail("no game was open to the end")


def test_an_observer_of_public_things_shows_no_hand() -> None:
    game = load("rota", 2)
    public = game.make_py_observer(
        pyspiel.IIGObservationType(public_info=True, perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE)
    )
    for state in decisions(game, 1, 6):
        assert isinstance(state, TriaxState)
        public.set_from(state, 1)
        assert not public.dict["hand"].any()
        assert public.dict["display"].any()
        assert "hand " not in public.string_from(state, 1)


def test_an_interpreter_that_has_loaded_the_games_ends_in_peace() -> None:
    code = "import pyspiel, triax.envs.openspiel as o; pyspiel.load_game('python_triax_axo').new_initial_state()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
