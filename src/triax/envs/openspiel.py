"""OpenSpiel games, registered when this module is imported: `python_triax_rota`, `_axio` and `_axo`.

    game = pyspiel.load_game("python_triax_rota(players=2)")

Parameters: `players`; `start` (a seat, or -1 for a lot); `reach` (Axio Rota; 0 for all that the rules allow); `effects`
and `simona` (AXO). A deal and each shuffle is a chain of chance nodes, one a piece.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from triax.envs.chance import Shuffle
from triax.envs.extras import missing
from triax.envs.frame import Frame
from triax.envs.memory import COLUMNS, ROWS, Recall
from triax.envs.position import Position
from triax.envs.rota_actions import most_laid
from triax.envs.text import describe
from triax.games import GAMES, check
from triax.games.axio.pieces import SIDE
from triax.games.errors import BadData

try:
    import pyspiel
except ImportError as error:
    raise missing(__name__, "openspiel", error) from error

__all__ = ["TriaxGame", "TriaxObserver", "TriaxState", "game_name"]

AXO_LENGTH = 4000
"""Decisions after which a game of AXO is called a draw: players who all pass for ever would never end it."""
LOTS = 4
"""The largest lot: a quarter turn, a seat."""
_PARAMETERS: dict[str, dict[str, Any]] = {
    "rota": {"reach": 0},
    "axio": {},
    "axo": {"effects": True, "simona": "left"},
}


def game_name(game: str) -> str:
    return f"python_triax_{game}"


def _game_type(game: str, players: int) -> Any:  # noqa: ANN401
    kinds = pyspiel.GameType
    return kinds(
        short_name=game_name(game),
        long_name=f"Triax: {GAMES[game].title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if players > 1 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": 2, "start": -1, **_PARAMETERS[game]},
    )


def _frame(game: str, params: dict[str, Any]) -> Frame:
    players = params.get("players", 2)
    options: dict[str, Any] = {}
    if (start := params.get("start", -1)) != -1:
        options["start"] = start
    if game == "axo":
        options["effects"] = params.get("effects", True)
        if players == 1:
            options["simona"] = params.get("simona", "left")
    return Frame(game, players, options, params.get("reach") or None)


def _longest(frame: Frame) -> int:
    """Decisions of the longest game."""
    if frame.name == "rota":
        return most_laid(frame.players)
    if frame.name == "axio":
        tiles = SIDE[frame.players] ** 2 // 2
        return tiles if frame.players == 1 else 2 * tiles
    return AXO_LENGTH


class TriaxGame(pyspiel.Game):  # type: ignore[misc]  # untyped
    """A game of two to four, or alone."""

    def __init__(self, name: str, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.frame = _frame(name, given)
        self.start = Position.initial(self.frame)
        request = self.start.request
        assert isinstance(request, Shuffle)
        self.pieces = sorted(set(request.left))
        """What a draw can turn up; its number here is the chance node's action."""
        self.recall = Recall(self.frame.encoding, self.pieces)
        self.longest = _longest(self.frame)
        solo = self.frame.players == 1
        info = {"utility_sum": 0.0} if not solo else {}
        super().__init__(
            _game_type(name, self.frame.players),
            pyspiel.GameInfo(
                num_distinct_actions=self.frame.size,
                max_chance_outcomes=max(len(self.pieces), LOTS),
                num_players=self.frame.players,
                min_utility=0.0 if solo and name != "axo" else -1.0,
                max_utility=1.0,
                max_game_length=self.longest,
                **info,
            ),
            given,
        )

    def new_initial_state(self) -> TriaxState:
        return TriaxState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The deal; in Axio and AXO a shuffle may follow any decision."""
        deal = len(self.start.request.left) + LOTS + 1 if isinstance(self.start.request, Shuffle) else 0
        return deal if self.frame.name == "rota" else deal * (1 + self.longest)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TriaxObserver:  # noqa: ANN401
        if params:
            raise BadData(f"an observer takes no parameters: {params}")
        return TriaxObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class TriaxState(pyspiel.State):  # type: ignore[misc]  # untyped
    """A position, as OpenSpiel asks for it."""

    def __init__(self, game: TriaxGame) -> None:
        super().__init__(game)
        self.position: Position = game.start

    def _game(self) -> TriaxGame:
        game: TriaxGame = self.get_game()
        return game

    def current_player(self) -> int:
        player: int
        if self.position.request is not None:
            player = pyspiel.PlayerId.CHANCE
        elif self.is_terminal():
            player = pyspiel.PlayerId.TERMINAL
        else:
            assert self.position.seat is not None
            player = self.position.seat
        return player

    def is_terminal(self) -> bool:
        here = self.position
        if here.request is not None:
            return False
        return here.seat is None or (here.frame.name == "axo" and here.steps >= AXO_LENGTH)

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.codes

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.position.outcomes(self._game().pieces)

    def _apply_action(self, action: int) -> None:
        if isinstance(self.position.request, Shuffle):
            self.position = self.position.draw(self._game().pieces[action])
        elif self.position.request is not None:
            self.position = self.position.draw(action)
        else:
            self.position = self.position.decide(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return str(self.position.frame.decode(action))
        return f"draw {self._game().pieces[action]}" if isinstance(self.position.request, Shuffle) else f"lot {action}"

    def returns(self) -> list[float]:
        here = self.position
        return [0.0] * here.frame.players if here.state is None else here.frame.returns(here.state)

    def __str__(self) -> str:
        """What everybody sees and what each player knows besides: not for players."""
        here = self.position
        due = f"due: {here.request}" if here.request else ""
        if here.state is None:
            return f"dealing {here.falls} {due}"
        public = describe(here.state.view(None)).splitlines()
        own = [line for seat in range(here.frame.players) for line in describe(here.state.view(seat)).splitlines()]
        return "\n".join([*public, *(line for line in own if line not in public), f"{here.pending or ''} {due}"])

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> TriaxState:  # noqa: ANN401
        """A state that this player cannot tell from this one. It has no history of its own: what was drawn before it
        is not known to the player. The others remember of it what everybody saw."""
        if self.position.state is None or self.position.request is not None:
            raise BadData("a state is sampled from what a player knows at a decision: here a draw is due")
        check.integer(int(player_id), "player_id", 0, self.position.frame.players - 1)
        sample = self._game().new_initial_state()
        sample.position = self.position.sample(player_id, Random(probability_sampler()))
        return sample


class TriaxObserver:
    """Tensors and strings of what a player sees; with perfect recall also of all that the player was told."""

    def __init__(self, game: TriaxGame, kind: Any) -> None:  # noqa: ANN401
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS or not kind.public_info:
            raise BadData("an observer shows what is public, with what one player knows or without")
        self._game = game
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recalls = kind.perfect_recall
        layout = game.frame.layout
        rows = ROWS[game.frame.name] if self._recalls else 0
        self.tensor = np.zeros(layout.size + rows * len(COLUMNS), np.float32)
        self.dict = layout.split(self.tensor[: layout.size])
        if rows:
            self.dict["memory"] = self.tensor[layout.size :].reshape(rows, len(COLUMNS))

    def set_from(self, state: TriaxState, player: int) -> None:
        self.tensor.fill(0)
        here = state.position
        if here.state is None:
            return
        frame = here.frame
        view = here.state.view(player if self._private else None)
        self.tensor[: frame.layout.size] = frame.observe(view, player)
        if self._recalls:
            memory = self.dict["memory"]
            told = [
                row
                for telling, known_as in here.told_to(player if self._private else None)
                for row in telling.rows(self._game.recall, known_as, player, frame.players)
            ][-len(memory) :]
            if told:
                memory[: len(told)] = told

    def string_from(self, state: TriaxState, player: int) -> str:
        here = state.position
        if here.state is None:
            return "dealing"
        seat = player if self._private else None
        seen = describe(here.state.view(seat))
        if not self._recalls:
            return seen
        told = (telling.text(self._game.recall, known_as) for telling, known_as in here.told_to(seat))
        return seen + "\n" + "; ".join(filter(None, told))


class RotaGame(TriaxGame):
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__("rota", params)


class AxioGame(TriaxGame):
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__("axio", params)


class AxoGame(TriaxGame):
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__("axo", params)


# Classes, which outlive the registry: it lets go of what it holds when the interpreter is gone already.
for _name, _class in (("rota", RotaGame), ("axio", AxioGame), ("axo", AxoGame)):
    pyspiel.register_game(_game_type(_name, 2), _class)
