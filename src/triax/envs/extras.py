"""Packages that not everybody needs, asked for by name."""

from __future__ import annotations


def missing(module: str, extra: str, error: ImportError) -> ImportError:
    """The error to raise where an import of an extra fails."""
    return ImportError(f"{module} needs {error.name or extra}: pip install 'triax[{extra}]'")
