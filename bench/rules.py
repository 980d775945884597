"""The rules as written for reading, measured: a move validated, applied and shown to every seat; random games."""

from __future__ import annotations

from random import Random
from statistics import median
from time import perf_counter

from triax.arena.simulate import game_rng, simulate
from triax.bots import BotSpec
from triax.games import GAMES
from triax.games.core import AnyGame, Dice


def move_times(game: AnyGame, players: int, games: int) -> list[float]:
    """Seconds for each move of random games: parse, play, and the view of every seat and a spectator."""
    times = []
    for number in range(games):
        rng = Random(f"bench/{number}")
        state = game.new(players, rng)
        dice = Dice(rng)
        while state.to_act:
            seat = rng.choice(sorted(state.to_act))
            moves = state.moves(seat)
            text = str(moves[rng.randrange(len(moves))])
            begun = perf_counter()
            state, _ = state.play(seat, game.parse(text), dice)
            for viewer in (*range(players), None):
                state.view(viewer)
            times.append(perf_counter() - begun)
    return times


def simulation_speed(game: AnyGame, players: int, games: int) -> float:
    """Moves a second of `simulate` with random bots, records written, best of three."""
    bots = [BotSpec("random")] * players
    speeds = []
    for _ in range(3):
        begun = perf_counter()
        records = [simulate(game, bots, {}, game_rng(0, number)) for number in range(games)]
        for record in records:
            record.to_json()
        speeds.append(sum(len(record.log) for record in records) / (perf_counter() - begun))
    return max(speeds)


def main() -> None:
    print("game   players  validate-apply-view, median    simulate, random")
    for game in GAMES.values():
        for players in range(1, 5):
            middle = median(move_times(game, players, 5))
            speed = simulation_speed(game, players, 4 if game.name == "axo" else 20)
            print(f"{game.name:<6} {players:>7}  {middle * 1000:>23.3f} ms  {speed:>9,.0f} moves/s", flush=True)


if __name__ == "__main__":
    main()
