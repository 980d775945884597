"""The ways into a game of Axio: dealing, starting from a set-up, sampling what a view leaves open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from triax.games import check
from triax.games.axio.board import EMPTY, area, empty_board
from triax.games.axio.events import EVENTS
from triax.games.axio.facts import FACTS
from triax.games.axio.notation import AxioMove, AxioPlace, parse
from triax.games.axio.pieces import RACK, pieces_of, read_pieces
from triax.games.axio.state import AxioState
from triax.games.axio.view import AxioView, describe, read_board
from triax.games.core import Game, Plain
from triax.games.facts import Options
from triax.games.tracks import ZERO, lowest


class Axio(Game[AxioState, AxioView, AxioMove]):
    facts = FACTS
    view_type = AxioView
    event_types = EVENTS

    def check_pieces(self, data: object) -> None:
        read_pieces(data)

    def deal(self, players: int, options: Plain, rng: Random) -> dict[str, Any]:
        chosen = self.check_options(players, options)
        tiles = list(pieces_of(chosen).tiles)
        rng.shuffle(tiles)
        bag = iter(tiles)
        size = _rack_size(players)
        return {
            "racks": [[next(bag) for _ in range(size)] for _ in range(players)],
            "bag": list(bag),
            "start": chosen.get("start", rng.randrange(players)),
        }

    def start(self, players: int, options: Plain, setup: Plain) -> AxioState:
        chosen = self.check_options(players, options)
        pieces = pieces_of(chosen)
        given = check.fields(setup, "setup", ["racks", "bag", "start"])
        start = check.start_seat(chosen, given["start"], players)
        racks = [
            tuple(check.items(rack, f"setup.racks[{seat}]", _rack_size(players)))
            for seat, rack in enumerate(check.items(given["racks"], "setup.racks", players))
        ]
        bag = tuple(check.items(given["bag"], "setup.bag"))
        found = [*(tile for rack in racks for tile in rack), *bag]
        check.same_pieces((check.text(tile, "setup") for tile in found), pieces.tiles, "setup")
        return AxioState(
            players=players,
            options=Options(chosen, start=start),
            pieces=pieces,
            board=empty_board(players, pieces.printed),
            tiles=(),
            pyramids=(),
            racks=tuple(racks),
            bag=bag,
            tracks=(ZERO,) * players,
            turn=start,
            opened=(False,) * players,
        )

    def parse(self, text: str) -> AxioMove:
        return parse(text)

    def lines(self, view: AxioView) -> Iterator[str]:
        return describe(view)

    def complete(self, view: AxioView, rng: Random) -> AxioState:
        players = view["players"]
        pieces = pieces_of(view["options"])
        geometry = area(players)
        board = read_board(view)
        tiles = tuple(AxioPlace(t["tile"], t["at"][0], t["at"][1], t["to"]) for t in view["tiles"])
        seen = Counter(laid.tile for laid in tiles) + Counter(view["rack"] or ())
        unseen = sorted((Counter(pieces.tiles) - seen).elements())
        rng.shuffle(unseen)
        taken = {view["seat"]: tuple(view["rack"] or ())}
        # The seat whose turn it is comes first: its tiles may have to fit a condition.
        for seat in sorted(range(players), key=lambda seat: seat != view["turn"]):
            if seat != view["seat"]:
                excluded = _excluded(view, seat)
                taken[seat] = _take(unseen, view["racks"][seat], excluded)
                if excluded:
                    rng.shuffle(unseen)  # what did not fit lies on top
        return AxioState(
            players=players,
            options=Options(view["options"]),
            pieces=pieces,
            board=tuple(board.get(space, EMPTY) for space in geometry.spaces),
            tiles=tiles,
            pyramids=tuple(geometry.spaces.index((x, y)) for x, y in view["pyramids"]),
            racks=tuple(taken[seat] for seat in range(players)),
            bag=tuple(unseen),
            tracks=tuple(tuple(own) for own in view["tracks"]),
            turn=view["turn"],
            opened=tuple(view["opened"]),
            owed=view["owed"],
            deciding=view["phase"] == "exchange",
            ended=view["phase"] == "over",
        )


def _rack_size(players: int) -> int:
    return 1 if players == 1 else RACK


def _excluded(view: AxioView, seat: int) -> list[str]:
    """The colours that a rack cannot show: whoever may exchange holds none of their lowest."""
    return lowest(tuple(view["tracks"][seat])) if view["phase"] == "exchange" and seat == view["turn"] else []


def _take(pile: list[str], count: int, excluded: list[str]) -> tuple[str, ...]:
    """The next tiles of a shuffled pile that show none of the excluded colours."""
    fitting = [tile for tile in pile if not set(tile) & set(excluded)][:count]
    for tile in fitting:
        pile.remove(tile)
    return tuple(fitting)
