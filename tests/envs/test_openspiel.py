"""The OpenSpiel games: OpenSpiel's own tests and bots, chance, copies, ends."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from tests.envs.support.spiel import decisions, load, walk
from tests.support import every_variant, pieces_in
from triax.envs.frame import LONGEST
from triax.games import GAMES
from triax.games.errors import BadData

every_game = pytest.mark.parametrize("name", GAMES)


@pytest.mark.parametrize(
    ("name", "players"),
    [(name, players) for name, game in GAMES.items() for players in game.facts.players if players < 3],
)
def test_random_simulation(name: str, players: int) -> None:
    pyspiel.random_sim_test(load(name, players), num_sims=1, serialize=True, verbose=False)


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
        left = Counter(state.node.request.left) if text[outcomes[0][0]].startswith("draw") else None
        for code, share in outcomes:
            even = 1 / len(outcomes) if left is None else left[text[code][5:]] / left.total()
            assert share == pytest.approx(even)
        code = rng.choice(outcomes)[0]
        drawn.append(text[code])
        state.apply_action(code)
    pieces = [text[5:] for text in drawn if text.startswith("draw")]
    # The last kind of piece is not drawn: there is nothing left to decide.
    assert 0 < len(pieces_in(state.node.state)) - len(pieces) <= 10
    assert not Counter(pieces) - Counter(pieces_in(state.node.state))


def test_a_start_that_is_given_is_not_drawn_by_lot() -> None:
    for name in ("rota", "axio", "axo"):
        state = load(name, 3, {"start": 2}).new_initial_state()
        lots = 0
        rng = Random(2)
        while state.is_chance_node():
            code = rng.choice(state.chance_outcomes())[0]
            lots += state.action_to_string(code).startswith("lot")
            state.apply_action(code)
        assert state.node.state.options["start"] == 2
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
                        assert after.node.state == state.node.state, "nothing is applied in part"
                        shuffled += 1
                        list(walk(after, Random(seed), 1))
                        assert pieces_in(after.node.state) == pieces_in(state.node.state)
        if shuffled:
            return
    pytest.fail("nothing was shuffled")


@pytest.mark.parametrize("parameter", ["start=-2", "start=2", "players=5", "reach=3"])
def test_parameters_are_checked(parameter: str) -> None:
    with pytest.raises(BadData, match=f"{parameter.partition('=')[0]}.*; expected a whole number from"):
        pyspiel.load_game(f"python_triax_rota({parameter})")


@every_game
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))])
def test_a_copy_of_a_state_is_a_game_of_its_own(name: str, copied: Any) -> None:  # noqa: ANN401
    *_, state = decisions(load(name, 2), 3, 9)
    known = [state.information_state_string(player) for player in range(2)]
    other = copied(state)
    assert other.node.state == state.node.state
    other.apply_action(other.legal_actions()[0])
    assert [state.information_state_string(player) for player in range(2)] == known
    state.apply_action(state.legal_actions()[0])
    assert str(other) == str(state)


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
    assert steps == LONGEST
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


def test_an_interpreter_that_has_loaded_the_games_ends_in_peace() -> None:
    code = "import pyspiel, triax.envs.openspiel as o; pyspiel.load_game('python_triax_axo').new_initial_state()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_openspiel_writes_a_playthrough() -> None:
    """It asks for what a player knows without what is public, and wants nothing rather than an error."""
    # It brings all of OpenSpiel's games and SciPy along.
    from open_spiel.python.algorithms import generate_playthrough  # noqa: PLC0415

    written = generate_playthrough.playthrough("python_triax_rota(players=1,reach=4)", None, seed=1)
    assert "PublicObservationString() = " in written
    assert "PrivateObservationString" not in written
