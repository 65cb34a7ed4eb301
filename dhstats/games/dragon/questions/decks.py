"""How does each deck win? The share of the games that every deck wins, and by killing, banishing or exhausting."""

from dataclasses import dataclass
from typing import NamedTuple

from dhstats.games.dragon.questions.plays import CardList
from dhstats.queries.counts import Counts
from dhstats.questions.seats.worth import players_apart, seats_apart
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.captions import ENDS as OF_INTERVAL
from dhstats.questions.shared.charts import Chart, most
from dhstats.questions.shared.groups import LEVEL, Group, groups
from dhstats.questions.shared.question import OF_MORE, Question
from dhstats.questions.shared.sums import (
    RATIOS,
    SHARES,
    SUCH,
    Row,
    kinds,
    per_game,
    ratio_estimate,
    share,
    value_counts,
)
from dhstats.questions.shared.tables import by_matchup, measured, number, resting, text, whole
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import sidak_level

ANY, WON, LOST = "", 1, -1
ENDS = ("kill", "banish", "exhaust")
VERBS = {"kill": "by killing", "banish": "by banishing", "exhaust": "by exhausting"}

HOW_TO_READ = (
    "The first chart shows each deck's share of the wins; the dashed line is an even share. Each row"
    " of the grid is a way to win or to lose: the share of all games in which a deck kills the"
    " rival's dragon, banishes it, or wins because the rival has to draw and cannot, and the share in"
    " which that happens to the deck itself."
)
METHOD = (
    f"Shares of all games; a deal, whose games share the order of all decks, is one observation, 95 %: {SHARES}."
    " What decks win: simultaneous 95 % for all of them (Šidák); ways to win and lose: 95 % each. Turns of these games:"
    f" {RATIOS}."
)
CAUTION = (
    "A deck's results depend on its player and its opponents: these are the decks of this run, not"
    " all of the pack. A player who plays a deck badly makes it look weak."
)


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck in a group of games, by its place: how often it won, and won or lost by each end."""

    group: Group
    place: int
    rows: dict[tuple[int, str, int], tuple[Row, ...]]

    def wins(self, level: float = LEVEL) -> Estimate:
        """Its share of the wins."""
        return self.share(ANY, WON, level)

    def share(self, reason: str, won: int, level: float = LEVEL) -> Estimate:
        """The share of all games that it won, or lost, by an end."""
        rows = self.rows.get((self.place, reason, won), ())
        return share(self.group, value_counts(rows, lambda row: row["games"]), level)

    def turns(self, reason: str, won: int) -> Estimate | None:
        """How many turns these games took."""
        return ratio_estimate(per_game(self.rows.get((self.place, reason, won), ()), "turns"), SUCH)

    def games(self, reason: str, won: int) -> int:
        """How many they are."""
        return sum(row["games"] * row["deals"] for row in self.rows.get((self.place, reason, won), ()))


class Way(NamedTuple):
    """A way in which games of a deck end, won or lost."""

    deck: Deck
    end: str
    won: int


def answer(counts: Counts) -> Answer:
    """What every deck wins, and how."""
    samples, cards = groups(counts), CardList.of(counts.run.manifest.rules)
    by_group = {group: decks(counts, group, cards) for group in samples}
    apart = seats_apart(counts) + "".join(
        dict.fromkeys(players_apart(counts, at) for at in range(len(counts.plan.matchups)))
    )
    group = samples[0]
    played = by_group[samples[0]]
    level = sidak_level(LEVEL, len(played))
    first = played[0].wins(level)
    shares = [_share(deck, cards, deck.wins(level), first if at else None) for at, deck in enumerate(played)]
    even = f"an even share is {100.0 * cards.even:.3g} %"
    if cards.even * len(played) > 1.0:
        even += ", as partners win together"
    findings = [Finding(group.says(f"{words.listed(shares)}; {even}."), headline=True)]
    return QUESTION.told(
        counts,
        findings + [Finding(group.says(_plan(deck, cards))) for deck in played if deck.games(ANY, WON)],
        (_wins(by_group, cards), _ways(by_group, cards)),
        (HOW_TO_READ, METHOD, apart + CAUTION),
    )


def decks(counts: Counts, group: Group, cards: CardList) -> list[Deck]:
    """The decks of a group in the order of their places."""
    by_kind = kinds(counts, "decks", group, ("place", "end_reason", "won"))
    rows = {key: kind.rows for key, kind in by_kind.items()}
    return [Deck(group, place, rows) for place in range(len(cards.decks))]


def _share(deck: Deck, cards: CardList, wins: Estimate, first: Estimate | None) -> str:
    name = cards.decks[deck.place]
    if first is None:
        shown = words.stated(wins, words.PERCENT, "of the games", sure="simultaneous 95 %")
        return f"The deck {name} ({cards.dragons[deck.place]}) wins {shown}"
    return f"{name} ({cards.dragons[deck.place]}) {words.stated(wins, words.PERCENT, after=first.interval)}"


def _plan(deck: Deck, cards: CardList) -> str:
    ways = sorted(((deck.share(end, WON), end) for end in ENDS), key=lambda each: -each[0].value)
    parts = [
        words.stated(won, words.PERCENT, VERBS[end], after=before)
        for (won, end), before in zip(ways, (won.interval for won, _ in (ways[0], *ways)), strict=False)
    ]
    turns = deck.turns(ANY, WON)
    length = f"; its wins take {words.value(turns)} turns" if turns else ""
    kind = words.naming(ways[0][0].interval)
    return f"Of all games {cards.decks[deck.place]} wins {words.listed(parts)}{kind}{length}."


def _wins(by_group: dict[Group, list[Deck]], cards: CardList) -> Table:
    level = sidak_level(LEVEL, len(cards.decks))
    fields = (
        text("deck", "Deck", lambda deck: cards.decks[deck.place]),
        text("dragon", "Dragon", lambda deck: cards.dragons[deck.place]),
        *measured("share", "Share of the wins", "share of games", lambda deck: deck.wins(level)),
        number("even", "An even share", "share of games", lambda _: cards.even),
        *resting("turns", "Turns of its wins, all players", "turns", SUCH, lambda deck: deck.turns(ANY, WON)),
    )
    return by_matchup("wins", "Each deck's share of the wins", fields, by_group)


def _ways(by_group: dict[Group, list[Deck]], cards: CardList) -> Table:
    fields = (
        text("deck", "Deck", lambda way: cards.decks[way.deck.place]),
        text("result", "Result", lambda way: "wins" if way.won == WON else "loses"),
        text("end_reason", "How the game ended", "end"),
        whole("games", "Games", "games", lambda way: way.deck.games(way.end, way.won)),
        *measured("share", "Share of all games", "share of games", lambda way: way.deck.share(way.end, way.won)),
        *resting(
            "turns", "Turns of these games, all players", "turns", SUCH, lambda way: way.deck.turns(way.end, way.won)
        ),
    )
    rows = {
        group: [Way(deck, end, won) for deck in several for won in (WON, LOST) for end in ENDS]
        for group, several in by_group.items()
    }
    return by_matchup("ways", "How each deck wins and loses", fields, rows)


QUESTION = Question(
    "winning", "How does each deck win?", ("decks",), answer, 200, OF_MORE,
    charts=(
        Chart(
            "Each deck's share of the wins", ("wins",), "games.dragon.pages.deck_wins",
            says=most("deck", "share", "{what} wins most: {value}", ends=OF_INTERVAL),
        ),
        Chart("How each deck wins and loses", ("ways",), "games.dragon.pages.deck_ways"),
    ),
)  # fmt: skip
