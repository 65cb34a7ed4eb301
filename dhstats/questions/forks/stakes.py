"""How much do decisions matter? What the best move is worth over the second best, and when a loser picks the winner."""

from dataclasses import dataclass

import numpy as np

from dhstats.games.bundle import GameBundle
from dhstats.players.match import Array
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Finding, Opening, Table
from dhstats.questions.shared.first_screen import About
from dhstats.questions.shared.tables import ranged, table, whole
from dhstats.questions.shared.words import HUNDREDTHS, PERCENT, PLAIN, Unit
from dhstats.simulate.positions.forks import Looked
from dhstats.stats.estimates.clusters import mean
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import UNBOUNDED

SHARE, DIFFERENCE = (0.0, 1.0), (-1.0, 1.0)
METHOD = (
    " Best against second best: one half of the continuations selects these two moves, the other half measures them, "
    "and then the halves swap, so no move looks good by luck; if continuations cannot separate the moves, the "
    "difference is smaller than that of the truly best two. Means over states with a choice, t over deals."
)


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a decision is about, over states with at least two legal moves; worths in wins or in points."""

    states: int
    in_points: bool
    best: Estimate  # what the best move is worth over the second best
    average: Estimate  # the same over the average one
    idle: Estimate  # how often no move changed the result of the player to move
    crowning: Estimate | None  # how often they never win and still decide who does, where three or more play

    @property
    def unit(self) -> tuple[Unit, str]:
        """How both differences are written, and of what."""
        return (PLAIN, "points") if self.in_points else (HUNDREDTHS, "games in 100")


def values_of(bundle: GameBundle, looked: Looked) -> tuple[Array, bool]:
    """What the players of a game want, by move and continuation: success, wins, or points, which is said beside it."""
    if bundle.objective.together:
        ways = [bundle.words["end_reason"].index(each) for each in bundle.objective.success]
        return np.isin(looked.results["end_reason"], ways).astype(np.float64), False
    in_points = bundle.objective.in_points or looked.seats == 1
    return (looked.points if in_points else looked.scores).astype(np.float64), in_points


def stakes(bundle: GameBundle, looked: Looked) -> Stakes | None:
    """What decisions of sampled states are about; None where fewer than two deals have a choice."""
    values, in_points = values_of(bundle, looked)
    rows: list[tuple[int, float, float, bool, bool]] = []
    _, starts = np.unique(looked.states, return_index=True)
    for first, last in zip(starts, np.append(starts[1:], len(looked.states)), strict=True):
        if last - first > 1:
            moves, won, mover = values[first:last], looked.won[first:last], int(looked.movers[first])
            # The player to move never wins here, and who does depends on the move
            crowns = bool(not won[..., mover].any() and (won != won[0]).any())
            rows.append((looked.deals[first], *_apart(moves), bool((moves == moves[0]).all()), crowns))
    if len({row[0] for row in rows}) < 2:
        return None
    deals, best, average, idle, crowning = (np.array(column, np.float64) for column in zip(*rows, strict=True))
    bounds = UNBOUNDED if in_points else DIFFERENCE
    found = [mean(each, deals.astype(np.int64)).estimate(bounds=bounds) for each in (best, average)]
    shares = [mean(each, deals.astype(np.int64)).estimate(bounds=SHARE) for each in (idle, crowning)]
    return Stakes(len(rows), in_points, found[0], found[1], shares[0], shares[1] if looked.seats > 2 else None)


def _apart(moves: Array) -> tuple[float, float]:
    """What the best move is worth over the second best and the average, read off the half that did not choose it."""
    best, average = 0.0, 0.0
    for half in (0, 1):
        chosen, judged = moves[:, half::2].mean(axis=1), moves[:, 1 - half :: 2].mean(axis=1)
        first, second = np.argsort(-chosen, kind="stable")[:2]
        best += (judged[first] - judged[second]) / 2.0
        average += (judged[first] - judged.mean()) / 2.0
    return best, average


def findings(found: Stakes) -> list[Finding]:
    """The difference between moves, and decisions that change nothing or crown somebody else."""
    unit, of = found.unit
    best = words.stated(found.best, unit, f"{of} more than the second best")
    average = words.stated(found.average, unit, "more than the average one", after=found.best.interval)
    told = [f"At a random decision with a choice the best move is worth {best}, and {average}."]
    idle = words.stated(found.idle, PERCENT, "of these decisions")
    told.append(f"At {idle} no move changed the result of the player to move.")
    if found.crowning is not None and found.crowning.value:
        crowned = words.stated(found.crowning, PERCENT, "of them", after=found.idle.interval)
        told.append(f"At {crowned} the player to move wins in no continuation and still decides who does: kingmaking.")
    return [Finding(sentence, headline=at == 0) for at, sentence in enumerate(told)]


def stakes_table(found: Stakes) -> Table:
    """The same as one row."""
    unit = "points" if found.in_points else "share of a win"
    crowning = ranged("crowning", "The player to move decides who else wins", "share of decisions")
    columns = (
        whole("states", "Decisions with a choice", "states"),
        *ranged("best", "Best move over the second best", unit), *ranged("average", "Best over the average one", unit),
        *ranged("idle", "No move changed the player's result", "share of decisions"),
        *(crowning if found.crowning is not None else ()),
    )  # fmt: skip
    return table("stakes", "What decisions are about", columns, [found])


def opening(found: Stakes, about: About, continuations: int) -> Opening:
    """How much the best move is worth over the second best, between whom."""
    unit, of = found.unit
    more = f"{of} more" if found.in_points else "more games in 100"
    digits, interval = words.digits_of(found.best, unit), found.best.interval
    reach = f"{words.reach(interval, digits, factor=unit.factor)} {more}, {words.level(interval)} interval"
    verb = "is worth" if found.in_points else "wins"
    question = f"How much do decisions matter in {about.title}?"
    best = f"The best move {verb} about {words.value(found.best, unit)} {more} than the second best, {about.between}."
    sure = f"{reach}; each move was tried {continuations} times, and the truly best may be worth a little more"
    follows = "See below which options these are: one that is always best is not a choice."
    return about.opening(question, best, "fact", sure, follows)
