"""`triax play`: a game in the terminal."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated

import typer

from triax.bots import DEFAULT_BUDGET, warm
from triax.cli.options import GameArgument, Given, OtherOptions, read_options, takes_options, usual_players
from triax.cli.output import say_aside
from triax.cli.terminal.save_file import SaveFile, read_unfinished
from triax.cli.terminal.screen import RichTerminal
from triax.cli.terminal.seats import read_seats
from triax.cli.terminal.session import Session
from triax.games import find_game
from triax.games.errors import BadData
from triax.games.record import Recorder


@takes_options()
def play(
    game: GameArgument,
    *,
    seats: Annotated[
        str | None, typer.Option(help="Who plays, seat by seat: you, you:NAME, or a bot.", show_default="you,random")
    ] = None,
    budget: Annotated[float, typer.Option(help="Seconds that a master may think about a move.")] = DEFAULT_BUDGET,
    seed: Annotated[int | None, typer.Option(help="The same seed deals the same game.")] = None,
    save: Annotated[Path | None, typer.Option(help="Keep the record of the game in this file.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    yes: Annotated[bool, typer.Option("-y", "--yes", help="Play a typed move at once, without asking.")] = False,
    option: OtherOptions = None,
    **given: Given,
) -> None:
    """Play in the terminal: alone, with others at one keyboard, or against bots.

    The bots, from gentle to fearsome: random, novice, apprentice, adept, expert, master; by style: careful, greedy and
    spiteful; and adaptive, which plays as strong as you do. For example: triax play rota --seats you,adept or, for two
    people, triax play axo --seats you:Anna,you:Ben
    """
    kind = find_game(game)
    rng = Random(seed)
    terminal = RichTerminal()
    save_file = SaveFile(terminal, save, resume)
    if resume is not None and (option or any(one is not None for one in given.values())):
        raise BadData(f"--resume: the saved game has its own {''.join(f'--{name}, ' for name in given)}--option")
    record = None if resume is None else read_unfinished(resume, kind.name)
    players = usual_players(kind) if record is None else record.players
    seated = read_seats(kind, seats or ",".join(["you", *["random"] * (players - 1)]), budget)
    if record is None:
        options = read_options(kind, len(seated), option, given)
        recorder = Recorder(kind, len(seated), options, kind.deal(len(seated), options, rng))
    else:
        if len(seated) != record.players:
            raise BadData(f"--seats: {len(seated)} seats, but the game in {resume} has {record.players}")
        recorder = Recorder.resume(record)
    session = Session(terminal, recorder, seated, rng, save_file=save_file, at_once=yes)
    if record is not None:
        session.remember(record)
    warm([seat.bot for seat in seated if seat.bot is not None], kind, say_aside, players=len(seated))
    session.run()
