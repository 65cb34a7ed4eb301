"""What is played? Each picture's plays, cards a play and points taken a play, over the game."""

from functools import partial
from typing import Any

from dhstats.queries.counts import Counts
from dhstats.questions.shared import captions, words
from dhstats.questions.shared.answer import Answer, Finding
from dhstats.questions.shared.charts import PER_CENT, Chart, bars, cell, most
from dhstats.questions.shared.extremes import PICKED, extremes, picked
from dhstats.questions.shared.groups import LEVEL, Group, groups
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.sums import RATIOS, part_of, rate, ratio_sums
from dhstats.questions.shared.tables import by_matchup, resting, text, whole
from dhstats.questions.shared.words import PERCENT
from dhstats.stats.intervals.blocks import Estimate

ANY, WHOLE_GAME = "", -1  # as the query names all pictures together, and all turns
ANY_PLAY, SUCH_PLAYS = "with plays", "with such plays"  # the deals that shares and means rest on
BANDS = ("1–10", "11–20", "21–30", "31–40", "41–50", "51 on")

HOW_TO_READ = (
    "Each bar is a picture: its share of all plays, and the points that a play of it took on average,"
    " with intervals. By turn band: how the plays change from the opening to the end."
)
METHOD = (
    f"Plays of both players. Shares, cards and points per play: {RATIOS}. {PICKED} A share is one of all plays in the"
    " same turns."
)
CAUTION = (
    "This describes what these strategies play and what each play takes at once. It is not what a"
    " picture is worth: players choose their plays, some plays only prepare a later capture, and the"
    " opponent's gain is not counted."
)


def answer(counts: Counts) -> Answer:
    """Plays of every picture, in the whole game and by turn band."""
    samples = groups(counts)
    group = samples[0]
    rows = _rows(counts, group, WHOLE_GAME)
    if not rows:
        findings = [Finding(group.says("No picture was played in the logged turns."))]
    else:
        by_name = {words.spoken(row["picture"]): row for row in rows}
        shares = extremes({name: partial(_share, row) for name, row in by_name.items()})
        points = extremes({name: partial(_a_play, row, "points") for name, row in by_name.items()})
        sentences = []
        if shares:
            plays = picked(shares.most, PERCENT, "of all plays")
            sentences.append(f"The {shares.most.name} is played most: {plays}.")
        if points:
            taken = picked(points.most, of="points on average")
            sentences.append(f"A play of the {points.most.name} takes the most at once: {taken}.")
        few = f"Too few deals were logged to say what is played most: {words.count(rows[0]['all']['deals'])}."
        findings = [Finding(group.says(sentence)) for sentence in sentences or [few]]
    played = {group: _rows(counts, group, WHOLE_GAME) for group in samples}
    by_band = {group: [row for band in range(len(BANDS)) for row in _rows(counts, group, band)] for group in samples}
    tables = (
        by_matchup("pictures", "Pictures over the whole game", COLUMNS, played),
        by_matchup("bands", "Pictures by turn", BAND_COLUMNS, by_band),
    )
    return QUESTION.told(counts, findings, tables, (HOW_TO_READ, METHOD, CAUTION))


def _rows(counts: Counts, group: Group, band: int) -> list[dict[str, Any]]:
    """The pictures of a band, most played first, each with all plays of the band."""
    rows = counts.rows("pictures", matchup=group.number)
    every = {row["band"]: row for row in rows if row["picture"] == ANY}
    chosen = [{**row, "all": every[band]} for row in rows if row["band"] == band]
    return sorted((row for row in chosen if row["picture"] != ANY), key=lambda row: (-row["plays"], row["picture"]))


def _share(row: dict[str, Any], level: float = LEVEL) -> Estimate | None:
    return rate(part_of(row["all"], row, "plays", "all_plays_plays"), ANY_PLAY, level)


def _a_play(row: dict[str, Any], name: str, level: float = LEVEL) -> Estimate:
    return ratio_sums(row, "plays", name).estimate(level, f"deals {SUCH_PLAYS}")


COLUMNS = (
    text("picture", "Picture", lambda row: words.spoken(row["picture"])),
    whole("plays", "Plays", "plays"),
    *resting("share", "Share of plays", "share of plays", ANY_PLAY, _share),
    *resting("cards", "Cards per play", "cards", SUCH_PLAYS, lambda row: _a_play(row, "cards")),
    *resting("points", "Points taken per play", "points", SUCH_PLAYS, lambda row: _a_play(row, "points")),
)
BAND_COLUMNS = (
    whole("band", "Number of the band", ""),
    text("turns", "Turns", lambda row: BANDS[row["band"]]),
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
)  # fmt: skip
