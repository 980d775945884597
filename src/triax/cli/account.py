"""A game told in lines, from its record: every hand open, a line a decision and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from triax.cli.words import Told, predicate, sentence
from triax.games.core import AnyState
from triax.games.events import Event
from triax.games.record import Record, Step
from triax.games.tracks import COLOURS

# What several seats turn up at the same time is told a line each.
_TURNED_UP = {"laid", "revealed"}


def heading(record: Record) -> str:
    players = "solo" if record.players == 1 else f"{record.players} players"
    start = record.start().options["start"]
    extras = [
        *([] if record.players == 1 else [f"seat {start} starts"]),
        *(["without effects"] if record.options.get("effects") is False else []),
        *([f"Simona on the {record.options.get('simona', 'left')}"] if record.setup.get("simona") else []),
        *(["own pieces"] if "pieces" in record.options else []),
    ]
    return ", ".join([record.game.title, players, *extras])


def opening(record: Record) -> Iterator[str]:
    """What lies on the table and in the hands before the first move."""
    for laid in record.setup.get("display", ()):
        yield f"On {laid['at'][0]},{laid['at'][1]} lies {laid['tile']}" + (
            f", turned {laid['turn']}" * bool(laid["turn"])
        )
    if "simona" in record.setup:
        yield f"Simona's pile is {' '.join(record.setup['simona'])}"
    for seat, view in enumerate(record.start().view(seat) for seat in range(record.players)):
        held = view.get("rack") or view["hand"]
        yield f"Seat {seat} holds {held if isinstance(held, str) else ' '.join(held)}"


def account(record: Record, steps: Sequence[Step]) -> Iterator[str]:
    names = [f"seat {seat}" for seat in range(record.players)]
    yield heading(record)
    yield from opening(record)
    yield ""
    width = max((len(str(step.move)) for step in steps), default=0)
    for count, step in enumerate(steps, 1):
        own, others = _told(step, names)
        yield f"{count:>4}  seat {step.seat}  {step.move!s:<{width}}  {'; '.join(own)}".rstrip()
        for line in others:
            yield f"{'':>14}{line[:1].upper()}{line[1:]}"
    yield ""
    yield from conclusion(steps[-1].after if steps else record.start())


def _told(step: Step, names: Sequence[str]) -> tuple[list[str], list[str]]:
    """What the seat's decision did, and what else happened."""
    own: list[str] = []
    others: list[str] = []
    for event in step.events:
        told = event.plain()
        if _said_already(event):
            continue
        if told.get("seat") == step.seat and event.kind not in _TURNED_UP:
            own += filter(None, [_brief(told) or predicate(told, names)])
        else:
            others += filter(None, [sentence(told, names)])
    return own, others


def _brief(told: Told) -> str | None:
    """Of a placement the move says all but the tile; points go with the tracks they lead to."""
    if told["kind"] == "placed":
        return f"lays {told['tile']}"
    if told["kind"] == "scored" and "tracks" in told:
        return f"{predicate(told, ())}: {tracks_in_words(told['tracks'])}"
    return None


def _said_already(event: Event) -> bool:
    """The move says it, or it is told again when all have decided."""
    match event.kind:
        case "placed":
            return "to" in event.plain()
        case "played":
            return event.plain()["seat"] is not None
        case kind:
            return kind in ("area", "marked", "over")


def conclusion(state: AnyState) -> Iterator[str]:
    outcome = state.outcome
    if outcome is None:
        yield f"The game is not over; to decide: seat {' and '.join(str(seat) for seat in sorted(state.to_act))}"
        return
    for place, seats in enumerate(outcome.standings, 1):
        for seat in seats:
            yield f"{place}. seat {seat}  {score_in_words(outcome.scores[seat])}"
    if not outcome.standings:
        yield f"Simona wins; seat 0 has {score_in_words(outcome.scores[0])}"


def tracks_in_words(tracks: Sequence[int]) -> str:
    return " ".join(f"{colour}{track}" for colour, track in zip(COLOURS, tracks, strict=True))


def score_in_words(score: Sequence[int]) -> str:
    """The lowest track first, since it decides; or the points."""
    if len(score) == 1:
        return f"{score[0]} point{'' if score[0] == 1 else 's'}"
    return f"lowest {min(score)}  ({tracks_in_words(score)})"


def summary(record: Record, steps: Sequence[Step]) -> str:
    """A game in one line."""
    end = "; ".join(conclusion(steps[-1].after if steps else record.start()))
    return f"{heading(record)}, {len(steps)} moves: {end}"
