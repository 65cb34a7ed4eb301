"""What tests of queries share."""

import pytest

from dhstats.queries import sandbox, sql


@pytest.fixture
def same_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Queries are answered here, by what their process runs: for tests of what a query says, not of its limits."""
    monkeypatch.setattr(sandbox, "_limit_memory", lambda _: None)  # it would be the memory of all tests to come
    monkeypatch.setattr(sql, "_asked", sandbox.reply)
