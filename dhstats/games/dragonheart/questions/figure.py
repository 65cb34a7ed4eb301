"""The Great Dragon, described: who holds it at the end, how often it moves, when it is first claimed."""

from dhstats.queries.counts import Counts
from dhstats.questions.runs import spreads
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding
from dhstats.questions.shared.charts import Chart, counted
from dhstats.questions.shared.groups import LEVEL, Group, groups
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.sums import FIELDS, RATIOS, SHARES, Kind, kinds
from dhstats.questions.shared.tables import by_matchup, text
from dhstats.questions.shared.words import PERCENT
from dhstats.stats.estimates.quantiles import quantile_interval

EITHER = -2  # as the query names both players together
SEATS = {0: "first", 1: "second", -1: "nobody", EITHER: "either"}
ROLES = {
    "holder": "holds it at the end",
    "claimer": "claimed it first",
    "no_holder": "nobody holds it at the end",
    "no_claimer": "nobody claimed it",
}
CHANGES = {"figure_changes": "changes of holder, including the first claim"}
QUANTITIES = {**CHANGES, "first_claim": "turn of the first claim, counted from 1"}

Roles = dict[tuple[str, int], Kind]
COLUMNS = (
    text("role", "Role", lambda kind: ROLES[kind.key[0]]),
    text("seat", "Player", lambda kind: SEATS[kind.key[1]]),
    *FIELDS,
)


def answer(counts: Counts) -> Answer:
    """What goes together with the figure; no value of it."""
    samples = groups(counts)
    by_group = {group: roles_of(counts, group) for group in samples}
    return QUESTION.told(
        counts,
        _findings(counts, samples[0], by_group[samples[0]]),
        (
            by_matchup("roles", "The figure by role and player", COLUMNS, by_group),
            spreads.histogram_table(counts, samples, QUANTITIES, "changes or turns"),
            spreads.quantile_table(counts, samples, QUANTITIES, "changes or turns"),
            spreads.mean_table(counts, samples, CHANGES, "changes per game"),
        ),
    )


def roles_of(counts: Counts, group: Group) -> Roles:
    """The games of a group by what a seat had to do with the figure."""
    by_seat = kinds(counts, "figure", group, ("role", "seat"), lambda _, seat: seat != -1)
    return {
        (role, seat): kind
        for (role, seat), kind in by_seat.items()
        if seat == -1 or not role.startswith("no_")  # nobody is one kind, whichever seat
    }


def _findings(counts: Counts, group: Group, roles: Roles) -> list[Finding]:
    never = "No player had the figure at the end of any game."
    if ("holder", EITHER) not in roles:
        return [Finding(group.says(never))]
    shares = [(SEATS[seat], roles["holder", seat].share()) for seat in (0, 1) if ("holder", seat) in roles]
    parts = [f"the {seat} player in {words.stated(share, PERCENT, 'of the games')}" for seat, share in shares]
    wins, winner = roles["holder", EITHER].win_rate(), never
    if wins is not None:
        of_those = words.stated(wins, PERCENT, "of those games")
        winner = f"The player who has it at the end won {of_those}: an association, not its value."
    holders = f"At the end the Great Dragon belongs to {words.listed(parts)}."
    return [Finding(group.says(sentence)) for sentence in (holders, winner, _moves(counts, group))]


def _moves(counts: Counts, group: Group) -> str:
    changes, claims = spreads.mean(counts, group, "figure_changes"), spreads.spread(counts, group, "first_claim")
    moved = f"It changes hands {words.stated(changes, of='times per game, including the first claim')}."
    if claims is None:
        return moved
    middle = quantile_interval(claims, 0.5, LEVEL)
    claimed = (
        f"Half of the first claims come by turn {words.step(claims.quantile(0.5))}, counted from 1"
        f" ({words.span(middle, 0)})."
    )
    return f"{moved} {spreads.sampled(counts, group, claimed)}"


OWN = "games.dragonheart.pages"
QUESTION = Question(
    "figure", "What happens to the Great Dragon?", ("figure", "histograms", "means"), answer, 230,
    charts=(
        Chart("How often each player has and claims the figure", ("roles",), f"{OWN}.figure_shares"),
        Chart("How often that player has won", ("roles",), f"{OWN}.figure_wins"),
        counted(
            "figure_changes", "Changes of hand", "a game",
            "In half of the games the figure changes hands at most {value} time{s}",
        ),
        counted(
            "first_claim", "First claim", "both players' turns",
            "In half of the games the figure is first claimed by turn {value}", "Turn of the first claim",
        ),
    ),
    read="Each line is a role and a player: how often it occurred, how often that player won, and by how many points "
    "they were ahead at the end. The histograms show how often the figure moved, and in which turn it was first "
    "claimed.",
    method=f"Shares of all games, 95 %: {SHARES}. Win rates and margins: {RATIOS}. {spreads.MEANS} "
    f"{spreads.ONE_A_DEAL} Games without a claim are left out of the turn of the first claim. Turns of both players "
    "are counted from 1 here, from 0 in the column first_claim_turn of the table games, where -1 is never.",
    caution="These numbers are descriptive; they are not what the Great Dragon is worth. Its points and its tie-break "
    "are part of the result; claiming it takes petrified dragons, which score too; and a player who is ahead claims "
    "more often and later. To measure its value, `dhstats value` gives a player the figure and changes nothing else.",
)  # fmt: skip
