"""A game that somebody else wrote: installed beside Triax it is there in every room, and no room knows its name."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.examples.support.plugins import ROOT, environment, python
from tests.server.support.serving import Server, serving, sqlite_url
from tests.server.support.whole_games import guests, whole_game

ENVIRONMENTS = """
import pyspiel
from pettingzoo.test import api_test, seed_test
from triax.envs import openspiel, pettingzoo

for players in (2, 4):
    api_test(pettingzoo.env("scree", players), num_cycles=60)
seed_test(lambda: pettingzoo.scree(3), num_cycles=60)
for players in (2, 3):
    game = pyspiel.load_game(openspiel.game_name("scree"), {"players": players})
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    print(game.num_distinct_actions(), game.max_game_length())
"""


def triax(scree: Path, *words: str | Path, typed: str = "") -> str:
    done = python("-m", "triax", *words, folders=(scree,), typed=typed)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def records(scree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "games.jsonl"
    triax(scree, "simulate", "scree", "--players", "3", "--games", "6", "--seed", "7", "--trace", "-o", file)
    return file


def test_no_room_knows_its_name() -> None:
    rooms = [ROOT / "src", ROOT / "web" / "src", ROOT / "docs" / "schema"]
    files = [path for room in rooms for path in room.rglob("*") if path.suffix in {".py", ".ts", ".svelte", ".json"}]
    assert len(files) > 300
    assert [path for path in files if re.search(r"\bscree(?!n)|mason", path.read_text("utf-8"), re.I)] == []


def test_it_is_simulated_alike_for_a_seed_and_replayed(scree: Path, records: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.jsonl"
    triax(scree, "simulate", "scree", "--players", "3", "--games", "6", "--seed", "7", "--trace", "-o", again)
    assert again.read_bytes() == records.read_bytes()
    assert any("shuffle" in entry for line in records.read_text().splitlines() for entry in json.loads(line)["log"])
    assert "6" in triax(scree, "replay", records)
    poster = tmp_path / "poster.svg"
    told = triax(scree, "replay", records, "--game", "1", "--svg", tmp_path / "pictures", "--poster", poster)
    assert "scores " in poster.read_text()
    assert len(list((tmp_path / "pictures").glob("*.svg"))) > 10
    first = json.loads(records.read_text().splitlines()[0])
    assert len(told.splitlines()) > len(first["log"]) / 2


def test_a_replay_verifies(scree: Path, records: Path, tmp_path: Path) -> None:
    record = json.loads(records.read_text().splitlines()[0])
    record["result"]["scores"][0][0] += 1
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text(json.dumps(record) + "\n")
    done = python("-m", "triax", "replay", wrong, folders=(scree,))
    assert done.returncode != 0
    assert "result.scores" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("review", "--game", "1"), "Scree has no engine that could judge its moves: its games cannot be reviewed"),
        (("puzzles", "make", "scree", "--out"), "Scree has no engine that could judge its moves: puzzles cannot"),
        (("puzzles", "play", "--pack"), "is not a pack of puzzles"),
    ],
)
def test_what_it_has_not_is_said(scree: Path, records: Path, words: Sequence[str], why: str) -> None:
    done = python("-m", "triax", *words, records, folders=(scree,))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert why in done.stderr


def test_without_it_there_is_no_such_game(records: Path) -> None:
    done = python("-m", "triax", "replay", records, folders=())
    assert done.returncode == 2
    assert "'scree' is not a game: expected rota, axio, axo" in done.stdout + done.stderr


def test_its_bot_wins_in_the_arena(scree: Path, tmp_path: Path) -> None:
    result = tmp_path / "result.json"
    words = ["--bots", "mason,random", "--players", "2", "--games", "40", "--seed", "1", "--workers", "1"]
    assert "mason" in triax(scree, "arena", "scree", *words, "--json", result)
    assert json.loads(result.read_text())["bots"]["mason"]["win_share"] > 0.9


def test_it_is_played_in_the_terminal(scree: Path, tmp_path: Path) -> None:
    """From the list of moves, to the end; what is saved replays."""
    saved = tmp_path / "played.jsonl"
    shown = triax(scree, "play", "scree", "--seats", "you,mason", "--save", saved, typed="\n1\n\n" * 60)
    assert "Scree" in shown
    assert "hand " in shown
    triax(scree, "replay", saved)


@pytest.fixture(scope="module")
def server(scree: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = sqlite_url(tmp_path_factory.mktemp("plugin"))
    with serving(database, environment=environment(scree)) as running:
        yield running


@pytest.mark.parametrize("players", [2, 4])
def test_a_table_is_played_to_its_end(server: Server, players: int) -> None:
    async def play() -> None:
        async with guests(server.url, *("Ada", "Ben", "Cleo")[: players - 1]) as people:
            over = await whole_game(people, "scree", bots=["mason"])
            assert over["status"] == "over"
            games = (await people[0].call("GET", "/api/games"))["games"]
            [facts] = [game for game in games if game["name"] == "scree"]
            assert facts["title"] == "Scree"

    asyncio.run(play())


def test_the_properties_of_our_games_hold_for_it(scree: Path) -> None:
    """Hidden things, samples, records, notation, environments, pictures: the tests that run over every game."""
    words = ["-m", "pytest", "-p", "no:cacheprovider", "tests/games", "tests/envs", "tests/drawing", "-k", "scree"]
    done = python(*words, folders=(scree,))
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_is_an_environment(scree: Path) -> None:
    """PettingZoo's own tests, and OpenSpiel's."""
    done = python("-W", "ignore", "-c", ENVIRONMENTS, folders=(scree,))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-2:] == ["36 44", "36 38"]
