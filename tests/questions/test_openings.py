"""What a page says at first sight: question, answer, sureness and decision, by verdict, and the picture of 100 games."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dhstats.queries.counts import counting
from dhstats.questions.forks.worth import worth
from dhstats.questions.seats import first_player
from dhstats.questions.seats.opening import _decision, going_first
from dhstats.questions.seats.worth import Advantage
from dhstats.questions.shared.answer import Opening, plain
from dhstats.questions.shared.first_screen import About, More, size, two_digits
from dhstats.questions.shared.groups import Group
from dhstats.questions.shared.hundred import Share
from dhstats.questions.shared.metrics import ASK, SCORE_MARGIN, asked
from dhstats.questions.tweaks.audit import readings_opening
from dhstats.questions.tweaks.choose import Choice, Wish, rule_set
from dhstats.questions.tweaks.compare_opening import comparison
from dhstats.questions.tweaks.comparison import Comparison, compare
from dhstats.questions.tweaks.comparison import judged as judge_tweaks
from dhstats.questions.tweaks.rule_changes import RuleChange, in_words, levels
from dhstats.questions.tweaks.sweep_answer import certainly_off
from dhstats.report.first_screens.hundred import of_hundred as dots
from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.sequential.verdicts import judge, refused
from dhstats.storage import Manifest
from tests.queries.runs import four_deals, write_run
from tests.questions.benches import sums

Told = Callable[..., None]
# Deals by the first player's score in quarters of a win: even, ahead, a little ahead, behind, leaning twice, far ahead, open.
DEALS: tuple[dict[int, int], ...] = (
    {0: 2_500, 2: 95_000, 4: 2_500}, {0: 1_000, 2: 7_000, 4: 2_000}, {0: 94_000, 2: 205_000, 4: 101_000},
    {0: 2_000, 2: 7_000, 4: 1_000}, {0: 2_400, 2: 5_000, 4: 2_600}, {0: 40, 2: 60, 4: 60}, {0: 600, 2: 1_120, 4: 1_080},
    {0: 24, 2: 50, 4: 26},
)  # fmt: skip


@pytest.fixture(scope="module")
def manifest(tmp_path_factory: pytest.TempPathFactory) -> Manifest:
    """A run of Dragonheart, as experts would have played it."""
    played = write_run(tmp_path_factory.mktemp("run") / "run", four_deals()).manifest
    return replace(played, matchups=(("expert", "expert"),))


def opening(manifest: Manifest, deals: dict[int, int], *, unfair: bool = False, mixed: bool = False) -> Opening:
    """The opening for deals by the first player's score in quarters of a win, as two players against themselves."""
    sums = BlockSums.from_counts(deals, 4)
    verdict = judge(sums, 0.5, SCORE_MARGIN, bounds=(0.0, 1.0))
    group = Group(0, "greedy against itself", 2, sums.n, mirror=True, alone=True)
    drawn = BlockSums.from_counts({0: sums.n}, 2).estimate(0.95, (0.0, 1.0))
    found = Advantage(group, {}, verdict, verdict, None, None, drawn, None)
    if unfair:
        found = replace(found, scores=refused(verdict), reason="greedy wins 99.3 %")
    return going_first(found, manifest, mixed=mixed)


def test_an_answer_is_as_strong_as_its_verdict(manifest: Manifest, told: Told) -> None:
    """Yes only where an edge is certain; the number is that of the favoured seat; the scale is the same everywhere.

    Weak players are asked again: for more games where it is open, else for better players alone.
    """
    weak = replace(manifest, matchups=(("greedy", "greedy"),))
    told(*(opening(each, deals) for deals in DEALS for each in (manifest, weak)))


def test_an_edge_is_told_of_one_player_and_where_it_is_sought(manifest: Manifest) -> None:
    """Answer and interval are about the first player, whoever is ahead; ends that round to 50 are told more finely."""
    told = opening(manifest, {0: 2_000, 2: 7_000, 4: 1_000})
    assert re.search(r"the first player wins 44.\d to 45.\d of 100 games, 95 % interval", told.sureness)
    assert "second" not in f"{told.answer}{told.sureness}"
    close = opening(manifest, {0: 200, 2: 700, 4: 252})
    assert not close.sureness.startswith("Open")
    assert "wins 50 to" not in close.sureness


def test_weak_players_are_asked_again_and_nothing_else(manifest: Manifest) -> None:
    """One next step that fits the doubt: more games and better players, better players; among good ones what follows."""
    weak, good = About("D", "dragonheart", ("greedy",)), About("D", "dragonheart", ("expert", "greedy"))
    sure = "Use expert players before you quote it, because this is about greedy players: `--strategies expert`."
    assert weak.next("Publish.") == weak.next("Publish.", "balanced", More(4)) == sure
    assert weak.next("Play.", "undecided", More(1_234)) == (
        "Play ten times as many deals, with expert players, for an interval a third as wide: `--deals 13000 --strategies expert`."
    )
    assert weak.next("Play.", "refused") == "Use expert players: `--strategies expert`."
    assert good.next("Publish.") == "Publish."
    assert opening(manifest, {0: 1_000, 2: 7_000, 4: 2_000}).caution == ""


def test_a_lopsided_match_answers_nothing(manifest: Manifest, told: Told) -> None:
    """Why, and what to ask instead; nor where one player always begins, whose share is told as measured."""
    told(opening(manifest, {2: 400}, unfair=True), opening(manifest, {0: 10, 2: 50, 4: 40}, mixed=True))


def test_numbers_of_the_first_screen_are_those_of_the_tables(tmp_path: Path) -> None:
    """The score of the table, rounded to games of 100, and the ends of its interval."""
    with counting(write_run(tmp_path / "run", four_deals())) as counts:
        answer = first_player.answer(counts)
    assert answer.opening is not None
    (row,) = answer.table("scores").frame.to_dicts()
    assert f"about {round(100 * row['score'])} of 100" in answer.opening.answer
    assert f"{100 * row['low']:.0f} to {100 * row['high']:.0f} of 100 games, 95 % interval" in answer.opening.sureness


def test_a_choice_is_as_sure_as_its_race(manifest: Manifest, told: Told) -> None:
    """One left, several that are as good within the zone, and a race that did not end."""
    wins = Interval(0.498, 0.526, 0.95, "asymptotic confidence sequence", 4_000, "deals")
    played: Any = SimpleNamespace(manifest=manifest)
    wish, runs = Wish("balanced", 0.005, 0.05), dict.fromkeys(("base", "kosmos", "hand.size=6"), played)
    words = {"kosmos": "the rules are those of kosmos", "hand.size=6": "hands are large"}
    races = (
        (["hand.size=6"], True), (["base", "hand.size=6"], True), (["base", "hand.size=6"], False),
        (["kosmos"], True), (["base"], True),
    )  # fmt: skip
    told(*(
        rule_set(Choice(wish, runs, left, left[-1], decided, 4_000, 4_000.0), Estimate(0.512, 0.01, wins), words)
        for left, decided in races
    ))  # fmt: skip


def tweak(name: str, value: float, reach: float, verdict: str) -> Comparison:
    """A tweak with a judged change of the score and its interval."""
    interval = Interval(value - reach, value + reach, 0.95, "max-T", 400, "deals")
    claim = SimpleNamespace(tweak=name, value=value, base=0.5, metric=ASK.metric, interval=interval, margin=ASK.margin)
    judged: Any = SimpleNamespace(claim=claim, interval=interval, verdict=verdict)
    return Comparison(name, (), ASK, judged=(judged,))


def test_the_tweak_that_is_named_is_one_that_matters(manifest: Manifest, told: Told) -> None:
    """Of several the largest that is decided, and not a larger one of which little is known."""
    sure, large = tweak("sure", 0.03, 0.01, "unbalanced"), tweak("large", 0.06, 0.07, "undecided")
    several = (
        [sure, large], [sure, tweak("other", 0.02, 0.01, "unbalanced")], [tweak("most", 0.06, 0.01, "unbalanced"), sure],
        [tweak(name, 0.001, 0.002, "balanced") for name in ("a", "b")], [tweak("a", 0.001, 0.002, "balanced"), large],
        [large, tweak("small", 0.01, 0.02, "undecided")], [large, large, tweak("c", 0.05, 0.07, "undecided")],
    )  # fmt: skip
    told(*(comparison(manifest, each, None, {}) for each in several))


def test_tweaks_are_said_in_words(manifest: Manifest, told: Told) -> None:
    """By what their rules say, and their names stand beside; those that say the same are named."""
    found = [tweak("large", 0.06, 0.07, "undecided"), tweak("small", 0.01, 0.02, "undecided")]
    sure = [tweak("sure", 0.03, 0.01, "unbalanced"), *found]
    told(
        comparison(manifest, found, None, {"large": "a is 1", "small": "b is 2"}),
        comparison(manifest, found, None, dict.fromkeys(("large", "small"), "a is 1")),
        comparison(manifest, sure, None, {"sure": "a is 1", "large": "c is 1"}),
        comparison(manifest, sure[:1], None, {"sure": "a is 1"}),
    )


def test_rules_are_said_in_words() -> None:
    """The title says what the rule says, its key stands beside; in a sweep a key is called by its name."""
    rule = RuleChange("a.b", "Points of a.", "", "The second player is given 1 point.", "0", "1")
    said = in_words([rule])
    assert said == "the second player is given 1 point"
    assert in_words([rule] * 3) == "three rules are changed"
    assert in_words([rule], "kosmos") == "the rules are those of kosmos"
    asked = Opening("Which level of a.b makes it even?", "With a.b=1, the first wins.", "Open: x.", "D.")
    sweep = levels(asked, {"a.b": "points of a"}, {"a.b=1": said})
    assert (sweep.question, sweep.written) == ("Which number of points of a makes it even?", "a.b")
    assert sweep.answer == "If the second player is given 1 point, the first wins."
    meaning = "points that the second player is given before the game"
    given_ = levels(
        Opening("Which level of a.b makes Dragonheart even?", "With a.b=0, the first wins.", "Open: x.", "D."),
        {"a.b": meaning},
        {"a.b=0": "the second player is given no points, as now", "a.b=1": said},
    )
    assert given_.question == "How many points for the second player before the game make Dragonheart even?"
    assert given_.answer == "If the second player is given no points, as now, the first wins."
    whether = levels(asked, {"a.b": "whether a tie is shared"}, {})
    assert whether.question == "Whether a tie is shared: which rule makes it even?"


def test_readings_that_matter_are_named(manifest: Manifest, told: Told) -> None:
    """Two by name, how many more there are, and how many are decided at all."""
    interval = Interval(0.02, 0.04, 0.95, "max-T", 400, "deals")
    most: Any = SimpleNamespace(claim=SimpleNamespace(metric=ASK.metric, value=0.03), interval=interval)
    kinds = {"unbalanced": ["one", "two", "three"], "balanced": ["four"], "undecided": ["five"]}
    others = ({"balanced": ["four"]}, {"refused": ["four", "five"]}, {"undecided": ["four"]})
    told(
        readings_opening(manifest, kinds, ASK, ("two", most, 5)),
        *(readings_opening(manifest, each, ASK) for each in others),
    )


@pytest.mark.parametrize(
    ("value", "half", "says", "reach"),
    [
        (0.5096, 0.0025, "51", "50.71 to 51.21"),
        (0.5071, 0.0050, "50.7", "50.2 to 51.2"),
        (0.505, 0.03, "50.5", "48 to 54"),
        (0.50505, 0.03, "50.5", "48 to 54"),
        (0.503, 0.05, "50", "45 to 55"),
        (0.5, 0.01, "50", "49.0 to 51.0"),
        (0.503, 0.01, "50.3", "49.3 to 51.3"),
        (0.997, 0.001, "99.7", "99.60 to 99.80"),
        (0.5004, 0.0003, "50.04", "50.010 to 50.070"),
        (0.075, 0.003, "7.5", "7.2 to 7.8"),
    ],
)
def test_shares_are_told_out_of_a_hundred(value: float, half: float, says: str, reach: str) -> None:
    """Whole, but where that would lie outside the interval, double an edge, or say that all games are won."""
    share = Share.of(Estimate(value, half / 2.0, Interval(value - half, value + half, 0.95, "t", 400, "deals")))
    assert share.count == f"{says} of 100"
    assert plain(share.reach) == f"{reach} of 100 games, 95 % interval"


def test_sizes_have_names() -> None:
    """An edge of so many games in 100; numbers to type have two digits."""
    assert [size(points) for points in (0.4, -1.2, 3.0, 11.0)] == ["small", "small", "clear", "large"]
    assert [two_digits(number) for number in (7, 40, 701, 55_091, 99_001)] == [7, 40, 710, 56_000, 100_000]


@given(st.floats(0.0, 1.0), st.floats(0.0, 1.0))
def test_a_hundred_dots_are_a_hundred_games(decisive: float, drawn: float) -> None:
    """The parts sum to 100, and each is within one game of its share."""
    parts = dots(decisive, drawn)
    assert sum(parts.values()) == 100
    shares = {"first player wins": decisive * (1 - drawn), "draw": drawn}
    assert all(abs(parts.get(name, 0) - 100 * share) <= 1.0 for name, share in shares.items())


def test_levels_that_are_certainly_off_are_said() -> None:
    """Of one key, and only beside a level that may be even."""
    cells = [SimpleNamespace(values=(value,)) for value in range(4)]
    one, two = (SimpleNamespace(knobs=knobs, cells=cells) for knobs in (("a",), ("a", "b")))
    mixed = ("undecided", "leaning", "unbalanced", "unbalanced")
    assert certainly_off(one, mixed) == " Certainly not even: 2 and 3."  # type: ignore[arg-type]
    assert certainly_off(two, mixed) == certainly_off(one, ["unbalanced"] * 4) == ""  # type: ignore[arg-type]


def test_what_a_thing_is_worth_says_compared_with_what(told: Told) -> None:
    """With the opponent having it; what is certain stands beside the word; what is open is played on."""
    about = About("D", "dragonheart", ("expert",), deals=500)
    for_ = (
        (value, Interval(value - 0.02, value + 0.02, 0.95, "t over deals", 400, "deals"))
        for value in (0.07, -0.07, 0.01)
    )
    effects = (SimpleNamespace(score=Estimate(value, 0.01, interval), points=None) for value, interval in for_)
    told(*(worth("Great Dragon", each, about) for each in effects))  # type: ignore[arg-type]


def compared(shift: int, turns: int, score: int = 0, deals: int = 300) -> Comparison:
    """A tweak that moves the lead by so many points of a deal, the turns by so many, and the score, with some noise."""
    chance = np.random.default_rng(14)
    noise = [chance.integers(-reach, reach + 1, deals) for reach in (9, 9, 2, 2)]
    won = chance.integers(0, 5, deals)
    base = sums(won, margin=noise[0], turns=80 + noise[1])
    after = np.clip(won + np.where(chance.random(deals) < 0.5, score, 0) + chance.integers(-1, 2, deals), 0, 4)
    played = sums(after, margin=noise[0] + shift + noise[2], turns=80 + turns + noise[1] + noise[3])
    return judge_tweaks([compare(base, played, "t")])[0]


def test_what_changes_is_what_changes_most(manifest: Manifest, told: Told) -> None:
    """The first sentence says what changed most in its own spread, for sure; then who wins, as far as that is known."""
    turns, lead, won, same = compared(0, -8), compared(9, -2), compared(0, -1, score=4), compared(0, 0)
    told(
        comparison(manifest, [turns], None, {"t": "a is 1"}),
        *(comparison(manifest, [each], None, {}) for each in (lead, won, same)),
    )


def test_never_fewer_deals_than_are_needed(manifest: Manifest) -> None:
    """Two of 300 deals differ: an interval takes 4,500, so nobody is sent to play 3,000."""
    longer = np.full(300, 80)
    longer[:2] += 2
    ask = asked("turns", "1")
    found = judge_tweaks(
        [
            compare(
                sums(np.tile([0, 4, 2], 100), turns=np.full(300, 80)),
                sums(np.tile([0, 4, 2], 100), turns=longer),
                "t",
                ask,
            )
        ]
    )
    told = comparison(manifest, found, None, {})
    assert told.decision == "Play 4,500 deals, the least that can decide: `--deals 4500`."
    weak = replace(manifest, matchups=(("greedy", "greedy"),))
    assert "Play 4,500 deals, with expert players, the least that can decide: `--deals 4500 --strategies expert`" in (
        comparison(weak, found, None, {}).decision
    )


def test_nobody_is_told_to_give_what_a_game_cannot_give() -> None:
    """A game without points or cards for a seat: a rule that helps is sought, and nothing is given."""
    other = SimpleNamespace(schema=SimpleNamespace(levers={"hand.size": None}))
    verdict = judge(BlockSums.from_counts({0: 100, 2: 200, 4: 500}, 4), 0.5, SCORE_MARGIN, bounds=(0.0, 1.0))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dhstats.questions.seats.opening.catalogue", SimpleNamespace(rules=lambda _: other))
        there = SimpleNamespace(game="x", rules={}, rules_name="x", design=SimpleNamespace(arms=("first", "second")))
        told = _decision([verdict], "second", "player", there)  # type: ignore[arg-type]
    assert told == "Look for a rule that helps the second player: `dhstats sweep` tries the levels of a key."
