"""Runs that are played in step on the same deals: looks at fixed numbers of deals, after which a run may end."""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from dhstats.questions.verdicts.lopsided import Strengths
from dhstats.quoting import file_name
from dhstats.simulate.running.playing import Playing, Stop
from dhstats.simulate.running.runner import Prepared, begin, executor_for
from dhstats.simulate.work.budget import Means
from dhstats.storage import Run, open_run

Array = np.ndarray[Any, Any]
LOOK = 250  # deals between looks: fixed, so that a run ends at the same deal for any number of workers


def looks(before: int, more: int) -> Iterator[tuple[slice, bool]]:
    """Where the next deals are parted by looks, after so many `before`; and whether each part ends with a look."""
    start = 0
    while start < more:
        end = min(more, start + LOOK - (before + start) % LOOK)
        yield slice(start, end), (before + end) % LOOK == 0
        start = end


@dataclass(frozen=True, slots=True)
class Stretch:
    """What the first player won on the next deals, in half wins, of every run that still plays and has them.

    `at_look` says that a look follows; `last`, that these deals are the last that were played so far.
    """

    firsts: Mapping[str, Array]
    at_look: bool
    last: bool


class Steps:
    """Several runs by name, the base first, deal by deal on the same deals, until each has ended.

    With `strengths` all end at the look at which the players of the base are for sure too unequal to show anything.
    """

    def __init__(self, playing: Mapping[str, Playing], strengths: Strengths | None) -> None:
        self._playing, self._strengths = playing, strengths
        self.running = list(playing)
        self.base, self.deals = self.running[0], 0

    @property
    def most(self) -> int:
        """The most deals that a run takes."""
        return self._playing[self.base].planned_deals

    def __iter__(self) -> Iterator[Stretch]:
        """The next deals of all that run, up to a look, as long as some run has any."""
        parts = {name: playing.parts() for name, playing in self._playing.items()}
        waiting = dict.fromkeys(parts, np.zeros((0, 0), np.int64))
        while self.running:
            for name in self.running:
                if not len(waiting[name]) and (part := next(parts[name], None)) is not None:
                    waiting[name] = np.column_stack([part.firsts, part.of_a])
            heard = {name: waiting[name] for name in self.running if len(waiting[name])}
            if not heard:
                break
            ready = min(map(len, heard.values()))
            yield from self._stretches({name: rows[:ready] for name, rows in heard.items()}, ready)
            waiting |= {name: rows[ready:] for name, rows in heard.items()}

    def _stretches(self, heard: Mapping[str, Array], ready: int) -> Iterator[Stretch]:
        """The same deals of all, parted by looks; a row has what the first seat won, then what the first-named did."""
        for deals, at_look in looks(self.deals, ready):
            self.deals += deals.stop - deals.start
            if self._strengths is not None and self.base in heard:
                self._strengths.add(heard[self.base][deals, 1:])
            firsts = {name: rows[deals, 0] for name, rows in heard.items() if name in self.running}
            yield Stretch(firsts, at_look, deals.stop == ready)
            if at_look and self.base in self.running and self._strengths is not None and self._strengths.sure:
                self.end(self.running, "lopsided")
            if not self.running:
                break

    def so_far(self, name: str) -> Run:
        """A run up to the deals of the last look, to be counted while it is played; its shards end there."""
        return self._playing[name].so_far(self.deals)

    def end(self, names: Collection[str], why: str = "goal") -> None:
        """Ends runs with the deals so far."""
        for name in names:
            self._playing[name].end_at(Stop(self.deals, why))
        self.running = [name for name in self.running if name not in names]

    def finish(self) -> None:
        """Notes of those that are left that they were played to their limit."""
        for name in self.running:
            self._playing[name].finish()


def play_in_step(
    prepared: Mapping[str, Prepared],
    folder: Path,
    run: Callable[[Steps], None],
    *,
    guarded: bool = True,
    **means: Unpack[Means],
) -> dict[str, Run]:
    """Plays several runs on the same workers, each in its folder below one, as `run` goes through them; opens them.

    With `guarded` they end where the players of the first are for sure too unequal.
    """
    resume, budget = means.get("resume", False), means.get("budget")
    with executor_for(means.get("workers"), means.get("cluster", "")) as executor, ExitStack() as stack:
        ahead = max(1, executor.size // 2)
        playing = {
            name: stack.enter_context(
                begin(each, folder / file_name(name), executor, ahead, resume=resume, budget=budget)
            )
            for name, each in prepared.items()
        }
        manifest = next(iter(prepared.values())).manifest
        steps = Steps(playing, Strengths(manifest) if guarded else None)
        run(steps)
        steps.finish()
    return {name: open_run(folder / file_name(name)) for name in prepared}
