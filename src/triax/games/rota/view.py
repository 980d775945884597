"""What a seat may know of a game of Axio Rota."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from triax.games.rota.state import RotaState


class LaidView(TypedDict):
    tile: str
    at: list[int]
    turn: int


class RotaView(TypedDict):
    game: Literal["rota"]
    players: int
    options: dict[str, Any]
    seat: int | None
    to_act: list[int]
    turn: int
    extra: bool
    owed: int
    display: list[LaidView]
    """In the order in which the tiles were laid."""
    hand: str | None
    hands: list[int]
    """How many tiles each seat holds: one or none."""
    stacks: list[int]
    supply: int
    tracks: list[list[int]]
    standings: list[list[int]] | None


def view(state: RotaState, seat: int | None) -> RotaView:
    outcome = state.outcome
    return {
        "game": "rota",
        "players": state.players,
        "options": dict(state.options),
        "seat": seat,
        "to_act": sorted(state.to_act),
        "turn": state.turn,
        "extra": state.extra,
        "owed": state.owed,
        "display": [{"tile": laid.tile, "at": [x, y], "turn": laid.turn} for (x, y), laid in state.display.items()],
        "hand": None if seat is None else state.hands[seat],
        "hands": [0 if hand is None else 1 for hand in state.hands],
        "stacks": [len(stack) for stack in state.stacks],
        "supply": len(state.supply),
        "tracks": [list(own) for own in state.tracks],
        "standings": None if outcome is None else [list(place) for place in outcome.standings],
    }
