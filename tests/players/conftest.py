"""What the tests of players share."""

import pytest

from dhstats.players.learning import training


@pytest.fixture(autouse=True)
def short_examinations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is trained for a test is examined briefly."""
    monkeypatch.setattr(training, "CURVE_DEALS", 40)
    monkeypatch.setattr(training, "CARD_DEALS", 40)
