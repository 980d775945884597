"""A terminal for tests."""

from __future__ import annotations

from collections.abc import Callable

from triax.cli.terminal.canvas import Lines

Script = Callable[[str], str | None]


class Paper:
    """A terminal that writes down what is shown and answers as scripted."""

    width, height = 80, 24

    def __init__(self, answer: Script) -> None:
        self.answer = answer
        self.pages: list[str] = [""]

    @property
    def text(self) -> str:
        return "".join(self.pages)

    def draw(self, block: Lines) -> None:
        for line in block:
            self.say(line.plain)

    def say(self, text: str) -> None:
        self.pages[-1] += f"{text}\n"

    def ask(self, prompt: str) -> str | None:
        self.say(prompt)
        return self.answer(prompt)

    def clear(self) -> None:
        self.pages.append("")
