"""One profile for property tests: the same examples in every run, and no time limit on a busy machine."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile("repeatable")
