"""Tries whose results are written down: how often rounds and races make which, and what they choose."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from dhstats.engine.compiled import bind
from dhstats.players.search import rounds


class ScriptedTries:
    """Moves that are numbers: what the network thinks of each, and what a try says of a move on the n-th table.

    `made` counts the tries of each move, `tables` how many were laid out, `begun` how often tries began.
    """

    def __init__(self, thought: Sequence[float], say: Callable[[int, int], float]) -> None:
        self.thought, self.say = thought, say
        self.made: Counter[int] = Counter()
        self.tables = self.begun = 0

    def best(self, way: Callable[..., int], budget: int, prior: float) -> int:
        """What `rounds.halve` or `rounds.race` takes for the best by so many tries."""

        def begin_tries(view: Any, mind: Any, trying: Any) -> None:
            self.begun += 1

        def lay_out(view: Any, trying: Any) -> None:
            self.tables += 1

        def worth_of(move: int, trying: Any) -> float:
            self.made[move] += 1
            return float(self.say(move, self.tables))

        space: dict[str, Any] = {
            "consider": lambda view, mind: None, "appraise": lambda view, move, mind: self.thought[move],
            "as_chance": float, "begin_tries": begin_tries, "lay_out": lay_out, "worth_of": worth_of,
        }  # fmt: skip
        for each in rounds.RACING:
            space[each.__name__] = bind(each, "scripted", **space)
        unlisted = 10  # the moves that are tried are not the first of all
        moves = [None] * unlisted + list(range(len(self.thought)))
        tried = range(unlisted, len(moves))
        return int(space[way.__name__]("view", moves, tried, "mind", prior, budget, "trying")) - unlisted
