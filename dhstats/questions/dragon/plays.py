"""Cards of a kind that were played: how often they were topped, cancelled, and what wounds they brought."""

from __future__ import annotations

from dataclasses import dataclass

from dhstats.queries.counts import Counts
from dhstats.questions.dragon.logged import logged_deals
from dhstats.questions.groups import Group
from dhstats.questions.sums import Row, block_sums, rate, ratio_estimate, ratio_sums
from dhstats.questions.tables import Field, Value, also, ranged, whole
from dhstats.stats.blocks import Estimate
from dhstats.stats.ratios import RatioSums

ALL, ANY_DECK, ANY_NUMBER = "", -1, -1  # as the query names all kinds, all decks, any number of cards to top

FIELDS: tuple[Field, ...] = (
    whole("plays", "Cards played", "cards"),
    *ranged("game", "Cards played a game", "cards a game"),
    *ranged("share", "Share of the cards played", "share of cards"),
    *ranged("open", "Could be topped", "share of these cards"),
    *ranged("topped", "Were topped", "share of these cards"),
    *ranged("cancelled", "Were cancelled in the end", "share of these cards"),
    *ranged("wounds", "Wounds a card", "wounds"),
    *ranged("toll", "Wounds a game", "wounds a game"),
)

Key = tuple[str, int, int]  # kind, place, number of cards to top


@dataclass(frozen=True, slots=True)
class Plays:
    """Cards that were played, among others, over all deals whose turns were logged."""

    row: Row
    among: Row
    deals: int
    games: int  # of a deal

    @property
    def share(self) -> Estimate | None:
        """Their share of the others."""
        row, among = self.row, self.among
        return rate(RatioSums(
            n=self.deals, sum_x=among["plays"], sum_y=row["plays"], sum_xx=among["plays_squares"],
            sum_yy=row["plays_squares"], sum_xy=row["among_plays"],
        ))  # fmt: skip

    def part(self, name: str, of: str = "plays") -> Estimate | None:
        """The share of them that could be topped, were topped or cancelled."""
        return rate(ratio_sums(self.deals, self.row, of, name))

    @property
    def wounds(self) -> Estimate | None:
        """Wounds of the rival a card."""
        return ratio_estimate(ratio_sums(self.deals, self.row, "plays", "wounds"))

    def a_game(self, name: str) -> Estimate:
        """How many a game."""
        return block_sums(self.deals, self.row, name, self.games).estimate()

    def line(self) -> dict[str, Value]:
        """What a table says of them, as `FIELDS` declares."""
        return {
            "plays": self.row["plays"], **also("game", self.a_game("plays")), **also("share", self.share),
            **also("open", self.part("open")), **also("topped", self.part("topped")),
            **also("cancelled", self.part("cancelled")), **also("wounds", self.wounds),
            **also("toll", self.a_game("wounds")),
        }  # fmt: skip


def plays(counts: Counts, group: Group) -> dict[Key, Plays]:
    """The cards that a group played, by kind, deck, and how many were played to top them."""
    rows = {(row["kind"], row["place"], row["tops"]): row for row in counts.rows("chains", matchup=group.number)}
    deals = logged_deals(counts, group)
    return {key: Plays(row, rows[_others(key)], deals, group.games) for key, row in rows.items()}


def _others(key: Key) -> Key:
    """What they are a share of: all by the same deck; of those topped so often, all of the same kind."""
    kind, place, number = key
    return (ALL if number == ANY_NUMBER else kind, place, ANY_NUMBER)
