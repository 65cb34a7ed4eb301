"""Certificates of either kind: the first player's score where two play, every seat's share where more do."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dhstats.queries.counts import Counts
from dhstats.questions.certificates import certificate, seat_certificate
from dhstats.questions.certificates.certificate import ALPHA, Certificate
from dhstats.questions.certificates.seat_certificate import Scores, SeatCertificate
from dhstats.questions.seats.seating import TWELFTHS
from dhstats.questions.shared.answer import Answer
from dhstats.storage import Manifest, Run

Either = Certificate | SeatCertificate


@dataclass(frozen=True, slots=True)
class Sort:
    """What a kind of certificate counts of the deals, how it follows from the counts, and what of them it holds.

    Counts are by seat, for as many seats as it speaks of; `steps` are the parts of a win that a game's score has.
    """

    steps: int
    counted: Callable[[Counts], Scores]
    made: Callable[[Manifest, Scores, float, float, str], Either]
    scores: Callable[[Any], Scores]
    of_values: Callable[[Path, dict[str, Any]], Either]


SORTS = {
    certificate.KIND: Sort(
        2, lambda counts: (certificate.counted(counts),),
        lambda manifest, scores, *terms: certificate.made(manifest, scores[0], *terms),
        lambda found: (found.scores,), certificate.of_values,
    ),
    seat_certificate.KIND: Sort(
        TWELFTHS, seat_certificate.counted, seat_certificate.made,
        lambda found: tuple(seat.scores for seat in found.seats), seat_certificate.of_values,
    ),
}  # fmt: skip


def sort_of(manifest: Manifest) -> str:
    """The kind of certificate that a run can have."""
    return certificate.KIND if len(manifest.seats) == 2 else seat_certificate.KIND


def fits(found: Either, manifest: Manifest) -> bool:
    """Whether the counts of a certificate are as many as those of a run, and add up to its deals."""
    sort, seats = SORTS[found.kind], len(manifest.seats)
    steps, rows = sort.steps * len(manifest.design.arms), sort.scores(found)
    right = all(len(row) == steps + 1 and min(row) >= 0 and sum(row) == manifest.design.deals for row in rows)
    return right and len(rows) == (1 if seats == 2 else seats)


def certify(run: Run, command: str, margin: float | None = None, alpha: float = ALPHA) -> tuple[Either, Answer]:
    """The certificate of a run, and it as a section of a page; errors as in either kind."""
    if sort_of(run.manifest) == certificate.KIND:
        one = certificate.certify(run, command, margin, alpha)
        return one, certificate.answer(run, one)
    other = seat_certificate.certify(run, command, margin, alpha)
    return other, seat_certificate.answer(run, other)


def read_certificate(path: Path) -> Either:
    """A certificate from its file; DataProblem for one that is damaged, or was changed since it was made."""
    values = certificate.read_values(path, tuple(SORTS))
    return SORTS[values["kind"]].of_values(path, values)
