"""What pages about players, decks, cards, forks, proofs and plans say first, by how sure it is."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from dhstats.questions.catalogue import answer_all
from dhstats.questions.certificates.certificate import certify
from dhstats.questions.certificates.words import answer as certificate_answer
from dhstats.questions.decks.cards import CardWorth, _of_forks, matters_most
from dhstats.questions.decks.improvement import KEPT, Climb, Step, Swap, Terms, better_deck
from dhstats.questions.forks.asking import spoken
from dhstats.questions.forks.plays import PLAYED, _ends, plays
from dhstats.questions.forks.what_if import going_on
from dhstats.questions.leagues.league import League, Pairing
from dhstats.questions.leagues.luck import _two_best, ahead, hundred_parts, series, two_best
from dhstats.questions.leagues.luck import opening as luck
from dhstats.questions.leagues.skill import _turns, turning
from dhstats.questions.leagues.standings import against_all, beating, deck, nobody_best, standings, strongest
from dhstats.questions.planning.pilot import Pilot, Spread
from dhstats.questions.planning.plan import STANDARD, Ask, Plan, needs
from dhstats.questions.planning.plan import Terms as PlanTerms
from dhstats.questions.planning.plan_words import answer as plan_answer
from dhstats.questions.shared.answer import Opening
from dhstats.questions.shared.first_screen import About, change, play_on, terminal_lines
from dhstats.questions.shared.hundred import Share, in_hundred
from dhstats.questions.shared.words import reach
from dhstats.questions.training.probe import Mechanism, Probe, exploited, mechanism, probe_answer
from dhstats.stats.estimates.clusters import Group
from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.leagues.equilibrium import Payoffs
from dhstats.stats.sequential.verdicts import judge
from dhstats.storage import open_run
from tests.queries.runs import four_deals, write_run

Told = Callable[..., None]
ABOUT = About("Dragonheart", "dragonheart", ("expert",))
WEAK = replace(ABOUT, players=("greedy",))


def known(value: float, reach: float, n: int = 400) -> Estimate:
    """An estimate with an interval that reaches so far to either side."""
    return Estimate(value, reach / 2, Interval(value - reach, value + reach, 0.95, "t over deals", n, "deals"))


def effect(one: str, value: float, reach: float) -> Any:
    """A way to go on beside another."""
    return SimpleNamespace(one=one, score=known(value, reach))


def league(*rates: tuple[float, float, float], deals: int = 400, seed: int = 1) -> League:
    """Three players; each beats the next in so many games: first the second, first the third, second the third."""
    (ab, ac, bc) = rates[0]
    wins = np.array([[0.5, ab, ac], [1 - ab, 0.5, bc], [1 - ac, 1 - bc, 0.5]])
    lot = np.random.default_rng(seed).random((deals, 3, 3))
    blocks = (lot < wins).astype(np.float32)
    return League(("one", "two", "three"), Payoffs(blocks), np.zeros((0, 0, 0, 0), np.float32), np.ones((3, 3), int))


def test_the_best_of_several_is_certain_only_if_it_is_ahead_of_all(told: Told) -> None:
    """Its own interval and the gaps to all others hold together; else those are named who may be as good."""
    rates = ((0.9, 0.9, 0.6), (0.5, 0.9, 0.9), (0.5, 0.5, 0.5))
    told(*(strongest(standings(league(each)), (), ABOUT) for each in rates))


def test_the_selected_best_is_covered() -> None:
    """Of three equal players the one that seems best is called so in few of many round robins, not in one of six."""
    called = [strongest(standings(league((0.5, 0.5, 0.5), deals=200, seed=seed)), (), ABOUT) for seed in range(200)]
    assert sum(told.verdict == "unbalanced" for told in called) <= 12


def test_who_beats_the_best_all_the_same_is_named() -> None:
    """Strongest against all does not mean stronger than each."""
    found = league((0.95, 0.4, 0.95), deals=2_000)
    stand = standings(found)
    beaten_by = beating(found, stand)
    told = strongest(stand, beaten_by, ABOUT)
    assert (beaten_by, "Three, however, beats one." in told.answer) == (("three",), True)


def test_numbers_of_a_round_robin_are_those_of_its_table() -> None:
    """The best's share of the wins and the ends of its interval."""
    found = standings(league((0.8, 0.7, 0.6)))
    told, rows = strongest(found, (), ABOUT), against_all(found, "strategy", "Score").frame.to_dicts()
    best = max(rows, key=lambda row: row["score"])
    assert f"about {round(100 * best['score'])} of 100" in told.answer
    low, high = re.findall(r"wins ([\d.]+) to ([\d.]+) of 100", told.sureness)[0]
    assert (float(low), float(high)) == pytest.approx((100 * best["low"], 100 * best["high"]), abs=0.51)


def test_a_deck_that_is_far_out_is_to_be_weakened(told: Told) -> None:
    """And one that leads by little is not."""
    far, near = standings(league((0.9, 0.9, 0.6))), standings(league((0.53, 0.53, 0.5), deals=9_000))
    told(deck(far, ABOUT), deck(far, WEAK), deck(near, ABOUT))


def test_decks_in_a_circle_are_no_riddle(told: Told) -> None:
    """Each beats the next, and all win half of their games: more games would not tell them apart."""
    told(*(deck(standings(league((0.6, 0.4, 0.6), deals=deals)), ABOUT) for deals in (20_000, 60)))


def test_who_can_be_exploited(told: Told) -> None:
    """By so much that all others are behind; perhaps; or nobody, as far as training shows."""

    def probe(player: str, gain: float) -> Probe:
        return Probe(player, known(0.5 + gain, 0.02), known(0.5, 0.02), known(gain, 0.02))

    pairs = (
        (("dragon_hunter", 0.2), ("greedy", 0.05)),
        (("a", 0.06), ("b", 0.05)),
        (("greedy", 0.0),),
        (("greedy", -0.2),),
    )
    told(*(exploited([probe(*each) for each in several], ABOUT) for several in pairs))
    ends = [probe("greedy", gain).sentence.rpartition("), ")[2] for gain in (-0.2, 0.2)]
    assert [ends[0][:12], ends[1][:13]] == ["20.0 points ", "+20.0 points "]
    assert [end.rpartition(") ")[2] for end in ends] == ["fewer than the expert does.", "more than the expert does."]
    cards = [len(probe_answer([probe("greedy", 0.1)], label, ABOUT).findings) for label in ("", "Cards of a test")]
    assert cards == [1, 2]  # whose cards they are is said where they are anybody's


@pytest.mark.parametrize(
    ("score", "reach", "change", "interval"),
    [
        (0.40, 0.02, "loses 10.0 games in 100", "8.0 to 12.0"),
        (0.60, 0.02, "gains 10.0 games in 100", "8.0 to 12.0"),
        (0.51, 0.02, "perhaps loses −1.0 games in 100", "−3.0 to 1.0"),
    ],
)
def test_what_it_costs_to_do_without(score: float, reach: float, change: str, interval: str) -> None:
    """A loss has the interval of a loss, a gain that of a gain; a loss that may be a gain keeps its sign."""
    sentence = Mechanism("claim", "never claims", known(score, reach), known(-1.0, 0.1)).sentence
    assert f"A player who never claims {change} against the expert" in sentence
    assert f"interval {interval}, t over 400 deals" in sentence


def test_what_a_player_misses_most(told: Told) -> None:
    """The dearest beyond all others, perhaps the dearest, or nothing that is known to be missed."""

    def without(name: str, score: float) -> Mechanism:
        return Mechanism(name, f"never {name}s", known(score, 0.02), known(-1.0, 0.1))

    several = ({"claim": 0.3, "hoard": 0.5}, {"claim": 0.42, "hoard": 0.43}, {"claim": 0.5}, {"claim": 0.3})
    told(*(mechanism([without(*each) for each in scores.items()], ABOUT) for scores in several))


def test_which_card_a_deck_misses(told: Told) -> None:
    """As many games as its row says, and how many cards are not known to be missed."""
    found = [CardWorth("fang_bite", 3, known(0.06, 0.02)), CardWorth("claw", 2, known(0.01, 0.02))]
    told(matters_most(found, "kill", replace(ABOUT, title="Dragon!")))


def test_one_way_beside_another(told: Told) -> None:
    """Better, worse, or not known, with what it takes to know."""
    told(
        *(
            going_on([effect("play=claim", value, 0.02)], "as it is", "deals", ABOUT)
            for value in (0.04, -0.04, 0.01, 0.0)
        )
    )


def test_the_best_of_several_ways(told: Told) -> None:
    """It is the best against the one it is compared with; others that may be as good are named."""

    def best(unit: str = "deals", about: About = ABOUT, **ways: float) -> Opening:
        named = {"claim": "play=claim", "ship": "play=ship"}
        return going_on(
            [effect(named.get(name, name), value, 0.02) for name, value in ways.items()], "as it is", unit, about
        )

    told(
        best("continuations", claim=0.06, ship=0.05), best(claim=0.06, b=0.0), best(claim=0.0, ship=-0.05),
        best(about=replace(ABOUT, deals=1_000), claim=0.0), best(a=-0.06, b=-0.05),
    )  # fmt: skip


def test_a_share_that_only_looks_even_is_told_finer() -> None:
    """Also of another even share, and in more digits where they are known."""
    told = [Share.of(known(each, 0.01)) for each in (0.4962, 0.4762, 0.5, 0.997, 1.0)]
    assert [each.games for each in told] == ["49.6", "48", "50", "99.7", "100"]
    assert (told[1].told(1), Share.of(known(0.5462, 0.01), 0.55).games) == ("47.6", "54.6")


def test_ways_in_words() -> None:
    """A first move, a thing handed over, a rule, and several at once."""
    assert spoken("play=top-claw") == "playing top-claw"
    assert spoken("figure=mover") == "the figure with the player to move"
    assert spoken("hand.size=4, great_dragon.points=2") == "hand size 4 and great dragon points 2"


def test_the_card_that_it_is_best_to_play(told: Told) -> None:
    """Certain where all others are behind."""
    several = (
        {"huntress": -0.05, "great_ship": 0.08}, {"huntress": 0.078, "great_ship": 0.08},
        {"huntress": 0.07, "great_ship": 0.08, "troll": -0.05}, {"huntress": 0.0, "great_ship": 0.01},
    )  # fmt: skip
    told(
        *(
            plays([Group(name, 100, 60, known(value, 0.02)) for name, value in each.items()], 100, ABOUT)
            for each in several
        )
    )


def test_only_what_is_set_apart_is_best() -> None:
    """Of plays and of cards in hand: best, perhaps the best, or not known to be better than average at all."""

    def said(*several: tuple[str, float, float]) -> list[str]:
        named = [(name, known(value, half)) for name, value, half in several]
        return [each for each, _ in _ends(named, PLAYED)]

    assert said(("a", 0.05, 0.01), ("b", 0.0, 0.01), ("c", -0.05, 0.01)) == ["a is best", "c is worst"]
    assert (
        said(("a", 0.05, 0.03), ("b", 0.04, 0.03), ("c", -0.05, 0.03))[0] == "a is better than average and may be best"
    )
    assert said(("a", 0.01, 0.03), ("b", 0.0, 0.03)) == [
        "a may be best, but is not known to be better than average",
        "b may be worst, but is not known to be worse than average",
    ]
    near, apart = (
        _of_forks([CardWorth(name, 1, known(0.0, 0.1), known(value, half)) for name, value in values], "drawn")
        for half, values in ((0.03, (("a", 0.02), ("b", 0.0))), (0.001, (("a", 0.02), ("b", 0.0))))
    )
    assert "a may be worth most" in near
    assert "b may be worth least" in near
    assert "a is worth most" in apart
    assert "b is worth least" in apart


def test_whether_skill_turns_the_seats(told: Told) -> None:
    """From the intervals of both ends of the ladder, which hold together."""

    def seat(wins: int, deals: int) -> Any:
        return judge(BlockSums.from_counts({0: deals - wins, 4: wins}, 4), 0.5, 0.005, bounds=(0.0, 1.0))

    ends, names = ("skill:0", "skill:9"), ("skill:0", "skill:5", "skill:9")
    far, hump, unclear = (
        [seat(wins, deals) for wins in several]
        for several, deals in (
            ((53_000, 61_000, 70_000), 100_000),
            ((50_000, 60_000, 50_100), 100_000),
            ((50, 55, 52), 100),
        )
    )
    told(
        turning(ends, [seat(4_000, 10_000), seat(6_000, 10_000)], ABOUT), turning(ends, [seat(50, 100), seat(52, 100)], ABOUT),
        turning(names, far, ABOUT), turning(names, hump, ABOUT), turning(names, [seat(500_000, 1_000_000)] * 3, ABOUT),
    )  # fmt: skip
    rungs: Any = [SimpleNamespace(name=name) for name in names]
    assert {each.kind for each in far} == {"unbalanced"}
    assert _turns(rungs, far, points=False).startswith(
        "What going first is worth changes with skill by more than half a game in 100"
    )
    assert _turns(rungs, unclear, points=False).startswith(
        "It is not known yet whether skill changes what going first is worth"
    )


def test_how_much_is_luck(told: Told) -> None:
    """One number, its interval, and how many games tell who is better."""
    parts = [known(share, 0.04) for share in (0.145, 0.261, 0.289, 0.305)]
    assert sum(hundred_parts([0.145, 0.261, 0.289, 0.305])) == sum(hundred_parts([1 / 3, 1 / 3, 1 / 3])) == 100
    best = ((0.04, 0.63, 0.05), (0.0008, 0.63, 0.05), (0.04, 0.501, 0.003), (0.04, 0.501, 0.01))
    told(*(luck(parts, known(0.739, half), series(pair(score, reach)), ABOUT) for half, score, reach in best))


def pair(score: float, half: float) -> Pairing:
    """The best player against the next."""
    return Pairing("one", "two", score, known(score, half).interval)


def test_who_loses_to_the_next_is_not_the_better_one() -> None:
    """The highest rated may lose to the next: so many games show who wins more, and they are not equally good."""
    found = league((0.34, 0.97, 0.64), deals=4_000)
    assert "but scores 34" in _two_best(found)
    assert re.search(r"it takes \d\d games until two leads with 95 % certainty", _two_best(found))
    parts = [known(share, 0.04) for share in (0.145, 0.261, 0.289, 0.305)]
    told = luck(parts, known(0.739, 0.04), series(ahead(two_best(found)[0])), ABOUT)
    assert re.fullmatch(r"Play about \d\d games to find out which of the two best players is better\.", told.decision)


def test_nobody_is_best_in_a_circle(told: Told) -> None:
    """Of three who beat each other for certain nobody is strongest; that is known, and what they play is asked of all."""
    found = league((0.57, 0.43, 0.57), deals=9_000)
    stand = standings(found)
    told(strongest(stand, beating(found, stand), ABOUT, nobody_best(found, stand)))
    equal = league((0.5, 0.5, 0.5), deals=9_000)
    assert nobody_best(equal, standings(equal)) == ()


def test_a_deck_made_better(told: Told) -> None:
    """Confirmed on fresh deals, not confirmed, or not found."""
    gain = known(0.03, 0.01)
    steps = (Step(Swap("a", "b", 1), KEPT, gain.interval, gain.value, 0),)
    climb = Climb(steps, (), Terms(3, 500, 3, 0.01, 0.05), ("banish",), gain)
    others = replace(climb, confirmed=known(0.01, 0.02)), replace(climb, steps=(), confirmed=None)
    told(*(better_deck(each, "kill", ABOUT) for each in (climb, *others)))


def test_a_certificate_says_what_is_proved(tmp_path: Path) -> None:
    """The number of its table, the interval of its bets, and that few deals prove nothing."""
    run = write_run(tmp_path / "run", four_deals())
    said = certificate_answer(run, certify(run, "again"))
    assert said.opening is not None
    assert (
        said.opening.question == "Is it proved that going first is worth less than half a game in 100 in Dragonheart?"
    )
    (row,) = said.table("scores").frame.to_dicts()
    assert f"about {round(100 * row['score'])} of 100" in said.opening.answer
    reach = f"{100 * row['guard_low']:.0f} to {100 * row['guard_high']:.0f} of 100 games, 95 % interval"
    assert reach in said.opening.sureness
    assert (said.opening.answer[:12], said.opening.verdict) == ("Not proved: ", said.findings[0].verdict)


@pytest.mark.parametrize(
    "asks", [STANDARD, (Ask("detect", 0.02),), (Ask("half-width", 0.01),)], ids=["proof", "effect", "width"]
)
def test_a_plan_says_how_many_games(asks: tuple[Ask, ...], told: Told) -> None:
    """Of the question that was asked, with the range that the trial leaves, and the command that starts it."""
    pilot = Pilot(Spread(0.08, 0.07, 0.09), 2, 1_000.0, strategies=("greedy",), command="simulate")
    said = plan_answer(Plan(pilot, PlanTerms(), needs(pilot, asks, PlanTerms())), ABOUT)
    assert said.opening is not None
    told(said.opening)
    (row,) = said.table("needs").frame.filter("asked").to_dicts()
    assert said.opening.decision == (
        f"Play {row['games']:,} games, {row['deals']:,} deals of 2: `dhstats simulate --games {row['games']}`."
    )
    assert f"{row['low']:,} to {row['high']:,} games" in said.opening.sureness


def test_what_no_games_can_show_is_said(told: Told) -> None:
    """With what to ask instead."""
    pilot = Pilot(Spread(0.08, 0.07, 0.09), 2, 1_000.0, strategies=("greedy",))
    terms = PlanTerms(true=0.02)
    only = [need for need in needs(pilot, (Ask("within", 0.01),), terms) if need.deals is None]
    told(plan_answer(Plan(pilot, terms, tuple(only)), ABOUT).opening)


def test_every_question_of_a_run_that_opens_a_page_says_who_played(tmp_path: Path) -> None:
    """The players of the games stand in the answer."""
    for answer in answer_all(write_run(tmp_path / "run", four_deals())):
        if answer.opening:
            assert re.search("(between|among) (two|expert|greedy)", answer.opening.answer, re.IGNORECASE)


def test_differences_in_words() -> None:
    """More, fewer and as many; how many more deals, and that none would do."""
    assert in_hundred(known(0.031, 0.01)) == "about 3 more games in 100"
    assert in_hundred(known(-0.004, 0.001), "before") == "about 0.4 fewer games in 100 than before"
    assert in_hundred(known(0.0001, 0.02), "before") == "as many games as before"
    assert change(known(0.03, 0.02).interval).endswith("games in 100, 95 % interval")
    assert in_hundred(known(0.01, 0.01)) == "about 1 more game in 100"
    assert change(known(0.085, 0.083).interval).startswith(
        reach(known(0.085, 0.083).interval, 1, factor=100.0, sign=True)
    )


def test_how_many_deals_settle_it_is_said_or_not_at_all() -> None:
    """Where the number is half as large as what is known of it; else nothing is foretold."""
    sound, unsound = (play_on(value, known(value, 0.02).interval) for value in (0.01, 0.009))
    assert sound == "Play 1,600 deals, which should settle it: `--deals 1600`."  # 400 · 2²
    assert (
        unsound
        == play_on(0.0, known(0.0, 0.02).interval)
        == "Play ten times as many deals, for an interval a third as wide: `--deals 4000`."
    )


def test_a_terminal_shows_the_same_sentences() -> None:
    """The question with its key, the answer, what is weak, how sure, what follows."""
    told = Opening("Q?", "A.", "Certain: s.", "D.", "balanced", "key=1", "Weak play.")
    assert [line for line, _ in terminal_lines(told)] == ["Q? (key=1)", "A.", "Weak play.", "Certain: s.", "D."]


def test_what_is_said_of_weak_players_is_so(tmp_path: Path) -> None:
    """Greedy of Dragonwood captures no enhancement; a good player among others lets nothing be said."""
    from dhstats.queries.counts import game_columns
    from dhstats.simulate.plans.experiment import Experiment
    from dhstats.simulate.running.runner import simulate

    plan = Experiment("weak", "", "dragonwood", "two", strategies=("greedy",), games=60, seed=3, moves="none")
    simulate(plan, tmp_path / "run", workers=1)
    columns = game_columns(open_run(tmp_path / "run"), ("enhancements_first", "enhancements_second"))
    assert not any(column.any() for column in columns.values())
    about = About("Dragonwood", "dragonwood", ("greedy",))
    assert about.caution == "Weak play: greedy never takes an enhancement."
    assert replace(about, players=("greedy", "expert")).caution == ""
