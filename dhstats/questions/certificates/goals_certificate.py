"""A certificate that rules meet all goals: what the deals of a proof say, and all it takes to play them again.

It holds the deals of the proof alone, none of the search, and says the how manyth finalist it was: its level is the
share of α that this finalist had. The rules stand in it whole, and so does a player who learnt them.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from dhstats import programs
from dhstats.documents import read_json
from dhstats.errors import DataProblem, UserError
from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players.match import Lineup
from dhstats.players.positions.forks import Forked
from dhstats.questions.certificates.certificate import checksum, sealed
from dhstats.questions.goals.answers import every_goal
from dhstats.questions.goals.checking import Judged, Tally, Terms, judged
from dhstats.questions.goals.goal import Goal, Goals, goal
from dhstats.questions.goals.levers import Change
from dhstats.questions.goals.quantity import Setting, quantities
from dhstats.questions.goals.sources import Part
from dhstats.questions.redesigns.redesign import Plan, Redesign, digest_of, file_of
from dhstats.quoting import file_name
from dhstats.release import VERSION
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.positions.deck_matches import DeckMatch, DeckMatches
from dhstats.simulate.positions.forks import Study, fork
from dhstats.simulate.running.runner import simulate
from dhstats.storage import Run
from dhstats.storage.tables import Malformed, check, record

SCHEMA, KIND = 2, "all goals met by rules"
FORMER = 1  # whose plan was not fixed before the first deal, whose means were trusted by how many deals differ, and
# whose parts had seeds of their own
MAX_BYTES = 1 << 23
TOLERANCE = 1e-12  # of numbers that are computed again


@dataclass(frozen=True, slots=True)
class GoalEvidence:
    """A goal with its deals: `counts` are pairs of a value, of which `steps` make one of the unit, and deals."""

    name: str
    range: str
    verdict: str
    estimate: float
    se: float
    low: float
    high: float
    method: str
    level: float
    deals: int
    steps: int
    counts: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Played:
    """What was played and by whom: the rules whole, a learnt player's file, and the seed's deals from `begin` on."""

    game: str
    game_version: int
    rules_name: str
    rules_hash: str
    rules: dict[str, Any]
    player: str
    player_file: str
    seed: int
    most_deals: int
    begin: int = 0


@dataclass(frozen=True, slots=True)
class GoalsCertificate:
    """The claim that rules meet all goals of a file, with its evidence; plain values only."""

    schema: int
    kind: str
    claim: str
    title: str
    alpha: float  # for all finalists of the search together
    level: float  # the share of this one
    finalist: int
    tried: int  # how many rule sets the search had played by then
    base: str
    base_hash: str
    change: dict[str, Any]  # the keys that differ from the base
    goals: tuple[GoalEvidence, ...]
    played: Played
    written_by: str
    command: str
    seed: int = 0  # the one that was asked for; certificates of the former schema have neither
    plan: str = ""  # the hash of the plan before the first deal, from which the seed of the deals follows

    @property
    def text(self) -> str:
        """The file: JSON with a checksum of all the rest."""
        return sealed(asdict(self))

    @property
    def terms(self) -> Terms:
        """On which terms the goals are judged."""
        played = self.played
        return Terms(self.level, played.most_deals, played.seed, former=self.schema == FORMER, begin=played.begin)


def certificate_of(redesign: Redesign, command: str) -> GoalsCertificate | None:
    """The certificate of a redesign; nothing where no change meets all goals."""
    proof = redesign.answer
    if proof is None:
        return None
    rules, base = redesign.levers.rule_set(proof.change), redesign.levers.space.base
    claim = _claim(redesign.goals.game, base.name, proof.change, redesign.goals.title, len(proof.checked.judged))
    goals, terms, kept = redesign.goals, proof.checked.terms, json.loads(json.dumps(rules.kept))
    played = Played(
        goals.game, catalogue.load(goals.game).game.version, rules.name, rules.hash, kept, goals.player,
        file_of(proof.player), terms.seed, terms.most, terms.begin,
    )  # fmt: skip
    return GoalsCertificate(
        SCHEMA, KIND, claim, redesign.goals.title, redesign.terms.alpha, proof.checked.terms.alpha,
        proof.number, len(redesign.search.trials), base.name, base.hash, proof.change.values,
        tuple(map(_evidence, proof.checked.judged)), played, VERSION, command,
        proof.plan.seed, proof.plan.sha256,
    )  # fmt: skip


def _claim(game: str, base: str, change: Change, title: str, many: int) -> str:
    whose = f"{base} with {change.text}" if change.parts else f"{base} as it is"
    return f"{game} {whose} meets {every_goal(many)} of “{title}”"


def _evidence(each: Judged) -> GoalEvidence:
    interval, tally = each.estimate.interval, each.tally
    return GoalEvidence(
        each.goal.name, each.goal.written, each.standing, each.estimate.value, each.estimate.se, interval.low,
        interval.high, interval.method, interval.level, interval.n, tally.steps, tuple(sorted(tally.counts.items())),
    )  # fmt: skip


def is_one(path: Path) -> bool:
    """Whether a file says that it is a certificate of goals."""
    values = read_json(path, MAX_BYTES, error=DataProblem)
    return isinstance(values, dict) and values.get("kind") == KIND


def read_certificate(path: Path) -> GoalsCertificate:
    """A certificate of goals from its file; DataProblem for one that is damaged, or was changed since it was made."""
    values = read_json(path, MAX_BYTES, error=DataProblem)
    seal = values.pop("sha256", "")
    if values.get("schema") not in (FORMER, SCHEMA):
        raise DataProblem(f"{path}: has a schema that this version cannot read; it reads {FORMER} and {SCHEMA}")
    try:
        if checksum(values) != seal:
            raise DataProblem(f"{path}: was changed since it was written: its checksum does not match its content")
        for each in values["goals"]:
            each["counts"] = [[int(value), int(deals)] for value, deals in each["counts"]]
        certificate: GoalsCertificate = record(GoalsCertificate, values)
        check(
            replace(certificate, goals=tuple(replace(each, counts=()) for each in certificate.goals)), GoalsCertificate
        )
    except (KeyError, TypeError, ValueError, UnicodeEncodeError) as error:
        said = str(error) if isinstance(error, Malformed) else "its content is not that of a certificate of goals"
        raise DataProblem(f"{path}: is damaged: {said}") from error
    return certificate


@dataclass(frozen=True)
class Claimed:
    """A certificate set up again: its rules, its goals, and what its counts come to."""

    bundle: GameBundle
    rules: RuleSet
    goals: tuple[Goal, ...]
    judged: tuple[Judged, ...]


def claimed(certificate: GoalsCertificate) -> Claimed:
    """Rules and goals of a certificate; DataProblem where they are not what their names or hashes say."""
    played = certificate.played
    bundle = catalogue.load(played.game)
    if bundle.game.version != played.game_version:
        raise DataProblem(
            f"its games were played by version {played.game_version} of {played.game}, this is {bundle.game.version}"
        )
    rules = bundle.rule_files.restore(played.rules, played.rules_name)
    if rules.hash != played.rules_hash:
        raise DataProblem("its rules have a different hash from the one it states")
    setting = Setting(bundle, rules, played.rules_name, ())
    goals = []
    for each in certificate.goals:
        several = quantities(each.name, setting)
        if len(several) != 1:
            raise DataProblem(f"{each.name}: is not a single quantity")
        goals.append(goal(several[0], each.range))
    tallies = [Tally(one, dict(each.counts), each.steps) for one, each in zip(goals, certificate.goals, strict=True)]
    return Claimed(bundle, rules, tuple(goals), tuple(judged(tally, certificate.terms) for tally in tallies))


def arithmetic(certificate: GoalsCertificate, claim: Claimed) -> list[str]:
    """Whether every number follows from the counts of deals, in sentences; nothing where all do."""
    problems = [] if certificate.goals else ["it has no goals"]
    change = Change(tuple(sorted(certificate.change.items())), 0.0)
    if certificate.claim != _claim(
        certificate.played.game, certificate.base, change, certificate.title, len(certificate.goals)
    ):
        problems.append(f"its claim does not follow from its numbers: {certificate.claim!r}")
    if not math.isclose(
        certificate.level, certificate.alpha / (certificate.finalist * (certificate.finalist + 1)), rel_tol=1e-9
    ):
        problems.append(
            f"finalist {certificate.finalist} at α {certificate.alpha:g} has another level than {certificate.level:g}"
        )
    for said, right in zip(certificate.goals, map(_evidence, claim.judged), strict=True):
        for name, value in asdict(right).items():
            told = getattr(said, name)
            same = math.isclose(told, value, abs_tol=TOLERANCE) if isinstance(value, float) else told == value
            if not same:
                problems.append(f"{said.name}: {name} is {told!r}, but its counts give {value!r}")
        if right.verdict != "met":
            problems.append(f"{said.name}: is {right.verdict} by its counts, not met")
    plan = plan_of(certificate)
    if is_sealed(certificate) and (plan.sha256, plan.deals_seed) != (certificate.plan, certificate.played.seed):
        what = "(goals, ranges, rules, players, seed)"
        problems.append(f"its plan {what} is not the one from which the seed of its deals follows")
    return problems


def is_sealed(certificate: GoalsCertificate) -> bool:
    """Whether its plan was fixed before its first deal."""
    return certificate.schema != FORMER


def plan_of(certificate: GoalsCertificate) -> Plan:
    """The plan that goals, ranges, rules, players and seed of a certificate make."""
    played = certificate.played
    return Plan(
        tuple((each.name, each.range) for each in certificate.goals), played.game, played.game_version,
        played.rules_hash, played.player, digest_of(played.player_file), certificate.alpha, certificate.finalist,
        played.most_deals, certificate.seed,
    )  # fmt: skip


@dataclass(frozen=True)
class GamesIn:
    """Games in a folder, where nothing was played before."""

    folder: Path
    workers: int | None = None

    def play(self, plan: Experiment, name: str) -> Run:
        """Plays games."""
        return simulate(plan, self.folder / file_name(name), workers=self.workers)

    def fork(self, plan: Experiment, studies: Sequence[Study], deals: int, label: str) -> tuple[Lineup, Forked]:
        """Forks games at one moment."""
        lineup, found = fork(plan, studies, deals, workers=self.workers, label=label)
        return lineup, found[studies[0].moment]

    def meet(self, bundle: GameBundle, matches: Sequence[DeckMatch], seed: int, part: Part) -> Any:
        """Lets decks meet on the deals of a part."""
        return DeckMatches(bundle, self.workers).scores(matches, seed, part.first, part.deals)


def set_up(certificate: GoalsCertificate, claim: Claimed, folder: Path) -> Goals:
    """The goals as they are played again: rules and player from files in a folder, which have to be those claimed."""
    rules = folder / f"{Path(certificate.played.rules_name).stem or 'rules'}.toml"
    rules.write_text(claim.rules.to_toml(), encoding="utf-8")
    player = certificate.played.player
    if certificate.played.player_file:
        file = folder / "player.json"
        file.write_text(certificate.played.player_file, encoding="utf-8")
        player = f"{player}@{file}"
    again = claim.bundle.rule_files.load(str(rules), ())
    if again.hash != certificate.played.rules_hash:
        raise DataProblem("its rules, written again, have a different hash from the one it states")
    seats = claim.bundle.players(claim.rules.record())
    return Goals(certificate.title, certificate.played.game, str(rules), (), player, claim.goals, seats)


def code_of(certificate: GoalsCertificate) -> str:
    """The strategy file, which is code, that nobody named but a certificate; "" where none."""
    file = programs.file_of(certificate.played.player)
    return "" if file and programs.may_run(file) else file


def problems_of(certificate: GoalsCertificate) -> tuple[list[str], Claimed | None]:
    """What is wrong with a certificate before anything is played."""
    try:
        claim = claimed(certificate)
        return arithmetic(certificate, claim), claim
    except UserError as error:
        return [str(error)], None
    except (ArithmeticError, KeyError, TypeError, ValueError):
        return ["its numbers are impossible: no deals have these values"], None


def differing(certificate: GoalsCertificate, again: tuple[Judged, ...]) -> list[str]:
    """The goals whose deals, played again, have other values than a certificate says."""
    told = {each.name: (each.counts, each.steps) for each in certificate.goals}
    return [
        f"{each.goal.name}: its deals, played again, have different values from those it states"
        for each in again
        if told[each.goal.name] != (tuple(sorted(each.tally.counts.items())), each.tally.steps)
    ]
