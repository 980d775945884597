"""The command `triax`."""

from __future__ import annotations

import sys
import urllib.request
import webbrowser
from typing import Annotated

import typer

from triax import __version__
from triax.cli.admin import admin
from triax.cli.arena import arena
from triax.cli.dataset import dataset
from triax.cli.output import say_aside
from triax.cli.play import play
from triax.cli.puzzles import puzzles
from triax.cli.replay import replay
from triax.cli.review import review
from triax.cli.serve import serve
from triax.cli.simulate import simulate
from triax.games.errors import TriaxError

HERE = "http://127.0.0.1:8765"

app = typer.Typer(
    name="triax",
    help="Axio, Axio Rota and AXO. Without a command: open the games in the browser (serve --open).",
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(play)
app.command()(simulate)
app.command()(replay)
app.command()(review)
app.command()(arena)
app.command()(dataset)
app.command()(serve)
app.add_typer(puzzles)
app.add_typer(admin)


@app.callback(invoke_without_command=True)
def triax(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and leave.")] = False,
) -> None:
    if version:
        print(f"triax {__version__}")
    elif context.invoked_subcommand is None:
        open_games(context)


def open_games(context: typer.Context) -> None:
    """The whole app on this machine; a second call finds the first one's server."""
    try:
        with urllib.request.urlopen(f"{HERE}/healthz", timeout=2):
            print(f"Triax is running already: {HERE}", file=sys.stderr)
    except OSError:
        context.invoke(serve, open_page=True, warm=True, log_format="text")
    else:
        webbrowser.open(HERE)


def main() -> None:
    """Run a command; whatever is wrong with the input gets one line on standard error and exit status 2."""
    try:
        status = app(prog_name="triax", standalone_mode=False)
    except typer.TyperException as error:
        status = _refuse(error.format_message())
    except TriaxError as error:
        status = _refuse(str(error))
    except OSError as error:
        status = _refuse(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except typer.Abort:
        status = 130
    sys.exit(status if isinstance(status, int) else 0)


def _refuse(message: str) -> int:
    say_aside(" ".join(message.split()))
    return 2
