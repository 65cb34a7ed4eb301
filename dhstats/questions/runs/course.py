"""How does a game run? Its length, how long it is open, both score piles turn after turn, what became of leads."""

import math
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from dhstats.queries.counts import Counts
from dhstats.questions.runs import spreads
from dhstats.questions.shared import captions, words
from dhstats.questions.shared.answer import WANTED, Answer, Finding, Table
from dhstats.questions.shared.charts import RESULTS, Chart, counted
from dhstats.questions.shared.groups import LEVEL, Group, each_for_themselves, everybody, groups
from dhstats.questions.shared.question import ANY, OF_MORE, Question
from dhstats.questions.shared.sums import RATIOS, Row, ratio_sums
from dhstats.questions.shared.tables import by_matchup, measured, number, resting, text, whole
from dhstats.questions.shared.vocabulary import Tally, vocabulary
from dhstats.questions.shared.words import PERCENT, SIGNED
from dhstats.stats.estimates.quantiles import Distribution, dkw_half_width
from dhstats.stats.intervals.blocks import Estimate
from dhstats.storage.run import parts_of_win

GOES = {"both players": "changes sides", "all players": "changes"}
CHANGES = {"lead_changes": "changes of the lead"}
SETTLED = {"settled": "share of the game after which the winner always led"}
LEAST_SHARE = 0.01  # of the games must still be running, or of the logged ones reach a turn, for it to be shown
SEATS = ("first", "second")

EVEN_TURNS = 0.05  # so far from a whole number the turns of each player are called one
A_TURN = "A turn is one player's: a game of 60 turns has {} rounds."
ALONE = "A player who plays alone has one turn per decision."


def length(counts: Counts) -> Answer:
    """The number of turns: distribution, quantiles, mean."""
    samples, who = groups(counts), everybody(counts)
    group, seats = samples[0], len(counts.run.manifest.seats)
    mean = spreads.mean(counts, group, "turns")
    each, even = math.floor(mean.value / seats), round(mean.value / seats)
    alike = f"{even}" if abs(mean.value / seats - even) < EVEN_TURNS else f"{each} or {each + 1}"
    together = "" if seats == 1 else f", {alike} for each player"
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
    read = LENGTH.read.format(ALONE if seats == 1 else A_TURN.format(60 // seats))
    findings = [Finding(group.says(each), headline=at == 0) for at, each in enumerate(told)]
    return LENGTH.told(counts, findings, tables, read=read)


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
    findings = [Finding(group.says(f"The lead {GOES[everybody(counts)]} {changes}."))]
    if found := spreads.spread(counts, group, "settled"):
        middle = spreads.stated_quantile(found, 0.5, f" % of the {steps}")
        median = f"In half of the decided games the winner {known.tally.leads} for good after {middle}."
        half, late = (
            spreads.share_of(n, found) for n in (found.n - found.count_at_least(51), found.count_at_least(91))
        )
        early = spreads.stated_share(half, "of the decided games are settled by half-time")
        last = spreads.stated_share(late, f"only in the last tenth of the {steps}")
        findings.insert(0, Finding(group.says(spreads.sampled(counts, group, median)), headline=True))
        findings.append(Finding(group.says(spreads.sampled(counts, group, f"{early}, {last}."))))
    tables = (
        _curve(counts, samples, steps),
        spreads.histogram_table(counts, samples, CHANGES, "changes"),
        spreads.quantile_table(counts, samples, SETTLED, f"percent of the {steps}"),
        spreads.mean_table(counts, samples, CHANGES, "changes per game"),
    )
    read = LEAD.read.format(late=known.late, steps=steps, led=known.tally.led)
    method = LEAD.method.format(larger=known.tally.larger.format(known.late))
    return LEAD.told(counts, findings, tables, read=read, method=method)


def _curve(counts: Counts, samples: tuple[Group, ...], steps: str) -> Table:
    def parts(distribution: Distribution) -> list[tuple[int, float, float, int]]:
        """Each part of the game, the share of games settled by then, half the width of its band, how many they are."""
        half = dkw_half_width(distribution.n, LEVEL)
        return [(percent, distribution.share_at_most(percent), half, distribution.n) for percent in range(101)]

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
    method = RACE.method.format(tally.without.format(known.late))
    findings = [Finding(group.says(_moment(row, tally))) for row in chosen.values()]
    read = RACE.read.format(tally.means)
    return RACE.told(counts, findings, tables, title=tally.race, read=read, method=method)


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


PICTURES = "report.charts.comebacks"
LENGTH = Question(
    "length", "How long is a game?", ("histograms", "means"), length, 80, ANY, together=True,
    charts=(Chart("Length of a game, by how it ended", ("histogram",), f"{RESULTS}.lengths", wide=True,
                  says=captions.length, beside=(WANTED,), by_game=True),),
    read="Each bar is a number of turns; its height is the share of games of that length, coloured by how they ended."
    " {}",
    method=f"{spreads.ONE_A_DEAL} {spreads.MEANS}",
    caution="Turns, not minutes: how long people think is not simulated.",
)  # fmt: skip
HALF = "Half of the games have at most {value} change{s} of the lead"
LEAD = Question(
    "lead", "How long is a game open?", ("histograms", "means"), lead, 100, OF_MORE, each_for_themselves,
    charts=(Chart("Games settled, by part of the game", ("settled",), f"{PICTURES}.settled",
                  says=captions.half_settled),
            counted("lead_changes", "Changes of the lead", "a game", HALF)),
    read="The curve shows the share of games that were settled after each part of their {steps}: from then on the"
    " winner always led in {led}. The earlier it rises, the sooner games are decided. A game in which the winner never"
    " led in {led}, because {late} decided it, counts as settled at its end.",
    method=f"{spreads.ONE_A_DEAL} {spreads.MEANS} A lead is {{larger}}; ties do not change it. The band holds for the"
    " whole curve at once, 95 % (Dvoretzky–Kiefer–Wolfowitz with Massart's constant). Shares of settled games have"
    " Wilson intervals over one game of each deal.",
    caution="Seen from the winner's side any game seems dramatic: the lead in tosses of a fair coin often settles"
    " late, too. Drawn games have no winner and are not in the curve.",
)  # fmt: skip
RACE = Question(
    "race", "How does the score race run?", ("race",), race, 130, of_turns=True,
    charts=(Chart("Both players after the same number of turns", ("points",), f"{PICTURES}.race"),
            Chart("The first player's lead after the same number of turns", ("margins",), f"{PICTURES}.race_margin",
                  says=captions.ahead)),
    read="The lines are the {} of both players after each turn, the bands their intervals. Both players have had the"
    " same number of turns only after an even turn, so compare them there; in between, the margin swings towards the"
    " player who has just moved. As games end, fewer remain: the share still running is shown.",
    method=f"For each turn the mean over the games that reached it, each turn on its own: {RATIOS}. {{}} Turns that"
    " fewer than 1 % of the games reached are left out.",
    caution="The games still running late are the long ones, which may differ from the short ones: a bend in the curve"
    " may come from the games that ended.",
)  # fmt: skip


SUCH = "that reached it"  # of which deals it is that a chance rests on
LEVEL_GAMES, ANY_LEAD = 0, -1  # as the query names leads of nothing, and all leads together
LEASTS = (1, 3, 5, 8, 12, 17, 25)  # the least lead of each class, as the query has them
TOO_SHORT = "The logged games are too short to analyse leads."
WIDEST = 0.2  # from end to end: with a wider interval a chance is not known well enough to be coloured

CELL = "Each cell is a moment of a game, by the number of turns played and by how far one player is ahead"
NUMBERS = (
    " The large number says how many of 100 such games that player won, the small one how many of 100"
    " games reach this cell; the colour shows the large number"
)
GREY = f" Grey: the 95 % interval is wider than {100.0 * WIDEST:g} games in 100."
HOW_TO_READ = (
    f"{CELL}.{NUMBERS}.{GREY} In the row of level games the first player's wins are counted. Comebacks"
    " are the difference to 100."
)
HOW_TO_READ_SEVERAL = (
    f"{CELL} of the best other.{NUMBERS}, pale at an even share.{GREY} Games in which players share"
    " the lead are in no cell."
)
METHOD = (
    f"A game counts once per turn shown; a draw counts half. Each cell on its own: {RATIOS}. {{}} Turns that"
    " fewer than 1 % of the logged games reached are left out."
)
METHOD_SEVERAL = (
    f"A game counts once per round shown; a shared win counts in parts. Each cell on its own: {RATIOS}."
    " {} Rounds that fewer than 1 % of the logged games reached are left out."
)

Cell = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Leads:
    """How leads are counted and called: of one player over the other, or at a larger table over the best other.

    A game has so many `stakes` in a cell of the query: parts of a win that the player ahead has or has not.
    """

    query: str
    stakes: int
    turns: str
    of: str
    over_several: bool


OVER_ONE = Leads("comebacks", 2, "Turns played by both", "", over_several=False)


def comebacks(counts: Counts) -> Answer:
    """The chance to win by lead and turn."""
    samples, known, seats = groups(counts), vocabulary(counts.game), len(counts.run.manifest.seats)
    several = Leads("leads", parts_of_win(seats), "Turns of all players", " of the best other", over_several=True)
    leads = OVER_ONE if seats == 2 else several
    shown, of_games = {group: _cells(counts, group, leads) for group in samples}, "share of the logged games"
    of_several = (
        number("reached", "How often games get so far", of_games),
        number("even", "Even share", "share of a win", lambda _: 1.0 / seats),
    )
    columns = (
        whole("turn", leads.turns, "turns"),
        text("lead", f"Points ahead{leads.of}", lambda cell: lead_words(cell["lead"])),
        whole("least", "Least lead of the class", "points", "lead"),
        whole("games", "Games", "games"),
        number("occurs", "How often games reach it", of_games),
        *(of_several if leads.over_several else ()),
        *resting("score", "How often the player ahead won", "share of these games", SUCH, _won),
        text("known", "Interval narrow enough", lambda cell: "yes" if _width(_won(cell)) <= WIDEST else "no"),
    )
    read, method = (HOW_TO_READ_SEVERAL, METHOD_SEVERAL) if leads.over_several else (HOW_TO_READ, METHOD)
    method = method.format(known.tally.without.format(known.late))
    findings = _findings(samples[0], shown[samples[0]], leads, known.tally)
    chances = by_matchup("map", "The chance to win by lead and turn", columns, shown)
    return COMEBACKS.told(counts, findings, (chances,), queries=(leads.query, "race"), read=read, method=method)


def lead_words(least: int) -> str:
    """A class of leads in words."""
    following = {one: other - 1 for one, other in pairwise(LEASTS)}
    if least in (LEVEL_GAMES, ANY_LEAD):
        return "level" if least == LEVEL_GAMES else "any lead"
    return f"{least} to {following[least]}" if least in following else f"{least} or more"


def _cells(counts: Counts, group: Group, leads: Leads) -> list[Cell]:
    """The cells of the turns that enough of the logged games reached; of several players those with one ahead."""
    rows = counts.rows(leads.query, matchup=group.number)
    logged = int(counts.rows("race", matchup=group.number)[0]["games"])
    reached: Counter[int] = Counter()
    for row in rows:
        reached[row["turn"]] += row["stakes"] // leads.stakes if row["lead"] != ANY_LEAD else 0
    return [
        {**row, "games": row["stakes"] // leads.stakes, "occurs": row["stakes"] / (leads.stakes * logged),
         "reached": reached[row["turn"]] / logged}
        for row in rows
        if reached[row["turn"]] >= LEAST_SHARE * logged and not (leads.over_several and row["lead"] == LEVEL_GAMES)
    ]  # fmt: skip


def _won(cell: Cell) -> Estimate:
    """How often the player ahead won, where a draw is half a win."""
    return ratio_sums(cell, "stakes", "won").rate(LEVEL, f"deals {SUCH}")


def _findings(group: Group, cells: list[Cell], leads: Leads, tally: Tally) -> list[Finding]:
    """Half-way through the games that most reach: any lead, and the commonest."""
    late, chosen = [cell["turn"] for cell in cells if cell["reached"] >= 0.5], []
    if late:
        middle = min({cell["turn"] for cell in cells}, key=lambda turn: (abs(turn - max(late) / 2), turn))
        at = [cell for cell in cells if cell["turn"] == middle and cell["lead"] != LEVEL_GAMES]
        common = sorted((cell for cell in at if cell["lead"] != ANY_LEAD), key=lambda cell: -cell["stakes"])[:1]
        chosen = [*(cell for cell in at if cell["lead"] == ANY_LEAD), *common]
    findings = [
        Finding(group.says(_sentence(cell, leads, tally)), headline=cell["lead"] == ANY_LEAD) for cell in chosen
    ]
    return findings or [Finding(group.says(TOO_SHORT))]


def _sentence(cell: Cell, leads: Leads, tally: Tally) -> str:
    won = _won(cell)
    size = words.stated(won, PERCENT, "of the games")
    if cell["lead"] != ANY_LEAD:
        than = " than the best other" if leads.over_several else ""
        return f"With {lead_words(cell['lead'])} points more{than} after {cell['turn']} turns a player wins {size}."
    back = "" if leads.over_several else f": {words.value(won.taken_from(1.0), PERCENT)} are comebacks"
    return f"A player who {tally.leads} after {cell['turn']} turns wins {size}{back}."


def _width(estimate: Estimate) -> float:
    return estimate.interval.high - estimate.interval.low


SHOWN = "How many of 100 games the player ahead wins, by turn and lead; small: how many of 100 games reach it"
MAP = Chart(SHOWN, ("map",), f"{PICTURES}.chance_map", wide=True, says=captions.comeback)
COMEBACKS = Question(
    "comebacks", "Can a player who is behind still win?", ("comebacks", "race"), comebacks, 110,
    OF_MORE, each_for_themselves, True, charts=(MAP,),
    caution="A player may be ahead because of better cards or better play, which also help later: this is an"
    " association, not what a point is worth. Games that reach a late turn are the long ones.",
)  # fmt: skip
