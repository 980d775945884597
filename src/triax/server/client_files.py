"""The web client, as it was built: files that never change, and one page for every address of the client."""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import lru_cache
from html import escape
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Router
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from triax.server.errors import Refused
from triax.server.link_previews import Preview, is_open_to_all, preview_of
from triax.server.rate_limits import network_of
from triax.server.services import Services

FOLDER = Path(__file__).parent / "client"
NOT_BUILT = "No web client in this installation: make client builds it in a checkout. The API is at /api/openapi.json."

TABLE = re.compile(r"/(?:t|replay|review)/([A-Za-z0-9_-]{1,64})")
"""Addresses of the client that are a table's."""


PACKED = {".js", ".css", ".svg", ".json", ".webmanifest"}
"""Files that get much smaller; fonts and pictures are packed as they are."""


class ClientFiles(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        if not FOLDER.is_dir():
            return PlainTextResponse(f"{NOT_BUILT}\n")
        # A path without a suffix is a place in the client, which finds its own way from there.
        is_file = "." in path.rsplit("/", 1)[-1].strip(".")
        page = FOLDER / "index.html"
        if is_file or not page.is_file():
            response = await _small(await super().get_response(path if is_file else "index.html", scope), scope)
        else:
            response = await _page(page.read_text("utf-8"), Request(scope))
        # The names of assets hold a hash of what is in them.
        kept = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
        response.headers["cache-control"] = kept
        return response


async def _small(response: Response, scope: Scope) -> Response:
    """A file packed, once, for whoever can unpack it."""
    if not isinstance(response, FileResponse) or Path(response.path).suffix not in PACKED:
        return response
    headers, asked = response.headers, Headers(scope=scope)
    headers["vary"] = "Accept-Encoding"
    accepted = {part.strip() for part in asked.get("accept-encoding", "").lower().split(",")}
    if "gzip" not in accepted or "range" in asked:
        return response
    body = await run_in_threadpool(_packed, Path(response.path), headers["etag"])
    # Packed or not, it says the same: a weak tag is true of both.
    kept = {"etag": f"W/{headers['etag']}", "last-modified": headers["last-modified"], "vary": headers["vary"]}
    return Response(body, headers={**kept, "content-encoding": "gzip"}, media_type=response.media_type)


@lru_cache(maxsize=256)
def _packed(path: Path, _etag: str) -> bytes:
    return gzip.compress(path.read_bytes(), 9, mtime=0)


async def _page(text: str, request: Request) -> Response:
    """The page, which says what is at this address to whoever shows links."""
    tags = _tags(await _preview(request), str(request.base_url).rstrip("/"), request.url.path)
    body = text.replace("</head>", f"{tags}</head>", 1)
    tag = f'"{hashlib.sha256(body.encode()).hexdigest()[:32]}"'
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"etag": tag})
    return HTMLResponse(body, headers={"etag": tag})


async def _preview(request: Request) -> Preview:
    found = TABLE.fullmatch(request.url.path.rstrip("/"))
    services: Services | None = getattr(request.app.state, "services", None)
    if found is None or services is None:
        return Preview()
    try:
        services.page_rate.check(network_of(request.client.host if request.client else ""))
        live = await services.tables.open(found[1])
    except Refused:
        return Preview()
    return preview_of(live) if is_open_to_all(live) else Preview()


def _tags(preview: Preview, origin: str, path: str) -> str:
    properties = {
        "og:type": "website",
        "og:site_name": "Triax",
        "og:title": preview.title,
        "og:description": preview.about,
        "og:url": origin + path,
        "og:image": origin + preview.image,
        "og:image:width": "1200",
        "og:image:height": "630",
    }
    tags = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in properties.items()]
    return "".join([*tags, '<meta name="twitter:card" content="summary_large_image" />'])


def serve_client(router: Router) -> None:
    """Whatever is no route of the API is the client's."""
    files = ClientFiles(directory=FOLDER, check_dir=False)
    missing = router.not_found

    async def otherwise(scope: Scope, receive: Receive, send: Send) -> None:
        is_page = scope["type"] == "http" and scope["method"] in {"GET", "HEAD"}
        is_ours = is_page and scope["path"] != "/api" and not scope["path"].startswith("/api/")
        await (files if is_ours else missing)(scope, receive, send)

    router.default = otherwise
