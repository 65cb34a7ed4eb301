"""Who wins? Wins, draws and losses of the first player, and what decided the games."""

from collections.abc import Callable

from dhstats.queries.counts import Counts
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.charts import RESULTS, Chart, several
from dhstats.questions.shared.groups import Group, groups
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.sums import SHARES, Row, kinds, share, value_counts
from dhstats.questions.shared.tables import by_matchup, measured, text, whole
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.questions.shared.words import PERCENT
from dhstats.stats.intervals.blocks import Estimate

ANYBODY = -2  # as the query names all winners together
NAMES = {0: "first player wins", -1: "draw", 1: "second player wins", ANYBODY: "any"}

HOW_TO_READ = (
    "Each bar is a matchup, divided into games that the first player won, draws, and games that the"
    " second player won. The table says what decided them{}."
)
METHOD = (
    "Shares of all games. Because the games of a deal share both decks, the share within each deal is"
    f" one observation, 95 %: {SHARES}. In a run that may have stopped early, shares of wins and draws"
    " have the betting sequence instead, which holds however often one looks."
)
CAUTION = "Shares of the three results add up to 1, so their intervals are not independent of each other."

Shares = dict[str, Estimate]


def answer(counts: Counts) -> Answer:
    """The shares of wins, draws and losses, and what decided the games."""
    samples = groups(counts)
    shares = {group: _shares(counts, group) for group in samples}
    main, known = samples[0], vocabulary(counts.game)
    told = f": points, or {known.tie_breaker} after a tie" if known.tie else ""
    return QUESTION.told(
        counts,
        (Finding(main.says(_result(shares[main]))), *([Finding(main.says(_ties(counts, main)))] if known.tie else [])),
        (_outcomes(shares), _decided(counts, samples)),
        (HOW_TO_READ.format(told), METHOD, CAUTION),
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
    return (
        f"The first player wins {words.stated(first, PERCENT, 'of the games')}, the second"
        f" {words.stated(second, PERCENT, after=first.interval)};"
        f" {words.stated(draw, PERCENT, 'are drawn', after=first.interval)}."
    )


def _ties(counts: Counts, group: Group) -> str:
    known = vocabulary(counts.game)
    ties = kinds(counts, "outcomes", group, ("winner", "decided_by")).get((ANYBODY, known.tie))
    tied = ties.share() if ties else share(group, {})
    return f"{words.stated(tied, PERCENT, f'of the games are tied in points and go to {known.tie_winner}')}."


def _outcomes(shares: dict[Group, Shares]) -> Table:
    columns = (
        text("outcome", "Result", lambda result: result[0]),
        *measured("share", "Share of games", "share of games", lambda result: result[1]),
    )
    return by_matchup("shares", "Results by matchup", columns, {group: of.items() for group, of in shares.items()})


def _decided(counts: Counts, samples: tuple[Group, ...]) -> Table:
    columns = (
        text("outcome", "Result", lambda kind: NAMES[kind.key[0]]),
        text("decided_by", "Decided by", lambda kind: kind.key[1]),
        whole("games", "Games", "games"),
        *measured("share", "Share of games", "share of games", lambda kind: kind.share()),
    )
    rows = {group: kinds(counts, "outcomes", group, ("winner", "decided_by")).values() for group in samples}
    return by_matchup("decided", "What decided the games", columns, rows)


QUESTION = Question(
    "outcomes", "Who wins?", ("blocks", "outcomes"), answer, 60,
    charts=(
        Chart(
            "Results of the first player", ("shares",), f"{RESULTS}.outcomes", wide=True, worth=several("matchup")
        ),
    ),
)  # fmt: skip
