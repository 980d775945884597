"""What a seat cannot see changes nothing that the seat is given: views, events, legal moves."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.support import VARIANTS, Sorted, every_variant, pieces_in, random_game, twin
from tests.support.examples import examples
from triax.games import GAMES
from triax.games.axio import AXIO, AxioState
from triax.games.axo import AxoState
from triax.games.events import redact
from triax.games.tracks import lowest

some = examples(2)


@every_variant
@some
@given(seed=st.integers(0, 2**32))
@example(seed=2281)  # two-player AXO: a hand that fills an area whole
def test_hidden_pieces_change_neither_views_nor_events_nor_moves(
    name: str, players: int, options: dict[str, Any], seed: int
) -> None:
    rng = Random(seed)
    differed = 0
    for played in random_game(GAMES[name], players, seed, options):
        for seat in (*range(players), None):
            other = twin(played.before, seat, played.seat, played.move, rng)
            assert pieces_in(other) == pieces_in(played.before)
            differed += other != played.before
            shared, own = played.before.view_parts(seat)
            assert other.view(seat) == played.before.view(seat) == {**shared, **own}
            if seat is not None:
                assert list(other.moves(seat)) == list(played.before.moves(seat))
            after, events = played.before.play(played.seat, played.move, Sorted())
            other_after, other_events = other.play(played.seat, played.move, Sorted())
            assert redact(other_events, seat) == redact(events, seat)
            assert other_after.view(seat) == after.view(seat)
    assert differed, "the test has compared nothing"


@every_variant
@some
@given(seed=st.integers(0, 2**32))
def test_a_sample_fits_its_view(name: str, players: int, options: dict[str, Any], seed: int) -> None:
    game, rng = GAMES[name], Random(seed)
    for number, played in enumerate(random_game(game, players, seed, options)):
        for seat in (*range(players), None):
            if (number + (seat or 0)) % 3:
                continue
            state = played.after
            sample = game.sample(state.view(seat), rng)
            assert sample.view(seat) == state.view(seat)
            assert sample.to_act == state.to_act
            assert pieces_in(sample) == pieces_in(state)
            if seat is not None:
                assert list(map(str, sample.moves(seat))) == list(map(str, state.moves(seat)))


@every_variant
@some
@given(seed=st.integers(0, 2**32))
def test_a_sample_can_be_played_to_the_end(name: str, players: int, options: dict[str, Any], seed: int) -> None:
    game, rng = GAMES[name], Random(seed)
    steps = list(random_game(game, players, seed, options))
    state = game.sample(rng.choice(steps).before.view(rng.randrange(players)), rng)
    while state.to_act:
        seat = min(state.to_act)
        state, _ = state.play(seat, rng.choice(state.moves(seat)), Sorted())
    assert state.outcome is not None


def test_samples_differ() -> None:
    for name, players, options in VARIANTS:
        game = GAMES[name]
        view = game.new(players, Random(1), options).view(0)
        assert len({game.sample(view, Random(seed)) for seed in range(5)}) == 5


def test_a_sample_of_a_rack_that_may_be_exchanged_leaves_the_bag_mixed() -> None:
    """Tiles that show one of the lowest colours are not on that rack, and no more likely on top of the bag for it."""
    for played in random_game(AXIO, 2, 1):
        state, rng = played.before, Random(1)
        assert isinstance(state, AxioState)
        if state.deciding:
            view, low = state.view(1 - state.turn), set(lowest(state.tracks[state.turn]))
            bags = [[bool(low & set(tile)) for tile in AXIO.sample(view, rng).bag] for _ in range(600)]
            top, below = (sum(bag[place] for bag in bags) for place in (0, len(bags[0]) // 2))
            assert abs(top - below) < 4 * 300**0.5
            return
    pytest.fail("nobody was offered an exchange")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_sees_marks_or_areas_before_all_are_done(players: int) -> None:
    """X6, and areas laid at the same time."""
    hidden = 0
    for played in random_game(GAMES["axo"], players, 5):
        state = played.before
        assert isinstance(state, AxoState)
        if state.phase not in ("area", "mark"):
            continue
        assert isinstance(played.after, AxoState)
        if played.after.phase == state.phase and played.after.card == state.card and played.after.to_act:
            for seat in {*range(players), None} - {played.seat}:
                before, after = state.view(seat), played.after.view(seat)
                assert {**before, "to_act": 0} == {**after, "to_act": 0}
                assert redact(played.events, seat) == ()
                hidden += 1
    assert hidden


@pytest.mark.parametrize(("name", "private"), [("rota", "tile"), ("axio", "tiles"), ("axo", "cards")])
def test_what_is_drawn_is_told_to_its_owner_only(name: str, private: str) -> None:
    drawn = 0
    for played in random_game(GAMES[name], 3, 2):
        for event in played.events:
            if event.kind == "drew":
                drawn += 1
                for seat in (0, 1, 2, None):
                    seen = event.seen_by(seat)
                    assert seen is not None
                    assert (private in seen.plain()) == (seat == event.plain()["seat"])
    assert drawn
