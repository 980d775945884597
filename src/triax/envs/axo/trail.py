"""Where the unseen cards of AXO can be, for whoever remembers the game.

A card that was swapped into a hand stays there until it is seen to leave. A renewed pile is the discard, which all have
seen: whoever draws from it draws one of these cards, and what a hand has held for longer is none of them. So every card
belongs to the pile that it was last mixed into, and each place for an unseen card takes cards of one pile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random

from triax.envs.memory import PastMove
from triax.games.axo import AxoState
from triax.games.axo.events import AreaLaid, AxoDrew, CardPlayed, EffectUsed, Refilled, Reshuffled
from triax.games.axo.notation import Cards, Swap
from triax.games.axo.pieces import AREA, CARDS, HAND, SOLO_PILE
from triax.games.core import Move
from triax.games.events import Event


class CardTrail:
    """What everybody knows of the hands. Piles are numbered as they were mixed, from 0."""

    def __init__(self, players: int, past: Iterable[PastMove]) -> None:
        self.swapped: list[set[str]] = [set() for _ in range(players)]
        """The cards known to be in each hand."""
        self.drawn = [Counter({0: AREA + HAND}) for _ in range(players)]
        """Of the others, how many are from which pile."""
        self.pile = 0
        self._mixed: dict[str, int] = {}
        self._left = CARDS - (AREA + HAND) * players - (SOLO_PILE if players == 1 else 0)
        for one in past:
            shuffled = list(one.shuffled)
            last_of_pile = 0
            for event in one.events:
                if isinstance(event, Reshuffled):
                    self.pile += 1
                    self._mixed |= dict.fromkeys(shuffled.pop(0), self.pile)
                    last_of_pile, self._left = self._left, event.count
                elif isinstance(event, AxoDrew):
                    hand, count = self.drawn[event.seat], event.count - last_of_pile
                    hand[self.pile - 1] += last_of_pile
                    hand[self.pile] += count
                    last_of_pile, self._left = 0, self._left - count
                else:
                    self._follow(event, one.move)

    def pile_of(self, card: str) -> int:
        return self._mixed.get(card, 0)

    def _follow(self, event: Event, move: Move) -> None:
        """Cards that leave a hand before everybody's eyes."""
        match event, move:
            case ((AreaLaid(seat=seat, cards=cards) | Refilled(seat=seat, cards=cards)), _):
                self._leave(seat, cards)
            case CardPlayed(seat=int(seat), card=card), _:
                self._leave(seat, [card])
            case EffectUsed(seat=seat), Cards(cards=cards):
                self._leave(seat, cards)
            case EffectUsed(seat=seat), Swap(area=out, hand=into):
                self._leave(seat, [into])
                self.swapped[seat].add(out)

    def _leave(self, seat: int, cards: Sequence[str]) -> None:
        for card in cards:
            if card in self.swapped[seat]:
                self.swapped[seat].remove(card)
            else:
                self.drawn[seat][self.pile_of(card)] -= 1

    def fit(self, state: AxoState, seat: int, rng: Random) -> AxoState:
        """A sample with its unseen cards dealt anew, as this seat remembers."""
        if state.phase == "area":
            return state
        others = [other for other in range(state.players) if other != seat]
        unseen: dict[int, list[str]] = {pile: [] for pile in range(self.pile + 1)}
        known = {card for other in others for card in self.swapped[other]}
        loose = [*state.pile, *(state.simona or ()), *(card for other in others for card in state.seats[other].hand)]
        for card in sorted(set(loose) - known):
            unseen[self.pile_of(card)].append(card)
        for cards in unseen.values():
            rng.shuffle(cards)
        seats = list(state.seats)
        for other in others:
            hand = [unseen[pile].pop() for pile, count in self.drawn[other].items() for _ in range(count)]
            seats[other] = replace(seats[other], hand=(*sorted(self.swapped[other]), *hand))
        simona = None if state.simona is None else tuple(unseen[0].pop() for _ in state.simona)
        return replace(state, seats=tuple(seats), simona=simona, pile=tuple(unseen[self.pile]))
