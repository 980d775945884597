"""Hypothesis tries the same examples in every run, so that a run tells of the code and not of luck.

`make explore` tries new ones, and more of them: what it finds becomes an example of its test.
"""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile("explore" if os.environ.get("TRIAX_EXPLORE") else "same")
