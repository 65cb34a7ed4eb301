"""Dragonwood on a page: its table as it is drawn, and the charts that only Dragonwood has."""

import altair as alt

from dhstats.games.dragonwood.files.rulesets import spoken
from dhstats.games.dragonwood.questions.enhancements import SEVERAL
from dhstats.games.dragonwood.referee.chronicle import Position
from dhstats.games.dragonwood.table import CREATURES, SEATS, WAYS
from dhstats.games.dragonwood.words.notation import cards_text, tally
from dhstats.games.retelling import counted
from dhstats.questions.shared.answer import Table
from dhstats.report.charts import results
from dhstats.report.charts.results import LIMIT, OF_100, WINS, bars_of, wins_of
from dhstats.report.drawing import plots
from dhstats.report.drawing.drawing import (
    MATCHUP,
    Chart,
    Choice,
    Frame,
    Own,
    Place,
    Seat,
    encode,
    finish,
    plotted,
    rows,
)
from dhstats.report.drawing.plots import Held, amount_grid, interval_plot, own_ends
from dhstats.report.drawing.shapes import Axis, Names
from dhstats.report.drawing.theme import paint
from dhstats.simulate.replays import Replay

ENDINGS = {
    "dragons": ("last dragon", "kind1"),
    "decks": ("adventurer decks", "kind2"),
    "last_card": ("last Dragonwood card", "kind3"),
}
CELL = 32  # height of a row of a grid
ANY = ("any end", "")


def off_line(prices: Table) -> Chart:
    """How many times what its points would ask a capture costs, with the strip that was declared to be in line."""
    axis = Axis("times", "Cost of a capture, as a multiple of that expected for its points", ".2f")
    values = rows(prices, MATCHUP, "creature", axis.column, "low", "high", "band_low", "band_high", "verdict")
    held = Held(1.0, (values[0]["band_low"], values[0]["band_high"]))
    words = "Interval plot: cost of a capture relative to its points; the strip is the range that counts as in line."
    return interval_plot(values, Names.of(values, "creature", "Creature"), axis, words, held)


def costs(prices: Table) -> Chart:
    """What a capture of each creature costs over its points, with the line through all; those out of line are named."""
    columns = ("creature", "points", "cost", "line", "low", "high", "verdict", "band_low", "band_high")
    every = [row for row in rows(prices, MATCHUP, *columns) if row["low"] is not None]
    values = [
        row
        | {"from": row["line"] * row["low"], "to": row["line"] * row["high"]}
        | {"told": row["creature"] if row["verdict"] == "unbalanced" else ""}
        for row in every
    ]
    choose = Choice.among(values)
    words = "Scatter: cards that a capture costs over victory points, with the line through all creatures."
    return choose.offered(finish(_scatter(choose.base(values)), words, 340))


def _scatter(base: alt.Chart) -> list[alt.Chart]:
    cost = Axis("cost", "Cards that a capture costs", ".1f")
    across = alt.Axis(title="Victory points", tickMinStep=1, format="d")
    x = alt.X("points:Q", axis=across, scale=alt.Scale(zero=False, padding=24))
    y = alt.Y("cost:Q", axis=cost.upright(), scale=alt.Scale(zero=False, nice=True))
    named = [alt.Tooltip("creature:N", title="Creature"), alt.Tooltip("points:Q", title="Victory points")]
    shown = [*named, cost.tip(), cost.of("from").tip("from"), cost.of("to").tip("to")]
    strip = base.transform_calculate(least="datum.line * datum.band_low", most="datum.line * datum.band_high")
    inside = strip.mark_area(color=paint("band"), opacity=0.16)
    line = base.mark_line(color=paint("soft"), strokeDash=[4, 3])
    rule = base.mark_rule(strokeWidth=5, opacity=0.5, color=paint("estimate"))
    point = base.mark_point(filled=True, size=70, opacity=1, color=paint("estimate"), stroke=paint("card"))
    rim = base.mark_text(align="right", dx=-9, dy=-6, stroke=paint("card"), strokeWidth=4)
    text = base.mark_text(align="right", dx=-9, dy=-6)
    return [
        encode(inside, x=x, y=alt.Y("least:Q", axis=cost.upright()), y2="most:Q"),
        encode(line, x=x, y="line:Q"),
        encode(rule, x=x, y="from:Q", y2="to:Q", tooltip=shown),
        encode(point, x=x, y=y, tooltip=shown),
        *(encode(mark, x=x, y=y, text="told:N") for mark in (rim, text)),
    ]


def numbers(printed: Table) -> Chart:
    """How far each creature's numbers are above or below the line of all creatures over points."""
    values = rows(printed, "creature", "way", "number", "excess")
    across, down = Names.of(values, "way", "Way"), Names.of(values, "creature", "Creature")
    reach = max(1.0, *(abs(row["excess"]) for row in values))
    excess = Axis("excess", "Number less line", "+.1f")
    layers = plots.cells(plotted(values), across, down, excess, ("below", "middle", "above"), [-reach, 0.0, reach])
    words = (
        "Grid: for each creature and each way to capture it, how far its number is above or below the one expected for"
        " its points."
    )
    return finish(layers, words, CELL * len(down.order))


def phases(by_phase: Table) -> Chart:
    """How the share of each way shifts from the opening to the end."""
    values = rows(by_phase, MATCHUP, "when", "way", "share")
    return amount_grid(
        values, ("when", "Part of the game"), ("way", "Way"), Axis("share", "Share of the attempts", ".0%")
    )


def targets(by_card: Table) -> Chart:
    """How often an attempt at each card succeeds in each way."""
    values = rows(by_card, MATCHUP, "way", "target", "success")
    return amount_grid(values, ("way", "Way"), ("target", "Card"), Axis("success", "Attempts that captured it", ".0%"))


def captured(captors: Table) -> Chart:
    """In how many games each enhancement was captured."""
    axis = Axis("share", "Games in which somebody captured it, of 100", OF_100)
    values = [
        row for row in rows(captors, MATCHUP, "enhancement", "share", *own_ends(axis)) if row["enhancement"] != SEVERAL
    ]
    return bars_of(
        values, "enhancement", axis, "Bars: in how many games each enhancement was captured, with intervals."
    )


def captor_wins(captors: Table) -> Chart:
    """How often whoever captured each enhancement has won."""
    axis = Axis("win_rate", "Games that the captor won, of 100", OF_100)
    words = "Interval plot: games that the captor won, of 100, by enhancement. Not the worth of any enhancement."
    return wins_of(rows(captors, MATCHUP, "enhancement", *WINS), "enhancement", words, rate=axis)


def extra_wins(extras: Table) -> Chart:
    """How often a player has won with one turn more than another, and without it, by how the game ended."""
    values = rows(extras, MATCHUP, "end_reason", "seat", "extra", *WINS)
    several = {row["seat"] for row in values if row["extra"] == "one turn more"}
    players = results.SEATS
    named = [
        row
        | {"what": f"{(ENDINGS | LIMIT).get(row['end_reason'], ANY)[0]}: {players[row['seat']]} with {row['extra']}"}
        for row in values
        if row["seat"] in several and row["extra"] != "any number of turns"
    ]
    words = "Interval plot: games that this player won, of 100, by games. Not the worth of the turn."
    return wins_of(named, "what", words, "Games")


def frame(replay: Replay, number: int, line: str, position: Position) -> Frame:
    """One moment of a game."""
    rules = replay.rules
    places = []
    for name in position.landscape:  # the number that each way has to reach, and what the card is worth
        kind = "creatures" if name in CREATURES else "enhancements"
        card = rules[kind][name]
        worth = counted(card["points"], "point") if kind == "creatures" else "enhancement"
        numbers = tuple(str(card[way]) for way in WAYS[:3])
        places.append(Place(spoken(name), "", numbers, foot=worth, labels=tuple(WAYS[:3])))
    places += [Place("no card", "", free=1)] * (int(rules["landscape"]["size"]) - len(places))
    decks = rules["end"]["decks"]
    pile = f"adventurers, deck {position.decks_begun}" + (f" of {decks}" if decks else "")
    rest = f"{counted(position.discards, 'card')} discarded; Dragonwood: {position.wood} to come"
    places.append(Place("decks", pile, big=f"{position.adventurers} left", foot=rest))
    seats = []
    for seat, cards in enumerate(position.hands):
        hand = tuple((cards_text([card]), "") for card in cards)
        keeps = (*tally(position.captured[seat]), *(f"{spoken(name)} (helps)" for name in position.owned[seat]))
        asked = " · has to decide" if position.asked == seat else ""
        note = f"{counted(len(position.captured[seat]), 'creature')}{asked}"
        seats.append(Seat(SEATS[seat], replay.players[seat], position.scores[seat], note, hand, keeps))
    return Frame(number, line, tuple(places), tuple(seats))


LEGEND = (
    "A card of the hand has a suit, A to E, and a number. Strike with numbers that follow each other, stomp with equal"
    " numbers, scream with one suit: as many dice as cards have to reach the number for that way."
)
OWN = Own(frame, step="decision", legend=LEGEND, endings=ENDINGS)
