"""Decks against decks: scores by who begins, luck that stays with a deck, and how far out a deck is."""

import re
from collections.abc import Sequence

import numpy as np
import pytest

from dhstats.errors import BadInput
from dhstats.questions.decks import decks as question
from dhstats.questions.decks.table import Table
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.positions.deck_matches import DeckMatch, DeckMatches


@pytest.fixture(scope="module")
def table() -> Table:
    """The pack before it was balanced, under the usual rules."""
    return Table(Experiment("", "", "dragon", seed=3), "draft")


@pytest.fixture(scope="module")
def matches(table: Table) -> DeckMatches:
    """Where its decks meet."""
    return DeckMatches(table.bundle, workers=2)


def test_half_wins_become_scores_of_whoever_begins() -> None:
    """Two entries; of the first pair the first wins when he begins and loses when he follows: beginning is all."""
    scores = np.array([[[2, 1], [2, 0], [0, 0]]], np.int8)  # (0,0), (0,1), (1,1)
    blocks = question.payoffs(scores, [(0, 0), (0, 1), (1, 1)], 2)
    assert blocks[0].tolist() == [[0.75, 1.0], [1.0, 0.5]]


def test_a_deck_keeps_its_luck_whoever_is_named_first(table: Table, matches: DeckMatches) -> None:
    """The shares of a match and of the same match told from the other side are of other luck, but of the same game."""
    one, other = (
        DeckMatch(table.paired(*pair), ("random", "random")) for pair in (("kill", "mixed"), ("mixed", "kill"))
    )
    scores = matches.scores([one, other], seed=1, first=0, deals=400)
    assert scores.shape == (400, 2, 2)
    ahead = scores[:, 0].sum(axis=1) - (4 - scores[:, 1].sum(axis=1))
    assert abs(ahead.mean()) < 4 * ahead.std() / 20


def test_scores_do_not_depend_on_workers_or_parts(table: Table, matches: DeckMatches) -> None:
    """A row of deals is the same in one go and in two."""
    pairing = DeckMatch(table.paired("exhaust", "banish"), ("greedy", "random"))
    whole = matches.scores([pairing], seed=5, first=0, deals=300)
    parts = [
        DeckMatches(table.bundle, workers=1).scores([pairing], seed=5, first=first, deals=150) for first in (0, 150)
    ]
    assert np.array_equal(whole, np.concatenate(parts))
    assert set(np.unique(whole)) <= {0, 1, 2}


def test_a_deck_with_a_sick_dragon_is_far_out_and_not_chosen(table: Table, matches: DeckMatches) -> None:
    """A dragon that a scratch kills: its cells and the equilibrium say so."""
    sick = ("pack.dragons.galecrest.levels.1.health=1",)

    def paired(one: str, other: str) -> object:
        return table.paired(one, other, sick)

    found = question.play(matches, ("kill", "mixed", "banish"), ("greedy",), paired, 300, 1)  # type: ignore[arg-type]
    told = question.answer(found, "Cards of a test")
    rates = {each.name: each.score.interval for each in found.overall}
    assert rates["mixed"].high < 0.45
    assert re.search(r"; .*\bmixed (and|is|are)\b.*far out, by more than 5 points", told.findings[0].text)
    matrix = {(row["deck"], row["against"]): row for row in told.table("matrix").frame.to_dicts()}
    assert len(matrix) == 6
    for (one, two), row in matrix.items():
        assert row["score"] == pytest.approx(1 - matrix[two, one]["score"])
        assert row["low"] <= row["score"] <= row["high"]
        assert row["method"] == "t, Šidák"
    weights = {row["strategy"]: row["blind"] for row in told.table("mixtures").frame.to_dicts()}
    assert weights["mixed"] < 0.01


def test_decks_with_players_are_compared_as_well(table: Table, matches: DeckMatches) -> None:
    """A deck's rate is the mean over the pairs of its players."""
    found = question.play(matches, ("kill", "mixed"), ("greedy", "random"), table.paired, 100, 2)
    assert found.pairs is not None
    assert found.pairs.names == ("kill (greedy)", "kill (random)", "mixed (greedy)", "mixed (random)")
    expected = found.pairs.payoffs.first[:2, 2:].mean()
    assert found.decks.payoffs.first[0, 1] == pytest.approx(expected, abs=1e-6)
    told = question.answer(found, "Cards of a test")
    assert told.table("pairs_matrix").frame.height == 12
    assert "decks with players" in "".join(finding.text for finding in told.findings)


@pytest.mark.parametrize(
    ("decks", "players", "deals", "said"),
    [
        (("kill",), ("random",), 10, "name at least two"),
        (("kill", "kill"), ("random",), 10, "named twice"),
        (("kill", "mixed"), ("random", "random"), 10, "--strategies: random, random: one of them is named twice"),
        (("kill", "mixed"), ("random",), 1, "--deals: must be from 2 to 15,000,000"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    table: Table, matches: DeckMatches, decks: Sequence[str], players: Sequence[str], deals: int, said: str
) -> None:
    """In one line, before anything is played."""
    with pytest.raises(BadInput, match=said):
        question.play(matches, decks, players, table.paired, deals, 1)


def test_games_for_more_than_two_have_no_matrix() -> None:
    """Deck matches are between two."""
    with pytest.raises(BadInput, match="--rules three: are for 3 players; decks are compared between two"):
        Table(Experiment("", "", "dragon", "three"))
