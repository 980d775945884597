"""Draws what is made of pixels: the client's icons, the picture that goes with a link to its first page, and the film
of the README: python docs/icons.py [FOLDER]"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from PIL import Image

from triax.drawing import link_picture, png, timelapse
from triax.drawing.materials import ground, of, wordmark
from triax.drawing.page import document
from triax.drawing.svg import Box, circle, label, path, rect
from triax.drawing.symbols import symbol
from triax.drawing.theme import GLOW, theme_of
from triax.games.core import Plain
from triax.games.record import read_record

ROOT = Path(__file__).resolve().parents[1]
PUBLIC = ROOT / "web" / "public"
RECORDS = ROOT / "tests" / "conformance"
ROTA, ROOM = theme_of("dark", "rota"), theme_of("dark")

SCENES = {"axio": (5, 40, 185), "rota": (5, -1, 120), "axo": (5, 141, 178)}
"""For each game, a record of the conformance tests, a step in it, and where it is cut."""


def icon(*, radius: float, air: float) -> str:
    """64 × 64: a ring between four tiles. `air` is what a mask may cut away on each side."""
    whole = Box(0, 0, 64, 64)
    r = 27 - air
    seams = "M32 0V64M0 32H64"
    body = [
        rect(whole, radius, fill=of(ROTA, "face")),
        path(seams, stroke=ROTA.face_edge, stroke_width=1.2, fill="none"),
        path("M32.9 0V64M0 32.9H64", stroke=ROTA.face_light, stroke_width=0.5, stroke_opacity=0.6, fill="none"),
        circle(32, 32, 1.32 * r, fill=of(ROTA, "halo-B"), class_="glow"),
        circle(32, 32.8, r, fill=ROTA.face_light, fill_opacity=0.6),
        circle(32, 32, r, fill=ROTA.pit),
        circle(32, 32, r - 0.8, fill="none", stroke=GLOW["B"], stroke_width=1.4, class_="glow"),
    ]
    step = 0.42 * r
    for colour, dx, dy in (("G", -1, -1), ("O", 1, -1), ("P", -1, 1), ("B", 1, 1)):
        body.append(symbol(colour, 32 + dx * step, 32 + dy * step, 0.33 * r, ROTA))
    return document(whole, ROTA, "Triax", "A ring of four colours.", *body, signs=False)


def scene(game: str) -> Plain:
    line, step, _ = SCENES[game]
    record = read_record((RECORDS / f"{game}.jsonl").read_text("utf-8").splitlines()[line])
    view: Plain = list(record.replay())[step].after.view(None)
    return view


def social() -> Image.Image:
    """1200 × 630: the three games beside each other, and the name."""
    image = Image.new("RGB", (1200, 630))
    for n, (game, (_, _, left)) in enumerate(SCENES.items()):
        with Image.open(BytesIO(png(link_picture(game, scene(game), names=("", ""))))) as whole:
            image.paste(whole.convert("RGB").crop((left, 0, left + 400, 630)), (400 * n, 0))
    band = Box(0, 0, 1200, 150)
    body = [
        ground(band, ROOM),
        wordmark(64, 98, 84, ROOM),
        label(1136, 86, "Axio · Axio Rota · AXO", 34, ROOM.muted, display=True, anchor="end"),
    ]
    with Image.open(BytesIO(png(document(band, ROOM, "Triax", "Triax", *body, signs=False)))) as words:
        image.paste(words.convert("RGB"), (0, 480))
    return image


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PUBLIC
    folder.mkdir(parents=True, exist_ok=True)
    rounded, full = icon(radius=14, air=3), icon(radius=0, air=4)
    (folder / "icon.svg").write_text(rounded + "\n", "utf-8")
    for name, svg, width in (
        ("icon-192.png", rounded, 192),
        ("icon-512.png", rounded, 512),
        ("icon-maskable.png", icon(radius=0, air=8), 512),
        ("apple-touch-icon.png", full, 180),
    ):
        (folder / name).write_bytes(png(svg, width=width))
    line = (RECORDS / "rota.jsonl").read_text("utf-8").splitlines()[SCENES["rota"][0]]
    film = timelapse(read_record(line), names=["Ada", "Ben"])
    ((folder if len(sys.argv) > 1 else ROOT / "docs" / "pictures") / "rota-film.webp").write_bytes(film)
    social().save(folder / "social.png", optimize=True)


if __name__ == "__main__":
    main()
