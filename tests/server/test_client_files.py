"""The built client on its way to a browser."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import httpx
import pytest

from triax.server import client_files


def test_files_travel_packed_to_whoever_can_unpack_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script, font = "let answer = 42\n" * 500, bytes(range(256)) * 8
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "index.js").write_text(script, "utf-8")
    (tmp_path / "assets" / "face.woff2").write_bytes(font)
    monkeypatch.setattr(client_files, "FOLDER", tmp_path)
    app = client_files.ClientFiles(directory=tmp_path)

    async def scenario() -> None:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://triax") as browser:

            async def get(name: str, **headers: str) -> httpx.Response:
                async with browser.stream("GET", f"/assets/{name}", headers=headers) as answer:
                    answer.extensions["raw"] = b"".join([part async for part in answer.aiter_raw()])
                    return answer

            packed = await get("index.js", **{"accept-encoding": "br, gzip"})
            assert packed.headers["content-encoding"] == "gzip"
            assert len(packed.extensions["raw"]) < len(script) / 10
            assert gzip.decompress(packed.extensions["raw"]).decode() == script
            plain = await get("index.js", **{"accept-encoding": "identity"})
            assert ("content-encoding" in plain.headers, plain.extensions["raw"].decode()) == (False, script)
            for answer in (packed, plain):
                assert answer.headers["vary"] == "Accept-Encoding"
                assert "immutable" in answer.headers["cache-control"]
                known = {"accept-encoding": "gzip", "if-none-match": answer.headers["etag"]}
                assert (await get("index.js", **known)).status_code == 304
            part = await get("index.js", **{"accept-encoding": "gzip", "range": "bytes=0-9"})
            assert (part.status_code, part.extensions["raw"].decode()) == (206, script[:10])
            assert "content-encoding" not in (await get("face.woff2", **{"accept-encoding": "gzip"})).headers

    asyncio.run(scenario())
