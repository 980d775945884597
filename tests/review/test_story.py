"""The moments of a review: what one move does and another does not, and where the lead changed."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np

from tests.games.support.axio_positions import LINE, laid
from tests.games.support.own_pieces import standard
from tests.games.support.rota_positions import THREE_RED
from tests.games.support.rota_positions import position as rota_position
from tests.review.support.verdicts import reviewed
from tests.support import random_game
from triax.arena.simulate import simulate
from triax.bots import BotSpec
from triax.bots.reasons import Harm, Reason
from triax.games import GAMES
from triax.games.axio import AXIO
from triax.games.axo.notation import PlayCard
from triax.games.core import AnyState, Dice, Move
from triax.review import Judged, Taken, conclude
from triax.review.bands import band_of
from triax.review.contrast import contrast
from triax.review.paired import further
from triax.review.story import choices, turns
from triax.review.taken import decisions


def told(state: AnyState, better: str, worse: str) -> tuple[Reason | None, Harm | None]:
    parse = GAMES[state.game].parse
    return contrast(state, state.view(0), parse(better), parse(worse))


def test_a_better_move_raises_the_lowest_and_a_worse_one_leaves_a_circle() -> None:
    state = rota_position(THREE_RED, "RGBP", tracks=(1, 5, 5, 5, 5))
    assert told(state, "1,1/0", "-1,0/0")[0] == Reason("lowest", {"colours": "R", "by": 3, "to": 4})
    two_red = {(0, 0): "GBRO", (1, 0): "GBOR"}
    gift = replace(rota_position(two_red, "GRBP"), tracks=((0, 0, 0, 0, 0), (0, 5, 5, 5, 5)))
    _, harm = told(gift, "-1,0/0", "0,1/0")
    assert harm == Harm("leaves_circle", {"colours": "R", "seat": 1})
    full = replace(gift, tracks=((0, 0, 0, 0, 0), (12, 5, 5, 5, 5)))
    assert told(full, "-1,0/0", "0,1/0")[1] is None, "nobody could use it"
    last = replace(gift, hands=("GRBP", None), stacks=((), ()))
    assert told(last, "-1,0/0", "0,1/0")[1] is None, "nobody has a tile for it"


def test_what_speaks_for_both_moves_is_no_reason() -> None:
    state = rota_position(THREE_RED, "RGBP", tracks=(1, 5, 5, 5, 5))
    assert told(state, "1,1/0", "1,1/0") == (None, None)


def test_a_line_is_left_to_whoever_needs_it() -> None:
    state = laid(LINE, ("RG", "RO", "RO", "RO", "RO"), tracks=(0, 3, 3, 3, 3))
    needing = replace(state, tracks=((3, 3, 3, 3, 3), (5, 0, 5, 5, 5)))
    _, harm = told(needing, "RO@-4,2>N", "RG@-4,1>S")
    assert harm is None, "the line ends at the border"
    shorter = laid(("GG@-2,2>E", "GB@0,2>E"), ("RG", "RO", "RO", "RO", "RO"))
    longer = replace(shorter, tracks=((3, 3, 3, 3, 3), (5, 0, 5, 5, 5)))
    assert told(longer, "RO@-3,2>N", "RG@-3,1>S")[1] == Harm("leaves_line", {"colours": "G", "count": 4, "seat": 1})
    around = laid(("GG@-2,2>E", "GB@0,2>E", "OO@-4,0>S", "OO@-4,3>S"), ("RG", "RO", "RO", "RO", "RO"))
    closed = replace(around, tracks=longer.tracks)
    assert told(closed, "RO@2,-2>N", "RG@-3,1>S")[1] is None, "a pyramid comes to stand at its end"


def test_spaces_are_left_that_one_tile_closes_in() -> None:
    """-3,-2 and -4,-1 then lack the same neighbour: -3,-1."""
    state = laid(("GG@-3,-4>S", "RG@-2,-1>N"), ("BP", "RO", "RO", "RO", "RO"))
    assert told(state, "RO@2,2>E", "BP@-4,-2>N")[1] == Harm("leaves_pyramids", {"count": 2, "seat": 1})
    after, _ = state.play(0, GAMES["axio"].parse("BP@-4,-2>N"), Dice(Random(0)))
    replies = [after.preview(1, move) for move in after.moves(1)]
    assert max(sum(event.kind == "pyramid" for event in events) for events in replies) == 2
    alone = replace(state, racks=(state.racks[0], ()))
    assert told(alone, "RO@2,2>E", "BP@-4,-2>N")[1] is None, "nobody has a tile for it"


def test_what_comes_of_two_moves_is_told_where_it_is_sure() -> None:
    """In each world blue is the lowest for whoever plays the worse move; the other gains by it."""
    worlds = 40
    worse = np.tile([[6, 7, 2, 9, 9], [8, 8, 8, 8, 8]], (worlds, 1, 1))
    better = np.tile([[6, 7, 4, 9, 9], [8, 7, 8, 8, 8]], (worlds, 1, 1))
    better[0] = worse[0]
    reason, harm = further(0, better, worse, "RGBOP")
    assert reason == Reason("further", {"colours": "B", "tenths": 20})
    assert harm == Harm("further", {"colours": "G", "tenths": 10, "seat": 1})
    assert further(0, better[..., 2:3], worse[..., 2:3], "")[0] == Reason("more_points", {"colours": "", "tenths": 20})
    assert further(0, better[:2], worse[:2], "RGBOP") == (None, None), "two worlds say nothing"
    assert further(0, worse, worse, "RGBOP") == (None, None)


def test_a_card_is_played_that_lets_another_mark_much() -> None:
    """As much as the rules then let it."""
    told = 0
    for place in random_game(GAMES["axo"], 3, 1, {"effects": False}):
        state, seat = place.before, place.seat
        given = {move: most_marks(state, seat, move) for move in state.moves(seat) if isinstance(move, PlayCard)}
        harmless = next((move for move, most in given.items() if max(most.values()) <= 2), None)
        if harmless is None:
            continue
        for move, most in given.items():
            harm = contrast(state, state.view(seat), harmless, move)[1]
            told += harm is not None
            assert (harm is None) == (max(most.values()) <= 2)
            assert harm is None or harm.code == "gives_marks"
            assert harm is None or most[int(harm.values["seat"])] == harm.values["count"] == max(most.values())
        if told > 20:
            break
    assert told


def most_marks(state: AnyState, seat: int, move: Move) -> dict[int, int]:
    after, _ = state.play(seat, move, Dice(Random(0)))
    others = [other for other in range(state.players) if other != seat]
    return {one: max(len(state.gain(after.preview(one, mark))) for mark in after.moves(one)) for one in others}


def test_a_bad_name_is_given_only_where_it_is_sure() -> None:
    assert band_of("chance", 0.16, 0.0) == "blunder"
    assert band_of("chance", 0.16, 0.01) == "mistake"
    assert band_of("chance", 0.1, 0.02) == "inaccuracy"
    assert band_of("chance", 0.02, 0.001) == "good"
    assert band_of("chance", 0.04, 0.02) == "best", "within what the search can tell"
    assert band_of("result", 0.61, 0.0) == "blunder"
    assert band_of("result", 0.1, 0.0) == "good"
    assert band_of("chance", 1.0, 0.0, real=False) == "forced"


def test_the_lead_changes_only_when_it_is_clear() -> None:
    chances = [0.5, 0.58, 0.6, 0.52, 0.46, 0.3, 0.47, 0.0]
    curve = [(chance, 1 - chance) for chance in chances]
    found = turns([reviewed(at, 0.0) for at in range(len(curve) - 1)], curve)
    assert [(moment.at, moment.leader, moment.by) for moment in found] == [(4, 1, 0.16)]


def test_three_decisions_mattered_most() -> None:
    """The greatest losses; where they are few, the strongest moves beside them."""
    state = rota_position(THREE_RED, "RGBP", tracks=(1, 5, 5, 5, 5))
    taken = Taken(0, 0, state.moves(0)[0], state)
    taken = replace(taken, move=GAMES["rota"].parse("-1,0/0"))
    losses = [reviewed(at, loss) for at, loss in enumerate((0.12, 0.3, 0.0, 0.2, 0.25))]
    assert [moment.at for moment in choices("chance", [taken] * 5, losses)] == [1, 3, 4]
    few = [reviewed(0, 0.2), reviewed(1, 0.0), reviewed(2, 0.0, gain=0.1), reviewed(3, 0.0, gain=0.04)]
    found = choices("chance", [taken] * 4, few)
    assert [(moment.at, moment.kind) for moment in found] == [(0, "mistake"), (2, "strong")]
    assert (found[0].better, found[0].by, found[1].plain, found[1].by) == ("1,1/0", 0.2, "0,-1/0", 0.1)


def test_a_shared_win_is_shared_out() -> None:
    """With tiles of one colour all do equally well, or nearly."""
    pieces = standard("axio")
    pieces["tiles"] = dict.fromkeys(pieces["tiles"], 0) | {"RR": 100}
    played = (simulate(AXIO, [BotSpec("random")] * 2, {"pieces": pieces}, Random(seed)) for seed in range(20))
    record = next(one for one in played if one.result and len(one.result["standings"]) == 1)
    parts = [Judged(one.entry, reviewed(one.entry, 0.0).verdict, (0.6, 0.4), (0.0, 0.0)) for one in decisions(record)]
    assert conclude(record, parts).curve[-1] == (0.5, 0.5)
