"""Puzzles: the next one, today's, an answer with its chances, and how one stands."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal

from fastapi import APIRouter, Query

from triax.bots.hints import Idea
from triax.games import GAMES, find_game
from triax.games.core import AnyState
from triax.puzzles import THEMES, Puzzle, PuzzleTheme, TriedMove, games_with_puzzles, pack_of
from triax.puzzles.why import why_better
from triax.server import daily_deals
from triax.server import puzzle_attempts as kept
from triax.server.accounts import User
from triax.server.api.access import CurrentPlayer, ServicesDep, Visitor
from triax.server.api.own_puzzles import legal_move, mistakes_of
from triax.server.api.requests import GamePath, PuzzleMove, PuzzleTry
from triax.server.api.responses import (
    PathId,
    PuzzleAnswer,
    PuzzleGame,
    PuzzleShown,
    PuzzlesShown,
    SentEvent,
    ThemeCount,
    TodaysPuzzle,
)
from triax.server.errors import Refused
from triax.server.services import Services
from triax.server.visibility import moves_for, preview_for

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"])

ENOUGH = 10
"""Attempts from which on a rating means something."""
PuzzleState = Literal["new", "solved", "missed"]


@router.get("")
async def list_puzzles(me: Visitor, services: ServicesDep) -> PuzzlesShown:
    """The games that have puzzles, how one stands with them, and today's."""
    day = daily_deals.today()
    tried = await kept.attempts_of(services.database, me.id) if me else []
    days = {one.day for one in tried if one.day}
    games = games_with_puzzles(GAMES)
    return PuzzlesShown(
        day=day,
        days=daily_deals.streak(days, day),
        mine=len(await mistakes_of(services, me.id)) if me else 0,
        games=[await _game(services, me, game, tried, day) for game in games],
    )


async def _game(services: Services, me: User | None, game: str, all_tried: list[kept.Attempt], day: str) -> PuzzleGame:
    puzzles = pack_of(game).puzzles
    of_it = {one.id: one for one in puzzles}
    tried = [one for one in all_tried if one.puzzle in of_it]
    states = {one.puzzle: one.solved for one in tried}
    standing = await kept.standing_of(services.database, me.id if me else "", game)
    streak, best = kept.streak_of(tried)
    there = Counter(theme for one in puzzles for theme in one.themes)
    tries = Counter(theme for one in tried for theme in of_it[one.puzzle].themes)
    right = Counter(theme for one in tried if one.solved for theme in of_it[one.puzzle].themes)
    today = kept.puzzle_of_the_day(game, day).id
    return PuzzleGame(
        game=game,
        puzzles=len(puzzles),
        tried=len(tried),
        solved=sum(one.solved for one in tried),
        rating=round(standing.mu),
        sure=standing.tried >= ENOUGH,
        streak=streak,
        best_streak=best,
        themes=[
            ThemeCount(theme=theme, puzzles=there[theme], tried=tries[theme], solved=right[theme])
            for theme in THEMES
            if there[theme]
        ],
        today=today,
        today_state=_state(states.get(today)),
    )


def _state(solved: bool | None) -> PuzzleState:
    return "new" if solved is None else "solved" if solved else "missed"


async def todays_puzzles(services: Services, me: User | None) -> list[TodaysPuzzle]:
    """For the first page: which are there, and whether one has tried them."""
    day = daily_deals.today()
    wanted = {kept.puzzle_of_the_day(game, day).id: game for game in games_with_puzzles(GAMES)}
    tried = await kept.tried_of(services.database, me.id, wanted) if me else {}
    return [TodaysPuzzle(game=game, state=_state(tried.get(one))) for one, game in wanted.items()]


@router.get("/next/{game}")
async def next_puzzle(
    game: GamePath,
    me: Visitor,
    services: ServicesDep,
    theme: Annotated[PuzzleTheme | None, Query(description="Only puzzles of this theme.")] = None,
    after: Annotated[str | None, Query(max_length=64, description="The one just seen.")] = None,
) -> PuzzleShown:
    """A puzzle that one has not tried, about as hard as one is strong."""
    _check_game(game)
    player = me.id if me else None
    found = await kept.next_puzzle(services.database, player, game, theme=theme, after=after)
    return await _shown(services, me, found)


@router.get("/today/{game}")
async def todays_puzzle(game: GamePath, me: Visitor, services: ServicesDep) -> PuzzleShown:
    """The puzzle of the day, the same for everybody."""
    _check_game(game)
    return await _shown(services, me, kept.puzzle_of_the_day(game, daily_deals.today()))


@router.get("/{puzzle}")
async def show_puzzle(puzzle: PathId, me: Visitor, services: ServicesDep) -> PuzzleShown:
    """A puzzle by its id."""
    return await _shown(services, me, _find(puzzle))


@router.post("/{puzzle}/preview")
async def preview_puzzle(puzzle: PathId, body: PuzzleTry, me: Visitor) -> list[SentEvent]:
    """What a move would score or mark."""
    found = _find(puzzle)
    return preview_for(find_game(found.game), found.state(), found.seat, body.move)


@router.post("/{puzzle}/attempts")
async def attempt_puzzle(puzzle: PathId, body: PuzzleMove, me: CurrentPlayer, services: ServicesDep) -> PuzzleAnswer:
    """An answer: right or wrong, with the chances of the best moves and of this one. The first one counts."""
    found = _find(puzzle)
    state = found.state()
    move, number = legal_move(state, found.seat, body.move)
    written = await kept.attempt(services.journal, me.id, found, body.id, move)
    gains = _gains(state, found.seat)
    chances = {one.move: one.chance for one in found.top}
    streak, _ = kept.streak_of(await kept.attempts_of(services.database, me.id, found.game))
    rating = (await kept.ratings_of(services.database, [found]))[found.id]
    tempting = next(one for one in found.top if one.move == found.tempting)
    ideas = [_idea(one, gains, found if one.move in found.best else None) for one in found.top]
    why = why_better(found, move)
    return PuzzleAnswer(
        right=move in found.best,
        move=move,
        chance=chances.get(move, found.chances[number] / 100),
        best=list(found.best),
        ideas=ideas,
        compared=why.other,
        reason=why.reason,
        harm=why.harm,
        tempting=_idea(tempting, gains),
        chances=list(found.chances),
        themes=list(found.themes),
        counted=written.name == body.id,
        rating_before=round(written.before),
        rating_after=round(written.after),
        puzzle_rating=round(rating),
        streak=streak,
    )


def _gains(state: AnyState, seat: int) -> dict[str, str]:
    groups = moves_for(state, seat)
    return {one.start + end: gain for one in groups for end, gain in zip(one.ends, one.gains, strict=True)}


def _idea(one: TriedMove, gains: dict[str, str], best_of: Puzzle | None = None) -> Idea:
    reason = best_of.reasons[0] if best_of is not None and best_of.reasons else None
    return Idea(one.move, gains.get(one.move, ""), one.chance, (), 0, "open", reason)


async def _shown(services: Services, me: User | None, puzzle: Puzzle) -> PuzzleShown:
    tried = await kept.tried_of(services.database, me.id, [puzzle.id]) if me else {}
    day = daily_deals.today()
    return PuzzleShown(
        id=puzzle.id,
        game=puzzle.game,
        players=puzzle.players,
        rating=round((await kept.ratings_of(services.database, [puzzle]))[puzzle.id]),
        seat=puzzle.seat,
        view=puzzle.view,
        moves=moves_for(puzzle.state(), puzzle.seat),
        day=day if kept.puzzle_of_the_day(puzzle.game, day) == puzzle else None,
        state=_state(tried.get(puzzle.id)),
    )


def _find(puzzle: str) -> Puzzle:
    return kept.find_puzzle(games_with_puzzles(GAMES), puzzle)


def _check_game(game: str) -> None:
    if game not in games_with_puzzles(GAMES):
        raise Refused("not_found", "there are no puzzles for this game")
