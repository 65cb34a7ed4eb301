"""What logged turns tell: cards of a kind that were played, how often they were cancelled, what wounds they brought."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from dhstats.games.dragon.packs.cards import all_cards, types_of
from dhstats.games.dragon.questions.words import kind_of
from dhstats.games.dragon.table import FIXED_TYPES, SEATS
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

    such: ClassVar[str] = SUCH  # which of them shares and means of what was played rest on
    row: Row
    deals: int
    games: int  # of a deal

    def a_game(self, name: str, level: float = LEVEL) -> Estimate:
        """How often that is in a game."""
        return block_sums(self.deals, self.row, name, self.games).estimate(level)

    def part(self, name: str, of: str = "plays", level: float = LEVEL) -> Estimate | None:
        """The share of plays that could be topped, were topped or cancelled."""
        return rate(ratio_sums(self.row, of, name), self.such, level)

    @property
    def wounds(self) -> Estimate | None:
        """Wounds of the rival a play."""
        return ratio_estimate(ratio_sums(self.row, "plays", "wounds"), self.such)


@dataclass(frozen=True, slots=True)
class Plays(Logged):
    """Cards that were played, among others."""

    among: Row

    @property
    def share(self) -> Estimate | None:
        """Their share of the others."""
        return rate(part_of(self.among, self.row, "plays", "among_plays"), OTHERS)


def plays(counts: Counts, group: Group) -> dict[Key, Plays]:
    """The cards that a group played, by kind, deck, and how many were played to top them."""
    rows = {(row["kind"], row["place"], row["tops"]): row for row in counts.rows("chains", matchup=group.number)}
    deals = logged_deals(counts, group)
    # What they are a share of: all by the same deck; of those topped so often, all of the same kind
    others = {key: (ALL if key[2] == ANY_NUMBER else key[0], key[1], ANY_NUMBER) for key in rows}
    return {key: Plays(row, deals, group.games, rows[others[key]]) for key, row in rows.items()}


# How sentences name cards by their first type; cards of a special type alone are named by it.
SPOKEN = {
    "breath": "breath attacks", "melee": "melee attacks", "magic": "magic attacks", "turn": "turn cards",
    "ground": "ground cards", "attachment": "attachments", "upgrade": "upgrades",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class CardList:
    """The cards by number: title, types, first type; the decks by place, each named once.

    `lairs` are those of the dragons of the places at level 1. `even` is the share of the games that
    a deck wins where all are alike; partners win together.
    """

    titles: tuple[str, ...]
    types: tuple[tuple[str, ...], ...]
    kinds: tuple[str, ...]
    decks: tuple[str, ...]
    dragons: tuple[str, ...]
    lairs: tuple[int, ...]
    even: float

    @classmethod
    def of(cls, rules: Mapping[str, Any]) -> CardList:
        """What a run's rules say of its cards."""
        pack, cards = rules["pack"], all_cards(rules["pack"])
        names = [str(rules["decks"][seat]) for seat in SEATS[: rules["players"]]]
        dragons = [pack["decks"][name]["dragon"] for name in names]
        levels = [pack["dragons"][dragon]["levels"][0] for dragon in dragons]
        titles = [card.title for card in cards]
        return cls(
            titles=tuple(
                card.title if titles.count(card.title) == 1 else f"{card.title} ({card.name})" for card in cards
            ),
            types=tuple(tuple(types_of(card)) for card in cards),
            kinds=tuple(kind_of(card) for card in cards),
            decks=tuple(
                (names[place] if names.count(names[place]) == 1 else f"{names[place]} ({SEATS[place]} place)")
                for place in range(len(names))
            ),
            dragons=tuple(str(pack["dragons"][dragon].get("title") or dragon) for dragon in dragons),
            lairs=tuple(int(level["lair"]) for level in levels),
            even=1.0 / (len(names) if rules["teams"] == "none" else 2),
        )

    @property
    def order(self) -> tuple[str, ...]:
        """The first types of its cards: those of the rulebook, then special ones."""
        there = dict.fromkeys(self.kinds)
        return (*(kind for kind in FIXED_TYPES if kind in there), *(kind for kind in there if kind not in FIXED_TYPES))

    def spoken(self, kind: str) -> str:
        """Cards of a type in a sentence."""
        return SPOKEN.get(kind, f"{kind} cards")
