"""Events in words, for the terminal: one short sentence each, present tense. A game's own file has its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from triax.cli.words.axio import axio_words
from triax.cli.words.axo import axo_words
from triax.cli.words.rota import rota_words
from triax.cli.words.text import colours_in_words, counted, points_in_words
from triax.games.events import Event, Over
from triax.games.tracks import AxioReached, ExtraLost, TracksScored

YOU = "You"
"""The name of the only person at a terminal, if not given: told in the second person."""

_IRREGULAR = {"has": "have", "does": "do", "refreshes": "refresh"}
_VERB = re.compile(r"^(\w+)|(?<= and )(wins|declares|exchanges)\b")


def predicate(event: Event) -> str:
    """What the event's seat does, without its name; without a seat, the whole sentence. Empty: it needs no word."""
    for words in (_track_words, rota_words, axio_words, axo_words):
        if (said := words(event)) is not None:
            return said
    fields = [f"{name} {_in_short(value)}" for name, value in event.plain().items() if name not in ("kind", "seat")]
    return event.kind.replace("_", " ") + (f" ({', '.join(fields)})" if fields else "")


def _track_words(event: Event) -> str | None:
    match event:
        case TracksScored(points=points):
            return f"scores {points_in_words(points)}"
        case AxioReached(colours=colours):
            return f"calls AXIO for {colours_in_words(colours)}"
        case ExtraLost(count=count):
            return f"loses {counted(count, 'extra turn')}"
    return None


def sentence(event: Event, names: Sequence[str]) -> str:
    """What happened, in words; empty for what needs no word. `names` are the seats' names."""
    if isinstance(event, Over):
        return f"The game is over{_result(event, names)}"
    said = predicate(event)
    return said and " ".join([*_subject(event, names), said])


def _result(event: Over, names: Sequence[str]) -> str:
    if not event.standings or len(names) == 1:
        return "" if event.standings else ": it is lost"
    winners = [names[seat] for seat in event.standings[0]]
    if winners == [YOU]:
        return ": you win"
    return f": {' and '.join(winners)} {'wins' if len(winners) == 1 else 'share the first place'}"


def narrate(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """One sentence for each row of events with the same subject. What is secret is told when all hear of it."""
    sentences: list[str] = []
    for who, row in groupby((event for event in events if not event.secret), key=lambda one: _subject(one, names)):
        if not who:
            sentences += filter(None, (sentence(event, names) for event in row))
        elif done := [said for event in row if (said := predicate(event))]:
            if who == [YOU]:
                done = [_VERB.sub(lambda verb: _second_person(verb[0]), said) for said in done]
            sentences.append(f"{who[0]} {'; '.join(done)}")
    return sentences


def _subject(event: Event, names: Sequence[str]) -> list[str]:
    return [] if event.actor is None else [names[event.actor]]


def _second_person(verb: str) -> str:
    return _IRREGULAR.get(verb, verb if verb.endswith("ss") else verb.removesuffix("s"))


def _in_short(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(_in_short, value)) or "none"
    if isinstance(value, Mapping):
        return " ".join(f"{name} {_in_short(one)}" for name, one in value.items())
    return "none" if value is None else str(value)
