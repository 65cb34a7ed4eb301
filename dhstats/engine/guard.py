"""How strategies from outside are asked: with copies of what they may see, behind which nothing lies.

The rules fill most of a view and stay as they are in a game, so each such player has a room: a view of their own that
holds the rules already, into which all else is copied for each decision. Where the rules may be others than before, as
in a fork after a decree, the mind has another mark than the room, and the rules are copied as well.
"""

import sys
import threading
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numba import carray, types
from numba.core import cgutils
from numba.extending import intrinsic

from dhstats.engine.compiled import bind
from dhstats.engine.copies import plain_copy
from dhstats.engine.game import Game, choose, whole_number
from dhstats.engine.stream import STREAM as STREAM_TYPE

Array = np.ndarray[Any, Any]
Asked = tuple[Any, Any, int, Any]  # view, options, how many they are, and mind of a decision
LOOKING = 2.0  # seconds in plain Python after which a strategy that has not returned is where it does not return

# Which of a mind's kept numbers are addresses of a room, and the mark of the rules in it; code from outside keeps none.
ROOM, DRAWS, MOVES, MARK = 0, 1, 2, 3
VIEW = STREAM = np.dtype([])  # stand for records until `compile_strategy` binds them


@dataclass(frozen=True, slots=True)
class Room:
    """Where a player from outside is shown what they may see; whoever asked for it keeps it as long as they play."""

    view: Array
    draws: Array
    moves: Array


def give_room(mind: Any, game: Game, rules: Any) -> Room:
    """A room for a player from outside playing from this mind, with the rules in its view."""
    if game.view.fields is None or game.view.fields["rules"][1] != 0:
        raise ValueError("the rules have to come first in a view")
    most = game.options["moves"].shape[0]
    room = Room(np.zeros(1, game.view), np.zeros(1, STREAM_TYPE), np.zeros(most, game.options["moves"].base))
    room.view["rules"] = rules
    for number, array in ((ROOM, room.view), (DRAWS, room.draws), (MOVES, room.moves)):
        mind["kept"][number] = array.ctypes.data
    return room


def guarded(view: Any, options: Any, count: int, mind: Any) -> int:
    """Hands a strategy from outside copies of what it may see: no option of another decision and no deck among them."""
    if mind.kept[ROOM] == 0:
        raise ValueError("a player from outside needs a room")
    seen, noise = record_at(mind.kept[ROOM], view), record_at(mind.kept[DRAWS], mind.noise)
    moves = carray(place_at(mind.kept[MOVES], options.moves[0]), count)
    if mind.mark == mind.kept[MARK]:
        copy_changing(seen, view)
    else:
        copy_whole(seen, view)
        mind.kept[MARK] = mind.mark
    copy_whole(noise, mind.noise)
    copy_first(moves, options.moves, count)
    return whole_number(choose(seen, moves, count, noise))


def guarded_in_python(view: Any, options: Any, count: int, mind: Any) -> int:
    """The same for plain Python, where writing into the copies raises ValueError."""
    shown, noise = np.empty(1, VIEW).view(np.recarray), np.empty(1, STREAM).view(np.recarray)
    shown[0], noise[0] = view, mind.noise
    moves = options.moves[:count].copy().view(np.recarray)
    for array in (shown, moves):
        array.setflags(write=False)
    return whole_number(choose(shown[0], moves, count, noise[0]))


def line_of_failure(function: Any, kind: np.dtype[Any], asked: Asked) -> str:
    """Where a strategy raises when it is asked in plain Python, as FILE:LINE of its own file; "" if it does not."""
    file = function.__code__.co_filename
    plain = bind(guarded_in_python, function.__name__, choose=plain_copy(function), VIEW=kind, STREAM=STREAM_TYPE)
    try:
        plain(*asked)
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        return next((f"{Path(file).name}:{each.lineno}" for each in reversed(frames) if each.filename == file), "")
    return ""


def line_of_loop(function: Any, kind: np.dtype[Any], asked: Asked, seconds: float = LOOKING) -> str:
    """Where a strategy is after some seconds in plain Python, as FILE:LINE of its own file; "" if it has returned."""
    file = function.__code__.co_filename
    thread = threading.Thread(target=line_of_failure, args=(function, kind, asked), daemon=True)
    thread.start()
    thread.join(seconds)
    frame, lines = sys._current_frames().get(thread.ident or 0), []
    while frame is not None:
        lines += [frame.f_lineno] if frame.f_code.co_filename == file else []
        frame = frame.f_back
    return f"{Path(file).name}:{lines[0]}" if lines and thread.is_alive() else ""


@intrinsic  # type: ignore[untyped-decorator]
def record_at(_: Any, address: Any, like: Any) -> Any:
    """The record at an address, of the type of another."""
    return like(types.intp, like), _pointing


@intrinsic  # type: ignore[untyped-decorator]
def place_at(_: Any, address: Any, like: Any) -> Any:
    """The place of the first of several records at an address, of the type of another."""
    return types.CPointer(like)(types.intp, like), _pointing


def _pointing(context: Any, builder: Any, signature: Any, given: Any) -> Any:
    return builder.inttoptr(given[0], context.get_value_type(signature.return_type))


@intrinsic  # type: ignore[untyped-decorator]
def copy_changing(_: Any, to: Any, view: Any) -> Any:
    """Copies all of a view but the rules."""
    return _copying(to, view, view.typeof("rules").size)


@intrinsic  # type: ignore[untyped-decorator]
def copy_whole(_: Any, to: Any, view: Any) -> Any:
    """Copies all of a view."""
    return _copying(to, view, 0)


@intrinsic  # type: ignore[untyped-decorator]
def copy_first(_: Any, to: Any, array: Any, count: Any) -> Any:
    """Copies so many records of an array."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        places = [context.make_array(signature.args[i])(context, builder, given[i]).data for i in range(2)]
        cgutils.raw_memcpy(builder, *places, given[2], signature.args[0].dtype.size)
        return context.get_dummy_value()

    return types.void(to, array, types.intp), generate


def _copying(to: Any, view: Any, start: int) -> Any:
    """What copies a view from such a byte on."""

    def generate(context: Any, builder: Any, _: Any, given: Any) -> Any:
        places = [cgutils.pointer_add(builder, record, start) for record in given]
        size = context.get_constant(types.intp, view.size - start)
        cgutils.raw_memcpy(builder, *places, size, 1)
        return context.get_dummy_value()

    return types.void(to, view), generate
