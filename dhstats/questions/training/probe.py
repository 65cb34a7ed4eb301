"""What trained players tell: what those lose who learnt without a mechanism, and who beats a player by knowing them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dhstats.engine.strategy import Strategy
from dhstats.errors import BadInput, nearest
from dhstats.games.bundle import GameBundle
from dhstats.machine import processors
from dhstats.players.learning import trainees
from dhstats.players.strength.instruments import Tries
from dhstats.players.thinking import learning_of
from dhstats.questions.shared import first_screen, words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.charts import differences, first_differences
from dhstats.questions.shared.first_screen import SURENESS, About, capital, change, dearest, spelt, who
from dhstats.questions.shared.groups import JOINTLY
from dhstats.questions.shared.hundred import Share, in_hundred
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import measured, ranged, resting, table, text
from dhstats.questions.shared.words import HUNDREDTHS, PERCENT, PERCENTAGE_POINTS
from dhstats.questions.training.trials import Examination, Trials, Words, cells, difference, score, searches
from dhstats.quoting import different_names
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import Interval, sidak_level

LEVEL = 0.95
NAMED = 3  # mechanisms that a sentence names


@dataclass(frozen=True)
class Mechanism:
    """A restriction with its meaning, and what it costs: win rate below an even share, and points."""

    restriction: str
    meaning: str
    score: Estimate
    lead: Estimate
    even: float = 0.5

    @property
    def cost(self) -> Estimate:
        """How much less than an even share they score."""
        return self.score.taken_from(self.even)

    @property
    def sentence(self) -> str:
        """The finding in words."""
        low, high, even = self.score.interval.low, self.score.interval.high, self.even
        change = self.score.minus(even) if low > even else self.cost
        points = words.stated(change, HUNDREDTHS, "games in 100 against the expert", sure=JOINTLY)
        verdict = "gains" if low > even else "loses" if high < even else "perhaps loses"
        lead = words.number(abs(self.lead.value), words.digits_of(self.lead))
        end = f"{lead} points {'behind' if self.lead.value < 0 else 'ahead'}"
        return f"A player who {self.meaning} {verdict} {points}; they end {end}."


def restrictions_of(bundle: GameBundle, names: str | None) -> dict[str, str]:
    """The restrictions that are named, or all of the game, with what they mean; BadInput for what is none."""
    known = dict(learning_of(bundle.game).restrictions)
    if not known:
        raise BadInput(f"game {bundle.game.name}: names no restrictions, so that nobody can learn to do without a part")
    chosen = different_names(names) or tuple(known)
    for name in chosen:
        if name not in known:
            why = f"is not a restriction of {bundle.game.name}; {nearest(name, known)}"
            raise BadInput(f"--restrictions: {name!r} {why}")
    return {name: known[name] for name in chosen}


def mechanisms(
    trials: Trials, expert: Strategy, restrictions: Mapping[str, str], watch: trainees.Watcher
) -> tuple[Mechanism, ...]:
    """Trains a player under each restriction and plays it against the expert; equal seeds give equal answers.

    Restrictions come with what they mean.
    """
    level = sidak_level(LEVEL, len(restrictions))
    found = []
    for name, meaning in restrictions.items():
        played = trials.play(trials.train(f"expert:{name}", watch, name, expert), expert)
        found.append(
            Mechanism(
                name, meaning, played.score(level), played.lead(level), trials.bundle.objective.even(played.seats)
            )
        )
    return tuple(found)


def mechanisms_rows(found: Sequence[Mechanism]) -> tuple[list[str], list[list[str]]]:
    """The same as a table of texts: head and rows."""
    head = ["restriction", "score %", "interval", "points ahead", "interval"]
    return head, [[each.restriction, *cells(each.score, 100.0), *cells(each.lead)] for each in found]


def mechanisms_answer(found: Sequence[Mechanism], label: str, about: About) -> Answer:
    """Every restriction in a row, the dearest first; `label` says whose cards they are, where anybody's are."""
    ordered = sorted(found, key=lambda each: each.score.value)
    columns = (
        text("restriction", "Restriction"),
        text("meaning", "Who"),
        *measured("score", "Loss of win rate", "share of a win", "cost"),
        *ranged("lead", "Points ahead at the end", "points"),
    )
    shown = table("mechanisms", "What players who learnt to play without it lose", columns, ordered)
    return _row_by_row(MECHANISMS, ordered, label, shown, mechanism(ordered, about))


def _row_by_row(
    question: Question, rows: Sequence["Mechanism | Probe"], label: str, shown: Table, first: Opening
) -> Answer:
    """An answer with a sentence for each row of its table, and last whose cards they are."""
    findings = [Finding(each.sentence, headline=at == 0) for at, each in enumerate(rows)]
    findings += [Finding(f"{label}.")] if label else []
    return question.answered(findings, (shown,), first)


def mechanism(ordered: Sequence[Mechanism], about: About) -> Opening:
    """Which mechanism a player misses most who never uses it; the dearest first."""
    most, rest, cost = ordered[0], ordered[1:], ordered[0].cost
    verdict = dearest(cost, [each.cost for each in rest])
    wins = f"about {Share.of(most.score).count} games against the expert"
    if rest:
        question = f"Which of {spelt(len(ordered))} parts of {about.title} does a player miss most?"
        start = {
            "unbalanced": "The largest loss is that of a player",
            "leaning": "Perhaps the largest loss is that of a player",
            "undecided": "Not known yet. In these games the largest loss was that of a player",
        }[verdict]
        near = [each.meaning for each in rest if each.cost.interval.high >= cost.interval.low]
        other = f", or of one who {near[0]}" if len(near) == 1 else f", or of one of {spelt(len(near))} others"
        win = f"{other}: the first wins" if verdict == "leaning" else ": they win"
        answer = f"{start} who {most.meaning}{win} {wins}"
    else:
        question = f"What does a player who {most.meaning} lose in {about.title}?"
        lost = "Nothing so far" if verdict == "undecided" else capital(in_hundred(cost).replace("more ", ""))
        answer = f"{lost}: a player who {most.meaning} wins {wins}"
    sure = f"{SURENESS[verdict]}: a loss of {change(cost.interval, of=len(ordered), sign=False)}."
    written, decision = "" if rest else most.restriction, _decision(verdict, ordered)
    return Opening(question, f"{answer}.", sure, decision, verdict, written, words.ONE_TRAINING)


def _decision(verdict: str, ordered: Sequence[Mechanism]) -> str:
    cost = ordered[0].cost
    if verdict == "undecided":
        return first_screen.play_on(cost.value, cost.interval)
    idle = [each for each in ordered if each.cost.interval.low <= 0.0]
    if idle:
        missed = words.listed([words.spoken(each.restriction) for each in idle[:NAMED]])
        return f"Check the parts that no player is known to miss: {missed}."
    if verdict == "leaning":
        return first_screen.to_part(cost, ordered[1].cost)
    every = len(ordered) > 1
    return "Keep them all: players miss each of them." if every else "Keep this part of the game: players miss it."


LOST = first_differences("Games lost without it", "mechanisms")
MECHANISMS = Question(
    "mechanisms", "What is each mechanism worth?",
    charts=(differences("What doing without it costs", "mechanisms"),), first=(LOST,),
    read="Each row is a restriction: what players who learnt without that mechanism lose. To the right of zero is a"
    " loss.",
    method="A player is trained from scratch under each restriction, against the unrestricted expert, and then plays"
    " against the expert from all seats of the same deals; if players have different decks, with each of them in every"
    " seat. A deal is one observation; intervals are t over deals, simultaneous over the restrictions (Šidák). If all"
    " moves are forbidden, the player may choose any.",
    caution="A loss says what it costs never to use the mechanism against a player who uses it; it is not what one use"
    " is worth. It is valid for players trained by this method: a better method may lose less.",
)  # fmt: skip


TRIES, AHEAD = 100, 2  # of the search beside: tries a decision, and own decisions that each looks ahead
SEARCHED = 100  # of the deals it plays one in so many: it is as much slower


@dataclass(frozen=True)
class Probe:
    """What training finds against a player: the counter's score, the expert's, and how much more the counter has.

    `search` is the score of a search that knows how the player plays; nothing against one who searches themself.
    """

    player: str
    counter: Estimate
    expert: Estimate
    gain: Estimate
    search: Estimate | None = None

    @property
    def sentence(self) -> str:
        """The finding in words."""
        scores = words.stated(self.counter, PERCENT, "against them", sure=JOINTLY)
        fewer = self.gain.value < 0.0
        gap, unit = (self.gain.taken_from(0.0), HUNDREDTHS) if fewer else (self.gain, PERCENTAGE_POINTS)
        points = words.stated(gap, unit, "points", after=self.counter.interval, sure=JOINTLY)
        more = f"{points} {'fewer' if fewer else 'more'} than the expert does"
        sentence = f"{self.player}: a counter-player scores {scores}, {more}"
        if self.search is None:
            return f"{sentence}."
        search = words.stated(self.search, PERCENT, after=self.counter.interval, sure=JOINTLY)
        return f"{sentence}; a search that knows how they play scores {search}."


def probe_rows(found: Sequence[Probe]) -> tuple[list[str], list[list[str]]]:
    """The same as a table of texts: head and rows."""
    head, rows = ["player", "counter %", "interval", "expert %", "gain", "interval", "search %", "interval"], []
    for each in found:
        counter, gain, expert = cells(each.counter, 100.0), cells(each.gain, 100.0), f"{100 * each.expert.value:.1f}"
        search = cells(each.search, 100.0) if each.search else ("–", "–")
        rows.append([each.player, *counter, expert, *gain, *search])
    return head, rows


def probe_answer(found: Sequence[Probe], label: str, about: About) -> Answer:
    """Every player in a row, the most exploitable first; `label` says whose cards they are, where anybody's are."""
    ordered, unit = sorted(found, key=lambda each: -each.gain.value), "share of a win"
    columns = (
        text("player", "Player"),
        *measured("score", "Gain of a counter-player beyond the expert", unit, "gain"),
        *ranged("counter", "Score of the counter-player", unit),
        *ranged("expert", "Score of the expert", unit),
        *resting("search", "Score of a search that knows how they play", unit, "searched"),
    )
    shown = table("probe", "What training finds against each player", columns, ordered)
    return _row_by_row(PROBE, ordered, label, shown, exploited(ordered, about))


def probes(trials: Trials, expert: Strategy, players: Sequence[Strategy], watch: trainees.Watcher) -> tuple[Probe, ...]:
    """Trains a counter-player against each player and plays both it and the expert on fresh deals."""
    level = sidak_level(LEVEL, len(players))
    expert = replace(expert, name="the expert")  # who may be one of the players as well
    found = []
    for player in players:
        counter = trials.train(f"counter to {player.name}", watch, "", player)
        one, other = (trials.play(each, player) for each in (counter, expert))
        search = searched(trials, expert, player, level)
        found.append(Probe(player.name, one.score(level), other.score(level), difference(one, other, level), search))
    return tuple(found)


def searched(trials: Trials, expert: Strategy, player: Strategy, level: float) -> Estimate | None:
    """What a search scores that asks the player for their moves in its tries; nothing against one who searches."""
    if searches(player):
        return None
    exam = Examination(trials, player, processors())
    deals = range(max(2, trials.deals // SEARCHED))
    return score(exam.answered(expert, Tries(TRIES, AHEAD, knows=True), deals), exam, level)


def exploited(ordered: Sequence[Probe], about: About) -> Opening:
    """Who can be beaten by knowing their habits; `ordered` by what a counter-player gains, the most first."""
    most, several = ordered[0], len(ordered) > 1
    gain, name = most.gain.interval, who(most.player)
    verdict = dearest(most.gain, [each.gain for each in ordered[1:]])
    which = f"Which of {spelt(len(ordered))} players is easiest to beat" if several else f"Can {name} be beaten"
    question, wins = f"{which} by knowing their habits in {about.title}?", Share.of(most.counter).count
    start = {"unbalanced": f"{capital(name)}: " if several else "Yes: ", "leaning": f"Perhaps {name}: "}.get(
        verdict, ""
    )
    answer = f"{start}a player trained against {name} alone wins about {wins} games."
    decision = f"Do not balance the game around {name} alone."
    if gain.low <= 0.0:
        nobody = f"No trained player {'beats' if gain.high < 0.0 else 'is known to beat'} {name}"
        counted = f"the counter-player wins {wins} games, the expert {Share.of(most.expert).games}"
        answer = f"{nobody} better than the expert does: {counted}."
        decision = "Train counter-players for longer, with ten times the `--training-games`."
    elif verdict == "leaning":
        decision = first_screen.to_part(most.gain, ordered[1].gain)
    sure = f"{SURENESS[verdict]}: {_beside(gain, len(ordered))}."
    return Opening(question, answer, sure, decision, verdict, caution=words.ONE_TRAINING)


def _beside(gain: Interval, of: int) -> str:
    if gain.low > 0.0:
        return f"the counter-player wins more than the expert, {change(gain, of=of)}"
    open_ = "a better counter-player may exist"
    if gain.high < 0.0:
        behind = change(replace(gain, low=-gain.high, high=-gain.low), of=of, sign=False)
        return f"{open_}; compared with the expert, this one wins fewer by {behind}"
    return f"{open_}; compared with the expert, this one wins {change(gain, of=of)}"


KNOWN = first_differences("Games won by knowing a player's habits", "probe")
PROBE = Question(
    "probe", "How exploitable is each player?",
    charts=(differences("What a counter-player gains", "probe"),), first=(KNOWN,),
    read="Each row is a player: how much more a counter-player scores against them than the expert does.",
    method="A counter-player is trained from scratch against each player, who does not learn. Then the counter-player"
    " and the expert both play that player from all seats of the same new deals; if players have different decks, with"
    f" each of them in every seat. On the first of these a search plays them too; it has {TRIES} tries per decision"
    " and the expert's network, and its tries use the player's own choices. A deal is one observation; intervals are t"
    " over deals, simultaneous over the players (Šidák).",
    caution="The counter-player's score is a lower bound for a perfect counter-player. If it scores no more than the"
    " expert, nothing follows: a better counter-player may exist that this training does not find.",
)  # fmt: skip
OF_MECHANISMS, OF_PROBES = Words(mechanisms_answer, mechanisms_rows), Words(probe_answer, probe_rows)
