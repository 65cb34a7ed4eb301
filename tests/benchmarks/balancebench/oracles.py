"""What each task of BalanceBench is worth, worked out without dhstats: from its game, rules and players alone."""

from fractions import Fraction
from functools import cache
from typing import Any

from tests.benchmarks.balancebench import dice, poker, tables
from tests.benchmarks.balancebench.poker import Outcomes

GAMES = {
    "tic_tac_toe": tables.tic_tac_toe, "gops": tables.gops, "duel": tables.duel, "fires": tables.fires,
    "village": tables.village, "draft": tables.alike, "borders": tables.alike, "kuhn": poker.kuhn, "leduc": poker.leduc,
    "auction": poker.auction, "one_turn": dice.one_turn, "pig": dice.pig, "three_dice": dice.three_dice,
    "liars_dice": dice.liars_dice,
}  # fmt: skip
SEATS = {"fires": 1, "one_turn": 1, "three_dice": 1, "village": 5}
SURE = 1.96  # standard errors of a 95 % interval

Task = dict[str, Any]
Words = tuple[str, ...]


def rule(word: str) -> tuple[str, Any]:
    """A rule as a task writes it."""
    name, _, value = word.partition("=")
    return name, {"true": True, "false": False}.get(value, int(value) if value.isdigit() else value)


@cache
def outcomes(game: str, words: Words, players: Words | str) -> Outcomes:
    """How likely each row of scores is."""
    rules = dict(map(rule, words))
    seats = rules.get("players", SEATS.get(game, 2))
    names = (players,) * seats if isinstance(players, str) else players
    if game == "gops" and len(set(names)) == 1 and rules.get("cards", 13) > 4:
        return tables.alike(rules, names)
    return GAMES[game](rules, names)


def share(scores: Any, seat: int) -> Fraction:
    """What a seat wins: all, or its part where several have most."""
    return Fraction(scores[seat] == max(scores), list(scores).count(max(scores)))


def mean(likely: Outcomes, what: Any) -> float:
    """A mean over games, rounded once."""
    return float(sum((chance * Fraction(what(scores)) for scores, chance in likely.items()), Fraction(0)))


def measured(task: Task, change: tuple[str, ...] = ()) -> float:
    """The metric that a task asks for, under its rules or one change of them."""
    likely = outcomes(task["game"], (*task.get("rules", ()), *change), names(task))
    metric = task.get("goal", task).get("metric", "seat")
    seats = len(next(iter(likely)))
    if metric.startswith("side."):
        return 100 * mean(likely, lambda scores: Fraction(scores[0] == metric.removeprefix("side.")))
    if metric == "success":
        return 100 * mean(likely, lambda scores: scores[0])
    if metric == "points":
        return mean(likely, lambda scores: scores[0])
    if metric == "score":
        return 100 * mean(likely, lambda scores: share(scores, 0))
    assert metric == "seat"
    if task["unit"] == "points":
        return mean(likely, lambda scores: Fraction(scores[0]) - Fraction(sum(scores)) / seats)
    return 100 * mean(likely, lambda scores: share(scores, 0) - Fraction(1, seats))


def names(task: Task) -> Words | str:
    """Who plays: one name, or one for each seat."""
    return task["players"] if isinstance(task["players"], str) else tuple(task["players"])


def games_for(task: Task) -> float:
    """How many independent games give an interval of the half-width that a task names."""
    likely = outcomes(task["game"], tuple(task.get("rules", ())), names(task))
    alone = len(next(iter(likely))) == 1

    def got(scores: Any) -> Fraction:
        return Fraction(scores[0]) if alone else share(scores, 0)

    average = sum((chance * got(scores) for scores, chance in likely.items()), Fraction(0))
    spread = mean(likely, lambda scores: (got(scores) - average) ** 2)
    return SURE**2 * spread / (task["margin"] / 100) ** 2


def powers(task: Task) -> dict[str, float]:
    """What each side, or each seat, wins beyond an even share."""
    likely = outcomes(task["game"], tuple(task.get("rules", ())), names(task))
    seats = len(next(iter(likely)))
    if task["power"] == "side":
        sides = sorted(scores[0] for scores in likely)
        return {side: 100 * mean(likely, lambda scores, s=side: Fraction(scores[0] == s) - Fraction(1, len(sides)))
                for side in sides}  # fmt: skip
    return {name: 100 * mean(likely, lambda scores, at=seat: share(scores, at) - Fraction(1, seats))
            for seat, name in enumerate(("first", "second", "third", "fourth")[:seats])}  # fmt: skip


def value_of(task: Task) -> Any:
    """The exact value of a task."""
    question = task["question"]
    if question == "seat":
        return measured(task)
    if question == "games":
        return games_for(task)
    if question == "power":
        return powers(task)
    if question == "people":
        return float(task["sheet"]["players"] != task["players"])
    values = {name: measured(task, tuple(change)) for name, change in task["changes"].items()}
    if question == "change":
        return values
    return next(iter(values.values())) - measured(task)


def truth_of(task: Task, value: Any) -> Any:
    """The right answer, by the value and the margin."""
    question, margin = task["question"], task["margin"]
    if question == "games":
        return value
    if question == "people":
        return "different" if value > margin else "same"
    if question == "reading":
        return "yes" if abs(value) > margin else "no"
    if question in ("change", "power"):
        low, high = (task["goal"]["low"], task["goal"]["high"]) if question == "change" else (margin, float("inf"))
        fits = [name for name, each in value.items() if low < each < high]
        assert len(fits) < 2, (task["name"], value)
        return fits[0] if fits else "none"
    above, below = ("first", "other") if question == "seat" else ("more", "less")
    return above if value > margin else below if value < -margin else "within"
