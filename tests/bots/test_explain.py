"""What was learned is told as it is: to the last bit, by what can be seen, and no reason is given that it does not bear
out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any, get_args

import pytest

from tests.games.support.axio_positions import LINE, laid
from tests.games.support.rota_positions import THREE_RED
from tests.games.support.rota_positions import position as rota_position
from tests.support import Sorted, random_game, twin
from triax.bots.engines import ENGINES
from triax.bots.explain import Explained, count, explain
from triax.bots.hints import ADVISERS, study
from triax.bots.reasons import Aspect, Reason, case_of
from triax.bots.track_reasons import looking_ahead
from triax.games import GAMES
from triax.games.core import AnyState, Move
from triax.games.errors import BadData
from triax.games.rota.display import AROUND, frontier
from triax.games.tracks import COLOURS
from triax.review.contrast import contrast

TABLES = [(name, players) for name, engine in ENGINES.items() if engine.judge for players in GAMES[name].facts.players]


def positions(name: str, players: int, seed: int = 3) -> list[tuple[AnyState, int]]:
    return [(one.before, one.seat) for one in list(random_game(GAMES[name], players, seed, {}))[2::6]]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_parts_sum_up_to_the_difference_of_two_words(name: str, players: int) -> None:
    engine = ENGINES[name]
    for state, seat in positions(name, players):
        view = state.view(seat)
        root = engine.opening(view, Random(1), 12)
        moves = [root.decode(int(code)) for code in root.codes]
        counted = count(view, moves, Random(2))
        if counted is None:
            assert view["phase"] == "exchange"
            continue
        for at in range(len(moves)):
            assert float(counted.says(at)) == pytest.approx(root.priors[at], rel=1e-6), "as the search hears it"
            for others in ([0], list(range(len(moves)))):
                mean = sum((counted.says(other) for other in others), Fraction()) / len(others)
                assert sum(counted.parts(at, others).values()) == counted.says(at) - mean


@pytest.mark.parametrize("name", [name for name, engine in ENGINES.items() if engine.judge])
def test_the_rows_of_each_part_are_its_own(name: str) -> None:
    judge = ENGINES[name].judge
    assert judge is not None
    rows = [row for _, first, end in judge.kernel.MEANINGS for row in range(first, end)]
    assert len(rows) == len(set(rows))
    assert {aspect for aspect, _, _ in judge.kernel.MEANINGS} < set(get_args(Aspect))
    for players in GAMES[name].facts.players:
        assert max(rows) < len(judge.network(players)) // 32 - 2


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_is_hidden_changes_nothing_that_is_told(name: str, players: int) -> None:
    compared = 0
    for state, seat in positions(name, players)[:4]:
        move = next(iter(state.moves(seat)))
        other = twin(state, seat, seat, move, Random(5))
        compared += other != state
        assert explain(other.view(seat)) == explain(state.view(seat))
        ideas = [study(one.view(seat), Random(1), playouts=32)[0] for one in (state, other)]
        assert ideas[0] == ideas[1]
    assert compared


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_reason_is_given_only_where_what_was_learned_bears_it_out(name: str, players: int) -> None:
    """In hints beside other moves, in reviews beside the one that was played; and what is seen for later is true."""
    adviser, told = ADVISERS[name], Counter[str]()
    for state, seat in positions(name, players):
        view = state.view(seat)
        known: list[Explained[Move]] = explain(view)
        if not known:
            continue
        ideas, _ = study(view, Random(1), playouts=64)
        by_move = {str(one.move): one for one in known}
        for idea in ideas:
            assert idea.reason is not None
            bears_out(name, idea.reason, by_move[idea.move])
            told[idea.reason.code] += 1
        better, worse = known[0].move, known[-1].move
        reason, harm = contrast(state, view, better, worse, learned=True)
        (pair,) = explain(view, [better], beside=[worse])
        if reason is not None:
            bears_out(name, reason, pair)
        assert harm is None or pair.parts["denied"] > 0
        for move in list(state.moves(seat))[::23]:
            for one in adviser.ahead(case_of(state, view, seat, move)):
                holds(one, state, move, seat)
    assert len(told) > 1


def bears_out(name: str, reason: Reason, seen: Explained[Move]) -> None:
    parts = ADVISERS[name].parts.get(reason.code)
    if parts is None:
        assert reason.code in ("wins", "trials")
    else:
        assert sum(seen.parts.get(part, 0.0) for part in parts) > 0


def holds(reason: Reason, state: AnyState, move: Move, seat: int) -> None:
    """Counted in another way, in the position that follows."""
    colour, values = str(reason.values["colours"]), reason.values
    after, _ = state.play(seat, move, Sorted())
    if state.game == "rota":
        before, then = (sum(met == colour for met in beside(one)) for one in (state, after))
        assert (then - before == values["count"]) if reason.code == "prepares" else then < before
    own = after.scores[seat if reason.code == "prepares" else int(values["seat"])]
    assert own[COLOURS.index(colour)] == min(own)


def beside(state: Any) -> Iterator[str]:  # noqa: ANN401
    """The colours that meet each corner of each cell beside a display."""
    for x, y in frontier(state.display):
        for around in AROUND:
            cells = [((x + dx, y + dy), corner) for dx, dy, corner in around]
            yield from {state.display[cell].corners[corner] for cell, corner in cells if cell in state.display}


def ahead(state: AnyState, move: str) -> dict[str, dict[str, int | str]]:
    case = case_of(state, state.view(0), 0, GAMES[state.game].parse(move))
    return {one.code: one.values for one in ADVISERS[state.game].ahead(case)}


def test_rota_places_are_prepared_and_taken_away() -> None:
    state = rota_position(THREE_RED, "RGBP", tracks=(0, 5, 5, 5, 5))
    assert ahead(state, "-1,0/0")["prepares"]["colours"] == "R"
    assert "prepares" not in ahead(rota_position(THREE_RED, "GGBB", tracks=(0, 5, 5, 5, 5)), "1,1/0")


def test_axio_places_are_prepared_and_taken_away() -> None:
    state = laid(LINE, ("RG", "RO", "RO", "RO", "RO"), tracks=(3, 0, 3, 3, 3))
    assert "prepares" not in ahead(state, "RO@-4,2>N"), "the line of green is closed"
    assert ahead(laid((), ("GG", "GB"), tracks=(3, 0, 3, 3, 3)), "GG@-3,-4>E")["prepares"]["colours"] == "G"


def test_where_nothing_was_learned_of_moves_nothing_is_told() -> None:
    state = GAMES["axo"].new(2, Random(1), {"start": 0})
    assert explain(state.view(0)) == []


def test_less_is_said_to_be_left_to_the_strongest_rival_or_to_nobody() -> None:
    """What was learned looks at the strongest, whether or not they still have a turn."""
    tracks, before, after = [[0] * 5, [1] * 5, [5] * 5], Counter(dict.fromkeys(COLOURS, 3)), Counter[str]()

    def denied(playing: list[int]) -> list[int | str]:
        found = looking_ahead(tracks, 0, playing, before, after)
        return [one.values["seat"] for one in found if one.code == "denies"]

    assert denied([1, 2]) == [2]
    assert denied([1]) == []


def test_without_anything_to_compare_with_it_is_refused_in_words() -> None:
    state, seat = positions("rota", 2)[0]
    with pytest.raises(BadData, match=r"beside: no moves; expected one"):
        explain(state.view(seat), beside=[])
