"""The value of things as a command asks for it: which games and moments, and a single thing in other settings too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dhstats.errors import BadInput, check_range
from dhstats.games import catalogue
from dhstats.games.bundle import Item
from dhstats.players import roster
from dhstats.players.learning import trainees
from dhstats.players.match import Lineup
from dhstats.players.positions.forks import UNIFORM, Forked
from dhstats.questions.forks import items as several
from dhstats.questions.forks import value as single
from dhstats.questions.forks import worth
from dhstats.questions.forks.asking import Asking, Beside, Setting, lopsided_forks, named, players_of
from dhstats.questions.forks.worth import SHARE
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.first_screen import About
from dhstats.questions.shared.tables import basis_of, limits, number, table, text, whole
from dhstats.questions.shared.words import PERCENTAGE_POINTS
from dhstats.questions.tweaks.rule_changes import changed_rules
from dhstats.questions.tweaks.tweaks import fixed
from dhstats.quoting import different_names
from dhstats.simulate.plans.experiment import Experiment, from_file, with_changes
from dhstats.simulate.positions.forks import Study, Watcher, fork
from dhstats.simulate.work.checkpoints import Checkpoints
from dhstats.simulate.work.workers import Budget
from dhstats.stats.positions.twins import effect

PLAYERS, FIXED, ADAPTED, LADDER = "players", "fixed players", "adapted players", "skill"
TITLES = {PLAYERS: "Among other players", FIXED: "Under rules without one of its parts"}
RUNGS = (0, 2, 4, 6, 8, 9)  # of the skill ladder, from random play to the expert
MOST_ITEMS = 42  # three arms each; the number of an arm is a byte


def parents(
    file: Path | None, changes: Mapping[str, Any], strategies: str | None, settings: Sequence[str]
) -> Experiment:
    """The games of a file, changed, or the usual ones; BadInput for a file of games that are not forked."""
    plan = from_file(file) if file else Experiment("", "What is it really worth?")
    if plan.matchups or plan.until or plan.keep != "games" or plan.design != "seat":
        raise BadInput(f"{file}: matchups, until, keep and design belong to `dhstats simulate`; leave them out")
    plan = replace(with_changes(plan, changes, settings), moves="none")
    return named(plan if strategies is None else replace(plan, strategies=players_of(strategies)), "value")


@dataclass(frozen=True)
class Settings:
    """Other settings in which the value of a single item is asked: players, the skill ladder, rules without a part."""

    also: str | None
    skill: bool | None  # where nobody says it, the ladder is climbed if the players are trained ones
    ablate: bool

    def check(self, plan: Experiment, items: Sequence[Item]) -> None:
        """BadInput for players that are none, and for parts that an item has not."""
        if len(items) > 1 and (self.also or self.ablate or self.skill):
            raise BadInput("--also, --skill, --ablate: work for a single item only; name it with --item")
        if self.also is not None and not different_names(self.also):
            raise BadInput("--also: name at least one player, or leave it out")
        bundle = catalogue.load(plan.game)
        rules = bundle.rule_files.load(plan.rules, plan.settings)
        for name in different_names(self.also):
            if not roster.taught(name) or roster.untrained(
                bundle, name
            ):  # who has to be trained is found when it is their turn
                roster.find(bundle, rules, name)
        if self.ablate and items[0].parts is None:
            raise BadInput(f"--ablate: the {items[0].name} has no parts that a rule can remove; leave it out")

    def elsewhere(self, plan: Experiment, item: Item) -> list[Setting]:
        """Every setting: the skill ladder, other players, rules without a part of the item."""
        bundle = catalogue.load(plan.game)
        trained = any(roster.taught(each) and not roster.untrained(bundle, each) for each in plan.strategies)
        rungs = [f"skill:{rung}" for rung in RUNGS] if (trained if self.skill is None else self.skill) else []
        settings = [Setting(name, LADDER, replace(plan, strategies=(name,))) for name in rungs]
        settings += [Setting(name, PLAYERS, replace(plan, strategies=(name,))) for name in different_names(self.also)]
        for name, there in _ablations(plan, item) if self.ablate else ():
            settings.append(Setting(name, FIXED, fixed(there, plan.rules)))
            if any(roster.learns(bundle, each) for each in plan.strategies):
                settings.append(Setting(name, ADAPTED, there))
        return settings


def asking(plan: Experiment, names: str | None, at: str | None, replicates: int, settings: Settings) -> Asking:
    """Items by their names: one at every moment that is asked for by its name, several at turns drawn by lot."""
    bundle = catalogue.load(plan.game)
    check_range("--replicates", replicates, 1, 255)
    items = single.items_of(bundle, bundle.rule_files.load(plan.rules, plan.settings).record(), different_names(names))
    settings.check(plan, items)
    moments = different_names(at)
    if at is not None and not moments:
        raise BadInput("--at: name at least one moment")
    if len(items) == 1:
        moments = moments or single.moments_of(items[0])
        return _of_one(plan, items[0], single.studies(items[0], moments, replicates), settings)
    if len(items) > MOST_ITEMS:
        raise BadInput(f"--item: asks for {len(items)} things, must be at most {MOST_ITEMS} at a time")
    if at is not None and moments != (UNIFORM,):
        raise BadInput(
            f"--at {at}: several items are compared at {UNIFORM}; for other moments name one item with --item"
        )
    study = several.study_of(items, replicates)

    def told(lineup: Lineup, outcomes: Mapping[str, Forked], beside: Sequence[Beside], about: About) -> Answer:
        worths = several.worths(lineup.bundle, lineup.rules, items, study, outcomes[study.moment])
        return several.answer(worths, lopsided_forks(tuple(lineup.strategies), outcomes), about)

    return Asking([study], told)


def _of_one(plan: Experiment, item: Item, plans: Sequence[Study], settings: Settings) -> Asking:
    def told(lineup: Lineup, outcomes: Mapping[str, Forked], beside: Sequence[Beside], about: About) -> Answer:
        uneven = lopsided_forks(tuple(lineup.strategies), outcomes)
        answer = worth.answer(single.value(lineup.bundle, lineup.rules, item, plans, outcomes), uneven, about)
        answer = extended(answer, beside) if beside else answer
        if not settings.ablate:
            return answer
        load = catalogue.load(plan.game).rule_files.load
        base = load(plan.rules, plan.settings)
        tweaks = [(name, base, load(there.rules, there.settings)) for name, there in _ablations(plan, item)]
        return replace(answer, tables=(*answer.tables, changed_rules(plan.game, tweaks)))

    return Asking(plans, told, item, lambda there: settings.elsewhere(there, item))


def _ablations(plan: Experiment, item: Item) -> list[tuple[str, Experiment]]:
    """The games under rules that take a part of the item away, by what is taken."""
    record = catalogue.load(plan.game).rule_files.load(plan.rules, plan.settings).record()
    fields = {name: record[name] for name in record.dtype.names}
    written = item.parts.ablations if item.parts else ()
    return [(name, replace(plan, settings=(*plan.settings, setting.format(**fields)))) for name, setting in written]


def beside(
    setting: Setting, item: Item, deals: int, *, workers: int | None = None,
    watch: Watcher = lambda _: None, watch_training: trainees.Watcher = trainees.unseen,
    checkpoints: Checkpoints | None = None, budget: Budget | None = None,
) -> Beside:  # fmt: skip
    """The value of the item in one setting, from forks at random turns; with checkpoints finished deals are kept."""
    bundle = catalogue.load(setting.plan.game)
    study = Study(UNIFORM, single.sides(item))
    lineup, found = fork(
        setting.plan, [study], deals, workers=workers, watch=watch, watch_training=watch_training,
        checkpoints=checkpoints, label=f"{setting.name}, {setting.kind}: ", budget=budget,
    )  # fmt: skip
    twins = single.seen_by_mover(lineup.rules, item, study, found[UNIFORM])
    naive = single.association_of(bundle, lineup.rules, item, found[UNIFORM])
    naively = naive.difference.estimate(0.95) if naive else None
    return Beside(setting.name, setting.kind, effect(twins, single.MOVER, single.OPPONENT), naively, lineup.cautions)


def extended(answer: Answer, found: Sequence[Beside]) -> Answer:
    """The answer with the value in other settings."""
    ladder, others = ([each for each in found if (each.kind == LADDER) == climbed] for climbed in (True, False))
    sentences = []
    if ladder:
        low, high = (words.stated(each.effect.score, PERCENTAGE_POINTS) for each in (ladder[0], ladder[-1]))
        sentences = [
            f"Over skill: {low} games in 100 among random players ({ladder[0].name}), {high} at the top of the"
            f" ladder ({ladder[-1].name})."
        ]
    for each in others:
        score = words.stated(each.effect.score, PERCENTAGE_POINTS, "games in 100")
        naive, where = "", f"Among {each.name}" if each.kind == PLAYERS else f"Under “{each.name}”, {each.kind}"
        if each.naive:
            naive = f"; naive {words.stated(each.naive, PERCENTAGE_POINTS, after=each.effect.score.interval)}"
        sentences.append(f"{where}: {score}{naive}.")
    sentences += [words.ONE_TRAINING] if any(each.kind == ADAPTED for each in found) else []
    both = [(each, (("effect", each.effect.score), ("naive difference", each.naive))) for each in ladder]
    rungs = [
        {"rung": int(each.name.rpartition(":")[2]), "curve": curve, "found": estimate}
        for each, curves in both
        for curve, estimate in curves
        if estimate is not None
    ]
    fields = (
        whole("rung", "Rung of the skill ladder", ""), text("curve", "What"),
        number("value", "Value", SHARE, "found.value"), *limits(SHARE, "found.interval"), *basis_of("found.interval"),
    )  # fmt: skip
    skill = table("skill", "From random play to the expert", fields, rungs)
    tables = [skill, *(_table(kind, others) for kind in TITLES)]
    shown = tuple(each for each in tables if each.frame.height)
    return replace(answer, findings=(*answer.findings, *map(Finding, sentences)), tables=(*answer.tables, *shown))


def _table(kind: str, others: Sequence[Beside]) -> Table:
    rows = [each for each in others if (each.kind == PLAYERS) == (kind == PLAYERS)]
    fields = (
        text("setting", "Setting", lambda each: each.name if kind == PLAYERS else f"{each.name}, {each.kind}"),
        number("score", "Effect on the score", SHARE, "effect.score.value"),
        *limits(SHARE, "effect.score.interval"),
        number("points", "Effect on the final lead", "points", "effect.points.value"),
        number("naive", "Naive difference", SHARE, lambda each: each.naive and each.naive.value),
        number("naive_low", "Naive: low end", SHARE, lambda each: each.naive and each.naive.interval.low),
        number("naive_high", "Naive: high end", SHARE, lambda each: each.naive and each.naive.interval.high),
        *basis_of("effect.score.interval"),
    )
    return table("players" if kind == PLAYERS else "ablations", TITLES[kind], fields, rows)
