"""What is played? Each picture's plays, cards a play and points taken a play, over the game."""

from functools import partial

from dhstats.queries.counts import Counts
from dhstats.questions.shared import captions, words
from dhstats.questions.shared.answer import Answer, Finding
from dhstats.questions.shared.charts import PER_CENT, Chart, bars, cell, most
from dhstats.questions.shared.extremes import PICKED, ranked
from dhstats.questions.shared.groups import Group, groups
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.sums import RATIOS, Counted, mean_of, share_of
from dhstats.questions.shared.tables import by_matchup, text, whole
from dhstats.questions.shared.words import PERCENT

ANY, WHOLE_GAME = "", -1  # as the query names all pictures together, and all turns
OF_PLAYS, SUCH_PLAYS = ("plays", "all_plays_plays", "with plays"), "with such plays"  # what shares and means rest on
BANDS = ("1–10", "11–20", "21–30", "31–40", "41–50", "51 on")


def answer(counts: Counts) -> Answer:
    """Plays of every picture, in the whole game and by turn band."""
    samples = groups(counts)
    group = samples[0]
    rows = _rows(counts, group, WHOLE_GAME)
    if not rows:
        findings = [Finding(group.says("No picture was played in the logged turns."))]
    else:
        by_name = {words.spoken(each.row["picture"]): each for each in rows}
        shares = {name: partial(each.share, *OF_PLAYS) for name, each in by_name.items()}
        points = {name: partial(each.mean, "points", "plays", SUCH_PLAYS) for name, each in by_name.items()}
        sentences = (
            ranked(shares, "The {most} is played most: {much}.", PERCENT, "of all plays"),
            ranked(points, "A play of the {most} takes the most at once: {much}.", of="points on average"),
        )
        few = f"Too few deals were logged to say what is played most: {words.count(rows[0].among['deals'])}."
        findings = [Finding(group.says(sentence)) for sentence in list(filter(None, sentences)) or [few]]
    played = {group: _rows(counts, group, WHOLE_GAME) for group in samples}
    by_band = {group: [row for band in range(len(BANDS)) for row in _rows(counts, group, band)] for group in samples}
    tables = (
        by_matchup("pictures", "Pictures over the whole game", COLUMNS, played),
        by_matchup("bands", "Pictures by turn", BAND_COLUMNS, by_band),
    )
    return QUESTION.told(counts, findings, tables)


def _rows(counts: Counts, group: Group, band: int) -> list[Counted]:
    """The pictures of a band, most played first, among all plays of the band."""
    rows = counts.rows("pictures", matchup=group.number)
    every = {row["band"]: row for row in rows if row["picture"] == ANY}
    chosen = [Counted(row, every[band]) for row in rows if row["band"] == band and row["picture"] != ANY]
    return sorted(chosen, key=lambda each: (-each.row["plays"], each.row["picture"]))


COLUMNS = (
    text("picture", "Picture", lambda each: words.spoken(each.row["picture"])),
    whole("plays", "Plays", "plays", "row.plays"),
    *share_of("Share of plays", "share of plays", *OF_PLAYS),
    *mean_of("cards", "Cards per play", "cards", "plays", SUCH_PLAYS),
    *mean_of("points", "Points taken per play", "points", "plays", SUCH_PLAYS),
)
BAND_COLUMNS = (
    whole("band", "Number of the band", "", "row.band"),
    text("turns", "Turns", lambda each: BANDS[each.row["band"]]),
    *COLUMNS,
)
PICTURE = 38  # height of a row
OWN = "games.dragonheart.pages"
QUESTION = Question(
    "pictures", "What is played, and what does it take?", ("pictures",), answer, 220, of_turns=True,
    charts=(
        bars(
            "How often each picture is played", "pictures", "picture", ("share", "Share of all plays", PER_CENT),
            "Bars: the share of all plays that each picture has. With intervals.",
            most("picture", "share", "Played most: {what} ({value} of all plays)"), step=PICTURE,
        ),
        bars(
            "What a play of it takes", "pictures", "picture", ("points", "Points taken per play", ".2f"),
            "Bars: the points that a play of each picture takes, on average. With intervals.",
            most("picture", "points", "{what} takes most at once: {value} points per play", captions.points),
            step=PICTURE,
        ),
        Chart(
            "Share of plays, from the opening to the end", ("bands",), f"{OWN}.picture_bands", wide=True,
            says=cell("share", "Most of all in turns {turns}: {picture}, {shown} of the plays"),
        ),
    ),
    read="Each bar is a picture: its share of all plays, and the points that a play of it took on average, with "
    "intervals. By turn band: how the plays change from the opening to the end.",
    method=f"Plays of both players. Shares, cards and points per play: {RATIOS}. {PICKED} A share is one of all plays "
    "in the same turns.",
    caution="This describes what these strategies play and what each play takes at once. It is not what a picture is "
    "worth: players choose their plays, some plays only prepare a later one, and what they give the opponent is not "
    "counted.",
)  # fmt: skip
