"""A game told in lines, from its record: every hand open, a line a decision and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from triax.cli.words import predicate, sentence
from triax.games.core import Event, State
from triax.games.record import Record, Step
from triax.games.tracks import COLOURS

# Already said by the move itself, or told again when all have decided.
_UNTOLD = {"placed", "area", "marked", "played"}


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


def account(record: Record, steps: Sequence[Step]) -> Iterator[str]:
    names = [f"seat {seat}" for seat in range(record.players)]
    yield heading(record)
    yield ""
    width = max((len(str(step.move)) for step in steps), default=0)
    for count, step in enumerate(steps, 1):
        own, others = _told(step, names)
        yield f"{count:>4}  seat {step.seat}  {step.move!s:<{width}}  {'; '.join(own)}".rstrip()
        for line in others:
            yield f"{'':>14}{line}"
    yield ""
    yield from conclusion(record, steps[-1].after if steps else record.start())


def _told(step: Step, names: Sequence[str]) -> tuple[list[str], list[str]]:
    """What the seat's decision did, and what else happened."""
    own, others = [], []
    for event in step.events:
        told = {"kind": event.kind, **event.public, **event.private}
        if event.kind in _UNTOLD and not _is_simonas(event):
            continue
        said = predicate(told, names) if told.get("seat") == step.seat and event.kind != "over" else None
        if said is not None:
            own.append(said)
        elif event.kind != "over":
            others.append(sentence(told, names) or "")
    return own, [line[:1].upper() + line[1:] for line in others if line]


def _is_simonas(event: Event) -> bool:
    return event.kind == "played" and event.public["seat"] is None


def conclusion(record: Record, state: State) -> Iterator[str]:
    outcome = state.outcome
    if outcome is None:
        yield f"The game is not over; to decide: seat {' and '.join(str(seat) for seat in sorted(state.to_act))}"
        return
    for place, seats in enumerate(outcome.standings, 1):
        for seat in seats:
            yield f"{place}. seat {seat}  {score_in_words(outcome.scores[seat])}"
    if not outcome.standings:
        yield f"Simona wins; seat 0 has {score_in_words(outcome.scores[0])}"


def score_in_words(score: Sequence[int]) -> str:
    """The lowest track first, since it decides; or the points."""
    if len(score) == 1:
        return f"{score[0]} points"
    tracks = " ".join(f"{colour}{track}" for colour, track in zip(COLOURS, score, strict=True))
    return f"lowest {min(score)}  ({tracks})"


def summary(record: Record, steps: Sequence[Step]) -> str:
    """A game in one line."""
    state = steps[-1].after if steps else record.start()
    end = "; ".join(conclusion(record, state))
    return f"{heading(record)}, {len(steps)} moves: {end}"
