"""AXO in the environments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from triax.envs.adapter import Adapter, Fit
from triax.envs.axo.actions import AxoEncoding, card_index
from triax.envs.axo.trail import CardTrail
from triax.envs.layout import Layout, Parts
from triax.envs.memory import Fact, PastMove
from triax.games.axo import AXO, AxoView
from triax.games.axo import events as happened
from triax.games.axo.notation import PlayCard
from triax.games.axo.picks import PICKS, SECTIONS, describe, picked, picks_of
from triax.games.axo.pieces import COLOURS, HAND
from triax.games.axo.player import bit
from triax.games.axo.view import read_area, read_made
from triax.games.core import AnyState, Move
from triax.games.events import Event
from triax.kernels.parts.axo import MARKING_STEPS, PHASES, parts

MARKS = ("mark", "free", "extra")
SECTION_BITS = (np.arange(1 << SECTIONS)[:, None] >> np.arange(SECTIONS) & 1).astype(np.int8)
"""Sections as bits, to sections as numbers."""


class AxoAdapter(Adapter[AxoView]):
    memory = (2048, 4)
    picks = PICKS
    most_picks = HAND + 1

    def __init__(self) -> None:
        super().__init__(AxoEncoding(AXO))

    def picked(self, state: AnyState, seat: int, before: Sequence[int]) -> Mapping[int, Move | None]:
        return picked(state.legal(seat), seat, state.players, before)

    def picks_of(self, move: Move, seat: int, players: int) -> tuple[int, ...]:
        return picks_of(move, seat, players)  # type: ignore[arg-type]  # a move of AXO

    def pick_text(self, pick: int) -> str:
        return describe(pick)

    def fit(self, players: int, past: Sequence[PastMove]) -> Fit:
        return CardTrail(players, past).fit

    def layout(self, players: int, reach: int | None) -> Layout:
        return Layout(parts(players, 0))

    def fill(self, view: AxoView, into: Parts, seats: Sequence[int]) -> None:
        into["phase"][PHASES.index(view["phase"])] = 1
        into["active"][len(seats) if view["active"] is None else seats.index(view["active"])] = 1
        _put_cards(into["hand"], view["hand"] or ())
        _put_cards(into["discard"], view["discard"])
        _put_cards(into["chosen"], view["laid"] or ())
        _put_cards(into["card"], [view["card"]] if view["card"] else ())
        if view["colour"]:
            into["colour"][COLOURS.index(view["colour"])] = 1
        for place, seat in enumerate(seats):
            player = view["seats"][seat]
            for sheet in read_area(player):
                card = card_index(sheet.card)
                into["areas"][place, card] = 1
                into["marks"][place, card] = SECTION_BITS[sheet.marks]
            into["points"][place], into["pivots"][place] = player["points"], player["pivots"]
            into["extra"][place], into["earned"][place] = player["extra"], player["earned"]
            into["hands"][place] = player["hand"]
        if view["marking"]:
            into["step"][MARKING_STEPS.index(view["marking"]["step"])] = 1
            for made in read_made(view["marking"]):
                card = card_index(made.card)
                into["applied"][card] |= made.what == "mark"
                into["made"][card] |= SECTION_BITS[made.sections]
        for place, (seat, effect) in enumerate(view["effects"], 1):
            into["effects"][seats.index(seat), card_index(effect)] = place
        into["pile"][0], into["simona"][0] = view["pile"], view["simona"] or 0

    def facts(self, event: Event, past: PastMove) -> Iterator[Fact]:
        match event:
            case (
                happened.AreaChosen(seat=seat, cards=cards)
                | happened.AreaLaid(seat=seat, cards=cards)
                | happened.Refilled(seat=seat, cards=cards)
            ):
                for card in cards:
                    yield Fact(event.kind, seat, card)
            case happened.AxoDrew(seat=seat, count=count, cards=drawn):
                for one in drawn or (None,) * count:
                    yield Fact("drew", seat, one)
            case happened.CardPlayed(seat=player, card=card, colour=colour):
                # By a seat, or by Simona after another move.
                yield Fact("played", player, card, self.encoding.code_of(PlayCard(card, colour)))
            case happened.Marked(seat=seat, card=card):
                # Several applications may mark the same sections: the one who chose remembers which.
                yield Fact("marked", seat, card, self.encoding.code_of(past.move))
            case happened.Revealed(seat=seat, marks=marks):
                for made in marks:
                    # Sections as bits 0 to 8, quarter turns by a pivot in bits 9 and 10, above them the sort.
                    sections = sum(bit(x, y) for x, y in made.sections)
                    yield Fact("revealed", seat, made.card, sections | made.turn << 9 | MARKS.index(made.what) << 11)
            case happened.EffectUsed(seat=seat):
                yield Fact("effect", seat, None, self.encoding.code_of(past.move))
            case happened.Passed(seat=seat) | happened.EffectPassed(seat=seat):
                yield Fact("passed", seat)
            case happened.Reshuffled():
                yield Fact("reshuffled", None)


def _put_cards(into: npt.NDArray[Any], cards: Sequence[str]) -> None:
    for card in cards:
        into[card_index(card)] = 1
