"""Charts that only Dragon! has: decks, facings, chains of topping, wounds, sieges, cards."""

from dhstats.questions.shared.answer import Table
from dhstats.report.charts.results import EVEN, OF_100, PERCENT, span
from dhstats.report.drawing import shapes, tiles
from dhstats.report.drawing.drawing import MATCHUP, Chart, Choice, Row, distinct, finish, rows
from dhstats.report.drawing.shapes import Axis, Names

CELL = 32  # height of a row of a grid
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
    choose, names = Choice.among(values), Names.of(values, "deck", "Deck")
    even = values[0]["even"]
    domain = span([*values, {"share": even}], ("share", "low", "high"))
    layers = [shapes.even(even, domain, names)]
    layers += shapes.intervals(
        choose.base(values), names, Axis("share", "Games won, of 100", OF_100), ("low", "high"), domain
    )
    words = "Interval plot: each deck's share of the wins; the dashed line is an even share."
    return choose.offered(finish(layers, words, shapes.height_of(names)))


def deck_ways(ways: Table) -> Chart:
    """How many of all games each deck wins and loses by each end."""
    values = rows(ways, MATCHUP, "deck", "result", "end_reason", "share")
    named = [row | {"result": RESULTS[row["result"], row["end_reason"]]} for row in values]
    return _grid(named, ("deck", "Deck"), ("result", "Result"), Axis("share", "Games, of 100", ".1h"))


def facing_wins(rivals: Table) -> Chart:
    """How often the player of a turn has won, by how the rival's dragon faced."""
    values = rows(rivals, MATCHUP, "rival", "win_rate", "win_rate_low", "win_rate_high")
    named = [row | {"rival": f"rival faces {row['rival']}"} for row in values]
    return _wins(named, "rival", "Turns that began so", "Not the worth of the facing.")


def facing_alike(alike: Table) -> Chart:
    """The same among turns of one deck, and of players with more health left, about as much, or less."""
    values = rows(alike, MATCHUP, "among", "rival", "win_rate")
    axis = Axis("win_rate", "Games that the player of the turn won, of 100", ".0h")
    return _grid(values, ("rival", "The rival faces"), ("among", "Among"), axis)


def chain_lengths(lengths: Table) -> Chart:
    """How many cards were played to top a card that was played."""
    axis = Axis("share", "Share of the cards played", PERCENT)
    values = rows(lengths, MATCHUP, "tops", "result", *_own(axis))
    named = [row | {"what": _topped(row["tops"], row["result"])} for row in values if row["tops"] <= LONG]
    return _bars(named, ("what", "Chain"), axis, "amount", "the share of chains of each length")


def _topped(number: int, result: str) -> str:
    if not number:
        return "not topped: takes effect"
    return f"{number} to top: {result}"


def what_tops(grid: Table) -> Chart:
    """With what cards of each type were topped."""
    values = rows(grid, MATCHUP, "under", "over", "share")
    order = tuple(dict.fromkeys((*distinct(values, "under"), *distinct(values, "over"))))
    axis = Axis("share", "Share of the cards that topped it", ".0%")
    return _grid(values, ("over", "Topped with"), ("under", "Topped card"), axis, order)


def replies(told: Table) -> Chart:
    """How often who could top did."""
    axis = Axis("topped", "Decisions in which it was topped", PERCENT)
    values = rows(told, MATCHUP, "what", *_own(axis))
    return _bars(values, ("what", "What could be topped"), axis, "amount", "how often who could top did")


def wounds(types: Table) -> Chart:
    """The wounds that cards of each type inflict in a game."""
    axis = Axis("toll", "Wounds a game", ".2f")
    values = [row for row in rows(types, MATCHUP, "type", "attack", *_own(axis)) if row["attack"] == "yes"]
    return _bars(values, ("type", "Type"), axis, "amount", "the wounds that each type of attack inflicts in a game")


def played(types: Table) -> Chart:
    """How many cards of each type are played in a game."""
    axis = Axis("game", "Cards played a game", ".2f")
    values = rows(types, MATCHUP, "type", *_own(axis))
    return _bars(values, ("type", "Type"), axis, "amount", "how many cards of each type are played in a game")


def cancelled(types: Table) -> Chart:
    """How many cards of each type were cancelled."""
    axis = Axis("cancelled", "Cancelled of those played", PERCENT)
    values = rows(types, MATCHUP, "type", *_own(axis))
    return _bars(values, ("type", "Type"), axis, "amount", "how many cards of each type were cancelled")


def deck_wounds(decks: Table) -> Chart:
    """The wounds that the cards of each deck inflict in a game."""
    values = [row for row in rows(decks, MATCHUP, "deck", "type", "toll") if row["type"] != "all" and row["toll"]]
    return _grid(values, ("deck", "Deck"), ("type", "Type"), Axis("toll", "Wounds a game", ".2f"))


def besieged(sieges: Table) -> Chart:
    """The lair attack that comes into play against each deck."""
    axis = Axis("came", "Points that come into play a game", ".2f")
    values = rows(sieges, MATCHUP, "deck", *_own(axis))
    return _bars(values, ("deck", "Deck whose lair it is"), axis, "amount", "lair attack that comes into play a game")


def relieved(sieges: Table) -> Chart:
    """The lair attack that each deck gets rid of."""
    axis = Axis("gone", "Points that go again a game", ".2f")
    values = rows(sieges, MATCHUP, "deck", *_own(axis))
    return _bars(values, ("deck", "Deck whose lair it is"), axis, "amount", "lair attack that goes again a game")


def card_uses(cards: Table) -> Chart:
    """How often the most used cards are played in a game."""
    axis = Axis("used", "Used a game, by itself or to top", ".2f")
    values = _most_used(rows(cards, MATCHUP, "card", *_own(axis)))
    return _bars(values, ("card", "Card"), axis, "amount", "how often the most used cards are played in a game")


def card_winners(cards: Table) -> Chart:
    """How often the players who used the most used cards have won."""
    values = _most_used(rows(cards, MATCHUP, "card", "win_rate", "win_rate_low", "win_rate_high"))
    return _wins(values, "card", "Card", "Not the worth of any card.")


def _most_used(values: list[Row]) -> list[Row]:
    """The first cards of every matchup: a table has the most used ones first."""
    kept: dict[str, int] = {}
    found = []
    for row in values:
        kept[row[MATCHUP]] = kept.get(row[MATCHUP], 0) + 1
        if kept[row[MATCHUP]] <= CARDS:
            found.append(row)
    return found


def _own(axis: Axis) -> tuple[str, str, str]:
    """A column with the ends of its interval."""
    return axis.column, f"{axis.column}_low", f"{axis.column}_high"


def _bars(values: list[Row], named: tuple[str, str], axis: Axis, role: str, words: str) -> Chart:
    known = [row for row in values if row[axis.column] is not None]
    choose, names = Choice.among(known), Names.of(known, *named)
    layers = shapes.bars(choose.base(known), names, axis, _own(axis)[1:], role)
    return choose.offered(finish(layers, f"Bars: {words}, with intervals.", shapes.height_of(names, LOW)))


def _wins(values: list[Row], column: str, title: str, warning: str) -> Chart:
    """Win rates with the line of even chances, a row a name."""
    axis = Axis("win_rate", "Games that this player won, of 100", OF_100)
    known = [row for row in values if row["win_rate"] is not None]
    choose, names, domain = Choice.among(known), Names.of(known, column, title), span([*known, EVEN], _own(axis))
    layers = shapes.intervals(choose.base(known), names, axis, _own(axis)[1:], domain)
    words = f"Interval plot: how often this player has won, by {title.lower()}. {warning}"
    return choose.offered(finish([shapes.even(0.5, domain, names), *layers], words, shapes.height_of(names)))


def _grid(
    values: list[Row], across: tuple[str, str], down: tuple[str, str], value: Axis, order: tuple[str, ...] = ()
) -> Chart:
    """A grid of cells; `order` is that of its columns, if it is not that of the data."""
    known = [row for row in values if row[value.column] is not None]
    choose, lines = Choice.among(known), Names.of(known, *down)
    columns = Names(*across, order) if order else Names.of(known, *across)
    domain = [0.0, max((row[value.column] for row in known), default=1.0)]
    layers = tiles.cells(choose.base(known), columns, lines, value, ("low", "high"), domain)
    words = f"Grid: {value.title[0].lower()}{value.title[1:]}, by {down[1].lower()} and {across[1].lower()}."
    return choose.offered(finish(layers, words, CELL * len(lines.order)))
