"""The games of a question: the folder they lie in, how they are played there, with bars, and how long that takes."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import Playing
from dhstats.cli.terminal.console import progress_bar, step_bar, training_bar
from dhstats.quoting import file_name, plain

if TYPE_CHECKING:
    from dhstats.games.ruleset import RuleSet
    from dhstats.players.learning.trainees import Watcher
    from dhstats.players.match import Lineup
    from dhstats.players.positions.forks import Forked
    from dhstats.questions.shared.answer import Answer
    from dhstats.questions.tweaks.tweaks import Bench, Tweak
    from dhstats.simulate.plans.experiment import Experiment
    from dhstats.simulate.positions.forks import Progress as ForkProgress
    from dhstats.simulate.positions.forks import Study
    from dhstats.simulate.running.playing import Progress
    from dhstats.simulate.running.runner import Prepared
    from dhstats.simulate.tables import Digest
    from dhstats.simulate.work.checkpoints import Checkpoints
    from dhstats.simulate.work.workers import Means
    from dhstats.storage import Manifest, Run

LONG = 60.0  # seconds from which on a command is announced
MEASURED, PATIENCE = 3.0, 10.0  # seconds of play that are measured; how long to wait for the size of a first shard


class Forecast:
    """Says once, on stderr, how long a command will take and what it will write, if that is long."""

    def __init__(self, json_target: str | None, runs: int = 1, *, at_most: bool = False) -> None:
        """Silent for machines; `runs` like the first are to come, and `at_most` says that they may end early."""
        self._judged, self._runs, self._at_most = json_target is not None, runs, at_most
        self._began: tuple[int, float] | None = None  # how much was done when, as soon as anything was

    def note(self, what: str, done: int, planned: int, seconds: float, size: float | None, folder: Path) -> None:
        """Is told how far the first run is, and how many bytes it will have (0: not known yet, None: hardly any)."""
        if self._judged or done < 1:
            return
        before, start = self._began = self._began or (done, seconds)  # compiling says nothing of what is to come
        measured = seconds - start
        if done == before or measured < MEASURED or (size == 0 and measured < PATIENCE):
            return
        self._judged = True
        expected = start + (self._runs * planned - before) * measured / (done - before)
        if expected < LONG:
            return
        from dhstats.simulate.work import workers
        from dhstats.storage.places import remote

        runs, large = f"{self._runs} runs of " if self._runs > 1 else "", self._runs * (size or 0)
        text = f"expected: {'at most ' * self._at_most}{workers.duration(expected)} for {runs}{planned:,} {what}"
        if large:
            free = large if remote(folder) else shutil.disk_usage(folder).free
            lacking = f" (only {workers.size(free)} are free)" if free < large else ""
            text += f", {workers.size(large)} on disk{lacking}"
        text += "; Ctrl-C, --max-time and --max-disk keep what is finished; --resume continues"
        sys.stderr.write(plain(text) + "\n")


@dataclass(frozen=True)
class Games:
    """The games of a question: what was asked, the folder they lie in, and how they are played there."""

    request: Request
    playing: Playing
    folder: Path
    means: Means
    forecast: Forecast | None

    @property
    def unannounced(self) -> Games:
        """The same without a word before they take long."""
        return replace(self, forecast=None)

    def as_begun(self, plan: Experiment, part: str = "") -> Experiment:
        """The plan with the seed of the games that are gone on with, in a part of the folder."""
        from dhstats.simulate.running.runner import as_begun

        return as_begun(plan, self.folder / part, self.playing.seed, resume=self.means["resume"])

    def prepare(self, plans: Mapping[str, Experiment]) -> dict[str, Prepared]:
        """Several experiments with all that they need before they are played, each in a folder of its name."""
        with training_bar() as watch:
            return {name: self._prepared(plan, self.folder / file_name(name), watch) for name, plan in plans.items()}

    def _prepared(self, plan: Experiment, folder: Path, watch: Watcher) -> Prepared:
        from dhstats.simulate.running.runner import prepare_run

        return prepare_run(plan, folder, workers=self.means["workers"], resume=self.means["resume"], watch=watch)

    def play(self, plan: Experiment, folder: Path) -> Run:
        """Simulates with a progress bar, and a word before it takes long."""
        from dhstats.simulate.running.runner import play_prepared

        def announce(seen: Progress) -> None:
            if self.forecast is not None:
                size = seen.size * seen.games_planned / max(seen.games_done, 1)
                self.forecast.note("games", seen.games_played, seen.games_planned, seen.seconds, size, folder)

        with training_bar() as watch:
            prepared = self._prepared(plan, folder, watch)
        if not plan.until:
            with progress_bar("playing") as show:

                def shown(seen: Progress) -> None:
                    show(seen)
                    announce(seen)

                return play_prepared(prepared, folder, watch=shown, digest=_digest(prepared.manifest), **self.means)
        from dhstats.questions.verdicts.sequential import play_until  # statistics take half a second to load

        with step_bar("playing") as advance:
            return play_until(
                prepared, folder, watch=announce, gauge=lambda seen: advance(seen.deals, seen.expected, seen.text),
                **self.means,
            )  # fmt: skip

    def fork(
        self, plan: Experiment, studies: Sequence[Study], deals: int, checkpoints: Checkpoints, label: str = ""
    ) -> tuple[Lineup, dict[str, Forked]]:
        """The forks of a question, or of the part of it that a label names, kept as they are finished."""
        from dhstats.simulate.positions.forks import fork

        with self.forking(checkpoints) as means:
            return fork(plan, studies, deals, label=label, **means(lambda seen: label + seen.moment))

    @contextmanager
    def forking(
        self, checkpoints: Checkpoints, title: str = "forking", of: str = "deals"
    ) -> Iterator[Callable[[Callable[[ForkProgress], str]], dict[str, Any]]]:
        """By what games are forked or played on, with a bar, each kept; the bar notes a function of how far it is."""
        with training_bar() as watch_training, step_bar(title) as advance:

            def means(noted: Callable[[ForkProgress], str]) -> dict[str, Any]:
                def watch(seen: ForkProgress) -> None:
                    advance(seen.deals, seen.most, noted(seen))
                    if self.forecast is not None:
                        done, left = seen.deals - seen.kept, seen.most - seen.kept
                        self.forecast.note(of, done, left, seen.seconds, None, self.folder)

                facts = {"workers": self.means["workers"], "budget": self.means["budget"], "checkpoints": checkpoints}
                return facts | {"watch": watch, "watch_training": watch_training}

            yield means

    def parents(self, plan: Experiment) -> Run:
        """The games that were forked as an ordinary run in the folder, for their rules and sources on the page."""
        return self.unannounced.play(plan, self.folder / "parents")


def games_of(request: Request, playing: Playing, runs: int = 1, *, at_most: bool = False) -> Games:
    """The games of a question in its folder, continued; how many `runs` like the first, and how long `at_most`."""
    folder, resume = request.place(playing.out, resume=playing.resume)
    means: Means = {"workers": playing.workers, "cluster": playing.cluster, "resume": resume, "budget": playing.limits}
    return Games(request, playing, folder, means, Forecast(playing.json_target, runs, at_most=at_most))


def _digest(manifest: Manifest) -> Digest | None:
    """What counts the games of a run that keeps totals alone."""
    if manifest.keep != "totals":
        return None
    from dhstats.queries.counts import Totals

    return Totals.of(manifest)


ALREADY = "is already the rule"
LISTED = 3  # tweaks that a warning names; the others are counted


def warn(game: str, rules: RuleSet, source: str = "", settings: Sequence[str] = ()) -> tuple[str, ...]:
    """Warns of the side effects of a rule set's changes, and of settings of its source that change nothing; of what."""
    from dhstats.games.cautions import cautions

    texts = (*kept_of(rules, source, settings), *(each.text() for each in cautions(game, rules)))
    _say(texts)
    return texts


def kept_of(rules: RuleSet, source: str, settings: Sequence[str]) -> list[str]:
    """The settings of a rule set that are the rule of its source already, in sentences."""
    from dhstats.games.cautions import already

    kept = already(rules.files.load(source), settings, rules) if settings else []
    return [f"{each} {ALREADY} of {source}." for each in kept]


def warn_of(plan: Experiment) -> Experiment:
    """Warns of the side effects of an experiment's rules, unless they are shipped ones; the same experiment."""
    from dhstats.games import catalogue

    bundle = catalogue.load(plan.game)
    if plan.settings or plan.rules not in bundle.rule_files.shipped():
        warn(plan.game, bundle.rule_files.load(plan.rules, plan.settings), plan.rules, plan.settings)
    return plan


def warn_of_tweaks(bench: Bench, tweaks: Sequence[Tweak]) -> tuple[str, ...]:
    """Warns of the side effects of base and tweaks, each once with all tweaks that have it; these warnings."""
    from dhstats.games.cautions import already, cautions

    game = bench.plan.game
    base = {each.says: each.text() for each in cautions(game, bench.rules)}
    of: dict[str, list[str]] = {}
    for tweak in tweaks:
        for each in cautions(game, bench.rules_of(tweak)):
            if each.says not in base:
                of.setdefault(each.text(as_tweak=True), []).append(tweak.name)
    texts = (*base.values(), *(f"{_named(names)}: {text}" for text, names in of.items()))
    # What base and tweaks set that is the rule already; of a sweep's levels those that change nothing at all
    plan, levels = bench.plan, bench.plan.name.startswith("sweep")
    kept = kept_of(bench.rules, plan.rules, plan.settings)
    whose = f"{plan.rules} as it is set" if plan.settings else plan.rules
    for tweak in tweaks:
        rules = bench.rules_of(tweak)
        if not tweak.settings and not bench.differing(rules):
            kept.append(f"{tweak.name} has the rules of {whose}.")
        same = already(bench.rules, tweak.settings, rules) if tweak.rules == plan.rules else []
        if same and len(same) == len(tweak.settings):
            kept.append(f"{tweak.name} {ALREADY} of {whose}.")
        elif not levels:
            kept += [f"{tweak.name}: {each} {ALREADY} of {whose}." for each in same]
    _say((*kept, *texts))
    return (*kept, *texts)


def noted(answer: Answer, notes: Sequence[str], bench: Bench | None = None, tweaks: Sequence[Tweak] = ()) -> Answer:
    """The answer with these warnings about its rules, and with the rules that tweaks of a bench change."""
    from dhstats.questions.tweaks.rule_changes import with_rules

    answer = with_rules(answer, [(bench, tweak) for tweak in tweaks]) if bench else answer
    return replace(answer, caution=" ".join((answer.caution, *notes))) if notes else answer


def _named(names: Sequence[str]) -> str:
    more = len(names) - LISTED
    return ", ".join(names[:LISTED]) + (f" and {more} more" if more > 0 else "")


def _say(sentences: Iterable[str]) -> None:
    for sentence in sentences:
        sys.stderr.write(plain(f"warning: {sentence}") + "\n")
