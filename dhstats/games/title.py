"""What a game brings besides its compiled rules: rule files, strategies, the words behind its codes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from dhstats.engine.game import Game
from dhstats.engine.strategy import Strategy


class RuleSet(Protocol):
    """A checked rule set of any game."""

    @property
    def name(self) -> str:
        """What the user called it."""

    @property
    def effective(self) -> dict[str, Any]:
        """Every key with its value."""

    @property
    def hash(self) -> str:
        """SHA-256 of what the engine reads."""

    def record(self) -> Any:
        """The rules as one record for the engine."""


@dataclass(frozen=True, slots=True)
class Title:
    """A game with everything that is not compiled.

    `words` are the names behind the codes of dictionary columns, `flags` the columns that are yes or no; `lay_out`
    puts a rule record onto an empty table.
    """

    game: Game
    load_rules: Callable[[str | Path, Sequence[str]], RuleSet]
    shipped_rules: Callable[[], Sequence[str]]
    find_strategy: Callable[[str], Strategy]
    shipped_strategies: Callable[[], Sequence[str]]
    words: Mapping[str, tuple[str, ...]]
    flags: frozenset[str]
    packed: frozenset[str]
    longest_game: Callable[[Any], int]

    def event_types(self) -> dict[str, np.dtype[Any]]:
        """The columns of a logged turn in their order on disk."""
        return _types(self.game.event)

    def result_types(self) -> dict[str, np.dtype[Any]]:
        """The columns that the rules fill for a game."""
        return _types(self.game.result)


def _types(record: np.dtype[Any]) -> dict[str, np.dtype[Any]]:
    fields: Mapping[str, Any] = record.fields or {}
    return {name: fields[name][0] for name in record.names or () if name not in ("spare", "logged_turns")}
