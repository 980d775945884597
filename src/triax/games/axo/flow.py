"""The course of a turn of AXO between decisions: revealing, effects, scoring, refilling, drawing, the next turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triax.games.axo.notation import Cards, MarkOne, Swap, Wipe
from triax.games.axo.pieces import GOAL, HAND, turned
from triax.games.axo.player import Sheet, begin_marking, bit, marked
from triax.games.changing import changed
from triax.games.core import Chance, Event, Move

if TYPE_CHECKING:
    from triax.games.axo.state import AxoState

POINTS = {0: 0, 1: 1, 2: 3, 3: 4}
SIMONA_SIDE = {"left": 1, "right": 3}


def advance(state: AxoState, chance: Chance) -> tuple[AxoState, list[Event]]:
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


def _waits(state: AxoState) -> bool:
    match state.phase:
        case "effects":
            return bool(state.effects) and bool(state.effect_choices())
        case "refill":
            return any(_has_choice(state, seat) for seat in _first_lacking(state))
        case _:
            return bool(state.to_act)


def _first_lacking(state: AxoState) -> list[int]:
    return [seat for seat in state.clockwise if state.lacks(seat)][:1]


def _has_choice(state: AxoState, seat: int) -> bool:
    return state.lacks(seat) < len(state.seats[seat].hand)


# Set-up and the beginning of a turn.


def _reveal_areas(state: AxoState) -> tuple[AxoState, list[Event]]:
    events = []
    for seat, cards in enumerate(state.laid):
        assert cards is not None
        player = state.seats[seat]
        hand = tuple(card for card in player.hand if card not in cards)
        state = state.with_player(seat, changed(player, hand=hand, area=tuple(Sheet(card) for card in cards)))
        events.append(Event("laid", {"seat": seat, "cards": list(cards)}))
    after, more = _begin_turn(changed(state, laid=()))
    return after, events + more


def _begin_turn(state: AxoState) -> tuple[AxoState, list[Event]]:
    if state.active is not None:
        return changed(state, phase="choose"), []
    if not state.simona:
        return changed(state, phase="over"), []
    card, *pile = state.simona
    colour = state.cards[card].grid[4]
    played = Event("played", {"seat": None, "card": card, "colour": colour})
    return open_marking(changed(state, simona=tuple(pile), card=card, colour=colour)), [played]


def open_marking(state: AxoState) -> AxoState:
    """Everybody sees the polyomino from their own side (X2, X4)."""
    assert state.card is not None
    assert state.colour is not None
    side = SIMONA_SIDE[state.options["simona"]] if state.active is None else state.active
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


def _reveal_marks(state: AxoState) -> tuple[AxoState, list[Event]]:
    events = []
    for seat, marking in enumerate(state.marking):
        player = changed(state.seats[seat], area=marking.area, extra=marking.extra, pivots=marking.pivots)
        state = state.with_player(seat, player)
        events.append(Event("revealed", {"seat": seat, "marks": [made.plain for made in marking.made]}))
    for seat in state.clockwise:
        for sheet in sorted(state.seats[seat].area):
            if sheet.complete:
                state, more = _completed(state, seat, sheet.card)
                events += more
    return changed(state, phase="effects", marking=()), events


def _completed(state: AxoState, seat: int, card: str) -> tuple[AxoState, list[Event]]:
    """Note a completed card; its effect waits behind those already waiting."""
    effect = state.cards[card].effect if state.options["effects"] else None
    waiting = state.effects if effect is None else (*state.effects, (seat, card))
    return changed(state, effects=waiting), [Event("completed", {"seat": seat, "card": card, "effect": effect})]


def _resolve(state: AxoState) -> tuple[AxoState, list[Event]]:
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
    told = player != state.seats[seat]
    return state.with_player(seat, player), [Event("effect", {"seat": seat, "effect": effect})] if told else []


def use_effect(state: AxoState, move: Move, chance: Chance) -> tuple[AxoState, list[Event]]:
    """The decision on the first effect that waits."""
    (seat, card), *rest = state.effects
    state = changed(state, effects=tuple(rest))
    player = state.seats[seat]
    told = [Event("effect", {"seat": seat, "effect": state.cards[card].effect, "move": str(move)})]
    match move:
        case MarkOne(card=target, x=x, y=y):
            area = marked(player.area, target, bit(x, y))
            state = state.with_player(seat, changed(player, area=area))
            if any(sheet.card == target and sheet.complete for sheet in area):
                state, more = _completed(state, seat, target)
                told += more
        case Wipe(seat=other, card=target, x=x, y=y):
            victim = state.seats[other]
            area = tuple(Sheet(s.card, s.marks & ~bit(x, y)) if s.card == target else s for s in victim.area)
            state = state.with_player(other, changed(victim, area=area))
        case Cards(cards=cards):
            hand = tuple(other for other in player.hand if other not in cards)
            state = state.with_player(seat, changed(player, hand=hand), discard=state.discard + cards)
            state, more = _draw(state, seat, len(cards), chance)
            told += more
        case Swap(area=out, hand=into):
            area = tuple(Sheet(into) if sheet.card == out else sheet for sheet in player.area)
            hand = tuple(out if other == into else other for other in player.hand)
            state = state.with_player(seat, changed(player, area=area, hand=hand))
        case _:
            told = [Event("passed", {"seat": seat, "what": state.cards[card].effect})]
    return state, told


def _score(state: AxoState) -> tuple[AxoState, list[Event]]:
    assert state.card is not None
    events = []
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
        told = {"seat": seat, "cards": list(done), "points": POINTS[len(done)], "extra": won, "total": scored.points}
        events.append(Event("scored", told))
        discard += done
        state = state.with_player(seat, scored)
    return changed(state, phase="refill", discard=discard, card=None, colour=None), events


# Refilling, drawing, the end of a turn.


def _refill_and_draw(state: AxoState, chance: Chance) -> tuple[AxoState, list[Event]]:
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


def fill(state: AxoState, seat: int, cards: tuple[str, ...]) -> tuple[AxoState, list[Event]]:
    player = state.seats[seat]
    hand = tuple(card for card in player.hand if card not in cards)
    area = (*player.area, *(Sheet(card) for card in cards))
    refilled = Event("refilled", {"seat": seat, "cards": list(cards)})
    return state.with_player(seat, changed(player, hand=hand, area=area)), [refilled]


def _next_active(state: AxoState) -> int | None:
    if state.players == 1:
        return 0 if state.active is None else None
    assert state.active is not None
    return (state.active + 1) % state.players


def _draw(state: AxoState, seat: int, count: int, chance: Chance) -> tuple[AxoState, list[Event]]:
    events: list[Event] = []
    drawn: list[str] = []
    pile, discard = list(state.pile), state.discard
    while len(drawn) < count and (pile or discard):
        if not pile:
            pile = list(chance.shuffle(sorted(discard)))
            discard = ()
            events.append(Event("reshuffled", {"count": len(pile)}))
        drawn.append(pile.pop(0))
    if not drawn:
        return state, events
    player = state.seats[seat]
    state = state.with_player(seat, changed(player, hand=(*player.hand, *drawn)), pile=tuple(pile), discard=discard)
    return state, [*events, Event("drew", {"seat": seat, "count": len(drawn)}, {"cards": drawn}, owner=seat)]
