"""AXO's panels: nine points to win, a lantern lit for each, extra marks, pivots, how many cards a hand holds."""

from __future__ import annotations

from collections.abc import Sequence

from triax.drawing.axo.table import Recent
from triax.drawing.page import Badge, Picture, panel, seat_badge
from triax.drawing.svg import Box, Svg, group, join, label, rect
from triax.drawing.theme import Theme
from triax.games.axo.pieces import EXTRA_MARKS, GOAL
from triax.games.axo.view import AxoView, PlayerView

_OWED = {"area": "to lay", "choose": "to play", "mark": "marking", "effects": "effect", "refill": "to fill"}


def player_panels(picture: Picture[AxoView], boxes: Sequence[Box], recent: Recent) -> Svg:
    view, theme = picture.view, picture.theme
    parts = []
    for seat, (box, player) in enumerate(zip(boxes, view["seats"], strict=False)):
        note = f"{player['points']} of {GOAL} · {_earnings(player)} · hand {player['hand']}"
        parts.append(
            group(
                panel(box, picture.names[seat], note, _badge(view, seat), theme),
                _points(box, player, recent.points.get(seat, 0), theme),
                class_="panel",
            )
        )
    return join(parts)


def _badge(view: AxoView, seat: int) -> Badge | None:
    if view["standings"] is not None and view["players"] == 1:
        return Badge("won" if view["standings"] else "lost", False)
    return seat_badge(view, seat, _OWED.get(view["phase"], ""))


def _points(box: Box, player: PlayerView, won: int, theme: Theme) -> Svg:
    """A light a point; those of the last turn have a ring, and points beyond the goal are drawn too."""
    count = max(GOAL, player["points"])
    pitch = min(28, (box.w - 32 - 40) / count)
    y = box.y + 58
    parts = []
    for n in range(count):
        at = Box(box.x + 16 + pitch * n, y, pitch - 5, pitch - 5)
        parts.append(rect(at, 4, fill=theme.accent if n < player["points"] else theme.slot))
        if player["points"] - won <= n < player["points"]:
            parts.append(rect(at.inset(-2.5), 6, fill="none", stroke=theme.ink, stroke_width=1.5))
    if won:
        parts.append(label(box.right - 16, y + 18, f"+{won}", 20, theme.ink, display=True, anchor="end"))
    return join(parts)


def lantern(box: Box, points: int, theme: Theme) -> Svg:
    """Nine points as three rows of three lights."""
    pitch = box.w / 3
    lit = [n < points for n in range(GOAL)]
    return join(
        rect(
            Box(box.x + n % 3 * pitch, box.y + n // 3 * pitch, 0.92 * pitch, 0.92 * pitch),
            0.14 * pitch,
            fill=theme.accent if on else theme.slot,
        )
        for n, on in enumerate(lit)
    )


def _earnings(player: PlayerView) -> str:
    extra = f"extra marks {player['extra']} of {EXTRA_MARKS}"
    return f"{extra} · pivots {player['pivots']}" if player["pivots"] else extra


def simona_panel(view: AxoView, box: Box, theme: Theme) -> Svg:
    over = view["standings"] is not None
    badge = Badge("lost" if view["standings"] else "won", False) if over else None
    left = view["simona"] or 0
    turn = "her turn" if view["active"] is None and not over else "waits"
    return group(
        panel(box, "Simona", f"pile {left}", badge, theme),
        label(box.x + 16, box.y + 66, "the game is over" if over else turn, 13, theme.muted),
        class_="panel",
    )
