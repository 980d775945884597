"""`triax simulate`: games between bots, one record a line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TextIO

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from triax.arena.simulate import game_rng
from triax.arena.simulate import simulate as simulate_game
from triax.bots import warm
from triax.cli.arena import find_entrants
from triax.cli.options import read_options, say_aside
from triax.games import find_game
from triax.games.errors import BadData


def simulate(
    game: Annotated[str, typer.Argument(help="rota, axio or axo")],
    *,
    players: Annotated[int, typer.Option(help="How many seats, 1 to 4.", min=1, max=4)] = 2,
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 1,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    bots: Annotated[str | None, typer.Option(help="One for every seat, or one a seat: names or FILE.py:CLASS.")] = None,
    budget: Annotated[float | None, typer.Option(help="Seconds to think about a move; by default 1.")] = None,
    playouts: Annotated[int | None, typer.Option(help="Playouts a move instead: repeatable.", min=1)] = None,
    trace: Annotated[bool, typer.Option("--trace", help="Add the legal moves and scores to every move.")] = False,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Write here, not to standard output.")] = None,
    start: Annotated[int | None, typer.Option(help="The seat that starts; drawn by lot if not given.")] = None,
    pieces: Annotated[Path | None, typer.Option(help="A set of tiles or cards of your own, as JSON.")] = None,
    effects: Annotated[bool, typer.Option("--effects/--no-effects", help="AXO: play with the effects.")] = True,
    simona: Annotated[str | None, typer.Option(help="Solo AXO: she sits left or right.")] = None,
) -> None:
    """Let bots play and write the records, one a line.

    For example: triax simulate rota --players 3 --games 100 --seed 7 -o games.jsonl
    """
    kind = find_game(game)
    options = read_options(kind, start=start, pieces=pieces, effects=effects, simona=simona, players=players)
    named = find_entrants(game, bots or "random", budget, playouts)
    if len(named) not in (1, players):
        raise BadData(f"--bots: {len(named)} names for {players} seats; expected one, or one a seat")
    seated = named * players if len(named) == 1 else named
    done = 0
    try:
        with _open(output) as out, _progress() as progress:
            warm(seated, kind, say_aside)
            for number in progress.track(range(games), description=kind.title):
                record = simulate_game(kind, seated, options, game_rng(seed, number), trace=trace)
                out.write(record.to_json() + "\n")
                done += 1
    except KeyboardInterrupt:
        say_aside(f"stopped after {done} of {games} games; they are written")
        raise typer.Exit(130) from None


@contextmanager
def _open(output: Path | None) -> Iterator[TextIO]:
    if output is None:
        yield sys.stdout
    else:
        with output.open("w", encoding="utf-8") as file:
            yield file


def _progress() -> Progress:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
