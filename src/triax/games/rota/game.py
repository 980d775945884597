"""The ways into a game of Axio Rota: dealing, starting from a set-up, sampling what a view leaves open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from random import Random
from typing import Any

from triax.games import check
from triax.games.core import Game, Plain
from triax.games.errors import BadData
from triax.games.facts import Options
from triax.games.rota.display import START_SQUARE, Cell, Laid
from triax.games.rota.events import EVENTS
from triax.games.rota.facts import FACTS
from triax.games.rota.notation import RotaPlace, parse
from triax.games.rota.pieces import EMPTY, STACK, read_tiles, tiles_of
from triax.games.rota.state import RotaState
from triax.games.rota.view import RotaView, describe, read_display
from triax.games.tracks import ZERO


class Rota(Game[RotaState, RotaView, RotaPlace]):
    facts = FACTS
    view_type = RotaView
    event_types = EVENTS

    def check_pieces(self, data: object) -> None:
        read_tiles(data)

    def deal(self, players: int, options: Plain, rng: Random) -> dict[str, Any]:
        chosen = self.check_options(players, options)
        tiles = list(tiles_of(chosen))
        rng.shuffle(tiles)
        pile = iter(tiles)
        return {
            "display": [_start_tile(next(pile), cell, rng) for cell in START_SQUARE],
            "stacks": [[next(pile) for _ in range(STACK)] for _ in range(players)],
            "supply": list(pile),
            "start": chosen.get("start", rng.randrange(players)),
        }

    def start(self, players: int, options: Plain, setup: Plain) -> RotaState:
        chosen = self.check_options(players, options)
        given = check.fields(setup, "setup", ["display", "stacks", "supply", "start"])
        start = check.start_seat(chosen, given["start"], players)
        display = dict(_read_display(given["display"], tiles_of(chosen)))
        stacks = [
            tuple(check.items(stack, f"setup.stacks[{seat}]", STACK))
            for seat, stack in enumerate(check.items(given["stacks"], "setup.stacks", players))
        ]
        supply = tuple(check.items(given["supply"], "setup.supply"))
        found = [*(laid.tile for laid in display.values()), *(tile for stack in stacks for tile in stack), *supply]
        check.same_pieces((check.text(tile, "setup") for tile in found), tiles_of(chosen), "setup")
        return RotaState(
            players=players,
            options=Options(chosen, start=start),
            display=display,
            hands=tuple(stack[0] for stack in stacks),
            stacks=tuple(stack[1:] for stack in stacks),
            supply=supply,
            tracks=(ZERO,) * players,
            turn=start,
        )

    def parse(self, text: str) -> RotaPlace:
        return parse(text)

    def lines(self, view: RotaView) -> Iterator[str]:
        return describe(view)

    def complete(self, view: RotaView, rng: Random) -> RotaState:
        display = read_display(view)
        seen = Counter(laid.tile for laid in display.values())
        if view["hand"] is not None:
            seen[view["hand"]] += 1
        unseen = sorted((Counter(tiles_of(view["options"])) - seen).elements())
        rng.shuffle(unseen)
        pile = iter(unseen)
        hands = [
            view["hand"] if seat == view["seat"] else next(pile) if count else None
            for seat, count in enumerate(view["hands"])
        ]
        return RotaState(
            players=view["players"],
            options=Options(view["options"]),
            display=display,
            hands=tuple(hands),
            stacks=tuple(tuple(next(pile) for _ in range(count)) for count in view["stacks"]),
            supply=tuple(next(pile) for _ in range(view["supply"])),
            tracks=tuple(tuple(own) for own in view["tracks"]),
            turn=view["turn"],
            owed=view["owed"],
            extra=view["extra"],
        )


def _start_tile(tile: str, cell: Cell, rng: Random) -> dict[str, Any]:
    """An empty corner lies at the centre of the start square; other tiles lie as they fall (R2)."""
    hollow = tile.find(EMPTY)
    turn = rng.randrange(4) if hollow < 0 else (START_SQUARE[cell] - hollow) % 4
    return {"tile": tile, "at": list(cell), "turn": turn}


def _read_display(value: object, tiles: Collection[str]) -> Iterator[tuple[Cell, Laid]]:
    left = list(START_SQUARE)
    for number, entry in enumerate(check.items(value, "setup.display", len(left))):
        where = f"setup.display[{number}]"
        given = check.fields(entry, where, ["tile", "at", "turn"])
        x, y = check.items(given["at"], f"{where}.at", 2)
        cell = (check.integer(x, f"{where}.at", 0, 1), check.integer(y, f"{where}.at", 0, 1))
        if cell not in left:
            raise BadData(f"{where}.at: two tiles on {x},{y}")
        left.remove(cell)
        if given["tile"] not in tiles:
            raise BadData(f"{where}.tile: {check.quote(given['tile'])} is not a tile of the set")
        laid = Laid(given["tile"], check.integer(given["turn"], f"{where}.turn", 0, 3))
        if EMPTY in laid.tile and laid.corners[START_SQUARE[cell]] != EMPTY:
            raise BadData(f"{where}.turn: {laid.turn}; expected the empty corner of {laid.tile} at the centre")
        yield cell, laid
