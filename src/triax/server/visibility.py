"""The one way out: whatever a person or a bot gets to know of a game is made here, for one viewer, and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from triax.games.core import AnyGame, AnyState, Offers
from triax.games.errors import TriaxError
from triax.games.events import Event, plain_for, redact
from triax.games.record import Record
from triax.review.bands import unit_of
from triax.review.report import Review, named
from triax.review.verdict import Judged
from triax.server.errors import refusal_of

Viewer = int | None
"""A seat, or None for a spectator."""
MISSED = 200
"""So many steps are told to someone who was away."""


class ToldView(NamedTuple):
    """A view as somebody is told it, in two parts, to be read only."""

    shared: Mapping[str, Any]
    """What everybody sees."""
    own: Mapping[str, Any]
    """What stands in its place for the viewer."""


def view_for(state: AnyState, viewer: Viewer) -> dict[str, Any]:
    """To be read only: views share what everybody sees."""
    shared, own = state.view_parts(viewer)
    return {**shared, **own}


def told_view_for(state: AnyState, viewer: Viewer) -> ToldView:
    return ToldView(*state.view_parts(viewer))


def events_for(events: Sequence[Event], viewer: Viewer) -> list[dict[str, Any]]:
    return plain_for(events, viewer)


def is_seen(events: Sequence[Event], viewer: Viewer) -> bool:
    """Does this viewer hear of anything in them?"""
    return bool(redact(events, viewer))


def moves_for(state: AnyState, seat: int) -> list[Offers]:
    return state.offers(seat)


def moves_text_for(state: AnyState, seat: int) -> str:
    """The same as JSON, in short, of a seat that owes a decision."""
    return state.offer_text(seat)


def preview_for(game: AnyGame, state: AnyState, seat: int, move: str) -> list[dict[str, Any]]:
    """What a move of this seat would do, as this seat would see it."""
    try:
        return events_for(state.preview(seat, game.parse(move)), seat)
    except TriaxError as error:
        raise refusal_of(error) from None


def missed_by(
    record: Record, viewer: Viewer, since: int, prefix: int = 0, first: int = 1
) -> list[tuple[int, list[dict[str, Any]]]]:
    """The number of each state after `since`, and the events that led to it; the last ones, if there are many.
    So many moves are passed over, behind which the number was `first`.

    Worked out anew from the log: nobody asks often, and keeping every event would cost every table its memory.
    """
    number = first
    # Before it, a decision was taken back: what led there is not told again.
    steps: list[tuple[int, list[dict[str, Any]]]] = [(first, [])] if first > 1 and since < first else []
    # What was tried out before the table was opened has no numbers.
    for step in islice(record.replay(), prefix, None):
        events = events_for(step.events, viewer)
        if events or step.after.to_act != step.before.to_act:
            number += 1
            if number > since:
                steps.append((number, events))
    return steps[-MISSED:]


def open_views(state: AnyState) -> list[dict[str, Any]]:
    """What every seat sees: for analyses, and for games that are over."""
    return [view_for(state, seat) for seat in range(state.players)]


def open_record(record: Record) -> str:
    """The record, which shows every hand: for games that are over."""
    return record.to_json() + "\n"


def open_events(events: Sequence[Event]) -> list[dict[str, Any]]:
    """All that anybody got to know: for games that are over."""
    return [event.plain() for event in events]


def open_review(record: Record, parts: Sequence[Any], whole: dict[str, Any] | None) -> dict[str, Any]:
    """What every seat could have known and done, whole or as far as it is known: for games that are over."""
    unit = unit_of(record.game, record.players)
    if whole is None:
        judged = [Judged.from_json(part) for part in parts]
        curve = [list(one.before) for one in judged]
        whole = {"decisions": [named(one, unit).to_json() for one in judged], "curve": curve, "moments": []}
    # The log has shuffles as well.
    moves = [number for number, entry in enumerate(record.log) if "move" in entry]
    at = {entry: position for position, entry in enumerate(moves)}
    return {**whole, "decisions": [{**one, "at": at[one["entry"]]} for one in whole["decisions"]], "unit": unit}


def open_judgement(judged: Judged | Review) -> dict[str, Any]:
    """A decision that is judged, or all of them, as it is kept: for games that are over."""
    return judged.to_json()
