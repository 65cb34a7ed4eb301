"""Certificates of schema 1 as this version reads them: what intervals said was their verdict, `guarded` beside it."""

from pathlib import Path
from typing import Any

from dhstats.errors import DataProblem
from dhstats.questions.verdicts.evidence import proved
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.sequential.verdicts import of_all
from dhstats.storage.typed import Malformed

Values = dict[str, Any]


def as_now(path: Path, values: Values) -> Values:
    """The values of a certificate of schema 1 under today's names, its verdict from the guard.

    DataProblem where they are damaged, or where `guarded` does not follow from them.
    """
    try:
        return _table(values) if "seats" in values else _one(values, values["alpha"], values["margin"], 0.5)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        told = str(error) if isinstance(error, Malformed) else "it does not hold what certificates of schema 1 hold"
        raise DataProblem(f"{path}: is damaged: {told}; make it again with `dhstats certify`") from error


def _one(values: Values, alpha: float, margin: float, even: float) -> Values:
    told = dict(values)
    said, guarded = told.pop("verdict"), told.pop("guarded")
    guard = Interval(told["guard_low"], told["guard_high"], 1.0 - alpha, "betting confidence sequence", 0, "deals")
    log_e = told["log_e_lower"], told["log_e_upper"]
    told["verdict"], told["by_interval"] = proved(guard, log_e, (even, margin), alpha), said
    holds = {"balanced": told["verdict"] == "balanced", "unbalanced": guard.outside(even - margin, even + margin)}
    if guarded is not holds.get(said, False):
        raise Malformed(f"guarded is {guarded!r}, which does not follow")
    return told


def _table(values: Values) -> Values:
    told = dict(values)
    alpha, margin, seats = told["alpha"], told["margin"], told["seats"]
    said, guarded = told.pop("verdict"), told.pop("guarded")
    of_said = [seat["guarded"] for seat in seats if seat["verdict"] == said]
    if guarded is not (all(of_said) if said == "balanced" else any(of_said)):
        raise Malformed(f"guarded is {guarded!r}, which does not follow")
    told["seats"] = [_one(seat, alpha, margin, 1.0 / len(seats)) for seat in seats]
    told["verdict"], told["by_interval"] = of_all(seat["verdict"] for seat in told["seats"]), said
    return told
