"""What the tests of all games share: the telling of the rules that they try."""

from collections.abc import Iterator

import pytest

from tests.games.tellings import PLAIN


@pytest.fixture(params=["engine", "referee"])
def telling(request: pytest.FixtureRequest) -> Iterator[None]:
    """Positions of the test lie first on the engine's table, then on the referee's."""
    token = PLAIN.set(request.param == "referee")
    yield
    PLAIN.reset(token)
