"""`triax admin`: for those who run a server. Works on its database, also while it runs."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from triax.cli.options import DatabaseUrl
from triax.cli.output import progress_bar, say_aside
from triax.games.errors import BadData

# The server's own modules are imported where they are used: the other commands need not wait for them.
STATUSES = ("open", "playing", "over", "closed")

admin = typer.Typer(
    name="admin",
    help="Look after a server's database, also while it runs.",
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@admin.callback()
def without_command(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


Sure = Annotated[bool, typer.Option("-y", "--yes", help="Do not ask.")]


@admin.command("list")
def list_tables(
    *,
    status: Annotated[
        list[str] | None, typer.Option(metavar="STATUS", help="Only these: open, playing, over, closed.")
    ] = None,
    most: Annotated[int, typer.Option(metavar="N", help="How many, the newest first.", min=1)] = 50,
    database: DatabaseUrl = None,
) -> None:
    """Show tables: who sits there, how far they are."""
    from triax.server import admin as work  # noqa: PLC0415
    from triax.server.open_database import on_database  # noqa: PLC0415

    for name in status or ():
        if name not in STATUSES:
            raise BadData(f"--status '{name}': expected {', '.join(STATUSES)}")
    found = on_database(database, lambda opened: work.list_tables(opened, status or (), most))
    shown = Table("id", "game", "seats", "status", "moves", "age", box=None, pad_edge=False)
    for one in found:
        # Names are shown as they are: a bracket in one is no markup.
        seats = Text(", ".join(one.seats))
        shown.add_row(Text(one.id), one.game, seats, one.status, str(one.moves), _age(time.time() - one.created))
    console = _console()
    console.print(shown) if found else console.print("no tables")


@admin.command()
def close(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="Its id, or the first letters of it.")],
    *,
    database: DatabaseUrl = None,
) -> None:
    """Close a table: the game ends there without a result."""
    from triax.server import admin as work  # noqa: PLC0415
    from triax.server.open_database import on_database  # noqa: PLC0415

    closed = on_database(database, lambda opened: work.close_table(opened, table))
    print(f"table {closed} is closed")


@admin.command()
def backup(
    place: Annotated[
        Path,
        typer.Argument(
            metavar="FILE|FOLDER",
            help="A new file, packed if it ends in .gz; or a folder, for one named by its date.",
        ),
    ],
    *,
    keep: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="In a folder: let go of all but the newest N."),
    ] = None,
    database: DatabaseUrl = None,
) -> None:
    """Write everything to one file, as it is at this moment. Keep it safe: it holds what signs people in."""
    from triax.server import backup_folder  # noqa: PLC0415
    from triax.server.backup import write_backup  # noqa: PLC0415
    from triax.server.open_database import on_database  # noqa: PLC0415

    if keep is not None and not place.is_dir():
        raise BadData(f"--keep {keep}: expected a folder, and '{place}' is none")
    file = backup_folder.dated(place) if place.is_dir() else place
    with _progress("written") as step:
        rows = on_database(database, lambda opened: write_backup(opened, file, step))
    print(f"{rows} rows written to {file}")
    if keep is not None:
        for old in backup_folder.let_go(place, keep):
            print(f"{old} is let go")


@admin.command()
def drill(
    place: Annotated[Path, typer.Argument(metavar="FILE|FOLDER", help="A backup, or a folder: its newest.")],
) -> None:
    """Try a backup: restore it into a database of its own and take up every game. The server's own is not touched."""
    from triax.server import backup_folder  # noqa: PLC0415

    file = backup_folder.newest(place)
    with tempfile.TemporaryDirectory(prefix="triax-drill-") as folder, _progress("tried") as step:
        done = backup_folder.drill(file, Path(folder), step)
    print(f"{file} is whole: {done.rows} rows, {done.tables} tables read, {done.going_on} games would go on")


@admin.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="As triax admin backup wrote it.")],
    *,
    yes: Sure = False,
    database: DatabaseUrl = None,
) -> None:
    """Put a backup in the place of everything in the database. The file is checked to its end first."""
    from triax.server import backup as work  # noqa: PLC0415
    from triax.server.open_database import on_database  # noqa: PLC0415

    with tempfile.TemporaryDirectory(prefix="triax-restore-") as folder:
        staged = work.stage(file, Path(folder))
        try:
            _ask(f"Replace everything in the database by {file}?", yes)
            with _progress("restored") as step:
                rows = on_database(database, lambda opened: work.restore(opened, staged, step), create=True)
        finally:
            staged.dispose()
    print(f"{rows} rows restored from {file}")


@admin.command("delete-player")
def delete_player(
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="The id, or the name.")],
    *,
    yes: Sure = False,
    database: DatabaseUrl = None,
) -> None:
    """Delete all that tells of a player: name, account, tokens, chat, ratings. Games of others stay."""
    from triax.server import admin as work  # noqa: PLC0415
    from triax.server.open_database import on_database  # noqa: PLC0415

    found = on_database(database, lambda opened: work.find_player(opened, player))
    _ask(f"Delete player {found} for good?", yes)
    tables = on_database(database, lambda opened: work.delete_player(opened, found))
    print(f"player {found} is deleted; {tables} tables were theirs or named them")


@admin.command()
def stats(*, database: DatabaseUrl = None) -> None:
    """Count what there is."""
    from triax.server import admin as work  # noqa: PLC0415
    from triax.server.open_database import on_database  # noqa: PLC0415

    shown = Table(box=None, show_header=False, pad_edge=False)
    shown.add_column()
    shown.add_column(justify="right")
    for name, value in on_database(database, work.stats).items():
        shown.add_row(name, f"{value:,}" if isinstance(value, int) else value)
    _console().print(shown)


def _ask(question: str, yes: bool) -> None:
    if yes:
        return
    if not sys.stdin.isatty():
        raise BadData(f"{question} Say so with --yes")
    if not typer.confirm(question, err=True):
        raise BadData("nothing was changed")


@contextmanager
def _progress(what: str) -> Iterator[Callable[[int, int], None]]:
    try:
        with progress_bar() as progress:
            task = progress.add_task(f"rows {what}", total=None)
            yield lambda done, total: progress.update(task, completed=done, total=total)
    except KeyboardInterrupt:
        say_aside("stopped; nothing was changed")
        raise typer.Exit(130) from None


def _console() -> Console:
    console = Console(highlight=False)
    # Into a file or a pipe each row goes on one line.
    return console if console.is_terminal else Console(highlight=False, width=200)


def _age(seconds: float) -> str:
    for size, unit in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
