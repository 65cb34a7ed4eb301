"""What is played, and what is topped? Every card: how often it is played, cancelled, topped with, given up."""

from __future__ import annotations

from dataclasses import dataclass

from dhstats.queries.counts import Counts
from dhstats.questions import words
from dhstats.questions.answer import Answer, Finding, Table
from dhstats.questions.dragon.cardlist import CardList
from dhstats.questions.dragon.logged import logged_deals
from dhstats.questions.groups import Group, groups
from dhstats.questions.sums import Row, block_sums, rate, ratio_estimate, ratio_sums
from dhstats.questions.tables import MATCHUP, Line, also, ranged, table, text, whole
from dhstats.stats.blocks import Estimate

KEY, TITLE = "played", "What is played, and what is topped?"
ENOUGH = 30  # players of whom a sentence on winners asks

HOW_TO_READ = (
    "A bar a card, the most used first: how often it is played, by itself or to top, in a game. The second chart"
    " says how often the players who used a card have won; the dashed line is an even chance."
)
METHOD = (
    "Logged games. Numbers a game: estimate ± t · standard error over deals, 95 %. Shares of a card's plays, wounds a"
    " play and win rates: ratios of sums over deals with linearised standard errors, 95 % each: with so many cards a"
    " few intervals miss."
)
CAUTION = (
    "Winning and playing a card go together for many reasons: its deck is the stronger one, who is ahead plays more of"
    " everything, long games see more cards. These numbers describe; what a card is worth is asked by replacing it in"
    " its deck and playing the same deals (dhstats compare), or by giving it to one player and changing nothing else."
)


@dataclass(frozen=True, slots=True)
class Use:
    """What became of a card over all deals whose turns were logged."""

    row: Row
    deals: int
    games: int  # of a deal

    def a_game(self, name: str) -> Estimate:
        """How often that happened in a game."""
        return block_sums(self.deals, self.row, name, self.games).estimate()

    @property
    def used(self) -> int:
        """How often it was played, by itself or to top."""
        return int(self.row["used"])

    @property
    def cancelled(self) -> Estimate | None:
        """How often it was cancelled when it was played."""
        return rate(ratio_sums(self.deals, self.row, "plays", "cancelled"))

    @property
    def wins(self) -> Estimate | None:
        """How often a player who used it has won."""
        return rate(ratio_sums(self.deals, self.row, "players", "wins"))


def answer(counts: Counts) -> Answer:
    """Every card that was held by somebody who did something with it."""
    samples, cards = groups(counts), CardList.of(counts.run.manifest.rules)
    found = {group: uses(counts, group) for group in samples}
    return Answer(
        key=KEY,
        title=TITLE,
        findings=tuple(Finding(samples[0].says(text)) for text in _told(found[samples[0]], cards)),
        tables=(_table(found, cards),),
        how_to_read=HOW_TO_READ,
        method=METHOD,
        caution=CAUTION,
        queries=tuple((name, counts.text(name)) for name in ("cards", "race")),
    )


def uses(counts: Counts, group: Group) -> dict[int, Use]:
    """What a group did with each card, the most used first."""
    deals = logged_deals(counts, group)
    found = {row["card"]: Use(row, deals, group.games) for row in counts.rows("cards", matchup=group.number)}
    return dict(sorted(found.items(), key=lambda each: (-each[1].used, each[0])))


def _told(found: dict[int, Use], cards: CardList) -> list[str]:
    played = {card: use for card, use in found.items() if use.used}
    if not played:
        return ["No card was played in the logged turns."]
    return [_most(played, cards), *_cancelled(played, cards), *_winners(played, cards), *_idle(found, cards)]


def _most(found: dict[int, Use], cards: CardList) -> str:
    """Which cards are played most often, and which are played to top."""
    parts = []
    for what, name in (("Played most often", "plays"), ("played to top most often", "tops")):
        card = max(found, key=lambda each: int(found[each].row[name]))
        number = found[card].a_game(name)
        digits = words.places(number.se)
        parts.append(
            f"{what}: {cards.titles[card]}, {words.number(number.value, digits)} times a game"
            f" ({words.span(number.interval, digits)})"
        )
    return f"{'; '.join(parts)}."


def _cancelled(found: dict[int, Use], cards: CardList) -> list[str]:
    known = [
        (part.value, card, part)
        for card, use in found.items()
        if use.row["plays"] >= ENOUGH and (part := use.cancelled) is not None
    ]
    if len(known) < 2:
        return []
    (_, most, high), (_, least, low) = max(known, key=lambda each: each[:2]), min(known, key=lambda each: each[:2])
    return [
        f"Cancelled most often: {cards.titles[most]}, {words.percent(high.value, high.se)} of its plays"
        f" ({words.share_span(high.interval, high.se)}); least often: {cards.titles[least]},"
        f" {words.percent(low.value, low.se)} ({words.share_reach(low.interval, low.se)})."
    ]


def _winners(found: dict[int, Use], cards: CardList) -> list[str]:
    known = [
        (wins.value, card, wins)
        for card, use in found.items()
        if use.row["players"] >= ENOUGH and (wins := use.wins) is not None
    ]
    if len(known) < 2:
        return []
    (_, most, high), (_, least, low) = max(known, key=lambda each: each[:2]), min(known, key=lambda each: each[:2])
    return [
        f"Players who used {cards.titles[most]} have won most often, {words.percent(high.value, high.se)} of their"
        f" games ({words.share_span(high.interval, high.se)}), those who used {cards.titles[least]} least often,"
        f" {words.percent(low.value, low.se)} ({words.share_reach(low.interval, low.se)}): not what these cards are"
        " worth."
    ]


def _idle(found: dict[int, Use], cards: CardList) -> list[str]:
    """Cards that are given up more often than they are used."""
    idle = [cards.titles[card] for card, use in found.items() if use.row["given"] > use.used]
    return [f"Given up for costs and discards more often than used: {words.listed(idle)}."] if idle else []


def _table(found: dict[Group, dict[int, Use]], cards: CardList) -> Table:
    fields = (
        MATCHUP, text("card", "Card"), text("types", "Types"), whole("plays", "Times played", "plays"),
        whole("tops", "Times played to top", "plays"),
        *ranged("used", "Used a game, by itself or to top", "times a game"),
        *ranged("game", "Played a game", "times a game"), *ranged("cancelled", "Cancelled", "share of its plays"),
        *ranged("open", "Could be topped", "share of its plays"), *ranged("wounds", "Wounds a play", "wounds"),
        *ranged("topping", "Played to top a game", "times a game"),
        *ranged("given", "Given up a game", "times a game"), whole("players", "Players who used it", "players"),
        *ranged("win_rate", "How often they have won", "share of them"),
    )  # fmt: skip
    lines: list[Line] = [
        {"matchup": group.label, "card": cards.titles[card], "types": ", ".join(cards.types[card]), **_line(use)}
        for group, several in found.items()
        for card, use in several.items()
    ]
    return table("cards", "Every card", fields, lines)


def _line(use: Use) -> Line:
    row = use.row
    return {
        "plays": row["plays"], "tops": row["tops"], "players": row["players"], **also("used", use.a_game("used")),
        **also("game", use.a_game("plays")), **also("cancelled", use.cancelled),
        **also("open", rate(ratio_sums(use.deals, row, "plays", "open"))),
        **also("wounds", ratio_estimate(ratio_sums(use.deals, row, "plays", "wounds"))),
        **also("topping", use.a_game("tops")), **also("given", use.a_game("given")), **also("win_rate", use.wins),
    }  # fmt: skip
