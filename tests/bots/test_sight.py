"""What a level overlooks and misjudges: never what strikes the eye, and never absurdly."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.support import random_game
from triax.bots.registry import LEVELS, RULES, BotSpec
from triax.bots.sight import Glimpse, chances, misjudged, seen
from triax.bots.strengths import strength_of
from triax.games import GAMES

HERE, FAR = (0, 0), (9, 0)
STRIKING = Glimpse(3, 1, HERE)


def test_each_thing_that_hides_a_move_does_so_by_itself() -> None:
    looks = [STRIKING, Glimpse(1, 1, HERE), Glimpse(3, 1, FAR), Glimpse(3, 1, HERE, turned=True), Glimpse(3, 3, HERE)]
    striking, *hidden = chances(looks, [], 0.6)
    assert striking == 1
    assert hidden == pytest.approx([1 - 0.6 * 2 / 3, 0.4, 0.7, 0.6])
    assert chances(looks, [FAR], 0.6)[2] == 1, "the eye rests where somebody has just moved"


def test_the_more_there_is_to_hide_it_the_less_a_move_is_seen() -> None:
    both = Glimpse(1, 2, FAR, turned=True)
    for oversight in (0.2, 0.5, 1.0):
        found = chances([STRIKING, Glimpse(1, 1, HERE), both], [], oversight)
        assert 1 == found[0] > found[1] > found[2] >= 0


def test_without_oversight_all_is_seen_and_nothing_drawn() -> None:
    rng = Random(6)
    assert seen([STRIKING, Glimpse(0, 5, FAR)], [], 0.0, rng) == [0, 1]
    assert misjudged([1.0, 2.0], 0.0, rng) == [1.0, 2.0]
    assert rng.getstate() == Random(6).getstate()


def test_nobody_misjudges_absurdly() -> None:
    rng = Random(3)
    values = [0.0, 1.0, 2.0, 9.0, 8.0]
    taken = set()
    for _ in range(500):
        judged = misjudged(values, 0.5, rng)
        taken.add(values[judged.index(max(judged))])
    assert taken == {9.0, 8.0}, "above the mean, and never below it"
    alone = [1.0, 1.0, 1.0, 9.0]
    for _ in range(500):
        judged = misjudged(alone, 0.5, rng)
        assert judged[3] == max(judged)


@pytest.mark.parametrize("name", list(GAMES))
def test_levels_see_more_and_more(name: str) -> None:
    """By the table of their numbers: a master, and with it every hint, sees all."""
    slips = [strength_of(name, level).slip for level in LEVELS]
    assert all(0 <= slip <= 0.5 for slip in slips)
    assert strength_of(name, "master").oversight == strength_of(name, "apprentice").oversight == 0
    assert strength_of(name, "novice").oversight > 0
    assert strength_of(name, "expert").playouts


@pytest.mark.parametrize("name", list(GAMES))
def test_a_novice_takes_what_stands_out(name: str) -> None:
    """Whatever its luck: the one move that gains more than any other, and at a glance."""
    rules, found = RULES[name], 0
    for seed in range(6):
        for played in random_game(GAMES[name], 2, seed, {}):
            state: Any = played.before
            moves = state.moves(played.seat)
            points = [float(one) for one in rules.points(state, played.seat, moves)]
            looks, _ = rules.looks(state.view(played.seat), state, played.seat, moves)
            best = points.index(max(points))
            most = max(look.glance for look in looks)
            rest = [value for at, value in enumerate(points) if at != best]
            # So far ahead that no slip can bridge it, whichever of the others are seen.
            bridged = max(points) - 2 * strength_of(name, "novice").slip * (max(points) - min(points))
            striking = [at for at, look in enumerate(looks) if look.glance == most]
            if not rest or max(rest) >= bridged or striking != [best]:
                continue
            found += 1
            bot = BotSpec("novice").build(name)
            view = state.view(played.seat)
            assert {bot.choose(view, moves, Random(n)) for n in range(8)} == {moves[best]}
    assert found
