"""How well do these players play? Their rungs on the skill ladder, how surely that is known, what they miss."""

import shlex
from dataclasses import dataclass

import numpy as np

from dhstats.engine.strategy import Strategy
from dhstats.errors import BadInput, nearest
from dhstats.games import catalogue
from dhstats.players.positions.judging import Judge, Judged
from dhstats.players.positions.luck import LuckJudge, can_weigh, taken_off
from dhstats.players.roster import LADDER
from dhstats.questions.people import standing
from dhstats.questions.people.records import Records
from dhstats.questions.people.standing import EVERYBODY, TOP, Blunder, Scale, Standing
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.charts import MOST_ROWS, RESULTS, Chart
from dhstats.questions.shared.first_screen import SURENESS, About, capital
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import measured, number, ranged, table, text, whole
from dhstats.questions.shared.words import HUNDREDTHS, PERCENT
from dhstats.seats import SEATS
from dhstats.simulate.tables import win_parts
from dhstats.stats.estimates.contrasts import Adjusted, adjust
from dhstats.storage.run import parts_of_win, win_columns

FEWEST_KNOWN = 10  # games of which every card is known
TWO = 2
EXPECTED = 0.05
FIRST_SEAT = f"the {SEATS[0]} player"  # whose score it is where several pairs met
LUCK = (
    "Luck of a game: how much better its opening hands were, and what chance did after each decision, compared with"
    " random redeals, as expert {expert} values the table at the player's next turn. The expert was fixed before the"
    " games. Luck has mean zero for any players and is subtracted from the result as it is, with no fitted coefficient."
    " Only games count of which every card is known."
)


@dataclass(frozen=True)
class Fortune:
    """What somebody scored in games of which every card is known, with luck and without."""

    who: str
    games: int
    found: Adjusted


def fortune(records: Records, expert: Strategy) -> Fortune | None:
    """The score of one of two players who always met, else of the first seat; None where too little is known of cards.

    Games of a deal that was played more than once are not independent: then nothing is said.
    """
    if not can_weigh(records.bundle) or len(set(records.blocks.tolist())) < len(records.games):
        return None
    known = [(at, game) for at, game in enumerate(records.games) if bool(game.known.all())]
    if len(known) < FEWEST_KNOWN:
        return None
    first, *others = {frozenset(game.players) for _, game in known}
    who = min(first) if not others and len(first) == TWO else FIRST_SEAT
    judge = LuckJudge(records.bundle, records.rules, expert)
    scores, luck = [], []
    for at, game in known:
        seats, seat = len(game.players), 0 if who == FIRST_SEAT else game.players.index(who)
        columns = {name: np.array(game.row[name]) for name in win_columns(seats)}
        scores.append(float(win_parts(columns, seats)[seat]) / parts_of_win(seats))
        luck.append(taken_off(judge.weigh(at, game.chance, game.turns), seat))
    return Fortune(who, len(known), adjust(np.array(scores), np.array(luck)))


def luck_findings(found: Fortune) -> list[Finding]:
    """What luck did, in sentences."""
    one = found.found
    raw, adjusted = words.stated(one.raw, PERCENT), words.stated(one.adjusted, PERCENT, after=one.raw.interval)
    who = capital(FIRST_SEAT) if found.who == FIRST_SEAT else found.who  # names stay as they are written
    luck = words.number(100.0 * one.luck.value, 1, sign=True)
    even = "as expected by chance alone"
    if not one.p >= EXPECTED:
        even = "more than expected by chance alone, so check the deals"
    worth = f"Luck was worth {luck} games in 100 to them, {even} (p = {words.number(one.p, 2)})"
    tells = f"one game adjusted for luck is worth {words.number(one.factor, 1)} unadjusted games"
    return [Finding(f"{who} scored {raw}; without luck {adjusted}."), Finding(f"{worth}; {tells}.")]


PRECISION = "Precision λ (empty: no error at all)"
FEWEST = 2  # games of different deals that an interval needs
WIDE = 3.0  # rungs: an interval as wide says that these games do not tell


def likened(number: int) -> str:
    """What a rung of the ladder is, in words."""
    rung = LADDER[number]
    if not rung.noise:
        return {"random": "random play", "expert": "the expert"}.get(rung.player, rung.player)
    return f"the {rung.player} with {100.0 * rung.noise:.0f} % of moves at random"


@dataclass(frozen=True)
class Examined:
    """What was made of some games: where everybody stands, what they missed, on which scale; decisions left out."""

    records: Records
    judged: Judged
    standings: tuple[Standing, ...]
    blunders: tuple[Blunder, ...]
    scale: Scale
    fortune: Fortune | None = None

    @property
    def main(self) -> Standing:
        """Everybody together, or the one player who was asked for."""
        return self.standings[0]


def examine(records: Records, expert: Strategy, scale: Scale, player: str | None = None) -> Examined:
    """Judges all decisions of some games; `player` asks for one of them alone."""
    judged = standing.judged_games(records, Judge(records.bundle, records.rules, expert))
    everybody = standing.standings(records, judged, scale)
    if not everybody:
        hidden = f"{judged.silent:,} were made with cards that the log does not show"
        advice = "log the opening hand and the drawn cards of at least one player"
        raise BadInput(f"no decision can be judged: {hidden}; {advice}")
    alone = {} if len(records.names) > 1 else {records.names[0]: everybody[0]}
    names = {each.who: each for each in everybody} | alone
    if player is not None and player not in names:
        raise BadInput(f"--player {player!r}: made no decision that can be judged; {nearest(player, names)}")
    if everybody[0].precision.interval.n < FEWEST:
        raise BadInput("an interval needs two games of different deals; log more games")
    who = standing.seats_of(records, judged)
    chosen = [player] if player and player != EVERYBODY else list(records.names)
    missed = standing.missed_by(records.bundle, records.rules, judged.of(np.isin(who, chosen)), records.blocks)
    shown = everybody if player is None else (names[player],)
    return Examined(records, judged, shown, missed, scale, fortune(records, expert) if player is None else None)


def answer(found: Examined, about: About, command: str) -> Answer:
    """The findings, tables and first screen; `command` is what plays games at their rung."""
    method = QUESTION.method.format(games=found.scale.games, seed=found.scale.seed, expert=found.scale.expert[:12])
    method += f" {LUCK.format(expert=found.scale.expert[:12])}" if found.fortune else ""
    opened = opening(found, about, command)
    return QUESTION.answered(_findings(found, command), _tables(found), opened, method=method)


def next_command(found: Examined) -> str:
    """What to type for games at their rung."""
    files, rules = found.records.rules.files, found.records.rules
    shipped = next((name for name in files.shipped() if files.load(name).hash == rules.hash), None)
    game, rung = catalogue.typed(found.records.bundle.game.name), found.main.nearest
    played = ["--game", game, "--rules", shipped or f"{rules.name}.toml", "--strategies", f"skill:{rung}"]
    kept = ["--games", "20000", "--seed", "1", "--out", f"data/rung{rung}"]
    return shlex.join(["dhstats", "simulate", *played, *kept])


def opening(found: Examined, about: About, command: str) -> Opening:
    """Which rung of the ladder these games look like."""
    main = found.main
    who = "do the players of these games" if main.who == EVERYBODY else f"does {main.who}"
    games = words.count(main.games, "game" if main.games == 1 else "games")
    rung, interval = words.number(main.rung.value, 1), main.rung.interval
    between = f"{words.number(interval.low, 1)} to {words.number(interval.high, 1)}"
    observed = words.count(interval.n, interval.unit.removesuffix("s") if interval.n == 1 else interval.unit)
    looks = f"These {games} look like rung {rung} of {TOP} on the skill ladder: {likened(main.nearest)}."
    verdict, decision = "fact", f"Use the findings at rung {main.nearest}."
    if not interval.high - interval.low < WIDE:
        verdict, decision, command = "undecided", "Log more games: these are too few.", ""
    sure = f"{SURENESS[verdict]}: rung {between}, {words.level(interval)} interval, {observed}."
    return Opening(f"How well {who} play {about.title}?", looks, sure, decision, verdict, command=command)


def _findings(found: Examined, command: str) -> list[Finding]:
    main, left = found.main, []
    findings = [Finding(_stands(main), headline=True), *map(Finding, _how_well(main))]
    for each in (each for each in found.blunders[:3] if each.part > 0.0):
        share = words.stated(each.missed, PERCENT, f"of {words.count(each.decisions, 'decisions')}")
        instead = f", mostly {each.instead}" if each.instead else ""
        part = f"that is {words.number(100.0 * each.part, 0)} % of their total loss"
        what = f"When the expert chooses {each.kind}, they chose something else in {share}{instead}"
        findings.append(Finding(f"{what}; {part}."))
    findings += [Finding(f"{each.who}: {_stands(each)}") for each in found.standings[1:]]
    findings += luck_findings(found.fortune) if found.fortune else []
    games = f"use rung {main.nearest}: `{command}`, then `dhstats report`"
    findings.append(Finding(f"For findings at their level of play, {games}."))
    if silent := found.judged.silent:
        left.append(f"{words.count(silent, 'decisions')} were not judged, because the player's cards were not known")
    if wide := found.judged.wide:
        left.append(f"{words.count(wide, 'decisions')} had too many options to evaluate")
    return [*findings, Finding(f"{'; '.join(left)}.")] if left else findings


def _stands(each: Standing) -> str:
    rung = words.stated(each.rung, words.PLAIN)
    return f"They play like rung {rung} of the skill ladder, where 0 is random play and {TOP} the expert."


def _how_well(each: Standing) -> tuple[str, str]:
    """How often they agree with the expert, what another measure says, and in which way they err."""
    first, near = words.series([(each.first, "of decisions"), (each.near, "")], PERCENT)
    loss = words.brief(each.loss, HUNDREDTHS, "games in 100")
    apart = abs(each.by_loss.value - each.rung.value)
    agree = "which agrees" if apart < 0.5 else f"which is {words.number(apart, 1)} rungs off"
    alike = "between plays of nearly equal worth"
    way = f"mostly {alike}, as people's are"
    if not each.better_fit > 0.0:
        way = f"more like the occasional random moves of the ladder than like slips {alike}"
    took = f"the expert's first choice in {first}, one of its three best in {near.rstrip()}"
    rung = f"rung {words.stated(each.by_loss, words.PLAIN)}, {agree}"
    return (
        f"They took {took}; a decision cost them {loss} on average.",
        f"By the loss per decision they are at {rung}. Their errors are {way}.",
    )


def _tables(found: Examined) -> list[Table]:
    win, first = "share of a win", "Took the expert's first choice"
    rungs = (
        text("player", "Player", "who"), *measured("rung", "Rung of the ladder", "rungs"),
        *ranged("by_loss", "Rung by loss per decision", "rungs"),
        number("precision", PRECISION, "1 / share of a win", "precision.value"),
        *ranged("loss", "Loss per decision", win), *ranged("first", first, "share of decisions"),
        *ranged("near", "Took one of its three best", "share of decisions"),
        number("better_fit", "Evidence for errors by worth over random errors", "log likelihood per decision"),
        whole("games", "Games", "games"), whole("decisions", "Decisions judged", "decisions"),
    )  # fmt: skip
    luck = (
        text("who", "Whose score"), *measured("adjusted", "Score without luck", win, "found.adjusted"),
        *ranged("raw", "Actual score", win, "found.raw"),
        *ranged("luck", "Luck, whose true mean is zero", win, "found.luck"),
        number("p", "Chance that luck is as far from zero", "share", "found.p"),
        number("factor", "Unadjusted games that one adjusted game is worth", "games", "found.factor"),
        whole("games", "Games of which every card is known", "games"),
    )  # fmt: skip
    scale = (
        whole("rung", "Rung", "rungs"), text("who", "Player", lambda mark: likened(mark.rung)),
        number("precision", PRECISION, "1 / share of a win", "unbounded"), number("loss", "Loss per decision", win),
        number("first", first, "share of decisions"), whole("decisions", "Decisions judged", "decisions"),
    )  # fmt: skip
    tables = [table("standing", "Their rungs", rungs, found.standings)]
    if found.blunders:
        tables.append(standing.missed_table("blunders", "What they miss, by kind of the best play", found.blunders))
    tables += [table("luck", "Scores without luck", luck, [found.fortune])] if found.fortune else []
    return [*tables, table("scale", "The rungs of the ladder, measured in the same way", scale, found.scale.marks)]


MISSED = Chart("What they miss, by what the expert chooses", ("blunders",), f"{RESULTS}.missed")
RUNGS = Chart("Their rungs on the skill ladder", ("standing",), f"{RESULTS}.ladder", wide=True, most=MOST_ROWS)
QUESTION = Question(
    "people", "How well do these players play?", charts=(MISSED,), first=(RUNGS,),
    read="Each row is a player: the rung of the skill ladder that plays as well, with its interval. 0 plays at random,"
    f" {TOP} is the expert.",
    method="The expert values every option of every decision, from what its player could see, as a share of a win. One"
    " number is fitted by maximum likelihood: how reliably the player takes better options (chance proportional to"
    " exp(λ · value)). Interval: all λ at which the mean over games of the slope of the log likelihood does not differ"
    " from 0 (Student's t, 95 %, adjusted for skewness, because blunders are rare and large). In logs of 5 to 20 games"
    " drawn from games of known rungs it contained the true rung in 91 to 95 % of cases; otherwise it was more often"
    " too high than too low. The rung comes from the same fit to rungs that play themselves, {games} games each, with"
    " linear interpolation between rungs (seed {seed}). Value of a decision: expert {expert}. Other intervals: t over"
    " games, linearised ratio.",
    caution="Plays are measured by the expert's values: a play better than the expert's counts as an error, so players"
    " near or above the expert are rated too low. Rungs err by occasional random moves, people mostly between plays of"
    " nearly equal worth; the rung by loss says how much that matters.",
)  # fmt: skip
