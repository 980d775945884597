"""One's own mistakes as puzzles: decisions of reviewed games that lost much and whose best move was clear. For whoever
took them alone; nothing is counted."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from random import choice
from typing import Annotated

import msgspec
import sqlalchemy as sa
from fastapi import APIRouter, Path, Query

from triax.bots.hints import Idea
from triax.bots.reasons import Harm, Reason
from triax.games import find_game
from triax.games.core import AnyState
from triax.games.errors import TriaxError
from triax.review.contrast import contrast
from triax.server import db_schema
from triax.server.accounts import User
from triax.server.api.access import CurrentPlayer, ServicesDep
from triax.server.api.requests import PuzzleMove, PuzzleTry
from triax.server.api.responses import PathId, PuzzleAnswer, PuzzleShown, SentEvent
from triax.server.errors import Refused, refusal_of
from triax.server.services import Services
from triax.server.visibility import moves_for, preview_for, view_for

router = APIRouter(prefix="/api/puzzles/mine", tags=["puzzles"])

BANDS = ("mistake", "blunder")
CLEAR = 0.05
"""So much chance must the best be ahead of the next."""
LATEST = 50
"""So many reviewed games are looked through."""
KEPT = 5000
"""Of so many reviewed games the mistakes stay in memory."""
DecisionAt = Annotated[int, Path(ge=0, le=2**31, description="Of the decision in its game, from 0.")]


class _Candidate(msgspec.Struct):
    move: str
    chance: float
    gain: str
    reason: Reason | None


class _Decision(msgspec.Struct):
    seat: int
    move: str
    band: str
    candidates: list[_Candidate]
    reason: Reason | None = None
    """Why the best is better than the move played; older reviews do not say."""
    harm: Harm | None = None


class _StoredReview(msgspec.Struct):
    unit: str
    decisions: list[_Decision]


@dataclass(frozen=True)
class Mistake:
    table: str
    number: int
    decision: _Decision

    @property
    def id(self) -> str:
        return f"mine/{self.table}/{self.number}"


async def mistakes_of(services: Services, player: str, table: str | None = None) -> list[Mistake]:
    """The latest games first."""
    reviews, results = db_schema.reviews.c, db_schema.results.c
    query = (
        sa.select(reviews.table_id, reviews.made, results.seat)
        .join_from(db_schema.reviews, db_schema.results, reviews.table_id == results.table_id)
        .where(results.player == player, ~results.practice, reviews.result.is_not(None))
        .order_by(reviews.made.desc(), reviews.table_id, results.seat)
        .limit(LATEST)
    )
    if table is not None:
        query = query.where(reviews.table_id == table)
    return [
        one
        for row in await services.database.rows(query)
        for one in await _mistakes_in(services, row.table_id, row.made)
        if one.decision.seat == row.seat
    ]


# By table and when it was reviewed, of all seats. A whole review is long, and who solves puzzles asks often.
_known: OrderedDict[tuple[str, float], list[Mistake]] = OrderedDict()


async def _mistakes_in(services: Services, table: str, made: float) -> list[Mistake]:
    if (found := _known.get((table, made))) is None:
        reviews = db_schema.reviews.c
        query = sa.select(reviews.result).where(reviews.table_id == table, reviews.made == made)
        rows = await services.database.rows(query)
        decisions = [_missed(msgspec.json.decode(row.result, type=_StoredReview)) for row in rows]
        found = _known[table, made] = [Mistake(table, number, one) for missed in decisions for number, one in missed]
        while len(_known) > KEPT:
            _known.popitem(last=False)
    _known.move_to_end((table, made))
    return found


def _missed(review: _StoredReview) -> list[tuple[int, _Decision]]:
    if review.unit != "chance":
        return []
    return [(number, one) for number, one in enumerate(review.decisions) if one.band in BANDS and _is_clear(one)]


def _is_clear(decision: _Decision) -> bool:
    first, *others = decision.candidates
    return first.move != decision.move and all(one.chance <= first.chance - CLEAR for one in others)


@router.get("/next")
async def next_own_puzzle(
    me: CurrentPlayer,
    services: ServicesDep,
    after: Annotated[str | None, Query(max_length=100, description="The one just seen.")] = None,
) -> PuzzleShown:
    """A mistake of one's own, from a game that was reviewed."""
    known = await mistakes_of(services, me.id)
    others = [one for one in known if one.id != after] or known
    if not others:
        raise Refused("not_found", "there is no mistake of yours in a reviewed game")
    return await _shown(services, choice(others))


@router.get("/{table}/{number}")
async def show_own_puzzle(table: PathId, number: DecisionAt, me: CurrentPlayer, services: ServicesDep) -> PuzzleShown:
    """A mistake of one's own by its game and number."""
    return await _shown(services, await _find(services, me, table, number))


@router.post("/{table}/{number}/preview")
async def preview_own_puzzle(
    table: PathId, number: DecisionAt, body: PuzzleTry, me: CurrentPlayer, services: ServicesDep
) -> list[SentEvent]:
    """What a move would score or mark."""
    found = await _find(services, me, table, number)
    state = await _state(services, found)
    return preview_for(find_game(state.game), state, found.decision.seat, body.move)


@router.post("/{table}/{number}/attempts")
async def attempt_own_puzzle(
    table: PathId, number: DecisionAt, body: PuzzleMove, me: CurrentPlayer, services: ServicesDep
) -> PuzzleAnswer:
    """An answer, with what the review knows. Nothing is counted or kept."""
    found = await _find(services, me, table, number)
    state = await _state(services, found)
    decision = found.decision
    move, _ = legal_move(state, decision.seat, body.move)
    chances = {one.move: one.chance for one in decision.candidates}
    best = decision.candidates[0]
    other = decision.move if move == best.move else move
    reason, harm = (decision.reason, decision.harm) if other == decision.move else (None, None)
    if reason is None and harm is None:
        parse = find_game(state.game).parse
        reason, harm = contrast(state, view_for(state, decision.seat), parse(best.move), parse(other))
    ideas = [Idea(one.move, one.gain, one.chance, (), 0, "open", one.reason) for one in decision.candidates]
    return PuzzleAnswer(
        right=move == best.move,
        move=move,
        chance=chances.get(move),
        best=[best.move],
        ideas=ideas,
        compared=other,
        reason=reason,
        harm=harm,
        tempting=next(one for one in ideas if one.move == decision.move),
        chances=[
            None if one not in chances else round(100 * chances[one]) for one in map(str, state.moves(decision.seat))
        ],
        themes=[],
        counted=False,
        rating_before=None,
        rating_after=None,
        puzzle_rating=None,
        streak=0,
    )


async def _find(services: Services, me: User, table: str, number: int) -> Mistake:
    for one in await mistakes_of(services, me.id, table):
        if one.number == number:
            return one
    raise Refused("not_found", "there is no such puzzle")


async def _state(services: Services, mistake: Mistake) -> AnyState:
    """Before the decision. Its seat was the player's own."""
    live = await services.tables.open(mistake.table)
    return (await services.replays.of(live.table))[mistake.number].state


async def _shown(services: Services, mistake: Mistake) -> PuzzleShown:
    state, seat = await _state(services, mistake), mistake.decision.seat
    return PuzzleShown(
        id=mistake.id,
        game=state.game,
        players=state.players,
        rating=None,
        seat=seat,
        view=view_for(state, seat),
        moves=moves_for(state, seat),
        day=None,
        state="new",
    )


def legal_move(state: AnyState, seat: int, text: str) -> tuple[str, int]:
    """A move as it is written, and its place among the legal ones."""
    legal = [str(move) for move in state.moves(seat)]
    try:
        move = str(find_game(state.game).parse(text))
    except TriaxError as error:
        raise refusal_of(error) from None
    if move not in legal:
        raise Refused("illegal_move", "this move is not legal here")
    return move, legal.index(move)
