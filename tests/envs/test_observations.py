"""Observations: they hold what the view holds, within their bounds, and nothing of what a seat cannot see."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import every_variant, random_game, twin
from triax.envs import ENCODINGS, Frame
from triax.envs.frame import next_seat
from triax.games import GAMES
from triax.games.axio import AxioState
from triax.games.axo import AxoState
from triax.games.core import AnyState, Dice, Plain
from triax.games.errors import BadData
from triax.games.rota import RotaState
from triax.games.rota.display import turned
from triax.games.standings import Outcome

once = settings(max_examples=1)
seeds = st.integers(0, 2**32)


def small_frame(name: str, players: int, options: Plain) -> Frame:
    """Random games of Rota stay near the start square; a small plane is quicker to look at."""
    return Frame(name, players, options, 16 if name == "rota" else None)


def seen(frame: Frame, state: AnyState, seat: int) -> tuple[bytes, str, list[int]]:
    view = state.view(seat)
    codes = frame.codes(state, seat) if next_seat(state) == seat else []
    return frame.observe(view).tobytes(), frame.game.describe(view), codes


@every_variant
@once
@given(seed=seeds)
def test_hidden_pieces_change_neither_observation_nor_text_nor_mask(
    name: str, players: int, options: dict[str, Any], seed: int
) -> None:
    frame, rng = small_frame(name, players, options), Random(seed)
    differed = 0
    for number, played in enumerate(random_game(GAMES[name], players, seed, options)):
        seat = number % players
        sample = GAMES[name].sample(played.before.view(seat), rng)
        other = twin(played.before, seat, played.seat, played.move, rng)
        differed += (sample != played.before) + (other != played.before)
        here = seen(frame, played.before, seat)
        assert seen(frame, sample, seat) == here
        assert seen(frame, other, seat) == here
    assert differed, "the test has compared nothing"


@every_variant
@once
@given(seed=seeds)
def test_different_views_look_different(name: str, players: int, options: dict[str, Any], seed: int) -> None:
    frame = small_frame(name, players, options)
    layout = frame.layout
    looks: dict[bytes, str] = {}
    texts: dict[str, str] = {}
    for played in random_game(GAMES[name], players, seed, options):
        for seat in range(players):
            view = played.after.view(seat)
            known = json.dumps(essence(view))
            observation = frame.observe(view)
            assert observation.dtype == np.int8
            assert (observation >= 0).all()
            assert (observation <= layout.high).all()
            # Seats are counted from the own one: two of them may well see the same.
            assert looks.setdefault(bytes([seat]) + observation.tobytes(), known) == known
            if name in ENCODINGS:
                assert texts.setdefault(frame.game.describe(view), known) == known


def essence(view: Plain) -> dict[str, Any]:
    """A view without what an observation leaves out: who decides at the same time, which two halves are one tile, the
    order in which pieces were laid; and without what follows from the rest."""
    if view["game"] not in ENCODINGS:
        return dict(view)
    known: dict[str, Any] = {**view, "to_act": None, "standings": None}
    if view["game"] == "rota":
        # A tile that is turned and one that is printed so look the same on the table.
        known["display"] = sorted([*laid["at"], turned(laid["tile"], laid["turn"])] for laid in view["display"])
    elif view["game"] == "axio":
        known["tiles"] = sorted(
            space
            for laid in view["tiles"]
            for space in (
                (*laid["at"], laid["tile"][0]),
                (
                    laid["at"][0] + {"E": 1, "W": -1}.get(laid["to"], 0),
                    laid["at"][1] + {"S": 1, "N": -1}.get(laid["to"], 0),
                    laid["tile"][1],
                ),
            )
        )
        known["rack"] = sorted(view["rack"])
        known["laid"] = sorted(laid["tile"] for laid in view["tiles"])
    else:
        known["seats"] = [
            {**player, "area": sorted(player["area"], key=lambda s: s["card"])} for player in view["seats"]
        ]
        if view["marking"]:
            made = [(one["what"] == "mark", one["card"], one["sections"]) for one in view["marking"]["made"]]
            known["marking"] = [
                view["marking"]["step"],
                sorted({card for mark, card, _ in made if mark}),
                sorted((card, *xy) for _, card, xys in made for xy in xys),
            ]
    return known


def test_rota_planes_show_the_corners() -> None:
    *_, last = random_game(GAMES["rota"], 2, 4)
    state = last.before
    assert isinstance(state, RotaState)
    frame = Frame("rota", 2, {})
    planes = {part.name: part.planes for part in frame.layout.parts}["display"]
    display = frame.layout.split(frame.observe(state.view(1)))["display"]
    assert display[0].sum() == len(state.display)
    for (x, y), laid in state.display.items():
        at = display[:, y + 34, x + 34]
        shown = {plane for plane, there in zip(planes, at, strict=True) if there}
        corners = zip(("top left", "top right", "bottom right", "bottom left"), laid.corners, strict=True)
        assert shown == {"tile", *(f"{corner} {colour}" for corner, colour in corners if colour != "-")}


def test_axio_planes_show_the_board() -> None:
    *_, last = random_game(GAMES["axio"], 3, 4)
    state = last.before
    assert isinstance(state, AxioState)
    frame = Frame("axio", 3, {})
    pieces = frame.layout.split(frame.observe(state.view(2)))
    planes = {part.name: part.planes for part in frame.layout.parts}["board"]
    for plane, sign in [*((planes.index(colour), colour) for colour in "RGBOP"), (5, "^"), (6, "#")]:
        flat = pieces["board"][plane].reshape(-1)
        assert [bool(there) for there in flat] == [content == sign for content in state.board]
    oldest = pieces["board"][7].reshape(-1)[state.pyramids[0]]
    assert oldest == len(state.pyramids)
    assert [list(own) for own in pieces["tracks"]] == [list(state.tracks[seat]) for seat in (2, 0, 1)]
    assert pieces["rack"].sum() == len(state.racks[2])


def test_axo_planes_show_cards_and_marks() -> None:
    checked = 0
    frame = Frame("axo", 3, {})
    for played in random_game(GAMES["axo"], 3, 4):
        state = played.after
        assert isinstance(state, AxoState)
        pieces = frame.layout.split(frame.observe(state.view(1)))
        assert {f"{card + 1:02}" for card in np.flatnonzero(pieces["hand"])} == set(state.seats[1].hand)
        for place, seat in enumerate((1, 2, 0)):
            player = state.seats[seat]
            area = state.marking[1].area if state.marking and seat == 1 else player.area
            for sheet in area:
                marks = pieces["marks"][place, int(sheet.card) - 1]
                assert sum(1 << int(section) for section in np.flatnonzero(marks)) == sheet.marks
                checked += sheet.marks > 0
            assert pieces["points"][place] == player.points
    assert checked


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_later_seat_sees_nothing_of_an_earlier_ones_marks(players: int) -> None:
    """Asked one after the other, seats see what they would see if asked at once."""
    frame = Frame("axo", players, {})
    rng = Random(players)
    state = GAMES["axo"].new(players, rng)
    before: dict[int, tuple[bytes, str]] = {}
    hidden = 0
    while state.to_act:
        assert isinstance(state, AxoState)
        seat = next_seat(state)
        assert seat is not None
        last = len(state.to_act) == 1
        before = {other: seen(frame, state, other)[:2] for other in range(players) if other != seat}
        move = frame.decode(rng.choice(frame.codes(state, seat)))
        waiting = state.to_act - {seat}
        together = state.phase in ("area", "mark") and not last
        state, _ = state.play(seat, move, Dice(rng))
        if together:
            for other, was in before.items():
                assert seen(frame, state, other)[:2] == was
                hidden += other in waiting
    assert hidden


@pytest.mark.parametrize(
    ("standings", "worth"),
    [
        (((1,), (0,)), [-1, 1]),
        (((0, 1),), [0, 0]),
        (((2,), (0,), (1,)), [0, -1, 1]),
        (((0, 2), (1,)), [0.5, -1, 0.5]),
        (((3,), (1, 2), (0,)), [-1, 0, 0, 1]),
        (((0,), (1, 2, 3)), [1, -1 / 3, -1 / 3, -1 / 3]),
    ],
)
def test_the_worth_of_a_place(standings: tuple[tuple[int, ...], ...], worth: list[float]) -> None:
    players = len(worth)
    state = _Over(Outcome(standings, ((0,),) * players))
    assert Frame("rota", players, {}).returns(state) == pytest.approx(worth)  # type: ignore[arg-type]


class _Over:
    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome


def test_the_worth_of_a_game_alone() -> None:
    assert Frame("rota", 1, {}).returns(_Over(Outcome(((0,),), ((12, 9, 6, 8, 7),)))) == [0.5]  # type: ignore[arg-type]
    assert Frame("axio", 1, {}).returns(_Over(Outcome(((0,),), ((36, 9, 18, 20, 30),)))) == [0.25]  # type: ignore[arg-type]
    assert Frame("axo", 1, {}).returns(_Over(Outcome(((0,),), ((9,),)))) == [1]  # type: ignore[arg-type]
    assert Frame("axo", 1, {}).returns(_Over(Outcome((), ((8,),)))) == [-1]  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ENCODINGS)
def test_the_page_on_environments_names_every_piece_and_block(name: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "environments.md").read_text("utf-8")
    heading = f"**{GAMES[name].title}**"
    actions, observations = (
        part.split(heading)[1].split("\n**")[0].split("\n## ")[0] for part in page.split("## Actions")[1].split("## Ob")
    )
    for block in Frame(name, 4, {}).encoding.blocks:
        assert f"| `{block.name}` | {block.size:,} |" in actions
    named = {word for row in observations.splitlines() if row.startswith("| `") for word in _quoted(row.split("|")[1])}
    assert named == {part.name for part in Frame(name, 4, {}).layout.parts}


def _quoted(text: str) -> list[str]:
    return text.split("`")[1::2]


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("rota", ("tracks", "hands", "stacks", "turn")),
        ("axio", ("tracks", "racks", "opened", "turn")),
        ("axo", ("areas", "points", "earned", "hands", "effects")),
    ],
)
def test_what_belongs_to_a_seat_is_counted_from_the_viewer(name: str, parts: tuple[str, ...]) -> None:
    frame = Frame(name, 3, {})
    for played in list(random_game(GAMES[name], 3, 5))[::4]:
        from_first, *others = (frame.layout.split(frame.observe(played.after.view(seat))) for seat in range(3))
        for seat, seen in enumerate(others, 1):
            for part in parts:
                assert np.array_equal(seen[part][:3], np.roll(from_first[part][:3], -seat, axis=0)), (part, seat)


def test_axo_parts_show_what_is_applied_and_the_order_of_effects() -> None:
    frame = Frame("axo", 3, {})
    freely = queued = 0
    for played in random_game(GAMES["axo"], 3, 11):
        for seat in range(3):
            view = played.after.view(seat)
            parts = frame.layout.split(frame.observe(view))
            made = view["marking"]["made"] if view["marking"] else []
            applied = sorted({int(one["card"]) - 1 for one in made if one["what"] == "mark"})
            assert np.flatnonzero(parts["applied"]).tolist() == applied
            freely += any(one["what"] != "mark" and int(one["card"]) - 1 not in applied for one in made)
            for place, (owner, effect) in enumerate(view["effects"], 1):
                assert parts["effects"][(owner - seat) % 3, int(effect) - 1] == place
            queued += len(view["effects"]) > 1
    assert freely
    assert queued


def test_a_layout_says_what_is_in_it_and_takes_nothing_else() -> None:
    layout = Frame("rota", 2, {}, 8).layout
    assert repr(layout).startswith("<Layout of 6848 numbers: display 21 × 18 × 18, hand 4 × 6, tracks 2 × 5, ")
    assert layout.split(np.zeros((3, 2, 6848)))["hand"].shape == (3, 2, 4, 6)
    with pytest.raises(BadData, match=r"an observation of shape \(5, 3\); expected 6848 numbers in a row"):
        layout.split(np.zeros((5, 3)))
