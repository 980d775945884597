"""Strict reading of plain data: each function gives the value back or says where it is wrong and what was expected."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from operator import index
from typing import Any

from triax.games.errors import BadData

LONGEST = 60
"""So many characters of what is refused are quoted."""


def quote(value: object) -> str:
    """A value as it stands in the data, short enough for one line, nothing in it that a terminal would obey."""
    return _shown(json.dumps(value[:LONGEST] if isinstance(value, str) else value, ensure_ascii=False, default=str))


def quote_text(text: object) -> str:
    """A text, such as a move's notation, between single quotes."""
    return f"'{_shown(str(text))}'"


def _shown(text: str) -> str:
    short = text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in short)


def mapping(value: object, where: str) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise BadData(f"{where}: {quote(value)} is not an object")
    return dict(value)


def fields(value: object, where: str, required: Collection[str], optional: Collection[str] = ()) -> dict[str, Any]:
    value = mapping(value, where)
    for name in value:
        if name not in required and name not in optional:
            expected = ", ".join([*required, *optional]) or "none"
            raise BadData(f"{where}: unknown field {quote(name)}; expected {expected}")
    for name in required:
        if name not in value:
            raise BadData(f"{where}: the field {quote(name)} is missing")
    return value


def items(value: object, where: str, length: int | None = None) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise BadData(f"{where}: {quote(value)} is not a list")
    if length is not None and len(value) != length:
        raise BadData(f"{where}: {len(value)} items; expected {length}")
    return list(value)


def integer(value: object, where: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise BadData(f"{where}: {quote(value)}; expected a whole number from {low} to {high}")
    return value


def text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise BadData(f"{where}: {quote(value)} is not a text")
    return value


def free_text(value: object, where: str) -> str:
    """Whatever somebody wants to say; half of a surrogate pair is no text, and no file could hold it."""
    said = text(value, where)
    try:
        said.encode()
    except UnicodeEncodeError:
        raise BadData(f"{where}: {quote(said)} is not a text that can be written down") from None
    return said


def one_of(value: object, where: str, choices: Collection[Any]) -> Any:  # noqa: ANN401
    # True == 1 in Python, but not in a record.
    if not any(type(value) is type(choice) and value == choice for choice in choices):
        raise BadData(f"{where}: {quote(value)}; expected {' or '.join(quote(choice) for choice in choices)}")
    return value


def fixed(value: Mapping[str, Any], where: str, expected: Mapping[str, Any]) -> None:
    """Fields that a set of pieces must have exactly as given."""
    for name, wanted in expected.items():
        # Compared as written: 9.0 == 9 in Python.
        if json.dumps(value[name], default=str) != json.dumps(wanted):
            raise BadData(f"{where}.{name}: {quote(value[name])}; expected {quote(wanted)}")


def same_pieces(found: Iterable[str], expected: Iterable[str], where: str) -> None:
    """The pieces on the table are those of the set, each as often as in the set."""
    have, want = Counter(found), Counter(expected)
    for piece in sorted((have - want).keys() | (want - have).keys()):
        raise BadData(f"{where}: {have[piece]} × {quote(piece)}; expected {want[piece]}")


def _whole(value: object) -> int | None:
    """A whole number of whatever make, NumPy's too; None for all else."""
    try:
        return None if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def check_players(players: object, allowed: Collection[int] = (1, 2, 3, 4)) -> int:
    """How many play."""
    count = _whole(players)
    if count is None or count not in allowed:
        low, high = min(allowed), max(allowed)
        whole = len(allowed) == high - low + 1 > 1
        expected = f"a whole number from {low} to {high}" if whole else " or ".join(map(str, sorted(allowed)))
        raise BadData(f"players: {quote(players if count is None else count)}; expected {expected}")
    return count


def check_seat(seat: object, players: int) -> int:
    """A seat of a table."""
    number = _whole(seat)
    if number is None or not 0 <= number < players:
        raise BadData(
            f"seat: {quote(seat if number is None else number)}; expected a whole number from 0 to {players - 1}"
        )
    return number


def check_count(number: object, where: str) -> int:
    """A whole number from 1 on, of whatever make."""
    count = _whole(number)
    if count is None or count < 1:
        raise BadData(f"{where}: {quote(number if count is None else count)}; expected a whole number from 1 on")
    return count


def start_seat(options: Mapping[str, Any], setup_start: object, players: int) -> int:
    """The seat that starts, which the option (if given) and the set-up must agree on."""
    start = integer(setup_start, "setup.start", 0, players - 1)
    if options.get("start", start) != start:
        raise BadData(f"setup.start: {start}; expected {options['start']}, as in the options")
    return start


def load_json(data: str) -> Any:  # noqa: ANN401
    """JSON, read strictly: no field twice, no NaN."""
    return json.loads(data, object_pairs_hook=_unique_fields, parse_constant=_no_constant)


def _unique_fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise BadData(f"a field is given twice in {quote(found)}")
    return found


def _no_constant(name: str) -> None:
    raise BadData(f"{name} is not a number of a record")
