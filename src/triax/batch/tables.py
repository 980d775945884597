"""Games side by side: a row each, in arrays that stay where they are from step to step."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from importlib import import_module, resources
from typing import Any, Self, SupportsIndex

import numpy as np
import numpy.typing as npt

from triax import kernels
from triax.batch.given import whole_numbers
from triax.batch.target import Target, find_target
from triax.games import find_game
from triax.games.check import check_count, check_players, check_seat
from triax.games.core import AnyState, Plain, State
from triax.games.errors import BadData
from triax.kernels.arrays import Longs
from triax.kernels.chance import GOLDEN, mixed
from triax.kernels.jit import on_compiling
from triax.kernels.parts import Layout
from triax.kernels.rows import Side

log = logging.getLogger("triax.batch")
Seeds = int | Sequence[int] | npt.NDArray[Any]
Chosen = npt.NDArray[Any] | Sequence[int] | slice | int
"""Rows: by number, as a slice, or by a truth value each."""
SHOWN = ("current_player", "observation", "legal_action_mask", "rewards", "terminated", "refused")


def has_compiled_rules(name: str) -> bool:
    """A plug-in has none."""
    return resources.files(kernels).joinpath(name, "side.py").is_file()


def side_of(name: str) -> Side:
    """A game's compiled side."""
    if not has_compiled_rules(find_game(name).name):
        raise BadData(f"{name} has no compiled rules: `triax.batch` plays the games that come with Triax")
    found: Any = import_module(f"triax.kernels.{name}.side")
    side: Side = found
    return side


def make(
    game: str,
    players: int = 2,
    games: int = 1,
    device: str = "cpu",
    seed: Seeds | None = 0,
    *,
    options: Plain | None = None,
    reach: int | None = None,
    threads: int | None = None,
) -> Tables:
    """So many games of one sort, dealt. `device` is `cpu` or `cuda`; `threads` are those on a processor (all, if
    nothing is said). `reach`, for Axio Rota: how many steps from the start square actions go; placements beyond are not
    offered. With None as seed chance is another one each time."""
    count = check_count(games, "games")
    side = side_of(game)
    rules = find_game(game)
    seats = check_players(players, rules.facts.players)
    chosen = rules.check_options(seats, options or {})
    tables = Tables(game, side, seats, count, side.reach_for(seats, reach), chosen, find_target(device, threads))
    words = "compiling the rules of %s for this machine, once: it takes up to half a minute"
    with on_compiling(lambda: log.warning(words, rules.title)):
        tables.reset(fresh_seed() if seed is None else seed)
        if tables.device.name == "cpu":
            tables[:1].warm()
    return tables


class Tables:
    """What stands in the arrays is that of the last `reset` or `step`. They are the same arrays all the time: whoever
    wants to keep one copies it, and whoever writes into one gets wrong observations and masks.

    `current_player` [games]: the seat asked next (0 where the game is over).
    `observation` [games, numbers]: what that seat sees, int8, its own seat first; `layout` names its parts.
    `legal_action_mask` [games, actions]: what it may do.
    `rewards` [games, players]: of the last step; when a game ends, 1 for the first place to -1 for the last.
    `terminated` [games]: is it over? Such a row stays as it is until it is dealt anew.
    `refused` [games]: was the last action not legal? Such a row has not changed.
    """

    def __init__(
        self, game: str, side: Side, players: int, games: int, reach: int, options: Plain, device: Target
    ) -> None:
        self.game, self.players, self.games, self.reach, self.options = game, players, games, reach, options
        self.side, self.device = side, device
        self.layout = Layout(side.parts(players, reach))
        self.actions = side.actions(players, reach)
        """How many there are."""
        self._tables = device.put(side.tables(options))
        self._setup = device.put(side.setup(players, options, reach))
        self._states = device.states(games, side.SIZE, np.int32)
        self._luck = device.states(games, 1, np.uint64)
        self._choosing = device.states(games, 1, np.uint64)
        self._all = device.full(games, True)
        self._allocate()

    @property
    def luck(self) -> Any:  # noqa: ANN401, an array of the device
        """Where the chance of each row stands: a word, another one after a draw."""
        return self._luck.reshape(self.games)

    def warm(self) -> None:
        """Have all that is asked for again and again compiled: nobody is to wait for it later."""
        self.step(np.full(self.games, -1))  # which is refused
        self.observe(0)
        self.sample_actions()

    def _allocate(self) -> None:
        device, games = self.device, self.games
        self.current_player = device.zeros((games,), np.int32)
        self.observation = device.zeros((games, self.layout.size), np.int8)
        self.legal_action_mask = device.zeros((games, self.actions), np.bool_)
        self.rewards = device.zeros((games, self.players), np.float32)
        self.terminated = device.zeros((games,), np.bool_)
        self.refused = device.zeros((games,), np.bool_)

    def __len__(self) -> int:
        return self.games

    def __repr__(self) -> str:
        return f"<{self.games} games of {self.game}, {self.players} players, on {self.device.name}>"

    def __iter__(self) -> Iterator[Self]:
        return (self[row] for row in range(self.games))

    def reset(self, seed: Seeds | None = None, *, rows: Chosen | None = None, order: Any = None) -> None:  # noqa: ANN401
        """Deal anew, all rows or some. A number as seed gives each row a chance of its own; so do seeds, one a row.
        Without a seed each row's chance goes on. `order` is chance decided by the caller: for each row its pieces in
        the order in which they are dealt, numbered as the game lists them."""
        chosen, orders = self._chosen(rows), self._orders(order)
        if seed is not None:
            self._reseed(self._seeds(seed), chosen)
        self.device.run(
            self.side, "deal", self.games, chosen, self._states, self._tables, self._setup, orders, self._luck
        )
        self._show(chosen)

    def reseed(self, seed: Seeds, *, rows: Chosen | None = None) -> None:
        """Let chance go on as after `reset(seed)`, in the positions as they are. Copies of one row, which are alike in
        their chance as well, part from here."""
        self._reseed(self._seeds(seed), self._chosen(rows))

    def _reseed(self, words: npt.NDArray[np.uint64], chosen: Any) -> None:  # noqa: ANN401
        self.device.write(self._luck, words, chosen)
        self.device.write(self._choosing, mixed_words(words ^ GOLDEN), chosen)

    def load(self, states: Sequence[AnyState], *, rows: Chosen | None = None) -> None:
        """Go on from these positions of `triax.games`, one for each of the rows (all, if nothing is said)."""
        index = self._index(slice(None) if rows is None else rows)
        if not isinstance(states, Sequence) or not all(isinstance(state, State) for state in states):
            raise BadData("states: expected a list of states of `triax.games`")
        if len(states) != len(index):
            raise BadData(f"{len(states)} states for {len(index)} rows")
        for state in states:
            if (state.game, state.players) != (self.game, self.players):
                raise BadData(f"a state of {state.game} for {state.players}; expected {self.game} for {self.players}")
            if not self._has_same_pieces(state):
                raise BadData("a state with other pieces than these games have")
        if not states:
            return
        self.device.put_states(self._states, np.array([self.side.load(state, self.reach) for state in states]), index)
        self._show(self._chosen(index))

    def _has_same_pieces(self, state: AnyState) -> bool:
        if state.options.get("pieces") == self.options.get("pieces"):
            return True
        return np.array_equal(self.side.tables(dict(state.options)), self.side.tables(self.options))

    def _show(self, chosen: Any) -> None:  # noqa: ANN401
        self.device.run(
            self.side,
            "show",
            self.games,
            chosen,
            self._states,
            self._tables,
            self.current_player,
            self.rewards,
            self.terminated,
            self.refused,
            self.observation,
            self.legal_action_mask,
        )

    def step(self, actions: Any, *, luck: Any = None, order: Any = None) -> None:  # noqa: ANN401, any array
        """One action in every game that is not over. Chance may be decided by the caller. `luck` is a word a row: the
        same word draws the same, and the row's own chance then goes on from there. `order` is, for each row, all pieces
        in some order, numbered as the game lists them: what is shuffled in this step lies in this order then, the next
        to be drawn first."""
        given = self.device.actions(actions, self.games)
        if luck is None and order is None:
            self._step(given, self._luck)
            return
        before = self.device.vecs(self._luck)[:, 0].copy()
        words, untouched = before if luck is None else self._seeds(luck), self.device.host(self.terminated).copy()
        chance = self._given_chance(words, order)
        self._step(given, chance)
        untouched |= self.device.host(self.refused)
        after = np.where(untouched, before, self.device.vecs(chance)[:, 0])
        self.device.write(self._luck, after, self._all)

    def _given_chance(self, words: npt.NDArray[np.uint64], order: Any) -> Any:  # noqa: ANN401
        """For each row its word, and behind it the pieces as they lie in a position, if they are given."""
        columns = words[:, None]
        if order is not None:
            lying = self.side.lying(self.side.tables(self.options), self._checked_orders(order))
            columns = np.hstack([columns, lying.astype(np.uint64)])
        chance = self.device.states(self.games, columns.shape[1], np.uint64)
        self.device.put_states(chance, columns, np.arange(self.games))
        return chance

    def _step(self, actions: Any, luck: Any) -> None:  # noqa: ANN401
        self.device.run(
            self.side,
            "step",
            self.games,
            self._states,
            self._tables,
            actions,
            luck,
            self.current_player,
            self.rewards,
            self.terminated,
            self.refused,
            self.observation,
            self.legal_action_mask,
        )

    def sample_actions(self, *, rows: Chosen | None = None) -> Any:  # noqa: ANN401, an array of the device
        """A legal action for each row, each as likely; 0 where the game is over. Draws on a chance of its own: the
        games' is left alone. If `rows` are named, nothing is drawn for the others: what stands there means nothing."""
        actions = self.device.zeros((self.games,), np.int64)
        before = None if rows is None else self.device.vecs(self._choosing)[:, 0].copy()
        self.device.run(self.side, "sample", self.games, self._states, self._tables, self._choosing, actions)
        if before is not None:
            others = ~self.device.host(self._chosen(rows))
            self.device.write(self._choosing, before, self.device.flags(others, self.games))
        return actions

    def observe(self, seat: int | Any) -> Any:  # noqa: ANN401, an array of the device
        """What a seat sees, whoever is asked next, or a seat a row: a new array."""
        observation = self.device.zeros((self.games, self.layout.size), np.int8)
        seats = self._seat_a_row(seat)
        self.device.run(self.side, "observe", self.games, self._states, self._tables, seats, observation)
        return observation

    def resample(self, seat: int | Any, *, rows: Chosen | None = None) -> None:  # noqa: ANN401
        """Deal anew what a seat (or a seat a row) cannot see, each way as likely, and all that chance will bring.
        Copies of one row are dealt the same, unless `reseed` has parted them."""
        chosen = self._chosen(rows)
        seats = self._seat_a_row(seat)
        self.device.run(self.side, "resample", self.games, chosen, self._states, self._tables, seats, self._choosing)
        # Else a planner would know how a pile that everybody knows will be shuffled.
        words = self.device.vecs(self._choosing)[:, 0] + GOLDEN
        self.device.write(self._choosing, words, chosen)
        self.device.write(self._luck, mixed_words(words), chosen)
        self._show(chosen)

    def play_randomly(self) -> Any:  # noqa: ANN401, an array of the device
        """Every game to its end, each legal move (not each action) as likely; counts the decisions of each. `rewards`
        are then the results of all of them, also of those that were over before. Copies of one row go the same way,
        unless `reseed` has parted them."""
        decisions = self.device.zeros((self.games,), np.int64)
        self.device.run(self.side, "play", self.games, self._states, self._tables, self._luck, decisions)
        self._show(self._all)
        self.device.run(self.side, "pay", self.games, self._states, self.rewards)
        return decisions

    def digest(self) -> Any:  # noqa: ANN401, an array of the device
        """A word a row that tells positions apart, all that is hidden and the row's chance included: equal wherever
        they are played."""
        words = self.device.put(np.zeros(self.games, np.uint64))
        self.device.run(self.side, "digest", self.games, self._states, self._luck, words)
        return words

    # Copies.

    def copy(self) -> Self:
        """The same games with the same chance, going on apart."""
        return self._with(slice(None))

    def __getitem__(self, rows: Chosen) -> Self:
        """Some of the rows as games of their own, in this order, with the same chance; a row may come twice."""
        return self._with(rows)

    def _with(self, rows: Chosen) -> Self:
        index = self._index(rows)
        if not len(index):
            raise BadData("rows: none of them; expected at least one")
        other = object.__new__(type(self))
        vars(other).update(vars(self), games=len(index))
        for name in ("_states", "_luck", "_choosing"):
            setattr(other, name, self.device.take_states(getattr(self, name), index))
        for name in (*SHOWN, "_all"):
            setattr(other, name, self.device.take(getattr(self, name), index))
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        other = memo[id(self)] = self.copy()
        return other

    def __getstate__(self) -> dict[str, Any]:
        if self.device.name != "cpu":
            raise BadData(f"games on {self.device.name} are not pickled; those on cpu are")
        return {**vars(self), "side": None}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept, side=side_of(kept["game"]))
        for name in SHOWN:  # where other libraries take them without a copy
            setattr(self, name, self.device.take(getattr(self, name), np.arange(self.games)))

    # What callers may give.

    def _index(self, rows: Chosen) -> Longs:
        try:
            index = np.asarray(rows, None if len(rows) else np.int64) if isinstance(rows, Sequence) else rows
            found = np.atleast_1d(np.arange(self.games)[index])
        except IndexError as error:
            raise BadData(f"rows: {error}") from None
        if found.ndim != 1:
            raise BadData("rows: expected numbers one behind the other")
        return found

    def _chosen(self, rows: Chosen | None) -> Any:  # noqa: ANN401
        if rows is None:
            return self._all
        if getattr(rows, "dtype", None) == np.bool_ or "bool" in str(getattr(rows, "dtype", "")):
            return self.device.flags(rows, self.games)
        chosen = np.zeros(self.games, np.bool_)
        chosen[self._index(rows)] = True
        return self.device.put(chosen)

    def _seeds(self, seed: Seeds) -> npt.NDArray[np.uint64]:
        if isinstance(seed, SupportsIndex) and not isinstance(seed, np.ndarray):
            first = np.uint64(seed.__index__() % 2**64)
            return streams(first, self.games)
        words = whole_numbers(seed, (self.games,), f"seed: expected a whole number, or {self.games} of them")
        return words.astype(np.uint64)

    def _seat_a_row(self, seat: Any) -> Any:  # noqa: ANN401
        if isinstance(seat, SupportsIndex) and not len(getattr(seat, "shape", ())):
            return self.device.put(np.full(self.games, check_seat(seat, self.players), np.int32))
        seats = self.device.seats(seat, self.games)
        found = self.device.host(seats)
        if ((found < 0) | (found >= self.players)).any():
            raise BadData(f"seats: expected 0 to {self.players - 1} for each game")
        return seats

    def _orders(self, order: Any) -> Any:  # noqa: ANN401
        if order is None:
            return self.device.put(np.zeros((1, 1), np.int64))
        return self.device.put(self._checked_orders(order))

    def _checked_orders(self, order: Any) -> Longs:  # noqa: ANN401
        pieces = self.side.PIECES
        words = f"order: expected the numbers 0 to {pieces - 1} in some order, for each game"
        given = whole_numbers(order, (self.games, pieces), words)
        if (np.sort(given) != np.arange(pieces)).any():
            raise BadData(words)
        return np.ascontiguousarray(given, np.int64)


def fresh_seed() -> int:
    """Another one each time."""
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0])


def streams(seed: np.uint64, count: int) -> npt.NDArray[np.uint64]:
    """`stream` for the numbers from 0 on."""
    with np.errstate(over="ignore"):
        return mixed_words(seed + GOLDEN * np.arange(1, count + 1, dtype=np.uint64))


def mixed_words(words: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """`mixed`, of each."""
    plain: Any = getattr(mixed, "py_func", mixed)
    with np.errstate(over="ignore"):
        found: npt.NDArray[np.uint64] = plain(words)
    return found
