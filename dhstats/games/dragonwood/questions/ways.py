"""Strike, stomp or scream? Each way to capture: its use, success and yield, by phase of the game and by target."""

from dhstats.games.dragonwood.questions.tries import A_CARD, ALL, FIELDS, OF_ATTEMPTS, SUCH, WHOLE_GAME, Printed, tries
from dhstats.games.dragonwood.table import WAYS
from dhstats.queries.counts import Counts
from dhstats.questions.shared import captions, words
from dhstats.questions.shared.answer import Answer, Finding
from dhstats.questions.shared.charts import PER_CENT, Chart, bars, cell, most
from dhstats.questions.shared.groups import Group, groups
from dhstats.questions.shared.question import OF_MORE, Question
from dhstats.questions.shared.sums import RATIOS, Counted
from dhstats.questions.shared.tables import by_matchup, text, whole
from dhstats.questions.shared.words import PERCENT

PHASES = ("first quarter", "second quarter", "third quarter", "last quarter")  # of the decisions of a game

WAY = text("way", "Way", "row.way")
BY_PHASE = (
    whole("phase", "Number of the quarter", "", "row.phase"),
    text("when", "Part of the game", lambda tries: PHASES[tries.row["phase"]]),
    WAY,
    *FIELDS,
)
BY_TARGET = (text("target", "Card", lambda tries: words.spoken(tries.row["target"])), WAY, *FIELDS)


def answer(counts: Counts) -> Answer:
    """Attempts by way, by way and phase, by card and way."""
    samples, cards = groups(counts), Printed.of(counts.run.manifest.rules)
    place = {name: at for at, name in enumerate(cards.titles)}
    phases = {group: _by_phase(counts, group) for group in samples}
    targets = {
        group: sorted(
            tries(counts, group, lambda row: row["target"] != ALL and row["way"] != ALL),
            key=lambda each: (place[each.row["target"]], WAYS.index(each.row["way"])),
        )
        for group in samples
    }
    return QUESTION.told(
        counts,
        _findings(counts, samples[0]),
        (
            by_matchup("ways", "Ways to capture", (WAY, *FIELDS), {each: by_way(counts, each) for each in samples}),
            by_matchup("phases", "Ways by phase of the game", BY_PHASE, phases),
            by_matchup("targets", "Ways by card", BY_TARGET, targets),
        ),
    )


def by_way(counts: Counts, group: Group) -> dict[str, Counted]:
    """All attempts in each way, the most frequent first."""
    found = tries(counts, group, lambda row: row["target"] == ALL and row["way"] != ALL and row["phase"] == WHOLE_GAME)
    return {each.row["way"]: each for each in sorted(found, key=lambda each: -each.row["attempts"])}


def _findings(counts: Counts, group: Group) -> list[Finding]:
    found = by_way(counts, group)
    if not found:
        return [Finding(group.says("Nothing was attacked in the logged turns."))]
    shares = [
        (share, f"{'' if at else 'of the attempts are '}{way}s")
        for at, (way, each) in enumerate(found.items())
        if (share := each.share(*OF_ATTEMPTS))
    ]
    findings = [Finding(group.says(f"{words.listed(words.series(shares, PERCENT))}."), headline=True)]
    findings += [Finding(group.says(f"{_success(way, each)}.")) for way, each in found.items()]
    return findings


def _success(way: str, each: Counted) -> str:
    success, points = each.rate("captures", "attempts", SUCH), each.mean(*A_CARD)
    assert success is not None  # there were attempts
    succeed = f"{way.capitalize()}s succeed {words.stated(success, PERCENT, 'of the time')}"
    if points is None:
        return succeed
    return (
        f"{succeed} and bring {words.stated(points, of='points for a card spent on creatures', after=success.interval)}"
    )


def _by_phase(counts: Counts, group: Group) -> list[Counted]:
    """The attempts in each way, phase after phase, the most frequent way of the whole game first."""
    order = list(by_way(counts, group))
    found = tries(counts, group, lambda row: row["way"] != ALL and row["phase"] != WHOLE_GAME)
    return sorted(found, key=lambda each: (each.row["phase"], order.index(each.row["way"])))


STEP = 46  # height of a row
OWN = "games.dragonwood.pages"
QUESTION = Question(
    "ways", "Strike, stomp or scream?", ("attempts", "race"), answer, 230, OF_MORE, of_turns=True,
    charts=(
        bars(
            "How often each way is used", "ways", "way", ("share", "Share of all attempts", PER_CENT),
            "Bars: the share of all attempts in each way. With intervals.",
            most("way", "share", "Used most: {what} ({value} of the attempts)"), step=STEP,
        ),
        bars(
            "What a card spent this way brings", "ways", "way",
            ("points_a_card", "Victory points for a card spent on creatures", ".2f"),
            "Bars: the points that a card spent on creatures brings in each way. With intervals.",
            most("way", "points_a_card", "Pays best: {what}, {value} points for a card", captions.points), step=STEP,
        ),
        Chart(
            "Share of attempts, from the opening to the end", ("phases",), f"{OWN}.phases", wide=True,
            says=cell("share", "Most of all in the {when}: {way}, {shown} of the attempts"),
        ),
        Chart("How often an attempt succeeds", ("targets",), f"{OWN}.targets", wide=True),
    ),
    read="Each bar is a way to attack: its share of all attempts, and the victory points for a card spent on creatures "
    "that way, with intervals. By quarter of the game: how the ways change from the opening to the end. By card: how "
    "often an attempt in each way captured it.",
    method=f"Attempts of all players. Shares, success, cards and points: {RATIOS}. A share is one of all attempts in "
    "the same quarter of the game's decisions, or at the same card. Points for a card leave out what was spent on "
    "enhancements.",
    caution="Players attack in the way that suits their hand best, so the ways are used with different hands: a way "
    "that seems better may only be chosen when it is good. The table of exact chances in the section before shows what "
    "each way can reach with the same number of cards.",
)  # fmt: skip
