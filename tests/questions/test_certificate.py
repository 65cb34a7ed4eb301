"""Balance certificates: they stand as they were made, and no number or word in them can be changed unseen."""

import json
import math
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pyarrow.parquet as pq
import pytest
from scipy.stats import t as student

from dhstats.cli.main import main
from dhstats.errors import BadInput, DataProblem
from dhstats.queries.counts import counting
from dhstats.questions.certificates.certificate import (
    Certificate,
    certificate_of,
    certify,
    first_player,
    read_certificate,
    sealed,
)
from dhstats.questions.certificates.recheck import check
from dhstats.questions.certificates.words import answer
from dhstats.questions.verdicts.evidence import conclusion
from dhstats.questions.verdicts.sequential import play
from dhstats.seats import SEATS
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import prepare
from dhstats.storage import Run, open_run
from dhstats.storage.manifest import write_manifest
from tests.queries.runs import game, write_run
from tests.queries.seated_runs import game as seated_game
from tests.queries.seated_runs import write_seated
from tests.questions.sealed import COMMAND, Place, Values, changed, places, plain, written

FIXED = Experiment("fixed", strategies=("dragon_hunter",), games=240, seed=5, moves="none")
WATCHED = replace(FIXED, name="watched", games=6000, until="proved balanced within 6pp")
THREE = Experiment("three", game="dragonwood", rules="three", strategies=("random",), games=300, seed=5, moves="none")
WON, DRAWN, LOST = game(1, 0), game(0, 0), game(0, 1)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    """A run of fixed length, a watched one, a match by quartets, one for three, and two of other seeds."""
    folder = tmp_path_factory.mktemp("runs")
    plans = {
        "fixed": FIXED, "watched": WATCHED, "other": replace(FIXED, seed=6),
        "three": THREE, "other three": replace(THREE, seed=6),
        "quartet": replace(FIXED, strategies=("greedy", "cautious"), design="quartet", games=400),
    }  # fmt: skip
    return {name: play(plan, folder / name, workers=1) for name, plan in plans.items()}


@pytest.fixture(scope="module")
def made(runs: dict[str, Run]) -> dict[str, Certificate]:
    """The certificate of each run."""
    return {name: certify(run, COMMAND) for name, run in runs.items()}


@pytest.fixture(scope="module")
def values(made: dict[str, Certificate]) -> Values:
    """The file of the fixed run's certificate, without its checksum."""
    return plain(made["fixed"])


def reread(folder: Path, told: Values) -> Certificate:
    """Written down with a right checksum, and read."""
    return read_certificate(written(folder, sealed(told)))


# ---- What stands ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["fixed", "watched", "quartet", "three"])
def test_a_certificate_stands(runs: dict[str, Run], made: dict[str, Certificate], tmp_path: Path, name: str) -> None:
    """Read from its file it is the same; played again or counted in its run, nothing is wrong with it."""
    found = read_certificate(written(tmp_path, made[name].text()))
    assert found == made[name]
    assert check(found, runs[name]) == []
    assert check(found) == []


@pytest.mark.parametrize("name", ["fixed", "quartet"])
def test_its_numbers_are_those_of_the_games(runs: dict[str, Run], made: dict[str, Certificate], name: str) -> None:
    """Recounted from rows: deals by score, the mean, its error and both intervals."""
    found, arms = made[name], len(runs[name].manifest.design.arms)
    rows = pl.concat([pl.read_parquet(file) for file in sorted((runs[name].folder / "games").glob("*.parquet"))])
    won = np.array([{0: 2, 1: 0, -1: 1}[each] for each in rows["winner"].to_list()]).reshape(-1, arms).sum(axis=1)
    (seat,) = found.seats
    assert seat.scores == tuple(np.bincount(won, minlength=2 * arms + 1).tolist())
    blocks = won / (2 * arms)
    n, se = len(blocks), blocks.std(ddof=1) / math.sqrt(len(blocks))
    assert (found.deals, found.games, found.first_deal, found.last_deal) == (n, n * arms, 0, n - 1)
    assert seat.estimate == pytest.approx(blocks.mean())
    assert seat.se == pytest.approx(se)
    for low, high, tail in ((seat.low, seat.high, 0.025), (seat.inner_low, seat.inner_high, 0.05)):
        assert (low, high) == pytest.approx(
            (blocks.mean() - student.isf(tail, n - 1) * se, blocks.mean() + student.isf(tail, n - 1) * se)
        )


def test_what_is_claimed(made: dict[str, Certificate]) -> None:
    """The margin is the stopping rule's, else half a point; a watched run that it ended is balanced."""
    assert made["watched"].margin == 0.06
    assert made["watched"].watched
    assert made["watched"].verdict == "balanced"
    assert made["watched"].seats[0].method.startswith("asymptotic")
    assert made["fixed"].margin == 0.005
    assert not made["fixed"].watched
    assert made["fixed"].verdict == "undecided"
    assert made["quartet"].claim.startswith("greedy")


@pytest.mark.parametrize(("margin", "alpha"), [(0.01, 0.05), (0.2, 0.05), (0.2, 0.001), (0.499, 0.3)])
def test_other_margins_stand(runs: dict[str, Run], margin: float, alpha: float) -> None:
    """Any margin and alpha that can be asked, also of a watched run."""
    for name in ("fixed", "watched"):
        found = certify(runs[name], COMMAND, margin, alpha)
        assert (found.margin, found.alpha) == (margin, alpha)
        assert check(found, runs[name]) == []
        if margin == 0.2 and alpha == 0.05:
            assert (found.verdict, found.by_interval) == ("balanced", "balanced")


@pytest.mark.parametrize("term", ["margin", "alpha"])
@pytest.mark.parametrize("value", [0.0, 0.5, -0.1, math.nan])
@pytest.mark.parametrize(("name", "most"), [("fixed", "50"), ("three", "33.3")])
def test_terms_that_are_none(runs: dict[str, Run], term: str, value: float, name: str, most: str) -> None:
    """A margin from above nothing to below an even share, a chance below one half."""
    with pytest.raises(BadInput, match=f"--margin: must lie between 0 and {most} " if term == "margin" else "--alpha"):
        certify(runs[name], COMMAND, **{term: value})


def test_deals_that_are_all_alike(tmp_path: Path) -> None:
    """Two deals, with or without spread: a certificate that stands and claims nothing; one deal is refused."""
    for seed in range(4):
        run = play(replace(FIXED, games=4, seed=seed), tmp_path / str(seed), workers=1)
        found = certify(run, COMMAND)
        assert found.verdict == "undecided"
        assert check(read_certificate(written(tmp_path, found.text())), run) == []
    with pytest.raises(DataProblem, match="needs two"):
        certify(play(replace(FIXED, games=2), tmp_path / "one", workers=1), COMMAND)
    with pytest.raises(DataProblem, match="needs two"):
        certify(balanced(tmp_path / "of three", 1), COMMAND)


@pytest.mark.parametrize("games", [4, 400, 1400])
def test_a_watched_run_that_settled_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str], games: int) -> None:
    """Ended by its limit, even before the first look: a certificate that claims nothing and stands; plain JSON too."""
    run = play(replace(WATCHED, games=games, until="balanced within 0.5pp"), tmp_path / "run", workers=1)
    assert main(["certify", str(run.folder), "-o", str(tmp_path / "page.html")]) == 0
    assert "The claim is open" in capsys.readouterr().out
    path = tmp_path / "page.json"
    json.loads(path.read_text(encoding="utf-8"), parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
    found = read_certificate(path)
    assert found.verdict in ("undecided", "leaning")
    assert check(found) == []


def test_another_question_is_refused(tmp_path: Path) -> None:
    """A run until one player is better was stopped for another reason."""
    plan = replace(FIXED, strategies=("greedy", "random"), design="quartet", games=4000, until="better by 10pp")
    with pytest.raises(BadInput, match="another question"):
        certify(play(plan, tmp_path / "run", workers=1), COMMAND)


# ---- One verdict -----------------------------------------------------------------------------------------------


def counted_run(folder: Path, scores: Sequence[int]) -> Run:
    """A run whose deals of two games have these scores of the first player, in half wins."""
    pairs = {0: (LOST, LOST), 1: (LOST, DRAWN), 2: (WON, LOST), 3: (WON, DRAWN), 4: (WON, WON)}
    return write_run(folder, [own for half, deals in enumerate(scores) for _ in range(deals) for own in pairs[half]])


@pytest.mark.parametrize(
    ("scores", "by_interval", "verdict"),
    [
        ((100, 0, 1800, 0, 100), "balanced", "balanced"),
        ((106, 0, 388, 0, 106), "balanced", "undecided"),
        ((100, 0, 450, 0, 185), "unbalanced", "leaning"),
        ((20, 0, 450, 0, 260), "unbalanced", "unbalanced"),
    ],
)
def test_the_verdict_is_that_of_the_bets_the_certificate_prints(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], scores: tuple[int, ...], by_interval: str, verdict: str
) -> None:
    """Refuted only where the betting sequence is clear of the margin, balanced only where both e-values prove it."""
    run = counted_run(tmp_path / "run", scores)
    found = certify(run, COMMAND, 0.03)
    assert (found.by_interval, found.verdict) == (by_interval, verdict)
    (seat,) = found.seats
    proof = min(seat.log_e_lower, seat.log_e_upper) >= math.log(20.0)
    refuted = seat.guard_high < 0.47 or seat.guard_low > 0.53
    assert (proof, refuted) == (verdict == "balanced", verdict == "unbalanced")
    text = answer(run, found).findings[0].text
    assert text.startswith(f"{found.claim}. The claim ")
    assert ("which is not a proof" in text) == (by_interval != verdict)
    again = read_certificate(written(tmp_path, found.text()))
    assert f"{found.claim}. {conclusion(again.verdict, again.by_interval)}" == text


def as_schema_1(found: Certificate) -> Values:
    """The file as the first version wrote it: the verdict of the intervals, and whether bets bear it out."""
    told = plain(found)
    said = told["verdict"] = told.pop("by_interval")
    (seat,) = found.seats
    clear = seat.guard_high < 0.5 - found.margin or seat.guard_low > 0.5 + found.margin
    proof = min(seat.log_e_lower, seat.log_e_upper) >= -math.log(found.alpha)
    return told | {"schema": 1, "guarded": {"balanced": proof, "unbalanced": clear}.get(said, False)}


@pytest.mark.parametrize("name", ["fixed", "watched", "quartet"])
def test_certificates_of_the_first_schema_are_read(
    runs: dict[str, Run], made: dict[str, Certificate], tmp_path: Path, name: str
) -> None:
    """They say what a new one says, and stand; one whose `guarded` does not follow is refused."""
    told = as_schema_1(made[name])
    found = reread(tmp_path, told)
    assert found == made[name]
    assert check(found, runs[name]) == []
    with pytest.raises(DataProblem, match=r"guarded is (True|False), which does not follow"):
        reread(tmp_path, told | {"guarded": not told["guarded"]})


def test_an_old_claim_that_bets_do_not_prove_is_open(tmp_path: Path) -> None:
    """The first version called it balanced beside an e-value short of proof."""
    run = counted_run(tmp_path / "run", (106, 0, 388, 0, 106))
    told = as_schema_1(certify(run, COMMAND, 0.03))
    assert (told["verdict"], told["guarded"]) == ("balanced", False)
    found = reread(tmp_path, told)
    assert found.verdict == "undecided"
    assert conclusion(found.verdict, found.by_interval).startswith("The claim is open: undecided. Intervals for large")


# ---- Lopsided matches ------------------------------------------------------------------------------------------


def test_a_lopsided_match_has_no_certificate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A player who wins nearly always leaves no room for a seat: refused with the reason and what to ask instead.

    The numbers of an old one follow from its counts, and yet these games cannot show what it claims.
    """
    run = play(replace(FIXED, strategies=("random", "greedy"), games=400), tmp_path / "run", workers=1)
    with pytest.raises(
        BadInput, match=r"greedy wins 9\d\.\d % of the games against random .* let greedy play against itself"
    ):
        certify(run, COMMAND)
    assert main(["certify", str(run.folder), "-o", str(tmp_path / "page.html")]) == 2
    assert "a seat can be worth at most" in capsys.readouterr().err
    assert not (tmp_path / "page.html").exists()
    with counting(run) as counts:
        old = certificate_of(run.manifest, first_player(counts), 0.005, 0.05, COMMAND)
    (told,) = check(old, run)
    assert told.startswith("its claim cannot be tested by these games: no verdict on seats")


# ---- What was changed ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "many"), [("fixed", 60), ("three", 130)])
def test_a_changed_value_breaks_the_seal(made: dict[str, Certificate], tmp_path: Path, name: str, many: int) -> None:
    """Each number and each word, one after the other, and the seal itself: the file is refused."""
    told = json.loads(made[name].text())
    everywhere = list(places(told))
    assert len(everywhere) > many
    for place in everywhere:
        with pytest.raises(DataProblem, match=r"checksum|schema|not a certificate"):
            read_certificate(written(tmp_path, json.dumps(changed(told, place))))


@pytest.mark.parametrize(("name", "other"), [("fixed", "other"), ("three", "other three")])
def test_counts_of_other_deals_are_found(
    made: dict[str, Certificate], runs: dict[str, Run], name: str, other: str
) -> None:
    """Where all numbers follow from the counts, playing the deals again still tells."""
    forged = replace(made[other], run=made[name].run)
    assert (
        check(forged)
        == check(forged, runs[name])
        == ["its deals, played again, have different scores from those it states"]
    )


PLAN = [
    *(("games",), ("schema",), ("seed",), ("game_version",), ("design", "deals")),
    *(("design", "arms", arm, key) for arm in (0, 1) for key in ("arm", "matchup", "first_player", "replicate")),
    *(("strategies", 0, "weights", key) for key in ("points", "figure")),
    *(("rules", "hand", "size"), ("rules", "great_dragon", "points"), ("rules", "cards", "dwarf", "values", 0)),
    *(("game",), ("rules_hash",), ("rules", "great_dragon", "claim"), ("rules", "deck"), ("until",)),
    *(("design", "kind"), ("design", "arms", 0, "first"), ("matchups", 0, 0)),
    *(("strategies", 0, "name"), ("strategies", 0, "hash")),
]


@pytest.mark.parametrize("name", ["fixed", "three"])
def test_a_value_that_was_sealed_anew_is_found(
    runs: dict[str, Run], made: dict[str, Certificate], tmp_path: Path, name: str
) -> None:
    """With a right checksum no number, word or count follows from the counts of deals any more."""
    told = plain(made[name])
    for place in places(told):
        if place[0] in ("run", "kind", "schema", "command"):  # of which the last only repeats the run
            continue
        if place[0] != "seats" or place[1] == 0:  # other seats are as the first
            assert check(reread(tmp_path, changed(told, place)), runs[name]), place


@pytest.mark.parametrize("place", PLAN, ids=lambda place: ".".join(map(str, place)))
def test_another_plan_that_was_sealed_anew_is_found(values: Values, tmp_path: Path, place: Place) -> None:
    """Rules, seed, deals, arms, players with their weights, the stopping rule: not what was played."""
    told = changed(values, ("run", *place))
    if place == ("seed",):  # another seed has other counts, unless by chance
        told["run"]["seed"] = 77
    assert check(reread(tmp_path, told))


def test_a_whole_other_plan_is_found(made: dict[str, Certificate], runs: dict[str, Run]) -> None:
    """Rules with their right hash, or another player with his: the deals then have other scores."""
    own = plain(made["fixed"])["run"]
    for change in (
        {"rules": ("great_dragon.points=40",)}, {"rules": ("hand.size=7",)}, {"strategies": ("random",)}, {"seed": 6},
    ):  # fmt: skip
        plan = replace(FIXED, settings=change.get("rules", ()), seed=change.get("seed", 5),
                       strategies=change.get("strategies", FIXED.strategies))  # fmt: skip
        other = _plan(plan)
        kept = {"rules", "rules_hash", "strategies", "matchups", "design", "seed"}
        found = replace(made["fixed"], run=own | {name: other[name] for name in kept})
        assert check(found), change


def _plan(experiment: Experiment) -> Values:
    told: Values = json.loads(json.dumps(prepare(experiment).manifest.plan()))
    return told


def test_another_run_is_not_counted(made: dict[str, Certificate], runs: dict[str, Run]) -> None:
    """A folder with another plan is no evidence."""
    for name in ("other", "watched", "quartet", "three"):
        (problem,) = check(made["fixed"], runs[name])
        assert "is not the certificate's run" in problem


def test_a_later_end_is_found(runs: dict[str, Run], made: dict[str, Certificate], tmp_path: Path) -> None:
    """A run until balanced that is said to have gone on would have ended before."""
    ended = made["watched"].deals
    longer = play(replace(WATCHED, until="", games=2 * ended + 600), tmp_path / "run", workers=1)
    write_manifest(longer.folder, replace(longer.manifest, until=WATCHED.until, ended=runs["watched"].manifest.ended))
    (problem,) = check(certify(open_run(longer.folder), COMMAND))
    assert f"would have ended after {ended:,} deals" in problem


# ---- Files that are none -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "value"),
    [
        *((("margin",), value) for value in (0.0, -0.1, 0.7, math.inf, math.nan, 1e300)),
        *((("alpha",), value) for value in (0.0, 0.7, 2.0, -1.0, math.nan, 1e-320)),
        *((("scores",), value) for value in ([], [120], [0] * 5, [-1, 0, 0, 0, 121], [120, 0, 0, 0, 0])),
        *((("run",), value) for value in ({}, {"design": {}}, {"design": 5})),
        *((("run", "strategies"), value) for value in ([], {}, "x", [{}])),
        *((("run", "design", "arms"), value) for value in ([], [{}], 3)),
        *((("run", "design", "arms", 1, "first_player"), value) for value in (2, -3, "x", None)),
        *((("run", "design", "arms", 1, "matchup"), value) for value in (1, 7, None)),
        *((("run", "rules"), value) for value in ({}, [], "ffg")),
        *((("run", "matchups"), value) for value in ([], [["a"]], [["a", "b"]])),
        *((("run", "seed"), value) for value in (-1, 2**64, "x", None, 1.5)),
        *((("run", "shard_deals"), value) for value in (0, -5, "x", None)),
        *((("run", "until"), value) for value in ("better by 1pp", 5)),
        *((("scores",), value) for value in (None, 3, ["a"], {}, [1.5])),
        *((("deals",), value) for value in ("120", 120.0)),
        *((("run",), value) for value in ([], None)),
        *((("margin",), "0.005"), (("by_interval",), 0), (("claim",), 5)),
    ],
)
def test_impossible_values_are_told_in_words(values: Values, tmp_path: Path, place: Place, value: Any) -> None:
    """A file that was made by hand: whatever it says, it is refused or found wrong, without an accident."""
    told = changed(values, place, value)
    try:
        found = reread(tmp_path, told)
    except DataProblem:
        return
    assert check(found)


# ---- Tables of three and four --------------------------------------------------------------------------------


def test_numbers_of_seats_are_those_of_the_games(runs: dict[str, Run], made: dict[str, Certificate]) -> None:
    """Recounted from rows: shares of the wins by deal, means, errors, and both intervals."""
    run, found = runs["three"], made["three"]
    (file,) = run.manifest.files("games")
    rows = pq.read_table(file.path(run.folder)).to_pylist()
    first = np.array([[row[f"rank_{seat}"] == 1 for seat in SEATS[:3]] for row in rows])
    blocks = (first / first.sum(axis=1, keepdims=True)).reshape(-1, 3, 3).mean(axis=1)
    assert (found.deals, found.games, found.first_deal, found.last_deal) == (100, 300, 0, 99)
    jointly = (1.0 - 0.95 ** (1 / 3)) / 2.0
    for number, seat in enumerate(found.seats):
        mean, se = blocks[:, number].mean(), blocks[:, number].std(ddof=1) / 10.0
        assert seat.estimate == pytest.approx(mean)
        assert seat.se == pytest.approx(se)
        assert (seat.low, seat.high) == pytest.approx(
            (mean - student.isf(jointly, 99) * se, mean + student.isf(jointly, 99) * se)
        )
        assert seat.inner_high == pytest.approx(mean + student.isf(0.05, 99) * se)
        counts = np.bincount(np.rint(36 * blocks[:, number]).astype(int), minlength=37)
        assert seat.scores == tuple(counts.tolist())
        assert seat.guard_low < seat.low < seat.high < seat.guard_high


def balanced(folder: Path, deals: int, **wins: int) -> Run:
    """A run for three in which every seat wins one game of nearly every deal."""
    sheet = [tuple(9 if other == seat else 1 for other in range(3)) for seat in range(3)]
    more = [seat for name, times in wins.items() for seat in 3 * times * [SEATS.index(name)]]
    return write_seated(folder, [seated_game(sheet[seat]) for seat in [*(0, 1, 2) * deals, *more]])


@pytest.mark.parametrize(
    ("deals", "wins", "verdicts", "words"),
    [
        (3_000, {"first": 1, "third": 1}, ("balanced", "balanced"), "The claim stands: balanced."),
        (10, {"first": 400, "second": 10}, ("unbalanced", "unbalanced"), "The claim is refuted: unbalanced."),
        (3_000, {"first": 30, "second": 5}, ("leaning", "leaning"), "a difference is certain, but it may be within"),
        (20, {"first": 1, "second": 1, "third": 1}, ("undecided", "undecided"), "The claim is open: undecided."),
    ],
)
def test_what_a_certificate_of_seats_says(
    tmp_path: Path, deals: int, wins: dict[str, int], verdicts: tuple[str, str], words: str
) -> None:
    """All four verdicts, that of bets and that of intervals."""
    run = balanced(tmp_path / "run", deals, **wins)
    one = certify(run, COMMAND)
    told = answer(run, one)
    assert (one.verdict, one.by_interval) == verdicts
    assert told.findings[0].verdict == verdicts[0]
    assert words in told.findings[0].text
    assert told.findings[1].text.startswith("First seat ")
    assert "simultaneous 95 % interval" in told.findings[1].text
    assert "betting confidence sequence" in told.findings[1].text


def test_balance_needs_every_seat(tmp_path: Path) -> None:
    """Proof against both edges at each seat: the e-values that a certificate keeps say by how much."""
    one = certify(balanced(tmp_path / "run", 3_000, first=1, third=1), COMMAND)
    assert all(min(seat.log_e_lower, seat.log_e_upper) > -math.log(0.05) for seat in one.seats)
    assert {seat.verdict for seat in one.seats} == {"balanced"}


@pytest.mark.parametrize(
    "edit", [lambda told: told.update(seats="none"), lambda told: told.update(seats=told["seats"][:2])]
)
def test_seats_that_are_missing(runs: dict[str, Run], made: dict[str, Certificate], tmp_path: Path, edit: Any) -> None:
    """A certificate speaks of every seat of its run."""
    told = plain(made["three"])
    edit(told)
    assert check(reread(tmp_path, told), runs["three"]) == ["its counts of scores are not those of 100 deals"]


def test_the_first_players_certificate_is_for_two(made: dict[str, Certificate], tmp_path: Path) -> None:
    """A claim on one score cannot be made of a table of three, nor one on seats of a game for two."""
    two = play(replace(THREE, rules="two", games=20), tmp_path / "two", workers=1)
    plan = json.loads(json.dumps(two.manifest.plan()))
    found = made["three"]
    assert check(replace(found, run=plan), two) == [f"{found.kind} cannot be claimed of 2 players"]


# ---- The commands --------------------------------------------------------------------------------------------


def test_the_commands_certify_and_verify(
    runs: dict[str, Run], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Page and file are written; the file stands, played again or counted in its run; with the run's margin."""
    page, folder = tmp_path / "page.html", str(runs["watched"].folder)
    assert main(["certify", folder, "-o", str(page), "--json", "-"]) == 0
    captured = capsys.readouterr()
    (told,) = json.loads(captured.out)["runs"][0]["answers"]
    assert told["key"] == "certificate"
    assert "The claim stands: balanced" in captured.err
    file = str(tmp_path / "page.json")
    assert main(["verify", file]) == 0
    assert "The claim stands: balanced." in capsys.readouterr().out
    assert main(["verify", file, "--run", folder, "--json", "-"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["stands"], said["verdict"]) == (True, "balanced")
    assert main(["verify", file, "--run", str(runs["fixed"].folder)]) == 3
    assert "is not valid" in capsys.readouterr().err


def test_the_page_says_what_the_file_says(runs: dict[str, Run], made: dict[str, Certificate]) -> None:
    """The claim with its verdict, and a row for every score that a deal can have."""
    for name in ("fixed", "watched", "quartet"):
        found = made[name]
        told = answer(runs[name], found)
        assert told.findings[0].verdict == found.verdict
        assert told.findings[0].text.startswith(found.claim)
        assert told.table("deals").frame["deals"].to_list() == list(found.scores[0])
        assert told.table("scores").frame["score"].to_list() == [found.seats[0].estimate]


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["certify", "{run}", "--margin", "0.5"], 2, "write 0.5pp"),
        (["certify", "{run}", "--margin", "60pp"], 2, "write 0.5pp"),
        (["certify", "{run}", "--alpha", "0.9"], 2, "--alpha"),
        (["certify", "{none}"], 3, "no run here"),
        (["verify", "{none}"], 3, "no run here"),
        (["verify", "{run}", "--run", "{run}"], 2, "--run"),
    ],
)
def test_wrong_words(
    words: list[str], code: int, told: str, runs: dict[str, Run], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line and nothing written."""
    places = ["-o", str(tmp_path / "page.html")] if words[0] == "certify" else []
    named = [word.format(run=runs["fixed"].folder, none=tmp_path / "none") for word in words]
    assert main([*named, *places]) == code
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_certificate_runs_no_code_unasked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A strategy file that a stranger's certificate names is run only if that is allowed, and only if it is the same."""
    bot, mark = tmp_path / "bots.py", tmp_path / "was_run"
    body = 'def bot(view, moves, count, randomness):\n    """Plays the first move."""\n    return 0\n'
    bot.write_text(f"open({str(mark)!r}, 'w').close()\n{body}")
    words = ["simulate", "--strategies", f"{bot}:bot", "--games", "8", "--seed", "1", "--moves", "none"]
    assert main([*words, "--out", str(tmp_path / "run")]) == 0
    file = str(tmp_path / "c.json")
    assert main(["certify", str(tmp_path / "run"), "-o", str(tmp_path / "c.html"), "--certificate", file]) == 0
    mark.unlink()
    for name in [name for name in sys.modules if name.startswith("dhstats_strategy_")]:
        sys.modules.pop(name)
    capsys.readouterr()
    assert main(["verify", file]) == 2
    assert "bots.py); read it, and allow it with --run-code" in capsys.readouterr().err
    assert not mark.exists()
    assert main(["verify", file, "--run", str(tmp_path / "run")]) == 0
    assert not mark.exists()
    assert main(["verify", file, "--run-code"]) == 0
    assert mark.exists()
    mark.unlink()
    bot.write_text(f"open({str(mark)!r}, 'w').close()\n{body}\n")
    assert main(["verify", file, "--run-code"]) == 3
    assert "has changed since the run was played" in capsys.readouterr().err
    assert not mark.exists()
