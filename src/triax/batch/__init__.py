"""Many games side by side, compiled: for whoever learns from them.

    import triax.batch

    games = triax.batch.make("rota", players=2, games=4096, device="cpu", seed=1)
    while not games.terminated.all():
        games.step(games.sample_actions())

Nothing is compiled on import; what `make` compiles the first time is kept (see `triax.kernels`).
"""

from triax.batch.tables import Tables, make

__all__ = ["Tables", "make"]
