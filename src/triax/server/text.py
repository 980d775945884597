"""What people write, as text that is harmless wherever it is shown."""

from __future__ import annotations

import unicodedata

from triax.server.errors import Refused

# Control, format (zero-width and bidirectional ones among them), surrogate, private and unassigned characters.
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn"}
SPACES = {"Zl", "Zp", "Zs"}
BLANKS = "\t\n\r\v\f\x85\u115f\u1160\u2800\u3164\uffa0"
"""What looks like a space, whatever it is called."""
MARKS = 2
"""So many combining marks may stand on one letter."""


def clean(text: str) -> str:
    """Composed, on one line, with nothing in it that cannot be seen."""
    seen = [
        " " if character in BLANKS or kind in SPACES else character
        for character in text
        if (kind := unicodedata.category(character)) not in UNSEEN or character in BLANKS
    ]
    kept: list[str] = []
    marks = MARKS
    for character in unicodedata.normalize("NFC", "".join(seen)):
        # A mark stands on a letter, not on a space or on what is shown before the text.
        marks = marks + 1 if unicodedata.category(character).startswith("M") else MARKS if character == " " else 0
        if character == " " or marks <= MARKS:
            kept.append(character)
    return " ".join("".join(kept).split())


def fold(name: str) -> str:
    """The same for names that differ in case, width or style only."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", clean(name)).casefold())


def clean_chat(text: str, longest: int) -> str:
    said = clean(text)
    if not 1 <= len(said) <= longest:
        raise Refused("bad_request", f"a message has 1 to {longest} visible characters")
    return said
