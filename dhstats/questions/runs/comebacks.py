"""Can a player who is behind still win? What became of leads, by how large they were and when."""

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from dhstats.queries.counts import Counts
from dhstats.questions.shared import captions, words
from dhstats.questions.shared.answer import Answer, Finding
from dhstats.questions.shared.charts import Chart
from dhstats.questions.shared.groups import LEVEL, Group, each_for_themselves, groups
from dhstats.questions.shared.question import OF_MORE, Question
from dhstats.questions.shared.sums import RATIOS, ratio_sums
from dhstats.questions.shared.tables import by_matchup, number, resting, text, whole
from dhstats.questions.shared.vocabulary import Tally, vocabulary
from dhstats.questions.shared.words import PERCENT
from dhstats.stats.intervals.blocks import Estimate
from dhstats.storage.run import parts_of_win

KEY = "comebacks"
SUCH = "in which it came to that"  # of which deals it is that a chance rests on
LEVEL_GAMES, ANY = 0, -1  # as the query names leads of nothing, and all leads together
LEASTS = (1, 3, 5, 8, 12, 17, 25)  # the least lead of each class, as the query has them
LEAST_SHARE = 0.01  # of the logged games must reach a turn for it to be shown
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


OVER_ONE = Leads(KEY, 2, "Turns played by both", "", over_several=False)


def answer(counts: Counts) -> Answer:
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
    return QUESTION.told(counts, findings, (chances,), queries=(leads.query, "race"), read=read, method=method)


def lead_words(least: int) -> str:
    """A class of leads in words."""
    following = {one: other - 1 for one, other in pairwise(LEASTS)}
    if least in (LEVEL_GAMES, ANY):
        return "level" if least == LEVEL_GAMES else "any lead"
    return f"{least} to {following[least]}" if least in following else f"{least} or more"


def _cells(counts: Counts, group: Group, leads: Leads) -> list[Cell]:
    """The cells of the turns that enough of the logged games reached; of several players those with one ahead."""
    rows = counts.rows(leads.query, matchup=group.number)
    logged = int(counts.rows("race", matchup=group.number)[0]["games"])
    reached: Counter[int] = Counter()
    for row in rows:
        reached[row["turn"]] += row["stakes"] // leads.stakes if row["lead"] != ANY else 0
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
        common = sorted((cell for cell in at if cell["lead"] != ANY), key=lambda cell: -cell["stakes"])[:1]
        chosen = [*(cell for cell in at if cell["lead"] == ANY), *common]
    told = [Finding(group.says(_sentence(cell, leads, tally)), headline=cell["lead"] == ANY) for cell in chosen]
    return told or [Finding(group.says(TOO_SHORT))]


def _sentence(cell: Cell, leads: Leads, tally: Tally) -> str:
    won = _won(cell)
    size = words.stated(won, PERCENT, "of the games")
    if cell["lead"] != ANY:
        than = " than the best other" if leads.over_several else ""
        return f"With {lead_words(cell['lead'])} points more{than} after {cell['turn']} turns a player wins {size}."
    back = "" if leads.over_several else f": {words.value(won.taken_from(1.0), PERCENT)} are comebacks"
    return f"A player who {tally.leads} after {cell['turn']} turns wins {size}{back}."


def _width(found: Estimate) -> float:
    return found.interval.high - found.interval.low


SHOWN = "How many of 100 games the player ahead wins, by turn and lead; small: in how many of 100 it comes to that"
MAP = Chart(SHOWN, ("map",), "report.charts.comebacks.chance_map", wide=True, says=captions.comeback)
TITLE = "Can a player who is behind still win?"
QUESTION = Question(
    KEY, TITLE, (KEY, "race"), answer, 110, OF_MORE, each_for_themselves, True, charts=(MAP,),
    caution="A player may be ahead because of better cards or better play, which also help later: this is an"
    " association, not what a point is worth. Games that reach a late turn are the long ones.",
)  # fmt: skip
