"""How open is a game? Changes of the lead, and when the winner led for good."""

from dhstats.queries.counts import Counts
from dhstats.questions.runs import spreads
from dhstats.questions.shared import captions, words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.charts import Chart, counted
from dhstats.questions.shared.groups import LEVEL, Group, each_for_themselves, everybody, groups
from dhstats.questions.shared.question import OF_MORE, Question
from dhstats.questions.shared.tables import by_matchup, number, whole
from dhstats.questions.shared.vocabulary import Vocabulary, vocabulary
from dhstats.stats.estimates.quantiles import Distribution, dkw_half_width, quantile_interval

GOES = {"both players": "changes sides", "all players": "goes over to another player"}
CHANGES = {"lead_changes": "changes of the lead"}
SETTLED = {"settled": "share of the game after which the winner always led"}

HOW_TO_READ = (
    "The curve shows the share of games that were settled after each part of their {steps}: from then"
    " on the winner always led in {led}. The earlier it rises, the sooner games are decided. A game"
    " in which the winner never led in {led}, because {late} decided it, counts as settled at its"
    " end."
)
METHOD = (
    f"{spreads.ONE_A_DEAL} {spreads.MEANS} A lead is {{larger}}; ties do not change"
    " it. The band holds for the whole curve at once, 95 % (Dvoretzky–Kiefer–Wolfowitz with Massart's"
    " constant). Shares of settled games have Wilson intervals over one game of each deal."
)
CAUTION = (
    "Seen from the winner's side any game seems dramatic: the lead in tosses of a fair coin often"
    " settles late, too. Drawn games have no winner and are not in the curve."
)


def answer(counts: Counts) -> Answer:
    """Changes of the lead and when it became permanent."""
    samples, known = groups(counts), vocabulary(counts.game)
    return QUESTION.told(
        counts,
        _findings(counts, samples[0], known),
        (
            _curve(counts, samples, known.steps),
            spreads.histogram_table(counts, samples, CHANGES, "changes"),
            spreads.quantile_table(counts, samples, SETTLED, f"percent of the {known.steps}"),
            spreads.mean_table(counts, samples, CHANGES, "changes per game"),
        ),
        (
            HOW_TO_READ.format(late=known.late, steps=known.steps, led=known.tally.led),
            METHOD.format(larger=known.tally.larger.format(known.late)),
            CAUTION,
        ),
    )


def _findings(counts: Counts, group: Group, known: Vocabulary) -> list[Finding]:
    changes = spreads.mean(counts, group, "lead_changes")
    sentence = f"The lead {GOES[everybody(counts)]} {words.stated(changes, of='times per game')}."
    found = spreads.spread(counts, group, "settled")
    findings = [Finding(group.says(sentence))]
    if found is None:
        return findings
    return [
        Finding(group.says(spreads.sampled(counts, group, _median(found, known))), headline=True),
        *findings,
        Finding(group.says(spreads.sampled(counts, group, _early_late(found, known.steps)))),
    ]


def _median(found: Distribution, known: Vocabulary) -> str:
    middle = quantile_interval(found, 0.5, LEVEL)
    return (
        f"In half of the decided games the winner {known.tally.leads} for good after {words.step(found.quantile(0.5))}"
        f" % of the {known.steps} ({words.span(middle, 0)})."
    )


def _early_late(found: Distribution, steps: str) -> str:
    half, late = found.n - found.count_at_least(51), found.count_at_least(91)
    return (
        f"{spreads.stated_share(spreads.share_of(half, found), 'of the decided games are settled by half-time')},"
        f" {spreads.stated_share(spreads.share_of(late, found), f'only in the last tenth of the {steps}')}."
    )


def _curve(counts: Counts, samples: tuple[Group, ...], steps: str) -> Table:
    rows = {group: _steps(found) if (found := spreads.spread(counts, group, "settled")) else [] for group in samples}
    share = "share of decided games"
    columns = (
        whole("percent", "Part of the game played", f"percent of the {steps}", lambda step: step[0]),
        number("share", "Games settled by then", share, lambda step: step[1]),
        number("low", "Low end of the band", share, lambda step: max(0.0, step[1] - step[2])),
        number("high", "High end of the band", share, lambda step: min(1.0, step[1] + step[2])),
        whole("n", "Independent units", "games", lambda step: step[3]),
    )
    return by_matchup("settled", "Games settled by part of the game", columns, rows)


def _steps(found: Distribution) -> list[tuple[int, float, float, int]]:
    """Each part of the game, the share of games settled by then, half the width of its band, and how many they are."""
    half = dkw_half_width(found.n, LEVEL)
    return [(percent, found.share_at_most(percent), half, found.n) for percent in range(101)]


QUESTION = Question(
    "lead", "How long is a game open?", ("histograms", "means"), answer, 100, OF_MORE, each_for_themselves,
    charts=(
        Chart(
            "Games settled, by part of the game", ("settled",), "report.charts.comebacks.settled",
            says=captions.half_settled,
        ),
        counted(
            "lead_changes", "Changes of the lead", "a game",
            "Half of the games have at most {value} change{s} of the lead",
        ),
    ),
)  # fmt: skip
