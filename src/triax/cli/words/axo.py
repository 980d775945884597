"""The events of AXO in words."""

from __future__ import annotations

from triax.cli.words.text import COLOUR_NAMES, counted
from triax.games.axo import events as axo
from triax.games.events import Event

_EFFECTS = {
    "stamp": "stamps a section",
    "spark": "gains an extra mark",
    "wipe": "wipes a mark",
    "refresh": "refreshes the hand",
    "swap": "swaps a card",
    "pivot": "gains a pivot",
}


def axo_words(event: Event) -> str | None:
    match event:
        case axo.AreaLaid(cards=cards):
            return f"begins with cards {' '.join(cards)}"
        case axo.CardPlayed(seat=seat, card=card, colour=colour):
            return f"{'Simona ' if seat is None else ''}plays card {card} and declares {COLOUR_NAMES[colour]}"
        case axo.Revealed(marks=marks):
            return f"has marked {'; '.join(map(_marks, marks)) or 'nothing'}"
        case axo.CardCompleted(card=card, effect=effect):
            return f"completes card {card}" + (f" ({effect})" if effect else "")
        case axo.EffectUsed(effect=effect, move=move):
            target, colon, rest = move.partition(" ")[2].partition(":")
            return f"{_EFFECTS[effect]}: " + (f"seat {target}, {rest}" if colon else target)
        case axo.EffectGained(effect=effect):
            return _EFFECTS[effect]
        case axo.EffectPassed(what=effect):
            return f"does without the effect {effect}"
        case axo.AxoScored(cards=cards, points=points, extra=extra, total=total):
            won = " and wins an extra mark" if extra else ""
            return f"scores {counted(points, 'point')} for {counted(len(cards), 'card')}{won}: {total} in all"
        case axo.Refilled(cards=cards):
            return f"lays {' '.join(cards)} in the area"
        case axo.Reshuffled(count=count):
            return f"The discard is shuffled: {count} cards to draw from"
        case axo.AxoDrew(cards=drawn):
            return f"draws {' '.join(drawn)}" if drawn else ""
    return None


def _marks(made: axo.MarksMade) -> str:
    sections = " ".join(f"{x},{y}" for x, y in made.sections)
    how = {"free": " (free mark)", "extra": " (extra mark)"}.get(made.what, "")
    return f"card {made.card} at {sections}{how}" + (" with a pivot" if made.turn else "")
