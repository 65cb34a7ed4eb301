"""Small real runs of Dragon!, and their games as plain Python counts them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from dhstats.games.dragon.referee.chronicle import Paper, cardbook
from dhstats.storage import Run
from tests.queries import logged_runs
from tests.queries.logged_runs import Row, stored_games

play = partial(logged_runs.play, "dragon")
COSTLY = "pack.actions.claw_attack.suffers=1"  # wounds that are not the rival's
SEATS = ("first", "second", "third", "fourth")


@dataclass(frozen=True)
class Chain:
    """A card that was played, and what was played to top it, as the log tells it."""

    card: Paper
    mover: int
    rows: list[Row]

    @property
    def tops(self) -> int:
        """Cards played to top."""
        return sum(row["act"] == "top" for row in self.rows)

    @property
    def open(self) -> bool:
        """Whether somebody could have topped it."""
        return any(row["act"] in ("top", "hold") for row in self.rows)

    @property
    def cancelled(self) -> bool:
        """Whether it was cancelled in the end."""
        return self.rows[-1]["outcome"] == "cancelled"

    @property
    def wounds(self) -> int:
        """What it inflicted on others."""
        return max(0, sum(row["wounds"] for row in self.rows) - self.card.number("suffers"))

    @property
    def at_ground(self) -> bool:
        """Whether it was played at something that lies in play."""
        return bool(self.rows[0]["at"] >= 0)


@dataclass(frozen=True)
class Game(logged_runs.Game):
    """A game with its decisions in order, and what the cards of its pack are."""

    book: tuple[Paper, ...]

    def place(self, seat: int) -> int:
        """The place whose deck a seat has."""
        return (seat + self.arm.moved) % int(self.row["players"])

    def won(self, seat: int) -> bool:
        """Whether a seat has won, alone or with a partner."""
        return bool(self.row["winner"] >= 0 and self.row[f"rank_{SEATS[seat]}"] == 1)

    def taken(self) -> list[tuple[int, int]]:
        """The turns that have a decision, in order: whose, and which of his."""
        return list(dict.fromkeys((turn["mover"], turn["own_turn"]) for turn in self.turns))

    def chains(self) -> Iterator[Chain]:
        """Every card that was played as the first of a chain."""
        rows: list[Row] = []
        for turn in self.turns:
            if turn["act"] == "play" and rows:
                yield self._chain(rows)
                rows = []
            if turn["act"] == "play" or (rows and turn["act"] in ("pay", "top", "hold")):
                rows.append(turn)
        if rows:
            yield self._chain(rows)

    def _chain(self, rows: list[Row]) -> Chain:
        return Chain(self.book[rows[0]["card"]], rows[0]["mover"], rows)


def games_of(run: Run) -> list[Game]:
    """All games of a run whose decisions were logged."""
    book = tuple(cardbook(run.manifest.rules["pack"]).values())
    return [Game(**vars(game), book=book) for game in stored_games(run) if game.turns]


def kind(card: Paper) -> str:
    """The first type of a card, as the rulebook orders them; of equal rank there is one at most."""
    order = ("breath", "melee", "magic", "turn", "ground", "attachment", "upgrade")
    return next((name for name in order if name in card.types), card.types[0])
