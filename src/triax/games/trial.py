"""A game that others bring is played once before anybody sits down to it: what is wrong with it shows then."""

from __future__ import annotations

import json
from collections.abc import Collection
from random import Random

from triax.games import check
from triax.games.core import AnyGame, AnyState, Dice, Game, Move
from triax.games.errors import BadData
from triax.games.events import Event, redact
from triax.games.facts import Score, TrackScore

DECISIONS = 100
"""So many are looked at, at a table of each size."""
MOVES = 20
"""So many of the legal moves of each are looked at."""


def try_out(game: AnyGame) -> None:
    """Refuse a game that does not keep what the others rely on."""
    check.text(game.title, "facts.title")
    if not game.facts.players:
        raise BadData("facts.scores: nothing; expected the shape of a score by the number of players")
    for players in game.facts.players:
        check.check_players(players)
        rng = Random(0)
        setup = game.deal(players, {}, rng)
        _check_plain(setup, "the set-up")
        state = game.start(players, {}, setup)
        listed = None if type(game).vocabulary is Game.vocabulary else frozenset(game.vocabulary(players))
        for _ in range(DECISIONS):
            _check_position(game, state)
            if not state.to_act:
                break
            for seat in state.to_act:
                _check_moves(game, state, seat, listed)
            seat = min(state.to_act)
            before = state
            state, events = before.play(seat, rng.choice(before.moves(seat)), Dice(rng))
            _check_events(game, events)
            _check_heard(before, seat, events)


def _check_position(game: AnyGame, state: AnyState) -> None:
    _check_scores(state, game.facts.scores[state.players])
    for seat in (None, *range(state.players)):
        view = state.view(seat)
        check.fields(view, "view", game.view_type.__annotations__)
        _check_plain(view, "the view")
        check.text(game.describe(view), "lines")
        if seat in state.to_act and game.sample(view, Random(0)).view(seat) != view:
            raise BadData(f"complete: the state for the view of seat {seat} shows that seat something else")
    if (state.outcome is None) != bool(state.to_act):
        raise BadData(f"outcome: {check.quote(state.outcome)} while {len(state.to_act)} seats owe a decision")


def _check_scores(state: AnyState, shape: Score) -> None:
    numbers = len(shape.colours) if isinstance(shape, TrackScore) else 1
    if [len(score) for score in state.scores] != [numbers] * state.players:
        raise BadData(f"scores: {check.quote(state.scores)}; expected {numbers} for each of {state.players} seats")
    keys = [state.rank_key(seat) for seat in range(state.players)]
    if len({len(key) for key in keys}) > 1:
        raise BadData(f"rank_key: {check.quote(keys)} by seat; expected as many numbers for each")


def _check_moves(game: AnyGame, state: AnyState, seat: int, listed: Collection[Move] | None) -> None:
    moves = state.moves(seat)
    if not moves:
        raise BadData(f"legal: no move for seat {seat}, which owes a decision")
    for move in moves[:MOVES]:
        if game.parse(str(move)) != move:
            raise BadData(f"parse: {check.quote_text(move)} is read as {check.quote_text(game.parse(str(move)))}")
        if listed is not None and move not in listed:
            raise BadData(f"vocabulary: {check.quote_text(move)} is legal and not in it")
        state.gain(state.preview(seat, move))


def _check_events(game: AnyGame, events: tuple[Event, ...]) -> None:
    for event in events:
        if type(event) not in game.event_types:
            raise BadData(f"event_types: {type(event).__name__} happened and is not among them")
        _check_plain(event.plain(), f"the event {check.quote_text(event.kind)}")


def _check_heard(before: AnyState, seat: int, events: tuple[Event, ...]) -> None:
    """What nobody hears of must be called unseen: taking it back would tell the others of it."""
    unheard = [other for other in range(before.players) if other != seat and events and not redact(events, other)]
    if unheard and not before.decides_unseen(seat):
        raise BadData(f"decides_unseen: no for seat {seat}, though seat {unheard[0]} hears nothing of its move")


def _check_plain(data: object, what: str) -> None:
    try:
        json.dumps(data)
    except (TypeError, ValueError) as error:
        raise BadData(f"{what}: {error}; expected what JSON can say") from None
