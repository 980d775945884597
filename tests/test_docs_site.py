"""The documentation builds as a site without a warning, needs nothing from outside, and its pages are all reachable."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
LOADING = {"script": "src", "img": "src", "iframe": "src", "source": "srcset", "video": "src", "object": "data"}
"""What a browser fetches by itself, by the attribute that says from where; links of stylesheets and icons besides."""
PAGES = {
    "index", "start", "install", "rules/rota", "rules/axio", "rules/axo", "record",
    "engine", "library", "examples", "bots", "environments", "comparison", "performance",
    "review", "analysis", "puzzles", "hosting", "hosting-debian", "protocol", "http", "architecture", "contributing",
    "researchers", "api", "changelog", "people", "notices", "batch", "kernels", "tournaments",
}  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    words = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", "-d", str(out / "trees")]
    words += [str(DOCS), str(out / "html")]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return out / "html"


class Reader(HTMLParser):
    """What a page fetches, and where it leads."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.links: list[str] = []
        self.styles: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids.add(given.get("id", ""))
        self.styles.append(given.get("style", ""))
        if tag == "link":
            self.fetched.append(given.get("href", ""))
        elif tag in LOADING:
            self.fetched.append(given.get(LOADING[tag], ""))
        elif tag == "a":
            self.links.append(given.get("href", ""))


def read(page: Path) -> Reader:
    reader = Reader()
    reader.feed(page.read_text("utf-8"))
    return reader


def outside(text: str) -> bool:
    return re.match(r"(\w+:)?//", text) is not None and not text.startswith("data:")


def sheets(site: Path) -> Iterator[tuple[str, str]]:
    for path in site.rglob("*.css"):
        yield path.name, path.read_text("utf-8")
    for path in site.rglob("*.html"):
        yield path.name, "".join(re.findall(r"<style[^>]*>(.*?)</style>", path.read_text("utf-8"), re.DOTALL))
        yield path.name, ";".join(read(path).styles)


def test_nothing_comes_from_outside(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) >= len(PAGES)
    fetched = [(page.name, address) for page in pages for address in read(page).fetched if outside(address)]
    assert fetched == []
    for name, sheet in sheets(site):
        called = re.findall(r"""url\(\s*["']?([^"')]+)|@import\s+["']([^"']+)""", sheet)
        assert [(name, address) for pair in called for address in pair if outside(address)] == []
    for script in site.rglob("*.js"):
        text = script.read_text("utf-8")
        assert not re.search(r"""(fetch|import|src\s*=|importScripts)\s*\(?\s*["'`](https?:)?//""", text), script.name
    for drawing in site.rglob("*.svg"):
        assert not re.search(r"""(href|src)\s*=\s*["'](https?:)?//""", drawing.read_text("utf-8")), drawing.name


def test_every_link_leads_somewhere(site: Path) -> None:
    readers = {page.resolve(): read(page) for page in site.rglob("*.html")}
    for page, reader in readers.items():
        for link in reader.links:
            address, _, place = link.partition("#")
            if outside(link) or not link:
                continue
            target = (page.parent / address).resolve() if address else page
            assert target.exists(), f"{page.name}: {link}"
            if place and target in readers:
                assert place in readers[target].ids, f"{page.name}: {link}"


def test_all_pages_are_there_and_in_the_contents(site: Path) -> None:
    written = {path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.rglob("*.md")}
    assert written == PAGES
    contents = {link.partition("#")[0] for link in read(site / "index.html").links}
    assert {f"{page}.html" for page in PAGES - {"index"}} <= contents


def test_the_site_says_who_made_it(site: Path) -> None:
    words = " ".join((site / "index.html").read_text("utf-8").split())
    assert "unofficial, independent implementation" in words


def test_rules_and_architecture_have_their_pictures(site: Path) -> None:
    for page in ("rules/rota", "rules/axio", "rules/axo", "architecture"):
        reader = read(site / f"{page}.html")
        shown = [address for address in reader.fetched if address.endswith(".svg") and "_images" in address]
        assert shown, page
        assert all((site / page).parent.joinpath(address).is_file() for address in shown), page


def test_no_picture_names_a_folder_of_the_machine_it_was_made_on() -> None:
    pictures = [*DOCS.rglob("*.svg")]
    assert pictures
    for picture in pictures:
        assert not re.findall(r"\(/[^)]*\)", picture.read_text("utf-8")), picture
