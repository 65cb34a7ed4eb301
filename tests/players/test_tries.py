"""What a try says: the mean of what the network thinks at some own decisions to come, or how the game ends before."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from dhstats.engine.compiled import bind
from dhstats.engine.loop import PASS, STOP
from dhstats.players.search import searching

WORTHS = (0.5, 0.25, 0.75, 0.625, 1.0)  # what the seat thinks at each own decision
JUDGED = 0.375  # how the game ends for it


def said(decisions: int, first: int, last: int) -> float:
    """What a try says if the seat could decide so often before the end; opponents move in between."""
    ahead: Any = SimpleNamespace(
        options=SimpleNamespace(moves="moves"), mind="mind", seat=1, seen=np.array([3.0, 0.5, last])
    )
    worths = iter(WORTHS)
    terms = {"FIRST": first, "as_chance": float}
    ask = bind(
        searching.ask_ahead, "test", **terms,
        decide=lambda view, moves, count, mind: (2, next(worths) if view == "own" else 0.0),
    )  # fmt: skip

    def play_ahead(table: Any, options: Any, events: Any, row: int, step: int, ahead: Any) -> int:
        for _ in range(decisions):
            if ask(table, 1, "own", 4, ahead) == STOP:
                return STOP
            assert ask(table, 0, "other", 4, ahead) == 2
            assert ask(table, 0, "other", 0, ahead) == PASS
        return 0

    parts: dict[str, Any] = {"play_ahead": play_ahead, "judge": lambda table, result, seat: JUDGED}
    return float(bind(searching.look_ahead, "test", **terms, **parts)("table", "events", "result", ahead))


@pytest.mark.parametrize(
    ("decisions", "worth"),
    [
        (9, (0.25 + 0.75 + 0.625) / 3), (4, (0.25 + 0.75 + 0.625) / 3), (3, (0.25 + 0.75 + JUDGED) / 3),
        (2, (0.25 + JUDGED + JUDGED) / 3), (1, JUDGED), (0, JUDGED),
    ],
)  # fmt: skip
def test_a_try_is_the_mean_of_what_is_thought_on_the_way(decisions: int, worth: float) -> None:
    """At the second, third and fourth decision; the end counts for those that do not come. Nothing of earlier tries."""
    assert said(decisions, 2, 4) == pytest.approx(worth)


@pytest.mark.parametrize(("decisions", "worth"), [(9, 0.25), (2, 0.25), (1, JUDGED)])
def test_a_try_may_ask_once(decisions: int, worth: float) -> None:
    """As those of few do, and those of games whose players infer no hands."""
    assert said(decisions, 2, 2) == worth


@pytest.mark.parametrize(
    ("way", "budget", "shared"),
    [
        (searching.choose_by_averaging, searching.MANY, ("race", searching.LAST, searching.FAR_PRIOR)),
        (searching.choose_by_averaging, searching.MANY - 1, ("halve", searching.FIRST, searching.PRIOR)),
        (searching.choose_by_search, 1_000_000, ("halve", searching.FIRST, searching.PRIOR)),
    ],
)  # fmt: skip
def test_tries_of_many_look_far_ahead(way: Any, budget: int, shared: tuple[str, int, float]) -> None:
    """The network's own opinion counts for more there, and close moves race; who weighs no guesses never looks far."""
    seen = []

    def sharing(name: str) -> Any:
        def best(view: Any, moves: Any, tried: Any, mind: Any, prior: float, tries: int, room: Any) -> int:
            seen.append((name, room.seen[2], prior, tries))
            return 1

        return best

    kinds = dict.fromkeys(("TABLE", "OPTIONS", "EVENT", "RESULT"), np.dtype([("seat", "i8")]))
    parts: dict[str, Any] = {name: sharing(name) for name in ("halve", "race")} | {"candidates": lambda *_: [0, 1]}
    search_with = bind(searching.search_with, "test", **kinds, **parts, **searching.terms_of(way))
    mind: Any = SimpleNamespace(weights={searching.BUDGET: float(budget)})
    assert bind(way, "test", search_with=search_with)(SimpleNamespace(seat=0), [1, 2], 2, mind) == 1
    assert seen == [(*shared, budget)]
