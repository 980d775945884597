"""A game in lines, from its record: every hand open, a line a decision and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from triax.cli.words.events import predicate, sentence
from triax.cli.words.text import score_in_short, score_in_words
from triax.games import find_game
from triax.games.core import AnyState
from triax.games.events import Over
from triax.games.facts import Option, Score
from triax.games.record import Record, Step
from triax.games.standings import places


def heading(record: Record) -> str:
    players = "solo" if record.players == 1 else f"{record.players} players"
    options = record.start().options
    chosen = [option for option in record.game.facts.options if record.players in option.players]
    said = (_option_in_words(option, options.get(option.name, option.default), record.players) for option in chosen)
    return ", ".join([record.game.title, players, *filter(None, said)])


def _option_in_words(option: Option, value: object, players: int) -> str | None:
    match option.kind:
        case "seat":
            return f"seat {value} starts" if players > 1 else None
        case "flag":
            return None if value == option.default else f"{'with' if value else 'without'} {option.name}"
        case "choice":
            return f"{option.name} {value}"
        case "pieces":
            return None if value is None else "own pieces"


def transcript(record: Record, steps: Sequence[Step]) -> Iterator[str]:
    names = [f"seat {seat}" for seat in range(record.players)]
    yield heading(record)
    yield from _opening(record)
    yield ""
    width = max((len(str(step.move)) for step in steps), default=0)
    for count, step in enumerate(steps, 1):
        own, others = _what_happened(step, names)
        yield f"{count:>4}  seat {step.seat}  {step.move!s:<{width}}  {'; '.join(own)}".rstrip()
        for line in others:
            yield f"{'':>14}{line[:1].upper()}{line[1:]}"
    yield ""
    yield from _conclusion(_last(record, steps))


def summary(record: Record, steps: Sequence[Step]) -> str:
    """A game in one line."""
    end = "; ".join(_conclusion(_last(record, steps)))
    return f"{heading(record)}, {len(steps)} moves: {end}"


def _last(record: Record, steps: Sequence[Step]) -> AnyState:
    return steps[-1].after if steps else record.start()


def _shape(state: AnyState) -> Score:
    return find_game(state.game).facts.scores[state.players]


def _opening(record: Record) -> Iterator[str]:
    """What all see before the first move, and what each seat sees besides."""
    start = record.start()
    public = list(record.game.lines(start.view(None)))
    yield from public
    for seat in range(record.players):
        own = [line for line in record.game.lines(start.view(seat)) if line not in public]
        yield f"seat {seat} alone sees: {'; '.join(own)}"


def _what_happened(step: Step, names: Sequence[str]) -> tuple[list[str], list[str]]:
    """What the seat's decision did, and what else happened; what is secret comes when all see it."""
    own: list[str] = []
    others: list[str] = []
    for event in step.events:
        if event.actor == step.seat and not event.secret:
            own.append(predicate(event))
        elif not isinstance(event, Over) and not event.secret:
            others.append(sentence(event, names))
    after = step.after
    if after.scores[step.seat] != step.before.scores[step.seat]:
        own.append(f"now {score_in_short(_shape(after), after.scores[step.seat])}")
    return list(filter(None, own)), list(filter(None, others))


def _conclusion(state: AnyState) -> Iterator[str]:
    outcome = state.outcome
    if outcome is None:
        yield f"The game is not over; to decide: seat {' and '.join(str(seat) for seat in sorted(state.to_act))}"
        return
    shape = _shape(state)
    for place, seats in places(outcome.standings):
        for seat in seats:
            yield f"{place}. seat {seat}  {score_in_words(shape, outcome.scores[seat])}"
    if not outcome.standings:
        yield f"The game is lost; seat 0 has {score_in_words(shape, outcome.scores[0])}"
