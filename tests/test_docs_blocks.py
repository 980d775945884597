"""Every block of code that a reader may copy out of README and docs is held to something real.

Examples with >>> are run as doctests by pytest itself; the API's curl commands, and the client of the protocol, by
tests/server/test_protocol_docs.py. The rest is here: commands are parsed by the real commands, JSON by the schema.
"""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import typer.main
import yaml  # type: ignore[import-untyped]

from tests.cli.support.commands import parse_triax
from tests.server.support import launcher
from tests.support.blocks import ROOT, Block, found_in
from triax import __version__
from triax.cli.main import app

TOP = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "tools/package.md")
PAGES = [*(ROOT / name for name in TOP), *sorted((ROOT / "docs").rglob("*.md"))]
DOCTESTED = "README.md", "tools/package.md", "docs/"
RUN_ELSEWHERE = {"docs/http.md": "sh", "docs/protocol.md": "python"}
INLINE = re.compile(r"`triax ([a-z][^`\n]*)`")


# What stands in braces is a directive: building the site is its test.
BLOCKS = [block for page in PAGES for block in found_in(page) if not block.language.startswith("{")]


def blocks(*languages: str) -> pytest.MarkDecorator:
    chosen = [block for block in BLOCKS if block.language in languages]
    return pytest.mark.parametrize("block", chosen, ids=str)


def test_every_language_has_a_test() -> None:
    tested = {"python", "sh", "json", "yaml", "ini", "nginx", "text", ""}
    assert [f"{block}: {block.language}" for block in BLOCKS if block.language not in tested] == []


# Python.


@blocks("python")
def test_python(block: Block) -> None:
    if doctest.DocTestParser().get_examples(block.body):
        assert block.page.startswith(DOCTESTED), f"{block}: no doctest is run on this page"
        assert block.body.endswith("\n\n"), f"{block}: the last line must be empty, or the fence is taken for output"
        return
    code = compile(block.body, str(block), "exec")
    if RUN_ELSEWHERE.get(block.page) != "python":
        exec(code, {"__name__": "__main__"})


# Commands.


@cache
def extras() -> set[str]:
    whole = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return set(whole["project"]["optional-dependencies"])


@cache
def help_of(script: str) -> str:
    words = [sys.executable, script, "--help"]
    environment = {**os.environ, "COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"}
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=True)
    return done.stdout


def options(words: list[str]) -> list[str]:
    return [word.partition("=")[0] for word in words if re.match("--?[a-z]", word)]


OF_THE_SYSTEM = {"podman"}
"""What a host has done by programs of the machine."""
FOLLOWED = "docs/hosting-debian.md"
"""Every command of it is run by `make guide`: here only ours are looked at."""


def check_packages(packages: list[str]) -> None:
    for package in packages:
        named = re.match(r"(?:triax|\.)\[([\w,]+)\]", package)
        assert named is None or set(named[1].split(",")) <= extras(), f"{package}: no such extra"
        version = re.search(r"triax-([\d.]+)-py3", package)
        assert version is None or version[1] == __version__, f"{package}: not this version"


def check_command(words: list[str], makefile: str) -> None:
    match words:
        case ["triax", *rest]:
            parse_triax(rest)
        case ["make", *targets]:
            for target in targets:
                assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"make has no {target}"
        case ["pip" | ".venv/bin/pip" | "/opt/triax/bin/pip" | "pipx", "install", *packages]:
            check_packages(packages)
        case ["uvx", "--from", package, "triax", *rest] | ["pipx", "run", "--spec", package, "triax", *rest]:
            check_packages([package])
            parse_triax(rest)
        case ["python", "-m", "build", *rest]:
            assert rest in ([], ["--sdist"])
        case ["python" | "python3", "-m", "venv", ".venv" | "/opt/triax"] | [".venv/bin/triax"]:
            pass
        case ["python", "-m", module, *_]:
            path = ROOT / module.replace(".", "/")
            assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), f"there is no {module}"
        case ["python", script, *rest]:
            assert (ROOT / script).is_file(), f"there is no {script}"
            assert [option for option in options(rest) if option not in help_of(script)] == []
        case ["export", assignment]:
            assert re.fullmatch(r"TRIAX_\w+=\S+", assignment)
        case ["createdb", _]:
            pass
        case _:
            raise AssertionError("a command that no test knows")


@blocks("sh")
def test_commands(block: Block) -> None:
    if RUN_ELSEWHERE.get(block.page) == "sh":
        assert all(line.startswith("curl ") for line in block.body.splitlines()), f"{block}: only curl is run here"
        return
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for number, line in enumerate(block.body.splitlines(), block.line):
        words = shlex.split(line, comments=True)
        try:
            if not words or words[0] in OF_THE_SYSTEM:
                continue
            if block.page != FOLLOWED:
                check_command(words, makefile)
            elif words[0] == "triax-admin":
                parse_triax(["admin", *words[1:]])
            elif words[0].endswith("/pip"):
                check_packages(words[2:])
        except (typer.TyperException, AssertionError) as error:
            pytest.fail(f"{block.page}:{number}: {line}: {error}")


def test_the_records_of_the_readme_are_made_and_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    [block] = [block for block in BLOCKS if block.page == "README.md" and "triax simulate" in block.body]
    for line in block.body.splitlines():
        name, *words = shlex.split(line, comments=True)
        assert name == "triax"
        if "--timelapse" in words:  # every move is a picture: a game of twelve does
            launcher.run("simulate", "rota", "--players", "1", "--games", "5", "-o", "games.jsonl")
        done = launcher.run(*words)
        assert (done.returncode, done.stderr) == (0, ""), line
    assert list((tmp_path / "pictures").glob("*.svg"))
    assert (tmp_path / "game.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "game.webp").read_bytes()[8:12] == b"WEBP"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_commands_within_a_sentence(page: Path) -> None:
    """Often a part of a command, or one with GAME or N in it: the command and its options must be there."""
    for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
        for text in INLINE.findall(line):
            command: Any = typer.main.get_command(app)
            words = shlex.split(text)
            while words and hasattr(command, "commands"):
                assert words[0] in command.commands, f"{page.name}:{number}: triax {text}"
                command = command.commands[words.pop(0)]
            known = {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
            assert set(options(words)) <= known, f"{page.name}:{number}: triax {text}"


# Data and other programs' files.


@blocks("json")
def test_json(block: Block) -> None:
    example = json.loads(block.body)
    if not block.name:
        return
    sockets = json.loads((ROOT / "docs" / "schema" / "socket.json").read_text("utf-8"))
    requests = json.loads((ROOT / "docs" / "schema" / "openapi.json").read_text("utf-8"))
    if block.name in sockets["$defs"]:
        schema = {"$defs": sockets["$defs"], "$ref": f"#/$defs/{block.name}"}
    else:
        schema = {"components": requests["components"], "$ref": f"#/components/schemas/{block.name}"}
    errors = [str(error) for error in jsonschema_rs.Draft202012Validator(schema).iter_errors(example)]
    assert errors == [], str(block)


@blocks("yaml")
def test_yaml(block: Block) -> None:
    assert yaml.safe_load(block.body), str(block)


@blocks("ini")
def test_a_unit(block: Block, tmp_path: Path) -> None:
    name, kind = Path(block.name).name, Path(block.name).suffix
    assert re.findall(r"^\[(\w+)\]$", block.body, re.MULTILINE)[:2] == ["Unit", kind[1:].title()]
    programs = re.findall(r"^ExecStart=(\S+) (.+)$", block.body, re.MULTILINE)
    assert bool(programs) == (kind == ".service")
    for program, words in programs:
        assert Path(program).name == "triax"
        parse_triax(shlex.split(words))
    if shutil.which("systemd-analyze"):
        file = tmp_path / name
        for program, _ in programs:
            block = block._replace(body=block.body.replace(program, sys.executable))
        file.write_text(block.body, "utf-8")
        # A timer is verified together with what it starts.
        (tmp_path / "triax-backup.service").touch()
        done = subprocess.run(["systemd-analyze", "verify", file], capture_output=True, text=True, check=False)
        assert f"{file}:" not in done.stderr, done.stderr


@blocks("nginx")
def test_a_proxy(block: Block) -> None:
    """Statements end in a semicolon, braces close, and it talks to the port on which we listen."""
    text = re.sub(r"#[^\n]*", "", block.body)
    depth = 0
    for statement, end in re.findall(r"([^;{}]*)([;{}])", text):
        depth += {"{": 1, "}": -1, ";": 0}[end]
        assert depth >= 0, f"{block}: a brace closes nothing"
        assert "\n" not in statement.strip(), f"{block}: no semicolon in {statement.strip()!r}"
        assert end == "}" or statement.strip(), f"{block}: an empty statement"
    assert depth == 0, f"{block}: a brace is open"
    assert "http://127.0.0.1:8765" in text


@blocks("text", "")
def test_plain_text(block: Block) -> None:
    """A Caddyfile, what an example prints, or the tree of the repository: never a command in disguise."""
    assert not re.search(r"^(\$|triax|make|python|pip|curl|>>>) ", block.body, re.MULTILINE), (
        f"{block}: say sh or python"
    )
    if "reverse_proxy" in block.body:
        assert block.body.count("{") == block.body.count("}") > 0, str(block)
        assert "reverse_proxy 127.0.0.1:8765" in block.body, str(block)
    if block.page == "CONTRIBUTING.md":
        for folder, inner in re.findall(r"^(\S+/)|^  (\w+/)", block.body, re.MULTILINE):
            assert (ROOT / (folder or f"src/triax/{inner}")).is_dir(), f"{block}: {folder or inner}"
