"""Dragon! on a page: its table as it is drawn, and the charts that only Dragon! has."""

from collections.abc import Mapping

from dhstats.games.dragon.questions.cards import MOST_DRAWN
from dhstats.games.dragon.referee.chronicle import Paper, Position, Side, cardbook
from dhstats.games.dragon.table import SEATS
from dhstats.games.dragon.words.notation import INDENT, cards_text
from dhstats.games.retelling import counted
from dhstats.questions.shared.answer import Table
from dhstats.report.charts.results import OF_100, PERCENT, WINS, bars_of, wins_of
from dhstats.report.drawing.drawing import MATCHUP, Chart, Frame, Own, Place, Row, Seat, distinct, rows
from dhstats.report.drawing.plots import Held, amount_grid, interval_plot, own_ends
from dhstats.report.drawing.shapes import Axis, Names
from dhstats.simulate.replays import Replay


def frame(replay: Replay, number: int, line: str, position: Position) -> Frame:
    """One moment of a game; an answer in a chain is marked by an arrow."""
    book = cardbook(replay.rules["pack"])
    places, seats = list[Place](), list[Seat]()
    for seat, side in enumerate(position.sides):
        places += _places(seat, side, book)
        hand = tuple((book[name].title, ", ".join(book[name].types)) for name in side.hand)
        asked = " · has to decide" if position.asked == seat else ""
        note = f"health left · {counted(side.deck, 'card')} to draw, {counted(side.discards, 'discard')}{asked}"
        left = side.health - side.wounds if side.alive else 0
        seats.append(Seat(SEATS[seat], replay.players[seat], left, note, hand))
    # A line whose spaces at its left, which a page would swallow, are dots before an arrow
    bare = line.lstrip(" ")
    depth = (len(line) - len(bare)) // INDENT
    return Frame(number, f"{'· ' * (depth - 1)}↳ {bare}" if depth else bare, tuple(places), tuple(seats))


def _places(seat: int, side: Side, book: Mapping[str, Paper]) -> list[Place]:
    who = f"{SEATS[seat]} player"
    if not side.alive:
        return [Place(side.dragon, who, big="out of the fight")]
    lair = f"lair attack {side.siege} of {side.lair}"
    wounds = f"{side.wounds} of {counted(side.health, 'wound')}"
    places = [Place(side.dragon, f"{who}, level {side.level}", big=f"faces {side.facing}", foot=f"{wounds} · {lair}")]
    if grounds := [name for name, _ in side.grounds]:
        attack = sum(book[name].number("lair_attack") for name in grounds)
        places.append(Place("ground cards", who, big=cards_text(grounds, book), foot=f"lair attack {attack}"))
    if side.attached:
        attached = ", ".join(
            (book[name].title + (f" until turn {until}" if until else "")) for name, until in side.attached
        )
        places.append(Place("attachments", who, big=attached))
    return places


ENDINGS = {"kill": ("killing", "kind1"), "banish": ("banishing", "kind3"), "exhaust": ("exhausting", "kind2")}
OWN = Own(frame, step="decision", endings=ENDINGS)


LONG = 7  # cards played to top: longer chains are in the table alone
RESULTS = {
    ("wins", "kill"): "kills", ("wins", "banish"): "banishes", ("wins", "exhaust"): "exhausts",
    ("loses", "kill"): "is killed", ("loses", "banish"): "is banished", ("loses", "exhaust"): "is exhausted",
}  # fmt: skip


def deck_wins(wins: Table) -> Chart:
    """Each deck's share of the wins, with the line of an even share."""
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
    values = rows(rivals, MATCHUP, "rival", *WINS)
    named = [row | {"rival": f"rival faces {row['rival']}"} for row in values]
    words = "how often this player has won, by turns that began so. Not the worth of the facing."
    return wins_of(named, "rival", f"Interval plot: {words}", "Turns that began so")


def facing_alike(alike: Table) -> Chart:
    """The same among turns of one deck, and of players with more health left, about as much, or less."""
    values = rows(alike, MATCHUP, "among", "rival", "win_rate")
    axis = Axis("win_rate", "Games that the player of the turn won, of 100", ".0h")
    return amount_grid(values, ("rival", "The rival faces"), ("among", "Among"), axis)


def chain_lengths(lengths: Table) -> Chart:
    """How many cards were played to top a card that was played."""
    axis = Axis("share", "Share of the cards played", PERCENT)
    values = rows(lengths, MATCHUP, "tops", "result", "share", *own_ends(axis))
    named = [
        row | {"what": f"{row['tops']} to top: {row['result']}" if row["tops"] else "not topped: takes effect"}
        for row in values
        if row["tops"] <= LONG
    ]
    return bars_of(named, "what", axis, "Bars: the share of chains of each length, with intervals.", "Chain")


def what_tops(grid: Table) -> Chart:
    """With what cards of each type were topped."""
    values = rows(grid, MATCHUP, "under", "over", "share")
    order = tuple(dict.fromkeys((*distinct(values, "under"), *distinct(values, "over"))))
    axis = Axis("share", "Share of the cards that topped it", ".0%")
    return amount_grid(values, ("over", "Topped with"), ("under", "Topped card"), axis, order)


def wounds(types: Table) -> Chart:
    """The wounds that cards of each type inflict in a game."""
    axis = Axis("toll", "Wounds per game", ".2f")
    values = rows(types, MATCHUP, "type", "attack", "toll", *own_ends(axis))
    words = "Bars: the wounds that each type of attack inflicts in a game, with intervals."
    return bars_of([row for row in values if row["attack"] == "yes"], "type", axis, words)


def deck_wounds(decks: Table) -> Chart:
    """The wounds that the cards of each deck inflict in a game."""
    values = [row for row in rows(decks, MATCHUP, "deck", "type", "toll") if row["type"] != "all" and row["toll"]]
    return amount_grid(values, ("deck", "Deck"), ("type", "Type"), Axis("toll", "Wounds per game", ".2f"))


def card_uses(cards: Table) -> Chart:
    """How often the most used cards are played in a game."""
    axis = Axis("used", "Uses per game, alone or to top", ".2f")
    values = _most_used(rows(cards, MATCHUP, "card", "used", *own_ends(axis)))
    return bars_of(values, "card", axis, "Bars: how often the most used cards are played in a game, with intervals.")


def card_winners(cards: Table) -> Chart:
    """How often the players who used the most used cards have won."""
    words = "Interval plot: how often this player has won, by card. Not the worth of any card."
    return wins_of(_most_used(rows(cards, MATCHUP, "card", *WINS)), "card", words)


def _most_used(values: list[Row]) -> list[Row]:
    """The first cards of every matchup: a table has the most used ones first."""
    by_matchup = [[row for row in values if row[MATCHUP] == matchup] for matchup in distinct(values, MATCHUP)]
    return [row for own in by_matchup for row in own[:MOST_DRAWN]]
