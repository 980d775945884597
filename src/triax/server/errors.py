"""Every refusal has a stable code for programs and a sentence for people."""

from __future__ import annotations

from triax.games.errors import BadData, BadNotation, IllegalMove, TriaxError, WrongSeat

STATUS = {
    "bad_request": 400,
    "bad_message": 400,
    "bad_options": 400,
    "bad_name": 400,
    "bad_password": 400,
    "bad_notation": 400,
    "no_session": 401,
    "wrong_password": 401,
    "not_yours": 403,
    "wrong_origin": 403,
    "not_allowed": 403,
    "not_found": 404,
    "wrong_method": 405,
    "stale": 409,
    "id_reused": 409,
    "illegal_move": 409,
    "wrong_seat": 409,
    "not_playing": 409,
    "not_open": 409,
    "not_over": 409,
    "seat_taken": 409,
    "name_taken": 409,
    "too_large": 413,
    "not_json": 415,
    "wrong_host": 421,
    "too_many": 429,
    "too_fast": 429,
    "too_slow": 429,
    "internal": 500,
    "unavailable": 503,
}
"""The codes, with the HTTP status each is answered with."""


class Refused(Exception):
    """What was asked for is not done."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    @property
    def status(self) -> int:
        return STATUS[self.code]


def refusal_of(error: TriaxError) -> Refused:
    """What the rules refuse, in the server's codes."""
    match error:
        case BadNotation():
            code = "bad_notation"
        case IllegalMove():
            code = "illegal_move"
        case WrongSeat():
            code = "wrong_seat"
        case BadData():
            code = "bad_options"
        case _:
            code = "bad_request"
    return Refused(code, str(error))
