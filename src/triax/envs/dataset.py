"""Records as arrays, for whoever learns from games that were played: a row for every decision.

Rows come in chunks, and a file is written as they come: memory holds no more than a chunk, whatever there is to read.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import numpy as np
import numpy.typing as npt

from triax.envs.frame import Frame
from triax.envs.layout import Numbers
from triax.games.errors import BadData, BadRecord
from triax.games.record import Record

CHUNK = 8_000_000
"""Bytes of observations that are held at once."""
COLUMNS = {"game": np.int32, "move": np.int32, "seat": np.int8, "action": np.int32, "result": np.float32}
"""Besides the observations and the legal actions: a number a row."""
FIRST_DATE = (1980, 1, 1, 0, 0, 0)
"""Nothing of the day on which a file was written is in it."""


@dataclass
class Rows:
    """Decisions one behind the other."""

    observation: list[Numbers] = field(default_factory=list)
    legal: list[list[int]] = field(default_factory=list)
    columns: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in COLUMNS})

    def __len__(self) -> int:
        return len(self.legal)

    def column(self, name: str) -> npt.NDArray[Any]:
        return np.array(self.columns[name], COLUMNS[name])

    def add(self, seen: Numbers, legal: list[int], **numbers: float) -> None:
        self.observation.append(seen)
        self.legal.append(legal)
        for name, number in numbers.items():
            self.columns[name].append(number)

    def extend(self, others: Rows) -> None:
        self.observation += others.observation
        self.legal += others.legal
        for name, numbers in others.columns.items():
            self.columns[name] += numbers


def frame_of(record: Record, reach: int | None, actions: str) -> Frame:
    return Frame(record.game.name, record.players, dict(record.options), reach, actions)


def check_same_table(frame: Frame, record: Record) -> None:
    if (record.game.name, record.players) != (frame.name, frame.players):
        there, here = (
            f"{name} for {players}"
            for name, players in ((record.game.name, record.players), (frame.name, frame.players))
        )
        raise BadRecord(f"a game of {there}; expected one of {here} as the first is: observations have one shape")


def count_rows(frame: Frame, record: Record) -> int:
    """How many rows a record gives, without playing it through."""
    moves = [(entry["seat"], entry["move"]) for entry in record.log if "move" in entry]
    if not frame.by_picks:
        return len(moves)
    return sum(len(frame.actions_of(frame.game.parse(move), seat)) for seat, move in moves)


def rows_of(frame: Frame, record: Record, game: int) -> Rows:
    """Every decision of a record that is replayed and checked on the way: what the seat saw, what it could do, what it
    did, and what the game was worth to it in the end (not a number where the game is not over)."""
    rows, last = Rows(), record.start()
    for number, step in enumerate(record.replay()):
        view, picked = step.before.view(step.seat), list[int]()
        for action in frame.actions_of(step.move, step.seat):
            seen, legal = (
                frame.observe(view, step.seat, tuple(picked)),
                frame.codes(step.before, step.seat, tuple(picked)),
            )
            rows.add(seen, legal, game=game, move=number, seat=step.seat, action=action, result=0)
            picked.append(action)
        last = step.after
    worth = frame.returns(last) if last.outcome is not None else [float("nan")] * frame.players
    rows.columns["result"] = [worth[int(seat)] for seat in rows.columns["seat"]]
    return rows


def about(frame: Frame, games: int) -> str:
    """What the arrays mean, as JSON."""
    parts = [{"name": part.name, "shape": part.shape, "high": part.high} for part in frame.layout.parts]
    told = {
        "game": frame.name,
        "players": frame.players,
        "actions": frame.actions,
        "action_count": frame.size,
        "reach": frame.reach,
        "games": games,
        "observation": parts,
    }
    return json.dumps(told, sort_keys=True)


class Writer(ABC):
    """A file of rows in the making."""

    def __init__(self, file: Path, frame: Frame, games: int, rows: int) -> None:
        self.file, self.frame, self.games, self.rows = file, frame, games, rows
        self._held = Rows()

    def write(self, rows: Rows) -> None:
        self._held.extend(rows)
        if len(self._held) * self.frame.layout.size >= CHUNK:
            self.flush()

    def flush(self) -> None:
        if self._held:
            self._put(self._held)
            self._held = Rows()

    @abstractmethod
    def _put(self, rows: Rows) -> None: ...

    @abstractmethod
    def close(self) -> None:
        """Finish the file."""

    @abstractmethod
    def abandon(self) -> None:
        """Let go of what is open."""


class NpzWriter(Writer):
    """NumPy's own format: the observations go straight into it, the narrow columns wait in files beside it."""

    def __init__(self, file: Path, frame: Frame, games: int, rows: int) -> None:
        super().__init__(file, frame, games, rows)
        self._zip = ZipFile(file, "w")
        self._open = self._member("observation", (rows, frame.layout.size), np.int8)
        names = (*COLUMNS, "legal", "legal_end")
        self._waiting: dict[str, IO[bytes]] = {name: TemporaryFile() for name in names}  # noqa: SIM115, closed in the end
        self._legal = 0

    def _member(self, name: str, shape: tuple[int, ...], dtype: npt.DTypeLike) -> IO[bytes]:
        info = ZipInfo(f"{name}.npy", FIRST_DATE)
        info.compress_type = ZIP_DEFLATED
        member = self._zip.open(info, "w", force_zip64=True)
        header = {"descr": np.lib.format.dtype_to_descr(np.dtype(dtype)), "fortran_order": False, "shape": shape}
        np.lib.format.write_array_header_1_0(member, header)
        return member

    def _put(self, rows: Rows) -> None:
        for seen in rows.observation:
            self._open.write(seen.tobytes())
        for name in COLUMNS:
            self._waiting[name].write(rows.column(name).tobytes())
        for legal in rows.legal:
            self._waiting["legal"].write(np.array(legal, np.int32).tobytes())
            self._legal += len(legal)
            self._waiting["legal_end"].write(np.array(self._legal, np.int64).tobytes())

    def close(self) -> None:
        self.flush()
        self._open.close()
        shapes = {**dict.fromkeys(COLUMNS, self.rows), "legal": self._legal, "legal_end": self.rows}
        types = {**COLUMNS, "legal": np.int32, "legal_end": np.int64}
        for name, file in self._waiting.items():
            with self._member(name, (shapes[name],), types[name]) as member:
                file.seek(0)
                while part := file.read(1 << 20):
                    member.write(part)
        text = np.array(about(self.frame, self.games))
        with self._member("about", (), text.dtype) as member:
            member.write(text.tobytes())
        self._zip.close()
        self._let_go()

    def abandon(self) -> None:
        self._open.close()
        self._zip.close()
        self._let_go()

    def _let_go(self) -> None:
        for file in self._waiting.values():
            file.close()


class ParquetWriter(Writer):
    """A row group a chunk; an observation is so many bytes."""

    def __init__(self, file: Path, frame: Frame, games: int, rows: int) -> None:
        super().__init__(file, frame, games, rows)
        try:
            import pyarrow as pa  # noqa: PLC0415, an extra
            import pyarrow.parquet as pq  # noqa: PLC0415
        except ImportError as error:
            raise BadData(f"a file of Parquet needs {error.name}: pip install 'triax[data]'") from error
        self._pa = pa
        fields = [(name, pa.from_numpy_dtype(dtype)) for name, dtype in COLUMNS.items()]
        wide = [("legal", pa.list_(pa.int32())), ("observation", pa.binary(frame.layout.size))]
        self._schema = pa.schema([*fields, *wide], {"triax": about(frame, games)})
        self._out = pq.ParquetWriter(file, self._schema, compression="zstd")

    def _put(self, rows: Rows) -> None:
        arrays = [self._pa.array(rows.column(name)) for name in COLUMNS]
        legal = self._pa.array(rows.legal, self._pa.list_(self._pa.int32()))
        seen = self._pa.array([one.tobytes() for one in rows.observation], self._pa.binary(self.frame.layout.size))
        self._out.write_table(self._pa.Table.from_arrays([*arrays, legal, seen], schema=self._schema))

    def close(self) -> None:
        self.flush()
        self._out.close()

    def abandon(self) -> None:
        self._out.close()


WRITERS: dict[str, type[Writer]] = {".npz": NpzWriter, ".parquet": ParquetWriter}


def legal_of(arrays: Any, row: int) -> npt.NDArray[np.int32]:  # noqa: ANN401, what np.load gives
    """The legal actions of a row of an npz file."""
    ends = arrays["legal_end"]
    found: npt.NDArray[np.int32] = arrays["legal"][ends[row - 1] if row else 0 : ends[row]]
    return found
