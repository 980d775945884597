"""The keys with which this server shows push services who it is (RFC 8292): one pair a database."""

from __future__ import annotations

import base64
import time
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from joserfc import jwt
from joserfc.jwk import ECKey

LIFETIME = 12 * 3600
"""Seconds for which a signature is good; push services take at most a day."""


def new_key() -> str:
    """A private key, as text to be kept."""
    key = ec.generate_private_key(ec.SECP256R1())
    kind = serialization.PrivateFormat.PKCS8
    return key.private_bytes(serialization.Encoding.PEM, kind, serialization.NoEncryption()).decode()


class Vapid:
    def __init__(self, kept: str, contact: str) -> None:
        self._key = ECKey.import_key(kept)
        self._contact = contact
        point = serialization.PublicFormat.UncompressedPoint
        raw = self._key.public_key.public_bytes(serialization.Encoding.X962, point)
        self.public = base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
        """What browsers ask for when they subscribe."""

    def header(self, endpoint: str) -> str:
        """Who we are, for the push service of this endpoint alone."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + LIFETIME,
            "sub": self._contact,
        }
        token = jwt.encode({"typ": "JWT", "alg": "ES256"}, claims, self._key)
        return f"vapid t={token}, k={self.public}"
