"""Score tracks in the terminal: common to the games that have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from triax.cli.terminal.canvas import LOW, STYLES, Lines
from triax.cli.terminal.face import Face, Worth
from triax.cli.words.events import predicate
from triax.cli.words.text import colour_names, points_in_words
from triax.games.core import M, State, V
from triax.games.facts import TrackScore
from triax.games.standings import places
from triax.games.tracks import COLOURS, AxioReached, TracksScored, lowest

_NAME = 10
_ORDINALS = ("lowest", "second lowest", "third lowest", "second highest", "highest")


class TrackFace(Face[V, M]):
    listed = 9

    def top(self, players: int) -> int:
        """Where a track ends."""
        match self.game.facts.scores[players]:
            case TrackScore(top=top):
                return top
            case shape:
                raise TypeError(f"{self.game.title} has no tracks, but {shape.kind}")

    def worth(self, state: State[V, M], seat: int, move: M) -> Worth:
        """A placement by the tracks it leads to, the lowest first."""
        _placed, *events = self.foreseen(state, seat, move)
        before = after = state.scores[seat]
        points = 0
        for event in events:
            if isinstance(event, TracksScored):
                after, points = event.tracks, sum(event.points.values())
        low = f"lowest {min(before)} → {min(after)}" if min(after) > min(before) else f"lowest stays {min(after)}"
        return Worth((*sorted(after), points), "; ".join([*map(predicate, events), low]))

    def preview(self, state: State[V, M], seat: int, move: M) -> Lines:
        """The points of a placement, colour by colour, and where they take the lowest track."""
        events, before = self.foreseen(state, seat, move), state.scores[seat]
        lines = [Text(line) for line in self.explain(events)]
        for event in events:
            match event:
                case TracksScored(points=points, tracks=after):
                    lines += [Text(f"It scores {points_in_words(points)}."), _raised(before, after, points)]
                    low = colour_names(lowest(after))
                    full = " (all full)" if min(after) == self.top(state.players) else ""
                    lines.append(Text(f"{LOW} Lowest track: {min(before)} now, then {min(after)} ({low}){full}"))
                case AxioReached(colours=colours):
                    lines.append(Text(f"AXIO! It fills {colour_names(colours)}."))
        return lines

    def ranking(self, state: State[V, M], names: Sequence[str]) -> list[str]:
        """The ranking in words, with the comparison that set each place apart from the next."""
        top, standings = self.top(state.players), state.standings()
        if len(names) == 1:
            [own] = state.scores
            perfect = " All five tracks are full: no better result is possible." if min(own) == top else ""
            return [f"Your result is your lowest track: {min(own)} ({colour_names(lowest(own))}).{perfect}"]
        keys = [state.rank_key(seats[0]) for seats in standings]
        lines = []
        for (place, seats), own, next_key in zip(places(standings), keys, [*keys[1:], None], strict=True):
            who = " and ".join(names[seat] for seat in seats)
            shared = ", equal in all five tracks, share the place" if len(seats) > 1 else ""
            decided = f"; {_decided(own, next_key, top)}" if next_key else ""
            lines.append(f"{place}. {who}{shared}: tracks from the lowest {' '.join(map(str, own))}{decided}")
        return lines


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


def _raised(before: Sequence[int], after: Sequence[int], points: Mapping[str, int]) -> Text:
    row = Text("Your tracks: ")
    for colour, old, new in zip(COLOURS, before, after, strict=True):
        lost = points.get(colour, 0) - (new - old)
        change = f"{old} → {new}" if new != old else f"{new}"
        row.append(colour, STYLES[colour]).append(f" {change}{f' ({lost} lost)' if lost else ''}   ")
    return row


def _decided(better: Sequence[int], worse: Sequence[int], top: int) -> str:
    if min(better) == top:
        return "all five tracks are full, which wins at once"
    at = next(i for i, (one, other) in enumerate(zip(better, worse, strict=True)) if one != other)
    tie = "" if at == 0 else f"the {'lowest is' if at == 1 else 'lower ones are'} equal, so "
    return f"{tie}the {_ORDINALS[at]} track decides, {better[at]} against {worse[at]}"
