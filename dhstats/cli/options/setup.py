"""What is played, as commands ask for it: the game, its rules and what is changed of them, cards, players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dhstats import machine
from dhstats.cli.options import completion
from dhstats.cli.options.numbers import path, seconds, size
from dhstats.cli.options.parameters import FILE, Json, Page, RunCode, game_option, option, rules_named
from dhstats.errors import BadInput
from dhstats.games.folder import USUAL

if TYPE_CHECKING:
    from dhstats.games.bundle import GameBundle
    from dhstats.games.ruleset import RuleSet
    from dhstats.queries.connection import Limits
    from dhstats.simulate.plans.experiment import Experiment
    from dhstats.simulate.work.workers import Budget


@dataclass(frozen=True)
class Setup:
    """What is played: a game, its rules and what is changed of them, decks and a card pack where there are such."""

    game: str = option(USUAL, game_option())
    rules: str | None = rules_named("A shipped rule set or a rule file (default: the game's usual rules).")
    settings: list[str] | None = option(
        None, "Change a rule: KEY=VALUE; repeatable.", "--set", metavar="KEY=VALUE", autocompletion=completion.settings
    )
    decks: str | None = option(
        None,
        "Decks by their names in the card pack: A,B, one for each player, or one for all (games with decks).",
        metavar="A,B",
    )
    pack: str | None = option(None, "A shipped card pack or a TOML file (games with card packs).", metavar="FILE")

    @property
    def changes(self) -> tuple[str, ...]:
        """The rules that are changed, as KEY=VALUE."""
        return tuple(self.settings or ())

    @property
    def rule_set(self) -> str:
        """The rule set that was named, or the usual one of the game; BadInput for an unknown game."""
        from dhstats.games import catalogue

        return catalogue.load(self.game).default_rules if self.rules is None else self.rules

    def players(self, named: str | None) -> str:
        """The players who were named, or those who usually play the game; BadInput for an unknown game."""
        from dhstats.games import catalogue

        return ",".join(catalogue.load(self.game).default_strategies) if named is None else named

    @property
    def everybody(self) -> tuple[str, ...]:
        """All scripts that come with the game, after the expert where there is one."""
        from dhstats.games import catalogue

        bundle = catalogue.load(self.game)
        return (*(("expert",) if bundle.game.learning else ()), *bundle.shipped_strategies())

    def load(self) -> tuple[GameBundle, RuleSet]:
        """The game with its rules, decks and card pack included; BadInput for anything else."""
        from dhstats.games import catalogue

        bundle = catalogue.load(self.game)
        cards = bundle.cards(self.rule_set, self.changes, self.decks, self.pack)
        return bundle, bundle.rule_files.load(self.rule_set, (*self.changes, *cards))

    def experiment(self, question: str, players: Sequence[str], seed: int | None) -> Experiment:
        """Games for a question, without the decks and cards that were named; they have no name yet."""
        from dhstats.simulate.plans.experiment import Experiment

        return Experiment("", question, self.game, self.rule_set, self.changes, tuple(players), seed=seed, moves="none")

    def with_cards(self, plan: Experiment) -> Experiment:
        """The same games with the decks and the card pack that were named."""
        from dhstats.simulate.plans.experiment import with_cards

        return with_cards(plan, self.decks, self.pack)


BESIDE_BASE = "game decks pack"  # where an argument names the rules
RULES_FIRST = "rules settings game decks pack"


@dataclass(frozen=True)
class SetupOfFile(Setup):
    """The same beside a file that may say which game it is."""

    game: str | None = option(None, game_option())  # type: ignore[assignment]
    run_code: RunCode = False


OF_GOALS = "rules settings run_code"  # played instead of those of a goals file

ALL = "seed out page workers cluster max_time max_disk nice resume json_target"
FORK_OPTIONS = "seed out page workers max_time nice resume json_target"  # played here alone, and small on disk


def _threads(context: typer.Context, workers: int | None) -> int | None:
    """Limits this command and all its libraries to a number of threads."""
    if workers is not None:
        if workers < 1:
            raise BadInput(f"--workers: must be at least 1, not {workers}")
        if workers > machine.MOST_THREADS:
            raise BadInput(f"--workers: must be at most {machine.MOST_THREADS:,}, not {workers:,}")
        context.with_resource(machine.at_most(workers))
    return workers


def _priority(nice: bool) -> bool:
    if nice:
        machine.give_way()
    return nice


@dataclass(frozen=True)
class Playing:
    """How games are played, and where they and the answer go."""

    seed: int | None = option(None, "The same seed gives the same games.")
    rule_file: Path | None = option(
        None, "Write the new deck and its pack as a rule file, to play with --rules.", **FILE
    )
    out: Path | None = option(
        None,
        "The folder for the games (default: in data/, named after the question; the same question continues there).",
        metavar="DIR",
        parser=path,
    )
    page: Page = None
    workers: int | None = option(
        None, "Number of threads (default: one per processor); results do not depend on it.", callback=_threads
    )
    cluster: str = option(
        "",
        "Play on the workers of a Dask cluster: tcp://HOST:8786, or local:N for N processes on this machine.",
        metavar="ADDRESS",
    )
    max_time: str | None = option(
        None, "Stop after this time, such as 90s or 2h30m, and keep what is finished; --resume continues."
    )
    max_disk: str | None = option(
        None, "Stop before the games take more disk space than this, such as 20GB; --resume continues."
    )
    nice: bool = option(False, "Run at low priority.", "--nice", callback=_priority)
    resume: bool = option(False, "Continue a stopped command in --out.", "--resume")
    json_target: Json = None

    @property
    def limits(self) -> Budget:
        """What the command may take of time and disk; BadInput for what cannot be read."""
        from dhstats.simulate.work.workers import Budget

        return Budget(
            None if self.max_time is None else seconds(self.max_time),
            None if self.max_disk is None else size(self.max_disk),
        )


PlayedRuns = Annotated[Playing, ALL]
PlayedForks = Annotated[Playing, FORK_OPTIONS, ("seed", "The same seed gives the same forks.")]


@dataclass(frozen=True)
class Counting:
    """What counting may use of memory, and where it spills the rest."""

    memory: int | None = option(None, "Memory limit of queries in MiB (default: DHSTATS_MEMORY, else 1024).")
    temp: str | None = option(
        None, "Folder for temporary files of large queries (default: DHSTATS_TEMP, else the system's)."
    )

    @property
    def limits(self) -> Limits:
        """The same for who counts; BadInput for what cannot be."""
        from dhstats.queries.connection import Limits

        return Limits.declared(self.memory, self.temp)
