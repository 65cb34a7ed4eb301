"""Shorter ways through the compiler: fewer questions, the same answers."""

from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba import float64, int64, types
from numba.core.types.functions import BaseFunction

from dhstats.engine import shortcuts
from dhstats.engine.compiled import bind, compiled, interpreted

pytestmark = pytest.mark.skipif(interpreted(), reason="nothing is compiled")

PLACES = numba.from_dtype(np.dtype([("gold", "i8"), ("cards", "i8", 4)], align=True))


def polynomial(x: Any, y: Any) -> Any:
    """The same operations on the same types, at many places."""
    first = x * 3 + y * 5 - x * 7 + y * 9 - x * 11 + y * 13
    second = x * 17 + y * 19 - x * 23 + y * 29 - x * 31 + y * 37
    return max(first, second) + min(first, second) + abs(first - second) + int(bool(first))


def third(values: Any, index: Any) -> Any:
    """An element of an array, beyond its end if the index says so."""
    return values[index] + max(index, 0)


def test_numba_is_asked_once_for_each_kind_of_operation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And its answers give the function that it would compile by itself."""
    monkeypatch.setenv("DHSTATS_CACHE", str(tmp_path))  # what is kept from an earlier run asks nothing
    asked = []
    usual = shortcuts._usual_call_type

    def counted(function: Any, context: Any, arguments: Any, named: Any) -> Any:
        asked.append((function, arguments))
        return usual(function, context, arguments, named)

    monkeypatch.setattr(shortcuts, "_usual_call_type", counted)
    monkeypatch.setattr(shortcuts, "_answers", {})
    quick = compiled(int64(int64, int64))(bind(polynomial, "quick"))
    assert 0 < len(asked) < 30  # of 38 operations and their rewritten forms; 12 kinds of them
    with monkeypatch.context() as without:
        without.setattr(BaseFunction, "get_call_type", usual)
        plain = numba.njit(int64(int64, int64))(bind(polynomial, "plain"))
    for x, y in ((0, 0), (3, -4), (-(2**40), 2**41)):
        assert quick(x, y) == plain(x, y) == polynomial(x, y)


def test_other_types_get_other_answers() -> None:
    """Whole numbers and fractions, one after the other and back."""
    half = bind(polynomial, "half")
    for kind, value in ((int64, 3), (float64, 0.5), (int64, 5)):
        function = compiled(kind(kind, kind))(bind(polynomial, f"of {kind} {value}"))
        assert function(value, value) == half(value, value)
        assert isinstance(function(value, value), type(value))


@pytest.mark.parametrize("order", [(True, False, True), (False, True, False)])
def test_checked_and_unchecked_functions_have_answers_of_their_own(order: tuple[bool, ...]) -> None:
    """Whichever is compiled first: what is checked raises beyond an array, and only that."""
    signature = int64(types.Array(int64, 1, "C"), int64)
    for at, checked in enumerate(order):
        function = compiled(signature, checked=checked)(bind(third, f"third {order} {at}"))
        assert function(np.arange(4), 2) == 4
        if checked:
            with pytest.raises(IndexError):
                function(np.arange(4), 4)


def test_words_of_a_record_are_those_of_numba() -> None:
    """Put together once, and no other record's."""
    other = numba.from_dtype(np.dtype([("gold", "i4")]))
    for record in (PLACES, other, PLACES):
        assert repr(record) == shortcuts._usual_words(record)
    assert shortcuts._record_words(PLACES) is shortcuts._record_words(PLACES)
