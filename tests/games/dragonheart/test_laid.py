"""What moves change of a table that was laid once a decision, against tables reckoned whole; chances looked up."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy.stats import hypergeom

from dhstats.engine.compiled import interpreted
from dhstats.engine.game import LAID
from dhstats.games.dragonheart.players import guess as chances
from dhstats.games.dragonheart.players.guess import INFERENCE
from dhstats.games.dragonheart.players.inputs import TAKERS
from dhstats.games.dragonheart.table import N_PICTURES, N_PLACES
from dhstats.players.match import records
from dhstats.players.thinking import learning_of
from tests.harness import OpenGame
from tests.players.pupils import HEART

pytestmark = pytest.mark.skipif(interpreted(), reason="hundreds of positions in plain Python take too long")

RULES = (
    ("ffg", ()),
    ("kosmos", ("great_dragon.claim=any",)),
    ("ffg", ("spaces.huntress.then=score", "spaces.dwarf.slots=5", "end.deck_end=last_card_drawn", "hand.size=4")),
    ("ffg", ("spaces.knight.then=below_ship", "end.last_turn=false", "spaces.sorceress.takes=['knight','huntress']")),
)
EVERY_PICTURE = (1 << N_PICTURES) - 1


def positions(source: str, settings: tuple[str, ...], deals: int) -> Iterator[OpenGame]:
    """Positions of random games from their first turn to their last."""
    game = OpenGame(HEART.bundle, HEART.bundle.rule_files.load(source, settings).record())
    random = np.random.default_rng(deals)
    for deal in range(deals):
        game.deal(31, deal)
        while game.mover >= 0:
            count = len(game.moves())
            if count and random.random() < 0.2:
                yield game
                game.moves()
            game.take(int(random.integers(count)) if count else -1)


def begun(game: OpenGame, learning: Any) -> tuple[Any, Any, Any]:
    """The view of who has to decide, a row with what no move changes, and room for a table."""
    view, x = game.view(game.mover), np.full(learning.inputs, np.nan, np.float32)
    held = np.zeros(N_PICTURES, np.float32)
    INFERENCE.priors(view, held)
    learning.situation(view, x, held)
    return view, x, records(LAID, 1)[0]


@pytest.mark.parametrize(("source", "settings", "version"), [(*RULES[0], 3), *((*each, 4) for each in RULES)], ids=str)
def test_a_move_changes_all_that_it_concerns(source: str, settings: tuple[str, ...], version: int) -> None:
    """Bit by bit what stands there where every picture is reckoned anew, whichever moves were looked at before."""
    learning, seen = learning_of(HEART.bundle.game, version), 0
    assert learning.lay is not None
    assert learning.change is not None
    for game in positions(source, settings, 12):
        view, x, laid = begun(game, learning)
        _, alone, whole = begun(game, learning)
        learning.lay(view, x, laid)
        learning.lay(view, alone, whole)
        assert x.tobytes() == alone.tobytes()
        whole.counts[TAKERS : TAKERS + N_PLACES] = EVERY_PICTURE
        moves = game.options["moves"][: len(game.moves())]
        for move in (*moves, *moves[::-1]):
            learning.change(view, move, 0, x, laid)
            learning.change(view, move, 0, alone, whole)
            assert x.tobytes() == alone.tobytes()
            learning.outlook(view, move, 0, alone)
            assert x.tobytes() == alone.tobytes()
            assert np.isfinite(x).all()
            seen += 1
    assert seen > 300


@pytest.mark.parametrize("found", range(3))
def test_chances_that_are_looked_up_are_those_of_the_products(found: int) -> None:
    """Bit by bit in the whole table; and hypergeometric wherever such cards can be drawn."""
    table = chances.CHANCES[found]
    for pool, wanted, cards in product(*map(range, table.shape)):
        told, reckoned = table[pool, wanted, cards], np.float32(chances.product_for(found, wanted, pool, cards))
        assert told.tobytes() == reckoned.tobytes(), (pool, wanted, cards)
    random = np.random.default_rng(found)
    for _ in range(300):
        pool = int(random.integers(8, chances.MOST_HIDDEN))
        wanted, cards = int(random.integers(8)), int(random.integers(chances.MOST_DRAWN))
        expected = hypergeom(pool, wanted, cards).pmf(found)
        assert table[pool, wanted, cards] == pytest.approx(expected, abs=1e-6)


def test_larger_numbers_are_reckoned() -> None:
    """Beyond the tables the products themselves are taken."""
    for found in range(3):
        for wanted, pool, cards in ((20, 60, 5), (5, 100, 5), (5, 40, 12), (16, 64, 8), (15, 63, 7)):
            expected = hypergeom(pool, wanted, cards).pmf(found)
            assert chances.chance_of(found, wanted, pool, cards) == pytest.approx(expected, abs=1e-6)
