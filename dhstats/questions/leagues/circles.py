"""Who beats whom in a circle: three strategies of which each beats the next beyond doubt."""

from itertools import combinations

from dhstats.questions.leagues.league import Array, League
from dhstats.questions.shared.answer import Finding, Table
from dhstats.questions.shared.first_screen import who
from dhstats.questions.shared.tables import number, table, text, whole
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
    strength, names = found.payoffs.strength, found.names
    columns = (
        text("first", "beats the second", lambda ring: names[ring[0]]),
        text("second", "beats the third", lambda ring: names[ring[1]]),
        text("third", "beats the first", lambda ring: names[ring[2]]),
        number("weakest", "Smallest of the three scores", "share", lambda ring: _weakest(strength, ring)),
        whole("deals", "Deals", "deals", lambda _: found.payoffs.deals),
    )
    return table("cycles", "Circles", columns, circles(found))


def _weakest(strength: Array, ring: tuple[int, int, int]) -> float:
    a, b, c = ring
    return float(min(strength[a, b], strength[b, c], strength[c, a]))
