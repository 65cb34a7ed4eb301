"""The chart of how many are taken at once."""

import altair as alt

from dhstats.report.drawing.drawing import finish, rows


def draw(table):
    """A bar for each number that can be taken."""
    chart = alt.Chart(alt.Data(values=rows(table, "take", "moves"))).mark_bar()
    return finish([chart.encode(x="moves:Q", y="take:N")], "Bars: moves by how many they take.", 120)
