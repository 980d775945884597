"""Whole games of an independent implementation replay here: legal-move counts, scores and results."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support import TESTS
from triax.games.record import Recorder, read_record

RECORDS = [
    pytest.param(line, id=f"{path.stem}-{number}")
    for path in sorted((TESTS / "conformance").glob("*.jsonl"))
    for number, line in enumerate(path.read_text().splitlines(), 1)
]


@pytest.mark.parametrize("line", RECORDS)
def test_replays_with_equal_counts_scores_and_result(line: str) -> None:
    record = read_record(line)
    assert all("legal" in entry and "scores" in entry for entry in record.log if "move" in entry)
    steps = list(record.replay())
    assert [step.move for step in steps] == [record.game.parse(e["move"]) for e in record.log if "move" in e]


@pytest.mark.parametrize("line", RECORDS)
def test_is_written_as_it_was_read(line: str) -> None:
    assert read_record(line).to_json() == line


@pytest.mark.parametrize("line", RECORDS)
def test_playing_it_again_records_the_same(line: str) -> None:
    record = read_record(line)
    recorder = Recorder(record.game, record.players, record.options, record.setup, trace=True)
    shuffles: list[Any] = [entry["shuffle"] for entry in record.log if "shuffle" in entry]

    class Recorded:
        def shuffle(self, _: Any) -> tuple[str, ...]:  # noqa: ANN401
            return tuple(shuffles.pop(0))

    for entry in record.log:
        if "move" in entry:
            recorder.play(entry["seat"], record.game.parse(entry["move"]), Recorded())
    assert json.loads(recorder.record().to_json()) == json.loads(line)
