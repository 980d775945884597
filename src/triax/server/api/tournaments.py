"""Tournaments: the list, making one, taking part, how it stands, and the results."""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, NamedTuple

import msgspec
import sqlalchemy as sa
from fastapi import APIRouter, Path, Query

from triax.server import db_schema, shared_deals
from triax.server.accounts import User, new_id
from triax.server.api.access import LockedPlayer, ServicesDep, Visitor
from triax.server.api.requests import ID
from triax.server.api.responses import OwnTable
from triax.server.api.tournament_models import (
    BoardInfo,
    BoardSeatInfo,
    LadderChallenge,
    NewTournament,
    TournamentInfo,
    TournamentList,
    TournamentNext,
    TournamentResults,
    TournamentShown,
    TournamentStanding,
    check_shape,
)
from triax.server.db_people import club_members
from triax.server.errors import Refused
from triax.server.messages import table_info
from triax.server.services import Services
from triax.server.text import clean
from triax.server.tournaments import entering
from triax.server.tournaments.pairing import robin_rounds
from triax.server.tournaments.shape import DUPLICATE
from triax.server.tournaments.standings import TIE_BREAKS
from triax.server.tournaments.store import BoardRow, Tournament, names_of, read_tournament
from triax.server.visibility import view_for

router = APIRouter(prefix="/api/tournaments", tags=["tournaments"])

SHOWN = 30
"""So many of each kind in the list, and so many boards of a round on the page."""
VIEWS = 6
"""So many boards are shown with their position."""
LONGEST_NAME = 60

TournamentId = Annotated[str, Path(pattern=ID, description="The tournament's id.")]


# The list.


@router.get("")
async def list_tournaments(
    me: Visitor,
    services: ServicesDep,
    club: Annotated[str | None, Query(pattern=ID, description="Of this club alone; for its members.")] = None,
) -> TournamentList:
    """Those that people can join, those that are on, and the last that are over. Everybody may look."""
    columns, entrants = db_schema.tournaments.c, db_schema.entrants.c
    mine = me.id if me else ""
    if club is not None:
        await services.clubs.check_member(club, mine)
    entered = sa.exists().where(entrants.tournament == columns.id, entrants.player == mine)
    member = sa.exists().where(club_members.c.club == columns.club, club_members.c.player == mine)
    shown = sa.or_(sa.and_(columns.public, sa.or_(columns.club.is_(None), member)), columns.host == mine, entered)
    if club is not None:
        shown = sa.and_(shown, columns.club == club)
    found: dict[str, list[TournamentInfo]] = {}
    for status, order in (
        ("open", sa.func.coalesce(columns.begins, columns.created + 1e9)),
        ("running", columns.started.desc()),
        ("over", columns.ended.desc()),
    ):
        query = _infos(mine).where(columns.status == status, shown).order_by(order).limit(SHOWN)
        found[status] = [_info(row) for row in await services.database.rows(query)]
    return TournamentList(**found)


def _infos(mine: str) -> sa.Select[Any]:
    entrants, columns = db_schema.entrants.c, db_schema.tournaments.c
    count = sa.select(sa.func.count()).where(entrants.tournament == columns.id).scalar_subquery()
    entered = sa.exists().where(entrants.tournament == columns.id, entrants.player == mine)
    return sa.select(db_schema.tournaments, count.label("entrants"), entered.label("entered"))


def _info(row: Any, **changed: object) -> TournamentInfo:  # noqa: ANN401
    return TournamentInfo(**{**row._mapping, **changed})


@router.post("", status_code=201)
async def make_tournament(asked: NewTournament, me: LockedPlayer, services: ServicesDep) -> TournamentInfo:
    """Make a tournament; for accounts."""
    if me.is_guest:
        raise Refused("not_allowed", "tournaments are made by accounts: give yours a name and a password first")
    name = clean(asked.name)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refused("bad_name", f"the name of a tournament has 1 to {LONGEST_NAME} visible characters")
    check_shape(asked)
    if asked.club is not None:
        await services.clubs.check_member(asked.club, me.id)
    values = asked.model_dump() | {"name": name}
    if asked.form not in {"swiss", "solo"}:
        values["rounds"] = 0
    tournament = new_id()
    await entering.make(services.journal, me, tournament, values)
    return await _found(services, tournament, me)


async def _found(services: Services, tournament: str, me: User) -> TournamentInfo:
    """As it is behind a change."""
    services.pages.forget(tournament)
    rows = await services.database.rows(_infos(me.id).where(db_schema.tournaments.c.id == tournament))
    if not rows:
        raise Refused("not_found", "there is no such tournament")
    return _info(rows[0])


async def _check_club(services: Services, tournament: str, me: User | None, *, to_join: bool = False) -> None:
    """A club's tournament is for its members; those who have taken part may see it, too."""
    columns, entrants = db_schema.tournaments.c, db_schema.entrants.c
    rows = await services.database.rows(sa.select(columns.club).where(columns.id == tournament))
    club, mine = rows[0].club if rows else None, me.id if me else ""
    if club is None or await services.clubs.role(club, mine) is not None:
        return
    entered = sa.select(entrants.player).where(entrants.tournament == tournament, entrants.player == mine)
    if not await services.database.rows(entered):
        raise Refused("not_found", "there is no such tournament")
    if to_join:
        raise Refused("not_allowed", "this tournament is for the members of a club")


# Taking part.


@router.post("/{tournament}/join")
async def join_tournament(tournament: TournamentId, me: LockedPlayer, services: ServicesDep) -> TournamentInfo:
    """Take part, or come back after leaving or staying away. Late, what was missed counts nothing. A club's is for its
    members."""
    await _check_club(services, tournament, me, to_join=True)
    services.tournaments.coming.check(me.id)
    if await entering.join(services.journal, tournament, me):
        await services.tournaments.begin(tournament)
    return await _found(services, tournament, me)


@router.post("/{tournament}/leave")
async def leave_tournament(tournament: TournamentId, me: LockedPlayer, services: ServicesDep) -> TournamentInfo:
    """Take part no longer. A game that is on is played on, or given up at its table."""
    await _check_club(services, tournament, me)
    services.tournaments.coming.check(me.id)
    await entering.leave(services.journal, tournament, me)
    return await _found(services, tournament, me)


@router.post("/{tournament}/begin")
async def begin_tournament(tournament: TournamentId, me: LockedPlayer, services: ServicesDep) -> TournamentInfo:
    """The host begins it now."""
    await entering.check_beginning(services.journal, tournament, me)
    await services.tournaments.begin(tournament)
    return await _found(services, tournament, me)


@router.post("/{tournament}/cancel")
async def cancel_tournament(tournament: TournamentId, me: LockedPlayer, services: ServicesDep) -> TournamentInfo:
    """The host calls off what has not begun."""
    await entering.cancel(services.journal, tournament, me)
    return await _found(services, tournament, me)


@router.post("/{tournament}/challenge")
async def challenge(
    tournament: TournamentId, asked: LadderChallenge, me: LockedPlayer, services: ServicesDep
) -> TournamentInfo:
    """On a ladder: play for the rung of somebody at most three above. The game begins at once."""
    await services.tournaments.challenge(tournament, me.id, asked.player)
    return await _found(services, tournament, me)


# How it stands.


@router.get("/{tournament}")
async def show_tournament(tournament: TournamentId, me: Visitor, services: ServicesDep) -> TournamentShown:
    """The standings, the round that is on, and where one's own game is."""
    page, seen, here, tables = await _fresh_page(services, tournament, me)
    mine = me.id if me else ""
    waiting = [board for board in seen.boards if board.ended is None and mine in board.paired.people]
    boards = page.boards
    if waiting:
        names = {one.player: one.name or "" for one in page.standings}
        first = [_board(board, names, mine, revealed=False) for board in waiting]
        known = {(one.round, one.board) for one in first}
        boards = first + [board for board in boards if (board.round, board.board) not in known]
    reach = [] if mine not in here or seen.row.form != "ladder" else _reach(seen, mine)
    return page.model_copy(
        update={
            "tournament": page.tournament.model_copy(update={"entered": mine in here}),
            "boards": boards,
            "entered": mine in here,
            "here": here.get(mine, False),
            "table": tables.get(mine),
            "reach": reach,
        }
    )


@router.get("/{tournament}/next")
async def next_table(tournament: TournamentId, me: Visitor, services: ServicesDep) -> TournamentNext:
    """Where one's next game is, and whether the page has changed: small, for those who wait."""
    page, seen, here, tables = await _fresh_page(services, tournament, me)
    mine = me.id if me else ""
    return TournamentNext(
        version=page.version,
        status=seen.row.status,
        round=seen.row.round,
        entered=mine in here,
        here=here.get(mine, False),
        table=tables.get(mine),
    )


def _reach(seen: Tournament, player: str) -> list[str]:
    from_here = seen.ladder.index(player)
    here = {one.player for one in seen.entrants if one.here} - seen.busy
    above = seen.ladder[max(0, from_here - 3) : from_here]
    return [one for one in above if one in here and player in here and seen.row.status == "running"]


class _Page(NamedTuple):
    shown: TournamentShown
    seen: Tournament
    here: dict[str, bool]
    """Of those who take part."""
    tables: dict[str, str | None]
    """Of those whose game is on."""


async def _fresh_page(services: Services, tournament: str, me: User | None) -> _Page:
    made: _Page = await services.pages.of(tournament, lambda: _page(services, tournament))
    if made.seen.row.club is not None:
        await _check_club(services, tournament, me)
    return made


async def _page(services: Services, tournament: str) -> _Page:
    """What everybody sees."""
    seen = await read_tournament(services.database, tournament)
    names = await names_of(services.database, tournament)
    row = seen.row
    now = [board for board in seen.boards if board.round == row.round] if row.form in DUPLICATE else []
    if row.form not in DUPLICATE:
        now = sorted(seen.boards, key=lambda board: (board.ended is not None, -board.round))
    revealed = _is_revealed(seen)
    hosts = await services.accounts.names([row.host])
    shown = TournamentShown(
        tournament=_info_of(seen),
        version="",
        made_by=hosts.get(row.host),
        tie_breaks=list(TIE_BREAKS[seen.form]),  # type: ignore[arg-type]
        standings=_standings(seen, names),
        boards=[_board(board, names, "", revealed=revealed(board)) for board in now[:SHOWN]],
        playing=sum(board.ended is None for board in seen.boards),
        views=await _views(services, [board for board in (*now, *reversed(seen.boards)) if revealed(board)]),
        entered=False,
        here=False,
        table=None,
        reach=[],
    )
    told = shown.model_dump_json(exclude={"views"})
    shown.version = hashlib.blake2s(told.encode(), digest_size=8).hexdigest()
    playing = [board for board in reversed(seen.boards) if board.ended is None]
    return _Page(
        shown,
        seen,
        here={one.player: one.here for one in seen.entrants},
        tables={player: board.table for board in playing for player in board.paired.people},
    )


def _info_of(seen: Tournament) -> TournamentInfo:
    row = seen.row
    coming = row.rounds or (robin_rounds(len(seen.entrants), row.size) if row.form == "round_robin" else 0)
    rounds = coming if len(seen.entrants) > 1 else row.rounds
    return _info(row, entrants=len(seen.entrants), entered=False, rounds=rounds)


def _is_revealed(seen: Tournament) -> Any:  # noqa: ANN401
    """Of a board: is it for everybody's eyes? The rule of shared deals, for all of them at once."""
    if seen.row.form not in DUPLICATE:
        return lambda board: board.table is not None
    playing = {board.round for board in seen.boards if board.ended is None}
    return lambda board: board.table is not None and board.round not in playing


def _standings(seen: Tournament, names: dict[str, str]) -> list[TournamentStanding]:
    here = {one.player: one.here for one in seen.entrants}
    return [
        TournamentStanding(**vars(one), name=names.get(one.player), here=here[one.player]) for one in seen.standings
    ]


def _board(board: BoardRow, names: dict[str, str], mine: str, *, revealed: bool) -> BoardInfo:
    return BoardInfo(
        round=board.round,
        board=board.board,
        bye=board.table is None,
        over=board.ended is not None,
        table=board.table if revealed or (mine and mine in board.paired.people) else None,
        seats=[
            BoardSeatInfo(
                player=one.sat.player,
                name=names.get(one.sat.player or ""),
                bot=one.bot,
                place=one.sat.place,
                scores=None if one.scores is None else msgspec.json.decode(one.scores),
            )
            for one in board.seats
        ],
    )


async def _views(services: Services, boards: list[BoardRow]) -> list[OwnTable]:
    found: dict[str, OwnTable] = {}
    for board in boards:
        if board.table is None or board.table in found:
            continue
        if len(found) >= VIEWS:
            break
        live = await services.tables.open(board.table)
        view = None if live.table.state is None else view_for(live.table.state, None)
        if await shared_deals.is_revealed(services.database, live.table.meta):
            found[board.table] = OwnTable(table=table_info(live), yours=[], view=view)
    return list(found.values())


@router.get("/{tournament}/results")
async def tournament_results(tournament: TournamentId, me: Visitor, services: ServicesDep) -> TournamentResults:
    """All of it as data: the standings, and every board of every round with places and scores."""
    page, seen, *_ = await _fresh_page(services, tournament, me)
    names = await names_of(services.database, tournament)
    revealed = _is_revealed(seen)
    return TournamentResults(
        tournament=page.tournament,
        tie_breaks=page.tie_breaks,
        standings=page.standings,
        boards=[_board(board, names, "", revealed=revealed(board)) for board in seen.boards],
    )
