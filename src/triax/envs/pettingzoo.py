"""PettingZoo AEC environments: each game's name (`rota`, `axio`, `axo`, a plug-in's) is a factory of a wrapped one.

An agent is a seat, `player_0` and so on. It observes `{"observation": ..., "action_mask": ...}`: the parts that
`env.unwrapped.frame.layout` names, and the legal actions; these stand in `info["actions"]` as well, since a long mask
takes a while to read. The reward comes at the end.
"""

from __future__ import annotations

from copy import deepcopy
from functools import partial
from operator import index
from random import Random
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from triax.drawing import draw
from triax.drawing.raster import pixels
from triax.envs.extras import missing
from triax.envs.frame import Frame, next_seat
from triax.envs.layout import Numbers
from triax.games import GAMES
from triax.games.core import AnyState, Dice, Plain
from triax.games.errors import BadData
from triax.games.events import Event, redact

try:
    from gymnasium import logger, spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise missing(__name__, "pettingzoo", error) from error

__all__ = ["TriaxEnv", "env", "raw_env"]

Observation = dict[str, Numbers]
Image = npt.NDArray[np.uint8]
RENDER_MODES = ("human", "ansi", "rgb_array")
SHARED = ("frame", "observation_spaces", "_state", "_events")


class TriaxEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]  # untyped
    """One table. `max_cycles` ends a game early, as a truncation, after so many decisions a seat on average.

    What agents are shown comes out of views alone, and of the events of the last move as they may be seen. A copy, by
    `copy.deepcopy` or `pickle`, goes on with the same game and the same chance.
    """

    def __init__(
        self,
        game: str,
        players: int = 2,
        *,
        options: Plain | None = None,
        reach: int | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadData(f"render_mode: '{render_mode}'; expected {', '.join(RENDER_MODES)}")
        if max_cycles is not None and (type(max_cycles) is not int or max_cycles < 1):
            raise BadData(f"max_cycles: {max_cycles!r}; expected a whole number from 1 on")
        self.frame = Frame(game, players, dict(options or {}), reach)
        self.metadata = {
            "name": f"triax_{game}_v1",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.max_steps = None if max_cycles is None else max_cycles * players
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.action_spaces = {agent: spaces.Discrete(self.frame.size) for agent in self.possible_agents}
        self.observation_spaces = self._observation_spaces()
        self._rng = Random()

    def _observation_spaces(self) -> dict[str, spaces.Dict]:
        high = self.frame.layout.high
        return {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(np.zeros_like(high), high, dtype=np.int8),
                    "action_mask": spaces.Box(0, 1, (self.frame.size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def __getstate__(self) -> dict[str, Any]:
        """Without the spaces as long as a mask, which are made again."""
        return {name: value for name, value in vars(self).items() if name != "observation_spaces"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.observation_spaces = self._observation_spaces()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Quick enough to search with: what never changes is shared."""
        copy = memo[id(self)] = object.__new__(type(self))
        for name, value in vars(self).items():
            setattr(copy, name, value if name in SHARED else deepcopy(value, memo))
        return copy

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew. Without a seed the chance of the games before goes on."""
        if seed is not None:
            self._rng = Random(index(seed))
        self._state: AnyState = self.frame.game.new(self.frame.players, self._rng, self.frame.options)
        self._events: tuple[Event, ...] = ()
        self._steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def _select(self) -> None:
        seat = next_seat(self._state)
        self.agent_selection = self.agents[0] if seat is None else self.possible_agents[seat]
        self._codes = [] if seat is None else self.frame.codes(self._state, seat)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if seat is not None and not self.truncations[self.agent_selection]:
            self.infos[self.agent_selection]["actions"] = self._codes.copy()

    def observe(self, agent: str) -> Observation:
        view = self._state.view(self.possible_agents.index(agent))
        waiting = agent == self.agent_selection and not (self.terminations.get(agent) or self.truncations.get(agent))
        mask = self.frame.mask(self._codes if waiting else [])
        return {"observation": self.frame.observe(view), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadData(f"no action for {agent}, who is to play")
        seat = self.possible_agents.index(agent)
        move = self.frame.decode(action)
        self._state, self._events = self._state.play(seat, move, Dice(self._rng))
        self._steps += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if not self._state.to_act:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.possible_agents, self.frame.returns(self._state), strict=True))
        elif self.max_steps is not None and self._steps >= self.max_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Image | str | None:
        """The table as the agent to play sees it; at the end, as a spectator does."""
        seat = next_seat(self._state)
        view = self._state.view(seat)
        match self.render_mode:
            case "rgb_array":
                return _picture(draw(view, events=redact(self._events, seat)))
            case "ansi":
                return self.frame.game.describe(view)
            case "human":
                print(self.frame.game.describe(view), end="\n\n")
            case _:
                logger.warn(f"nothing is drawn without a render_mode: one of {', '.join(RENDER_MODES)}")
        return None

    def close(self) -> None:
        """There is nothing to give back."""


def _picture(svg: str) -> Image:
    return np.asarray(pixels(svg))


raw_env = TriaxEnv


def env(game: str, players: int = 2, **settings: Any) -> AECEnv[str, Observation, int]:  # noqa: ANN401
    """A table with the wrappers that classic games have: an illegal action loses at once."""
    table: AECEnv[str, Observation, int] = TriaxEnv(game, players, **settings)
    table = wrappers.TerminateIllegalWrapper(table, illegal_reward=-1)
    table = wrappers.AssertOutOfBoundsWrapper(table)
    return wrappers.OrderEnforcingWrapper(table)


def __getattr__(name: str) -> partial[AECEnv[str, Observation, int]]:
    """A factory a game: `rota(2)` is `env("rota", 2)`."""
    if name.startswith("_") or name not in GAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return partial(env, name)
