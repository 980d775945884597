"""Trying things out: positions are those of the replay, what is drawn can be chosen, and every line is a record."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import Sorted, every_variant, pieces_in
from tests.support.examples import examples
from triax.arena.simulate import simulate
from triax.bots import BotSpec
from triax.games import GAMES
from triax.games.analysis import LinePosition, Ply, begin, begin_at, follow, plies_of
from triax.games.core import Dice
from triax.games.errors import BadData, BadRecord
from triax.games.record import Record, read_record

some = examples(1)


def recorded(name: str, players: int, options: dict[str, Any], seed: int) -> Record:
    return simulate(GAMES[name], [BotSpec("random")] * players, options, Random(seed))


@every_variant
@some
@given(seed=st.integers(0, 2**32))
def test_a_line_is_the_replay_move_by_move(name: str, players: int, options: dict[str, Any], seed: int) -> None:
    record = recorded(name, players, options, seed)
    start = begin(record.game, record.players, record.options, record.setup)
    # No chance is left: all of it is in the plies.
    positions = list(follow(start, list(plies_of(record)), Sorted()))
    steps = list(record.replay())
    assert [at.state for at in positions] == [step.after for step in steps]
    assert [at.events for at in positions] == [step.events for step in steps]
    assert positions[-1].record() == record


def chosen(at: LinePosition, ply: Ply, rng: Random) -> LinePosition:
    """The same move with one draw as somebody wants it."""
    plain = at.play(ply, Dice(rng))
    if not plain.draws:
        return plain
    drawn = [draw.piece for draw in plain.draws]
    number = rng.randrange(len(drawn))
    choices = plain.draws[number].choices
    wanted = rng.choice(choices)
    if drawn.count(wanted) >= choices.count(wanted):
        drawn[drawn.index(wanted)] = drawn[number]
    drawn[number] = wanted
    made = at.play(Ply(ply.seat, ply.move, tuple(drawn)), Dice(rng))
    assert [draw.piece for draw in made.draws] == drawn
    for seat in range(at.state.players):
        if {seat, None}.isdisjoint(draw.seat for draw in plain.draws):
            assert made.state.view(seat) == plain.state.view(seat), "nothing but what was drawn has changed"
    return made


@every_variant
@some
@given(seed=st.integers(0, 2**32))
def test_what_is_drawn_can_be_chosen_and_is_in_the_record(
    name: str, players: int, options: dict[str, Any], seed: int
) -> None:
    rng, game = Random(seed), GAMES[name]
    start = at = begin(game, players, options, game.deal(players, options, rng))
    plies = []
    while at.state.to_act:
        seat = rng.choice(sorted(at.state.to_act))
        at = chosen(at, Ply(seat, str(rng.choice(at.state.moves(seat)))), rng)
        assert at.ply is not None
        plies.append(at.ply)
    assert pieces_in(at.state) == pieces_in(start.state)
    again = read_record(at.record().to_json())
    assert [(ply.seat, ply.move, ply.drawn) for ply in plies_of(again)] == [(p.seat, p.move, p.drawn) for p in plies]
    assert [*follow(start, plies, Sorted())][-1] == at, "from the first deal as well"


START = begin(GAMES["rota"], 2, {}, GAMES["rota"].deal(2, {"start": 0}, Random(3)))


def first_ply() -> Ply:
    return Ply(0, str(START.state.moves(0)[0]))


@pytest.mark.parametrize(
    ("plies", "message"),
    [
        ([Ply(0, "9,9/0")], "moves[0]: '9,9/0' is not legal for seat 0: 9,9 shares no side with a tile"),
        ([Ply(0, "nonsense")], "moves[0]: "),
        ([Ply(1, first_ply().move)], "moves[0]: seat 1 cannot play"),
        ([first_ply(), first_ply()], "moves[1]: seat 0 cannot play"),
        ([Ply(0, first_ply().move, ("XXXX",))], 'moves[0]: drawn[0]: "XXXX" does not lie face down here'),
        ([Ply(0, first_ply().move, ("a", "b"))], "moves[0]: drawn: 2 pieces; the move draws 1"),
        ([Ply(0, first_ply().move, None, (("a",),))], "moves[0]: shuffles: not those that belong here"),
    ],
)
def test_what_cannot_be_is_refused_with_the_number_of_the_move(plies: list[Ply], message: str) -> None:
    with pytest.raises(BadRecord) as caught:
        list(follow(START, plies, Sorted()))
    assert str(caught.value).startswith(message)


def test_a_piece_in_hand_cannot_be_drawn() -> None:
    held = START.state.view(1)["hand"]
    with pytest.raises(BadData, match="does not lie face down here"):
        START.play(Ply(0, first_ply().move, (held,)), Sorted())


@pytest.mark.parametrize("name", GAMES)
def test_a_position_alone_goes_on_and_has_no_record(name: str) -> None:
    game, rng = GAMES[name], Random(5)
    view = game.new(2, rng, {"start": 0}).view(0)
    start = begin_at(game, game.sample(view, rng))
    assert start.state.view(0) == view
    at = start
    while not at.draws and at.state.to_act:
        seat = min(at.state.to_act)
        before, ply = at, Ply(seat, str(at.state.moves(seat)[0]))
        at = at.play(ply, Dice(rng))
    with pytest.raises(BadData, match="no record"):
        at.record()
    if not at.draws:  # a game in which nothing is drawn
        return
    other = next(piece for piece in at.draws[0].choices if piece not in {draw.piece for draw in at.draws})
    drawn = (other, *(draw.piece for draw in at.draws[1:]))
    again = before.play(Ply(ply.seat, ply.move, drawn), Dice(rng))
    assert tuple(draw.piece for draw in again.draws) == drawn
