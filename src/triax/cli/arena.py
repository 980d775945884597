"""`triax arena`: a tournament between bots."""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from triax.arena.cluster import LOCAL, check_address, import_ray, play_on_ray
from triax.arena.match import GameFailed, Played
from triax.arena.plot import check_plot, draw_plot
from triax.arena.records import record_file
from triax.arena.report import print_report
from triax.arena.schedule import Schedule, ladder, tournament
from triax.arena.tally import ladder_results, results
from triax.arena.workers import play_here
from triax.bots import DEFAULT_BUDGET, BotSpec, find_own_bot, find_spec, warm
from triax.cli.options import GameArgument, Given, OtherOptions, read_options, takes_options
from triax.cli.output import check_files, cores, exit_status, progress_bar, say_aside, stoppable, undisturbed
from triax.games import find_game
from triax.games.core import AnyGame
from triax.games.errors import BadData


@takes_options("start")
def arena(
    game: GameArgument,
    *,
    bots: Annotated[
        str, typer.Option(help="The bots that meet: names or FILE.py:CLASS, with commas between; one alone plays solo.")
    ],
    games: Annotated[int, typer.Option(help="How many games; with --ladder, for each pair.", min=1)] = 100,
    players: Annotated[int | None, typer.Option(help="How many seats; by default one a bot.")] = None,
    all_pairs: Annotated[bool, typer.Option("--ladder", help="All pairs play games of two, and are rated.")] = False,
    budget: Annotated[float | None, typer.Option(help="Seconds to think about a move; by default 1.")] = None,
    playouts: Annotated[int | None, typer.Option(help="Playouts a move instead: repeatable.", min=1)] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same deals.")] = 0,
    workers: Annotated[int | None, typer.Option(help="Games at a time; by default one a core.", min=1)] = None,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster; local starts one.")] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write the results here.")] = None,
    records: Annotated[Path | None, typer.Option(help="Write the games here, one record a line.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the results here: .svg, .png or .pdf.")] = None,
    option: OtherOptions = None,
    **given: Given,
) -> None:
    """Let bots meet: every deal is played from every seat. Shares of wins with 95 % intervals, tracks, time, ratings.

    For example: triax arena rota --bots master,novice --games 200 --budget 0.2 --json results.json --plot results.svg
    """
    kind = find_game(game)
    entrants = find_entrants(game, bots, budget, playouts)
    seats = _seats(kind, players, len(entrants), all_pairs=all_pairs)
    options = read_options(kind, seats, option, given)
    if all_pairs:
        plan = ladder(game, options, entrants, seed=seed, games=games)
    else:
        plan = tournament(game, seats, options, entrants, seed=seed, games=games)
    check_files(json_file, records, plot)
    if plot is not None:
        check_plot(plot)
    if ray is not None:
        import_ray()
        check_address(ray)
    _tell_rounding(plan, games, all_pairs=all_pairs)

    played: list[Played] = []
    status = 0
    with stoppable(), record_file(records) as kept:
        try:
            if ray is None or ray == LOCAL:
                warm(entrants, kind, say_aside, players=seats)
            with progress_bar() as progress, closing(_games(plan, ray, workers)) as ended:
                task = progress.add_task(kind.title, total=len(plan))
                for one in ended:
                    played.append(one if kept else replace(one, record=""))
                    if kept:
                        kept.add(one)
                    progress.advance(task)
        except KeyboardInterrupt as stop:
            status = exit_status(stop)
            say_aside(f"stopped after {len(played)} of {len(plan)} games; they are kept")
        except GameFailed as error:
            status = 2
            say_aside(f"stopped after {len(played)} of {len(plan)} games; they are kept. {error}")
        with undisturbed():
            # Workers end their games in any order.
            played.sort(key=lambda one: one.match.number)
            if kept:
                kept.finish(played)
            if played:
                found = ladder_results(plan, played) if all_pairs else results(plan, played)
                _write(found, json_file, plot)
                print_report(found, Console())
    if status:
        raise typer.Exit(status)


def find_entrants(game: str, names: str, budget: float | None, playouts: int | None) -> list[BotSpec]:
    """The bots of a list of names; `FILE.py:CLASS` is a bot of one's own."""
    if budget is not None and playouts is not None:
        raise BadData("--budget and --playouts: expected one of them")
    seconds = DEFAULT_BUDGET if budget is None else budget
    found = [name.strip() for name in names.split(",")]
    return [find_own_bot(name) if ":" in name else find_spec(name, game, seconds, playouts) for name in found]


def _seats(game: AnyGame, players: int | None, bots: int, *, all_pairs: bool) -> int:
    if all_pairs:
        if players not in (None, 2):
            raise BadData(f"--ladder: pairs play games of two; --players {players} does not fit")
        return 2
    most = max(game.facts.players)
    if players is None and bots > most:
        raise BadData(f"--bots: {bots} bots; expected at most {most} at a table, or --ladder for all pairs")
    return players or bots


def _games(plan: Schedule, ray: str | None, workers: int | None) -> Generator[Played, None, None]:
    if ray is not None:
        return play_on_ray(plan, ray, workers)
    return play_here(plan, workers or cores())


def _tell_rounding(plan: Schedule, games: int, *, all_pairs: bool) -> None:
    pairs = len(plan.seatings) // 2 if all_pairs else 1
    rounded = len(plan) // pairs
    if rounded != games:
        how = "by every bot" if plan.players == 1 else "from every seat"
        say_aside(f"{games} games become {rounded}{' a pair' if all_pairs else ''}, so that each deal is played {how}")


def _write(found: dict[str, Any], json_file: Path | None, plot: Path | None) -> None:
    if json_file is not None:
        json_file.write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n", "utf-8")
    if plot is not None:
        draw_plot(found, plot)
