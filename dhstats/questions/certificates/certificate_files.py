"""Certificates read from their files, also as earlier versions wrote them.

In the first, what intervals said was the verdict; in the first two, intervals went on beyond shares that there can be.
"""

from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from dhstats.documents import read_json
from dhstats.errors import DataProblem
from dhstats.questions.certificates.certificate import KINDS, OF_THE_FIRST, SCHEMA, Certificate, checksum, names_of
from dhstats.questions.verdicts.evidence import Evidence, proved
from dhstats.quoting import quoted, quoted_name
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.sequential.verdicts import of_all
from dhstats.storage.typed import Malformed, faults

Values = dict[str, Any]
MAX_BYTES = 1 << 22
FORMER = (1, 2)  # schemas that are read besides today's
ENDS = ("low", "high", "inner_low", "inner_high")  # of intervals, by their names in evidence


def read_certificate(path: Path) -> Certificate:
    """A certificate from its file; DataProblem for one that is damaged, or was changed since it was made."""
    values = _unsealed(path)
    _check_names(path, values, names_of(values["kind"]))
    alone, names = values["kind"] == OF_THE_FIRST, [field.name for field in fields(Evidence)]
    seats = [{name: values[name] for name in names}] if alone else values["seats"]
    found = Certificate(
        **{field.name: values[field.name] for field in fields(Certificate) if field.name in values}
        | {"seats": tuple(_evidence(path, seat, names) for seat in (seats if isinstance(seats, list) else []))}
    )
    if wrong := next(faults(found, Certificate), ""):
        raise DataProblem(f"{path}: is damaged: {wrong.removeprefix('seats[0].') if alone else wrong}")
    return found


def _evidence(path: Path, seat: Any, names: Sequence[str]) -> Evidence:
    _check_names(path, seat if isinstance(seat, dict) else {}, names)
    scores = seat["scores"]
    return Evidence(**seat | {"scores": tuple(scores) if isinstance(scores, list) else ()})


def _check_names(path: Path, values: Values, names: Sequence[str]) -> None:
    """DataProblem where values have other names than they should."""
    if wrong := sorted(set(names) ^ set(values)):
        raise DataProblem(f"{path}: is damaged: {', '.join(map(quoted_name, wrong[:5]))} missing or unknown")


def _unsealed(path: Path) -> Values:
    """What a certificate holds besides its checksum, which has to fit."""
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
    return _as_now(path, values) | {"schema": SCHEMA} if values["schema"] in FORMER else values


def _as_now(path: Path, values: Values) -> Values:
    """The values of a certificate of an earlier schema under today's names, its verdict from the guard.

    DataProblem where they are damaged, or where `guarded`, which stood beside the verdict, does not follow from them.
    """
    try:
        if values["schema"] == 1:
            values = _table(values) if "seats" in values else _share(values, values["alpha"], values["margin"], 0.5)
        return _ended(values) | ({"seats": [_ended(seat) for seat in values["seats"]]} if "seats" in values else {})
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        said = str(error) if isinstance(error, Malformed) else "it does not hold what certificates of its schema hold"
        raise DataProblem(f"{path}: is damaged: {said}; make it again with `dhstats certify`") from error


def _ended(values: Values) -> Values:
    """With intervals that end where shares do, at none and at all games."""
    return values | {name: min(1.0, max(0.0, values[name])) for name in ENDS if name in values}


def _share(values: Values, alpha: float, margin: float, even: float) -> Values:
    new = dict(values)
    said, guarded = new.pop("verdict"), new.pop("guarded")
    guard = Interval(new["guard_low"], new["guard_high"], 1.0 - alpha, "betting confidence sequence", 0, "deals")
    log_e = new["log_e_lower"], new["log_e_upper"]
    new["verdict"], new["by_interval"] = proved(guard, log_e, (even, margin), alpha), said
    holds = {"balanced": new["verdict"] == "balanced", "unbalanced": guard.outside(even - margin, even + margin)}
    _follows(guarded, holds.get(said, False))
    return new


def _table(values: Values) -> Values:
    new = dict(values)
    alpha, margin, seats = new["alpha"], new["margin"], new["seats"]
    said, guarded = new.pop("verdict"), new.pop("guarded")
    of_said = [seat["guarded"] for seat in seats if seat["verdict"] == said]
    _follows(guarded, all(of_said) if said == "balanced" else any(of_said))
    new["seats"] = [_share(seat, alpha, margin, 1.0 / len(seats)) for seat in seats]
    new["verdict"], new["by_interval"] = of_all(seat["verdict"] for seat in new["seats"]), said
    return new


def _follows(guarded: Any, holds: bool) -> None:
    if guarded is not holds:
        raise Malformed(f"guarded is {guarded!r}, which does not follow")
