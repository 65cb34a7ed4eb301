"""What only Dragonheart's rule files hold: rows and stacks, arrows, the values of cards."""

from dataclasses import replace
from typing import Any

from dhstats.games.dragonheart.table import MAX_ARROWS, MAX_COPIES, MAX_VALUE, NOWHERE, PLACES, UNLIMITED
from dhstats.games.kinds import Kind, suggestion, whole
from dhstats.quoting import quoted


def slots() -> Kind:
    """How many cards a row holds; 0 is a stack without a limit."""
    return replace(whole(0, MAX_COPIES), encode=lambda value: value or UNLIMITED)


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
