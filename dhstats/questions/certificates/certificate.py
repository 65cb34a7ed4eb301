"""A balance certificate: a claim, what the deals say of it, and all that anyone needs to find the same again.

Where two play it speaks of the first player's score, where more do of every seat's share of the wins.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np

from dhstats.errors import BadInput, DataProblem
from dhstats.queries.counts import Counts, counting
from dhstats.questions.catalogue import possible
from dhstats.questions.shared.groups import label, stored_rule
from dhstats.questions.verdicts.evidence import Evidence, evidence
from dhstats.questions.verdicts.lopsided import lopsided
from dhstats.questions.verdicts.sequential import JUDGED
from dhstats.simulate.plans.company import refuse_alone
from dhstats.simulate.plans.experiment import stopping_rule
from dhstats.stats.intervals.corrections import sidak_level
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.sequential.verdicts import of_all
from dhstats.storage import Manifest, Run
from dhstats.storage.wins import parts_of_win

SCHEMA = 3
MARGIN, ALPHA = 0.005, 0.05
Scores = tuple[tuple[int, ...], ...]  # by seat, for as many seats as a claim speaks of: deals by score


@dataclass(frozen=True, slots=True)
class Certificate:
    """A claim with its evidence, seat by seat; plain values only.

    Where two play `seats` holds the evidence on the first player's score alone, which then stands among the other
    values of the file; of `watched`, `deck` and `deck_hash` only such a file speaks. `verdict` is that of the guard,
    the betting sequence and the e-values of all seats, which need no large numbers; `by_interval` is what intervals
    would say. `run` is the plan of the run: rules, players, seed, design, version.
    """

    schema: int
    kind: str
    claim: str
    verdict: str
    by_interval: str
    margin: float
    alpha: float
    deals: int
    games: int
    first_deal: int
    last_deal: int
    seats: tuple[Evidence, ...]
    run: dict[str, Any]
    command: str
    watched: bool = False
    deck: str = ""
    deck_hash: str = ""

    @property
    def scores(self) -> Scores:
        """The counts of deals by score, seat by seat."""
        return tuple(seat.scores for seat in self.seats)

    @property
    def values(self) -> dict[str, Any]:
        """What stands in the file besides its checksum."""
        every = asdict(self)
        every |= every["seats"][0] if self.kind == OF_THE_FIRST else {}
        return {name: every[name] for name in names_of(self.kind)}

    def text(self) -> str:
        """The file: JSON with a checksum of all the rest."""
        return sealed(self.values)


def names_of(kind: str) -> tuple[str, ...]:
    """What stands in the file of a kind of certificate, in its order."""
    told = ("schema", "kind", "claim", "verdict", "by_interval", "margin", "alpha")
    played = ("deals", "games", "first_deal", "last_deal")
    if kind == OF_ALL_SEATS:
        return (*told, *played, "seats", "run", "command")
    numbers = [field.name for field in fields(Evidence) if field.name not in (*told, "scores")]
    return (*told, "watched", *numbers, *played, "deck", "deck_hash", "scores", "run", "command")


def sealed(values: dict[str, Any]) -> str:
    """The file of a certificate: JSON with a checksum of all the rest."""
    return json.dumps(values | {"sha256": checksum(values)}, indent=1, ensure_ascii=False) + "\n"


def checksum(values: dict[str, Any]) -> str:
    """The SHA-256 of a certificate's values, whatever their order."""
    plain = json.dumps(values, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def even_of(found: Certificate) -> float:
    """An even share of the wins."""
    return 1.0 / max(2, len(found.seats))


def guard_of(found: Certificate, seat: Evidence) -> Interval:
    """The betting sequence of a share."""
    method = "betting confidence sequence"
    return Interval(seat.guard_low, seat.guard_high, 1.0 - found.alpha, method, found.deals, "deals")


def interval_of(found: Certificate, seat: Evidence) -> Interval:
    """The interval of a share for large numbers of deals; of several shares they hold together."""
    method = seat.method if len(found.seats) == 1 else f"{seat.method}, Šidák"
    return Interval(seat.low, seat.high, 1.0 - found.alpha, method, found.deals, "deals")


def certificate_of(manifest: Manifest, scores: Scores, margin: float, alpha: float, command: str) -> Certificate:
    """A certificate as it follows from the counts of deals by score."""
    deals, tables = sum(scores[0]), " and ".join(label(*names) for names in manifest.matchups)
    within = f"lies within {100 * margin:g} percentage points of"
    kind, even = kind_of(manifest), 1.0 / max(2, len(scores))
    more: dict[str, Any] = {}
    if kind == OF_THE_FIRST:
        claim, together, rule = f"the first player's expected score {within} one half", alpha, stored_rule(manifest)
        cards = json.dumps(manifest.rules["cards"], sort_keys=True) if "cards" in manifest.rules else ""
        more = {
            "watched": bool(manifest.until), "deck": str(manifest.rules.get("deck", "")),
            "deck_hash": hashlib.sha256(cards.encode()).hexdigest(),
        }  # fmt: skip
    else:
        claim = f"every seat's expected share of the wins {within} an even one, {100 * even:.3g} %"
        together, rule = 1.0 - sidak_level(1.0 - alpha, len(scores)), None
    seats = tuple(evidence(own, even, margin, alpha, together, rule) for own in scores)
    return Certificate(
        schema=SCHEMA,
        kind=kind,
        claim=f"{tables}: {claim}",
        verdict=of_all(seat.verdict for seat in seats),
        by_interval=of_all(seat.by_interval for seat in seats),
        margin=margin,
        alpha=alpha,
        deals=deals,
        games=deals * len(manifest.design.arms),
        first_deal=0,
        last_deal=deals - 1,
        seats=seats,
        run=json.loads(json.dumps(manifest.plan())),
        command=command,
        **more,
    )


def first_player(counts: Counts) -> Scores:
    """How many deals have each score of the first player, in half wins."""
    halves = counts.frame("deals")["score"].to_numpy().astype(np.int64)
    return (tuple(np.bincount(halves, minlength=2 * len(counts.plan.arms) + 1).tolist()),)


def every_seat(counts: Counts) -> Scores:
    """How many deals have each share of each seat, in parts of a win."""
    seats = counts.run.manifest.seats
    found = [[0] * (parts_of_win(len(seats)) * len(counts.plan.arms) + 1) for _ in seats]
    for row in counts.rows("shares", matchup=counts.plan.groups[0]):
        found[row["seat"]][row["won"]] += int(row["deals"])
    return tuple(map(tuple, found))


OF_THE_FIRST = "balance of the first player's score"
OF_ALL_SEATS = "balance of the shares of the wins of all seats"
# Of each kind, what counts the deals by score.
KINDS: dict[str, Callable[[Counts], Scores]] = {OF_THE_FIRST: first_player, OF_ALL_SEATS: every_seat}


def kind_of(manifest: Manifest) -> str:
    """The kind of certificate that a run can have."""
    return OF_THE_FIRST if len(manifest.seats) == 2 else OF_ALL_SEATS


def counts_fit(found: Certificate, manifest: Manifest) -> bool:
    """Whether the counts of a certificate are as many as those of a run, and add up to its deals."""
    parts = (
        2 if found.kind == OF_THE_FIRST else parts_of_win(len(manifest.seats))
    )  # of a win, in which a game is counted
    steps = parts * len(manifest.design.arms)
    right = all(len(row) == steps + 1 and min(row) >= 0 and sum(row) == manifest.design.deals for row in found.scores)
    return right and len(found.seats) == (1 if found.kind == OF_THE_FIRST else len(manifest.seats))


def certify(run: Run, command: str, margin: float | None = None, alpha: float = ALPHA) -> Certificate:
    """The certificate of a run; `command` repeats the run.

    Without a margin it is that of the stopping rule of a run for two, else half a percentage point. Raises BadInput for
    a margin or alpha that cannot be, a run whose stopping rule asked another question, a lopsided match; DataProblem
    for a single deal.
    """
    refuse_alone(len(run.manifest.seats), "certify")
    usual = _usual_margin(run)
    chosen = usual if margin is None else margin
    _check_terms(chosen, alpha, 1.0 / len(run.manifest.seats))
    with possible(run), counting(run) as counts:
        scores = KINDS[kind_of(run.manifest)](counts)
        if (deals := sum(scores[0])) < 2:
            raise DataProblem(f"{run.folder}: has {deals} deal, and a certificate needs two; simulate more games")
        if uneven := lopsided(counts):
            raise BadInput(f"{run.folder}: {uneven.reason}")
        return certificate_of(run.manifest, scores, chosen, alpha, command)


def _usual_margin(run: Run) -> float:
    """The margin of a run's stopping rule, where it has one; BadInput for one that asked another question."""
    aim = stopping_rule(run.manifest.until) if run.manifest.until else None
    if aim is not None and aim.kind in ("better", "decided"):
        raise BadInput(f"{run.folder}: was played until {run.manifest.until!r}, which is another question")
    return aim.amount if aim and aim.kind in JUDGED else MARGIN


def _check_terms(margin: float, alpha: float, even: float) -> None:
    """BadInput for a margin that leaves nothing to either side of an even share, or an alpha that cannot be."""
    if not 0.0 < margin < even:
        raise BadInput(f"--margin: must lie between 0 and {100 * even:.3g} percentage points, not {100 * margin:g}")
    if not 0.0 < alpha < 0.5:
        raise BadInput(f"--alpha: must lie between 0 and 0.5, not {alpha:g}")
