"""A pack: the puzzles of one game in one compressed file, a line each after a line that says how it was made.

A puzzle holds the view of the seat that has to find the move, never a state: what that seat could not see is not in the
file. Its legal moves are those of any state that fits the view, in their fixed order.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Literal, get_args

import msgspec

from triax.bots.reasons import Harm, Reason
from triax.games import find_game
from triax.games.core import AnyState
from triax.games.errors import BadData

FORMAT, VERSION = "triax-puzzles", 1
FOLDER = Path(__file__).parent / "packs"

PuzzleTheme = Literal["lowest", "extra_turn", "complete", "double", "deny", "exchange", "endgame", "quiet"]
"""What a puzzle is about: raising the lowest track; an extra turn; a circle, pyramid or card completed, or two at once;
what the others are denied; which pieces to keep; the last turns; or a move that brings nothing of this at once."""
THEMES: tuple[PuzzleTheme, ...] = get_args(PuzzleTheme)


@dataclass(frozen=True)
class TriedMove:
    """A move with its chance to win and the standard error of that."""

    move: str
    chance: float
    error: float


@dataclass(frozen=True)
class Puzzle:
    id: str
    """Made from its view: the same puzzle keeps it in every pack."""
    game: str
    players: int
    rating: int
    """What it is worth before anybody has tried it."""
    themes: tuple[PuzzleTheme, ...]
    best: tuple[str, ...]
    """One move; more only where they come to the same in every world."""
    tempting: str
    """What a greedy player takes."""
    top: tuple[TriedMove, ...]
    """The best candidates, the tempting one among them, the best first."""
    chances: tuple[int, ...]
    """By legal move, in per cent. Those far behind were tried in fewer worlds: rough, and clearly worse."""
    reasons: tuple[Reason, ...]
    """What speaks for the best move, by what can be seen."""
    view: dict[str, Any] = field(repr=False)
    further: Reason | None = None
    """How much further the best comes by the end than the tempting move, in the same worlds, where that is sure."""
    harm: Harm | None = None
    """The same of somebody else by the tempting move."""

    @property
    def seat(self) -> int:
        seat: int = self.view["seat"]
        return seat

    def state(self) -> AnyState:
        """A state that fits the view: it has the legal moves, and what is hidden in it is made up."""
        return find_game(self.game).sample(self.view, Random(self.id))


@dataclass(frozen=True)
class PackHeader:
    """How a pack was made."""

    game: str
    triax: str
    command: str
    seed: int
    games: int
    """How many games were looked through."""
    count: int
    format: str = FORMAT
    version: int = VERSION


@dataclass(frozen=True)
class Pack:
    made: PackHeader
    puzzles: tuple[Puzzle, ...]


def puzzle_id(view: dict[str, Any]) -> str:
    digest = hashlib.sha256(msgspec.json.encode(view, order="deterministic")).hexdigest()
    return f"{view['game']}-{digest[:10]}"


def write_pack(path: Path, made: PackHeader, puzzles: Sequence[Puzzle]) -> None:
    lines = [msgspec.json.encode(one) for one in (made, *puzzles)]
    # No time and no name in it: the same pack is the same file.
    packed = gzip.compress(b"\n".join(lines) + b"\n", 9, mtime=0)
    partial = path.with_name(f"{path.name}.partial")
    partial.write_bytes(packed)
    partial.replace(path)


def read_pack(path: Path) -> Pack:
    try:
        first, *lines = gzip.decompress(path.read_bytes()).splitlines()
        made = msgspec.json.decode(first, type=PackHeader)
        if (made.format, made.version) != (FORMAT, VERSION):
            raise BadData(f"{path}: format {made.format} {made.version}; expected {FORMAT} {VERSION}")
        return Pack(made, tuple(msgspec.json.decode(line, type=Puzzle) for line in lines))
    except (ValueError, EOFError, gzip.BadGzipFile, msgspec.MsgspecError) as error:
        raise BadData(f"{path} is not a pack of puzzles: {error}") from error


def pack_file(game: str) -> Path:
    return FOLDER / f"{game}.jsonl.gz"


def games_with_puzzles(games: Iterable[str]) -> list[str]:
    return [game for game in games if pack_file(game).exists()]


@cache
def pack_of(game: str) -> Pack:
    """The pack that comes with the package."""
    if not pack_file(game).exists():
        raise BadData(f"there are no puzzles for {find_game(game).title}")
    return read_pack(pack_file(game))
