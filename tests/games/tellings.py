"""Both tellings of a game's rules: the compiled ones, and the referee's plain reading of the rulebook.

A module whose tests hold for both says `pytestmark = tellings.BOTH`: each of its tests then sets up its positions once
at the engine's table and once at the referee's.
"""

from contextvars import ContextVar

import pytest

PLAIN: ContextVar[bool] = ContextVar("PLAIN", default=False)  # whether positions lie on the referee's table
BOTH = pytest.mark.usefixtures("telling")
