"""A balance certificate: a claim, what the deals say of it, and all that anyone needs to find the same again."""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.documents import read_json
from dhstats.errors import BadInput, DataProblem
from dhstats.queries.catalogue import SHARED
from dhstats.queries.counts import counting
from dhstats.queries.plan import Plan
from dhstats.questions import words
from dhstats.questions.answer import Answer, Finding, Table
from dhstats.questions.catalogue import possible
from dhstats.questions.groups import label
from dhstats.questions.sequential import scores, stored_rule
from dhstats.questions.tables import BASIS, Line, basis, number, table, text, whole
from dhstats.quoting import quoted, quoted_name
from dhstats.simulate.goals import goal
from dhstats.stats.blocks import BlockSums
from dhstats.stats.intervals import Interval
from dhstats.stats.stopping import Balance, Sample, guard, judge_at_any_time
from dhstats.stats.verdicts import Verdict, judge
from dhstats.storage import Manifest, Run, open_run
from dhstats.storage.typed import faults

SCHEMA = 1
MAX_BYTES = 1 << 22
MARGIN, ALPHA = 0.005, 0.05
KIND = "balance of the first player's score"
HOW_TO_READ = (
    "The dot is the first player's mean score, the bar its interval, the shaded strip what was declared balanced. The"
    " file beside this page holds the same numbers, the rules, the players' hashes, and how often each score of a deal"
    " occurred; dhstats verify plays its deals again and says whether it stands."
)
METHOD = {
    True: (
        "The run was watched and ended when its goal was reached; intervals are asymptotic confidence sequences, which"
        " hold at all looks together. Balanced: the sequence of level 1 − 2α lies inside the margin. Unbalanced: that"
        " of level 1 − α lies outside."
    ),
    False: (
        "The number of deals was fixed beforehand; intervals are estimate ± t · standard error over deals. Balanced:"
        " the interval of level 1 − 2α lies inside the margin (two one-sided tests). Unbalanced: that of level 1 − α"
        " lies outside."
    ),
}
GUARDED = (
    " The guard is the betting sequence on the counts of deals by score: it needs no large numbers. e-values are what"
    " one-sided bets against a score at or beyond either edge of the margin have earned; both at 1/α or more prove"
    " balance without any approximation."
)
CAUTION = (
    "The claim is about these players, these rules and this deck, and about the expected score over deals. Other"
    " players may find the game otherwise."
)


@dataclass(frozen=True, slots=True)
class Certificate:
    """A claim on balance with its evidence; plain values only, as they stand in the file.

    `scores[k]` is the number of deals on which the first player made k half wins. Log e-values: against a mean at or
    below the lower edge of the margin, and at or above the upper. `guarded` says that the verdict also holds by the
    betting sequence or the e-values. `run` is the plan of the run: rules, players, seed, design, version.
    """

    schema: int
    kind: str
    claim: str
    verdict: str
    guarded: bool
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
        values = asdict(self) | {"scores": list(self.scores)}
        return json.dumps(values | {"sha256": _checksum(values)}, indent=1, ensure_ascii=False) + "\n"


def _checksum(values: dict[str, Any]) -> str:
    plain = json.dumps(values, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def certify(run: Run, command: str, margin: float | None = None, alpha: float = ALPHA) -> Certificate:
    """The certificate of a run for the first player's score.

    Without a margin it is that of the run's goal, else half a percentage point. `command` repeats the run.
    Raises BadInput for a margin or alpha that cannot be, or a run whose goal was another question.
    """
    manifest = run.manifest
    aim = goal(manifest.until) if manifest.until else None
    if aim is not None and aim.kind in ("better", "decided"):
        raise BadInput(f"{run.folder}: was played until {manifest.until!r}, which is another question")
    chosen = aim.amount if margin is None and aim and aim.kind == "balanced" else MARGIN if margin is None else margin
    if not 0.0 < chosen < 0.5:
        raise BadInput(f"--margin: must lie between 0 and 50 percentage points, not {100 * chosen:g}")
    if not 0.0 < alpha < 0.5:
        raise BadInput(f"--alpha: must lie between 0 and 0.5, not {alpha:g}")
    with possible(run), counting(run) as counts:
        halves = counts.frame("deals")["score"].to_numpy().astype(np.int64)
        sample = scores(halves, len(manifest.design.arms))
        if sample.n < 2:
            raise DataProblem(f"{run.folder}: holds {sample.n} deal, and a certificate needs two; simulate more games")
        return _made(manifest, sample, chosen, alpha, command)


def _made(manifest: Manifest, sample: Sample, margin: float, alpha: float, command: str) -> Certificate:
    """A certificate as it follows from the counts of deals by score."""
    found, watched = _verdict(manifest, sample, margin, alpha), bool(manifest.until)
    wide, narrow = found.interval95, found.interval90
    lower, upper = Balance(0.5, margin, alpha, 1.0).e_values(sample)
    outer = guard(sample, alpha)
    pairs = " and ".join(label(a, b) for a, b in manifest.matchups)
    cards = json.dumps(manifest.rules["cards"], sort_keys=True) if "cards" in manifest.rules else ""
    plan = manifest.plan()
    return Certificate(
        schema=SCHEMA, kind=KIND,
        claim=f"{pairs}: the first player's expected score lies within {100 * margin:g} percentage points of one half",
        verdict=found.kind, guarded=_guarded(found, outer, (lower, upper), margin, alpha), margin=margin, alpha=alpha,
        watched=watched, estimate=found.estimate, se=found.se, low=_within(wide.low), high=_within(wide.high),
        inner_low=_within(narrow.low), inner_high=_within(narrow.high), method=wide.method,
        guard_low=outer.low, guard_high=outer.high, log_e_lower=lower, log_e_upper=upper, deals=sample.n,
        games=sample.n * len(manifest.design.arms), first_deal=0, last_deal=sample.n - 1,
        deck=str(manifest.rules.get("deck", "")), deck_hash=hashlib.sha256(cards.encode()).hexdigest(),
        scores=tuple(int(count) for count in sample.counts), run=json.loads(json.dumps(plan)), command=command,
    )  # fmt: skip


def _within(end: float) -> float:
    """The end of an interval; where the data set no limit, that of the possible scores."""
    return end if math.isfinite(end) else float(end > 0.0)


def _verdict(manifest: Manifest, sample: Sample, margin: float, alpha: float) -> Verdict:
    scale = len(sample.counts) - 1
    sums = BlockSums.from_counts({step: int(count) for step, count in enumerate(sample.counts) if count}, scale)
    rule = stored_rule(manifest)
    if rule is None:
        return judge(sums, 0.5, margin, alpha, bounds=(0.0, 1.0))
    return judge_at_any_time(sums, 0.5, margin, rule.planned, alpha, (0.0, 1.0))


def _guarded(found: Verdict, outer: Interval, e_values: tuple[float, float], margin: float, alpha: float) -> bool:
    if found.kind == "balanced":
        return min(e_values) >= -math.log(alpha)
    return found.kind == "unbalanced" and outer.outside(0.5 - margin, 0.5 + margin)


def read_certificate(path: Path) -> Certificate:
    """A certificate from its file; DataProblem for one that is damaged, or was changed since it was made."""
    values = read_json(path, MAX_BYTES, error=DataProblem)
    if not isinstance(values, dict) or values.get("kind") != KIND:
        raise DataProblem(f"{path}: is no certificate of dhstats")
    if values.get("schema") != SCHEMA:
        raise DataProblem(f"{path}: has schema {quoted(values.get('schema'))}, this version reads {SCHEMA}")
    told = values.pop("sha256", "")
    try:
        right = _checksum(values)
    except UnicodeEncodeError as error:
        raise DataProblem(f"{path}: is no certificate: it holds characters that are none") from error
    if right != told:
        raise DataProblem(f"{path}: was changed since it was made: its checksum does not fit its content")
    missing = sorted({field.name for field in fields(Certificate)} ^ values.keys())
    if missing:
        raise DataProblem(f"{path}: is damaged: {', '.join(map(quoted_name, missing[:5]))} missing or unknown")
    found = Certificate(**values | {"scores": tuple(values["scores"]) if isinstance(values["scores"], list) else ()})
    if wrong := next(faults(found, Certificate), ""):
        raise DataProblem(f"{path}: is damaged: {wrong}")
    return found


def answer(run: Run, found: Certificate) -> Answer:
    """The certificate as a section of a page."""
    interval = Interval(found.low, found.high, 1.0 - found.alpha, found.method, found.deals, "deals")
    told = {
        "balanced": "The claim stands: balanced",
        "unbalanced": "The claim is refuted: unbalanced",
        "leaning": "The claim is open: an advantage is certain, but perhaps within the margin",
        "undecided": "The claim is open: undecided",
    }[found.verdict]
    kept = " It holds by the guard as well." if found.guarded else ""
    verdict = Finding(
        f"{found.claim}. {told} (score {100 * found.estimate:.2f} %;"
        f" {words.span(interval, 2, factor=100.0)}; α {found.alpha:g}).{kept}",
        found.verdict, headline=True,
    )  # fmt: skip
    below, above = (words.number(value, 2) for value in (found.log_e_lower, found.log_e_upper))
    low, high = (50.0 + sign * 100.0 * found.margin for sign in (-1, 1))
    betting = Finding(
        f"Betting sequence: {100 * found.guard_low:.2f} to {100 * found.guard_high:.2f} %. ln e against a score at or"
        f" below {low:g} %: {below}, at or above {high:g} %: {above} (proof at {-math.log(found.alpha):.2f})."
    )
    query = ("deals", SHARED["deals"].text(Plan.of(run.manifest)))
    return Answer(
        "certificate", "Is the first player's score balanced?", (verdict, betting),
        (_claim(found, interval), _deals(found)),
        HOW_TO_READ, METHOD[found.watched] + GUARDED, CAUTION, (query,),
    )  # fmt: skip


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


def certified(folder: Path | str, command: str, margin: float | None = None, alpha: float = ALPHA) -> Certificate:
    """The certificate of a stored run."""
    return certify(open_run(folder), command, margin, alpha)
