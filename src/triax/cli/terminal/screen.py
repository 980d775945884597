"""What the game needs of a terminal, and a real one."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Protocol

from rich.console import Console
from rich.text import Text

from triax.cli.output import printable
from triax.cli.terminal.canvas import Lines, plain_ascii


class Terminal(Protocol):
    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int: ...

    def draw(self, block: Lines) -> None:
        """Lines as they are, never wrapped between words."""

    def say(self, text: str) -> None:
        """A paragraph."""

    def ask(self, prompt: str) -> str | None:
        """A line typed by a person; None at the end of input."""

    def clear(self) -> None:
        """Take everything shown so far out of sight."""


class RichTerminal:
    """Standard input and output, with colour where it is wanted and characters that the encoding knows."""

    def __init__(self) -> None:
        self._console = Console(highlight=False, markup=False, emoji=False)
        self._ascii = not self._console.encoding.lower().startswith("utf")
        if sys.stdin.isatty():
            # Editing keys, but no history: the next person at the keyboard must not find the last one's moves.
            with suppress(ImportError, AttributeError):
                import readline  # noqa: PLC0415

                readline.set_auto_history(False)

    @property
    def width(self) -> int:
        return self._console.width

    @property
    def height(self) -> int:
        return self._console.height

    def draw(self, block: Lines) -> None:
        for line in block:
            self._console.print(self._writable(line), soft_wrap=True)

    def say(self, text: str) -> None:
        self._console.print(self._writable(Text(text)))

    def ask(self, prompt: str) -> str | None:
        try:
            typed = input(self._writable(Text(prompt)).plain)
        except EOFError:
            self._console.print()
            return None
        except KeyboardInterrupt:
            self._console.print()
            raise
        except UnicodeDecodeError:
            return "?unreadable"
        return printable(typed.expandtabs(1))

    def clear(self) -> None:
        if self._console.is_terminal and not self._console.is_dumb_terminal:
            # The scrollback goes as well: it would show the last player's hand.
            self._console.file.write("\x1b[H\x1b[2J\x1b[3J")
            self._console.file.flush()
        else:
            self._console.print("\n" * (self.height if self._console.is_terminal else 1))

    def _writable(self, text: Text) -> Text:
        plain = printable(plain_ascii(text.plain) if self._ascii else text.plain)
        if plain != text.plain:
            text = text.copy()
            text.plain = plain
        return text
