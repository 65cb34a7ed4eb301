"""The referee: plays the logged decisions of a game on an ordinary table and compares every column of every row.

He shares no rule with the engine, and no random draw: cards and rules are those of `tabletop`, chance is that of
`draws`. So a log stands when two independent readings of the rulebook agree on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from dhstats.games.dragon.chronicle import Choice, Turn
from dhstats.games.dragon.draws import deck_of, pile
from dhstats.games.dragon.final import outcome
from dhstats.games.dragon.tabletop import Rules, Tabletop
from dhstats.games.retelling import Kept


@dataclass(frozen=True, slots=True)
class Problem:
    """A cell of a log that the rules contradict; `turn` is -1 in the row of the games table."""

    game_id: int
    turn: int
    column: str
    logged: str
    should_be: str

    def __str__(self) -> str:
        """The problem as a sentence."""
        place = f"turn {self.turn}" if self.turn >= 0 else "games table"
        return f"game {self.game_id}, {place}: {self.column} is {self.logged}, should be {self.should_be}"


def set_up(rules: Rules, kept: Kept) -> Tabletop:
    """The table of a kept game before its first decision: decks from seed and deal."""
    places = range(rules["players"])
    layout = int(kept.row.get("layout", kept.row["swapped"]))  # where two play, they are swapped or not
    piles = [pile(rules, kept.seed, int(kept.row["deal_id"]), place) for place in places]
    return Tabletop(rules, piles, [deck_of(rules, place)["dragon"] for place in places], layout)


def check(rules: Mapping[str, Any], kept: Kept) -> list[str]:
    """What the rules say against a kept game, in sentences; nothing if it stands."""
    return [str(problem) for problem in problems(rules, kept)]


def problems(rules: Rules, kept: Kept) -> Iterator[Problem]:
    """All cells of a kept game that the rules contradict, up to the first decision that could not be made."""
    game, table = int(kept.row["game_id"]), set_up(rules, kept)
    for number, row in enumerate(kept.turns):
        turn = Turn.of(row)
        if table.over:
            yield Problem(game, number, "turn", "logged", f"absent: the game is over after {table.decisions} decisions")
            return
        choice = Choice.of(turn, list(table.book))
        column, should_be = table.objection(choice)
        if column:
            yield Problem(game, number, column, str(getattr(turn, column)), should_be)
            return
        yield from _differences(game, number, asdict(turn), asdict(table.play(choice)))
    if table.over:
        yield from _differences(game, -1, kept.row, outcome(table))
    else:
        yield Problem(game, -1, "turns", str(kept.row["turns"]), f"more than the {table.decisions} that are logged")


def _differences(game: int, turn: int, logged: Mapping[str, Any], right: Mapping[str, Any]) -> Iterator[Problem]:
    for name, true in right.items():
        if logged[name] != true:
            yield Problem(game, turn, name, str(logged[name]), str(true))
