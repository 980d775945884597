"""`triax simulate`: games between bots, one record a line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, TextIO

import typer

from triax.arena.match import simulate_match
from triax.arena.schedule import series
from triax.arena.workers import in_order, play_here
from triax.bots import warm
from triax.cli.arena import find_entrants
from triax.cli.options import GameArgument, Given, OtherOptions, read_options, takes_options, usual_players
from triax.cli.output import exit_status, progress_bar, say_aside, stoppable
from triax.games import find_game
from triax.games.errors import BadData


@takes_options()
def simulate(
    game: GameArgument,
    *,
    players: Annotated[int | None, typer.Option(help="How many seats.", show_default="2")] = None,
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 1,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    bots: Annotated[str | None, typer.Option(help="One for every seat, or one a seat: names or FILE.py:CLASS.")] = None,
    budget: Annotated[float | None, typer.Option(help="Seconds to think about a move; by default 1.")] = None,
    playouts: Annotated[int | None, typer.Option(help="Playouts a move instead: repeatable.", min=1)] = None,
    workers: Annotated[int, typer.Option(help="Games at a time; they are the same games.", min=1)] = 1,
    trace: Annotated[bool, typer.Option("--trace", help="Add the legal moves and scores to every move.")] = False,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Write here, not to standard output.")] = None,
    option: OtherOptions = None,
    **given: Given,
) -> None:
    """Let bots play and write the records, one a line.

    For example: triax simulate rota --players 3 --games 100 --seed 7 -o games.jsonl
    """
    kind = find_game(game)
    seats = usual_players(kind) if players is None else players
    options = read_options(kind, seats, option, given)
    named = find_entrants(game, bots or "random", budget, playouts)
    if len(named) not in (1, seats):
        raise BadData(f"--bots: {len(named)} names for {seats} seats; expected one, or one a seat")
    lineup = named * seats if len(named) == 1 else named
    matches = series(kind.name, options, lineup, seed=seed, games=games)
    play = partial(simulate_match, trace=trace)
    done = 0
    try:
        with stoppable(), _open(output) as out, progress_bar() as progress:
            warm(lineup, kind, say_aside, players=seats)
            played = map(play, matches) if workers == 1 else in_order(play_here(matches, workers, play))
            for one in progress.track(played, description=kind.title, total=games):
                out.write(one.record + "\n")
                done += 1
    except KeyboardInterrupt as stop:
        say_aside(f"stopped after {done} of {games} games; they are written")
        raise typer.Exit(exit_status(stop)) from None


@contextmanager
def _open(output: Path | None) -> Iterator[TextIO]:
    if output is None:
        yield sys.stdout
    else:
        with output.open("w", encoding="utf-8") as file:
            yield file
