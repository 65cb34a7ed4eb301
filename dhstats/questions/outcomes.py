"""Who wins? Wins, draws and losses of the first player, and what decided the games."""

from __future__ import annotations

from dhstats.queries.counts import Counts
from dhstats.questions import words
from dhstats.questions.answer import Answer, Finding, Table
from dhstats.questions.groups import LEVEL, Group, groups
from dhstats.questions.sums import block_sums, value_counts
from dhstats.questions.tables import MATCHUP, Value, estimated, measured, table, text, whole
from dhstats.stats.blocks import BlockSums, Estimate

HOW_TO_READ = (
    "A bar a matchup, cut into the games that the first player won, the draws, and those that the second"
    " player won. The table behind it says what decided them: points, or the figure after a tie."
)
METHOD = (
    "Shares of all games. As the games of a deal share both decks, the share within each deal is one"
    " observation: estimate ± t · standard error over deals, 95 %."
)
CAUTION = "Shares of the three results add up to 1, so their intervals are not independent of each other."

OUTCOMES = {"first player wins": 0, "draw": -1, "second player wins": 1}


def answer(counts: Counts) -> Answer:
    """The shares of wins, draws and losses, and what decided the games."""
    samples = groups(counts)
    shares = {group: _shares(counts, group) for group in samples}
    main = samples[0]
    return Answer(
        key="outcomes",
        title="Who wins?",
        findings=tuple(_findings(counts, main, shares[main])),
        tables=(_outcome_table(shares), _decided_table(counts, samples)),
        how_to_read=HOW_TO_READ,
        method=METHOD,
        caution=CAUTION,
        queries=tuple((name, counts.text(name)) for name in ("blocks", "outcomes")),
    )


def _shares(counts: Counts, group: Group) -> dict[str, tuple[Estimate, int]]:
    rows = counts.rows("blocks", matchup=group.number)
    results = {
        "first player wins": value_counts(rows, lambda row: row["wins"]),
        "draw": value_counts(rows, lambda row: row["draws"]),
        "second player wins": value_counts(rows, lambda row: group.games - row["wins"] - row["draws"]),
    }
    return {name: _share(tally, group) for name, tally in results.items()}


def _share(tally: dict[int, int], group: Group) -> tuple[Estimate, int]:
    sums = BlockSums.from_counts(tally, group.games)
    return sums.estimate(LEVEL, (0.0, 1.0)), sums.total


def _findings(counts: Counts, group: Group, shares: dict[str, tuple[Estimate, int]]) -> list[Finding]:
    first, draw, second = (shares[name][0] for name in OUTCOMES)
    result = (
        f"The first player wins {words.percent(first.value, first.se)} of the games"
        f" ({words.share_span(first.interval, first.se)}), the second"
        f" {words.percent(second.value, second.se)}; {words.percent(draw.value, draw.se)} are drawn."
    )
    findings = [Finding(group.says(result), headline=True)]
    ties = [row for row in counts.rows("outcomes", matchup=group.number) if row["decided_by"] == "figure"]
    if ties:
        games, total = sum(row["games"] for row in ties), group.games * group.deals
        findings.append(Finding(group.says(_ties(games, total))))
    return findings


def _ties(games: int, total: int) -> str:
    share = words.number(100.0 * games / total, 2)
    tied = f"{words.count(games)} of {words.count(total, 'games')} ({share} %)"
    return f"{tied} were tied in points and fell to the holder of the figure."


def _outcome_table(shares: dict[Group, dict[str, tuple[Estimate, int]]]) -> Table:
    fields = (
        MATCHUP,
        text("outcome", "Result"),
        *measured("share", "Share of games", "share of games"),
        whole("games", "Games", "games"),
    )
    lines = [
        {"matchup": group.label, "outcome": name, **estimated("share", share), "games": games}
        for group, results in shares.items()
        for name, (share, games) in results.items()
    ]
    return table("shares", "Results by matchup", fields, lines)


def _decided_table(counts: Counts, samples: tuple[Group, ...]) -> Table:
    fields = (
        MATCHUP,
        text("outcome", "Result"),
        text("decided_by", "Decided by"),
        *measured("share", "Share of games", "share of games"),
        whole("games", "Games", "games"),
    )
    names = {winner: name for name, winner in OUTCOMES.items()}
    lines: list[dict[str, Value]] = [
        {
            "matchup": group.label,
            "outcome": names[row["winner"]],
            "decided_by": row["decided_by"],
            **estimated(
                "share", block_sums(group.deals, row, "games", group.games).estimate(LEVEL, (0.0, 1.0))
            ),
            "games": row["games"],
        }
        for group in samples
        for row in counts.rows("outcomes", matchup=group.number)
    ]
    return table("decided", "What decided the games", fields, lines)
