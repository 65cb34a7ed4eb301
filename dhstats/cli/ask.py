"""`dhstats ask`: what a designer wants to know, in words; the facts that are missing; the command, shown and run."""

from __future__ import annotations

import hashlib
import json
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from dhstats import programs
from dhstats.cli.options.parameters import argument, as_typed, game_option, option, players_named
from dhstats.cli.terminal import defaults
from dhstats.cli.terminal.console import Console
from dhstats.errors import BadInput, check_range
from dhstats.games.folder import USUAL
from dhstats.quoting import quoted
from dhstats.release import VERSION


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a command needs: how it is asked for, its option here, and what is meant where nobody says it.

    A `usual` of None has to be stated; "" leaves it to the command. The usual folder is that of the project.
    """

    ask: str
    option: str
    usual: str | None = None


@dataclass(frozen=True, slots=True)
class Wish:
    """A question with the commands that answer it, in which facts stand in braces; "…" are the options of a study.

    Words that the question has from the cards of the manual, or from the topics of a study, are the same there.
    """

    question: str
    commands: tuple[str, ...]

    @property
    def facts(self) -> Mapping[str, Fact]:
        """What its commands need that a person says, in the order in which it is asked for."""
        return {name: fact for name, fact in FACTS.items() if f"{{{name}}}" in " ".join(self.commands)}


MOST_SEATS = 4  # of the numbers of players that are compared
FACTS: Mapping[str, Fact] = {
    "game": Fact("Which game? A name, or a game file", "--game", USUAL),
    "change": Fact("Which rule, and what instead? KEY=VALUE", "--change"),
    "levels": Fact("Which rule, and which values? KEY=1..4 or KEY=1,2,4", "--change"),
    "variants": Fact("Which variants? KEY=VALUE for each, with blanks between", "--change"),
    "margin": Fact("Which margin is no difference? Such as 0.5pp (empty: the usual one)", "--margin", ""),
    "goals": Fact("Which goals file? `dhstats goals new` writes one", "--file"),
    "player": Fact("Which player?", "--strategies", "greedy"),
    "folder": Fact("Which folder has the runs of all versions?", "--folder"),
}
GAMES = ("simulate … --game {game} --moves sample:50 --seed 1 --out {out}", "report {out}")
WISHES = (
    Wish("Does the player who begins win too often?", GAMES),
    Wish("How long is a game?", GAMES),
    Wish("With how many players is my game best?", ("study --game {game} --players {seats} --play --seed 1",)),
    Wish("What would this rule tweak change?", ("compare {rules} {change} --game {game} --margin {margin} --seed 1",)),
    Wish(
        "How many points for the second player make it even?",
        ("sweep {rules} {levels} --game {game} --margin {margin} --seed 1",),
    ),
    Wish("Which of these variants is the fairest?", ("choose {rules} {variants} --game {game} --seed 1",)),
    Wish("Which rule fixes it?", ("design {goals} --seed 1",)),
    Wish("Is the game what I want it to be?", ("goals check {goals} --seed 1",)),
    Wish("What are things worth?", ("value … --game {game} --seed 1",)),
    Wish("How much is luck?", ("luck … --game {game} --seed 1",)),
    Wish("Can somebody learn to beat this player?", ("probe {player} --game {game} --seed 1",)),
    Wish("What changed since the last version?", ("history {folder}",)),
)


def command(
    context: typer.Context,
    number: int | None = argument(None, "The number of a question (default: it is asked).", "[NUMBER]"),
    game: str | None = option(None, game_option()),
    change: list[str] | None = option(None, "A rule to change or to vary: KEY=VALUE; repeatable.", metavar="KEY=VALUE"),
    margin: str | None = option(None, "The margin that counts as no difference, such as 0.5pp."),
    file: str | None = option(None, "A goals file (TOML).", metavar="FILE"),
    strategies: str | None = players_named("A player."),
    folder: str | None = option(None, "The folder with the runs of all versions.", metavar="FOLDER"),
    show: bool = option(
        False, "Only print the command; do not run it. Without a number: list the questions.", "--show"
    ),
    yes: bool = option(False, "Run the command without asking first.", "--yes"),
) -> None:
    """Choose a question in plain words, get the command that answers it, and run it.

    There are twelve questions. In a terminal the command asks for the facts that no option gives; elsewhere it takes
    the usual value, or says which option is missing.

    Examples:

      dhstats ask

      dhstats ask --show

      dhstats ask 3 --game dragonheart --show

      dhstats ask 4 --change great_dragon.points=6 --yes
    """
    console, asks = Console(), sys.stdin.isatty()
    if number is None:
        if not (asks or show):
            raise BadInput("ask: there is no terminal to ask in; name the number of a question (--show lists them)")
        console.say("What do you want to know?", *(f"{at:>2}  {wish.question}" for at, wish in enumerate(WISHES, 1)))
        if show:
            return
        number = typer.prompt("Number", type=int)
    check_range("NUMBER", number, 1, len(WISHES))
    wish = WISHES[number - 1]
    given = {
        "--game": as_typed(game) if game else None, "--change": shlex.join(change or ()), "--margin": margin,
        "--file": file, "--strategies": strategies, "--folder": folder,
    }  # fmt: skip
    options = [fact.option for fact in wish.facts.values()]
    if needless := [name for name, value in given.items() if value and name not in options]:
        raise BadInput(f"{needless[0]}: says nothing for “{wish.question}”; leave it out")
    facts = {name: given[fact.option] or _asked(fact, wish, asks=asks) for name, fact in wish.facts.items()}
    typed = commands_of(wish, facts)
    commands = [shlex.join(["dhstats", *words]) for words in typed]
    if show:  # so that a script can run what is printed
        typer.echo(wish.question, err=True)
        console.say(*commands)
    else:
        console.say(wish.question, *(f"  {each}" for each in commands))
        _run(context, typed, confirmed=yes or (asks and typer.confirm("Run this now?", default=True)))


def _run(context: typer.Context, typed: Sequence[list[str]], *, confirmed: bool) -> None:
    """Runs the commands one after the other until one fails, if a person confirmed it."""
    if not confirmed:
        Console().say("not run; --yes runs it without asking")
        return
    for words in typed:
        if code := context.obj(words):
            raise typer.Exit(code)


def _asked(fact: Fact, wish: Wish, *, asks: bool) -> str:
    """What a person says in the terminal; without one what is usual, or BadInput with the option that says it."""
    usual = str(defaults.folder()) if fact.option == "--folder" else fact.usual
    if asks:
        return str(typer.prompt(fact.ask, default=usual)).strip()
    if usual is None:
        raise BadInput(f"{fact.option}: “{wish.question}” needs it ({fact.ask.rstrip('?')})")
    return usual


def commands_of(wish: Wish, facts: Mapping[str, str]) -> list[list[str]]:
    """The words of the commands that answer a question; an option without a value is left out."""
    from dhstats.questions.topics import TOPICS

    known = {name: [value] if value else [] for name, value in (dict(facts) | _of_game(facts.get("game"))).items()}
    known |= {name: _words(facts[name]) for name, fact in wish.facts.items() if fact.option == "--change"}
    usual = {topic.words[0]: topic.words[1:] for topic in TOPICS if topic.words}
    commands = []
    for text in wish.commands:
        verb, *parts = text.split()
        words = [verb]
        for part in parts:
            value = usual[verb] if part == "…" else known[part[1:-1]] if part.startswith("{") else [part]
            words = [*words, *value] if value else words[:-1]  # the flag before it says nothing either
        if "--out" in words and Path(words[-1]).exists():
            words.append("--resume")
        commands.append(words)
    return commands


def _words(typed: str) -> list[str]:
    try:
        return shlex.split(typed)
    except ValueError as error:
        raise BadInput(f"--change: {quoted(typed)} has a quotation mark too many or too few") from error


def _of_game(game: str | None) -> dict[str, str]:
    """What follows from a game, for the commands about it: numbers of players, its usual rules, a folder."""
    from dhstats.games import catalogue

    if not game:
        return {}
    if programs.is_path(game):  # a person has just named it
        programs.name(game)
    name = catalogue.name_of(game)
    least, most = catalogue.players(name)
    asked = json.dumps([VERSION, name, defaults.read().get("players")])  # of a game file the name has its hash
    digest = hashlib.sha256(asked.encode(errors="surrogatepass")).hexdigest()[:8]
    return {
        "seats": f"{least}-{max(least, min(most, MOST_SEATS))}", "rules": catalogue.load(name).default_rules,
        "out": str(defaults.folder() / f"ask-{catalogue.short(name)}-{digest}"),
    }  # fmt: skip
