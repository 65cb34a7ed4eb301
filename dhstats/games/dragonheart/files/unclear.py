"""Where the rulebooks of Dragonheart can be read in several ways, or say different things: what an audit tries out."""

from dhstats.games.bundle import Unclear

UNCLEAR = (
    Unclear(
        "claim",
        "Space Effects, sorceress (English); cards in detail, princess (Polish, of the Kosmos edition)",
        "Does choosing the space of the petrified dragons bring the figure when no card lies there?",
        (
            ("no, a card must be taken", ("great_dragon.claim=needs_card",)),
            ("yes, the choice is enough", ("great_dragon.claim=any",)),
        ),
    ),
    Unclear(
        "theft",
        "Space Effects, sorceress",
        "How many cards does the figure's former keeper give back when they hold no more than a normal hand?",
        (("none", ("great_dragon.theft=down_to_hand_size",)), ("one all the same", ("great_dragon.theft=always_one",))),
    ),
    Unclear(
        "deck end",
        "End of the Game (English and Polish texts differ; an online version plays a third way)",
        "Which turn of a player whose deck runs out calls the end?",
        (
            ("the turn in which they need a card and can draw none", ("end.deck_end=cannot_draw",)),
            ("their next turn after drawing the last card", ("end.deck_end=after_last_card",)),
            ("the turn that draws the last card", ("end.deck_end=last_card_drawn",)),
        ),
    ),
    Unclear(
        "ties",
        "End of the Game",
        "Who wins when both have as many points?",
        (
            ("the keeper of the figure", ("great_dragon.breaks_ties=true",)),
            ("nobody, as where the figure was never claimed", ("great_dragon.breaks_ties=false",)),
        ),
    ),
    Unclear(
        "last turn",
        "End of the Game (the texts agree that there is one; tables forget it)",
        "Has the opponent one more turn after the end is called?",
        (("yes", ("end.last_turn=true",)), ("no", ("end.last_turn=false",))),
    ),
    Unclear(
        "deck",
        "Setup (no rulebook lists the cards; two reconstructions differ in dwarfs and huntresses)",
        "Which cards are in a deck?",
        (("those of profile bga", ("deck=bga",)), ("those of profile skula", ("deck=skula",))),
    ),
    Unclear(
        "edition",
        "the English and the Polish text as wholes",
        "Which edition is played?",
        (
            ("the English one", ("great_dragon.claim=needs_card", "end.deck_end=cannot_draw")),
            ("the Kosmos edition, read literally", ("great_dragon.claim=any", "end.deck_end=after_last_card")),
        ),
    ),
)
