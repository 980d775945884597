"""What callers hand over."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from triax.games.errors import BadData


def whole_numbers(given: Any, shape: tuple[int, ...], words: str) -> npt.NDArray[Any]:  # noqa: ANN401, whatever holds them
    """An array of this shape; all else is refused in these words."""
    try:
        found = np.asarray(given)
    except (TypeError, ValueError):  # such as rows of different lengths
        raise BadData(words) from None
    if found.shape != shape or found.dtype.kind not in "iu":
        raise BadData(words)
    return found
