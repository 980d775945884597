"""Why a move is good, as a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from triax.bots.reasons import Code, Reason
from triax.cli.words.text import colour_names

_WORDS: dict[Code, str] = {
    "wins": "it wins at once",
    "extra_turn": "AXIO in {colours}: an extra turn",
    "lowest": "it raises your lowest, {colours}, to {to}",
    "behind": "it helps where you are lowest: {colours} +{by}",
    "near_end": "AXIO in reach: {colours} needs {left} more",
    "most_points": "the most points now: {points}",
    "circle": "it closes a circle of four, {colours}",
    "circle_first": "it closes the {colours} circle before others can",
    "blocks": "it takes {colours} from {name}, who needs it",
    "safe": "it leaves nobody three of a kind",
    "pyramid": "pyramids raised: {count}",
    "line": "it scores a line of {count}, {colours}",
    "exchange": "you lack your lowest: {colours}",
    "keep": "it keeps the tiles that you have",
    "completes": "it completes card {card}",
    "completes_more": "it completes card {card} as well: {count} at once",
    "nearly": "card {card} then needs only {left}",
    "most_marks": "the most marks: {count} on card {card}",
    "marks": "it marks {count} on card {card}",
    "will_complete": "it can complete card {card}; cards at once: {count}",
    "will_mark": "it can mark {count} of your sections",
    "gives_little": "it gives the others little",
    "suits_hand": "it suits your hand: {count} marks in one turn",
    "wipes": "it sets {name} back: card {card} needed {left}",
    "saves": "it saves your extra marks for later",
    "renews": "it draws new cards: {count}",
}


def reason_in_words(reason: Reason, names: Sequence[str]) -> str | None:
    """None where the figures alone speak."""
    words = _WORDS.get(reason.code)
    if words is None:
        return None
    values = dict(reason.values)
    if "colours" in values:
        values["colours"] = colour_names(str(values["colours"]))
    if "seat" in values:
        values["name"] = names[int(values["seat"])]
    return words.format(**values)
