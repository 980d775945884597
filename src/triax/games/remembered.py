"""What a state works out about itself once: `cached_property` without its lock, which before Python 3.12 takes longer
than most of what is remembered. Nothing goes wrong where two threads work the same out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

__all__ = ["remembered"]

if TYPE_CHECKING:
    from functools import cached_property as remembered
else:

    class remembered:  # noqa: N801
        def __init__(self, make: Callable[[Any], Any]) -> None:
            self.make = make
            self.__doc__ = make.__doc__

        def __set_name__(self, _owner: type, name: str) -> None:
            self.name = name

        def __get__(self, thing: object, _owner: type | None = None) -> Any:  # noqa: ANN401
            if thing is None:
                return self
            made = thing.__dict__[self.name] = self.make(thing)
            return made
