"""The rules over flat arrays, compiled, for search and simulation. Nothing compiles on import."""
