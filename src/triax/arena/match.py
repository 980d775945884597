"""One game of a tournament or a series."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from triax.arena.schedule import Match
from triax.arena.simulate import BotFailed, game_rng, play_out
from triax.games import find_game
from triax.games.core import Dice
from triax.games.errors import TriaxError
from triax.games.record import Recorder


@dataclass(frozen=True)
class Played:
    """A finished game as the tournament counts it."""

    match: Match
    shares: tuple[float, ...]
    """Each seat's share of the first place."""
    scores: tuple[tuple[int, ...], ...]
    seconds: tuple[float, ...]
    """How long each seat thought in all."""
    moves: tuple[int, ...]
    record: str


Play = Callable[[Match], Played]


def play_match(match: Match) -> Played:
    """Deal and play. What falls by chance belongs to the deal, so that it falls alike from every seat; how the bots
    think is each game's own."""
    return _play(match, game_rng(match.seed, match.deal), Random(f"{match.seed}/{match.deal}/{match.number}"))


def simulate_match(match: Match, *, trace: bool = False) -> Played:
    """The same with one source of chance for everything, as `simulate` has it."""
    rng = game_rng(match.seed, match.number)
    return _play(match, rng, rng, trace=trace)


def _play(match: Match, dealing: Random, thinking: Random, *, trace: bool = False) -> Played:
    game, players = find_game(match.game), len(match.lineup)
    recorder = Recorder(game, players, match.options, game.deal(players, match.options, dealing), trace=trace)
    times = play_out(recorder, match.lineup, thinking, Dice(dealing))
    outcome = recorder.state.outcome
    first = outcome.standings[0] if outcome and outcome.standings else ()
    return Played(
        match,
        shares=tuple(1 / len(first) if seat in first else 0.0 for seat in range(players)),
        scores=recorder.state.scores,
        seconds=tuple(sum(spent) for spent in times),
        moves=tuple(len(spent) for spent in times),
        record=recorder.record().to_json(),
    )


def attempt(play: Play, match: Match) -> Played | str:
    """A game, or why it cannot be played to its end: what crosses processes."""
    try:
        return play(match)
    except BotFailed as error:
        return f"game {match.number}: {error}"
    except Exception:  # whatever it is, it is for the one who asked to tell
        return f"game {match.number}: {traceback.format_exc()}"


class GameFailed(TriaxError):
    """A game that cannot be played to its end; the text says why, for people."""


DEATHS = 5
"""So many workers may die over one game before the game itself is held to be the cause."""
