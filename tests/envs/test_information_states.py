"""What OpenSpiel's players know and remember, and the states that they could be in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest

from tests.envs.support.spiel import decisions, load, walk
from tests.support import every_variant, pieces_in, twin
from triax.envs.adapters import adapter_for
from triax.envs.memory import KINDS, Fact, PastMove
from triax.envs.openspiel import TriaxState
from triax.envs.rota import REACH
from triax.games.axio.pieces import SIDE
from triax.games.axo import AxoState
from triax.games.axo.events import MarksMade, Revealed
from triax.games.axo.notation import PASS, Swap
from triax.games.errors import BadData


@every_variant
def test_a_resampled_state_is_one_the_player_cannot_tell_apart(
    name: str, players: int, options: dict[str, Any]
) -> None:
    game, rng = load(name, players, options), Random(5)
    differed = 0
    for number, state in enumerate(decisions(game, 5)):
        if number % 7:
            continue
        player = rng.randrange(players)
        sample = state.resample_from_infostate(player, rng.random)
        assert sample.current_player() == state.current_player()
        assert sample.legal_actions(player) == state.legal_actions(player)
        for what in ("information_state_string", "observation_string", "information_state_tensor"):
            assert getattr(sample, what)(player) == getattr(state, what)(player)
        differed += sample.node.state != state.node.state
        assert not sample.history(), "what was drawn is not the player's to know"
        again = sample.resample_from_infostate(player, rng.random)
        assert again.information_state_string(player) == state.information_state_string(player)
    assert differed


@pytest.mark.parametrize("players", [2, 4])
def test_a_resampled_state_of_axo_fits_what_has_been_seen_of_the_cards(players: int) -> None:
    """Whoever remembers knows which cards were mixed into the pile, and which were swapped into a hand."""
    rng, mixed, swapped = Random(players), set[str](), dict[str, int]()
    renewed = held = 0
    before: Any = None
    for state in decisions(load("axo", players), 17):
        now = state.node.state
        if before is not None and len(now.pile) > len(before.pile):
            mixed, renewed = {card for card in drawn_from(before, now) if card not in swapped}, renewed + 1
        move = state.node.past[-1].move if state.node.past else None
        if isinstance(move, Swap):
            swapped[move.area] = state.node.past[-1].seat
        swapped = {card: seat for card, seat in swapped.items() if card in now.seats[seat].hand}
        before = now
        if not (mixed or swapped) or rng.random() < 0.8:
            continue
        seat = rng.randrange(players)
        sample = state.resample_from_infostate(seat, rng.random).node.state
        assert sample.view(seat) == now.view(seat)
        assert pieces_in(sample) == pieces_in(now)
        assert not mixed or set(sample.pile) <= mixed
        for other in set(range(players)) - {seat}:
            assert len(set(sample.seats[other].hand) & mixed) == len(set(now.seats[other].hand) & mixed)
            assert all(card in sample.seats[owner].hand for card, owner in swapped.items() if owner == other)
            held += other in swapped.values()
    assert renewed
    assert held


def drawn_from(before: AxoState, now: AxoState) -> set[str]:
    """The cards of a pile renewed between two states: those left in it and those drawn since."""
    hands = [{card for player in state.seats for card in player.hand} for state in (before, now)]
    return {*now.pile, *(hands[1] - hands[0] - set(before.pile))}


def test_there_is_nothing_to_sample_where_nobody_decides() -> None:
    state = load("rota", 2).new_initial_state()
    with pytest.raises(BadData, match="here a draw is due"):
        state.resample_from_infostate(0, Random(1).random)
    state = next(decisions(load("rota", 2), 1))
    for player in (-1, 2):
        with pytest.raises(BadData, match=f"player_id: {player}; expected a whole number from 0 to 1"):
            state.resample_from_infostate(player, Random(1).random)


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
        code, here = rng.choice(state.legal_actions()), state.node
        for player in range(players):
            other = game.new_initial_state()
            hidden = twin(here.state, player, here.seat, here.frame.decode(code), rng)
            other.node = replace(here, state=hidden)
            one = state.child(code)
            other.apply_action(code)
            if one.is_chance_node():
                continue
            differed += one.node.state != other.node.state
            assert other.information_state_string(player) == one.information_state_string(player)
            assert other.information_state_tensor(player) == one.information_state_tensor(player)
    assert differed


def test_a_later_player_learns_of_marks_when_all_have_marked() -> None:
    game = load("axo", 2)
    hidden = shown = 0
    for state in decisions(game, 9, 80):
        here = state.node.state
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
        if name != "axo" or state.node.state.phase == "choose":
            moves += not (name == "axio" and state.node.state.deciding)
    assert len(set(before)) == 3


@pytest.mark.parametrize(("name", "players"), [("rota", 2), ("axio", 2), ("axo", 1), ("axo", 3)])
def test_players_remember_their_own_decisions(name: str, players: int) -> None:
    """Perfect recall: no two decisions lead a player to the same information state, as text or as a tensor."""
    small = {"reach": 12} if name == "rota" else {}
    rng, compared = Random(7), 0
    for state in decisions(load(name, players, small), 7, 120 if name == "axo" else 20):
        player, legal = state.current_player(), state.legal_actions()
        after = [state.child(code) for code in rng.sample(legal, min(12, len(legal)))]
        known = [one for one in after if not one.is_chance_node()]
        assert len({one.information_state_string(player) for one in known}) == len(known)
        assert len({bytes(memory_of(one, player)) for one in known}) == len(known)
        compared += len(known) > 1
    assert compared > 10


def memory_of(state: Any, player: int) -> np.ndarray[Any, Any]:  # noqa: ANN401
    observer = state.get_game().make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(state, player)
    memory: np.ndarray[Any, Any] = observer.dict["memory"]
    return memory


def test_an_offer_declined_is_remembered() -> None:
    """All see that an exchange is on offer, and that nothing comes of it."""
    for seed in range(20):
        for state in decisions(load("axio", 2), seed):
            if state.node.state.deciding:
                player = state.current_player()
                for seat in range(2):
                    before = told(state, seat)
                    after = told(state.child(1), seat)
                    assert after.startswith(f"{before}; kept {player}; drew {player}")
                return
    pytest.fail("nobody could exchange")


def test_marks_revealed_are_told_with_how_they_were_made() -> None:
    """An extra mark and an application may mark the same section, a pivot less may be of this turn or another."""
    facts = set()
    for what, turn in (("mark", 0), ("mark", 1), ("mark", 3), ("free", 0), ("extra", 0)):
        made = MarksMade(what, "07", ((0, 0), (2, 1)), turn)
        [fact] = adapter_for("axo", 2).remember(PastMove(1, PASS, (Revealed(0, (made,)),), ()), 1)
        assert isinstance(fact, Fact)
        assert fact.number is not None
        assert fact.number & 0b111111111 == 0b100001
        facts.add(fact.number)
    assert len(facts) == 5


def test_a_row_counts_everything_from_one() -> None:
    """0 stands for nothing, so that a seat, a piece and an action of number 0 are told apart from none."""
    pieces = {"RG": 0, "BB": 1}
    assert Fact("drew", 2, "RG", 0).rows(1, 3, pieces) == [(2, 2, 1, 1)]
    assert Fact("kept", 1).rows(1, 3, pieces) == [(13, 1, 0, 0)]
    assert Fact("reshuffled", None).rows(1, 3, pieces) == [(12, 0, 0, 0)]


def test_a_tensor_holds_all_that_a_game_of_tiles_can_tell() -> None:
    assert adapter_for("rota", 4).memory[0] >= 2 * REACH, "a tile laid, a tile drawn"
    spaces = SIDE[4] ** 2 - 5
    assert adapter_for("axio", 4).memory[0] >= spaces // 2 * (1 + 4 + 5), "a tile laid, four shown, five drawn"


@pytest.mark.parametrize("name", ["rota", "axio", "axo"])
def test_a_tensor_that_is_full_keeps_the_latest(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    adapter, full = adapter_for(name, 2), 0
    for state in decisions(load(name, 2), 3, 30):
        whole = memory_of(state, 1)
        rows = whole[whole[:, 0] > 0]
        with monkeypatch.context() as small:
            small.setattr(adapter, "memory", (7, 4), raising=False)
            memory = memory_of(state, 1)
        assert memory.shape == (7, 4)
        assert np.array_equal(memory[: len(rows)], rows[-7:])
        full += len(rows) > 7
    assert full


def test_a_rack_shown_is_remembered() -> None:
    """An exchange is the one thing in Axio that a view forgets."""
    for seed in range(20):
        for state in decisions(load("axio", 2), seed):
            if state.node.state.deciding:
                player = state.current_player()
                shown = state.node.state.racks[player]
                after = state.child(0)
                list(walk(after, Random(0), 1))
                words = [fact.split() for fact in told(after, 1 - player).split("; ")]
                assert [w[2] for w in words if w[0] == "exchanged" and w[1] == str(player)][-len(shown) :] == list(
                    shown
                )
                return
    pytest.fail("nobody could exchange")


@pytest.mark.parametrize(
    ("name", "own", "table"), [("rota", "hand", "display"), ("axio", "rack", "board"), ("axo", "hand", "active")]
)
def test_an_observer_of_public_things_shows_no_hand(name: str, own: str, table: str) -> None:
    game = load(name, 2)
    public = game.make_py_observer(
        pyspiel.IIGObservationType(public_info=True, perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE)
    )
    for state in decisions(game, 1, 6):
        assert isinstance(state, TriaxState)
        public.set_from(state, 1)
        assert not public.dict[own].any()
        assert public.dict[table].any()
        assert f"\n{own} " not in public.string_from(state, 1)
        assert f"\n{own} " in state.observation_string(1)


def test_the_page_on_environments_counts_the_kinds_of_facts() -> None:
    page = (Path(__file__).parents[2] / "docs" / "environments.md").read_text("utf-8")
    listed = page.partition("The *kind* counts from 1: ")[2].partition("The *seat*")[0]
    assert tuple(listed.split("`")[1::2]) == KINDS
