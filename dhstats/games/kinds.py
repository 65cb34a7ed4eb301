"""What a key of any game's rule file may hold: the words for it, the check, and the engine's number for it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from dhstats.errors import nearest

MAX_TEXT = 1000


def _as_it_is(value: Any) -> Any:
    return value


@dataclass(frozen=True, slots=True)
class Form:
    """How a value is asked for on a page: a whole number from `low` to `high`, a switch, or one of a few words.

    A list that is asked for in words has `room` for so many numbers within these bounds.
    """

    control: Literal["number", "switch", "choice", "words"]
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    room: int = 0


IN_WORDS = Form("words")


@dataclass(frozen=True, slots=True)
class Kind:
    """The values that a key may hold.

    `allowed` names them, after "must be". `fault` says what is wrong with a value and what is allowed, or "".
    `settle` gives a faultless value the one form that rule sets keep, `encode` that of the engine's record. `before` is
    the fault that earlier versions found, where it was another: what they stored stays readable. `form` is how a page
    asks for a value; as in a rule file where there is none of its own.
    """

    allowed: str
    fault: Callable[[object], str]
    settle: Callable[[Any], Any] = _as_it_is
    encode: Callable[[Any], Any] = _as_it_is
    before: Callable[[object], str] | None = None
    form: Form = IN_WORDS


def suggestion(value: object, allowed: Any) -> str:
    """The nearest of the allowed words, as the end of a sentence that has listed them; "" if none is near."""
    hint = nearest(value, allowed) if isinstance(value, str) else ""
    return f"; {hint}" if hint.startswith("did you mean") else ""


def fitting(
    allowed: str,
    fits: Callable[[Any], bool],
    settle: Callable[[Any], Any] = _as_it_is,
    encode: Callable[[Any], Any] = _as_it_is,
    form: Form = IN_WORDS,
) -> Kind:
    """Values that either fit or do not: of one that does not nothing is said but what is allowed."""
    return Kind(allowed, lambda value: "" if fits(value) else f"must be {allowed}", settle, encode, form=form)


def whole(low: int, high: int) -> Kind:
    """A whole number within bounds; true and false are none."""
    return fitting(
        f"a whole number from {low} to {high}",
        lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high,
        form=Form("number", low, high),
    )


def numbers(low: int, high: int, least: int, most: int) -> Kind:
    """A list of whole numbers within bounds, from `least` to `most` of them; the engine finds -1 behind the last."""
    one, many = whole(low, high), f"{most}" if least == most else f"{least} to {most}"
    return fitting(
        f"a list of {many} whole number{'s' * (most != 1)} from {low} to {high}",
        lambda value: isinstance(value, list) and least <= len(value) <= most and not any(map(one.fault, value)),
        list,
        lambda value: value + [-1] * (most - len(value)),
        Form("words", low, high, room=most),
    )


def switch() -> Kind:
    """Yes or no."""
    return fitting("true or false", lambda value: isinstance(value, bool), encode=int, form=Form("switch"))


def word(codes: Mapping[str, int]) -> Kind:
    """One of a few words, each with the number that the engine knows it by."""
    allowed = f"one of {', '.join(codes)}" if codes else "left out, as no such word is defined"

    def fault(value: object) -> str:
        fits = isinstance(value, str) and value in codes
        return "" if fits else f"must be {allowed}{suggestion(value, codes)}"

    return Kind(allowed, fault, encode=codes.__getitem__, form=Form("choice", choices=tuple(codes)))


def line() -> Kind:
    """Words for people on one line: names and titles, which stand in tables and messages."""
    return fitting(
        f"text of at most {MAX_TEXT} characters on one line, without control characters",
        lambda value: isinstance(value, str) and len(value) <= MAX_TEXT and value.isprintable(),
    )


def heading() -> Kind:
    """Words for people on one line, which earlier versions let run over several."""
    return replace(line(), before=text().fault)


def text() -> Kind:
    """Words for people."""
    return fitting(
        f"text of at most {MAX_TEXT} characters without control characters",
        lambda value: isinstance(value, str) and len(value) <= MAX_TEXT and value.replace("\n", "").isprintable(),
    )
