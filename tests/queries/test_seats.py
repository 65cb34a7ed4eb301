"""What each seat had: sums and products over deals, and deals by shares, against a count in numpy."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import rankdata

from dhstats.queries.counts import counting
from dhstats.storage import Run
from tests.queries.seated_runs import game, write_seated

Array = np.ndarray[Any, Any]
DEALS = 40
TABLES = {
    2: [("a", "b"), ("a", "a")],
    3: [("a", "a", "a"), ("a", "b", "b")],
    4: [("a", "b", "c", "d"), ("d", "d", "d", "d")],
}


def chance(seats: int, games: int) -> Array:
    """Final scores in a narrow range, so that many are tied."""
    return np.random.default_rng(seats).integers(4, 8, (games, seats))


@pytest.fixture(scope="module", params=sorted(TABLES))
def sample(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, Array]:
    """A run of two matchups in seat designs, several shards, and the scores of its games: (deals, games, seats)."""
    seats = int(request.param)
    scores = chance(seats, DEALS * 2 * seats)
    folder = tmp_path_factory.mktemp("seats") / str(seats)
    run = write_seated(folder, [game(row) for row in scores.tolist()], matchups=TABLES[seats], shard_deals=7)
    return run, scores.reshape(DEALS, 2 * seats, seats)


def in_groups(values: Array) -> dict[int, Array]:
    """The games of each matchup, and of both together: arms lie matchup after matchup."""
    half = values.shape[1] // 2
    return {-1: values, 0: values[:, :half], 1: values[:, half:]}


def measures(scores: Array) -> dict[str, Array]:
    """Shares in twelfths, mean places in halves and scores, worked out game by game."""
    best = scores == scores.max(axis=-1, keepdims=True)
    return {
        "share": np.where(best, 12 // best.sum(axis=-1, keepdims=True), 0),
        "place": np.rint(2 * rankdata(-scores, axis=-1)).astype(np.int64),
        "score": scores,
    }


def test_sums_and_products_of_every_pair_of_seats(sample: tuple[Run, Array]) -> None:
    """For each quantity the totals of deals and their products, over matchups and all together."""
    run, scores = sample
    seats = scores.shape[-1]
    with counting(run) as counts:
        rows = counts.frame("seats").rows(named=True)
    expected = {}
    for quantity, values in measures(scores).items():
        for matchup, own in in_groups(values).items():
            blocks = own.sum(axis=1)
            products = blocks.T @ blocks
            for one in range(seats):
                for two in range(one, seats):
                    told = DEALS, int(blocks[:, one].sum()), int(products[one, two])
                    expected[matchup, quantity, one, two] = told
    key, told = ("matchup", "quantity", "seat", "other"), ("deals", "total", "products")
    assert {tuple(row[name] for name in key): tuple(row[name] for name in told) for row in rows} == expected


def test_deals_by_the_shares_of_a_seat(sample: tuple[Run, Array]) -> None:
    """How many deals have a sum of shares and a sum of their squares."""
    run, scores = sample
    with counting(run) as counts:
        rows = counts.frame("shares").rows(named=True)
    expected: Counter[tuple[int, int, int, int]] = Counter()
    for matchup, own in in_groups(measures(scores)["share"]).items():
        for deal in own:
            for seat, shares in enumerate(deal.T.tolist()):
                expected[matchup, seat, sum(shares), sum(share**2 for share in shares)] += 1
    assert {(row["matchup"], row["seat"], row["won"], row["squares"]): row["deals"] for row in rows} == expected


def test_a_tie_that_was_broken_has_one_winner(tmp_path: Path) -> None:
    """Three with seven points, of whom the second wins by his dragon: the other two share the second place."""
    games = [game((7, 7, 7), breaks=1), game((7, 7, 7)), game((7, 7, 5), breaks=2)]
    with counting(write_seated(tmp_path / "run", games)) as counts:
        own = [row for row in counts.rows("seats") if row["seat"] == row["other"]]
    shares = [row["total"] for row in own if row["quantity"] == "share"]
    places = [row["total"] for row in own if row["quantity"] == "place"]
    assert shares == [0 + 4 + 6, 12 + 4 + 6, 0 + 4 + 0]
    assert places == [5 + 4 + 3, 2 + 4 + 3, 5 + 4 + 6]


def test_the_seats_of_every_strategy(sample: tuple[Run, Array]) -> None:
    """By matchup, what the seats of each strategy had over the games of a deal, and how many they were."""
    run, scores = sample
    arms, half = run.manifest.design.arms, len(run.manifest.design.arms) // 2
    shares = measures(scores)["share"]
    expected = {}
    for matchup in (0, 1):
        own = arms[matchup * half : (matchup + 1) * half]
        for name in set(own[0].names):
            at = [[seat == name for seat in arm.names] for arm in own]
            won = (shares[:, matchup * half : (matchup + 1) * half] * np.array(at)).sum(axis=(1, 2))
            expected[matchup, name] = DEALS, DEALS * int(np.sum(at)), int(won.sum()), int((won * won).sum())
    with counting(run) as counts:
        rows = counts.frame("field").rows(named=True)
    told = ("deals", "seats", "won", "won_squares")
    assert {(row["matchup"], row["strategy"]): tuple(row[name] for name in told) for row in rows} == expected
