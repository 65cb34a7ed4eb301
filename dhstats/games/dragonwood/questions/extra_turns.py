"""Does an extra turn matter? Who had more turns than another at the end, and how that player fared."""

from dhstats.games.dragonwood.table import SEATS
from dhstats.queries.counts import Counts
from dhstats.questions.runs.spreads import MEANS, mean, mean_table
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding
from dhstats.questions.shared.charts import Chart
from dhstats.questions.shared.groups import groups
from dhstats.questions.shared.question import OF_MORE, Question
from dhstats.questions.shared.sums import ALONE, FIELDS, RATIOS, SHARES, Key, Kind, kinds
from dhstats.questions.shared.tables import by_matchup, text
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.questions.shared.words import PERCENT

ANY = ""  # as the query names all ends together
EVERY, EVEN, EXTRA = -1, 0, 1  # all games; those without a turn more than the player with fewest, and with one
TOLD = {EXTRA: "one turn more", EVEN: "no turn more", EVERY: "any number of turns"}
UNEQUAL = {"unequal_turns": "games in which some player had more turns"}

COLUMNS = (
    text("end_reason", "How the game ended", lambda kind: kind.key[0] or "any"),
    text("seat", "Player", lambda kind: SEATS[kind.key[1]]),
    text("extra", "They had", lambda kind: TOLD[kind.key[2]]),
    *FIELDS,
)


def answer(counts: Counts) -> Answer:
    """Games by who had more turns, and how they went."""
    samples = groups(counts)
    # The games of each group by how they ended, seat, and whether they had a turn more
    by_group = {group: kinds(counts, "extra_turns", group, ("end_reason", "seat", "extra")) for group in samples}
    group = samples[0]
    share = mean(counts, group, "unequal_turns")
    told = [f"In {words.stated(share, PERCENT, 'of the games some player has one turn more than another')}."]
    told += [
        sentence
        for reason in (ANY, *vocabulary(counts.game).ends)
        for seat in range(len(SEATS))
        if (sentence := _beside(counts, by_group[group], reason, seat))
    ]
    return QUESTION.told(
        counts,
        [Finding(group.says(sentence), headline=at == 0) for at, sentence in enumerate(told)],
        (
            by_matchup("extras", "Turns at the end, by player and end", COLUMNS, by_group),
            mean_table(counts, samples, UNEQUAL, "share of games"),
        ),
    )


def _beside(counts: Counts, found: dict[Key, Kind], reason: str, seat: int) -> str:
    """How a player fared with and without the extra turn; "" where they never had one, or always."""
    extra, even = found.get((reason, seat, EXTRA)), found.get((reason, seat, EVEN))
    if extra is None or even is None:
        return ""
    wins, other = extra.win_rate(), even.win_rate()
    if wins is None or other is None:
        return ""
    by = f"In games that end by {vocabulary(counts.game).ends[reason]}, the" if reason else "The"
    return (
        f"{by} {SEATS[seat]} player is the only winner of {words.stated(wins, PERCENT, 'with one turn more')} and of"
        f" {words.stated(other, PERCENT, 'without it', after=wins.interval)}."
    )


OWN = "games.dragonwood.pages"
QUESTION = Question(
    "extra_turns", "Does an extra turn matter?", ("extra_turns", "means"), answer, 200, OF_MORE,
    charts=(Chart("With one turn more, and without", ("extras",), f"{OWN}.extra_wins", wide=True),),
    read="Each line is a player and a kind of ending: how often they had one turn more than the player with the "
    "fewest, and how often they won with it and without it. If the extra turn came by chance and were worth nothing, "
    "both rates would be equal.",
    method=f"The turn that ends the game counts too. Shares of all games, 95 %: {SHARES}. Rates and leads within a "
    f"kind of game: {RATIOS}. {ALONE} {MEANS}",
    caution="The extra turn is associated with winning for other reasons too: the player who captures the last dragon "
    "ends the game in their own turn, with the dragon's points. To measure what the turn itself is worth, compare with "
    "a rule that gives all players the same number, on the same deals: dhstats compare two end.full_rounds=true --game "
    "dragonwood.",
)  # fmt: skip
