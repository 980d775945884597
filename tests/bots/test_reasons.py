"""Why a move is good: positions made by hand, and that every reason is true of what can be seen and foreseen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from tests.games.support import axo_positions as axo
from tests.games.support.axio_positions import LINE, laid
from tests.games.support.rota_positions import THREE_RED
from tests.games.support.rota_positions import position as rota_position
from tests.support import random_game, twin
from triax.bots import hints
from triax.bots.core import Candidate, RandomBot
from triax.bots.hints import ADVISERS, Idea, KnownMove, study
from triax.bots.reasons import Reason, case_of
from triax.games import GAMES
from triax.games.axo.flow import open_marking
from triax.games.axo.pieces import standard_deck
from triax.games.core import AnyState, Dice, Move
from triax.games.tracks import COLOURS

ROTA = GAMES["rota"]


def reasons(state: AnyState, seat: int, move: Move | str) -> list[Reason]:
    game = GAMES[state.game]
    played = game.parse(move) if isinstance(move, str) else move
    return list(ADVISERS[state.game].why(case_of(state, state.view(seat), seat, played)))


def advise(view: Any, rng: Random, *, engine: bool = True) -> list[Idea]:  # noqa: ANN401
    return study(view, rng, engine=engine)[0]


def told(state: AnyState, move: str) -> dict[str, dict[str, int | str]]:
    """The reasons for a move of seat 0, the weightiest first."""
    return {reason.code: reason.values for reason in reasons(state, 0, move)}


# Axio Rota: three tiles around the point 1,1, where R meets R and R.


def test_rota_a_circle_of_four_alike_is_closed_before_another_can() -> None:
    state = rota_position(THREE_RED, "RGBP", tracks=(5, 1, 5, 5, 5))
    assert told(state, "1,1/0")["circle_first"] == {"colours": "R"}
    nobody = replace(state, tracks=(state.tracks[0], (12, 0, 0, 0, 0)))
    assert told(nobody, "1,1/0")["circle"] == {"colours": "R"}, "the other's red track is full"


def test_rota_another_colour_there_blocks_whoever_needs_red() -> None:
    state = replace(rota_position(THREE_RED, "GRBP"), tracks=((0, 0, 0, 0, 0), (0, 5, 5, 5, 5)))
    assert told(state, "1,1/0")["blocks"] == {"colours": "R", "seat": 1}
    well_off = replace(state, tracks=((0, 0, 0, 0, 0), (5, 0, 5, 5, 5)))
    assert "blocks" not in told(well_off, "1,1/0")


def test_rota_the_lowest_rises_or_one_of_several() -> None:
    state = rota_position(THREE_RED, "RGBP", tracks=(1, 5, 5, 5, 5))
    first, *_ = reasons(state, 0, "1,1/0")
    assert first == Reason("lowest", {"colours": "R", "by": 3, "to": 4})
    two_low = rota_position(THREE_RED, "RGBP", tracks=(1, 1, 5, 5, 5))
    assert "lowest" not in told(two_low, "1,1/0")
    assert told(two_low, "1,1/0")["behind"] == {"colours": "R", "by": 3}


def test_rota_a_full_track_is_an_extra_turn_as_long_as_there_is_a_supply() -> None:
    state = rota_position(THREE_RED, "RGBP", tracks=(9, 5, 5, 5, 5))
    assert reasons(state, 0, "1,1/0")[0] == Reason("extra_turn", {"colours": "R"})
    assert "extra_turn" not in told(replace(state, supply=()), "1,1/0")
    assert told(rota_position(THREE_RED, "RGBP", tracks=(8, 5, 5, 5, 5)), "1,1/0")["near_end"] == {
        "colours": "R",
        "left": 1,
    }
    assert reasons(rota_position(THREE_RED, "RGBP", tracks=(9, 12, 12, 12, 12)), 0, "1,1/0")[0] == Reason("wins", {})


def test_rota_a_third_of_its_kind_is_a_gift() -> None:
    two_red = {(0, 0): "GBRO", (1, 0): "GBOR"}
    assert "safe" in told(rota_position(two_red, "GPBR"), "0,1/0")
    assert "safe" not in told(rota_position(two_red, "GRBP"), "0,1/0"), "three red around one point"
    assert "safe" not in told(rota_position({(0, 0): "GBRO"}, "GPBR"), "1,0/0"), "there was nothing to be made of three"
    assert "safe" not in told(rota_position(THREE_RED, "GPBR"), "-1,0/0"), "there are three elsewhere"


def test_rota_who_has_no_tile_left_is_denied_nothing() -> None:
    state = replace(rota_position(THREE_RED, "GRBP"), tracks=((0, 0, 0, 0, 0), (0, 5, 5, 5, 5)))
    last = replace(state, hands=("GRBP", None), stacks=((), ()))
    assert "blocks" not in told(last, "1,1/0")
    assert told(replace(last, hands=("RGBP", None)), "1,1/0")["circle"] == {"colours": "R"}


# Axio.


AXIO = GAMES["axio"]
"""Three green in a row, and blue at its right end; its left end is free."""


def test_axio_a_line_pays_and_can_be_blocked() -> None:
    state = laid(LINE, ("RG", "RO", "RO", "RO", "RO"), tracks=(0, 3, 3, 3, 3))
    assert told(state, "RG@-4,1>S")["line"] == {"colours": "G", "count": 3}
    needing = replace(state, tracks=((3, 3, 3, 3, 3), (5, 0, 5, 5, 5)))
    assert told(needing, "RO@-4,2>N")["blocks"] == {"colours": "G", "seat": 1}


def test_axio_a_space_closed_in_gets_a_pyramid() -> None:
    # The corner -4,-4 has two neighbours.
    state = laid(("RG@-3,-4>E",), ("BO", "BO", "RO", "RO", "RO"))
    assert told(state, "BO@-4,-3>S")["pyramid"] == {"count": 1}


def test_axio_an_exchange_says_what_is_missing() -> None:
    state = replace(laid((), ("GB", "GB"), tracks=(0, 3, 3, 3, 3)), deciding=True)
    assert told(state, "exchange") == {"exchange": {"colours": "R"}}
    assert told(state, "keep") == {"keep": {"colours": "R"}}


# AXO: card 01 lacks what its marks leave open.


def test_axo_a_last_mark_completes_a_card() -> None:
    areas = [
        [("01", "xxx", "xxx", "xx."), ("02", "...", "...", "..."), ("03", "xxx", "xxx", "x..")],
        [("04", "...", "...", "..."), ("05", "...", "...", "..."), ("06", "...", "...", "...")],
    ]
    state = open_marking(axo.position(areas, card="10", colour="R", extra=1))
    spending = replace(state.marking[0], step="extra")
    state = replace(state, marking=(spending, state.marking[1]))
    assert told(state, "extra 01@2,2")["completes"]["card"] == "01"
    assert told(state, "extra 03@2,2")["nearly"] == {"card": "03", "left": 1}
    assert told(state, "extra 02@0,0") == {"marks": {"card": "02", "count": 1, "left": 8}}
    assert told(state, "pass") == {"saves": {}}


def test_axo_a_card_is_played_for_what_it_will_complete_or_mark() -> None:
    deck = standard_deck()
    state = axo.choosing()
    found = {reason.code for move in state.moves(0) for reason in reasons(state, 0, move)}
    assert {"will_mark", "gives_little"} <= found
    assert "will_complete" not in found, "no card is near its end"
    # All but the red sections are marked: whatever covers them completes the card.
    rows = ["x" if section != "R" else "." for section in deck["01"].grid]
    nearly = ("01", "".join(rows[:3]), "".join(rows[3:6]), "".join(rows[6:]))
    blank = ("...", "...", "...")
    state = axo.position([[nearly, ("02", *blank), ("03", *blank)], [("04", *blank), ("05", *blank), ("06", *blank)]])
    for move in state.moves(0):
        for reason in reasons(state, 0, move):
            if reason.code == "will_complete":
                assert (str(move).split()[-1], reason.values["card"]) == ("R", "01")


# Of every game.

PLAYERS = (1, 2, 3, 4)


def positions(name: str, players: int) -> list[tuple[AnyState, int]]:
    return [(one.before, one.seat) for one in list(random_game(GAMES[name], players, 11, {}))[::9]]


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("name", list(ADVISERS))
def test_a_reason_is_true_of_what_its_move_does(name: str, players: int) -> None:
    for state, seat in positions(name, players):
        for move in list(state.moves(seat))[::7]:
            events = state.preview(seat, move)
            after: Any = state.play(seat, move, Dice(Random(0)))[0]
            for reason in reasons(state, seat, move):
                holds(reason, state, after, seat, [event.plain() for event in events])


def holds(reason: Reason, state: Any, after: Any, seat: int, events: list[dict[str, Any]]) -> None:  # noqa: ANN401
    values = reason.values
    colours = str(values.get("colours", ""))
    match reason.code:
        case "wins":
            assert after.outcome is not None
        case "lowest":
            assert min(after.scores[seat]) == values["to"] > min(state.scores[seat])
        case "behind":
            for colour in colours:
                at = COLOURS.index(colour)
                assert state.scores[seat][at] == min(state.scores[seat]) < after.scores[seat][at]
        case "extra_turn":
            assert [colours] == ["".join(event["colours"]) for event in events if event["kind"] == "axio"]
            assert after.turn == seat or after.outcome
        case "most_points":
            (scored,) = [event for event in events if event["kind"] == "scored"]
            assert sum(scored["points"].values()) == values["points"]
        case "circle" | "circle_first":
            (scored,) = [event for event in events if event["kind"] == "scored"]
            assert (colours, 3) in [(one["colour"], len(one["sources"])) for one in scored["corners"]]
        case "pyramid":
            assert sum(event["kind"] == "pyramid" for event in events) == values["count"]
        case "line":
            (scored,) = [event for event in events if event["kind"] == "scored"]
            assert (colours, values["count"]) in [(run["colour"], len(run["sources"])) for run in scored["runs"]]
        case "completes" | "completes_more" | "nearly" | "marks" | "most_marks":
            for event in events:
                assert (event["card"], len(event["sections"])) == (
                    values["card"],
                    values.get("count", len(event["sections"])),
                ) or (reason.code == "completes_more")
        case "blocks" | "wipes":
            assert values["seat"] != seat


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("name", list(ADVISERS))
def test_what_is_hidden_changes_no_hint(name: str, players: int) -> None:
    for state, seat in positions(name, players)[:6]:
        move = next(iter(state.moves(seat)))
        other = twin(state, seat, seat, move, Random(5))
        assert other.view(seat) == state.view(seat)
        assert advise(other.view(seat), Random(2), engine=False) == advise(state.view(seat), Random(1), engine=False)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("name", list(ADVISERS))
def test_hints_by_a_rule_are_legal_and_lie_apart(name: str, players: int) -> None:
    adviser = ADVISERS[name]
    for state, seat in positions(name, players):
        ideas = advise(state.view(seat), Random(1), engine=False)
        moves = [GAMES[name].parse(idea.move) for idea in ideas]
        assert moves
        assert all(move in state.moves(seat) for move in moves)
        places = [place for move in moves for place in adviser.places(move)]
        assert len(places) == len(set(places))
        assert all((idea.win_share, idea.expected, idea.playouts) == (None, (), 0) for idea in ideas)
        assert all(idea.reason for idea in ideas)
        assert [idea.gain for idea in ideas] == [state.gain(state.preview(seat, move)) for move in moves]


@dataclass(frozen=True)
class Sure:
    """A bot that says the same share of wins of all moves, and expects less and less of them."""

    share: float

    def choose(self, view: Any, moves: Any, rng: Random) -> Move:  # noqa: ANN401
        return self.think(view, rng)[0].move

    def think(self, view: Any, rng: Random) -> list[Candidate[Move]]:  # noqa: ANN401
        moves = [ROTA.parse(text) for text in ("1,1/0", "-1,0/0", "0,-1/0", "2,0/0")]
        expected = [(2.0, 9.0), (3.04, 5.0), (3.0, 7.0), (9.0, 9.0)]
        playouts = [100, 90, 50, 3]
        return [Candidate(*one, 0.5) for one in zip(moves, [self.share] * 4, expected, playouts, strict=True)]


@pytest.mark.parametrize(("share", "outlook"), [(0.5, "open"), (0.01, "lost"), (0.99, "won")])
def test_a_game_that_is_decided_is_played_for_the_tracks(
    monkeypatch: pytest.MonkeyPatch, share: float, outlook: str
) -> None:
    monkeypatch.setattr(hints, "find_bot", lambda *_: Sure(share))
    view = rota_position(THREE_RED, "RGBP").view(0)
    ideas = advise(view, Random(1))
    assert {idea.outlook for idea in ideas} == {outlook}
    assert {idea.win_share for idea in ideas} == {share}
    # The lowest to a tenth, then the next; what was hardly looked at is no idea.
    by_tracks = ["0,-1/0", "-1,0/0", "1,1/0"]
    assert [idea.move for idea in ideas] == (["1,1/0", "-1,0/0", "0,-1/0", "2,0/0"] if outlook == "open" else by_tracks)
    assert all(idea.reason is not None for idea in ideas)


def test_ideas_stand_in_the_order_of_what_is_read_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search counts scores a little, and has given up halfway on some that were lucky."""
    found = [("1,1/0", 0.36, 900, 0.40), ("-1,0/0", 0.38, 800, 0.39), ("0,-1/0", 0.9, 450, 0.3), ("2,0/0", 0.2, 5, 0.2)]
    thought = [Candidate(ROTA.parse(move), share, (), tried, value) for move, share, tried, value in found]
    monkeypatch.setattr(hints, "_think", lambda *_: thought)
    ideas, known = study(rota_position(THREE_RED, "RGBP").view(0), Random(1))
    assert [idea.move for idea in ideas] == ["-1,0/0", "1,1/0", "2,0/0"]
    assert len(known) == len(found), "what is known is not forgotten"


@pytest.mark.parametrize("shares", [(0.4, 0.01), (0.99, 0.5)])
def test_a_game_is_open_as_long_as_it_hangs_on_the_move(
    monkeypatch: pytest.MonkeyPatch, shares: tuple[float, float]
) -> None:
    moves = [ROTA.parse("1,1/0"), ROTA.parse("-1,0/0")]
    thought = [Candidate(move, share, (1.0,), 100, share) for move, share in zip(moves, shares, strict=True)]
    monkeypatch.setattr(hints, "_think", lambda *_: thought)
    ideas, _ = study(rota_position(THREE_RED, "RGBP").view(0), Random(1))
    assert {idea.outlook for idea in ideas} == {"open"}


def test_of_two_searches_every_playout_counts_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "_think", lambda *_: [Candidate(ROTA.parse("1,1/0"), 0.6, (4.0,), 100, 0.6)])
    known = [KnownMove("1,1/0", 0.2, (2.0,), 300, 0.2)]
    [idea], [after] = study(rota_position(THREE_RED, "RGBP").view(0), Random(1), known=known)
    assert idea.playouts == after.playouts == 400
    assert (idea.win_share, *idea.expected) == pytest.approx((0.3, 2.5))
    assert after.win_share == pytest.approx(0.3)


def test_alone_nothing_is_won(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "find_bot", lambda *_: Sure(0.0))
    ideas = advise(rota_position(THREE_RED, "RGBP", players=1).view(0), Random(1))
    assert {(idea.outlook, idea.win_share) for idea in ideas} == {("alone", None)}


def test_a_game_without_an_adviser_gives_ideas_without_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "ADVISERS", {})
    monkeypatch.setattr(hints, "find_bot", lambda *_: RandomBot())
    (idea,) = advise(rota_position(THREE_RED, "RGBP").view(0), Random(1), engine=False)
    assert (idea.reason, idea.win_share, idea.outlook) == (None, None, "open")
