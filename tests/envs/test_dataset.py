"""Records as arrays: the same numbers as in the environments."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from tests.support import random_game
from triax.envs import Frame, dataset
from triax.envs.dataset import NpzWriter, ParquetWriter, Rows, count_rows, frame_of, legal_of, rows_of
from triax.games import GAMES
from triax.games.core import Dice
from triax.games.record import Record, Recorder


def recorded(name: str, players: int, seed: int, moves: int | None = None) -> Record:
    rng, game = Random(seed), GAMES[name]
    recorder = Recorder(game, players, {"start": 0}, game.deal(players, {"start": 0}, rng))
    while recorder.state.to_act and (moves is None or len(recorder.log) < moves):
        seat = min(recorder.state.to_act)
        legal = recorder.state.moves(seat)
        recorder.play(seat, legal[rng.randrange(len(legal))], Dice(rng))
    return recorder.record()


def written(file: Path, frame: Frame, games: list[Record]) -> Path:
    writer = dataset.WRITERS[file.suffix](file, frame, len(games), sum(count_rows(frame, game) for game in games))
    for number, game in enumerate(games):
        writer.write(rows_of(frame, game, number))
    writer.close()
    return file


TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("rota", 2, {"reach": 20}),
    ("axio", 3, {}),
    ("axo", 2, {}),
    ("axo", 1, {"actions": "picks"}),
]


@pytest.mark.parametrize(("name", "players", "settings"), TABLES)
def test_a_row_is_what_an_environment_shows(name: str, players: int, settings: dict[str, Any], tmp_path: Path) -> None:
    record = recorded(name, players, 3)
    frame = frame_of(record, settings.get("reach"), settings.get("actions", "moves"))
    file = written(tmp_path / "games.npz", frame, [recorded(name, players, 2), record])
    row = count_rows(frame, recorded(name, players, 2))
    with np.load(file) as arrays:
        told = json.loads(str(arrays["about"]))
        assert (told["game"], told["players"], told["games"], told["action_count"]) == (name, players, 2, frame.size)
        assert told["observation"][0]["name"] == frame.layout.parts[0].name
        for number, step in enumerate(record.replay()):
            for at, action in enumerate(actions := frame.actions_of(step.move, step.seat)):
                seen = frame.observe(step.before.view(step.seat), step.seat, actions[:at])
                assert np.array_equal(arrays["observation"][row], seen)
                assert list(legal_of(arrays, row)) == frame.codes(step.before, step.seat, actions[:at])
                assert action in legal_of(arrays, row)
                assert [arrays[key][row] for key in ("game", "move", "seat", "action")] == [
                    1,
                    number,
                    step.seat,
                    action,
                ]
                assert arrays["result"][row] == np.float32(frame.returns(step.after)[step.seat]) or step.after.to_act
                row += 1
        assert all(len(arrays[key]) == row for key in (*dataset.COLUMNS, "observation", "legal_end"))
        ends = [np.flatnonzero((arrays["game"] == 1) & (arrays["seat"] == seat))[-1] for seat in range(players)]
        last = [float(arrays["result"][end]) for end in ends]
        assert last == [np.float32(worth) for worth in frame.returns(step.after)]


def test_both_files_hold_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Written in many chunks or in one, and the same bytes every time."""
    games = [recorded("axio", 2, seed) for seed in range(3)]
    frame = frame_of(games[0], None, "moves")
    whole = written(tmp_path / "whole.npz", frame, games)
    monkeypatch.setattr(dataset, "CHUNK", frame.layout.size * 10)
    chunks: list[int] = []
    put = ParquetWriter._put

    def counted(self: ParquetWriter, rows: Rows) -> None:
        chunks.append(len(rows))
        put(self, rows)

    monkeypatch.setattr(ParquetWriter, "_put", counted)
    table = pq.read_table(written(tmp_path / "games.parquet", frame, games))
    assert len(chunks) == 3
    assert written(tmp_path / "chunks.npz", frame, games).read_bytes() == whole.read_bytes()
    again = written(tmp_path / "again.parquet", frame, games)
    assert again.read_bytes() == (tmp_path / "games.parquet").read_bytes()
    with np.load(whole) as arrays:
        for name in dataset.COLUMNS:
            assert np.array_equal(table[name].to_numpy(), arrays[name])
        seen = np.frombuffer(b"".join(table["observation"].to_pylist()), np.int8).reshape(table.num_rows, -1)
        assert np.array_equal(seen, arrays["observation"])
        assert [row.as_py() for row in table["legal"]] == [list(legal_of(arrays, row)) for row in range(len(seen))]
        assert json.loads(table.schema.metadata[b"triax"]) == json.loads(str(arrays["about"]))


def test_no_more_than_a_chunk_is_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = recorded("axio", 1, 1)
    frame = frame_of(record, None, "moves")
    rows = rows_of(frame, record, 0)
    monkeypatch.setattr(dataset, "CHUNK", frame.layout.size * len(rows))
    writer = NpzWriter(tmp_path / "games.npz", frame, 5, 5 * len(rows))
    for _ in range(5):
        writer.write(rows)
        assert len(writer._held) == 0
    writer.close()
    assert isinstance(writer._held, Rows)


def test_a_game_that_is_not_over_is_worth_no_number() -> None:
    record = recorded("rota", 2, 1, moves=6)
    rows = rows_of(frame_of(record, None, "moves"), record, 0)
    assert len(rows) == 6
    assert np.isnan(rows.column("result")).all()


def test_the_moves_of_a_random_game_have_their_actions() -> None:
    frame = Frame("axo", 2, {}, None, "picks")
    for played in random_game(GAMES["axo"], 2, "dataset"):
        picked: tuple[int, ...] = ()
        for action in frame.actions_of(played.move, played.seat):
            choice = frame.choose(played.before, played.seat, picked, action)
            picked = choice.picked
        assert choice.move == played.move
