"""The games by name: our own, and those that other packages bring along by the entry-point group `triax.games`."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points

from triax.games import check
from triax.games.core import AnyGame, Game
from triax.games.errors import BadData, in_one_line
from triax.games.trial import try_out

GROUP = "triax.games"
_NAME = re.compile("[a-z][a-z0-9_]{0,19}")
log = logging.getLogger("triax")


class Games(Mapping[str, AnyGame]):
    """Whoever asks for one of our own games does not wait for plug-ins to be looked for."""

    def __init__(self, own: Iterable[AnyGame]) -> None:
        self.own = {game.name: game for game in own}

    @cached_property
    def _all(self) -> dict[str, AnyGame]:
        found = dict(self.own)
        for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
            try:
                if point.name in found:
                    raise BadData(f"there is a game named {check.quote_text(point.name)} already")
                found[point.name] = _load(point)
            except (Exception, SystemExit) as error:  # a plug-in's trouble is its own
                log.warning(
                    "triax: the game plug-in %s is left out: %s", check.quote_text(point.name), in_one_line(error)
                )
        return found

    def __getitem__(self, name: str) -> AnyGame:
        return self.own[name] if name in self.own else self._all[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)


def _load(point: EntryPoint) -> AnyGame:
    loaded = point.load()
    game = loaded() if isinstance(loaded, type) else loaded
    if not isinstance(game, Game):
        raise BadData(f"{point.value} is no triax.Game")
    if not _NAME.fullmatch(game.name) or game.name != point.name:
        raise BadData(
            f"its game is named {check.quote_text(game.name)}; expected the entry point's name, of small letters"
        )
    try_out(game)
    return game
