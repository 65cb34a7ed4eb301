"""A game explained: its chances are roll-outs of the moves that were played, and its result is where they end."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from dhstats.cli.main import main
from dhstats.errors import BadInput
from dhstats.questions.explanation import explain
from dhstats.simulate.experiment import Experiment
from dhstats.simulate.rematch import Rematch
from dhstats.simulate.runner import simulate
from dhstats.storage import Run


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Some games of two scripts, every turn logged."""
    plan = Experiment("x", strategies=("dragon_hunter", "denier"), design="quartet", games=40, seed=5)
    return simulate(plan, tmp_path_factory.mktemp("runs") / "run")


def test_chances_are_those_of_the_moves_that_were_played(run: Run) -> None:
    """Turn by turn: the mean of the roll-outs of the chosen move, seen from the first player; the last turn is certain."""
    found = explain(run, 5, 20)
    table = Rematch(run.manifest, found.game.players)
    for turn in (0, 7, len(found.moments) - 1):
        seen = table.look_into(5, turn, 20)
        assert seen is not None
        winner = np.asarray(seen.results["winner"])[seen.chosen]
        assert found.moments[turn].seat == seen.seat == turn % 2
        assert found.moments[turn].chance == pytest.approx(
            np.where(winner == 0, 1.0, np.where(winner < 0, 0.5, 0.0)).mean()
        )
    assert found.moments[-1].chance == found.result
    assert found.moments[-1].se == 0.0
    assert len(found.moments) == len(found.game.turns)


def test_changes_are_decisions_and_luck(run: Run) -> None:
    """They add up from the first chance to the result; nobody decides in his own favour beyond the best move."""
    found = explain(run, 2, 20)
    story = found.story
    assert story.changes.sum() == pytest.approx(found.result - found.moments[0].best)
    assert np.allclose(story.changes, story.decisions + story.luck)
    for moment, decision in zip(found.moments, story.decisions, strict=True):
        assert decision <= 0.0 if moment.seat == 0 else decision >= 0.0
        assert (moment.better is None) == (decision == 0.0)


def test_one_legal_move_has_no_alternative(run: Run) -> None:
    """Where nothing else could be played, nothing is given away."""
    table = Rematch(run.manifest, ("dragon_hunter", "denier"))
    states = [table.look_into(game, turn, 2) for game in range(6) for turn in range(0, 60, 7)]
    assert any(seen is not None and len(seen.moves) > 1 for seen in states)
    for seen in states:
        assert seen is None or 0 <= seen.chosen < len(seen.moves)


def test_the_same_game_is_explained_alike(run: Run) -> None:
    """Equal numbers each time, whatever was looked into before."""
    one = explain(run, 3, 10)
    explain(run, 4, 10)
    assert explain(run, 3, 10).text() == one.text()


def test_the_command_prints_chances_and_turning_points(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """A chance a turn, and what was decided and what was luck."""
    assert main(["replay", str(run.folder), "5", "--explain", "--continuations", "20"]) == 0
    told = capsys.readouterr().out
    assert told.count(" %  ") >= 20
    assert "percentage points of chance" in told


def test_wrong_words_are_refused(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Too few continuations, a game that is not there, two ways to show at once."""
    with pytest.raises(BadInput, match="--continuations"):
        explain(run, 0, 1)
    for words in (["4000", "--explain"], ["1", "--explain", "--html", str(tmp_path / "x.html")]):
        assert main(["replay", str(run.folder), *words]) == 2
        assert capsys.readouterr().err.count("\n") == 1
