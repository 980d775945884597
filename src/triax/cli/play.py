"""`triax play`: a game in the terminal."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated

import typer

from triax.bots import DEFAULT_BUDGET, warm
from triax.cli.options import read_options, say_aside
from triax.cli.terminal.saving import Saver, read_unfinished
from triax.cli.terminal.screen import RichTerminal
from triax.cli.terminal.seats import read_seats
from triax.cli.terminal.session import Session
from triax.games import find_game
from triax.games.errors import BadData
from triax.games.record import Recorder


def play(
    game: Annotated[str, typer.Argument(help="rota, axio or axo")],
    *,
    seats: Annotated[
        str | None, typer.Option(help="Who plays, seat by seat: you, you:NAME, or a bot.", show_default="you,random")
    ] = None,
    budget: Annotated[float, typer.Option(help="Seconds that a master may think about a move.")] = DEFAULT_BUDGET,
    seed: Annotated[int | None, typer.Option(help="The same seed deals the same game.")] = None,
    start: Annotated[
        int | None, typer.Option(help="The seat that starts, counted from 0; drawn by lot if not given.")
    ] = None,
    pieces: Annotated[Path | None, typer.Option(help="A set of tiles or cards of your own, as JSON.")] = None,
    effects: Annotated[bool, typer.Option("--effects/--no-effects", help="AXO: play with the effects.")] = True,
    simona: Annotated[str | None, typer.Option(help="Solo AXO: she sits left or right.")] = None,
    save: Annotated[Path | None, typer.Option(help="Keep the record of the game in this file.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    yes: Annotated[bool, typer.Option("-y", "--yes", help="Play a typed move at once, without asking.")] = False,
) -> None:
    """Play in the terminal: alone, with others at one keyboard, or against bots.

    The bots, from gentle to fearsome: random, novice, apprentice, adept, expert, master. For example: triax play rota
    --seats you,adept or, for two people, triax play axo --seats you:Anna,you:Ben
    """
    kind = find_game(game)
    rng = Random(seed)
    terminal = RichTerminal()
    saver = Saver(terminal, save, resume)
    if resume is not None:
        if start is not None or pieces is not None or simona is not None or not effects:
            raise BadData("--resume: the saved game has its own --start, --pieces, --effects and --simona")
        record = read_unfinished(resume, kind.name)
        seated = read_seats(game, seats or ",".join(["you", *["random"] * (record.players - 1)]), budget)
        if len(seated) != record.players:
            raise BadData(f"--seats: {len(seated)} seats, but the game in {resume} has {record.players}")
        session = Session(terminal, Recorder.resume(record), seated, rng, saver=saver, at_once=yes)
        session.remember(record)
    else:
        seated = read_seats(game, seats or "you,random", budget)
        options = read_options(kind, start=start, pieces=pieces, effects=effects, simona=simona, players=len(seated))
        recorder = Recorder(kind, len(seated), options, kind.deal(len(seated), options, rng))
        session = Session(terminal, recorder, seated, rng, saver=saver, at_once=yes)
    warm([seat.bot for seat in seated if seat.bot is not None], kind, say_aside)
    session.run()
