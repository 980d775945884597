"""What many tests need: random games, made-up positions, states that differ only in what a seat cannot see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from triax.games import GAMES
from triax.games.axio import AxioState
from triax.games.axo import AxoState
from triax.games.core import AnyGame, AnyState, Dice, Move, Plain
from triax.games.events import Event, redact
from triax.games.rota import RotaState

TESTS = Path(__file__).parents[1]

VARIANTS: list[tuple[str, int, dict[str, Any]]] = [
    *((game.name, players, {}) for game in GAMES.values() for players in game.facts.players),
    ("axo", 1, {"simona": "right"}),
    ("axo", 1, {"effects": False}),
    ("axo", 3, {"effects": False}),
]
"""Every game with every number of players, and AXO's options."""
SLOW: list[tuple[str, int, dict[str, Any]]] = [
    ("rota", 3, {}),
    ("axio", 3, {}),
    ("axo", 3, {}),
    ("axo", 1, {"effects": False}),
]
"""Left to `make sweep`: much like those beside them."""
every_variant = pytest.mark.parametrize(
    ("name", "players", "options"),
    [pytest.param(*variant, marks=[pytest.mark.slow] if variant in SLOW else []) for variant in VARIANTS],
)


class Played(NamedTuple):
    before: AnyState
    seat: int
    move: Move
    after: AnyState
    events: tuple[Event, ...]


def random_game(game: AnyGame, players: int, seed: int | str, options: Plain | None = None) -> Iterator[Played]:
    """A whole game of random moves, step by step."""
    rng = Random(seed)
    state = game.new(players, rng, options)
    dice = Dice(rng)
    while state.to_act:
        seat = rng.choice(sorted(state.to_act))
        moves = state.moves(seat)
        move = moves[rng.randrange(len(moves))]
        after, events = state.play(seat, move, dice)
        yield Played(state, seat, move, after, events)
        state = after


def play_all(state: AnyState, game: AnyGame, *texts: tuple[int, str]) -> tuple[AnyState, list[Event]]:
    """Play moves given as (seat, notation); whatever is shuffled stays sorted."""
    told: list[Event] = []
    for seat, text in texts:
        state, events = state.play(seat, game.parse(text), Sorted())
        told += events
    return state, told


class Sorted:
    """Chance that leaves pieces in the order in which they are handed over."""

    def shuffle(self, pieces: Any) -> tuple[str, ...]:  # noqa: ANN401
        return tuple(pieces)


def kinds(events: list[Event] | tuple[Event, ...]) -> list[str]:
    return [event.kind for event in events]


def pieces_in(state: AnyState) -> list[str]:
    """Every piece of a game, wherever it is, sorted."""
    match state:
        case RotaState():
            held = [hand for hand in state.hands if hand is not None]
            stacked = [tile for stack in state.stacks for tile in stack]
            return sorted([*(laid.tile for laid in state.display.values()), *held, *stacked, *state.supply])
        case AxioState():
            return sorted(
                [*(laid.tile for laid in state.tiles), *(t for rack in state.racks for t in rack), *state.bag]
            )
        case AxoState():
            areas = [sheet.card for player in state.seats for sheet in player.area]
            hands = [card for player in state.seats for card in player.hand]
            middle = [] if state.card is None else [state.card]
            return sorted([*areas, *hands, *state.pile, *state.discard, *(state.simona or ()), *middle])
    return sorted(piece for name, value in vars(state).items() if name != "options" for piece in _texts(value))


def _texts(value: object) -> Iterator[str]:
    """In a game that is not ours a piece is a text, wherever it lies."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for inner in value:
            yield from _texts(inner)


def twin(state: AnyState, seat: int | None, actor: int, move: Move, rng: Random) -> AnyState:
    """A state that differs only in what `seat` cannot see, neither now nor through `actor` playing `move`.

    What the move turns up for `seat` (a tile or card drawn by itself) stays as it is, and so does what the actor
    needs for the move to be the same move.
    """
    match state:
        case RotaState():
            return _twin_rota(state, seat, actor, rng)
        case AxioState():
            return _twin_axio(state, seat, actor, move, rng)
        case AxoState():
            return _twin_axo(state, seat, actor, move, rng)
    return _twin_of_another(state, seat, actor, move, rng)


def _twin_of_another(state: AnyState, seat: int | None, actor: int, move: Move, rng: Random) -> AnyState:
    """A game that is not ours: what it samples for `seat`, if the actor could do the same and turn up the same."""
    samples = (GAMES[state.game].sample(state.view(seat), rng) for _ in range(500))
    if seat != actor:
        return next(sample for sample in samples if move in sample.moves(actor))
    shown = redact(state.play(actor, move, Sorted())[1], actor)
    return next(sample for sample in samples if redact(sample.play(actor, move, Sorted())[1], actor) == shown)


def _twin_rota(state: RotaState, seat: int | None, actor: int, rng: Random) -> RotaState:
    fixed = {seat, actor}
    loose = [tile for other, tile in enumerate(state.hands) if tile is not None and other not in fixed]
    stacks = [list(stack) for stack in state.stacks]
    supply = list(state.supply)
    # The actor's next tile is seen by the actor alone.
    kept_stack = [stack[:1] if seat == actor == other else [] for other, stack in enumerate(stacks)]
    kept_supply = supply[:1] if seat == actor else []
    loose += [tile for stack, kept in zip(stacks, kept_stack, strict=True) for tile in stack[len(kept) :]]
    loose += supply[len(kept_supply) :]
    rng.shuffle(loose)
    pile = iter(loose)
    return replace(
        state,
        hands=tuple(tile if tile is None or other in fixed else next(pile) for other, tile in enumerate(state.hands)),
        stacks=tuple(
            (*kept, *(next(pile) for _ in stack[len(kept) :])) for stack, kept in zip(stacks, kept_stack, strict=True)
        ),
        supply=(*kept_supply, *pile),
    )


def _twin_axio(state: AxioState, seat: int | None, actor: int, move: Move, rng: Random) -> AxioState:
    # Whether an exchange is offered hangs on the actor's whole rack, and is seen by all.
    fixed = {seat, actor}
    kept = 5 if seat == actor else 0
    loose = [
        *(tile for other, rack in enumerate(state.racks) if other not in fixed for tile in rack),
        *state.bag[kept:],
    ]
    rng.shuffle(loose)
    pile = iter(loose)
    racks = [rack if other in fixed else tuple(next(pile) for _ in rack) for other, rack in enumerate(state.racks)]
    return replace(state, racks=tuple(racks), bag=(*state.bag[:kept], *pile))


def _twin_axo(state: AxoState, seat: int | None, actor: int, move: Move, rng: Random) -> AxoState:
    named = set(str(move).replace(">", " ").split())
    laid = {card for cards in state.laid if cards is not None for card in cards}
    # The last to choose an area turns everybody's choice up; a hand that must fill an area whole is turned up as well.
    after, _ = state.play(actor, move, Sorted())
    shown = {sheet.card for player in after.seats for sheet in player.area}
    kept_cards = named | (laid if state.laid else set()) | shown
    kept_pile = 8 if seat == actor or state.phase in ("mark", "refill", "effects") else 0
    loose = [
        card
        for other, player in enumerate(state.seats)
        if other != seat
        for card in player.hand
        if card not in kept_cards
    ]
    loose += state.pile[kept_pile:]
    simona = state.simona or ()
    loose += simona[1:]
    rng.shuffle(loose)
    pile = iter(loose)
    seats = tuple(
        player
        if other == seat
        else replace(player, hand=tuple(card if card in kept_cards else next(pile) for card in player.hand))
        for other, player in enumerate(state.seats)
    )
    return replace(
        state,
        seats=seats,
        pile=(*state.pile[:kept_pile], *(next(pile) for _ in state.pile[kept_pile:])),
        simona=None if state.simona is None else (*simona[:1], *pile),
    )
