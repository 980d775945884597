"""`triax puzzles`: make packs of puzzles, and solve them in the terminal."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Annotated

import typer

from triax import __version__
from triax.bots.registry import has_engine, load_engine
from triax.cli.output import exit_status, progress_bar, say_aside, stoppable, undisturbed
from triax.games import GAMES, check, find_game
from triax.games.errors import BadData
from triax.puzzles import THEMES, Pack, PackHeader, games_with_puzzles, pack_of, read_pack, write_pack

puzzles = typer.Typer(
    name="puzzles", help="Positions in which one move is clearly the best.", no_args_is_help=True, add_completion=False
)
KEPT_EVERY = 50
"""Games after which what was found is written down."""
OwnGameArgument = Annotated[str, typer.Argument(metavar="GAME", help=", ".join(GAMES.own))]


@puzzles.command()
def make(
    game: OwnGameArgument,
    *,
    out: Annotated[Path, typer.Option(help="Write the pack here.")],
    count: Annotated[int, typer.Option(help="How many puzzles.", min=1)] = 320,
    seed: Annotated[int, typer.Option(help="The same seed gives the same pack, however many work at it.")] = 0,
    workers: Annotated[int | None, typer.Option(help="Processes; by default one a core.", min=1)] = None,
    seconds: Annotated[float | None, typer.Option(help="Stop after so long, and keep what there is.", min=1)] = None,
    players: Annotated[
        str | None, typer.Option(help="How many play, in one game after the other.", show_default="2,2,2,3,2,2,2,4")
    ] = None,
    playouts: Annotated[int | None, typer.Option(help="Of the bots, for a move.", min=16)] = None,
) -> None:
    """Find positions in games of strong bots where one move is clearly best and no greedy player sees it.

    Ctrl-C keeps what has been found, and the same command goes on from there. For example: triax puzzles make rota
    --count 320 --workers 16 --out rota.jsonl.gz
    """
    kind = find_game(game)
    if not has_engine(game):
        raise BadData(f"{kind.title} has no engine that could judge its moves: puzzles cannot be made")
    # Imported here: it brings the compiler along.
    from triax.puzzles.making import screen_playouts, search_games, tasks, usual_tables  # noqa: PLC0415

    tables = usual_tables(kind) if players is None else _tables(game, players)
    screen = screen_playouts(game) if playouts is None else playouts
    if not out.parent.is_dir():
        raise BadData(f"{out}: there is no folder {out.parent}")
    settings = f"triax puzzles make {game} --seed {seed} --playouts {screen} --players {','.join(map(str, tables))}"
    before = _before(out, settings)
    load_engine(game, lambda: say_aside(f"compiling the engine for {kind.title} (once; it takes up to a minute)"))
    games, found = (before.made.games, {one.id: one for one in before.puzzles}) if before else (0, {})
    status = 0

    def keep() -> None:
        write_pack(out, PackHeader(game, __version__, settings, seed, games, len(found)), list(found.values()))

    with stoppable():
        try:
            crew = workers or os.cpu_count() or 1
            searched = search_games(tasks(game, tables, seed, screen, games), crew, seconds)
            with progress_bar() as progress, closing(searched):
                bar = progress.add_task(kind.title, total=count, completed=len(found))
                while len(found) < count and (next_game := next(searched, None)):
                    task, ones = next_game
                    games = task.number + 1
                    found.update((one.id, one) for one in ones)
                    progress.update(bar, completed=len(found), description=f"{kind.title}, {games} games")
                    if games % KEPT_EVERY == 0:
                        keep()
                        if not sys.stderr.isatty():
                            say_aside(f"{len(found)} puzzles in {games} games")
        except KeyboardInterrupt as stop:
            status = exit_status(stop)
        with undisturbed():
            keep()
            say_aside(f"{len(found)} puzzles from {games} games in {out}")
    if status:
        raise typer.Exit(status)


def _before(out: Path, settings: str) -> Pack | None:
    """What an earlier run with the same settings has found."""
    if not out.exists():
        return None
    before = read_pack(out)
    if before.made.command != settings:
        raise BadData(f"{out} was made by {before.made.command}: remove it, or name another file")
    return before


def _tables(game: str, text: str) -> tuple[int, ...]:
    known = find_game(game).facts.players
    given = [one.strip() for one in text.split(",")]
    if not all(one.isascii() and one.isdecimal() and int(one) in known for one in given):
        raise BadData(f"--players {check.quote_text(text)}: expected numbers such as 2,2,3, each of {known}")
    return tuple(map(int, given))


@puzzles.command()
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help=f"{', '.join(GAMES.own)}; by default all.", show_default=False)
    ] = None,
    *,
    theme: Annotated[str | None, typer.Option(help=f"Only these: {', '.join(THEMES)}.")] = None,
    pack: Annotated[Path | None, typer.Option(help="A pack of your own instead of those that come with Triax.")] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same order.")] = None,
) -> None:
    """Solve puzzles in the terminal: find the best move, and see why it is. Nothing is kept.

    For example: triax puzzles play rota --theme deny
    """
    # Imported here: what makes packs needs no terminal.
    from triax.cli.terminal.puzzle import solve  # noqa: PLC0415
    from triax.cli.terminal.screen import RichTerminal  # noqa: PLC0415

    if theme is not None and theme not in THEMES:
        raise BadData(f"--theme {check.quote_text(theme)}: expected {', '.join(THEMES)}")
    if pack is not None:
        known = list(read_pack(pack).puzzles)
    else:
        names = games_with_puzzles(GAMES) if game is None else [find_game(game).name]
        known = [one for name in names for one in pack_of(name).puzzles]
    chosen = [one for one in known if game in (None, one.game) and theme in (None, *one.themes)]
    if not chosen:
        about = f" with the theme {theme}" if theme else ""
        raise BadData(f"there is no puzzle{f' of {find_game(game).title}' if game else ''}{about} here")
    Random(seed).shuffle(chosen)
    solve(RichTerminal(), chosen)
