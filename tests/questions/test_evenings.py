"""What people's playtests show: coverage of its intervals in drawn sheets, checks against programs, sentences, page."""

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from dhstats.cli.main import main
from dhstats.questions.evenings import differences, programs, skill
from dhstats.questions.evenings.records import GAP, MINUTES, RUN_AWAY, TURNS, Evenings
from dhstats.questions.evenings.telling import answers
from dhstats.simulate.playtests.games import Sheet, SheetGame, SheetPlayer
from dhstats.stats.estimates import lookalikes
from dhstats.stats.intervals.blocks import Estimate
from tests.questions.evening_sheets import PEOPLE, sheet

FIRST, LATER = 0.6, 10.0  # log odds of the first seat, minutes that version 2 takes less
SIZES = (8, 20, 60)
Pairs = list[tuple[Estimate, float]]  # an estimate and the truth


def skills_of(seed: int) -> np.ndarray:
    """The skills that a drawn sheet of this seed has."""
    return np.random.default_rng(seed).normal(size=len(PEOPLE)) * 0.7


def _seats(games: int, seed: int) -> Pairs:
    """Shares of seats above even; the truth is the mean over all who could sit there, in all orders."""
    who = np.array(list(permutations(range(len(PEOPLE)), 3)))
    odds = np.exp(skills_of(seed)[who] + np.array([FIRST, 0.0, 0.0]))
    truth = (odds / odds.sum(axis=1, keepdims=True)).mean(axis=0) - 1 / 3
    found = differences.seats(Evenings(sheet(games, seed=seed, first=FIRST)))
    return [(each.estimate, share) for each, share in zip(found, truth.tolist(), strict=True)]


def _powers(games: int, seed: int) -> Pairs:
    """Shares of five powers whose strength is drawn, above the mean of all."""
    strengths = np.random.default_rng(seed + 10_000).normal(size=5) * 0.5
    named = dict(zip("ABCDE", strengths.tolist(), strict=True))
    skills, orders = skills_of(seed), np.array(list(permutations(range(5), 3)))
    who = np.array(list(permutations(range(len(PEOPLE)), 3)))
    odds = np.exp(skills[who][:, None, :] + strengths[orders])
    shares = (odds / odds.sum(axis=2, keepdims=True)).mean(axis=0)
    truth = {name: float(shares[orders == power].mean()) for power, name in enumerate(named)}
    found = differences.powers(Evenings(sheet(games, seed=seed, powers=named)))  # one may never have been played
    even = np.mean([truth[each.name] for each in found]) if found else 0.0
    return [(each.estimate, truth[each.name] - float(even)) for each in found]


def _minutes(games: int, seed: int) -> Pairs:
    """The mean duration."""
    evenings = Evenings(sheet(games, seed=seed))
    return [(differences.mean(evenings, *evenings.measured(MINUTES)), 60.0)]


def _versions(games: int, seed: int) -> Pairs:
    """How many minutes the second version takes more."""
    found = differences.versions(Evenings(sheet(games, seed=seed, later=LATER)))
    return [(each.estimate, -LATER) for each in found if "duration" in each.name]


def _length(games: int, seed: int) -> Pairs:
    """The mean length, which has nothing to do with evenings: intervals may be too wide, not too narrow."""
    evenings = Evenings(sheet(games, seed=seed))
    return [(differences.mean(evenings, *evenings.measured(TURNS)), 20.0)]


DRAWN: dict[str, Callable[[int, int], Pairs]] = {
    "seats": _seats, "powers": _powers, "minutes": _minutes, "versions": _versions, "turns": _length
}  # fmt: skip


def coverage(kind: str, games: int, runs: int) -> float:
    """The share of intervals of so many drawn sheets that hold the truth."""
    pairs = [pair for seed in range(runs) for pair in DRAWN[kind](games, seed)]
    return float(np.mean([estimate.interval.contains(truth) for estimate, truth in pairs]))


@pytest.mark.parametrize("kind", DRAWN)
def test_intervals_hold_the_truth_in_sheets_of_twenty_games(kind: str) -> None:
    """A small draw of what the long test draws: 60 sheets with fixed seeds."""
    assert coverage(kind, 20, 60) > 0.89


@pytest.mark.long("Coverage of the intervals of playtests; the small draw guards the same in between.")
@pytest.mark.parametrize("games", SIZES)
@pytest.mark.parametrize("kind", DRAWN)
def test_intervals_cover_at_eight_twenty_and_sixty_games(kind: str, games: int) -> None:
    """In 500 sheets with fixed seeds: .93 to .97, and .01 of luck; length may cover more, as its evenings do not differ."""
    held = coverage(kind, games, 500)
    assert 0.92 <= held <= (1.0 if kind == "turns" else 0.98)


def of_programs(rng: np.random.Generator, games: int, length: float = 40.0) -> Sheet:
    """Games as programs play them: all alike, lengths with a deviation of 15 in 100."""
    told = []
    for at in range(games):
        points = rng.integers(20, 60, 2)
        people = tuple(
            SheetPlayer(
                None, seat, None, float(point), None, 0.5 if points[0] == points[1] else float(point == max(points))
            )
            for seat, point in enumerate(points, start=1)
        )
        ended = "deck" if rng.random() < 0.6 else "ships"
        told.append(SheetGame(at + 1, people, turns=float(round(length * (1 + 0.15 * rng.normal()))), ended_by=ended))
    return Sheet("run", tuple(told), ())


def test_checks_against_programs_keep_their_level_and_find_a_tenth(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 40 games: of 200 sheets that are alike at most 8 % have any check that rejects; 10 % longer games are found."""
    monkeypatch.setattr(lookalikes, "DRAWS", 999)
    rng = np.random.default_rng(2)
    run, false, power = Evenings(of_programs(rng, 3_000)), 0, 0
    for _ in range(200):
        found = programs.checks(Evenings(of_programs(rng, 40)), run)
        assert found[0].what == "Length"
        false += any(each.differs for each in found)
    for _ in range(60):
        power += programs.checks(Evenings(of_programs(rng, 40, 44.0)), run)[0].differs
    assert false <= 16
    assert power >= 48


def test_one_answer_from_both_only_where_they_agree() -> None:
    """Weighted half and half, narrower than the people's alone; where they differ both stand apart."""
    rng = np.random.default_rng(4)
    run = Evenings(of_programs(rng, 2_000))
    alike = programs.checks(Evenings(of_programs(rng, 20)), run)[0]
    assert alike.people is not None
    assert alike.both is not None
    assert alike.both.value == pytest.approx((alike.people.value + alike.programs) / 2)
    assert alike.both.interval.half_width == pytest.approx(alike.people.interval.half_width / np.sqrt(2))
    assert "if the programs count as twenty" in alike.sentence.replace("20", "twenty")
    apart = programs.checks(Evenings(of_programs(rng, 20, 55.0)), run)[0]
    assert apart.differs
    assert apart.both is None
    assert "Keep both apart" in apart.sentence


def test_rounds_counted_as_turns_are_noticed() -> None:
    """A length of half that of the programs, at tables for two."""
    rng = np.random.default_rng(4)
    found = programs.checks(Evenings(of_programs(rng, 20, 20.0)), Evenings(of_programs(rng, 500)))
    assert programs.counted_rounds(found, 2)
    assert not programs.counted_rounds(found, 3)


def test_too_few_games_say_how_many_would_do() -> None:
    """Twelve games cannot show it, about so many would; and the number is that of the variance."""
    found = differences.seats(Evenings(sheet(12, seed=3)))
    assert found[0].sentence.startswith("Twelve games cannot show whether the first seat wins")
    assert f"about {found[0].needed:,} would, if it is 10 games in 100" in found[0].sentence
    more = differences.seats(Evenings(sheet(48, seed=3)))
    assert 0.5 < more[0].needed / found[0].needed < 2.0


def test_versions_by_other_people_are_said_to_be_confounded() -> None:
    """In the sentence itself: later, and by whom."""
    (found,) = (each for each in differences.versions(Evenings(sheet(seed=2))) if "duration" in each.name)
    assert "it was played later" in found.sentence
    assert "may be the cause instead of the version" in found.sentence
    told = sheet(seed=2)
    mixed = tuple(replace(game, version="12"[at % 2]) for at, game in enumerate(told.games))
    ((again),) = (
        each for each in differences.versions(Evenings(replace(told, games=mixed))) if "duration" in each.name
    )
    assert "later" not in again.sentence


def test_a_clear_first_seat_opens_the_page_and_learning_of_many_looks_is_told() -> None:
    """The first screen has the clearest difference, adjusted for all that were asked about."""
    told = answers(Evenings(sheet(60, seed=1, first=1.5)))
    assert told[0].opening
    assert told[0].opening.answer.startswith("The first seat is worth +")
    assert told[0].opening.verdict == "leaning"
    none = answers(Evenings(sheet(12, seed=3)))[0].opening
    assert none
    assert none.verdict == "undecided"
    assert none.answer.startswith("Twelve games cannot show")


def test_gaps_ties_and_runaways_follow_the_winner() -> None:
    """Where the fewest points win, the gap is from the lowest up; a shared win has none."""
    players = tuple(
        SheetPlayer(None, seat, None, points, None, won)
        for seat, points, won in ((1, 10.0, 1.0), (2, 14.0, 0.0), (3, 30.0, 0.0))
    )
    golf = SheetGame(1, players)
    assert GAP.of(golf) == 4.0
    assert RUN_AWAY.of(golf) == 1.0
    assert GAP.of(replace(golf, players=(players[0], replace(players[1], score=None)))) is None


def test_sheets_that_say_little_are_answered_with_what_is_missing() -> None:
    """One game; games without a winner; a seat that always wins; nobody named."""
    few = answers(Evenings(replace(sheet(), games=sheet().games[:1])))
    assert few[0].opening
    assert few[0].opening.verdict == "refused"
    always = tuple(
        replace(game, players=tuple(replace(each, won=float(each.seat == 1), player=None) for each in game.players))
        for game in sheet().games
    )
    found = differences.seats(Evenings(replace(sheet(), games=always)))
    assert found[0].estimate.value == pytest.approx(2 / 3)
    assert found[0].estimate.interval.low < 0.6
    assert found[0].estimate.interval.high == pytest.approx(2 / 3)
    assert skill.players(Evenings(replace(sheet(), games=always))) == []
    nobody = tuple(
        replace(game, players=tuple(replace(each, won=None) for each in game.players)) for game in sheet().games
    )
    assert differences.seats(Evenings(replace(sheet(), games=nobody))) == []


def test_powers_that_are_seats_are_not_asked_about_twice() -> None:
    """White that always begins is the first seat."""
    games = tuple(
        replace(game, players=tuple(replace(each, power="ABC"[(each.seat or 1) - 1]) for each in game.players))
        for game in sheet().games
    )
    assert differences.powers(Evenings(replace(sheet(), games=games))) == []


def written(path: Path, told: Sheet) -> None:
    """A sheet as a table of text, a row a game."""
    size = len(told.games[0].players)
    head = ["Date", "Version", *(f"{what} {at}" for at in range(1, size + 1) for what in ("Player", "Score"))]
    rows = [",".join([*head, "Turns", "Minutes", "Ended by"])]
    for game in told.games:
        cells = [cell for each in game.players for cell in (each.player or "Nn", f"{each.score:g}")]
        rows.append(
            ",".join(
                [str(game.day), game.version or "", *cells, f"{game.turns:g}", f"{game.minutes:g}", game.ended_by or ""]
            )
        )
    path.write_text("\n".join(rows), "utf-8")


def test_the_command_writes_a_page_and_its_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """How columns were read, the first screen, the findings; names are initials; a column that is named is read."""
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "evenings.csv", sheet(20))
    assert main(["playtests", "evenings.csv", "-o", "page.html", "--json", "numbers.json"]) == 0
    out = capsys.readouterr().out
    assert "How the columns were read" in out
    assert "What do these 20 playtests show?" in out
    assert out.index("• Duration") < out.index("• 20 games cannot show")
    page = Path("page.html").read_text("utf-8")
    assert "The games of evenings.csv" in page
    assert "rules  (" not in page
    numbers = Path("numbers.json").read_text("utf-8")
    assert not any(name in numbers for name in PEOPLE if name != "Eve")
    (run,) = json.loads(numbers)["runs"]
    assert run["answers"][0]["key"] == "evenings"
    Path("columns.toml").write_text('minutes = "Turns"\n', "utf-8")
    assert main(["playtests", "evenings.csv", "--columns", "columns.toml", "--names", "none", "-o", "other.html"]) == 0
    assert "Turns" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--column", "minutes"], "score_2=HEADING"), (["--names", "all"], "initials"), (["--with", "nowhere"], "nowhere"),
        (["--columns", "wrong.toml"], "as text"),
    ],
)  # fmt: skip
def test_what_is_typed_wrong_is_refused_in_a_sentence(
    options: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No page is written."""
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "evenings.csv", sheet(8))
    Path("wrong.toml").write_text("minutes = 3\n", "utf-8")
    assert main(["playtests", "evenings.csv", *options]) in (2, 3)
    assert said in capsys.readouterr().err
    assert not Path("reports").exists()
