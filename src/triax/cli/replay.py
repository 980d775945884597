"""`triax replay`: verify records, show and draw them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from triax.cli.output import printable
from triax.cli.record_lines import read_lines
from triax.cli.transcript import summary, transcript
from triax.drawing import THEMES, draw
from triax.games.errors import BadData, BadRecord
from triax.games.events import redact
from triax.games.record import Record, Step, read_record


def replay(
    file: Annotated[Path, typer.Argument(help="Records, one a line; - reads standard input.")],
    *,
    game: Annotated[int | None, typer.Option(help="Show this one, counted from 1.", min=1)] = None,
    svg: Annotated[Path | None, typer.Option(help="Draw: a folder for every position, FILE.svg for one.")] = None,
    at: Annotated[int | None, typer.Option(help="Draw the position after so many moves, not the last.", min=0)] = None,
    theme: Annotated[str, typer.Option(help="Of the drawings: light or dark.")] = "light",
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Verify and draw, but tell nothing.")] = False,
) -> None:
    """Verify records move by move and show the games.

    One game is told whole; of several, each gets a line, and --game N shows one of them.
    """
    if theme not in THEMES:
        raise BadData(f"--theme: '{theme}'; expected {' or '.join(THEMES)}")
    lines = read_lines(file)
    if not lines:
        raise BadRecord(f"{file}: no record in it")
    if game is not None and game > len(lines):
        raise BadData(f"--game: {game}; there are {len(lines)} in {file}")
    chosen = 1 if len(lines) == 1 else game
    if svg is not None and chosen is None:
        raise BadData(f"--svg: {len(lines)} games in {file}; choose one with --game N")
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
            if svg is not None:
                _draw(record, steps, svg, at, theme)
    if not quiet:
        every = "The record replays exactly" if len(lines) == 1 else f"All {len(lines)} records replay exactly"
        print(f"\n{every}.")


def _draw(record: Record, steps: Sequence[Step], svg: Path, at: int | None, theme: str) -> None:
    if at is not None and at > len(steps):
        raise BadData(f"--at: {at}; the game has {len(steps)} moves")
    if svg.suffix == ".svg":
        svg.write_text(_picture(record, steps, len(steps) if at is None else at, theme), "utf-8")
        return
    svg.mkdir(parents=True, exist_ok=True)
    for count in range(len(steps) + 1):
        (svg / f"{record.game.name}-{count:03}.svg").write_text(_picture(record, steps, count, theme), "utf-8")


def _picture(record: Record, steps: Sequence[Step], count: int, theme: str) -> str:
    """The position after so many moves, every hand open."""
    state = steps[count - 1].after if count else record.start()
    events = redact(steps[count - 1].events, None) if count else ()
    hands = [state.view(seat) for seat in range(state.players)]
    return draw(state.view(None), theme=theme, events=events, hands=hands)
