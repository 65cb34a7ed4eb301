"""Who beats whom in a circle: three strategies of which each beats the next beyond doubt."""

from itertools import combinations

from dhstats.questions.leagues.league import League
from dhstats.questions.shared.answer import Finding, Table
from dhstats.questions.shared.first_screen import who
from dhstats.questions.shared.tables import Line, number, table, text, whole
from dhstats.stats.leagues.payoffs import joint_intervals, upper_cells

LEVEL = 0.95
MOST = 5  # circles that a sentence names


def circles(found: League) -> list[tuple[int, int, int]]:
    """Three strategies of which each beats the next beyond doubt, all pairs judged at once."""
    cells = upper_cells(len(found.names))
    intervals = joint_intervals(found.payoffs.strength_blocks, cells, LEVEL)
    beats = {cell: 1 if i.low > 0.5 else -1 if i.high < 0.5 else 0 for cell, i in zip(cells, intervals, strict=True)}
    rings = []
    for a, b, c in combinations(range(len(found.names)), 3):
        turn = (beats[a, b], beats[b, c], -beats[a, c])
        if turn == (1, 1, 1):
            rings.append((a, b, c))
        elif turn == (-1, -1, -1):
            rings.append((a, c, b))
    return rings


def findings(found: League, what: str) -> list[Finding]:
    """The circles in a sentence, or that there is none beyond doubt."""
    rings = circles(found)
    if not rings:
        return [Finding(f"No three {what} beat each other in a circle beyond doubt.")]
    told = "; ".join(" beats ".join(who(found.names[i]) for i in (*ring, ring[0])) for ring in rings[:MOST])
    more = f" ({len(rings)} such circles)" if len(rings) > MOST else ""
    return [Finding(f"{what.capitalize()} beat each other in circles: {told}{more}.")]


def listed(found: League) -> Table:
    """Every circle with the smallest of its three scores."""
    strength = found.payoffs.strength
    lines: list[Line] = [
        {
            "first": found.names[a], "second": found.names[b], "third": found.names[c],
            "weakest": float(min(strength[a, b], strength[b, c], strength[c, a])), "deals": found.payoffs.deals,
        }
        for a, b, c in circles(found)
    ]  # fmt: skip
    fields = (
        text("first", "beats the second"), text("second", "beats the third"), text("third", "beats the first"),
        number("weakest", "Smallest of the three scores", "share"), whole("deals", "Deals", "deals"),
    )  # fmt: skip
    return table("cycles", "Circles", fields, lines)
