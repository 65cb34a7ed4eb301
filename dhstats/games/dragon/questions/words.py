"""Dragon!'s words in the questions that every game has."""

from collections.abc import Mapping
from typing import Any

from dhstats.games.dragon.table import SEATS
from dhstats.questions.shared.metrics import a_game, share_of_games
from dhstats.questions.shared.vocabulary import Tally, Vocabulary


def decks(rules: Mapping[str, Any]) -> tuple[str, ...]:
    """The deck of every place, where they are not all the same."""
    names = tuple(str(rules["decks"][seat]) for seat in SEATS[: rules["players"]])
    return names if len(set(names)) > 1 else ()


WORDS = Vocabulary(
    ends={
        "kill": "a dragon's death",
        "banish": "a banishment",
        "exhaust": "an empty deck",
        "turn_limit": "the limit of decisions",
    },
    late="a banishment or an empty deck",
    points_include="Points are the health that a dragon has left.",
    scores_include="A dragon that is killed has no health left; a player who wins by banishing or exhausting may"
    " have less than the rival.",
    tie="",
    tie_breaker="",
    tie_winner="",
    lot="deck",
    steps="decisions",
    ending="A game ends at once, even in the middle of a chain; a player who must draw and cannot ends it and loses.",
    turns_tell="comebacks, margins by kind of game, the fight, facings, topping, wounds, ground cards and cards",
    designs={
        "seat": (
            "Every deal is played as often as there are players: every player keeps the same deck in the same"
            " order, and moves one seat on from game to game."
        ),
        "strength": (
            "Every deal is played as often as there are players: the decks stay with the seats, and the strategies move"
            " one seat on from game to game."
        ),
        "quartet": "Every deal is played with every player at every seat, and there with every deck.",
        "single": "Every deal is played once.",
        "league": (
            "Every deal is played by all pairs: each player goes first, with either deck; a player against"
            " itself swaps who goes first."
        ),
        "crossed": "Every deal is played by all ordered pairs with the decks in place, twice, with different random"
        " choices.",
    },
    cause="standing behind the rival's tail or playing a certain card",
    cards="The publisher's cards. The rulebook prints no card list: these are the cards of the pack named above.",
    endings=(
        share_of_games("kill", "games that end by a dragon's death"),
        share_of_games("banish", "games that end by a banishment"),
        share_of_games("exhaust", "games that end by an empty deck"),
    ),
    measures=(
        a_game("decisions", "decisions of all players"),
        a_game("chains", "cards that were topped"),
        a_game("longest_chain", "cards played to top in the longest chain"),
        a_game("tops", "cards played to top"),
        a_game("cancelled", "cards that were cancelled"),
    ),
    tally=Tally(
        asked="How much health is left?",
        race="How does the fight run?",
        scores="has {} health left",
        has="health left",
        mean="Mean health left",
        means="mean health",
        led="health",
        leads="leads in health",
        larger="more health left",
        after="Health left after every turn",
        without="Health rises when a dragon is healed or grows.",
        counted="Each bar is the health that a dragon has left at the end",
        far=12,
        margin=0.25,
    ),
    unequal=decks,
    weak={"random": "plays any legal move", "greedy": "sees only the wounds of this turn"},
)
