"""Runs that are watched: played in step and judged at fixed looks, what their page says, how close the verdict is."""

import math
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from dhstats.errors import BadInput
from dhstats.players.learning import trainees
from dhstats.queries.counts import Counts, Totals
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Table
from dhstats.questions.shared.groups import stored_rule
from dhstats.questions.shared.tables import measured, number, table, text, whole
from dhstats.questions.verdicts.lopsided import Strengths, lopsided, scores
from dhstats.quoting import file_name
from dhstats.simulate.plans.experiment import MOST_GAMES, Experiment, StoppingRule, stopping_rule
from dhstats.simulate.running.playing import Part, Playing, Progress, Stop
from dhstats.simulate.running.playing import Watcher as GameWatcher
from dhstats.simulate.running.runner import Prepared, begin, executor_for, play_prepared, prepare_run
from dhstats.simulate.work.workers import Budget, Means
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.sequential.sequences import FIRST_LOOK
from dhstats.stats.sequential.stopping import Outcome, Remaining, Rule, Sample, known_within, remaining, sequence
from dhstats.stats.sequential.stopping_bias import Adjusted, Looks, adjusted
from dhstats.storage import Manifest, Run, open_run
from dhstats.storage.places import place

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


JUDGED = ("balanced", "proved")  # rules that ask whether seats are even


class Judge:
    """Looks at a run every so many deals, in their order, and says when it may end, and why.

    With `guarded` it also ends where some match is for sure too lopsided to show what a seat is worth.
    """

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
            if at_look and (ended := self._ended()):
                return Stop(self.sample.n, ended)
        return None

    def _ended(self) -> str:
        """Why the run ends here; "" where it goes on."""
        if self._rule.outcome(self.sample) != "open":
            return "goal"
        return "lopsided" if self._strengths is not None and self._strengths.sure else ""


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


def play(
    experiment: Experiment, out: Path | str, *, workers: int | None = None, cluster: str = "", resume: bool = False,
    watch: GameWatcher = lambda _: None, watch_training: trainees.Watcher = trainees.unseen,
    gauge: Watcher = lambda _: None, budget: Budget | None = None, shard_deals: int | None = None,
) -> Run:  # fmt: skip
    """Plays an experiment, until its stopping rule is met if it has one, and opens the run.

    Without a stopping rule this is `simulate`. `workers` threads play, or the workers of a Dask `cluster` (its
    scheduler's address, or local:N). `watch` is told of games, `gauge` of how far that rule is after every part;
    `shard_deals` are written as one file, and stopping keeps whole ones.
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
    return lambda part: part.a


def _gauge(sample: Sample, rule: Rule, manifest: Manifest, progress: Progress) -> Gauge:
    half_width = sequence(sample, rule.alpha, rule.planned).half_width if sample.variance else math.inf
    ahead = remaining(rule, sample.mean, sample.variance**0.5, sample.n)
    speed = f"{sample.n * len(manifest.design.arms) / max(progress.seconds, 1e-9):,.0f} games/s"
    shown = f"{100 * sample.mean:.2f} ± {100 * half_width:.2f} %"
    return Gauge(sample.n, manifest.design.deals, ahead, f"{speed} · {shown} · {expected_text(ahead)}")


@dataclass(frozen=True)
class Ending:
    """How a run with a stopping rule ended: what was asked, how it is judged, all deals by score, and what they say.

    `refused` says why the games cannot show that nothing is to be found, where that is what they seem to say.
    """

    manifest: Manifest
    aim: StoppingRule
    rule: Rule
    sample: Sample
    outcome: Outcome
    refused: str = ""

    @cached_property
    def adjusted(self) -> Adjusted:
        """The estimate without the bias of stopping, for which the rule is simulated."""
        return adjusted_in(self.manifest, self.rule, self.sample)


def ending(counts: Counts) -> Ending | None:
    """How a stored run with a stopping rule ended, counted from its games; nothing for a run without."""
    manifest = counts.run.manifest
    rule = stored_rule(manifest)
    if rule is None or stopping_rule(manifest.until).kind == "decided":
        return None
    aim = stopping_rule(manifest.until)
    arms, group = len(manifest.design.arms), counts.plan.groups[0]
    wins = "a_wins" if aim.kind == "better" else "wins"
    by_score = np.zeros(2 * arms + 1)
    for row in counts.rows("blocks", matchup=group):
        by_score[2 * row[wins] + row["draws"]] += row["deals"]
    sample = Sample.of_shares(by_score)
    outcome = rule.outcome(sample)
    uneven = lopsided(counts) if aim.kind in JUDGED and outcome != "unbalanced" else None
    return Ending(manifest, aim, rule, sample, outcome, uneven.reason if uneven else "")


def adjusted_in(manifest: Manifest, rule: Rule, sample: Sample) -> Adjusted:
    """The estimate of a run with a stopping rule without the bias of stopping, simulated with the seed of the run.

    The raw one where the run ended for another reason, which says nothing of the score.
    """
    if manifest.ended == "lopsided":
        return Adjusted(sample.mean, 0, manifest.seed)
    most = sample.n if manifest.ended == "limit" else MOST_GAMES // len(manifest.design.arms)
    return adjusted(rule, sample, Looks(LOOK, most), manifest.seed)


def sentence(found: Ending) -> str:
    """What a run with a stopping rule found out, with the interval that allows for looking."""
    shown = known_within(found.sample, found.rule.alpha, found.rule.planned)
    who = "the first-named strategy" if found.aim.kind == "better" else "the first player"
    score = f"{who} scores {100 * found.sample.mean:.2f} % ({words.span(shown, 2, factor=100.0)})"
    told = {
        "balanced": f"balanced within ±{100 * found.aim.amount:g} points",
        "unbalanced": f"not balanced within ±{100 * found.aim.amount:g} points",
        "narrow": f"known to ±{100 * found.aim.amount:g} points",
        "better": f"better by {100 * found.aim.amount:g} points rather than equal",
        "not better": f"not better by {100 * found.aim.amount:g} points (one half fits the games better)",
        "open": "not settled when the games that were allowed had been played",
    }[found.outcome]
    return f'Played until "{found.aim.text}": {score}: {found.refused or told}.{_beside(found.adjusted)}'


def _beside(found: Adjusted) -> str:
    """The estimate without the bias of stopping, as a sentence; nothing where no runs were simulated for it."""
    if not found.runs:
        return ""
    runs = f"{found.runs:,} simulated runs, seed {found.seed}"
    return f" Without the bias of stopping it is {100 * found.value:.2f} % (Whitehead, {runs})."


def goal_table(found: Ending) -> Table:
    """What a watched run ended with: the raw estimate, its sequence, the estimate without the bias of stopping."""
    shown = known_within(found.sample, found.rule.alpha, found.rule.planned)
    estimate = Estimate(found.sample.mean, (found.sample.variance / found.sample.n) ** 0.5, shown)
    fields = (
        text("goal", "Played until", "aim.text"),
        text("outcome", "Outcome", lambda ended: "refused" if ended.refused else ended.outcome),
        *measured("raw", "Raw estimate", "share of a win", lambda _: estimate),
        number("adjusted", "Without the bias of stopping (Whitehead)", "share of a win", "adjusted.value"),
        whole("runs", "Simulated runs", "runs", "adjusted.runs"),
        text("seed", "Seed of the simulation", lambda ended: str(ended.adjusted.seed)),
    )
    return table("goal", "How the run ended", fields, [found])


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
