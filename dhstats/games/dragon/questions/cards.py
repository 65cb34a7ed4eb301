"""What is played, and what is topped? Every card: how often it is played, cancelled, topped with, given up."""

from functools import partial

from dhstats.games.dragon.questions.plays import CardList
from dhstats.queries.counts import Counts
from dhstats.questions.shared import captions, words
from dhstats.questions.shared.answer import Answer, Finding
from dhstats.questions.shared.charts import Chart, most
from dhstats.questions.shared.extremes import PICKED, ranked
from dhstats.questions.shared.groups import JOINTLY, LEVEL, Group, groups, logged_deals
from dhstats.questions.shared.question import OF_MORE, Question
from dhstats.questions.shared.sums import RATIOS, Counted, a_game_of, mean_of, rate_of
from dhstats.questions.shared.tables import by_matchup, text, whole
from dhstats.questions.shared.words import PERCENT
from dhstats.stats.intervals.blocks import BlockSums
from dhstats.stats.intervals.intervals import sidak_level

A_GAME = "times per game"
PLAYED, USED = "in which it was played", "in which it was used"  # the deals that shares and means rest on


def answer(counts: Counts) -> Answer:
    """Every card that was held by somebody who did something with it."""
    samples, cards = groups(counts), CardList.of(counts.run.manifest.rules)
    by_group = {group: uses(counts, group) for group in samples}
    fields = (
        text("card", "Card", lambda use: cards.titles[use.row["card"]]),
        text("types", "Types", lambda use: ", ".join(cards.types[use.row["card"]])),
        whole("plays", "Times played", "plays", "row.plays"),
        whole("tops", "Times played to top", "plays", "row.tops"),
        *a_game_of("used", "Uses per game, alone or to top", A_GAME),
        *a_game_of("game", "Plays per game", A_GAME, "plays"),
        *rate_of("cancelled", "Cancelled", "share of its plays", "plays", PLAYED),
        *rate_of("open", "Could be topped", "share of its plays", "plays", PLAYED),
        *mean_of("wounds", "Wounds per play", "wounds", "plays", PLAYED),
        *a_game_of("topping", "Plays to top per game", A_GAME, "tops"),
        *a_game_of("given", "Given up per game", A_GAME),
        whole("players", "Players who used it", "players", "row.players"),
        *rate_of("win_rate", "How often they have won", "share of them", "players", USED, "wins"),
    )
    return QUESTION.told(
        counts,
        (Finding(samples[0].says(text)) for text in _sentences(by_group[samples[0]], cards)),
        (by_matchup("cards", "Every card", fields, by_group),),
    )


def uses(counts: Counts, group: Group) -> dict[int, Counted]:
    """What a group did with each card, the most used first."""
    deals = logged_deals(counts, group)
    by_card = {row["card"]: Counted(row, {}, deals, group.games) for row in counts.rows("cards", matchup=group.number)}
    return dict(sorted(by_card.items(), key=lambda each: (-each[1].row["used"], each[0])))


def _sentences(by_card: dict[int, Counted], cards: CardList) -> list[str]:
    played = {cards.titles[card]: use for card, use in by_card.items() if use.row["used"]}
    if not played:
        return ["No card was played in the logged turns."]
    most = [
        ranked(
            {card: partial(use.a_game, name) for card, use in played.items()}, f"{says}: {{most}}, {{much}}", of=A_GAME
        )
        for name, says in (("plays", "Played most often"), ("tops", "played to top most often"))
    ]
    sentences = (
        f"{'; '.join(filter(None, most))}." if any(most) else "",
        ranked(
            {card: partial(use.rate, "cancelled", "plays", PLAYED) for card, use in played.items()},
            "Cancelled most often: {most}, {much}; least often: {least}, {little}.", PERCENT, "of its plays",
        ),
        ranked(
            {card: partial(use.rate, "wins", "players", USED) for card, use in played.items()},
            "Players who used {most} won most often, {much}, those who used {least} least often, {little}: not what"
            " these cards are worth.", PERCENT, "of their games",
        ),
        _idle(by_card, cards),
    )  # fmt: skip
    return [sentence for sentence in sentences if sentence] or ["Only one card was played in the logged turns."]


def _idle(by_card: dict[int, Counted], cards: CardList) -> str:
    """Cards that are certainly given up more often than they are used, all of them judged at once."""
    level, idle = sidak_level(LEVEL, len(by_card)), []
    for card, use in by_card.items():
        row = use.row
        squares = row["given_squares"] + row["used_squares"] - 2 * row["given_used"]
        more = BlockSums(use.deals, row["given"] - row["used"], squares, use.games).estimate(level)
        idle += [cards.titles[card]] if more.interval.low > 0.0 else []
    sentence = f"Given up for costs and discards more often than used ({JOINTLY} intervals of the difference above 0)"
    return f"{sentence}: {words.listed(idle)}." if idle else ""


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
    read="Each bar is a card, the most used first: how often it is played, alone or to top, in a game. The second "
    "chart shows how often the players who used a card won; the dashed line is an even chance.",
    method="Logged games. Numbers per game: estimate ± t · standard error over deals, 95 %. Shares of a card's plays, "
    f"wounds per play and win rates: {RATIOS}. Each interval of the table is right 95 times in 100: with so many cards "
    f"a few are wrong. {PICKED}",
    caution="Winning and playing a card are associated for many reasons: its deck may be the stronger one, players who "
    "are ahead play more of everything, and long games have more cards. These numbers are descriptive. To measure what "
    "a card is worth, replace it in its deck and play the same deals (`dhstats compare`), or give it to one player and "
    "change nothing else (`dhstats fork`).",
)  # fmt: skip
