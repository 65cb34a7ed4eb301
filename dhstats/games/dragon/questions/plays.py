"""What logged turns tell: cards of a kind that were played, how often they were cancelled, what wounds they brought."""

from dataclasses import dataclass

from dhstats.queries.counts import Counts
from dhstats.questions.shared.groups import LEVEL, Group, logged_deals
from dhstats.questions.shared.sums import Row, block_sums, part_of, rate, ratio_estimate, ratio_sums
from dhstats.questions.shared.tables import Field, ranged, resting, whole
from dhstats.stats.intervals.blocks import Estimate

ALL, ANY_DECK, ANY_NUMBER = "", -1, -1  # as the query names all kinds, all decks, any number of cards to top

OTHERS, SUCH = "with cards played", "with such cards played"  # the deals that shares and means rest on

FIELDS: tuple[Field, ...] = (
    whole("plays", "Cards played", "cards", "row.plays"),
    *ranged("game", "Cards played per game", "cards per game", lambda each: each.a_game("plays")),
    *resting("share", "Share of the cards played", "share of cards", OTHERS),
    *resting("open", "Could be topped", "share of these cards", SUCH, lambda each: each.part("open")),
    *resting("topped", "Were topped", "share of these cards", SUCH, lambda each: each.part("topped")),
    *resting(
        "cancelled", "Were cancelled in the end", "share of these cards", SUCH, lambda each: each.part("cancelled")
    ),
    *resting("wounds", "Wounds per card", "wounds", SUCH),
    *ranged("toll", "Wounds per game", "wounds per game", lambda each: each.a_game("wounds")),
)

Key = tuple[str, int, int]  # kind, place, number of cards to top


@dataclass(frozen=True, slots=True)
class Logged:
    """A row of what was counted in logged turns, over all deals that had them."""

    row: Row
    deals: int
    games: int  # of a deal

    def a_game(self, name: str, level: float = LEVEL) -> Estimate:
        """How often that is in a game."""
        return block_sums(self.deals, self.row, name, self.games).estimate(level)


@dataclass(frozen=True, slots=True)
class Plays(Logged):
    """Cards that were played, among others."""

    among: Row

    @property
    def share(self) -> Estimate | None:
        """Their share of the others."""
        return rate(part_of(self.among, self.row, "plays", "among_plays"), OTHERS)

    def part(self, name: str, of: str = "plays", level: float = LEVEL) -> Estimate | None:
        """The share of them that could be topped, were topped or cancelled."""
        return rate(ratio_sums(self.row, of, name), SUCH, level)

    @property
    def wounds(self) -> Estimate | None:
        """Wounds of the rival a card."""
        return ratio_estimate(ratio_sums(self.row, "plays", "wounds"), SUCH)


def plays(counts: Counts, group: Group) -> dict[Key, Plays]:
    """The cards that a group played, by kind, deck, and how many were played to top them."""
    rows = {(row["kind"], row["place"], row["tops"]): row for row in counts.rows("chains", matchup=group.number)}
    deals = logged_deals(counts, group)
    return {key: Plays(row, deals, group.games, rows[_others(key)]) for key, row in rows.items()}


def _others(key: Key) -> Key:
    """What they are a share of: all by the same deck; of those topped so often, all of the same kind."""
    kind, place, number = key
    return (ALL if number == ANY_NUMBER else kind, place, ANY_NUMBER)
