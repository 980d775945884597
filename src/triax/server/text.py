"""Names and chat are text that is harmless wherever it is shown."""

from __future__ import annotations

import unicodedata

from triax.server.errors import Refused

# Control, format (zero-width and bidirectional ones among them), surrogate, private and unassigned characters.
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn"}
MARKS = 2
"""So many combining marks may stand on one letter."""


def clean(text: str) -> str:
    """Composed, on one line, with nothing in it that cannot be seen."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(character)
        marks = marks + 1 if kind.startswith("M") else 0
        if kind in {"Zl", "Zp", "Zs"} or character in "\t\n\r":
            kept.append(" ")
        elif kind not in UNSEEN and marks <= MARKS:
            kept.append(character)
    return " ".join("".join(kept).split())


def clean_name(text: str, longest: int) -> str:
    name = clean(text)
    if not 1 <= len(name) <= longest:
        raise Refused("bad_name", f"a name has 1 to {longest} visible characters")
    return name


def clean_chat(text: str, longest: int) -> str:
    said = clean(text)
    if not 1 <= len(said) <= longest:
        raise Refused("bad_request", f"a message has 1 to {longest} visible characters")
    return said
