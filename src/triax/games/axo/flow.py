"""The course of a turn of AXO between decisions: revealing, effects, scoring, refilling, drawing, the next turn."""

from __future__ import annotations

from typing import TypeVar

from triax.games.axo.events import (
    AreaLaid,
    AxoDrew,
    AxoScored,
    CardCompleted,
    CardPlayed,
    EffectGained,
    EffectPassed,
    EffectUsed,
    MarksMade,
    Refilled,
    Reshuffled,
    Revealed,
)
from triax.games.axo.facts import active_side
from triax.games.axo.notation import AxoMove, Cards, MarkOne, Swap, Wipe
from triax.games.axo.pieces import GOAL, HAND, turned
from triax.games.axo.player import Sheet, begin_marking, bit, marked
from triax.games.axo.position import AxoPosition
from triax.games.changing import changed
from triax.games.core import Chance
from triax.games.events import Event

POINTS = {0: 0, 1: 1, 2: 3, 3: 4}

P = TypeVar("P", bound=AxoPosition)


def advance(state: P, chance: Chance) -> tuple[P, list[Event]]:
    """Go on until somebody owes a decision or the game is over."""
    events: list[Event] = []
    while state.phase != "over" and not _waits(state):
        match state.phase:
            case "area":
                state, more = _reveal_areas(state)
            case "mark":
                state, more = _reveal_marks(state)
            case "effects":
                state, more = _resolve(state) if state.effects else _score(state)
            case _:
                state, more = _refill_and_draw(state, chance)
        events += more
    return state, events


def _waits(state: AxoPosition) -> bool:
    match state.phase:
        case "effects":
            return bool(state.effects) and bool(state.effect_choices())
        case "refill":
            return any(_has_choice(state, seat) for seat in _first_lacking(state))
        case _:
            return bool(state.to_act)


def _first_lacking(state: AxoPosition) -> list[int]:
    return [seat for seat in state.clockwise if state.lacks(seat)][:1]


def _has_choice(state: AxoPosition, seat: int) -> bool:
    return state.lacks(seat) < len(state.seats[seat].hand)


# Set-up and the beginning of a turn.


def _reveal_areas(state: P) -> tuple[P, list[Event]]:
    events: list[Event] = []
    for seat, cards in enumerate(state.laid):
        assert cards is not None
        player = state.seats[seat]
        hand = tuple(card for card in player.hand if card not in cards)
        state = state.with_player(seat, changed(player, hand=hand, area=tuple(Sheet(card) for card in cards)))
        events.append(AreaLaid(seat, cards))
    after, more = _begin_turn(changed(state, laid=()))
    return after, events + more


def _begin_turn(state: P) -> tuple[P, list[Event]]:
    if state.active is not None:
        return changed(state, phase="choose"), []
    if not state.simona:
        return changed(state, phase="over"), []
    card, *pile = state.simona
    colour = state.cards[card].grid[4]
    shown = changed(state, simona=tuple(pile), card=card, colour=colour)
    return open_marking(shown), [CardPlayed(None, card, colour)]


def open_marking(state: P) -> P:
    """Everybody sees the polyomino from their own side (X2, X4)."""
    assert state.card is not None
    assert state.colour is not None
    side = active_side(state.active, state.options)
    marking = tuple(
        begin_marking(
            player,
            state.cards,
            turned(state.cards[state.card].shape, side - seat),
            state.colour,
            active=seat == state.active,
        )
        for seat, player in enumerate(state.seats)
    )
    return changed(state, phase="mark", marking=marking)


# Verifying (X7).


def _reveal_marks(state: P) -> tuple[P, list[Event]]:
    events: list[Event] = []
    for seat, marking in enumerate(state.marking):
        player = changed(state.seats[seat], area=marking.area, extra=marking.extra, pivots=marking.pivots)
        state = state.with_player(seat, player)
        marks = tuple(MarksMade(made.what, made.card, made.cells, made.turn) for made in marking.made)
        events.append(Revealed(seat, marks))
    for seat in state.clockwise:
        for sheet in sorted(state.seats[seat].area):
            if sheet.complete:
                state, more = _completed(state, seat, sheet.card)
                events += more
    return changed(state, phase="effects", marking=()), events


def _completed(state: P, seat: int, card: str) -> tuple[P, list[Event]]:
    """Note a completed card; its effect waits behind those already waiting."""
    effect = state.cards[card].effect if state.options["effects"] else None
    waiting = state.effects if effect is None else (*state.effects, (seat, card))
    return changed(state, effects=waiting), [CardCompleted(seat, card, effect)]


def _resolve(state: P) -> tuple[P, list[Event]]:
    """An effect that needs no decision, or has nothing to choose (X8)."""
    (seat, card), *rest = state.effects
    state = changed(state, effects=tuple(rest))
    player = state.seats[seat]
    effect = state.cards[card].effect
    match effect:
        case "spark":
            player = player.with_extra_mark()
        case "pivot":
            player = changed(player, pivots=player.pivots + 1)
    gained: list[Event] = [EffectGained(seat, str(effect))] if player != state.seats[seat] else []
    return state.with_player(seat, player), gained


def use_effect(state: P, move: AxoMove, chance: Chance) -> tuple[P, list[Event]]:
    """The decision on the first effect that waits."""
    (seat, card), *rest = state.effects
    state = changed(state, effects=tuple(rest))
    player = state.seats[seat]
    effect = str(state.cards[card].effect)
    events: list[Event] = [EffectUsed(seat, effect, str(move))]
    match move:
        case MarkOne(card=target, x=x, y=y):
            area = marked(player.area, target, bit(x, y))
            state = state.with_player(seat, changed(player, area=area))
            if any(sheet.card == target and sheet.complete for sheet in area):
                state, more = _completed(state, seat, target)
                events += more
        case Wipe(seat=other, card=target, x=x, y=y):
            victim = state.seats[other]
            area = tuple(Sheet(s.card, s.marks & ~bit(x, y)) if s.card == target else s for s in victim.area)
            state = state.with_player(other, changed(victim, area=area))
        case Cards(cards=cards):
            hand = tuple(other for other in player.hand if other not in cards)
            state = state.with_player(seat, changed(player, hand=hand), discard=state.discard + cards)
            state, more = _draw(state, seat, len(cards), chance)
            events += more
        case Swap(area=out, hand=into):
            area = tuple(Sheet(into) if sheet.card == out else sheet for sheet in player.area)
            hand = tuple(out if other == into else other for other in player.hand)
            state = state.with_player(seat, changed(player, area=area, hand=hand))
        case _:
            events = [EffectPassed(seat, effect)]
    return state, events


def _score(state: P) -> tuple[P, list[Event]]:
    assert state.card is not None
    events: list[Event] = []
    discard = (*state.discard, state.card)
    for seat in state.clockwise:
        player = state.seats[seat]
        done = tuple(sheet.card for sheet in player.area if sheet.complete)
        if not done:
            continue
        scored = changed(
            player,
            area=tuple(sheet for sheet in player.area if not sheet.complete),
            points=player.points + POINTS[len(done)],
        )
        if len(done) == 1:
            scored = scored.with_extra_mark()
        won = scored.extra - player.extra
        events.append(AxoScored(seat, done, POINTS[len(done)], won, scored.points))
        discard += done
        state = state.with_player(seat, scored)
    return changed(state, phase="refill", discard=discard, card=None, colour=None), events


# Refilling, drawing, the end of a turn.


def _refill_and_draw(state: P, chance: Chance) -> tuple[P, list[Event]]:
    """Areas that can be filled in one way only; when all are full, draw, and the turn is over."""
    for seat in _first_lacking(state):
        return fill(state, seat, tuple(sorted(state.seats[seat].hand)))
    events: list[Event] = []
    for seat in state.clockwise:
        state, more = _draw(state, seat, HAND - len(state.seats[seat].hand), chance)
        events += more
    if any(player.points >= GOAL for player in state.seats):
        return changed(state, phase="over"), events
    following, more = _begin_turn(changed(state, active=_next_active(state)))
    return following, events + more


def fill(state: P, seat: int, cards: tuple[str, ...]) -> tuple[P, list[Event]]:
    player = state.seats[seat]
    hand = tuple(card for card in player.hand if card not in cards)
    area = (*player.area, *(Sheet(card) for card in cards))
    return state.with_player(seat, changed(player, hand=hand, area=area)), [Refilled(seat, cards)]


def _next_active(state: AxoPosition) -> int | None:
    if state.players == 1:
        return 0 if state.active is None else None
    assert state.active is not None
    return (state.active + 1) % state.players


def _draw(state: P, seat: int, count: int, chance: Chance) -> tuple[P, list[Event]]:
    events: list[Event] = []
    drawn: list[str] = []
    pile, discard = list(state.pile), state.discard
    while len(drawn) < count and (pile or discard):
        if not pile:
            pile = list(chance.shuffle(sorted(discard)))
            discard = ()
            events.append(Reshuffled(len(pile)))
        drawn.append(pile.pop(0))
    if not drawn:
        return state, events
    player = state.seats[seat]
    state = state.with_player(seat, changed(player, hand=(*player.hand, *drawn)), pile=tuple(pile), discard=discard)
    return state, [*events, AxoDrew(seat, len(drawn), tuple(drawn))]
