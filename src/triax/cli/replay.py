"""`triax replay`: verify records, show and draw them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from triax.cli.output import printable
from triax.cli.pictures import Pictures
from triax.cli.record_lines import read_lines
from triax.cli.transcript import summary, transcript
from triax.games.errors import BadData, BadRecord
from triax.games.record import read_record


def replay(
    file: Annotated[Path, typer.Argument(help="Records, one a line; - reads standard input.")],
    *,
    game: Annotated[int | None, typer.Option(help="Show this one, counted from 1.", min=1)] = None,
    svg: Annotated[Path | None, typer.Option(help="Draw: a folder for every position, FILE.svg for one.")] = None,
    at: Annotated[int | None, typer.Option(help="Draw the position after so many moves, not the last.", min=0)] = None,
    poster: Annotated[Path | None, typer.Option(help="A poster of the game: FILE.png or FILE.svg.")] = None,
    timelapse: Annotated[Path | None, typer.Option(help="The game as a film: FILE.webp or FILE.gif.")] = None,
    names: Annotated[str | None, typer.Option(help="The players' names on them, as NAME,NAME…")] = None,
    theme: Annotated[str | None, typer.Option(help="Of the drawings: light or dark.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Verify and draw, but tell nothing.")] = False,
) -> None:
    """Verify records move by move and show the games.

    One game is told whole; of several, each gets a line, and --game N shows one of them.
    """
    wanted = Pictures(svg, poster, timelapse, at, theme, names)
    wanted.check()
    lines = read_lines(file)
    if not lines:
        raise BadRecord(f"{file}: no record in it")
    if game is not None and game > len(lines):
        raise BadData(f"--game: {game}; there are {len(lines)} in {file}")
    chosen = 1 if len(lines) == 1 else game
    if chosen is None and (option := wanted.first):
        raise BadData(f"{option}: {len(lines)} games in {file}; choose one with --game N")
    for number, line in enumerate(lines, 1):
        try:
            record = read_record(line)
            steps = list(record.replay())
        except BadRecord as error:
            raise BadRecord(f"{file}, game {number}: {error}") from error
        if chosen is None and not quiet:
            print(printable(f"{number:>4}  {summary(record, steps)}"))
        if chosen == number:
            if not quiet:
                print(printable("\n".join(transcript(record, steps))))
            wanted.make(record, steps)
    if not quiet:
        every = "The record replays exactly" if len(lines) == 1 else f"All {len(lines)} records replay exactly"
        print(f"\n{every}.")
