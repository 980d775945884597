"""Scree: a game of stones. Nobody may see what you hold; what you build must outlast the others' turns."""
