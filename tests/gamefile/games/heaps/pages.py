"""How a moment is drawn, as the declarations say it, a step having a name of its own; how many are taken at once."""

from dataclasses import replace

import altair as alt

from dhstats.gamefile.door import derived
from dhstats.report.drawing.drawing import finish, rows

OWN = replace(derived(__name__, "pages"), step="grab")


def draw(table):
    """A bar for each number that can be taken."""
    chart = alt.Chart(alt.Data(values=rows(table, "take", "moves"))).mark_bar()
    return finish([chart.encode(x="moves:Q", y="take:N")], "Bars: moves by how many they take.", 120)
