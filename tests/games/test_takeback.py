"""What may be taken back has told its seat nothing: the same decision in any position that it could not tell apart from
the real one would have shown it the same."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import Played, Sorted, every_variant, random_game
from tests.support.examples import examples
from triax.games import GAMES
from triax.games.axo import AxoState
from triax.games.events import Event, redact
from triax.games.takeback import MadeDecision, first_obstacle, is_heard, obstacle


def decision(played: Played) -> MadeDecision:
    return MadeDecision(played.before, played.seat, played.events, played.after)


@every_variant
@examples(2)
@given(seed=st.integers(0, 2**32))
def test_what_may_be_taken_back_has_shown_nothing_hidden(
    name: str, players: int, options: dict[str, Any], seed: int
) -> None:
    game, rng = GAMES[name], Random(seed)
    for played in random_game(game, players, seed, options):
        made, seat = decision(played), played.seat
        if first_obstacle(made) is not None:
            continue
        assert not any(event.drawn_pieces for event in played.events)
        for _ in range(2):
            like = game.sample(played.before.view(seat), rng)
            after, events = like.play(seat, played.move, Sorted())
            assert redact(events, seat) == redact(played.events, seat)
            assert {**after.view(seat), "to_act": 0} == {**played.after.view(seat), "to_act": 0}


@pytest.mark.parametrize(
    ("name", "players", "expected"),
    [("rota", 2, {"uncovered"}), ("axio", 2, {"uncovered"}), ("axo", 2, {"uncovered", "unseen"}), ("axo", 1, set())],
)
def test_each_game_has_decisions_of_each_kind(name: str, players: int, expected: set[str]) -> None:
    found = Counter(
        first_obstacle(decision(played)) for seed in range(6) for played in random_game(GAMES[name], players, seed)
    )
    assert expected <= found.keys()
    assert found[None], "nothing can ever be taken back"


@pytest.mark.parametrize("players", [1, 2])
def test_a_card_that_others_mark_by_is_played_for_good(players: int) -> None:
    """They may have marked already, unseen. Alone, nobody has."""
    found = set()
    for one in random_game(GAMES["axo"], players, 3):
        if isinstance(one.before, AxoState) and one.before.phase == "choose":
            why, others = first_obstacle(decision(one)), one.after.to_act - {one.seat}
            assert isinstance(one.after, AxoState)
            assert (why == "unseen") == bool(others and one.after.phase == "mark" and why != "uncovered")
            found.add(why)
    assert ("unseen" if players > 1 else None) in found


def test_what_others_mark_unseen_stands_in_nobodys_way() -> None:
    """The answer is the same whether they have marked or not: it tells nothing of what they do."""
    steps = [decision(one) for one in random_game(GAMES["axo"], 3, 8)]
    unheard = heard = 0
    for number, made in enumerate(steps[:-1]):
        following = steps[number + 1]
        if following.seat == made.seat:
            continue
        if is_heard(following, made.seat):
            assert obstacle(made, [following]) == "decided"
            heard += 1
        else:
            assert obstacle(made, [following]) == first_obstacle(made)
            unheard += 1
    assert heard
    assert unheard


def test_an_event_that_says_nothing_of_it_is_taken_to_show_something_hidden() -> None:
    class Found(Event, kind="found"):
        seat: int

    assert Found(0).is_news_to(0)
