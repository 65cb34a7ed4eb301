"""Who plays while changes are searched for, and who plays a proof: players who know the rules under test."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players import pupils, recipes, roster, trained
from dhstats.players.learning import trainees
from dhstats.players.pupils import Pupil
from dhstats.players.trained import Trained
from dhstats.questions.goals.goal import Goals
from dhstats.questions.goals.levers import Change, Levers
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import Interval, student_critical

EXPERT, LEVEL = "expert", 0.95
BY_SPACE = "one player who has learnt all rules of the space"
BY_GOING_ON = "players trained further from the base rules' expert for {games:,} games under each change"
AS_NAMED = "the same players everywhere, who do not learn"


@dataclass
class Players:
    """The players of every change, by the names under which games are played; what they have learnt lies in a folder.

    Where players learn, changes are played by one who knows the space of rules, if the game can, else by the base's
    expert after a short training; a proof by who went on under its rules alone, or with `full` training by its own one.
    """

    goals: Goals
    levers: Levers
    folder: Path
    workers: int = 1
    full: bool = False
    watch: trainees.Watcher = trainees.unseen
    told: Callable[[str, int, int], None] = lambda what, done, most: None
    _kept: dict[str, str] = field(default_factory=dict)

    @cached_property
    def bundle(self) -> GameBundle:
        """The game."""
        return catalogue.load(self.goals.game)

    @property
    def learns(self) -> bool:
        """Whether the players learn the rules that they play under."""
        return roster.learns(self.bundle, self.goals.player)

    @property
    def over_space(self) -> bool:
        """Whether one player knows all rules of the space."""
        return self.learns and self.bundle.game.space_learning is not None

    @property
    def others_prove(self) -> bool:
        """Whether a proof is played by others than the search."""
        return self.learns and (self.full or self.over_space)

    @property
    def words(self) -> str:
        """Who plays while changes are searched for."""
        if not self.learns:
            return AS_NAMED
        return BY_SPACE if self.over_space else BY_GOING_ON.format(games=recipes.WARM_GAMES)

    @cached_property
    def origin(self) -> Trained:
        """The player from whom all others come."""
        if self.over_space:
            recipe = trainees.space_recipe(self.bundle, self.levers.space)
            return trainees.player_of_space(
                self.bundle, self.levers.space, recipe, lambda _, lap: self.watch("the player of all these rules", lap)
            )
        base = self.levers.space.base
        if any(goal.quantity.games == "decks" for goal in self.goals.goals):
            return trainees.player_of_decks(
                self.bundle, base, lambda _, lap: self.watch("the player of all decks", lap)
            )
        return trainees.trained_player(Pupil(self.bundle, base, recipes.standard(self.bundle.game)), self.watch)

    def prepare(self, changes: Sequence[Change]) -> None:
        """Trains who plays these changes, several at a time, where each has players of their own."""
        if not self.learns or self.over_space or not changes:
            return
        rules = [self.levers.rule_set(change) for change in changes]
        self._warmed(rules[0])  # what they share is compiled alone
        with ThreadPoolExecutor(self.workers) as pool:
            made = pool.map(self._warmed, rules)
            for done, _ in enumerate(made):
                self.told(f"learning: {changes[done].text}", done, len(changes))

    def searching(self, change: Change) -> str:
        """Who plays a change while changes are searched for."""
        if not self.learns:
            return self.goals.player
        if not self.over_space:
            return self.proving(change)
        if self.goals.player in (EXPERT, roster.SPECIALIST) and pupils.of_space(self.bundle, self.levers.space):
            return roster.GENERALIST
        return self._named("all-rules", lambda: self.origin)

    def proving(self, change: Change) -> str:
        """Who plays the proof of a change."""
        if not self.learns or self.full or self.goals.player == roster.SPECIALIST:
            return self.goals.player
        rules = self.levers.rule_set(change)
        return self._named(rules.hash[:16], lambda: self._warmed(rules))

    def countering(self, change: Change, games: int) -> tuple[str, Estimate]:
        """Who learnt from nothing to beat those who played a proof, and their score, on deals of no training."""
        rules = self.levers.rule_set(change)
        rival = trainees.find(self.bundle, rules, self.proving(change), self.watch)
        usual = recipes.standard(self.bundle.game)
        recipe = recipes.against_rival(replace(usual, games=games, rounds=min(usual.rounds, games)))
        pupil = Pupil(self.bundle, rules, recipe, against=rival)
        path, player = self.folder / f"counter-{rules.hash[:16]}.json", trainees.trained_player(pupil, self.watch)
        trained.write(replace(player, card=()), path)  # of losing to their rival the answer tells
        (card,) = player.card
        half = student_critical(LEVEL, card.blocks - 1) * card.error
        interval = Interval(card.score - half, card.score + half, LEVEL, "t over blocks", card.blocks, "deals")
        return str(path), Estimate(card.score, card.error, interval)

    def _warmed(self, rules: RuleSet) -> Trained:
        recipe = recipes.going_on(self.origin.recipe, self.origin.checksum)
        return trainees.trained_player(Pupil(self.bundle, rules, recipe, origin=self.origin))

    def _named(self, name: str, player: Callable[[], Trained]) -> str:
        if name not in self._kept:
            path = self.folder / f"{name}.json"
            trained.write(player(), path)
            self._kept[name] = f"{self.goals.player}@{path}"
        return self._kept[name]
