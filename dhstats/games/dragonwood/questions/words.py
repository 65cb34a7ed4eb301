"""Dragonwood's words in the questions that every game has."""

from dhstats.questions.shared.metrics import a_game, share_of_games
from dhstats.questions.shared.vocabulary import Tally, Vocabulary

WORDS = Vocabulary(
    ends={
        "dragons": "the capture of the last dragon",
        "decks": "the last adventurer deck",
        "last_card": "the last Dragonwood card",
        "turn_limit": "the limit of decisions",
    },
    late="the bonus for most creatures",
    points_include="Points include the bonus for most creatures.",
    scores_include="Scores include the bonus for most creatures.",
    tie="dragon",
    tie_breaker="the card that wins ties",
    tie_winner="whoever captured the card that wins ties",
    lot="hand and dice",
    steps="decisions",
    ending="After the last deck everybody has one more turn; a game that ends by dragons is over at once.",
    turns_tell=(
        "comebacks, margins by kind of game, the race, sources of points, creatures, ways to capture and enhancements"
    ),
    designs={
        "seat": (
            "Every deal is played as often as there are players: every player keeps the same hand and dice,"
            " and moves one seat on from game to game."
        ),
        "strength": (
            "Every deal is played as often as there are players: hands and dice stay with the seats, and the strategies"
            " move one seat on from game to game."
        ),
        "quartet": "Every deal is played with every player at every seat, and there with every hand and its dice.",
        "single": "Every deal is played once.",
        "league": (
            "Every deal is played by all pairs: each player goes first, with either hand and dice; a player"
            " against itself swaps who goes first."
        ),
        "crossed": (
            "Every deal is played by all ordered pairs with hands and dice in place, twice, with different"
            " random choices."
        ),
    },
    cause="capturing many enhancements or the last dragon",
    cards=(
        "The printed cards. The rulebook lists none; their numbers and points come from other sources,"
        " named above with their confidence."
    ),
    endings=(
        share_of_games("dragons", "games that end by dragons"),
        share_of_games("decks", "games that end by the decks"),
    ),
    measures=(
        share_of_games("unequal_turns", "games in which some player has more turns"),
        a_game("creatures", "creatures captured"),
        a_game("enhancements", "enhancements captured"),
        a_game("decisions", "decisions of all players"),
    ),
    weak={"random": "plays any legal move", "greedy": "never takes an enhancement"},
    tally=Tally(far=14, margin=0.25),
)
