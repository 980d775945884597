"""Every refusal has a stable code for programs and a sentence for people."""

from __future__ import annotations

from typing import NamedTuple

from triax.games.errors import BadData, BadNotation, BadRecord, IllegalMove, TriaxError, WrongSeat


class Code(NamedTuple):
    status: int
    """The HTTP status it is answered with."""
    meaning: str


CODES = {
    "bad_request": Code(400, "The request is not of the shape that the API has for it."),
    "bad_message": Code(400, "What came over the socket is not a message of the protocol."),
    "bad_options": Code(400, "The game cannot be played, or the tournament not be held, with these options."),
    "bad_name": Code(400, "A name cannot be seen, is too long, has no letter or number, or mixes scripts."),
    "bad_password": Code(400, "A password is too short or too long."),
    "bad_device": Code(400, "A push subscription names no https address out in the open, or keys that are none."),
    "bad_address": Code(400, "This is no address for mail."),
    "bad_notation": Code(400, "The text is not a move of this game."),
    "bad_record": Code(
        400, "A record, or a line of an analysis, cannot be read or does not replay; the message says where."
    ),
    "no_session": Code(401, "There is no valid cookie or token: say who you are first."),
    "wrong_password": Code(401, "The name and the password do not belong together."),
    "sign_in_again": Code(
        403, "A first password, or a provider for an account, within ten minutes of signing in: sign in again first."
    ),
    "sign_in_denied": Code(403, "The provider has not signed you in: you, or it, said no."),
    "not_yours": Code(403, "The seat belongs to someone else."),
    "wrong_origin": Code(403, "The request comes from a page of another site."),
    "not_allowed": Code(403, "You may not do this here, or not now; the message says why."),
    "not_found": Code(404, "There is no such thing, or not for you."),
    "wrong_method": Code(405, "The address is right, the method is not."),
    "stale": Code(409, "The move is for a state that is past; look at the one that follows and decide again."),
    "id_reused": Code(409, "The id was given to another move of this seat before."),
    "illegal_move": Code(409, "The move is well written, but the rules do not allow it now."),
    "wrong_seat": Code(409, "The seat owes no decision."),
    "no_takeback": Code(
        409, "Decisions are not taken back here, or there is none, or not again; the message says why."
    ),
    "uncovered": Code(409, "It cannot be taken back: something hidden was drawn or shown since."),
    "decided_since": Code(409, "It cannot be taken back: others have decided since, or may have."),
    "not_playing": Code(409, "The game has not started, or is over."),
    "not_open": Code(409, "The game has started: seats are taken before it does."),
    "not_over": Code(409, "This is shown when the game is over."),
    "seat_taken": Code(409, "The seat is taken, or kept for someone."),
    "identity_taken": Code(
        409, "Who you are to the provider belongs to another account here, or your account to somebody else there."
    ),
    "sign_in_stale": Code(
        409, "The sign-in was begun in another browser or too long ago, or is finished: begin again."
    ),
    "link_stale": Code(409, "The link was followed before or is too old, or another has taken its place."),
    "name_taken": Code(409, "Another account has this name or one that looks like it, or it is the server's own."),
    "too_large": Code(413, "The request or message is longer than the server reads."),
    "not_json": Code(415, "The body of a request is application/json."),
    "wrong_host": Code(421, "The server does not know itself by the name it was asked under."),
    "too_many": Code(429, "You have as many of these as one player may have."),
    "too_fast": Code(429, "Too much in too short a time: wait, then go on more slowly."),
    "too_slow": Code(429, "Messages were not read fast enough, and the connection was closed."),
    "internal": Code(500, "Something went wrong in the server; it is in its log."),
    "sign_in_failed": Code(502, "What the provider said cannot be trusted; the server's log has the reason."),
    "provider_away": Code(503, "The provider that signs people in cannot be reached: try again."),
    "unavailable": Code(503, "The server cannot reach its database for the moment: try again."),
}
"""All codes there are; `docs/protocol.md` lists them."""

STATUS = {code: about.status for code, about in CODES.items()}

LONGEST = 400
"""Characters of a message; it may quote what was sent."""


class Refused(Exception):
    """What was asked for is not done."""

    def __init__(self, code: str, message: str) -> None:
        # Quoted input may hold halves of characters, which cannot be sent.
        text = message.encode("utf-8", "replace").decode()
        self.code = code
        self.message = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
        super().__init__(self.message)

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
        case BadRecord():
            code = "bad_record"
        case BadData():
            code = "bad_options"
        case _:
            code = "bad_request"
    return Refused(code, str(error))
