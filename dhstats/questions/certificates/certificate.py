"""A balance certificate: a claim, what the deals say of it, and all that anyone needs to find the same again.

Where two play it speaks of the first player's score, where more do of every seat's share of the wins. Files of earlier
versions are read as well: in the first, what intervals said was the verdict; in the first two, intervals went on beyond
shares that there can be.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.documents import read_json
from dhstats.errors import BadInput, DataProblem
from dhstats.queries.counts import Counts, counting
from dhstats.questions.catalogue import possible
from dhstats.questions.shared.groups import label, stored_rule
from dhstats.questions.verdicts.evidence import Evidence, evidence, proved
from dhstats.questions.verdicts.lopsided import lopsided
from dhstats.questions.verdicts.sequential import JUDGED
from dhstats.quoting import quoted, quoted_name
from dhstats.simulate.plans.experiment import refuse_unless_won, stopping_rule
from dhstats.stats.intervals.intervals import Interval, sidak_level
from dhstats.stats.sequential.verdicts import of_all
from dhstats.storage import Manifest, Run
from dhstats.storage.run import parts_of_win
from dhstats.storage.tables import Malformed, faults

SCHEMA = 3
MARGIN, ALPHA = 0.005, 0.05
Scores = tuple[tuple[int, ...], ...]  # by seat, for as many seats as a claim speaks of: deals by score


@dataclass(frozen=True, slots=True)
class Certificate:
    """A claim with its evidence, seat by seat; plain values only."""

    schema: int
    kind: str
    claim: str
    verdict: str  # of the guard: the betting sequence and the e-values of all seats, which need no large numbers
    by_interval: str  # what intervals would say
    margin: float
    alpha: float
    deals: int
    games: int
    first_deal: int
    last_deal: int
    seats: tuple[Evidence, ...]  # the first player alone where two play; the file then has its values by themselves
    run: dict[str, Any]  # its plan: rules, players, seed, design, version
    command: str
    # What follows stands only in a file about the first player
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

    @property
    def even(self) -> float:
        """An even share of the wins."""
        return 1.0 / max(2, len(self.seats))

    def guard(self, seat: Evidence) -> Interval:
        """The betting sequence of a share."""
        method = "betting confidence sequence"
        return Interval(seat.guard_low, seat.guard_high, 1.0 - self.alpha, method, self.deals, "deals")

    def interval(self, seat: Evidence) -> Interval:
        """The interval of a share for large numbers of deals; of several shares they hold together."""
        method = seat.method if len(self.seats) == 1 else f"{seat.method}, Šidák"
        return Interval(seat.low, seat.high, 1.0 - self.alpha, method, self.deals, "deals")


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
            "watched": bool(manifest.until),
            "deck": str(manifest.rules.get("deck", "")),
            "deck_hash": hashlib.sha256(cards.encode()).hexdigest(),
        }
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


def counts_fit(certificate: Certificate, manifest: Manifest) -> bool:
    """Whether the counts of a certificate are as many as those of a run, and add up to its deals."""
    seats = len(manifest.seats)
    parts, rows = (2, 1) if certificate.kind == OF_THE_FIRST else (parts_of_win(seats), seats)  # of a win; of counts
    steps = parts * len(manifest.design.arms)
    right = all(
        len(row) == steps + 1 and min(row) >= 0 and sum(row) == manifest.design.deals for row in certificate.scores
    )
    return right and len(certificate.seats) == rows


def certify(run: Run, command: str, margin: float | None = None, alpha: float = ALPHA) -> Certificate:
    """The certificate of a run, which `command` repeats; the usual margin is that of its rule, else half a point.

    BadInput for a margin, alpha, stopping rule or match that cannot be judged so; DataProblem for a single deal.
    """
    refuse_unless_won(run.manifest.game, len(run.manifest.seats), "certify")
    aim, even = stopping_rule(run.manifest.until) if run.manifest.until else None, 1.0 / len(run.manifest.seats)
    if aim is not None and aim.kind in ("better", "decided"):
        raise BadInput(f"{run.folder}: was played until {run.manifest.until!r}, which is another question")
    usual = aim.amount if aim and aim.kind in JUDGED else MARGIN
    chosen = usual if margin is None else margin
    if not 0.0 < chosen < even:
        raise BadInput(f"--margin: must lie between 0 and {100 * even:.3g} percentage points, not {100 * chosen:g}")
    if not 0.0 < alpha < 0.5:
        raise BadInput(f"--alpha: must lie between 0 and 0.5, not {alpha:g}")
    with possible(run), counting(run) as counts:
        scores = KINDS[kind_of(run.manifest)](counts)
        if (deals := sum(scores[0])) < 2:
            raise DataProblem(f"{run.folder}: has {deals} deal, and a certificate needs two; simulate more games")
        if uneven := lopsided(counts):
            raise BadInput(f"{run.folder}: {uneven.reason}")
        return certificate_of(run.manifest, scores, chosen, alpha, command)


Values = dict[str, Any]
MAX_BYTES = 1 << 22
FORMER = (1, 2)  # schemas that are read besides today's
ENDS = ("low", "high", "inner_low", "inner_high")  # of intervals, by their names in evidence


def read_certificate(path: Path) -> Certificate:
    """A certificate from its file; DataProblem for one that is damaged, or was changed since it was made."""
    values = read_json(path, MAX_BYTES, error=DataProblem)
    if not isinstance(values, dict) or values.get("kind") not in tuple(KINDS):
        raise DataProblem(f"{path}: is not a certificate of dhstats")
    if values.get("schema") not in (*FORMER, SCHEMA):
        raise DataProblem(f"{path}: has schema {quoted(values.get('schema'))}, this version reads 1 to {SCHEMA}")
    seal = values.pop("sha256", "")
    try:
        right = checksum(values)
    except UnicodeEncodeError as error:
        raise DataProblem(f"{path}: is not a certificate: it has invalid characters") from error
    if right != seal:
        raise DataProblem(f"{path}: was changed since it was written: its checksum does not match its content")
    values = _as_now(path, values) | {"schema": SCHEMA} if values["schema"] in FORMER else values
    _check_names(path, values, names_of(values["kind"]))
    alone, names = values["kind"] == OF_THE_FIRST, [field.name for field in fields(Evidence)]
    seats = [{name: values[name] for name in names}] if alone else values["seats"]
    told = []
    for seat in seats if isinstance(seats, list) else []:
        _check_names(path, seat if isinstance(seat, dict) else {}, names)
        told.append(Evidence(**seat | {"scores": tuple(seat["scores"]) if isinstance(seat["scores"], list) else ()}))
    own = {field.name: values[field.name] for field in fields(Certificate) if field.name in values}
    certificate = Certificate(**own | {"seats": tuple(told)})
    if wrong := next(faults(certificate, Certificate), ""):
        raise DataProblem(f"{path}: is damaged: {wrong.removeprefix('seats[0].') if alone else wrong}")
    return certificate


def _check_names(path: Path, values: Values, names: Sequence[str]) -> None:
    if wrong := sorted(set(names) ^ set(values)):
        raise DataProblem(f"{path}: is damaged: {', '.join(map(quoted_name, wrong[:5]))} missing or unknown")


def _as_now(path: Path, values: Values) -> Values:
    """An earlier schema's values under today's names; DataProblem if damaged, or if `guarded` does not follow."""
    try:
        if values["schema"] == 1:
            values = _former_table(values) if "seats" in values else _former_share(values, values, 0.5)
        return _ended(values) | ({"seats": [_ended(seat) for seat in values["seats"]]} if "seats" in values else {})
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        said = str(error) if isinstance(error, Malformed) else "its content is not that of a certificate of its schema"
        raise DataProblem(f"{path}: is damaged: {said}; make it again with `dhstats certify`") from error


def _ended(values: Values) -> Values:
    """With intervals that end where shares do, at none and at all games."""
    return values | {name: min(1.0, max(0.0, values[name])) for name in ENDS if name in values}


def _former_share(values: Values, whole: Values, even: float) -> Values:
    """A share beside an even one; the margin and α are those of the whole certificate."""
    new, alpha, margin = values.copy(), whole["alpha"], whole["margin"]
    said, guarded = new.pop("verdict"), new.pop("guarded")
    guard = Interval(new["guard_low"], new["guard_high"], 1.0 - alpha, "betting confidence sequence", 0, "deals")
    log_e = new["log_e_lower"], new["log_e_upper"]
    new["verdict"], new["by_interval"] = proved(guard, log_e, (even, margin), alpha), said
    holds = {"balanced": new["verdict"] == "balanced", "unbalanced": guard.outside(even - margin, even + margin)}
    _follows(guarded, holds.get(said, False))
    return new


def _former_table(values: Values) -> Values:
    new, seats = dict(values), values["seats"]
    said, guarded = new.pop("verdict"), new.pop("guarded")
    of_said = [seat["guarded"] for seat in seats if seat["verdict"] == said]
    _follows(guarded, all(of_said) if said == "balanced" else any(of_said))
    new["seats"] = [_former_share(seat, values, 1.0 / len(seats)) for seat in seats]
    new["verdict"], new["by_interval"] = of_all(seat["verdict"] for seat in new["seats"]), said
    return new


def _follows(guarded: Any, holds: bool) -> None:
    if guarded is not holds:
        raise Malformed(f"guarded is {guarded!r}, which does not follow")
