"""What a sheet of playtests shows, as answers for a page: differences, measures, skill, programs, the games."""

from collections import Counter
from collections.abc import Iterator, Sequence

from dhstats.questions.evenings import differences, programs, skill
from dhstats.questions.evenings.differences import IN_100, Difference
from dhstats.questions.evenings.records import ALPHA, FEWEST, MINUTES, TURNS, Evenings, tied
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.charts import counted, first_differences
from dhstats.questions.shared.charts import differences as drawn_differences
from dhstats.questions.shared.first_screen import SURENESS, capital, spelt
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import Field, flag, measured, number, ranged, table, text, whole
from dhstats.questions.shared.words import HUNDREDTHS, PLAIN

KEY, OF_GAMES, OF_PLAYERS, OF_PROGRAMS, SHEET = (
    "evenings", "evening_measures", "evening_players", "evening_programs", "evening_sheet",
)  # fmt: skip
WIN = "share of a win"
EVERY = "your games"
METHOD = (
    "A mixed model: each player, each day of a player and each evening adds a normal effect around 0, whose width is"
    " integrated over a grid; intervals are quantiles of the resulting mixture of Student's t, over {units}. Seats and"
    " powers are compared within each game, at equal skill; a seat's share has Wilson's interval, for the number of"
    " independent games that would be as precise, at most those played; no p-value of seats and powers is below the"
    " exact one, which deals seats and powers again in each game. Fewer than six games show nothing. Four or more"
    " powers, and skill, are shrunk towards even by as much as luck explains. p-values are adjusted for all differences"
    " that the page asks about (Holm). In simulated sheets of 8, 20 and 60 games, in which skill differed and games of"
    " an evening were alike, the intervals contained the true value in 93 to 98 of 100. {looks} The number of games"
    " that would show a difference, with a chance of 80 in 100 and at the level of all questions together, follows from"
    " the variance of these games; for seats and powers from that of even shares."
)
CHECKED = (
    "Each check mixes your people's games with the programs' and draws as many as your people played, 9,999 times with"
    " a fixed seed: its p-value is the share of draws that are at least as far from the mean of all. If evenings are"
    " known, a mixed model, in which games of an evening are alike, must show the difference as well: the larger"
    " p-value counts. p-values are adjusted for all checks (Holm). If nothing differs, the mean of both is weighted by"
    " precision, and the programs count as no more games than the people's; it is right only if programs play like your"
    " people."
)
EACH_ITS_OWN = "Every game was played on a different evening, and counts as independent."
ONE_EVENING = (
    "All games were played on one evening: they count as independent, and say nothing about other people or another "
    "mood."
)
ONE_BY_ONE = "The sheet has no evenings: games count as independent, and intervals may be too narrow."
ONE_LOOK = (
    "Intervals and p-values are right for one look, after as many games as were planned. If you look after each evening"
    " and stop when you like the answer, you are wrong more often, unless `--looks` says how many looks there will be."
)
LOOKS = (
    "Intervals and p-values are right for all planned looks together (Bonferroni): you may look after each of these"
    " evenings and stop at any of them."
)
NAMELESS = "Not every player is named, so skill cannot be separated from luck, seats and powers."
CAUSES = "People chose who sat where and which version they played: without a random choice these are associations."
NEXT = {
    "seat": "Change what seats start with, and play the new version with the same people.",
    "power": "Change that power, and play the new version with the same people.",
    "version": "Play both versions on one evening with the same people, in random order.",
    "players": "Judge length and duration for each number of players.",
    "learning": "Judge the game by its later games, and play on with people who know it.",
}

MORE = {
    "seat": "and seat the players at random",
    "power": "and deal the powers at random",
    "version": "both versions on one evening, in random order",
    "players": "with fewer and with more players",
    "learning": "with the same people",
}


def answers(evenings: Evenings, run: Evenings | None = None) -> tuple[Answer, ...]:
    """All that a sheet shows; beside the games of a run, where there are such."""
    found = differences.differences(evenings)
    told = [_differences(evenings, found), _measures(evenings), _players(evenings)]
    told += [_programs(evenings, run)] if run else []
    return (*(each for each in told if each.findings or each.opening), _sheet(evenings))


def _differences(evenings: Evenings, found: Sequence[Difference]) -> Answer:
    shown = sorted((each for each in found if each.shown), key=lambda each: each.p)
    said = [Finding(each.sentence, headline=at < 3) for at, each in enumerate(shown)]
    said += [Finding(each.sentence, "undecided") for each in found if not each.shown]
    said += [Finding(apart) for apart in [differences.never_met(evenings)] if apart]
    worth = (
        text("matchup", "Seat or power", _named), *measured("score", "Worth above an even share", WIN, "estimate"),
        *_judged(WIN),
    )  # fmt: skip
    changes = (
        text("what", "What"), text("name", "Compared", "name"), text("of", "Unit"),
        *measured("value", "Difference", "in its unit", "estimate"), *_judged("in its unit"),
    )  # fmt: skip
    shares = [each for each in found if each.topic in ("seat", "power")]
    tables = [table("worth", "What seats and powers are worth", worth, shares)] if shares else []
    others = [each for each in found if each not in shares]
    tables += (
        [table("changes", "Versions, numbers of players, first and last games", changes[1:], others)] if others else []
    )
    cautions = [
        CAUSES,
        *([] if evenings.told else [_one_by_one(evenings)]),
        *([NAMELESS] if _nameless(evenings) else []),
    ]
    how = "Each row is a seat or a power: how many games in 100 it wins above an even share, with its interval."
    method = METHOD.format(units=evenings.unit, looks=LOOKS if evenings.looks > 1 else ONE_LOOK)
    told = (tuple(said), tuple(tables), how, method, " ".join(cautions), ())
    return Answer(KEY, "What differs", *told, _opening(evenings, found, shown))


def _named(found: Difference) -> str:
    return f"{found.name} seat" if found.topic == "seat" else found.name


def _judged(unit: str) -> tuple[Field, ...]:
    return (
        number("joint_low", "Low end, all questions together", unit, "joint.low"),
        number("joint_high", "High end, all questions together", unit, "joint.high"),
        number("p", "p-value", ""), number("holm", "p-value (Holm)", ""), flag("shown", "Shown"),
        whole("games", "Games", "games"), whole("needed", "Games that would show it, about", "games"),
    )  # fmt: skip


def _one_by_one(evenings: Evenings) -> str:
    """Why games count as independent: nobody says when they were, all are of one evening, or each has its own."""
    if not any(game.evening or game.day for game in evenings.games):
        return ONE_BY_ONE
    return ONE_EVENING if len(set(evenings.names)) == 1 < len(evenings.games) else EACH_ITS_OWN


def _nameless(evenings: Evenings) -> bool:
    return any(each.player is None for game in evenings.games for each in game.players)


def _opening(evenings: Evenings, found: Sequence[Difference], shown: Sequence[Difference]) -> Opening:
    """The clearest difference; else that none is clear, and what would help."""
    games = len(evenings.games)
    question = f"What {'does this playtest' if games == 1 else f'do these {games} playtests'} show?"
    if not found:
        answer = "As they were recorded, these games cannot show a difference."
        reason = f"{SURENESS['refused']}: it takes {spelt(FEWEST)} games with seats, winners or minutes."
        return Opening(question, answer, reason, "Write down seat, winner and minutes of each game.", "refused")
    one = shown[0] if shown else min(found, key=lambda each: (each.topic != "seat", each.p))
    verdict = "leaning" if shown else "undecided"
    digits = words.digits_of(one.estimate, one.unit)
    ends = words.reach(one.joint, digits, factor=one.unit.factor, sign=one.unit.sign)
    span = f"{ends} {one.unit_words}, {100.0 * (1.0 - ALPHA):.3g} % interval"
    together = [f"{spelt(len(found))} questions"] * (len(found) > 1)
    together += [f"{spelt(evenings.looks)} looks"] * (evenings.looks > 1)
    span += f" for all {words.listed(together)} together" if together else ""
    if shown:
        but = f"; {one.but}" if one.but else ""
        answer, decision = f"{one.claim} {words.value(one.estimate, one.unit)} {one.of}.", NEXT[one.topic]
        return Opening(question, answer, f"{SURENESS[verdict]}: {span}{but}.", decision, verdict)
    more = max(0, one.needed - one.games)
    answer = f"{capital(one.counted)} cannot show {one.question}; {one.would}."
    decision = (
        f"Play about {more:,} more {'game' if more == 1 else 'games'}, {MORE[one.topic]}." if more else NEXT[one.topic]
    )
    return Opening(question, answer, f"{SURENESS[verdict]}: {span}.", decision, verdict)


def _measures(evenings: Evenings) -> Answer:
    found = differences.means(evenings)
    said = []
    for measure, games, mean in found:
        what, unit = capital(measure.what), HUNDREDTHS if measure.rate else PLAIN
        many = f" on average of {words.count(games, 'games')}" if not measure.rate else f", of {games:,}"
        stated = words.stated(mean, unit, measure.unit + many, digits=0 if measure.rate or mean.se == 0.0 else None)
        said.append(Finding(f"{what}: {stated}.", headline=True))
    columns = (
        text("what", "What", lambda row: row[0].what), whole("games", "Games", "games", lambda row: row[1]),
        text("in", "Unit", lambda row: "share of games" if row[0].rate else row[0].unit),
        *measured("mean", "Mean", "in its unit", lambda row: row[2]),
    )  # fmt: skip
    tables = [table("measures", "Means over games", columns, found), *_histogram(evenings)]
    how = "Each bar is how many of your games took as long."
    told = (tuple(said), tuple(tables), how, "", "", ())
    return Answer(OF_GAMES, "Length, gaps and ties", *told)


def _histogram(evenings: Evenings) -> list[Table]:
    rows = []
    for measure in (TURNS, MINUTES):
        _, values = evenings.measured(measure)
        counts = Counter(round(value) for value in values.tolist())
        rows += [(measure.name, value, n, n / len(values)) for value, n in sorted(counts.items())]
    columns = (
        text("matchup", "Games", lambda _: EVERY), text("what", "What", lambda row: row[0]),
        whole("value", "Value", "turns or minutes", lambda row: row[1]),
        whole("games", "Games", "games", lambda row: row[2]), number("share", "Share", "share", lambda row: row[3]),
    )  # fmt: skip
    return [table("histogram", "How long games took", columns, rows)] if rows else []


def _players(evenings: Evenings) -> Answer:
    found = skill.players(evenings)
    said = []
    if len(found) > 1:
        best = found[0]
        stated = words.stated(best.skill, IN_100, "games in 100 above even at a table of equals")
        clear = not best.skill.interval.contains(0.0)
        best_is = f"{best.player} plays best by these games: {stated}, shrunk by as much as luck explains."
        nobody = f"Better play cannot be separated from luck: {best.player} leads with {stated}."
        said = [Finding(best_is if clear else nobody, headline=clear)]
    columns = (
        text("matchup", "Player", "player"), *measured("score", "Above even at a table of equals", WIN, "skill"),
        whole("games", "Games", "games"), number("won", "Share of the wins that they had", WIN, "score"),
    )  # fmt: skip
    told = (table("skill", "How well people play", columns, found),) if found else ()
    how = "Each row is a player: how many games in 100 they would win above even, against players like all of yours."
    return Answer(OF_PLAYERS, "Who plays better", tuple(said), told, how, "", "", ())


def _programs(evenings: Evenings, run: Evenings) -> Answer:
    found = programs.checks(evenings, run)
    ordered = sorted(found, key=lambda each: each.p)
    said = [Finding(each.sentence, headline=each.differs) for each in ordered]
    if programs.counted_rounds(found, len(run.games[0].players)):
        said.append(
            Finding("Your people probably counted rounds: the programs' games count the turns of every player.")
        )
    said += [Finding(unknown) for unknown in [programs.unknown_endings(evenings, run)] if unknown]
    columns = (
        text("what", "What"), text("unit", "Unit"), whole("games", "Your games", "games"),
        *ranged("people", "People", "in its unit, or a share"),
        number("programs", "Programs", "in its unit, or a share"),
        number("p", "p-value", ""), number("holm", "p-value (Holm)", ""), flag("differs", "Differs"),
        *ranged("both", "From both, programs counted as much", "in its unit, or a share"),
    )  # fmt: skip
    told = (table("checks", "People compared with programs", columns, found),)
    games = words.count(len(run.games), "games")
    compared = (
        f"Compared with {games} of {run.sheet.name}, one of each deal; nothing checks that yours is the same game."
    )
    compared = f"{compared} {CHECKED}"
    title = "Do people's games look like those of programs?"
    return Answer(OF_PROGRAMS, title, tuple(said), told, "", compared, "", ())


def _sheet(evenings: Evenings) -> Answer:
    """The games as they were read, what each column was taken for, and what could not be used."""
    sheet = evenings.sheet
    raw = (
        whole("row", "Row", ""), text("day", "Day", lambda game: game.day.isoformat() if game.day else None),
        text("evening", "Evening"), text("version", "Version"),
        text("players", "Players by seat: power, score, share of the win", lambda game: "; ".join(_seated(game))),
        number("turns", "Length", "turns"), number("minutes", "Duration", "minutes"), text("ended_by", "Ended by"),
        flag("shared", "Win shared", lambda game: None if tied(game) is None else bool(tied(game))),
        text("notes", "Notes"),
    )  # fmt: skip
    pair = (text("heading", "Heading", lambda row: row[0]), text("taken", "Taken for", lambda row: row[1]))
    left = (text("cell", "Cell"), text("reason", "Why it was not used"))
    tables = [table("games", "The games", raw, sheet.games), table("columns", "The columns", pair, sheet.columns)]
    tables += [table("unusable", "What was not used in full", left, sheet.unusable)] if sheet.unusable else []
    left_out = f"; {words.count(len(sheet.unusable))} cells or rows were not used in full" if sheet.unusable else ""
    said = [Finding(f"{words.count(len(sheet.games), 'games')} were read{left_out}.")]
    said += [Finding(f"{capital(each).rstrip('.')}.") for each in sheet.remarks]
    return Answer(SHEET, f"The games of {sheet.name}", tuple(said), tuple(tables), "", "", "", ())


def _seated(game: object) -> Iterator[str]:
    for each in game.players:  # type: ignore[attr-defined]
        points = None if each.score is None else f"{each.score:g}"
        parts = (each.power, points, None if each.won is None else f"{each.won:.2g}")
        yield f"{each.player or '?'} ({', '.join(part for part in parts if part)})"


QUESTION = Question(
    KEY, charts=(drawn_differences("What seats and powers are worth", "worth"),),
    first=(first_differences("Worth above an even share", "worth"),),
)  # fmt: skip
MEASURED = Question(
    OF_GAMES,
    charts=(
        counted("minutes", "Duration", "minutes", "Half of the games take at most {value} minutes"),
        counted("turns", "Length", "turns", "Half of the games take at most {value} turns"),
    ),
)
PLAYED = Question(OF_PLAYERS, charts=(drawn_differences("How well people play", "skill"),))
