"""A game of which the environments know nothing but its rules: every kind of chance in its deal, and all that can be
wrong with it. The example of a plug-in runs through the tests of all games besides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar, Literal

import numpy as np
import pyspiel
import pytest
from pettingzoo.test import api_test

from tests.envs.support.spiel import walk
from triax.drawing import draw
from triax.envs import Frame, pettingzoo
from triax.envs.generic import VIEW
from triax.envs.openspiel import TriaxGame
from triax.games import GAMES
from triax.games.core import Chance, Game, Move, Plain, State, View, game_over
from triax.games.errors import BadData
from triax.games.events import Event, Over, Private
from triax.games.facts import START, Facts, Options, PointScore
from triax.games.standings import Outcome, plain_standings

FACTS = Facts("pebbles", "Pebbles", {1: PointScore(), 2: PointScore(9)}, options=())


@dataclass(frozen=True, slots=True)
class Take(Move):
    count: int

    def __str__(self) -> str:
        return f"take {self.count}"


class Found(Event, kind="found"):
    seat: int
    pebble: Private[str]


class PebblesView(View):
    game: Literal["pebbles"]
    heap: int
    own: list[str] | None


@dataclass(frozen=True, repr=False)
class PebblesState(State[PebblesView, Take]):
    """Take one or two from the heap, then draw a pebble unseen. Some pebbles are worth a point."""

    game: ClassVar[str] = FACTS.name
    move_types = (Take,)
    players: int
    options: Options
    heap: int
    bag: tuple[str, ...]
    turn: int
    held: tuple[tuple[str, ...], ...]

    @property
    def to_act(self) -> frozenset[int]:
        return frozenset((self.turn,) if self.heap > 0 else ())

    def legal(self, seat: int) -> Sequence[Take]:
        return [Take(1), Take(2)]

    def refusal(self, seat: int, move: Take) -> str | None:
        return None if move in self.legal(seat) else "one or two"

    def foresee(self, seat: int, move: Take) -> tuple[Event, ...]:
        return ()

    def apply(self, seat: int, move: Take, chance: Chance) -> tuple[PebblesState, tuple[Event, ...]]:
        found, *left = chance.shuffle(self.bag)
        held = tuple((*own, found) if other == seat else own for other, own in enumerate(self.held))
        heap, turn = self.heap - move.count, (self.turn + 1) % self.players
        after = replace(self, heap=heap, bag=tuple(left), turn=turn, held=held)
        return after, (Found(seat, found), *game_over(after))

    def show(self, seat: int | None) -> PebblesView:
        return {
            "game": "pebbles",
            "players": self.players,
            "options": {},
            "seat": seat,
            "to_act": sorted(self.to_act),
            "standings": plain_standings(self.outcome),
            "heap": self.heap,
            "own": None if seat is None else sorted(self.held[seat]),
        }

    @property
    def scores(self) -> tuple[tuple[int, ...], ...]:
        return tuple((own.count("gold"),) for own in self.held)

    def rank_key(self, seat: int) -> tuple[int, ...]:
        return self.scores[seat]

    @property
    def outcome(self) -> Outcome | None:
        return None if self.to_act else Outcome(self.standings(), self.scores)


class Pebbles(Game[PebblesState, PebblesView, Take]):
    facts = FACTS
    view_type = PebblesView
    event_types = (Found, Over)

    def deal(self, players: int, options: Plain, rng: Random) -> dict[str, Any]:
        """A choice, a lot, pieces that are no texts, some of many: all that Python offers of whole numbers."""
        numbers = [1, 2, 3]
        rng.shuffle(numbers)
        return {
            "heap": 4 + rng.randint(0, 2) + rng.choice([0, 1]) + numbers[0] + sum(rng.sample(range(30), 2)) % 2,
            "bag": rng.sample(["gold", "grey", "grey"] * 4, 12),
            "turn": rng.randrange(players),
        }

    def start(self, players: int, options: Plain, setup: Plain) -> PebblesState:
        held: tuple[tuple[str, ...], ...] = ((),) * players
        return PebblesState(players, Options(), setup["heap"], tuple(setup["bag"]), setup["turn"], held)

    def parse(self, text: str) -> Take:
        return Take(int(text.removeprefix("take ")))

    def vocabulary(self, players: int) -> Sequence[Take]:
        return [Take(1), Take(2)]

    def complete(self, view: PebblesView, rng: Random) -> PebblesState:
        raise NotImplementedError


PEBBLES = Pebbles()


class PebblesGame(TriaxGame):
    name = "pebbles"


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES.own, "pebbles", PEBBLES)


@pytest.mark.parametrize("players", [1, 2])
def test_openspiel_plays_it(players: int) -> None:
    game = PebblesGame({"players": players})
    assert game.num_distinct_actions() == 2
    assert game.max_utility() == (float("inf") if players == 1 else 1), "alone it is worth its points"
    pyspiel.random_sim_test(game, num_sims=5, serialize=False, verbose=False)


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
@pytest.mark.parametrize("players", [1, 2])
def test_pettingzoo_plays_it(players: int) -> None:
    api_test(pettingzoo.pebbles(players), num_cycles=50)


def test_its_chances_are_even_and_bounded() -> None:
    game = PebblesGame({"players": 2})
    for seed in range(20):
        rng, state, drawn = Random(seed), game.new_initial_state(), 0
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(share for _, share in outcomes) == pytest.approx(1)
            assert max(code for code, _ in outcomes) < game.max_chance_outcomes()
            state.apply_action(rng.choice(outcomes)[0])
            drawn += 1
        assert drawn <= game.max_chance_nodes_in_history()


class Early(Pebbles):
    """Draws the lot for who starts, needed or not, before all else."""

    facts = replace(FACTS, name="early", options=(START,))

    def deal(self, players: int, options: Plain, rng: Random) -> dict[str, Any]:
        turn = options.get("start", rng.randrange(players))
        return {**super().deal(players, options, rng), "turn": turn}


def test_a_start_that_is_given_is_kept_wherever_the_lot_for_it_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES.own, "early", Early())
    game = type("EarlyGame", (TriaxGame,), {"name": "early"})({"players": 2, "start": 1})
    for seed in range(5):
        state = next(walk(game.new_initial_state(), Random(seed), 1))
        assert state.node.state.turn == 1
        assert sorted(state.node.state.bag) == ["gold"] * 4 + ["grey"] * 8


def test_an_information_state_tells_own_moves_and_what_was_seen() -> None:
    state = PebblesGame({"players": 2}).new_initial_state()
    *_, state = walk(state, Random(3), 3)
    seat = state.node.past[0].seat
    own, other = (state.information_state_string(one).splitlines()[-1] for one in (seat, 1 - seat))
    first = state.node.past[0].events[0]
    assert isinstance(first, Found)
    assert own.startswith(f'{state.node.past[0].move}; {{"kind":"found","pebble":"{first.pebble}","seat":{seat}}}; ')
    assert other.startswith(f'{{"kind":"found","seat":{seat}}}; take ')
    observer = state.get_game().make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(state, seat)
    remembered = bytes(np.rint(observer.dict["memory"][:, 0] * 127).astype(np.uint8)).rstrip(b"\0").decode()
    assert remembered.splitlines() == own.split("; ")


def test_a_view_is_its_json() -> None:
    frame = Frame("pebbles", 2, {})
    view = PEBBLES.new(2, Random(1)).view(1)
    text = bytes(frame.observe(view).astype(np.uint8)).rstrip(b"\0").decode()
    assert text.startswith('{"game":"pebbles","heap":')
    with pytest.raises(BadData, match=f"a view of Pebbles has [0-9]+ characters; expected at most {VIEW}"):
        frame.observe({**view, "own": ["grey"] * VIEW})


def test_its_picture_is_its_text() -> None:
    state = PEBBLES.new(2, Random(1))
    svg = draw(state.view(0), names=["Ada & Ben", "<b>"], hands=[state.view(0), state.view(1)])
    assert f">heap {state.heap}</text>" in svg
    assert "Ada &amp; Ben · &lt;b&gt;" in svg
    assert svg.count(">own []</text>") == 3


class Wordless(Pebbles):
    def vocabulary(self, players: int) -> Sequence[Take]:
        return Game.vocabulary(self, players)


class Doubled(Pebbles):
    def vocabulary(self, players: int) -> Sequence[Take]:
        return [Take(1), Take(1)]


class Short(Pebbles):
    def vocabulary(self, players: int) -> Sequence[Take]:
        return [Take(1)]


class Fractional(Pebbles):
    def deal(self, players: int, options: Plain, rng: Random) -> dict[str, Any]:
        return {**super().deal(players, options, rng), "heap": int(9 * rng.random())}


class Surprising(Pebbles):
    def start(self, players: int, options: Plain, setup: Plain) -> PebblesState:
        return super().start(players, options, {**setup, "bag": ("ruby", "jade", "gold")})


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Wordless, "Pebbles lists no vocabulary of its moves"),
        (Doubled, "the vocabulary of Pebbles lists a move twice"),
        (Short, "'take 2' is not an action of short"),
        (Fractional, "a fraction has no even chances"),
        (Surprising, "'jade' is shuffled in play, but in no deal"),
    ],
)
def test_what_cannot_be_numbered_is_refused(kind: type[Pebbles], words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name = kind.__name__.lower()
    monkeypatch.setattr(kind, "facts", replace(FACTS, name=name))
    monkeypatch.setitem(GAMES.own, name, kind())
    with pytest.raises(BadData, match=words):
        for _ in walk(type(name, (TriaxGame,), {"name": name})({"players": 2}).new_initial_state(), Random(1)):
            pass


def test_a_reach_is_for_planes_alone() -> None:
    with pytest.raises(BadData, match="reach: 5; Pebbles has none"):
        Frame("pebbles", 2, {}, reach=5)
