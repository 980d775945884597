"""Axio Rota as numbers: how a position lies in one flat array, how a move is one integer.

A state is one int32 vector of `SIZE` numbers at the offsets named below; `vec.copy()` copies a game.
Colours are 0-4 in the order R G B O P, an empty corner is 5. A tile is an int: three bits a corner, clockwise from
the top left as printed, and above them 1 + the number of its empty corner (0: it has none). 0 is no tile. Stacks and
supply are stored bottom first: the last one is drawn next.

**The plane is a ring.** Cell x,y lies at (x + 63·y) mod 2048, so every neighbour is at a fixed distance. Two different
cells share a place on the ring only if they are at least 64 steps apart (a test checks all the smaller differences).
60 tiles that hang together span at most 59 steps, the empty cells beside them 61 and the corners of those 63: nothing
ever collides, however a game sprawls, and no border has to be watched. A place on the ring is one word:

    bits 0-17   six counts of three bits: the corners of each colour (then: empty ones) in the circle around the
                cell's top left corner. Scoring a corner is one look at its circle's word.
    bits 18-24  where the cell stands in the list of the empty cells beside the display
    bit 25      the cell is in that list       bit 26      a tile lies on the cell

**Moves** are ints: bits 0-2 the named colour + 1 (0: none), bits 3-4 the turn, from bit 5 on the cell as
(x + 64) + 128·(y + 64).
"""

from __future__ import annotations

PLAYERS, TURN, OWED, EXTRA, OVER, SUPPLY_LEFT, FRONTIER_SIZE, REACH, LAID_COUNT = range(9)
"""REACH: how many steps from the start square actions go (see `actions`); 0 is as far as the rules let them."""
TRACKS = 9  # 5 a seat
HANDS = TRACKS + 20
STACK_LEFT = HANDS + 4
STACKS = STACK_LEFT + 4  # 12 a seat
SUPPLY = STACKS + 48
FRONTIER = SUPPLY + 48  # the empty cells beside the display, in no order: at most 2n + 2, and one place spare
DISPLAY = FRONTIER + 124  # what lies, in the order in which it was laid: the cell << 12 | corners
RING = DISPLAY + 60
SIZE = RING + 2048

ROW = 63
RING_MASK = 2047
CORNERS = (0, 1, ROW + 1, ROW)  # the circles at a cell's corners, clockwise from the top left
CIRCLE = (1 << 18) - 1
SLOT, SLOT_MASK = 18, 127
BESIDE, LAID = 1 << 25, 1 << 26
FULL = 12
EMPTY = 5

MAX_MOVES = 122 * 20
