"""Offers say what listing the moves and previewing each of them says, only faster."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from tests.games.support.axio_positions import index
from tests.games.support.axio_positions import position as axio_position
from tests.games.support.own_pieces import own_set
from tests.games.support.rota_positions import position as rota_position
from tests.support import every_variant, random_game, twin
from tests.support.short_offers import in_full
from triax.games import GAMES
from triax.games.axio import AxioState
from triax.games.axo import AxoState
from triax.games.core import AnyState, Offers
from triax.games.events import Event

OWN_SETS = [(name, players) for name in GAMES.own for players in range(1, 5)]


def flat(offers: list[Offers]) -> list[tuple[str, str]]:
    """Every move with its gain."""
    return [(start + end, gain) for start, ends, gains in offers for end, gain in zip(ends, gains, strict=True)]


def previewed(state: AnyState, seat: int) -> list[tuple[str, str]]:
    """The same from the moves and their previews."""
    said = gain if state.game in GAMES.own else state.gain
    return [(str(move), said(state.preview(seat, move))) for move in state.moves(seat)]


def gain(events: Sequence[Event]) -> str:
    """The text of a gain, said once more."""
    for event in events:
        if event.kind == "scored":
            return "".join(f"{c}{event.plain()['points'][c]}" for c in "RGBOP" if c in event.plain()["points"])
        if event.kind == "marked":
            return "".join(str(y * 3 + x) for x, y in event.plain()["sections"])
    return ""


def compare(name: str, players: int, options: dict[str, Any], games: int) -> None:
    """Early, middle and late positions of random games."""
    rng = Random(f"{name} {players}")
    for number in range(games):
        played = list(random_game(GAMES[name], players, f"offers {number}", options))
        for step in [*rng.sample(played, 3), *played[-2:]]:
            offers = step.before.offers(step.seat)
            assert flat(offers) == previewed(step.before, step.seat)
            assert in_full(json.loads(step.before.offer_text(step.seat))) == [list(group) for group in offers]


@every_variant
def test_offers_are_the_moves_and_their_previews(name: str, players: int, options: dict[str, Any]) -> None:
    compare(name, players, options, games=5)


@pytest.mark.parametrize(("name", "players"), OWN_SETS)
def test_offers_fit_own_pieces(name: str, players: int) -> None:
    compare(name, players, {"pieces": own_set(name)}, games=2)


def test_offers_fit_printed_spaces_that_close_in_of_themselves() -> None:
    pieces = own_set("axio")
    pieces["printed"] = {"3,-4": "R", "4,-3": "G", "-1,0": "B", "0,1": "O", "1,0": "P"}
    for players in range(1, 5):
        compare("axio", players, {"pieces": pieces}, games=2)


@every_variant
def test_a_seat_that_owes_no_decision_gets_none(name: str, players: int, options: dict[str, Any]) -> None:
    for played in random_game(GAMES[name], players, 3, options):
        for seat in range(players):
            assert bool(played.before.offers(seat)) == (seat in played.before.to_act)
        last = played.after
    assert [last.offers(seat) for seat in range(players)] == [[]] * players


@every_variant
def test_hidden_pieces_change_no_offer(name: str, players: int, options: dict[str, Any]) -> None:
    rng = Random(4)
    differed = 0
    for played in random_game(GAMES[name], players, 4, options):
        for seat in played.before.to_act:
            other = twin(played.before, seat, played.seat, played.move, rng)
            differed += other != played.before
            assert other.offers(seat) == played.before.offers(seat)
    assert differed, "the test has compared nothing"


def test_rota_offers_a_group_for_each_cell() -> None:
    state = rota_position({(0, 0): "RGBO"}, "-RGB")
    offers = state.offers(0)
    assert [group.start for group in offers] == ["0,-1/", "-1,0/", "1,0/", "0,1/"]
    assert flat(offers[2:3]) == [
        *(("1,0/0=R", "B1"), ("1,0/0=G", "G1B1"), ("1,0/0=B", "B1"), ("1,0/0=O", "B1"), ("1,0/0=P", "B1")),
        ("1,0/1", ""),
        ("1,0/2", "G1"),
        *(("1,0/3=R", ""), ("1,0/3=G", ""), ("1,0/3=B", "B1"), ("1,0/3=O", ""), ("1,0/3=P", "")),
    ]


def test_axio_offers_a_group_for_each_kind_of_tile() -> None:
    spaces = {(-2, 1): "G", (-1, 2): "B", (-3, 2): "O"}
    state = axio_position(spaces, ("RP", "GG", "RP", "GB", "GB"))
    offers = {group.start: dict(zip(group.ends, group.gains, strict=True)) for group in state.offers(0)}
    assert list(offers) == ["RP@", "GG@", "GB@"]
    assert offers["RP@"]["-2,3>E"] == "R1G1B1O1", "a pyramid on -2,2"
    assert offers["RP@"]["-2,3>N"] == "", "-2,2 is covered"
    assert offers["GG@"]["-2,2>S"] == "G1"
    assert offers["GB@"]["-2,2>S"] == "G1"
    assert offers["GG@"]["-2,3>S"] == "G2B1O1"
    assert not any(end.endswith(("N", "W")) for end in offers["GG@"])


def test_axio_offers_both_sides_of_a_decision_in_one_group() -> None:
    decided = 0
    for played in random_game(GAMES["axio"], 3, 1):
        assert isinstance(played.before, AxioState)
        if played.before.deciding:
            decided += 1
            assert played.before.offers(played.seat) == [Offers("", ["exchange", "keep"], ["", ""])]
    assert decided


def test_axio_offers_with_all_twenty_pyramids_on_the_board() -> None:
    old = tuple(index(x, y, 4) for y in (-6, -4) for x in range(-6, 4))
    spaces = {(-2, 1): "G", (-1, 2): "B", (-3, 2): "O", (-3, -5): "R", (-2, -5): "P"}
    state = axio_position(spaces, ("RP", "BB", "RG"), players=4, pyramids=old)
    assert flat(state.offers(0)) == previewed(state, 0)


def test_axo_offers_the_sections_that_a_mark_would_add() -> None:
    told = set()
    for played in random_game(GAMES["axo"], 2, 1):
        assert isinstance(played.before, AxoState)
        (offers,) = played.before.offers(played.seat)
        assert offers.start == ""
        for end, gain in zip(offers.ends, offers.gains, strict=True):
            word = end.split()[0]
            told.add(word)
            assert bool(gain) == (word in ("mark", "free", "extra"))
            if word in ("free", "extra"):
                x, y = end.split("@")[1].split(",")
                assert gain == str(3 * int(y) + int(x))
    assert {"area", "play", "mark", "free", "extra", "pass", "refill", "stamp"} <= told
