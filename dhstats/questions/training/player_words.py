"""A trained player in words: how they learnt, and how strong they are."""

from dhstats.players.recipes import DRAWN
from dhstats.players.trained import Trained
from dhstats.questions.shared import words
from dhstats.stats.intervals.intervals import normal_critical

Rows = tuple[list[str], list[list[str]]]


def learning(player: Trained) -> tuple[str, str]:
    """For which rules the player learnt, under what limits, from how many games."""
    recipe = player.recipe
    limits = f", may not: {player.restriction}" if player.restriction else ""
    rival = f" against {player.against}" if player.against else " of self-play"
    options = f"the {recipe.tried} best options" if recipe.tried else "options"
    compared = f", {options} compared at {100 * recipe.compared:g} % of decisions" if recipe.compared else ""
    keys = recipe.space_keys()
    space = f", each game with random levels of {', '.join(keys)}" if keys else ""
    places = ", each with the decks at random seats" if recipe.places == DRAWN else ""
    often = [name.replace(",", "–") for name in recipe.lots_by_decks()]
    lots = f", the decks {words.listed(often)} more often than others" if often else ""
    seeds, each = f"seed {recipe.seed}", ""
    if recipe.networks > 1:
        seeds, each = f"seeds {recipe.seed} and {recipe.seed + 1}", " for each of two networks"
    origin = f", starting from another player's network ({recipe.origin[:12]})" if recipe.origin else ""
    return (
        f"trained for {player.game} under {player.rules_name} ({player.rules_hash[:12]}){limits}{space}{origin}",
        f"{recipe.games:,} games{rival}{places}{lots}{each}, {seeds}, lambda {recipe.memory:g},"
        f" exploration {recipe.exploration:g}{compared}",
    )


def curve(player: Trained, *, alone: bool = False) -> Rows:
    """How the player became better while they learnt, as head and rows; alone nobody is beaten."""
    opponent = player.curve[-1].rival if player.curve else "–"
    rows = [[f"{each.games:,}", f"{each.error:.5f}", f"{100 * each.score:.1f} %"] for each in player.curve]
    head = ["games", "squared error", f"score against {opponent}"]
    return (head[:2], [row[:2] for row in rows]) if alone else (head, rows)


def remarks(player: Trained) -> list[str]:
    """Which network was kept, and whether more learning is advised."""
    which = "the best of these" if player.recipe.keep == "best" else "the last of these that is not far behind the best"
    kept = f"Kept: the network after {player.kept:,} games, {which} on the deals of the curve."
    fell = "The player became weaker after that: train with another --seed, or more --games, and compare the strengths."
    both = "The curve is of the first network, the scores below are of both together."
    return [kept] * bool(player.kept) + [fell] * player.fell_back + [both] * bool(player.other_network)


def card(player: Trained, *, alone: bool = False) -> Rows:
    """What the player scores against others, with intervals, as head and rows; alone how many points more."""
    if alone:
        return ["beside", "points more"], [[one.opponent, words.number(one.lead, 2, sign=True)] for one in player.card]
    z = normal_critical(0.95)
    rows = [
        [
            line.opponent,
            f"{100 * line.score:.1f} %",
            f"{100 * (line.score - z * line.error):.1f} to {100 * (line.score + z * line.error):.1f} %",
            words.number(line.lead, 1, sign=True),
        ]
        for line in player.card
    ]
    return ["opponent", "score", "95 % interval", "points ahead"], rows


def method(player: Trained, *, alone: bool = False) -> str:
    """On what the scores and their intervals rest."""
    deals = player.card[0].blocks if player.card else 0
    if alone:
        return f"Means over {deals:,} deals that both play."
    laid = ", with every deck at every seat" if player.recipe.places == DRAWN else ""
    return f"Scores over every seat of {deals:,} deals{laid}; intervals: normal, over deals."
