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
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Literal

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.questions.goals.checking import Checked, Judged, Tally, Terms, check, judged, parts
from dhstats.questions.goals.goal import Goal, Goals
from dhstats.questions.goals.levers import NOTHING, Change, Levers
from dhstats.questions.goals.sources import FIRST, Part, Playing, Values, sources
from dhstats.questions.redesigns.players import Players
from dhstats.questions.redesigns.search import LIKELY, NO_CHANGE, Bounds, Members, Search, Trial, sample_of
from dhstats.questions.shared.first_screen import two_digits
from dhstats.stats.estimates.additive import Sample
from dhstats.stats.intervals.blocks import Estimate

APART = 10**10  # deals from the search's games to those of a counter-player, in so many steps as there are finalists
FIRST_SEED, HEX_DIGITS = 1 << 52, 13  # the seeds of proofs lie from 2^52 to 2^53, which every program holds exactly


@dataclass(frozen=True, slots=True)
class Plan:
    """All that a proof is to show, and how; the hash is that of a learnt player's file, `alpha` for all finalists."""

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
        still = self.checked.having("open")
        return max((each.deals + each.more.blocks if each.more else math.inf for each in still), default=math.inf)

    @property
    def samples(self) -> dict[str, Sample]:
        """What its deals come to, by goal."""
        return {each.goal.name: sample_of(each.tally) for each in self.checked.judged}


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


FINALISTS = 5  # that are proved at most
PLAYED_FOR_A_GOAL = 8  # more changes that are tried to see what each goal costs
NEIGHBOURS, NEIGHBOUR_PARTS, COMPARED_PARTS = 40, 2, 2  # looked at; the last: of the rules as they are, by who proves
PROVERS = "search/no change, who plays proofs"
COUNTER = APART * (FINALISTS + 1)  # the first deal of the games of a counter-player
Step = Callable[[str, int, int], None]
Place = Callable[[str], Playing]  # where games under a name are kept and played
Prove = Callable[[Trial, int], Proof]  # a change as the how manyth finalist


@dataclass(frozen=True)
class Lab:
    """What a redesign plays with; a counter-player to the proof's players learns from `probing` games, if not 0."""

    players: Players
    place: Place
    terms: Terms
    watch: Step
    probing: int = 0


@dataclass(frozen=True)
class PlayedChanges:
    """Changes of a goals file as games tell them, each kept under a name of its own."""

    goals: Goals
    lab: Lab

    @property
    def groups(self) -> tuple[tuple[Goal, ...], ...]:
        """The goals that the same games tell, those that cost least first."""
        told = [set(source.quantities) for source in sources(self.goals)]
        return tuple(tuple(goal for goal in self.goals.goals if goal.quantity in each) for each in told)

    def values(self, change: Change, part: Part, wanted: Sequence[Goal]) -> dict[str, Values]:
        """What a part of the games after a change says of the goals of a group."""
        there = under(self.goals, change, self.lab.players.searching(change))
        return self._values(there, f"search/{change.text.replace(' ', '_')}", part, wanted)

    def base_of_proofs(self) -> dict[str, Sample]:
        """What the goals' quantities are under the rules as they are in the hands of those who play proofs, by goal."""
        there, found = under(self.goals, NOTHING, self.lab.players.proving(NOTHING)), dict[str, Sample]()
        for group in self.groups:
            tallies = {goal.name: Tally(goal, {}) for goal in group}
            for part in parts(FIRST * 2 ** (COMPARED_PARTS - 1)):
                for name, values in self._values(there, PROVERS, part, group).items():
                    tallies[name] = tallies[name].plus(values)
            found |= {name: sample_of(tally) for name, tally in tallies.items()}
        return found

    def _values(self, there: Goals, place: str, part: Part, wanted: Sequence[Goal]) -> dict[str, Values]:
        quantities = [goal.quantity for goal in wanted]
        source = next(each for each in sources(there) if set(quantities) <= set(each.quantities))
        return source.values(there, self.lab.terms.seed, part, self.lab.place(place), quantities)


Outlook = Literal["met", "probably met", "probably missed", "missed"]
OUTLOOKS: tuple[Outlook, ...] = ("met", "probably met", "probably missed", "missed")  # from the best to the worst


@dataclass(frozen=True)
class Neighbour:
    """A change one level away from the answer, and how each goal stands there by the deals of the search."""

    change: Change
    standings: tuple[tuple[Goal, Outlook], ...]

    @property
    def standing(self) -> Outlook:
        """That of all goals: that of the worst."""
        return max((standing for _, standing in self.standings), key=OUTLOOKS.index)


Price = tuple[Goal, Change | None]  # a goal, and the cheapest change that probably meets all others, if one was found


@dataclass(frozen=True)
class Redesign:
    """What came out: the search, the proofs in order, and around an answer its neighbours, without one the reasons."""

    goals: Goals
    terms: Terms
    search: Search
    proofs: tuple[Proof, ...]
    players: str
    neighbours: tuple[Neighbour, ...] = ()
    countered: tuple[Estimate, Checked] | None = None  # what counter-players score, and the goals among them
    prices: tuple[Price, ...] = ()
    certain: frozenset[Members] = frozenset()  # changes that miss a goal for sure, at level α for all

    @property
    def answer(self) -> Proof | None:
        """The proof of the change that meets all goals."""
        return self.proofs[-1] if self.proofs and self.proofs[-1].met else None

    @property
    def probable(self) -> Proof | None:
        """Where nothing is proved, the first finalist that probably meets all goals: more deals should prove it."""
        return None if self.answer else next((each for each in self.proofs if each.probable), None)

    def certainly_misses(self, change: Change, goal: Goal) -> bool:
        """Whether a change misses a goal for sure, by its proof or by the deals of the search, each alone at α."""
        proved = (each.checked.having("missed") for each in self.proofs if each.change == change)
        if any(goal == each.goal for missed in proved for each in missed):
            return True
        trial = self.search.trials.get(self.search.members_of(change))
        return trial is not None and trial.standing(goal, self.terms.alpha) == "missed"

    @property
    def levers(self) -> Levers:
        """What may be changed."""
        return self.search.levers

    @property
    def base(self) -> Trial:
        """The rules as they are."""
        return self.search.trials[NO_CHANGE]

    def judged(self, trial: Trial) -> tuple[Judged, ...]:
        """How the goals stand after a change by the deals of the search, each alone at level α."""
        return tuple(
            judged(trial.tallies[goal.name], self.terms) for goal in self.goals.goals if goal.name in trial.tallies
        )

    @property
    def conflicts(self) -> tuple[tuple[Goal, Goal], ...]:
        """Goals that no change that was tried probably meets together, though some meet each of them."""
        found = []
        for one, other in combinations(self.goals.goals, 2):
            chances = [[self.search.expected.chance_of(trial, goal) for goal in (one, other)] for trial in self.tried]
            able = all(max(row[side] for row in chances) >= LIKELY for side in (0, 1))
            if able and max(first * second for first, second in chances) < 1.0 - LIKELY:
                found.append((one, other))
        return tuple(found)

    @property
    def all_excluded(self) -> bool:
        """Whether every rule set certainly misses a goal, or is refused by the check of rules."""
        search, allowed = self.search, self.levers.allowed
        refused = {members for members in search.out if members not in search.trials}
        every = [NO_CHANGE, *((place,) for place, each in enumerate(search.single) if allowed(each.values))]
        every += [tuple(row) for rows, _ in search.combined() for row in rows.tolist()]
        return {*self.certain, *refused}.issuperset(every)

    @property
    def out_of_reach(self) -> tuple[Goal, ...]:
        """Goals that no change that was tried probably meets, nor seemed to by its deals."""

        def near(trial: Trial, goal: Goal) -> bool:
            seen = trial.sample(goal)
            inside = seen is not None and goal.low <= seen.mean <= goal.high
            return inside or self.search.expected.chance_of(trial, goal) >= 1.0 - LIKELY

        return tuple(goal for goal in self.goals.goals if not any(near(trial, goal) for trial in self.tried))

    @property
    def tried(self) -> list[Trial]:
        """The changes that were tried and that conditions allow."""
        return [trial for trial in self.search.trials.values() if self.levers.allowed(trial.change.values)]

    def chance(self, trial: Trial) -> float:
        """The chance of a change to meet all goals."""
        return self.search.expected.chance(trial, self.goals.goals)

    @property
    def ranked(self) -> list[Trial]:
        """All changes that were tried, the likeliest to meet all goals first."""
        return sorted(self.search.trials.values(), key=lambda each: (-self.chance(each), each.change.cost))


def redesign(goals: Goals, lab: Lab, bounds: Bounds) -> Redesign:
    """Searches, proves, and looks around; BadInput for a goals file that says nothing of changes."""
    levers = levers_of(goals)
    others, trying = lab.players.others_prove, PlayedChanges(goals, lab)
    search = Search(goals.goals, levers, trying, bounds, lab.watch, others)
    lab.players.prepare([NOTHING, *search.possible_singles()])
    base = trying.base_of_proofs if others else None
    proofs = searched(search, lambda trial, number: _proved(goals, trial, number, lab), base)
    found = looked_around(Redesign(goals, lab.terms, search, proofs, lab.players.words))
    if not lab.probing or found.answer is None:
        return found
    lab.watch("a counter-player learns", 0, 1)
    change = found.answer.change
    player, score = lab.players.countering(change, lab.probing)
    checked = check(under(found.goals, change, player), replace(found.terms, begin=COUNTER), lab.place("countered"))
    return replace(found, countered=(score, checked))


def searched(search: Search, prove: Prove, base: Callable[[], dict[str, Sample]] | None = None) -> tuple[Proof, ...]:
    """Proves what a search comes up with until one meets all goals; `base` is the base among others who prove."""
    search.screen()
    if base is not None:
        search.watch("the rules as they are, by who plays proofs", 0, 1)
        search.expected.shift(search.trials[NO_CHANGE], base())
    proofs: list[Proof] = []
    while len(proofs) < FINALISTS and (trial := search.best()) is not None:
        proofs.append(prove(trial, len(proofs) + 1))
        failed = proofs[-1].first_failure
        if failed is None:
            break
        search.refuse(trial, proofs[-1].samples, f"{failed.goal.name} {failed.standing} in its proof")
    return tuple(proofs)


def looked_around(found: Redesign) -> Redesign:
    """With what lies around the answer, or where there is none with the reasons: none if more deals should do."""
    if found.probable:
        return found
    search = found.search
    if found.answer:
        near, around = list(found.levers.neighbours(found.answer.change))[:NEIGHBOURS], []
        for done, change in enumerate(near):
            search.watch(f"beside the answer: {change.text}", done, len(near))
            if trial := search.looked_at(change, NEIGHBOUR_PARTS):
                standings = tuple((goal, _outlook(found, trial, goal)) for goal in found.goals.goals)
                around.append(Neighbour(change, standings))
        return replace(found, neighbours=tuple(around))
    prices = []
    for goal in found.goals.goals:
        others = [each for each in found.goals.goals if each is not goal]
        trial = search.best(others, PLAYED_FOR_A_GOAL) if others else None
        prices.append((goal, trial.change if trial else None))
    search.exclude(found.terms.alpha)
    certain = {members for members, trial in search.trials.items() if search.missed(trial, found.terms.alpha)}
    return replace(found, prices=tuple(prices), certain=frozenset(certain))


def _proved(goals: Goals, trial: Trial, number: int, lab: Lab) -> Proof:
    player = lab.players.proving(trial.change)
    lab.watch(f"finalist {number}: {trial.change.text}", 0, 1)
    rules, version = levers_of(goals).rule_set(trial.change), catalogue.load(goals.game).game.version
    plan = Plan(
        tuple((each.name, each.written) for each in goals.goals), goals.game, version, rules.hash, goals.player,
        digest_of(file_of(player)), lab.terms.alpha, number, lab.terms.most, lab.terms.seed,
    )  # fmt: skip
    there, terms = under(goals, trial.change, player), terms_of(lab.terms, plan)
    return Proof(trial.change, plan, player, check(there, terms, lab.place(f"proof-{number}")))


def _outlook(found: Redesign, trial: Trial, goal: Goal) -> Outlook:
    if (standing := trial.standing(goal, found.terms.alpha)) != "open":
        return standing
    return "probably met" if found.search.expected.chance_of(trial, goal) >= LIKELY else "probably missed"


def levers_of(goals: Goals) -> Levers:
    """What may be changed to meet goals; BadInput for a file that does not say it."""
    if goals.levers is None:
        raise BadInput("nothing may be changed: name keys with their levels in a table [change] of the goals file")
    return goals.levers
