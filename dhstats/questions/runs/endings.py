"""How do games end? Who causes the end, and how that player fares."""

from dhstats.games import catalogue
from dhstats.queries.counts import Counts
from dhstats.questions.runs.spreads import MEANS, mean, mean_table
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.charts import RESULTS, Chart
from dhstats.questions.shared.groups import Group, each_for_themselves, everybody, groups
from dhstats.questions.shared.question import OF_MORE, Question
from dhstats.questions.shared.sums import FIELDS, RATIOS, SHARES, SUCH, Key, Kind, kinds
from dhstats.questions.shared.tables import by_matchup, number, resting, text
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.questions.shared.words import PERCENT
from dhstats.stats.intervals.blocks import Estimate
from dhstats.storage import manifest

ANY, ANYBODY = "", -2  # as the query names all reasons, or all players, together
SEATS = {**dict(enumerate(manifest.SEATS)), -1: "nobody", ANYBODY: "either"}
LONGER = {"longer_first": "games with one turn more for the first player"}

MARGIN = ", and by how many points they were ahead on average at the end"
HOW_TO_READ = (
    "Each line is a way to end and the player who caused it: how often it happened, and how often that player won{}."
)
METHOD = f"Shares of all games, 95 %: {SHARES}. Rates, margins and turns within a kind of ending: {RATIOS}. {MEANS}"
CAUTION = (
    "Ending the game is associated with winning, but that does not show that ending it helps: a"
    " player who is ahead has good reason to end the game. {}"
)

Endings = dict[Key, Kind]


def answer(counts: Counts) -> Answer:
    """Endings by reason and by player."""
    samples, two = groups(counts), len(counts.run.manifest.seats) == 2
    found = {group: endings_of(counts, group) for group in samples}
    return QUESTION.told(
        counts,
        _findings(counts, samples[0], found[samples[0]]),
        (_table(counts, found), *([mean_table(counts, samples, LONGER, "share of games")] if two else [])),
        (HOW_TO_READ.format(MARGIN if two else ""), METHOD, CAUTION.format(vocabulary(counts.game).ending)),
        queries=("endings", "means")[: 1 + two],
    )


def endings_of(counts: Counts, group: Group) -> Endings:
    """The endings of a group by reason and by who brought them about."""
    together = catalogue.load(counts.game).objective.together  # then nobody wins who ends it
    concerns = (lambda *_: False) if together else _concerns
    return kinds(counts, "endings", group, ("end_reason", "ended_by"), concerns)


def _concerns(reason: str, seat: int) -> bool:
    return seat != -1 and reason != "turn_limit"


def share_of(counts: Counts, group: Group, reason: str) -> Estimate | None:
    """The share of games that end for a reason; nothing if none does."""
    found = endings_of(counts, group).get((reason, ANYBODY))
    return found.share() if found else None


def _findings(counts: Counts, group: Group, found: Endings) -> list[Finding]:
    reasons = vocabulary(counts.game).ends
    by_reason = sorted(
        (-kind.games, reasons.get(reason, words.spoken(reason)), kind.share())
        for (reason, seat), kind in found.items()
        if seat == ANYBODY
    )
    shares = [(share, f"{'' if at else 'of the games end '}by {name}") for at, (_, name, share) in enumerate(by_reason)]
    seats = range(len(counts.run.manifest.seats))
    sentences = [_ender(seat, found[ANY, seat]) for seat in seats if (ANY, seat) in found]
    sentences += [_longer(mean(counts, group, "longer_first"))] if len(seats) == 2 else []
    return [
        Finding(group.says(f"{words.listed(words.series(shares, PERCENT))}."), headline=True),
        *(Finding(group.says(sentence)) for sentence in sentences),
    ]


def _ender(seat: int, kind: Kind) -> str:
    wins = kind.win_rate()
    won = f" and wins {words.stated(wins, PERCENT, 'of those games')}" if wins else ""
    return f"The {SEATS[seat]} player causes {words.stated(kind.share(), PERCENT, 'of the endings')}{won}."


def _longer(share: Estimate) -> str:
    return f"In {words.stated(share, PERCENT, 'of the games the first player has one turn more than the second')}."


def _table(counts: Counts, found: dict[Group, Endings]) -> Table:
    """With more than two players an even chance to win stands beside, and no margin, which is one between two."""
    seats = len(counts.run.manifest.seats)
    columns = (
        text("end_reason", "How the game ended", lambda kind: kind.key[0] or "any"),
        text("ended_by", "Caused by", lambda kind: SEATS[kind.key[1]]),
        *(each for each in FIELDS if seats == 2 or not each.name.startswith("margin")),
        *([] if seats == 2 else [number("even", "Even share", "share of games", lambda _: 1.0 / seats)]),
        *resting("turns", f"Turns of {everybody(counts)}", "turns", SUCH, lambda kind: kind.mean("turns")),
    )
    return by_matchup("endings", "Endings by reason and player", columns, found)


QUESTION = Question(
    "endings", "How do games end?", ("endings", "means"), answer, 90, OF_MORE, each_for_themselves, together=True,
    charts=(
        Chart("Who causes the end, and how", ("endings",), f"{RESULTS}.ending_shares", by_game=True),
        Chart("How often that player has won", ("endings",), f"{RESULTS}.ending_wins", by_game=True),
    ),
)  # fmt: skip
