"""A strategy that comes with a game is known again as long as it decides as before, however its code is written."""

import pytest

from dhstats.games import catalogue
from tests.games.decisions import frozen, turns_of

SHIPPED = [(game, name) for game in catalogue.NAMES for name in catalogue.load(game).shipped_strategies()]


@pytest.mark.parametrize(("game", "name"), SHIPPED)
def test_who_decides_as_before_has_the_same_hash_and_who_does_not_another(game: str, name: str) -> None:
    """Stored runs name their players by hash: it is that of version 0.1.0 for all who decide as they did then.

    A strategy that is meant to decide otherwise gets another identity, and both are written down anew with
    `python -m tests.games.decisions`.
    """
    bundle, known = catalogue.load(game), frozen()[game].get(name)
    assert known, f"{name} is new: write down what it decides"
    same = turns_of(bundle, name) == known["turns"]
    assert same or bundle.find_strategy(name).hash != known["hash"], f"{name} decides otherwise under the same identity"
    assert same, f"{name} decides otherwise, and has another identity: write down what it decides now"
    assert bundle.find_strategy(name).hash == known["hash"], f"{name} decides as before: its identity should stay"
