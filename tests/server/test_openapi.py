"""The HTTP API holds to its own description whatever it is sent, and the description is worth reading."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from schemathesis import Case, CheckContext, GenerationMode, Response
from schemathesis.checks import load_all_checks
from schemathesis.specs.openapi import checks as standard

from tests.server.support.postgres import Postgres
from tests.server.support.serving import LOOSE, Guest, Server, guest, serving
from triax.games import GAMES
from triax.server.app import create_app, openapi
from triax.server.config import Settings
from triax.server.errors import STATUS
from triax.server.json_schema import operations

DOCUMENT = openapi(create_app(Settings(database="sqlite+aiosqlite://")), list(GAMES.values()))
IS_SWEEP = "TRIAX_FUZZ_REQUESTS" in os.environ
EXAMPLES = int(os.environ.get("TRIAX_FUZZ_REQUESTS", "3"))

REAL: dict[str, list[str]] = {"table": ["-"], "token": ["-"], "player": ["-"], "tournament": ["-"]}
"""Ids that exist, by the name that they have in addresses."""


def some_ids(kind: str) -> st.SearchStrategy[str]:
    made_up = st.from_regex("[A-Za-z0-9_-]{1,64}", fullmatch=True)
    return st.integers(0, 99).flatmap(lambda n: made_up if n < 20 else st.just(REAL[kind][n % len(REAL[kind])]))


for kind in REAL:
    schemathesis.openapi.format(kind, some_ids(kind))


def with_real_ids(document: dict[str, Any]) -> dict[str, Any]:
    """The same with a format for ids, so that they are sometimes real."""
    copy: dict[str, Any] = json.loads(json.dumps(document))
    for operation in operations(copy):
        for parameter in operation.get("parameters", []):
            if parameter["in"] == "path" and parameter["name"] in REAL:
                parameter["schema"]["format"] = parameter["name"]
    return copy


API = schemathesis.openapi.from_dict(with_real_ids(DOCUMENT))
API.config.generation.update(with_security_parameters=False, deterministic=True)
# Every boundary of every field: hundreds of requests an operation.
API.config.phases.coverage.enabled = IS_SWEEP


@pytest.fixture(scope="module")
def server(postgres_server: Postgres) -> Iterator[Server]:
    # PostgreSQL is the stricter one: it does not take every text, nor every number.
    limits = (*LOOSE, "tables_per_player=100000", "tokens_per_player=100000", "name_length=200", "chat_length=2000")
    with serving(postgres_server.fresh_database(), limits=limits) as server:
        yield server
        trouble = [line for line in server.log.read_text().splitlines() if '"level": "error"' in line]
        assert not trouble, trouble[0]


@dataclass
class Visitor:
    """A signed-in guest, for whom tables are set up anew before each operation: calls change them."""

    url: str
    cookie: str
    furnished: set[str] = field(default_factory=set)

    def prepare(self, operation: str) -> None:
        if "/api/session" in operation or "/api/account" in operation:
            # These may end the session: each call has one of its own.
            self.cookie = asyncio.run(new_cookie(self.url))
        if "{" in operation and operation not in self.furnished:
            self.furnished.add(operation)
            REAL.update(asyncio.run(self._furnish()))

    async def _furnish(self) -> dict[str, list[str]]:
        async with returning(self.url, self.cookie) as person, guest(self.url, "Bob") as other:
            return await furnish(person, other)


async def new_cookie(url: str, account: str = "") -> str:
    async with guest(url, "Ada") as person:
        if account:
            await person.call("POST", "/api/account", {"name": account, "password": "correct horse"})
        return "; ".join(one for one in person.cookies.split("; ") if one.startswith("triax="))


@asynccontextmanager
async def returning(url: str, cookie: str) -> AsyncIterator[Guest]:
    person = Guest(url)
    try:
        person.http.headers["cookie"] = cookie
        person.id = (await person.call("GET", "/api/session"))["id"]
        yield person
    finally:
        await person.http.aclose()


async def furnish(person: Guest, other: Guest) -> dict[str, list[str]]:
    """Tables in every state, of one's own and of another's."""

    async def table(who: Guest, game: str, *seats: str, **more: object) -> str:
        opened = await who.call("POST", "/api/tables", {"game": game, "seats": seats, **more})
        return str(opened["id"])

    mine = [
        await table(person, "rota", "me", "me", hints=True),
        await table(person, "axio", "me", "open", public=True),
        await table(person, "axo", "me", "me", "me", clock=600),
    ]
    theirs = await table(other, "axo", "me", "open", public=True)
    shared = await table(other, "rota", "me", "open", "open")
    await person.call("POST", f"/api/tables/{shared}/join", {"seat": 2})
    over = await table(person, "axo", "me", "me")
    await person.call("POST", f"/api/tables/{over}/resign", {"seat": 1})
    closed = await table(person, "axio", "me", "open")
    await person.call("POST", f"/api/tables/{closed}/close")
    token = await person.call("POST", "/api/tokens", {"label": "a program"})
    return {"table": [*mine, theirs, shared, over, closed], "token": [token["id"]], "player": [person.id, other.id]}


@pytest.fixture(scope="module")
def visitor(server: Server) -> Visitor:
    return Visitor(server.url, asyncio.run(new_cookie(server.url, account="Ada of the API")))


def errors_have_a_code(ctx: CheckContext, response: Response, case: Case[Any]) -> None:
    """What is not done is answered with a known code, which has this status, and a sentence; the rest as documented."""
    if response.status_code < 400:
        documented = set(case.operation.definition.raw["responses"]) - {"default"}
        assert str(response.status_code) in documented, response.status_code
        return
    body = json.loads(response.content)
    assert body.keys() == {"code", "message"}, body
    assert STATUS[body["code"]] == response.status_code, body
    assert 0 < len(body["message"]) <= 400, body
    assert not any(word in body["message"] for word in ("Traceback", "Error:", ".py", "asyncpg", "sqlalchemy")), body


def the_description_is_whole(ctx: CheckContext, response: Response, case: Case[Any]) -> None:
    """What the description allows has the right shape. What a text says (a name, a move) may still not do."""
    meta = case.meta
    if response.status_code == 400 and meta is not None and meta.generation.mode == GenerationMode.POSITIVE:
        body = json.loads(response.content)
        assert body["code"] != "bad_request" or "visible characters" in body["message"], body


load_all_checks()
EXCLUDED = [
    # Ours above says more: names, moves and options of the right shape can be wrong all the same.
    standard.positive_data_acceptance,
    # Tried for every operation, by every way to be nobody, in a test of its own below.
    standard.ignored_auth,
    # They follow one resource through several calls; each case here is a call by itself.
    standard.use_after_free,
    standard.ensure_resource_availability,
    standard.object_level_authorization,
]


# A path that another one would match as well: what it does not know, the other answers.
WITHIN = {"GET /api/daily/archive": [standard.unsupported_method]}


@API.parametrize()
@settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
def test_answers_as_described(case: Case[Any], visitor: Visitor) -> None:
    visitor.prepare(case.operation.label)
    case.call_and_validate(
        base_url=visitor.url,
        headers={"Cookie": visitor.cookie},
        excluded_checks=EXCLUDED + WITHIN.get(case.operation.label, []),
        additional_checks=[errors_have_a_code, the_description_is_whole],
        # A hint may have to wait for many bots.
        timeout=300,
    )


# The description itself.

PUBLIC = {
    *(
        "new_guest",
        "sign_out",
        "sign_in",
        "show_account",
        "begin_sign_in",
        "list_games",
        "home",
        "lobby",
        "who_is_here",
        "list_daily_deals",
        "health",
        "alive",
        "metrics",
    ),
    # Whoever has a letter's link is whom it was sent to.
    *("confirm_address", "stop_letters", "ask_recovery", "finish_recovery"),
    # Whoever has a table's link may show its picture; what is hidden is not in it.
    *("poster", "timelapse", "preview"),
    # Puzzles may be looked at; who answers is somebody.
    *("list_tournaments", "show_tournament", "next_table", "tournament_results"),
    *("list_puzzles", "next_puzzle", "todays_puzzle", "show_puzzle", "preview_puzzle"),
}
"""Operations that need no session."""


def test_the_description_says_all_there_is_to_know() -> None:
    named = [operation["operationId"] for operation in operations(DOCUMENT)]
    assert len(named) == len(set(named))
    assert all(name.isidentifier() for name in named)
    for operation in operations(DOCUMENT):
        name = operation["operationId"]
        assert operation.get("description"), f"{name} says nothing of itself"
        assert len(operation["summary"]) > 8, name
        assert operation["tags"], name
        answers = dict(operation["responses"])
        error = answers.pop("default")["content"]["application/json"]["schema"]
        assert error == {"$ref": "#/components/schemas/ErrorInfo"}, name
        assert all(status.startswith("2") for status in answers), (name, list(answers))
        assert "content" not in answers.get("204", {}), name
        assert all(parameter.get("description") for parameter in operation.get("parameters", [])), name
        wanted: object = None if name in PUBLIC else [{"cookie": []}, {"token": []}]
        assert operation.get("security") == wanted, name
    assert DOCUMENT["components"]["securitySchemes"].keys() == {"cookie", "token"}


def test_every_answer_is_described() -> None:
    """No answer is just any object."""
    for operation in operations(DOCUMENT):
        for status, answer in operation["responses"].items():
            for media, content in answer.get("content", {}).items():
                schema = content["schema"]
                known = "$ref" in schema or "$ref" in schema.get("items", {}) or media != "application/json"
                assert known or schema.get("additionalProperties"), (operation["operationId"], status)


def test_the_server_shows_this_description(server: Server) -> None:
    assert httpx.get(f"{server.url}/api/openapi.json", timeout=60).json() == DOCUMENT


@pytest.mark.parametrize(
    "headers",
    [{}, {"cookie": "triax=me.0123"}, {"cookie": "triax="}, {"authorization": "Bearer x"}, {"authorization": "Bearer"}],
)
def test_nobody_is_served_where_a_session_is_needed(server: Server, headers: dict[str, str]) -> None:
    with httpx.Client(base_url=server.url, headers=headers, timeout=60, limits=NOT_IDLE) as nobody:
        for path, methods in DOCUMENT["paths"].items():
            for method, operation in methods.items():
                if operation["operationId"] in PUBLIC:
                    continue
                # Whether what was sent would do is nobody's to know, either.
                answer = nobody.request(
                    method, path.format_map(DEFAULTS), json={} if "requestBody" in operation else None
                )
                assert (answer.status_code, answer.json()["code"]) == (401, "no_session"), (method, path)


NOT_IDLE = httpx.Limits(keepalive_expiry=2)
"""The server closes a line that was idle for five seconds."""
DEFAULTS = {
    "table": "a",
    "player": "a",
    "token": "a",
    "device": "a",
    "game": "rota",
    "day": "2026-01-01",
    "at": "0",
    "puzzle": "a",
    "number": "0",
    "secret": "a",
    "club": "a",
    "tournament": "a",
}
