"""Shorter ways through numba's work before it optimises, which is most of the time that compiling takes.

None of them changes what is compiled: a question that was answered is not asked again.
"""

from typing import Any
from weakref import WeakKeyDictionary

from numba.core import types
from numba.core.targetconfig import ConfigStack
from numba.core.types.functions import BaseFunction

# Types that say all of what an operation needs to know of a value; those of lists and the like may still change while
# a function is looked at.
FIXED = (types.Array, types.Boolean, types.Float, types.Integer, types.IntegerLiteral, types.NestedArray, types.Record)

_usual_call_type, _usual_words = BaseFunction.get_call_type, types.Record.__repr__
_answers: dict[Any, tuple[Any, Any]] = {}  # of numba to a question, with the implementation that it found
_words: WeakKeyDictionary[Any, str] = WeakKeyDictionary()  # of the types of records
_options: list[dict[str, Any]] = []  # every set of options under which something was asked


def _call_type(function: Any, context: Any, arguments: Any, named: Any) -> Any:
    """The signature of an operation or a function of numba's own for such arguments, asked once.

    Numba tries all that an operation may mean, often a dozen meanings, at every place where it stands.
    """
    if named or not all(isinstance(kind, FIXED) for kind in arguments):
        return _usual_call_type(function, context, arguments, named)
    # A number for the options of the function that is being compiled; equal options have equal numbers
    options = ConfigStack.top_or_none()
    values = {} if options is None else options._values
    if values not in _options:
        _options.append(dict(values))
    question = (function, context, tuple(arguments), _options.index(values))
    if question not in _answers:
        signature: Any = _usual_call_type(function, context, arguments, named)
        _answers[question] = signature, function._impl_keys[signature.args]
    signature, found = _answers[question]
    function._impl_keys[signature.args] = found  # other options may have found another since
    return signature


def _record_words(record: Any) -> str:
    """A record's type in words, put together once: numba asks for them in each of its steps."""
    if record not in _words:
        _words[record] = _usual_words(record)
    return _words[record]


def take() -> None:
    """Takes the shorter ways from here on, in this process."""
    BaseFunction.get_call_type = _call_type  # type: ignore[assignment, method-assign]
    types.Record.__repr__ = _record_words  # type: ignore[method-assign]
