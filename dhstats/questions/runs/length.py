"""How long is a game? Turns of all players, as a whole distribution."""

from dhstats.queries.counts import Counts
from dhstats.questions.runs.spreads import MEANS, ONE_A_DEAL, mean, mean_table, quantile_table, sampled, spread
from dhstats.questions.shared import captions, words
from dhstats.questions.shared.answer import WANTED, Answer, Finding, Table
from dhstats.questions.shared.charts import RESULTS, Chart
from dhstats.questions.shared.groups import LEVEL, Group, everybody, groups
from dhstats.questions.shared.question import ANY, Question
from dhstats.questions.shared.tables import by_matchup, number, text, whole
from dhstats.stats.estimates.quantiles import Distribution, quantile_interval

HOW_TO_READ = (
    "Each bar is a number of turns; its height is the share of games of that length, coloured by how they ended. {}"
)
A_TURN = "A turn is one player's: a game of 60 turns has {} rounds."
ALONE = "Who plays alone has a turn with every decision."


def answer(counts: Counts) -> Answer:
    """The number of turns: distribution, quantiles, mean."""
    samples, who = groups(counts), everybody(counts)
    seats = len(counts.run.manifest.seats)
    quantities = {"turns": f"turns of {who}"}
    return QUESTION.told(
        counts,
        _findings(counts, samples[0], who),
        (
            _lengths(counts, samples, who),
            quantile_table(counts, samples, quantities, "turns"),
            mean_table(counts, samples, quantities, "turns"),
        ),
        (
            HOW_TO_READ.format(ALONE if seats == 1 else A_TURN.format(60 // seats)),
            f"{ONE_A_DEAL} {MEANS}",
            "Turns, not minutes: how long people think is not simulated.",
        ),
    )


def _findings(counts: Counts, group: Group, who: str) -> list[Finding]:
    turns = mean(counts, group, "turns")
    together = "" if len(counts.run.manifest.seats) == 1 else f", {who} together"
    sentence = f"A game takes {words.stated(turns, of=f'turns on average{together}')}."
    found = spread(counts, group, "turns")
    findings = [Finding(group.says(sentence), headline=True)]
    return findings if found is None else [*findings, Finding(group.says(sampled(counts, group, _middle(found))))]


def _middle(found: Distribution) -> str:
    low, high = (quantile_interval(found, share, LEVEL) for share in (0.05, 0.95))
    return (
        f"Nine games in ten take between {words.step(found.quantile(0.05))} ({words.span(low, 0)}) and"
        f" {words.step(found.quantile(0.95))} turns ({words.span(high, 0)}); with one game per deal, the"
        f" shortest took {found.values[0]}, the longest {found.values[-1]}."
    )


def _lengths(counts: Counts, samples: tuple[Group, ...], who: str) -> Table:
    columns = (
        text("end_reason", "How the game ended", lambda row: row["quantity"].removeprefix("turns ")),
        whole("turns", f"Turns of {who}", "turns", "value"),
        whole("games", "Games, one per deal", "games"),
        number("share", "Share of all games", "share of games", "share"),
    )
    rows = {
        group: [
            {**row, "share": row["games"] / group.deals}
            for row in counts.rows("histograms", matchup=group.number)
            if row["quantity"].startswith("turns ")
        ]
        for group in samples
    }
    return by_matchup("histogram", "Games by turns and ending", columns, rows)


QUESTION = Question(
    "length", "How long is a game?", ("histograms", "means"), answer, 80, ANY, together=True,
    charts=(
        Chart(
            "Length of a game, by how it ended", ("histogram",), f"{RESULTS}.lengths", wide=True, says=captions.length,
            beside=(WANTED,), by_game=True,
        ),
    ),
)  # fmt: skip
