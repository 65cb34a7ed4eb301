"""Who wins? Wins, draws and losses of the first player, and what decided the games."""

from collections.abc import Callable

from dhstats.queries.counts import Counts
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.groups import Group, groups
from dhstats.questions.shared.kinds import Kind, kinds
from dhstats.questions.shared.sums import SHARES, Row, share, value_counts
from dhstats.questions.shared.tables import MATCHUP, estimated, measured, table, text, whole
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.stats.intervals.blocks import Estimate

ANYBODY = -2  # as the query names all winners together
NAMES = {0: "first player wins", -1: "draw", 1: "second player wins", ANYBODY: "any"}

HOW_TO_READ = (
    "A bar a matchup, cut into the games that the first player won, the draws, and those that the second"
    " player won. The table behind it says what decided them{}."
)
METHOD = (
    "Shares of all games. As the games of a deal share both decks, the share within each deal is one"
    f" observation, 95 %: {SHARES}."
    " In a run that may have stopped by its own data, shares of wins and draws have the betting sequence instead, which"
    " holds at all looks together."
)
CAUTION = "Shares of the three results add up to 1, so their intervals are not independent of each other."

Shares = dict[str, Estimate]


def answer(counts: Counts) -> Answer:
    """The shares of wins, draws and losses, and what decided the games."""
    samples = groups(counts)
    shares = {group: _shares(counts, group) for group in samples}
    main, known = samples[0], vocabulary(counts.game)
    told = f": points, or {known.tie_breaker} after a tie" if known.tie else ""
    return Answer(
        key="outcomes",
        title="Who wins?",
        findings=(
            Finding(main.says(_result(shares[main]))),
            *([Finding(main.says(_ties(counts, main)))] if known.tie else []),
        ),
        tables=(_outcomes(shares), _decided(counts, samples)),
        how_to_read=HOW_TO_READ.format(told),
        method=METHOD,
        caution=CAUTION,
        queries=tuple((name, counts.text(name)) for name in ("blocks", "outcomes")),
    )


def _shares(counts: Counts, group: Group) -> Shares:
    rows = counts.rows("blocks", matchup=group.number)
    results: dict[int, Callable[[Row], int]] = {
        0: lambda row: int(row["wins"]),
        -1: lambda row: int(row["draws"]),
        1: lambda row: group.games - int(row["wins"]) - int(row["draws"]),
    }
    watched = group.watched is not None
    return {NAMES[who]: share(group, value_counts(rows, games), watched=watched) for who, games in results.items()}


def _result(shares: Shares) -> str:
    first, draw, second = (shares[NAMES[who]] for who in (0, -1, 1))
    lost, drawn = (words.share_reach(each.interval, each.se, first.interval) for each in (second, draw))
    return (
        f"The first player wins {words.percent(first.value, first.se)} of the games"
        f" ({words.share_span(first.interval, first.se)}), the second"
        f" {words.percent(second.value, second.se)} ({lost});"
        f" {words.percent(draw.value, draw.se)} are drawn ({drawn})."
    )


def _ties(counts: Counts, group: Group) -> str:
    known = vocabulary(counts.game)
    rows = kinds(counts, "outcomes", group, ("winner", "decided_by")).get((ANYBODY, known.tie), ())
    tied = share(group, value_counts(rows, lambda row: row["games"]))
    return (
        f"{words.percent(tied.value, tied.se)} of the games are tied in points and fall to"
        f" {known.tie_winner} ({words.share_span(tied.interval, tied.se)})."
    )


def _outcomes(shares: dict[Group, Shares]) -> Table:
    fields = (MATCHUP, text("outcome", "Result"), *measured("share", "Share of games", "share of games"))
    lines = [
        {"matchup": group.label, "outcome": name, **estimated("share", found)}
        for group, results in shares.items()
        for name, found in results.items()
    ]
    return table("shares", "Results by matchup", fields, lines)


def _decided(counts: Counts, samples: tuple[Group, ...]) -> Table:
    fields = (
        MATCHUP,
        text("outcome", "Result"),
        text("decided_by", "Decided by"),
        whole("games", "Games", "games"),
        *measured("share", "Share of games", "share of games"),
    )
    lines = [
        {
            "matchup": kind.group.label,
            "outcome": NAMES[winner],
            "decided_by": reason,
            "games": kind.games,
            **estimated("share", kind.share),
        }
        for group in samples
        for (winner, reason), rows in kinds(counts, "outcomes", group, ("winner", "decided_by")).items()
        for kind in [Kind(group, rows, concerns=False)]
    ]
    return table("decided", "What decided the games", fields, lines)
