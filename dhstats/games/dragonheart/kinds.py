"""What a key of a rule file may hold: the words for it, the check, and the engine's number for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from dhstats.errors import nearest
from dhstats.games.dragonheart.table import MAX_ARROWS, MAX_COPIES, MAX_VALUE, NOWHERE, PLACES, UNLIMITED
from dhstats.quoting import quoted

MAX_TEXT = 1000


def _as_it_is(value: Any) -> Any:
    return value


@dataclass(frozen=True, slots=True)
class Kind:
    """The values that a key may hold.

    `allowed` names them, after "must be". `fault` says what is wrong with a value and what is allowed, or "".
    `settle` gives a faultless value the one form that rule sets keep, `encode` that of the engine's record.
    """

    allowed: str
    fault: Callable[[object], str]
    settle: Callable[[Any], Any] = _as_it_is
    encode: Callable[[Any], Any] = _as_it_is


def suggestion(value: object, allowed: Any) -> str:
    """The nearest of the allowed words, as the end of a sentence that has listed them; "" if none is near."""
    hint = nearest(value, allowed) if isinstance(value, str) else ""
    return f"; {hint}" if hint.startswith("did you mean") else ""


def whole(low: int, high: int) -> Kind:
    """A whole number within bounds; true and false are none."""
    allowed = f"a whole number from {low} to {high}"

    def fault(value: object) -> str:
        fits = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        return "" if fits else f"must be {allowed}"

    return Kind(allowed, fault)


def slots() -> Kind:
    """How many cards a row holds; 0 is a stack without a limit."""
    return replace(whole(0, MAX_COPIES), encode=lambda value: value or UNLIMITED)


def switch() -> Kind:
    """Yes or no."""
    allowed = "true or false"
    return Kind(allowed, lambda value: "" if isinstance(value, bool) else f"must be {allowed}", encode=int)


def word(codes: Mapping[str, int]) -> Kind:
    """One of a few words, each with the number that the engine knows it by."""
    allowed = "one of " + ", ".join(codes)

    def fault(value: object) -> str:
        fits = isinstance(value, str) and value in codes
        return "" if fits else f"must be {allowed}{suggestion(value, codes)}"

    return Kind(allowed, fault, encode=codes.__getitem__)


def text() -> Kind:
    """Words for people."""
    allowed = f"text of at most {MAX_TEXT} characters without control characters"

    def fault(value: object) -> str:
        fits = isinstance(value, str) and len(value) <= MAX_TEXT
        fits = fits and all(letter.isprintable() or letter == "\n" for letter in str(value))
        return "" if fits else f"must be {allowed}"

    return Kind(allowed, fault)


def arrows() -> Kind:
    """Where the arrows of a space lead."""
    allowed = "a list of different places out of " + ", ".join(PLACES)

    def fault(value: object) -> str:
        if not isinstance(value, list) or not all(isinstance(place, str) for place in value):
            return f"must be {allowed}"
        for place in value:
            if place not in PLACES:
                return f"{quoted(place)} is no place, must be {allowed}{suggestion(place, PLACES)}"
            if value.count(place) > 1:
                return f"two arrows lead to {quoted(place)}, must be {allowed}"
        return ""

    def encode(value: list[str]) -> list[int]:
        codes = [PLACES.index(place) for place in value]
        return codes + [NOWHERE] * (MAX_ARROWS - len(codes))

    return Kind(allowed, fault, list, encode)


def cards() -> Kind:
    """The values of the cards of one picture: listed one by one, or counted by value."""
    one = whole(0, MAX_VALUE)
    allowed = (
        f"a list of at most {MAX_COPIES} card values from 0 to {MAX_VALUE}, "
        "or counts by value such as { 1 = 6, 2 = 3 }"
    )

    def fault(value: object) -> str:
        if isinstance(value, dict):
            problem = _fault_of_counts(value)
            return problem and f"{problem}, must be {allowed}"
        fits = isinstance(value, list) and len(value) <= MAX_COPIES and not any(map(one.fault, value))
        return "" if fits else f"must be {allowed}"

    return Kind(allowed, fault, _listed)


def _fault_of_counts(counts: dict[Any, object]) -> str:
    copies = whole(0, MAX_COPIES)
    for digit, count in counts.items():
        if digit not in [str(value) for value in range(MAX_VALUE + 1)]:
            return f"{quoted(digit)} is no card value"
        if copies.fault(count):
            return f"{quoted(count)} is no number of cards"
    total = len(_listed(counts))
    return "" if total <= MAX_COPIES else f"they are {total} cards"


def _listed(values: Any) -> list[int]:
    if isinstance(values, dict):
        return sorted(int(digit) for digit, count in values.items() for _ in range(count))
    return sorted(values)
