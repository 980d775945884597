"""Records: read strictly, replayed, written. Whatever is altered in one is refused with its place and a reason."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import TESTS, VARIANTS
from tests.support.examples import examples
from triax.arena.simulate import simulate
from triax.bots import BotSpec
from triax.games import GAMES
from triax.games.errors import BadRecord, TriaxError
from triax.games.record import Recorder, read_record


def conformance(name: str, number: int) -> dict[str, Any]:
    data = json.loads((TESTS / "conformance" / f"{name}.jsonl").read_text().splitlines()[number])
    assert isinstance(data, dict)
    return data


def refuse(data: object, message: str) -> None:
    with pytest.raises(BadRecord) as caught:
        list(read_record(json.dumps(data)).replay())
    assert message in str(caught.value)


@pytest.mark.parametrize(("name", "players", "options"), VARIANTS)
@pytest.mark.parametrize("trace", [False, True])
def test_a_simulated_game_replays(name: str, players: int, options: dict[str, Any], trace: bool) -> None:
    record = simulate(GAMES[name], [BotSpec("random")] * players, options, Random(7), trace=trace)
    text = record.to_json()
    again = read_record(text)
    steps = list(again.replay())
    assert again.to_json() == text
    assert steps[-1].after.outcome is not None
    assert ("legal" in record.log[0]) == trace


SMALL = conformance("rota", 3)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (["format"], "triax-record/2", 'format: "triax-record/2"; expected "triax-record/1"'),
        (["game"], "chess", "'chess' is not a game: expected rota, axio, axo"),
        (["players"], 5, "players: 5; expected a whole number from 1 to 4"),
        (["players"], 3, "setup.stacks: 2 items; expected 3"),
        (["players"], True, "players: true"),
        (["options", "start"], 1, "setup.start: 0; expected 1, as in the options"),
        (["options", "start"], 2, "options.start: 2; expected a whole number from 0 to 1"),
        (["options", "effects"], True, 'options: unknown field "effects"'),
        (["options"], [], "options: [] is not an object"),
        (["comment"], "nice", 'record: unknown field "comment"'),
        (["setup", "stacks", 0, 0], "ZZZZ", "setup:"),
        (["setup", "stacks", 0, 0], 7, "setup: 7 is not a text"),
        (["setup", "supply", 0], "RGBO", "setup:"),
        (["setup", "display", 1, "turn"], 0, "expected the empty corner of"),
        (["setup", "display", 0, "turn"], 4, "setup.display[0].turn: 4"),
        (["setup", "display", 0, "at"], [1, 0], "setup.display[1].at: two tiles on 1,0"),
        (["setup", "display", 0, "at"], [0, 0, 0], "setup.display[0].at: 3 items; expected 2"),
        (["setup", "display", 0, "tile"], "-", 'setup.display[0].tile: "-" is not a tile of the set'),
        (["setup", "bag"], [], 'setup: unknown field "bag"'),
        (["setup", "start"], 7, "setup.start: 7"),
        (["log", 3, "move"], "50,50/0", "log[3]: '50,50/0' is not legal for seat 1: 50,50 shares no side"),
        (["log", 3, "move"], "hello", "log[3]: 'hello' is not a move of Axio Rota"),
        (["log", 3, "move"], 12, "log[3].move: 12 is not a text"),
        (["log", 3, "seat"], 0, "log[3]: seat 0 cannot play"),
        (["log", 3, "seat"], 9, "log[3].seat: 9; expected a whole number from 0 to 1"),
        (["log", 3, "legal"], 1, "log[3]: 1 legal moves; there are"),
        (["log", 3, "scores"], [[0, 0, 0, 0, 0], [9, 9, 9, 9, 9]], "log[3]: scores"),
        (["log", 3, "note"], "!", 'log[3]: unknown field "note"'),
        (["log", 3], {"shuffle": ["RG"]}, "log[3]: a shuffle that no move asks for"),
        (["log", 3], {"shuffle": [3]}, "log[3].shuffle: 3 is not a text"),
        (["log", 3], {"shuffle": [], "seat": 0}, 'log[3]: unknown field "seat"'),
        (["result", "standings"], [[1], [0]], "result.standings: [[1], [0]]; reached [[0], [1]]"),
        (["result", "scores"], [[1, 1, 1, 1, 1], [0, 0, 0, 0, 0]], "result.scores"),
        (["result", "scores"], "12", 'result.scores: "12" is not a list'),
        (["result", "winner"], 1, 'result: unknown field "winner"'),
    ],
)
def test_an_altered_record_is_refused_with_its_place(path: list[Any], value: object, message: str) -> None:
    data = deepcopy(SMALL)
    inner: Any = data
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    refuse(data, message)


def test_a_record_cut_short_or_drawn_out_is_refused() -> None:
    short = {**SMALL, "log": SMALL["log"][:-1]}
    refuse(short, "result: given after 23 entries, but the game is not over")
    del short["result"]
    steps = list(read_record(json.dumps(short)).replay())
    assert steps[-1].after.to_act, "without a result it is a game in progress"
    refuse({**SMALL, "log": [*SMALL["log"], SMALL["log"][-1]]}, "log[24]: ")
    whole = {name: value for name, value in SMALL.items() if name != "result"}
    refuse(whole, "result: missing, though the game is over")


@pytest.mark.parametrize("name", ["axio", "axo"])
def test_shuffles_must_be_there_and_hold_the_right_pieces(name: str) -> None:
    data = conformance(name, 4)
    at = next(number for number, entry in enumerate(data["log"]) if "shuffle" in entry)
    without = deepcopy(data)
    del without["log"][at]
    refuse(without, f"log[{at - 1}]: the shuffle that belongs here is missing")
    other = deepcopy(data)
    other["log"][at]["shuffle"][0] = "RR" if name == "axio" else "00"
    refuse(other, f"log[{at}].shuffle")
    short = deepcopy(data)
    short["log"][at]["shuffle"].pop()
    refuse(short, f"log[{at}].shuffle")
    twice = deepcopy(data)
    twice["log"].insert(at, data["log"][at])
    refuse(twice, f"log[{at + 1}]: a shuffle that no move asks for")


@pytest.mark.parametrize(
    "text",
    ["", "[]", "null", "3", "{", '{"a": 1, "a": 2}', '{"players": NaN}', "[" * 100_000, '{"format": "triax-record/1"}'],
)
def test_what_is_no_record_at_all_is_refused(text: str) -> None:
    with pytest.raises(BadRecord):
        read_record(text)


def paths(value: object, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    return [here, *(path for key, part in inner for path in paths(part, (*here, key)))]


junk = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 60),
    st.floats(allow_nan=False),
    st.text(max_size=4),
    st.sampled_from(["RG", "07", "pass", "0,0/0", "play 07 R", "keep", [], {}, [[]], [[0]]]),
)
EXAMPLES = [conformance(name, number) for name in GAMES.own for number in (0, 4, 9)]
PATHS = [[path for path in paths(example) if path] for example in EXAMPLES]


@examples(200)
@given(data=st.data())
def test_a_mutated_record_is_refused_or_means_the_same(data: st.DataObject) -> None:
    """Nothing but a typed refusal comes out of the reader; what it accepts is a game that the rules allow."""
    number = data.draw(st.integers(0, len(EXAMPLES) - 1))
    record = deepcopy(EXAMPLES[number])
    path = data.draw(st.sampled_from(PATHS[number]))
    holder: Any = record
    for step in path[:-1]:
        holder = holder[step]
    if data.draw(st.booleans()):
        holder[path[-1]] = data.draw(junk)
    else:
        del holder[path[-1]]
    try:
        read = read_record(json.dumps(record))
        steps = list(read.replay())
    except BadRecord:
        return
    assert json.loads(read.to_json()) == json.loads(json.dumps(record))
    assert steps


@pytest.mark.parametrize("name", list(GAMES))
def test_resuming_goes_on_where_the_game_was(name: str) -> None:
    game = GAMES[name]
    recorder = Recorder(game, 2, {}, game.deal(2, {}, Random(2)))
    rng = Random(2)
    for _ in range(min(12, game.facts.decisions.get(2, 12) // 2)):
        seat = min(recorder.state.to_act)
        recorder.play(seat, rng.choice(recorder.state.moves(seat)), _Order())
    again = Recorder.resume(read_record(recorder.record().to_json()))
    assert again.state == recorder.state
    assert again.record().to_json() == recorder.record().to_json()


class _Order:
    def shuffle(self, pieces: Any) -> tuple[str, ...]:  # noqa: ANN401
        return tuple(pieces)


def test_all_refusals_are_of_one_family() -> None:
    with pytest.raises(TriaxError):
        read_record("x")
