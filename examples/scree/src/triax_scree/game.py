"""The ways into a game of Scree: dealing, starting from a set-up, sampling what a view leaves open."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from triax.games import check
from triax.games.core import Game, Plain
from triax.games.facts import Options
from triax_scree.events import EVENTS
from triax_scree.facts import FACTS, HAND, NUMBERS, SITES, STONES
from triax_scree.notation import ScreeMove, parse
from triax_scree.state import Cairn, ScreeState
from triax_scree.view import ScreeView, describe, unseen


class Scree(Game[ScreeState, ScreeView, ScreeMove]):
    facts = FACTS
    view_type = ScreeView
    event_types = EVENTS

    def deal(self, players: int, options: Plain, rng: Random) -> dict[str, Any]:
        chosen = self.check_options(players, options)
        bag = iter(rng.sample(STONES, len(STONES)))
        hands = [[next(bag) for _ in range(HAND)] for _ in range(players)]
        return {"hands": hands, "bag": list(bag), "start": chosen.get("start", rng.randrange(players))}

    def start(self, players: int, options: Plain, setup: Plain) -> ScreeState:
        chosen = self.check_options(players, options)
        given = check.fields(setup, "setup", ["hands", "bag", "start"])
        start = check.start_seat(chosen, given["start"], players)
        dealt = check.items(given["hands"], "setup.hands", players)
        hands = tuple(tuple(check.items(hand, f"setup.hands[{seat}]", HAND)) for seat, hand in enumerate(dealt))
        bag = tuple(check.items(given["bag"], "setup.bag"))
        check.same_pieces((check.text(stone, "setup") for stone in sum(hands, bag)), STONES, "setup")
        return ScreeState(players, Options(chosen, start=start), start, hands, bag, points=(0,) * players)

    def parse(self, text: str) -> ScreeMove:
        return parse(text)

    def vocabulary(self, players: int) -> Sequence[ScreeMove]:
        return [ScreeMove(stone, site) for stone in NUMBERS for site in (*SITES, None)]

    def lines(self, view: ScreeView) -> Iterator[str]:
        return describe(view)

    def complete(self, view: ScreeView, rng: Random) -> ScreeState:
        hidden = unseen(view)
        bag = iter(rng.sample(hidden, len(hidden)))
        hands = [
            tuple(view["hand"] if view["hand"] and seat == view["seat"] else (next(bag) for _ in range(count)))
            for seat, count in enumerate(view["hands"])
        ]
        return ScreeState(
            players=view["players"],
            options=Options(view["options"]),
            turn=next(iter(view["to_act"]), 0),
            hands=tuple(hands),
            bag=tuple(bag),
            points=tuple(view["scores"]),
            cairns=tuple(Cairn(tuple(one["stones"]), one["owner"]) for one in view["cairns"]),
            discarded=tuple(view["discarded"]),
            refilled=view["refilled"],
        )


SCREE = Scree()
