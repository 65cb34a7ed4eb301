"""Cards of a kind that were played: how often they were topped, cancelled, and what wounds they brought."""

from dataclasses import dataclass

from dhstats.queries.counts import Counts
from dhstats.questions.dragon.logged import logged_deals
from dhstats.questions.shared.groups import LEVEL, Group
from dhstats.questions.shared.sums import Row, block_sums, part_of, rate, ratio_estimate, ratio_sums
from dhstats.questions.shared.tables import Field, Value, also, ranged, rested, resting, whole
from dhstats.stats.intervals.blocks import Estimate

ALL, ANY_DECK, ANY_NUMBER = "", -1, -1  # as the query names all kinds, all decks, any number of cards to top

OTHERS, SUCH = "with cards played", "with such cards played"  # the deals that shares and means rest on

FIELDS: tuple[Field, ...] = (
    whole("plays", "Cards played", "cards"),
    *ranged("game", "Cards played a game", "cards a game"),
    *resting("share", "Share of the cards played", "share of cards", OTHERS),
    *resting("open", "Could be topped", "share of these cards", SUCH),
    *resting("topped", "Were topped", "share of these cards", SUCH),
    *resting("cancelled", "Were cancelled in the end", "share of these cards", SUCH),
    *resting("wounds", "Wounds a card", "wounds", SUCH),
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
        return rate(part_of(self.among, self.row, "plays", "among_plays"), OTHERS)

    def part(self, name: str, of: str = "plays", level: float = LEVEL) -> Estimate | None:
        """The share of them that could be topped, were topped or cancelled."""
        return rate(ratio_sums(self.row, of, name), SUCH, level)

    @property
    def wounds(self) -> Estimate | None:
        """Wounds of the rival a card."""
        return ratio_estimate(ratio_sums(self.row, "plays", "wounds"), SUCH)

    def a_game(self, name: str) -> Estimate:
        """How many a game."""
        return block_sums(self.deals, self.row, name, self.games).estimate()

    def line(self) -> dict[str, Value]:
        """What a table says of them, as `FIELDS` declares."""
        return {
            "plays": self.row["plays"], **also("game", self.a_game("plays")), **rested("share", self.share),
            **rested("open", self.part("open")), **rested("topped", self.part("topped")),
            **rested("cancelled", self.part("cancelled")), **rested("wounds", self.wounds),
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
