"""What takes a while and pages wait for: games, trainings, chances. Worked out in the background, told how far it is.

What nobody waits for any more ends: a page says so, or is silent for a while, or the lab ends.
"""

import re
import secrets
import threading
import time
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from dhstats.errors import BadInput, UserError
from dhstats.games import catalogue
from dhstats.lab import rules
from dhstats.lab.rules import Choice
from dhstats.players.learning.training import Lap
from dhstats.quoting import quoted, shortened
from dhstats.simulate.plans.experiment import MAX_SEED

LONGEST_WORD, LONGEST_NAME = 1_000, 40
TICKED = re.compile("`([^`]*)`")
SENTENCES = ("problem", "says", "note", "said", "meaning", "sentence")  # names under which pages are told sentences
MOST_EXACT = 2**53 - 1  # the largest whole number that a browser keeps
Query = Mapping[str, Any]


def word(query: Query, name: str, otherwise: str | None = None) -> str:
    """The word under a name; BadInput for anything else, or one too long."""
    value = query.get(name, otherwise)
    if not isinstance(value, str) or len(value) > LONGEST_WORD:
        raise BadInput(f"{name}: must be a word")
    return value


def whole(query: Query, name: str, otherwise: int | None = None) -> int:
    """The whole number from 0 on under a name, or else another; BadInput for anything else."""
    value = query.get(name, otherwise)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_SEED:
        raise BadInput(f"{name}: must be a whole number from 0 on")
    return value


def seed(query: Query, name: str, otherwise: int) -> int:
    """The seed, or the number of a deal: as digits, since browsers change numbers beyond 2**53."""
    value = query.get(name)
    digits = isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= len(str(MAX_SEED))
    return whole({**query, name: int(str(value))} if digits else query, name, otherwise)


def exact(value: Any) -> Any:
    """What is told to a page: numbers that browsers would change as text, commands in sentences in quotation marks."""
    if isinstance(value, dict):
        return {
            name: exact((TICKED.sub(r"“\1”", each) if isinstance(each, str) else each) if name in SENTENCES else each)
            for name, each in value.items()
        }
    if isinstance(value, list | tuple):
        return [exact(each) for each in value]
    return str(value) if isinstance(value, int) and abs(value) > MOST_EXACT else value


def page(query: Query) -> str:
    """The name that a page gives itself; BadInput for anything else."""
    return check_page(word(query, "page"))


def check_page(name: str) -> str:
    """The same name; BadInput for one that a page cannot give itself."""
    if not (name.isascii() and name.isalnum() and 8 <= len(name) <= 40):
        raise BadInput("the name of a page has 8 to 40 letters and digits")
    return name


def choice(query: Query) -> Choice:
    """The rules that a page asks for."""
    return Choice(word(query, "game"), word(query, "rules"), settings(query.get("settings", {})))


def settings(value: Any) -> tuple[str, ...]:
    """What changes the rules, values by key, as settings KEY=VALUE."""
    if not isinstance(value, dict):
        raise BadInput("settings: must be values by key")
    return rules.settings_of(value)


def known(opens: Choice, here: Choice) -> Choice:
    """The same rules; BadInput if they neither come along nor were named on the command line: a page opens no files."""
    if here.game not in (games := rules.playable(opens)):
        *most, last = [catalogue.title(name) for name in games]
        listed = f"only {', '.join(most)} and {last}; `dhstats lab --game` names another one"
        raise BadInput(f"game {quoted(shortened(here.game, LONGEST_NAME))}: this page plays {listed}")
    if here.rules not in here.bundle.rule_files.shipped() and (here.game, here.rules) != (opens.game, opens.rules):
        raise BadInput(f"rules {here.rules!r}: the page knows the shipped rule sets and the file it opened with")
    return replace(here, typed=opens.typed) if here.game == opens.game else here


MOST_AT_ONCE = 3
MOST_KEPT = 40  # results that are kept; the one that was asked for least lately goes first
PATIENCE = 15.0  # seconds without a page that asks, after which nobody waits any more
ENOUGH = 5.0  # seconds in which most of what is worked out comes to an end once it is left
BEAT = 2.0  # seconds that a page waits for news at most
News = dict[str, Any]


class Tell(Protocol):
    """Told by whoever works: what is done, how far, of how much, perhaps with what is known `so_far`."""

    def __call__(self, what: str, done: int, most: int, so_far: Any = None) -> None:
        """How far it is."""


Work = Callable[[Tell], Any]


class Gone(Exception):
    """Nobody waits for it any more."""


@dataclass
class Job:
    """Something that is worked out on a thread of its own; what does not last is worked out for each who asks."""

    work: Work
    lasting: bool = True
    name: str = field(default_factory=lambda: secrets.token_urlsafe(9))
    told: News = field(default_factory=lambda: {"state": "runs", "what": "", "done": 0, "most": 0})
    pages: dict[str, float] = field(default_factory=dict)
    asked: float = field(default_factory=time.monotonic)
    left: bool = False
    _changed: threading.Condition = field(default_factory=threading.Condition)
    _thread: threading.Thread | None = None
    _number: int = 0
    _so_far: tuple[int, Any] = (0, None)

    @property
    def running(self) -> bool:
        """Whether it is still worked at."""
        return bool(self.told["state"] == "runs")

    @property
    def over(self) -> bool:
        """Whether it has to be worked out again for who asks now."""
        return self.left or not (self.running or (self.lasting and self.told["state"] == "done"))

    def start(self) -> None:
        """Begins."""
        self._thread = threading.Thread(target=self._run, name="lab job", daemon=True)
        self._thread.start()

    def join(self) -> None:
        """Waits until it has ended, but not for ever."""
        if self._thread:
            self._thread.join(ENOUGH)

    def touch(self, page: str) -> None:
        """A page waits for it."""
        self.asked = self.pages[page] = time.monotonic()

    def wait(self, page: str, seen: int) -> News:
        """How far it is, once that is newer than what a page has seen; else the same again after a while."""
        self.touch(page)
        with self._changed:
            self._changed.wait_for(lambda: self._number > seen, BEAT)
            news = {**self.told, "job": self.name, "number": self._number}
            if self.running and self._so_far[0] > seen:
                news["so_far"] = self._so_far[1]
        self.touch(page)
        return news

    def _run(self) -> None:
        try:
            self._say({"state": "done", "result": self.work(self._tell)})
        except Gone:
            self._say({"state": "stopped"})
        except UserError as problem:
            self._say({"state": "failed", "problem": str(problem)})
        except Exception:
            self._say({"state": "failed", "problem": "this failed; the terminal of the lab says why"})
            raise

    def _tell(self, what: str, done: int, most: int, so_far: Any = None) -> None:
        patient = time.monotonic() - PATIENCE
        if self.left or not any(asked > patient for asked in list(self.pages.values())):
            raise Gone
        self._say({"state": "runs", "what": what, "done": done, "most": most}, so_far)

    def _say(self, news: News, so_far: Any = None) -> None:
        with self._changed:
            self.told, self._number = news, self._number + 1
            if so_far is not None:
                self._so_far = self._number, so_far
            self._changed.notify_all()


class Jobs:
    """All that is worked out, and what came of it; several pages that ask the same wait for the same."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._jobs: dict[Hashable, Job] = {}

    def ask(self, page: str, key: Hashable, work: Work, *, lasting: bool = True) -> News:
        """Has something worked out for a page, or says what is known of it; BadInput where enough is going on."""
        with self._lock:
            job = self._jobs.get(key)
            if job is None or job.over:
                if sum(each.running for each in self._jobs.values()) >= MOST_AT_ONCE:
                    raise BadInput(f"{MOST_AT_ONCE} answers are being computed; wait for one, or stop it")
                job = self._jobs[key] = Job(work, lasting)
                job.touch(page)
                job.start()
                ended = [key for key, each in self._jobs.items() if not each.running]
                ended.sort(key=lambda key: self._jobs[key].asked)
                for key in ended[: max(0, len(ended) - MOST_KEPT)]:
                    del self._jobs[key]
            job.touch(page)
        return {**job.told, "job": job.name, "number": 0}

    def wait(self, page: str, name: str, seen: int) -> News:
        """How far something is; BadInput for what nobody asked for, or what is forgotten by now."""
        return self._of(name).wait(page, seen)

    def leave(self, page: str, name: str) -> None:
        """A page waits for it no more; what nobody waits for ends."""
        job = self._of(name)
        job.pages.pop(page, None)
        job.left = job.left or (job.running and not job.pages)

    def close(self) -> None:
        """Ends everything, and waits for that, but not for ever."""
        with self._lock:
            going = [each for each in self._jobs.values() if each.running]
        for each in going:
            each.left = True
        for each in going:
            each.join()

    @property
    def questions(self) -> dict[str, Callable[[Query], Any]]:
        """What pages ask about all of them."""
        return {
            "wait": lambda query: self.wait(page(query), word(query, "job"), whole(query, "seen", 0)),
            "leave": lambda query: self.leave(page(query), word(query, "job")),
        }

    def _of(self, name: str) -> Job:
        with self._lock:
            job = next((each for each in self._jobs.values() if each.name == name), None)
        if job is None:
            raise BadInput(f"job {quoted(shortened(name, 20))}: there is no such job, or it is over")
        return job


def laps(tell: Tell) -> Callable[[str, Lap], None]:
    """Tells of somebody who trains, round by round."""
    return lambda name, lap: tell(f"{name} trains for these rules, rounds", lap.done, lap.planned)
