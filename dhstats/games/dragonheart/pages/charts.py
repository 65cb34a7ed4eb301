"""Charts that only Dragonheart has: what is played, and the Great Dragon."""

from dhstats.questions.shared.answer import Table
from dhstats.report.charts.results import GAMES, OF_100, SEATS, wins_of
from dhstats.report.drawing import plots
from dhstats.report.drawing.drawing import MATCHUP, Chart, Choice, finish, rows
from dhstats.report.drawing.plots import bar_plot, own_ends
from dhstats.report.drawing.shapes import Axis, Names


def picture_bands(bands: Table) -> Chart:
    """How the share of plays of each picture shifts from the opening to the end."""
    values = rows(bands, MATCHUP, "turns", "picture", "share", "points")
    choose = Choice.among(values)
    across, down = Names.of(values, "turns", "Turns"), Names.of(values, "picture", "Picture")
    share = Axis("share", "Share of the plays in these turns", ".0%")
    domain = [0.0, max(row["share"] or 0.0 for row in values)]
    layers = plots.cells(choose.base(values), across, down, share, ("low", "high"), domain)
    words = "Grid: the share of plays of each picture, by turns of ten."
    return choose.offered(finish(layers, words, 32 * len(down.order)))


def figure_shares(roles: Table) -> Chart:
    """How often each player has the figure at the end, and claimed it first."""
    axis = Axis("share", GAMES, OF_100)
    values = _roles(roles, "share", ("first", "second", "nobody"))
    words = "Bars: how often each player has the Great Dragon at the end, and claimed it first, with intervals."
    return bar_plot(values, Names.of(values, "what", "Role"), axis, words, ends=own_ends(axis))


def figure_wins(roles: Table) -> Chart:
    """How often the player who holds or first claimed the figure has won."""
    values = _roles(roles, "win_rate", ("first", "second"))
    words = "Interval plot: how often the player who has or first claimed the Great Dragon has won. Not its value."
    return wins_of(values, "what", words, "Role")


def _roles(roles: Table, measure: str, seats: tuple[str, ...]) -> list[dict[str, object]]:
    """The rows of a measure for some players, the role named in words."""
    columns = (measure, f"{measure}_low", f"{measure}_high")
    values = rows(roles, MATCHUP, "role", "seat", *columns)
    kept = [row for row in values if row["seat"] in seats and row[measure] is not None]
    kept.sort(key=lambda row: (row["seat"] == "nobody", not row["role"].startswith("holds"), row["seat"]))
    return [
        {MATCHUP: row[MATCHUP], "what": _said(row["role"], row["seat"])} | {name: row[name] for name in columns}
        for row in kept
    ]


def _said(role: str, seat: str) -> str:
    return role if seat == "nobody" else f"{SEATS[seat]} {role}"
