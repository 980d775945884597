"""Writes the positions of the lessons in the web client: python tools/lessons.py

The client knows no rules. For each step of a lesson it gets a view, the legal moves with what each would score, and
the moves that do what the step asks for, each with what follows. The words are the client's own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from triax.games.axio import AXIO, AxioState
from triax.games.axo import AXO, AxoState
from triax.games.axo.events import AxoScored, Marked
from triax.games.axo.player import Player, Sheet
from triax.games.core import AnyState, Dice
from triax.games.events import Event, plain_for
from triax.games.rota import ROTA, RotaState
from triax.games.rota.display import Laid
from triax.games.rota.events import RotaPlaced, RotaScored
from triax.games.rota.pieces import tiles_of
from triax.games.tracks import TracksScored

FOLDER = Path(__file__).resolve().parent.parent / "web" / "src" / "texts" / "lessons"
ME, OTHER = 0, 1
SHOWN_BEFORE = {"scored", "pyramid", "axio"}
"""What a board shows of a move that is being tried."""

Wish = Callable[[Sequence[Event]], bool]
"""Do these events do what the step asks for?"""


def step(name: str, state: AnyState, wish: Wish, *, only: Callable[[str], bool] = lambda _: True) -> dict[str, Any]:
    """A position in which it is my turn; `only` looks at the notation, where events say nothing."""
    before = state.view(ME)
    answers: dict[str, Any] = {}
    previews: dict[str, Any] = {}
    for move in state.moves(ME):
        foreseen = state.foresee(ME, move)
        if state.gain(foreseen) and state.game != AXO.name:
            previews[str(move)] = [one for one in plain_for(foreseen, ME) if one["kind"] in SHOWN_BEFORE]
        after, events = state.play(ME, move, Dice(Random(1)))
        if wish(events) and only(str(move)):
            changed = {key: value for key, value in after.view(ME).items() if value != before[key]}
            answers[str(move)] = {"view": changed, "events": plain_for(events, ME)}
    assert answers, name
    groups = [[one.start, one.ends, one.gains] for one in state.offers(ME)]
    return {"name": name, "view": before, "groups": groups, "previews": previews, "answers": answers}


def points(events: Sequence[Event]) -> dict[str, int]:
    return {c: n for event in events if isinstance(event, TracksScored) for c, n in event.points.items()}


def has(kind: str) -> Wish:
    return lambda events: any(event.kind == kind for event in events)


# Axio Rota.

SQUARE = {(0, 0): "RG-B", (1, 0): "OPGR", (0, 1): "P-RG", (1, 1): "BGOP"}
GROWN = {**SQUARE, (2, 0): "PBOG", (2, 1): "GORB", (0, -1): "OBGR"}


def rota() -> Iterator[dict[str, Any]]:
    yield step("match", display(SQUARE, "RPOB"), lambda events: sum(points(events).values()) >= 1)
    yield step("circle", display(SQUARE, "OGRP"), lambda events: max(corners(events), default=0) >= 2)
    yield step("two", display(GROWN, "RPGO"), lambda events: len(points(events)) >= 2)
    yield step("joker", display(SQUARE, "-OPR"), named_corner_scores)
    low = display(GROWN, "GBPO", (6, 5, 1, 7, 4))
    yield step("lowest", low, lambda events: "B" in points(events))
    full = display(GROWN, "ROPB", (11, 6, 5, 8, 7))
    yield step("axio", full, has("axio"))


def display(cells: dict[tuple[int, int], str], hand: str, tracks: tuple[int, ...] = (0,) * 5) -> RotaState:
    """Corners as they lie; tiles of the set, turned so."""
    state = ROTA.new(2, Random(1), {"start": ME})
    laid = {cell: as_printed(corners) for cell, corners in cells.items()}
    mine = as_printed(hand).tile
    used = {one.tile for one in laid.values()} | {mine}
    assert len(used) == len(laid) + 1, "a tile lies twice"
    rest = [tile for tile in sorted(tiles_of({})) if tile not in used]
    Random(1).shuffle(rest)
    other, tops = rest[0], rest[1:]
    played = len(cells) - 4
    stacks = (tuple(tops[: 11 - played]), tuple(tops[11 : 22 - played]))
    return replace(
        state,
        display=laid,
        hands=(mine, other),
        stacks=stacks,
        supply=tuple(tops[22:]),
        tracks=(tracks, tuple(max(0, n - 1) for n in reversed(tracks))),
    )


def as_printed(corners: str) -> Laid:
    for tile in tiles_of({}):
        for turn in range(4):
            if Laid(tile, turn).corners == corners:
                return Laid(tile, turn)
    raise ValueError(f"no tile lies as {corners}")


def corners(events: Sequence[Event]) -> list[int]:
    return [len(corner.sources) for event in events if isinstance(event, RotaScored) for corner in event.corners]


def named_corner_scores(events: Sequence[Event]) -> bool:
    placed = next(event for event in events if isinstance(event, RotaPlaced))
    hollow = (placed.tile.index("-") + placed.turn) % 4
    return placed.name is not None and any(
        corner.corner == hollow and corner.sources
        for event in events
        if isinstance(event, RotaScored)
        for corner in event.corners
    )


# Axio.

LINES = ("RR@1,0>E", "RG@0,-1>N", "BB@-3,-1>E", "OP@0,2>E", "GG@3,-3>S", "BP@-2,1>W")
GAP = (*LINES, "GO@0,1>W")
"""The space 1,1 lacks one neighbour."""


def axio() -> Iterator[dict[str, Any]]:
    yield step("first", board((), ("RG", "BO"), opened=False), lambda events: sum(points(events).values()) >= 1)
    yield step("line", board(LINES, ("RB", "GO")), lambda events: max(points(events).values(), default=0) >= 3)
    yield step("both", board(LINES, ("GB", "RP")), lambda events: len(points(events)) >= 2)
    yield step("pyramid", board(GAP, ("RP", "GB")), has("pyramid"))
    low = board(GAP, ("RO", "OP"), (9, 11, 8, 3, 10))
    yield step("lowest", low, lambda events: "O" in points(events))


def board(
    tiles: Sequence[str], rack: tuple[str, ...], tracks: tuple[int, ...] = (0,) * 5, *, opened: bool = True
) -> AxioState:
    """Tiles in the notation of moves, laid one after the other."""
    state = AXIO.new(2, Random(1), {"start": ME})
    if opened:
        state = replace(state, opened=(True, True))
    for text in tiles:
        move = AXIO.parse(text)
        # As if each were drawn for it; the bag keeps what is left over.
        state = replace(state, turn=ME, racks=((text[:2],), state.racks[OTHER]), deciding=False)
        state, _ = state.play(ME, move, Dice(Random(1)))
    bag = list(state.pieces.tiles)
    for tile in (*(text[:2] for text in tiles), *rack, *state.racks[OTHER]):
        if tile in bag:
            bag.remove(tile)
    Random(1).shuffle(bag)
    theirs = tuple(max(0, n - 2) for n in reversed(tracks))
    return replace(
        state, turn=ME, racks=(rack, state.racks[OTHER]), bag=tuple(bag), tracks=(tracks, theirs), deciding=False
    )


# AXO.

HAND = ("07", "19", "28", "45")
THEIRS = (Sheet("10", 0b000010010), Sheet("22", 0b001000100), Sheet("42", 0b100100000))
NONE = "........."


def axo() -> Iterator[dict[str, Any]]:
    yield step("area", beginning(["11", "17", "34"]), has("laid"))
    fresh = {"11": NONE, "17": "x...x...x", "34": "..x......"}
    yield step("mark", marking(fresh, "33", "R"), lambda events: made(events) >= 2)
    yellow = {"11": "xxx.xx..x", "17": "x.x.x...x", "34": "xxx.....x"}
    mine = replace(table(yellow), active=ME, phase="choose")
    yield step("play", mine, has("played"), only=lambda move: move.endswith(" Y"))
    nearly = {"11": "xxxx..xxx", "17": "x...x...x", "34": ".xx..x..x"}
    yield step("complete", marking(nearly, "05", "B"), has("completed"))
    done = {"17": "x...x...x", "34": ".xx..x..x"}
    yield step("refill", refilling(done), has("refilled"))
    two = {"11": "xxxx..xxx", "17": "x.xxxxxxx", "34": ".xx..x..x"}
    yield step("extra", spending(two), scores_three)


def scores_three(events: Sequence[Event]) -> bool:
    return any(isinstance(event, AxoScored) and event.points == 3 for event in events)


def made(events: Sequence[Event]) -> int:
    return max((len(event.sections) for event in events if isinstance(event, Marked)), default=0)


def table(area: dict[str, str], extra: int = 0) -> AxoState:
    state = AXO.new(2, Random(1), {"start": ME, "effects": False})
    sheets = tuple(
        Sheet(card, sum(1 << n for n, mark in enumerate(marks) if mark == "x")) for card, marks in area.items()
    )
    known = {*HAND, *area, *(sheet.card for sheet in THEIRS)}
    rest = [card for card in sorted(state.cards) if card not in known]
    Random(1).shuffle(rest)
    me = Player(HAND, sheets, points=2, extra=extra, earned=2)
    other = Player(tuple(rest[:4]), THEIRS, points=3, extra=1, earned=1)
    return replace(state, phase="choose", seats=(me, other), laid=(), pile=tuple(rest[4:]), active=OTHER)


def beginning(area: Sequence[str]) -> AxoState:
    """Seven cards in my hand; the other player has chosen already."""
    dealt = AXO.new(2, Random(1), {"start": ME, "effects": False})
    later = table(dict.fromkeys(area, NONE))
    theirs = (*(sheet.card for sheet in THEIRS), *later.seats[OTHER].hand)
    state = replace(dealt, seats=(Player((*area, *HAND)), Player(theirs)), pile=later.pile)
    return play(state, OTHER, " ".join(["area", *sorted(sheet.card for sheet in THEIRS)]))


def marking(area: dict[str, str], card: str, colour: str, *, extra: int = 0) -> AxoState:
    """The other player has played a card and already marked."""
    state = table(area, extra)
    theirs = (*state.seats[OTHER].hand[:3], card)
    state = replace(state, seats=(state.seats[ME], replace(state.seats[OTHER], hand=theirs)))
    state = replace(state, pile=tuple(one for one in state.pile if one != card))
    state = play(state, OTHER, f"play {card} {colour}")
    while OTHER in state.to_act:
        state = play(state, OTHER, str(state.moves(OTHER)[0]))
    return state


def refilling(area: dict[str, str]) -> AxoState:
    state = table(area, extra=1)
    me = replace(state.seats[ME], points=3, earned=3)
    return replace(state, phase="refill", seats=(me, state.seats[OTHER]), discard=("05", "11"), pile=state.pile[2:])


def spending(area: dict[str, str]) -> AxoState:
    """One card is completed by the shape; an extra mark may complete another."""
    state = marking(area, "05", "B", extra=1)
    return play(state, ME, "mark 11@1,0")


def play(state: AxoState, seat: int, text: str) -> AxoState:
    after, _ = state.play(seat, AXO.parse(text), Dice(Random(1)))
    return after


LESSONS = {ROTA.name: rota, AXIO.name: axio, AXO.name: axo}


def as_text(game: str) -> str:
    return json.dumps(list(LESSONS[game]()), separators=(",", ":"), sort_keys=True) + "\n"


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in LESSONS:
        (FOLDER / f"{game}.json").write_text(as_text(game), "utf-8")


if __name__ == "__main__":
    main()
