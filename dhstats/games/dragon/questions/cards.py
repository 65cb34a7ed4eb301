"""What is played, and what is topped? Every card: how often it is played, cancelled, topped with, given up."""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from dhstats.games.dragon.questions.plays import CardList, Logged
from dhstats.queries.counts import Counts
from dhstats.questions.shared import captions, words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.charts import Chart, most
from dhstats.questions.shared.extremes import PICKED, extremes, picked
from dhstats.questions.shared.groups import JOINTLY, LEVEL, Group, groups, logged_deals
from dhstats.questions.shared.question import OF_MORE, Question
from dhstats.questions.shared.sums import RATIOS, rate, ratio_sums
from dhstats.questions.shared.tables import by_matchup, ranged, resting, text, whole
from dhstats.questions.shared.words import PERCENT
from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.intervals import sidak_level

PLAYED, USED = "in which it was played", "in which it was used"  # the deals that shares and means rest on

HOW_TO_READ = (
    "Each bar is a card, the most used first: how often it is played, alone or to top, in a game. The"
    " second chart shows how often the players who used a card won; the dashed line is an even"
    " chance."
)
METHOD = (
    "Logged games. Numbers per game: estimate ± t · standard error over deals, 95 %. Shares of a"
    f" card's plays, wounds per play and win rates: {RATIOS}. Each interval of the table is right 95"
    " times in 100: with so many cards a few are wrong."
    f" {PICKED}"
)
CAUTION = (
    "Winning and playing a card are associated for many reasons: its deck may be the stronger one,"
    " players who are ahead play more of everything, and long games have more cards. These numbers"
    " are descriptive. To measure what a card is worth, replace it in its deck and play the same"
    " deals (`dhstats compare`), or give it to one player and change nothing else (`dhstats fork`)."
)


@dataclass(frozen=True, slots=True)
class Use(Logged):
    """What became of a card."""

    such: ClassVar[str] = PLAYED

    def idle(self, level: float) -> Estimate:
        """How much more often it was given up than used, in a game."""
        row = self.row
        squares = row["given_squares"] + row["used_squares"] - 2 * row["given_used"]
        return BlockSums(self.deals, row["given"] - row["used"], squares, self.games).estimate(level)

    @property
    def used(self) -> int:
        """How often it was played, by itself or to top."""
        return int(self.row["used"])

    def wins(self, level: float = LEVEL) -> Estimate | None:
        """How often a player who used it has won."""
        return rate(ratio_sums(self.row, "players", "wins"), USED, level)


def answer(counts: Counts) -> Answer:
    """Every card that was held by somebody who did something with it."""
    samples, cards = groups(counts), CardList.of(counts.run.manifest.rules)
    by_group = {group: uses(counts, group) for group in samples}
    return QUESTION.told(
        counts,
        (Finding(samples[0].says(text)) for text in _sentences(by_group[samples[0]], cards)),
        (_table(by_group, cards),),
        (HOW_TO_READ, METHOD, CAUTION),
    )


def uses(counts: Counts, group: Group) -> dict[int, Use]:
    """What a group did with each card, the most used first."""
    deals = logged_deals(counts, group)
    by_card = {row["card"]: Use(row, deals, group.games) for row in counts.rows("cards", matchup=group.number)}
    return dict(sorted(by_card.items(), key=lambda each: (-each[1].used, each[0])))


def _sentences(by_card: dict[int, Use], cards: CardList) -> list[str]:
    played = {card: use for card, use in by_card.items() if use.used}
    if not played:
        return ["No card was played in the logged turns."]
    sentences = (_most(played, cards), _cancelled(played, cards), _winners(played, cards), _idle(by_card, cards))
    return [sentence for sentence in sentences if sentence] or ["Only one card was played in the logged turns."]


def _most(by_card: dict[int, Use], cards: CardList) -> str:
    parts = []
    for what, name in (("Played most often", "plays"), ("played to top most often", "tops")):
        used = extremes({cards.titles[card]: partial(use.a_game, name) for card, use in by_card.items()})
        if used is not None:
            parts.append(f"{what}: {used.most.name}, {picked(used.most, of='times per game')}")
    return f"{'; '.join(parts)}." if parts else ""


def _cancelled(by_card: dict[int, Use], cards: CardList) -> str:
    seen = extremes({cards.titles[card]: partial(use.part, "cancelled", "plays") for card, use in by_card.items()})
    if seen is None:
        return ""
    return (
        f"Cancelled most often: {seen.most.name}, {picked(seen.most, PERCENT, 'of its plays')}; least often:"
        f" {seen.least.name}, {picked(seen.least, PERCENT)}."
    )


def _winners(by_card: dict[int, Use], cards: CardList) -> str:
    seen = extremes({cards.titles[card]: use.wins for card, use in by_card.items()})
    if seen is None:
        return ""
    return (
        f"Players who used {seen.most.name} won most often, {picked(seen.most, PERCENT, 'of their games')}, those"
        f" who used {seen.least.name} least often, {picked(seen.least, PERCENT)}: not what these cards are worth."
    )


def _idle(by_card: dict[int, Use], cards: CardList) -> str:
    """Cards that are certainly given up more often than they are used, all of them judged at once."""
    level = sidak_level(LEVEL, len(by_card))
    idle = [cards.titles[card] for card, use in by_card.items() if use.idle(level).interval.low > 0.0]
    sentence = f"Given up for costs and discards more often than used ({JOINTLY} intervals of the difference above 0)"
    return f"{sentence}: {words.listed(idle)}." if idle else ""


def _table(by_group: dict[Group, dict[int, Use]], cards: CardList) -> Table:
    fields = (
        text("card", "Card", lambda use: cards.titles[use.row["card"]]),
        text("types", "Types", lambda use: ", ".join(cards.types[use.row["card"]])),
        whole("plays", "Times played", "plays", "row.plays"),
        whole("tops", "Times played to top", "plays", "row.tops"),
        *ranged("used", "Uses per game, alone or to top", "times per game", lambda use: use.a_game("used")),
        *ranged("game", "Plays per game", "times per game", lambda use: use.a_game("plays")),
        *resting("cancelled", "Cancelled", "share of its plays", PLAYED, lambda use: use.part("cancelled")),
        *resting("open", "Could be topped", "share of its plays", PLAYED, lambda use: use.part("open")),
        *resting("wounds", "Wounds per play", "wounds", PLAYED),
        *ranged("topping", "Plays to top per game", "times per game", lambda use: use.a_game("tops")),
        *ranged("given", "Given up per game", "times per game", lambda use: use.a_game("given")),
        whole("players", "Players who used it", "players", "row.players"),
        *resting("win_rate", "How often they have won", "share of them", USED, lambda use: use.wins()),
    )
    return by_matchup("cards", "Every card", fields, by_group)


MOST_DRAWN = 16  # cards that a chart shows
QUESTION = Question(
    "played", "What is played, and what is topped?", ("cards", "race"), answer, 250, OF_MORE, of_turns=True,
    charts=(
        Chart(
            f"The {MOST_DRAWN} most used cards", ("cards",), "games.dragon.pages.card_uses",
            says=most("card", "used", "Used most: {what} ({value} per game)", captions.points),
        ),
        Chart(
            "How often players who used them have won", ("cards",), "games.dragon.pages.card_winners",
            says=most("card", "win_rate", "Players who used it won most often: {what} ({value})"),
        ),
    ),
)  # fmt: skip
