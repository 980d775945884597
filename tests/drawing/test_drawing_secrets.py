"""A picture shows what its viewer may know, and nothing else."""

from __future__ import annotations

from random import Random

import pytest

from triax.drawing import draw
from triax.games import GAMES
from triax.games.core import AnyState, Dice
from triax.games.events import redact


@pytest.mark.parametrize(("game", "players"), [(game, n) for game in GAMES for n in GAMES[game].facts.players])
def test_hidden_pieces_do_not_change_the_picture(game: str, players: int) -> None:
    rng = Random(players)
    state: AnyState = GAMES[game].new(players, rng)
    for _ in range(40):
        seat = rng.choice((None, *range(players)))
        view = state.view(seat)
        other = GAMES[game].sample(view, rng)
        assert draw(other.view(seat)) == draw(view)
        if not state.to_act:
            break
        mover = rng.choice(sorted(state.to_act))
        state, happened = state.play(mover, rng.choice(state.moves(mover)), Dice(rng))
        draw(state.view(seat), events=redact(happened, seat))


@pytest.mark.parametrize("players", range(2, 5))
def test_marks_stay_covered_until_all_are_done(players: int) -> None:
    """Of AXO's simultaneous marking, neither the area nor the events of another seat show anything."""
    rng = Random(players)
    state: AnyState = GAMES["axo"].new(players, rng)
    covered = 0
    for _ in range(60):
        mover = rng.choice(sorted(state.to_act))
        marking = state.view(mover)["phase"] == "mark"
        after, happened = state.play(mover, rng.choice(state.moves(mover)), Dice(rng))
        watcher = (mover + 1) % players
        if (
            marking
            and after.view(watcher)["phase"] == "mark"
            and after.view(watcher)["card"] == state.view(watcher)["card"]
        ):
            before, now = state.view(watcher), after.view(watcher)
            still = {**now, "to_act": before["to_act"]}
            assert draw(still, events=redact(happened, watcher)) == draw(before)
            covered += 1
        state = after
        if not state.to_act:
            break
    assert covered
