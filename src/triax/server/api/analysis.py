"""The analysis board: positions of deals and records, with moves tried for every seat. The server remembers nothing of
it, and knows nothing of any table: whoever asks brings the deal and the moves."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from hashlib import sha256
from random import SystemRandom
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import Field

from triax.bots import opponents_of
from triax.bots.hints import gives_hints
from triax.games import find_game
from triax.games.analysis import LinePosition, Ply, plies_of
from triax.games.check import quote_text
from triax.games.errors import TriaxError
from triax.games.record import Record, read_record
from triax.server.accounts import new_id
from triax.server.actions import ProposedEntry
from triax.server.api.access import CurrentPlayer, LockedPlayer, ServicesDep
from triax.server.api.replays import A_RECORD
from triax.server.api.requests import WHOLE, KnownGame, Level, RequestModel, SeatNumber
from triax.server.api.responses import ResponseModel, SentEvent, SentView
from triax.server.api.tables import check_table_limit
from triax.server.errors import Refused, refusal_of
from triax.server.json_schema import SHARED
from triax.server.line_cache import PlayedLine
from triax.server.messages import table_info
from triax.server.protocol import Groups, GrownIdeas, TableInfo
from triax.server.puzzle_attempts import tried_of
from triax.server.rate_limits import network_of
from triax.server.services import Services
from triax.server.studies import Study, check_studies
from triax.server.table import TableMeta
from triax.server.visibility import events_for, moves_for, open_events, open_record, open_views, preview_for, view_for

router = APIRouter(prefix="/api/analysis", tags=["analysis"])

SLICE, LONGEST = 0.4, 60.0
"""Seconds: so long the engine thinks at a time, and in all."""
BYTES_OF_A_MOVE = 32
"""In a record, about: how many there are is known only when it is read."""

Piece = Annotated[str, Field(max_length=16)]
Players = Annotated[int, Field(ge=1, le=4), WHOLE]


class LineMove(RequestModel):
    """A move of a line, and how the pieces fell."""

    seat: SeatNumber
    move: Annotated[str, Field(max_length=200)]
    drawn: list[Piece] | None = None
    """The pieces that it brings from the piles, in their order; without it: as they lie."""
    shuffles: list[list[Piece]] | None = None
    """The orders of what it shuffles; without it chance decides."""


class NewDeal(RequestModel):
    game: KnownGame
    players: Players
    options: dict[str, Any] = Field(default_factory=dict)


class AnalysisLine(NewDeal):
    """A deal, as a record has it, and the moves made from it."""

    setup: dict[str, Any]
    """Or `{"puzzle": ID}`: the position of a puzzle that one has tried to solve, with what nobody could see made up."""
    moves: list[LineMove] = Field(default_factory=list)


class AnalysedSeat(RequestModel):
    line: AnalysisLine
    seat: SeatNumber


class AnalysedMove(AnalysedSeat):
    move: Annotated[str, Field(max_length=200)]


class GivenRecord(RequestModel):
    record: str
    """One line of a file of records."""


class PlayOn(RequestModel):
    line: AnalysisLine
    seats: Annotated[list[Literal["me"] | Level], Field(min_length=1, max_length=4)]
    """Clockwise from seat 0: oneself, and bots by their level."""
    hints: bool = False


class LineRead(ResponseModel):
    line: AnalysisLine
    opening: str
    """The same for all lines that begin with the same things in sight and in hand: they are one analysis, even where
    what is drawn later differs."""


class DrawInfo(ResponseModel):
    seat: int | None
    """Whose it is; null: nobody's."""
    piece: str
    pool: int
    """Which of the pools it came from."""


class AnalysedPosition(ResponseModel):
    move: LineMove | None
    """The move that led here, with all that chance has decided; null: the beginning."""
    events: list[SentEvent]
    """What it did, nothing hidden."""
    seen: list[list[SentEvent]]
    """By seat: what this seat was told of it."""
    views: list[SentView]
    """What every seat sees."""
    moves: list[Groups]
    """By seat: its legal moves as on the socket; none if it owes no decision."""
    scores: list[list[int]]
    draws: list[DrawInfo]
    """What the move brought from the piles."""
    pools: list[dict[str, int]]
    """What could have been drawn: each piece, and how often it was there."""


@router.post("/deal")
async def new_deal(asked: NewDeal, me: CurrentPlayer, services: ServicesDep) -> LineRead:
    """A deal to be looked at: all of it is shown."""
    game = find_game(asked.game)
    try:
        options = game.check_options(asked.players, asked.options)
        setup = game.deal(asked.players, options, SystemRandom())
        return _line_of(Record(game, asked.players, options, setup, (), None))
    except TriaxError as error:
        raise refusal_of(error) from None


@router.post("/record")
async def read_line(asked: GivenRecord, me: CurrentPlayer, services: ServicesDep) -> LineRead:
    """A record as a line to go on from; refused with the entry's number where it cannot have been played."""
    moves = len(asked.record) // BYTES_OF_A_MOVE
    return await services.lines.work(me.id, moves, lambda: _line_of(read_record(asked.record)))


def _line_of(record: Record) -> LineRead:
    line = AnalysisLine(
        game=record.game.name,
        players=record.players,
        options=dict(record.options),
        setup=dict(record.setup),
        moves=[_move_of(ply) for ply in plies_of(record)],
    )
    opening = msgspec.json.encode(open_views(record.start()), order="sorted")
    return LineRead(line=line, opening=sha256(opening).hexdigest()[:16])


def _move_of(ply: Ply) -> LineMove:
    drawn, shuffles = ply.drawn, ply.shuffles
    return LineMove(
        seat=ply.seat,
        move=ply.move,
        drawn=list(drawn) if drawn else None,
        shuffles=[list(order) for order in shuffles] if shuffles else None,
    )


async def _position(services: Services, line: AnalysisLine, player: str) -> LinePosition:
    plies = [_ply_of(move) for move in line.moves]
    asked = PlayedLine(line.game, line.players, line.options, line.setup, plies)
    if asked.puzzle is not None and not await tried_of(services.database, player, [asked.puzzle]):
        raise Refused("not_allowed", "try to solve this puzzle first")
    return await services.lines.at(asked, player)


def _record_at(at: LinePosition) -> Record:
    try:
        return at.record()
    except TriaxError as error:
        raise refusal_of(error) from None


def _ply_of(move: LineMove) -> Ply:
    drawn = None if move.drawn is None else tuple(move.drawn)
    shuffles = None if move.shuffles is None else tuple(tuple(order) for order in move.shuffles)
    return Ply(move.seat, move.move, drawn, shuffles)


@router.post("/position")
async def show_line(asked: AnalysisLine, me: CurrentPlayer, services: ServicesDep) -> AnalysedPosition:
    """The position at the end of a line: what every seat sees there, and may do. Chance decides what its last move
    leaves open, and the answer says how."""
    at = await _position(services, asked, me.id)
    seats = range(asked.players)
    draws = at.draws
    pools = list(dict.fromkeys(draw.choices for draw in draws))
    return AnalysedPosition(
        move=None if at.ply is None else _move_of(at.ply),
        events=open_events(at.events),
        seen=[events_for(at.events, seat) for seat in seats],
        views=open_views(at.state),
        moves=[moves_for(at.state, seat) for seat in seats],
        scores=[list(own) for own in at.state.scores],
        draws=[DrawInfo(seat=draw.seat, piece=draw.piece, pool=pools.index(draw.choices)) for draw in draws],
        pools=[dict(Counter(pool)) for pool in pools],
    )


@router.post("/preview")
async def preview_move(asked: AnalysedMove, me: CurrentPlayer, services: ServicesDep) -> list[SentEvent]:
    """What a move would do, before anything is drawn."""
    at = await _position(services, asked.line, me.id)
    return preview_for(at.game, at.state, asked.seat, asked.move)


@router.post("/lines", response_class=Response, responses=A_RECORD)
async def save_line(asked: AnalysisLine, me: CurrentPlayer, services: ServicesDep) -> Response:
    """A line as a record like any other; what was chosen is in its set-up and its shuffles."""
    at = await _position(services, asked, me.id)
    return Response(open_record(_record_at(at)), media_type="application/json")


IDEAS: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Lines of JSON, each with the ideas so far, until the asker has left or a minute is over.",
        "content": {"application/x-ndjson": {"schema": {SHARED: "GrownIdeas"}}},
    }
}


@router.post("/ideas", response_class=Response, responses=IDEAS)
async def grow_ideas(asked: AnalysedSeat, me: CurrentPlayer, services: ServicesDep, request: Request) -> Response:
    """Ideas for a seat, by what it can know, the best first; they grow until the asker leaves, or asks again."""
    at = await _position(services, asked.line, me.id)
    if not gives_hints(at.game.name):
        raise Refused("not_allowed", f"nobody gives hints for {at.game.title}")
    if asked.seat not in at.state.to_act:
        raise Refused("wrong_seat", f"seat {asked.seat} owes no decision")
    study = Study(network_of(request.client.host if request.client else ""))
    check_studies(services.studying, me.id, study, services.settings.limits)
    view = view_for(at.state, asked.seat)
    return StreamingResponse(_grown(services, at.game.name, view, me.id, study), media_type="application/x-ndjson")


async def _grown(
    services: Services, game: str, view: dict[str, Any], player: str, token: Study
) -> AsyncIterator[bytes]:
    # One at a time: whoever asks again stops the last.
    services.studying[player] = token
    clock = asyncio.get_running_loop().time
    until = clock() + LONGEST
    study = services.bot_pool.study(game, view, SLICE)
    try:
        async for ideas in study:
            if services.studying.get(player) is not token:
                return
            count = sum(idea.playouts for idea in ideas)
            grown: GrownIdeas = {"playouts": count, "ideas": ideas}
            yield msgspec.json.encode(grown) + b"\n"
            if clock() > until:
                return
    finally:
        await study.aclose()
        if services.studying.get(player) is token:
            del services.studying[player]


@router.post("/play", status_code=201)
async def play_on(asked: PlayOn, me: LockedPlayer, services: ServicesDep) -> TableInfo:
    """A table against bots from this position. It is marked, and counts for nothing."""
    await check_table_limit(services, me)
    at = await _position(services, asked.line, me.id)
    _check_seats(asked.seats, at)
    record = _record_at(at)
    meta = TableMeta(
        id=new_id(),
        game=at.game.name,
        players=record.players,
        options=dict(record.options),
        public=False,
        clock=None,
        hints=asked.hints and gives_hints(at.game.name),
        host=me.id,
        created=time.time(),
    )
    seated = [
        ProposedEntry("sit", number, {"player": me.id} if seat == "me" else {"bot": seat})
        for number, seat in enumerate(asked.seats)
    ]
    moves: list[dict[str, Any]] = [
        {"seat": ply.seat, "move": ply.move, "shuffles": ply.shuffles or []}
        for ply in await services.lines.work(me.id, len(record.log), lambda: list(plies_of(record)))
    ]
    start = ProposedEntry("start", None, {"options": dict(record.options), "setup": record.setup, "moves": moves})
    return table_info(await services.tables.create(meta, seated, start=start))


def _check_seats(seats: Sequence[str], at: LinePosition) -> None:
    if not at.state.to_act:
        raise Refused("not_allowed", "the game is over in this position")
    known = ["me", *opponents_of(at.game.name)]
    if len(seats) != at.state.players or "me" not in seats:
        raise Refused("bad_request", f"seats: expected {at.state.players}, one of them me")
    for seat in seats:
        if seat not in known:
            raise Refused("bad_request", f"seats: {quote_text(seat)}; expected {', '.join(known)}")
