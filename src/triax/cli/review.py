"""`triax review`: what each decision of a game gave or lost."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from triax.bots import BotSpec, warm
from triax.cli.output import check_files, cores, exit_status, progress_bar, say_aside, stoppable, undisturbed
from triax.cli.record_lines import read_lines
from triax.cli.review_report import print_review
from triax.games.errors import BadData, BadRecord
from triax.games.record import Record, read_record
from triax.review import conclude, decisions, plan
from triax.review import review as judged_of


def review(
    file: Annotated[Path, typer.Argument(help="Records, one a line; - reads standard input.")],
    *,
    game: Annotated[int | None, typer.Option(help="Which of several, counted from 1.", min=1)] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write the whole review here.")] = None,
    budget: Annotated[float | None, typer.Option(help="Seconds for the game, more or less.", min=0.1)] = None,
    workers: Annotated[int | None, typer.Option(help="Decisions at a time; by default one a core.", min=1)] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same review, without --budget.")] = 0,
) -> None:
    """Review a game: how good each decision was with what the player could know, luck and skill apart, the moments
    that mattered and what would have been better.

    For example: triax review games.jsonl --game 3 --json review.json
    """
    record = _read(file, game)
    check_files(json_file)
    crew = workers or cores()
    parts = []
    with stoppable():
        try:
            warm([BotSpec("master")], record.game, say_aside)
            spent = plan(record, seed, seconds=budget, workers=crew)
            total = len(decisions(record))
            with progress_bar() as progress, closing(judged_of(record, spent, workers=crew)) as judged:
                for one in progress.track(judged, description=record.game.title, total=total):
                    parts.append(one)
        except KeyboardInterrupt as stop:
            say_aside(f"stopped after {len(parts)} decisions; nothing is written")
            raise typer.Exit(exit_status(stop)) from None
        with undisturbed():
            whole = conclude(record, parts, seed)
            if json_file is not None:
                json_file.write_text(json.dumps(whole.to_json(), ensure_ascii=False) + "\n", "utf-8")
            print_review(record, whole, Console(), "" if str(file) == "-" else f"{file} --game {game or 1}")


def _read(file: Path, game: int | None) -> Record:
    """The chosen record, replayed to its end."""
    lines = read_lines(file)
    if not lines:
        raise BadRecord(f"{file}: no record in it")
    if game is not None and game > len(lines):
        raise BadData(f"--game: {game}; there are {len(lines)} in {file}")
    if game is None and len(lines) > 1:
        raise BadData(f"{len(lines)} games in {file}: choose one with --game N")
    try:
        record = read_record(lines[(game or 1) - 1])
        decisions(record)
    except BadRecord as error:
        raise BadRecord(f"{file}, game {game or 1}: {error}") from error
    return record
