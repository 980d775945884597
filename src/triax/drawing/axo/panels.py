"""AXO's panels: nine points to win, extra marks, pivots, how many cards a hand holds."""

from __future__ import annotations

from collections.abc import Sequence

from triax.drawing.axo.table import Recent
from triax.drawing.page import Badge, Picture, panel, seat_badge
from triax.drawing.svg import Box, Svg, circle, group, join, label, path, rect
from triax.drawing.symbols import tick
from triax.drawing.theme import Theme
from triax.games.axo.pieces import EXTRA_MARKS, GOAL
from triax.games.axo.view import AxoView, PlayerView

_OWED = {"area": "to lay", "choose": "to play", "mark": "marking", "effects": "effect", "refill": "to fill"}


def player_panels(picture: Picture[AxoView], boxes: Sequence[Box], recent: Recent) -> Svg:
    view, theme = picture.view, picture.theme
    parts = []
    for seat, (box, player) in enumerate(zip(boxes, view["seats"], strict=False)):
        note = f"{player['points']} of {GOAL} · hand {player['hand']}"
        parts.append(
            group(
                panel(box, picture.names[seat], note, _badge(view, seat), theme),
                _points(box, player, recent.points.get(seat, 0), theme),
                _earnings(box, player, theme),
                class_="panel",
            )
        )
    return join(parts)


def _badge(view: AxoView, seat: int) -> Badge | None:
    if view["standings"] is not None and view["players"] == 1:
        return Badge("won" if view["standings"] else "lost", False)
    return seat_badge(view, seat, _OWED.get(view["phase"], ""))


def _points(box: Box, player: PlayerView, won: int, theme: Theme) -> Svg:
    """A dot a point; those of the last turn have a ring, and points beyond the goal are drawn too."""
    count = max(GOAL, player["points"])
    pitch = min(30, (box.w - 32 - 30) / count)
    r, y = pitch * 0.36, box.y + 47
    parts = []
    for n in range(count):
        x = box.x + 16 + pitch * (n + 0.5)
        parts.append(circle(x, y, r, fill=theme.accent if n < player["points"] else theme.track))
        if player["points"] - won <= n < player["points"]:
            parts.append(circle(x, y, r + 2.5, fill="none", stroke=theme.ink, stroke_width=2))
    if won:
        parts.append(label(box.right - 16, y + 5, f"+{won}", 15, theme.ink, bold=True, anchor="end"))
    return join(parts)


def _earnings(box: Box, player: PlayerView, theme: Theme) -> Svg:
    """Extra marks at hand, spent and still to be won; pivots."""
    y = box.y + 76
    x = box.x + 16
    parts = [label(x, y, "extra marks", 13, theme.muted)]
    spent = player["earned"] - player["extra"]
    for n in range(EXTRA_MARKS):
        at = Box(x + 88 + 22 * n, y - 13, 16, 16)
        parts.append(rect(at, 4, fill="none", stroke=theme.line, stroke_width=1.5))
        if n < player["extra"]:
            parts += [rect(at, 4, fill=theme.ink), tick(at, theme.panel)]
        elif n < player["extra"] + spent:
            parts.append(
                path("M", at.x + 3, at.bottom - 3, "L", at.right - 3, at.y + 3, stroke=theme.muted, stroke_width=1.5)
            )
    if player["pivots"]:
        parts.append(label(box.right - 16, y, f"pivots {player['pivots']}", 13, theme.ink, bold=True, anchor="end"))
    return join(parts)


def simona_panel(view: AxoView, box: Box, theme: Theme) -> Svg:
    over = view["standings"] is not None
    badge = Badge("lost" if view["standings"] else "won", False) if over else None
    left = view["simona"] or 0
    turn = "her turn" if view["active"] is None and not over else "waits"
    return group(
        panel(box, "Simona", f"pile {left}", badge, theme),
        label(box.x + 16, box.y + 52, "the game is over" if over else turn, 13, theme.muted),
        class_="panel",
    )
