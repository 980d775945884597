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

from triax.games.axo.pieces import CARDS, FULL

# Where things lie in a position.
PLAYERS, WITH_EFFECTS, SIMONA_SIDE, PHASE, ACTIVE, MIDDLE, COLOUR = range(7)
PILE_NEXT, PILE_END, SIMONA_NEXT, SIMONA_END, WAITING_COUNT, PICK_COUNT, PICKED = range(7, 14)
"""PICK_COUNT, PICKED: the picks of a decision that is not yet made (see `actions`)."""
DISCARD = 14
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
BEFORE = 22
"""As all others still see them while this seat marks: the area's marks, then extra marks and pivots."""
SPARE_BEFORE, PIVOTS_BEFORE = 25, 26
SEAT_SIZE = 27
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
