"""Decks of Dragon!: scores against each other, what their cards are worth, and how they are made better."""

import json
import re
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dhstats.cli.main import main
from dhstats.errors import BadInput
from dhstats.games.dragon.files import decks, rulesets
from dhstats.games.dragon.referee.tabletop import pile
from dhstats.games.ruleset import RuleSet
from dhstats.questions.decks import cards as card_question
from dhstats.questions.decks import decks as deck_question
from dhstats.questions.decks import improvement
from dhstats.questions.decks.improvement import KEPT, Swap, Terms, Workbench
from dhstats.questions.decks.table import Table
from dhstats.questions.shared.first_screen import About
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.positions.deck_matches import DeckMatch, DeckMatches
from dhstats.simulate.positions.forks import fork

ABOUT = About("Dragon!", "dragon", ("greedy",))
DEADLY = ("pack.actions.body_slam.wounds=30",)


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
    blocks = deck_question.payoffs(scores, [(0, 0), (0, 1), (1, 1)], 2)
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


def test_a_deck_with_a_sick_dragon_is_far_out_and_not_chosen(table: Table, matches: DeckMatches) -> None:
    """A dragon that a scratch kills: its cells and the equilibrium say so."""
    sick = ("pack.dragons.galecrest.levels.1.health=1",)

    def paired(one: str, other: str) -> object:
        return table.paired(one, other, sick)

    found = deck_question.play(matches, ("kill", "mixed", "banish"), ("greedy",), paired, 300, 1)  # type: ignore[arg-type]
    told = deck_question.answer(found, "Cards of a test", ABOUT)
    rates = {each.name: each.score.interval for each in found.overall}
    assert rates["mixed"].high < 0.45
    assert re.search(r"; .*\bmixed (and|is|are)\b.*unbalanced by more than 5 points", told.findings[0].text)
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
    found = deck_question.play(matches, ("kill", "mixed"), ("greedy", "random"), table.paired, 100, 2)
    assert found.pairs is not None
    assert found.pairs.names == ("kill (greedy)", "kill (random)", "mixed (greedy)", "mixed (random)")
    expected = found.pairs.payoffs.first[:2, 2:].mean()
    assert found.decks.payoffs.first[0, 1] == pytest.approx(expected, abs=1e-6)
    told = deck_question.answer(found, "Cards of a test", ABOUT)
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
        deck_question.play(matches, decks, players, table.paired, deals, 1)


def test_games_for_more_than_two_have_no_matrix() -> None:
    """Deck matches are between two."""
    with pytest.raises(BadInput, match="--rules three: are for 3 players; decks are compared between two"):
        Table(Experiment("", "", "dragon", "three"))


# ---- What cards are worth -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def desk() -> Table:
    """A body slam of the deck ambush kills; nothing else is changed."""
    return Table(Experiment("", "", "dragon", settings=DEADLY, seed=6), "draft")


def test_a_blank_takes_the_place_of_a_card_and_no_other_card_moves() -> None:
    """Every pile is the same, card by card, but for the blanks; the deck stays legal."""
    before = rulesets.load("standard")
    after = rulesets.load("standard", decks.blanked(before.effective, "kill", "raking_pass"))
    for deal in range(5):
        one, other = (pile(each.effective, 3, deal, 0) for each in (before, after))
        assert other == ["blank" if card == "raking_pass" else card for card in one]
        assert pile(before.effective, 3, deal, 1) == pile(after.effective, 3, deal, 1)
    assert decks.cards_of(after.effective, "kill")["blank"] == 3


def test_a_swap_moves_no_other_card() -> None:
    """Two copies of three, in the place of the last of them; what goes out and comes in is all that differs."""
    before = rulesets.load("standard")
    after = rulesets.load("standard", decks.swapped(before.effective, "kill", "claw_attack", "body_slam", 2))
    cards = decks.cards_of(after.effective, "kill")
    assert (cards["claw_attack"], cards["body_slam"]) == (1, 2)
    one, other = (pile(each.effective, 3, 0, 0) for each in (before, after))
    changed = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    assert changed == [("claw_attack", "body_slam")] * 2


def test_the_card_that_wins_games_is_worth_most_without_it_and_drawn(desk: Table, matches: DeckMatches) -> None:
    """Two copies of a card that kills at once; a knock-out of a card that was a blank before costs nothing."""
    own = desk.paired("ambush", "ambush").effective
    blanks = {card: decks.blanked(own, "ambush", card) for card in ("body_slam", "positioning")}

    def meet(rival: str, changes: object) -> object:
        return desk.paired("ambush", rival, changes)  # type: ignore[arg-type]

    lost = card_question.knock_outs(matches, "greedy", ("kill", "mixed"), meet, blanks, 300, 1)  # type: ignore[arg-type]
    assert lost["body_slam"].interval.low > 0.05
    assert lost["body_slam"].value > lost["positioning"].value
    nothing = card_question.knock_outs(matches, "greedy", ("kill",), meet, {"none": ()}, 50, 1)  # type: ignore[arg-type]
    assert nothing["none"].value == 0.0
    found = _forked(desk, ("body_slam", "positioning"), 150)
    assert found["body_slam"]["drawn"].interval.low > 0.0  # type: ignore[union-attr]
    assert found["body_slam"]["played"].interval.low > 0.1  # type: ignore[union-attr]


def _forked(desk: Table, cards: tuple[str, ...], deals: int) -> dict[str, dict[str, object]]:
    plan, against = desk.experiment("ambush", "kill", "greedy"), desk.paired("ambush", "kill")
    _, forked = fork(plan, card_question.studies(desk.bundle, against, cards), deals, workers=2)
    for each in forked.values():
        own = card_question.own_forks(each)
        assert np.array_equal((own.forks["seat"] + own.forks["member"]) % 2, np.zeros(len(own.forks)))
    found = card_question.told_by_forks(desk.bundle, desk.paired("ambush", "ambush"), cards, [forked])
    assert found["positioning"]["topped"] is None  # it tops nothing, so nobody ever did
    return found  # type: ignore[return-value]


def test_the_command_tells_every_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Knock-outs alone, quickly."""
    numbers = tmp_path / "numbers.json"
    words = ["cards", "kill", "--against", "mixed", "--deals", "20", "--forks", "0", "--strategies", "random"]
    assert main([*words, "--seed", "1", "--json", str(numbers), "-o", str(tmp_path / "page.html")]) == 0
    told = capsys.readouterr().out
    assert "With all copies of a card blanked, deck kill loses this many games in 100 against mixed" in told
    cards = json.loads(numbers.read_text())["tables"]["cards"]
    assert {row["card"] for row in cards} == set(decks.cards_of(rulesets.load("standard").effective, "kill"))
    assert main(["cards", "kill", "--forks", "1", "--seed", "1"]) == 2
    assert "--forks: must be 0 or from 2" in capsys.readouterr().err


# ---- Decks made better ----------------------------------------------------------------------------------------------


TERMS = Terms(swaps=3, deals=1_000, copies=3, worth=0.02, alpha=0.05)


@pytest.fixture(scope="module")
def bench(matches: DeckMatches) -> Workbench:
    """The deck kill without a single body slam against mixed, where a body slam kills."""
    desk = Table(Experiment("", "", "dragon", settings=DEADLY, seed=4), "draft")
    return Workbench(matches, desk, "kill", ("mixed",), "greedy")


def test_a_card_that_wins_is_brought_in_and_confirmed(bench: Workbench) -> None:
    """The only card that is proposed is kept at once, as often as it is allowed, and the new deck is legal."""
    table = copy(bench.table)
    table.constructed = replace(table.constructed, candidates=lambda *_: ("body_slam",))
    found = improvement.improve(replace(bench, table=table), TERMS, 200)
    assert found.steps[0].fate == KEPT
    assert found.steps[0].swap.into == "body_slam"
    assert found.steps[0].gain.low > 0.0
    assert found.cards["body_slam"] == 3
    assert sum(found.cards.values()) == 45
    assert len(found.steps) == 1  # no fourth copy is legal, so nothing is left to be tried
    assert found.confirmed is not None
    assert found.confirmed.interval.low > 0.05
    told = improvement.answer(found, "kill", "Cards of a test", ABOUT)
    assert "1 kept" in told.findings[0].text
    assert "the chance that any kept swap is not better is at most 0.05" in told.findings[0].text
    assert told.findings[1].text.endswith("confirmed.")
    assert '"3 body_slam"' in told.findings[2].text


def test_swaps_that_make_a_deck_worse_are_dropped(bench: Workbench) -> None:
    """All three copies of whatever goes out become cards that hardly do anything: nothing is kept, nothing confirmed."""
    hopeless = ("pack.dragons.emberwing.levels.1.health=1",)

    def paired(one: str, other: str, changes: Sequence[str] = ()) -> RuleSet:
        return bench.table.paired(one, other, (*changes, *hopeless) if changes and one != other else changes)

    table = copy(bench.table)
    table.paired = paired  # type: ignore[method-assign]
    found = improvement.improve(replace(bench, table=table), TERMS, 200)
    assert len(found.steps) == 3
    assert all(step.fate != KEPT for step in found.steps)
    assert [step.first for step in found.steps] == [0, 1_000, 2_000]  # deals of their own
    assert found.confirmed is None
    assert found.changes == ()
    told = improvement.answer(found, "kill", "Cards of a test", ABOUT)
    assert "none was kept" in told.findings[0].text


def test_what_is_proposed_is_legal_and_usable(bench: Workbench) -> None:
    """Never a card of another special type, never a fourth copy, never another dragon's upgrade."""
    lot = np.random.Generator(np.random.Philox(key=1))
    pack = bench.own(()).effective["pack"]
    proposals = improvement._proposals(bench, (), 3, lot)
    for _ in range(20):
        swap = next(proposals)
        assert isinstance(swap, Swap)
        after = bench.own(bench.swapped(bench.own(()), swap))
        cards = bench.cards(after)
        assert max(cards.values()) <= 3
        assert sum(cards.values()) == 45
        types = pack["actions"].get(swap.into, {}).get("types", [])
        assert not set(types) & {"ice", "storm", "venom", "shadow", "stone"}
        assert not swap.into.endswith(("_2", "_3")) or swap.into.startswith("emberwing")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"swaps": 0}, "--swaps: must be from 1"), ({"deals": 100}, "--deals: must be from 500"),
        ({"copies": 0}, "--copies: must be from 1"), ({"alpha": 0.6}, "--alpha: must be between"),
    ],
)  # fmt: skip
def test_terms_that_cannot_be_are_refused(change: dict[str, float], said: str) -> None:
    """With what is allowed."""
    with pytest.raises(BadInput, match=said):
        Terms(**{"swaps": 3, "deals": 1_000, "copies": 3, "worth": 0.02, "alpha": 0.05} | change)  # type: ignore[arg-type]


def test_the_command_prints_the_path_and_writes_the_deck(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The rule file can be played; the numbers hold every step."""
    file, numbers = tmp_path / "better.toml", tmp_path / "numbers.json"
    words = ["improve", "kill", "--against", "mixed", "--strategies", "greedy", "--set", *DEADLY, "--seed", "2"]
    terms = ["--swaps", "2", "--deals", "500", "--confirm", "50", "--rule-file", str(file), "--json", str(numbers)]
    places = ["--out", str(tmp_path / "runs"), "-o", str(tmp_path / "page.html")]
    assert main([*words, *terms, *places]) == 0
    told = capsys.readouterr().out
    assert "2 of at most 2 swaps were tried in deck kill" in told
    assert "made up for experiments" in told
    steps = json.loads(numbers.read_text())["tables"]["steps"]
    assert len(steps) == 2
    assert sum(int(line.split()[0]) for line in rulesets.load(file).effective["pack"]["decks"]["kill"]["cards"]) == 45
    assert main(["improve", "kill", "--against", "kill", "--seed", "1"]) == 2
    assert "a swap would change both decks" in capsys.readouterr().err
