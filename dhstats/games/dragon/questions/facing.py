"""Is it good to be behind a rival's tail? Turns by how both dragons face, and how often their player has won."""

import math
from collections.abc import Sequence

from dhstats.games.dragon.questions.plays import CardList
from dhstats.games.dragon.table import FACINGS
from dhstats.queries.counts import Counts
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding
from dhstats.questions.shared.charts import Chart
from dhstats.questions.shared.groups import Group, groups
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.sums import RATIOS, Counted, mean_of, rate_of, share_of
from dhstats.questions.shared.tables import Field, by_matchup, named_rows, text, whole
from dhstats.stats.intervals.blocks import Estimate

ANY, ANY_LEAD, ANY_DECK = "", -9, -1
LEADS = {-1: "less health", 0: "about equal health", 1: "more health"}

SUCH = "with such turns"  # the deals that rates and means rest on

OF_TURNS = ("turns", "all_turns_turns", "logged")  # of all those that were logged
FIELDS: tuple[Field, ...] = (
    whole("turns", "Turns", "turns", "row.turns"),
    *share_of("Share of all turns", "share of turns", *OF_TURNS),
    *rate_of("win_rate", "How often its player won the game", "share of these turns", "turns", SUCH, "wins"),
    *mean_of("attacks", "Attack cards played in it", "cards per turn", "turns", SUCH),
    *mean_of("wounds", "Wounds of the rival in it", "wounds per turn", "turns", SUCH),
)
OWN, RIVAL = text("own", "The player's dragon faces", "row.own"), text("rival", "The rival's dragon faces", "row.rival")
RIVALS = "Turns by the rival's facing"

Key = tuple[str, str, int, int]  # own facing, rival's facing, lead, deck
Stands = dict[Key, Counted]


def answer(counts: Counts) -> Answer:
    """Turns by the facing of both dragons when they began."""
    samples, cards = groups(counts), CardList.of(counts.run.manifest.rules)
    by_group = {group: stands(counts, group) for group in samples}
    sentences = _sentences(by_group[samples[0]], cards)
    both = [(own, facing, ANY_LEAD, ANY_DECK) for own in FACINGS for facing in FACINGS]
    # The same among similar turns in something else
    kinds = {(ANY_LEAD, place): f"turns of {deck}" for place, deck in enumerate(cards.decks)}
    kinds |= {(lead, ANY_DECK): said for lead, said in LEADS.items()}
    among = text("among", "Among", lambda stand: kinds[stand.row["lead"], stand.row["place"]])
    keys = [rival(facing, *kind) for kind in kinds for facing in FACINGS]
    return QUESTION.told(
        counts,
        (Finding(samples[0].says(text), headline=at == 0) for at, text in enumerate(sentences)),
        (
            by_matchup("rivals", RIVALS, (RIVAL, *FIELDS), named_rows(by_group, map(rival, FACINGS))),
            by_matchup("alike", f"{RIVALS}, among similar turns", (among, RIVAL, *FIELDS), named_rows(by_group, keys)),
            by_matchup("both", "Turns by both facings", (OWN, RIVAL, *FIELDS), named_rows(by_group, both)),
        ),
        read=QUESTION.read.format(**counts.run.manifest.rules["attacks"]),
    )


def stands(counts: Counts, group: Group) -> Stands:
    """The turns of a group by own facing, rival's facing, lead and deck."""
    every_row = counts.rows("facing", matchup=group.number)
    rows = {(row["own"], row["rival"], row["lead"], row["place"]): row for row in every_row}
    return {key: Counted(row, rows[ANY, ANY, ANY_LEAD, ANY_DECK]) for key, row in rows.items()}


def rival(facing: str, lead: int = ANY_LEAD, place: int = ANY_DECK) -> Key:
    """Turns that began with the rival's dragon facing so."""
    return ANY, facing, lead, place


def _sentences(turns: Stands, cards: CardList) -> list[str]:
    if missing := [facing for facing in ("tail", "front") if rival(facing) not in turns]:
        return [f"No turn began with the rival's dragon facing {missing[0]}."]
    sentences = [
        "A player who begins a turn behind the rival's tail wins"
        f" {'; '.join([_beside(turns), *_by_deck(turns, cards.decks)])}: association, not what the facing is worth."
    ]
    if {rival("tail", 0), rival("front", 0)} <= turns.keys():
        alike = _beside(turns, lead=0)
        sentences.append(f"If both have about the same health, the player behind the tail wins {alike}.")
    # How often a turn begins so, and what it brings
    parts = []
    for facing in FACINGS:
        stand = turns.get(rival(facing))
        if stand and (share := stand.share(*OF_TURNS)) and (wounds := stand.mean("wounds", "turns", SUCH)):
            toll = words.stated(wounds, of="wounds per turn", after=wounds.interval)
            parts.append(f"{facing} in {words.value(share, words.PERCENT)} of the turns, with {toll}")
    return [*sentences, f"The rival's dragon faces {words.listed(parts)}.", _own(turns)]


def _by_deck(turns: Stands, decks: Sequence[str]) -> list[str]:
    """The same of the turns of every deck that was seen so in enough deals; the table has the others."""
    return [
        f"with the deck {deck} alone {_beside(turns, place=place)}"
        for place, deck in enumerate(decks)
        if all(
            (wins := _wins(turns, rival(facing, place=place))) and math.isfinite(wins.interval.low)
            for facing in ("tail", "front")
        )
    ]


def _wins(turns: Stands, key: Key) -> Estimate | None:
    """How often the player whose turn it was has won."""
    return turns[key].rate("wins", "turns", SUCH) if key in turns else None


def _beside(turns: Stands, lead: int = ANY_LEAD, place: int = ANY_DECK) -> str:
    mine, other = (_wins(turns, rival(facing, lead, place)) for facing in ("tail", "front"))
    assert mine is not None  # there are such turns
    assert other is not None
    return (
        f"{words.stated(mine, words.PERCENT, 'of the games')}, before the rival's front"
        f" {words.stated(other, words.PERCENT, after=mine.interval)}"
    )


def _own(turns: Stands) -> str:
    played = [
        (cards, f"facing {facing}")
        for facing in FACINGS
        if (stand := turns.get((facing, ANY, ANY_LEAD, ANY_DECK))) and (cards := stand.mean("attacks", "turns", SUCH))
    ]
    return f"Attack cards per turn, by the player's own facing at its beginning: {words.listed(words.series(played))}."


QUESTION = Question(
    "facing", "Is it good to be behind a rival's tail?", ("facing",), answer, 210, of_turns=True,
    charts=(
        Chart("How often the player of a turn has won", ("rivals",), "games.dragon.pages.facing_wins"),
        Chart("The same among similar turns", ("alike",), "games.dragon.pages.facing_alike"),
    ),
    read="A turn is classified by how both dragons faced when it began. The dot is the share of those turns whose "
    "player won the game; the dashed line is an even chance. How many attack cards a player may play in their turn "
    "depends on the facing of their own dragon: {front} at the front, {side} at the side, {tail} at the tail. The grid "
    "compares turns of the same deck, of players who had about as much health left as the rival, and of those who had "
    "three points less or more.",
    method="Turns of both players in logged games. Shares of turns, win rates, attack cards and wounds per turn: "
    f"{RATIOS}; the unit is the deal, however many turns it has. Wounds are those that the rival's dragon took in the "
    "turn. Health is compared at the beginning of the turn.",
    caution="This is an association, not an effect: players who turn the rival's dragon have the cards for it, spend "
    "them on it and not on wounds, and often do so because they are behind. To measure what the facing itself is "
    "worth, `dhstats fork` turns the dragon in the same position and changes nothing else.",
)  # fmt: skip
