"""The commands as a person runs them: a real process, its output, its exit status."""

from __future__ import annotations

import inspect
import json
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.support.commands import PROGRAM, triax
from triax.cli.arena import arena
from triax.cli.play import play
from triax.cli.simulate import simulate
from triax.games import GAMES
from triax.games.record import read_record


def test_simulate_writes_records_that_replay() -> None:
    done = triax("simulate", "axio", "--players", "3", "--games", "2", "--seed", "5", "--trace")
    assert done.returncode == 0
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert len(lines) == 2
    for line in lines:
        assert list(read_record(line).replay())
        assert {"legal", "scores"} <= json.loads(line)["log"][0].keys()


@pytest.mark.parametrize("game", [pytest.param("rota", marks=pytest.mark.slow), "axio", "axo"])
def test_the_same_seed_gives_the_same_bytes_in_another_process(game: str, tmp_path: Path) -> None:
    first = triax("simulate", game, "--games", "2", "--seed", "9")
    second = triax("simulate", game, "--games", "2", "--seed", "9", "-o", tmp_path / "games.jsonl")
    assert (tmp_path / "games.jsonl").read_text() == first.stdout
    assert second.stdout == ""
    assert triax("simulate", game, "--games", "2", "--seed", "10").stdout != first.stdout


def test_a_game_of_a_series_does_not_depend_on_how_many_there_are() -> None:
    few = triax("simulate", "rota", "--games", "2").stdout
    assert triax("simulate", "rota", "--games", "4").stdout.startswith(few)


def test_simulate_takes_the_options_of_a_game(tmp_path: Path) -> None:
    line = triax("simulate", "axo", "--players", "1", "--simona", "right", "--no-effects").stdout
    assert json.loads(line)["options"] == {"start": 0, "effects": False, "simona": "right"}
    line = triax("simulate", "rota", "--players", "3", "--start", "2", "--bots", "random,random,random").stdout
    assert json.loads(line)["options"] == {"start": 2}
    assert json.loads(line)["log"][0]["seat"] == 2


def test_commands_take_every_option_of_our_games() -> None:
    """As the facts have it: nobody lists them a second time."""
    for game in GAMES.own.values():
        names = {option.name for option in game.facts.options}
        assert all(option.about for option in game.facts.options)
        assert names <= {*inspect.signature(simulate).parameters} & {*inspect.signature(play).parameters}
        assert names - {"start"} <= {*inspect.signature(arena).parameters}


def test_any_option_of_a_game_can_be_given_by_its_name() -> None:
    line = triax("simulate", "axo", "--option", "effects=no", "--option", "start=1").stdout
    assert json.loads(line)["options"] == {"start": 1, "effects": False}


def own_pieces(**changes: object) -> dict[str, Any]:
    return {**json.loads(Path("src/triax/games/rota/pieces.json").read_text()), **changes}


def test_a_record_ends_at_a_line_feed_only(tmp_path: Path) -> None:
    """Its text may hold what Unicode calls the end of a line."""
    (tmp_path / "own.json").write_text(json.dumps(own_pieces(reading="one\u2028two\u0085three\x0bfour")))
    done = triax("simulate", "rota", "--games", "2", "--pieces", tmp_path / "own.json", "-o", tmp_path / "games.jsonl")
    assert done.returncode == 0
    done = triax("replay", tmp_path / "games.jsonl")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("All 2 records replay exactly.\n")


def test_half_a_character_is_refused_with_words(tmp_path: Path) -> None:
    (tmp_path / "own.json").write_text(json.dumps(own_pieces(reading="a\ud800b")))
    done = triax("simulate", "rota", "--pieces", tmp_path / "own.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert r'own.json: pieces.reading: "a\ud800b" is not a text that can be written down' in done.stderr
    record = json.loads(triax("simulate", "rota").stdout)
    for part, value in (("options", {"pieces": own_pieces(reading="\ud800")}), ("game", "\ud800")):
        done = triax("replay", "-", text=json.dumps({**record, part: value}))
        assert done.returncode == 2
        assert done.stderr.startswith("triax: -, game 1: ")
        assert done.stderr.count("\n") == 1


def test_a_field_that_is_given_twice_is_refused(tmp_path: Path) -> None:
    (tmp_path / "own.json").write_text('{"game": "axio", ' + json.dumps(own_pieces())[1:])
    done = triax("simulate", "rota", "--pieces", tmp_path / "own.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert "own.json: a field is given twice" in done.stderr


@pytest.mark.parametrize("move", ["\x1b[2Jboo", "x" * 1_000_000, "1,1/0\x07"])
def test_nothing_raw_reaches_the_terminal(move: str) -> None:
    record = json.loads(triax("simulate", "rota").stdout)
    record["log"][0]["move"] = move
    done = triax("replay", "-", text=json.dumps(record))
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr) < 300
    assert done.stderr.rstrip("\n").isprintable()


@pytest.mark.parametrize("game", ["rota", pytest.param("axo", marks=pytest.mark.slow)])
def test_the_same_seed_gives_the_same_bytes_whatever_the_number_of_workers(game: str, tmp_path: Path) -> None:
    plan = ("simulate", game, "--players", "3", "--games", "8", "--seed", "5", "--trace")
    done = triax(*plan, "--workers", "3", "-o", tmp_path / "three")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "three").read_text() == triax(*plan).stdout


FAILING = """
class Raises:
    def choose(self, view, moves, rng):
        raise OSError("no\\nweights")

class Cheats:
    def choose(self, view, moves, rng):
        return type(moves[0])(40, 40, 0)
"""
WHY = {"Raises": "OSError: no weights (failing.py, line 4)", "Cheats": "'40,40/0' is not legal for seat 1"}


@pytest.mark.parametrize(("name", "workers"), [("Raises", "1"), ("Raises", "2"), ("Cheats", "1")])
def test_a_bot_that_fails_is_told_in_one_line(name: str, workers: str, tmp_path: Path) -> None:
    (tmp_path / "failing.py").write_text(FAILING)
    bots = f"random,{tmp_path / 'failing.py'}:{name}"
    done = triax("simulate", "rota", "--start", "0", "--bots", bots, "--workers", workers)
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert f"failing:{name} in seat 1, move 2: {WHY[name]}" in line
    done = triax("arena", "rota", "--bots", bots, "--workers", workers)
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert line.startswith("triax: stopped after 0 of 100 games")
    assert f"failing:{name} in seat " in line


def test_pieces_of_ones_own_travel_in_the_record(tmp_path: Path) -> None:
    own = own_pieces()
    own["tiles"][0] = "B-PO"
    (tmp_path / "own.json").write_text(json.dumps(own))
    done = triax("simulate", "rota", "--pieces", tmp_path / "own.json")
    assert json.loads(done.stdout)["options"]["pieces"] == own
    assert triax("replay", "-", text=done.stdout).returncode == 0


def test_replay_tells_a_game_and_verifies_it() -> None:
    record = triax("simulate", "rota", "--players", "2").stdout
    done = triax("replay", "-", text=record)
    assert done.returncode == 0
    assert done.stdout.startswith("Axio Rota, 2 players, seat ")
    assert "  24  seat " in done.stdout
    assert "1. seat " in done.stdout
    assert done.stdout.endswith("The record replays exactly.\n")


def test_replay_of_several_gives_a_line_each_and_shows_the_one_asked_for() -> None:
    records = triax("simulate", "axo", "--players", "2", "--games", "3").stdout
    done = triax("replay", "-", text=records)
    assert len(done.stdout.splitlines()) == 3 + 2
    assert done.stdout.endswith("All 3 records replay exactly.\n")
    one = triax("replay", "-", "--game", "2", text=records)
    assert one.stdout.count("AXO, 2 players") == 1
    assert triax("replay", "-", "--quiet", text=records).stdout == ""


def test_replay_draws_every_position_or_one(tmp_path: Path) -> None:
    record = triax("simulate", "rota", "--players", "1").stdout
    assert triax("replay", "-", "--svg", tmp_path / "all", text=record).returncode == 0
    assert len(list((tmp_path / "all").glob("rota-*.svg"))) == 13
    assert triax("replay", "-", "--svg", tmp_path / "one.svg", "--at", "3", text=record).returncode == 0
    assert (tmp_path / "one.svg").read_text() == (tmp_path / "all" / "rota-003.svg").read_text()
    dark = triax("replay", "-", "--svg", tmp_path / "dark.svg", "--at", "3", "--theme", "dark", text=record)
    assert dark.returncode == 0
    assert (tmp_path / "dark.svg").read_text() != (tmp_path / "one.svg").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["simulate", "chess"], "triax: 'chess' is not a game: expected rota, axio, axo"),
        (["simulate", "rota", "--players", "7"], "players: 7; expected a whole number from 1 to 4"),
        (["simulate", "rota", "--workers", "0"], "--workers"),
        (["simulate", "rota", "--players", "many"], "Invalid value for '--players'"),
        (["simulate", "rota", "--bots", "hal"], "triax: 'hal' is not a bot"),
        (["simulate", "rota", "--bots", "random,random,random"], "triax: --bots: 3 names for 2 seats"),
        (["simulate", "rota", "--start", "4"], "triax: options.start: 4"),
        (["simulate", "rota", "--no-effects"], "triax: '--effects' is not an option of Axio Rota: expected start"),
        (["simulate", "axo", "--simona", "left"], "triax: '--simona' is an option for 1 at the table: here are 2"),
        (["simulate", "axo", "--players", "1", "--simona", "up"], 'options.simona: "up"; expected "left" or "right"'),
        (["simulate", "axo", "--option", "effects"], "--option 'effects': expected NAME=VALUE"),
        (["simulate", "axo", "--option", "effects=maybe"], 'options.effects: "maybe"; expected true or false'),
        (["simulate", "axo", "--option", "start=x"], 'options.start: "x"; expected a whole number'),
        (["simulate", "axo", "--option", "\x1b[31m=1"], r"'--\x1b[31m' is not an option of AXO"),
        (["simulate", "rota", "--pieces", "missing.json"], "triax: missing.json: No such file"),
        (["simulate", "rota", "--pieces", "README.md"], "triax: README.md: "),
        (["simulate", "rota", "-o", "no/such/folder/x.jsonl"], "triax: no/such/folder/x.jsonl: No such file"),
        (["simulate", "rota", "--colour", "x"], "No such option"),
        (["simulate"], "Missing argument"),
        (["replay", "missing.jsonl"], "triax: missing.jsonl: No such file"),
        (["replay", "README.md"], "triax: README.md, game 1: not a JSON object"),
        (["replay", "/dev/null"], "triax: /dev/null: no record in it"),
        (["replay", "tests/conformance/rota.jsonl", "--game", "99"], "triax: --game: 99; there are 12"),
        (["replay", "tests/conformance/rota.jsonl", "--svg", "x.svg"], "triax: --svg: 12 games"),
        (["replay", "tests/conformance/rota.jsonl", "--poster", "x.png"], "triax: --poster: 12 games"),
        (["replay", "-", "--poster", "x.jpg"], "--poster: 'x.jpg'; expected a name that ends in .png or .svg"),
        (["replay", "-", "--timelapse", "x"], "--timelapse: 'x'; expected a name that ends in .webp or .gif"),
        (
            ["replay", "tests/conformance/rota.jsonl", "--theme", "pink"],
            "triax: --theme: 'pink'; expected light or dark",
        ),
        (["fly"], "No such command 'fly'"),
    ],
)
def test_bad_input_gets_one_clear_line_and_exit_status_2(arguments: list[str], message: str) -> None:
    done = triax(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("triax: ")
    assert message in done.stderr


def test_a_broken_record_is_refused_with_its_number() -> None:
    records = triax("simulate", "rota", "--games", "3").stdout.splitlines()
    broken = json.loads(records[1])
    broken["log"][4]["move"] = "90,90/0"
    done = triax("replay", "-", "--quiet", text="\n".join([records[0], json.dumps(broken), records[2]]))
    assert done.returncode == 2
    assert done.stderr.startswith("triax: -, game 2: log[4]: '90,90/0' is not legal for seat")


def test_help_helps() -> None:
    for words in (["--help"], ["simulate", "--help"], ["replay", "--help"], ["play", "-h"]):
        done = triax(*words)
        assert done.returncode == 0
        assert "triax" in done.stdout
    assert triax("--version").stdout.startswith("triax 0.")


@pytest.mark.parametrize(("number", "status", "workers"), [(signal.SIGINT, 130, "1"), (signal.SIGTERM, 143, "2")])
def test_a_signal_stops_cleanly_and_keeps_what_is_done(
    number: signal.Signals, status: int, workers: str, tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    plan = ["--players", "4", "--games", "10000", "--workers", workers]
    words = [*PROGRAM, "simulate", "axo", *plan, "-o", str(path)]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 30
        while not (path.exists() and path.stat().st_size) and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(number)
        _, errors = process.communicate(timeout=30)
    assert process.returncode == status
    assert errors.startswith("triax: stopped after ")
    assert len(errors.splitlines()) == 1
    for line in path.read_text().splitlines():
        assert list(read_record(line).replay())


def test_output_into_a_closed_pipe_ends_quietly() -> None:
    words = [*PROGRAM, "simulate", "rota", "--games", "100000"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        errors = process.stderr.read()
    assert "Traceback" not in errors
    assert errors == ""
