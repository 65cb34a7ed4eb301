"""From goals to rules: the cheapest change that meets all goals, with its proof, or why there is none."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

from dhstats.errors import BadInput
from dhstats.questions.goals.checking import Checked, Judged, Tally, Terms, check, judged, parts
from dhstats.questions.goals.goal import Goal, Goals
from dhstats.questions.goals.levers import NOTHING, Change, Levers
from dhstats.questions.goals.sources import FIRST, Part, Playing, Values, sources
from dhstats.questions.redesigns.players import Players
from dhstats.questions.redesigns.proof import APART, Proof, planned, prove, under
from dhstats.questions.redesigns.search import LIKELY, NO_CHANGE, Bounds, Search
from dhstats.questions.redesigns.trials import Members, Trial, sample_of
from dhstats.stats.estimates.additive import Sample
from dhstats.stats.intervals.blocks import Estimate

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
    """Everything that a redesign plays with: who plays, where games go, on which terms, and who watches.

    A counter-player to those who prove the answer learns from so many `probing` games; 0: none does.
    """

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

    def having(self, *standings: Outlook) -> tuple[Goal, ...]:
        """The goals of which one of these is so."""
        return tuple(goal for goal, standing in self.standings if standing in standings)


@dataclass(frozen=True)
class Countered:
    """What players who learnt to beat those of the proof score against them, and the goals among such players."""

    score: Estimate
    checked: Checked


@dataclass(frozen=True)
class Price:
    """What a goal costs: the cheapest change that probably meets all others, nothing where none was found."""

    goal: Goal
    change: Change | None


@dataclass(frozen=True)
class Redesign:
    """What came out: the search, the proofs in order, and around an answer its neighbours, without one the reasons.

    `certain` are the changes that miss a goal for sure, at level α for all of them together. `countered` are the goals
    after the answer among players who learnt to beat those of its proof.
    """

    goals: Goals
    terms: Terms
    search: Search
    proofs: tuple[Proof, ...]
    players: str
    neighbours: tuple[Neighbour, ...] = ()
    countered: Countered | None = None
    prices: tuple[Price, ...] = ()
    certain: frozenset[Members] = frozenset()

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
        every += [tuple(row) for lot in search.lots() for row in lot.members.tolist()]
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
    """Searches, proves, and looks around.

    Raises BadInput for a goals file that says nothing of changes; ResourceFailure or Interrupted as whoever plays does.
    """
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
    return replace(found, countered=Countered(score, checked))


def searched(search: Search, prove: Prove, base: Callable[[], dict[str, Sample]] | None = None) -> tuple[Proof, ...]:
    """Puts to the proof whatever a search comes up with, one after the other, until one meets all goals.

    Where others play proofs than the search, `base` tells what the rules as they are come to among those.
    """
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
    return _with_neighbours(found) if found.answer else _with_reasons(found)


def _proved(goals: Goals, trial: Trial, number: int, lab: Lab) -> Proof:
    player = lab.players.proving(trial.change)
    lab.watch(f"finalist {number}: {trial.change.text}", 0, 1)
    plan = planned(goals, levers_of(goals).rule_set(trial.change), number, lab.terms, player)
    return prove(goals, trial.change, plan, lab.terms, player, lab.place(f"proof-{number}"))


def _with_neighbours(found: Redesign) -> Redesign:
    assert found.answer is not None
    near = list(found.levers.neighbours(found.answer.change))[:NEIGHBOURS]
    around = []
    for done, change in enumerate(near):
        found.search.watch(f"beside the answer: {change.text}", done, len(near))
        if trial := found.search.looked_at(change, NEIGHBOUR_PARTS):
            standings = tuple((goal, _outlook(found, trial, goal)) for goal in found.goals.goals)
            around.append(Neighbour(change, standings))
    return replace(found, neighbours=tuple(around))


def _outlook(found: Redesign, trial: Trial, goal: Goal) -> Outlook:
    """Whether a goal is met or missed, for sure at level α alone, or else probably."""
    if (standing := trial.standing(goal, found.terms.alpha)) != "open":
        return standing
    return "probably met" if found.search.expected.chance_of(trial, goal) >= LIKELY else "probably missed"


def _with_reasons(found: Redesign) -> Redesign:
    search, prices = found.search, []
    for goal in found.goals.goals:
        others = [each for each in found.goals.goals if each is not goal]
        trial = search.best(others, PLAYED_FOR_A_GOAL) if others else None
        prices.append(Price(goal, trial.change if trial else None))
    search.exclude(found.terms.alpha)
    certain = {members for members, trial in search.trials.items() if search.missed(trial, found.terms.alpha)}
    return replace(found, prices=tuple(prices), certain=frozenset(certain))


def levers_of(goals: Goals) -> Levers:
    """What may be changed to meet goals; BadInput for a file that does not say it."""
    if goals.levers is None:
        raise BadInput("nothing may be changed: name keys with their levels in a table [change] of the goals file")
    return goals.levers
