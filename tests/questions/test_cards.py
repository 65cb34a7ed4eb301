"""What cards are worth: blanks that change nothing else, and forks of the deck's own decisions."""

import json
from pathlib import Path

import numpy as np
import pytest

from dhstats.cli.main import main
from dhstats.games.dragon.files import decks, rulesets
from dhstats.games.dragon.referee.draws import pile
from dhstats.questions.decks import cards as question
from dhstats.questions.decks.table import Table
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.positions.deck_matches import DeckMatches
from dhstats.simulate.positions.forks import fork


@pytest.fixture(scope="module")
def desk() -> Table:
    """A body slam of the deck ambush kills; nothing else is changed."""
    return Table(Experiment("", "", "dragon", settings=("pack.actions.body_slam.wounds=30",), seed=6), "draft")


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


def test_the_card_that_wins_games_is_worth_most_without_it_and_drawn(desk: Table) -> None:
    """Two copies of a card that kills at once; a knock-out of a card that was a blank before costs nothing."""
    own = desk.paired("ambush", "ambush").effective
    blanks = {card: decks.blanked(own, "ambush", card) for card in ("body_slam", "positioning")}
    matches = DeckMatches(desk.bundle, workers=2)

    def meet(rival: str, changes: object) -> object:
        return desk.paired("ambush", rival, changes)  # type: ignore[arg-type]

    lost = question.knock_outs(matches, "greedy", ("kill", "mixed"), meet, blanks, 300, 1)  # type: ignore[arg-type]
    assert lost["body_slam"].interval.low > 0.05
    assert lost["body_slam"].value > lost["positioning"].value
    nothing = question.knock_outs(matches, "greedy", ("kill",), meet, {"none": ()}, 50, 1)  # type: ignore[arg-type]
    assert nothing["none"].value == 0.0
    found = _forked(desk, ("body_slam", "positioning"), 150)
    assert found["body_slam"]["drawn"].interval.low > 0.0  # type: ignore[union-attr]
    assert found["body_slam"]["played"].interval.low > 0.1  # type: ignore[union-attr]


def _forked(desk: Table, cards: tuple[str, ...], deals: int) -> dict[str, dict[str, object]]:
    plan, against = desk.experiment("ambush", "kill", "greedy"), desk.paired("ambush", "kill")
    _, forked = fork(plan, question.studies(desk.bundle, against, cards), deals, workers=2)
    for each in forked.values():
        own = question.own_forks(each)
        assert np.array_equal((own.forks["seat"] + own.forks["member"]) % 2, np.zeros(len(own.forks)))
    found = question.told_by_forks(desk.bundle, desk.paired("ambush", "ambush"), cards, [forked])
    assert found["positioning"]["topped"] is None  # it tops nothing, so nobody ever did
    return found  # type: ignore[return-value]


def test_the_command_tells_every_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Knock-outs alone, quickly."""
    numbers = tmp_path / "numbers.json"
    words = ["cards", "kill", "--against", "mixed", "--deals", "20", "--forks", "0", "--strategies", "random"]
    assert main([*words, "--seed", "1", "--json", str(numbers), "-o", str(tmp_path / "page.html")]) == 0
    told = capsys.readouterr().out
    assert "With all copies of a card blanked, deck kill loses so many points of win rate against mixed" in told
    cards = json.loads(numbers.read_text())["tables"]["cards"]
    assert {row["card"] for row in cards} == set(decks.cards_of(rulesets.load("standard").effective, "kill"))
    assert main(["cards", "kill", "--forks", "1", "--seed", "1"]) == 2
    assert "--forks: must be 0 or from 2" in capsys.readouterr().err
