"""The reference names all there is: commands, options, keys of rules, metrics, columns, exit codes; and no word too many."""

import os
import re
import shlex
from pathlib import Path

import pytest

from dhstats import errors
from dhstats.cli.main import COMMANDS, EPILOG
from dhstats.games import catalogue
from dhstats.queries.sandbox import UNKNOWN, meaning
from dhstats.questions.goals.quantity import FAMILIES
from dhstats.questions.shared.metrics import metrics
from dhstats.seats import SEATS
from docs.workshop import blocks, commands, contracts, gallery, games, keys, quantities, staging
from docs.workshop.sittings import ROOT, words
from tests.docs.newcomers import QUESTIONS

MOST_WORDS = 40
LONGEST_README = 120
# Commands that draw nothing, or go on with what has a seed.
SEEDLESS = {
    "report", "certify", "verify", "export", "import", "people", "playtests", "replay", "rules", "fork", "games", "solve", "doctor", "strategies", "sql",
    "diff", "history", "ask",
    "pack", "open", "merge",
}  # fmt: skip
README = (ROOT / "README.md").read_text("utf-8")


def test_every_command_and_every_option_is_documented() -> None:
    """Each by its name, with what it means, on the page of its command."""
    pages = commands.pages()
    for name, command in commands.every():
        page = pages[f"reference/commands/{name.split()[0]}.md"]
        assert f"# dhstats {name}\n" in page
        for param in command.params:
            if param.name not in commands.HIDDEN:
                assert f"{commands.spelled(param)}\n: " in page, (name, param.name)
                assert not commands.meaning(param).startswith("See above"), (name, param.name)


def test_every_group_of_commands_is_listed() -> None:
    """The list has each group of the help, and each command in one."""
    contents = commands.pages()["reference/commands.md"]
    for panel, names in COMMANDS.items():
        assert f"## {panel}" in contents
        assert all(f"[`dhstats {name}`](commands/{name}.md)" in contents for name in names)


def test_every_variable_of_the_environment_is_documented() -> None:
    """Those that the code reads, and no other."""
    read = {
        name for path in (ROOT / "dhstats").rglob("*.py") for name in re.findall(r"\bDHSTATS_[A-Z]+", path.read_text())
    }
    assert read == set(commands.VARIABLES)


@pytest.mark.parametrize("game", catalogue.NAMES)
def test_every_key_metric_and_column_of_a_game_is_documented(game: str) -> None:
    """Keys with meaning, bounds and default; metrics with unit and formula; columns with what they hold."""
    page = keys.pages()[f"reference/rules/{game}.md"]
    for key in catalogue.rules(game).every_key():
        assert f"`{key.name}`\n: " in page
        assert len(key.meaning) >= 10, key.name
    compared, stored = quantities.pages().values()
    assert all(f"| `{each.name}` |" in compared for each in metrics(game))
    bundle = catalogue.load(game)
    assert all(f"| `{name}` |" in stored for name in (*bundle.result_types(), *bundle.event_types()))
    for table, named in (("games", bundle.result_types()), ("moves", bundle.event_types())):
        assert all(meaning(game, table, name) != UNKNOWN for name in named), (table, [*named])


@pytest.mark.parametrize("game", catalogue.NAMES)
def test_a_game_explains_no_column_that_it_does_not_have(game: str) -> None:
    """Each entry of its list is met in its tables."""
    bundle = catalogue.load(game)
    for table, named in (("games", bundle.result_types()), ("moves", bundle.event_types())):
        patterns = {"_".join("*" if word in SEATS else word for word in name.split("_")) for name in named}
        assert set(catalogue.part(game, "columns")[table]) <= patterns | set(named) | {"swapped"}


def test_every_quantity_of_goals_is_documented() -> None:
    """Those that need an argument, with its name."""
    compared = quantities.pages()["reference/metrics.md"]
    assert all(f"`{name}.{each.argument}`" in compared for name, each in FAMILIES.items())


def test_every_exit_code_is_documented() -> None:
    """Those of the help, and those that mistakes end with; each with what to do."""
    page = contracts.exit_codes()
    numbers = {int(number) for number in re.findall(r"(?:: |, )(\d+) ", EPILOG)}
    raised = {each.exit_code for each in contracts.kinds(errors.UserError)}
    assert set(contracts.codes()) == numbers == raised | {0, 1}
    assert all(f"| `{number}` |" in page for number in numbers)


def test_every_page_is_in_the_table_of_contents() -> None:
    """No page that only a search would find."""
    pages = staging.written() | staging.made()
    listed = {"index.md", "reference/files.md"}
    for place, text in pages.items():
        for block in re.findall(r"```\{toctree\}\n(.*?)```", text, re.DOTALL):
            entries = [f"{line}.md" for line in block.splitlines() if line and not line.startswith(":")]
            listed |= {os.path.normpath(Path(place).parent / entry) for entry in entries}
    assert {*pages, "reference/files.md", "catalogue/index.md"} == listed


def test_every_shipped_game_is_described_in_full() -> None:
    """A sentence of what it is, a mechanic of the published table, a player who plays at once, and something known."""
    assert {game.name for game in games.every()} <= set(catalogue.offered())
    for game in games.every():
        assert game.idea.endswith(".")
        assert game.mechanics, game.name
        assert game.tasks, game.name
        assert "--seed 1" in game.sitting.commands[0]


def test_what_pages_run_is_seeded_and_small() -> None:
    """Every command that is shown with its output can be run again: it says its seed, where it draws anything."""
    shown = [command for text in staging.written().values() for command in blocks.typed(text)]
    shown += [command for card in gallery.cards() for command in (*card.before, card.command)]
    assert len(shown) > 30
    for command in shown:
        verb = words(command)[0] if command.startswith("dhstats ") else "sql"  # a script of Python reads a run
        if verb not in SEEDLESS and not {"--phone", "--evenings"} & {*shlex.split(command)}:
            assert "--seed" in shlex.split(command), command


def test_a_command_that_is_known_for_games_is_on_a_card() -> None:
    """Two dozen questions at least, each with words that people search for."""
    cards = gallery.cards()
    assert len(cards) >= 24
    assert len({card.question for card in cards}) == len({card.name for card in cards}) == len(cards)
    assert all(card.question.endswith("?") and len(card.words) >= 4 for card in cards)
    typed = " ".join(line for card in cards for line in card.typed)
    of = {card.name: card.game for card in cards}
    assert [of[name] for name in ("going_first", "three_seats", "own_game", "better_deck", "fix")] == [
        "Dragonheart", "Dragonwood", "Pig", "Dragon!", "Dragonheart",
    ]  # fmt: skip
    assert all(f"--game {game} " in typed for game in ("dragonwood", "dragon", "pig"))


@pytest.mark.parametrize(("question", "search", "answers"), QUESTIONS)
def test_a_newcomer_finds_the_command_in_the_words_of_the_pages(
    question: str, search: str, answers: tuple[str, ...]
) -> None:
    """Some page has all words of the search, in some form, and names the command; the built search is asked in `make docs`."""
    pages = staging.written() | commands.pages()
    told = [
        f"{card.question} {' '.join(card.words)} dhstats {card.verb} dhstats {card.typed}" for card in gallery.cards()
    ]
    found = [
        text for text in (*pages.values(), *told)
        if all(word[:5].lower() in text.lower() for word in search.split())
        and any(f"dhstats {answer}" in text for answer in answers)
    ]  # fmt: skip
    assert found, question


def test_thirty_questions() -> None:
    """And each command of which one has to be found is one."""
    known = {name for name, _ in commands.every()}
    assert len(QUESTIONS) == 30
    assert {answer for _, _, answers in QUESTIONS for answer in answers} <= known


def test_the_glossary_is_short() -> None:
    """The only list of words, and one that can be read."""
    lines = (ROOT / "docs/glossary.md").read_text("utf-8").splitlines()
    assert len([line for line in lines if line.startswith("| ") and not line.startswith("| word ")]) <= MOST_WORDS


def test_the_readme_is_short_and_leads_on() -> None:
    """What it is, a picture, how to begin, where to read on."""
    assert len(README.splitlines()) <= LONGEST_README
    linked = re.findall(r"\]\((?!\w+:|#)([^)#\s]+)", README)
    assert [name for name in linked if not (ROOT / name).exists()] == []
    assert "make demo" in README
    assert "docs/" in README


@pytest.mark.parametrize("path", sorted((ROOT / "docs").rglob("*.md")), ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(path: Path) -> None:
    """As they stand in the repository, too, where nothing is built."""
    linked = re.findall(r"\]\((?!\w+:|#|/)([^)#\s]+\.md)", path.read_text("utf-8"))
    generated = ("reference/",)
    lost = [
        name for name in linked
        if not (path.parent / name).exists() and not any(f"{part}" in name for part in generated)
    ]  # fmt: skip
    assert lost == []
