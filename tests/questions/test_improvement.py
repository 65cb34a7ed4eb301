"""Decks made better: what is proposed, what is kept, and what the path says."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dhstats.cli.main import main
from dhstats.errors import BadInput
from dhstats.games.dragon.files import rulesets
from dhstats.questions.decks import improvement as question
from dhstats.questions.decks.improvement import KEPT, Swap, Terms, Workbench
from dhstats.questions.decks.table import Table
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.positions.deck_matches import DeckMatches

TERMS = Terms(swaps=3, deals=1_000, copies=3, worth=0.02, alpha=0.05)
DEADLY = ("pack.actions.body_slam.wounds=30",)


@pytest.fixture(scope="module")
def bench() -> Workbench:
    """The deck kill without a single body slam against mixed, where a body slam kills."""
    desk = Table(Experiment("", "", "dragon", settings=DEADLY, seed=4), "draft")
    return desk.workbench(DeckMatches(desk.bundle, workers=2), "kill", ("mixed",), "greedy")


def test_a_card_that_wins_is_brought_in_and_confirmed(bench: Workbench) -> None:
    """The only card that is proposed is kept at once, as often as it is allowed, and the new deck is legal."""
    found = question.improve(replace(bench, candidates=lambda _: ("body_slam",)), TERMS, 200)
    assert found.steps[0].fate == KEPT
    assert found.steps[0].swap.into == "body_slam"
    assert found.steps[0].gain.low > 0.0
    assert found.cards["body_slam"] == 3
    assert sum(found.cards.values()) == 45
    assert len(found.steps) == 1  # no fourth copy is legal, so nothing is left to be tried
    assert found.confirmed is not None
    assert found.confirmed.interval.low > 0.05
    told = question.answer(found, "kill", "Cards of a test")
    assert "1 kept" in told.findings[0].text
    assert "with chance 0.05 at most any of those that were kept is not better" in told.findings[0].text
    assert told.findings[1].text.endswith("confirmed.")
    assert '"3 body_slam"' in told.findings[2].text


def test_swaps_that_make_a_deck_worse_are_dropped(bench: Workbench) -> None:
    """All three copies of whatever goes out become cards that hardly do anything: nothing is kept, nothing confirmed."""
    hopeless = ("pack.dragons.emberwing.levels.1.health=1",)

    def meet(rival: str, changes: tuple[str, ...]) -> object:
        return bench.meet(rival, (*changes, *(hopeless if changes else ())))

    found = question.improve(replace(bench, meet=meet), TERMS, 200)  # type: ignore[arg-type]
    assert len(found.steps) == 3
    assert all(step.fate != KEPT for step in found.steps)
    assert [step.first for step in found.steps] == [0, 1_000, 2_000]  # deals of their own
    assert found.confirmed is None
    assert found.changes == ()
    told = question.answer(found, "kill", "Cards of a test")
    assert "none was kept" in told.findings[0].text


def test_what_is_proposed_is_legal_and_usable(bench: Workbench) -> None:
    """Never a card of another special type, never a fourth copy, never another dragon's upgrade."""
    lot = np.random.Generator(np.random.Philox(key=1))
    pack = bench.own(()).effective["pack"]
    proposals = question._proposals(bench, (), 3, lot)
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
