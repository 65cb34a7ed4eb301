"""A game explained: its chances are roll-outs of the moves that were played, and its result is where they end."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from dhstats.cli.main import main
from dhstats.errors import BadInput
from dhstats.questions.explanation import _better, explain
from dhstats.simulate.experiment import Experiment
from dhstats.simulate.rematch import Rematch
from dhstats.simulate.runner import simulate
from dhstats.stats.intervals import wilson
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
    assert 0.0 < found.moments[-1].interval.half_width < 0.1  # twenty of twenty are no certainty
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


def test_sentences_say_what_the_rows_show(run: Run) -> None:
    """A turning point goes from the chance of its row to that of the next one, or to the result; all to one decimal."""
    compared = 0
    for game in range(4):
        text = explain(run, game, 60).text()
        rows = [float(line[:5]) for line in text.splitlines() if re.match(r"[ 0-9]{3}\.[0-9] %  ", line)]
        result = {"first": 100.0, "secon": 0.0}
        for turn, before, after in re.findall(r"Turn (\d+) .*goes from ([0-9.]+) % to ([0-9.]+) %", text):
            at = int(turn) - 1
            assert rows[at] == float(before)
            following = rows[at + 1] if at + 1 < len(rows) else None
            assert float(after) in ({following} if following is not None else set(result.values()) | {50.0})
            compared += 1
    assert compared >= 6


def test_what_never_happened_is_not_certain(run: Run) -> None:
    """None or all of the continuations have an interval, Wilson's over continuations, at 95 %; nothing is ± anything."""
    found = explain(run, 5, 60)
    never = [moment for moment in found.moments if moment.best in (0.0, 1.0)]
    assert never
    for moment in never:
        assert moment.interval.half_width == pytest.approx(wilson(60, 60).half_width)
    assert {moment.interval.method for moment in found.moments} == {"Wilson"}
    assert {moment.interval.level for moment in found.moments} == {0.95}
    assert "±" not in found.text()
    assert "Intervals: 95 %, Wilson, over continuations" in found.text()


def test_a_better_move_is_clear_among_all_others() -> None:
    """By an interval for all of them together; a difference that every continuation has is no certainty either."""
    gains = np.array([2] * 40 + [-2] * 20)
    one, many = _better(gains, 1), _better(gains, 40)
    assert one is not None
    assert one.value == pytest.approx(1 / 3)
    assert one.interval.low > 0.0
    assert many is None
    always = _better(np.full(60, 2), 5)
    assert always is not None
    assert 0.0 < always.interval.low < 1.0 == always.interval.high
    assert _better(np.array([2, 0, 0, 0]), 1) is None


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
