"""`triax serve`: the server."""

from __future__ import annotations

import os
import sys
from dataclasses import asdict
from typing import Annotated
from urllib.parse import urlsplit

import typer

from triax.cli.options import DatabaseUrl
from triax.games.errors import BadData
from triax.server.config import PUSH_ANYWHERE, Limits, Settings, database_url, read_mail, read_provider

LOG_FORMATS = ("auto", "text", "json")
BOTS, HOSTING = "Bots", "Hosting"


def serve(
    *,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 for the whole network.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", help="0: any port that is free.", min=0, max=65535)] = 8765,
    database: DatabaseUrl = None,
    bots: Annotated[
        int, typer.Option(metavar="N", help="Processes in which bots think.", min=1, max=64, rich_help_panel=BOTS)
    ] = 1,
    bot_budget: Annotated[
        float,
        typer.Option(metavar="SECONDS", help="To think about a move.", min=0.01, max=60, rich_help_panel=BOTS),
    ] = 1.0,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="URL",
            help="How browsers reach a server behind a proxy: https://games.example.org",
            rich_help_panel=HOSTING,
        ),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(
            metavar="N",
            help="Server processes; more than one needs PostgreSQL.",
            min=1,
            max=64,
            rich_help_panel=HOSTING,
        ),
    ] = 1,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=NUMBER", help="Change a limit; an unknown name lists them.", rich_help_panel=HOSTING
        ),
    ] = None,
    log_format: Annotated[
        str,
        typer.Option(
            metavar="FORMAT", help="text, json, or auto: text at a terminal, else json.", rich_help_panel=HOSTING
        ),
    ] = "auto",
    warm: Annotated[
        bool, typer.Option("--warm", help="Compile the bots' engines now, not when first needed.", rich_help_panel=BOTS)
    ] = False,
    open_page: Annotated[bool, typer.Option("--open", help="Open the games in the browser.")] = False,
    metrics: Annotated[
        bool, typer.Option("--metrics/--no-metrics", help="Show counts at /metrics.", rich_help_panel=HOSTING)
    ] = True,
) -> None:
    """Serve tables to browsers and programs until you press Ctrl-C.

    Without options: for this machine, on http://127.0.0.1:8765, everything kept in a file of your own.

    For a network: triax serve --host 0.0.0.0

    For the world, behind a proxy: triax serve --origin https://games.example.org (docs/hosting.md tells the rest)
    """
    url = database_url(database)
    if workers > 1 and not url.startswith("postgresql"):
        raise BadData(f"--workers {workers}: several processes need PostgreSQL (--database postgresql://…)")
    if log_format not in LOG_FORMATS:
        raise BadData(f"--log-format '{log_format}': expected {', '.join(LOG_FORMATS)}")
    if log_format == "auto":
        log_format = "text" if sys.stderr.isatty() else "json"
    origins = tuple(read_origin(text) for text in origin or ())
    settings = Settings(
        host=host,
        port=port,
        database=url,
        workers=workers,
        origins=origins,
        bot_processes=bots,
        bot_budget=bot_budget,
        log_format=log_format,
        metrics=metrics,
        warm=warm,
        limits=read_limits(limit or []),
        provider=read_provider(os.environ, origins),
        mail=read_mail(os.environ, origins),
        push_anywhere=os.environ.get(PUSH_ANYWHERE) == "1",
    )
    # Imported here: the other commands need not wait for it.
    from triax.server.supervisor import run  # noqa: PLC0415

    run(settings, open_page=open_page)


def read_origin(text: str) -> str:
    try:
        parts = urlsplit(text)
        plain = parts.scheme in {"http", "https"} and parts.hostname and parts.path in {"", "/"}
        if plain and parts.port != 0 and not (parts.query or parts.fragment or parts.username):
            return f"{parts.scheme}://{parts.netloc}"
    except ValueError:
        pass
    raise BadData(f"--origin '{text}': expected an address such as https://games.example.org")


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
