"""What each mechanism is worth to players: what those lose who may never use it, though they learnt without it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dhstats.engine.strategy import Strategy
from dhstats.errors import BadInput, nearest
from dhstats.games.bundle import GameBundle
from dhstats.players.learning import trainees
from dhstats.players.thinking import learning_of
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening
from dhstats.questions.shared.charts import differences, first_differences
from dhstats.questions.shared.first_screen import SURENESS, About, capital, change, dearest, play_on, spelt, to_part
from dhstats.questions.shared.groups import JOINTLY
from dhstats.questions.shared.hundred import Share, in_hundred
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import measured, ranged, table, text
from dhstats.questions.shared.words import HUNDREDTHS
from dhstats.questions.training.trials import Trials, cells
from dhstats.quoting import different_names
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import sidak_level

LEVEL = 0.95
NAMED = 3  # mechanisms that a sentence names
METHOD = (
    "A player is trained from scratch under each restriction, against the unrestricted expert, and"
    " then plays against the expert from all seats of the same deals; if players have different decks,"
    " with each of them in every seat. A deal is one observation;"
    " intervals are t over deals, simultaneous over the restrictions (Šidák). If all moves are"
    " forbidden, the player may choose any."
)
HOW_TO_READ = (
    "Each row is a restriction: what players lose who learnt without that mechanism. To the right of zero is a loss."
)
CAUTION = (
    "A loss says what it costs never to use the mechanism against a player who uses it; it is not"
    " what one use is worth. It is valid for players trained by this method: a better method may lose"
    " less."
)


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
        points = words.stated(change, HUNDREDTHS, "points of win rate against the expert", sure=JOINTLY)
        verdict = "gains" if low > even else "loses" if high < even else "perhaps loses"
        return (
            f"A player who {self.meaning} {verdict} {points}; they end"
            f" {words.number(abs(self.lead.value), words.digits_of(self.lead))} points"
            f" {'behind' if self.lead.value < 0 else 'ahead'}."
        )


def restrictions_of(bundle: GameBundle, names: str | None) -> dict[str, str]:
    """The restrictions that are named, or all of the game, with what they mean; BadInput for what is none."""
    known = dict(learning_of(bundle.game).restrictions)
    if not known:
        raise BadInput(f"game {bundle.game.name}: names no restrictions, so that nobody can learn to do without a part")
    chosen = different_names(names) or tuple(known)
    for name in chosen:
        if name not in known:
            raise BadInput(
                f"--restrictions: {name!r} is not a restriction of {bundle.game.name}; {nearest(name, known)}"
            )
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
        found.append(Mechanism(name, meaning, played.score(level), played.lead(level), 1.0 / played.seats))
    return tuple(found)


def rows(found: Sequence[Mechanism]) -> tuple[list[str], list[list[str]]]:
    """The same as a table of texts: head and rows."""
    head = ["restriction", "score %", "interval", "points ahead", "interval"]
    return head, [[each.restriction, *cells(each.score, 100.0), *cells(each.lead)] for each in found]


def answer(found: Sequence[Mechanism], label: str, about: About) -> Answer:
    """Every restriction in a row, the dearest first; `label` says whose cards they are, where anybody's are."""
    ordered = sorted(found, key=lambda each: each.score.value)
    told = [Finding(each.sentence, headline=at == 0) for at, each in enumerate(ordered)]
    told += [Finding(f"{label}.")] if label else []
    columns = (
        text("restriction", "Restriction"),
        text("meaning", "Who"),
        *measured("score", "Loss of win rate", "share of a win", "cost"),
        *ranged("lead", "Points ahead at the end", "points"),
    )
    shown = table("mechanisms", "What players lose who learnt to play without it", columns, ordered)
    first, title = mechanism(ordered, about), "What is each mechanism worth?"
    return Answer("mechanisms", title, tuple(told), (shown,), HOW_TO_READ, METHOD, CAUTION, (), first)


def mechanism(ordered: Sequence[Mechanism], about: About) -> Opening:
    """Which mechanism a player misses most who never uses it; the dearest first."""
    most, several, cost = ordered[0], len(ordered) > 1, ordered[0].cost
    verdict = dearest(cost, [each.cost for each in ordered[1:]])
    question = (
        f"Which of {spelt(len(ordered))} parts of {about.title} does a player miss most?"
        if several
        else f"What does a player of {about.title} lose who {most.meaning}?"
    )
    wins = f"about {Share.of(most.score).count} games against the expert"
    start = {
        "unbalanced": "The largest loss is that of a player",
        "leaning": "Perhaps the largest loss is that of a player",
        "undecided": "Not known yet. In these games the largest loss was that of a player",
    }[verdict]
    near = [each for each in ordered[1:] if each.cost.interval.high >= cost.interval.low]
    other = f", or of one who {near[0].meaning}" if len(near) == 1 else f", or of one of {spelt(len(near))} others"
    tied = verdict == "leaning"
    told = f"{start} who {most.meaning}{f'{other}: the first wins' if tied else ': they win'} {wins}"
    if not several:
        games = in_hundred(cost).replace("more ", "")
        lost = "Nothing so far" if verdict == "undecided" else capital(games)
        told = f"{lost}: a player who {most.meaning} wins {wins}"
    return Opening(
        question=question,
        answer=f"{told}.",
        sureness=f"{SURENESS[verdict]}: a loss of {change(cost.interval, of=len(ordered), sign=False)}.",
        decision=_decision(verdict, ordered),
        verdict=verdict,
        caution=words.ONE_TRAINING,
        written="" if several else most.restriction,
    )


def _decision(verdict: str, ordered: Sequence[Mechanism]) -> str:
    cost = ordered[0].cost
    if verdict == "undecided":
        return play_on(cost.value, cost.interval)
    idle = [each for each in ordered if each.cost.interval.low <= 0.0]
    if idle:
        missed = words.listed([words.spoken(each.restriction) for each in idle[:NAMED]])
        return f"Check the parts that no player is known to miss: {missed}."
    if verdict == "leaning":
        return to_part(cost, ordered[1].cost)
    every = len(ordered) > 1
    return "Keep them all: players miss each of them." if every else "Keep this part of the game: players miss it."


QUESTION = Question(
    "mechanisms",
    charts=(differences("What doing without it costs", "mechanisms"),),
    first=(first_differences("Games lost without it", "mechanisms"),),
)
