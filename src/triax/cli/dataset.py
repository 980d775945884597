"""`triax dataset`: records as arrays, a row for every decision."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from triax.cli.output import check_files, exit_status, progress_bar, say_aside, stoppable
from triax.games.errors import BadData, BadRecord
from triax.games.record import Record, read_record


def dataset(
    file: Annotated[Path, typer.Argument(help="Records, one a line, all of one game and number of players.")],
    *,
    output: Annotated[Path, typer.Option("-o", "--output", help="FILE.npz, or FILE.parquet with the extra data.")],
    actions: Annotated[str, typer.Option(help="moves, or picks: AXO by successive picks.")] = "moves",
    reach: Annotated[int | None, typer.Option(help="Axio Rota: cells so many steps from the start.")] = None,
) -> None:
    """Write the decisions of records as arrays: observations, legal actions, actions, results.

    For example: triax dataset games.jsonl -o games.npz --reach 16
    """
    # NumPy and what encodes: other commands need none of it.
    from triax.envs import dataset as data  # noqa: PLC0415

    if output.suffix not in data.WRITERS:
        raise BadData(f"--output: '{output}'; expected a name that ends in {' or '.join(data.WRITERS)}")
    if str(file) == "-":
        raise BadData("records are read twice, so they have to be in a file: standard input will not do")
    part = output.with_name(f"{output.name}.part")
    check_files(output, part)
    frame, games, rows = None, 0, 0
    for games, record in _numbered(file):
        with _at(file, games):
            frame = frame or data.frame_of(record, reach, actions)
            data.check_same_table(frame, record)
            rows += data.count_rows(frame, record)
    if frame is None:
        raise BadRecord(f"{file}: no record in it")
    done = False
    try:
        with stoppable(), progress_bar() as progress:
            writer = data.WRITERS[output.suffix](part, frame, games, rows)
            try:
                for number, record in progress.track(_numbered(file), description=frame.game.title, total=games):
                    with _at(file, number):
                        writer.write(data.rows_of(frame, record, number - 1))
                writer.close()
                done = True
            finally:
                if not done:
                    writer.abandon()
        part.replace(output)
    except KeyboardInterrupt as stop:
        say_aside(f"stopped; {output} is not written")
        raise typer.Exit(exit_status(stop)) from None
    finally:
        part.unlink(missing_ok=True)
    print(f"{rows} decisions of {games} games: {output}, {frame.layout.size} numbers an observation")


class _at:  # noqa: N801, used as a block
    """Whatever is wrong with a game is said with its number."""

    def __init__(self, file: Path, number: int) -> None:
        self.where = f"{file}, game {number}"

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if isinstance(error, BadData | BadRecord):
            raise BadRecord(f"{self.where}: {error}") from error


def _numbered(file: Path) -> Iterator[tuple[int, Record]]:
    """The records one after the other, counted from 1; only a line feed ends a line."""
    number = 0
    try:
        with file.open("rb") as lines:
            for line in lines:
                if line.strip():
                    number += 1
                    with _at(file, number):
                        yield number, read_record(line.decode().rstrip("\n"))
    except UnicodeDecodeError as error:
        raise BadRecord(f"{file}, game {number}: not a text in UTF-8 ({error.reason} at byte {error.start})") from error
