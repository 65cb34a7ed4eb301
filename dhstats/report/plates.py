"""Which charts a question has, from which of its tables, and what stands above them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from altair.utils.schemapi import debug_mode

from dhstats.questions.answer import Answer, Table
from dhstats.report import course, decks, dragon, dragonheart, dragonwood, hundred, league, openings, results
from dhstats.report.drawing import MATCHUP, OFFERED, Chart


@dataclass(frozen=True, slots=True)
class Plan:
    """A chart to draw: its caption, the tables it takes, and the function that draws it.

    One that is about some rows of its first table alone says which: the column, and what stands there.
    """

    caption: str
    tables: tuple[str, ...]
    draw: Callable[..., Chart]
    wide: bool = False
    about: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Plate:
    """A drawn chart: caption, words that stand in for it, and its Vega-Lite specification."""

    caption: str
    words: str
    spec: dict[str, Any]
    wide: bool


def _spread(what: str, caption: str, title: str, unit: str, role: str, *, wide: bool = False) -> Plan:
    draw = partial(results.spread, what=what, title=title, unit=unit, role=role)
    return Plan(caption, ("histogram", "quantiles"), draw, wide)


def _counts(what: str, caption: str, title: str, unit: str, role: str) -> Plan:
    draw = partial(results.spread, what=what, title=title, unit=unit, role=role)
    return Plan(caption, ("histogram",), draw)


def _by_skill(quantity: str, caption: str, title: str, form: str) -> Plan:
    draw = partial(course.by_skill, quantity=quantity, title=title, form=form)
    return Plan(caption, ("curves",), draw, about=("quantity", quantity))


SEAT_BY_SKILL = ("quantity", "seat")
OF_ANY: dict[str, tuple[Plan, ...]] = {
    "first_player": (
        Plan("The first player's score", ("scores",), results.first_player_score),
        Plan("The first player's lead at the end", ("margins",), results.first_player_margin),
    ),
    "seats": (Plan("Each seat's share of the wins", ("seats",), results.seat_shares, wide=True),),
    "field": (Plan("What a seat of each strategy wins", ("shares",), results.field_shares, wide=True),),
    "matchups": (Plan("Score over both seats", ("scores",), results.strength, wide=True),),
    "meta": (
        Plan("Score of whoever begins", ("first",), league.first_scores, wide=True),
        Plan("Ratings", ("ratings",), league.rating_scale),
        Plan("How often a player who cannot be exploited chooses each", ("mixtures",), league.mixtures),
        Plan("Who beats whom", ("first", "ratings"), league.graph, wide=True),
    ),
    "decks": (
        Plan("Who beats whom", ("matrix",), decks.matrix, wide=True),
        Plan("Against all other decks", ("overall",), decks.overall),
        Plan("How often a player who cannot be exploited brings each", ("mixtures",), league.mixtures),
    ),
    "cards": (Plan("What the deck loses without a card", ("cards",), results.differences, wide=True),),
    "mechanisms": (Plan("What doing without it costs", ("mechanisms",), results.differences, wide=True),),
    "probe": (Plan("What a counter-player gains", ("probe",), results.differences, wide=True),),
    "skill": tuple(
        _by_skill(quantity, caption, title, form)
        for quantity, caption, title, form in (
            ("seat", "The first player's score, by skill", "First player's score", ".1%"),
            ("length", "Length of a game, by skill", "Turns of both players", ".1f"),
            ("ships", "Games that end by ships, by skill", "Share of games", ".1%"),
            ("dragons", "Games that end by dragons, by skill", "Share of games", ".1%"),
            ("kill", "Games that end by a dragon's death, by skill", "Share of games", ".1%"),
            ("banish", "Games that end by a banishment, by skill", "Share of games", ".1%"),
            ("lead_changes", "Changes of the lead, by skill", "Changes a game", ".2f"),
            ("gap", "Points between the players at the end, by skill", "Points", ".1f"),
            ("holder", "Who holds the figure at the end has won, by skill", "Share of games", ".1%"),
            ("longest_chain", "The longest chain of topping, by skill", "Cards played to top", ".1f"),
            ("unequal_turns", "Games in which some player has more turns, by skill", "Share of games", ".1%"),
        )
    ),
    "value": (
        Plan("Association and effect", ("meter",), results.differences, wide=True),
        Plan("Where its worth comes from", ("anatomy",), results.differences, wide=True),
        Plan("From random play to the expert", ("skill",), course.worth_by_skill, wide=True),
        Plan("Among other players", ("players",), results.differences, wide=True),
        Plan("Under rules without a part of it", ("ablations",), results.differences, wide=True),
        Plan("By turn of the fork", ("turns",), results.differences),
        Plan("By lead of the player to move", ("leads",), results.differences),
        Plan("At every moment", ("effects",), results.differences, wide=True),
    ),
    "items": (
        Plan("Having it instead of the opponent", ("items",), results.differences, wide=True),
        Plan("Effect and association", ("beside",), results.differences, wide=True),
        Plan("The same in points", ("points",), results.worths, wide=True),
    ),
    "plays": (
        Plan("What kinds of plays are worth", ("plays",), results.differences, wide=True),
        Plan("What a card is worth in the opening hand", ("cards",), results.worths, wide=True),
    ),
    "what_if": (Plan("Every way to go on", ("arms",), results.differences, wide=True),),
    "audit": (Plan("What each reading changes", ("scores",), results.changes, wide=True),),
    "choice": (Plan("Every rule set", ("scores",), results.first_player_score, wide=True),),
    "sweep": (Plan("What each level brings", ("curve", "roots"), results.response, wide=True),),
    "certificate": (Plan("The claim, and what the deals say", ("scores",), results.first_player_score, wide=True),),
    "seat_certificate": (Plan("The claim, and what the deals say", ("seats",), results.seat_shares, wide=True),),
    "comparison": (Plan("What each tweak changes", ("scores",), results.changes, wide=True),),
    "luck": (Plan("Where the variance of the final lead comes from", ("parts",), league.budget, wide=True),),
    "outcomes": (Plan("Results of the first player", ("shares",), results.outcomes, wide=True),),
    "scores": (
        _spread("score_first", "Score of the first player", "First player's score", "points", "first"),
        _spread("score_second", "Score of the second player", "Second player's score", "points", "second"),
        _spread("margin", "Margin at the end", "First player ahead by", "points", "series6", wide=True),
    ),
    "length": (Plan("Length of a game, by how it ended", ("histogram",), results.lengths, wide=True),),
    "endings": (
        Plan("Who brings the end about, and how", ("endings",), results.ending_shares),
        Plan("How often that player has won", ("endings",), results.ending_wins),
    ),
    "lead": (
        Plan("Games settled, by part of the game", ("settled",), course.settled),
        _counts("lead_changes", "Changes of the lead", "Changes of the lead", "a game", "series6"),
    ),
    "race": (
        Plan("Both players, turn by turn", ("points",), course.race, wide=True),
        Plan("The first player's lead, turn by turn", ("margins",), course.race_margin, wide=True),
        Plan("How many games are still running", ("margins",), course.race_running, wide=True),
    ),
}
OF_DRAGONHEART: dict[str, tuple[Plan, ...]] = {
    "pictures": (
        Plan("How often each picture is played", ("pictures",), dragonheart.picture_shares),
        Plan("What a play of it takes", ("pictures",), dragonheart.picture_points),
        Plan("Share of plays, from the opening to the end", ("bands",), dragonheart.picture_bands, wide=True),
    ),
    "figure": (
        Plan("How often the figure is held and claimed", ("roles",), dragonheart.figure_shares),
        Plan("How often that player has won", ("roles",), dragonheart.figure_wins),
        _counts("figure_changes", "Changes of hand", "Changes of hand", "a game", "deck"),
        _counts("first_claim", "First claim", "Turn of the first claim", "both players' turns", "deck"),
    ),
}
OF_DRAGONWOOD: dict[str, tuple[Plan, ...]] = {
    "extra_turns": (Plan("With one turn more, and without", ("extras",), dragonwood.extra_wins, wide=True),),
    "creatures": (
        Plan("Points for a card spent", ("creatures",), dragonwood.points_a_card),
        Plan("What a capture costs beside its points", ("prices",), dragonwood.off_line),
        Plan("Printed numbers beside points", ("numbers",), dragonwood.numbers, wide=True),
    ),
    "ways": (
        Plan("How often each way is used", ("ways",), dragonwood.way_shares),
        Plan("What a card spent that way brings", ("ways",), dragonwood.way_points),
        Plan("Share of attempts, from the opening to the end", ("phases",), dragonwood.phases, wide=True),
        Plan("How often an attempt succeeds", ("targets",), dragonwood.targets, wide=True),
    ),
    "enhancements": (
        Plan("How often each enhancement is captured", ("captors",), dragonwood.captured),
        Plan("How often its captor has won", ("captors",), dragonwood.captor_wins),
    ),
}
OF_DRAGON: dict[str, tuple[Plan, ...]] = {
    "winning": (
        Plan("What each deck wins", ("wins",), dragon.deck_wins),
        Plan("How each deck wins and loses", ("ways",), dragon.deck_ways),
    ),
    "facing": (
        Plan("How often the player of a turn has won", ("rivals",), dragon.facing_wins),
        Plan("The same among turns that are alike", ("alike",), dragon.facing_alike),
    ),
    "topping": (
        Plan("How many cards were played to top", ("lengths",), dragon.chain_lengths),
        Plan("How often what could be topped was", ("replies",), dragon.replies),
        _spread("longest_chain", "The longest chain of a game", "Cards played to top", "cards", "series6", wide=True),
        Plan("What tops what", ("grid",), dragon.what_tops, wide=True),
    ),
    "wounds": (
        Plan("Wounds by type of attack", ("types",), dragon.wounds),
        Plan("Wounds by deck", ("decks",), dragon.deck_wounds),
        Plan("How many cards are played", ("types",), dragon.played),
        Plan("How many of them are cancelled", ("types",), dragon.cancelled),
    ),
    "grounds": (
        Plan("Lair attack that comes into play against a deck", ("sieges",), dragon.besieged),
        Plan("Lair attack that the deck gets rid of", ("sieges",), dragon.relieved),
    ),
    "played": (
        Plan(f"The {dragon.CARDS} most used cards", ("cards",), dragon.card_uses),
        Plan("How often players who used them have won", ("cards",), dragon.card_winners),
    ),
}
# The picture made for the first screen, by question; one that is listed here is drawn there alone.
OPENINGS: dict[str, Plan] = {
    "first_player": Plan("Of 100 games", ("scores", "shares"), hundred.hundred, wide=True),
    "seats": OF_ANY["seats"][0],
    "comparison": OF_ANY["comparison"][0],
    "sweep": OF_ANY["sweep"][0],
    "value": Plan("Its worth, and what goes together with having it", ("meter",), openings.worth, wide=True),
    "choice": OF_ANY["choice"][0],
    "audit": OF_ANY["audit"][0],
    "what_if": Plan("What each way to go on changes", ("arms",), openings.differences, wide=True),
    "plays": Plan("What each card wins, where it can be played", ("pictures",), openings.differences, wide=True),
    "meta": Plan("Of 100 games, won against the others", ("overall",), openings.best_player, wide=True),
    "luck": Plan("Of 100 parts", ("parts",), openings.parts, wide=True),
    "skill": Plan("From the weakest to the best", ("curves",), openings.ladder, wide=True, about=SEAT_BY_SKILL),
    "mechanisms": Plan("What doing without it loses", ("mechanisms",), openings.differences, wide=True),
    "probe": Plan("What knowing a player's habits wins", ("probe",), openings.differences, wide=True),
    "decks": Plan("Of 100 games, won against the others", ("overall",), openings.best_deck, wide=True),
    "cards": Plan("What the deck loses without a card", ("cards",), openings.differences, wide=True),
    "improvement": Plan("What the new deck wins more", ("steps", "gain"), openings.improved, wide=True),
    "certificate": Plan("What is proved", ("scores",), openings.claim, wide=True),
    "seat_certificate": Plan("What is proved", ("seats",), openings.seat_claims, wide=True),
    "plan": Plan("How many games each question needs", ("needs",), openings.games, wide=True),
}
PLANS = OF_ANY | OF_DRAGONHEART | OF_DRAGONWOOD | OF_DRAGON


def plates(answer: Answer, *, opened: bool = False) -> tuple[Plate, ...]:
    """The charts of an answer; none for an empty table, and not again what `opened` the page in full."""
    first = OPENINGS.get(answer.key) if opened else None
    plans = [plan for plan in PLANS.get(answer.key, ()) if first is None or not _shown(plan, first, answer)]
    return tuple(_drawn(plan, answer) for plan in _drawable(plans, answer))


def _shown(plan: Plan, first: Plan, answer: Answer) -> bool:
    """Whether the first picture shows all that a chart would."""
    if (plan.tables, plan.about) != (first.tables, first.about) or plan is first or plan.about is not None:
        return plan is first or (plan.tables, plan.about) == (first.tables, first.about)
    sizes = [table.frame.height for table in answer.tables if table.key == plan.tables[0]]
    return max(sizes, default=0) <= openings.MOST_ROWS


def opening_plate(answer: Answer) -> Plate | None:
    """The picture made for the first screen of a page about a question; None where there is none."""
    plans = _drawable([plan] if (plan := OPENINGS.get(answer.key)) else [], answer)
    return _drawn(plans[0], answer) if plans else None


def _drawn(plan: Plan, answer: Answer) -> Plate:
    return plate(plan, *(answer.table(key) for key in plan.tables))


def _drawable(plans: Sequence[Plan], answer: Answer) -> list[Plan]:
    """The plans whose tables are all there, the first of them with rows that the plan is about."""
    tables = {table.key: table for table in answer.tables}
    return [plan for plan in plans if all(key in tables for key in plan.tables) and _told(plan, tables[plan.tables[0]])]


def _told(plan: Plan, table: Table) -> bool:
    """Whether a table has a row that a plan is about."""
    if plan.about is None:
        return not table.frame.is_empty()
    column, word = plan.about
    return word in table.frame[column]


def charts(answer: Answer) -> tuple[Chart, ...]:
    """The charts of an answer as Altair draws them, to be shown in a notebook."""
    plans = _drawable(PLANS.get(answer.key, ()), answer)
    return tuple(plan.draw(*(answer.table(key) for key in plan.tables)) for plan in plans)


def plate(plan: Plan, *tables: Table) -> Plate:
    """One chart, drawn."""
    with debug_mode(False):  # the tests hold every plan against Vega-Lite's schema; that takes most of a report's time
        spec = plan.draw(*tables).to_dict(validate=False)
    for key in ("$schema", "config"):  # the page knows both
        spec.pop(key, None)
    titles = " and ".join(f"“{table.title}”" for table in tables)
    words = f"{spec['description']} Its numbers are in the table {titles} below."
    return Plate(plan.caption + _cut(tables[0]), words, spec, plan.wide)


def _cut(table: Table) -> str:
    """What a caption says of a run with more matchups than a chart offers."""
    matchups = table.frame[MATCHUP].n_unique() if MATCHUP in table.frame.columns else 0
    return f" (the first {OFFERED} of {matchups} rows; the numbers below have all)" if matchups > OFFERED else ""
