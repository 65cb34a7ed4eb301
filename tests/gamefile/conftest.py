"""Game files of tests on disk."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.gamefile import small


@pytest.fixture
def game_file(tmp_path: Path) -> Callable[[str, str], Path]:
    """Writes a game file of a name with a text; its path."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / f"{name}.py"
        path.write_text(text)
        return path

    return write


@pytest.fixture
def high_card(game_file: Callable[[str, str], Path]) -> Path:
    """High card on disk."""
    return game_file("high_card", small.HIGH_CARD)


@pytest.fixture
def count_down(game_file: Callable[[str, str], Path]) -> Path:
    """Count down on disk."""
    return game_file("count_down", small.COUNT_DOWN)
