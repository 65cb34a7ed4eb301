"""How far is a player from the best? Who beats them, what they give away by search and by count, what cheats reach."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import numpy as np

from dhstats.engine.strategy import Strategy
from dhstats.players.strength.examining import Figure
from dhstats.players.strength.instruments import Tries
from dhstats.players.strength.tries import EVERYTHING, HANDS, TO_THE_END
from dhstats.players.trained import WEIGHTS
from dhstats.questions.training.among import Among, ItemAmong, verdicts
from dhstats.questions.training.trials import Examination, mean, score
from dhstats.stats.estimates.ratios import RatioSums
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import Interval

Array = np.ndarray[Any, Any]
LEVEL = 0.95
EXACT = "exact, as players move through all seats"
SMALLEST = 0.01  # tries that an opinion weighs that is to settle ties alone
AHEAD = 2  # own decisions that a try looks ahead
TRUSTED = 5.0  # how many tries the network's opinion weighs where hands are seen: little, as it does not see them
CHEATS = 2  # of the deals, what is played by cheats: one in so many, as they are far from even
PICKED, FEWEST = 2, 100  # the best counter-player is picked on one in so many other deals, and on all of few
JUDGED_TABLES = 60  # on which a decision is played to the end both ways
JUDGED_SHARE = 0.2  # of the decisions
FINE = 1_000_000  # what is given away is counted in parts of so many of a win
FAST = 20  # games of players who do not search cost little: so many times as many deals
RANDOM = "random"
SEES_HANDS, SEES_ALL = "a cheat who sees the hands", "a cheat who sees all cards to come"

OTHERS, FAIR, SELF, CHEAT = "scripts", "counter-players", "themself", "cheats"


@dataclass(frozen=True, slots=True)
class Reached:
    """What somebody scores against the player: who it is, of which kind, and whether they may enter a game."""

    who: str
    kind: str
    score: Estimate


@dataclass(frozen=True, slots=True)
class Lost:
    """What a player's own decisions give away: how many were judged, how often another is preferred, and how much.

    `decision` and `game` are shares of a win, a player; `decisions` is how many a player makes in a game.
    """

    judged: int
    preferred: Estimate
    decision: Estimate
    game: Estimate
    decisions: float


@dataclass(frozen=True, slots=True)
class Endgames:
    """A kind of endgame that is solved exactly: how often it was met, how often the best was missed, and the loss."""

    kind: str
    met: int
    missed: Estimate
    lost: Estimate


@dataclass(frozen=True, slots=True)
class Strength:
    """How strong a player is: what others reach against them, who was tried as a counter-player, what is given away.

    `best` is the counter-player that did best on other deals, `gain` how much more than an even share it scores on
    fresh ones. `sure` are decisions in which a sure win was there and not every option is solved, and those of them in
    which it was taken. `beside` are names of players among whom verdicts can be asked; `seats` has the verdicts on who
    begins and `items` what the main item is worth, where they were asked for. `typed` names the player on the command
    line, where that is more than the name.
    """

    player: str
    even: float
    tries: int
    deals: int
    scale: tuple[Reached, ...]
    tried: tuple[Reached, ...]
    best: str
    gain: Estimate
    lost: Lost
    endgames: tuple[Endgames, ...]
    sure: tuple[int, int]
    beside: tuple[str, ...] = ()
    seats: tuple[Among, ...] = ()
    items: tuple[ItemAmong, ...] = ()
    typed: str = ""

    @property
    def best_score(self) -> Estimate:
        """What the best counter-player scores on fresh deals."""
        return next(each.score for each in self.scale if each.who == self.best)

    @property
    def figure(self) -> Figure:
        """What is kept of it."""
        best = next(each.score for each in reversed(self.scale) if each.who == self.best)
        ends = best.interval
        return Figure(self.player, self.best, best.value, ends.low, ends.high, ends.level, ends.n)


@dataclass(frozen=True, slots=True)
class Plan:
    """How a player is examined: on how many deals, with how many tries a decision; among whom verdicts are asked.

    `beside` are the names of others among whom they can be asked; `slow` says that the player searches themself, so
    that all their games are dear.
    """

    deals: int
    tries: int
    among: tuple[Strategy, ...] = ()
    beside: tuple[str, ...] = ()
    slow: bool = False

    @property
    def fresh(self) -> range:
        """The deals on which everything is measured."""
        return range(self.deals)

    @property
    def other(self) -> range:
        """The deals on which the best counter-player is picked: none of them is measured on."""
        first = self.deals * FAST
        return range(first, first + min(self.deals, max(FEWEST, self.deals // PICKED)))

    @property
    def few(self) -> range:
        """The deals that cheats play."""
        return range(max(2, self.deals // CHEATS))

    @property
    def many(self) -> range:
        """The deals of games of the player in which nobody else searches."""
        return self.fresh if self.slow else self.unhurried

    @property
    def unhurried(self) -> range:
        """The deals of games in which nobody searches."""
        return range(self.deals * FAST)


Advance = Callable[[int, int, str], None]
"""Is told how many of how many parts are done, and which is next."""


@dataclass(frozen=True, slots=True)
class Responder:
    """A counter-player who tries their options: with whose network, and how."""

    who: str
    adviser: Strategy
    tries: Tries


def strength(
    exam: Examination, expert: Strategy, train: Callable[[], Strategy], plan: Plan, advance: Advance
) -> Strength:
    """All that is known of how strong a player is.

    `expert` advises whoever tries options; `train` gives the counter-player, in a thread of its own.
    """
    begun = count()

    def begin(what: str) -> None:
        """A part begins, so that those before it are done."""
        advance(next(begun), 5 + len(plan.among), what)

    with ThreadPoolExecutor(1) as pool:
        training = pool.submit(train)
        begin("cheats")
        cheats = [_answered(exam, each, CHEAT, plan.few) for each in cheating(plan, expert)]
        begin("their own games")
        watched = exam.watched(expert, judging(plan), plan.fresh)
        others = [_against(exam, each, OTHERS, plan.many) for each in yardsticks(exam)]
        begin("training a counter-player")
        counter = training.result()
    tried, fair = _countered(exam, plan, counter, answering(exam, plan, expert, counter), begin)
    even, sure = exam.trials.bundle.objective.even(exam.seats), int(watched["sure"].sum())
    always = Interval(even, even, LEVEL, EXACT, plan.deals, "deals")  # whatever the deals
    themself = Reached(exam.player.name, SELF, Estimate(even, 0.0, always))
    asked = verdicts(exam, plan.among, plan.fresh, plan.unhurried, begin)
    return Strength(
        player=exam.player.name,
        even=even,
        tries=plan.tries,
        deals=plan.deals,
        scale=(*others, themself, *fair, *cheats),
        tried=tuple(tried),
        best=fair[-1].who,
        gain=fair[-1].score.minus(even),
        lost=given_away(watched, exam.games),
        endgames=endgames(watched, exam),
        sure=(sure, sure - int(watched["passed_over"].sum())),
        beside=plan.beside,
        seats=asked.seats,
        items=asked.items,
        typed=exam.player.typed,
    )


def _countered(
    exam: Examination, plan: Plan, counter: Strategy, responders: Sequence[Responder], begin: Callable[[str], None]
) -> tuple[list[Reached], list[Reached]]:
    """Counter-players on the deals on which the best is picked; the trained one and the best of them on fresh deals."""
    begin("picking a counter-player")
    tried = [_against(exam, counter, FAIR, plan.other)]
    tried += [_answered(exam, each, FAIR, plan.other) for each in responders]
    begin("the counter-player on fresh deals")
    fair, best = [_against(exam, counter, FAIR, plan.many)], int(np.argmax([each.score.value for each in tried]))
    if best > 0:
        fair.append(_answered(exam, responders[best - 1], FAIR, plan.fresh))
    return tried, fair


def cheating(plan: Plan, expert: Strategy) -> list[Responder]:
    """The cheats: one who sees the hands, and one who sees all cards and draws to come."""
    hands = Tries(plan.tries, AHEAD, HANDS, not plan.slow, TRUSTED)
    everything = Tries(1, TO_THE_END, EVERYTHING, not plan.slow, SMALLEST)
    return [Responder(SEES_HANDS, expert, hands), Responder(SEES_ALL, expert, everything)]


def answering(exam: Examination, plan: Plan, expert: Strategy, counter: Strategy) -> list[Responder]:
    """Who answers a player without cheating, besides the trained counter-player."""
    plain = Responder("search", expert, Tries(plan.tries, AHEAD))
    if plan.slow:
        return [plain]
    tries, knows = Tries(plan.tries, AHEAD, knows=True), "search that knows how they play"
    knowing = [
        Responder(knows, expert, tries),
        Responder(f"{knows}, with the counter-player's network", counter, tries),
    ]
    alike = exam.player.network == expert.network and exam.player.weights == expert.weights
    # The plain search knows as much of a player who moves by the expert's first network alone: in its tries others do
    by_one_network = not exam.player.other_network and len(exam.player.weights) == len(WEIGHTS)
    return knowing if alike and by_one_network else [plain, *knowing]


def judging(plan: Plan) -> Tries:
    """How decisions of a player's own games are judged."""
    return Tries(plan.tries, AHEAD, share=JUDGED_SHARE, tables=JUDGED_TABLES)


def yardsticks(exam: Examination) -> list[Strategy]:
    """Scripts at the lower end of the scale: random play, and the first of those that players are measured by."""
    bundle = exam.trials.bundle
    names = dict.fromkeys((RANDOM, bundle.yardsticks[0]))
    return [bundle.find_strategy(name) for name in names if name != exam.player.name]


def _against(exam: Examination, other: Strategy, kind: str, deals: range) -> Reached:
    return Reached(other.name, kind, score(exam.against(other, deals), exam, LEVEL))


def _answered(exam: Examination, responder: Responder, kind: str, deals: range) -> Reached:
    return Reached(responder.who, kind, score(exam.answered(responder.adviser, responder.tries, deals), exam, LEVEL))


def given_away(watched: Array, sat: int) -> Lost:
    """What the judged decisions give away: means over deals; a deal in which none was judged gave nothing away.

    `sat` is on how many seats, those of all its games, somebody was watched in a deal.
    """
    judged, parts = watched["judged"], np.rint(FINE * watched["lost"]).astype(np.int64)
    game = mean((watched["lost"] / (JUDGED_SHARE * sat)).tolist(), LEVEL)
    return Lost(
        int(judged.sum()), ratio(watched["others"], judged).estimate(LEVEL),
        scaled(ratio(parts, judged).estimate(LEVEL), 1.0 / FINE), game, float(watched["decisions"].mean()) / sat,
    )  # fmt: skip


def endgames(watched: Array, exam: Examination) -> tuple[Endgames, ...]:
    """What is given away where the game is solved, by kind; those that were met."""
    solved = exam.trials.bundle.endgame
    found = []
    for number, kind in enumerate(solved.kinds if solved else (), start=1):
        met, missed = watched["met"][:, number], watched["missed"][:, number]
        parts = np.rint(FINE * watched["wasted"][:, number]).astype(np.int64)
        if met.sum() > 0:
            lost = ratio(parts, FINE * met).rate(LEVEL)
            found.append(Endgames(kind, int(met.sum()), ratio(missed, met).rate(LEVEL), lost))
    return tuple(found)


def ratio(y: Array, x: Array) -> RatioSums:
    """The sums of a ratio over the deals in which there is something of x."""
    y, x = y[x > 0].astype(object), x[x > 0].astype(object)  # whole numbers of any size
    return RatioSums(len(x), *(int(each) for each in (x.sum(), y.sum(), (x * x).sum(), (y * y).sum(), (x * y).sum())))


def scaled(estimate: Estimate, factor: float) -> Estimate:
    """An estimate in another unit."""
    ends = replace(estimate.interval, low=factor * estimate.interval.low, high=factor * estimate.interval.high)
    return Estimate(factor * estimate.value, factor * estimate.se, ends)
