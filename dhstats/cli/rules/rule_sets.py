"""`dhstats rules`: look at rule files, check them, compare them."""

from dataclasses import dataclass, replace
from typing import Annotated, Any

import typer

from dhstats.cli.answers.games import kept_of, warn
from dhstats.cli.options import completion
from dhstats.cli.options.parameters import JsonResult, game_option, option
from dhstats.cli.options.setup import Setup
from dhstats.cli.terminal.console import Console, show_rows, write_json
from dhstats.games.folder import USUAL


def group() -> None:
    """List, show, check and compare rule sets."""


Source = Annotated[
    str, typer.Argument(help="A shipped rule set or a rule file.", metavar="RULES", autocompletion=completion.rules)
]
Game = Annotated[str, game_option()]


@dataclass(frozen=True)
class Changed(Setup):
    """A rule set that an argument names, with what is changed of it."""

    settings: list[str] | None = option(None, "Change a rule: KEY=VALUE.", "--set")


Changes = Annotated[Changed, "settings game decks pack"]


def list_rules(
    keys: bool = option(False, "List all keys of a rule file instead.", "--keys"),
    game: Game = USUAL,
    json_target: JsonResult = None,
) -> None:
    """List the shipped rule sets, or all keys that a rule file can set.

    Example: dhstats rules list --keys
    """
    from dhstats.games import catalogue

    rules = catalogue.rules(game)
    if keys:
        rows = [[key.name, key.kind.allowed, key.meaning] for key in rules.every_key()]
        show_rows(["key", "allowed", "meaning"], rows, json_target)
    else:
        sets = [rules.load(name) for name in rules.shipped()]
        rows = [[s.name, s.effective["source"]["title"], s.effective["source"]["edition"], s.hash[:12]] for s in sets]
        show_rows(["name", "title", "edition", "hash"], rows, json_target)


def show(source: Source, *, changes: Changes, json_target: JsonResult = None) -> None:
    """Show the effective rules, with every key, as TOML that can be saved and played.

    Example: dhstats rules show kosmos --set hand.size=6

    Another game: dhstats rules show three --game dragonwood

    One card changed: dhstats rules show standard --game dragon --set pack.actions.claw_attack.wounds=3
    """
    rules: Any = replace(changes, rules=source).load()[1]
    if json_target:
        write_json(json_target, {"name": rules.name, "hash": rules.hash, "rules": rules.effective})
    else:
        warn(changes.game, rules, source, changes.changes)
        Console().say(*rules.to_toml().rstrip().split("\n"))


def check(source: Source, *, changes: Changes, json_target: JsonResult = None) -> None:
    """Check a rule file: print its hash, its changes and likely mistakes; exit with code 2 if it is not valid.

    Example: dhstats rules check tweak.toml

    A card pack and decks: dhstats rules check standard --game dragon --pack mine.toml --decks claws,fog
    """
    from dhstats.games import catalogue
    from dhstats.games.cautions import Caution, cautions

    rules: Any = replace(changes, rules=source).load()[1]
    kept = tuple(map(Caution, kept_of(rules, source, changes.changes)))
    notes = (*kept, *cautions(changes.game, rules))
    if json_target:
        warnings = {"warnings": [each.says for each in notes], "meant": [list(each.meant) for each in notes]}
        write_json(json_target, {"name": rules.name, "hash": rules.hash, "changed": rules.changed, **warnings})
    console = Console(json_target)
    console.say(f"{rules.name}: valid, hash {rules.hash[:12]}")
    console.say(*(f"changed from {rules.base}: {key}" for key in rules.changed))
    console.say(*(f"warning: {each.text()}" for each in notes))
    console.say(*catalogue.labels(changes.game, rules.effective))


def diff(
    left: Annotated[str, typer.Argument(help="A shipped rule set or a rule file.")],
    right: Annotated[str, typer.Argument(help="Another one.")],
    settings: list[str] | None = option(None, "Change a rule of the second: KEY=VALUE.", "--set"),
    game: Game = USUAL,
    json_target: JsonResult = None,
) -> None:
    """Show the keys whose values differ between two rule sets.

    Example: dhstats rules diff ffg kosmos
    """
    from dhstats.games import catalogue

    one, other = Setup(game, left).load()[1], Setup(game, right, settings).load()[1]
    differences = catalogue.rules(game).diff(one, other)
    if json_target:
        write_json(json_target, [{"key": d.key, "left": d.left, "right": d.right} for d in differences])
        return
    console = Console()
    if differences:
        console.table(["key", left, right], [[d.key, str(d.left), str(d.right)] for d in differences])
    else:
        console.say("no difference")


COMMANDS = {"list": list_rules, "show": show, "check": check, "diff": diff}
