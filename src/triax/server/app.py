"""The application: routes, errors, and the house behind them."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from triax.server import logs
from triax.server.api import operations, session, tables
from triax.server.api.models import ErrorInfo
from triax.server.config import Settings
from triax.server.errors import Refused
from triax.server.house import House
from triax.server.security import Guard, refuse

log = logging.getLogger("triax.server")


def create_app(settings: Settings) -> FastAPI:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        house = House(settings)
        await house.open()
        app.state.house = house
        try:
            yield
        finally:
            await house.close()

    app = FastAPI(
        title="Triax",
        summary="Axio, Axio Rota and AXO: tables, players, results.",
        lifespan=lifespan,
        # Its pages load scripts from elsewhere, which the content policy refuses.
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        responses={"default": {"model": ErrorInfo, "description": "Refused: a stable code, and words for people."}},
    )
    app.include_router(session.router)
    app.include_router(tables.router)
    app.include_router(operations.router)
    app.router.routes.append(WebSocketRoute("/api/tables/{table}/socket", _socket))
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _not_valid)
    app.add_exception_handler(HTTPException, _no_route)
    app.add_exception_handler(Exception, _failed)
    app.add_middleware(Guard, settings=settings)
    return app


def from_environment() -> FastAPI:
    """For worker processes, which are told their settings by `triax serve`."""
    settings = Settings.from_environment()
    logs.set_up(settings.log_format)
    return create_app(settings)


async def _socket(socket: WebSocket) -> None:
    try:
        await tables.table_socket(socket)
    except Refused as refused:
        await refuse(refused, socket.scope, socket._send)


def _answer(status: int, code: str, message: str) -> JSONResponse:
    return JSONResponse({"code": code, "message": message}, status)


async def _refused(_request: Request, error: Any) -> JSONResponse:  # noqa: ANN401
    return _answer(error.status, error.code, error.message)


async def _not_valid(_request: Request, error: Any) -> JSONResponse:  # noqa: ANN401
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    return _answer(400, "bad_request", f"{where}: {first['msg']}" if where else first["msg"])


async def _no_route(_request: Request, error: Any) -> JSONResponse:  # noqa: ANN401
    code = {404: "not_found", 405: "wrong_method"}.get(error.status_code, "bad_request")
    response = _answer(error.status_code, code, str(error.detail))
    response.headers.update(error.headers or {})
    return response


async def _failed(request: Request, error: Exception) -> JSONResponse:
    log.error("a request failed", exc_info=error, extra={"path": request.scope["path"]})
    return _answer(500, "internal", "something went wrong here")
