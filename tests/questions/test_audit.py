"""Audits of the rulebook: every other reading once, a verdict on each, and a summary that leaves none out."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dhstats.games.catalogue import load
from dhstats.questions.shared.answer import Answer
from dhstats.questions.shared.metrics import ASK, Ask, asked
from dhstats.questions.tweaks.audit import SAYS, Reading, answer, play, readings
from dhstats.questions.tweaks.comparison import Comparison, compare
from dhstats.questions.tweaks.tweaks import Bench, changed_fields, mirror_or_match
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.storage import Run, open_run

BUNDLE = load("dragonheart")
KINDS = ("unbalanced", "leaning", "balanced", "undecided")
Found = list[tuple[Reading, Comparison]]


def nothing(plan: Experiment, folder: Path) -> Run:
    """Plays no games: readings are known without."""
    raise AssertionError(f"{plan.name} was played into {folder}")


def bench(folder: Path, base: str = "ffg", ask: Ask = ASK, deals: int = 200, player: Any = nothing) -> Bench:
    """A mirror of a quick character."""
    plan = mirror_or_match("audit", "Why?", base, "dragon_hunter", deals, game="dragonheart", seed=5)
    return Bench(plan, folder, player, ask=ask)


def play_plan(plan: Experiment, folder: Path) -> Run:
    """Plays on one thread."""
    return simulate(plan, folder, workers=1)


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> tuple[Bench, Found]:
    """Every reading beside ffg, on two hundred deals, asked with a margin of three points."""
    found = bench(tmp_path_factory.mktemp("audit"), ask=asked("score", "3pp"), player=play_plan)
    return found, play(found)


# ---- The readings --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", BUNDLE.rule_files.shipped())
def test_every_other_reading_is_there_once(tmp_path: Path, base: str) -> None:
    """All but those that the base takes, each under its place's name, in the order of the rulebook."""
    own = bench(tmp_path, base)
    found = readings(own)
    expected = []
    for place in BUNDLE.unclear:
        for said, settings in place.readings:
            there = BUNDLE.rule_files.load(base, settings)
            if there.hash != own.rules.hash:
                expected.append((place.name, said, settings))
    assert [(each.place.name, each.words, each.tweak.settings) for each in found] == expected
    assert max(Counter(each.tweak.name for each in found).values()) == 1
    assert all(changed_fields(own.rules, own.rules_of(each.tweak)) for each in found)


@pytest.mark.parametrize(
    ("base", "left_out"),
    [
        ("ffg", {"no, a card must be taken", "none", "the turn in which they need a card and can draw none", "the English one"}),
        ("kosmos", {"yes, the choice is enough", "none", "their next turn after drawing the last card",
                    "the Kosmos edition, read literally"}),
    ],
)  # fmt: skip
def test_the_base_takes_one_reading_of_every_place(tmp_path: Path, base: str, left_out: set[str]) -> None:
    """What the edition itself says is no other reading, and exactly one of each place is left out."""
    found = readings(bench(tmp_path, base))
    told = {each.words for each in found}
    assert not told & left_out
    for place in BUNDLE.unclear:
        assert len(place.readings) - sum(each.place is place for each in found) == 1, place.name


@pytest.mark.parametrize("place", BUNDLE.unclear, ids=lambda place: place.name)
def test_settings_of_every_reading_load(place: Any) -> None:
    """Under both editions, as rules that differ from each other; each place has a question and says where it stands."""
    assert len(place.readings) > 1
    assert place.question.endswith("?")
    assert place.where
    for base in BUNDLE.rule_files.shipped():
        hashes = [BUNDLE.rule_files.load(base, settings).hash for _, settings in place.readings]
        assert len(set(hashes)) == len(hashes)


def test_readings_of_a_variant_are_judged_where_it_is_played(tmp_path: Path) -> None:
    """What a failed spell costs is nothing to a base without spells: both sides of the comparison play with them."""
    plan = mirror_or_match("audit", "Why?", "two", "greedy", 20, game="dragonwood", seed=5)
    own = Bench(plan, tmp_path, nothing)
    found = [each for each in readings(own) if each.place.variant]
    assert [each.tweak.name for each in found] == [
        "failed spell: its cards and a wound, because they are discarded to earn the dice",
        "helped spell: no, two bare dice",
    ]
    for each in found:
        assert each.place.variant == ("spell.allowed=true",)
        assert each.bench.rules.effective["spell"]["allowed"]
        assert each.bench is found[0].bench
        assert len(changed_fields(each.bench.rules, each.bench.rules_of(each.tweak))) == 1
    with_spells = Bench(replace(plan, settings=("spell.allowed=true",)), tmp_path, nothing)
    assert [each.bench for each in readings(with_spells)] == [with_spells] * len(readings(own))


def test_the_editions_are_what_they_say() -> None:
    """The reading of an edition as a whole makes the other rule set of it."""
    (place,) = [each for each in BUNDLE.unclear if each.name == "edition"]
    for (_, settings), (base, other) in zip(place.readings, [("kosmos", "ffg"), ("ffg", "kosmos")], strict=True):
        assert BUNDLE.rule_files.load(base, settings).hash == BUNDLE.rule_files.load(other).hash


# ---- The verdicts --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def told(audited: tuple[Bench, Found]) -> Answer:
    """What is said of the audit."""
    return answer(*audited)


def test_every_reading_has_a_verdict(audited: tuple[Bench, Found], told: Answer) -> None:
    """One sentence and one row a reading, with the same verdict, in the order of the readings."""
    own, found = audited
    names = [each.tweak.name for each in readings(own)]
    assert [reading.tweak.name for reading, _ in found] == names
    frame = told.table("scores").frame
    assert frame["reading"].to_list() == names
    assert set(frame["verdict"]) <= set(SAYS)
    assert frame["says"].to_list() == [SAYS[each] for each in frame["verdict"]]
    summary, *sentences = told.findings
    assert summary.headline
    assert all(summary.text.count(name) == 1 for name in names)
    assert "within ±3 games in 100" in summary.text or "Not known yet" in summary.text
    assert all(each.headline and each.verdict == "refused" for each in sentences[len(names) :])
    for name, verdict, finding in zip(names, frame["verdict"], sentences[: len(names)], strict=True):
        assert finding.verdict == verdict
        assert finding.text.startswith(f"{name}")
        assert SAYS[verdict] in finding.text
    assert frame["settings"].to_list() == [" ".join(reading.tweak.settings) for reading, _ in found]


# ---- The summary ---------------------------------------------------------------------------------------------


def missing(told: Answer, found: Found) -> list[str]:
    """The readings that the summary leaves out."""
    return [each.tweak for _, each in found if each.tweak not in told.findings[0].text]


def judged_by(audited: tuple[Bench, Found], ask: Ask, most: int | None = None) -> tuple[Bench, Found]:
    """The same games, or those of some readings, asked another question."""
    own, found = audited[0], audited[1][:most]
    other = Bench(own.plan, own.folder, lambda _, folder: open_run(folder), ask=ask)
    return other, [
        (reading, compare(other.sums, other.under(reading.tweak), each.tweak, ask)) for reading, each in found
    ]


def test_the_summary_goes_from_what_matters_to_what_does_not(audited: tuple[Bench, Found]) -> None:
    """Readings of each verdict stand together, those that change most first."""
    own, found = judged_by(audited, asked("margin", "1.5"))
    told = answer(own, found)
    text, kinds = told.findings[0].text, told.table("scores").frame["verdict"].to_list()
    order = [
        KINDS.index(kind) for _, kind in sorted(zip([text.index(each.tweak) for _, each in found], kinds, strict=True))
    ]
    assert order == sorted(order)
    assert len(set(order)) > 1


def test_the_summary_of_a_metric_without_a_margin(audited: tuple[Bench, Found]) -> None:
    """Where no margin is declared nothing is judged, and yet the first sentence says something of every reading."""
    own, found = judged_by(audited, asked("turns"), most=4)
    told = answer(own, found)
    assert told.findings[0].text
    assert missing(told, found) == []


# ---- What games cannot show ----------------------------------------------------------------------------------


def audited_alone(folder: Path, base: str, strategies: str, place: str, game: str = "dragonheart") -> Answer:
    """The audit of one place."""
    plan = mirror_or_match("audit", "Why?", base, strategies, 300, game=game, seed=1)
    own = Bench(plan, folder, play_plan, ask=asked("score", "10pp", game=game))
    (reading,) = [each for each in readings(own) if each.place.name == place]
    return answer(own, [(reading, each) for each in reading.bench.compared(reading.tweak)])


def test_a_reading_that_no_player_comes_to_is_not_judged(tmp_path: Path) -> None:
    """Greedy players of Dragonwood own no enhancement, so that they cannot show what these do to dragon spells."""
    told = audited_alone(tmp_path, "two", "greedy", "helped spell", "dragonwood")
    summary, reading, why = told.findings
    assert summary.text.startswith("Not judged: helped spell: ")
    assert "; none of 300 deals differs; unclear in " in reading.text
    assert why.text.startswith("If no deal differs, these players never reached the situation")
    assert reading.verdict == why.verdict == "refused"


# ---- The command ---------------------------------------------------------------------------------------------
