"""The messages of a table, made for one viewer of it."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any, NamedTuple

from msgspec import Raw

from triax.games.core import Offers
from triax.server import protocol, takeback_actions
from triax.server.live_table import LiveTable
from triax.server.table import Change, Table
from triax.server.visibility import ToldView, Viewer, events_for, moves_for, moves_text_for, told_view_for


def moves_of(table: Table, viewer: Viewer) -> list[Offers]:
    """The moves that this viewer may make now."""
    if viewer is None or not _may_move(table, viewer):
        return []
    assert table.state is not None
    return moves_for(table.state, viewer)


def _may_move(table: Table, seat: int) -> bool:
    return seat in table.to_act and not table.seats[seat].away and not table.seats[seat].resigned


class Differences(NamedTuple):
    """Of two views: the fields that hold something else, and what has come to the end of lists."""

    changed: dict[str, Any]
    added: dict[str, list[Any]]


class Telling:
    """A table as it is now, and the change that led there, as messages: each is made once, for all who are told it, and
    so is what several of them have in common."""

    def __init__(self, table: Table, change: Change | None = None) -> None:
        self._table = table
        self._change = change
        self._views: dict[Viewer, ToldView] = {}
        self._made: dict[Viewer, list[bytes]] = {}
        self._steps: list[tuple[Viewer, ToldView, list[bytes]]] = []
        self._shared: list[tuple[ToldView, ToldView, Differences]] = []

    def seen(self, viewer: Viewer) -> ToldView:
        if viewer not in self._views:
            assert self._table.state is not None
            self._views[viewer] = told_view_for(self._table.state, viewer)
        return self._views[viewer]

    def state(self, viewer: Viewer) -> list[bytes]:
        """The whole state, and the moves if the viewer owes a decision."""
        if viewer not in self._made:
            table, view = self._table, self.seen(viewer)
            number, whole = table.numbers[viewer], {**view.shared, **view.own}
            shown = protocol.StateShown(viewer, number, self._events(viewer), whole, deadlines_of(table))
            self._complete(shown)
            if self._change is not None:
                shown.taken_back = self._change.taken_back
            self._made[viewer] = [protocol.encode(shown)]
            if viewer is not None and _may_move(table, viewer):
                offered = protocol.MovesOffered(viewer, table.numbers[viewer], moves_of(table, viewer))
                self._made[viewer].append(protocol.encode(offered))
        return self._made[viewer]

    def step(self, viewer: Viewer, before: ToldView) -> list[bytes]:
        """The same for someone who was told an earlier view."""
        for other, known, made in self._steps:
            if other == viewer and known is before:
                return made
        step = self._step(viewer, before)
        self._steps.append((viewer, before, step))
        return step

    def _step(self, viewer: Viewer, before: ToldView) -> list[bytes]:
        table, view = self._table, self.seen(viewer)
        if view.shared.keys() != before.shared.keys() or view.own.keys() != before.own.keys():
            return self.state(viewer)
        shared, own = self._shared_differences(before, view), differences(before.own, view.own)
        changed, added = {**shared.changed, **own.changed}, {**shared.added, **own.added}
        number, events = table.numbers[viewer], self._events(viewer)
        step = protocol.StepShown(viewer, number, events, changed, added, deadlines_of(table))
        self._complete(step)
        if viewer is not None and _may_move(table, viewer):
            assert table.state is not None
            offered: Any = Raw(moves_text_for(table.state, viewer).encode())
            step.moves = offered
        return [protocol.encode(step)]

    def _shared_differences(self, before: ToldView, view: ToldView) -> Differences:
        for was, now, known in self._shared:
            if before.shared is was.shared and view.shared is now.shared and view.own.keys() == now.own.keys():
                return known
        made = differences(before.shared, view.shared, view.own)
        self._shared.append((before, view, made))
        return made

    def _events(self, viewer: Viewer) -> list[dict[str, Any]]:
        return events_for(self._change.events, viewer) if self._change else []

    def _complete(self, shown: protocol.StateShown | protocol.StepShown) -> None:
        table, viewer = self._table, shown.seat
        if viewer is not None and table.recent.can_take_back(viewer):
            shown.takeback = takeback_actions.is_allowed(table) and not table.seats[viewer].away
        if table.left:
            shown.left = left_of(table)


def differences(before: Mapping[str, Any], after: Mapping[str, Any], but: Container[str] = ()) -> Differences:
    changed: dict[str, Any] = {}
    added: dict[str, list[Any]] = {}
    for name, value in after.items():
        was = before[name]
        if value == was or name in but:
            continue
        if was and type(value) is type(was) is list and value[: len(was)] == was:
            added[name] = value[len(was) :]
        else:
            changed[name] = value
    return Differences(changed, added)


def deadlines_of(table: Table) -> list[float | None]:
    if table.meta.clock is None:
        return [None] * table.meta.players
    return [table.deadline(seat) for seat in range(table.meta.players)]


def left_of(table: Table) -> list[float] | None:
    return [round(table.left[seat], 3) for seat in sorted(table.left)] or None


def table_info(live: LiveTable) -> protocol.TableInfo:
    table, meta = live.table, live.table.meta
    return protocol.TableInfo(
        id=meta.id,
        game=meta.game,
        players=meta.players,
        options=dict(meta.options),
        public=meta.public,
        clock=meta.clock,
        hints=meta.hints,
        host=meta.host,
        created=meta.created,
        ended=table.ended,
        status=table.status,
        seats=[
            protocol.SeatInfo(
                player=seat.player,
                name=live.names.get(seat.player) if seat.player else None,
                bot=seat.bot,
                kept_for=live.names.get(seat.kept_for) if seat.kept_for else None,
                away=seat.away,
                resigned=seat.resigned,
                resting=seat.resting is not None,
                # Earlier it would tell the others how far someone is.
                hinted=table.status == "over" and number in table.hinted,
            )
            for number, seat in enumerate(table.seats)
        ],
        to_act=sorted(table.to_act),
        deadlines=deadlines_of(table),
        standings=table.standings,
        day=meta.day,
        rematch=live.rematch,
        practice=table.prefix is not None,
        club=meta.club,
        tournament=meta.tournament,
        takeback=meta.takeback,
        increment=meta.increment,
        left=left_of(table),
        request=_request_of(table),
    )


def _request_of(table: Table) -> protocol.TakebackInfo | None:
    request = table.request
    if request is None:
        return None
    waiting = takeback_actions.asked_seats(table, request.seat) - request.agreed
    return protocol.TakebackInfo(request.number, request.seat, sorted(waiting))
