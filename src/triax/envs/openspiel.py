"""OpenSpiel games, registered when this module is imported: `python_triax_NAME` for every game.

    game = pyspiel.load_game("python_triax_rota(players=2)")

Parameters: `players`; the game's options (`start`: a seat, or -1 for a lot); `reach` (Axio
Rota; 0 for all that the rules allow); `actions` (AXO: `moves` or `picks`). A deal and each shuffle is a chain of chance
nodes, one a piece.
"""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import numpy as np

from triax.envs.adapters import has_picks, has_reach
from triax.envs.chance import Shuffle, Survey
from triax.envs.extras import missing
from triax.envs.frame import ACTIONS, Frame
from triax.envs.node import Node
from triax.games import GAMES, check
from triax.games.core import AnyGame
from triax.games.errors import BadData

try:
    import pyspiel
except ImportError as error:
    raise missing(__name__, "openspiel", error) from error

__all__ = ["TriaxGame", "TriaxObserver", "TriaxState", "game_name"]

LOT = -1
"""A seat drawn by lot."""


def game_name(game: str) -> str:
    return f"python_triax_{game}"


def _parameters(game: AnyGame) -> dict[str, Any]:
    """The game's options but for sets of pieces, and what else can be said, with the values if not given."""
    options = {
        option.name: LOT if option.kind == "seat" else option.default
        for option in game.facts.options
        if option.kind != "pieces"
    }
    reach = {"reach": 0} if has_reach(game.name) else {}
    actions = {"actions": ACTIONS[0]} if has_picks(game.name) else {}
    return {"players": 2 if 2 in game.facts.players else game.facts.players[0], **reach, **actions, **options}


def _game_type(game: AnyGame, players: int) -> Any:  # noqa: ANN401
    kinds = pyspiel.GameType
    return kinds(
        short_name=game_name(game.name),
        long_name=f"Triax: {game.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if players > 1 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(game.facts.players),
        min_num_players=min(game.facts.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_parameters(game),
    )


def _frame(game: AnyGame, params: dict[str, Any]) -> Frame:
    given = _parameters(game) | params
    options = {
        option.name: given[option.name]
        for option in game.facts.options
        if option.name in given and given["players"] in option.players and given[option.name] not in (None, LOT)
    }
    return Frame(game.name, given["players"], options, given.get("reach") or None, given.get("actions", ACTIONS[0]))


class TriaxGame(pyspiel.Game):  # type: ignore[misc]  # untyped
    """A game of several, or alone."""

    name: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given, game = dict(params or {}), GAMES[self.name]
        self.frame = frame = _frame(game, given)
        self.start = Node.initial(frame)
        self.chance = Survey(game, frame.players, frame.options)
        self.pieces = {piece: number for number, piece in enumerate(self.chance.pieces)}
        least, most = frame.utilities
        super().__init__(
            _game_type(game, frame.players),
            pyspiel.GameInfo(
                num_distinct_actions=frame.size,
                max_chance_outcomes=self.chance.outcomes,
                num_players=frame.players,
                min_utility=least,
                max_utility=most,
                max_game_length=frame.most_actions,
                **({"utility_sum": 0.0} if frame.players > 1 else {}),
            ),
            given,
        )

    def new_initial_state(self) -> TriaxState:
        return TriaxState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The deal; where pieces are shuffled again, that may follow any decision."""
        return self.chance.draws * (1 + self.frame.longest if self.frame.game.facts.shuffles else 1)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TriaxObserver | BlindObserver:  # noqa: ANN401
        if params:
            raise BadData(f"an observer takes no parameters: {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS or not kind.public_info:
            return BlindObserver()
        return TriaxObserver(self, kind)


class TriaxState(pyspiel.State):  # type: ignore[misc]  # untyped
    """A node of the game tree, as OpenSpiel asks for it."""

    def __init__(self, game: TriaxGame) -> None:
        super().__init__(game)
        self.node: Node = game.start

    def _game(self) -> TriaxGame:
        game: TriaxGame = self.get_game()
        return game

    def current_player(self) -> int:
        if self.node.request is None and not self.is_terminal():
            assert self.node.seat is not None
            return self.node.seat
        return int(pyspiel.PlayerId.TERMINAL if self.node.request is None else pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        here = self.node
        return here.request is None and (here.seat is None or len(here.past) >= here.frame.longest)

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.codes

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.node.outcomes(self._game().pieces)

    def _apply_action(self, action: int) -> None:
        if isinstance(self.node.request, Shuffle):
            self.node = self.node.draw(self._game().chance.pieces[action])
        elif self.node.request is not None:
            self.node = self.node.draw(action)
        else:
            self.node = self.node.decide(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.node.frame.text(action)
        drawn = isinstance(self.node.request, Shuffle)
        return f"draw {self._game().chance.pieces[action]}" if drawn else f"lot {action}"

    def returns(self) -> list[float]:
        here = self.node
        return [0.0] * here.frame.players if here.state is None else here.frame.returns(here.state)

    def __str__(self) -> str:
        """What everybody sees and what each player knows besides: not for players."""
        here = self.node
        due = f"due: {here.request}" if here.request else ""
        if here.state is None:
            return f"dealing {here.drawn} {due}"
        public, *each = (
            here.frame.game.describe(here.state.view(seat)).splitlines() for seat in (None, *range(here.frame.players))
        )
        own = [line for lines in each for line in lines]
        picked = "picked " + ", ".join(map(here.frame.text, here.picked)) if here.picked else ""
        last = f"{here.pending or picked} {due}"
        return "\n".join([*public, *(line for line in own if line not in public), last])

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> TriaxState:  # noqa: ANN401
        """A state that this player cannot tell from this one. It has no history of its own: what was drawn before it
        is not known to the player. The others remember of it what everybody saw."""
        if self.node.state is None or self.node.request is not None:
            raise BadData("a state is sampled from what a player knows at a decision: here a draw is due")
        check.integer(int(player_id), "player_id", 0, self.node.frame.players - 1)
        sample = self._game().new_initial_state()
        sample.node = self.node.sample(player_id, Random(probability_sampler()))
        return sample


class TriaxObserver:
    """Tensors and strings of what a player sees; with perfect recall also of all that the player remembers.

    Every number of a tensor is divided by the highest that it can be: learners expect nothing beyond 1."""

    def __init__(self, game: TriaxGame, kind: Any) -> None:  # noqa: ANN401
        self._game = game
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recalls = kind.perfect_recall
        layout = game.frame.layout
        adapter, players = game.frame.adapter, game.frame.players
        rows, columns = adapter.memory if self._recalls else (0, 0)
        self._highest = np.array(adapter.memory_high(players, len(game.pieces)), np.float32)
        self.tensor = np.zeros(layout.size + rows * columns, np.float32)
        self.dict = layout.split(self.tensor[: layout.size])
        if rows:
            self.dict["memory"] = self.tensor[layout.size :].reshape(rows, columns)

    def set_from(self, state: TriaxState, player: int) -> None:
        self.tensor.fill(0)
        here = state.node
        if here.state is None:
            return
        frame, seat = here.frame, player if self._private else None
        seen = frame.observe(here.state.view(seat), player, here.picked_by(seat))
        self.tensor[: frame.layout.size] = seen / frame.layout.high
        if self._recalls:
            memory, remember = self.dict["memory"], frame.adapter.remember
            latest = [
                row
                for past, seen_as in here.seen_by(seat)
                for row in past.rows(remember, seen_as, player, frame.players, self._game.pieces)
            ][-len(memory) :]
            if latest:
                memory[: len(latest)] = latest / self._highest

    def string_from(self, state: TriaxState, player: int) -> str:
        here = state.node
        if here.state is None:
            return "dealing"
        seat = player if self._private else None
        seen = here.frame.game.describe(here.state.view(seat))
        if picked := here.picked_by(seat):
            seen += "\npicked " + ", ".join(map(here.frame.text, picked))
        if not self._recalls:
            return seen
        past = (past.text(here.frame.adapter.remember, seen_as) for past, seen_as in here.seen_by(seat))
        return seen + "\n" + "; ".join(filter(None, past))


class BlindObserver:
    """What is not observed, all players' knowledge or one's without what is public: nothing, as OpenSpiel wants it."""

    tensor = None
    dict: ClassVar[dict[str, Any]] = {}

    def set_from(self, state: TriaxState, player: int) -> None:
        """There is nothing to set."""

    def string_from(self, state: TriaxState, player: int) -> None:
        return None


# Classes, which outlive the registry: it lets go of what it holds when the interpreter is gone already.
for _game in GAMES.values():
    _class = type(f"Triax{_game.name.title()}", (TriaxGame,), {"name": _game.name})
    pyspiel.register_game(_game_type(_game, _parameters(_game)["players"]), _class)
