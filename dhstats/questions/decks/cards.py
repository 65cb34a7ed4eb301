"""What is each card of a deck worth? Knocked out of the deck; drawn, played and topped with in forks of its games."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dhstats.errors import check_range
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players.positions.forks import UNIFORM, Arm, Forked
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening
from dhstats.questions.shared.charts import differences, first_differences
from dhstats.questions.shared.first_screen import About, More, capital, change, dearest, deck_name, play_on, spelt
from dhstats.questions.shared.groups import JOINTLY
from dhstats.questions.shared.hundred import in_hundred
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import measured, ranged, table, text, whole
from dhstats.simulate.positions.deck_matches import WIN, DeckMatch, DeckMatches, Watcher
from dhstats.simulate.positions.forks import Study, ends
from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.intervals import if_enough, sidak_level
from dhstats.stats.positions.twins import Twins, effect

Array = np.ndarray[Any, Any]
LEVEL = 0.95
BY_LOT = "by lot"
APART = 10**8  # between the deal numbers of two rivals, whose deals are not the same ones
FORKED = ("drawn", "played", "topped")
NAMED = 3  # cards that a sentence names


@dataclass(frozen=True)
class CardWorth:
    """A card of a deck, with how many copies: the loss without it, and what forks say; nothing where it never came."""

    card: str
    copies: int
    knocked_out: Estimate
    drawn: Estimate | None = None
    played: Estimate | None = None
    topped: Estimate | None = None


Meet = Callable[[str, Sequence[str]], RuleSet]  # the deck against a rival, with changes


def knock_outs(
    matches: DeckMatches, player: str, rivals: Sequence[str], meet: Meet, blanks: Mapping[str, Sequence[str]],
    deals: int, seed: int, watch: Watcher = lambda *_: None,
) -> dict[str, Estimate]:  # fmt: skip
    """What the deck scores more than with each card blanked, in shares of a win; `blanks` are the changes by card."""
    check_range("--deals", deals, 2, 10**6)
    decks: list[Sequence[str]] = [(), *blanks.values()]
    pairings = [DeckMatch(meet(rival, changes), (player, player)) for changes in decks for rival in rivals]
    scores = matches.scores(pairings, seed, 0, deals, watch).astype(np.int64)
    by_deck = scores.reshape(deals, len(decks), len(rivals), 2).sum(axis=(2, 3))
    level, scale = sidak_level(LEVEL, len(blanks)), 2 * WIN * len(rivals)
    return {
        card: BlockSums.from_values((by_deck[:, 0] - by_deck[:, at]).tolist(), scale).estimate(level, (-1.0, 1.0))
        for at, card in enumerate(blanks, start=1)
    }


def studies(bundle: GameBundle, rules: RuleSet, cards: Sequence[str]) -> list[Study]:
    """The forks that tell what cards are worth: one study for all that are drawn, two for each card besides."""
    codes = {card: int(bundle.spell(rules.effective, "drawn", card)) for card in cards}
    drawn = (Arm(BY_LOT, (("cards", 1),)), *(Arm(card, (("drawn", code),)) for card, code in codes.items()))
    found = [Study(UNIFORM, drawn)]
    for card, code in codes.items():
        played, topped = (bundle.spell(rules.effective, "at", f"{what}-{card}") for what in ("played", "topped"))
        found.append(Study(played, (Arm("played", forced=True), Arm("lost", (("lost", code),)))))
        top = bundle.spell(rules.effective, "play", f"top-{card}")
        found.append(Study(topped, (Arm("topped", kind=top), Arm("held", kind="hold"))))
    return found


def own_forks(forked: Forked) -> Forked:
    """The forks at which the player of the first place decides, who moves on with that place from game to game."""
    own = (np.asarray(forked.forks["seat"]) + np.asarray(forked.forks["member"])) % 2 == 0
    return Forked(forked.forks[own], forked.parents[own], forked.results[own], forked.games)


def told_by_forks(
    bundle: GameBundle, rules: RuleSet, cards: Sequence[str], by_rival: Sequence[Mapping[str, Forked]]
) -> dict[str, dict[str, Estimate | None]]:
    """What forks against all rivals say of every card: drawn, played, topped."""
    (drawn, *others), level = studies(bundle, rules, cards), sidak_level(LEVEL, len(cards))

    def contrast(study: Study, one: str, other: str) -> Estimate | None:
        """The effect of an arm against another over the own forks against all rivals; None for fewer than two deals."""
        own = [own_forks(found[study.moment]) for found in by_rival]
        deals = np.concatenate([np.asarray(each.forks["deal"]) + APART * at for at, each in enumerate(own)])
        if len(np.unique(deals)) < 2:
            return None
        scores, margins = (np.concatenate(each) for each in zip(*(ends(part) for part in own), strict=True))
        found = effect(Twins(tuple(arm.name for arm in study.arms), deals, scores, margins), one, other, level).score
        return found if study.moment == UNIFORM else replace(found, interval=if_enough(found.interval))

    told: dict[str, dict[str, Estimate | None]] = {}
    for card, played, topped in zip(cards, others[::2], others[1::2], strict=True):
        both = (contrast(study, *(arm.name for arm in study.arms)) for study in (played, topped))
        told[card] = dict(zip(FORKED, (contrast(drawn, card, BY_LOT), *both), strict=True))
    return told


def answer(card_worths: Sequence[CardWorth], deck: str, rivals: Sequence[str], label: str, about: About) -> Answer:
    """Every card in a row, the dearest first; what it is `about` opens its page."""
    ordered = sorted(card_worths, key=lambda each: -each.knocked_out.value)
    dear, idle = ordered[:3], ordered[-1]
    parts = [f"{each.card} {_shown(each.knocked_out)}" for each in dear]
    losses = (
        f"With all copies of a card blanked, deck {deck} loses this many games in 100 against"
        f" {words.listed(list(rivals))}{words.naming(idle.knocked_out.interval, JOINTLY)}:"
        f" {words.listed(parts)}; the smallest loss is that of {idle.card}, {_shown(idle.knocked_out)}."
    )
    findings = [Finding(losses, headline=True)]
    findings += [Finding(sentence) for sentence in (_of_forks(ordered, what) for what in FORKED) if sentence]
    findings.append(Finding(label + "."))
    unit = "share of a win"
    fields = (
        text("card", "Card"), whole("copies", "Copies", "cards"),
        *measured("score", "Loss without it", unit, "knocked_out"), *ranged("drawn", "Drawn", unit),
        *ranged("played", "Played", unit), *ranged("topped", "Topped with", unit),
    )  # fmt: skip
    shown, first = table("cards", "What every card is worth", fields, ordered), matters_most(ordered, deck, about)
    title = f"What is each card of deck {deck} worth?"
    return QUESTION.answered(findings, (shown,), first, title=title)


def _shown(estimate: Estimate) -> str:
    return words.stated(estimate, words.PERCENTAGE_POINTS, after=estimate.interval, sure=JOINTLY)


def _of_forks(ordered: Sequence[CardWorth], what: str) -> str:
    """The best and the worst of a column of forks, as such only where intervals set them apart from all others."""
    every = [(each.card, estimate) for each in ordered if (estimate := getattr(each, what)) is not None]
    there = [each for each in every if math.isfinite(each[1].interval.half_width)]
    if len(there) < 2:
        return ""
    there.sort(key=lambda each: -each[1].value)
    (best, most), (worst, least) = there[0], there[-1]
    worths = [each for _, each in there]
    first, last = (
        "is" if all(each.interval.high < ranked[0].interval.low for each in ranked[1:]) else "may be"
        for ranked in (worths, [each.taken_from(0.0) for each in reversed(worths)])
    )
    return (
        f"{what.capitalize()}, {best} {first} worth most, {_shown(most)} points, and {worst} {last} worth least,"
        f" {_shown(least)}."
    )


def rows(card_worths: Sequence[CardWorth]) -> tuple[list[str], list[list[str]]]:
    """The cards as people read them."""
    body = []
    for each in sorted(card_worths, key=lambda one: -one.knocked_out.value):
        body.append([str(each.copies), each.card])
        for one in (each.knocked_out, each.drawn, each.played, each.topped):
            half = 100.0 * one.interval.half_width if one else 0.0
            known = f" ± {words.number(half, 1)}" if math.isfinite(half) else ", too few deals"
            body[-1].append(f"{words.number(100.0 * one.value, 1, sign=True)}{known}" if one else "–")
    return ["", "card", "loss without pp", "drawn pp", "played pp", "topped pp"], body


def matters_most(ordered: Sequence[CardWorth], deck: str, about: About) -> Opening:
    """Which card a deck misses most; the dearest first."""
    most = ordered[0].knocked_out
    verdict = dearest(most, [each.knocked_out for each in ordered[1:]])
    near = [words.spoken(each.card) for each in ordered[1:] if each.knocked_out.interval.high >= most.interval.low]
    name = words.spoken(ordered[0].card)
    others = f"one of {spelt(len(near))} other cards" if len(near) > 1 else "".join(near)
    start, sure = {
        "unbalanced": (f"{capital(name)}: without it", f"{name} is missed most, a loss of"),
        "leaning": (f"Perhaps {name}, or {others}: without {name}", f"{name} is missed, a loss of"),
        "undecided": (f"Not known yet. In these games, without {name}", f"{name} may not be missed: a loss of"),
    }[verdict]
    idle = [words.spoken(each.card) for each in ordered if each.knocked_out.interval.low <= 0.0]
    if verdict == "undecided":
        decision = play_on(most.value, most.interval)
    elif idle:
        few = words.listed(idle) if len(idle) <= NAMED else f"{spelt(len(idle))} cards"
        decision = f"Try other cards in place of {few}, which may not be missed: `dhstats improve {deck}`."
    else:
        decision = "Keep the deck: it needs every card."
    question = f"Which card matters most to {deck_name(deck)} in {about.title}?"
    answer = f"{start} the deck wins {in_hundred(most.taken_from(0.0))}, {about.between}."
    sure = f"{sure} {change(most.interval, of=len(ordered), sign=False)}"
    sure += "; others may be missed as much" if verdict == "leaning" else ""
    return about.opening(question, answer, verdict, sure, decision, More(most.interval.n))


QUESTION = Question(
    "cards",
    charts=(differences("What the deck loses without a card", "cards"),),
    first=(first_differences("What the deck loses without a card", "cards"),),
    read="Each row is a card of the deck: what the deck loses without it, and what it is worth in a game to draw it,"
    " to play it and to top with it.",
    method="Knock-out: all copies become blanks, which can be discarded or paid with and do nothing else. They keep"
    " their places in the list, so all other cards are drawn as before. Both decks play all rivals from both seats on"
    " the same deals; t over deals. Forks: games between the deck and its rivals are copied and played on with the"
    " same cards to come, intervals clustered by deal. Drawn: at a random action, this card from the pile instead of a"
    " random one. Played: the first time its player plays it, compared with losing the card without effect. Topped:"
    f" the first time they top with it, compared with not topping. Intervals of each column: {100 * LEVEL:g} %,"
    " simultaneous over the cards (Šidák).",
    caution="Values of cards do not add up: each is what the card is worth together with all the others, to these"
    " players against these rivals. The values of playing and topping are for moments when players chose to, not when"
    " they could.",
)
