"""Many games side by side, for every game: deal, step, sample, observe, resample, play out, each a row at a time.

What is done to one row is written once, for a processor and for a GPU (see `target`). On a processor threads share the
rows; a loop over some of them is what is compiled. A game brings its parts, the same for all:

    deal(vec, tables, setup, order, rng)            fills an array of zeros: pieces in this order, else by lot
    current(vec)                                    the seat asked next, -1 if the game is over
    allowed(vec, tables, action, room)              may whoever is asked do that?
    act(vec, tables, action, rng, room)             what is allowed, and all that follows of itself
    random_action(vec, tables, rng, room)           one of the allowed ones, each as likely
    fill_mask(vec, tables, mask, room)              1 for what is allowed, 0 for all else
    renew_mask(vec, tables, mask, room)             the same, where the mask is that of the position before
    observe(vec, tables, seat, out)                 what a seat sees
    renew(vec, tables, seat, out)                   the same, where the position before is shown
    resample(vec, tables, seat, rng, room, places)  what a seat cannot see is dealt anew
    rank(vec, seat), alone(vec)                     how it stands
    play_randomly(vec, tables, rng, room)           to the end
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol

import numpy as np

from triax.games.core import Plain
from triax.kernels.arrays import Bytes, Ints, Longs, Words
from triax.kernels.borrow import borrowed
from triax.kernels.chance import GOLDEN, below, mixed
from triax.kernels.jit import njit, njit_with
from triax.kernels.parts import Part
from triax.kernels.trials import HIDDEN

OVER, REFUSED = -1, -2
"""In place of the seat asked next."""


pieces, room_size = 0, 0
"""Of a game: how many pieces are dealt, and how many numbers `room` needs."""


def _missing(*arguments: object) -> Any:  # noqa: ANN401
    raise NotImplementedError("a game brings it: see `loops_of`")


deal: Callable[[Ints, Ints, Ints, Longs, Words], None] = _missing
current: Callable[[Ints], int] = _missing
allowed: Callable[[Ints, Ints, int, Ints], bool] = _missing
act: Callable[[Ints, Ints, int, Words, Ints], None] = _missing
random_action: Callable[[Ints, Ints, Words, Ints], int] = _missing
fill_mask: Callable[[Ints, Ints, Bytes, Ints], None] = _missing
renew_mask: Callable[[Ints, Ints, Bytes, Ints], None] = _missing
observe: Callable[[Ints, Ints, int, Bytes], None] = _missing
renew: Callable[[Ints, Ints, int, Bytes], None] = _missing
resample: Callable[[Ints, Ints, int, Words, Ints, Longs], None] = _missing
rank: Callable[[Ints, int], int] = _missing
alone: Callable[[Ints], float] = _missing
play_randomly: Callable[[Ints, Ints, Words, Ints], int] = _missing

BROUGHT = tuple(name for name, value in globals().items() if value is _missing and name != "_missing")
FILES = ("actions", "deal", "observe", "playouts", "rules")
"""Of a game's folder, in which these stand; where two have one, that of the first."""


@njit
def mix_order(count: int, order: Longs, rng: Words) -> None:
    """The numbers of so many pieces in an order drawn by lot."""
    for number in range(count):
        order[number] = number
    for last in range(count - 1, 0, -1):
        other = below(rng, last + 1)
        order[last], order[other] = order[other], order[last]


# One row.


def deal_row(vec: Ints, tables: Ints, setup: Ints, order: Longs, rng: Words) -> None:
    vec, tables, setup, order, rng = borrowed(vec), borrowed(tables), borrowed(setup), borrowed(order), borrowed(rng)
    for number in range(vec.size):
        vec[number] = 0
    deal(vec, tables, setup, order, rng)


def reward_row(vec: Ints, rewards: Any) -> None:  # noqa: ANN401, single precision
    """What a finished game is worth to each seat: 1 for the first place, -1 for the last, evenly between, those who
    share places in the middle of theirs. Alone: as the game says."""
    players = rewards.size
    if players == 1:
        rewards[0] = alone(vec)
        return
    for seat in range(players):
        own, above, beside = rank(vec, seat), 0, 0
        for other in range(players):
            theirs = rank(vec, other)
            above += theirs > own
            beside += theirs == own
        rewards[seat] = 1.0 - (2.0 * above + beside - 1.0) / (players - 1.0)


def step_row(
    vec: Ints,
    tables: Ints,
    action: int,
    rng: Words,
    rewards: Any,  # noqa: ANN401
    observation: Bytes,
    mask: Bytes,
    room: Ints,
) -> int:
    """The seat asked next, or OVER, or REFUSED: then nothing has changed."""
    vec, tables, rng, rewards = borrowed(vec), borrowed(tables), borrowed(rng), borrowed(rewards)
    observation, mask, room = borrowed(observation), borrowed(mask), borrowed(room)
    for seat in range(rewards.size):
        rewards[seat] = 0.0
    if current(vec) < 0:
        return OVER
    if not allowed(vec, tables, action, room):
        return REFUSED
    act(vec, tables, action, rng, room)
    after = current(vec)
    if after < 0:
        reward_row(vec, rewards)
    renew(vec, tables, max(after, 0), observation)
    renew_mask(vec, tables, mask, room)
    return after


def show_row(vec: Ints, tables: Ints, observation: Bytes, mask: Bytes, room: Ints) -> int:
    """Observation and mask of whoever is asked next."""
    vec, tables = borrowed(vec), borrowed(tables)
    observation, mask, room = borrowed(observation), borrowed(mask), borrowed(room)
    seat = current(vec)
    observe(vec, tables, max(seat, 0), observation)
    fill_mask(vec, tables, mask, room)
    return seat


def sample_row(vec: Ints, tables: Ints, rng: Words, room: Ints) -> int:
    vec, tables, rng, room = borrowed(vec), borrowed(tables), borrowed(rng), borrowed(room)
    return 0 if current(vec) < 0 else random_action(vec, tables, rng, room)


def digest_row(vec: Ints, rng: Words) -> np.uint64:
    """A word that tells positions apart, and what chance holds for them."""
    word: np.uint64 = rng[0]
    for number in range(vec.size):
        word = mixed(word + np.uint64(np.int64(vec[number])) + GOLDEN)
    return word


# Some rows, on a processor.


def deal_rows(
    first: int, last: int, chosen: Bytes, states: Ints, tables: Ints, setup: Ints, orders: Longs, luck: Words
) -> None:
    """Rows first … last - 1 that are chosen; `orders` has a row each, or none: then they are drawn by lot."""
    order = np.empty(HIDDEN, np.int64)
    for row in range(first, last):
        if chosen[row]:
            if orders.shape[1] > 1:
                deal_row(states[row], tables, setup, orders[row], luck[row])
            else:
                mix_order(pieces, order, luck[row])
                deal_row(states[row], tables, setup, order, luck[row])


def step_rows(
    first: int,
    last: int,
    states: Ints,
    tables: Ints,
    actions: Longs,
    luck: Words,
    seats: Ints,
    rewards: Any,  # noqa: ANN401
    terminated: Bytes,
    refused: Bytes,
    observation: Bytes,
    mask: Bytes,
) -> None:
    room = np.empty(room_size, np.int32)
    for row in range(first, last):
        after = step_row(states[row], tables, actions[row], luck[row], rewards[row], observation[row], mask[row], room)
        refused[row] = after == REFUSED
        if after != REFUSED:
            terminated[row] = after == OVER
            seats[row] = max(after, 0)


def show_rows(
    first: int,
    last: int,
    chosen: Bytes,
    states: Ints,
    tables: Ints,
    seats: Ints,
    rewards: Any,  # noqa: ANN401
    terminated: Bytes,
    refused: Bytes,
    observation: Bytes,
    mask: Bytes,
) -> None:
    room = np.empty(room_size, np.int32)
    for row in range(first, last):
        if chosen[row]:
            seat = show_row(states[row], tables, observation[row], mask[row], room)
            seats[row], terminated[row], refused[row] = max(seat, 0), seat < 0, False
            for place in range(rewards.shape[1]):
                rewards[row, place] = 0.0


def sample_rows(first: int, last: int, states: Ints, tables: Ints, luck: Words, actions: Longs) -> None:
    room = np.empty(room_size, np.int32)
    for row in range(first, last):
        actions[row] = sample_row(states[row], tables, luck[row], room)


def observe_rows(first: int, last: int, states: Ints, tables: Ints, seats: Ints, observation: Bytes) -> None:
    for row in range(first, last):
        observe(states[row], tables, seats[row], observation[row])


def resample_rows(first: int, last: int, chosen: Bytes, states: Ints, tables: Ints, seats: Ints, luck: Words) -> None:
    room, places = np.empty(room_size, np.int32), np.empty(HIDDEN, np.int64)
    for row in range(first, last):
        if chosen[row]:
            resample(states[row], tables, seats[row], luck[row], room, places)


def play_rows(first: int, last: int, states: Ints, tables: Ints, luck: Words, decisions: Longs) -> None:
    """To the end at random; counts the decisions."""
    room = np.empty(room_size, np.int32)
    for row in range(first, last):
        decisions[row] = play_randomly(states[row], tables, luck[row], room)


def pay_rows(first: int, last: int, states: Ints, rewards: Any) -> None:  # noqa: ANN401
    """What came of games that are over."""
    for row in range(first, last):
        reward_row(states[row], rewards[row])


def digest_rows(first: int, last: int, states: Ints, luck: Words, words: Words) -> None:
    for row in range(first, last):
        words[row] = digest_row(states[row], luck[row])


ROW_FUNCTIONS = (deal_row, reward_row, step_row, show_row, sample_row, digest_row)


class Loops(NamedTuple):
    """The loops compiled for one game, each over rows first … last - 1."""

    deal: Callable[..., None]
    step: Callable[..., None]
    show: Callable[..., None]
    sample: Callable[..., None]
    observe: Callable[..., None]
    resample: Callable[..., None]
    play: Callable[..., None]
    pay: Callable[..., None]
    digest: Callable[..., None]


class Side(Protocol):
    """What a game's `side` module says of its games side by side."""

    __name__: str
    SIZE: int
    PIECES: int
    PARTS: Mapping[str, Any]
    LOOPS: Loops

    def tables(self, options: Plain | None = None) -> Ints:
        """Of the pieces."""

    def reach_for(self, players: int, reach: int | None) -> int:
        """As it is asked for (None: as usual), checked; 0 where the game has none."""

    def setup(self, players: int, options: Plain, reach: int) -> Ints:
        """Players, who starts (-1: by lot), and two numbers more."""

    def load(self, state: Any, reach: int) -> Ints:  # noqa: ANN401, of the game
        """A state of `games` as an array."""

    def lying(self, tables: Ints, order: Longs) -> Ints | Longs:
        """Pieces by their numbers, as they lie in a position."""

    def actions(self, players: int, reach: int) -> int:
        """How many there are."""

    def parts(self, players: int, reach: int) -> Sequence[Part]:
        """Of an observation."""


def parts_of(side: str, room_size: int) -> dict[str, Any]:
    """What a game brings, from the files beside its `side`."""
    files = [import_module(f"{side.rpartition('.')[0]}.{file}") for file in FILES]
    found = {name: next(getattr(file, name) for file in files if hasattr(file, name)) for name in BROUGHT}
    return {"pieces": files[FILES.index("deal")].PIECES, "room_size": room_size, **found}


def loops_of(module: str, parts: Mapping[str, Any]) -> Loops:
    """All of it compiled with the parts of one game."""
    own = dict(parts)
    for function in ROW_FUNCTIONS:
        own[function.__name__] = njit_with(function, module, own)
    loops = (
        deal_rows,
        step_rows,
        show_rows,
        sample_rows,
        observe_rows,
        resample_rows,
        play_rows,
        pay_rows,
        digest_rows,
    )
    return Loops(*(njit_with(loop, module, own) for loop in loops))
