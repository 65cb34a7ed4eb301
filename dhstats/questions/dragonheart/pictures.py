"""What is played? Each picture's plays, cards a play and points taken a play, over the game."""

from __future__ import annotations

from typing import Any

from dhstats.queries.counts import Counts
from dhstats.questions import words
from dhstats.questions.answer import Answer, Finding, Table
from dhstats.questions.groups import LEVEL, Group, groups
from dhstats.questions.sums import rate, ratio_sums
from dhstats.questions.tables import MATCHUP, Field, Value, also, ranged, table, text, whole
from dhstats.stats.blocks import Estimate
from dhstats.stats.ratios import RatioSums

ANY, WHOLE_GAME = "", -1  # as the query names all pictures together, and all turns
BANDS = ("1–10", "11–20", "21–30", "31–40", "41–50", "51 on")

HOW_TO_READ = (
    "A bar a picture: its share of all plays, and the points that a play of it took on average, with"
    " intervals. By turn band: how the plays shift from the opening to the end."
)
METHOD = (
    "Plays of both players. Shares, cards and points a play are ratios of sums over deals with linearised"
    " standard errors, 95 %. A share is one of all plays in the same turns."
)
CAUTION = (
    "This describes what these strategies play, and what it took at once. It is not what a picture is"
    " worth: plays are chosen, some only prepare a later catch, and what the opponent gets from it is not"
    " counted."
)


def answer(counts: Counts) -> Answer:
    """Plays of every picture, in the whole game and by turn band."""
    samples = groups(counts)
    return Answer(
        key="pictures",
        title="What is played, and what does it take?",
        findings=tuple(_findings(counts, samples[0])),
        tables=(_pictures(counts, samples), _bands(counts, samples)),
        how_to_read=HOW_TO_READ,
        method=METHOD,
        caution=CAUTION,
        queries=tuple((name, counts.text(name)) for name in ("pictures", "race")),
    )


def _rows(counts: Counts, group: Group, band: int) -> list[dict[str, Any]]:
    """The pictures of a band, most played first, each with the number of deals logged and of all plays."""
    rows = counts.rows("pictures", matchup=group.number)
    deals = counts.rows("race", matchup=group.number)[0]["deals"]  # all that were logged, also without a play
    every = {row["band"]: row for row in rows if row["picture"] == ANY}
    chosen = [{**row, "logged": deals, "all": every[band]} for row in rows if row["band"] == band]
    return sorted((row for row in chosen if row["picture"] != ANY), key=lambda row: (-row["plays"], row["picture"]))


def _share(row: dict[str, Any]) -> Estimate | None:
    sums = RatioSums(
        n=row["logged"],
        sum_x=row["all"]["plays"],
        sum_y=row["plays"],
        sum_xx=row["all"]["plays_squares"],
        sum_yy=row["plays_squares"],
        sum_xy=row["all_plays_plays"],
    )
    return rate(sums)


def _a_play(row: dict[str, Any], name: str) -> Estimate:
    return ratio_sums(row["logged"], row, "plays", name).estimate(LEVEL)


def _findings(counts: Counts, group: Group) -> list[Finding]:
    rows = _rows(counts, group, WHOLE_GAME)
    if not rows:
        return [Finding(group.says("No picture was played in the logged turns."))]
    most = rows[0]
    best = max(rows, key=lambda row: _a_play(row, "points").value)
    share, points = _share(most), _a_play(best, "points")
    digits = words.places(points.se)
    played = (
        ""
        if share is None
        else (
            f"The {words.spoken(most['picture'])} is played most: {words.percent(share.value, share.se)} of"
            f" all plays ({words.share_span(share.interval, share.se)})."
        )
    )
    taken = (
        f"A play of the {words.spoken(best['picture'])} takes the most at once:"
        f" {words.number(points.value, digits)} points on average ({words.span(points.interval, digits)})."
    )
    return [Finding(group.says(sentence)) for sentence in (played, taken) if sentence]


def _measures() -> tuple[Field, ...]:
    return (
        whole("plays", "Plays", "plays"),
        *ranged("share", "Share of plays", "share of plays"),
        *ranged("cards", "Cards a play", "cards"),
        *ranged("points", "Points taken a play", "points"),
    )


def _measured(row: dict[str, Any]) -> dict[str, Value]:
    return {
        "picture": words.spoken(row["picture"]),
        "plays": row["plays"],
        **also("share", _share(row)),
        **also("cards", _a_play(row, "cards")),
        **also("points", _a_play(row, "points")),
    }


def _pictures(counts: Counts, samples: tuple[Group, ...]) -> Table:
    fields = (MATCHUP, text("picture", "Picture"), *_measures())
    lines = [
        {"matchup": group.label, **_measured(row)} for group in samples for row in _rows(counts, group, WHOLE_GAME)
    ]
    return table("pictures", "Pictures over the whole game", fields, lines)


def _bands(counts: Counts, samples: tuple[Group, ...]) -> Table:
    fields = (
        MATCHUP,
        whole("band", "Number of the band", ""),
        text("turns", "Turns"),
        text("picture", "Picture"),
    )
    lines = [
        {"matchup": group.label, "band": band, "turns": name, **_measured(row)}
        for group in samples
        for band, name in enumerate(BANDS)
        for row in _rows(counts, group, band)
    ]
    return table("bands", "Pictures by turn", (*fields, *_measures()), lines)
