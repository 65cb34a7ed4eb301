"""Who is stronger at one table? Against counts by hand and blocks in numpy."""

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import t as student

from dhstats.queries.counts import counting
from dhstats.questions.seats import seats
from dhstats.questions.seats.field import answer, field_exists
from dhstats.questions.shared.answer import Answer
from dhstats.storage import Run
from tests.queries.seated_runs import game, write_seated

FIELD = [("a", "b", "b")]


def ask(run: Run) -> Answer:
    """The answer of a run that has one."""
    with counting(run) as counts:
        assert field_exists(counts)
        return answer(counts)


def one_of_three(deals: int, wins: float, seed: int) -> list[list[int]]:
    """Final scores of games in a seat design for a, b, b: a sits first, then third, then second, and wins so often."""
    draw = np.random.default_rng(seed)
    games = []
    for number in range(3 * deals):
        own = (0, 2, 1)[number % 3]
        winner = own if draw.random() < wins else draw.choice([seat for seat in range(3) if seat != own])
        games.append([9 if seat == winner else 1 for seat in range(3)])
    return games


def test_one_against_a_field(tmp_path: Path) -> None:
    """A's share over his seats, and that of one of the two others, over deals; Šidák for both at once."""
    scores = one_of_three(200, 0.5, 1)
    told = ask(write_seated(tmp_path / "run", [game(row) for row in scores], matchups=FIELD))
    rows = {row["strategy"]: row for row in told.table("shares").frame.to_dicts()}
    won = np.array(scores).reshape(200, 3, 3) == 9
    mine = (won * np.array([[1, 0, 0], [0, 0, 1], [0, 1, 0]])).sum(axis=2).mean(axis=1)
    reach = student.isf((1 - 0.95**0.5) / 2, 199) * mine.std(ddof=1) / np.sqrt(200)
    assert rows["a"]["share"] == pytest.approx(mine.mean())
    assert (rows["a"]["low"], rows["a"]["high"]) == pytest.approx((mine.mean() - reach, mine.mean() + reach))
    assert rows["b"]["share"] == pytest.approx((1 - mine.mean()) / 2)
    assert [rows[name]["seats"] for name in "ab"] == [1, 2]
    assert (rows["a"]["even"], rows["a"]["n"], rows["a"]["unit"]) == (pytest.approx(1 / 3), 200, "deals")


def test_the_sentence_a_designer_reads(tmp_path: Path) -> None:
    """A table in one sentence, with an even share beside it."""
    games = [game(row) for row in one_of_three(200, 0.5, 1)]
    (finding,) = ask(write_seated(tmp_path / "run", games, matchups=FIELD)).findings
    assert finding.text == (
        "At a table of a, b and b a seat of a wins 50 % of the games (simultaneous 95 % interval 46 to 55, t over 200"
        " deals) and one of b 25 % (22 to 27); an even share is 33.3 %."
    )


def test_several_tables_and_those_where_equals_meet(tmp_path: Path) -> None:
    """A mirror has no stronger side and no sentence; every other table has one."""
    games = [game((9, 5, 4)), game((4, 5, 9))] * 9
    matchups = [("a", "b", "b"), ("a", "a", "a"), ("c", "b", "a")]
    told = ask(write_seated(tmp_path / "run", games, matchups=matchups))
    assert [finding.text.partition(" a seat")[0] for finding in told.findings] == [
        "At a table of a, b and b",
        "At a table of c, b and a",
    ]
    assert told.table("shares").frame["strategy"].to_list() == ["a", "b", "c", "b", "a"]


@pytest.mark.parametrize(("wins", "verdict"), [(0.97, "refused"), (0.8, "undecided")])
def test_a_table_that_one_player_wins_tells_nothing_of_seats(tmp_path: Path, wins: float, verdict: str) -> None:
    """Where a wins 97 % whatever the seats, 3 points are left; seats are not judged, and what to ask is said."""
    run = write_seated(tmp_path / "run", [game(row) for row in one_of_three(200, wins, 1)], matchups=FIELD)
    with counting(run) as counts:
        told = seats.answer(counts)
    assert set(told.table("seats").frame["verdict"]) == {verdict}
    (headline,) = [finding for finding in told.findings if finding.headline]
    assert headline.verdict == verdict
    assert ("no verdict on seats: a wins 97" in headline.text) == (verdict == "refused")
    assert ("let a play against itself (--strategies a), or choose players" in headline.text) == (verdict == "refused")


def test_who_has_no_field(tmp_path: Path) -> None:
    """Mirrors and games for two are asked otherwise."""
    mirror = write_seated(tmp_path / "mirror", [game((9, 5, 4))] * 6)
    two = write_seated(tmp_path / "two", [game((9, 5))] * 4, matchups=[("a", "b")])
    for run in (mirror, two):
        with counting(run) as counts:
            assert not field_exists(counts)


def test_seats_and_strategies_that_go_together(tmp_path: Path) -> None:
    """With one game a deal everybody keeps his seat, and the caution says so."""
    run = write_seated(tmp_path / "run", [game((9, 5, 4))] * 6, matchups=FIELD, kind="single")
    assert ask(run).caution.startswith("In this run everybody has one seat in every game")
