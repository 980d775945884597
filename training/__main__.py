"""`python -m training --game rota --players 2`: learns the weights of a network anew."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from training.learn import LEARNERS, Learned, Plan, learn, strength


def main(
    *,
    game: str = "rota",
    players: Annotated[int, typer.Option(min=1, max=4)] = 2,
    rounds: Annotated[int | None, typer.Option(min=1, help="by default, as the shipped weights were learned")] = None,
    seed: int = 1,
    workers: Annotated[int, typer.Option(min=1)] = 2,
    folder: Annotated[Path, typer.Option(help="where a run is kept, to go on")] = Path("build/training"),
    out: Annotated[Path | None, typer.Option(help="by default, where the weights lie that are shipped")] = None,
) -> None:
    """Play and learn, round by round, and write the weights."""
    if (game, players) not in LEARNERS:
        known = ", ".join(f"{name} for {number}" for name, number in LEARNERS)
        raise typer.BadParameter(f"{game} is not learned for {players}; expected one of {known}")
    learner = LEARNERS[game, players]
    recipe = learner.recipes[players]
    plan = Plan(game, players, seed, recipe if rounds is None else recipe._replace(rounds=rounds))
    with Progress() as bar:
        task = bar.add_task(f"{game}, {players} players", total=plan.recipe.rounds)

        def say(number: int, learned: Learned) -> None:
            bar.update(task, completed=number + 1, description=f"wrong by {learned.wrong:.5f}")

        path, network = learn(plan, folder=folder, out=out, workers=workers, say=say)
    unit = learner.measured_alone if players == 1 else learner.measured
    typer.echo(f"{path}: {unit} {strength(plan, network):.3f}")


if __name__ == "__main__":
    typer.run(main)
