"""Games on a real Ray cluster of this machine, and a worker of it that is killed."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.arena.support.games import duels, failing, hanging_once, kill_the_hanging, records
from triax.arena.cluster import check_address, import_ray, play_on_ray
from triax.arena.match import GameFailed, play_match
from triax.games.errors import BadData


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    ray = import_ray()
    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield ray
    ray.shutdown()


@pytest.mark.slow
@pytest.mark.usefixtures("cluster")
def test_a_killed_worker_of_a_cluster_loses_nothing(tmp_path: Path) -> None:
    schedule = duels(10)
    killer = kill_the_hanging(tmp_path)
    games = list(play_on_ray(schedule, "local", play=hanging_once(tmp_path)))
    killer.join()
    assert len(list(tmp_path.iterdir())) == 2, "the game was played by a second worker"
    assert records(games) == [play_match(match).record for match in schedule]


@pytest.mark.slow
@pytest.mark.usefixtures("cluster")
def test_a_game_that_fails_on_a_cluster_says_why() -> None:
    with pytest.raises(GameFailed, match="the bot fell off its chair"):
        list(play_on_ray(duels(6), "local", workers=1, play=failing))


def test_an_address_where_nobody_listens_is_refused_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        check_address(f"127.0.0.1:{port}")
    with pytest.raises(BadData, match=f"no cluster at 127.0.0.1:{port}"):
        check_address(f"127.0.0.1:{port}")


@pytest.mark.parametrize("address", ["", "nonsense", "host:", ":6379", "host:port", "host:99999"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(BadData, match="expected local, auto or HOST:PORT"):
        check_address(address)
