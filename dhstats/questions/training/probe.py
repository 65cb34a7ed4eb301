"""How exploitable is a player? The best counter-player that training finds against it alone, and a search beside it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dhstats.engine.strategy import Strategy
from dhstats.machine import processors
from dhstats.players.learning import trainees
from dhstats.players.strength.instruments import Tries
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening
from dhstats.questions.shared.charts import differences, first_differences
from dhstats.questions.shared.first_screen import SURENESS, About, capital, change, dearest, spelt, to_part, who
from dhstats.questions.shared.groups import JOINTLY
from dhstats.questions.shared.hundred import Share
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import measured, ranged, resting, table, text
from dhstats.questions.shared.words import HUNDREDTHS, PERCENT, PERCENTAGE_POINTS
from dhstats.questions.training.trials import Examination, Trials, cells, difference, score, searches
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import Interval, sidak_level

LEVEL = 0.95
TRIES, AHEAD = 100, 2  # of the search beside: tries a decision, and own decisions that each looks ahead
SEARCHED = 100  # of the deals it plays one in so many: it is as much slower
METHOD = (
    "A counter-player is trained from scratch against each player, who does not learn. Then the"
    " counter-player and the expert both play that player from all seats of the same new deals; if"
    " players have different decks, with each of them in every seat. On"
    f" the first of these a search plays them too; it has {TRIES} tries per decision and the expert's"
    " network, and its tries use the player's own choices. A deal is one"
    " observation; intervals are t over deals, simultaneous over the players (Šidák)."
)
HOW_TO_READ = "Each row is a player: how much more a counter-player scores against them than the expert does."
CAUTION = (
    "The counter-player's score is a lower bound for a perfect counter-player. If it scores no more"
    " than the expert, nothing follows: a better counter-player may exist that this training does not"
    " find."
)


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
        told = f"{self.player}: a counter-player scores {scores}, {more}"
        if self.search is None:
            return f"{told}."
        search = words.stated(self.search, PERCENT, after=self.counter.interval, sure=JOINTLY)
        return f"{told}; a search that knows how they play scores {search}."


def rows(found: Sequence[Probe]) -> tuple[list[str], list[list[str]]]:
    """The same as a table of texts: head and rows."""
    head = ["player", "counter %", "interval", "expert %", "gain", "interval", "search %", "interval"]
    return head, [
        [
            each.player, *cells(each.counter, 100.0), f"{100 * each.expert.value:.1f}", *cells(each.gain, 100.0),
            *(cells(each.search, 100.0) if each.search else ("–", "–")),
        ]
        for each in found
    ]  # fmt: skip


def answer(found: Sequence[Probe], label: str, about: About) -> Answer:
    """Every player in a row, the most exploitable first; `label` says whose cards they are, where anybody's are."""
    ordered = sorted(found, key=lambda each: -each.gain.value)
    told = [Finding(each.sentence, headline=at == 0) for at, each in enumerate(ordered)]
    told += [Finding(f"{label}.")] if label else []
    unit = "share of a win"
    columns = (
        text("player", "Player"),
        *measured("score", "Gain of a counter-player beyond the expert", unit, "gain"),
        *ranged("counter", "Score of the counter-player", unit),
        *ranged("expert", "Score of the expert", unit),
        *resting("search", "Score of a search that knows how they play", unit, "searched"),
    )
    shown = table("probe", "What training finds against each player", columns, ordered)
    first, title = exploited(ordered, about), "How exploitable is each player?"
    return Answer("probe", title, tuple(told), (shown,), HOW_TO_READ, METHOD, CAUTION, (), first)


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
    question = (
        f"Which of {spelt(len(ordered))} players is easiest to beat by knowing their habits in {about.title}?"
        if several
        else f"Can {name} be beaten by knowing their habits in {about.title}?"
    )
    number = f"a player trained against {name} alone wins about {Share.of(most.counter).count} games"
    told = {"unbalanced": f"{capital(name)}: " if several else "Yes: ", "leaning": f"Perhaps {name}: "}
    nobody = (
        f"Training found nobody {'who beats' if gain.high < 0.0 else 'known to beat'} {name} better than the expert"
        f" does: the counter-player wins {Share.of(most.counter).count} games, the"
        f" expert {Share.of(most.expert).games}."
    )
    if gain.low <= 0.0:
        decision = "Train counter-players for longer, with ten times the `--training-games`."
    elif verdict == "leaning":
        decision = to_part(most.gain, ordered[1].gain)
    else:
        decision = f"Do not balance the game around {name} alone."
    return Opening(
        question=question,
        answer=nobody if gain.low <= 0.0 else f"{told[verdict]}{number}.",
        sureness=f"{SURENESS[verdict]}: {_beside(gain, len(ordered))}.",
        decision=decision,
        verdict=verdict,
        caution=words.ONE_TRAINING,
    )


def _beside(gain: Interval, of: int) -> str:
    if gain.low > 0.0:
        return f"the counter-player wins more than the expert, {change(gain, of=of)}"
    open_ = "a better counter-player may exist"
    if gain.high < 0.0:
        behind = change(replace(gain, low=-gain.high, high=-gain.low), of=of, sign=False)
        return f"{open_}; compared with the expert, this one wins fewer by {behind}"
    return f"{open_}; compared with the expert, this one wins {change(gain, of=of)}"


QUESTION = Question(
    "probe",
    charts=(differences("What a counter-player gains", "probe"),),
    first=(first_differences("Games won by knowing a player's habits", "probe"),),
)
