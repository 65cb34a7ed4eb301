"""Code from outside runs with checked indices, wherever its functions are held."""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest

from dhstats.engine.compiled import interpreted
from dhstats.engine.copies import checked_copy, plain_copy

pytestmark = pytest.mark.skipif(interpreted(), reason="plain Python checks every index")

CARDS = np.arange(3)


@numba.njit
def card(place: int) -> Any:
    """What lies at a place, read without a check."""
    return CARDS[place]


def by_name(place: int) -> Any:
    """Calls a compiled function by its name."""
    return card(place)


def of_closure(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that holds another."""
    return lambda place: function(place)


def by_default(place: int, function: Any = card) -> Any:
    """Calls what is its default."""
    return function(place)


def by_key(place: int) -> Any:
    """Hands an inner function on."""
    return next(map(lambda each: CARDS[each], [place]))  # noqa: C417 - what is tested


@pytest.mark.parametrize("function", [by_name, of_closure(card), by_default, by_key])
@pytest.mark.parametrize("copy", [checked_copy, plain_copy])
def test_every_index_is_checked(copy: Any, function: Any) -> None:
    """One place beyond the last raises IndexError; the last does not."""
    copied = copy(function)
    assert copied(2) == 2
    with pytest.raises(IndexError):
        copied(3)
