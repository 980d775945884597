"""Posters, films and the pictures of links: for games that are over, and never of what is hidden."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from io import BytesIO
from itertools import product
from random import Random

import httpx
import pytest
from PIL import Image

from tests.server.support.serving import Server, serving, sqlite_url
from tests.server.support.whole_games import at_random, gather, guests, play_on, whole_game
from triax.games import GAMES
from triax.games.core import AnyState
from triax.server import client_files
from triax.server.errors import Refused
from triax.server.link_previews import lines_of, poster_order, preview_order, seat_names
from triax.server.live_table import LiveTable
from triax.server.painter import Painter
from triax.server.painting import Order
from triax.server.table import Table, TableMeta, TableSeat


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(sqlite_url(tmp_path_factory.mktemp("pictures"))) as running:
        yield running


def size(response: httpx.Response) -> tuple[int, int]:
    with Image.open(BytesIO(response.content)) as image:
        return image.size


def test_a_finished_game_has_a_poster_a_film_and_a_link(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben <b>") as people:
            over = await whole_game(people, "rota", seed=2)
            path = f"/api/tables/{over['id']}"
            made = await people[0].ask("GET", f"{path}/poster.png?theme=light&lang=de")
            assert made.headers["content-type"] == "image/png"
            assert size(made) == (1080, 1350)
            began = time.monotonic()
            assert (await people[1].ask("GET", f"{path}/poster.png?theme=light&lang=de")).content == made.content
            assert time.monotonic() - began < 2, "it is kept"
            # Those who show links have no session.
            async with httpx.AsyncClient(base_url=server.url, timeout=120) as crawler:
                assert size(await crawler.get(f"{path}/preview.png")) == (1200, 630)
                alone = await whole_game(people[:1], "rota")  # twelve moves
                film = await crawler.get(f"/api/tables/{alone['id']}/timelapse.webp")
                with Image.open(BytesIO(film.content)) as moving:
                    assert moving.n_frames > 10  # type: ignore[attr-defined]
                page = (await crawler.get(f"/t/{over['id']}")).text
                if client_files.FOLDER.is_dir():
                    assert f'<meta property="og:image" content="{server.url}{path}/preview.png" />' in page
                    assert "<b>" not in page
                    assert "twitter:card" in page
                    home = (await crawler.get("/")).text
                    assert f'content="{server.url}/social.png"' in home
            assert (await people[0].ask("GET", f"{path}/poster.png?seat=3")).status_code == 404
            assert (await people[0].ask("GET", f"{path}/poster.png?theme=pink")).status_code == 400

    asyncio.run(scenario())


def test_of_a_running_game_no_position_is_painted(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Ben") as (ann, ben):
            waiting = (await ann.call("POST", "/api/tables", {"game": "axo", "seats": ["me", "open"]}))["id"]
            playing = await gather([ann, ben], "axo")
            for table, picture in product((waiting, playing), ("poster.png", "timelapse.webp")):
                refused = await ann.ask("GET", f"/api/tables/{table}/{picture}")
                assert (refused.status_code, refused.json()["code"]) == (409, "not_over")
            async with httpx.AsyncClient(base_url=server.url, timeout=120) as crawler:
                invitation = await crawler.get(f"/api/tables/{waiting}/preview.png")
                assert size(invitation) == (1200, 630)
                assert (await crawler.get("/api/tables/nothing/preview.png")).status_code == 404
                assert (await crawler.get("/t/nothing")).status_code == 200

    asyncio.run(scenario())


def test_a_deal_of_the_day_is_not_given_away(server: Server) -> None:
    async def scenario() -> None:
        async with guests(server.url, "Ann", "Eve") as (ann, eve):
            table = (await ann.call("POST", "/api/daily/rota"))["id"]
            await play_on(ann, table, at_random())
            assert (await ann.ask("GET", f"/api/tables/{table}/poster.png")).status_code == 200
            assert (await eve.ask("GET", f"/api/tables/{table}/poster.png")).status_code == 403
            async with httpx.AsyncClient(base_url=server.url, timeout=120) as crawler:
                assert (await crawler.get(f"/api/tables/{table}/poster.png")).status_code == 401
                assert (await crawler.get(f"/api/tables/{table}/preview.png")).status_code == 404
                assert "Ann" not in (await crawler.get(f"/replay/{table}")).text

    asyncio.run(scenario())


def a_live_table(game: str, state: AnyState, status: str, bots: int = 1) -> LiveTable:
    meta = TableMeta("t", game, 1 + bots, {}, public=False, clock=None, hints=False, host="a", created=0.0)
    table = Table(meta, status=status, state=state)
    table.seats = [TableSeat(player="a"), *(TableSeat(bot="novice") for _ in range(bots))]
    return LiveTable(table, names={"a": "Ann"})


def test_bots_of_one_level_are_told_apart() -> None:
    live = a_live_table("rota", GAMES["rota"].new(3, Random(1)), "playing", bots=2)
    assert seat_names(live, "de") == ["Ann", "Bot 1 (Sehr leicht)", "Bot 2 (Sehr leicht)"]
    assert lines_of(live)[0] == "Ann, Novice bot 1 and Novice bot 2"


@pytest.mark.parametrize("game", GAMES)
def test_what_is_hidden_goes_into_no_order(game: str) -> None:
    """Of a running game an order has no position at all; of one given up, what a spectator saw."""
    rng = Random(1)
    state = GAMES[game].new(2, rng)
    other = GAMES[game].sample(state.view(None), rng)
    assert other != state
    running = a_live_table(game, state, "playing")
    assert preview_order(running).view is None
    assert lines_of(running) == ["Ann and Novice bot", "are playing"]
    with pytest.raises(Refused, match="over"):
        poster_order(running, None, "dark", "en")
    one, two = (a_live_table(game, hidden, "over") for hidden in (state, other))
    assert preview_order(one) == preview_order(two)


def test_a_picture_is_painted_once_and_given_up_in_time() -> None:
    async def scenario() -> None:
        brush = Painter()
        order = Order("preview", "rota", lines=["Ann invites you to play"])
        one, two = await asyncio.gather(brush.of(order), brush.of(order))
        assert one is two
        hasty = Painter(seconds=0.01)
        with pytest.raises(Refused, match="could not be painted"):
            await hasty.of(order)
        small = Painter(kept_bytes=1)
        await small.of(order)
        assert len(small._kept) == 1
        await brush.close()

    asyncio.run(scenario())
