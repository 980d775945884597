"""The ways into a game of AXO: dealing, starting from a set-up, sampling what a view leaves open."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar, cast

from triax.games import check
from triax.games.axo import flow
from triax.games.axo.notation import parse
from triax.games.axo.pieces import AREA, HAND, SOLO_PILE, deck_of, read_deck
from triax.games.axo.player import Made, Marking, Player, Sheet, bit
from triax.games.axo.state import AxoState
from triax.games.axo.view import AxoView, PlayerView
from triax.games.changing import changed
from triax.games.core import Game, Move, Plain, with_item


class Axo(Game):
    name: ClassVar[str] = "axo"
    title: ClassVar[str] = "AXO"

    def check_pieces(self, data: object) -> None:
        read_deck(data)

    def check_options(self, players: int, options: Plain) -> dict[str, Any]:
        check.check_players(players)
        solo = players == 1
        given = check.fields(options, "options", [], ["start", "effects", "pieces", *(["simona"] if solo else [])])
        chosen = {**({"start": 0} if solo else {}), "effects": True, **({"simona": "left"} if solo else {}), **given}
        check.integer(chosen.get("start", 0), "options.start", 0, players - 1)
        check.one_of(chosen["effects"], "options.effects", [True, False])
        check.one_of(chosen.get("simona", "left"), "options.simona", list(flow.SIMONA_SIDE))
        deck_of(given)
        return chosen

    def deal(self, players: int, options: Plain, rng: Random) -> dict[str, Any]:
        chosen = self.check_options(players, options)
        cards = sorted(deck_of(chosen))
        rng.shuffle(cards)
        pile = iter(cards)
        start = chosen.get("start", rng.randrange(players))
        simona = {"simona": [next(pile) for _ in range(SOLO_PILE)]} if players == 1 else {"start": start}
        hands = [[next(pile) for _ in range(AREA + HAND)] for _ in range(players)]
        return {**simona, "hands": hands, "deck": list(pile)}

    def start(self, players: int, options: Plain, setup: Plain) -> AxoState:
        chosen = self.check_options(players, options)
        cards = deck_of(chosen)
        solo = players == 1
        given = check.fields(setup, "setup", ["simona" if solo else "start", "hands", "deck"])
        start = 0 if solo else check.start_seat(chosen, given["start"], players)
        simona = tuple(check.items(given["simona"], "setup.simona", SOLO_PILE)) if solo else None
        hands = [
            tuple(check.items(hand, f"setup.hands[{seat}]", AREA + HAND))
            for seat, hand in enumerate(check.items(given["hands"], "setup.hands", players))
        ]
        pile = tuple(check.items(given["deck"], "setup.deck"))
        found = [*(simona or ()), *(card for hand in hands for card in hand), *pile]
        check.same_pieces((check.text(card, "setup") for card in found), list(cards), "setup")
        return AxoState(
            players=players,
            options={"start": start, **chosen},
            cards=cards,
            phase="area",
            seats=tuple(Player(hand) for hand in hands),
            active=None if solo else start,
            pile=pile,
            simona=simona,
            laid=(None,) * players,
        )

    def parse(self, text: str) -> Move:
        return parse(text)

    def sample(self, view: Plain, rng: Random) -> AxoState:
        known = cast("AxoView", view)
        cards = deck_of(known["options"])
        seen = {sheet["card"] for player in known["seats"] for sheet in player["area"]}
        seen |= {*known["discard"], *(known["hand"] or ()), *([known["card"]] if known["card"] else [])}
        unseen = sorted(set(cards) - seen)
        rng.shuffle(unseen)
        pile = iter(unseen)
        seats = tuple(
            _player(player, tuple(known["hand"] or ()) if seat == known["seat"] else _take(pile, player["hand"]))
            for seat, player in enumerate(known["seats"])
        )
        simona = None if known["simona"] is None else _take(pile, known["simona"])
        state = AxoState(
            players=known["players"],
            options=known["options"],
            cards=cards,
            phase=known["phase"],
            seats=seats,
            active=known["active"],
            pile=tuple(pile),
            discard=tuple(known["discard"]),
            simona=simona,
            card=known["card"],
            colour=known["colour"],
            effects=tuple((seat, card) for seat, card in known["effects"]),
        )
        match known["phase"]:
            case "area":
                return changed(state, laid=tuple(_sample_area(known, seats, rng)))
            case "mark":
                return _sample_marking(state, known, rng)
            case _:
                return state


def _take(pile: Iterator[str], count: int) -> tuple[str, ...]:
    return tuple(next(pile) for _ in range(count))


def _player(known: PlayerView, hand: tuple[str, ...]) -> Player:
    area = tuple(Sheet(s["card"], sum(1 << i for i, m in enumerate(s["marks"]) if m == "x")) for s in known["area"])
    return Player(hand, area, known["points"], known["extra"], known["earned"], known["pivots"])


def _sample_area(known: AxoView, seats: tuple[Player, ...], rng: Random) -> Iterator[tuple[str, ...] | None]:
    for seat, player in enumerate(seats):
        if seat in known["to_act"]:
            yield None
        elif seat == known["seat"] and known["laid"] is not None:
            yield tuple(known["laid"])
        else:
            yield tuple(sorted(rng.sample(player.hand, AREA)))


def _sample_marking(state: AxoState, known: AxoView, rng: Random) -> AxoState:
    """This seat's marking as it is; for those who are done a random one; the others have still to begin."""
    seat, own = known["seat"], known["marking"]
    made: tuple[Made, ...] = ()
    if seat is not None and own is not None:
        made = tuple(
            Made(m["what"], m["card"], sum(bit(x, y) for x, y in m["sections"]), m["turn"]) for m in own["made"]
        )
        state = state.with_player(seat, _before(state.seats[seat], made))
    state = flow.open_marking(state)
    for other in range(state.players):
        marking = state.marking[other]
        if other == seat and own is not None:
            live = known["seats"][other]
            marking = changed(
                marking,
                step=own["step"],
                made=made,
                area=_player(live, ()).area,
                extra=live["extra"],
                pivots=live["pivots"],
            )
        elif other not in known["to_act"]:
            marking = _random_marking(marking, state, rng)
        state = changed(state, marking=with_item(state.marking, other, marking))
    return state


def _before(player: Player, made: tuple[Made, ...]) -> Player:
    """A player as they were before the marks of this turn."""
    area = player.area
    for one in made:
        area = tuple(Sheet(s.card, s.marks & ~one.sections) if s.card == one.card else s for s in area)
    spent = sum(one.what == "extra" for one in made)
    return changed(
        player, area=area, extra=player.extra + spent, pivots=player.pivots + sum(one.turn > 0 for one in made)
    )


def _random_marking(marking: Marking, state: AxoState, rng: Random) -> Marking:
    while marking.step != "done":
        marking = marking.after(state.cards, rng.choice(marking.moves(state.cards)))
    return marking
