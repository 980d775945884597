"""Players made of code. A bot is given what its seat may know, never a state."""

from triax.bots.core import BOTS, Bot, find_bot

__all__ = ["BOTS", "Bot", "find_bot"]
