"""An opponent that is near even after five games, whoever plays against it."""

from __future__ import annotations

from random import Random

import pytest

from triax.arena.simulate import simulate
from triax.bots import BotSpec
from triax.bots.adaptive import FIRST, LEAST, SCALE, START, TOP, MixedBot, PlayerForm, after, between
from triax.games import GAMES
from triax.games.record import Record


def test_it_goes_up_when_the_player_wins_and_down_when_not() -> None:
    won, lost, level = (after(PlayerForm(), ahead) for ahead in (1, 0, 0.5))
    assert (won.level, lost.level, level.level) == (START + FIRST, START - FIRST, START)
    assert won.games == lost.games == level.games == 1
    assert after(PlayerForm(), 2 / 3).level == pytest.approx(START + FIRST / 3), "of three such bots ahead of two"


def test_a_run_keeps_its_steps_long_and_a_change_shortens_them() -> None:
    up = after(after(PlayerForm(), 1), 1)
    assert up.step == FIRST
    back = after(up, 0)
    assert -FIRST < back.step < 0
    form = back
    for number in range(12):
        form = after(form, number % 2)
    assert abs(form.step) == LEAST


def test_it_stays_on_its_scale() -> None:
    for ahead, end in ((1, TOP), (0, 0)):
        form = PlayerForm()
        for _ in range(9):
            form = after(form, ahead)
        assert form.level == end
    assert [between(level) for level in (0, 1.25, TOP)] == [
        ("beginner", "novice", 0),
        ("novice", "apprentice", 0.25),
        ("expert", "master", 1),
    ]
    assert len(SCALE) == TOP + 1


def test_between_two_levels_each_move_is_one_s_or_the_other_s() -> None:
    state = GAMES["rota"].new(2, Random(1), {"start": 0})
    bot = BotSpec("adaptive", strength=1.25).build("rota")
    assert isinstance(bot, MixedBot)
    assert bot.share == 0.25
    assert (bot.lower, bot.upper) == (BotSpec("novice").build("rota"), BotSpec("apprentice").build("rota"))
    assert bot.choose(state.view(0), state.moves(0), Random(1)) in state.moves(0)
    assert BotSpec("adaptive", strength=2.0).build("rota") == BotSpec("apprentice").build("rota")


def ahead_of(record: Record, seat: int) -> float:
    standings = record.result["standings"] if record.result else []
    place = {one: at for at, seats in enumerate(standings) for one in seats}
    return 0.5 if place[0] == place[1] else float(place[seat] < place[1 - seat])


@pytest.mark.slow
@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.parametrize("guest", ["novice", "apprentice", "adept"])
def test_after_five_games_it_is_near_even(name: str, guest: str) -> None:
    """Guests of a fixed strength, many of them: five games each, then what the next ones bring."""
    guests, shares = 60, []
    for number in range(guests):
        form = PlayerForm()
        for game in range(7):
            seat = (number + game) % 2
            seats = [BotSpec(guest), BotSpec("adaptive", playouts=None, strength=form.level)]
            record = simulate(GAMES[name], seats if seat == 0 else seats[::-1], {}, Random(f"{number}/{game}"))
            ahead = ahead_of(record, seat)
            if game < 5:
                form = after(form, ahead)
            else:
                shares.append(ahead)
    assert 0.35 <= sum(shares) / len(shares) <= 0.65
