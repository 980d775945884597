"""Five score tracks in the terminal: common to Axio Rota and Axio."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from triax.cli.terminal.face import Told, Worth
from triax.cli.terminal.lines import LOW, STYLES, Lines, colour_name
from triax.cli.words import points_in_words
from triax.games.tracks import COLOURS, lowest

_NAME = 10
_ORDINALS = ("lowest", "second lowest", "third lowest", "second highest", "highest")


def scoreboard(
    tracks: Sequence[Sequence[int]], names: Sequence[str], turn: int | None, top: int, left: tuple[str, Sequence[int]]
) -> Lines:
    """A row a player; the seat to move and the lowest tracks carry a sign. `left` is one more column."""
    title, counts = left
    head = Text(f"  {f'To {top}':{_NAME}}")
    for colour in COLOURS:
        head.append(f"{colour:>3} ", STYLES[colour])
    rows = [head.append(f" {title}")]
    for seat, own in enumerate(tracks):
        row = Text(f"{'▸' if seat == turn else ' '} {names[seat][: _NAME - 1]:{_NAME}}")
        for colour, track in zip(COLOURS, own, strict=True):
            low = track == min(own)
            row.append(f"{track:>3}{LOW if low else ' '}", STYLES[colour] if low else "")
        rows.append(row.append(f" {counts[seat]:>{len(title)}}"))
    return [*rows, Text(f"  {LOW} lowest track: it decides the game", "dim")]


def placement_worth(told: Sequence[Told], before: Sequence[int], *, extra_turns: bool) -> Worth:
    """A placement by the tracks it leads to, the lowest first."""
    scored = next(event for event in told if event["kind"] == "scored")
    after = scored["tracks"]
    pyramids = sum(event["kind"] == "pyramid" for event in told)
    words = points_in_words(scored["points"])
    if pyramids:
        words += f", {pyramids} pyramid{'s' if pyramids > 1 else ''}"
    if full := [colour for event in told if event["kind"] == "axio" for colour in event["colours"]]:
        words += f", AXIO in {' and '.join(map(colour_name, full))}" + ("" if not extra_turns else ": an extra turn")
    words += f"; lowest {min(before)} → {min(after)}" if min(after) > min(before) else f"; lowest stays {min(after)}"
    return Worth((*sorted(after), sum(scored["points"].values())), words)


def placement_preview(told: Sequence[Told], before: Sequence[int], top: int) -> Lines:
    """The points of a placement, colour by colour, and where they take the lowest track."""
    scored = next(event for event in told if event["kind"] == "scored")
    after, points = scored["tracks"], scored["points"]
    lines = [Text(f"It scores {points_in_words(points)}.")]
    for event in told:
        if event["kind"] == "pyramid":
            lines.append(Text(f"A pyramid goes on {event['at'][0]},{event['at'][1]}."))
        if event["kind"] == "axio":
            lines.append(Text(f"AXIO! It fills {' and '.join(map(colour_name, event['colours']))}."))
    row = Text("Your tracks: ")
    for colour, old, new in zip(COLOURS, before, after, strict=True):
        lost = points.get(colour, 0) - (new - old)
        change = f"{old} → {new}" if new != old else f"{new}"
        row.append(colour, STYLES[colour]).append(f" {change}{f' ({lost} lost)' if lost else ''}   ")
    lines.append(row)
    low = ", ".join(map(colour_name, lowest(tuple(after))))
    full = " (all full)" if min(after) == top else ""
    lines.append(Text(f"{LOW} Lowest track: {min(before)} now, then {min(after)} ({low}){full}"))
    return lines


def places(
    tracks: Sequence[Sequence[int]], standings: Sequence[Sequence[int]], names: Sequence[str], top: int
) -> list[str]:
    """The ranking in words, with the comparison that set each place apart from the next."""
    if len(tracks) == 1:
        low = ", ".join(map(colour_name, lowest(tuple(tracks[0]))))
        perfect = " All five tracks are full: no better result is possible." if min(tracks[0]) == top else ""
        return [f"Your result is your lowest track: {min(tracks[0])} ({low}).{perfect}"]
    told: list[str] = []
    place = 1
    for index, seats in enumerate(standings):
        own = sorted(tracks[seats[0]])
        who = " and ".join(names[seat] for seat in seats)
        shared = ", equal in all five tracks, share the place" if len(seats) > 1 else ""
        line = f"{place}. {who}{shared}: tracks from the lowest {' '.join(map(str, own))}"
        if index + 1 < len(standings):
            line += f"; {_decided(own, sorted(tracks[standings[index + 1][0]]), top)}"
        told.append(line)
        place += len(seats)
    return told


def _decided(better: Sequence[int], worse: Sequence[int], top: int) -> str:
    if min(better) == top:
        return "all five tracks are full, which wins at once"
    at = next(i for i, (one, other) in enumerate(zip(better, worse, strict=True)) if one != other)
    tie = "" if at == 0 else f"the {'lowest is' if at == 1 else 'lower ones are'} equal, so "
    return f"{tie}the {_ORDINALS[at]} track decides, {better[at]} against {worse[at]}"
