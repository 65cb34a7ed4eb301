"""Charts that only Dragon! has: decks, facings, chains of topping, wounds, sieges, cards."""

from dhstats.questions.shared.answer import Table
from dhstats.report.charts.results import OF_100, PERCENT
from dhstats.report.drawing.drawing import MATCHUP, Chart, Row, distinct, rows
from dhstats.report.drawing.plots import Held, amount_grid, bar_plot, interval_plot, own_ends
from dhstats.report.drawing.shapes import Axis, Names

LOW = 40  # height of a row of bars
CARDS = 16  # cards that a chart shows
LONG = 7  # cards played to top: longer chains are in the table alone
RESULTS = {
    ("wins", "kill"): "kills", ("wins", "banish"): "banishes", ("wins", "exhaust"): "exhausts",
    ("loses", "kill"): "is killed", ("loses", "banish"): "is banished", ("loses", "exhaust"): "is exhausted",
}  # fmt: skip


def deck_wins(wins: Table) -> Chart:
    """What each deck wins, with the line of an even share."""
    values = rows(wins, MATCHUP, "deck", "share", "low", "high", "even")
    axis, names = Axis("share", "Games won, of 100", OF_100), Names.of(values, "deck", "Deck")
    words = "Interval plot: each deck's share of the wins; the dashed line is an even share."
    return interval_plot(values, names, axis, words, Held(values[0]["even"]))


def deck_ways(ways: Table) -> Chart:
    """How many of all games each deck wins and loses by each end."""
    values = rows(ways, MATCHUP, "deck", "result", "end_reason", "share")
    named = [row | {"result": RESULTS[row["result"], row["end_reason"]]} for row in values]
    return amount_grid(named, ("deck", "Deck"), ("result", "Result"), Axis("share", "Games, of 100", ".1h"))


def facing_wins(rivals: Table) -> Chart:
    """How often the player of a turn has won, by how the rival's dragon faced."""
    values = rows(rivals, MATCHUP, "rival", "win_rate", "win_rate_low", "win_rate_high")
    named = [row | {"rival": f"rival faces {row['rival']}"} for row in values]
    return _wins(named, "rival", "Turns that began so", "Not the worth of the facing.")


def facing_alike(alike: Table) -> Chart:
    """The same among turns of one deck, and of players with more health left, about as much, or less."""
    values = rows(alike, MATCHUP, "among", "rival", "win_rate")
    axis = Axis("win_rate", "Games that the player of the turn won, of 100", ".0h")
    return amount_grid(values, ("rival", "The rival faces"), ("among", "Among"), axis)


def chain_lengths(lengths: Table) -> Chart:
    """How many cards were played to top a card that was played."""
    axis = Axis("share", "Share of the cards played", PERCENT)
    values = rows(lengths, MATCHUP, "tops", "result", *_own(axis))
    named = [row | {"what": _topped(row["tops"], row["result"])} for row in values if row["tops"] <= LONG]
    return _bars(named, ("what", "Chain"), axis, "the share of chains of each length")


def _topped(number: int, result: str) -> str:
    if not number:
        return "not topped: takes effect"
    return f"{number} to top: {result}"


def what_tops(grid: Table) -> Chart:
    """With what cards of each type were topped."""
    values = rows(grid, MATCHUP, "under", "over", "share")
    order = tuple(dict.fromkeys((*distinct(values, "under"), *distinct(values, "over"))))
    axis = Axis("share", "Share of the cards that topped it", ".0%")
    return amount_grid(values, ("over", "Topped with"), ("under", "Topped card"), axis, order)


def replies(asked: Table) -> Chart:
    """How often who could top did."""
    axis = Axis("topped", "Decisions in which it was topped", PERCENT)
    values = rows(asked, MATCHUP, "what", *_own(axis))
    return _bars(values, ("what", "What could be topped"), axis, "how often who could top did")


def wounds(types: Table) -> Chart:
    """The wounds that cards of each type inflict in a game."""
    axis = Axis("toll", "Wounds a game", ".2f")
    values = [row for row in rows(types, MATCHUP, "type", "attack", *_own(axis)) if row["attack"] == "yes"]
    return _bars(values, ("type", "Type"), axis, "the wounds that each type of attack inflicts in a game")


def played(types: Table) -> Chart:
    """How many cards of each type are played in a game."""
    axis = Axis("game", "Cards played a game", ".2f")
    values = rows(types, MATCHUP, "type", *_own(axis))
    return _bars(values, ("type", "Type"), axis, "how many cards of each type are played in a game")


def cancelled(types: Table) -> Chart:
    """How many cards of each type were cancelled."""
    axis = Axis("cancelled", "Cancelled of those played", PERCENT)
    values = rows(types, MATCHUP, "type", *_own(axis))
    return _bars(values, ("type", "Type"), axis, "how many cards of each type were cancelled")


def deck_wounds(decks: Table) -> Chart:
    """The wounds that the cards of each deck inflict in a game."""
    values = [row for row in rows(decks, MATCHUP, "deck", "type", "toll") if row["type"] != "all" and row["toll"]]
    return amount_grid(values, ("deck", "Deck"), ("type", "Type"), Axis("toll", "Wounds a game", ".2f"))


def besieged(sieges: Table) -> Chart:
    """The lair attack that comes into play against each deck."""
    axis = Axis("came", "Points that come into play a game", ".2f")
    values = rows(sieges, MATCHUP, "deck", *_own(axis))
    return _bars(values, ("deck", "Deck whose lair it is"), axis, "lair attack that comes into play a game")


def relieved(sieges: Table) -> Chart:
    """The lair attack that each deck gets rid of."""
    axis = Axis("gone", "Points that go again a game", ".2f")
    values = rows(sieges, MATCHUP, "deck", *_own(axis))
    return _bars(values, ("deck", "Deck whose lair it is"), axis, "lair attack that goes again a game")


def card_uses(cards: Table) -> Chart:
    """How often the most used cards are played in a game."""
    axis = Axis("used", "Used a game, by itself or to top", ".2f")
    values = _most_used(rows(cards, MATCHUP, "card", *_own(axis)))
    return _bars(values, ("card", "Card"), axis, "how often the most used cards are played in a game")


def card_winners(cards: Table) -> Chart:
    """How often the players who used the most used cards have won."""
    values = _most_used(rows(cards, MATCHUP, "card", "win_rate", "win_rate_low", "win_rate_high"))
    return _wins(values, "card", "Card", "Not the worth of any card.")


def _most_used(values: list[Row]) -> list[Row]:
    """The first cards of every matchup: a table has the most used ones first."""
    kept: dict[str, int] = {}
    shown = []
    for row in values:
        kept[row[MATCHUP]] = kept.get(row[MATCHUP], 0) + 1
        if kept[row[MATCHUP]] <= CARDS:
            shown.append(row)
    return shown


def _own(axis: Axis) -> tuple[str, str, str]:
    """A column with the ends of its interval."""
    return axis.column, *own_ends(axis)


def _bars(values: list[Row], named: tuple[str, str], axis: Axis, words: str) -> Chart:
    known = [row for row in values if row[axis.column] is not None]
    says = f"Bars: {words}, with intervals."
    return bar_plot(known, Names.of(known, *named), axis, says, ends=own_ends(axis), step=LOW)


def _wins(values: list[Row], column: str, title: str, warning: str) -> Chart:
    """Win rates with the line of even chances, a row a name."""
    axis = Axis("win_rate", "Games that this player won, of 100", OF_100)
    known = [row for row in values if row["win_rate"] is not None]
    words = f"Interval plot: how often this player has won, by {title.lower()}. {warning}"
    return interval_plot(known, Names.of(known, column, title), axis, words, Held(0.5), ends=own_ends(axis))
