"""Dragonheart's words in the questions that every game has."""

from dhstats.questions.shared.metrics import a_game, share_of_games
from dhstats.questions.shared.vocabulary import Tally, Vocabulary

WORDS = Vocabulary(
    ends={"ships": "the last ship stack", "deck": "an empty deck", "turn_limit": "the limit of turns"},
    late="the figure's points",
    points_include="Points include those of the figure.",
    scores_include="Scores include the points of the figure.",
    tie="figure",
    tie_breaker="the figure",
    tie_winner="the figure's holder",
    lot="deck",
    steps="turns",
    ending="The player who does not end it usually has one more turn.",
    turns_tell="comebacks, margins by kind of game, the race, sources of points and the pictures",
    designs={
        "seat": "Every deal is played twice: both players keep their decks, and each goes first once.",
        "strength": "Every deal is played twice: the decks stay with the seats, and the strategies change places.",
        "quartet": "Every deal is played four times: each strategy goes first twice, once with each deck.",
        "single": "Every deal is played once.",
        "league": (
            "Every deal is played by all pairs: each player goes first with either deck; a player against"
            " itself swaps who goes first."
        ),
        "crossed": "Every deal is played by all ordered pairs with the decks in place, twice, with different random"
        " choices.",
    },
    cause="keeping the Great Dragon or playing many treasure chests",
    cards=(
        "The printed deck. The rulebooks list no cards; the deck is a reconstruction, named above with its confidence."
    ),
    endings=(share_of_games("ships", "games that end by ships"),),
    measures=(a_game("figure_changes", "changes of the figure's holder"),),
    weak={"random": "plays any legal move", "greedy": "sees only the points of this turn"},
    tally=Tally(margin=0.5),  # of leads that deviate by 22
)
