"""`triax serve`: the server."""

from __future__ import annotations

import os
from dataclasses import asdict
from typing import Annotated

import typer

from triax.games.errors import BadData
from triax.server.config import DATABASE_VARIABLE, SETTINGS_VARIABLE, Limits, Settings, database_url


def serve(
    *,
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for the whole network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on.", min=0, max=65535)] = 8765,
    database: Annotated[
        str | None,
        typer.Option(envvar=DATABASE_VARIABLE, help="sqlite:///FILE or postgresql://…; by default a file of your own."),
    ] = None,
    workers: Annotated[int, typer.Option(help="Server processes; more than one needs PostgreSQL.", min=1, max=64)] = 1,
    origin: Annotated[
        list[str] | None, typer.Option(help="The address browsers use, such as https://games.example.org.")
    ] = None,
    bots: Annotated[int, typer.Option(help="Processes in which bots think.", min=1, max=64)] = 1,
    bot_budget: Annotated[float, typer.Option(help="Seconds a bot may think about a move.", min=0.01, max=60)] = 1.0,
    limit: Annotated[
        list[str] | None, typer.Option(help="NAME=NUMBER, to change one of the limits; an unknown name lists them.")
    ] = None,
    log_format: Annotated[str, typer.Option(help="json or text.")] = "json",
) -> None:
    """Serve tables to browsers and programs.

    For example: triax serve --host 0.0.0.0 --database postgresql://triax@localhost/triax --workers 2
    """
    url = database_url(database)
    if workers > 1 and not url.startswith("postgresql"):
        raise BadData(f"--workers {workers}: several processes need PostgreSQL (--database postgresql://…)")
    if log_format not in {"json", "text"}:
        raise BadData(f"--log-format '{log_format}': expected json or text")
    settings = Settings(
        host=host,
        port=port,
        database=url,
        workers=workers,
        origins=tuple(origin or ()),
        bot_processes=bots,
        bot_budget=bot_budget,
        log_format=log_format,
        limits=read_limits(limit or []),
    )
    run(settings)


def read_limits(given: list[str]) -> Limits:
    limits = asdict(Limits())
    for text in given:
        name, _, value = text.partition("=")
        if name not in limits:
            raise BadData(f"--limit '{text}': expected NAME=NUMBER with one of {', '.join(limits)}")
        try:
            limits[name] = type(limits[name])(value)
        except ValueError:
            raise BadData(f"--limit '{text}': '{value}' is not a number") from None
        if limits[name] <= 0:
            raise BadData(f"--limit '{text}': expected a number above 0")
    return Limits(**limits)


def run(settings: Settings) -> None:
    # Imported here: the other commands need not wait for it.
    import uvicorn  # noqa: PLC0415

    os.environ[SETTINGS_VARIABLE] = settings.to_environment()
    uvicorn.run(
        "triax.server.app:from_environment",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers if settings.workers > 1 else None,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=4 * settings.limits.message_bytes,
        ws_max_queue=16,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=5,
    )
