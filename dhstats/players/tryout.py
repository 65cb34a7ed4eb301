"""The tryout of code from outside, in a process of its own: it plays a few games and tells what happened.

Run as a module it reads one line of JSON (what `trial.Asked` holds) and writes lines of JSON: `ready` once all is
loaded and compiled, `digests` of a deal, `done`, or one `problem`. Interpreted (NUMBA_DISABLE_JIT=1) it names the
line of the file where an index, a write, a recursion or an endless loop went wrong; compiled it shows that the machine
code plays the same games.
"""

import base64
import hashlib
import inspect
import json
import os
import re
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import FrameType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from dhstats import machine
from dhstats.children import limit_work
from dhstats.documents import expanded
from dhstats.engine import compiling
from dhstats.engine.compiled import interpreted, named_in, sources_below
from dhstats.engine.reading.names import named_values
from dhstats.engine.strategy import Strategy, content_words
from dhstats.errors import UserError
from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle
from dhstats.players.match import Match, line_up

SEED = 20_260_101
RIVAL = "random"
PLAIN = (int, float, complex, str, bytes, tuple, set, frozenset, np.ndarray, np.generic)
SLOW = 4.0  # seconds of work after which no further deal is played in plain Python


class Tryout:
    """Games of a strategy against random, first and last in turn; each deal as a digest."""

    def __init__(self, bundle: GameBundle, text: str, rules: bytes) -> None:
        self._title = bundle
        self.strategy = bundle.find_strategy(text)
        rival = replace(bundle.find_strategy(RIVAL), name="the player it is tried against")
        arrived: Any = SimpleNamespace(record=lambda: np.frombuffer(rules, bundle.game.rules)[0])
        lineup = line_up(bundle, arrived, [self.strategy, rival])
        seats = bundle.players(lineup.rules)
        self._match = Match(lineup, (self.strategy.name, *[rival.name] * (seats - 1)))
        order = list(range(seats))
        self._plan = np.array([(0, 0, *order), (0, 0, *reversed(order))], np.int64)

    def play(self, deal: int) -> str:
        """The digest of two games of a deal."""
        results, turns = self._match.play(self._plan, SEED, deal, 1, logged=True)
        return hashlib.sha256(results.tobytes() + turns.tobytes()).hexdigest()


def constants(strategy: Strategy) -> dict[str, str]:
    """The values that a strategy's code and all that it calls or names in its files holds, as words."""
    sources = sources_below(_home(strategy.function))
    waiting, digests, seen = [strategy.function], dict[str, str](), set[Any]()

    def own(module: ModuleType) -> bool:
        return Path(getattr(module, "__file__", None) or "/").resolve() in sources

    while waiting:
        function = waiting.pop()
        seen.add(function.__code__)
        home = _home(function)
        where = "" if home == _home(strategy.function) else f"{home.name}: "
        for name, value in named_values(function, named_in(function.__code__), own):
            called = getattr(value, "py_func", value)
            if inspect.isfunction(called):
                waiting += [called] * (_home(called) in sources and called.__code__ not in seen)
            elif isinstance(value, PLAIN):
                digests[where + name] = hashlib.sha256(_words(value).encode()).hexdigest()
    return digests


def _words(value: Any) -> str:
    """A value in words that tell every other from it, the order of a set included."""
    if isinstance(value, tuple | set | frozenset):
        return f"{type(value).__name__}({', '.join(map(_words, value))})"
    return content_words(value)


def _home(function: Callable[..., Any]) -> Path:
    return Path(function.__code__.co_filename).resolve()


def where(files: tuple[Path, ...], frames: Iterator[tuple[FrameType, int]]) -> str:
    """The innermost of these places that lies in one of the files, as FILE:LINE; "" if none does."""
    place = ""
    for frame, line in frames:
        if Path(frame.f_code.co_filename).resolve() in files:
            place = f"{Path(frame.f_code.co_filename).name}:{line}"
    return place


def reason(error: BaseException) -> str:
    """What an exception that a strategy raised means for it."""
    words = " ".join(str(error).split())[:200]
    if isinstance(error, RecursionError):
        return f"calls itself more than {sys.getrecursionlimit() - 100} deep"
    if isinstance(error, IndexError):
        return f"reads beyond an array: {words}"
    if isinstance(error, ValueError) and "read-only" in words:
        return "writes into what it was shown; a strategy only looks and chooses"
    if isinstance(error, ZeroDivisionError | FloatingPointError):
        return "divides by zero"
    return f"raised {type(error).__name__}: {words}"


def main() -> None:
    """Tries what the line on standard input asks for."""
    machine.collect_less()
    asked, tell = json.loads(sys.stdin.readline()), teller()
    file = Path(expanded(asked["text"].rpartition(":")[0]))
    files: tuple[Path, ...] = (file.resolve(),) if file.is_file() else ()
    limit = asked["limit"]
    sys.path[:] = asked["path"]

    def late(number: int, frame: FrameType | None) -> None:
        tell(late=where(files, reversed([*traceback.walk_stack(frame)])), waits=number == signal.SIGALRM)
        os._exit(0)

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that asked ends this
    for each in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(each, late)
    compiling.at_first(lambda: tell(compiling=True))
    try:
        bundle = catalogue.load(asked["game"])
        bundle.find_strategy(RIVAL)
        limit_work(limit if interpreted() else 0.0)
        tryout = Tryout(bundle, asked["text"], base64.b64decode(asked["rules"]))
        files = sources_below(Path(tryout.strategy.function.__code__.co_filename).resolve())
        tell(ready=constants(tryout.strategy))
        _play(tryout, asked["deals"], limit, tell)
        tell(done=True)
    except UserError as error:
        cause, problem = error.__cause__, str(error)
        if cause and interpreted() and (place := where(files, traceback.walk_tb(cause.__traceback__))):
            problem = f"{re.split(' raised | reads beyond ', problem)[0]}, at {place}: {reason(cause)}"
        tell(problem=problem)
    except Exception as error:
        tell(problem=f"{type(error).__name__}: {' '.join(str(error).split())[:200]}")


def _play(tryout: Tryout, deals: int, limit: float, tell: Callable[..., None]) -> None:
    start, enough = time.process_time(), min(SLOW, limit / 2) if interpreted() else limit
    if interpreted():
        limit_work(limit)
    for deal in range(deals):
        tell(digests=[tryout.play(deal)])
        if time.process_time() - start > enough:
            return


def teller() -> Callable[..., None]:
    """What writes lines to the process that asked; standard output is closed to the code that is tried."""
    out = os.fdopen(os.dup(1), "w")
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)

    def tell(**words: Any) -> None:
        out.write(json.dumps(words) + "\n")
        out.flush()

    return tell


if __name__ == "__main__":
    main()
