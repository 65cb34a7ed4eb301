"""Small real runs of Dragonwood, and their games as plain Python counts them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from dhstats.games.dragonwood.table import CREATURES, ENHANCEMENTS, SEATS
from dhstats.storage import Run
from tests.queries import logged_runs
from tests.queries.logged_runs import Row, stored_games

play = partial(logged_runs.play, "dragonwood")
WAYS = ("strike", "stomp", "scream", "spell")
# Cards that are easy to get, so that short runs hold every kind of attempt, end and enhancement.
EASY = (
    "setup.removed.two=20", "adventurers.suits=3", "spell.allowed=true", "spell.cards=2", "spell.dice=3", "spell.spends=true",
    "attempt.wounds=2", "creatures.orange_dragon.stomp=4", "creatures.blue_dragon.strike=4",
    *(f"enhancements.{name}.scream=2" for name in ENHANCEMENTS),
)  # fmt: skip


@dataclass(frozen=True)
class Attempt:
    """An attempt as the log tells it."""

    target: str
    way: str
    quarter: int
    cards: int
    success: bool
    points: int
    spent: int


class Game(logged_runs.Game):
    """A game with its decisions in order."""

    @property
    def players(self) -> int:
        """How many played."""
        return int(self.row["players"])

    def taken(self) -> list[int]:
        """How many turns everybody took: counted from the log, by whose turn each decision was in."""
        seen = {(turn["mover"], turn["own_turn"]) for turn in self.turns}
        return [sum(mover == seat for mover, _ in seen) for seat in range(self.players)]

    def margin(self, seat: int) -> int:
        """A player's score less the best of the others."""
        scores = [int(self.row[f"score_{name}"]) for name in SEATS[: self.players]]
        return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)

    def attempts(self, wounds: int) -> Iterator[Attempt]:
        """Every attempt, with what came of it."""
        for at, turn in enumerate(self.turns):
            if turn["act"] not in WAYS:
                continue
            outcome = [turn]
            if at + 1 < len(self.turns) and self.turns[at + 1]["act"] in ("keep", "reroll"):
                outcome.append(self.turns[at + 1])
            success, points = any(row["captured"] for row in outcome), sum(row["points"] for row in outcome)
            cards, lost = bin(turn["cards"]).count("1"), self._lost(turn)
            failed = cards + lost if turn["act"] == "spell" else lost or min(cards, wounds)  # spells are lost too
            spent = cards if success else failed
            quarter = 4 * turn["turn"] // len(self.turns)
            yield Attempt(turn["target"], turn["act"], quarter, cards, success, points, spent)

    def _lost(self, attempt: Row) -> int:
        """Cards that the player discarded one by one in the turn of an attempt."""
        same = (attempt["mover"], attempt["own_turn"])
        return sum(
            turn["act"] == "discard" and turn["seat"] == attempt["mover"] and (turn["mover"], turn["own_turn"]) == same
            for turn in self.turns
        )


def games_of(run: Run) -> list[Game]:
    """All games of a run whose decisions were logged."""
    return [Game(**vars(game)) for game in stored_games(run) if game.turns]


def is_creature(title: str) -> bool:
    """Whether a card brings points."""
    return title in CREATURES
