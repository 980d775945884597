"""A bot of this version against one of another, which has a process of its own: `python -m training.match`.

The other version is a checkout: `git worktree add ../before 6b23356`. Each bot has the same time a move, and only one
of them thinks at a time. Every deal is played from every seat.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from time import thread_time
from typing import IO, Annotated, Any

import typer
from rich.progress import track

from training.sequential import LIMIT, answer, evidence
from triax.arena.tally import wilson
from triax.bots import BotSpec
from triax.bots.core import Bot
from triax.bots.levels import PlayoutBot
from triax.bots.strengths import FULL, change, strength_of
from triax.games import GAMES
from triax.games.core import AnyState, Dice, Move, View
from triax.games.errors import BadData

OTHER = """
import json, sys, time
if sys.argv[1:] == ["processor"]:
    time.perf_counter = time.thread_time  # before the search takes it
from random import Random
from time import thread_time
from triax.bots import BotSpec
bots = {}
for line in sys.stdin:
    asked = json.loads(line)
    game, name, budget = asked["view"]["game"], asked["bot"], asked["budget"]
    if (game, name) not in bots:
        bots[game, name] = BotSpec(name, budget).build(game)
    bot, view, rng = bots[game, name], asked["view"], Random(asked["seed"])
    if hasattr(bot, "think"):
        move = bot.think(view, rng)[0].move
    else:
        from triax.games import GAMES
        move = bot.choose(view, GAMES[game].sample(view, rng).moves(view["seat"]), rng)
    print(move, flush=True)
"""


class OtherVersion:
    """A bot in another process: a line with a view goes there, a line with a move comes back."""

    def __init__(self, checkout: Path, name: str, budget: float, *, processor: bool = False) -> None:
        environment = {**os.environ, "PYTHONPATH": str(checkout.resolve() / "src")}
        pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "env": environment}
        self.process = subprocess.Popen([sys.executable, "-c", OTHER, *["processor"] * processor], **pipes)
        self.name, self.budget = name, budget

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        if len(moves) == 1:
            return moves[0]
        asked = {"view": view, "bot": self.name, "budget": self.budget, "seed": rng.getrandbits(63)}
        into, out = self._pipes()
        into.write(json.dumps(asked) + "\n")
        into.flush()
        answer = out.readline().strip()
        move = next((move for move in moves if str(move) == answer), None)
        if move is None:
            what = f"plays {answer!r}" if answer else "has ended without a move"
            raise BadData(f"the other version's {self.name} {what}; expected one of {len(moves)} moves")
        return move

    def end(self) -> None:
        for pipe in self._pipes():
            pipe.close()
        self.process.wait()

    def _pipes(self) -> tuple[IO[str], IO[str]]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        return self.process.stdin, self.process.stdout


@dataclass(frozen=True)
class Pairing:
    game: str
    players: int
    mine: str
    other: str
    checkout: Path
    budget: float
    is_full: bool = False
    """Does the one of this version overlook nothing, whatever its level?"""
    processor: bool = False
    """Is the time that of a processor? Then a busy machine makes nobody weaker."""

    def build(self) -> Bot:
        if self.is_full:
            change(self.game, self.mine, replace(FULL, playouts=strength_of(self.game, self.mine).playouts))
        bot = BotSpec(self.mine, self.budget).build(self.game)
        return replace(bot, clock=thread_time) if self.processor and isinstance(bot, PlayoutBot) else bot


_others: dict[Pairing, OtherVersion] = {}


def share_of(pairing: Pairing, seed: str) -> list[float]:
    """What the one of this version has of the win, from every seat of a deal."""
    if pairing not in _others:
        _others[pairing] = OtherVersion(pairing.checkout, pairing.other, pairing.budget, processor=pairing.processor)
    mine = pairing.build()
    found = []
    for own in range(pairing.players):
        rng = Random(seed)
        state: AnyState = GAMES[pairing.game].new(pairing.players, rng)
        while state.to_act:
            seat = min(state.to_act)
            bot: Any = mine if seat == own else _others[pairing]
            move = bot.choose(state.view(seat), state.moves(seat), rng)
            state, _ = state.play(seat, move, Dice(rng))
        assert state.outcome is not None
        first = state.outcome.standings[0]
        found.append((own in first) / len(first))
    return found


def main(
    *,
    checkout: Annotated[Path, typer.Argument(help="of the other version")],
    game: str = "rota",
    players: Annotated[int, typer.Option(min=2, max=4, help="one of them of this version")] = 2,
    mine: Annotated[str, typer.Option(help="the bot of this version")] = "master",
    other: Annotated[str, typer.Option(help="the bots of the other")] = "master",
    deals: Annotated[int, typer.Option(min=1, help="each is played from every seat")] = 100,
    seconds: Annotated[float, typer.Option(help="a move")] = 0.1,
    full: Annotated[bool, typer.Option(help="does the bot of this version overlook nothing?")] = False,
    processor: Annotated[bool, typer.Option(help="seconds of a processor, on a busy machine")] = False,
    clear: Annotated[
        tuple[float, float] | None,
        typer.Option(
            help="end as soon as it is clear whether the share is rather the one or the other", metavar="LOW HIGH"
        ),
    ] = None,
    seed: int = 17,
    workers: Annotated[int, typer.Option(min=1)] = 1,
) -> None:
    """Play a bot against those of another version."""
    pairing = Pairing(game, players, mine, other, checkout, seconds, full, processor)
    seeds = [f"{seed} {number}" for number in range(deals)]
    shares: list[float] = []
    means: list[float] = []
    with ProcessPoolExecutor(workers) as pool:
        for deal in track(pool.map(partial(share_of, pairing), seeds), "Deals", total=deals):
            shares += deal
            means.append(sum(deal) / len(deal))
            if clear is not None and answer(evidence(means, *clear)) != "not clear":
                pool.shutdown(cancel_futures=True)
                break
    share = sum(shares) / len(shares)
    low, high = wilson(share, len(shares))
    typer.echo(
        f"{game}, {players} players, {mine} against {other} of {checkout.name}: "
        f"{share:.1%} ({low:.1%} – {high:.1%}) of {len(shares)} games, {seconds} seconds a move"
    )
    if clear is not None:
        found = evidence(means, *clear)
        typer.echo(
            f"rather {clear[1]:.1%} than {clear[0]:.1%}: {answer(found)} (evidence {found:+.2f}, limit {LIMIT:.2f})"
        )


if __name__ == "__main__":
    typer.run(main)
