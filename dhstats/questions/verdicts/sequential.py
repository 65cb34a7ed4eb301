"""Games that end when enough is known: one run, or rule sets in step, looked at after fixed numbers of deals."""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from dhstats.errors import BadInput
from dhstats.players.learning import trainees
from dhstats.queries.counts import Totals
from dhstats.questions.shared import words
from dhstats.questions.shared.groups import PLANNED_DIFFERENCE, stored_rule
from dhstats.questions.verdicts.lopsided import Strengths, scores
from dhstats.quoting import file_name
from dhstats.simulate.plans.experiment import Experiment, stopping_rule
from dhstats.simulate.running.playing import Part, Playing, Progress, Stop
from dhstats.simulate.running.playing import Watcher as GameWatcher
from dhstats.simulate.running.runner import Prepared, begin, executor_for, play_prepared, prepare_run
from dhstats.simulate.work.workers import Budget, Means
from dhstats.stats.sequential.elimination import CommonSums, Standing
from dhstats.stats.sequential.sequences import FIRST_LOOK
from dhstats.stats.sequential.stopping import Balance, Remaining, Rule, Sample, remaining, sequence
from dhstats.storage import Manifest, Run, open_run
from dhstats.storage.places import place

Array = np.ndarray[Any, Any]
Runs = Mapping[str, Prepared]
LOOK = 250  # deals between looks: fixed, so that a run ends at the same deal for any number of workers
PARTS = 2  # of a win between two: a draw is one of them
JUDGED = ("balanced", "proved")  # rules that ask whether seats are even


def looks(before: int, more: int) -> Iterator[tuple[slice, bool]]:
    """Where the next deals are parted by looks, after so many `before`; and whether each part ends with a look."""
    start = 0
    while start < more:
        end = min(more, start + LOOK - (before + start) % LOOK)
        yield slice(start, end), (before + end) % LOOK == 0
        start = end


class InStep(ABC):
    """Several runs by name, the base first, deal by deal on the same deals, until each has ended.

    `hear` takes what the first player won on the next deals, in half wins, of every run that still plays and has them;
    it may end runs where a look follows. With `guarded` all end at the look at which the players of the base are for
    sure too unequal to show anything.
    """

    guarded = True

    def in_step(self, prepared: Runs, folder: Path, **means: Unpack[Means]) -> dict[str, Run]:
        """Plays the runs on the same workers, each in its folder below one, and opens them."""
        resume, budget = means.get("resume", False), means.get("budget")
        with executor_for(means.get("workers"), means.get("cluster", "")) as executor, ExitStack() as stack:
            ahead, self._playing = max(1, executor.size // 2), dict[str, Playing]()
            for name, each in prepared.items():
                playing = begin(each, folder / file_name(name), executor, ahead, resume=resume, budget=budget)
                self._playing[name] = stack.enter_context(playing)
            self.running, self.deals = list(prepared), 0
            self.base = self.running[0]
            self.most = self._playing[self.base].planned_deals  # deals that a run takes
            self._strengths = Strengths(prepared[self.base].manifest) if self.guarded else None
            self._run()
            for name in self.running:
                self._playing[name].finish()
        return {name: open_run(folder / file_name(name)) for name in prepared}

    def _run(self) -> None:
        for heard, ready in self._heard():
            for deals, at_look in looks(self.deals, ready):
                self.deals += deals.stop - deals.start
                if self._strengths is not None and self.base in heard:
                    self._strengths.add(heard[self.base][deals, 1:])
                firsts = {name: rows[deals, 0] for name, rows in heard.items() if name in self.running}
                if not self.hear(firsts, at_look=at_look, last=deals.stop == ready):
                    return
                if at_look and self.base in self.running and self._strengths is not None and self._strengths.sure:
                    self.end(self.running, "lopsided")
                if not self.running:
                    break

    def _heard(self) -> Iterator[tuple[dict[str, Array], int]]:
        """The same deals of all that run: a row has what the first seat won, then what the first-named did."""
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
            yield {name: rows[:ready] for name, rows in heard.items()}, ready
            waiting |= {name: rows[ready:] for name, rows in heard.items()}

    @abstractmethod
    def hear(self, firsts: Mapping[str, Array], *, at_look: bool, last: bool) -> bool:
        """Takes the next deals, and says whether there is more to hear; `last` are the last that were played so far."""

    def so_far(self, name: str) -> Run:
        """A run up to the deals of the last look, to be counted while it is played; its shards end there."""
        return self._playing[name].so_far(self.deals)

    def end(self, names: Collection[str], why: str = "goal") -> None:
        """Ends runs with the deals so far."""
        for name in names:
            self._playing[name].end_at(Stop(self.deals, why))
        self.running = [name for name in self.running if name not in names]


@dataclass(frozen=True, slots=True)
class Gauge:
    """How far watched games are: deals so far, the most of them, what is still to come, and that in a line."""

    deals: int
    most: int
    ahead: Remaining
    text: str

    @property
    def expected(self) -> int:
        """The deals at which the end is expected, at most the limit."""
        return int(min(self.most, self.deals + self.ahead.blocks))


Watcher = Callable[[Gauge], None]


class Race(InStep):
    """Base and tweaks in step until it is known of each tweak whether it makes a difference."""

    def __init__(
        self, arms: int, margin: float, alpha: float, tweaks: int, parts: int = PARTS, *, ends: bool = True
    ) -> None:
        """`alpha` is shared by the tweaks, so that all verdicts are right together.

        A deal has so many `arms`, and of a win in each the first seat may have any number of `parts`. Who is decided
        `ends`, unless that is left to who listens.
        """
        self._steps, self._ends = parts * arms, ends
        self.rule: Rule = Balance.plan(0.0, margin, math.sqrt(PLANNED_DIFFERENCE), alpha / tweaks)

    def play(
        self, prepared: Runs, folder: Path, *, gauge: Watcher = lambda _: None,
        listen: Callable[["Race"], None] = lambda _: None, **means: Unpack[Means],
    ) -> dict[str, Run]:  # fmt: skip
        """Plays the base, which comes first, and every tweak as long as it is open; opens the runs by name.

        `listen` is called at every look; it may take its time.
        """
        steps, self._gauge, self._listen = self._steps, gauge, listen
        none = Sample(np.arange(-steps, steps + 1) / steps, np.zeros(2 * steps + 1), -1.0, 1.0)
        self.samples = dict.fromkeys(list(prepared)[1:], none)  # differences of mean scores run from -1 to 1
        return self.in_step(prepared, folder, **means)

    def hear(self, firsts: Mapping[str, Array], *, at_look: bool, last: bool) -> bool:
        """Ends who is decided; with the last of the tweaks the base ends as well."""
        if self.base not in firsts:
            return False
        for name in [each for each in firsts if each != self.base]:
            gaps = firsts[name] - firsts[self.base] + self._steps
            counts = self.samples[name].counts + np.bincount(gaps, minlength=2 * self._steps + 1)
            self.samples[name] = sample = replace(self.samples[name], counts=counts)
            settled = self._ends and at_look and self.rule.outcome(sample) != "open"
            if settled or last:
                self._gauge(self._seen(name, sample))
            if settled:
                self.end([name])
        if at_look:
            self._listen(self)
        if self.running == [self.base]:
            self.end(self.running)
        return True

    def _seen(self, name: str, sample: Sample) -> Gauge:
        sd = math.sqrt(sample.variance)
        wide = sequence(sample, self.rule.alpha, self.rule.planned).half_width if sd and sample.n >= FIRST_LOOK else 1.0
        coming = remaining(self.rule, sample.mean, sd, sample.n)
        lead = f"{100 * sample.mean:+.2f} ± {100 * wide:.2f} points"
        return Gauge(sample.n, self.most, coming, f"{name}: {lead}, {expected_text(coming)}")


class BestOf(InStep):
    """Rule sets in step until one is known to be the best at something; whoever cannot be drops out."""

    def __init__(
        self, standing: Callable[[CommonSums, tuple[int, ...]], Standing], watch: Callable[[int, int, int], None],
        *, guarded: bool,
    ) -> None:  # fmt: skip
        """`standing` says of sums of half wins who is left; `watch` gets deals, the most of them, how many are left."""
        self._of, self._watch, self.guarded = standing, watch, guarded

    def play(self, prepared: Runs, folder: Path, **means: Unpack[Means]) -> dict[str, Run]:
        """Plays until it is settled, or some rule set that is left has no more deals; opens the runs by name."""
        self.names = tuple(prepared)
        self.seen = CommonSums.none(len(prepared))
        self.standing = Standing(tuple(range(len(prepared))), 0, False)
        runs = self.in_step(prepared, folder, **means)
        if not self.standing.decided:  # what is known by the last deal, which need not be one of a look
            self.standing = self._of(self.seen, self.standing.survivors)
        return runs

    def hear(self, firsts: Mapping[str, Array], *, at_look: bool, last: bool) -> bool:
        """Ends the runs of those who drop out; of all where it is settled."""
        if len(firsts) < len(self.running):
            return False
        alone = np.zeros_like(firsts[self.running[0]])  # of those who dropped out
        values = np.column_stack([firsts.get(name, alone) for name in self.names])
        self.seen = self.seen + CommonSums.from_values(values)
        if at_look and self.seen.n >= FIRST_LOOK:
            before = self.standing.survivors
            self.standing = self._of(self.seen, before)
            left = () if self.standing.decided else self.standing.survivors
            self.end([self.names[at] for at in before if at not in left])
        if last or not self.running:
            self._watch(self.seen.n, self.most, len(self.standing.survivors))
        return True


class Judge:
    """Says when a run may end, and why, at looks in the order of deals; `guarded` ends lopsided matches as well."""

    def __init__(
        self, manifest: Manifest, rule: Rule, quantity: Callable[[Part], Array], *, guarded: bool = False
    ) -> None:
        self._arms, self._rule, self._quantity = len(manifest.design.arms), rule, quantity
        self._strengths = Strengths(manifest) if guarded and stopping_rule(manifest.until).kind in JUDGED else None
        self.sample = scores(np.zeros(0, np.int64), self._arms)

    def __call__(self, part: Part) -> Stop | None:
        """Where the run ends, if this part settles it."""
        values = self._quantity(part)
        for deals, at_look in looks(self.sample.n, len(values)):
            self.sample = self.sample + scores(values[deals], self._arms)
            if self._strengths is not None:
                self._strengths.add(part.of_a[deals])
            if at_look and self._rule.outcome(self.sample) != "open":
                return Stop(self.sample.n, "goal")
            if at_look and self._strengths is not None and self._strengths.sure:
                return Stop(self.sample.n, "lopsided")
        return None


def play(
    experiment: Experiment, out: Path | str, *, workers: int | None = None, cluster: str = "", resume: bool = False,
    watch: GameWatcher = lambda _: None, watch_training: trainees.Watcher = trainees.unseen,
    gauge: Watcher = lambda _: None, budget: Budget | None = None, shard_deals: int | None = None,
) -> Run:  # fmt: skip
    """Plays an experiment into the folder `out`, until its stopping rule is met if it has one, and opens the run.

    `workers` threads play (default: one per processor), or the workers of a Dask `cluster` (its scheduler's address,
    or local:N); the rows do not depend on them. With `resume` a stopped run is continued, and a finished one opened.
    `watch` is called with the progress of games, `watch_training` with that of players who have to be trained first,
    `gauge` with how far the stopping rule is. `shard_deals` are written as one file, and stopping keeps whole ones.
    Raises BadInput, ResourceFailure (also when the budget is used up, or another process writes there) or Interrupted.
    """
    folder = place(out)
    prepared = prepare_run(
        experiment, folder, workers=workers, resume=resume, watch=watch_training, shard_deals=shard_deals
    )
    means = Means(workers=workers, cluster=cluster, resume=resume, budget=budget)
    return play_until(prepared, folder, watch=watch, gauge=gauge, **means)


def play_until(
    prepared: Prepared,
    out: Path,
    *,
    watch: GameWatcher = lambda _: None,
    gauge: Watcher = lambda _: None,
    **means: Unpack[Means],
) -> Run:
    """The second half of `play`."""
    manifest = prepared.manifest
    rule = stored_rule(manifest)
    if rule is None:
        digest = Totals.of(manifest) if manifest.keep == "totals" else None
        return play_prepared(prepared, out, watch=watch, digest=digest, **means)
    judge = Judge(manifest, rule, quantity_of(manifest), guarded=True)
    last: list[Progress] = []

    def look(part: Part) -> Stop | None:
        ended = judge(part)
        if last and judge.sample.n >= FIRST_LOOK:
            gauge(_gauge(judge.sample, rule, manifest, last[-1]))
        return ended

    def note(progress: Progress) -> None:
        last[:] = [progress]
        watch(progress)

    return play_prepared(prepared, out, watch=note, judge=look, **means)


def quantity_of(manifest: Manifest) -> Callable[[Part], Array]:
    """What a stopping rule is about: the score of the first player, or of player A where one is to be better."""
    kind = stopping_rule(manifest.until).kind
    if kind == "decided":
        raise BadInput('--until: "decided" belongs to `dhstats compare`, which plays base and tweaks together')
    if kind != "better":
        return lambda part: part.firsts
    if len(manifest.matchups) != 1 or manifest.matchups[0][0] == manifest.matchups[0][1]:
        raise BadInput('--until: "better by" asks for two different strategies, as in --strategies A,B')
    return lambda part: np.asarray(part.of_a.sum(axis=1))  # in all matchups together


def _gauge(sample: Sample, rule: Rule, manifest: Manifest, progress: Progress) -> Gauge:
    half_width = sequence(sample, rule.alpha, rule.planned).half_width if sample.variance else math.inf
    ahead = remaining(rule, sample.mean, sample.variance**0.5, sample.n)
    speed = f"{sample.n * len(manifest.design.arms) / max(progress.seconds, 1e-9):,.0f} games/s"
    shown = f"{100 * sample.mean:.2f} ± {100 * half_width:.2f} %"
    return Gauge(sample.n, manifest.design.deals, ahead, f"{speed} · {shown} · {expected_text(ahead)}")


def expected_text(ahead: Remaining) -> str:
    """How many more deals, and between which numbers."""
    if ahead.blocks == 0.0:
        return "settled"
    low, high = (_rounded(value) for value in (ahead.low, ahead.high))
    if math.isinf(ahead.blocks):
        return f"no end in sight (at the least {low} more deals)"
    return f"about {_rounded(ahead.blocks)} more deals ({low} to {high})"


def _rounded(value: float) -> str:
    if math.isinf(value) or value > 1e11:
        return "no end"
    step = 10 ** max(0, math.floor(math.log10(max(value, 1.0))) - 1)
    return words.count(int(round(value / step) * step))
