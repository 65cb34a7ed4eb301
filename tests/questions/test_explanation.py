"""A game explained: its chances are roll-outs of the moves that were played, and its result is where they end."""

import re

import numpy as np
import pytest

from dhstats.cli.main import main
from dhstats.questions.forks.explanation import Explanation, _better, _won, explain, findings, look_at, moves, text
from dhstats.seats import SEATS
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.replays import Rematch
from dhstats.simulate.running.runner import simulate
from dhstats.stats.intervals.intervals import wilson
from dhstats.storage import Run
from dhstats.storage.run import PARTS

WIN = PARTS[0]  # parts of a win where two play


@pytest.fixture(scope="module")
def found(duel: Run) -> Explanation:
    """A game explained."""
    return explain(duel, 5, 60)


def test_chances_are_those_of_the_moves_that_were_played(duel: Run, found: Explanation) -> None:
    """Turn by turn: the mean of the roll-outs of the chosen move, seen from the first player; the last turn is certain."""
    table = Rematch(duel.manifest, found.game.players)
    for turn in (0, 7, len(found.moments) - 1):
        seen = table.look_into(5, turn, 60)
        assert seen is not None
        winner = np.asarray(seen.results["winner"])[seen.chosen]
        assert found.moments[turn].seat == seen.seat == turn % 2
        assert found.moments[turn].chances[0] == pytest.approx(
            np.where(winner == 0, 1.0, np.where(winner < 0, 0.5, 0.0)).mean()
        )
    assert found.moments[-1].chances == found.result
    assert 0.0 < found.moments[-1].intervals[0].half_width < 0.1  # sixty of sixty are no certainty
    assert len(found.moments) == len(found.game.turns)


def test_changes_are_decisions_and_luck(found: Explanation) -> None:
    """They add up from the first chance to the result; nobody decides in his own favour beyond the best move."""
    story = found.stories[0]
    assert story.changes.sum() == pytest.approx(found.result[0] - found.moments[0].best[0])
    assert np.allclose(story.changes, -found.stories[1].changes)
    assert np.allclose(story.changes, story.decisions + story.luck)
    for moment, decision in zip(found.moments, story.decisions, strict=True):
        assert decision <= 0.0 if moment.seat == 0 else decision >= 0.0
        assert (moment.better is None) == (decision == 0.0)


def test_sentences_say_what_the_rows_show(duel: Run, found: Explanation) -> None:
    """A turning point goes from the chance of its row to that of the next one, or to the result; all to one decimal."""
    compared = 0
    for shown in (text(found), text(explain(duel, 0, 60))):
        rows = [float(line[:5]) for line in shown.splitlines() if re.match(r"[ 0-9]{3}\.[0-9] %  ", line)]
        assert set(re.findall(r"the (\w+) player's chance goes from", shown)) <= {"first"}
        for turn, before, after in re.findall(r"Turn (\d+) .*goes from ([0-9.]+) % to ([0-9.]+) %", shown):
            at = int(turn) - 1
            assert rows[at] == float(before)
            following = rows[at + 1] if at + 1 < len(rows) else None
            assert float(after) in ({following} if following is not None else {0.0, 50.0, 100.0})
            compared += 1
    assert compared >= 2


def test_what_never_happened_is_not_certain(found: Explanation) -> None:
    """None or all of the continuations have an interval, Wilson's over continuations, at 95 %; nothing is ± anything."""
    never = [moment for moment in found.moments if moment.best[0] in (0.0, 1.0)]
    assert never
    for moment in never:
        assert moment.intervals[0].half_width == pytest.approx(wilson(60, 60).half_width)
    assert {interval.method for moment in found.moments for interval in moment.intervals} == {"Wilson"}
    assert {interval.level for moment in found.moments for interval in moment.intervals} == {0.95}
    assert "±" not in text(found)
    assert "Intervals: 95 %, Wilson, over 60 continuations" in text(found)


def test_the_largest_change_of_many_turns_is_no_turning_point_by_chance_alone(duel: Run, found: Explanation) -> None:
    """With two continuations nothing is beyond chance among all turns; more than three are never named."""
    assert explain(duel, 5, 2).turning == ()
    assert 1 <= len(found.turning) <= 3


def test_a_win_is_shared_by_those_who_are_first_alike() -> None:
    """Of two a draw is half a win each; of three it goes to the two who lead; partners of a winning team have it both."""
    assert _won({"winner": np.array([0, 1, -1])}, 2).tolist() == [[WIN, 0, WIN // 2], [0, WIN, WIN // 2]]
    ranks = {"rank_first": [1, 1, 1], "rank_second": [2, 1, 1], "rank_third": [3, 3, 1]}
    shared = {name: np.array(column) for name, column in ranks.items()} | {"winner": np.array([0, -1, -1])}
    assert _won(shared, 3).tolist() == [[12, 6, 4], [0, 6, 4], [0, 0, 4]]
    partners = {f"rank_{seat}": np.array([rank]) for seat, rank in zip(SEATS, (3, 1, 4, 1), strict=False)}
    assert _won(partners | {"winner": np.array([1])}, 4).tolist() == [[0], [12], [0], [12]]


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A few games of three players of Dragonwood, played at random so that they are quick to go on with."""
    plan = Experiment("y", game="dragonwood", rules="three", strategies=("random",), games=3, seed=2)
    return simulate(plan, tmp_path_factory.mktemp("runs") / "three")


def test_a_first_look_has_the_chances_of_what_was_played(duel: Run, found: Explanation) -> None:
    """It comes before the whole, with the same numbers wherever nothing was better, for any number of threads."""
    looks: list[Explanation] = []
    whole = explain(duel, 5, 60, first=looks.append, workers=3)
    assert text(whole) == text(found)
    (first,) = looks
    assert not first.whole
    assert [moment.chances for moment in first.moments] == [moment.chances for moment in whole.moments]
    assert all(moment.better is None and len(moment.options) <= 1 for moment in first.moments)
    assert text(first).endswith("the curve will change to its chance.")


def test_who_stops_watching_ends_it(duel: Run) -> None:
    """What `watch` raises ends the work, in the first look and after it."""

    def impatient(done: int, most: int) -> None:
        raise KeyboardInterrupt

    for first in (None, lambda _: None):
        with pytest.raises(KeyboardInterrupt):
            explain(duel, 5, 60, impatient, first)


def test_at_a_table_of_three_every_player_has_a_chance(three: Run) -> None:
    """The three chances of every turn add up to one, the columns say whose they are, and so do the sentences."""
    found = explain(three, 0, 2)
    assert len(found.stories) == len(found.result) == 3
    for moment in found.moments:
        assert sum(moment.best) == pytest.approx(1.0)
    assert [moment.seat for moment in found.moments] == [step.seat for step in found.game.turns]
    shown = text(found)
    assert "first  95 % interval" in shown
    assert "third  95 % interval" in shown
    assert [line for line in findings(found) if line.startswith("Third player's turns")]


def test_numbers_of_moves_are_those_that_a_fork_takes(duel: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """All legal moves of a turn are listed with the numbers of `fork --arm move=N`; with chances the best come first."""
    moment = look_at(duel, 5, 9, 20)
    plain_list, ranked = moves(moment, "r", 5, 0), moves(moment, "r", 5, 20)
    assert [int(line[:4]) for line in plain_list[1:-2]] == list(range(1, len(moment.options) + 1))
    chances = [float(found[1]) for line in ranked if (found := re.search(r" ([0-9.]+) %  ", line[4:]))]
    assert chances == sorted(chances, reverse=True)
    assert sum("played" in line for line in plain_list[1:-2]) == 1
    two = moment.options[1]
    fork = ["fork", str(duel.folder), "5", "--turn", "9", "--arm", "move=2", "--continuations", "10"]
    assert main(fork) == 0
    said = capsys.readouterr().out
    assert f"'{two.move}'" in said
    assert "before turn 9" in said
    assert main(["replay", str(duel.folder), "5", "--turn", "9"]) == 0
    assert capsys.readouterr().out.rstrip().endswith("--turn 9 --arm move=1")
    assert main(["replay", str(duel.folder), "5", "--turn", "999"]) == 2
    assert "has turns 1 to" in capsys.readouterr().err


def test_a_better_move_is_clear_among_all_others() -> None:
    """By an interval for all of them together; a difference that every continuation has is no certainty either."""
    gains = np.array([WIN] * 40 + [-WIN] * 20)
    one, many = _better(gains, 1, 2), _better(gains, 40, 2)
    assert one is not None
    assert one.value == pytest.approx(1 / 3)
    assert one.interval.low > 0.0
    assert many is None
    always = _better(np.full(60, WIN), 5, 2)
    assert always is not None
    assert 0.0 < always.interval.low < 1.0 == always.interval.high
    assert _better(np.array([WIN, 0, 0, 0]), 1, 2) is None


def test_the_command_prints_chances_and_turning_points(duel: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """A chance a turn, and what was decided and what was luck."""
    assert main(["replay", str(duel.folder), "5", "--explain", "--continuations", "20"]) == 0
    told = capsys.readouterr().out
    assert told.count(" %  ") >= 20
    assert "games in 100" in told
