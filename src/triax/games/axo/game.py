"""The ways into a game of AXO: dealing, starting from a set-up, sampling what a view leaves open."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from triax.games import check
from triax.games.axo import flow
from triax.games.axo.events import EVENTS
from triax.games.axo.facts import FACTS
from triax.games.axo.notation import AxoMove, parse
from triax.games.axo.pieces import AREA, HAND, SOLO_PILE, deck_of, read_deck
from triax.games.axo.player import Made, Marking, Player, Sheet
from triax.games.axo.state import AxoState
from triax.games.axo.view import AxoView, PlayerView, describe, read_area, read_made
from triax.games.changing import changed, with_item
from triax.games.core import Game, Plain
from triax.games.facts import Options


class Axo(Game[AxoState, AxoView, AxoMove]):
    facts = FACTS
    view_type = AxoView
    event_types = EVENTS

    def check_pieces(self, data: object) -> None:
        read_deck(data)

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
            options=Options({"start": start} | chosen),
            cards=cards,
            phase="area",
            seats=tuple(Player(hand) for hand in hands),
            active=None if solo else start,
            pile=pile,
            simona=simona,
            laid=(None,) * players,
        )

    def parse(self, text: str) -> AxoMove:
        return parse(text)

    def lines(self, view: AxoView) -> Iterator[str]:
        return describe(view)

    def complete(self, view: AxoView, rng: Random) -> AxoState:
        cards = deck_of(view["options"])
        seen = {sheet["card"] for player in view["seats"] for sheet in player["area"]}
        seen |= {*view["discard"], *(view["hand"] or ()), *([view["card"]] if view["card"] else [])}
        unseen = sorted(set(cards) - seen)
        rng.shuffle(unseen)
        pile = iter(unseen)
        seats = tuple(
            _player(player, tuple(view["hand"] or ()) if seat == view["seat"] else _take(pile, player["hand"]))
            for seat, player in enumerate(view["seats"])
        )
        simona = None if view["simona"] is None else _take(pile, view["simona"])
        state = AxoState(
            players=view["players"],
            options=Options(view["options"]),
            cards=cards,
            phase=view["phase"],
            seats=seats,
            active=view["active"],
            pile=tuple(pile),
            discard=tuple(view["discard"]),
            simona=simona,
            card=view["card"],
            colour=view["colour"],
            effects=tuple((seat, card) for seat, card in view["effects"]),
        )
        match view["phase"]:
            case "area":
                return changed(state, laid=tuple(_sample_area(view, seats, rng)))
            case "mark":
                return _sample_marking(state, view, rng)
            case _:
                return state


def _take(pile: Iterator[str], count: int) -> tuple[str, ...]:
    return tuple(next(pile) for _ in range(count))


def _player(known: PlayerView, hand: tuple[str, ...]) -> Player:
    return Player(hand, read_area(known), known["points"], known["extra"], known["earned"], known["pivots"])


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
        made = read_made(own)
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
                area=read_area(live),
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
