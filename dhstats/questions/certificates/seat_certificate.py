"""A balance certificate of a table of three or more: a claim on every seat, and what the deals say of it."""

import json
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from dhstats.queries.counts import Counts, counting
from dhstats.questions.catalogue import possible
from dhstats.questions.certificates.certificate import (
    ALPHA,
    MARGIN,
    SCHEMA,
    check_names,
    check_terms,
    check_types,
    enough,
    refuse_lopsided,
    sealed,
)
from dhstats.questions.certificates.openings import even_seats
from dhstats.questions.seats.seating import TWELFTHS
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.first_screen import About
from dhstats.questions.shared.groups import label
from dhstats.questions.shared.tables import BASIS, MATCHUP, Line, basis, number, table, text, whole
from dhstats.questions.verdicts.evidence import Evidence, conclusion, evidence
from dhstats.stats.intervals.corrections import sidak_level
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.sequential.verdicts import of_all
from dhstats.storage import Manifest, Run
from dhstats.storage.manifest import SEATS

KIND = "balance of the shares of the wins of all seats"
Scores = tuple[tuple[int, ...], ...]  # by seat, by twelfths of a win: how many deals
HOW_TO_READ = (
    "Each dot is a seat's share of the wins, the bar its interval, the dashed line an even share, the shaded strip what"
    " was declared balanced. The file beside this page holds the same numbers, the rules, the players' hashes, and how"
    " often each share of a deal occurred; dhstats verify plays its deals again and says whether it stands."
)
METHOD = (
    "The verdict is that of the guard, bets on the counts of deals by share, seat by seat: it needs no large numbers."
    " e-values are what one-sided bets against a share at or beyond either edge of the margin have earned; a seat with"
    " both at 1/α or more is balanced, one whose betting sequence lies outside the margin is unbalanced (level 1 − α"
    " for all seats at once, Šidák). The table is balanced if all seats are (intersection-union test), unbalanced if"
    " one is. Beside it, for large numbers of deals, which were fixed beforehand: estimate ± t · standard error over"
    " deals, which would say balanced inside the margin at level 1 − 2α (two one-sided tests), unbalanced outside it"
    " at level 1 − α (Šidák)."
)
CAUTION = (
    "The claim is about these players and these rules, and about expected shares over deals. Other players may find the"
    " game otherwise."
)


@dataclass(frozen=True, slots=True)
class SeatCertificate:
    """A claim on the balance of all seats with its evidence, seat by seat; plain values only, as in the file.

    `verdict` is that of the guard, betting sequences and e-values, `by_interval` what intervals would say. `run` is the
    plan of the run.
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

    def text(self) -> str:
        """The file: JSON with a checksum of all the rest."""
        return sealed(asdict(self))


def certify(run: Run, command: str, margin: float | None = None, alpha: float = ALPHA) -> SeatCertificate:
    """The certificate of a run for the seats; without a margin it is half a percentage point of the wins.

    Raises BadInput for a margin or alpha that cannot be, or a lopsided match. `command` repeats the run.
    """
    chosen = MARGIN if margin is None else margin
    check_terms(chosen, alpha, 1.0 / len(run.manifest.seats))
    with possible(run), counting(run) as counts:
        scores = counted(counts)
        enough(run, sum(scores[0]))
        refuse_lopsided(run, counts)
        return made(run.manifest, scores, chosen, alpha, command)


def counted(counts: Counts) -> Scores:
    """How many deals have each share of each seat, in twelfths of a win."""
    found = [[0] * (TWELFTHS * len(counts.plan.arms) + 1) for _ in counts.run.manifest.seats]
    for row in counts.rows("shares", matchup=counts.plan.groups[0]):
        found[row["seat"]][row["won"]] += int(row["deals"])
    return tuple(map(tuple, found))


def made(manifest: Manifest, scores: Scores, margin: float, alpha: float, command: str) -> SeatCertificate:
    """A certificate as it follows from the counts of deals by share."""
    even, deals = 1.0 / len(scores), sum(scores[0])
    together = 1.0 - sidak_level(1.0 - alpha, len(scores))
    seats = tuple(evidence(own, even, margin, alpha, together) for own in scores)
    tables = " and ".join(label(*names) for names in manifest.matchups)
    return SeatCertificate(
        schema=SCHEMA, kind=KIND,
        claim=f"{tables}: every seat's expected share of the wins lies within {100 * margin:g} percentage points of an"
        f" even one, {100 * even:.3g} %",
        verdict=of_all(seat.verdict for seat in seats), by_interval=of_all(seat.by_interval for seat in seats),
        margin=margin, alpha=alpha, deals=deals, games=deals * len(manifest.design.arms), first_deal=0,
        last_deal=deals - 1, seats=seats,
        run=json.loads(json.dumps(manifest.plan())), command=command,
    )  # fmt: skip


def of_values(path: Path, values: dict[str, Any]) -> SeatCertificate:
    """The certificate that a file's values are; DataProblem where they are none."""
    check_names(path, values, SeatCertificate)
    told = values["seats"] if isinstance(values["seats"], list) else []
    for seat in told:
        check_names(path, seat if isinstance(seat, dict) else {}, Evidence)
    seats = tuple(Evidence(**seat | {"scores": _row(seat["scores"])}) for seat in told)
    found = SeatCertificate(**values | {"seats": seats})
    check_types(path, found)
    return found


def _row(scores: Any) -> tuple[Any, ...]:
    return tuple(scores) if isinstance(scores, list) else ()


def answer(run: Run, found: SeatCertificate) -> Answer:
    """The certificate as a section of a page."""
    told = conclusion(found.verdict, found.by_interval)
    verdict = Finding(f"{found.claim}. {told}", found.verdict, headline=True)
    guards, intervals = (
        words.listed([_share(found, number, each(seat)) for number, seat in enumerate(found.seats)])
        for each in (partial(_guard, found), partial(_interval, found))
    )
    shown = Finding(f"{guards[0].upper()}{guards[1:]}; α {found.alpha:g}.")
    large = Finding(f"For large numbers of deals: {intervals}.")
    with counting(run) as counts:
        query = ("shares", counts.text("shares"))
    return Answer(
        "seat_certificate", "Are the seats balanced?", (verdict, shown, large), (_claim(found), _deals(found)),
        HOW_TO_READ, METHOD, CAUTION, (query,), even_seats(found, About.of(run.manifest)),
    )  # fmt: skip


def _share(found: SeatCertificate, number: int, interval: Interval) -> str:
    sure, say = f"simultaneous {100 * interval.level:g} %", words.reach if number else words.span
    shown = say(interval, 2, factor=100.0, sure=sure)
    return f"{SEATS[number]} seat {100 * found.seats[number].estimate:.2f} % ({shown})"


def _guard(found: SeatCertificate, seat: Evidence) -> Interval:
    method = "betting confidence sequence"
    return Interval(seat.guard_low, seat.guard_high, 1.0 - found.alpha, method, found.deals, "deals")


def _interval(found: SeatCertificate, seat: Evidence) -> Interval:
    return Interval(seat.low, seat.high, 1.0 - found.alpha, f"{seat.method}, Šidák", found.deals, "deals")


def _claim(found: SeatCertificate) -> Table:
    unit, even = "share of a win", 1.0 / len(found.seats)
    fields_of = (
        MATCHUP, text("seat", "Seat"), number("share", "Share of the wins", unit), number("se", "Standard error", unit),
        number("low", "Low end of the interval", unit), number("high", "High end of the interval", unit),
        number("inner_low", "Low end at level 1 − 2α", unit), number("inner_high", "High end at level 1 − 2α", unit),
        number("guard_low", "Guard: low end", unit), number("guard_high", "Guard: high end", unit),
        number("log_e_lower", "ln e, lower edge", ""), number("log_e_upper", "ln e, upper edge", ""),
        number("even", "Even share", unit), number("band_low", "Balanced from", unit),
        number("band_high", "Balanced to", unit), text("verdict", "Verdict"), *BASIS,
    )  # fmt: skip
    names = ("se", "low", "high", "inner_low", "inner_high", "guard_low", "guard_high", "log_e_lower", "log_e_upper")
    lines: list[Line] = [
        {
            "matchup": found.claim.partition(":")[0], "seat": SEATS[at], "share": seat.estimate, "even": even,
            "band_low": even - found.margin, "band_high": even + found.margin, "verdict": seat.verdict,
            **basis(_interval(found, seat)),
        } | {name: getattr(seat, name) for name in names}
        for at, seat in enumerate(found.seats)
    ]  # fmt: skip
    return table("seats", "The claim and its evidence", fields_of, lines)


def _deals(found: SeatCertificate) -> Table:
    lines: list[Line] = [
        {"seat": SEATS[at], "share": step / (len(seat.scores) - 1), "deals": count}
        for at, seat in enumerate(found.seats)
        for step, count in enumerate(seat.scores)
        if count
    ]
    share = number("share", "Mean share of the wins in the deal", "share of a win")
    fields_of = (text("seat", "Seat"), share, whole("deals", "Deals", "deals"))
    return table("deals", "Deals by the share of each seat", fields_of, lines)
