"""What happens in a game, as small frozen values: each game defines its own beside its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    NamedTuple,
    Self,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from triax.games.changing import changed

T = TypeVar("T")
_PRIVATE = object()

Private = Annotated[T | None, _PRIVATE]
"""A field that the event's seat alone is shown; for everybody else it is None."""


class EventField(NamedTuple):
    attribute: str
    name: str
    """In plain data, where `from` is a name like any other."""
    hint: Any
    private: bool
    plain: Callable[[Any], Any] | None
    """Makes plain data of its value; None: it is plain."""


class _Shape(NamedTuple):
    """What is known of a class of events, worked out once: a table is told of many."""

    fields: tuple[EventField, ...]
    hidden: dict[str, None]
    is_open: bool
    """Is everybody shown all of it?"""


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Event:
    """Something that happened. Each class of events is a frozen dataclass: `class Drew(Event, kind="drew")`. A `secret`
    event reaches nobody but its seat. One that says no more than what a seat has decided and what follows from it by
    the rules has `uncovers=False`."""

    kind: ClassVar[str]
    secret: ClassVar[bool]
    uncovers: ClassVar[bool] = True
    """May it bring to light what was hidden: a piece from a face-down pile, what others have decided unseen?"""
    _shape: ClassVar[_Shape | None]

    def __init_subclass__(cls, *, kind: str, secret: bool = False, uncovers: bool | None = None) -> None:
        cls.kind, cls.secret, cls._shape = kind, secret, None
        if uncovers is not None:
            cls.uncovers = uncovers
        dataclass(frozen=True)(cls)

    @property
    def actor(self) -> int | None:
        """Whose it is; None: nobody's."""
        return getattr(self, "seat", None)

    @property
    def drawn_pieces(self) -> tuple[str, ...]:
        """The pieces that it brings from a face-down pile, in their order."""
        return ()

    def is_news_to(self, seat: int) -> bool:
        """Does it bring to light what this seat could not know when it decided?"""
        return self.uncovers

    def seen_by(self, seat: int | None) -> Self | None:
        """The event as this seat (None: a spectator) may be shown it, if at all."""
        shape = self._shape or _learn(type(self))
        if shape.is_open or (seat is not None and seat == self.actor):
            return self
        if self.secret:
            return None
        known = self.__dict__  # one copy for all the others
        if "_public" not in known:
            known["_public"] = changed(self, **shape.hidden)
        public: Self = known["_public"]
        return public

    def plain(self) -> dict[str, Any]:
        """As data that JSON can say; a private field that is not shown is left out."""
        known = self.__dict__
        made: dict[str, Any] = {"kind": self.kind}
        for attribute, name, _, private, plain in (self._shape or _learn(type(self))).fields:
            value = known[attribute]
            if value is not None:
                made[name] = plain(value) if plain else value
            elif not private:
                made[name] = None
        return made


class Over(Event, kind="over", uncovers=False):
    """The game has ended."""

    standings: tuple[tuple[int, ...], ...]
    """Seats, best first; several share a place. A solo game that is lost: none."""


def redact(events: Iterable[Event], seat: int | None) -> tuple[Event, ...]:
    """The events as this seat (None: a spectator) may be shown them."""
    return tuple([shown for event in events if (shown := event.seen_by(seat)) is not None])


def plain_for(events: Iterable[Event], seat: int | None) -> list[dict[str, Any]]:
    """The same as data that JSON can say, to be read only: whoever sees the same is given the same."""
    found = []
    for event in events:
        shown = event if (event._shape or _learn(type(event))).is_open else event.seen_by(seat)
        if shown is not None:
            found.append(shown.__dict__.get("_plain") or _shared_plain(shown))
    return found


def _shared_plain(event: Event) -> dict[str, Any]:
    plain = event.__dict__["_plain"] = event.plain()
    return plain


def event_fields(kind: type[Event]) -> tuple[EventField, ...]:
    """The fields of a class of events, for those who describe it to others."""
    return _learn(kind).fields


def _learn(kind: type[Event]) -> _Shape:
    hints = get_type_hints(kind, include_extras=True)
    found = tuple(_field(one.name, hints[one.name]) for one in fields(kind))
    hidden = {one.attribute: None for one in found if one.private}
    kind._shape = _Shape(found, hidden, not hidden and not kind.secret)
    return kind._shape


def _field(name: str, hint: Any) -> EventField:  # noqa: ANN401
    private = _PRIVATE in getattr(hint, "__metadata__", ())
    shown = hint.__origin__ if private else hint
    return EventField(name, name.rstrip("_"), shown, private, _to_plain(shown))


def _to_plain(hint: Any) -> Callable[[Any], Any] | None:  # noqa: ANN401
    """How a value of this type becomes plain data: tuples become lists, named tuples objects."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        [hint] = [arg for arg in args if arg is not NoneType]
        return _to_plain(hint)
    if origin is tuple:
        inner = _to_plain(args[0])
        return list if inner is None else lambda values: [inner(value) for value in values]
    if hasattr(hint, "_fields"):
        parts = [(name, _to_plain(part)) for name, part in get_type_hints(hint).items()]
        return lambda value: {
            name: plain(one) if plain else one for (name, plain), one in zip(parts, value, strict=True)
        }
    return dict if origin is Mapping else None
