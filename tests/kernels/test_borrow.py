"""Only arguments are lent: a local array would be freed while it is out."""

from __future__ import annotations

import ast
from pathlib import Path

import triax.bots
import triax.kernels

FOLDERS = [Path(next(iter(package.__path__))) for package in (triax.kernels, triax.bots)]


def test_only_arguments_are_lent() -> None:
    lent = 0
    for file in (file for folder in FOLDERS for file in folder.rglob("*.py")):
        for function in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            arguments = {argument.arg for argument in function.args.args}
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "borrowed":
                    assert ast.unparse(call.args[0]) in arguments, (file.name, function.name)
                    lent += 1
    assert lent > 50
