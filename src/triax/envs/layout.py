"""A fixed-size observation: named parts one behind the other, as the compiled ones have them."""

from triax.kernels.parts import Layout, Numbers, Part, Parts, picked_part

__all__ = ["Layout", "Numbers", "Part", "Parts", "picked_part"]
