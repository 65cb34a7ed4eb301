"""How many deals does a question need, and how long do they take? Planned from a pilot of real deals."""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from dhstats.errors import BadInput
from dhstats.questions.planning.pilot import Pilot, Spread
from dhstats.questions.shared.groups import ALPHA
from dhstats.questions.verdicts.sequential import LOOK
from dhstats.simulate.plans.experiment import MOST_GAMES
from dhstats.stats.sequential import power, verdicts
from dhstats.stats.sequential.sequences import FIRST_LOOK

Kind = Literal["half-width", "detect", "within"]
LEAST = 1e-6  # the smallest error rate that is planned with
CLOSE = 0.9999  # the share of a margin beyond which a true distance is as good as on it
FEW = 100  # deals below which the normal approximation is rough
_AMOUNT = re.compile(r"([0-9]*\.?[0-9]+)\s*pp")

METHOD = (
    "A deal is one observation. S² is the variance of a deal's mean score over the pilot's deals; its"
    " 95 % range is the large-sample interval from the fourth moment (log scale), and the ranges of"
    " deals follow from it. Fixed numbers of deals are normal approximations (TOST for within). With"
    " a stopping rule: the average number of deals until a confidence sequence, or for better-by a"
    " sequential likelihood ratio test, ends the run; single runs differ a lot."
)


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to be planned: how wide an interval, what a test detects, or within what a score is proved to lie."""

    kind: Kind
    amount: float

    @property
    def text(self) -> str:
        """The question as it is written on the command line."""
        return f"{self.kind} {points(self.amount)}"


STANDARD: tuple[Ask, ...] = (
    *(Ask("half-width", amount) for amount in (0.005, 0.002, 0.001)),
    *(Ask("detect", amount) for amount in (0.005, 0.002)),
    *(Ask("within", amount) for amount in (0.01, 0.005, 0.002)),
)


def points(amount: float) -> str:
    """A share of a win in percentage points, as stopping rules are written."""
    return f"{100.0 * amount:.10g}pp"


def amount(text: str, where: str) -> float:
    """A share of a win from an amount like 0.5pp; BadInput naming the option and what is allowed."""
    match = _AMOUNT.fullmatch(text.strip())
    share = float(match[1]) / 100.0 if match else 0.0
    if not 1e-5 <= share <= 0.25:
        raise BadInput(f"{where}: write an amount from 0.001pp to 25pp (percentage points), like 0.5pp, not {text!r}")
    return share


@dataclass(frozen=True, slots=True)
class Terms:
    """What every answer needs: power, error rate, and a `true` distance besides zero; BadInput for what cannot be."""

    power: float = 0.9
    alpha: float = 0.05
    true: float = 0.0

    def __post_init__(self) -> None:
        if not LEAST <= self.alpha <= 0.5 - LEAST:
            raise BadInput(f"--alpha: must lie strictly between 0 and 0.5 (at least {LEAST:g}), not {self.alpha:g}")
        if not self.alpha < self.power <= 1.0 - LEAST:
            raise BadInput(f"--power: must lie strictly between alpha ({self.alpha:g}) and 1, not {self.power:g}")


@dataclass(frozen=True, slots=True)
class Need:
    """How many deals a question needs, with the 95 % range that the pilot's variance leaves, and what they cost.

    Without `deals`, `note` says why; a `watched` need is the average of a run that ends by itself, by `command`.
    """

    question: str
    claim: str
    watched: bool = False
    deals: int | None = None
    low: int | None = None
    high: int | None = None
    games: int | None = None
    seconds: float | None = None
    note: str = ""
    command: str = ""


def needs(pilot: Pilot, asks: Sequence[Ask], terms: Terms) -> tuple[Need, ...]:
    """What every question needs: a fixed number of deals, then, for two who play against each other, a watched run.

    BadInput where all win together and it is asked whether seats are even.
    """
    kinds = {"half-width": _half_width, "detect": _detect, "within": _within}
    if pilot.by_all and not pilot.tweak:
        asks = [ask for ask in asks if ask.kind == "half-width"]
    if not asks:
        raise BadInput("plan: all succeed or fail together, so seats cannot be even; plan --half-width, or a --tweak")
    every = (need for ask in asks for need in kinds[ask.kind](pilot, ask, terms))
    return tuple(need for need in every if (pilot.seats == 2 and not pilot.by_all) or not need.watched)


def _half_width(pilot: Pilot, ask: Ask, terms: Terms) -> list[Need]:
    level = 1.0 - terms.alpha
    claim = f"a {100 * level:.4g} % interval of ±{points(ask.amount)}"
    watched = _with_effect(power.blocks_watched_for_half_width, ask.amount, terms.alpha)
    command = _ends_itself(pilot, f"half-width {points(ask.amount)}", terms)
    return [
        _need(pilot, ask.text, claim, _with_effect(power.blocks_for_half_width, ask.amount, level)),
        _watched(pilot, ask.text, f"{claim} that holds at every look", watched, command),
    ]


def _detect(pilot: Pilot, ask: Ask, terms: Terms) -> list[Need]:
    what = f"a change of the {pilot.what}" if pilot.tweak else f"a {pilot.what} off {pilot.even}"
    claim = f"finds {what} by {points(ask.amount)} with power {terms.power:g}, two-sided alpha {terms.alpha:g}"
    effect = _with_effect(power.blocks_for_effect, ask.amount, terms.power, terms.alpha)
    found = [_need(pilot, ask.text, claim, effect)]
    spread, who, rule = pilot.spread, "the first player", ""
    if pilot.strength is not None:
        spread, who = pilot.strength, "the first-named strategy"
        rule = _ends_itself(pilot, f"better by {points(ask.amount)}", terms)
    batch = LOOK if rule else 0

    def blocks(variance: float, share: float = 1.0) -> float:
        at = share * ask.amount
        return verdicts.expected_blocks(at, 0.0, ask.amount, variance, terms.alpha, terms.alpha, batch)

    middle = "no change" if pilot.tweak else "equal"
    claim = f"{who} better by {points(ask.amount)} or {middle}: the chance of a wrong answer is {terms.alpha:g}"
    slowest = f"{_deals(blocks(spread.variance, 0.5), batch, FIRST_LOOK):,} deals if the truth is half-way"
    return [*found, _watched(pilot, f"better by {points(ask.amount)}", claim, blocks, rule, slowest, spread)]


def _within(pilot: Pilot, ask: Ask, terms: Terms) -> list[Need]:
    what = f"a change of the {pilot.what}" if pilot.tweak else f"a {pilot.what}"
    around = "" if pilot.tweak else f" of {pilot.even}"
    found = []
    for true in dict.fromkeys((0.0, abs(terms.true))):
        question = ask.text + (f", true {points(true)}" if true else "")
        truth = f"if it is {points(true)} off" if true else "if it is exactly there"
        claim = f"proves {what} within ±{points(ask.amount)}{around}, alpha {terms.alpha:g} a side"
        if pilot.uneven or true > CLOSE * ask.amount:
            reason = f", because {points(true)} is not within ±{points(ask.amount)}"
            reason = " in a match as lopsided as this one" if pilot.uneven else reason
            found.append(Need(question, claim, note=f"no number of deals can show it{reason}"))
            continue
        blocks = _with_effect(power.blocks_for_equivalence, ask.amount, terms.power, terms.alpha, true)
        watched = _with_effect(power.blocks_watched_for_equivalence, ask.amount, terms.alpha, true)
        rule = f"decided --margin {points(ask.amount)}" if pilot.tweak else f"balanced within {points(ask.amount)}"
        found += [
            _need(pilot, question, f"{claim}, power {terms.power:g} {truth}", blocks),
            _watched(pilot, question, f"{claim}, {truth}", watched, _ends_itself(pilot, rule, terms)),
        ]
    return found


def _with_effect(function: Callable[..., float], *rest: float) -> Callable[[float], float]:
    return lambda variance: function(variance, *rest)


def _ends_itself(pilot: Pilot, rule: str, terms: Terms) -> str:
    """The run that ends by itself; "" where no command has this rule, or would judge at another alpha."""
    if not pilot.command or bool(pilot.tweak) != rule.startswith("decided"):
        return ""
    if pilot.tweak:
        return f"{pilot.command} --until {rule}" + (f" --alpha {terms.alpha:g}" if terms.alpha != ALPHA else "")
    return f'{pilot.command} --until "{rule}"' if terms.alpha == ALPHA else ""


def _deals(blocks: float, batch: int = 0, least: int = 2) -> int:
    step = max(1, batch)
    return max(least, math.ceil(blocks / step) * step)


def _need(
    pilot: Pilot, question: str, claim: str, blocks: Callable[[float], float], spread: Spread | None = None,
    round_up: Callable[[float], int] = _deals,
) -> Need:  # fmt: skip
    values = spread or pilot.spread
    deals, low, high = (round_up(blocks(value)) for value in (values.variance, values.low, values.high))
    games = deals * pilot.games_per_deal
    note = "so few deals that the normal approximation is rough" if deals < FEW else ""
    return Need(question, claim, False, deals, low, high, games, games / pilot.rate, note)


def _watched(
    pilot: Pilot, question: str, claim: str, blocks: Callable[[float], float], command: str, note: str = "",
    spread: Spread | None = None,
) -> Need:  # fmt: skip
    batch = LOOK if command else 0
    requirement = _need(pilot, question, claim, blocks, spread, lambda n: _deals(n, batch, FIRST_LOOK))
    assert requirement.games is not None  # only proofs of what is false have none
    if command and not pilot.tweak and requirement.games > MOST_GAMES:
        note = "; ".join(filter(None, (note, f"raise --games, which is {MOST_GAMES:,} there")))
    return replace(requirement, watched=True, command=command, note=note)


@dataclass(frozen=True, slots=True)
class Plan:
    """A pilot and what every question needs."""

    pilot: Pilot
    terms: Terms
    needs: tuple[Need, ...]


def asks_of(
    half_width: list[str] | None, detect: list[str] | None, within: list[str] | None, true: str | None
) -> tuple[Ask, ...]:
    """The questions for which an amount is written, or the standard set."""
    given: dict[Kind, list[str] | None] = {"half-width": half_width, "detect": detect, "within": within}
    asks = tuple(Ask(kind, amount(text, f"--{kind}")) for kind, texts in given.items() for text in texts or ())
    if true is not None and asks and not within:
        raise BadInput("--true: needs --within, which it refines")
    return tuple(dict.fromkeys(asks)) or STANDARD


def distance_of(true: str | None) -> float:
    """How far the truth is from balance, to either side."""
    return 0.0 if true is None else amount(true.strip().removeprefix("-").removeprefix("+"), "--true")
