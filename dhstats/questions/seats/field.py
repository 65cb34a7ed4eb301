"""Who is stronger at one table of three or four? What a seat of each strategy wins, beside an even share."""

from dataclasses import dataclass, replace

from dhstats.queries.counts import Counts
from dhstats.questions.seats.worth import players_apart
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding
from dhstats.questions.shared.charts import RESULTS, Chart
from dhstats.questions.shared.groups import JOINTLY, LEVEL
from dhstats.questions.shared.question import SEVERAL, Question
from dhstats.questions.shared.tables import measured, number, table, text, whole
from dhstats.questions.shared.words import PERCENT
from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.intervals import sidak_level, within
from dhstats.storage.run import parts_of_win

LISTED = 10  # tables that get a sentence
MIXED = (
    "In this run every player has the same seat in every game, so the worth of the seat cannot be"
    " separated from that of the strategy. A design in which players change seats separates them. "
)


@dataclass(frozen=True, slots=True)
class Standing:
    """What one seat of a strategy wins at a table, which `table` names by seat; `seats` are those it has in a game."""

    table: tuple[str, ...]
    strategy: str
    seats: int
    share: Estimate


def field_exists(counts: Counts) -> bool:
    """Whether different strategies meet at a table for more than two."""
    tables = counts.plan.matchups
    return len(tables[0]) > 2 and any(len(set(names)) > 1 for names in tables)


def answer(counts: Counts) -> Answer:
    """What each strategy wins at every table where it meets others."""
    found, mixed = standings(counts), counts.plan.kind == "single"
    tables = list(dict.fromkeys(each.table for each in found))
    apart = "".join(dict.fromkeys(players_apart(counts, at) for at in range(len(counts.plan.matchups))))
    share, standing = "share of a win", "What a seat of each strategy wins"
    columns = (
        text("matchup", "Matchup", lambda each: ", ".join(each.table)),
        text("strategy", "Strategy"),
        whole("seats", "Number of seats", "seats"),
        *measured("share", "Share of wins per seat", share),
        number("even", "Even share", share, lambda each: 1.0 / len(each.table)),
    )
    caution, listed = (MIXED if mixed else "") + apart + QUESTION.caution, enumerate(tables[:LISTED])
    told = [_finding([each for each in found if each.table == names], headline=not at) for at, names in listed]
    return QUESTION.told(counts, told, (table("shares", standing, columns, found),), caution=caution)


def standings(counts: Counts) -> list[Standing]:
    """What a seat of each strategy wins, table by table, the first-named first."""
    tables = counts.plan.matchups
    rows = {(row["matchup"], row["strategy"]): row for row in counts.rows("field")}
    asked = [(at, name) for at, names in enumerate(tables) if len(set(names)) > 1 for name in dict.fromkeys(names)]
    level = sidak_level(LEVEL, len(asked))
    return [
        Standing(tables[at], name, tables[at].count(name), _share(rows[at, name], parts_of_win(len(tables[at])), level))
        for at, name in asked
    ]


def _share(row: dict[str, int], win: int, level: float) -> Estimate:
    scale = win * row["seats"] // row["deals"]
    estimate = BlockSums(row["deals"], row["won"], row["won_squares"], scale).estimate(level, (0.0, 1.0))
    return replace(estimate, interval=within(estimate.interval, (0.0, 1.0)))


def _finding(found: list[Standing], *, headline: bool) -> Finding:
    first, *others = found
    digits, names = words.places(100.0 * max(each.share.se for each in found)), first.table
    won = words.stated(first.share, PERCENT, "of the games", digits=digits, sure=JOINTLY)
    shares = [f"{first.strategy} wins {won}"]
    for each in others:
        won = words.stated(each.share, PERCENT, digits=digits, after=first.share.interval, sure=JOINTLY)
        shares.append(f"one of {each.strategy} {won}")
    sentence = f"At a table of {words.listed(list(names))} a seat of {words.listed(shares)}"
    return Finding(f"{sentence}; an even share is {100.0 / len(names):.3g} %.", headline=headline)


QUESTION = Question(
    "field", "Who is stronger at one table?", ("field",), answer, 2, SEVERAL, field_exists,
    charts=(Chart("What a seat of each strategy wins", ("shares",), f"{RESULTS}.field_shares", wide=True),),
    read="Each line is a strategy: the dot is the average share of wins of its seats, over all seats that the design"
    " gives it, the bar its interval. The dashed line is an even share.",
    method="The block is the deal: what the seats of a strategy won in its games, on average, is one observation."
    " Estimate ± t · standard error over deals, simultaneous 95 % for all strategies and tables (Šidák). Wins that are"
    " shared count in parts.",
    caution="A strategy's result depends on its opponents: against opponents who all play alike it may do better or"
    " worse than at a mixed table. The players keep their order round the table.",
)  # fmt: skip
