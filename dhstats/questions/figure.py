"""The Great Dragon, described: who holds it at the end, how often it moves, when it is first claimed."""

from __future__ import annotations

from typing import Any

from dhstats.queries.counts import Counts
from dhstats.questions import words
from dhstats.questions.answer import Answer, Finding, Table
from dhstats.questions.groups import LEVEL, Group, groups
from dhstats.questions.spreads import (
    MEANS,
    ONE_A_DEAL,
    histogram_table,
    mean,
    mean_table,
    quantile_table,
    spread,
)
from dhstats.questions.sums import block_sums, ratio_estimate, ratio_sums
from dhstats.questions.tables import MATCHUP, Value, also, ranged, table, text, whole
from dhstats.stats.blocks import Estimate
from dhstats.stats.quantiles import quantile_interval

EITHER = -2  # as the query names both players together
SEATS = {0: "first", 1: "second", -1: "nobody", EITHER: "either"}
ROLES = {
    "holder": "holds it at the end",
    "claimer": "claimed it first",
    "no_holder": "nobody holds it at the end",
    "no_claimer": "nobody claimed it",
}
QUANTITIES = {
    "figure_changes": "changes of hand, the first claim included",
    "first_claim": "turn of the first claim",
}

HOW_TO_READ = (
    "A line a role and a player: how often it happened, how often that player won, and by how many points"
    " he was ahead at the end. The histograms show how often the figure moved, and in which turn it was"
    " first claimed."
)
METHOD = (
    "Shares of all games: t over deals, 95 %. Win rates are ratios of sums over deals with linearised"
    f" standard errors, 95 %. {MEANS} {ONE_A_DEAL} Games without a claim are left out of the turn of the"
    " first claim."
)
CAUTION = (
    "These numbers describe, and are not what the Great Dragon is worth. Its points and its tie-break are"
    " part of the result; claiming it takes petrified dragons, which score too; and a player who is ahead"
    " claims more often and later. The value to a player is found by giving him the figure and changing"
    " nothing else."
)


def answer(counts: Counts) -> Answer:
    """What goes together with the figure; no value of it."""
    samples = groups(counts)
    return Answer(
        key="figure",
        title="What happens to the Great Dragon?",
        findings=tuple(_findings(counts, samples[0])),
        tables=(
            _roles(counts, samples),
            histogram_table(counts, samples, QUANTITIES, "changes or turns"),
            quantile_table(counts, samples, QUANTITIES, "changes or turns"),
            mean_table(counts, samples, {"figure_changes": QUANTITIES["figure_changes"]}, "changes a game"),
        ),
        how_to_read=HOW_TO_READ,
        method=METHOD,
        caution=CAUTION,
        queries=tuple((name, counts.text(name)) for name in ("figure", "histograms", "means")),
    )


def _rows(counts: Counts, group: Group) -> dict[tuple[str, int], dict[str, Any]]:
    rows = counts.rows("figure", matchup=group.number)
    named = [row for row in rows if row["role"] in ("holder", "claimer") or row["seat"] == -1]
    return {(row["role"], row["seat"]): row for row in named}


def _share(group: Group, row: dict[str, Any]) -> Estimate:
    return block_sums(group.deals, row, "games", group.games).estimate(LEVEL, (0.0, 1.0))


def _findings(counts: Counts, group: Group) -> list[Finding]:
    rows = _rows(counts, group)
    if ("holder", EITHER) not in rows:
        return [Finding(group.says("Nobody held the figure at the end of any game."))]
    changes = mean(counts, group, "figure_changes")
    digits = words.places(changes.se)
    moved = (
        f"It changes hands {words.number(changes.value, digits)} times a game, the first claim included"
        f" ({words.span(changes.interval, digits)}).{_first_claim(counts, group)}"
    )
    return [
        Finding(group.says(_holder(group, rows))),
        Finding(group.says(_winner(group, rows["holder", EITHER]))),
        Finding(group.says(moved)),
    ]


def _holder(group: Group, rows: dict[tuple[str, int], dict[str, Any]]) -> str:
    shares = {seat: _share(group, rows["holder", seat]) for seat in (0, 1) if ("holder", seat) in rows}
    parts = [
        f"the {SEATS[seat]} player in {words.percent(e.value, e.se)} of the games"
        f" ({words.share_span(e.interval, e.se)})"
        for seat, e in shares.items()
    ]
    return f"At the end the Great Dragon is held by {words.listed(parts)}."


def _winner(group: Group, row: dict[str, Any]) -> str:
    wins = ratio_sums(group.deals, row, "games", "wins").estimate(LEVEL)
    return (
        f"Whoever holds it at the end has won {words.percent(wins.value, wins.se)} of those games"
        f" ({words.share_span(wins.interval, wins.se)}): this goes together, and is not its value."
    )


def _first_claim(counts: Counts, group: Group) -> str:
    found = spread(counts, group, "first_claim")
    if found is None:
        return ""
    middle = quantile_interval(found, 0.5, LEVEL)
    return (
        f" Half of the first claims come by turn {words.number(found.quantile(0.5), 0)}"
        f" ({words.span(middle, 0)})."
    )


def _roles(counts: Counts, samples: tuple[Group, ...]) -> Table:
    fields = (
        MATCHUP,
        text("role", "Role"),
        text("seat", "Player"),
        whole("games", "Games", "games"),
        *ranged("share", "Share of games", "share of games"),
        *ranged("win_rate", "How often that player won", "share of these games"),
        *ranged("margin", "Points that player was ahead", "points"),
    )
    lines = [
        _line(group, role, seat, row)
        for group in samples
        for (role, seat), row in _rows(counts, group).items()
    ]
    return table("roles", "The figure by role and player", fields, lines)


def _line(group: Group, role: str, seat: int, row: dict[str, Any]) -> dict[str, Value]:
    def per_game(name: str) -> Estimate | None:
        return ratio_estimate(ratio_sums(group.deals, row, "games", name)) if seat != -1 else None

    return {
        "matchup": group.label,
        "role": ROLES[role],
        "seat": SEATS[seat],
        "games": row["games"],
        **also("share", _share(group, row)),
        **also("win_rate", per_game("wins")),
        **also("margin", per_game("margin")),
    }
