"""Does going first help? Against a count by hand, the vectors of the statistical design, and all designs."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from dhstats.queries.counts import counting
from dhstats.questions.seats import first_player, worth
from dhstats.questions.shared import metrics as quantities
from dhstats.questions.shared.answer import Answer
from dhstats.questions.shared.metrics import asked
from dhstats.questions.shared.vocabulary import Tally, vocabulary
from dhstats.storage import Run
from tests.queries.runs import Row, four_deals, game, write_run
from tests.questions.lookup import line

WON, DRAWN, LOST = game(1, 0), game(0, 0), game(0, 1)


def ask(run: Run) -> Answer:
    """The answer of a run."""
    with counting(run) as counts:
        return first_player.answer(counts)


def test_four_deals_counted_by_hand(tmp_path: Path) -> None:
    """Mean scores ½, 1, ¼, ½: mean 9/16, S² 19/192, t(3) = 3.182446; mean margins 0, 4, −3, 1: mean ½, S² 25/3."""
    answer = ask(write_run(tmp_path / "run", four_deals()))
    score = line(answer, "scores")
    assert score["score"] == 9 / 16
    assert score["se"] == pytest.approx((19 / 192 / 4) ** 0.5)
    assert score["low"] == pytest.approx(9 / 16 - 3.182446305 * score["se"])
    assert 9 / 16 + 3.182446305 * score["se"] > score["high"] == 1.0  # nobody wins more than all games
    assert (score["n"], score["unit"], score["method"], score["level"]) == (4, "deals", "t over blocks", 0.95)
    assert (score["band_low"], score["band_high"], score["verdict"]) == (0.495, 0.505, "undecided")
    margin = line(answer, "margins")
    assert margin["margin"] == 0.5
    assert margin["se"] == pytest.approx((25 / 3 / 4) ** 0.5)
    assert (margin["band_low"], margin["band_high"]) == (-0.5, 0.5)


def test_decided_and_drawn_games_by_hand(tmp_path: Path) -> None:
    """4 wins and 3 losses; 1 draw in 8 games; deals with ½, 1, ¼ and ½ are 2, 1 and 1."""
    answer = ask(write_run(tmp_path / "run", four_deals()))
    shares = line(answer, "shares")
    assert shares["decisive"] == pytest.approx(4 / 7)
    assert shares["drawn"] == 1 / 8
    blocks = answer.table("block_scores").frame
    assert blocks.select("score", "deals", "share").rows() == [(0.25, 1, 0.25), (0.5, 2, 0.5), (1.0, 1, 0.25)]


def test_the_sentence_a_designer_reads(tmp_path: Path) -> None:
    """Estimate, interval, what it rests on, verdict, and no talk of significance."""
    first, second, third, fourth = ask(write_run(tmp_path / "run", four_deals())).findings
    assert first.text == (
        "Going first is worth +6 games in 100 (95 % interval −44 to +50, t over 4 deals): undecided;"
        " about 39 more deals would decide whether it is balanced within ±0.5 games in 100."
    )
    assert (first.verdict, first.headline) == ("undecided", True)
    assert second.text == (
        "Going first is worth +0.5 points of the final margin (95 % interval −4.1 to +5.1, t over 4 deals): undecided;"
        " about 39 more deals would decide whether it is balanced within ±0.5 points."
    )
    few = "seen in 4 deals with decided games: too few for an interval"
    assert third.text.startswith(f"The first player won 57 % of the decided games ({few}); ")
    assert "one game is worth 1.42 independent ones" in fourth.text


def pentanomial(counts: dict[tuple[int, int], int]) -> list[Row]:
    """Pairs of games by the first player's results (0 lost, 1 drawn, 2 won) in both."""
    results = (LOST, DRAWN, WON)
    return [g for (a, b), deals in counts.items() for _ in range(deals) for g in (results[a], results[b])]


# STATS TV-1.3: the seat-swap table with the pentanomial counts [31019, 95, 139042, 114, 29730]
TABLE = {
    (0, 0): 31019, (0, 1): 47, (0, 2): 69480, (1, 0): 48, (1, 1): 0, (1, 2): 57, (2, 0): 69562, (2, 1): 57,
    (2, 2): 29730,
}  # fmt: skip


def test_the_pentanomial_vector(tmp_path: Path) -> None:
    """200,000 deals with the counts of TV-1.3: mean, standard error, intervals, correlation, worth of a game."""
    answer = ask(write_run(tmp_path / "run", pentanomial(TABLE)))
    score = line(answer, "scores")
    assert score["score"] == 0.49680125
    assert score["se"] == pytest.approx(0.000616407781, abs=1e-12)
    assert score["low"] == pytest.approx(0.49559311, abs=2e-8)
    assert score["high"] == pytest.approx(0.49800939, abs=2e-8)
    assert score["el_low"] == pytest.approx(0.49559310, abs=1e-8)
    assert score["el_high"] == pytest.approx(0.49800939, abs=1e-8)
    assert score["rho"] == pytest.approx(-0.39172653, abs=1e-8)
    assert score["effective_games"] == pytest.approx(1.643997, abs=1e-5)
    assert score["verdict"] == "balanced"
    assert answer.findings[0].text == (
        "Going first is worth −0.32 games in 100 (95 % interval −0.44 to −0.20, t over 200,000 deals): balanced"
        " within ±0.5 games in 100; the second player's edge is certain, but smaller than that."
    )


@pytest.mark.parametrize(
    ("counts", "verdict", "words"),
    [
        ({(2, 0): 4000, (0, 2): 4000}, "balanced", "balanced within ±0.5 games in 100."),
        ({(2, 2): 900, (0, 0): 100}, "unbalanced", "in favour of the first player by more than 0.5 games in 100"),
        ({(2, 2): 100, (0, 0): 900}, "unbalanced", "in favour of the second player by more than 0.5 games in 100"),
        (
            {(2, 2): 2900, (0, 0): 2700, (2, 0): 4400},
            "leaning",
            "the first player has an edge, but it may be less than",
        ),
        ({(2, 2): 52, (0, 0): 48}, "undecided", "more deals would decide"),
    ],
)
def test_verdicts_in_words(tmp_path: Path, counts: dict[tuple[int, int], int], verdict: str, words: str) -> None:
    """All four verdicts of STATS §0.5, each in plain words; 8000 split pairs are balanced without any spread."""
    finding = ask(write_run(tmp_path / "run", pentanomial(counts))).findings[0]
    assert finding.verdict == verdict
    assert words in finding.text


def test_deals_that_are_all_alike(tmp_path: Path) -> None:
    """Without spread the sentence says so; the score keeps the bound that the number of deals sets."""
    answer = ask(write_run(tmp_path / "run", [WON, LOST] * 3))
    assert "the same in all 3 deals" in answer.findings[1].text
    score, margin = line(answer, "scores"), line(answer, "margins")
    assert score["method"].startswith("Clopper–Pearson bound")
    assert score["rho"] is None or score["rho"] == -1.0
    rate = 1.0 - 0.025 ** (1.0 / 3.0)  # of deals that may differ, by a point
    assert (margin["low"], margin["high"], margin["se"]) == (pytest.approx(-rate), pytest.approx(rate), 0.0)


def test_only_draws(tmp_path: Path) -> None:
    """No game decided: there is no share of decided games, and nothing fails."""
    answer = ask(write_run(tmp_path / "run", [DRAWN] * 6))
    assert line(answer, "shares") == {
        "matchup": "greedy against itself", "decisive": None, "decisive_low": None, "decisive_high": None,
        "drawn": 1.0, "drawn_low": pytest.approx(0.2924, abs=1e-4), "drawn_high": 1.0,
    }  # fmt: skip
    assert len(answer.findings) == 2


def test_several_matchups_are_judged_together_and_one_by_one(tmp_path: Path) -> None:
    """All together have equal weights and a deal as one block; single ones have simultaneous intervals.

    In each of 2 deals: a against itself won and lost, a against b won twice; then lost twice, won and drawn. The
    deals' means are 3/4 and 3/8.
    """
    games = [WON, LOST, WON, WON, LOST, LOST, WON, DRAWN]
    answer = ask(write_run(tmp_path / "run", games, matchups=[("a", "a"), ("a", "b")]))
    rows = answer.table("scores").frame.select("matchup", "score", "n").rows()
    assert rows == [("All matchups together", 9 / 16, 2), ("a against itself", 1 / 4, 2), ("a against b", 7 / 8, 2)]
    levels = answer.table("scores").frame["level"].to_list()
    assert levels == pytest.approx([0.95, 0.95**0.5, 0.95**0.5])
    assert [finding.headline for finding in answer.findings] == [True, False, False, False, False]
    assert answer.findings[0].text.startswith("All matchups together: going first is worth +6 ")
    assert "simultaneous 95 % interval" in answer.findings[-1].text
    assert "Šidák" in answer.method


def test_many_matchups_have_a_table_instead_of_sentences(tmp_path: Path) -> None:
    """Beyond ten matchups only the first ones get a sentence; the table has all."""
    names = [f"s{number:02d}" for number in range(12)]
    matchups = [(name, name) for name in names]
    answer = ask(write_run(tmp_path / "run", [WON, LOST] * 24, matchups=matchups))
    assert answer.table("scores").frame.height == 13
    assert sum("against itself" in finding.text for finding in answer.findings) == 10


def test_single_games_of_different_players_are_not_judged(tmp_path: Path) -> None:
    """If A always begins, seat and strategy cannot be separated, and the answer says so."""
    run = write_run(tmp_path / "run", [WON, LOST, WON, DRAWN], kind="single", matchups=[("a", "b")])
    answer = ask(run)
    assert {finding.verdict for finding in answer.findings} == {"fact"}
    assert answer.findings[0].text.startswith("Player A, who goes first in every game, scores ")
    assert "cannot be separated" in answer.caution
    assert line(answer, "scores")["n"] == 4


def test_single_games_of_a_mirror_are_judged(tmp_path: Path) -> None:
    """One game a deal of equal players is a seat question without pairs."""
    answer = ask(write_run(tmp_path / "run", [WON, LOST, WON, DRAWN], kind="single"))
    score = line(answer, "scores")
    assert (score["score"], score["n"], score["rho"], score["verdict"]) == (0.625, 4, None, "undecided")


@pytest.mark.parametrize("kind", ["strength", "quartet"])
def test_other_designs_also_answer(tmp_path: Path, kind: str) -> None:
    """Pairs with exchanged strategies, and quartets, begin equally often: the seat is judged over their deals."""
    run = write_run(tmp_path / "run", [WON, LOST, WON, WON] * 3, kind=kind, matchups=[("a", "b")])
    score = line(ask(run), "scores")
    assert (score["score"], score["n"]) == (0.75, 6 if kind == "strength" else 3)


def test_the_method_is_named(tmp_path: Path) -> None:
    """Estimator, interval, level, unit and margins stand in the method; the SQL is shown."""
    answer = ask(write_run(tmp_path / "run", four_deals()))
    for word in ("deal", "t ·", "95 %", "±0.005", "±0.5", "empirical-likelihood", "t tests"):
        assert word in answer.method
    assert [name for name, _ in answer.queries] == ["blocks"]
    assert "FROM games" in answer.queries[0][1]
    assert "$" not in answer.queries[0][1]


def test_points_are_judged_only_where_a_game_says_how_many_are_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where scores are 0 and 1, half a point is half a game: such a game says its own margin, or there is no verdict."""
    counted = write_run(tmp_path / "run", [WON, LOST, WON, WON] * 10)
    assert "±0.5 points" in ask(counted).method
    monkeypatch.setattr(worth, "vocabulary", lambda game: replace(vocabulary(game), tally=Tally()))
    told = ask(counted)
    margin = line(told, "margins")
    assert (margin["verdict"], margin["band_low"], margin["band_high"]) == ("fact", None, None)
    assert margin["more_deals"] == 0
    assert told.findings[1].verdict == "fact"
    assert re.search(r"standard deviations of a game\.$", told.findings[1].text)
    assert "points are described" in told.method
    monkeypatch.setattr(quantities, "vocabulary", lambda _: replace(vocabulary("dragonheart"), tally=Tally()))
    assert asked("margin").margin == asked("score", seats=1).margin == 0.0
    assert asked("score").margin == 0.005
    monkeypatch.undo()
    assert asked("margin").margin == 0.5
