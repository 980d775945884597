"""Any text is a message or is refused, and for a move it is a legal one or is refused. Nothing else happens."""

from __future__ import annotations

import json
import re
from functools import cache
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triax.games import GAMES
from triax.games.core import Dice
from triax.server import actions, protocol
from triax.server.actions import MoveRequest, ProposedEntry
from triax.server.errors import Refused
from triax.server.sockets import _read_message
from triax.server.table import LogEntry, Table, TableMeta

LIMIT = 8_192
ANY_TEXT = st.text(st.characters(exclude_categories=()))
PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
JSON = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4))
TAGS = [kind.__struct_config__.tag for kind in get_args(protocol.ClientMessage)]
FIELDS = ["type", "id", "seat", "number", "move", "text"]


def near_messages() -> st.SearchStrategy[str]:
    """Objects that have much of a message."""
    odd = PLAIN | st.integers(-1, 4) | st.sampled_from(["2,1/0", "pass", "a" * 65])
    loose = st.dictionaries(st.sampled_from(FIELDS), odd | JSON)
    return st.builds(lambda tag, rest: json.dumps({"type": tag, **rest}), st.sampled_from(TAGS), loose)


def understood(raw: str | bytes) -> protocol.ClientMessage | None:
    try:
        return _read_message(raw, LIMIT)
    except Refused as refused:
        check(refused, "bad_message", "too_large")
        return None


def check(refused: Refused, *codes: str) -> None:
    """It is one of these, and can be sent."""
    assert refused.code in codes
    assert 0 < len(refused.message) <= 400
    protocol.encode(protocol.Refusal(refused.code, refused.message))


@given(ANY_TEXT | near_messages() | JSON.map(json.dumps) | st.binary())
def test_anything_is_a_message_or_refused(raw: str | bytes) -> None:
    message = understood(raw)
    if message is not None:
        assert isinstance(message, get_args(protocol.ClientMessage))
        # Read as it was meant, whatever way it came.
        assert _read_message(protocol.encode(message), LIMIT) == message


@given(st.sampled_from(["[", '{"a":', '{"type":', '{"id":[']), st.integers(1, 100_000))
@settings(max_examples=30)
def test_nesting_is_refused(opening: str, depth: int) -> None:
    assert understood(opening * depth) is None


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ('{"type": "move", "id": "1", "seat": 0, "number": 1}', "Object missing required field `move`"),
        (
            '{"type": "move", "id": "1", "seat": "0", "number": 1, "move": ""}',
            "Expected `int`, got `str` - at `$.seat`",
        ),
        ('{"type": "jump"}', "Invalid value 'jump' - at `$.type`"),
        ('{"type": "sync", "id": "1"}', "Object contains unknown field `id`"),
        ("{", "not a message in JSON"),
    ],
)
def test_refusals_say_what_is_wrong(raw: str, said: str) -> None:
    with pytest.raises(Refused, match=f"^{re.escape(said)}$"):
        _read_message(raw, LIMIT)


# Moves.


@cache
def tables(game: str) -> list[Table]:
    """One game from the first position to the last, as the table was every few moves."""
    shown = []
    for steps in range(0, 60, 6):
        table = dealt(game)
        rng = Random(7)
        for _ in range(steps):
            if table.state is None or not table.to_act:
                break
            seat = min(table.to_act)
            move = str(rng.choice(table.state.moves(seat)))
            proposed = actions.move(table, f"p{seat}", MoveRequest(seat, move), Dice(rng))
            assert isinstance(proposed, ProposedEntry)
            take(table, proposed)
        if table.to_act:
            shown.append(table)
    return shown


def dealt(game: str) -> Table:
    table = Table(TableMeta("t", game, 2, {}, False, None, False, "p0", 0.0))
    for seat in range(2):
        take(table, ProposedEntry("sit", seat, {"player": f"p{seat}"}))
    take(table, actions.deal(table, Random(5)))
    return table


def take(table: Table, one: ProposedEntry) -> None:
    table.apply(LogEntry(table.count, one.kind, one.seat, json.loads(json.dumps(one.data)), 0.0, f"u{table.count}"))


NOTATIONS = {
    "rota": r"-?[0-9]{1,4},-?[0-9]{1,4}/[0-9](=[A-Z])?",
    "axio": r"([RGBOP]{2}@-?[0-9]{1,2},-?[0-9]{1,2}>[NESW])|exchange|keep",
    "axo": r"(area|refresh|refill)( [0-5][0-9]){1,5}|play [0-5][0-9] [RYB]"
    r"|(mark|free|extra|stamp) [0-5][0-9]@[0-3],[0-3](~[0-4])?"
    r"|wipe [0-3]:[0-5][0-9]@[0-2],[0-2]|swap [0-5][0-9]>[0-5][0-9]|pass",
}


@st.composite
def attempts(draw: st.DrawFn, game: str) -> tuple[Table, int, str]:
    """A position, a seat, and something to play there: any text, what looks like a move, or a legal one hurt."""
    table = draw(st.sampled_from(tables(game)))
    assert table.state is not None
    seat = draw(st.integers(0, 1))
    legal = [str(move) for move in table.state.moves(min(table.to_act))]
    move = draw(st.sampled_from(legal))
    at = draw(st.integers(0, len(move)))
    hurt = st.builds(lambda odd, skip: move[:at] + odd + move[at + skip :], ANY_TEXT, st.integers(0, 2))
    return table, seat, draw(ANY_TEXT | st.from_regex(NOTATIONS[game], fullmatch=True) | hurt | st.sampled_from(legal))


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=400)
@given(data=st.data())
def test_any_text_is_a_legal_move_or_refused(game: str, data: st.DataObject) -> None:
    table, seat, text = data.draw(attempts(game))
    before: Any = (table.count, table.state, dict(table.numbers), list(table.log))
    try:
        proposed = actions.move(table, f"p{seat}", MoveRequest(seat, text, None, "id"), Dice(Random(1)))
    except Refused as refused:
        check(refused, "bad_notation", "illegal_move", "wrong_seat")
    else:
        assert isinstance(proposed, ProposedEntry)
        assert table.state is not None
        assert text in {str(move) for move in table.state.moves(seat)}
    assert (table.count, table.state, dict(table.numbers), list(table.log)) == before
