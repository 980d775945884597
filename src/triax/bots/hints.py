"""Hints for people: a few good moves at different places, each with what it gains, how likely it wins, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from triax.bots import axio_reasons, axo_reasons, rota_reasons
from triax.bots.core import DEFAULT_BUDGET, Candidate, SearchingBot, asked_seat
from triax.bots.reasons import Adviser, Aspect, Case, Reason
from triax.bots.registry import bots_of, find_bot
from triax.games import find_game
from triax.games.core import AnyGame, AnyState, Move

ADVISERS: dict[str, Adviser[Any, Any, Any]] = {
    adviser.game.name: adviser for adviser in (rota_reasons.ADVISER, axio_reasons.ADVISER, axo_reasons.ADVISER)
}
TEACHER = "master"
"""Who gives hints."""
IDEAS = 8
HOPELESS, CERTAIN = 0.02, 0.98
"""A game in which no candidate wins more often than that is lost, one in which none wins less often is won."""

Outlook = Literal["open", "won", "lost", "alone"]
"""What ideas are ordered by: the chance to win; or, where that is decided or nothing can be won, the scores to be
expected at the end."""


@dataclass(frozen=True)
class Idea:
    """A move to be thought about."""

    move: str
    gain: str
    """What it would score or mark, as in the offered moves."""
    win_share: float | None
    """The share of playouts that were won; null: nothing can be won, or nobody has counted yet."""
    expected: tuple[float, ...]
    """Expected final scores of the own seat, the lowest track first; empty: nobody has counted yet."""
    playouts: int
    outlook: Outlook
    """What ideas are ordered by: open, the share of wins. A game that is won or lost already, or is played alone for
    its score: by what is expected."""
    reason: Reason | None


@dataclass(frozen=True)
class KnownMove:
    """What a search has found out about a move, for one that goes on."""

    move: str
    win_share: float
    expected: tuple[float, ...]
    playouts: int
    value: float


def gives_hints(game: str) -> bool:
    return TEACHER in bots_of(game)


def study(
    view: Any,  # noqa: ANN401, of whichever game
    rng: Random,
    budget: float = DEFAULT_BUDGET,
    playouts: int | None = None,
    known: Sequence[KnownMove] = (),
    *,
    engine: bool = True,
) -> tuple[list[Idea], list[KnownMove]]:
    """Ideas for the seat of a view, the best first, thinking on from what is known of the moves already; and what is
    known now. Without an engine they come from a plain rule, and nobody has counted wins."""
    game = find_game(view["game"])
    seat = asked_seat(view)
    # What is foreseen is the same in every state that fits the view.
    state = game.sample(view, rng)
    adviser = ADVISERS.get(game.name)
    if engine or adviser is None:
        candidates = _added(known, _think(view, state.moves(seat), rng, budget, playouts), game)
    else:
        candidates = _by_rule(adviser, state, seat)
    outlook: Outlook = "open"
    if view["players"] == 1 and not game.facts.won_alone:
        outlook = "alone"
    elif shares := [candidate.win_share for candidate in _likely(candidates) if candidate.playouts]:
        outlook = "lost" if max(shares) < HOPELESS else "won" if min(shares) > CERTAIN else "open"
    ordered = _by_chance(candidates) if outlook == "open" else _by_expectation(candidates)
    gains = [gain for offers in state.offers(seat) for gain in offers.gains]
    ideas: list[Idea] = []
    shown = _apart(ordered, adviser)[:IDEAS]
    moved = _moved(view, [one.move for one in shown]) if engine else [None] * len(shown)
    for one, parts in zip(shown, moved, strict=True):
        events = state.preview(seat, one.move)
        found = [] if adviser is None else adviser.heard(Case(view, seat, one.move, events, gains), parts)
        if not found and (one.playouts or adviser is not None):
            found = [Reason("trials" if one.playouts else "glance", {})]
        # What was said of a better one is not said again, if there is anything else to say.
        said = [idea.reason for idea in ideas]
        reason = next((new for new in found if new not in said), next(iter(found), None))
        share = one.win_share if one.playouts and outlook != "alone" else None
        ideas.append(Idea(str(one.move), state.gain(events), share, one.expected, one.playouts, outlook, reason))
    return ideas, [KnownMove(str(c.move), c.win_share, c.expected, c.playouts, c.value) for c in candidates]


def _moved(view: Any, moves: Sequence[Move]) -> Sequence[Mapping[Aspect, float] | None]:  # noqa: ANN401, as above
    # Imported here: it brings the compiler along.
    from triax.bots.explain import moved  # noqa: PLC0415

    return moved(view, moves)


def _added(
    known: Sequence[KnownMove], candidates: Sequence[Candidate[Move]], game: AnyGame
) -> Sequence[Candidate[Move]]:
    """What two searches say of the moves together, each playout alike: first those that were looked at for long."""
    if not known:
        return candidates
    found = {str(one.move): one for one in candidates}
    for old in known:
        new = found.get(old.move) or Candidate(game.parse(old.move), 0.0, old.expected, 0, 0.0)
        tried = old.playouts + new.playouts
        means = [
            before + (now - before) * new.playouts / max(1, tried)
            for before, now in zip(
                (old.win_share, old.value, *old.expected), (new.win_share, new.value, *new.expected), strict=True
            )
        ]
        found[old.move] = Candidate(new.move, means[0], tuple(means[2:]), tried, means[1])
    likely = {str(one.move) for one in _likely(list(found.values()))}
    return sorted(found.values(), key=lambda one: (str(one.move) in likely, one.value), reverse=True)


def _think(
    view: Any,  # noqa: ANN401, as above
    moves: Sequence[Move],
    rng: Random,
    budget: float,
    playouts: int | None,
) -> Sequence[Candidate[Move]]:
    bot = find_bot(TEACHER, view["game"], budget, playouts)
    if isinstance(bot, SearchingBot):
        return bot.think(view, rng)
    # One that a plug-in has brought and that does not say what it thinks: what it does.
    return [Candidate(bot.choose(view, moves, rng), 0.0, (), 0, 0.0)]


def _by_rule(adviser: Adviser[Any, Any, Any], state: AnyState, seat: int) -> list[Candidate[Move]]:
    moves = state.moves(seat)
    worth = adviser.worth(state, seat, moves)
    best = sorted(range(len(moves)), key=lambda at: worth[at], reverse=True)
    return [Candidate(moves[at], 0.0, (), 0, 0.0) for at in best]


def _by_chance(candidates: Sequence[Candidate[Move]]) -> list[Candidate[Move]]:
    """As the figures are read, in per cent. What the search gave up halfway comes behind what it held to the end, or
    not at all where its figure is higher: it would have sunk."""
    longest = max((one.playouts for one in candidates), default=0)
    held = [one for one in candidates if 2 * one.playouts > longest]
    likely = sorted(held or candidates, key=lambda one: (round(one.win_share, 2), one.value), reverse=True)
    known = {id(one) for one in likely}
    lowest = min((one.win_share for one in likely), default=0.0)
    rest = [one for one in candidates if id(one) not in known and one.win_share <= lowest]
    return [*likely, *sorted(rest, key=lambda one: round(one.win_share, 2), reverse=True)]


def _by_expectation(candidates: Sequence[Candidate[Move]]) -> list[Candidate[Move]]:
    """By the final scores to be expected, the lowest first, to a tenth."""
    return sorted(_likely(candidates), key=lambda one: [round(score, 1) for score in one.expected], reverse=True)


def _likely(candidates: Sequence[Candidate[Move]]) -> list[Candidate[Move]]:
    """Those that the search has looked at for long: of the others it knows little."""
    enough = max((candidate.playouts for candidate in candidates), default=0) / 4
    return [candidate for candidate in candidates if candidate.playouts >= enough]


def _apart(candidates: Sequence[Candidate[Move]], adviser: Adviser[Any, Any, Any] | None) -> list[Candidate[Move]]:
    """Only the best of those that share a place."""
    if adviser is None:
        return list(candidates)
    taken: set[object] = set()
    apart = []
    for candidate in candidates:
        places = adviser.places(candidate.move)
        if not taken & places:
            apart.append(candidate)
            taken |= places
    return apart
