"""What happens in a game, as small frozen values: each game defines its own beside its rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Annotated, Any, ClassVar, NamedTuple, Self, TypeVar, get_type_hints

T = TypeVar("T")
_PRIVATE = object()

Private = Annotated[T | None, _PRIVATE]
"""A field that the event's seat alone is shown; for everybody else it is None."""


class EventField(NamedTuple):
    attribute: str
    name: str
    """In plain data, where `from` is a name like any other."""
    private: bool


@dataclass(frozen=True)
class Event:
    """Something that happened. A `secret` event reaches nobody but its seat."""

    kind: ClassVar[str]
    secret: ClassVar[bool] = False

    def seen_by(self, seat: int | None) -> Self | None:
        """The event as this seat (None: a spectator) may be shown it, if at all."""
        hidden: dict[str, Any] = {one.attribute: None for one in event_fields(type(self)) if one.private}
        if not hidden and not self.secret:
            return self
        if seat is not None and seat == getattr(self, "seat", None):
            return self
        return None if self.secret else replace(self, **hidden)

    def plain(self) -> dict[str, Any]:
        """As data that JSON can say; a private field that is not shown is left out."""
        return self._plain

    @cached_property
    def _plain(self) -> dict[str, Any]:
        found: dict[str, Any] = {"kind": self.kind}
        for attribute, name, private in event_fields(type(self)):
            value = getattr(self, attribute)
            if not private or value is not None:
                found[name] = _plain(value)
        return found


@dataclass(frozen=True)
class Over(Event):
    """The game has ended."""

    kind: ClassVar[str] = "over"
    standings: tuple[tuple[int, ...], ...]
    """Seats, best first; several share a place. A solo game that is lost: none."""


def redact(events: Iterable[Event], seat: int | None) -> tuple[Event, ...]:
    """The events as this seat (None: a spectator) may be shown them."""
    return tuple(shown for event in events if (shown := event.seen_by(seat)) is not None)


def plain_for(events: Iterable[Event], seat: int | None) -> list[dict[str, Any]]:
    """The same as data that JSON can say."""
    return [event.plain() for event in redact(events, seat)]


_FIELDS: dict[type[Event], tuple[EventField, ...]] = {}


def event_fields(kind: type[Event]) -> tuple[EventField, ...]:
    """The fields of a class of events, worked out once."""
    if kind not in _FIELDS:
        hints = get_type_hints(kind, include_extras=True)
        _FIELDS[kind] = tuple(
            EventField(one.name, one.name.rstrip("_"), _PRIVATE in getattr(hints[one.name], "__metadata__", ()))
            for one in fields(kind)
        )
    return _FIELDS[kind]


def _plain(value: object) -> Any:  # noqa: ANN401
    if isinstance(value, tuple):
        # A named tuple is an object with these fields.
        names = getattr(value, "_fields", None)
        return [_plain(one) for one in value] if names is None else dict(zip(names, map(_plain, value), strict=True))
    return dict(value) if isinstance(value, Mapping) else value
