"""`triax arena` as a person runs it: real processes, Ctrl-C, killed workers, files."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.server.support import launcher
from triax.games.record import read_record

PROGRAM = [sys.executable, "-c", "from triax.cli.main import main; main()", "arena"]
PLAIN = {"COLUMNS": "80", "NO_COLOR": "1"}


def arena(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return launcher.run("arena", *arguments, environment=PLAIN)


def begin(*arguments: str | Path) -> subprocess.Popen[str]:
    words = [*PROGRAM, *map(str, arguments)]
    # A group of its own, as a terminal makes one: Ctrl-C reaches every process in it.
    return subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **PLAIN},
        start_new_session=True,
    )


def wait_for_lines(path: Path, count: int) -> None:
    deadline = time.monotonic() + 120  # a cluster takes its time to start on a busy machine
    while lines_in(path) < count:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def lines_in(path: Path) -> int:
    try:
        return path.read_bytes().count(b"\n")
    except FileNotFoundError:  # not yet; or tried whether it can be written, and not begun
        return 0


def workers_of(parent: int) -> list[int]:
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def test_a_tournament_gives_a_table_results_records_and_a_plot(tmp_path: Path) -> None:
    files: list[str | Path] = [
        "--json",
        tmp_path / "a.json",
        "--records",
        tmp_path / "a.jsonl",
        "--plot",
        tmp_path / "a.svg",
    ]
    done = arena("rota", "--bots", "random,random", "--games", "7", "--workers", "2", *files)
    assert done.returncode == 0
    assert done.stderr == "triax: 7 games become 8, so that each deal is played from every seat\n"
    title, heads, *rows = done.stdout.splitlines()
    assert title == "Axio Rota, 2 players, 8 games"
    assert heads.split() == ["bot", "wins", "95", "%", "lowest", "tracks,", "sorted", "ms/move"]
    assert [row[:8].strip() for row in rows] == ["random", "random 2"]
    assert all(len(line) <= 80 for line in done.stdout.splitlines())
    found = json.loads((tmp_path / "a.json").read_text())
    assert (found["game"], found["players"], found["games"]) == ("rota", 2, 8)
    assert found["bots"].keys() == {"random", "random 2"}
    for bot in found["bots"].values():
        assert {"win_share", "low", "high", "mean_lowest", "ms_per_move"} <= bot.keys()
        assert bot["low"] < bot["win_share"] < bot["high"]
    lines = (tmp_path / "a.jsonl").read_text().splitlines()
    assert len(lines) == 8
    assert all(list(read_record(line).replay()) for line in lines)
    ElementTree.parse(tmp_path / "a.svg")


@pytest.mark.parametrize(
    "game", [pytest.param("rota", marks=pytest.mark.slow), "axio", pytest.param("axo", marks=pytest.mark.slow)]
)
def test_the_same_seed_gives_the_same_bytes_whatever_the_number_of_workers(game: str, tmp_path: Path) -> None:
    plan = (game, "--bots", "random,random", "--games", "6", "--playouts", "8", "--seed", "5", "--records")
    for workers in ("1", "3"):
        assert arena(*plan, tmp_path / workers, "--workers", workers).returncode == 0
    assert (tmp_path / "1").read_bytes() == (tmp_path / "3").read_bytes()


@pytest.mark.slow
def test_a_local_ray_cluster_plays_the_same_games(tmp_path: Path) -> None:
    plan = ("rota", "--bots", "random,random", "--games", "10", "--workers", "2", "--records")
    assert arena(*plan, tmp_path / "here").returncode == 0
    done = arena(*plan, tmp_path / "ray", "--ray", "local")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "here").read_bytes() == (tmp_path / "ray").read_bytes()


def test_solo_games_are_told_by_their_lowest_track(tmp_path: Path) -> None:
    done = arena("axio", "--bots", "random", "--games", "5", "--json", tmp_path / "a.json")
    assert done.stdout.startswith("Axio, solo, 5 games\nbot     lowest ")
    bot = json.loads((tmp_path / "a.json").read_text())["bots"]["random"]
    assert bot["win_share"] is None
    done = arena("axo", "--bots", "random", "--games", "5", "--simona", "right", "--no-effects")
    assert done.stdout.startswith("AXO, solo, 5 games\nbot      wins ")


def test_a_ladder_tells_pairs_and_ratings(tmp_path: Path) -> None:
    done = arena("rota", "--bots", "random,random,random", "--ladder", "--games", "4", "--json", tmp_path / "a.json")
    assert done.returncode == 0
    assert done.stdout.startswith("Axio Rota, 2 players, 12 games\n")
    assert "rating" in done.stdout
    found = json.loads((tmp_path / "a.json").read_text())
    assert len(found["pairs"]) == 3
    assert found["ratings"].keys() == found["bots"].keys() == {"random", "random 2", "random 3"}


def interrupt(process: subprocess.Popen[str]) -> None:
    """Ctrl-C, which reaches the whole group."""
    os.killpg(process.pid, signal.SIGINT)


def terminate(process: subprocess.Popen[str]) -> None:
    """What a scheduler of clusters sends, to the one process it knows."""
    process.send_signal(signal.SIGTERM)


def terminate_group(process: subprocess.Popen[str]) -> None:
    os.killpg(process.pid, signal.SIGTERM)


@pytest.mark.parametrize("cluster", [(), pytest.param(("--ray", "local"), marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("stop", "status"), [(interrupt, 130), pytest.param(terminate, 143, marks=pytest.mark.slow), (terminate_group, 143)]
)
def test_what_is_done_is_kept_when_it_is_stopped(
    stop: Callable[[subprocess.Popen[str]], None], status: int, cluster: tuple[str, ...], tmp_path: Path
) -> None:
    files: list[str | Path] = [
        "--json",
        tmp_path / "a.json",
        "--records",
        tmp_path / "a.jsonl",
        "--plot",
        tmp_path / "a.svg",
    ]
    process = begin("rota", "--bots", "random,random", "--games", "100000", "--workers", "2", *cluster, *files)
    try:
        wait_for_lines(tmp_path / "a.jsonl", 10)
        stop(process)
        output, errors = process.communicate(timeout=90)
    finally:
        process.kill()
    assert process.returncode == status
    lines = (tmp_path / "a.jsonl").read_text().splitlines()
    assert errors == f"triax: stopped after {len(lines)} of 100000 games; they are kept\n"
    assert len(lines) >= 10
    assert all(list(read_record(line).replay()) for line in lines[:10])
    found = json.loads((tmp_path / "a.json").read_text())
    assert (found["games"], found["planned"]) == (len(lines), 100000)
    assert output.startswith(f"Axio Rota, 2 players, {len(lines)} games\n")
    ElementTree.parse(tmp_path / "a.svg")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds the workers in /proc")
def test_killed_workers_lose_nothing(tmp_path: Path) -> None:
    plan = ("axo", "--bots", "random,random", "--games", "16", "--workers", "2", "--records")
    process = begin(*plan, tmp_path / "killed")
    try:
        wait_for_lines(tmp_path / "killed", 2)
        victims = workers_of(process.pid)
        assert len(victims) == 2
        for victim in victims:
            os.kill(victim, signal.SIGKILL)
        output, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, errors) == (0, "")
    assert output.startswith("AXO, 2 players, 16 games\n")
    assert arena(*plan, tmp_path / "whole").returncode == 0
    assert (tmp_path / "killed").read_bytes() == (tmp_path / "whole").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess", "--bots", "random"], "'chess' is not a game"),
        (["rota"], "Missing option '--bots'"),
        (["rota", "--bots", "random,deep"], "'deep' is not a bot for rota: expected random"),
        (["rota", "--bots", "random,"], "'' is not a bot"),
        (["rota", "--bots", "random", "--games", "0"], "--games"),
        (["rota", "--bots", "random", "--players", "5"], "players: 5; expected a whole number from 1 to 4"),
        (["rota", "--bots", "random", "--workers", "0"], "--workers"),
        (["rota", "--bots", "random", "--budget", "0"], "a budget of 0.0 seconds"),
        (["rota", "--bots", "random", "--budget", "nan"], "a budget of nan seconds"),
        (["rota", "--bots", "random", "--budget", "1", "--playouts", "5"], "--budget and --playouts: expected one"),
        (["rota", "--bots", "random,random,random", "--players", "2"], "3 bots for 2 seats"),
        (["rota", "--bots", ",".join(["random"] * 5)], "5 bots; expected at most 4 at a table"),
        (["rota", "--bots", "random", "--ladder"], "--ladder: one bot; expected two or more"),
        (["rota", "--bots", "random,random", "--ladder", "--players", "3"], "--players 3 does not fit"),
        (["rota", "--bots", "random,random", "--no-effects"], "'--effects' is not an option of Axio Rota"),
        (
            ["axo", "--bots", "random,random", "--simona", "left"],
            "'--simona' is an option for 1 at the table: here are 2",
        ),
        (["rota", "--bots", "random", "--json", "/nowhere/a.json"], "/nowhere/a.json: No such file or directory"),
        (["rota", "--bots", "random", "--records", "/"], "/: Is a directory"),
        (["rota", "--bots", "random", "--plot", "plot.txt"], "does not end in .svg"),
        (["rota", "--bots", "random", "--plot", "a.svg", "--json", "a.svg"], "a.svg is named for two outputs"),
        (["rota", "--bots", "random", "--pieces", "/nowhere/own.json"], "/nowhere/own.json"),
        (["rota", "--bots", "random", "--ray", "127.0.0.1:1"], "--ray: no cluster at 127.0.0.1:1"),
        (["rota", "--bots", "random", "--ray", "nonsense"], "'nonsense' is not an address"),
    ],
)
def test_bad_input_gets_one_clear_line_and_exit_status_2(arguments: list[str], message: str) -> None:
    done = arena(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("triax: ")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_what_was_there_stays_when_the_input_is_bad(tmp_path: Path) -> None:
    for name in ("a.json", "a.jsonl"):
        (tmp_path / name).write_text("precious")
    files: list[str | Path] = [
        "--json",
        tmp_path / "a.json",
        "--records",
        tmp_path / "a.jsonl",
        "--plot",
        tmp_path / "a.txt",
    ]
    assert arena("rota", "--bots", "random", *files).returncode == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.json", "a.jsonl"]
    assert all(path.read_text() == "precious" for path in tmp_path.iterdir())
