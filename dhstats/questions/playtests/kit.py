"""What does a playtest need? A kit from the games of a run: all that is known before people sit down."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dhstats.games import catalogue, stacks
from dhstats.games.stacks import Stacking
from dhstats.players.learning import trainees
from dhstats.players.learning.trainees import Watcher
from dhstats.questions.catalogue import answer_all
from dhstats.questions.people.standing import missed_table
from dhstats.questions.playtests import aids, extremes
from dhstats.questions.playtests.aids import PAR, RUNG, TIMES, ParDeal, ParGame, Power, Ruling, RungGames, SheetRow
from dhstats.questions.playtests.extremes import TABLE, Expected, Extreme
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.charts import OPENINGS, Chart
from dhstats.questions.shared.first_screen import SURENESS, About
from dhstats.questions.shared.hundred import Share, rounded
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import measured, number, table, text, whole
from dhstats.questions.shared.words import PERCENT
from dhstats.simulate.plans.experiment import rules_of
from dhstats.stats.intervals.blocks import Estimate
from dhstats.storage import Run

Progress = Callable[[int, int, str], None]
STEPS = PAR + 2
MOMENTS = 12  # rows of turns on the page
REACHED = 0.05  # a turn that fewer games reach is left out
MOST_MISSED = 5


@dataclass(frozen=True)
class Playtest:
    """All that a page for the table holds; `moments` are rows of the map of leads, `course` sentences on it."""

    about: About
    stacking: Stacking
    expected: tuple[Expected, ...]
    extremes: tuple[Extreme, ...]
    games: int
    par: tuple[ParDeal, ...]
    course: tuple[Finding, ...]
    moments: tuple[dict[str, Any], ...]
    rung: RungGames
    rulings: tuple[Ruling, ...]
    power: Power
    sheet: tuple[SheetRow, ...]

    @property
    def seats(self) -> int:
        """How many play."""
        return self.about.seats


def make(run: Run, seed: int, training: Watcher, progress: Progress) -> Playtest:
    """All that a kit holds; experts who are not there yet are trained first."""
    manifest = run.manifest
    bundle, rules = catalogue.load(manifest.game), rules_of(manifest)
    stacking = stacks.load(manifest.game)
    games = extremes.games_of(run)
    answers = answer_all(run)
    expert = trainees.find(bundle, rules, "expert", training)
    pupil = trainees.find(bundle, rules, f"skill:{RUNG}", training)
    deals = aids.par_deals(bundle, rules, expert, stacking, seed, lambda done: progress(done, STEPS, "par deals"))
    rung = aids.play(bundle, rules, expert, pupil, seed, lambda done: progress(PAR + done, STEPS, "weaker players"))
    # When games are settled, and how often whoever is ahead after some turns wins; nothing without logged turns
    course = tuple(finding for each in answers if each.key == "lead" for finding in each.findings if finding.headline)
    shown = [table.frame for each in answers if each.key == "comebacks" for table in each.tables if table.key == "map"]
    rows = [row for frame in shown for row in frame.to_dicts() if row["lead"] == "any lead"]
    # some are seen in too few deals
    rows = [row for row in rows if row["occurs"] >= REACHED and row["score_low"] is not None]
    rows = [row for row in rows if row["matchup"] == rows[0]["matchup"]]  # of several matchups the first
    moments = tuple(rows[:: -(-len(rows) // MOMENTS) or 1])
    expected, most = games.expected(stacking.score), games.extremes(stacking.score)
    sheet = aids.sheet(manifest.game, rules, len(manifest.seats), PAR)
    return Playtest(
        About.of(manifest), stacking, expected, most, manifest.games, deals, course, moments, rung,
        aids.rulings(bundle, rules), aids.power(rung), sheet,
    )  # fmt: skip


def answer(kit: Playtest) -> Answer:
    """The sentences and the numbers of a kit."""
    method = QUESTION.method.format(rung=kit.rung.rung, deals=f"{kit.power.deals:,}")
    told = (*expectations(kit), *kit.course, par_range(kit), *missed(kit), *shows(kit))
    return QUESTION.answered(told, _tables(kit), opening(kit), method=method)


def opening(kit: Playtest) -> Opening:
    """What to expect at the table."""
    share, turns, gap, _ = (each.value for each in kit.expected)
    length, off = (rounded(each, words.digits_of(each)) for each in (turns, gap))
    apart = f"{off} {kit.stacking.score} apart"
    won = Share.of(share, 1.0 / kit.seats)
    exchanged = "and exchange seats" if kit.seats == 2 else "and let every player move one seat at the second"
    return Opening(
        f"What should a playtest of {kit.about.title} look for?",
        f"Expect about {length} turns and an end {apart}; the first player wins {won.count} games.",
        f"{SURENESS['fact']}: the first player wins {won.reach}, {kit.about.between}.",
        f"Print this page, stack deal 1, and let two tables play it {exchanged}.",
    )


def expectations(kit: Playtest) -> list[Finding]:
    """Length, distance and lead, with their intervals."""
    _, turns, gap, changes = (each.value for each in kit.expected)
    apart = words.stated(gap, of=kit.stacking.score, after=turns.interval)
    return [
        Finding(
            f"A game takes {words.stated(turns, of='turns')}, counting all players. The final scores are {apart} apart."
        ),
        Finding(f"The lead changes {words.stated(changes, of='times per game')}."),
    ]


def par_range(kit: Playtest) -> Finding:
    """How much the ten deals differ."""
    leads = [each.lead.value for deal in kit.par for each in deal.games]
    low, high = (words.number(each, 0, sign=True) for each in (min(leads), max(leads)))
    return Finding(f"Par of these deals goes from {low} to {high} {kit.stacking.score} for the first player.")


def missed(kit: Playtest) -> list[Finding]:
    """What players of the rung miss most."""
    findings = []
    for each in (each for each in kit.rung.missed[:MOST_MISSED] if each.part > 0.0):
        instead = f", mostly {each.instead}" if each.instead else ""
        missed = f"they play something else in {words.stated(each.missed, PERCENT)}{instead}"
        part = f"{words.number(100.0 * each.part, 0)} % of their total loss"
        findings.append(Finding(f"When {each.kind} is best, {missed}: {part}."))
    return findings


def shows(kit: Playtest) -> list[Finding]:
    """What twenty games can show and what not."""
    few = kit.power.few
    of_100 = (words.number(100.0 * each, 0) for each in (few.alone, few.with_par, few.teams, few.duplicate))
    alone, adjusted, teams, duplicate = of_100
    told = [
        f"Does it matter who begins? After {TABLE} games the true share of wins may lie {alone} games in 100 above"
        " or below what you saw.",
        f"If par is subtracted from each result, it is still {adjusted}.",
        f"To detect an edge of five games in 100 with a chance of 80 % takes about {kit.power.enough:,} games:"
        " let dhstats play those.",
        "What twenty games do show: which rules players look up, where they wait, what they enjoy, and"
        " large differences from the numbers above.",
    ]
    if kit.seats == 2:
        helps = "helps" if few.duplicate < 0.9 * few.teams else "hardly helps"
        better = f"Which of two teams plays better? {TABLE} games show it to within {teams} in 100."
        told.insert(3, f"{better} The same ten deals at two tables give {duplicate}: with so few deals that {helps}.")
    return list(map(Finding, told))


def par_words(kit: Playtest, game: ParGame) -> str:
    """Par of a deal for one who begins: scores by seat, the lead, how often the first player wins."""
    digits = 0 if game.sure else 1
    scores = " : ".join(words.number(each, digits) for each in game.scores)
    lead = words.number(game.lead.value, digits, sign=True)
    if game.sure:
        return f"{scores} (first player {lead}; the same each time)"
    low, high = (words.number(end, 1, sign=True) for end in (game.lead.interval.low, game.lead.interval.high))
    return f"{scores} (first player {lead}, {low} to {high}; wins {100.0 * game.won[0]:.0f} of 100)"


# ---- Tables ----------------------------------------------------------------------------------------------------


def _tables(kit: Playtest) -> tuple[Table, ...]:
    average = (text("name", "What"), text("counts", "Counted in", "unit"), *measured("value", "On average", "its unit"))
    extreme = (
        text("name", "What"), whole("value", "Extreme value", "its unit"), text("counts", "Counted in", "unit"),
        whole("game", "In game", "number in the run"),
        whole("bound", "Value that at most one game in 200 reaches", "its unit"),
        *measured("share", "Games that reach it", "share of games"),
        number("met", "Chance that 20 games have one", "share", "met"),
    )  # fmt: skip
    moment = (
        whole("turn", "Turns over", "turns"), number("occurs", "A player is ahead then", "share of games"),
        number("score", "The player ahead wins", "share of these games"),
        number("score_low", "Low end of the interval", "share of these games"),
        number("score_high", "High end of the interval", "share of these games"),
    )  # fmt: skip
    ruling = (
        text("name", "Place"), text("where", "Where"), text("question", "What is unclear"),
        text("ruling", "Played here"), text("others", "Else", lambda row: "; ".join(row.others)),
    )  # fmt: skip
    every = (
        _begins(kit),
        table("expected", "What a game is like", average, kit.expected),
        table("extremes", f"The extremes of {kit.games:,} games", extreme, kit.extremes),
        _par(kit),
        table("moments", "When games turn", moment, kit.moments),
        missed_table("missed", f"What players of rung {kit.rung.rung} miss", kit.rung.missed),
        _power(kit),
        table("rulings", "Unclear sentences", ruling, kit.rulings),
    )
    return tuple(each for each in every if not each.frame.is_empty())


def _begins(kit: Playtest) -> Table:
    """What whoever begins wins in these games, and from where to where twenty games of people may show it."""
    share, half = kit.expected[0].value, kit.power.few.alone
    wide = replace(share.interval, low=max(0.0, share.value - half), high=min(1.0, share.value + half), n=TABLE)
    wide = replace(wide, method="t over games", unit="games")
    rows = (("played by programs", share), (f"{TABLE} games may show", Estimate(share.value, half / 2.0, wide)))
    columns = (
        text("games", "Games", lambda row: row[0]),
        *measured("score", "Won by the first player", "share of a win", lambda row: row[1]),
        number("even", "Even share", "share of a win", lambda _: 1.0 / kit.seats),
    )
    return table("begins", "Wins of the first player, in these games and in twenty", columns, rows)


def _par(kit: Playtest) -> Table:
    rows = [
        {"deal": deal.number, "game": game} | {f"score_{at}": score for at, score in enumerate(game.scores)}
        for deal in kit.par
        for game in deal.games
    ]
    scores = [number(f"score_{at}", f"Score of seat {at + 1}", kit.stacking.score) for at in range(kit.seats)]
    columns = (
        whole("deal", "Deal", "number"),
        whole("first", f"{kit.stacking.place.capitalize()} that begins", "number", "game.first"),
        *scores,
        *measured("lead", "Lead of the first player", kit.stacking.score, "game.lead"),
        number("won", "The first player wins", "share of a win", lambda row: row["game"].won[0]),
        whole("games", "Games with these cards", "games", "game.games"),
    )
    return table("par", "Par of the deals", columns, rows)


def _power(kit: Playtest) -> Table:
    few, power = kit.power.few, kit.power
    rows: Sequence[tuple[str, float, str]] = (
        ("First player's score, deals of all kinds: half the interval", few.alone, "share of a win"),
        ("First player's score, par taken off: half the interval", few.with_par, "share of a win"),
        ("A team's score, independent games: half the interval", few.teams, "share of a win"),
        ("A team's score, the same deals at two tables: half the interval", few.duplicate, "share of a win"),
        ("Correlation of a result with par", power.with_par, "correlation"),
        ("its low end", power.with_par_interval.low, "correlation"),
        ("its high end", power.with_par_interval.high, "correlation"),
        ("Correlation of two tables with the same deal", power.common, "correlation"),
        ("its low end, two tables", power.common_interval.low, "correlation"),
        ("its high end, two tables", power.common_interval.high, "correlation"),
        ("Standard deviation of one result", power.deviation, "share of a win"),
        ("Games to see an edge of five games in 100", float(power.enough), "games"),
    )
    kept = [each for each in rows if kit.seats == 2 or "team" not in each[0]]
    columns = (
        text("what", "What", lambda row: row[0]),
        number("value", "Value", "its unit", lambda row: row[1]),
        text("counts", "Counted in", lambda row: row[2]),
    )
    return table("power", f"What {TABLE} games show", columns, kept)


SHOWN = "The first player's wins, and what twenty games can show"
QUESTION = Question(
    "playtest", "What should a playtest look for?",
    first=(Chart(SHOWN, ("begins",), f"{OPENINGS}.playtest", wide=True),),
    method="Averages: t over deals. Shares of rare games: Wilson over deals. Par: experts play every stacked deal from"
    f" every place, {TIMES} times if something is left to chance; the referee has replayed the first of these games"
    " from the printed list. What weaker players miss: the expert evaluates every option of every decision. What"
    " twenty games show: Student's t with the standard deviation of results between players of rung {rung}, on {deals}"
    " deals at two tables each; the effect of common cards comes from Pearson's correlation (Fisher's z).",
    caution="Strategies played these games; people will play differently. Par is what these experts reach, not the"
    " best possible result.",
)  # fmt: skip
