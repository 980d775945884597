"""Why a move is better than another, in words: the codes of the bots' reasons as the end of a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from triax.bots.reasons import Harm, HarmCode, Reason, ReasonCode
from triax.cli.words.text import colours_in_words

_FOR: Mapping[ReasonCode, str] = {
    "wins": "wins at once",
    "extra_turn": "brings {colours} to the end: an AXIO, and an extra turn",
    "lowest": "raises the lowest track to {to} ({colours})",
    "behind": "helps the lowest track ({colours} +{by})",
    "near_end": "brings an AXIO in reach: {colours} then needs {left} more",
    "most_points": "scores the most points, {points}",
    "prepares": "leaves more places where {colours} scores",
    "denies": "leaves {name} fewer places where {colours} scores",
    "circle": "closes a circle of four {colours}",
    "circle_first": "closes the {colours} circle before another can",
    "blocks": "takes {colours} from {name}, who needs it",
    "safe": "leaves nobody three of a kind",
    "pyramid": "raises {pyramids}",
    "line": "scores a line of {count} in {colours}",
    "exchange": "looks for what is missing: {colours}",
    "keep": "keeps the tiles",
    "completes": "completes card {card}",
    "completes_more": "completes card {card} as well: {count} at once",
    "nearly": "leaves card {card} only {left} short of complete",
    "most_marks": "marks the most: {sections} of card {card}",
    "marks": "marks {sections} of card {card}",
    "will_complete": "can complete card {card}",
    "will_mark": "can mark {own}",
    "gives_little": "gives the others little",
    "suits_hand": "suits the hand: {marks} in one turn",
    "wipes": "sets {name} back, whose card {card} lacked {left}",
    "saves": "saves the extra marks for later",
    "renews": "draws {cards}",
    "further": "leaves the lowest track about {tenths} higher in the end{mostly}",
    "more_points": "brings about {tenths} points more in the end",
    "glance": "looks good at a glance",
}
_AGAINST: Mapping[HarmCode, str] = {
    "leaves_circle": "leaves {name} a circle with three {colours}",
    "leaves_line": "leaves {name} a line of {count} in {colours} with a free end",
    "leaves_pyramids": "lets {name} raise {pyramids} with one tile",
    "gives_marks": "lets {name} mark {sections}",
    "further": "lets {name} come about {tenths} further on the lowest track{mostly}",
    "more_points": "lets {name} score about {tenths} points more in the end",
}


def reason_in_words(reason: Reason, names: Sequence[str]) -> str | None:
    """None for a reason that says nothing beside the figures."""
    words = _FOR.get(reason.code)
    return None if words is None else words.format_map(_values(reason.values, names))


def harm_in_words(harm: Harm, names: Sequence[str]) -> str:
    return _AGAINST[harm.code].format_map(_values(harm.values, names))


def _values(values: Mapping[str, int | str], names: Sequence[str]) -> dict[str, int | str]:
    more: dict[str, int | str] = {}
    if "count" in values:
        count = int(values["count"])
        more["pyramids"] = "a pyramid" if count == 1 else f"{count} pyramids"
        more["sections"] = "one section" if count == 1 else f"{count} sections"
        more["own"] = "one own section" if count == 1 else f"{count} own sections"
        more["marks"] = "one mark" if count == 1 else f"{count} marks"
        more["cards"] = "a new card" if count == 1 else f"{count} new cards"
    if "colours" in values:
        more["colours"] = colours_in_words(str(values["colours"]))
        more["mostly"] = f", mostly {more['colours']}" if more["colours"] else ""
    if "tenths" in values:
        more["tenths"] = f"{int(values['tenths']) / 10:.1f}"
    if "seat" in values:
        more["name"] = names[int(values["seat"])]
    return {**values, **more}
