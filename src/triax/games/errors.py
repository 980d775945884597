"""Everything that can be wrong with what a caller hands in. Messages quote the input and say what was expected."""


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
