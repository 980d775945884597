"""The ways between the states and moves of `triax.games.axo` and the arrays and codes of `layout`; a deck's tables."""

from __future__ import annotations

from functools import cache

import numpy as np

from triax.games.axo.facts import SIMONA_SIDE as SIDE_OF_SIMONA
from triax.games.axo.notation import PASS, AxoMove, Cards, Mark, MarkOne, PlayCard, Swap, Wipe
from triax.games.axo.pieces import CARDS, COLOURS, EFFECTS, FULL, Deck, deck_of, shifts, standard_deck, turned, turns
from triax.games.axo.player import Player, Sheet
from triax.games.axo.state import AxoState
from triax.games.core import Move, Plain
from triax.kernels.arrays import Floats, Ints, Longs
from triax.kernels.axo import layout as lay
from triax.kernels.jit import njit

LISTS = {"area": lay.AREA_CODE, "refresh": lay.REFRESH_CODE, "refill": lay.REFILL_CODE}
SINGLES = {"free": lay.FREE_CODE, "extra": lay.EXTRA_CODE, "stamp": lay.STAMP_CODE}


def pack(kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> int:
    return kind | a << 4 | b << 10 | c << 16 | d << 22


def card_name(card: int) -> str:
    return f"{card:02}"


def encode(move: Move) -> int:
    """A decision as one integer."""
    match move:
        case Cards(what=what, cards=cards):
            return pack(LISTS[what], *map(int, cards))
        case PlayCard(card=card, colour=colour):
            return pack(lay.PLAY_CODE, int(card), COLOURS.index(colour))
        case Mark(card=card, x=x, y=y, turn=turn):
            return pack(lay.MARK_CODE, int(card), 3 * y + x, turn)
        case MarkOne(what=what, card=card, x=x, y=y):
            return pack(SINGLES[what], int(card), 3 * y + x)
        case Wipe(seat=seat, card=card, x=x, y=y):
            return pack(lay.WIPE_CODE, int(card), 3 * y + x, seat)
        case Swap(area=area, hand=hand):
            return pack(lay.SWAP_CODE, int(area), int(hand))
        case _:
            return lay.PASS_CODE


def decode(code: int) -> AxoMove:
    """The decision that an integer stands for."""
    kind, fields = int(code) & 15, [int(code) >> shift & 63 for shift in (4, 10, 16, 22)]
    first = card_name(fields[0])
    for what, number in LISTS.items():
        if kind == number:
            return Cards(what, tuple(card_name(card) for card in fields if card))
    for what, number in SINGLES.items():
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
    vec = np.zeros(lay.SIZE, np.int32)
    vec[lay.PLAYERS] = state.players
    vec[lay.WITH_EFFECTS] = state.options["effects"]
    vec[lay.SIMONA_SIDE] = SIDE_OF_SIMONA[state.options.get("simona", "left")]
    vec[lay.PHASE] = lay.PHASES.index(state.phase)
    vec[lay.ACTIVE] = lay.NOBODY if state.active is None else state.active
    vec[lay.MIDDLE] = int(state.card or 0)
    vec[lay.COLOUR] = COLOURS.index(state.colour) if state.colour else 0
    for card in state.discard:
        word, place = divmod(int(card) - 1, 27)
        vec[lay.DISCARD + word] |= 1 << place
    vec[lay.PILE_END] = len(state.pile)
    vec[lay.PILE : lay.PILE + len(state.pile)] = [int(card) for card in state.pile]
    simona = state.simona or ()
    vec[lay.SIMONA_END] = len(simona)
    vec[lay.SIMONA : lay.SIMONA + len(simona)] = [int(card) for card in simona]
    vec[lay.WAITING_COUNT] = len(state.effects)
    vec[lay.WAITING : lay.WAITING + len(state.effects)] = [seat * 64 + int(card) for seat, card in state.effects]
    for seat, player in enumerate(state.seats):
        _load_seat(vec[lay.SEATS + seat * lay.SEAT_SIZE : lay.SEATS + (seat + 1) * lay.SEAT_SIZE], player, state, seat)
    return vec


def _load_seat(block: Ints, player: Player, state: AxoState, seat: int) -> None:
    hand = sorted(int(card) for card in player.hand)
    block[lay.HAND_COUNT] = len(hand)
    block[lay.HAND : lay.HAND + len(hand)] = hand
    block[[lay.POINTS, lay.SPARE, lay.EARNED, lay.PIVOTS]] = player.points, player.extra, player.earned, player.pivots
    area: list[Sheet] = sorted(player.area)
    if state.marking:
        marking = state.marking[seat]
        block[lay.BEFORE : lay.BEFORE + len(area)] = [sheet.marks for sheet in area]
        block[[lay.SPARE_BEFORE, lay.PIVOTS_BEFORE]] = player.extra, player.pivots
        area = sorted(marking.area)
        block[[lay.SPARE, lay.PIVOTS, lay.STEP]] = marking.extra, marking.pivots, lay.STEPS.index(marking.step)
        applied = {made.card for made in marking.made if made.what == "mark"}
        block[lay.APPLIED] = sum(1 << place for place, sheet in enumerate(area) if sheet.card in applied)
    if state.laid and (laid := state.laid[seat]) is not None:
        block[lay.LAID] = sum(1 << hand.index(int(card)) for card in laid)
    block[lay.AREA_COUNT] = len(area)
    block[lay.AREA : lay.AREA + len(area)] = [int(sheet.card) for sheet in area]
    block[lay.MARKS : lay.MARKS + len(area)] = [sheet.marks for sheet in area]


def tables(options: Plain | None = None) -> Ints:
    """The tables of a deck. Compiles a little when first called."""
    return _standard_tables() if not options or "pieces" not in options else _build(deck_of(options))


@cache
def _standard_tables() -> Ints:
    return _build(standard_deck())


def _build(deck: Deck) -> Ints:
    data = np.zeros((CARDS + 1, lay.COLUMNS), np.int32)
    for name, card in deck.items():
        row = data[int(name)]
        row[lay.KIND_OF_EFFECT] = 0 if card.effect is None else 1 + EFFECTS.index(card.effect)
        row[lay.MIDDLE_COLOUR] = COLOURS.index(card.grid[4])
        row[lay.SECTIONS : lay.SECTIONS + 3] = [card.sections(colour) for colour in COLOURS]
        row[lay.DIFFERENT_TURNS] = len(turns(card.shape))
        for turn in range(4):
            placements = shifts(turned(card.shape, turn))
            row[lay.PLACES + turn] = len(placements)
            row[lay.REACH + turn] = np.bitwise_or.reduce([under for _, _, under in placements])
            row[lay.CORNER + turn] = placements[0][2]
            first = lay.PLACEMENTS + lay.MOST_PLACES * turn
            row[first : first + len(placements)] = [(3 * y + x) << 9 | under for x, y, under in placements]
    tempo = np.zeros((CARDS + 1, FULL + 1))
    seen = data[1:, lay.PLACEMENTS : lay.TEMPO].reshape(-1, lay.MOST_PLACES)
    _fill_tempo(data, *np.unique(seen, axis=0, return_counts=True), tempo)
    data[:, lay.TEMPO :] = np.rint(tempo * lay.TEMPO_UNIT)
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
                best = lay.TEMPO_LIMIT
                for colour in range(3):
                    open_here = data[card, lay.SECTIONS + colour] & ~marks
                    left = lay.TEMPO_LIMIT
                    for place in range(lay.MOST_PLACES):
                        hit = polyominoes[polyomino, place] & open_here
                        if hit:
                            left = min(left, tempo[card, marks | hit])
                    if left < lay.TEMPO_LIMIT:
                        total += copies[polyomino] * left
                        moving += copies[polyomino]
                    best = min(best, left)
                if best < lay.TEMPO_LIMIT:
                    total += 3 * copies[polyomino] * best
                    moving += 3 * copies[polyomino]
            if moving > 0:
                tempo[card, marks] = min(lay.TEMPO_LIMIT, (everything + total) / moving)
            else:
                tempo[card, marks] = lay.TEMPO_LIMIT
