"""Where the rulebook of Dragonwood can be read in several ways: what an audit tries out."""

from __future__ import annotations

from dhstats.games.title import Unclear

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
            ("a wound, as every attempt", ("spell.allowed=true", "spell.spends=false")),
            ("its cards and a wound", ("spell.allowed=true", "spell.spends=true")),
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
        (
            ("whoever captured the Orange Dragon", ("score.ties=orange_dragon",)),
            ("they share", ("score.ties=nobody",)),
        ),
    ),
)  # fmt: skip
