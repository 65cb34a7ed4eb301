"""A balance certificate: a claim, what the deals say of it, and all that anyone needs to find the same again."""

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.documents import read_json
from dhstats.errors import BadInput, DataProblem
from dhstats.queries.catalogue import SHARED
from dhstats.queries.counts import Counts, counting
from dhstats.queries.plan import Plan
from dhstats.questions.catalogue import possible
from dhstats.questions.certificates.old_certificates import as_now
from dhstats.questions.certificates.openings import even_score
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.first_screen import About
from dhstats.questions.shared.groups import label
from dhstats.questions.shared.stopping_rules import stored_rule
from dhstats.questions.shared.tables import BASIS, Line, basis, number, table, text, whole
from dhstats.questions.verdicts.evidence import conclusion, evidence, sample_of
from dhstats.questions.verdicts.lopsided import lopsided
from dhstats.questions.verdicts.sequential import JUDGED, adjusted_in
from dhstats.quoting import quoted, quoted_name
from dhstats.simulate.plans.goals import goal
from dhstats.stats.intervals.intervals import Interval
from dhstats.storage import Manifest, Run
from dhstats.storage.typed import faults

SCHEMA = 2
MAX_BYTES = 1 << 22
MARGIN, ALPHA = 0.005, 0.05
KIND = "balance of the first player's score"
HOW_TO_READ = (
    "The dot is the first player's mean score, the bar its interval, the shaded strip what was declared balanced. The"
    " file beside this page holds the same numbers, the rules, the players' hashes, and how often each score of a deal"
    " occurred; dhstats verify plays its deals again and says whether it stands."
)
METHOD = (
    "The verdict is that of the guard, bets on the counts of deals by score: it needs no large numbers and holds at all"
    " looks together, so also for a run that stopped by its own data. e-values are what one-sided bets against a score"
    " at or beyond either edge of the margin have earned; both at 1/α or more prove balance. Unbalanced: the betting"
    " sequence of level 1 − α lies outside the margin."
)
BESIDES = {
    True: (
        " Beside it, for large numbers of deals: the run was watched and ended when its goal was reached, so intervals"
        " are asymptotic confidence sequences; inside the margin at level 1 − 2α they would say balanced, outside it at"
        " level 1 − α unbalanced. The raw estimate of a run that stops by itself is biased; the other one is the mean"
        " under which such a run would estimate on average what was seen (Whitehead 1986), solved again until"
        " hardly any bias is left: found by simulating the rule."
    ),
    False: (
        " Beside it, for large numbers of deals, which were fixed beforehand: intervals are estimate ± t · standard"
        " error over deals; inside the margin at level 1 − 2α (two one-sided tests) they would say balanced, outside it"
        " at level 1 − α unbalanced."
    ),
}
CAUTION = (
    "The claim is about these players, these rules and this deck, and about the expected score over deals. Other"
    " players may find the game otherwise."
)


@dataclass(frozen=True, slots=True)
class Certificate:
    """A claim on balance with its evidence; plain values only, as they stand in the file.

    `scores[k]` is the number of deals on which the first player made k half wins. Log e-values: against a mean at or
    below the lower edge of the margin, and at or above the upper. `verdict` is that of the guard, the betting sequence
    and the e-values, which need no large numbers; `by_interval` is what the interval would say. `run` is the plan of
    the run: rules, players, seed, design, version.
    """

    schema: int
    kind: str
    claim: str
    verdict: str
    by_interval: str
    margin: float
    alpha: float
    watched: bool
    estimate: float
    se: float
    low: float
    high: float
    inner_low: float
    inner_high: float
    method: str
    guard_low: float
    guard_high: float
    log_e_lower: float
    log_e_upper: float
    deals: int
    games: int
    first_deal: int
    last_deal: int
    deck: str
    deck_hash: str
    scores: tuple[int, ...]
    run: dict[str, Any]
    command: str

    def text(self) -> str:
        """The file: JSON with a checksum of all the rest."""
        return sealed(asdict(self))


def sealed(values: dict[str, Any]) -> str:
    """The file of a certificate: JSON with a checksum of all the rest."""
    return json.dumps(values | {"sha256": checksum(values)}, indent=1, ensure_ascii=False) + "\n"


def checksum(values: dict[str, Any]) -> str:
    """The SHA-256 of a certificate's values, whatever their order."""
    plain = json.dumps(values, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def certify(run: Run, command: str, margin: float | None = None, alpha: float = ALPHA) -> Certificate:
    """The certificate of a run for the first player's score.

    Without a margin it is that of the run's goal, else half a percentage point. `command` repeats the run.
    Raises BadInput for a margin or alpha that cannot be, a run whose goal was another question, a lopsided match.
    """
    manifest = run.manifest
    aim = goal(manifest.until) if manifest.until else None
    if aim is not None and aim.kind in ("better", "decided"):
        raise BadInput(f"{run.folder}: was played until {manifest.until!r}, which is another question")
    usual = aim.amount if aim and aim.kind in JUDGED else MARGIN
    chosen = usual if margin is None else margin
    check_terms(chosen, alpha, 0.5)
    with possible(run), counting(run) as counts:
        scores = counted(counts)
        enough(run, sum(scores))
        refuse_lopsided(run, counts)
        return made(manifest, scores, chosen, alpha, command)


def check_terms(margin: float, alpha: float, even: float) -> None:
    """BadInput for a margin that leaves nothing to either side of an even share, or an alpha that cannot be."""
    if not 0.0 < margin < even:
        raise BadInput(f"--margin: must lie between 0 and {100 * even:.3g} percentage points, not {100 * margin:g}")
    if not 0.0 < alpha < 0.5:
        raise BadInput(f"--alpha: must lie between 0 and 0.5, not {alpha:g}")


def enough(run: Run, deals: int) -> None:
    """DataProblem for fewer deals than an interval needs."""
    if deals < 2:
        raise DataProblem(f"{run.folder}: holds {deals} deal, and a certificate needs two; simulate more games")


def refuse_lopsided(run: Run, counts: Counts) -> None:
    """BadInput for a match in which what a seat is worth cannot show."""
    if uneven := lopsided(counts):
        raise BadInput(f"{run.folder}: {uneven.reason}")


def counted(counts: Counts) -> tuple[int, ...]:
    """How many deals have each score of the first player, in half wins."""
    halves = counts.frame("deals")["score"].to_numpy().astype(np.int64)
    return tuple(np.bincount(halves, minlength=2 * len(counts.plan.arms) + 1).tolist())


def made(manifest: Manifest, scores: tuple[int, ...], margin: float, alpha: float, command: str) -> Certificate:
    """A certificate as it follows from the counts of deals by score."""
    found, deals = evidence(scores, 0.5, margin, alpha, alpha, stored_rule(manifest)), sum(scores)
    tables = " and ".join(label(*names) for names in manifest.matchups)
    cards = json.dumps(manifest.rules["cards"], sort_keys=True) if "cards" in manifest.rules else ""
    return Certificate(
        schema=SCHEMA, kind=KIND,
        claim=f"{tables}: the first player's expected score lies within {100 * margin:g} percentage points of one half",
        margin=margin, alpha=alpha, watched=bool(manifest.until), deals=deals,
        games=deals * len(manifest.design.arms), first_deal=0, last_deal=deals - 1,
        deck=str(manifest.rules.get("deck", "")), deck_hash=hashlib.sha256(cards.encode()).hexdigest(),
        run=json.loads(json.dumps(manifest.plan())), command=command, **asdict(found),
    )  # fmt: skip


def read_certificate(path: Path) -> Certificate:
    """A certificate from its file; DataProblem for one that is damaged, or was changed since it was made."""
    return of_values(path, read_values(path, (KIND,)))


def of_values(path: Path, values: dict[str, Any]) -> Certificate:
    """The certificate that a file's values are; DataProblem where they are none."""
    check_names(path, values, Certificate)
    found = Certificate(**values | {"scores": tuple(values["scores"]) if isinstance(values["scores"], list) else ()})
    check_types(path, found)
    return found


def read_values(path: Path, kinds: Sequence[str]) -> dict[str, Any]:
    """What a certificate of one of these kinds holds besides its checksum, which has to fit; else DataProblem."""
    values = read_json(path, MAX_BYTES, error=DataProblem)
    if not isinstance(values, dict) or values.get("kind") not in kinds:
        raise DataProblem(f"{path}: is no certificate of dhstats")
    if values.get("schema") not in (1, SCHEMA):
        raise DataProblem(f"{path}: has schema {quoted(values.get('schema'))}, this version reads 1 and {SCHEMA}")
    told = values.pop("sha256", "")
    try:
        right = checksum(values)
    except UnicodeEncodeError as error:
        raise DataProblem(f"{path}: is no certificate: it holds characters that are none") from error
    if right != told:
        raise DataProblem(f"{path}: was changed since it was made: its checksum does not fit its content")
    return as_now(path, values) | {"schema": SCHEMA} if values["schema"] == 1 else values


def check_names(path: Path, values: Any, kind: type) -> None:
    """DataProblem where values do not have the names of a record's fields."""
    missing = sorted({field.name for field in fields(kind)} ^ set(values))
    if missing:
        raise DataProblem(f"{path}: is damaged: {', '.join(map(quoted_name, missing[:5]))} missing or unknown")


def check_types(path: Path, found: Any) -> None:
    """DataProblem where a record's values are not of their types."""
    if wrong := next(faults(found, type(found)), ""):
        raise DataProblem(f"{path}: is damaged: {wrong}")


def answer(run: Run, found: Certificate) -> Answer:
    """The certificate as a section of a page."""
    interval = Interval(found.low, found.high, 1.0 - found.alpha, found.method, found.deals, "deals")
    told = conclusion(found.verdict, found.by_interval)
    verdict = Finding(f"{found.claim}. {told}", found.verdict, headline=True)
    below, above = (words.number(value, 2) for value in (found.log_e_lower, found.log_e_upper))
    low, high = (50.0 + sign * 100.0 * found.margin for sign in (-1, 1))
    guard = Interval(
        found.guard_low, found.guard_high, interval.level, "betting confidence sequence", found.deals, "deals"
    )
    betting = Finding(
        f"Score {100 * found.estimate:.2f} % ({words.span(guard, 2, factor=100.0)}; α {found.alpha:g}). ln e against a"
        f" score at or below {low:g} %: {below}, at or above {high:g} %: {above}; both at"
        f" {-math.log(found.alpha):.2f} or more prove balance."
    )
    large = Finding(f"For large numbers of deals: {words.span(interval, 2, factor=100.0)}.{_beside(run, found)}")
    query = ("deals", SHARED["deals"].text(Plan.of(run.manifest)))
    return Answer(
        "certificate", "Is the first player's score balanced?", (verdict, betting, large),
        (_claim(found, interval), _deals(found)),
        HOW_TO_READ, METHOD + BESIDES[found.watched], CAUTION, (query,), even_score(found, About.of(run.manifest)),
    )  # fmt: skip


def _beside(run: Run, found: Certificate) -> str:
    """The estimate without the bias of stopping, of a run that had a rule to stop by."""
    rule = stored_rule(run.manifest)
    if rule is None:
        return ""
    beside = adjusted_in(run.manifest, rule, sample_of(found.scores))
    return (
        f" Without the bias of stopping the score is {100 * beside.value:.2f} % (Whitehead, {beside.runs:,} simulated"
        f" runs, seed {beside.seed})."
    )


def _claim(found: Certificate, interval: Interval) -> Table:
    unit = "share of a win"
    fields_of = (
        text("matchup", "Matchup"), number("score", "First player's score", unit), number("se", "Standard error", unit),
        number("low", "Low end of the interval", unit), number("high", "High end of the interval", unit),
        number("inner_low", "Low end at level 1 − 2α", unit), number("inner_high", "High end at level 1 − 2α", unit),
        number("guard_low", "Guard: low end", unit), number("guard_high", "Guard: high end", unit),
        number("log_e_lower", "ln e, lower edge", ""), number("log_e_upper", "ln e, upper edge", ""),
        number("band_low", "Balanced from", unit), number("band_high", "Balanced to", unit),
        text("verdict", "Verdict"), *BASIS,
    )  # fmt: skip
    names = ("se", "low", "high", "inner_low", "inner_high", "guard_low", "guard_high", "log_e_lower", "log_e_upper")
    line: Line = {
        "matchup": found.claim.partition(":")[0], "score": found.estimate, "verdict": found.verdict,
        "band_low": 0.5 - found.margin, "band_high": 0.5 + found.margin, **basis(interval),
    } | {name: getattr(found, name) for name in names}  # fmt: skip
    return table("scores", "The claim and its evidence", fields_of, [line])


def _deals(found: Certificate) -> Table:
    steps = len(found.scores) - 1
    lines: list[Line] = [{"score": step / steps, "deals": count} for step, count in enumerate(found.scores)]
    score = number("score", "First player's mean score in the deal", "share of a win")
    fields_of = (score, whole("deals", "Deals", "deals"))
    return table("deals", "Deals by the first player's mean score", fields_of, lines)
