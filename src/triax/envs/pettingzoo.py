"""PettingZoo AEC environments: each game's name (`rota`, `axio`, `axo`, a plug-in's) is a factory of a guarded one.

An agent is a seat, `player_0` and so on. It observes `{"observation": ..., "action_mask": ...}`: the parts that
`env.unwrapped.frame.layout` names, and the legal actions; these stand in `info["actions"]` as well, since a long mask
takes a while to read. The reward comes at the end, or as the scores change.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from copy import deepcopy
from functools import partial
from operator import index
from random import Random
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from triax.drawing import draw
from triax.drawing.raster import pixels
from triax.envs.adapters import has_picks
from triax.envs.extras import missing
from triax.envs.frame import REWARDS, Frame, next_seat
from triax.envs.layout import Numbers
from triax.envs.quick import Quick, can_be_quick
from triax.games import GAMES
from triax.games.core import AnyState, Dice, Plain
from triax.games.errors import BadData
from triax.games.events import Event, redact

try:
    from gymnasium import logger, spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.env_logger import EnvLogger
except ImportError as error:
    raise missing(__name__, "pettingzoo", error) from error

__all__ = ["TriaxEnv", "env", "raw_env"]

Observation = dict[str, Numbers]
Image = npt.NDArray[np.uint8]
RENDER_MODES = ("human", "ansi", "rgb_array")
SHARED = ("frame", "observation_spaces", "_dealt", "_events")


class TriaxEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]  # untyped
    """One table. `max_cycles` ends a game early, as a truncation, after so many decisions a seat on average.
    `actions` are `moves`, or `picks`, several of which make a move: these where a game has them, if nothing is said.
    `rewards="score"` pays for every move what it changes in the scores, instead of the result at the end.

    The compiled rules play and tell what is legal and seen, where there are any: not for plug-ins, and in AXO by picks
    alone. With `compiled=False` the written ones do, several times slower: the same game for a seed.

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
        actions: str | None = None,
        rewards: str = "result",
        compiled: bool | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadData(f"render_mode: '{render_mode}'; expected {', '.join(RENDER_MODES)}")
        if max_cycles is not None and (type(max_cycles) is not int or max_cycles < 1):
            raise BadData(f"max_cycles: {max_cycles!r}; expected a whole number from 1 on")
        if rewards not in REWARDS:
            raise BadData(f"rewards: {rewards!r}; expected {', '.join(REWARDS)}")
        usual = "picks" if has_picks(game) else "moves"
        self.frame = Frame(game, players, dict(options or {}), reach, usual if actions is None else actions)
        self.pays_scores = rewards == "score"
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
        self._dealt: AnyState | None = None
        self._ahead: list[int] = []
        """Actions that the compiled rules have taken since."""
        self._picked: tuple[int, ...] = ()
        self._quick = Quick(self.frame) if compiled or (compiled is None and can_be_quick(self.frame)) else None

    @property
    def _state(self) -> AnyState:
        self._catch_up()
        return self._known()

    @_state.setter
    def _state(self, state: AnyState) -> None:
        self._dealt, self._ahead = state, []
        if self._quick:
            self._quick.follow(state, self._picked)

    def _catch_up(self) -> None:
        """With the compiled rules."""
        ahead, self._ahead = self._ahead, []
        for action in ahead:
            self._play(action)

    def _known(self) -> AnyState:
        if self._dealt is None:
            raise BadData("nothing is dealt yet: reset() comes first")
        return self._dealt

    @property
    def _seat(self) -> int | None:
        """Who is asked next."""
        self._known()
        return self._quick.seat if self._quick else next_seat(self._state)

    @property
    def state_space(self) -> spaces.Space[Any]:
        high = np.tile(self.frame.layout.high, self.frame.players)
        return spaces.Box(np.zeros_like(high), high, dtype=np.int8)

    def state(self) -> Numbers:
        """What all seats know together, for a critic that may see more than its agents: their observations one behind
        the other. What nobody has seen, such as the order of a pile, is not there."""
        return np.concatenate([self._observed(seat) for seat in range(self.frame.players)])

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
        kept = {name: value for name, value in vars(self).items() if name != "observation_spaces"}
        return {**kept, "_quick": self._quick is not None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.observation_spaces = self._observation_spaces()
        self._quick = Quick(self.frame) if state["_quick"] else None
        if self._quick and self._dealt:
            self._quick.follow(self._state, self._picked)

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
        self._events: tuple[Event, ...] = ()
        self._picked = ()
        self._state = self.frame.game.new(self.frame.players, self._rng, self.frame.options)
        self._steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def _select(self) -> None:
        seat = self._seat
        self.agent_selection = self.agents[0] if seat is None else self.possible_agents[seat]
        if self._quick:
            self._codes = self._quick.codes()
        else:
            self._codes = [] if seat is None else self.frame.codes(self._state, seat, self._picked)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if seat is not None and not self.truncations[self.agent_selection]:
            self.infos[self.agent_selection]["actions"] = self._codes.copy()

    def observe(self, agent: str) -> Observation:
        seen = self._observed(self.possible_agents.index(agent))
        waiting = agent == self.agent_selection and not (self.terminations.get(agent) or self.truncations.get(agent))
        mask = self._quick.mask() if self._quick and waiting else self.frame.mask(self._codes if waiting else [])
        return {"observation": seen, "action_mask": mask}

    def _observed(self, seat: int) -> Numbers:
        self._known()
        if self._quick:
            return self._quick.observed(seat)
        picked = self._picked if seat == next_seat(self._state) else ()
        return self.frame.observe(self._state.view(seat), seat, picked)

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        self._known()
        told: tuple[Observation | None, float, bool, bool, dict[str, Any]] = super().last(observe)
        return told

    def step(self, action: int | None) -> None:
        self._known()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadData(f"no action for {agent}, who is to play")
        before = self.frame.standing(self._state) if self.pays_scores else None
        self._advance(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        is_over = self._seat is None
        if before is not None:
            self._pay([now - then for now, then in zip(self.frame.standing(self._state), before, strict=True)])
        elif is_over:
            self._pay(self._returns())
        if is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_steps is not None and self._decisions() >= self.max_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _advance(self, action: int) -> None:
        """The compiled rules take an action alone; where chance falls, or something is refused, the written ones do."""
        quick = self._quick
        if quick and quick.allows(action) and quick.step(index(action)):
            self._ahead.append(index(action))
            return
        self._catch_up()
        self._play(action)
        if quick:
            quick.follow(self._state, self._picked)

    def _decisions(self) -> int:
        self._catch_up()
        return self._steps

    def _play(self, action: int) -> None:
        before = self._known()
        seat = next_seat(before)
        assert seat is not None
        move, picked = self.frame.choose(before, seat, self._picked, action)
        if move is not None:
            self._dealt, self._events = before.play(seat, move, Dice(self._rng))
            self._steps += 1
        self._picked = picked

    def _returns(self) -> list[float]:
        if self._quick and self.frame.players > 1:
            return self.frame.worth_of(self._quick.standings)
        return self.frame.returns(self._state)

    def _pay(self, paid: list[float]) -> None:
        self.rewards = dict(zip(self.possible_agents, paid, strict=True))

    def render(self) -> Image | str | None:
        """The table as the agent to play sees it; at the end, as a spectator does."""
        seat = self._seat
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


def is_code(action: object, size: int) -> bool:
    """As gymnasium's space would say it, sooner."""
    return isinstance(action, int | np.integer) and not isinstance(action, bool) and 0 <= int(action) < size


class GuardedEnv(TriaxEnv):
    """What the wrappers of PettingZoo's classic games do, in one and faster: an illegal action loses at once, one out
    of bounds is an error, and so is a loop in which nobody acts."""

    _has_moved = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed, options)
        self._has_moved = True

    def step(self, action: int | None) -> None:
        self._known()
        self._has_moved = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if action is None or self.terminations[agent] or self.truncations[agent]:
            super().step(action)
            return
        assert is_code(action, self.frame.size), f"{action!r} is not in action space"
        if self._is_legal(int(action)):
            super().step(action)
            return
        EnvLogger.warn_on_illegal_move()
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {one: -1.0 if one == agent else 0.0 for one in self.agents}
        self.infos = {one: {} for one in self.agents}
        self._accumulate_rewards()
        self._deads_step_first()

    def _is_legal(self, code: int) -> bool:
        if self._quick:
            return self._quick.allows(code)
        at = bisect_left(self._codes, code)
        return at < len(self._codes) and self._codes[at] == code

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        self._known()
        return self._turns(max_iter)

    def _turns(self, most: int) -> Iterator[str]:
        for _ in range(most):
            if not self.agents:
                return
            assert self._has_moved, "need to call step() or reset() in a loop over `agent_iter`"
            self._has_moved = False
            yield self.agent_selection


def env(game: str, players: int = 2, **settings: Any) -> AECEnv[str, Observation, int]:  # noqa: ANN401
    """A table with the guards that classic games have: an illegal action loses at once."""
    return GuardedEnv(game, players, **settings)


def __getattr__(name: str) -> partial[AECEnv[str, Observation, int]]:
    """A factory a game: `rota(2)` is `env("rota", 2)`."""
    if name.startswith("_") or name not in GAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return partial(env, name)


# What `pettingzoo.make` knows, from the version on that has it.
try:
    from pettingzoo import register
except ImportError:
    pass
else:
    for _name in GAMES:
        register("aec", f"triax/{_name}-v1", partial(env, _name))
