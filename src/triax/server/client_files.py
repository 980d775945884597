"""The web client, as it was built: files that never change, and one page for every address of the client."""

from __future__ import annotations

from pathlib import Path

from starlette.responses import PlainTextResponse, Response
from starlette.routing import Router
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

FOLDER = Path(__file__).parent / "client"
NOT_BUILT = "No web client in this installation: make client builds it in a checkout. The API is at /api/openapi.json."


class ClientFiles(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        if not FOLDER.is_dir():
            return PlainTextResponse(f"{NOT_BUILT}\n")
        # A path without a suffix is a place in the client, which finds its own way from there.
        is_file = "." in path.rsplit("/", 1)[-1].strip(".")
        response = await super().get_response(path if is_file else "index.html", scope)
        # The names of assets hold a hash of what is in them.
        kept = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
        response.headers["cache-control"] = kept
        return response


def serve_client(router: Router) -> None:
    """Whatever is no route of the API is the client's."""
    files = ClientFiles(directory=FOLDER, check_dir=False)
    missing = router.not_found

    async def otherwise(scope: Scope, receive: Receive, send: Send) -> None:
        is_page = scope["type"] == "http" and scope["method"] in {"GET", "HEAD"}
        is_ours = is_page and scope["path"] != "/api" and not scope["path"].startswith("/api/")
        await (files if is_ours else missing)(scope, receive, send)

    router.default = otherwise
