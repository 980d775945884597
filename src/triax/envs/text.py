"""A view in plain text: the `ansi` picture and OpenSpiel's observation string. It holds all that the view does but for
who else owes a decision at the same moment, and how and in what order pieces came to lie as they do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from triax.games.axio.notation import DIRECTIONS
from triax.games.core import Plain
from triax.games.rota.display import turned
from triax.games.tracks import COLOURS


def describe(view: Plain) -> str:
    return "\n".join([_title(view), *_GAMES[view["game"]](view)])


def _title(view: Plain) -> str:
    watching = "a spectator" if view["seat"] is None else f"seat {view['seat']}"
    over = view["standings"]
    result = "" if over is None else f" · over: {over}"
    return f"{view['game']} · {view['players']} players · seen by {watching}{result}"


def _tracks(view: Any, *counts: str) -> Iterator[str]:  # noqa: ANN401
    for seat, tracks in enumerate(view["tracks"]):
        scores = " ".join(f"{colour}{track}" for colour, track in zip(COLOURS, tracks, strict=True))
        held = " ".join(f"{name} {int(view[name][seat])}" for name in counts)
        yield f"seat {seat}: {scores} · {held}" + (" · to play" if seat == view["turn"] else "")


def _rota(view: Any) -> Iterator[str]:  # noqa: ANN401
    yield from _tracks(view, "hands", "stacks")
    yield f"supply {view['supply']} · extra {int(view['extra'])} · owed {view['owed']}"
    laid = {tuple(one["at"]): turned(one["tile"], one["turn"]) for one in view["display"]}
    across = range(min(x for x, _ in laid), max(x for x, _ in laid) + 1)
    down = range(min(y for _, y in laid), max(y for _, y in laid) + 1)
    yield f"display from {across.start},{down.start}"
    for y in down:
        row = [laid.get((x, y), "    ") for x in across]
        yield " ".join(tile[:2] for tile in row).rstrip()
        yield " ".join(tile[3] + tile[2] for tile in row).rstrip()
    if view["hand"]:
        yield f"hand {view['hand']}"


def _axio(view: Any) -> Iterator[str]:  # noqa: ANN401
    yield from _tracks(view, "racks", "opened")
    yield f"bag {view['bag']} · {view['phase']} · owed {view['owed']}"
    reach = view["side"] // 2
    board = {(x, y): colour for x, y, colour in view["printed"]}
    for laid in view["tiles"]:
        (x, y), (dx, dy) = laid["at"], DIRECTIONS[laid["to"]]
        board[x, y], board[x + dx, y + dy] = laid["tile"]
    for spaces, sign in ((view["pyramids"], "^"), (view["bare"], "#")):
        for x, y in spaces:
            board[x, y] = sign
    for y in range(-reach, reach + 1):
        yield " ".join(board.get((x, y), ".") for x in range(-reach, reach + 1))
    if view["pyramids"]:
        yield "pyramids, oldest first: " + " ".join(f"{x},{y}" for x, y in view["pyramids"])
    laid_kinds = Counter(laid["tile"] for laid in view["tiles"])
    if laid_kinds:
        yield "laid " + " ".join(f"{kind} {count}" for kind, count in sorted(laid_kinds.items()))
    if view["rack"]:
        yield "rack " + " ".join(sorted(view["rack"]))


def _axo(view: Any) -> Iterator[str]:  # noqa: ANN401
    active = "Simona" if view["active"] is None else f"seat {view['active']}"
    played = f" · {view['card']} in {view['colour']}" if view["card"] else ""
    simona = "" if view["simona"] is None else f" · Simona {view['simona']}"
    yield f"{view['phase']} · active: {active}{played} · pile {view['pile']}{simona}"
    for seat, player in enumerate(view["seats"]):
        names = ("points", "extra", "earned", "pivots", "hand")
        yield f"seat {seat}: " + " ".join(f"{name} {player[name]}" for name in names)
        for sheet in player["area"]:
            marks = sheet["marks"]
            yield f"  {sheet['card']} {marks[:3]} {marks[3:6]} {marks[6:]}"
    if view["discard"]:
        yield "discard " + " ".join(view["discard"])
    if view["effects"]:
        yield "effects " + " ".join(f"{seat}:{card}" for seat, card in view["effects"])
    if view["laid"]:
        yield "chosen " + " ".join(view["laid"])
    if view["marking"]:
        made = "".join(f" {one['what']} {one['card']} {one['sections']}" for one in view["marking"]["made"])
        yield f"marking: {view['marking']['step']}{made}"
    if view["hand"]:
        yield "hand " + " ".join(view["hand"])


_GAMES: dict[str, Callable[[Any], Iterator[str]]] = {"rota": _rota, "axio": _axio, "axo": _axo}
