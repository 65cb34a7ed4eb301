"""Certificates of tables of three and four: they stand as they were made, and nothing in them can be changed unseen."""

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from scipy.stats import t as student

from dhstats.errors import BadInput, DataProblem
from dhstats.questions.certificates import certificate
from dhstats.questions.certificates.certificate import Certificate, certify, sealed
from dhstats.questions.certificates.certificate_files import read_certificate
from dhstats.questions.certificates.recheck import check
from dhstats.questions.certificates.words import answer
from dhstats.questions.verdicts.sequential import play
from dhstats.simulate.plans.experiment import Experiment
from dhstats.storage import Run
from dhstats.storage.manifest import SEATS
from tests.queries.seated_runs import game, write_seated
from tests.questions.sealed import COMMAND, changed, places, plain, written

PLAN = Experiment("three", game="dragonwood", rules="three", strategies=("random",), games=300, seed=5, moves="none")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A mirror for three."""
    return play(PLAN, tmp_path_factory.mktemp("runs") / "three", workers=1)


@pytest.fixture(scope="module")
def found(run: Run) -> Certificate:
    """Its certificate."""
    return certify(run, COMMAND)


def test_a_certificate_stands(run: Run, found: Certificate, tmp_path: Path) -> None:
    """Read from its file it is the same; counted in its run or played again, nothing is wrong with it."""
    assert read_certificate(written(tmp_path, found.text())) == found
    assert check(found, run) == []
    assert check(found) == []


def test_its_numbers_are_those_of_the_games(run: Run, found: Certificate) -> None:
    """Recounted from rows: shares of the wins by deal, means, errors, and both intervals."""
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
    return write_seated(folder, [game(sheet[seat]) for seat in [*(0, 1, 2) * deals, *more]])


@pytest.mark.parametrize(
    ("deals", "wins", "verdicts", "words"),
    [
        (3_000, {"first": 1, "third": 1}, ("balanced", "balanced"), "The claim stands: balanced."),
        (10, {"first": 400, "second": 10}, ("unbalanced", "unbalanced"), "The claim is refuted: unbalanced."),
        (3_000, {"first": 30, "second": 5}, ("leaning", "leaning"), "a difference is certain, but it may be within"),
        (20, {"first": 1, "second": 1, "third": 1}, ("undecided", "undecided"), "The claim is open: undecided."),
    ],
)
def test_what_a_certificate_says(
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


@pytest.mark.parametrize("terms", [{"margin": 0.34}, {"margin": 0.0}, {"alpha": 0.5}])
def test_claims_that_cannot_be(run: Run, terms: dict[str, float]) -> None:
    """A margin as wide as a share, none at all, a coin's chance of error."""
    with pytest.raises(BadInput, match=r"--margin: must lie between 0 and 33\.3|--alpha"):
        certify(run, COMMAND, **terms)


def test_a_certificate_needs_two_deals(tmp_path: Path) -> None:
    """One deal has no spread."""
    with pytest.raises(DataProblem, match="needs two"):
        certify(balanced(tmp_path / "run", 1), COMMAND)


def test_no_value_can_be_changed_unseen(run: Run, found: Certificate, tmp_path: Path) -> None:
    """Each of them, one after the other: without its checksum it is not read, with a right one it does not stand."""
    told = plain(found)
    everywhere = [path for path in places(told) if path[0] not in ("command", "run")]  # the first repeats the second
    assert len(everywhere) > 130
    for path in everywhere:
        other = changed(told, path)
        file = written(tmp_path, json.dumps(other | {"sha256": certificate.checksum(told)}))
        with pytest.raises(DataProblem, match=r"checksum|schema|no certificate"):
            read_certificate(file)
        if path in (("schema",), ("kind",)) or (path[0] == "seats" and path[1] > 0):  # other seats are as the first
            continue
        assert check(read_certificate(written(tmp_path, sealed(other))), run) != [], path


def test_counts_that_another_run_has(run: Run, found: Certificate, tmp_path: Path) -> None:
    """Counts that agree with each other and with every number, but not with the games."""
    other = play(replace(PLAN, seed=6), tmp_path / "other", workers=1)
    forged = replace(certify(other, COMMAND), run=found.run)
    assert check(forged, run) == ["its deals, played again, have other scores than it says"]
    assert check(forged) == ["its deals, played again, have other scores than it says"]
    assert "is another run than the certificate's" in check(found, other)[0]


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda told: told["seats"][1].pop("se"), "se missing or unknown"),
        (lambda told: told.pop("seats"), "seats missing or unknown"),
        (lambda told: told["seats"][0].update(low="wide"), r"seats\[0\]\.low is 'wide', should be a number"),
        (lambda told: told["seats"].append(5), "missing or unknown"),
        (lambda told: told.update(by_interval=1), "by_interval is 1, should be text"),
    ],
)
def test_damaged_files(found: Certificate, tmp_path: Path, edit: Any, message: str) -> None:
    """A file that is sealed and yet none is refused in one sentence."""
    told = plain(found)
    edit(told)
    with pytest.raises(DataProblem, match=message):
        read_certificate(written(tmp_path, sealed(told)))


@pytest.mark.parametrize(
    "edit", [lambda told: told.update(seats="none"), lambda told: told.update(seats=told["seats"][:2])]
)
def test_seats_that_are_missing(run: Run, found: Certificate, tmp_path: Path, edit: Any) -> None:
    """A certificate speaks of every seat of its run."""
    told = plain(found)
    edit(told)
    assert check(read_certificate(written(tmp_path, sealed(told))), run) == [
        "its counts of scores are not those of 100 deals"
    ]


def test_the_first_players_certificate_is_for_two(run: Run, found: Certificate, tmp_path: Path) -> None:
    """A claim on one score cannot be made of a table of three, nor one on seats of a game for two."""
    two = play(replace(PLAN, rules="two", games=20), tmp_path / "two", workers=1)
    plan = json.loads(json.dumps(two.manifest.plan()))
    assert check(replace(found, run=plan), two) == [f"{found.kind} cannot be claimed of 2 players"]
