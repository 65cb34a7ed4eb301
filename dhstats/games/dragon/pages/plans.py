"""What Dragon! adds to pages: the charts of its own questions, and how a moment of it is drawn."""

from dhstats.games.dragon.pages import board, charts
from dhstats.report.charts.results import GAMES, OF_100, PERCENT, bars
from dhstats.report.drawing import captions
from dhstats.report.drawing.plots import ENDS
from dhstats.report.drawing.shapes import Axis
from dhstats.report.plans.plans import Own, Plan, by_skill, most, spread

LAIR = "Deck whose lair it is"
PLANS: dict[str, tuple[Plan, ...]] = {
    "winning": (
        Plan(
            "Each deck's share of the wins",
            ("wins",),
            charts.deck_wins,
            says=most("deck", "share", "{what} wins most: {value}", ends=ENDS),
        ),
        Plan("How each deck wins and loses", ("ways",), charts.deck_ways),
    ),
    "facing": (
        Plan("How often the player of a turn has won", ("rivals",), charts.facing_wins),
        Plan("The same among similar turns", ("alike",), charts.facing_alike),
    ),
    "topping": (
        Plan("How many cards were played to top", ("lengths",), charts.chain_lengths),
        Plan(
            "How often cards that could be topped were topped",
            ("replies",),
            bars(
                "what",
                Axis("topped", "Decisions in which it was topped", PERCENT),
                "Bars: how often players who could top did so, with intervals.",
                "What could be topped",
            ),
        ),
        spread(
            "longest_chain",
            "The longest chain of a game",
            "Cards played to top",
            "cards",
            "amount",
            "In nine games in ten the longest chain is {low} to {high} cards",
            wide=True,
        ),
        Plan("What tops what", ("grid",), charts.what_tops, wide=True),
    ),
    "wounds": (
        Plan(
            "Wounds by type of attack",
            ("types",),
            charts.wounds,
            says=most("type", "toll", "Most wounds come from: {what} ({value} per game)", captions.points),
        ),
        Plan("Wounds by deck", ("decks",), charts.deck_wounds),
        Plan(
            "How many cards are played",
            ("types",),
            bars(
                "type",
                Axis("game", "Cards played per game", ".2f"),
                "Bars: how many cards of each type are played in a game, with intervals.",
            ),
            says=most("type", "game", "Played most: {what} ({value} per game)", captions.points),
        ),
        Plan(
            "How many of them are cancelled",
            ("types",),
            bars(
                "type",
                Axis("cancelled", "Cancelled of those played", PERCENT),
                "Bars: how many cards of each type were cancelled, with intervals.",
            ),
            says=most("type", "cancelled", "Cancelled most often: {what} ({value} of those played)"),
        ),
    ),
    "grounds": (
        Plan(
            "Lair attack that comes into play against a deck",
            ("sieges",),
            bars(
                "deck",
                Axis("came", "Points that come into play per game", ".2f"),
                "Bars: lair attack that comes into play per game, with intervals.",
                LAIR,
            ),
        ),
        Plan(
            "Lair attack that the deck removes",
            ("sieges",),
            bars(
                "deck",
                Axis("gone", "Points removed per game", ".2f"),
                "Bars: lair attack removed per game, with intervals.",
                LAIR,
            ),
        ),
    ),
    "played": (
        Plan(
            f"The {charts.CARDS} most used cards",
            ("cards",),
            charts.card_uses,
            says=most("card", "used", "Used most: {what} ({value} per game)", captions.points),
        ),
        Plan(
            "How often players who used them have won",
            ("cards",),
            charts.card_winners,
            says=most("card", "win_rate", "Players who used it won most often: {what} ({value})"),
        ),
    ),
}
ENDINGS = {"kill": ("killing", "kind1"), "banish": ("banishing", "kind3"), "exhaust": ("exhausting", "kind2")}
OWN = Own(
    PLANS, board.frame, step="decision", endings=ENDINGS,
    by_skill=(
        by_skill("kill", "Games that end by a dragon's death, by skill", GAMES, OF_100),
        by_skill("banish", "Games that end by a banishment, by skill", GAMES, OF_100),
    ),
    others=(by_skill("longest_chain", "The longest chain of topping, by skill", "Cards played to top", ".1f"),),
)  # fmt: skip
