"""Options that several commands share: records of them are ordinary options of the command line."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_type_hints

import pytest
import typer

from dhstats.cli.options import completion
from dhstats.cli.options.records import with_options
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import Playing, Setup
from tests.cli.conftest import Typed, commands

WARNING = "A strategy file (bots.py:function) is Python code and will be executed: use only files you trust."
KINDS = {
    "--workers": ("Number of threads (default: one per processor)", "Number of processes (default: one)"), "--nice": "Run at low priority.",
    "--max-time": "Stop after this time, such as", "--max-disk": "Stop before the games take more disk space",
    "--cluster": "Play on the workers of a Dask cluster", "--pack": "A shipped card pack or a TOML file",
    "--decks": "Decks by their names in the card pack", "--set": "Change a rule",
}  # fmt: skip


def completed() -> dict[tuple[str, str], Any]:
    """What completes a parameter, by the command's full name and its own."""
    return {
        (command, name): getattr(hint, "autocompletion", None)
        for command, found in commands()
        for name, parameter in inspect.signature(found.callback, eval_str=True).parameters.items()
        for hint in get_args(parameter.annotation)[1:]
    }


COMPLETED = completed()


@dataclass(frozen=True)
class Weather:
    """A record of options."""

    wind: Annotated[int, typer.Option(help="How strong it blows.")] = 3
    rain: Annotated[bool, typer.Option("--rain", help="Whether it rains.")] = False


HELP = ("wind", "How strong it blew.")


def tried(command: Callable[..., None], *words: str) -> None:
    """Runs a command that is typed with these words."""
    single = typer.Typer(add_completion=False)
    single.command()(with_options(command))
    typer.main.get_command(single)(list(words), standalone_mode=False, prog_name="walk")


def test_a_record_has_what_was_typed_and_is_where_it_is_named() -> None:
    """Its fields stand among the other options in the place of the record; the command is handed the record."""
    seen: list[Any] = []

    def walk(far: Annotated[int, typer.Option()] = 1, *, weather: Weather, late: bool = False) -> None:
        seen.append((far, weather, late))

    tried(walk, "--wind", "9")
    tried(walk, "--rain", "--late", "--far", "2")
    assert seen == [(1, Weather(9, False), False), (2, Weather(3, True), True)]
    assert list(inspect.signature(with_options(walk)).parameters) == ["far", "wind", "rain", "late"]


def test_a_record_may_be_offered_in_part_and_in_another_order() -> None:
    """What is not offered keeps its default; a pair is another help; the request is the command line."""
    seen: list[Any] = []

    def walk(
        request: Request, *, weather: Annotated[Weather, "rain wind", HELP], setup: Annotated[Setup, "game"]
    ) -> None:
        seen.append((request.text().split()[1:], weather, setup))

    tried(walk, "--game", "dragon", "--wind", "2")
    assert seen == [(["walk", "--wind", "2", "--game", "dragon"], Weather(2, False), Setup("dragon"))]
    options = inspect.signature(with_options(walk)).parameters
    assert list(options) == ["context", "rain", "wind", "game"]
    helps = [get_args(parameter.annotation)[1].help for parameter in list(options.values())[1:3]]
    assert helps == ["Whether it rains.", HELP[1]]
    assert get_args(get_type_hints(Weather, include_extras=True)["wind"])[1].help == "How strong it blows."


@pytest.mark.parametrize(("name", "command"), list(commands()), ids=lambda part: part if isinstance(part, str) else "")
def test_an_option_means_the_same_in_every_command(name: str, command: Any) -> None:
    """Its help begins alike wherever it is; players, games and rule sets are offered wherever they can be named."""
    for param in command.params:
        for option in param.opts:
            if option in KINDS and not (name.startswith("strategies") and option == "--max-time"):
                assert param.help.startswith(KINDS[option]), (option, param.help)
        if "--strategies" in param.opts or (name, param.name) == ("train", "against"):
            assert COMPLETED[name, param.name] is completion.strategies
        if "--game" in param.opts and name not in ("decks", "cards", "improve"):  # in these few games fit
            assert COMPLETED[name, param.name] is completion.games


@pytest.mark.parametrize(("name", "command"), list(commands()), ids=lambda part: part if isinstance(part, str) else "")
def test_whoever_may_name_a_strategy_file_is_warned(name: str, command: Any) -> None:
    """Once, before the examples; `strategies check` has a warning of its own, and others have none."""
    takes = any(COMPLETED.get((name, param.name)) is completion.strategies for param in command.params)
    assert ("A strategy file" in command.help) == takes
    assert command.help.count(WARNING) == (takes and name != "strategies check")
    if WARNING in command.help:
        assert command.help.split(WARNING)[1].strip().startswith("Examples:")


def test_limits_of_a_command_are_read_by_its_record() -> None:
    """Time and disk in their own words."""
    limits = Playing(max_time="2h", max_disk="1GB").limits
    assert (limits._seconds, limits._size) == (7200, 10**9)


def test_nobody_is_no_player(refused: Typed) -> None:
    """A comma alone is refused by every command whose option names players, before anything is played."""
    for words in ("value", "fork --arm play=ship", "plan", "decks", "simulate", "compare ffg kosmos"):
        assert "--strategies" in refused(*words.split(), "--strategies", ",")
