"""Who may take a decision back, and who is asked. As in `actions`: each looks at the table and gives the entries that
would make it so, or refuses."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from triax.games.check import quote_text
from triax.server.actions import AlreadyAccepted, ProposedEntry, check_owner, playing
from triax.server.errors import Refused
from triax.server.rated import is_rated
from triax.server.table import Table

ASKED, TAKEN = 3, 50
"""So often a seat may ask for one decision, and so many may it take back in a game: a log has its bounds."""
WHY = {
    "uncovered": ("uncovered", "something hidden was drawn or shown since: it cannot be taken back"),
    "decided": ("decided_since", "others have decided since: it cannot be taken back"),
    "unseen": ("decided_since", "the others may have decided on it already, unseen: it cannot be taken back"),
}


class TakebackAction(Struct, frozen=True):
    """What somebody wants of a takeback."""

    seat: int
    what: str
    """ask, agree, refuse or withdraw."""
    number: int
    """Asking: the state that the seat sees. Otherwise: the number of the request."""
    id: str

    @property
    def words(self) -> str:
        """What the id was given to: never a move."""
        return f"takeback {self.what} {self.number}"


def is_allowed(table: Table) -> bool:
    """Are decisions taken back here? Not at a deal of the day, nor in a tournament; in rated games by setting."""
    meta = table.meta
    people = {number: seat.player for number, seat in enumerate(table.seats) if seat.player is not None}
    return meta.day is None and meta.tournament is None and (meta.takeback or not is_rated(table, people))


def asked_seats(table: Table, seat: int) -> set[int]:
    """The seats of other people, whose consent it takes. Who is away is waited for; who has resigned is not."""
    mine = table.seats[seat].player
    return {
        number
        for number, held in enumerate(table.seats)
        if held.player is not None and held.player != mine and not held.resigned
    }


def decide(table: Table, player: str, asked: TakebackAction) -> Sequence[ProposedEntry] | AlreadyAccepted:
    check_owner(table, player, asked.seat)
    known = table.answers.get((asked.seat, asked.id))
    if known is not None:
        if known[0] != asked.words:
            raise Refused("id_reused", f"the id {quote_text(asked.id)} was given to something else before")
        return AlreadyAccepted(known[1])
    playing(table)
    if table.seats[asked.seat].resigned:
        raise Refused("not_allowed", "you have resigned")
    return _ask(table, asked) if asked.what == "ask" else _answer(table, asked)


def _ask(table: Table, asked: TakebackAction) -> list[ProposedEntry]:
    seat = asked.seat
    if table.seats[seat].away:
        raise Refused("not_allowed", "a bot plays for you; come back first")
    if not is_allowed(table):
        raise Refused("no_takeback", "decisions are not taken back at this table")
    if seat not in table.recent.why:
        raise Refused("no_takeback", "you have decided nothing that could be taken back")
    since, reached = table.recent.since[seat], table.numbers[seat]
    if not since <= asked.number <= reached:
        raise Refused("stale", f"it is asked for in state {asked.number}; the game is at state {reached}")
    if (why := table.recent.why[seat]) is not None:
        raise Refused(*WHY[why])
    if not table.recent.can_take_back(seat):
        raise Refused("no_takeback", "it is too long ago to be taken back")
    if table.taken_by.get(seat, 0) >= TAKEN:
        raise Refused("no_takeback", f"at most {TAKEN} decisions are taken back in a game")
    if not asked_seats(table, seat):
        return [_entry(asked, "done")]
    if table.request is not None:
        whose = "you have asked already" if table.request.seat == seat else "somebody else has asked already"
        raise Refused("no_takeback", f"{whose}; wait for the answer")
    if table.asked_by.get(seat, 0) >= ASKED:
        raise Refused("no_takeback", f"it is asked for at most {ASKED} times")
    return [_entry(asked, "ask")]


def _answer(table: Table, asked: TakebackAction) -> list[ProposedEntry]:
    request = table.request
    if request is None or request.number != asked.number:
        raise Refused("stale", f"nobody asks for takeback {asked.number} any more")
    if asked.what == "withdraw":
        if request.seat != asked.seat:
            raise Refused("not_allowed", "the one who asks for it withdraws")
        return [_entry(asked, "withdraw")]
    waiting = asked_seats(table, request.seat) - request.agreed
    if asked.seat not in waiting:
        raise Refused("not_allowed", "you are not asked, or have answered")
    done = [ProposedEntry("takeback", request.seat, {"what": "done"})] if waiting == {asked.seat} else []
    return [_entry(asked, asked.what), *(done if asked.what == "agree" else [])]


def _entry(asked: TakebackAction, what: str) -> ProposedEntry:
    return ProposedEntry("takeback", asked.seat, {"what": what, "id": asked.id, "words": asked.words})
