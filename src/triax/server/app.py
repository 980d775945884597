"""The application: routes, errors, and the services behind them."""

from __future__ import annotations

import gc
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import Route, WebSocketRoute, compile_path
from starlette.websockets import WebSocket

from triax.games import GAMES
from triax.games.core import AnyGame
from triax.server import json_schema, logs, metrics
from triax.server.api import (
    analysis,
    boards,
    clubs,
    daily,
    games,
    home,
    mail,
    notices,
    operations,
    own_puzzles,
    people,
    pictures,
    players,
    profile,
    providers,
    puzzles,
    replays,
    reviews,
    seek,
    session,
    tables,
    tournaments,
)
from triax.server.api.responses import ErrorInfo
from triax.server.client_files import serve_client
from triax.server.config import Settings
from triax.server.errors import Refused
from triax.server.security import Guard, add_security_headers, refuse
from triax.server.services import Services

log = logging.getLogger("triax.server")


def create_app(settings: Settings) -> FastAPI:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        services = Services(settings)
        await services.open()
        app.state.services = services
        try:
            yield
        finally:
            await services.close()

    app = FastAPI(
        title="Triax",
        summary="Axio, Axio Rota and AXO: tables, players, results.",
        lifespan=lifespan,
        # Its pages load scripts from elsewhere, which the content policy refuses.
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        # An address is right or wrong.
        redirect_slashes=False,
        generate_unique_id_function=lambda route: route.name,
        responses={"default": {"model": ErrorInfo, "description": "Refused: a stable code, and words for people."}},
    )
    app.include_router(session.router)
    app.include_router(providers.router)
    app.include_router(tables.router)
    app.include_router(people.router)
    app.include_router(clubs.router)
    app.include_router(seek.router)
    app.include_router(profile.router)
    for after_the_game in (games, players, boards, replays, reviews, pictures, daily, own_puzzles, puzzles, home):
        app.include_router(after_the_game.router)
    app.include_router(notices.router)
    app.include_router(mail.router)
    app.include_router(analysis.router)
    app.include_router(tournaments.router)
    app.include_router(operations.router)
    app.router.routes.append(WebSocketRoute("/api/tables/{table}/socket", _socket))
    app.router.routes.append(WebSocketRoute("/api/people/socket", _news))
    app.router.routes.append(Route("/api/openapi.json", _openapi))
    serve_client(app.router)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _not_valid)
    app.add_exception_handler(HTTPException, _no_route)
    app.add_exception_handler(Exception, _failed)
    app.add_middleware(Guard, settings=settings)
    app.add_middleware(metrics.RequestMetrics)
    return app


def from_environment() -> FastAPI:
    """For worker processes, which are told their settings by `triax serve`."""
    settings = Settings.from_environment()
    logs.set_up(settings.log_format)
    app = create_app(settings)
    # What is loaded stays; positions hold no cycles. Looking through all of it over and over would make moves wait.
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)
    return app


async def _socket(socket: WebSocket) -> None:
    try:
        await tables.table_socket(socket)
    except Refused as refused:
        await refuse(refused, socket.scope, socket._send)


async def _news(socket: WebSocket) -> None:
    try:
        await people.news_socket(socket)
    except Refused as refused:
        await refuse(refused, socket.scope, socket._send)


async def _openapi(request: Request) -> JSONResponse:
    return JSONResponse(_described(request.app))


def openapi(app: FastAPI, games: Sequence[AnyGame]) -> dict[str, Any]:
    """The API's description, with the views and events of these games."""
    return json_schema.describe(app.openapi(), games)


def _described(app: FastAPI) -> dict[str, Any]:
    """Made when it is first asked for, with the games that there are here."""
    document: dict[str, Any] | None = getattr(app.state, "openapi", None)
    if document is None:
        document = app.state.openapi = openapi(app, list(GAMES.values()))
    return document


def _answer(refused: Refused) -> JSONResponse:
    metrics.refused(refused.code)
    return JSONResponse({"code": refused.code, "message": refused.message}, refused.status)


async def _refused(_request: Request, error: Any) -> JSONResponse:  # noqa: ANN401
    return _answer(error)


async def _not_valid(_request: Request, error: Any) -> JSONResponse:  # noqa: ANN401
    first = error.errors()[0]
    place, *where = [str(part) for part in first["loc"]]
    if place == "path":
        return _answer(Refused("not_found", f"there is no such {PATH_WORDS.get(where[0], where[0])}"))
    if first["type"] == "json_invalid":
        return _answer(Refused("bad_request", "the body is not JSON"))
    return _answer(Refused("bad_request", ": ".join([*filter(None, [".".join(where)]), first["msg"]])))


async def _no_route(request: Request, error: Any) -> JSONResponse:  # noqa: ANN401
    # What is refused while a body is read comes here in other clothes.
    if isinstance(error.__cause__, Refused):
        return _answer(error.__cause__)
    code, message = WORDS.get(error.status_code, ("bad_request", str(error.detail)))
    response = _answer(Refused(code, message))
    response.headers.update(error.headers or {})
    if error.status_code == 405:
        response.headers["allow"] = _allowed(request) or response.headers.get("allow", "")
    return response


def _allowed(request: Request) -> str:
    """The methods of an address: each has a route of its own, and the router names those of one."""
    paths = _described(request.app)["paths"]
    found = [path for path in paths if compile_path(path)[0].match(request.url.path)]
    plainest = min(found, key=lambda path: path.count("{"), default=None)
    return "" if plainest is None else ", ".join(sorted(method.upper() for method in paths[plainest]))


PATH_WORDS = {"at": "position"}
WORDS = {
    404: ("not_found", "there is nothing at this address"),
    405: ("wrong_method", "this address does not know this method"),
}


async def _failed(request: Request, error: Exception) -> JSONResponse:
    log.error("a request failed", exc_info=error, extra={"route": _route(request)})
    response = _answer(Refused("internal", "something went wrong here"))
    # This answer is given from outside the guard.
    add_security_headers(response.headers, request.scope["path"])
    return response


def _route(request: Request) -> str:
    """Which kind of address was asked for; the whole of it may be a key."""
    route = request.scope.get("route")
    return f"{request.method} {getattr(route, 'path', '?')}"
