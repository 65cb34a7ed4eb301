"""What is asked of the things of a game: in which games, at which moments, in which other settings; and the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dhstats.errors import BadInput, check_range
from dhstats.games import catalogue
from dhstats.games.bundle import Item
from dhstats.players import roster
from dhstats.players.match import Lineup
from dhstats.players.positions.forks import UNIFORM, Forked
from dhstats.questions.forks.parents import named, players_of
from dhstats.questions.shared.answer import Answer
from dhstats.questions.shared.first_screen import About
from dhstats.questions.values import items as table
from dhstats.questions.values.beside import Beside, Setting, extended, settings, with_ablations
from dhstats.questions.values.value import items_of, lopsided_forks, moments_of, studies, value
from dhstats.questions.values.words import answer
from dhstats.quoting import different_names
from dhstats.simulate.plans.experiment import Experiment, from_file, with_changes
from dhstats.simulate.positions.forks import Study

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
            worths = table.worths(lineup.bundle, lineup.rules, self.items, self.studies[0], forked)
            return table.answer(worths, uneven, about)
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
    return [table.study_of(items, replicates)]
