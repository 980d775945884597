"""An OpenID provider in a process of its own. Who signs in there, and how it misbehaves, is said in its login address.

`python -m tests.server.support.openid_provider PORT`
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote_plus, urlencode

import httpx
import uvicorn
from joserfc import jwt
from joserfc.jwk import KeySet, OctKey, RSAKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from tests.server.support.serving import free_port

CLIENT, SECRET = "triax", "a secret: 100%"
ROOT = Path(__file__).parents[3]


class Running:
    """A provider that runs."""

    def __init__(self, port: int) -> None:
        # For a browser, another site than the server's 127.0.0.1.
        self.issuer = f"http://localhost:{port}"
        self.environment = {
            "TRIAX_OIDC_ISSUER": self.issuer,
            "TRIAX_OIDC_CLIENT_ID": CLIENT,
            "TRIAX_OIDC_CLIENT_SECRET": SECRET,
            "TRIAX_OIDC_NAME": "Example",
        }

    async def sign_in(self, address: str, subject: str, **said: str) -> str:
        """What a person does there; gives the address to which the browser is sent back."""
        async with httpx.AsyncClient() as browser:
            answer = await browser.get(f"{address}&{urlencode({'subject': subject, **said})}")
        assert answer.status_code == 302, answer.text
        return answer.headers["location"]

    def rotate(self) -> None:
        assert httpx.post(f"{self.issuer}/rotate").is_success


@contextmanager
def providing() -> Iterator[Running]:
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", "tests.server.support.openid_provider", str(port)], cwd=ROOT)
    try:
        found, deadline = Running(port), time.monotonic() + 60
        while True:
            try:
                httpx.get(f"{found.issuer}/.well-known/openid-configuration")
                break
            except httpx.TransportError:
                assert process.poll() is None
                assert time.monotonic() < deadline
                time.sleep(0.03)
        yield found
    finally:
        process.terminate()
        process.wait(timeout=30)


# On the other side.


class Provider:
    def __init__(self, issuer: str) -> None:
        self.issuer = issuer
        self.codes: dict[str, dict[str, str]] = {}
        self.tokens: dict[str, dict[str, str]] = {}
        self.keys: list[RSAKey] = []
        self.rotate_keys()

    def rotate_keys(self) -> None:
        self.keys = [RSAKey.generate_key(2048, {"use": "sig", "alg": "RS256"}, auto_kid=True)]

    async def discovery(self, _request: Request) -> Response:
        places = {name: f"{self.issuer}/{name}" for name in ("authorize", "token", "jwks", "userinfo")}
        return JSONResponse(
            {
                "issuer": self.issuer,
                "authorization_endpoint": places["authorize"],
                "token_endpoint": places["token"],
                "jwks_uri": places["jwks"],
                "userinfo_endpoint": places["userinfo"],
                "response_types_supported": ["code"],
                "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["RS256"],
            }
        )

    async def jwks(self, _request: Request) -> Response:
        odd = {"kty": "NEW", "kid": "of a kind yet to come"}
        return JSONResponse({"keys": [odd, *KeySet(list(self.keys)).as_dict(private=False)["keys"]]})

    async def rotate(self, _request: Request) -> Response:
        self.rotate_keys()
        return Response(status_code=204)

    async def authorize(self, request: Request) -> Response:
        # Who says nothing is a visitor.
        asked = {"subject": "visitor", "preferred_username": "Visitor", **request.query_params}
        fine = (asked["client_id"], asked["response_type"], asked["code_challenge_method"]) == (CLIENT, "code", "S256")
        if not fine or "openid" not in asked["scope"].split():
            return JSONResponse({"error": "invalid_request"}, 400)
        if error := asked.get("error"):
            answer = {"error": error, "error_description": "<b>no</b>"}
        else:
            answer = {"code": secrets.token_urlsafe(16)}
            self.codes[answer["code"]] = asked
        issuer = "https://other.example" if asked.get("how") == "mix-up" else self.issuer
        answer |= {"state": asked["state"], "iss": issuer}
        return RedirectResponse(f"{asked['redirect_uri']}?{urlencode(answer)}", 302)

    async def token(self, request: Request) -> Response:
        form = dict(parse_qsl((await request.body()).decode()))
        kind, _, packed = request.headers.get("authorization", "").partition(" ")
        client = [unquote_plus(part) for part in base64.b64decode(packed).decode().split(":")]
        if kind != "Basic" or client != [CLIENT, SECRET]:
            return JSONResponse({"error": "invalid_client"}, 401)
        asked = self.codes.get(form["code"])
        if asked is not None and asked.get("how") != "codes for ever":
            del self.codes[form["code"]]
        digest = hashlib.sha256(form["code_verifier"].encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if asked is None or asked["code_challenge"] != challenge or asked["redirect_uri"] != form["redirect_uri"]:
            return JSONResponse({"error": "invalid_grant"}, 400)
        if asked.get("how") == "broken":
            return JSONResponse({"error": "server_error"}, 500)
        if asked.get("how") == "no answer":
            return Response("<html>", media_type="text/html")
        access = secrets.token_urlsafe(16)
        self.tokens[access] = asked
        return JSONResponse({"access_token": access, "token_type": "Bearer", "id_token": self.id_token(asked)})

    def id_token(self, asked: dict[str, str]) -> str:
        now = int(time.time())
        claims: dict[str, Any] = {
            "iss": self.issuer,
            "sub": asked["subject"],
            "aud": CLIENT,
            "iat": now,
            "exp": now + 300,
            "nonce": asked["nonce"],
            # Nothing that opens an account.
            "email": "ada@example.org",
            "email_verified": True,
        }
        if "quiet" not in asked:
            claims |= {name: asked[name] for name in ("preferred_username", "name") if name in asked}
        header = {"alg": "RS256", "kid": self.keys[0].kid}
        key: RSAKey | OctKey = self.keys[0]
        match asked.get("how", ""):
            case "wrong nonce":
                claims["nonce"] = "another"
            case "no nonce":
                del claims["nonce"]
            case "wrong audience":
                claims["aud"] = "somebody else"
            case "another party":
                claims |= {"aud": [CLIENT, "somebody else"], "azp": "somebody else"}
            case "wrong issuer":
                claims["iss"] = "https://other.example"
            case "expired":
                claims |= {"iat": now - 900, "exp": now - 600}
            case "no subject":
                del claims["sub"]
            case "other key":
                key = RSAKey.generate_key(2048)
            case "unknown key":
                key = RSAKey.generate_key(2048, auto_kid=True)
                header["kid"] = key.kid
            case "shared secret":
                header["alg"], key = "HS256", OctKey.import_key(SECRET.ljust(32))
            case "unsigned":
                body = base64.urlsafe_b64encode(json.dumps(claims).encode()).rstrip(b"=").decode()
                return f"eyJhbGciOiJub25lIn0.{body}."
        return jwt.encode(header, claims, key, algorithms=[str(header["alg"])])

    async def userinfo(self, request: Request) -> Response:
        asked = self.tokens[request.headers["authorization"].removeprefix("Bearer ")]
        subject = "somebody else" if asked.get("how") == "other's names" else asked["subject"]
        return JSONResponse({"sub": subject, "preferred_username": asked.get("preferred_username", "")})


def main() -> None:
    port = int(sys.argv[1])
    provider = Provider(f"http://localhost:{port}")
    routes = [
        Route("/.well-known/openid-configuration", provider.discovery),
        Route("/authorize", provider.authorize),
        Route("/token", provider.token, methods=["POST"]),
        Route("/jwks", provider.jwks),
        Route("/userinfo", provider.userinfo),
        Route("/rotate", provider.rotate, methods=["POST"]),
    ]
    uvicorn.run(Starlette(routes=routes), host="127.0.0.1", port=port, log_level="warning")


if __name__ == "__main__":
    main()
