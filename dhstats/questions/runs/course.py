"""How does a game run? Its length, how long it is open, and both score piles turn after turn."""

import math
from typing import Any

from dhstats.queries.counts import Counts
from dhstats.questions.runs import spreads
from dhstats.questions.shared import captions, words
from dhstats.questions.shared.answer import WANTED, Answer, Finding, Table
from dhstats.questions.shared.charts import RESULTS, Chart, counted
from dhstats.questions.shared.groups import LEVEL, Group, each_for_themselves, everybody, groups
from dhstats.questions.shared.question import ANY, OF_MORE, Question
from dhstats.questions.shared.sums import RATIOS, Row, ratio_sums
from dhstats.questions.shared.tables import by_matchup, measured, number, text, whole
from dhstats.questions.shared.vocabulary import Tally, vocabulary
from dhstats.questions.shared.words import SIGNED
from dhstats.stats.estimates.quantiles import Distribution, dkw_half_width
from dhstats.stats.intervals.blocks import Estimate

GOES = {"both players": "changes sides", "all players": "goes over to another player"}
CHANGES = {"lead_changes": "changes of the lead"}
SETTLED = {"settled": "share of the game after which the winner always led"}
LEAST_SHARE = 0.01  # of the games must still be running for a turn to be shown
SEATS = ("first", "second")

READ_LENGTH = (
    "Each bar is a number of turns; its height is the share of games of that length, coloured by how they ended. {}"
)
A_TURN = "A turn is one player's: a game of 60 turns has {} rounds."
ALONE = "Who plays alone has a turn with every decision."
CAUTION_OF_LENGTH = "Turns, not minutes: how long people think is not simulated."
READ_LEAD = (
    "The curve shows the share of games that were settled after each part of their {steps}: from then"
    " on the winner always led in {led}. The earlier it rises, the sooner games are decided. A game"
    " in which the winner never led in {led}, because {late} decided it, counts as settled at its"
    " end."
)
METHOD_OF_LEAD = (
    f"{spreads.ONE_A_DEAL} {spreads.MEANS} A lead is {{larger}}; ties do not change"
    " it. The band holds for the whole curve at once, 95 % (Dvoretzky–Kiefer–Wolfowitz with Massart's"
    " constant). Shares of settled games have Wilson intervals over one game of each deal."
)
CAUTION_OF_LEAD = (
    "Seen from the winner's side any game seems dramatic: the lead in tosses of a fair coin often"
    " settles late, too. Drawn games have no winner and are not in the curve."
)
READ_RACE = (
    "The lines are the {} of both players after each turn, the bands their intervals. Both players"
    " have had the same number of turns only after an even turn, so compare them there; in between,"
    " the margin swings towards the player who has just moved. As games end, fewer remain: the share"
    " still running is shown."
)
METHOD_OF_RACE = (
    f"For each turn the mean over the games that reached it, each turn on its own: {RATIOS}. {{}} Turns that"
    " fewer than 1 % of the games reached are left out."
)
CAUTION_OF_RACE = (
    "The games still running late are the long ones, which may differ from the short ones: a bend in"
    " the curve may come from the games that ended."
)


def length(counts: Counts) -> Answer:
    """The number of turns: distribution, quantiles, mean."""
    samples, who = groups(counts), everybody(counts)
    group, seats = samples[0], len(counts.run.manifest.seats)
    mean = spreads.mean(counts, group, "turns")
    each = math.floor(mean.value / seats)
    together = "" if seats == 1 else f", {each} or {each + 1} for each player"
    of, digits = f"turns on average{together}", min(1, words.digits_of(mean))
    told = [f"A game takes {words.stated(mean, of=of, digits=digits)}."]
    if found := spreads.spread(counts, group, "turns"):
        low, high = spreads.stated_quantile(found, 0.05), spreads.stated_quantile(found, 0.95, " turns")
        ends = f"with one game per deal, the shortest took {found.values[0]}, the longest {found.values[-1]}"
        told.append(spreads.sampled(counts, group, f"Nine games in ten take between {low} and {high}; {ends}."))
    quantities = {"turns": f"turns of {who}"}
    tables = (
        _lengths(counts, samples, who),
        spreads.quantile_table(counts, samples, quantities, "turns"),
        spreads.mean_table(counts, samples, quantities, "turns"),
    )
    read = READ_LENGTH.format(ALONE if seats == 1 else A_TURN.format(60 // seats))
    texts = (read, f"{spreads.ONE_A_DEAL} {spreads.MEANS}", CAUTION_OF_LENGTH)
    findings = [Finding(group.says(each), headline=at == 0) for at, each in enumerate(told)]
    return LENGTH.told(counts, findings, tables, texts)


def _lengths(counts: Counts, samples: tuple[Group, ...], who: str) -> Table:
    columns = (
        text("end_reason", "How the game ended", lambda row: row["quantity"].removeprefix("turns ")),
        whole("turns", f"Turns of {who}", "turns", "value"),
        whole("games", "Games, one per deal", "games"),
        number("share", "Share of all games", "share of games", "share"),
    )
    rows = {}
    for group in samples:
        seen = (row for row in counts.rows("histograms", matchup=group.number) if row["quantity"].startswith("turns "))
        rows[group] = [{**row, "share": row["games"] / group.deals} for row in seen]
    return by_matchup("histogram", "Games by turns and ending", columns, rows)


def lead(counts: Counts) -> Answer:
    """Changes of the lead and when it became permanent."""
    samples, known = groups(counts), vocabulary(counts.game)
    group, steps = samples[0], known.steps
    changes = words.stated(spreads.mean(counts, group, "lead_changes"), of="times per game")
    told = [Finding(group.says(f"The lead {GOES[everybody(counts)]} {changes}."))]
    if found := spreads.spread(counts, group, "settled"):
        middle = spreads.stated_quantile(found, 0.5, f" % of the {steps}")
        median = f"In half of the decided games the winner {known.tally.leads} for good after {middle}."
        half, late = (
            spreads.share_of(n, found) for n in (found.n - found.count_at_least(51), found.count_at_least(91))
        )
        early = spreads.stated_share(half, "of the decided games are settled by half-time")
        last = spreads.stated_share(late, f"only in the last tenth of the {steps}")
        told.insert(0, Finding(group.says(spreads.sampled(counts, group, median)), headline=True))
        told.append(Finding(group.says(spreads.sampled(counts, group, f"{early}, {last}."))))
    tables = (
        _curve(counts, samples, steps),
        spreads.histogram_table(counts, samples, CHANGES, "changes"),
        spreads.quantile_table(counts, samples, SETTLED, f"percent of the {steps}"),
        spreads.mean_table(counts, samples, CHANGES, "changes per game"),
    )
    read = READ_LEAD.format(late=known.late, steps=steps, led=known.tally.led)
    method = METHOD_OF_LEAD.format(larger=known.tally.larger.format(known.late))
    return LEAD.told(counts, told, tables, (read, method, CAUTION_OF_LEAD))


def _curve(counts: Counts, samples: tuple[Group, ...], steps: str) -> Table:
    def parts(found: Distribution) -> list[tuple[int, float, float, int]]:
        """Each part of the game, the share of games settled by then, half the width of its band, how many they are."""
        half = dkw_half_width(found.n, LEVEL)
        return [(percent, found.share_at_most(percent), half, found.n) for percent in range(101)]

    rows = {group: parts(found) if (found := spreads.spread(counts, group, "settled")) else [] for group in samples}
    share = "share of decided games"
    columns = (
        whole("percent", "Part of the game played", f"percent of the {steps}", lambda step: step[0]),
        number("share", "Games settled by then", share, lambda step: step[1]),
        number("low", "Low end of the band", share, lambda step: max(0.0, step[1] - step[2])),
        number("high", "High end of the band", share, lambda step: min(1.0, step[1] + step[2])),
        whole("n", "Independent units", "games", lambda step: step[3]),
    )
    return by_matchup("settled", "Games settled by part of the game", columns, rows)


def race(counts: Counts) -> Answer:
    """The mean score piles and margin after every turn."""
    samples, known = groups(counts), vocabulary(counts.game)
    tally, shown = known.tally, {group: _turns(counts, group) for group in samples}
    group, rows = samples[0], shown[samples[0]]
    even = [row for row in rows if row["turn"] % 2 == 0 and 2 * row["games"] >= rows[0]["games"]]
    chosen = {row["turn"]: row for row in (even[len(even) // 2 : len(even) // 2 + 1] + even[-1:])}
    turn = (
        whole("turn", "Turns played by both", "turns"), whole("games", "Games that reached the turn", "games"),
        number("running", "Share of games that reached it", "share of games"),
        text("moved", "Who has just moved", lambda row: "first" if row["turn"] % 2 == 1 else "second"),
    )  # fmt: skip
    by_seat = {group: [{**row, "seat": seat} for row in turns for seat in SEATS] for group, turns in shown.items()}
    means = measured("mean", tally.mean, "points", lambda row: _reached(row, row["seat"]))
    margin = measured("margin", "First player's pile minus second's", "points", lambda row: _reached(row, "margin"))
    tables = (
        by_matchup("points", tally.after, (*turn, text("seat", "Player"), *means), by_seat),
        by_matchup("margins", "Margin after every turn", (*turn, *margin), shown),
    )
    method = METHOD_OF_RACE.format(tally.without.format(known.late))
    findings = [Finding(group.says(_moment(row, tally))) for row in chosen.values()]
    texts = (READ_RACE.format(tally.means), method, CAUTION_OF_RACE)
    return RACE.told(counts, findings, tables, texts, title=tally.race)


def _turns(counts: Counts, group: Group) -> list[dict[str, Any]]:
    rows = counts.rows("race", matchup=group.number)
    every = rows[0]["games"] if rows else 0
    return [{**row, "running": row["games"] / every} for row in rows if row["games"] >= max(2, LEAST_SHARE * every)]


def _reached(row: Row, name: str) -> Estimate:
    return ratio_sums(row, "games", name).estimate(LEVEL, "deals that reached the turn")


def _moment(row: Row, tally: Tally) -> str:
    first, second, ahead = (_reached(row, name) for name in ("first", "second", "margin"))
    one, other = (words.value(each, digits=words.digits_of(ahead)) for each in (first, second))
    start = f"After {row['turn']} turns, which {words.number(100.0 * row['running'], 1)} % of the games reach"
    has = f"the first player has {one} {tally.has} and the second {other}"
    return f"{start}, {has}: a margin of {words.stated(ahead, SIGNED)}."


COMEBACKS = "report.charts.comebacks"
LENGTH = Question(
    "length", "How long is a game?", ("histograms", "means"), length, 80, ANY, together=True,
    charts=(Chart("Length of a game, by how it ended", ("histogram",), f"{RESULTS}.lengths", wide=True,
                  says=captions.length, beside=(WANTED,), by_game=True),),
)  # fmt: skip
HALF = "Half of the games have at most {value} change{s} of the lead"
LEAD = Question(
    "lead", "How long is a game open?", ("histograms", "means"), lead, 100, OF_MORE, each_for_themselves,
    charts=(Chart("Games settled, by part of the game", ("settled",), f"{COMEBACKS}.settled",
                  says=captions.half_settled),
            counted("lead_changes", "Changes of the lead", "a game", HALF)),
)  # fmt: skip
RACE = Question(
    "race", "How does the score race run?", ("race",), race, 130, of_turns=True,
    charts=(Chart("Both players, after equally many turns", ("points",), f"{COMEBACKS}.race"),
            Chart("The first player's lead, after equally many turns", ("margins",), f"{COMEBACKS}.race_margin",
                  says=captions.ahead)),
)  # fmt: skip
