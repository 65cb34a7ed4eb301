"""A deck made better card by card: a swap is tried on fresh deals, and kept if a sequential test says it is better."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from dhstats.errors import BadInput, check_range
from dhstats.games.ruleset import RuleSet
from dhstats.questions.decks.table import Table
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening
from dhstats.questions.shared.charts import MOST_ROWS, OPENINGS, Chart
from dhstats.questions.shared.first_screen import About, More, change, deck_name, spelt
from dhstats.questions.shared.hundred import in_hundred
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import limits, measured, number, table, text, whole
from dhstats.simulate.positions.deck_matches import WIN, DeckMatch, DeckMatches
from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.sequential.elimination import Gain
from dhstats.stats.sequential.stopping import Outcome, Sample

Array = np.ndarray[Any, Any]
LOOK = 250  # deals between two looks at a swap
DEVIATION = 0.3  # of a deal's gain, for planning: few deals turn over a swap
LEVEL = 0.95
TAKE = "Take the new deck: `--rule-file new-deck.toml`."
KEPT, DROPPED, OPEN = "kept", "dropped", "dropped, not settled"
FATES: Mapping[Outcome, str] = {"better": KEPT, "not better": DROPPED, "open": OPEN}


@dataclass(frozen=True, slots=True)
class Swap:
    """Copies of a card go out of a deck, as many of another come in."""

    out: str
    into: str
    number: int

    @property
    def words(self) -> str:
        """The swap for people."""
        return f"{self.number} {self.out} → {self.number} {self.into}"


@dataclass(frozen=True)
class Step:
    """A swap that was tried: how it ended, its gain in shares of a win, and from which deal on it was played."""

    swap: Swap
    fate: str
    gain: Interval
    estimate: float
    first: int


@dataclass(frozen=True)
class Terms:
    """How long is tried: swaps at most, deals a swap at most, copies a swap at most, the gain that one is worth, α."""

    swaps: int
    deals: int
    copies: int
    worth: float
    alpha: float

    def __post_init__(self) -> None:
        check_range("--swaps", self.swaps, 1, 1_000)
        check_range("--deals", self.deals, 500, 10**6)
        check_range("--copies", self.copies, 1, 20)
        if not 0.0 < self.alpha < 0.5:
            raise BadInput(f"--alpha: must be between 0 and 0.5, not {self.alpha:g}")
        if not 0.0 < self.worth < 0.5:
            raise BadInput(f"--worth: must be between 0 and 50pp, not {100 * self.worth:g}pp")


@dataclass(frozen=True)
class Workbench:
    """A deck of a table, its rivals and who plays: what does not change while swaps are tried."""

    matches: DeckMatches
    table: Table
    deck: str
    rivals: tuple[str, ...]
    player: str

    def own(self, changes: Sequence[str]) -> RuleSet:
        """The rules that list the deck after changes."""
        return self.table.paired(self.deck, self.deck, changes)

    def cards(self, rules: RuleSet) -> dict[str, int]:
        """Its cards with their copies."""
        return self.table.constructed.cards_of(rules.effective, self.deck)

    def swapped(self, rules: RuleSet, swap: Swap) -> tuple[str, ...]:
        """The changes that make a swap."""
        return self.table.constructed.swapped(rules.effective, self.deck, swap.out, swap.into, swap.number)

    def gains(self, before: Sequence[str], after: Sequence[str], first: int, deals: int) -> Array:
        """By how many half wins the deck after changes does better than before, over all rivals: one value a deal."""
        pairings = [
            DeckMatch(self.table.paired(self.deck, rival, changes), (self.player, self.player))
            for changes in (after, before)
            for rival in self.rivals
        ]
        scores = self.matches.scores(pairings, self.table.seed, first, deals).astype(np.int64).sum(axis=2)
        return np.asarray(scores[:, : len(self.rivals)].sum(axis=1) - scores[:, len(self.rivals) :].sum(axis=1))

    @property
    def scale(self) -> int:
        """Half wins of a deal: a share of a win is so much less than a gain in half wins."""
        return 2 * WIN * len(self.rivals)


@dataclass(frozen=True)
class Climb:
    """The path of a deck: every swap tried, the settings that make the deck as it is now, and the confirmation."""

    steps: tuple[Step, ...]
    changes: tuple[str, ...]
    terms: Terms
    rivals: tuple[str, ...]
    confirmed: Estimate | None
    cards: dict[str, int] = field(hash=False, default_factory=dict)

    @property
    def kept(self) -> list[str]:
        """The swaps that were kept, in words."""
        return [step.swap.words for step in self.steps if step.fate == KEPT]


Watcher = Callable[[int, int, str], None]  # swaps tried, the most of them, what is tried


def improve(bench: Workbench, terms: Terms, confirm: int, watch: Watcher = lambda *_: None) -> Climb:
    """Tries swaps as long as the terms allow, then plays the deck as it was and as it is on `confirm` fresh deals."""
    changes: tuple[str, ...] = ()
    steps: list[Step] = []
    lot = np.random.Generator(np.random.Philox(key=bench.table.seed))
    rule = Gain.plan(terms.worth, DEVIATION, terms.alpha, terms.swaps)
    proposals = _proposals(bench, changes, terms.copies, lot)
    for place in range(terms.swaps):
        swap = next(proposals, None)
        if swap is None:
            break
        watch(place, terms.swaps, swap.words)
        after = bench.swapped(bench.own(changes), swap)
        decks = (changes, after)
        first = place * terms.deals
        # Plays a swap on its deals until it is settled or they are used up
        scale = bench.scale
        sample = Sample(np.arange(-scale, scale + 1) / scale, np.zeros(2 * scale + 1), -1.0, 1.0)
        outcome: Outcome = "open"
        while outcome == "open" and sample.n < terms.deals:
            tried_gains = bench.gains(*decks, first + sample.n, min(LOOK, terms.deals - sample.n))
            counts = np.bincount(tried_gains + scale, minlength=2 * scale + 1)
            sample = replace(sample, counts=sample.counts + counts)
            outcome = rule.outcome(sample)
        steps.append(Step(swap, FATES[outcome], rule.interval(sample), sample.mean, first))
        if steps[-1].fate == KEPT:
            changes = after
            proposals = _proposals(bench, changes, terms.copies, lot)
    confirmed = None
    if changes:
        gains = bench.gains((), changes, terms.swaps * terms.deals, confirm)
        confirmed = BlockSums.from_values(gains.tolist(), bench.scale).estimate(LEVEL, (-1.0, 1.0))
    return Climb(tuple(steps), changes, terms, bench.rivals, confirmed, bench.cards(bench.own(changes)))


def _proposals(bench: Workbench, changes: Sequence[str], copies: int, lot: np.random.Generator) -> Iterator[Swap]:
    """Swaps that leave the deck legal and raise no doubt that was not there before, each once, in an order by lot."""
    now = bench.own(changes)
    cards, others = bench.cards(now), bench.table.constructed.candidates(now.effective, bench.deck)
    pairs = [(out, into) for out in cards for into in others if into != out]
    for at in lot.permutation(len(pairs)):
        out, into = pairs[at]
        for count in range(min(copies, cards[out]), 0, -1):
            swap = Swap(out, into, count)
            try:
                after = bench.own(bench.swapped(now, swap))
            except BadInput:
                continue
            if set(getattr(after, "warnings", ())) <= set(getattr(now, "warnings", ())):
                yield swap
                break


def answer(climb: Climb, deck: str, label: str, about: About) -> Answer:
    """What was kept, what that is worth on fresh deals, the deck as it is now; what it is `about` opens its page."""
    kept, tried = climb.kept, f"{len(climb.steps)} of at most {climb.terms.swaps} swaps were tried in deck {deck}"
    if not kept:
        path = f"{tried}, and none was kept: none is known to be better against {words.listed(list(climb.rivals))}."
    else:
        rate = f"the chance that any kept swap is not better is at most {climb.terms.alpha:g}"
        path = f"{tried}, {len(kept)} kept: {', then '.join(kept)}; {rate}."
    worth, against = f"Deck {deck} is unchanged, so there is nothing to confirm.", words.listed(list(climb.rivals))
    if gain := climb.confirmed:
        more = words.stated(gain, words.PERCENTAGE_POINTS, f"games in 100 more than the old one against {against}")
        confirmed = "confirmed" if gain.interval.low > 0.0 else "not confirmed"
        worth = f"On new deals the new deck {deck} wins {more}: {confirmed}."
    findings = [Finding(path, headline=True), Finding(worth, headline=True)]
    lines = ", ".join(f'"{count} {name}"' for name, count in climb.cards.items())
    findings += [Finding(f"Deck {deck} now: [{lines}]."), Finding(label + ".")]
    unit, whose = "share of a win", text("deck", "Deck", lambda _: "the new deck")
    gains = (whose, *measured("score", "Gain on new deals", unit, lambda gain: gain))
    steps = (
        text("swap", "Swap", "swap.words"), text("fate", "At the end"), number("gain", "Gain", unit, "estimate"),
        *limits(unit, "gain"), whole("first", "First of its deals", "deals"),
        number("level", "Level of the interval", "share", "gain.level"),
        text("method", "Method of the interval", "gain.method"), whole("n", "Deals played", "deals", "gain.n"),
        text("unit", "Unit", "gain.unit"),
    )  # fmt: skip
    cards = (text("card", "Card", lambda line: line[0]), whole("copies", "Copies", "cards", lambda line: line[1]))
    tables = (
        table("gain", "What the new deck wins more than the old deck", gains, [gain] if gain else []),
        table("steps", "Every swap tried", steps, climb.steps),
        table("deck", "The deck now", cards, climb.cards.items()),
    )
    first, title = better_deck(climb, deck, about), f"Can deck {deck} be improved?"
    return QUESTION.answered(findings, tables, first, title=title)


def rows(climb: Climb) -> tuple[list[str], list[list[str]]]:
    """The path as people read it."""
    body = [
        [str(at), step.swap.words, words.number(100.0 * step.estimate, 2, sign=True),
         words.between(step.gain, 2, factor=100.0, sign=True),
         f"{step.gain.n:,}", step.fate]
        for at, step in enumerate(climb.steps, start=1)
    ]  # fmt: skip
    return ["#", "swap", "gain pp", "interval", "deals", ""], body


def better_deck(climb: Climb, deck: str, about: About) -> Opening:
    """Whether swaps made a deck better, as fresh deals say."""
    question = f"Can {deck_name(deck)} be improved in {about.title}?"
    against, gain = words.listed([deck_name(each) for each in climb.rivals]), climb.confirmed
    if gain is None:
        more = More(climb.terms.deals)
        answer = f"Not known yet: no swap that was tried is known to win more against {against}, {about.between}."
        sure = "more deals may show that a swap is better"
        return about.opening(question, answer, "undecided", sure, more.advice, more)
    better = gain.interval.low > 0.0
    verdict, fresh = "unbalanced" if better else "undecided", More(gain.interval.n, "fresh deals", "--confirm")
    swaps = f"with {spelt(len(climb.kept))} {'swap' if len(climb.kept) == 1 else 'swaps'} it wins"
    answer = f"{swaps} {in_hundred(gain, 'before')} against {against}, {about.between}."
    answer = f"{'Yes' if better else 'Not known yet'}: {answer}"
    known, follows = "it may win more or less", fresh.advice
    if better:
        known, follows = "the new deck wins more", TAKE
    return about.opening(question, answer, verdict, f"{known}, {change(gain.interval)}, on fresh deals", follows, fresh)


QUESTION = Question(
    "improvement",
    first=(
        Chart("Additional wins of the new deck", ("steps", "gain"), f"{OPENINGS}.improved", wide=True, most=MOST_ROWS),
    ),
    read="Each row is a swap: what it gained on its own deals, and whether it was kept.",
    method="Swaps are drawn at random among those that leave the deck legal, and tried one after another, each on its"
    " own deals. On every deal the deck with and without the swap plays all rivals, from both seats, with the same"
    " luck: the new card takes the place of the old one in the list, so all other cards are drawn as before. After"
    f" every {LOOK} deals an asymptotic confidence sequence of the gain is checked. A swap is kept as soon as the"
    " sequence lies above 0, and dropped as soon as it lies below the required gain, or when its deals are used up."
    " Each of at most K swaps is kept wrongly with chance α / K, so any of them with chance α at most (Bonferroni)."
    " Because each swap stops on its own deals, the gains of kept swaps are biased upwards. At the end the original"
    " and the improved deck play all rivals on new deals; t over deals, without bias.",
    caution="The deck is better against these rivals and with these players: the rivals do not adapt, and the players"
    " have not learnt the new deck. A dropped swap is not necessarily worse.",
)
