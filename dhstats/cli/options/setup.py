"""Options that mean the same for every command: the game, and what is usual in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli.options import completion

if TYPE_CHECKING:
    from dhstats.games.title import RuleSet, Title

GAME = "dragonheart"  # if nobody names one

GAME_WORDS = "The game: dragonheart, dragonwood or dragon."
Game = Annotated[str, typer.Option(help=GAME_WORDS, autocompletion=completion.games)]
OtherGame = Annotated[str | None, typer.Option(help=GAME_WORDS, autocompletion=completion.games)]  # than a file's
Rules = Annotated[
    str | None,
    typer.Option(
        help="A shipped rule set or a rule file (default: ffg; dragonwood: two; dragon: standard).",
        autocompletion=completion.rules,
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set", help="Change a rule: KEY=VALUE, as often as you like.", metavar="KEY=VALUE",
        autocompletion=completion.settings,
    ),
]  # fmt: skip
Players = Annotated[
    str | None,
    typer.Option(
        "--strategies",
        help="A: mirror, or A,B: a match (default: the game's best player that comes along).",
        autocompletion=completion.strategies,
    ),
]
Metric = Annotated[
    str,
    typer.Option(
        help="What is judged: score, margin, gap, turns, draws, lead_changes; in dragonheart ships, figure_changes; in"
        " dragonwood dragons, decks, unequal_turns, creatures, enhancements, decisions; in dragon kill, banish,"
        " exhaust, decisions, chains, longest_chain, tops, cancelled."
    ),
]
Decks = Annotated[
    str | None,
    typer.Option(
        "--decks",
        help="Where players bring decks (dragon): A,B, one for each player, or one for all, by name in the card pack.",
        metavar="A,B",
    ),
]
Pack = Annotated[
    str | None,
    typer.Option("--pack", help="Where cards are data (dragon): a shipped card pack or a TOML file.", metavar="FILE"),
]


def rules_of(game: str, rules: str | None) -> str:
    """The rule set that was named, or the usual one of the game; BadInput for an unknown game."""
    from dhstats.games import catalogue

    return catalogue.load(game).default_rules if rules is None else rules


def loaded(
    game: str, rules: str | None, settings: list[str] | None, decks: str | None = None, pack: str | None = None
) -> tuple[Title, RuleSet]:  # fmt: skip
    """A game with its rules as a command names them, decks and card pack included; BadInput for what is none."""
    from dhstats.games import catalogue

    title, given = catalogue.load(game), tuple(settings or ())
    named = title.default_rules if rules is None else rules
    return title, title.load_rules(named, (*given, *title.cards(named, given, decks, pack)))


def players_of(game: str, players: str | None) -> str:
    """The players who were named, or those who usually play the game; BadInput for an unknown game."""
    from dhstats.games import catalogue

    return ",".join(catalogue.load(game).default_strategies) if players is None else players


def everybody(game: str) -> tuple[str, ...]:
    """All scripts that come with a game, after the expert where there is one."""
    from dhstats.games import catalogue

    title = catalogue.load(game)
    return (*(("expert",) if title.game.learning else ()), *title.shipped_strategies())
