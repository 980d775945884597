"""The review of a record, decision by decision: to be watched, stored in parts, and taken up again where it stopped.

What is found out about a decision hangs on the record, the plan and its number alone: however many processes work, and
however often they are stopped, the answer is the same.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Collection, Generator, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import connection
from multiprocessing.connection import Connection
from random import Random
from time import perf_counter
from typing import Any

from triax.bots.processes import spawn
from triax.games.core import Move
from triax.games.errors import TriaxError
from triax.games.record import Record, read_record
from triax.review.taken import Taken, decisions
from triax.review.verdict import Judged, Verdict

CURVE = 0.2
"""The part of the playouts that goes to the curve."""
START = 8
"""So many times as many for its first point."""
FEW, MANY = 60, 40_000
"""Playouts for a decision: fewer say nothing, more are wasted."""
TRY = 0.3
"""Seconds to find out how fast the playouts are."""
CERTAIN = 0.8
"""The part of a budget that is planned for: the measured speed may be a little off."""


class ReviewFailed(TriaxError):
    """A process that judged decisions has died."""


@dataclass(frozen=True)
class Plan:
    """How much to spend, and the seed. The same plan for the same record gives the same review."""

    playouts: int
    """For a decision, at most."""
    curve: int
    """For a point of the curve."""
    seed: int = 0


def plan(record: Record, seed: int = 0, *, seconds: float | None = None, workers: int = 1) -> Plan:
    """The usual one: half a minute for a game of two on one core, a minute and a half for more. Or what fits into so
    many seconds, which depends on the machine."""
    taken = decisions(record)
    total = _total(record) if seconds is None else int(CERTAIN * seconds * workers * _speed(taken))
    share = total // max(1, len(taken))
    return Plan(_within(int(share * (1 - CURVE))), max(FEW, min(4000, int(share * CURVE))), seed)


def _within(playouts: int) -> int:
    return max(FEW, min(MANY, playouts))


def _total(record: Record) -> int:
    from triax.bots.engines import ENGINES  # noqa: PLC0415, it brings the compiler along

    return ENGINES[record.game.name].review_playouts[record.players]


def _speed(taken: Sequence[Taken]) -> float:
    """Playouts a second, on the average of a game."""
    from triax.review.weighing import open_chances  # noqa: PLC0415, as above

    seconds = 0.0
    places = taken[len(taken) // 6 :: max(1, len(taken) // 3)]
    for one in places:
        open_chances(one.state, 1, Random(0))
        begun, done = perf_counter(), 0
        while perf_counter() - begun < TRY / len(places):
            open_chances(one.state, 64, Random(0))
            done += 64
        seconds += (perf_counter() - begun) / done
    return len(places) / seconds


def judge(view: Any, move: Move, playouts: int, rng: Random) -> Verdict:  # noqa: ANN401, of whichever game
    """How good a decision is with what its seat knows. The same for the same seed."""
    from triax.review.weighing import weigh  # noqa: PLC0415, as above

    return weigh(view, move, playouts, rng)


def review(record: Record, plan: Plan, known: Collection[int] = (), workers: int = 1) -> Generator[Judged, None, None]:
    """Every decision judged, but for those of the entries that are known already; as they are done, in order with one
    worker, in any order with more. `conclude` makes a whole of them."""
    missing = [at for at, one in enumerate(decisions(record)) if one.entry not in known]
    if workers == 1 or len(missing) < 2:
        yield from _judge(record, plan, missing)
    else:
        yield from _judge_in_processes(record, plan, missing, min(workers, len(missing)))


def _judge(record: Record, plan: Plan, numbers: Sequence[int]) -> Iterator[Judged]:
    from triax.review.weighing import open_chances, weigh  # noqa: PLC0415, as above

    taken = decisions(record)
    for at in numbers:
        one = taken[at]
        rng = Random(f"{plan.seed}/{at}")
        verdict = weigh(one.view, one.move, plan.playouts, rng)
        # The start is one point, and all of its error is in the luck of the game.
        yield Judged(one.entry, verdict, *open_chances(one.state, plan.curve * (1 if at else START), rng))


def _judge_in_processes(record: Record, plan: Plan, numbers: Sequence[int], workers: int) -> Iterator[Judged]:
    processes, pipes = [], []
    try:
        for first in range(workers):
            ours, theirs = multiprocessing.get_context("spawn").Pipe(duplex=False)
            processes.append(spawn(_work, record.to_json(), plan, numbers[first::workers], theirs))
            theirs.close()
            pipes.append(ours)
        waiting, talking = len(numbers), list(pipes)
        while waiting:
            if not talking:
                raise ReviewFailed(f"a process has died: {waiting} of {len(numbers)} decisions are not judged")
            heard = connection.wait(talking)
            for pipe in [pipe for pipe in talking if pipe in heard]:
                try:
                    yield pipe.recv()
                    waiting -= 1
                except EOFError:
                    talking.remove(pipe)
    finally:
        for process in processes:
            process.kill()
            process.join()
        for pipe in pipes:
            pipe.close()


def _work(record: str, plan: Plan, numbers: Sequence[int], pipe: Connection) -> None:
    try:
        for one in _judge(read_record(record), plan, numbers):
            pipe.send(one)
    except OSError:
        # Nobody is listening any more.
        return
