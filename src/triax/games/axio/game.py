"""The ways into a game of Axio: dealing, starting from a set-up, sampling what a view leaves open."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, ClassVar, cast

from triax.games import check
from triax.games.axio.board import BARE, PYRAMID, area
from triax.games.axio.notation import DIRECTIONS, Decide, Place, parse
from triax.games.axio.pieces import RACK, pieces_of, read_pieces
from triax.games.axio.state import AxioState, empty_board
from triax.games.axio.view import AxioView
from triax.games.core import Game, Plain
from triax.games.tracks import ZERO, lowest


class Axio(Game):
    name: ClassVar[str] = "axio"
    title: ClassVar[str] = "Axio"

    def check_pieces(self, data: object) -> None:
        read_pieces(data)

    def check_options(self, players: int, options: Plain) -> dict[str, Any]:
        check.check_players(players)
        given = check.fields(options, "options", [], ["start", "pieces"])
        if "start" in given:
            check.integer(given["start"], "options.start", 0, players - 1)
        pieces_of(given)
        return given

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
            options={**chosen, "start": start},
            pieces=pieces,
            board=empty_board(players, pieces),
            tiles=(),
            pyramids=(),
            racks=tuple(racks),
            bag=bag,
            tracks=(ZERO,) * players,
            turn=start,
            opened=(False,) * players,
        )

    def parse(self, text: str) -> Place | Decide:
        return parse(text)

    def sample(self, view: Plain, rng: Random) -> AxioState:
        known = cast("AxioView", view)
        players = known["players"]
        pieces = pieces_of(known["options"])
        geometry = area(players)
        number = {space: i for i, space in enumerate(geometry.spaces)}
        board = list(empty_board(players, pieces))
        tiles = tuple(Place(t["tile"], t["at"][0], t["at"][1], t["to"]) for t in known["tiles"])
        for laid in tiles:
            dx, dy = DIRECTIONS[laid.to]
            board[number[laid.x, laid.y]] = laid.tile[0]
            board[number[laid.x + dx, laid.y + dy]] = laid.tile[1]
        for spaces, content in ((known["pyramids"], PYRAMID), (known["bare"], BARE)):
            for x, y in spaces:
                board[number[x, y]] = content
        seen = Counter(laid.tile for laid in tiles) + Counter(known["rack"] or ())
        unseen = sorted((Counter(pieces.tiles) - seen).elements())
        rng.shuffle(unseen)
        taken = {known["seat"]: tuple(known["rack"] or ())}
        # The seat whose turn it is comes first: its tiles may have to fit a condition.
        for seat in sorted(range(players), key=lambda seat: seat != known["turn"]):
            if seat != known["seat"]:
                taken[seat] = _take(unseen, known["racks"][seat], _excluded(known, seat))
        return AxioState(
            players=players,
            options=known["options"],
            pieces=pieces,
            board=tuple(board),
            tiles=tiles,
            pyramids=tuple(number[x, y] for x, y in known["pyramids"]),
            racks=tuple(taken[seat] for seat in range(players)),
            bag=tuple(unseen),
            tracks=tuple(tuple(own) for own in known["tracks"]),
            turn=known["turn"],
            opened=tuple(known["opened"]),
            owed=known["owed"],
            deciding=known["phase"] == "exchange",
            ended=known["phase"] == "over",
        )


def _rack_size(players: int) -> int:
    return 1 if players == 1 else RACK


def _excluded(known: AxioView, seat: int) -> list[str]:
    """The colours that a rack cannot show: whoever may exchange holds none of their lowest."""
    return lowest(tuple(known["tracks"][seat])) if known["phase"] == "exchange" and seat == known["turn"] else []


def _take(pile: list[str], count: int, excluded: list[str]) -> tuple[str, ...]:
    """The next tiles of a shuffled pile that show none of the excluded colours."""
    fitting = [tile for tile in pile if not set(tile) & set(excluded)][:count]
    for tile in fitting:
        pile.remove(tile)
    return tuple(fitting)
