"""What people, bots and clocks may do at a table. Each action looks at the table and gives the entries that would make
it so, or refuses; nothing is changed here."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from msgspec import Struct

from triax.games.check import quote_text
from triax.games.core import Chance
from triax.games.errors import TriaxError
from triax.games.record import RecordingChance
from triax.server.bot_levels import check_level
from triax.server.errors import Refused, refusal_of
from triax.server.table import AppliedMove, Table

COMINGS, RETURNS = 1_000, 200
"""So many entries may there be before a game begins, and so often may a player come back to a seat: whoever opens a
table reads its whole log."""


class ProposedEntry(Struct, frozen=True):
    """An entry to be, before it has a number."""

    kind: str
    seat: int | None = None
    data: Mapping[str, Any] = {}
    turn: AppliedMove | None = None


class AlreadyAccepted(Struct, frozen=True):
    """A move that was accepted before, with the number it led to."""

    number: int


class MoveRequest(Struct, frozen=True):
    """A move as it is asked for."""

    seat: int
    move: str
    number: int | None = None
    """The state that it is for; None: whatever state there is."""
    id: str | None = None
    """The client's own name for it."""


def check_owner(table: Table, player: str, seat: int) -> None:
    if not 0 <= seat < table.meta.players:
        raise Refused("not_found", f"there is no seat {seat} at this table")
    if table.seats[seat].player != player:
        raise Refused("not_yours", f"seat {seat} is not yours")


def playing(table: Table) -> None:
    if table.status != "playing":
        raise Refused("not_playing", f"this game is not being played: the table is {table.status}")


def check_open(table: Table) -> None:
    if table.status != "open":
        raise Refused("not_open", f"this table is {table.status}; seats are taken before the game starts")


# Before the game.


def sit(table: Table, player: str, seat: int | None) -> list[ProposedEntry]:
    """Take a seat; without a wish the one kept for this player, or the first that is free."""
    check_open(table)
    if table.count >= COMINGS:
        raise Refused("not_allowed", "people have come and gone too often at this table; open another")
    free = [n for n, held in enumerate(table.seats) if held.is_open and held.kept_for in {None, player}]
    if seat is None:
        kept = [n for n in free if table.seats[n].kept_for == player]
        if not free or (not kept and table.seats_of(player)):
            code = "seat_taken" if not free else "not_allowed"
            raise Refused(code, "no seat is free" if not free else "you are seated already; name another seat")
        seat = (kept or free)[0]
    if not 0 <= seat < table.meta.players:
        raise Refused("not_found", f"there is no seat {seat} at this table")
    if seat not in free:
        raise Refused("seat_taken", f"seat {seat} is taken or kept for someone")
    return [ProposedEntry("sit", seat, {"player": player})]


def seat_bot(table: Table, player: str, seat: int, level: str) -> list[ProposedEntry]:
    """The host gives a free seat to a bot. One that is kept for someone stays theirs."""
    check_open(table)
    if table.meta.host != player:
        raise Refused("not_allowed", "the one who opened the table brings bots")
    if not 0 <= seat < table.meta.players:
        raise Refused("not_found", f"there is no seat {seat} at this table")
    if not table.seats[seat].is_open or table.seats[seat].kept_for is not None:
        raise Refused("seat_taken", f"seat {seat} is taken or kept for someone")
    check_level(table.meta.game, level)
    return [ProposedEntry("sit", seat, {"bot": level})]


def stand_up(table: Table, player: str) -> list[ProposedEntry]:
    check_open(table)
    if not (mine := table.seats_of(player)):
        raise Refused("not_yours", "you have no seat at this table")
    return [ProposedEntry("sit", seat) for seat in mine]


def start(table: Table, player: str, fill: str | None, setup_rng: Random) -> list[ProposedEntry]:
    """The host starts; seats still open go to bots."""
    check_open(table)
    if table.meta.host != player:
        raise Refused("not_allowed", "the one who opened the table starts the game")
    free = [seat for seat, held in enumerate(table.seats) if held.is_open]
    if free and fill is None:
        raise Refused("not_allowed", f"{len(free)} seats are open; wait, or fill them with bots")
    if fill is not None:
        check_level(table.meta.game, fill)
    return [*(ProposedEntry("sit", seat, {"bot": fill}) for seat in free), deal(table, setup_rng)]


def deal(table: Table, rng: Random) -> ProposedEntry:
    options = table.game.check_options(table.meta.players, table.meta.options)
    setup = table.game.deal(table.meta.players, options, rng)
    return ProposedEntry("start", None, {"options": options, "setup": setup})


# In play.


def move(table: Table, player: str | None, request: MoveRequest, chance: Chance) -> ProposedEntry | AlreadyAccepted:
    """A seat's move; `player` is None for a bot's."""
    seat, number = request.seat, request.number
    if player is not None:
        check_owner(table, player, seat)
        known = table.answers.get((seat, request.id or ""))
        if known is not None:
            if known[0] != request.move:
                raise Refused("id_reused", f"the id {quote_text(request.id)} was given to another move before")
            return AlreadyAccepted(known[1])
    playing(table)
    held = table.seats[seat]
    if player is not None and (held.away or held.resigned):
        what = "you have resigned" if held.resigned else "a bot plays for you; come back first"
        raise Refused("not_allowed", what)
    reached = table.numbers[seat]
    since = table.decisions[seat].number if seat in table.decisions else reached
    if number is not None and not since <= number <= reached:
        raise Refused("stale", f"the move is for state {number}; the game is at state {reached}")
    recording = RecordingChance(chance)
    assert table.state is not None
    try:
        after, events = table.state.play(seat, table.game.parse(request.move), recording)
    except TriaxError as error:
        raise refusal_of(error) from None
    data: dict[str, Any] = {"move": request.move}
    if recording.shuffles:
        data["shuffles"] = recording.shuffles
    if request.id is not None:
        data["id"] = request.id
    return ProposedEntry("move", seat, data, AppliedMove(after, events, tuple(recording.shuffles)))


def leave(table: Table, player: str) -> list[ProposedEntry]:
    """In play a bot takes over until the player is back; before, the seats are free again. A host who leaves nobody
    behind gives the table up."""
    if table.status == "open":
        stood_up = stand_up(table, player)
        others = any(held.player not in {None, player} for held in table.seats)
        return stood_up if others or player != table.meta.host else [*stood_up, ProposedEntry("close")]
    playing(table)
    if table.meta.tournament is not None:
        raise Refused("not_allowed", "in a tournament nobody plays for you: play on, or give the game up")
    return [ProposedEntry("away", seat) for seat in _seats_in_play(table, player) if not table.seats[seat].away]


def come_back(table: Table, player: str) -> list[ProposedEntry]:
    playing(table)
    away = [seat for seat in _seats_in_play(table, player) if table.seats[seat].away]
    if any(table.returns.get(seat, 0) >= RETURNS for seat in away):
        raise Refused("not_allowed", f"you have come back {RETURNS} times; a bot plays on for you")
    return [ProposedEntry("back", seat) for seat in away]


def _seats_in_play(table: Table, player: str) -> list[int]:
    mine = table.seats_of(player)
    if not mine:
        raise Refused("not_yours", "you have no seat at this table")
    kept = [seat for seat in mine if not table.seats[seat].resigned]
    if not kept:
        raise Refused("not_allowed", "you have resigned")
    return kept


def rest(table: Table, player: str, *, is_away: bool) -> list[ProposedEntry]:
    """A player goes on vacation or is back: where clocks are long, theirs stands still."""
    kind = "rest" if is_away else "resume"
    seats = [seat for seat in table.seats_of(player) if (table.seats[seat].resting is not None) != is_away]
    return [ProposedEntry(kind, seat) for seat in seats] if table.status == "playing" else []


def resign(table: Table, player: str, seat: int) -> list[ProposedEntry]:
    check_owner(table, player, seat)
    playing(table)
    if table.seats[seat].resigned:
        raise Refused("not_allowed", "you have resigned already")
    return [ProposedEntry("resign", seat)]


def take_hint(table: Table, seat: int) -> list[ProposedEntry]:
    """Once for a seat is enough."""
    return [ProposedEntry("hint", seat)] if table.status == "playing" and seat not in table.hinted else []


def time_out(table: Table, now: float) -> list[ProposedEntry]:
    """The seats whose clock has run out go to a bot; in a tournament they have lost."""
    late = [seat for seat in sorted(table.to_act) if (deadline := table.deadline(seat)) is not None and deadline <= now]
    if table.meta.tournament is None:
        return [ProposedEntry("away", seat) for seat in late]
    stayed = sum(not held.resigned for held in table.seats)
    # One of them stays, and has won.
    lost = late[: max(1, stayed - 1)]
    return [ProposedEntry("resign", seat, {"late": True}) for seat in lost]


def close(table: Table, player: str | None) -> list[ProposedEntry]:
    """The host gives up a table that is open, or at which bots play alone; None: the server's owner closes any."""
    if player is not None:
        if table.status != "playing" or any(seat.player for seat in table.seats):
            check_open(table)
        if table.meta.host != player:
            raise Refused("not_allowed", "the one who opened the table closes it")
    elif table.status in {"over", "closed"}:
        raise Refused("not_playing", f"the table is {table.status} already")
    return [ProposedEntry("close")]


def abandon(table: Table) -> list[ProposedEntry]:
    """A table to which nobody has come, unless the game has started after all."""
    return [ProposedEntry("close")] if table.status == "open" else []
