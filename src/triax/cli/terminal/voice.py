"""Events told to one player: in the second person where it is their own doing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from triax.cli.terminal.face import Told
from triax.cli.terminal.seats import YOU
from triax.cli.words import predicate, sentence

_IRREGULAR = {"has": "have", "does": "do", "refreshes": "refresh"}
_VERB = re.compile(r"^(\w+)|(?<= and )(wins|declares|exchanges)\b")

# Typed a moment ago by the one who is told, and told again when all have decided.
_UNTOLD = {"area", "marked"}


def sentences(events: Iterable[Told], names: Sequence[str]) -> list[str]:
    """One sentence for each row of events with the same subject."""
    worth_telling = [event for event in events if event["kind"] not in _UNTOLD and not _is_hidden_draw(event)]
    told: list[str] = []
    for _, row in groupby(worth_telling, key=lambda event: _subject(event, names)):
        told += _row(list(row), names)
    return told


def _subject(event: Told, names: Sequence[str]) -> str | None:
    if predicate(event, names) is None:
        return None
    return "Simona" if event.get("seat") is None else names[event["seat"]]


def _row(row: Sequence[Told], names: Sequence[str]) -> list[str]:
    who = _subject(row[0], names)
    if who is None:
        said = (sentence(event, names) for event in row)
        return [line.replace(f": {YOU} wins", ": you win") for line in said if line is not None]
    done = [predicate(event, names) or "" for event in row]
    if who == YOU:
        done = [_VERB.sub(lambda verb: _second_person(verb[0]), one) for one in done]
    return [f"{who} {'; '.join(done)}"]


def _is_hidden_draw(event: Told) -> bool:
    return event["kind"] == "drew" and not {"tile", "tiles", "cards"} & event.keys()


def _second_person(verb: str) -> str:
    return _IRREGULAR.get(verb, verb.removesuffix("s"))
