"""What a seat may know of a game of Axio."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

from triax.games.axio.board import BARE

if TYPE_CHECKING:
    from triax.games.axio.state import AxioState


class PlacedView(TypedDict):
    tile: str
    at: list[int]
    to: str


class AxioView(TypedDict):
    game: Literal["axio"]
    players: int
    options: dict[str, Any]
    seat: int | None
    to_act: list[int]
    turn: int
    phase: str
    """place, exchange or over."""
    owed: int
    side: int
    printed: list[tuple[int, int, str]]
    tiles: list[PlacedView]
    """In the order in which they were laid."""
    pyramids: list[list[int]]
    """The one longest in its place first."""
    bare: list[list[int]]
    """Spaces that a pyramid has left."""
    opened: list[bool]
    rack: list[str] | None
    racks: list[int]
    bag: int
    tracks: list[list[int]]
    standings: list[list[int]] | None


def view(state: AxioState, seat: int | None) -> AxioView:
    spaces = state.area.spaces
    outcome = state.outcome
    return {
        "game": "axio",
        "players": state.players,
        "options": dict(state.options),
        "seat": seat,
        "to_act": sorted(state.to_act),
        "turn": state.turn,
        "phase": "over" if state.ended else "exchange" if state.deciding else "place",
        "owed": state.owed,
        "side": state.area.side,
        "printed": [(x, y, colour) for (x, y), colour in state.pieces.printed.items()],
        "tiles": [{"tile": laid.tile, "at": [laid.x, laid.y], "to": laid.to} for laid in state.tiles],
        "pyramids": [list(spaces[i]) for i in state.pyramids],
        "bare": [list(spaces[i]) for i, content in enumerate(state.board) if content == BARE],
        "opened": list(state.opened),
        "rack": None if seat is None else list(state.racks[seat]),
        "racks": [len(rack) for rack in state.racks],
        "bag": len(state.bag),
        "tracks": [list(own) for own in state.tracks],
        "standings": None if outcome is None else [list(place) for place in outcome.standings],
    }
