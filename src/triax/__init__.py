"""Axio, Axio Rota and AXO: exact rules, records, bots and tools. Unofficial and independent.

What stands in `__all__` is the library: it keeps its names and meanings from version to version. Importing it brings
in the rules alone, nothing that compiles or serves.

- `GAMES` has the games by name, plug-ins included; `find_game` refuses other names with words. `game.facts` says what
  is true of a game at every table; `game.new(players, rng)` deals a `State`.
- A game in play: `state.to_act`, `state.moves(seat)`, `state.play(seat, move, chance)`, `state.view(seat)`,
  `state.outcome`. `Dice(rng)` is the usual `Chance`; `redact(events, seat)` leaves of events what a seat may see.
- `Record`, `read_record` and `Recorder` read, replay and write games; `Step` is a move of a replay.
- `Bot` is what a player made of code must be able to do; `bots_of` names ours, `find_bot` gives one, and `think` tells
  what a searching one thinks of its moves: a `Candidate` each.
- All errors are `TriaxError`.
"""

from triax.bots import Bot, Candidate, bots_of, find_bot, think
from triax.games import GAMES, find_game
from triax.games.core import AnyGame, AnyState, Chance, Dice, Game, Move, Offers, Plain, State, View
from triax.games.errors import BadData, BadNotation, BadRecord, IllegalMove, TriaxError, WrongSeat
from triax.games.events import Event, Private, redact
from triax.games.facts import Facts, Option, PointScore, TrackScore
from triax.games.record import Record, Recorder, Step, read_record
from triax.games.standings import Outcome


def _draw(view: View) -> str:
    from triax.drawing import draw  # noqa: PLC0415, only a notebook needs it

    return draw(view)


State.picture_of = staticmethod(_draw)

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "AnyGame",
    "AnyState",
    "BadData",
    "BadNotation",
    "BadRecord",
    "Bot",
    "Candidate",
    "Chance",
    "Dice",
    "Event",
    "Facts",
    "Game",
    "IllegalMove",
    "Move",
    "Offers",
    "Option",
    "Outcome",
    "Plain",
    "PointScore",
    "Private",
    "Record",
    "Recorder",
    "State",
    "Step",
    "TrackScore",
    "TriaxError",
    "View",
    "WrongSeat",
    "bots_of",
    "find_bot",
    "find_game",
    "read_record",
    "redact",
    "think",
]
