"""Gymnasium: one seat learns, the others play at random. Needs the extra `gymnasium`.

    env = gymnasium.make_vec("triax.batch.gym:triax/Rota-v1", num_envs=1024, players=2)
    env = gymnasium.make("triax.batch.gym:triax/Rota-v1", players=1)

An observation has two parts, `observation` and `action_mask`. An action that is not legal changes nothing and is told
in `info["refused"]`. The reward comes at the end: 1 for the first place, -1 for the last; alone, as the game says.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from triax.batch.given import whole_numbers
from triax.batch.tables import fresh_seed, make
from triax.games import GAMES
from triax.games.check import check_seat
from triax.games.core import Plain
from triax.games.errors import BadData

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError(f"{__name__} needs Gymnasium: pip install 'triax[gymnasium]'") from error

__all__ = ["TriaxGymEnv", "TriaxVectorEnv"]

Seen = dict[str, npt.NDArray[Any]]
Stepped = tuple[Seen, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]
NOTHING = -1
"""No action: a row that is given it stays as it is."""


class TriaxVectorEnv(VectorEnv):  # type: ignore[misc, type-arg, unused-ignore]  # untyped
    """So many tables at which this seat learns."""

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        players: int = 2,
        seat: int = 0,
        options: Plain | None = None,
        reach: int | None = None,
        threads: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            raise BadData("render_mode: many games at once are not drawn")
        self.tables = make(game, players, num_envs, options=options, reach=reach, threads=threads)
        self.seat, self.num_envs, self.render_mode = check_seat(seat, self.tables.players), num_envs, render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": []}
        high = self.tables.layout.high
        self.single_action_space = spaces.Discrete(self.tables.actions)
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(np.zeros_like(high), high, dtype=np.int8),
                "action_mask": spaces.Box(0, 1, (self.tables.actions,), np.int8),
            }
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._over, self._seeded = np.zeros(num_envs, np.bool_), False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """`options["reset_mask"]` names the rows to deal anew: all, if nothing is said. Seeds may be a list, one a row;
        a row without one goes on with its own chance. A number is the first row's seed, the next rows have those that
        follow. A row with a seed goes as a single table with it."""
        rows = self._rows((options or {}).get("reset_mask"))
        if seed is None or isinstance(seed, list):
            seeds = seed or [None] * self.num_envs
        else:
            seeds = [seed + row for row in range(self.num_envs)]
        if len(seeds) != self.num_envs:
            raise BadData(f"seed: {len(seeds)} of them; expected a whole number, or {self.num_envs}")
        given = np.array([one is not None for one in seeds])
        self._deal(rows & ~given, None if self._seeded else fresh_seed())
        self._deal(rows & given, [one or 0 for one in seeds])
        self._seeded = True
        return self._seen(), {}

    def _rows(self, mask: Any) -> npt.NDArray[np.bool_]:  # noqa: ANN401
        rows = np.ones(self.num_envs, np.bool_) if mask is None else np.asarray(mask, np.bool_)
        if rows.shape != (self.num_envs,):
            raise BadData(f"reset_mask: expected {self.num_envs} truth values")
        return rows

    def _deal(self, rows: npt.NDArray[np.bool_], seed: Any = None) -> None:  # noqa: ANN401
        if rows.any():
            self.tables.reset(seed, rows=rows)
            self._others(np.zeros(self.num_envs))
        self._over = self.tables.terminated.copy()

    def _others(self, rewards: npt.NDArray[Any]) -> None:
        """The other seats play until this one is asked or the game is over."""
        tables = self.tables
        while (waiting := ~tables.terminated & (tables.current_player != self.seat)).any():
            tables.step(np.where(waiting, tables.sample_actions(rows=waiting), NOTHING))
            rewards += tables.rewards[:, self.seat]

    def _seen(self) -> Seen:
        tables = self.tables
        return {
            "observation": np.asarray(tables.observe(self.seat)),
            "action_mask": (tables.legal_action_mask & ~tables.terminated[:, None]).astype(np.int8),
        }

    def step(self, actions: Any) -> Stepped:  # noqa: ANN401
        before = self._over
        if not self._seeded:
            raise BadData("nothing is dealt yet: reset() comes first")
        given = whole_numbers(actions, before.shape, f"actions: expected {self.num_envs} whole numbers")
        if before.any() and self.autoreset_mode == AutoresetMode.DISABLED:
            raise BadData("a game is over: reset it by options={'reset_mask': ...}")
        self.tables.step(np.where(before, NOTHING, given))
        refused = self.tables.refused & ~before
        rewards = self.tables.rewards[:, self.seat].astype(np.float64)
        self._others(rewards)
        over = self.tables.terminated & ~before
        infos: dict[str, Any] = {"refused": refused, "_refused": ~before}
        self._over = over
        if self.autoreset_mode == AutoresetMode.NEXT_STEP:
            self._deal(before)
            self._over = over
        elif self.autoreset_mode == AutoresetMode.SAME_STEP and over.any():
            last = self._seen()
            infos["final_obs"] = np.array(
                [{name: part[row] for name, part in last.items()} if over[row] else None for row in range(len(over))],
                dtype=object,
            )
            infos["_final_obs"] = over.copy()
            infos["final_info"] = {"refused": refused & over, "_refused": over.copy()}
            infos |= {"_final_info": over.copy(), "refused": refused & ~over, "_refused": ~over}
            self._deal(over)
            self._over = np.zeros_like(over)
        return self._seen(), rewards, over.copy(), np.zeros(self.num_envs, np.bool_), infos

    def close_extras(self, **settings: Any) -> None:  # noqa: ANN401
        """There is nothing to give back."""


class TriaxGymEnv(gymnasium.Env):  # type: ignore[misc, type-arg, unused-ignore]  # untyped
    """One table at which a seat learns."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012, Gymnasium's

    def __init__(self, game: str, **settings: Any) -> None:  # noqa: ANN401
        self._many = TriaxVectorEnv(game, 1, **settings, autoreset_mode=AutoresetMode.DISABLED)
        self.tables, self.render_mode = self._many.tables, None
        self.action_space, self.observation_space = (
            self._many.single_action_space,
            self._many.single_observation_space,
        )

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed)
        seen, _ = self._many.reset(seed=[seed])
        return {name: part[0] for name, part in seen.items()}, {}

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:  # noqa: ANN401
        seen, rewards, terminated, _, infos = self._many.step([action])
        info = {"refused": bool(infos["refused"][0])}
        return {name: part[0] for name, part in seen.items()}, float(rewards[0]), bool(terminated[0]), False, info


for _game in GAMES.values():
    _id = f"triax/{_game.name.title()}-v1"
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            entry_point=f"{__name__}:TriaxGymEnv",
            vector_entry_point=f"{__name__}:TriaxVectorEnv",
            disable_env_checker=True,
            kwargs={"game": _game.name},
        )
