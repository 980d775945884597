"""`triax review`: what each decision of a game gave or lost."""

from __future__ import annotations

import hashlib
import json
from contextlib import closing
from dataclasses import asdict
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
from triax.review import Judged, Plan, conclude, decisions, plan
from triax.review import review as judged_of
from triax.review.report import VERSION


def review(
    file: Annotated[Path, typer.Argument(help="Records, one a line; - reads standard input.")],
    *,
    game: Annotated[int | None, typer.Option(help="Which of several, counted from 1.", min=1)] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write the whole review here; stopped, it can be taken up again.")
    ] = None,
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
    total = len(decisions(record))
    part = None if json_file is None else json_file.with_name(f"{json_file.name}.part")
    stopped = _Stopped(part, record, seed, budget)
    spent, parts = stopped.read()
    if parts:
        say_aside(f"{len(parts)} of {total} decisions are known from {part}")
    with stoppable():
        try:
            warm([BotSpec("master")], record.game, say_aside, players=record.players)
            spent = spent or plan(record, seed, seconds=budget, workers=crew)
            known = {one.entry for one in parts}
            with progress_bar() as progress, closing(judged_of(record, spent, known, workers=crew)) as judged:
                bar = progress.add_task(record.game.title, total=total, completed=len(parts))
                for one in judged:
                    parts.append(one)
                    progress.update(bar, completed=len(parts))
        except KeyboardInterrupt as stop:
            with undisturbed():
                say_aside(f"stopped after {len(parts)} of {total} decisions; {stopped.write(spent, parts)}")
            raise typer.Exit(exit_status(stop)) from None
        with undisturbed():
            whole = conclude(record, parts, seed)
            if json_file is not None:
                json_file.write_text(json.dumps(whole.to_json(), ensure_ascii=False) + "\n", "utf-8")
            stopped.remove()
            print_review(record, whole, Console(), "" if str(file) == "-" else f"{file} --game {game or 1}")


class _Stopped:
    """What a review had found out when it was stopped: for the same command, to go on from there."""

    def __init__(self, file: Path | None, record: Record, seed: int, budget: float | None) -> None:
        self.file = file
        self._asked = [VERSION, hashlib.sha256(record.to_json().encode()).hexdigest(), seed, budget]

    def read(self) -> tuple[Plan | None, list[Judged]]:
        """Of another review there is nothing."""
        try:
            found = json.loads(self.file.read_text("utf-8")) if self.file else None
            if found and found["asked"] == self._asked:
                return Plan(**found["plan"]), [Judged.from_json(one) for one in found["parts"]]
        except (OSError, ValueError, KeyError, TypeError):
            pass
        return None, []

    def write(self, spent: Plan | None, parts: list[Judged]) -> str:
        """Where it is then."""
        if self.file is None:
            return "with --json FILE they are kept, and the same command goes on"
        if spent is None or not parts:
            return "nothing is written"
        known = [one.to_json() for one in parts]
        self.file.write_text(json.dumps({"asked": self._asked, "plan": asdict(spent), "parts": known}) + "\n", "utf-8")
        return f"they are in {self.file}, and the same command goes on from there"

    def remove(self) -> None:
        if self.file is not None:
            self.file.unlink(missing_ok=True)


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
