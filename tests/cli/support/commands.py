"""The commands as a person runs them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import typer.main

from tests.server.support import launcher
from triax.cli.main import app

PROGRAM = [sys.executable, "-c", "from triax.cli.main import main; main()"]


def triax(*arguments: str | Path, text: str = "") -> subprocess.CompletedProcess[str]:
    return launcher.run(*arguments, text=text, environment={"COLUMNS": "100", "NO_COLOR": "1"})


def parse_triax(words: list[str]) -> None:
    """As the command itself parses them, without running it."""
    command: Any = typer.main.get_command(app)
    context = None
    while hasattr(command, "commands") and words:
        context = command.make_context(command.name, [words[0]], parent=context)
        assert words[0] in command.commands, f"triax has no command {words[0]}"
        command, words = command.commands[words[0]], words[1:]
    if not hasattr(command, "commands"):
        command.make_context(command.name, words, parent=context)
