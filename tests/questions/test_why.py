"""Why does it matter who begins? Planted reasons are found and added up; where there is none, none is told."""

import re
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from dhstats.queries.counts import Counts, counting
from dhstats.questions.seats import first_player, why
from dhstats.questions.shared.answer import Answer
from dhstats.questions.shared.groups import groups
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.storage import Run
from tests.queries.runs import Row, game, turn, two_deals_of_turns, write_run
from tests.questions.lookup import line

DEALS = 600


def told(run: Run) -> tuple[str, Answer]:
    """What a run says under its answer, and its section on that."""
    with counting(run) as counts:
        opening = first_player.answer(counts).opening
        assert opening is not None
        return opening.why, why.answer(counts)


def run_of(folder: Path, margins: np.ndarray, more: np.ndarray, claims: np.ndarray | None = None) -> Run:
    """Games of eight turns, each with the first player's margin after them; `more` has what a ninth turn adds for them.

    A margin of the first player shows after the seventh turn, and nothing before. `claims` tells who claims first.
    """
    games, moves = [], []
    for number, (margin, extra) in enumerate(zip(margins.ravel(), more.ravel(), strict=True)):
        final = int(margin + extra)
        turns = 9 if extra else 8
        piles = [(20, 20)] * 6 + [(20 + int(margin), 20)] * 2 + ([(20 + final, 20)] if extra else [])
        claim = {} if claims is None else {"first_claim_turn": int(claims.ravel()[number])}
        games.append(game(20 + final, 20, turns=turns, **claim))
        moves += [turn(number, at, score_first_after=a, score_second_after=b) for at, (a, b) in enumerate(piles)]
    return write_run(folder, games, moves)


def chances(seed: int, *chances: float) -> list[np.ndarray]:
    """Who wins or has something in pairs of games: −1 or 1, with a chance of 1."""
    rng = np.random.default_rng(seed)
    return [np.where(rng.random((DEALS, 2)) < chance, 1, -1) for chance in chances]


def test_an_extra_turn_that_was_planted_is_what_it_comes_from(tmp_path: Path) -> None:
    """Even play, and in a fifth of the games a ninth turn that wins: it is the edge, and more than all other things."""
    play, lot = chances(1, 0.5, 0.2)
    more = np.where(lot == 1, 4, 0)
    says, section = told(run_of(tmp_path / "run", play, more))
    row = line(section, "parts", reason="the points of the extra turn")
    turned = ((lot == 1) & (play == -1)).mean()  # a defeat becomes a win: a whole game
    assert row["part"] == pytest.approx(turned)
    assert row["rest"] == pytest.approx(play.mean() / 2)
    assert row["part"] + row["rest"] == pytest.approx(row["edge"])
    assert says.startswith("Why: ")
    assert "from the points of the extra turn (" in says


def test_two_things_that_cancel_are_told(tmp_path: Path) -> None:
    """The extra turn turns as many games for the first player as the play before it loses."""
    play, lot = chances(2, 0.4, 0.25)
    more = np.where((lot == 1) & (play == -1), 4, 0)
    says, section = told(run_of(tmp_path / "run", play, more))
    row = line(section, "parts", reason="the points of the extra turn")
    assert row["part"] > 0.1
    assert row["rest"] < -0.05
    assert says.startswith("Why: for the first player +")
    assert "from the points of the extra turn (" in says
    assert re.search(r", −\d+(\.\d+)? from all else\.$", says)


def test_a_first_claim_goes_with_the_edge(tmp_path: Path) -> None:
    """Who claims first wins 4 of 5 games, and the first player claims in 7 of 10: 3/10 of 2/5 is what goes with it."""
    claims, luck = chances(3, 0.7, 0.8)
    says, section = told(run_of(tmp_path / "run", claims * luck, 0 * claims, np.where(claims == 1, 2, 3)))
    row = line(section, "parts", reason="the first claim of the figure")
    assert row["kind"] == "goes with"
    assert (row["first"], row["second"]) == (pytest.approx((claims == 1).mean()), pytest.approx((claims == -1).mean()))
    slope = np.polyfit(claims.ravel(), (claims * luck).ravel() / 2, 1)[0]
    assert row["part"] == pytest.approx(slope * claims.mean())
    assert row["low"] < 0.4 * 0.3 < row["high"]
    assert "goes with the first claim of the figure" in says or "go with the first claim of the figure" in says
    assert "makes" not in says
    assert "effect" not in says


def test_where_nothing_explains_it_that_is_told(tmp_path: Path) -> None:
    """The first player wins 3 of 5 games whatever else happens; where the seats are even nothing is told."""
    play, claims = chances(4, 0.62, 0.5)
    says, _ = told(run_of(tmp_path / "run", play, 0 * play, np.where(claims == 1, 2, 3)))
    assert says == "Nothing measured here explains it."
    (even,) = chances(5, 0.5)
    assert told(run_of(tmp_path / "even", even, 0 * even))[0] == ""


def test_the_largest_of_several_is_seldom_picked_by_chance(tmp_path: Path) -> None:
    """Of 60 runs in which marks have nothing to do with winning, at most 8 name one (one in twenty, 99.5 %)."""
    named = 0
    for seed in range(60):
        play, claims = chances(100 + seed, 0.65, 0.6)
        with counting(run_of(tmp_path / f"{seed}", play, 0 * play, np.where(claims == 1, 2, 3))) as counts:
            named += any(not each.part.interval.contains(0.0) for each in _reasons(counts))
    assert named <= 8


def _reasons(counts: Counts) -> list[why.Reason]:
    return why.reasons(counts, groups(counts)[0])


def test_turns_are_counted_by_hand(tmp_path: Path) -> None:
    """Four games of 3, 2, 3 and 4 turns: after the last whole round 2–1, 0–3, 4–0, 1–2; at their ends 5–1, 0–3, 4–0, 1–2."""
    finals = [game(5, 1, turns=3), game(0, 3, turns=2), game(4, 0, turns=3), game(3, 2, turns=4)]
    with counting(write_run(tmp_path / "run", finals, two_deals_of_turns())) as counts:
        held = {
            name: [row["held"] for row in counts.rows("courses", mark=name)] for name in ("turn", "count", "standing")
        }
    assert {name: sorted(each) for name, each in held.items()} == {"turn": [0, 0], "count": [0, 2], "standing": [0, 0]}


def test_luck_of_the_deal(tmp_path: Path) -> None:
    """Deals won by one deck from both seats, by the first player twice, by the second twice: 4, 3 and 3 of 10."""
    won, lost = game(1, 0), game(0, 1)
    rows: list[Row] = [won, lost] * 4 + [won, won] * 3 + [lost, lost] * 3
    with counting(write_run(tmp_path / "run", rows, [turn(number, 0) for number in range(20)])) as counts:
        section = why.answer(counts)
    text = section.findings[-1].text
    assert text.startswith("Every deal is played from both seats: on 40 % of the deals the same deck wins both times (")
    assert "30 % the first player (" in text
    assert "and 30 % the second (" in text


def test_where_points_count_the_edge_is_half_a_lead(tmp_path: Path) -> None:
    """Kuhn poker in equilibrium costs the first player 1/18 point a hand, in parts that add up, in points."""
    plan = Experiment("why", "?", "kuhn", "standard", (), ("equilibrium",), design="seat", games=6_000, seed=3)
    run = simulate(plan, tmp_path / "run", workers=1)
    says, section = told(run)
    rows = section.table("parts").frame.to_dicts()
    games = pl.concat([pl.read_parquet(shard.games.path(run.folder)) for shard in run.manifest.shards])
    for row in rows:
        assert row["edge"] == pytest.approx(games["score_first"].mean())
        assert row["part"] + row["rest"] == pytest.approx(row["edge"])
        assert row["edge_low"] < -1 / 18 < row["edge_high"]
    assert {each.unit for each in section.table("parts").columns if each.name in ("part", "edge")} == {
        "points per game"
    }
    assert all("points per game" in each.text for each in section.findings[: len(rows)])
    assert "games in 100" not in says


def test_runs_that_stopped_by_their_data_say_nothing_first(tmp_path: Path) -> None:
    """Runs of totals, of all who win together, and of seats that cannot be told from players are not asked."""
    played = write_run(tmp_path / "run", [game(1, 0)] * 8, kind="single", matchups=(("greedy", "random"),))
    with counting(played) as counts:
        assert not why.asked(counts)
        opening = first_player.answer(counts).opening
    assert opening is not None
    assert opening.why == ""
