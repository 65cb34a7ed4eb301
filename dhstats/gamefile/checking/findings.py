"""What a check of a game file finds: each thing once, with where it was seen first and how often."""

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from dhstats.children import limit_work, told_late
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.reading.source import last_line
from dhstats.gamefile.telling.failures import line_words, reason


class TooLong(BaseException):
    """A function of the file worked for too long, or else waited; no code of a file catches this."""

    def __init__(self, *, worked: bool) -> None:
        super().__init__()
        self.worked = worked


@dataclass(slots=True)
class Finding:
    """What was found, in a sentence; a fault, or else a caution; how often."""

    says: str
    fault: bool
    times: int = 1


@dataclass
class Findings:
    """All that was found, in the order in which it was seen."""

    file: GameFile
    found: dict[Hashable, Finding] = field(default_factory=dict)
    limit: float = 0.0  # seconds that functions of the file may work at a time; 0: as long as they like

    def add(self, kind: Hashable, says: str, *, fault: bool = True) -> None:
        """Notes a finding; one of the same kind is counted."""
        if kind in self.found:
            self.found[kind].times += 1
        else:
            self.found[kind] = Finding(says, fault)

    @property
    def faults(self) -> bool:
        """Whether anything is wrong."""
        return any(each.fault for each in self.found.values())

    @contextmanager
    def watching(self, where: str, what: str = "") -> Iterator[list[bool]]:
        """Code of the file runs: what it raises is noted, with its line; the list is then no longer empty."""
        failed: list[bool] = []
        limit_work(self.limit)
        try:
            with np.errstate(divide="raise", over="raise", invalid="raise"):
                yield failed
        except TooLong as error:
            line = line_words(self.file, last_line(error, str(self.file.path).__eq__))
            text = told_late(self.limit, worked=error.worked)
            self.add("too long", f"{where}: {what}{line}did not return within {text}")
            raise
        except (Exception, SystemExit) as error:  # anything that a file may raise
            text = reason(self.file, error)
            self.add((what, text.partition(": ")[0], type(error)), f"{where}: {what}{text}")
            failed.append(True)
        finally:
            limit_work(0.0)
