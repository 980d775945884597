"""Events in words, for the terminal: one short sentence each, present tense."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from triax.games.axo.pieces import EFFECTS

COLOUR_NAMES = {"R": "red", "G": "green", "B": "blue", "O": "orange", "P": "purple", "Y": "yellow"}

Told = dict[str, Any]
"""An event as somebody is told it."""


def points_in_words(points: dict[str, int]) -> str:
    """2 red, 1 blue"""
    return ", ".join(f"{count} {COLOUR_NAMES[colour]}" for colour, count in points.items() if count) or "nothing"


def sentence(event: Told, names: Sequence[str]) -> str | None:
    """What happened, in words; None for what needs no word. `names` are the seats' names."""
    if event["kind"] in _WITHOUT_SUBJECT:
        return _WITHOUT_SUBJECT[event["kind"]](event, names)
    said = predicate(event, names)
    who = "Simona" if event.get("seat") is None else names[event["seat"]]
    return None if said is None else f"{who} {said}"


def predicate(event: Told, names: Sequence[str]) -> str | None:
    """What the seat of an event does, without its name."""
    tell = _PREDICATES.get(event["kind"])
    return tell(event, names) if tell else None


def _count(number: int, one: str) -> str:
    return f"{number} {one}" if number == 1 else f"{number} {one}s"


def _placed(event: Told, _: Sequence[str]) -> str:
    x, y = event["at"]
    if "to" in event:
        return f"lays {event['tile']} on {x},{y} pointing {event['to']}"
    named = f", naming {COLOUR_NAMES[event['name']]}" if event["name"] else ""
    turn = f", turned {event['turn']}" if event["turn"] else ""
    return f"lays {event['tile']} on {x},{y}{turn}{named}"


def _scored(event: Told, _: Sequence[str]) -> str:
    if isinstance(event["points"], int):
        extra = " and wins an extra mark" if event["extra"] else ""
        cards = _count(len(event["cards"]), "card")
        return f"scores {_count(event['points'], 'point')} for {cards}{extra}: {event['total']} in all"
    return f"scores {points_in_words(event['points'])}"


def _drew(event: Told, _: Sequence[str]) -> str:
    known = [event["tile"]] if "tile" in event else event.get("tiles", event.get("cards", []))
    what = " ".join(known) if known else _count(event.get("count", 1), "piece")
    return f"draws {what}" + (" from the supply" if event.get("from") == "supply" else "")


def _marks(made: Told) -> str:
    sections = " ".join(f"{x},{y}" for x, y in made["sections"])
    how = {"free": " (free mark)", "extra": " (extra mark)"}.get(made["what"], "")
    return f"card {made['card']} at {sections}{how}" + (" with a pivot" if made["turn"] else "")


def _passed(event: Told, _: Sequence[str]) -> str:
    if event["what"] in EFFECTS:
        return f"does without the effect {event['what']}"
    return "saves the extra marks" if event["what"] == "extra" else "marks no more"


def _effect(event: Told, names: Sequence[str]) -> str:
    words = _EFFECT_WORDS[event["effect"]]
    target = event.get("move", "").partition(" ")[2]
    seat, colon, rest = target.partition(":")
    return words + (f": {names[int(seat)]}, {rest}" if colon else f": {target}" if target else "")


_EFFECT_WORDS = dict(
    zip(
        EFFECTS,
        (
            "stamps a section",
            "gains an extra mark",
            "wipes a mark",
            "refreshes the hand",
            "swaps a card",
            "gains a pivot",
        ),
        strict=True,
    )
)

_PREDICATES: dict[str, Callable[[Told, Sequence[str]], str]] = {
    "placed": _placed,
    "scored": _scored,
    "axio": lambda e, _: f"calls AXIO for {' and '.join(COLOUR_NAMES[c] for c in e['colours'])}",
    "extra_lost": lambda e, _: f"loses {_count(e['count'], 'extra turn')}",
    "pyramid": lambda e, _: f"puts a pyramid on {e['at'][0]},{e['at'][1]}",
    "exchanged": lambda e, _: f"shows {' '.join(e['shown'])} and exchanges them",
    "drew": _drew,
    "area": lambda e, _: f"chooses cards {' '.join(e['cards'])}",
    "laid": lambda e, _: f"begins with cards {' '.join(e['cards'])}",
    "played": lambda e, _: f"plays card {e['card']} and declares {COLOUR_NAMES[e['colour']]}",
    "marked": lambda e, _: f"marks {_marks(e)}",
    "revealed": lambda e, _: f"has marked {'; '.join(_marks(made) for made in e['marks']) or 'nothing'}",
    "completed": lambda e, _: f"completes card {e['card']}" + (f" ({e['effect']})" if e["effect"] else ""),
    "effect": _effect,
    "passed": _passed,
    "refilled": lambda e, _: f"lays {' '.join(e['cards'])} in the area",
}


def _over(event: Told, names: Sequence[str]) -> str:
    places = event["standings"]
    if not places:
        return "The game is over: Simona wins"
    if len(names) == 1:
        return "The game is over"
    winners = " and ".join(names[seat] for seat in places[0])
    return f"The game is over: {winners} {'wins' if len(places[0]) == 1 else 'share the first place'}"


_WITHOUT_SUBJECT: dict[str, Callable[[Told, Sequence[str]], str]] = {
    "reshuffled": lambda e, _: f"The discard is shuffled: {e['count']} cards to draw from",
    "over": _over,
}
