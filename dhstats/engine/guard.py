"""How strategies from outside are asked: with copies of what they may see, behind which nothing lies.

The rules fill most of a view and stay as they are in a run, so a table whose rules nobody changes gives each such
player a room: a view of their own that holds the rules already, into which all else is copied for each decision. Where
the rules may change from one decision to the next, as in forks, there is none, and all of the view is copied each time.
"""

from __future__ import annotations

import sys
import threading
import traceback
from pathlib import Path
from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from dhstats.engine.compiled import bind, compiled
from dhstats.engine.copies import plain_copy
from dhstats.engine.game import choose, whole_number

ROOM = 0  # which of a mind's kept numbers is the address of the room; code from outside keeps none there
VIEW = MOVE = STREAM = np.dtype([])  # stand for records until `compile_strategy` binds them


def give_room(mind: Any, view: np.dtype[Any], rules: Any) -> np.ndarray[Any, Any]:
    """A view with the rules for a player from outside, used as long as they play from this mind; whoever asks keeps it.

    Raises ValueError where the rules do not come first in the view.
    """
    if view.fields is None or view.fields["rules"][1] != 0:
        raise ValueError("the rules have to come first in a view")
    room = np.zeros(1, view)
    room["rules"] = rules
    mind["kept"][ROOM] = room.ctypes.data
    return room


def guarded(view: Any, options: Any, count: int, mind: Any) -> int:
    """Hands a strategy from outside copies of what it may see: no other option and no deck lies behind them."""
    moves, noise = np.empty(count, MOVE), np.empty(1, STREAM)
    for i in range(count):
        moves[i] = options.moves[i]
    noise[0] = mind.noise
    whole = np.empty(0 if mind.kept[ROOM] else 1, VIEW)
    seen = record_at(mind.kept[ROOM] if mind.kept[ROOM] else whole.ctypes.data, view)
    if mind.kept[ROOM]:
        copy_changing(seen, view)
    else:
        whole[0] = view
    choice = whole_number(choose(seen, moves, count, noise[0]))
    outlive(whole, noise)
    return choice


def guarded_in_python(view: Any, options: Any, count: int, mind: Any) -> int:
    """The same for plain Python, where writing into the copies raises ValueError."""
    shown, noise = np.empty(1, VIEW).view(np.recarray), np.empty(1, STREAM).view(np.recarray)
    shown[0], noise[0] = view, mind.noise
    moves = options.moves[:count].copy().view(np.recarray)
    for array in (shown, moves):
        array.setflags(write=False)
    return whole_number(choose(shown[0], moves, count, noise[0]))


def line_of_failure(function: Any, kind: np.dtype[Any], view: Any, options: Any, count: int, mind: Any) -> str:
    """Where a strategy raises when it is asked in plain Python, as FILE:LINE of its own file; "" if it does not."""
    file = function.__code__.co_filename
    asked = bind(
        guarded_in_python, function.__name__, choose=plain_copy(function), VIEW=kind, STREAM=mind["noise"].dtype
    )
    try:
        asked(view, options, count, mind)
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        return next((f"{Path(file).name}:{each.lineno}" for each in reversed(frames) if each.filename == file), "")
    return ""


def line_of_loop(
    function: Any, kind: np.dtype[Any], asked: tuple[Any, Any, int, Any], seconds: float
) -> str:  # fmt: skip
    """Where a strategy is after so many seconds in plain Python, as FILE:LINE of its own file; "" if it has returned.

    `asked` are view, options, count and mind of the decision.
    """
    file = function.__code__.co_filename
    thread = threading.Thread(target=line_of_failure, args=(function, kind, *asked), daemon=True)
    thread.start()
    thread.join(seconds)
    frame, lines = sys._current_frames().get(thread.ident or 0), []
    while frame is not None:
        lines += [frame.f_lineno] if frame.f_code.co_filename == file else []
        frame = frame.f_back
    return f"{Path(file).name}:{lines[0]}" if lines and thread.is_alive() else ""


@compiled()
def outlive(_: Any, __: Any) -> None:
    """Keeps arrays until here: a record taken of an array does not, and its memory would go to the next array."""


@intrinsic  # type: ignore[untyped-decorator]
def record_at(_: Any, address: Any, like: Any) -> Any:
    """The record at an address, of the type of another."""

    def generate(_: Any, builder: Any, __: Any, given: Any) -> Any:
        return builder.inttoptr(given[0], given[1].type)

    return like(types.intp, like), generate


@intrinsic  # type: ignore[untyped-decorator]
def copy_changing(_: Any, to: Any, view: Any) -> Any:
    """Copies all of a view but the rules."""
    start = view.typeof("rules").size

    def generate(context: Any, builder: Any, _: Any, given: Any) -> Any:
        places = [cgutils.pointer_add(builder, record, start) for record in given]
        size = context.get_constant(types.intp, view.size - start)
        cgutils.raw_memcpy(builder, *places, size, 1)
        return context.get_dummy_value()

    return types.void(to, view), generate
