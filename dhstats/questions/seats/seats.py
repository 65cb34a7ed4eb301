"""Does it matter where you sit? Each seat's share of the wins, its place and score, with two players or more."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from dhstats.games import catalogue
from dhstats.games.objective import RANKS
from dhstats.queries.catalogue import queries
from dhstats.queries.counts import Counts
from dhstats.questions.seats.opening import sitting
from dhstats.questions.seats.worth import Seat, Seating, seating, seats_apart
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.captions import ENDS, percent
from dhstats.questions.shared.charts import OPENINGS, RESULTS, Chart, most
from dhstats.questions.shared.first_screen import spelt
from dhstats.questions.shared.groups import JOINTLY, of_each
from dhstats.questions.shared.question import SEVERAL, TWO, Question
from dhstats.questions.shared.tables import by_matchup, judged_columns, measured, number, ranged, text
from dhstats.questions.shared.words import PERCENT, PERCENTAGE_POINTS, SIGNED
from dhstats.questions.verdicts.lopsided import lopsided, nobody_won
from dhstats.seats import SEATS
from dhstats.stats.sequential.verdicts import refused

READ_IN_PASSING = 3  # seats that a sentence names after the first
LISTED = 11  # matchups that get a sentence, all of them together included; the table has the others
WATCHED = (
    " This run had a stopping rule: the intervals of shares are asymptotic confidence sequences,"
    " which hold however often one looks; all others assume a number of deals fixed beforehand."
)
JOINT = (
    " With several matchups the levels of each are Šidák's for all matchups; all together have equal weights, and a"
    " deal is one block in them too."
)
MIXED = (
    "In this run player A sits first in every game, so the worth of the seat cannot be separated from"
    " that of the strategy. A design in which players change seats separates them."
)


def answer(counts: Counts) -> Answer:
    """What each seat is worth, by matchup and together."""
    found = [judged_fairly(counts, each) for each in of_each(counts, seating)]
    single, lots = counts.plan.kind == "single" and not all(each.group.mirror for each in found), seats_apart(counts)
    mixed, apart = single or bool(lots), (f"{MIXED} " if single else "") + lots
    method = QUESTION.method.format(margin=found[0].group.margin) + (WATCHED if counts.run.manifest.until else "")
    findings = [_finding(each, mixed=mixed) for each in found[:LISTED]]
    if catalogue.load(counts.game).objective.kind == RANKS:
        findings = [_places(found[0]), *(replace(each, headline=False) for each in findings)]
    told, tables = (*findings, *_details(found[0])), (_seats(found), _gaps(found))
    method, caution = method + (JOINT if len(found) > 1 else ""), apart + QUESTION.caution
    first = sitting(found[0], counts.run.manifest, mixed=mixed)
    return QUESTION.told(counts, told, tables, opening=first, method=method, caution=caution)


def judged_fairly(counts: Counts, found: Seating) -> Seating:
    """The same without verdicts on shares where one player wins nearly all games, or nobody wins any."""
    uneven = lopsided(counts, found.group.number)
    reason = uneven.reason if uneven else nobody_won(found.games) if found.shared == found.games else ""
    if not reason or (uneven is None and found.kind == "balanced"):
        return found
    seats = tuple(replace(seat, wins=refused(seat.wins)) for seat in found.seats)
    return replace(found, seats=seats, reason=reason)


def _finding(found: Seating, *, mixed: bool) -> Finding:
    even = f"With {spelt(len(found.seats))} players an even share of the wins is {100.0 * found.even:.3g} %"
    shares = words.listed([_share(seat, found) for seat in found.seats])
    judged, kind = ("", "fact") if mixed else (f": {_judgement(found)}", found.kind)
    size = max(seat.wins.size for seat in found.seats)
    headline = found.group.main and len(found.seats) > 2  # of two players the first one's score says it
    return Finding(found.group.says(f"{even}: {shares}{judged}."), kind, headline, size)


def _places(found: Seating) -> Finding:
    """The mean place of every seat, where places count."""
    told = words.series((seat.place, f"for the {SEATS[seat.number]} seat") for seat in found.seats)
    middle = (len(found.seats) + 1) / 2.0
    return Finding(
        found.group.says(f"The mean place is {words.listed(told)}; the middle one is {middle:g}."), headline=True
    )


def _share(seat: Seat, found: Seating) -> str:
    digits = words.places(100.0 * max(each.wins.se for each in found.seats))
    first = found.seats[0].wins.interval95 if seat.number else None
    sure = JOINTLY if len(found.seats) > 2 or not found.group.main else ""
    share = words.stated(seat.wins.measured, PERCENT, digits=digits, after=first, sure=sure)
    return f"the {SEATS[seat.number]}{' ' if seat.number else ' seat wins '}{share}"


def _judgement(found: Seating) -> str:
    if found.kind == "refused":
        return found.reason
    margin = words.amount(100.0 * found.group.margin, "games in 100")
    within = f"within ±{margin}"
    more = words.more_deals(max(seat.wins.blocks_needed for seat in found.seats))
    if found.kind == "balanced":
        tiny = _sides([seat for seat in found.seats if seat.wins.tiny])
        return f"balanced {within}" + (f"; a difference {tiny} is certain, but smaller than that" if tiny else "")
    if found.kind == "undecided":
        return f"undecided; {more} whether it is balanced {within}"
    sides = _sides([seat for seat in found.seats if seat.wins.kind == found.kind])
    if found.kind == "unbalanced":
        return f"unbalanced, {sides} by more than {margin}"
    return f"a difference {sides} is certain, but it may be less than {margin}; {more}"


def _sides(seats: Sequence[Seat]) -> str:
    parts = []
    for side, better in (("in favour of", True), ("against", False)):
        if some := [SEATS[seat.number] for seat in seats if (seat.wins.effect > 0.0) == better]:
            parts.append(f"{side} the {words.listed(some)} seat{'s' * (len(some) > 1)}")
    return " and ".join(parts)


def _details(found: Seating) -> list[Finding]:
    share, place, score = found.share_gap, found.place_gap, found.score_gap
    among = f"{words.count(found.shared)} of the {words.count(found.games)} games"
    alike = f"In {among} several players tied for first place; they share the win equally."
    told = [alike] if found.shared and len(found.seats) > 2 else []
    gaps = [
        words.stated(share, PERCENTAGE_POINTS, "games in 100"),
        words.stated(place, SIGNED, "places", after=share.interval),
        words.stated(score, SIGNED, "points of the final score", after=share.interval),
    ]
    told.append(f"From the {SEATS[len(found.seats) - 1]} seat to the first, the change is {words.listed(gaps)}.")
    worths = [(SEATS[seat.number], seat.worth) for seat in found.seats if seat.worth is not None]
    if worths:
        (first, worth), *others = worths
        more = [f"{words.stated(own, digits=2, after=worth.interval)} for the {seat}" for seat, own in others]
        start = ". It is " if len(more) > READ_IN_PASSING else ", "
        moving = "Moving the players round the table over the same deal makes one game worth"
        own = words.stated(worth, of=f"independent ones for the share of the {first} seat", digits=2)
        told.append(f"{moving} {own}{start if more else ''}{', '.join(more)}.")
    return [Finding(found.group.says(sentence)) for sentence in told]


def _seats(found: Sequence[Seating]) -> Table:
    share = "share of a win"
    columns = (
        text("seat", "Seat", lambda seat: SEATS[seat.number]),
        *measured("share", "Share of the wins", share, "wins.measured"),
        number("even", "Even share", share, "wins.null"),
        *ranged("difference", "Beyond an even share", share, lambda seat: seat.wins.measured.minus(seat.wins.null)),
        *judged_columns(share, "wins"),
        *ranged("place", "Mean place", "place"),
        *ranged("score", "Mean score", "points"),
        *ranged("above", "Beyond the mean of the table", "points"),
        *ranged("worth", "Independent games that one game is worth", "games"),
    )
    return by_matchup("seats", "What each seat is worth", columns, {each.group: each.seats for each in found})


def _gaps(found: Sequence[Seating]) -> Table:
    columns = (
        text("what", "First seat less last", lambda gap: gap[0]),
        *measured("gap", "Difference", "unit of the row", lambda gap: gap[1]),
    )
    rows = {
        each.group: (("share of the wins", each.share_gap), ("place", each.place_gap), ("points", each.score_gap))
        for each in found
    }
    return by_matchup("gaps", "From the first seat to the last", columns, rows)


SEATS_WIN = most("seat", "share", "the {what} seat wins {value} of the games", partial(percent, digits=1), ENDS)
QUESTION = Question(
    "seats", "Does it matter where you sit?", ("seats", "shares"), answer, 1, SEVERAL,
    charts=(
        Chart("Each seat's share of the wins", ("seats",), f"{RESULTS}.seat_shares", wide=True, says=SEATS_WIN),
        Chart("The seats' shares of the wins, side by side", ("seats",), f"{RESULTS}.seat_strip", wide=True,
              about=("seat", "third")),
    ),
    first=(Chart("What each seat wins", ("seats",), f"{OPENINGS}.seats", wide=True, says=SEATS_WIN),),
    read="Each line is a seat, in the order of play: the dot is its share of the wins (a win counts 1; players who "
    "tie for first place share it), the bar its interval. The dashed line is an even share; the shaded strip around "
    "it was"
    " declared balanced beforehand.",
    method="The block is the deal: what a seat won in the games that share both decks, on average, is one observation,"
    " and the covariance of the seats is that over deals. Intervals: estimate ± t · standard error over deals,"
    " simultaneous 95 % for all seats of a table (max-T). Verdict against ±{margin:g} of a win around an even share,"
    " seat by seat: balanced if the seat's own 90 % interval lies inside (two one-sided t tests), unbalanced if the"
    " simultaneous one lies outside, leaning if that excludes an even share but straddles the margin, otherwise"
    " undecided. The table is unbalanced if a seat is, and balanced if all are (intersection-union test). Shared"
    " places count as their mean, so an even place is the middle one. First seat less last: 95 % each. Independent"
    " games that one game is worth: the variance of a seat's share over games that each have their own deal, divided "
    "by that over deals, for the same number of games; linearised logarithm, 95 % each.",
    caution="This is what the seats are worth to these strategies; for better players it may differ, so look at"
    " several. The players move round the table in one order; the influence of neighbours is not measured.",
)  # fmt: skip
# Of two players what is asked first is the first player's score; some games have these counts for two as well.
OF_TWO = replace(
    QUESTION, place=140, players=TWO, fits=lambda counts: "seats" in queries(counts.game), charts=(), first=()
)
