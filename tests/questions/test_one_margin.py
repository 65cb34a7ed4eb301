"""One margin and one rounding: on a grid of scores and numbers of deals no sentence contradicts another one."""

import re
from dataclasses import replace
from itertools import product
from typing import Any

import polars as pl
import pytest

from dhstats.questions.certificates.certificate import OF_ALL_SEATS, OF_THE_FIRST, Certificate
from dhstats.questions.certificates.words import opening as certified
from dhstats.questions.forks.what_if import going_on
from dhstats.questions.forks.worth import worth
from dhstats.questions.leagues.skill import turning
from dhstats.questions.leagues.standings import Standing, deck
from dhstats.questions.planning.plan_words import rounded
from dhstats.questions.seats.first_player import _score_sentence
from dhstats.questions.seats.opening import going_first, sitting
from dhstats.questions.seats.worth import Advantage, Seat, Seating
from dhstats.questions.shared.answer import Answer, Column, Opening, Table, plain
from dhstats.questions.shared.first_screen import SURENESS, About, change
from dhstats.questions.shared.groups import Group
from dhstats.questions.shared.hundred import HUNDRED, ROUGH, Share, in_hundred
from dhstats.questions.shared.metrics import SCORE_MARGIN
from dhstats.questions.topics import in_short
from dhstats.questions.tweaks.choose import Choice, Wish, rule_set
from dhstats.questions.verdicts.evidence import evidence
from dhstats.report.drawing.ledger import won
from dhstats.report.first_screens.hundred import hundred
from dhstats.report.page.numbers import opening_json
from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.sequential.verdicts import Verdict, judge
from dhstats.storage import Manifest
from tests.queries.runs import four_deals, write_run
from tests.questions.test_first_sentences import effect

SCORES = [round(0.49 + 0.0005 * step, 4) for step in range(61)]  # 49.0 to 52.0 of 100 by .05
DEALS = (100, 2_000, 40_000, 400_000)
GRID = list(product(SCORES, DEALS))
ABOUT = About("Dragonheart", "dragonheart", ("expert",))
NUMBER = r"(\d+(?:\.\d+)?)"
ENDS = re.compile(rf"{NUMBER} to {NUMBER} of 100")
SIGNED = re.compile(rf"([+−]?{NUMBER}) to ([+−]?{NUMBER}) games in 100")
ADVICE = {
    "unbalanced": ("Give ", "Look for a rule that helps "),
    "balanced": "Leave the seats as they are.",
    "leaning": "Play ",
    "undecided": "Play ",
}
HALF, ROUNDED = 100.0 * SCORE_MARGIN, 0.05


@pytest.fixture(scope="module")
def manifest(tmp_path_factory: pytest.TempPathFactory) -> Manifest:
    """A run of Dragonheart, as experts would have played it."""
    played = write_run(tmp_path_factory.mktemp("run") / "run", four_deals()).manifest
    return replace(played, matchups=(("expert", "expert"),))


def tally(score: float, deals: int, even: float = 0.5) -> dict[int, int]:
    """Deals by twelfths of a win, with a mean so much beyond an even share as the score is beyond one half."""
    middle, high, low = round(12 * even), round(0.3 * even * deals), round(0.3 * (1.0 - even) * deals)
    kept = {0: low, middle: deals - low - high, 12: high}
    missing = round(12 * deals * (score - 0.5 + even)) - sum(value * count for value, count in kept.items())
    kept[middle + (1 if missing > 0 else -1)] = abs(missing)
    kept[middle] -= abs(missing)
    return kept


def blocks(score: float, deals: int, even: float = 0.5) -> BlockSums:
    """The sums of such deals."""
    return BlockSums.from_counts(tally(score, deals, even), 12)


def verdict_of(score: float, deals: int, even: float = 0.5, margin: float = SCORE_MARGIN) -> Verdict:
    """The verdict on such deals."""
    return judge(blocks(score, deals, even), even, margin, bounds=(0.0, 1.0))


def group(deals: int) -> Group:
    """One player against itself."""
    return Group(0, "greedy against itself", 2, deals, mirror=True, alone=True)


def advantage(score: float, deals: int, margin: float = SCORE_MARGIN) -> Advantage:
    """What such deals say of going first."""
    found, drawn = verdict_of(score, deals, margin=margin), BlockSums.from_counts({0: deals}, 2)
    return Advantage(group(deals), {}, found, found, None, None, drawn.estimate(0.95, (0.0, 1.0)), None)


def known(value: float, deals: int) -> Estimate:
    """A difference of the same size as that of the score from even, as well known."""
    return blocks(0.5 + value, deals).estimate(0.95).minus(0.5)


def read(text: str) -> float:
    """A number as a page writes it."""
    return float(text.replace("−", "-").replace("+", ""))


def ends_of(text: str) -> tuple[float, float]:
    """From how many to how many of 100 games, as a sentence says it."""
    found = ENDS.search(plain(text))
    assert found, text
    return float(found[1]), float(found[2])


def agrees(number: str, text: str, share: tuple[float, Interval], even: float = 50.0) -> tuple[float, float]:
    """A number to remember lies within the interval that is shown, and rounding makes no other edge of it."""
    low, high = ends_of(text)
    value, interval = share
    assert low <= float(number) <= high, (number, text)
    error, edge = abs(float(number) - HUNDRED * value), abs(HUNDRED * value - even)
    assert error <= max(0.1, edge / 3.0, ROUGH * HUNDRED * interval.half_width), (number, value)
    return low, high


def holds(told: Opening, ends: tuple[float, float], even: float = 50.0) -> None:
    """What is said of the margin is true of the interval beside it, and the word of the scale is that of the verdict."""
    low, high = (round(end - even, 3) for end in ends)
    assert told.sureness.startswith(f"{SURENESS[told.verdict]}: ")
    if told.verdict == "unbalanced":
        assert low >= HALF - ROUNDED or high <= ROUNDED - HALF, told
    if told.verdict == "balanced":
        assert -HALF - ROUNDED <= low <= high <= HALF + ROUNDED, told
    if told.verdict == "leaning":
        assert low >= 0.0 or high <= 0.0, told
    if told.verdict == "undecided":
        assert low <= 0.0 <= high, told


def test_the_grid_has_every_verdict() -> None:
    """Deals have the scores that are asked for, and all four verdicts occur."""
    found = {each: verdict_of(*each) for each in GRID}
    assert all(each.estimate == pytest.approx(score, abs=0.0005) for (score, _), each in found.items())
    assert {each.kind for each in found.values()} == set(ADVICE)


@pytest.mark.parametrize("deals", DEALS)
def test_the_seats_are_told_by_one_margin(manifest: Manifest, deals: int) -> None:
    """Headline, verdict, sureness, advice, sentence, picture and JSON of two seats, for every score of the grid."""
    for score in SCORES:
        found = advantage(score, deals)
        told, judged = going_first(found, manifest, mixed=False), Share.judged(found.scores)
        (number,) = re.findall(rf"about {NUMBER} of 100 games", told.answer)
        holds(told, agrees(number, told.sureness, (judged.value, judged.interval)))
        yes = {"balanced": ("No.", "Hardly."), "undecided": ("Not known yet.",)}
        sides = ("Yes",) if found.scores.effect > 0.0 else ("No, it hurts",)
        assert told.answer.startswith(yes.get(told.verdict, sides)), told
        assert told.decision.startswith(ADVICE[told.verdict]), told
        if told.verdict == "unbalanced":
            assert f"Give the {'second' if found.scores.effect > 0.0 else 'first'} player something" in told.decision
            assert "the edge is more than half a game in 100" in told.sureness
        kept = opening_json(told)
        assert kept is not None
        assert (kept["answer"], kept["decision"], kept["verdict"]) == (told.answer, told.decision, told.verdict)
        sentence = plain(_score_sentence(found, mixed=""))
        words = {"leaning": "has an edge, but it may be less than", "undecided": "undecided"}
        assert f": {words.get(told.verdict, told.verdict)}" in sentence.replace("the first player ", "").replace(
            "the second player ", ""
        )


def test_a_picture_has_the_number_of_the_sentence(manifest: Manifest) -> None:
    """The dots of 50.5 games are not 51; its interval has the same digits; rows say what sentences say."""
    for score, deals in ((0.505, 40_000), (0.5055, 400_000), (0.515, 2_000)):
        found = advantage(score, deals).scores
        interval = found.interval95
        row = {"score": found.estimate, "low": interval.low, "high": interval.high, "band_low": 0.495}
        row |= {"band_high": 0.505, "level": 0.95, "matchup": "a"}
        assert won(row) == Share.of(found.measured).games
        chart = hundred(frame("scores", row), frame("shares", {"matchup": "a", "decisive": score, "drawn": 0.0}))
        (first,) = re.findall(rf"Of 100 games: {NUMBER} first player wins", chart.to_dict()["description"])
        assert abs(float(first) - HUNDRED * score) <= 0.25
        low, high = ends_of(Share.judged(found).reach)
        assert f"How sure: {low:g} to {high:g} games of 100" in str(chart.to_dict()).replace(".0 ", " ")


def frame(key: str, row: dict[str, Any]) -> Table:
    """A table of one row."""
    columns = tuple(Column(name, name, "share of a win") for name in row)
    return Table(key, key, columns, pl.DataFrame([row]))


@pytest.mark.parametrize("deals", DEALS)
def test_a_table_of_three_is_told_by_one_margin(manifest: Manifest, deals: int) -> None:
    """The seat that is named is one that makes the verdict, and the advice is that of the verdict."""
    for score in SCORES[::3]:
        shares = [verdict_of(each, deals, 1.0 / 3.0) for each in (score, 0.5, 1.0 - score)]
        seats = tuple(
            Seat(at, each, each.measured, each.measured, each.measured, None) for at, each in enumerate(shares)
        )
        found = Seating(group(deals), seats, *(shares[0].measured,) * 3, shared=0)
        told = sitting(found, manifest, mixed=False)
        assert told.decision.startswith(ADVICE[told.verdict]), told
        (named,) = re.findall(r"the (first|second|third) seat wins", told.sureness)
        shown = shares[("first", "second", "third").index(named)]
        low, high = ends_of(told.sureness)
        holds(told, (low, high), 100.0 / 3.0)
        assert told.verdict == found.kind
        for seat, number in re.findall(
            rf"the (first|second|third) (?:seat w(?:ins|on) about )?{NUMBER} of 100", told.answer
        ):
            if seat == named:
                agrees(number, told.sureness, (shown.estimate, shown.interval95), 100.0 / 3.0)


@pytest.mark.parametrize("deals", [2_000, 100_000])
def test_a_certificate_is_told_by_its_margin(deals: int) -> None:
    """What is said to be proved is what the interval beside it says, and so is the advice."""
    advice = {"balanced": "Publish ", "unbalanced": "Change the rules"}
    for score, seats in product(SCORES[::6], (1, 3)):
        even = 1.0 / max(2, seats)
        counts = tally(score, deals, even)
        kept = [counts.get(value, 0) for value in range(13)]
        found = [evidence(kept, even, SCORE_MARGIN, 0.05, 0.05 if seats == 1 else 0.017) for _ in range(seats)]
        kind, first = (OF_THE_FIRST if seats == 1 else OF_ALL_SEATS), found[0]
        made = Certificate(
            1, kind, "c", first.verdict, first.by_interval, SCORE_MARGIN, 0.05, deals, 2 * deals, 0, deals, tuple(found),
            {}, "",
        )  # fmt: skip
        told = certified(made, ABOUT)
        (number,) = re.findall(rf"about {NUMBER} of 100 games", told.answer)
        interval = Interval(first.guard_low, first.guard_high, 0.95, "", deals, "deals")
        holds(told, agrees(number, told.sureness, (first.estimate, interval), HUNDRED * even), HUNDRED * even)
        assert told.decision.startswith(advice.get(told.verdict, "Play ")), told


def test_a_difference_is_told_by_one_rounding() -> None:
    """The games of a thing, of a way to go on, of a new deck: within their interval, and for a side only if it is."""
    for (score, deals), told in ((each, difference) for each in GRID for difference in differences(*each)):
        value = known(score - 0.5, deals)
        assert told.sureness.startswith(f"{SURENESS[told.verdict]}: ")
        found = SIGNED.search(plain(told.sureness))
        assert found, told
        low, high = read(found[1]), read(found[3])
        games = re.search(rf"about {NUMBER} (more|fewer) game", told.answer)
        number = read(games[1]) * (1 if games[2] == "more" else -1) if games else 0.0
        assert low <= number <= high, (told, value)
        assert (told.verdict == "undecided") == told.answer.startswith("Not known yet")
        if told.verdict == "balanced":
            assert -HALF - ROUNDED <= low <= high <= HALF + ROUNDED, told
        else:
            assert (told.verdict == "undecided") == (low <= 0.0 <= high), told
        assert (told.verdict == "undecided") == told.decision.startswith("Play "), told


def differences(score: float, deals: int) -> list[Opening]:
    """Openings about a difference of this size."""
    value = known(score - 0.5, deals)
    way = effect("play=claim", 0.0, 0.0)
    way.score = value
    return [worth("the Great Dragon", way, ABOUT), going_on([way], "as it is", "deals", ABOUT)]


def test_words_for_differences_lie_within_their_interval() -> None:
    """As the sentence has them: about so many games, from so many to so many."""
    for score, deals in GRID:
        value = known(score - 0.5, deals)
        found = SIGNED.search(plain(change(value.interval)))
        assert found
        games = re.search(rf"about {NUMBER} (more|fewer)", in_hundred(value))
        number = read(games[1]) * (1 if games[2] == "more" else -1) if games else 0.0
        assert read(found[1]) <= number <= read(found[3]), (value, in_hundred(value))


@pytest.mark.parametrize("deals", DEALS)
def test_decks_rule_sets_and_rungs_are_told_by_one_rounding(manifest: Manifest, deals: int) -> None:
    """Shares in other rooms: their numbers lie within their intervals, and the advice is that of the verdict."""
    for score in SCORES[::4]:
        share = blocks(score, deals).estimate(0.95, (0.0, 1.0))
        behind = known(abs(score - 0.5), deals)
        decks = (Standing("one", share, None), Standing("two", share.taken_from(1.0), behind))
        told = deck(decks, ABOUT)
        (number,) = re.findall(rf"about {NUMBER} of 100", told.answer)
        agrees(number, told.sureness, (share.value, share.interval))
        assert told.decision.startswith("Leave" if told.verdict in ("unbalanced", "balanced") else "Play "), told
        race: Any = Choice(
            Wish("balanced", 0.005, 0.05), {"base": Played(manifest)}, ["base"], "base", True, deals, deals
        )  # type: ignore[arg-type]
        chosen = rule_set(race, share, {})
        (number,) = re.findall(rf"about {NUMBER} of 100", chosen.answer)
        agrees(number, chosen.sureness, (share.value, share.interval))
        rungs = turning(("skill:0", "skill:9"), [verdict_of(0.5, deals), verdict_of(score, deals)], ABOUT)
        follows = {"balanced": "Quote ", "unbalanced": "Judge "}
        assert rungs.decision.startswith(follows.get(rungs.verdict, "Play ")), rungs
        assert rungs.answer.startswith({"balanced": "No", "undecided": "Not known yet"}.get(rungs.verdict, "Yes")), (
            rungs
        )


class Played:
    """A run of which its plan is asked alone."""

    def __init__(self, manifest: Manifest) -> None:
        self.manifest = manifest


@pytest.mark.parametrize(("mean", "low", "high"), [(7.5, 7.2, 7.8), (7.5, 6.0, 9.0), (57.23, 57.21, 57.26)])
def test_turns_are_rounded_as_their_interval_lets_them(mean: float, low: float, high: float) -> None:
    """Not "about 8" beside 7.2 to 7.8."""
    row = {"what": "turns", "mean": mean, "low": low, "high": high, "level": 0.95}
    table = Table("means", "Means", (Column("turns", "Turns", "turns"),), pl.DataFrame([row]))
    quantiles = Table("quantiles", "", (), pl.DataFrame([{"what": "turns", "p": 0.5, "value": 7.0}]))
    told = in_short(Answer("length", "How long?", (), (table, quantiles), "", "", "", ()), "dragonheart")
    assert told is not None
    (number,) = re.findall(rf"about {NUMBER} turns", told.answer)
    shown = re.search(rf"the mean is {NUMBER} to {NUMBER}", told.sureness)
    assert shown
    assert float(shown[1]) <= float(number) <= float(shown[2])


def test_a_number_of_games_lies_within_what_a_trial_knows_of_it() -> None:
    """Two digits, and more where the trial was long."""
    assert rounded(10_400, (10_200, 10_600)) == "10,400"
    assert rounded(10_400, (9_000, 12_000)) == "10,000"
    assert rounded(94, (90, 98)) == "94"


def test_a_run_that_was_played_until_another_margin_is_told_by_that(manifest: Manifest) -> None:
    """Balanced within a game in 100 is not called more than half a game beside it."""
    found = advantage(0.508, 40_000, margin=0.02)
    told = going_first(found, manifest, mixed=False)
    assert told.verdict == "balanced"
    assert "if there is an edge, it is less than 2 games in 100" in told.sureness
    assert "within ±2 games in 100" in plain(_score_sentence(found, mixed=""))
