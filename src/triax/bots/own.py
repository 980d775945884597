"""Bots of one's own, out of a file: `path/to/my_bot.py:Mine`. Only for commands: a server never loads one."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from triax.bots.core import Bot
from triax.bots.registry import BotSpec
from triax.games.errors import BadData


@dataclass(frozen=True)
class OwnBotSpec(BotSpec):
    """A class in a file. It is loaded wherever a game is played, and made anew, without arguments, for each seat."""

    file: str = ""

    def build(self, game: str) -> Bot:
        bot: Bot = _load(self.file, self.name.rpartition(":")[2])()
        return bot


def find_own_bot(text: str) -> OwnBotSpec:
    """The bot that `FILE.py:CLASS` names; refuses one that cannot be made, with words, before anything is played."""
    file, _, name = text.rpartition(":")
    path = Path(file)
    if path.suffix != ".py" or not name.isidentifier():
        raise BadData(f"'{text}' is not a bot of your own: expected FILE.py:CLASS")
    if not path.is_file():
        raise BadData(f"'{text}': there is no file {file}")
    spec = OwnBotSpec(f"{path.stem}:{name}", file=str(path.resolve()))
    try:
        bot = spec.build("")
    except BadData:
        raise
    except Exception as error:  # whatever the file does when it is loaded
        raise BadData(f"'{text}' cannot be made: {type(error).__name__}: {error}") from error
    if not callable(getattr(bot, "choose", None)):
        raise BadData(f"'{text}' is not a bot: it has no method choose(view, moves, rng)")
    return spec


@cache
def _load(file: str, name: str) -> Any:  # noqa: ANN401, what a stranger's file holds
    path = Path(file)
    # Modules beside it can be imported, as beside a script; last, so that none stands in for one of the library.
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    # Its path is a name that no other module has; dataclasses look their module up by it.
    found = spec_from_file_location(file, path)
    assert found is not None
    assert found.loader is not None
    sys.modules[file] = module = module_from_spec(found)
    found.loader.exec_module(module)
    if not hasattr(module, name):
        raise BadData(f"{path.name} has no '{name}'")
    return getattr(module, name)
