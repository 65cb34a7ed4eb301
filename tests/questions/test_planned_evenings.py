"""Planned evenings: what a plan claims to balance is counted again here, and what it needs is what `playtests` asks."""

import re
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from dhstats.cli.main import main
from dhstats.errors import BadInput
from dhstats.questions.evenings import differences, planned
from dhstats.questions.evenings.planned import needs
from dhstats.questions.evenings.records import Evenings
from dhstats.simulate.playtests.games import Sheet, SheetGame, SheetPlayer
from dhstats.simulate.playtests.schedule import PlannedGame, Wanted, evenness
from dhstats.simulate.playtests.schedule import planned as plan_of

FOUR = ("Ann", "Ben", "Cem", "Dora")
COLOURS = ("red", "blue", "green", "gold")
WANTED = {
    "a table of four": Wanted(FOUR, (4, 4), 6, 2, ("A", "B")),
    "with powers": Wanted(FOUR, (4, 4), 4, 2, ("A", "B"), COLOURS),
    "two tables, sizes differ": Wanted(tuple("abcdefg"), (2, 4), 4, 2, ("A", "B")),
    "one sits out": Wanted(tuple("abcdefg"), (3, 3), 7, 3, ("A", "B"), COLOURS),
    "two": Wanted(FOUR[:2], (2, 2), 3, 1, ("A", "B")),
    "three tables": Wanted(tuple("abcdefghijkl"), (4, 4), 5, 2, ("A", "B", "C")),
    "fewer powers than seats": Wanted(FOUR, (4, 4), 3, 2, ("",), ("red", "blue")),
    "one": Wanted(("Ann",), (1, 4), 2, 1),
    "five powers": Wanted(FOUR, (4, 4), 5, 1, ("",), (*COLOURS, "white")),
}
PLANS = {name: plan_of(wanted) for name, wanted in WANTED.items()}


def recount(games: tuple[PlannedGame, ...], wanted: Wanted, kind: str) -> list[list[int]]:
    """The counts of a kind, a list a column, from the games alone."""
    seats = range(max(len(game.players) for game in games))
    sat = [(who, seat, game) for game in games for seat, who in enumerate(game.players)]
    had = [(power, seat, game) for game in games for seat, power in enumerate(game.powers)]
    people, powers, versions = wanted.people, wanted.powers, wanted.versions
    if kind == "games":
        return [[sum(who in game.players for game in games) for who in people]]
    if kind == "seats":
        return [[sum(one == who and at == seat for one, at, _ in sat) for who in people] for seat in seats]
    if kind == "versions":
        return [
            [sum(one == who and game.version == each for one, _, game in sat) for who in people] for each in versions
        ]
    if kind == "powers":
        held = Counter((who, game.powers[seat]) for who, seat, game in sat)
        return [[held[who, power] for who in people] for power in powers]
    if kind == "power seats":
        return [[sum(one == power and at == seat for one, at, _ in had) for power in powers] for seat in seats]
    if kind == "power versions":
        return [
            [sum(one == power and game.version == each for one, _, game in had) for power in powers]
            for each in versions
        ]
    return [[sum({one, other} <= {*game.players} for game in games) for one, other in combinations(people, 2)]]


@pytest.mark.parametrize("name", WANTED)
def test_what_a_plan_says_of_its_balance_is_so(name: str) -> None:
    """Each claim against counts of its own: equal, as even as can be, or neither, with the ends that it names."""
    games, wanted = PLANS[name], WANTED[name]
    for each in evenness(games, wanted):
        columns = recount(games, wanted, each.kind)
        off = max(max(column) - min(column) for column in columns)
        low, high = (end(count for column in columns for count in column) for end in (min, max))
        (sentence,) = (found.text for found in planned.balance(games, wanted, [each])[:1])
        assert (each.off, each.ends) == (off, (low, high))
        even = "as often as all others." in sentence or sentence.endswith((f" {low} times.", " once.", " twice."))
        assert (even and "to" not in sentence.split()) == (off == 0)
        every = [[count for column in columns for count in column]]
        shared = every if each.kind in ("versions", "powers", "power versions") else columns
        divides = not any(sum(column) % len(column) for column in shared)
        assert ("or once more" in sentence) == (off == 1 and high - low == 1 and not divides)
        assert f"{low} to {high} times" in sentence or off == 0


@pytest.mark.parametrize("name", WANTED)
def test_nobody_sits_at_two_tables_at_once(name: str) -> None:
    """In each round everybody plays once at most, at tables of the sizes that are allowed, and as many as can play."""
    games, wanted = PLANS[name], WANTED[name]
    assert len(games) == wanted.evenings * wanted.rounds * len(wanted.sizes)
    for at in range(0, len(games), len(wanted.sizes)):
        there = [who for game in games[at : at + len(wanted.sizes)] for who in game.players]
        assert len(there) == len(set(there))
        assert set(there) <= set(wanted.people)
        assert len(wanted.people) - len(there) < wanted.seats[0]
    assert all(wanted.seats[0] <= len(game.players) <= wanted.seats[1] for game in games)
    assert all(len(set(game.powers)) == min(len(game.players), len(wanted.powers)) for game in games if game.powers)
    assert plan_of(wanted) == games


def test_latin_squares_are_found_where_there_are_some() -> None:
    """Four people with four powers in eight games: seats, versions, powers and their seats, all exactly even."""
    assert all(each.off == 0 for each in evenness(PLANS["with powers"], WANTED["with powers"]))
    assert all(each.off == 0 for each in evenness(PLANS["a table of four"], WANTED["a table of four"]))
    for many in (3, 4, 5):
        wanted = Wanted(tuple("abcde"[:many]), (many, many), many, 1, ("",), tuple("vwxyz"[:many]))
        assert all(each.off == 0 for each in evenness(plan_of(wanted), wanted))


def test_versions_change_their_order_and_evenings_have_both() -> None:
    """Or the page says that a version may be taken for its evening."""
    told = [each.text for each in planned.balance(PLANS["a table of four"], WANTED["a table of four"], [])]
    assert told[0].startswith("Every evening has all versions")
    assert told[1] == "The first game of an evening is of version A 3 times and B 3 times."
    assert [game.version for game in PLANS["two"]] == ["A", "B", "A"]
    (told_of_two,) = (each.text for each in planned.balance(PLANS["two"], WANTED["two"], []))
    assert told_of_two.startswith("No of 3 evenings") or "on the others a version may be taken" in told_of_two


def test_uneven_tables_and_shared_powers_are_named() -> None:
    """Counted again here; nothing is said of tables of one size, nor of powers that are enough."""
    wanted = Wanted((*FOUR, "Eve"), (2, 3), 3, 1, ("A", "B"), ("red", "blue"))
    games = plan_of(wanted)
    texts = [each.text for each in planned.balance(games, wanted, [])]
    large = [game for game in games if len(game.players) == 3]
    often = sorted(sum(who in game.players for game in large) for who in wanted.people)
    (sentence,) = (text for text in texts if "plays" in text)
    assert often[0] < often[-1]
    high, low = (next(name for name in wanted.people if name in part) for part in sentence.split(","))
    assert [sum(who in game.players for game in large) for who in (high, low)] == [often[-1], often[0]]
    assert f"{high} plays {planned._times(often[-1])} with three players, {low} " in sentence
    assert "Version A is played twice with three players, B once." in texts
    assert texts[-1] == "There are fewer powers than seats: several people play the same power in one game."
    assert len(planned.balance(PLANS["with powers"], WANTED["with powers"], [])) == 2


def played(games: tuple[PlannedGame, ...], seed: int, *, look: int = 99) -> Sheet:
    """The games of a plan up to an evening, in which nothing differs; lengths vary by 15 %, evenings in themselves."""
    rng, told = np.random.default_rng(seed), []
    slow = rng.normal(60.0, 4.0, max(game.evening for game in games))
    for at, game in enumerate(games):
        points = rng.permutation(100)[: len(game.players)].tolist()
        people = tuple(
            SheetPlayer(
                who,
                seat + 1,
                game.powers[seat] if game.powers else None,
                float(points[seat]),
                None,
                float(points[seat] == max(points)),
            )
            for seat, who in enumerate(game.players)
        )
        day, minutes = date(2026, 1, 1) + timedelta(game.evening), float(slow[game.evening - 1] + rng.normal(0.0, 9.0))
        told.append(
            SheetGame(at + 2, people, day, str(day), game.version or None, minutes, float(round(20 + 3 * rng.normal())))
        )
    return Sheet("plan.csv", tuple(game for game, plan in zip(told, games, strict=True) if plan.evening <= look), ())


@pytest.mark.parametrize("name", ["a table of four", "with powers", "two tables, sizes differ", "one sits out"])
def test_what_a_plan_needs_is_what_playtests_then_says(name: str) -> None:
    """As many questions, and the same numbers of games for seats and powers, whose luck is known beforehand."""
    games, wanted = PLANS[name], WANTED[name]
    found = differences.differences(Evenings.looked_at(played(games, 1), wanted.evenings))
    needed = {
        topic: max(each.needed for each in found if each.topic == topic) for topic in {each.topic for each in found}
    }
    plan = {
        "seat" if "seat" in each.question else "power" if "power" in each.question else "version": each
        for each in needs(games, wanted)
    }
    assert plan["seat"].needed == needed["seat"]
    if wanted.powers:
        assert plan["power"].needed == pytest.approx(needed["power"], rel=0.02)
    assert "version" in plan
    assert not any(each.enough for each in plan.values())


def test_enough_games_are_called_enough() -> None:
    """The sentence has the number either way."""
    few, many = (Wanted(FOUR[:2], (2, 2), evenings, 12, ("A", "B")) for evenings in (1, 60))
    short, long = (needs(plan_of(wanted), wanted)[0] for wanted in (few, many))
    assert (short.enough, long.enough) == (False, True)
    assert short.sentence.startswith("12 games are too few to show whether version B")
    assert f"about {long.needed:,} would do" in long.sentence
    assert short.short == f"{short.sentence.partition(',')[0]} by 10 % of the mean; about {short.needed} would."
    games, wanted = PLANS["two tables, sizes differ"], WANTED["two tables, sizes differ"]
    assert needs(games, wanted)[1].sentence.startswith("The 8 games with four players (of 16) are too few to show")
    assert needs(games[:1], replace(wanted, versions=("",)))[0].sentence.startswith("One game is too few to show")
    opening = planned.answer(games, wanted).opening
    assert opening is not None
    assert opening.decision.startswith(
        "Play the plan: it can probably show a difference of 31 % of the mean or more. To show 10 %"
    )


@pytest.mark.parametrize(("rounds", "evenings"), [(2, 4), (12, 4), (2, 1)])
def test_evenings_that_would_be_enough_are(rounds: int, evenings: int) -> None:
    """A plan of as many is enough with a look after each, and one evening less is not; or 60 are too few."""
    wanted = Wanted(FOUR, (4, 4), evenings, rounds, ("A", "B"))
    opening = planned.answer(plan_of(wanted), wanted).opening
    assert opening is not None
    number = re.search(r"(about|more than) (\d+) such evenings", opening.decision)
    assert number is not None
    many = int(number[2])
    plans = [replace(wanted, evenings=each) for each in (many - 1, many)]
    enough = [needs(plan_of(each), each)[0].enough for each in plans]
    assert enough == [False, number[1] == "about"]


def false_alarms(sheets: int, looks: int) -> int:
    """Sheets in which nothing differs, of which some look says that something does."""
    games = PLANS["a table of four"]
    every = range(3, 7)
    return sum(
        any(
            each.shown
            for look in every
            for each in differences.differences(Evenings.looked_at(played(games, seed, look=look), looks))
        )
        for seed in range(sheets)
    )


@pytest.mark.long("protects the claim that one may look after each evening; test_looks_widen_every_interval guards it")
def test_looking_after_each_evening_errs_in_five_of_a_hundred() -> None:
    """Of 150 plans without a difference at most 5 % and two standard errors show one at any of six looks."""
    assert false_alarms(150, 6) <= 12


def test_looks_widen_every_interval() -> None:
    """As Bonferroni has it: intervals of 1 - 0.05 / looks, p-values times looks, more games needed."""
    once, often = (
        differences.differences(Evenings.looked_at(played(PLANS["with powers"], 3), looks)) for looks in (1, 4)
    )
    for one, other in zip(once, often, strict=True):
        assert other.holm == pytest.approx(min(1.0, 4 * one.holm))
        assert other.estimate.interval.level == pytest.approx(1.0 - 0.05 / 4)
        (low, high), (wider, still) = (
            (each.estimate.interval.low, each.estimate.interval.high) for each in (one, other)
        )
        assert wider <= low <= high <= still
        assert other.needed >= one.needed
    (mean, *_) = differences.means(Evenings.looked_at(played(PLANS["with powers"], 3), 4))
    assert mean[2].interval.level == pytest.approx(1.0 - 0.05 / 4)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--people", "Ann"), "--people: only for --phone or --evenings; add one of them, or leave this out"),
        (("--evenings", "3", "--people", "Ann;Ben;Cy"), "write commas between names, not semicolons"),
        (("--evenings", "3"), '--evenings: say who plays, as in --people "Ann,Ben,Cem"'),
        (("--evenings", "3", "--people", "Ann"), "1 cannot play a game for 2 or more"),
        (("--evenings", "3", "--people", "Ann,ann"), "is named twice"),
        (("--evenings", "0", "--people", "Ann,Ben"), "must be from 1 to 60, not 0"),
        (("--evenings", "61", "--people", "Ann,Ben"), "must be from 1 to 60, not 61"),
        (("--evenings", "3", "--people", "Ann,Ben", "--rounds", "0"), "must be"),
        (("--evenings", "3", "--people", "A" * 41 + ",Ben"), "longer than 40 letters"),
        (
            ("--evenings", "3", "--people", "Ann,Ben,Cem", "--players", "3", "--seed", "1"),
            "leave out this or --players",
        ),
        (
            ("--phone", "sheet.html", "--players", "4-2"),
            "must be a number of players from 1 to 10, such as 3 or 2-4, the smaller one first",
        ),
        (("--phone", "sheet.html", "--players", "2-x"), "must be a number of players"),
        (("--phone", "sheet.html", "-o", "page.html"), "only for planned evenings; add --evenings"),
        (("--phone", "sheet.html", "--strategies", "greedy"), "no program plays"),
        (("ffg", "--phone", "sheet.html", "--players", "2"), "leave out either it or the rules"),
        (("--evenings", "1", "--people", "a,b,c", "--game", "dragonwood", "--seed", "1"), "deals are for 2 players"),
    ],
)
def test_what_cannot_be_planned_is_refused_in_a_sentence(
    options: tuple[str, ...],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """And nothing is written."""
    monkeypatch.chdir(tmp_path)
    assert main(["kit", *options]) == 2
    assert told in " ".join(capsys.readouterr().err.split())
    assert list(tmp_path.iterdir()) == []


def test_a_page_and_a_sheet_hold_the_same_plan(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With deals to lay out where a seed is given; the page says at once that the games are too few."""
    monkeypatch.chdir(tmp_path)
    words = "kit --evenings 2 --people <b>Ann</b>,Ben --versions A,B --seed 7 -o plan.html --phone sheet.html"
    assert main(words.split()) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "4 games are too few to show whether version B takes longer or shorter than A by 10 % of the mean" in text
    page, sheet = (Path(name).read_text("utf-8") for name in ("plan.html", "sheet.html"))
    assert "&lt;b&gt;Ann&lt;/b&gt;" in page
    assert "The order of the people was taken as written." in page
    assert "<b>Ann" not in page + sheet
    assert page.count('<article class="deal"') == 4
    assert page.count('<td class="who">') == 8
    assert page.count('<th scope="col">Winner</th>') == 2
    assert "Evening 2, table 1, game 2" in sheet
    with pytest.raises(BadInput, match="name more people"):
        Wanted(("Ann",), (2, 4), 1, 1).sizes  # noqa: B018
