"""Base rules and tweaks of them on the same deals: played, counted anew where that is exact, or until decided."""

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.documents import Mistakes
from dhstats.engine.reading.names import mentioned
from dhstats.errors import BadInput, check_range
from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle
from dhstats.games.objective import SUCCESS
from dhstats.games.rulefile import SETTING
from dhstats.games.ruleset import Difference as RuleDifference
from dhstats.games.ruleset import RuleSet
from dhstats.players import roster
from dhstats.players.learning import trainees
from dhstats.queries.counts import game_columns
from dhstats.questions.shared.metrics import ASK, SHARE, Ask
from dhstats.questions.tweaks.comparison import Comparison, DealSums, compare, deal_sums
from dhstats.questions.verdicts.lopsided import Lopsided, lopsided_run
from dhstats.quoting import different_names, file_name, quoted
from dhstats.simulate.plans.designs import design, tables
from dhstats.simulate.plans.experiment import Experiment, checked, refuse_unless_won, seats
from dhstats.simulate.tables import HALF, win_parts
from dhstats.storage import Run

Array = np.ndarray[Any, Any]
Play = Callable[[Experiment, Path], Run]
MOST_LEVELS = 60
WHOLE = re.compile(r"-?[0-9]{1,18}")
ADAPTED, FIXED = "adapted players", "fixed players"
RECOUNTED = ("score", "a_score", "margin", "gap", "draws", "lead_changes")  # what a tweak of the final count touches


@dataclass(frozen=True, slots=True)
class Tweak:
    """A rule set beside the base: another one by name or file, or changes to the base."""

    name: str
    rules: str
    settings: tuple[str, ...]


def tweak_of(base: str, text: str, everywhere: tuple[str, ...] = ()) -> Tweak:
    """A tweak from a command's words: KEY=VALUE ..., or a rule set, which takes along what is set `everywhere`."""
    if "=" in text:
        return Tweak(text, base, tuple(text.split()))
    return Tweak(text, text, () if text == base else everywhere)


@dataclass(frozen=True, slots=True)
class Knob:
    """A rule key with the values that are tried, as they are written and, where all are numbers, as numbers."""

    key: str
    values: tuple[str, ...]

    @property
    def numbers(self) -> tuple[float, ...] | None:
        """The values as numbers; nothing if one is none."""
        try:
            return tuple(float(value) for value in self.values)
        except ValueError:
            return None


def knob(written: str) -> Knob:
    """A key with its levels, from KEY=0..6, KEY=0..12:2 or KEY=a,b,c; BadInput naming what is allowed."""
    key, equals, levels = written.partition("=")
    values = _levels(levels.strip())
    if not (equals and key.strip() and len(values) > 1):
        raise BadInput(f"{written!r}: write KEY=FROM..TO, KEY=FROM..TO:STEP or KEY=A,B,C with at least two levels")
    if len(set(values)) < len(values):
        raise BadInput(f"{written!r}: names a level twice")
    return Knob(key.strip(), values)


def _levels(written: str) -> tuple[str, ...]:
    low, dots, rest = written.partition("..")
    high, colon, step = rest.partition(":")
    if not dots:
        return tuple(each.strip() for each in written.split(",") if each.strip())
    if not all(WHOLE.fullmatch(each) for each in (low, high, step or "1")) or (colon and not step):
        return ()
    width = int(step or "1")
    if width < 1 or int(high) - int(low) > 10_000:
        return ()
    return tuple(str(value) for value in range(int(low), int(high) + 1, width))


def tweaks_of(base: str, knobs: Sequence[Knob]) -> list[tuple[tuple[str, ...], Tweak]]:
    """Every combination of levels as a tweak; BadInput for too many."""
    if len({each.key for each in knobs}) < len(knobs) or not 1 <= len(knobs) <= 2:
        raise BadInput("sweep: name one rule key or two different ones")
    found = []
    for turned in itertools.product(*(each.values for each in reversed(knobs))):
        values = tuple(reversed(turned))
        settings = tuple(f"{each.key}={value}" for each, value in zip(knobs, values, strict=True))
        found.append((values, Tweak(" ".join(settings), base, settings)))
    if len(found) > MOST_LEVELS:
        raise BadInput(f"sweep: {len(found)} rule sets; at most {MOST_LEVELS} are tried at once")
    return found


def rule_sets_of(base: str, written: str, everywhere: tuple[str, ...]) -> list[Tweak]:
    """The rule set that a word names, or one for each level of a key; settings that hold everywhere go along."""
    if ".." in written and "=" in written:
        return [tweak for _, tweak in tweaks_of(base, [knob(written)])]
    return [tweak_of(base, written, everywhere)]


def mirror_or_match(
    command: str, question: str, base: str, strategies: str, deals: int, *, game: str, seed: int | None, until: str = ""
) -> Experiment:
    """The games that every rule set plays, by seat pairs or quartets; BadInput for players or deals that cannot be."""
    names = different_names(strategies)
    if len(names) not in (1, 2):
        raise BadInput(f"--strategies: one for a mirror or two for a match, not {strategies!r}")
    check_range("--deals", deals, 2, 10**8)
    kind = "seat" if len(names) == 1 else "quartet"
    plan = Experiment(
        f"{command}-{Path(base).stem}", question, game, base, (), names, design=kind,
        games=deals, seed=seed, moves="none", until=until,
    )  # fmt: skip
    return replace(checked(plan, command), games=deals * games_a_deal(plan)).with_seed()


def games_a_deal(plan: Experiment) -> int:
    """How many games every deal has, at a table for as many as the rules are for."""
    return len(design(plan.design, tables(plan.strategies, seats(plan)), 1).arms)


def refuse_tables(plan: Experiment, what: str, *, together: bool = False) -> None:
    """BadInput where more than two play and the score of one of two is judged; how often all succeed may be instead."""
    if together and catalogue.load(plan.game).objective.together:
        return
    refuse_unless_won(plan.game, players := seats(plan), what)
    if players > 2:
        raise BadInput(
            f"{what} judges the score of one of two players, but {plan.rules!r} is for {players}; `dhstats compare`"
            " without --until judges what every seat wins at such a table"
        )


def fixed(plan: Experiment, base: str) -> Experiment:
    """The same games among players as the base rules taught them."""
    bundle = catalogue.load(plan.game)
    names = tuple(f"{name}@{base}" if roster.learns(bundle, name) else name for name in plan.strategies)
    return replace(plan, strategies=names)


@dataclass(frozen=True)
class Bench:
    """A base rule set with its games, against which tweaks are set; `play` plays into a folder below `folder`."""

    plan: Experiment
    folder: Path
    play: Play
    blind: bool = False  # players are taken not to know of a tweak of the final count
    ask: Ask = ASK
    known: dict[tuple[Path, str, bool, int], DealSums] = field(default_factory=dict, compare=False)
    played: Run | None = None  # the base's run of a race

    @property
    def learns(self) -> bool:
        """Whether some player is taught by the rules under which they play."""
        return any(roster.learns(self.bundle, name) for name in self.plan.strategies)

    @cached_property
    def bundle(self) -> GameBundle:
        """The game."""
        return catalogue.load(self.plan.game)

    @cached_property
    def rules(self) -> RuleSet:
        """The base rules, checked."""
        return self.bundle.rule_files.load(self.plan.rules, self.plan.settings)

    @cached_property
    def run(self) -> Run:
        """The base's games among fixed players."""
        return self.played or self.play(fixed(self.plan, self.plan.rules), self.folder / "base")

    @cached_property
    def uneven(self) -> Lopsided | None:
        """Who wins nearly always in the base's games, so that the first player's score shows little; mostly nobody."""
        return lopsided_run(self.run) if self.ask.metric.name == "score" else None

    @cached_property
    def sums(self) -> DealSums:
        """What happened on every deal under the base rules."""
        return deal_sums(self.run)

    def check(self, tweaks: Sequence[Tweak]) -> None:
        """BadInput for the first rule set that is none, or is named twice, before anything is played."""
        names = [tweak.name for tweak in tweaks]
        for name in names:
            if names.count(name) > 1:
                raise BadInput(f"{name!r} is named twice")
        for tweak in tweaks:
            self.rules_of(tweak)

    def rules_of(self, tweak: Tweak) -> RuleSet:
        """A tweak's rules, checked; BadInput for a table of another size, whose deals could not be paired."""
        try:
            found = self.bundle.rule_files.load(tweak.rules, self._settings(tweak))
        except BadInput as problem:
            # A mistake in a tweak's own keys, which were not written with --set, named by the tweak
            if not tweak.settings or not str(problem).startswith(SETTING):
                raise problem from None
            told = [each.removeprefix(SETTING) for each in getattr(problem, "problems", (str(problem),))]
            raise Mistakes([f"{quoted(tweak.name)}: {each.lstrip(': ')}" for each in told]) from None
        there, here = self.bundle.players(found.record()), self.bundle.players(self.rules.record())
        if there != here:
            raise BadInput(
                f"{tweak.name!r} is for {there} players, the base rules for {here}: their deals cannot be paired;"
                f" choose base rules for {there}"
            )
        return found

    def plan_of(self, tweak: Tweak, *, adapted: bool = False) -> Experiment:
        """A tweak's games."""
        there = replace(self.plan, rules=tweak.rules, settings=self._settings(tweak))
        return there if adapted else fixed(there, self.plan.rules)

    def _settings(self, tweak: Tweak) -> tuple[str, ...]:
        return tweak.settings if tweak.rules != self.plan.rules else (*self.plan.settings, *tweak.settings)

    def under(self, tweak: Tweak, *, adapted: bool = False, name: str = "", deals: int = 0) -> DealSums:
        """What happens on every deal under a tweak, or on the first `deals`, once: counted anew where that is exact."""
        asked = (self.folder, tweak.name, adapted, deals)
        if asked in self.known:
            return self.known[asked]
        if not adapted and not changed_fields(self.rules, self.rules_of(tweak)):
            found = self.sums
        elif not adapted and self.countable(tweak):
            found = self._counted(self.rules_of(tweak))
        else:
            plan, name = self.plan_of(tweak, adapted=adapted), name or tweak.name
            if deals:
                plan, name = replace(plan, games=deals * games_a_deal(plan)), f"{name} on {deals}"
            found = deal_sums(self.play(plan, self.folder / file_name(name)))
        self.known[asked] = found.first(deals) if deals else found
        return self.known[asked]

    def differing(self, rules: RuleSet) -> list[RuleDifference]:
        """The keys that the base and other rules answer differently."""
        found: list[RuleDifference] = catalogue.rules(self.plan.game).diff(self.rules, rules)
        return found

    @cached_property
    def aims(self) -> tuple[str, ...]:
        """What seats and sides have of points, places and wins, which nobody counts anew."""
        found = self.bundle.objective.aims(self.bundle.players(self.rules.record()))
        return tuple(each for each in found if each != SUCCESS)

    @cached_property
    def games(self) -> dict[str, Array]:
        """What counting the base's games anew needs of each."""
        return game_columns(self.run, self.bundle.rescoring.columns)

    def _counted(self, rules: RuleSet) -> DealSums:
        games = self.games
        ends = self.bundle.rescoring.rescore(self.rules.record(), rules.record(), games)
        lead, winner = ends["score_first"] - ends["score_second"], ends["winner"]
        shares = {name: values for name, values in ends.items() if name.startswith(SHARE)}
        by_game = {
            "games": np.ones(len(winner), np.int64),
            "score": win_parts({"winner": winner}, 2)[0] // HALF,
            "margin": lead,
            "gap": np.abs(lead),
            "draws": (winner < 0).astype(np.int64),
            **shares,
        }
        arms = len(self.run.manifest.design.arms)
        anew = {name: values.reshape(-1, arms).sum(axis=1) for name, values in by_game.items()}
        told = {*RECOUNTED, *shares, *self.aims}
        kept = {name: values for name, values in self.sums.columns.items() if name not in told}
        deals = np.arange(len(lead) // arms)
        one_a_deal = lead[
            deals * arms + (deals % arms if len(self.run.manifest.matchups) > 1 else 0)
        ]  # as the SQL does
        values, games_of = np.unique(one_a_deal, return_counts=True)
        spreads = {**self.sums.spreads, "margin": dict(zip(values.tolist(), games_of.tolist(), strict=True))}
        return replace(self.sums, columns={**anew, **kept}, rescored=True, spreads=spreads, worth=None)

    def countable(self, tweak: Tweak) -> bool:
        """Whether a tweak touches the final count alone, in nothing that a player of the base could see."""
        changed = changed_fields(self.rules, self.rules_of(tweak))
        fields = self.bundle.rescoring.fields
        if not changed <= fields.keys() or self.ask.metric.name in ("lead_changes", *self.aims):
            return False
        telling = frozenset().union(*(fields[name] for name in changed))
        return self.blind or not (telling & self.visible)

    @cached_property
    def visible(self) -> frozenset[str]:
        """The names of all fields that some player of the base may look at."""
        names = fixed(self.plan, self.plan.rules).strategies
        found = [trainees.find(self.bundle, self.rules, name) for name in names]
        return frozenset().union(*(mentioned(strategy.function) for strategy in found))

    def compared(self, tweak: Tweak, *, adapt: bool = False) -> list[Comparison]:
        """A tweak against the base with fixed players, and with adapted ones if asked, on the same deals."""
        kinds = {tweak.name: False}
        if adapt and self.learns:
            kinds = {f"{tweak.name}, {FIXED}": False, f"{tweak.name}, {ADAPTED}": True}
        return [
            compare(self.sums, self.under(tweak, adapted=adapted, name=name), name, self.ask)
            for name, adapted in kinds.items()
        ]

    def each_under(self, tweaks: Sequence[Tweak], *, adapt: bool) -> dict[str, DealSums]:
        """What happens under base and tweaks, by name; of tweaks whose players learnt anew in these players' hands."""
        found, learnt = {self.plan.rules: self.sums}, adapt and self.learns
        for tweak in tweaks:
            name = self.compared(tweak, adapt=adapt)[-1].tweak
            found[name] = self.under(tweak, adapted=learnt, name=name)
        return found


def changed_fields(base: RuleSet, tweak: RuleSet) -> frozenset[str]:
    """The fields of the engine's rule record that two rule sets fill differently."""
    one, other = base.record(), tweak.record()
    return frozenset(name for name in one.dtype.names if not np.array_equal(one[name], other[name]))
