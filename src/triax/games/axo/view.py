"""What a seat may know of a game of AXO."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from triax.games.axo.player import Area, Marking
    from triax.games.axo.state import AxoState


class SheetView(TypedDict):
    card: str
    marks: str
    """Nine characters, row by row: x marked, . open."""


class PlayerView(TypedDict):
    area: list[SheetView]
    hand: int
    points: int
    extra: int
    earned: int
    pivots: int


class MarkingView(TypedDict):
    """This seat's own marking, unseen by the others; its marks already show in its own area."""

    step: str
    made: list[dict[str, Any]]


class AxoView(TypedDict):
    game: Literal["axo"]
    players: int
    options: dict[str, Any]
    seat: int | None
    to_act: list[int]
    phase: str
    active: int | None
    """None is Simona."""
    card: str | None
    colour: str | None
    seats: list[PlayerView]
    hand: list[str] | None
    laid: list[str] | None
    """At set-up: the area that this seat has chosen."""
    marking: MarkingView | None
    effects: list[tuple[int, str]]
    pile: int
    discard: list[str]
    simona: int | None
    """How many cards her pile holds."""
    standings: list[list[int]] | None


def view(state: AxoState, seat: int | None) -> AxoView:
    outcome = state.outcome
    own = state.marking[seat] if state.marking and seat is not None else None
    return {
        "game": "axo",
        "players": state.players,
        "options": dict(state.options),
        "seat": seat,
        "to_act": sorted(state.to_act),
        "phase": state.phase,
        "active": state.active,
        "card": state.card,
        "colour": state.colour,
        "seats": [_player(state, other, own if other == seat else None) for other in range(state.players)],
        "hand": None if seat is None else sorted(state.seats[seat].hand),
        "laid": list(laid) if state.laid and seat is not None and (laid := state.laid[seat]) is not None else None,
        "marking": None if own is None else {"step": own.step, "made": [made.plain for made in own.made]},
        "effects": list(state.effects),
        "pile": len(state.pile),
        "discard": sorted(state.discard),
        "simona": None if state.simona is None else len(state.simona),
        "standings": None if outcome is None else [list(place) for place in outcome.standings],
    }


def _player(state: AxoState, seat: int, own: Marking | None) -> PlayerView:
    player = state.seats[seat]
    return {
        "area": _area(player.area if own is None else own.area),
        "hand": len(player.hand),
        "points": player.points,
        "extra": player.extra if own is None else own.extra,
        "earned": player.earned,
        "pivots": player.pivots if own is None else own.pivots,
    }


def _area(area: Area) -> list[SheetView]:
    return [
        {"card": sheet.card, "marks": "".join("x" if sheet.marks >> i & 1 else "." for i in range(9))} for sheet in area
    ]
