"""The parts of a move at a server, each timed alone: `python bench/stages.py --game rota [--players 2]`.

Random games are played through again and again, all of the same moves; of each part of each move the least time counts,
for whatever else runs on the machine only adds to it. Sockets, the event loop and the database are not among them.
"""

from __future__ import annotations

import argparse
import gc
import zlib
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from time import perf_counter

import msgspec

from triax.games.core import Dice
from triax.server import actions, protocol
from triax.server.actions import MoveRequest, ProposedEntry
from triax.server.http_protocol import PACKING, packer
from triax.server.messages import Telling
from triax.server.table import Change, LogEntry, Table, TableMeta
from triax.server.visibility import moves_text_for

Times = defaultdict[str, list[float]]


class Game:
    """A game between people who are all told steps, each part of which is timed."""

    def __init__(self, game: str, players: int, seed: int) -> None:
        self.table = Table(TableMeta("t", game, players, {}, True, None, False, "0", 0.0))
        self.dice, self.picks = Dice(Random(seed)), Random(seed)
        self.times: Times = defaultdict(list)
        self.sent = self.packed = self.moves = 0
        for seat in range(players):
            self.take_in(ProposedEntry("sit", seat, {"player": str(seat)}))
        self.take_in(actions.deal(self.table, Random(seed)))
        telling = Telling(self.table)
        self.told = {seat: telling.seen(seat) for seat in range(players)}
        self.packers = {seat: packer(int(PACKING.server_max_window_bits or 15)) for seat in range(players)}

    @contextmanager
    def timed(self, part: str) -> Iterator[None]:
        begun = perf_counter()
        yield
        self.times[part].append(perf_counter() - begun)

    def take_in(self, one: ProposedEntry) -> Change:
        entry = LogEntry(self.table.count, one.kind, one.seat, one.data, 0.0, str(self.table.count))
        return self.table.apply(entry, one.turn)

    def play(self) -> None:
        while self.table.status == "playing":
            self.move()

    def move(self) -> None:
        table = self.table
        assert table.state is not None
        seat = self.picks.choice(sorted(table.to_act))
        legal = table.state.moves(seat)
        wanted = protocol.MakeMove(str(table.count), seat, table.numbers[seat], str(self.picks.choice(legal)))
        raw = msgspec.json.encode(wanted)
        with self.timed("reading the message"):
            asked = protocol.decode(raw)
        request = MoveRequest(asked.seat, asked.move, asked.number, asked.id)
        with self.timed("deciding: the rules and what is checked around them"):
            decided = actions.move(table, str(seat), request, self.dice)
        assert isinstance(decided, ProposedEntry)
        with self.timed("taking it in"):
            change = self.take_in(decided)
        telling = Telling(table, change)
        for viewer, before in self.told.items():
            if viewer not in change.viewers:
                continue
            with self.timed("telling it, offers included"):
                self.told[viewer] = telling.seen(viewer)
                [step] = telling.step(viewer, before)
            pack = self.packers[viewer]
            with self.timed("packing it"):
                packed = pack.compress(step) + pack.flush(zlib.Z_SYNC_FLUSH)
            self.sent += len(step)
            self.packed += len(packed)
        for viewer in table.to_act:
            with self.timed("the offers alone, once more"):
                moves_text_for(table.state, viewer)
        self.moves += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="rota", help="rota, axio or axo")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--repeats", type=int, default=9)
    asked = parser.parse_args()
    gc.disable()
    least: dict[str, float] = defaultdict(float)
    moves = sent = packed = 0
    for seed in range(asked.games):
        played = [Game(asked.game, asked.players, seed) for _ in range(asked.repeats)]
        for game in played:
            game.play()
        for part in played[0].times:
            least[part] += sum(map(min, zip(*(game.times[part] for game in played), strict=True)))
        moves, sent, packed = moves + played[0].moves, sent + played[0].sent, packed + played[0].packed
    for part, seconds in least.items():
        print(f"{1e6 * seconds / moves:7.1f} µs a move: {part}")
    print(f"{sent / moves:7.0f} bytes a move, {packed / moves:.0f} packed; {moves} moves of {asked.game}")


if __name__ == "__main__":
    main()
