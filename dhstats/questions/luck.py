"""Skill or luck: what part of the results goes to strategies, to the deal, and to how the two meet."""

from __future__ import annotations

import numpy as np

from dhstats.queries.counts import Counts
from dhstats.questions import words
from dhstats.questions.answer import Answer, Finding, Table
from dhstats.questions.league import League, league
from dhstats.questions.lots import seats_apart
from dhstats.questions.tables import Line, number, table, text, whole
from dhstats.questions.vocabulary import vocabulary
from dhstats.stats import luck, ratings
from dhstats.stats.critical_values import student_critical
from dhstats.stats.intervals import Interval
from dhstats.stats.payoffs import upper_cells

PARTS = (
    ("the deal", "the order of both decks, the same for every pairing"),
    ("strategies", "which strategies meet, and which of them begins"),
    ("deal and strategies together", "that a deal suits one pairing better than another"),
    ("draws of strategies", "what changes when the same strategies play the same deal again with other draws"),
)
MIXED = (PARTS[2][0], f"{PARTS[2][1]}, and the draws of strategies")  # one game a cell cannot tell them apart
SEAT = ("the seat", "that somebody begins: the square of his mean lead, which belongs to no deal and no pairing")
HOW_TO_READ = (
    "A bar is a part of the variance of the first player's lead at the end. All pairings play the same deals, so what"
    " follows the deal through every pairing is luck of the cards, and what follows the pairing is skill and seat."
)
METHOD = (
    "Every deal is played by every ordered pair of strategies, each time with the first {} at the first seat: a"
    " crossed design of deals and pairings. Components by balanced analysis of variance; errors by the jackknife over"
    " deals. Strategies are a fixed set and never drawn again."
)
ONCE = (
    " One game a cell: experts and parametric characters draw no lots; what others draw (random, greedy, noisy rungs,"
    " searchers) is in the part of deal and strategies together. `dhstats luck` plays every cell twice and tells them"
    " apart."
)
AGAIN = " Every cell is played {} times with other draws of the strategies, which tells their noise apart."
CAUTION = (
    "The part of strategies depends on the set: a weak player among them makes the game look like one of skill. A part"
    " that belongs to a deal and a pairing together is neither luck nor skill alone."
)


def luck_exists(counts: Counts) -> bool:
    """The run is a complete round robin in which every pair played the decks as they lie, from both seats."""
    found = league(counts)
    return found is not None and len(found.margins) > 2


def answer(counts: Counts) -> Answer:
    """The variance budget of a complete round robin, and how many games tell who is better."""
    found = league(counts)
    assert found is not None  # asked by the catalogue
    budget = _budget(found)
    parts_of = PARTS if budget.replicates > 1 else (*PARTS[:2], MIXED)
    lines: list[Line] = [
        {"part": name, "share": share, "se": error, "means": means, "deals": budget.deals}
        for (name, means), share, error in zip(parts_of, budget.shares, budget.share_errors, strict=False)
    ]
    seat = seat_share(found)
    lines.append({"part": SEAT[0], "share": seat, "se": None, "means": SEAT[1], "deals": budget.deals})
    fields = (
        text("part", "Part"), number("share", "Share of the variance", "share"),
        number("se", "Standard error (jackknife over deals)", "share"), text("means", "What it is"),
        whole("deals", "Deals", "deals"),
    )  # fmt: skip
    parts = table("parts", "Where the variance of the final lead comes from", fields, lines)
    told = _findings(found, [(name, share) for (name, _), share in zip(parts_of, budget.shares, strict=False)])
    method = METHOD.format(vocabulary(counts.game).lot)
    method += AGAIN.format(budget.replicates) if budget.replicates > 1 else ONCE
    return Answer(
        "luck", "Skill or luck?", tuple(told), (parts, _games(found)), HOW_TO_READ, method,
        seats_apart(counts) + CAUTION, (("league", counts.text("league")),),
    )  # fmt: skip


def _budget(found: League) -> luck.Budget:
    deals, size, _, replicates = found.margins.shape
    return luck.budget(found.margins.reshape(deals, size * size, replicates))


def seat_share(found: League) -> float:
    """How large the square of the first player's mean lead is beside the variance of the final lead."""
    lead = float(found.margins.mean(dtype=np.float64))
    return lead**2 / (lead**2 + float(found.margins.var(dtype=np.float64)))


def _seat_sentence(found: League) -> str:
    """What beginning is worth in points, and beside the variance."""
    deals = found.margins.mean(axis=(1, 2, 3), dtype=np.float64)
    mean, se = float(deals.mean()), float(deals.std(ddof=1) / np.sqrt(len(deals)))
    reach, digits = student_critical(0.95, len(deals) - 1) * se, words.places(se)
    shown = words.span(Interval(mean - reach, mean + reach, 0.95, "t", len(deals), "deals"), digits, sign=True)
    share = words.number(100 * seat_share(found), 3)
    return (
        f"Who begins leads by {words.number(mean, digits, sign=True)} points ({shown}): {share} % beside that variance."
    )


def _findings(found: League, shares: list[tuple[str, float]]) -> list[Finding]:
    told = words.listed([f"{100 * share:.1f} % goes to {name}" for name, share in shares])
    scale = luck.win_scale(found.payoffs.first, found.payoffs.deals * int(found.games.min()))
    games = found.games * found.payoffs.deals
    rated = ratings.fit(found.payoffs.first * games, games, seat=True)
    best, second = np.argsort(-rated.beta, kind="stable")[:2]
    score = float(found.payoffs.strength[best, second])
    needed = luck.games_to_tell(score)
    apart, _ = rated.difference(int(best), int(second))
    tell = f"{needed:,} games" if needed else "more than a billion games"
    return [
        Finding(
            f"Of the variance of the final lead among these {len(found.names)} strategies, {told}"
            f" ({words.count(found.payoffs.deals, 'deals')}, every deal played by every pairing)."
        ),
        Finding(_seat_sentence(found)),
        Finding(
            f"Choosing strategies and seats decides {100 * scale.share:.1f} % of who wins (variance of winning, less"
            " the noise of sampling)."
        ),
        Finding(
            f"{found.names[best]} is {words.number(apart, 0)} Elo points better than {found.names[second]} and scores"
            f" {100 * score:.1f} % against it; it takes {tell} until the better one leads with 95 % certainty."
        ),
    ]  # fmt: skip


def _games(found: League) -> Table:
    lines: list[Line] = []
    strength = found.payoffs.strength
    for i, j in upper_cells(len(found.names)):
        better, other = (i, j) if strength[i, j] >= 0.5 else (j, i)
        score = float(strength[better, other])
        lines.append(
            {
                "better": found.names[better],
                "other": found.names[other],
                "score": score,
                "games": luck.games_to_tell(score),
            }
        )
    fields = (
        text("better", "Better player"),
        text("other", "Against"),
        number("score", "His score over both seats", "share"),
        whole("games", "Games until he leads with 95 % certainty", "games"),
    )
    return table("games", "How many games tell who is better", fields, lines)
