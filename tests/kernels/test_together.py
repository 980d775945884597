"""What rows say of tracks together is what stands there, and no two things are said by one row."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as some

from triax.kernels.together import FAR, fill_together, rows_together

HIGHEST, PHASES = 4, 3
TRACKS = some.lists(some.integers(0, HIGHEST), min_size=5, max_size=5).map(sorted)


def rows_of(own: list[int], rivals: list[list[int]], phase: int) -> list[int]:
    rows = np.zeros(40, np.int64)
    others = np.array([level for one in rivals for level in one] + [0], np.int64)
    count = fill_together(np.array(own), others, 1 + len(rivals), HIGHEST, phase, PHASES, 7, rows, 2)
    assert rows[:2].tolist() == [0, 0]
    return [int(row) - 7 for row in rows[2:count]]


def said(own: list[int], rivals: list[list[int]], phase: int) -> list[object]:
    """The same in words, one for each row."""
    words: list[object] = [("pair", at, own[at], own[at + 1], phase) for at in range(4)]
    if rivals:
        words += [("beside", at, own[at], rivals[0][at]) for at in range(5)]
    for rank, rival in enumerate(rivals):
        apart = [(at, own[at] - rival[at]) for at in range(5) if own[at] != rival[at]]
        first = (apart[0][0], max(-FAR, min(FAR, apart[0][1]))) if apart else None
        words.append(("apart", rank, first, phase))
    return words


@given(TRACKS, some.lists(TRACKS, max_size=3), some.integers(0, PHASES - 1), some.data())
def test_each_row_says_one_thing(own: list[int], rivals: list[list[int]], phase: int, data: some.DataObject) -> None:
    other = data.draw(TRACKS), data.draw(some.lists(TRACKS, max_size=3)), data.draw(some.integers(0, PHASES - 1))
    rows = [*rows_of(own, rivals, phase), *rows_of(*other)]
    words = [*said(own, rivals, phase), *said(*other)]
    assert all(0 <= row < rows_together(HIGHEST + 1, PHASES) for row in rows)
    assert len(rows) == len(words)
    assert len(set(zip(rows, words, strict=True))) == len(set(rows)) == len(set(words))
