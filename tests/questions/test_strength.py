"""How strong a player is: what is picked and measured apart, what is given away as it was noted, and the words for it."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from scipy import stats

from dhstats.games.catalogue import load
from dhstats.players.match import Match, line_up
from dhstats.players.recipes import standard
from dhstats.players.roster import find
from dhstats.players.strength.examining import keep, kept
from dhstats.players.strength.loops import NOTED
from dhstats.questions.shared.first_screen import About
from dhstats.questions.training.among import beside
from dhstats.questions.training.strength import (
    CHEAT,
    FAIR,
    FINE,
    JUDGED_SHARE,
    SEES_HANDS,
    Among,
    Lost,
    Plan,
    Reached,
    Strength,
    endgames,
    given_away,
    ratio,
)
from dhstats.questions.training.strength_words import answer, in_a_line
from dhstats.questions.training.trials import Trials, added
from dhstats.simulate.tables import win_parts
from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.sequential.verdicts import judge

EVEN = judge(BlockSums.from_counts({12: 500_000, 0: 500_000}, 12), 0.5, 0.005)
ABOUT = About("Dragonheart", "dragonheart", ("expert",))


def known(value: float, reach: float, n: int = 400) -> Estimate:
    """An estimate with an interval that reaches so far to either side."""
    return Estimate(value, reach / 2, Interval(value - reach, value + reach, 0.95, "t over blocks", n, "deals"))


def strong(gain: float, seats: tuple[Among, ...] = ()) -> Strength:
    """A player whom the best counter-player found beats by so much, known to within 3 games in 100."""
    scale = (Reached("search", FAIR, known(0.5 + gain, 0.03)), Reached(SEES_HANDS, CHEAT, known(0.8, 0.03, 200)))
    lost = Lost(500, known(0.2, 0.01), known(0.002, 0.001), known(0.06, 0.03), 25.0)
    return Strength(
        "expert", 0.5, 200, 40, scale, scale[:1], "search", known(gain, 0.03), lost, (), (0, 0), ("search:200",), seats
    )


def among(player: str, wins: int, of: int, change: Estimate | None) -> Among:
    """The first player's score among players of a name: won so often, a game a deal."""
    verdict = judge(BlockSums.from_counts({12: wins, 0: of - wins}, 12), 0.5, 0.005)
    return Among(player, verdict, None) if change is None else beside(player, verdict, EVEN, change)


def test_the_best_is_picked_on_other_deals_than_it_is_measured_on() -> None:
    """However many deals there are, and whoever does the playing."""
    for deals in (2, 7, 400):
        plan = Plan(deals, 100)
        assert not set(plan.other) & {*plan.fresh, *plan.many, *plan.few}
        assert len(plan.other) >= 2


def test_the_first_screen_says_whether_anybody_beats_them() -> None:
    """A gain beyond doubt asks for stronger players; one in doubt for more deals."""
    first = answer([strong(0.05)], "", ABOUT).opening
    assert first is not None
    assert first.question == "How strong is expert in Dragonheart?"
    assert first.answer == (
        "Not unbeatable: the strongest counter-player found wins about 55 of 100 games against them."
    )
    assert first.sureness.startswith("Certain: it wins more than an even share, +2 to +8 games in 100")
    assert "dhstats strength expert --verdict expert,search:200" in first.decision
    filed = answer([replace(strong(0.05), player="bot", typed="bots.py:bot")], "", ABOUT).opening
    assert filed is not None
    assert "`dhstats strength bots.py:bot --verdict bots.py:bot,search:200`" in filed.decision
    doubtful = answer([strong(0.02)], "", ABOUT).opening
    assert doubtful is not None
    assert doubtful.verdict == "undecided"
    assert "--deals 400`" in doubtful.decision
    behind = answer([strong(-0.15)], "", ABOUT).opening
    assert behind is not None
    assert "this one wins fewer than an even share, 12 to 18 games in 100" in behind.sureness


@pytest.mark.parametrize(
    ("wins", "of", "change", "says"),
    [
        (60_000, 100_000, known(0.1, 0.01), "compared with expert; the worth of going first changes."),
        (60, 100, known(0.1, 0.05), "compared with expert; the worth of going first changes."),
        (60, 100, known(0.1, 0.2), "too few deals to say whether the worth of going first changes."),
        (500_000, 1_000_000, known(0.0, 0.002), "within 0.5 games in 100, so the worth of going first stays the same."),
        (530_000, 1_000_000, known(0.0, 0.2), "compared with expert; the worth of going first changes."),
    ],
)
def test_what_going_first_is_worth_moves_if_its_difference_says_so(
    wins: int, of: int, change: Estimate, says: str
) -> None:
    """Not if the words of two verdicts differ; few deals are no reason to say that it stays."""
    told = answer([strong(0.05, (Among("expert", EVEN, None), among("search:200", wins, of, change)))], "", ABOUT)
    assert told.findings[-1].text.endswith(says)
    frame = next(each for each in told.tables if each.key == "verdicts").frame
    assert frame["change"].to_list() == [None, change.value]


def test_verdicts_for_opposite_sides_do_not_stay() -> None:
    """53 of 100 for the first player among some, 47 among others: both are unbalanced, and not alike."""
    first = judge(BlockSums.from_counts({12: 53_000, 0: 47_000}, 12), 0.5, 0.005)
    second = judge(BlockSums.from_counts({12: 47_000, 0: 53_000}, 12), 0.5, 0.005)
    assert (first.kind, second.kind) == ("unbalanced", "unbalanced")
    found = beside("search:200", second, first, known(-0.06, 0.1))
    told = answer([strong(0.05, (Among("expert", first, None), found))], "", ABOUT).findings[-1].text
    assert told.endswith("compared with expert; the worth of going first changes.")


def test_what_is_given_away_is_what_was_noted() -> None:
    """A decision over the judged ones, a game by the share that is judged; intervals as a plain t over deals says."""
    chance = np.random.Generator(np.random.Philox(key=5))
    noted = np.zeros(200, NOTED)
    noted["decisions"] = 50
    noted["judged"] = chance.integers(0, 12, 200)
    noted["others"] = chance.binomial(noted["judged"], 0.3)
    noted["lost"] = np.round(chance.normal(0.02, 0.1, 200) * noted["others"], 6)
    found = given_away(noted, 2)
    assert (found.judged, found.decisions) == (noted["judged"].sum(), 25.0)
    assert found.decision.value == pytest.approx(noted["lost"].sum() / noted["judged"].sum())
    games = noted["lost"] / JUDGED_SHARE / 2
    plain = stats.t.interval(0.95, 199, games.mean(), stats.sem(games))
    assert (found.game.interval.low, found.game.interval.high) == pytest.approx(plain, rel=1e-4)


def test_endgames_that_were_met_are_told_by_kind() -> None:
    """Those of which none came up are left out; one in which nothing was given away has a bound, not a zero."""
    noted = np.zeros(100, NOTED)
    noted["met"][:, 1], noted["met"][:40, 2] = 1, 1
    noted["missed"][:10, 2], noted["wasted"][:10, 2] = 1, 0.5
    exam: Any = SimpleNamespace(
        trials=SimpleNamespace(bundle=SimpleNamespace(endgame=SimpleNamespace(kinds=("last", "before", "two before"))))
    )
    last, before = endgames(noted, exam)
    assert (last.met, last.missed.value, last.lost.value) == (100, 0.0, 0.0)
    assert 0.0 < last.lost.interval.high < 0.05
    assert (before.met, before.missed.value, before.lost.value) == (40, 0.25, pytest.approx(0.125))


def test_ratios_rest_on_the_deals_in_which_there_is_something() -> None:
    """And are of any size."""
    sums = ratio(np.array([5 * FINE, 0, FINE]), np.array([2, 0, 1]))
    assert (sums.n, sums.ratio) == (2, 2 * FINE)


def test_a_trial_counts_every_seat_of_a_table() -> None:
    """At a table for three a player has a third of the wins against themself, whatever the deal, and no lead."""
    bundle = load("dragonwood")
    rules = bundle.rule_files.load("three")
    expert = find(bundle, rules, "expert")  # who draws no lots
    played = Trials(bundle, rules, 5, 1, standard(bundle.game)).play(expert, replace(expert, name="twin"))
    assert played.score(0.95).value == pytest.approx(1 / 3)
    assert played.scores.tolist() == [12] * 5


def test_a_trial_counts_every_deck_in_every_seat() -> None:
    """With three decks a deal has nine games: three layouts, in each of which the players move through the seats."""
    bundle = load("dragon")
    rules = bundle.rule_files.load("three")
    trials = Trials(bundle, rules, 4, 1, standard(bundle.game))
    greedy, other = find(bundle, rules, "greedy"), find(bundle, rules, "controller")
    played = trials.play(greedy, other)
    assert (played.seats, played.games) == (3, 9)
    names = (greedy.name, other.name, other.name)
    match, won = Match(line_up(bundle, rules, [greedy, other]), names), np.zeros(4, np.int64)
    for layout in range(3):
        for seat in range(3):
            plan = np.array([[layout, 0, *(0 if at == seat else 1 for at in range(3))]])
            games, _ = match.play(plan, 1, 0, 4)
            won += win_parts(games[:, 0], 3)[seat]
    assert played.scores.tolist() == won.tolist()
    assert played.score(0.95).value == pytest.approx(won.mean() / (12 * 9))


def test_with_one_deck_for_all_a_deal_is_played_in_one_layout() -> None:
    """In Dragonheart another layout would be another shuffle of the same cards."""
    bundle = load("dragonheart")
    trials = Trials(bundle, bundle.rule_files.load("ffg"), 4, 1, standard(bundle.game))
    assert (trials.seats, trials.layouts) == (2, 1)


def test_what_was_noted_in_the_layouts_of_a_deal_is_added_up() -> None:
    """Counts and losses alike, of endgames kind by kind."""
    noted = np.zeros((2, 3), NOTED)
    noted["decisions"], noted["lost"] = [[1, 2, 3], [4, 5, 6]], [[0.5, 0.0, 0.25], [0.0, 0.0, 1.0]]
    noted["met"][1, :, 1] = 1
    total = added(noted)
    assert (total["decisions"].tolist(), total["lost"].tolist()) == ([6, 15], [0.75, 1.0])
    assert total["met"].tolist() == [[0, 0, 0, 0], [0, 3, 0, 0]]


def test_a_figure_is_kept_beside_a_verdict(tmp_path: Path) -> None:
    """The one on the most deals; what lies there and is none is passed over; without one it is said what to type."""
    path, figure = tmp_path / "strength" / "figure.json", strong(0.05).figure
    assert kept(path) is None
    keep(figure, path)
    keep(replace(figure, deals=2, score=0.9), path)
    assert kept(path) == figure
    assert in_a_line("expert", figure, "dhstats strength expert") == (
        "how strong expert is: the strongest counter-player found, search, wins 55.0 of 100 games against them"
        " (95 % interval 52.0 to 58.0, t over 400 deals), a lower bound"
    )
    whole = path.read_text("utf-8")
    for damaged in ("", "[]", '{"player": 1}', whole.replace("0.55", '"much"'), whole.replace("400", "0")):
        path.write_text(damaged, "utf-8")
        assert kept(path) is None
    assert in_a_line("expert", None, "dhstats strength expert").endswith("; dhstats strength expert")
