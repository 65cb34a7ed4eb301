"""Proofs: a change that a search came up with, played on deals that no part of the search has seen, by its own experts.

Finalists are tried one after the other, each chosen before its own deals are. The first is judged at level α / 2, the
n-th at α / (n (n + 1)): these add up to α for any number of them, so that the chance that some change is wrongly said
to meet all goals is α at most (the union bound, STATS §14). Within a proof all goals are judged at that level without
correction (an intersection–union test: Berger 1982).

What is to be proved is fixed before the first deal, and the deals follow from it: their seed is the hash of the plan.
So nobody can narrow a range afterwards and keep the deals.
"""

import hashlib
import json
import math
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from dhstats.games import catalogue
from dhstats.games.ruleset import RuleSet
from dhstats.questions.goals.checking import Checked, Judged, Terms, check
from dhstats.questions.goals.goal import Goals
from dhstats.questions.goals.levers import Change
from dhstats.questions.goals.sources import Playing
from dhstats.questions.redesigns.trials import sample_of
from dhstats.questions.shared.first_screen import two_digits
from dhstats.stats.estimates.additive import Sample

APART = 10**10  # deals from the search's games to those of a counter-player, in so many steps as there are finalists
FIRST_SEED, HEX_DIGITS = 1 << 52, 13  # the seeds of proofs lie from 2^52 to 2^53, which every program holds exactly


@dataclass(frozen=True, slots=True)
class Plan:
    """All that a proof is to show, and how: goals with their ranges, rules, players, the level and the seed asked for.

    `player_sha256` is that of the file of a player who learnt. `alpha` is that of all finalists together.
    """

    goals: tuple[tuple[str, str], ...]
    game: str
    game_version: int
    rules_hash: str
    player: str
    player_sha256: str
    alpha: float
    finalist: int
    most_deals: int
    seed: int

    @property
    def sha256(self) -> str:
        """The plan in 64 hex digits."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()

    @property
    def deals_seed(self) -> int:
        """The seed of the proof's deals, which follows from the plan."""
        return FIRST_SEED + int(self.sha256[:HEX_DIGITS], 16)


@dataclass(frozen=True, slots=True)
class Proof:
    """A finalist: which change, its plan, who played it, and the goals as its own deals judge them."""

    change: Change
    plan: Plan
    player: str
    checked: Checked

    @property
    def number(self) -> int:
        """The how manyth finalist it is."""
        return self.plan.finalist

    @property
    def met(self) -> bool:
        """Whether all goals are met."""
        return self.checked.standing == "met"

    @property
    def first_failure(self) -> Judged | None:
        """The first goal that is missed, else the first that is open; nothing where all are met."""
        return next(iter((*self.checked.having("missed"), *self.checked.having("open"))), None)

    @property
    def probable(self) -> bool:
        """Whether all goals are met or within their ranges, and some number of deals would prove it."""
        still = self.checked.having("open")
        within = all(each.goal.low < each.estimate.value < each.goal.high for each in still)
        return not self.met and not self.checked.having("missed") and within and math.isfinite(self._whole)

    @property
    def needs(self) -> int:
        """About how many deals prove a probable finalist, if its quantities stay as they are; in two digits."""
        return two_digits(self._whole)

    @property
    def _whole(self) -> float:
        """The deals of the goal that takes most of them."""
        still = self.checked.having("open")
        return max((each.deals + each.more.blocks if each.more else math.inf for each in still), default=math.inf)

    @property
    def samples(self) -> dict[str, Sample]:
        """What its deals come to, by goal."""
        return {each.goal.name: sample_of(each.tally) for each in self.checked.judged}


def planned(goals: Goals, rules: RuleSet, number: int, terms: Terms, player: str) -> Plan:
    """What the proof of rules as the n-th finalist is to show, before its first deal."""
    return Plan(
        tuple((each.name, each.written) for each in goals.goals), goals.game, catalogue.load(goals.game).game.version,
        rules.hash, goals.player, digest_of(file_of(player)), terms.alpha, number, terms.most, terms.seed,
    )  # fmt: skip


def digest_of(file: str) -> str:
    """The hash of the file of a player; "" where there is none."""
    return hashlib.sha256(file.encode()).hexdigest() if file else ""


def file_of(player: str) -> str:
    """The text of the file that a player by name is from; "" for one without a file."""
    _, _, home = player.partition("@")
    return Path(home).read_text(encoding="utf-8") if home.endswith(".json") else ""


def terms_of(terms: Terms, plan: Plan) -> Terms:
    """On which terms a finalist is judged: its share of α, and deals of its own."""
    return replace(terms, alpha=terms.alpha / (plan.finalist * (plan.finalist + 1)), seed=plan.deals_seed)


def under(goals: Goals, change: Change, player: str) -> Goals:
    """The same goals of the game after a change, in the hands of a player."""
    return replace(goals, settings=(*goals.settings, *change.settings), player=player)


def prove(goals: Goals, change: Change, plan: Plan, terms: Terms, player: str, playing: Playing) -> Proof:
    """Plays a finalist until every goal is met or missed, or the deals end."""
    return Proof(change, plan, player, check(under(goals, change, player), terms_of(terms, plan), playing))
