"""What is written about the protocol and the API is true: examples fit the schema, commands and the client run."""

from __future__ import annotations

import ast
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
import pytest
from tools.schema import made

from tests.server.support.serving import Server, serving, sqlite_url
from tests.server.support.socket_schema import check_message, closed
from triax.games import GAMES
from triax.server.app import create_app, openapi
from triax.server.config import Settings
from triax.server.errors import CODES
from triax.server.json_schema import socket_schema

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "triax"
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text("utf-8")
HTTP = (ROOT / "docs" / "http.md").read_text("utf-8")
BLOCK = re.compile(r"^```(\w+)(?: (\w+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(sqlite_url(tmp_path_factory.mktemp("docs"))) as server:
        yield server


def test_nothing_that_is_made_from_the_types_is_stale() -> None:
    for path, text in made().items():
        assert path.read_text("utf-8") == text, f"{path.name} is stale: make schema"


# Examples.


def examples(text: str) -> list[tuple[str, Any]]:
    found = [(name, json.loads(body)) for language, name, body in BLOCK.findall(text) if language == "json"]
    assert all(name for name, _ in found), "an example says what it is: ```json Name"
    return found


def test_examples_of_the_protocol() -> None:
    defined = socket_schema(list(GAMES.values()))["$defs"]
    for name, example in examples(PROTOCOL):
        check_message(example, name)
    messages = {
        member["$ref"].rpartition("/")[2]
        for union in ("ClientMessage", "ServerMessage")
        for member in defined[union]["anyOf"]
    }
    assert {name for name, _ in examples(PROTOCOL)} == messages, "every message has its example"


def test_examples_of_the_api() -> None:
    document = closed(openapi(create_app(Settings(database="sqlite+aiosqlite://")), list(GAMES.values())))
    for name, example in examples(HTTP):
        schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
        jsonschema_rs.Draft202012Validator(schema).validate(example)


def test_every_field_of_a_view_is_explained() -> None:
    explained = PROTOCOL.partition("## Views")[2].partition("## Error codes")[0]
    words = set(re.findall(r"`(\w+)`", explained))
    defined = socket_schema(list(GAMES.values()))["$defs"]
    for view in ("RotaView", "AxioView", "AxoView", "PlayerView", "SheetView", "MarkingView", "LaidView", "PlacedView"):
        assert set(defined[view]["properties"]) <= words, view


def test_the_client_of_the_protocol_plays_a_game(server: Server, tmp_path: Path) -> None:
    (client,) = [body for language, _, body in BLOCK.findall(PROTOCOL) if language == "python"]
    (tmp_path / "client.py").write_text(client, "utf-8")
    environment = {**os.environ, "TRIAX": server.url}
    done = subprocess.run(
        [sys.executable, tmp_path / "client.py"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"seats, best first: \[\[\d.*\]\n", done.stdout), done.stdout


# Commands.


@dataclass
class Curl:
    """As much of curl as the examples use."""

    variables: dict[str, str]
    jars: dict[str, httpx.Client] = field(default_factory=dict)

    def run(self, line: str) -> httpx.Response:
        for name, value in self.variables.items():
            line = line.replace(f"${name}", value)
        assert "$" not in line, f"{line}: nothing says what this is"
        words = iter(shlex.split(line)[1:])
        method, address, jar, headers, body = "GET", "", "", {}, None
        for word in words:
            match word:
                case "-b" | "-c":
                    jar = next(words)
                case "-X":
                    method = next(words)
                case "-H":
                    name, _, value = next(words).partition(": ")
                    headers[name] = value
                case "--json":
                    method, body = ("POST" if method == "GET" else method), json.loads(next(words))
                case _:
                    assert word.startswith("http"), f"{line}: {word}?"
                    address = word
        client = self.jars.setdefault(jar, httpx.Client(timeout=60, limits=httpx.Limits(keepalive_expiry=2)))
        return client.request(method, address, headers=headers, json=body)

    def close(self) -> None:
        for client in self.jars.values():
            client.close()


def test_commands_of_the_api(server: Server) -> None:
    """They run from first to last, each with what the ones before it gave."""
    curl = Curl({"TRIAX": server.url})
    ran = 0
    try:
        for line in "".join(body for language, _, body in BLOCK.findall(HTTP) if language == "sh").splitlines():
            answer = curl.run(line)
            assert answer.status_code < 300, (line, answer.text)
            remember(curl.variables, answer)
            ran += 1
    finally:
        curl.close()
    assert ran > 30


def remember(variables: dict[str, str], answer: httpx.Response) -> None:
    received = answer.json() if answer.content else None
    if not isinstance(received, dict):
        return
    if "token" in received:
        variables["TOKEN"] = received["token"]
    if "guest" in received:
        variables.setdefault("PLAYER", received["id"])
    if "host" in received:
        variables.setdefault("TABLE", received["id"])
    if "form" in received:
        variables["CUP"] = received["id"]
    if received.get("states"):
        start, ends, _ = received["states"][0]["moves"][0]
        variables["MOVE"] = start + ends[0]


# Codes.


def test_every_code_is_raised_and_every_code_raised_is_known() -> None:
    raised: set[str] = set()
    for path in [*SOURCES.glob("server/**/*.py"), *SOURCES.glob("cli/**/*.py")]:
        tree = ast.parse(path.read_text("utf-8"))
        raised |= {code for given in refusals(tree) for code in texts_of(given, tree)}
    # Close reasons that say why in the words of a code.
    raised |= {"too_slow"}
    assert raised == set(CODES)


def refusals(tree: ast.AST) -> Iterator[ast.AST]:
    """What is given as the code wherever something is refused."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="Refused"), args=[code, *_]):
                yield code


def texts_of(node: ast.AST, tree: ast.AST) -> set[str]:
    """The texts that an expression can be; a name is whatever is assigned to it in the file."""
    match node:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.IfExp(body=one, orelse=other):
            return texts_of(one, tree) | texts_of(other, tree)
        case ast.Name(id=name):
            found = {text for value in assigned(name, tree) for text in texts_of(value, tree)}
            assert found, f"{name} is no code that can be read off"
            return found
        case _:
            # A look-up in a table: the words in it that are codes.
            tables = [
                value for part in ast.walk(node) if isinstance(part, ast.Name) for value in assigned(part.id, tree)
            ]
            words = [part for one in (node, *tables) for part in ast.walk(one) if isinstance(part, ast.Constant)]
            return {part.value for part in words if part.value in CODES}


def assigned(name: str, tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=found)], value=value) if found == name:
                yield value
            case ast.Assign(targets=[ast.Tuple(elts=[ast.Name(id=found), *_])], value=value) if found == name:
                yield value


@pytest.mark.parametrize("code", CODES)
def test_codes_are_told_in_a_sentence(code: str) -> None:
    status, meaning = CODES[code]
    assert re.fullmatch("[a-z_]+", code)
    assert 400 <= status <= 503
    assert re.fullmatch(r"[A-Z].{15,150}\.", meaning)
    assert f"| `{code}` | {status} | {meaning} |" in PROTOCOL
