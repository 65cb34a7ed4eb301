"""What logged turns tell: cards of a kind that were played, how often they were cancelled, what wounds they brought."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dhstats.games.dragon.packs.cards import all_cards, types_of
from dhstats.games.dragon.questions.words import kind_of
from dhstats.games.dragon.table import FIXED_TYPES, SEATS
from dhstats.queries.counts import Counts
from dhstats.questions.shared.groups import Group, logged_deals
from dhstats.questions.shared.sums import Counted, a_game_of, mean_of, rate_of, share_of
from dhstats.questions.shared.tables import Field, whole

ALL, ANY_DECK, ANY_NUMBER = "", -1, -1  # as the query names all kinds, all decks, any number of cards to top

OTHERS, SUCH = "with cards played", "with such cards played"  # the deals that shares and means rest on
OF_PLAYS, OF_CARDS = "among_plays", "share of cards"

FIELDS: tuple[Field, ...] = (
    whole("plays", "Cards played", "cards", "row.plays"),
    *a_game_of("game", "Cards played per game", "cards per game", "plays"),
    *share_of("Share of the cards played", OF_CARDS, "plays", OF_PLAYS, OTHERS),
    *rate_of("open", "Could be topped", "share of these cards", "plays", SUCH),
    *rate_of("topped", "Were topped", "share of these cards", "plays", SUCH),
    *rate_of("cancelled", "Were cancelled in the end", "share of these cards", "plays", SUCH),
    *mean_of("wounds", "Wounds per card", "wounds", "plays", SUCH),
    *a_game_of("toll", "Wounds per game", "wounds per game", "wounds"),
)

Key = tuple[str, int, int]  # kind, place, number of cards to top


def plays(counts: Counts, group: Group) -> dict[Key, Counted]:
    """The cards that a group played, by kind, deck, and how many were played to top them."""
    rows = {(row["kind"], row["place"], row["tops"]): row for row in counts.rows("chains", matchup=group.number)}
    deals = logged_deals(counts, group)
    # What they are a share of: all by the same deck; of those topped so often, all of the same kind
    others = {key: (ALL if key[2] == ANY_NUMBER else key[0], key[1], ANY_NUMBER) for key in rows}
    return {key: Counted(row, rows[others[key]], deals, group.games) for key, row in rows.items()}


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
