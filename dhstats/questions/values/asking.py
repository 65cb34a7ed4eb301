"""What is asked of the things of a game: in which games, moments and other settings; and the answer."""

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
from dhstats.questions.forks.parents import named, players_of
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.first_screen import About
from dhstats.questions.shared.tables import basis_of, limits, number, table, text, whole
from dhstats.questions.shared.words import PERCENTAGE_POINTS
from dhstats.questions.tweaks.rule_changes import changed_rules
from dhstats.questions.tweaks.tweaks import fixed
from dhstats.questions.values import items as several
from dhstats.questions.values.value import (
    MOVER,
    OPPONENT,
    association_of,
    items_of,
    lopsided_forks,
    moments_of,
    seen_by_mover,
    sides,
    studies,
    value,
)
from dhstats.questions.values.words import answer
from dhstats.quoting import different_names
from dhstats.simulate.plans.experiment import Experiment, from_file, with_changes
from dhstats.simulate.positions.forks import Study, Watcher, fork
from dhstats.simulate.work.checkpoints import Checkpoints
from dhstats.simulate.work.workers import Budget
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.positions.twins import Effect, effect

PLAYERS, FIXED, ADAPTED, LADDER = "players", "fixed players", "adapted players", "skill"
SHARE = "share of a win"
RUNGS = (0, 2, 4, 6, 8, 9)  # of the skill ladder, from random play to the expert


@dataclass(frozen=True)
class Beside:
    """The swing at a random turn in another setting, and the naive difference there, if there is one.

    `cautions` are what has to be said of the players there.
    """

    name: str
    kind: str
    effect: Effect
    naive: Estimate | None
    cautions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Setting:
    """Where the value is asked for once more: its name, what kind of setting it is, and its games."""

    name: str
    kind: str
    plan: Experiment


def beside(
    setting: Setting, item: Item, deals: int, *, workers: int | None = None,
    watch: Watcher = lambda _: None, watch_training: trainees.Watcher = trainees.unseen,
    checkpoints: Checkpoints | None = None, budget: Budget | None = None,
) -> Beside:  # fmt: skip
    """The value of the item in one setting, from forks at random turns; with checkpoints finished deals are kept."""
    bundle = catalogue.load(setting.plan.game)
    study = Study(UNIFORM, sides(item))
    lineup, found = fork(
        setting.plan, [study], deals, workers=workers, watch=watch, watch_training=watch_training,
        checkpoints=checkpoints, label=f"{setting.name}, {setting.kind}: ", budget=budget,
    )  # fmt: skip
    twins = seen_by_mover(lineup.rules, item, study, found[UNIFORM])
    naive = association_of(bundle, lineup.rules, item, found[UNIFORM])
    naively = naive.difference.estimate(0.95) if naive else None
    return Beside(setting.name, setting.kind, effect(twins, MOVER, OPPONENT), naively, lineup.cautions)


def cautions_of(found: Sequence[Beside]) -> tuple[str, ...]:
    """What has to be said of the players of all settings, each thing once."""
    return tuple(dict.fromkeys(caution for each in found for caution in each.cautions))


def settings(plan: Experiment, item: Item, others: Sequence[str], *, ladder: bool, ablate: bool) -> list[Setting]:
    """Every setting: the skill ladder, other players, rules without a part of the item."""
    rungs = [f"skill:{rung}" for rung in RUNGS] if ladder else []
    found = [Setting(name, LADDER, replace(plan, strategies=(name,))) for name in rungs]
    found += [Setting(name, PLAYERS, replace(plan, strategies=(name,))) for name in others]
    for name, there in _ablations(plan, item) if ablate else ():
        found.append(Setting(name, FIXED, fixed(there, plan.rules)))
        if any(roster.taught(each) and "@" not in each for each in plan.strategies):
            found.append(Setting(name, ADAPTED, there))
    return found


def _ablations(plan: Experiment, item: Item) -> list[tuple[str, Experiment]]:
    """The games under rules that take a part of the item away, by what is taken."""
    record = catalogue.load(plan.game).rule_files.load(plan.rules, plan.settings).record()
    fields = {name: record[name] for name in record.dtype.names}
    written = item.parts.ablations if item.parts else ()
    return [(name, replace(plan, settings=(*plan.settings, setting.format(**fields)))) for name, setting in written]


def with_ablations(told: Answer, plan: Experiment, item: Item) -> Answer:
    """The answer with the rules that are changed where a part of the item is taken away, old and new."""
    load = catalogue.load(plan.game).rule_files.load
    base = load(plan.rules, plan.settings)
    tweaks = [(name, base, load(there.rules, there.settings)) for name, there in _ablations(plan, item)]
    return replace(told, tables=(*told.tables, changed_rules(plan.game, tweaks)))


def extended(told: Answer, found: Sequence[Beside]) -> Answer:
    """The answer with the value in other settings."""
    sentences = [Finding(_sentence(each)) for each in found if each.kind != LADDER]
    sentences += [Finding(words.ONE_TRAINING)] if any(each.kind == ADAPTED for each in found) else []
    ladder = [each for each in found if each.kind == LADDER]
    sentences = [*([Finding(_climb(ladder))] if ladder else []), *sentences]
    tables = [_curve(ladder), *(_table(kind, title, found) for kind, title in TITLES.items())]
    shown = tuple(each for each in tables if each.frame.height)
    return replace(told, findings=(*told.findings, *sentences), tables=(*told.tables, *shown))


def _climb(ladder: Sequence[Beside]) -> str:
    """The value from the lowest to the highest rung."""
    low, high = (words.stated(each.effect.score, PERCENTAGE_POINTS) for each in (ladder[0], ladder[-1]))
    return (
        f"Over skill: {low} percentage points among random players ({ladder[0].name}), {high} at the top of the"
        f" ladder ({ladder[-1].name})."
    )


def _curve(ladder: Sequence[Beside]) -> Table:
    """The value and the naive difference, rung by rung."""
    both = [(each, (("effect", each.effect.score), ("naive difference", each.naive))) for each in ladder]
    rows = [
        {"rung": int(each.name.rpartition(":")[2]), "curve": curve, "found": estimate}
        for each, curves in both
        for curve, estimate in curves
        if estimate is not None
    ]
    fields = (
        whole("rung", "Rung of the skill ladder", ""), text("curve", "What"),
        number("value", "Value", SHARE, "found.value"), *limits(SHARE, "found.interval"), *basis_of("found.interval"),
    )  # fmt: skip
    return table("skill", "From random play to the expert", fields, rows)


TITLES = {PLAYERS: "Among other players", FIXED: "Under rules without one of its parts"}


def _sentence(found: Beside) -> str:
    score = words.stated(found.effect.score, PERCENTAGE_POINTS, "percentage points")
    where = f"Among {found.name}" if found.kind == PLAYERS else f"Under “{found.name}”, {found.kind}"
    return f"{where}: {score}{_naively(found)}."


def _naively(found: Beside) -> str:
    if found.naive is None:
        return ""
    return f"; naive {words.stated(found.naive, PERCENTAGE_POINTS, after=found.effect.score.interval)}"


def _table(kind: str, title: str, found: Sequence[Beside]) -> Table:
    rows = [each for each in found if each.kind != LADDER and (each.kind == PLAYERS) == (kind == PLAYERS)]
    fields = (
        text("setting", "Setting", lambda each: each.name if kind == PLAYERS else f"{each.name}, {each.kind}"),
        number("score", "Effect on the score", SHARE, "effect.score.value"),
        *limits(SHARE, "effect.score.interval"),
        number("points", "Effect on the final lead", "points", "effect.points.value"),
        number("naive", "Naive difference", SHARE, lambda each: each.naive and each.naive.value),
        number("naive_low", "Naive: low end", SHARE, lambda each: each.naive and each.naive.interval.low),
        number("naive_high", "Naive: high end", SHARE, lambda each: each.naive and each.naive.interval.high),
        *basis_of("effect.score.interval"),
    )  # fmt: skip
    return table("players" if kind == PLAYERS else "ablations", title, fields, rows)


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
    """Other settings in which the value of a single item is asked: players, the skill ladder, rules without a part.

    Where `skill` is None the ladder is climbed if the players are trained ones.
    """

    also: str | None
    skill: bool | None
    ablate: bool

    @property
    def players(self) -> tuple[str, ...]:
        """The other players."""
        return different_names(self.also)

    def ladder(self, plan: Experiment) -> bool:
        """Whether the skill ladder is climbed."""
        return any(roster.taught(name) for name in plan.strategies) if self.skill is None else self.skill

    def check(self, plan: Experiment, items: Sequence[Item]) -> None:
        """BadInput for players that are none, and for parts that an item has not."""
        if len(items) > 1 and (self.also or self.ablate or self.skill):
            raise BadInput("--also, --skill, --ablate: work for a single item only; name it with --item")
        if self.also is not None and not self.players:
            raise BadInput("--also: name at least one player, or leave it out")
        bundle = catalogue.load(plan.game)
        rules = bundle.rule_files.load(plan.rules, plan.settings)
        for name in self.players:
            if not roster.taught(name):  # who has to be trained is found when it is their turn
                roster.find(bundle, rules, name)
        if self.ablate and items[0].parts is None:
            raise BadInput(f"--ablate: the {items[0].name} has no parts that a rule can remove; leave it out")


@dataclass(frozen=True)
class Asked:
    """Items, the forks that tell what they are worth, and the other settings in which a single one is asked for."""

    items: tuple[Item, ...]
    studies: list[Study]
    settings: Settings

    @classmethod
    def of(cls, plan: Experiment, names: str | None, at: str | None, replicates: int, settings: Settings) -> Asked:
        """Items by their names at moments by theirs; BadInput for what cannot be asked of them."""
        bundle = catalogue.load(plan.game)
        check_range("--replicates", replicates, 1, 255)
        items = items_of(bundle, bundle.rule_files.load(plan.rules, plan.settings).record(), different_names(names))
        settings.check(plan, items)
        return cls(items, _studies(items, at, replicates), settings)

    def elsewhere(self, plan: Experiment) -> list[Setting]:
        """The other settings; none for several items."""
        if len(self.items) > 1:
            return []
        also = self.settings
        return settings(plan, self.items[0], also.players, ladder=also.ladder(plan), ablate=also.ablate)

    def answer(
        self, plan: Experiment, lineup: Lineup, found: dict[str, Forked], beside: Sequence[Beside], about: About
    ) -> Answer:
        """What the forks say: all of one item, in other settings too, or a row for each of several."""
        uneven = lopsided_forks(tuple(lineup.strategies), found)
        if len(self.items) > 1:
            forked = found[self.studies[0].moment]
            worths = several.worths(lineup.bundle, lineup.rules, self.items, self.studies[0], forked)
            return several.answer(worths, uneven, about)
        item = self.items[0]
        told = answer(value(lineup.bundle, lineup.rules, item, self.studies, found), uneven, about)
        told = extended(told, beside) if beside else told
        return with_ablations(told, plan, item) if self.settings.ablate else told


def _studies(items: Sequence[Item], at: str | None, replicates: int) -> list[Study]:
    """One item at every moment that is asked for, several at turns drawn by lot."""
    moments = different_names(at)
    if at is not None and not moments:
        raise BadInput("--at: name at least one moment")
    if len(items) == 1:
        return studies(items[0], moments or moments_of(items[0]), replicates)
    if len(items) > MOST_ITEMS:
        raise BadInput(f"--item: asks for {len(items)} things, must be at most {MOST_ITEMS} at a time")
    if at is not None and moments != (UNIFORM,):
        raise BadInput(
            f"--at {at}: several items are compared at {UNIFORM}; for other moments name one item with --item"
        )
    return [several.study_of(items, replicates)]
