"""A review for the terminal: the curve in short, the seats, the moments in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from triax.cli.output import printable
from triax.cli.transcript import heading
from triax.cli.words.reasons import harm_in_words, reason_in_words
from triax.cli.words.text import gain_in_words
from triax.games.facts import TrackScore
from triax.games.record import Record
from triax.review import BANDS, Moment, Review, Reviewed, Unit

BARS = "▁▂▃▄▅▆▇█"
PLURALS = {"inaccuracy": "inaccuracies", "mistake": "mistakes", "blunder": "blunders"}
WIDTH = 54
"""Of a curve, at most."""


def print_review(record: Record, review: Review, console: Console, file: str = "") -> None:
    """`file`: where `triax replay` finds the game."""
    what = "chance to win" if review.unit == "chance" else "expected result"
    title = f"{heading(record)}: {len(review.decisions)} decisions"
    console.print(printable(title), style="bold", highlight=False)
    console.print(f"\nThe {what}, from the first decision to the end:", highlight=False)
    for seat in range(review.players):
        points = [point[seat] for point in review.curve]
        ends = f"{_figure(points[0], review.unit)} to {_figure(points[-1], review.unit)}"
        console.print(f"  seat {seat}  {_curve(points, review.unit)}  {ends}", highlight=False)
    console.print("\nHow good the decisions were, with what the player could know:", highlight=False)
    console.print(_skill(review), highlight=False)
    came = "Where the chance went, in points" if review.unit == "chance" else "Where the result came from, in steps"
    console.print(f"{came} (moves against those of a plain player):", highlight=False)
    console.print(_luck(review), highlight=False)
    for line in _story(record, review):
        inset = 2 if line.startswith("move") else 0
        console.print(Padding(Text(printable(line)), (0, 0, 0, inset), expand=False))
    if file and review.moments:
        at = review.moments[0].at
        console.print(f"\nTo see it on the board: triax replay {file} -q --svg board.svg --at {at}", highlight=False)


def _curve(points: Sequence[float], unit: Unit) -> str:
    few = points if len(points) <= WIDTH else [points[at * (len(points) - 1) // (WIDTH - 1)] for at in range(WIDTH)]
    top = 1.0 if unit == "chance" else max(1.0, *points)
    return "".join(BARS[min(len(BARS) - 1, int(point / top * len(BARS)))] for point in few)


def _skill(review: Review) -> Table:
    table = Table("seat", box=box.SIMPLE)
    table.add_column("accuracy", justify="right")
    shown = [band for band in BANDS if band != "forced"]
    for band in shown:
        table.add_column(PLURALS.get(band, band), justify="right")
    for seat, one in enumerate(review.seats):
        exact = "–" if one.accuracy is None else f"{one.accuracy:.0f} ± {one.accuracy_error:.0f}"
        table.add_row(str(seat), exact, *(str(one.bands[band] or "·") for band in shown))
    return table


def _luck(review: Review) -> Table:
    table, alone = Table("seat", box=box.SIMPLE), review.players == 1
    for name in ("start", "+ own moves", *([] if alone else ["+ others' moves"]), "+ luck", "= end"):
        table.add_column(name, justify="right")
    for seat, one in enumerate(review.seats):
        given = [(one.decisions, one.decisions_error), (one.others, one.others_error), (one.luck, one.luck_error)]
        if alone:
            del given[1]
        parts = [f"{_change(value, review.unit)} ± {_about(error, review.unit)}" for value, error in given]
        table.add_row(str(seat), _figure(one.start, review.unit), *parts, _figure(one.result, review.unit))
    return table


def _story(record: Record, review: Review) -> Iterator[str]:
    choices = [moment for moment in review.moments if moment.kind != "turn"]
    turns = [moment for moment in review.moments if moment.kind == "turn"]
    if choices:
        yield ""
        yield "What mattered most:"
    for moment in choices:
        one = review.decisions[moment.at]
        said = _mistake(record, moment, one, review) if moment.kind == "mistake" else _strong(moment, one, review)
        yield f"move {moment.at + 1}, seat {moment.seat}: " + " ".join(said)
    if not choices:
        yield ""
        yield "No decision lost or gained much: nothing here can be told from the best moves."
    if turns:
        yield ""
        yield "The lead changed:"
    for moment in turns:
        one = review.decisions[moment.at]
        luck, effect = one.luck[moment.leader or 0], one.verdict.effect[moment.leader or 0]
        how = "more by luck than by the move" if abs(luck) > abs(effect) else "by the move"
        rise = _change(moment.by, review.unit)
        move = f"move {moment.at + 1}, seat {moment.seat}: {moment.played}"
        yield f"{move}; then seat {moment.leader} leads ({rise}, {how})."


def _mistake(record: Record, moment: Moment, one: Reviewed, review: Review) -> Iterator[str]:
    names, verdict = [f"seat {seat}" for seat in range(review.players)], one.verdict
    lost = f"{_change(-moment.by, review.unit)} ± {_about(verdict.error, review.unit)}"
    yield f"{moment.played} was {'an' if one.band[0] in 'aeiou' else 'a'} {one.band} ({lost})."
    better = next(option for option in verdict.candidates if option.move == moment.better)
    played = next(option for option in verdict.candidates if option.move == moment.played)
    why = reason_in_words(moment.reason, names) if moment.reason else None
    yield f"Better {moment.better}, which {why}." if why else f"Better {moment.better}."
    if moment.harm:
        yield f"The move played {harm_in_words(moment.harm, names)}."
    shape = record.game.facts.scores[record.players]
    gains = [gain_in_words(shape, option.gain) for option in (better, played)]
    if gains[0] != gains[1]:
        yield f"Now: {gains[0]} instead of {gains[1]}."
    what = "tracks" if isinstance(shape, TrackScore) else "points"
    ends = [" ".join(f"{score:.1f}" for score in option.expected) for option in (better, played)]
    if ends[0] != ends[1]:
        yield f"In the end, on average: {what} {ends[0]} instead of {ends[1]}."


def _strong(moment: Moment, one: Reviewed, review: Review) -> Iterator[str]:
    names = [f"seat {seat}" for seat in range(review.players)]
    gained = f"{_change(moment.by, review.unit)} ± {_about(one.verdict.effect_errors[moment.seat], review.unit)}"
    yield f"{moment.played} was strong ({gained} against the plain {moment.plain})."
    why = reason_in_words(moment.reason, names) if moment.reason else None
    if why:
        yield f"It {why}."
    if moment.harm:
        yield f"The plain move {harm_in_words(moment.harm, names)}."


def _figure(value: float, unit: Unit) -> str:
    return f"{100 * value:.0f} %" if unit == "chance" else f"{value:.1f}"


def _change(value: float, unit: Unit) -> str:
    text = f"{100 * value:+.0f}" if unit == "chance" else f"{value:+.1f}"
    return text.replace("-", "−") if float(text) else text[1:]


def _about(value: float, unit: Unit) -> str:
    """An error beside a rounded figure."""
    return f"{max(1.0, 100 * value):.0f}" if unit == "chance" else f"{max(0.1, value):.1f}"
