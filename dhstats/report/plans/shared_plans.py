"""The charts of every question by its key: of those that all games have, of a game's own, and what opens a page."""

from functools import cache, partial

from dhstats.games.catalogue import NAMES
from dhstats.questions.shared.answer import WANTED
from dhstats.report.charts import comebacks, league, people, results, turns
from dhstats.report.drawing import captions
from dhstats.report.drawing.drawing import MATCHUP
from dhstats.report.drawing.plots import ENDS
from dhstats.report.drawing.shapes import Axis
from dhstats.report.first_screens import atlases, goals, hundred, levels, openings, parts, redesigns
from dhstats.report.plans import alone
from dhstats.report.plans.plans import Own, Plan, by_skill, counts, most, own, several, spread

BEHIND_PLAYER = partial(league.behind, column="strategy")
SEATS_WIN = most(
    "seat", "share", "the {what} seat wins {value} of the games", partial(captions.percent, digits=1), ENDS
)
IN_POINTS = partial(results.differences, form="+.2f")

STRONGEST = ("levels_1", "levels_2", "levels_3", "levels_4", "levels_5", "levels_6")  # tables of an atlas


def beside_base(quantity: str, caption: str, title: str, form: str) -> Plan:
    """How often each value of a quantity occurs under the base rules and under a tweak."""
    draw = partial(comebacks.beside_base, quantity=quantity, title=title, form=form)
    return Plan(caption, ("spreads",), draw, about=("quantity", quantity))


OF_ANY: dict[str, tuple[Plan, ...]] = {
    **alone.PLANS,
    "first_player": (
        Plan("The first player's score", ("scores",), results.first_player_score),
        Plan("The first player's lead at the end", ("margins",), results.first_player_margin),
    ),
    "seats": (
        Plan("Each seat's share of the wins", ("seats",), results.seat_shares, wide=True, says=SEATS_WIN),
        Plan(
            "The seats' shares of the wins, side by side",
            ("seats",),
            results.seat_strip,
            wide=True,
            about=("seat", "third"),
        ),
    ),
    "field": (Plan("What a seat of each strategy wins", ("shares",), results.field_shares, wide=True),),
    "matchups": (Plan("Score over both seats", ("scores",), results.strength, wide=True),),
    "meta": (
        Plan("Score of the first player", ("first",), league.first_scores, wide=True),
        Plan("How far the others are behind the best, on the same deals", ("overall",), BEHIND_PLAYER, wide=True),
        Plan("Ratings", ("ratings",), league.rating_scale),
        Plan("How often a player who cannot be exploited chooses each", ("mixtures",), league.mixtures),
        Plan("Who beats whom", ("first", "ratings"), league.graph, wide=True),
    ),
    "decks": (
        Plan("Who beats whom", ("matrix",), league.decks, wide=True),
        Plan("How far the others are behind the best, on the same deals", ("overall",), league.behind),
        Plan("How often a player who cannot be exploited brings each", ("mixtures",), league.mixtures),
    ),
    "cards": (Plan("What the deck loses without a card", ("cards",), results.differences, wide=True),),
    "mechanisms": (Plan("What doing without it costs", ("mechanisms",), results.differences, wide=True),),
    "probe": (Plan("What a counter-player gains", ("probe",), results.differences, wide=True),),
    "strength": (Plan("What others win against the player", ("scale",), league.reached, wide=True),),
    "people": (Plan("What they miss, by what the expert chooses", ("blunders",), people.missed),),
    "value": (
        Plan("Association and effect", ("meter",), results.differences, wide=True),
        Plan("Where its worth comes from", ("anatomy",), results.differences, wide=True),
        Plan("From random play to the expert", ("skill",), turns.worth_by_skill, wide=True),
        Plan("Among other players", ("players",), results.differences, wide=True),
        Plan("Under rules without one of its parts", ("ablations",), results.differences, wide=True),
        Plan("By turn of the fork", ("turns",), results.differences),
        Plan("By lead of the player to move", ("leads",), results.differences),
        Plan("At every moment", ("effects",), results.differences, wide=True),
    ),
    "items": (
        Plan("Having it instead of the opponent", ("items",), results.differences, wide=True),
        Plan("Effect and association", ("beside",), results.differences, wide=True),
        Plan("The same in points", ("points",), IN_POINTS, wide=True),
    ),
    "plays": (
        Plan("What kinds of plays are worth", ("plays",), results.differences, wide=True),
        Plan("What a card is worth in the opening hand", ("cards",), IN_POINTS, wide=True),
    ),
    "what_if": (Plan("Every way to play on", ("arms",), results.differences, wide=True),),
    "audit": (Plan("What each reading changes", ("scores",), results.changes, wide=True),),
    "goals": (Plan("Every goal", ("goals",), goals.goals, wide=True),),
    "goals_of_changes": (Plan("Every goal under every rule set", ("goals_of_changes",), goals.grid, wide=True),),
    "redesign": (
        Plan("Every goal before and after", ("redesigned_goals",), redesigns.before_after, wide=True),
        Plan("How far each change misses each goal", ("distances",), redesigns.distances, wide=True),
        Plan("One level away from the answer", ("neighbours",), redesigns.around, wide=True),
    ),
    "atlas": (
        Plan("The map of games", ("map",), atlases.game_map, wide=True, says=atlases.map_said),
        *(
            Plan("What the levels of a key bring", (key,), atlases.at_levels, says=atlases.levels_said)
            for key in STRONGEST
        ),
        Plan("What decides what", ("shares",), atlases.shares, wide=True),
    ),
    "choice": (Plan("Every rule set", ("scores",), results.first_player_score, wide=True, beside=("changed",)),),
    "sweep": (Plan("What each level brings", ("curve", "roots"), results.response, wide=True),),
    "certificate": (Plan("The claim, and what the deals say", ("scores",), results.first_player_score, wide=True),),
    "seat_certificate": (Plan("The claim, and what the deals say", ("seats",), results.seat_shares, wide=True),),
    "comparison": (
        Plan("What each tweak changes", ("scores",), results.changes, wide=True, beside=("changed",)),
        beside_base("margin", "How far the first player is ahead at the end, base and tweak", "Points ahead", "+d"),
        beside_base("points", "What the player scores, base and tweak", "Points", "d"),
        beside_base("turns", "How long games are, base and tweak", "Turns of all players", "d"),
    ),
    "luck": (Plan("Sources of the variance of the final lead", ("parts",), league.budget, wide=True),),
    "outcomes": (
        Plan("Results of the first player", ("shares",), results.outcomes, wide=True, worth=several(MATCHUP)),
    ),
    "scores": (
        spread(
            "score_first",
            "Score of the first player",
            "First player's score",
            "points",
            "first",
            "Nine in ten first players score {low} to {high}",
        ),
        spread(
            "score_second",
            "Score of the second player",
            "Second player's score",
            "points",
            "second",
            "Nine in ten second players score {low} to {high}",
        ),
        spread(
            "margin",
            "Margin at the end",
            "First player ahead by",
            "points",
            "amount",
            "In nine games in ten the first player ends from {low} to {high}",
            wide=True,
        ),
        Plan("How far apart games end", ("histogram", "closeness"), comebacks.gaps, True, says=captions.closeness),
        Plan(
            "Final scores by seat",
            ("by_seat", "means", "quantiles"),
            comebacks.scores_by_seat,
            True,
            says=captions.scores_by_seat,
        ),
        Plan(
            "How far the best score is above the second best",
            ("gap", "closeness"),
            partial(comebacks.gaps, title=comebacks.APART),
            True,
            says=captions.closeness,
        ),
        Plan(
            "How far the best score is above the second best, by how the game ended",
            ("gap_by_end", "close_by_end"),
            partial(comebacks.kinds_of_games, title=comebacks.APART, form="d"),
            True,
            says=captions.close_by_end,
            worth=several("part"),
        ),
    ),
    "length": (
        Plan(
            "Length of a game, by how it ended",
            ("histogram",),
            results.lengths,
            wide=True,
            says=captions.length,
            beside=(WANTED,),
            by_game=True,
        ),
    ),
    "endings": (
        alone.WAYS,
        Plan("Who causes the end, and how", ("endings",), results.ending_shares, by_game=True),
        Plan("How often that player has won", ("endings",), results.ending_wins, by_game=True),
    ),
    "lead": (
        Plan("Games settled, by part of the game", ("settled",), turns.settled, says=captions.half_settled),
        counts(
            "lead_changes",
            "Changes of the lead",
            "Changes of the lead",
            "a game",
            "Half of the games have at most {value} change{s} of the lead",
        ),
    ),
    "race": (
        Plan("Both players, after equally many turns", ("points",), turns.race),
        Plan("The first player's lead, after equally many turns", ("margins",), turns.race_margin, says=captions.ahead),
    ),
    "comebacks": (
        Plan(
            "How many of 100 games the player ahead wins, by turn and lead; small: in how many of 100 it comes to that",
            ("map",),
            comebacks.chance_map,
            wide=True,
            says=captions.comeback,
        ),
    ),
    "margins": (
        Plan(
            "Final margins by kind of game, drawn over each other",
            ("margins", "kinds"),
            partial(comebacks.kinds_of_games, title="First player ahead by (points)", form="+d"),
            wide=True,
            says=captions.humps,
        ),
    ),
    "sources": (
        Plan(
            "Points per player and game, by source",
            ("sources",),
            results.bars(
                "source",
                Axis("points", "Points per player and game", ".2f"),
                "Bars: the points that a player has of each source at the end, with intervals.",
            ),
            says=most("source", "points", "Most points come from: {what} ({value})", captions.points),
        ),
        Plan(
            "How often the player with more points from a source wins; an association, not what they are worth",
            ("sources",),
            results.source_wins,
            says=most("source", "win_rate", "Goes together with winning most: {what} ({value})"),
        ),
    ),
}
MOST, CHANGED, ALL = openings.MOST_ROWS, ("changed",), ("overall",)
BEST_DECK = partial(openings.standing, column="deck", title="Games won of 100, against the other decks")
BEST_PLAYER = partial(openings.standing, column="strategy", title="Games won of 100, against the others")
SEAT_BY_SKILL = ("quantity", "seat")
# The picture made for the first screen, by question; one that is listed here is drawn there alone.
OPENINGS: dict[str, Plan] = {
    **alone.OPENINGS,
    "first_player": Plan("Of 100 games", ("scores", "shares"), hundred.hundred, wide=True),
    "seats": Plan("What each seat wins", ("seats",), openings.seats, wide=True, says=SEATS_WIN),
    "comparison": Plan(
        "What each tweak changes",
        ("scores",),
        openings.tweaks,
        True,
        most=MOST,
        beside=(*CHANGED, "differences"),
        says=openings.before_and_after,
    ),
    "sweep": Plan("What each level brings", ("curve", "roots"), levels.levels, True, beside=CHANGED),
    "value": Plan("Games won by having it", ("meter",), openings.worth, wide=True, picked=True),
    "items": Plan("Having it instead of the opponent", ("items",), openings.differences, wide=True, most=MOST),
    "goals": Plan(
        "Every goal, those that are missed on top", ("goals",), goals.first_goals, wide=True, most=goals.MOST_ROWS
    ),
    "redesign": Plan(
        "Every goal before and after", ("redesigned_goals",), redesigns.first_before_after, wide=True, picked=True
    ),
    "atlas": Plan("What decides what", ("shares",), atlases.first_shares, wide=True, picked=True),
    "choice": Plan(
        "Every rule set, the nearest to even on top", ("scores",), openings.rule_sets, True, most=MOST, beside=CHANGED
    ),
    "audit": Plan("What each reading changes", ("scores",), openings.tweaks, wide=True, most=MOST),
    "what_if": Plan("What each way to play on changes", ("arms",), openings.differences, wide=True, most=MOST),
    "plays": Plan("What each card wins, where it can be played", ("pictures",), openings.differences, True, most=MOST),
    "meta": Plan("Of 100 games, won against the others", ALL, BEST_PLAYER, True, most=MOST, picked=True),
    "luck": Plan(
        "What decides the lead at the end, in 100 parts", ("parts",), parts.parts, wide=True, says=parts.split
    ),
    "skill": Plan("From the weakest to the best", ("curves",), openings.ladder, wide=True, about=SEAT_BY_SKILL),
    "mechanisms": Plan("Games lost without it", ("mechanisms",), openings.differences, wide=True, most=MOST),
    "probe": Plan("Games won by knowing a player's habits", ("probe",), openings.differences, wide=True, most=MOST),
    "strength": Plan(
        "Of 100 games, won against the player", ("scale",), openings.strength, True, most=MOST, picked=True
    ),
    "playtest": Plan(
        "The first player's wins, and what twenty games can show", ("begins",), openings.playtest, wide=True
    ),
    "people": Plan("Their rungs on the skill ladder", ("standing",), people.ladder, wide=True, most=MOST),
    "decks": Plan("Of 100 games, won against the others", ALL, BEST_DECK, True, most=MOST, picked=True),
    "cards": Plan("What the deck loses without a card", ("cards",), openings.differences, wide=True, most=MOST),
    "improvement": Plan("Additional wins of the new deck", ("steps", "gain"), openings.improved, wide=True, most=MOST),
    "certificate": Plan("What is proved", ("scores",), openings.claim, wide=True),
    "seat_certificate": Plan(
        "What is proved", ("seats",), partial(openings.claim, column="seat", measure="share"), wide=True
    ),
    "plan": Plan(
        "How many games each question needs",
        ("needs",),
        openings.games,
        wide=True,
        worth=openings.some_games,
        most=MOST,
    ),
}
# Where the tables of the first are not there: an item for which there is no misleading comparison.
OTHER_OPENINGS: dict[str, Plan] = {
    "value": Plan("Games won by having it", ("effects",), openings.sides, wide=True, picked=True)
}


@cache
def every_plan() -> dict[str, tuple[Plan, ...]]:
    """The charts of every question by its key: of those that all games have, and of each game's own."""
    games = [own(game) for game in NAMES]
    return OF_ANY | {"skill": _by_skill(games)} | {key: plans for each in games for key, plans in each.plans.items()}


def plans_of(key: str, game: str = "") -> tuple[Plan, ...]:
    """The charts of a question by its key; those of a game that does not come along, a package, are its own."""
    theirs = own(game).plans if game and game not in NAMES else {}
    return theirs.get(key, every_plan().get(key, ()))


def _by_skill(games: list[Own]) -> tuple[Plan, ...]:
    return (
        by_skill("seat", "The first player's score, by skill", "Games won by the first player, of 100", ".1h"),
        by_skill("length", "Length of a game, by skill", "Turns of both players", ".1f"),
        *(plan for each in games for plan in each.by_skill),
        by_skill("lead_changes", "Changes of the lead, by skill", "Changes a game", ".2f"),
        by_skill("gap", "Points between the players at the end, by skill", "Points", ".1f"),
        *(plan for each in games for plan in each.others),
    )
