"""Where the rulebook of Dragonwood can be read in several ways: what an audit tries out."""

from dhstats.games.bundle import Unclear

SPELLS = ("spell.allowed=true",)

UNCLEAR = (
    Unclear(
        "deck out",
        "Reloading; Ending the Game",
        "When has an adventurer deck been played through?",
        (
            ("when its last card is drawn", ("end.runs_out=at_once",)),
            ("when a card is needed and none is there", ("end.runs_out=when_needed",)),
        ),
    ),
    Unclear(
        "last round",
        "Ending the Game (every player gets one more turn)",
        "Does everybody have one more turn after the last deck?",
        (
            ("yes, the player who drew its last card as well", ("end.last_round=true",)),
            ("no", ("end.last_round=false",)),
        ),
    ),
    Unclear(
        "failed spell",
        "Variants, Dragon Spell",
        "What does a dragon spell cost that fails?",
        (
            ("a wound, as every attempt", ("spell.spends=false",)),
            ("its cards and a wound, as they are discarded to earn the dice", ("spell.spends=true",)),
        ),
        SPELLS,
    ),
    Unclear(
        "helped spell",
        "Variants, Dragon Spell (2 dice, 6 or higher); Enhancements",
        "Do enhancements help with a dragon spell?",
        (
            ("yes, those that help with any attack", ("spell.enhanced=true",)),
            ("no, two bare dice", ("spell.enhanced=false",)),
        ),
        SPELLS,
    ),
    Unclear(
        "events met at set-up",
        "Setup (shuffle them back into the deck and deal new cards)",
        "What is shuffled when the first landscape shows an event?",
        (
            ("the event alone goes back, the dragons stay low", ("setup.events=put_back",)),
            ("the whole deck, dragons may rise", ("setup.events=reshuffled",)),
        ),
    ),
    Unclear(
        "ogre",
        "Capturing Cards, the worked example (a 5-point card with 12, 8 and 14); the rulebook prints no card list",
        "What does it take to stomp the Angry Ogre?",
        (
            ("9, as three independent implementations list it", ("creatures.angry_ogre.stomp=9",)),
            ("8, if the 5-point card of the worked example is the ogre", ("creatures.angry_ogre.stomp=8",)),
        ),
    ),
    Unclear(
        "dragons",
        "Setup",
        "Where in the Dragonwood deck are the dragons?",
        (
            ("in the lower half of what is left", ("setup.dragons=lower_half",)),
            ("anywhere", ("setup.dragons=anywhere",)),
        ),
    ),
    Unclear(
        "ties",
        "Ending the Game",
        "Who wins when several have most points?",
        (("whoever captured the Orange Dragon", ("score.ties=orange_dragon",)), ("they share", ("score.ties=nobody",))),
    ),
)
