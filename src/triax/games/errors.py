"""Everything that can be wrong with what a caller hands in. Messages quote the input and say what was expected."""

import traceback
from pathlib import Path


class TriaxError(ValueError):
    """The base of all errors below; its text is made for people."""


class BadNotation(TriaxError):
    """A text is not a move of this game."""


class IllegalMove(TriaxError):
    """A move is well written, but the rules do not allow it now."""


class WrongSeat(TriaxError):
    """A seat acts that owes no decision."""


class BadData(TriaxError):
    """Options, a set of pieces or a set-up are not what they should be."""


class BadRecord(BadData):
    """A record cannot be read or does not replay."""


def in_one_line(error: BaseException) -> str:
    """What is wrong; for an error that is not one of ours, with its place in the code that others brought."""
    if isinstance(error, TriaxError):
        words = str(error)
    else:
        frames = traceback.extract_tb(error.__traceback__)
        own = [at for at in frames if not at.filename.startswith("<") and "importlib" not in at.filename]
        place = f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
        words = f"{type(error).__name__}: {error}{place}"
    return " ".join(words.split())
