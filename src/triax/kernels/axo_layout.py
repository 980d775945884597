"""AXO as numbers: how a position lies in one flat array, how a decision is one integer, what a deck's tables hold.

A position is an int32 array of `SIZE` places, all that is hidden included. Cards are 1 to 54 as on the cards, 0 is
none; seats, colours (R Y B) and sections (bit 3y + x of nine) count from 0.

    header    players, options, phase, who is active, the card in the middle, counters of the lists below
    DISCARD   two words of 27 bits: a set, since its order means nothing
    PILE      54 places, drawn from PILE_NEXT up to PILE_END
    SIMONA    her pile, drawn from SIMONA_NEXT up to SIMONA_END
    WAITING   effects that wait, the first being decided: seat * 64 + card
    SEATS     four blocks of SEAT_SIZE; hands and areas are kept ascending, as the rules list their moves

Marking in progress is in the seats' blocks themselves: marks, extra marks and pivots are those of the marker.
A decision is kind | a << 4 | b << 10 | c << 16 | d << 22:

    AREA, REFRESH, REFILL    cards a b c d, ascending, 0 for none
    PLAY                     card a, colour b
    MARK                     card a, section b of the bounding box's top left, pivot turn c
    FREE, EXTRA, STAMP       card a, section b
    WIPE                     card a, section b, seat c
    SWAP                     card a of the area, card b of the hand
"""

from __future__ import annotations

from functools import cache

import numpy as np

from triax.games.axo.facts import SIMONA_SIDE as SIDE_OF_SIMONA
from triax.games.axo.notation import PASS, AxoMove, Cards, Mark, MarkOne, PlayCard, Swap, Wipe
from triax.games.axo.pieces import CARDS, COLOURS, EFFECTS, FULL, Deck, shifts, standard_deck, turned, turns
from triax.games.axo.player import Player, Sheet
from triax.games.axo.state import AxoState
from triax.games.core import Move
from triax.kernels.arrays import Floats, Ints, Longs
from triax.kernels.jit import njit

# Where things lie in a position.
PLAYERS, WITH_EFFECTS, SIMONA_SIDE, PHASE, ACTIVE, MIDDLE, COLOUR = range(7)
PILE_NEXT, PILE_END, SIMONA_NEXT, SIMONA_END, WAITING_COUNT = range(7, 12)
DISCARD = 12
PILE = DISCARD + 2
SIMONA = PILE + CARDS
WAITING = SIMONA + 8
SEATS = WAITING + 12

# Where things lie in a seat's block.
HAND_COUNT = 0
HAND = 1
AREA_COUNT = 8
AREA = 9
MARKS = 12
POINTS, SPARE, EARNED, PIVOTS, STEP, APPLIED, LAID = range(15, 22)
"""SPARE: extra marks at hand. APPLIED: bits of the area's places marked this turn. LAID: bits of the hand's places."""
SEAT_SIZE = 22
SIZE = SEATS + 4 * SEAT_SIZE

PHASES = ("over", "area", "choose", "mark", "effects", "refill")
OVER, LAYING, CHOOSING, MARKING, EFFECT, REFILLING = range(6)
STEPS = ("done", "apply", "free", "extra")
DONE, APPLYING, FREELY, SPENDING = range(4)
NO_EFFECT, STAMPS, SPARKS, WIPES, REFRESHES, SWAPS, PIVOTING = range(7)
NOBODY = -1
"""Simona, where a seat is asked for."""

PASS_CODE, AREA_CODE, PLAY_CODE, MARK_CODE, FREE_CODE, EXTRA_CODE = range(6)
STAMP_CODE, WIPE_CODE, REFRESH_CODE, SWAP_CODE, REFILL_CODE = range(6, 11)
MAX_MOVES = 80
"""More than any position offers: a wipe has at most 3 × 3 × 8 targets and the pass."""
_LISTS = {"area": AREA_CODE, "refresh": REFRESH_CODE, "refill": REFILL_CODE}
_SINGLES = {"free": FREE_CODE, "extra": EXTRA_CODE, "stamp": STAMP_CODE}

# Columns of a deck's data. For each of the four turns: the number of placements, all sections they reach, the
# sections under the polyomino at the top left, and the placements, each section << 9 | sections under it.
KIND_OF_EFFECT, MIDDLE_COLOUR, SECTIONS, DIFFERENT_TURNS = 0, 1, 2, 5
PLACES, REACH, CORNER, PLACEMENTS = 6, 10, 14, 18
MOST_PLACES = 4
TEMPO = PLACEMENTS + 4 * MOST_PLACES
"""From here on a column for each set of marks: the applications that the card is likely to need still, times 1024."""
COLUMNS = TEMPO + FULL + 1
TEMPO_UNIT = 1024
TEMPO_LIMIT = 12.0


def pack(kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> int:
    return kind | a << 4 | b << 10 | c << 16 | d << 22


def card_name(card: int) -> str:
    return f"{card:02}"


def encode(move: Move) -> int:
    """A decision as one integer."""
    match move:
        case Cards(what=what, cards=cards):
            return pack(_LISTS[what], *map(int, cards))
        case PlayCard(card=card, colour=colour):
            return pack(PLAY_CODE, int(card), COLOURS.index(colour))
        case Mark(card=card, x=x, y=y, turn=turn):
            return pack(MARK_CODE, int(card), 3 * y + x, turn)
        case MarkOne(what=what, card=card, x=x, y=y):
            return pack(_SINGLES[what], int(card), 3 * y + x)
        case Wipe(seat=seat, card=card, x=x, y=y):
            return pack(WIPE_CODE, int(card), 3 * y + x, seat)
        case Swap(area=area, hand=hand):
            return pack(SWAP_CODE, int(area), int(hand))
        case _:
            return PASS_CODE


def decode(code: int) -> AxoMove:
    """The decision that an integer stands for."""
    kind, fields = int(code) & 15, [int(code) >> shift & 63 for shift in (4, 10, 16, 22)]
    first = card_name(fields[0])
    for what, number in _LISTS.items():
        if kind == number:
            return Cards(what, tuple(card_name(card) for card in fields if card))
    for what, number in _SINGLES.items():
        if kind == number:
            return MarkOne(what, first, fields[1] % 3, fields[1] // 3)
    match kind:
        case 2:
            return PlayCard(first, COLOURS[fields[1]])
        case 3:
            return Mark(first, fields[1] % 3, fields[1] // 3, fields[2])
        case 7:
            return Wipe(fields[2], first, fields[1] % 3, fields[1] // 3)
        case 9:
            return Swap(first, card_name(fields[1]))
        case _:
            return PASS


def load(state: AxoState) -> Ints:
    """A position as an array."""
    vec = np.zeros(SIZE, np.int32)
    vec[PLAYERS] = state.players
    vec[WITH_EFFECTS] = state.options["effects"]
    vec[SIMONA_SIDE] = SIDE_OF_SIMONA[state.options.get("simona", "left")]
    vec[PHASE] = PHASES.index(state.phase)
    vec[ACTIVE] = NOBODY if state.active is None else state.active
    vec[MIDDLE] = int(state.card or 0)
    vec[COLOUR] = COLOURS.index(state.colour) if state.colour else 0
    for card in state.discard:
        word, place = divmod(int(card) - 1, 27)
        vec[DISCARD + word] |= 1 << place
    vec[PILE_END] = len(state.pile)
    vec[PILE : PILE + len(state.pile)] = [int(card) for card in state.pile]
    simona = state.simona or ()
    vec[SIMONA_END] = len(simona)
    vec[SIMONA : SIMONA + len(simona)] = [int(card) for card in simona]
    vec[WAITING_COUNT] = len(state.effects)
    vec[WAITING : WAITING + len(state.effects)] = [seat * 64 + int(card) for seat, card in state.effects]
    for seat, player in enumerate(state.seats):
        _load_seat(vec[SEATS + seat * SEAT_SIZE : SEATS + (seat + 1) * SEAT_SIZE], player, state, seat)
    return vec


def _load_seat(block: Ints, player: Player, state: AxoState, seat: int) -> None:
    hand = sorted(int(card) for card in player.hand)
    block[HAND_COUNT] = len(hand)
    block[HAND : HAND + len(hand)] = hand
    block[[POINTS, SPARE, EARNED, PIVOTS]] = player.points, player.extra, player.earned, player.pivots
    area: list[Sheet] = sorted(player.area)
    if state.marking:
        marking = state.marking[seat]
        area = sorted(marking.area)
        block[[SPARE, PIVOTS, STEP]] = marking.extra, marking.pivots, STEPS.index(marking.step)
        applied = {made.card for made in marking.made if made.what == "mark"}
        block[APPLIED] = sum(1 << place for place, sheet in enumerate(area) if sheet.card in applied)
    if state.laid and (laid := state.laid[seat]) is not None:
        block[LAID] = sum(1 << hand.index(int(card)) for card in laid)
    block[AREA_COUNT] = len(area)
    block[AREA : AREA + len(area)] = [int(sheet.card) for sheet in area]
    block[MARKS : MARKS + len(area)] = [sheet.marks for sheet in area]


def tables(deck: Deck | None = None) -> Ints:
    """The tables of a deck; None is the standard one. Compiles a little when first called."""
    return _standard_tables() if deck is None or deck is standard_deck() else _build(deck)


@cache
def _standard_tables() -> Ints:
    return _build(standard_deck())


def _build(deck: Deck) -> Ints:
    data = np.zeros((CARDS + 1, COLUMNS), np.int32)
    for name, card in deck.items():
        row = data[int(name)]
        row[KIND_OF_EFFECT] = 0 if card.effect is None else 1 + EFFECTS.index(card.effect)
        row[MIDDLE_COLOUR] = COLOURS.index(card.grid[4])
        row[SECTIONS : SECTIONS + 3] = [card.sections(colour) for colour in COLOURS]
        row[DIFFERENT_TURNS] = len(turns(card.shape))
        for turn in range(4):
            placements = shifts(turned(card.shape, turn))
            row[PLACES + turn] = len(placements)
            row[REACH + turn] = np.bitwise_or.reduce([under for _, _, under in placements])
            row[CORNER + turn] = placements[0][2]
            first = PLACEMENTS + MOST_PLACES * turn
            row[first : first + len(placements)] = [(3 * y + x) << 9 | under for x, y, under in placements]
    tempo = np.zeros((CARDS + 1, FULL + 1))
    seen = data[1:, PLACEMENTS:TEMPO].reshape(-1, MOST_PLACES)
    _fill_tempo(data, *np.unique(seen, axis=0, return_counts=True), tempo)
    data[:, TEMPO:] = np.rint(tempo * TEMPO_UNIT)
    data.flags.writeable = False
    return data


@njit
def _fill_tempo(data: Ints, polyominoes: Ints, copies: Longs, tempo: Floats) -> None:
    """How many more applications complete a card, if each brings a random polyomino, turned at random, and as often
    the colour that suits the card best as a random one. From full grids downwards: here marks are never lost."""
    everything = 6.0 * copies.sum()
    for card in range(1, tempo.shape[0]):
        for marks in range(FULL - 1, -1, -1):
            total, moving = 0.0, 0.0
            for polyomino in range(len(copies)):
                best = TEMPO_LIMIT
                for colour in range(3):
                    open_here = data[card, SECTIONS + colour] & ~marks
                    left = TEMPO_LIMIT
                    for place in range(MOST_PLACES):
                        hit = polyominoes[polyomino, place] & open_here
                        if hit:
                            left = min(left, tempo[card, marks | hit])
                    if left < TEMPO_LIMIT:
                        total += copies[polyomino] * left
                        moving += copies[polyomino]
                    best = min(best, left)
                if best < TEMPO_LIMIT:
                    total += 3 * copies[polyomino] * best
                    moving += 3 * copies[polyomino]
            if moving > 0:
                tempo[card, marks] = min(TEMPO_LIMIT, (everything + total) / moving)
            else:
                tempo[card, marks] = TEMPO_LIMIT
