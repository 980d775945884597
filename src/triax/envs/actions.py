"""The flat action encodings by game."""

from __future__ import annotations

from triax.envs.axio_actions import AxioEncoding
from triax.envs.axo_actions import AxoEncoding
from triax.envs.encoding import Encoding
from triax.envs.rota_actions import RotaEncoding

ENCODINGS: dict[str, Encoding] = {
    encoding.game: encoding for encoding in (RotaEncoding(), AxioEncoding(), AxoEncoding())
}
