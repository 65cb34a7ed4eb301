"""What a page says at first sight: question, answer, sureness and decision, by verdict, and the picture of 100 games."""

import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dhstats.queries.counts import counting
from dhstats.questions.choices.audit import readings_opening
from dhstats.questions.choices.choice import Choice, Wish, rule_set
from dhstats.questions.comparisons.opening import comparison
from dhstats.questions.forks.worth import worth
from dhstats.questions.seats import first_player
from dhstats.questions.seats.advantage import Advantage
from dhstats.questions.seats.opening import _decision, _sweep, going_first
from dhstats.questions.shared.answer import Opening, plain
from dhstats.questions.shared.first_screen import SURENESS, About, More, size, two_digits
from dhstats.questions.shared.groups import Group
from dhstats.questions.shared.hundred import Share
from dhstats.questions.shared.metrics import ASK, SCORE_MARGIN, asked
from dhstats.questions.sweeps.answer import certainly_off
from dhstats.questions.tweaks.comparison import Comparison, compare
from dhstats.questions.tweaks.comparison import judged as judge_tweaks
from dhstats.questions.tweaks.rule_changes import RuleChange, in_words, levels
from dhstats.report.first_screens.hundred import of_hundred as dots
from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.sequential.verdicts import judge, refused
from dhstats.storage import Manifest
from tests.queries.runs import four_deals, write_run
from tests.questions.benches import sums

SURE_STEP = (
    "Use expert players before you quote it, because this is about greedy players: the same `dhstats simulate` with"
    " `--strategies expert`."
)
LONGEST = 26  # words of a sentence that is read in passing
BANNED = (
    "percentage point",
    "verdict",
    "interval excludes",
    "variance",
    "estimated",
    "estimator",
    "null",
    " he ",
    " she ",
)


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
        found = replace(found, scores=refused(verdict), reason="no verdict on seats, as greedy wins 99.3 %")
    return going_first(found, manifest, mixed=mixed)


@pytest.mark.parametrize(
    ("deals", "kind", "answer", "decision"),
    [
        ({0: 2_500, 2: 95_000, 4: 2_500}, "balanced", "No. .* the first player wins about 50 of 100 games.",
         "Leave the seats"),
        ({0: 1_000, 2: 7_000, 4: 2_000}, "unbalanced", "Yes. .* the first player wins about 55 of 100 games.",
         "Give the second player something"),
        ({0: 94_000, 2: 205_000, 4: 101_000}, "unbalanced", "Yes, a little. .* the first player wins about 50.9 of 100 games.",
         "Give the second player something"),
        ({0: 2_000, 2: 7_000, 4: 1_000}, "unbalanced", "No, it hurts. .* the first player wins about 45 of 100 games.",
         "Give the first player something"),
        ({0: 2_400, 2: 5_000, 4: 2_600}, "leaning", "Yes, a little. .* the first player wins about 51 of 100 games.",
         "Play ten times as many games, if half a game in 100 matters to you: `--games 200000`."),
        ({0: 40, 2: 60, 4: 60}, "leaning", "Yes\\. .* the first player wins about 56 of 100 games.",
         "Play "),
        ({0: 600, 2: 1_120, 4: 1_080}, "unbalanced", "Yes, a lot. .* the first player wins about 59 of 100 games.",
         "Give the second player something"),
        ({0: 24, 2: 50, 4: 26}, "undecided", "Not known yet. In these games .* the first player won about 51 of 100 games.",
         "Play ten times as many games, for an interval a third as wide: `--games 2000`."),
    ],
)  # fmt: skip
def test_an_answer_is_as_strong_as_its_verdict(
    manifest: Manifest, deals: dict[int, int], kind: str, answer: str, decision: str
) -> None:
    """Yes only where an edge is certain; the number is that of the favoured seat; the scale is the same everywhere."""
    told = opening(manifest, deals)
    assert told.question == "Does going first help in Dragonheart?"
    assert told.verdict == kind
    assert re.fullmatch(answer, told.answer), told.answer
    assert told.sureness.startswith(f"{SURENESS[kind]}: ")
    assert told.decision.startswith(decision)
    weak = opening(replace(manifest, matchups=(("greedy", "greedy"),)), deals).decision
    more = f"`--games {two_digits(20 * sum(deals.values()))} --strategies expert`"
    open_ = f"Play ten times as many games, with expert players, for an interval a third as wide: the same `dhstats simulate` with {more}."
    assert weak == (open_ if kind in ("leaning", "undecided") else SURE_STEP)


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


def test_a_lopsided_match_answers_nothing(manifest: Manifest) -> None:
    """Why, and what to ask instead."""
    told = opening(manifest, {2: 400}, unfair=True)
    assert told.answer == "These games cannot tell: one player wins nearly all of them from either seat."
    assert told.sureness == "Cannot be told: no verdict on seats, as greedy wins 99.3 %."
    assert told.decision == "Let each player play against itself: one name after `--strategies`."


def test_seat_and_player_that_go_together_are_not_judged(manifest: Manifest) -> None:
    """Where one player always begins, their share is told as measured, and how to tell the two apart."""
    told = opening(manifest, {0: 10, 2: 50, 4: 40}, mixed=True)
    assert told.answer == "The player who went first here won about 65 of 100 games."
    assert told.sureness.startswith("Estimate: ")
    assert "--design seat" in told.decision


def test_numbers_of_the_first_screen_are_those_of_the_tables(tmp_path: Path) -> None:
    """The score of the table, rounded to games of 100, and the ends of its interval."""
    with counting(write_run(tmp_path / "run", four_deals())) as counts:
        answer = first_player.answer(counts)
    assert answer.opening is not None
    (row,) = answer.table("scores").frame.to_dicts()
    assert f"about {round(100 * row['score'])} of 100" in answer.opening.answer
    assert f"{100 * row['low']:.0f} to {100 * row['high']:.0f} of 100 games, 95 % interval" in answer.opening.sureness


@pytest.mark.parametrize("deals", [{0: 24, 2: 50, 4: 26}, {0: 1_000, 2: 7_000, 4: 2_000}, {0: 2, 2: 95, 4: 3}])
def test_first_sentences_are_short_and_plain(manifest: Manifest, deals: dict[int, int]) -> None:
    """No sentence is too long to be read in passing, and none has a word of the trade."""
    told = opening(manifest, deals)
    for text in (told.question, told.answer, told.sureness, told.decision):
        assert not [word for word in BANNED if word in text], text
        assert all(len(sentence.split()) <= LONGEST for sentence in re.split(r"[.?!:] ", text)), text


def test_a_choice_is_as_sure_as_its_race(manifest: Manifest) -> None:
    """One left, several that are as good within the zone, and a race that did not end."""
    wins = Interval(0.498, 0.526, 0.95, "asymptotic confidence sequence", 4_000, "deals")
    played: Any = SimpleNamespace(manifest=manifest)
    by = "the leader's first player wins 49.8 to 52.6 of 100 games, 95 % interval."
    one, near, still, other, kept = (
        rule_set(
            Choice(
                Wish("balanced", 0.005, 0.05),
                dict.fromkeys(("base", "kosmos", "hand.size=6"), played),
                list(left),
                left[-1],
                decided,
                4_000,
                4_000.0,
            ),
            Estimate(0.512, 0.01, wins),
            {"kosmos": "the rules are those of kosmos", "hand.size=6": "hands are large"},
        )
        for left, decided in (
            (("hand.size=6",), True),
            (("base", "hand.size=6"), True),
            (("base", "hand.size=6"), False),
            (("kosmos",), True),
            (("base",), True),
        )
    )
    assert one.question == "Which of three rule sets of Dragonheart is nearest to even?"
    assert (
        one.answer
        == near.answer
        == (
            "The one in which hands are large: the first player wins about 51 of 100 games, between two expert players."
        )
    )
    assert (
        one.sureness
        == f"Certain: every other one is further from that on the same deals, known after 4,000 deals; {by}"
    )
    assert near.sureness == f"Certain: no other is better by more than 0.5 games in 100, known after 4,000 deals; {by}"
    assert still.answer.startswith(
        "Not known yet: two may be best. So far it is the one in which hands are large, where the first player won about 51"
    )
    assert still.written == "hand.size=6"
    assert still.sureness == f"Open: after 4,000 deals it may still be either of two; {by}"
    assert other.answer.startswith("The rules of kosmos: the first player wins about 51")
    assert kept.answer.startswith("The rules as they are: the first player wins about 51")
    assert (other.decision, kept.decision) == ("Play by the rules of kosmos.", "Play by the rules as they are.")
    assert (one.decision, still.decision) == (
        "Play so that hands are large.",
        "Play ten times as many deals, for an interval a third as wide: `--deals 40000`.",
    )


def tweak(name: str, value: float, reach: float, verdict: str) -> Comparison:
    """A tweak with a judged change of the score and its interval."""
    interval = Interval(value - reach, value + reach, 0.95, "max-T", 400, "deals")
    claim = SimpleNamespace(tweak=name, value=value, base=0.5, metric=ASK.metric, interval=interval, margin=ASK.margin)
    judged: Any = SimpleNamespace(claim=claim, interval=interval, verdict=verdict)
    return Comparison(name, (), ASK, judged=(judged,))


def test_the_tweak_that_is_named_is_one_that_matters(manifest: Manifest) -> None:
    """Of several the largest that is decided, and not a larger one of which little is known."""
    found = [tweak("sure", 0.03, 0.01, "unbalanced"), tweak("large", 0.06, 0.07, "undecided")]
    told = comparison(manifest, found, None, {})
    assert told.question == "Which of two tweaks changes who wins in Dragonheart?"
    assert told.answer.startswith(
        "One does, by more than half a game in 100: with sure, the first player wins 53 of 100"
    )
    assert told.sureness.startswith("Certain: that change is +2.0 to +4.0 games in 100 (95 % interval; wide")
    both = comparison(manifest, [found[0], tweak("other", 0.02, 0.01, "unbalanced")], None, {})
    assert both.answer == (
        "Both do, by more than half a game in 100; which does more is open. With sure, the first player wins 53 of 100"
        " games instead of 50, between two expert players. With other, the first player wins 52 of 100 games."
    )
    assert both.sureness == (
        "Certain: the change is, with sure, +2.0 to +4.0 games in 100; with other, +1.0 to +3.0 (95 % interval; wide enough"
        " for both to be right at once)."
    )
    apart = comparison(manifest, [tweak("most", 0.06, 0.01, "unbalanced"), found[0]], None, {})
    assert apart.answer.startswith("Both do, by more than half a game in 100. The most: with most, ")
    neither = comparison(manifest, [tweak(name, 0.001, 0.002, "balanced") for name in ("a", "b")], None, {})
    assert neither.answer == "Neither does by more than half a game in 100."
    one = comparison(manifest, [tweak("a", 0.001, 0.002, "balanced"), found[1]], None, {})
    assert one.answer.startswith("Not known yet of one. One does not. The largest change so far: with large, ")
    still = comparison(manifest, [found[1], tweak("small", 0.01, 0.02, "undecided")], None, {})
    assert still.answer == (
        "Not known yet. Neither tweak is known to change who wins by more than half a game in 100. So far, with large,"
        " the first player won 56 of 100 games instead of 50, between two expert players. With small, the first player"
        " won 51 of 100 games."
    )
    assert "with large, −1 to +13 games in 100; with small, −1.0 to +3.0 (" in still.sureness
    three = comparison(manifest, [*(found[1] for _ in range(2)), tweak("c", 0.05, 0.07, "undecided")], None, {})
    assert "the change is, with large, −1 to +13 games in 100; the picture has the others (" in three.sureness
    assert (still.verdict, told.verdict) == ("undecided", "unbalanced")


def test_tweaks_are_said_in_words(manifest: Manifest) -> None:
    """By what their rules say, and their names stand beside; those that say the same are named."""
    found = [tweak("large", 0.06, 0.07, "undecided"), tweak("small", 0.01, 0.02, "undecided")]
    both = comparison(manifest, found, None, {"large": "a is 1", "small": "b is 2"})
    assert "So far, if a is 1, the first player won 56" in both.answer
    assert "If b is 2, the first player won 51 of" in both.answer
    assert "the change is, if a is 1, −1 to +13 games in 100; if b is 2, −1.0" in both.sureness
    assert both.written == "large and small"
    alike = comparison(manifest, found, None, dict.fromkeys(("large", "small"), "a is 1"))
    assert ("with large, the first" in alike.answer, alike.written) == (True, "")
    sure = [tweak("sure", 0.03, 0.01, "unbalanced"), *found]
    most = comparison(manifest, sure, None, {"sure": "a is 1", "large": "c is 1"})
    assert most.answer.startswith("One does, by more than half a game in 100: if a is 1, the first player wins 53")
    assert most.written == "sure"
    one = comparison(manifest, sure[:1], None, {"sure": "a is 1"})
    assert (one.question, one.written) == ("What changes in Dragonheart if a is 1?", "sure")


def test_rules_are_said_in_words() -> None:
    """The title says what the rule says, its key stands beside; in a sweep a key is called by its name."""
    rule = RuleChange("a.b", "Points of a.", "", "The second player is given 1 point.", "0", "1")
    said = in_words([rule])
    assert said == "the second player is given 1 point"
    assert in_words([rule] * 3) == "three rules are changed"
    assert in_words([rule], "kosmos") == "the rules are those of kosmos"
    asked = Opening("Which level of a.b makes it even?", "With a.b=1, the first wins.", "Open: x.", "D.")
    sweep = levels(asked, {"a.b": "points of a"}, {"a.b=1": said})
    assert (sweep.question, sweep.written) == ("Which level of “points of a” makes it even?", "a.b")
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
    assert whether.question == "Whether a tie is shared: which level makes it even?"


def test_readings_that_matter_are_named(manifest: Manifest) -> None:
    """Two by name, how many more there are, and how many are decided at all."""
    kinds = {"unbalanced": ["one", "two", "three"], "balanced": ["four"], "undecided": ["five"]}
    interval = Interval(0.02, 0.04, 0.95, "max-T", 400, "deals")
    most: Any = SimpleNamespace(claim=SimpleNamespace(metric=ASK.metric, value=0.03), interval=interval)
    told = readings_opening(manifest, kinds, ASK, ("two", most, 5))
    assert told.question == "Which unclear sentences of the Dragonheart rulebook change who wins?"
    limit = "by more than half a game in 100, "
    assert told.answer.startswith(f"Three readings do, {limit}")
    assert told.answer.endswith(": one; two and one more.")
    assert told.sureness == (
        "Partly certain: four of five readings are decided, the others are open or not judged; the largest change so far,"
        " with “two”, is +2.0 to +4.0 games in 100 (95 % interval; wide enough for all five to be right at once)."
    )
    assert told.decision.startswith("Rewrite these sentences")
    none = readings_opening(manifest, {"balanced": ["four"]}, ASK)
    assert none.answer.startswith("None of them does by more than half a game in 100, ")
    assert (none.sureness, none.decision) == ("Certain: every reading is decided.", "Leave the rulebook as it is.")
    refused_all = readings_opening(manifest, {"refused": ["four", "five"]}, ASK)
    assert (refused_all.verdict, refused_all.sureness) == ("refused", "Cannot be told: no reading is judged.")
    assert refused_all.decision.startswith("Use other players")
    unknown = readings_opening(manifest, {"undecided": ["four"]}, ASK)
    assert unknown.answer.startswith("Not known yet. None of them is known to do so by more than half a game in 100, ")
    assert unknown.sureness == "Open: no reading is decided yet."
    assert unknown.decision.startswith("Play ten times as many deals, for an interval a third as wide: `--deals ")


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


@pytest.mark.parametrize(
    ("value", "sure", "answer"),
    [
        (0.07, "Certain: it helps, +5.0 to +9.0", "A player who has it wins about 7 more games in 100 than if the opponent"),
        (-0.07, "Certain: it hurts, −9.0 to −5.0", "A player who has it wins about 7 fewer games in 100 than if "),
        (0.01, "Open: it may help or hurt, −1", "Not known yet. In these games a player who has it won about 1 more game "),
    ],
)  # fmt: skip
def test_what_a_thing_is_worth_says_compared_with_what(value: float, sure: str, answer: str) -> None:
    """With the opponent having it; what is certain stands beside the word; what is open is played on."""
    interval = Interval(value - 0.02, value + 0.02, 0.95, "t over deals", 400, "deals")
    told = worth("Great Dragon", Estimate(value, 0.01, interval), About("D", "dragonheart", ("expert",), deals=500))
    assert told.sureness.startswith(sure)
    assert told.answer.startswith(answer)
    assert told.decision.startswith("Quote this number" if told.verdict == "unbalanced" else "Play 2,000 deals, which")


def compared(shift: int, turns: int, score: int = 0, deals: int = 300) -> Comparison:
    """A tweak that moves the lead by so many points of a deal, the turns by so many, and the score, with some noise."""
    chance = np.random.default_rng(14)
    noise = [chance.integers(-reach, reach + 1, deals) for reach in (9, 9, 2, 2)]
    won = chance.integers(0, 5, deals)
    base = sums(won, margin=noise[0], turns=80 + noise[1])
    after = np.clip(won + np.where(chance.random(deals) < 0.5, score, 0) + chance.integers(-1, 2, deals), 0, 4)
    played = sums(after, margin=noise[0] + shift + noise[2], turns=80 + turns + noise[1] + noise[3])
    return judge_tweaks([compare(base, played, "t")])[0]


def test_what_changes_is_what_changes_most(manifest: Manifest) -> None:
    """The first sentence says what changed most in its own spread, for sure; then who wins, as far as that is known."""
    told = comparison(manifest, [compared(0, -8)], None, {"t": "a is 1"})
    assert told.question == "What changes in Dragonheart if a is 1?"
    assert told.answer.startswith(
        "It changes the turns of both players most: 36 instead of 40. Who wins is not known yet: in"
    )
    assert "; the turns of both players certainly changed, by −4" in told.sureness
    assert told.sureness.startswith("Open: the change is ")
    both = comparison(manifest, [compared(9, -2)], None, {}).answer
    assert both.startswith("It changes the first player's lead most: ")
    won = comparison(manifest, [compared(0, -1, score=4)], None, {}).answer
    assert won.startswith("It changes who wins: ")
    same = comparison(manifest, [compared(0, 0)], None, {}).answer
    assert same.startswith("Not known yet. In these games the first player won ")


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
    assert told.decision == "Play 4,500 deals, which it takes to tell: `--deals 4500`."
    weak = replace(manifest, matchups=(("greedy", "greedy"),))
    assert "Play 4,500 deals, with expert players, which it takes to tell: `--deals 4500 --strategies expert`" in (
        comparison(weak, found, None, {}).decision
    )


def test_nobody_is_told_to_give_what_a_game_cannot_give() -> None:
    """A game without points or cards for a seat: a rule that helps is sought, and nothing is given."""
    other = SimpleNamespace(schema=SimpleNamespace(levers={"hand.size": None}))
    verdict = judge(BlockSums.from_counts({0: 100, 2: 200, 4: 500}, 4), 0.5, SCORE_MARGIN, bounds=(0.0, 1.0))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dhstats.questions.seats.opening.catalogue", SimpleNamespace(rules=lambda _: other))
        sweep = _sweep(SimpleNamespace(game="x", rules={}, rules_name="x"), "second")  # type: ignore[arg-type]
    assert _decision([verdict], "the second player", 2, sweep) == (
        "Look for a rule that helps the second player: `dhstats sweep` tries the levels of a key."
    )
