"""What plays are worth: advantages against the average legal move, and cards of the opening hand against a count."""

import json
from pathlib import Path

import numpy as np
import pytest

from dhstats.cli.main import main
from dhstats.players.forks import opening_hands
from dhstats.questions.forks.plays import advantages_of
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.positions.states import look_into

PLAN = Experiment("x", strategies=("dragon_hunter",), games=2, seed=7)


def test_advantages_add_up_to_nothing_in_every_state() -> None:
    """Against the average legal move; where one move is legal it is worth nothing more."""
    _, looked = look_into(PLAN, 60, 4, workers=2)
    found = advantages_of(looked, looked.scores)
    for state in np.unique(looked.states):
        rows = looked.states == state
        assert found[rows].sum() == pytest.approx(0.0, abs=1e-12)
        assert looked.chosen[rows].sum() == 1
        if rows.sum() == 1:
            assert found[rows][0] == 0.0
    assert set(np.unique(looked.scores)) <= {0.0, 0.5, 1.0}
    assert ((looked.margins > 0) <= (looked.scores >= 0.5)).all()


def test_states_are_the_same_for_any_workers() -> None:
    """Every array, whoever played what."""
    one, other = (look_into(PLAN, 30, 3, workers=k)[1] for k in (1, 3))
    for name in ("states", "deals", "turns", "kinds", "chosen", "scores", "margins"):
        assert np.array_equal(getattr(one, name), getattr(other, name))


def test_opening_hands_are_those_of_the_deal() -> None:
    """Five cards each, drawn from decks of fifty, as often as the deck has them on average."""
    lineup, _ = look_into(PLAN, 20, 2, workers=1)
    hands = opening_hands(lineup, 7, 4000)
    assert (hands.sum(axis=2) == 5).all()
    share = hands.mean(axis=(0, 1)) / 5
    deck = np.array(lineup.rules["deck_pictures"]) / 50
    assert np.allclose(share, deck, atol=0.01)
    assert abs(np.corrcoef(hands[:, 0, 0], hands[:, 1, 0])[0, 1]) < 0.06


def test_the_command_writes_page_and_numbers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Kinds of plays and cards, each with its interval."""
    words = ["plays", "--strategies", "dragon_hunter", "--states", "40", "--continuations", "4", "--deals", "60"]
    target = ["--seed", "1", "--out", str(tmp_path / "run"), "-o", str(tmp_path / "page.html"), "--json", "-"]
    assert main([*words, *target]) == 0
    captured = capsys.readouterr()
    (told,) = json.loads(captured.out)["runs"][0]["answers"]
    assert [table["key"] for table in told["tables"]] == ["pictures", "plays", "cards"]
    assert len(told["tables"][2]["rows"]) == 9
    assert "In the opening hand" in captured.err
    assert (tmp_path / "page.html").stat().st_size > 300_000


@pytest.mark.parametrize(
    "words", [["--states", "3"], ["--continuations", "1"], ["--deals", "1"], ["--strategies", "a,b"], ["--rules", "x"]]
)
def test_wrong_words_are_refused(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line, exit 2, nothing written."""
    assert main(["plays", "--seed", "1", "--out", str(tmp_path / "run"), *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "run").exists()
