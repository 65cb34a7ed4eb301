"""Plain English: the one list of words, the style page's list of words not used, and how easy findings are to read."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest

from dhstats.cli.main import all_commands
from dhstats.questions.shared.answer import Answer
from tests.report.reading import LONGEST_CLAUSE, READABLE, STYLE, banned, ease, hits, longest_clause, not_used, patterns

ROOT = Path(__file__).resolve().parents[2]
GLOSSARY = ROOT / "docs/glossary.md"
SPOKEN_IN = ("questions", "report", "cli")  # rooms whose words people read
OF_GAMES = ("files/cautions", "words/*", "questions/*", "pages/*")  # and what of a game they read
# Further rooms whose error messages people read.
REFUSING = ("simulate", "storage", "queries", "lab", "stats", "gamefile", "engine")
SHOWN = ("lab/page/*.html", "lab/page/*.js", "report/templates/*.j2")  # what browsers get
UNREAD = ("docs/words.md",)  # the style page itself
EASY = 70.0  # reading ease of a first screen, at the least


def glossary() -> list[str]:
    """The words that the glossary explains."""
    rows = [line.strip("|").split("|") for line in GLOSSARY.read_text("utf-8").splitlines() if line.startswith("|")]
    return [word.strip() for word, _, _ in rows if word.strip() not in ("word", "---")]


def replaced() -> dict[str, list[str]]:
    """The words of the glossary, each with those that the style page does not allow for it."""
    part = STYLE.read_text("utf-8").split("## One word per thing\n")[1].split("\n## ")[0]
    rows = [line.strip("|").split("|") for line in part.splitlines() if line.startswith("| ")][1:]
    return {word.strip(): [each.strip() for each in others.split(",")] for word, others in rows}


def spoken(path: Path) -> Iterator[str]:
    """The texts of a module: its strings of more than a word; of docstrings those of commands, which are their help."""
    tree = ast.parse(path.read_text("utf-8"))
    kept = [node for node in ast.walk(tree) if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)]
    described = {ast.get_docstring(node, clean=False) for node in kept if path.parent.name != "cli"}
    strings = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    yield from (text for text in strings if " " in text and "SELECT" not in text and text not in described)


@cache
def texts() -> list[tuple[str, str]]:
    """All that pages and commands say of themselves, with where it stands."""
    modules = [path for room in SPOKEN_IN for path in (ROOT / "dhstats" / room).rglob("*.py")]
    modules += [path for file in OF_GAMES for path in ROOT.glob(f"dhstats/games/*/{file}.py")]
    told = [(path, text) for path in modules for text in spoken(path)]
    told += [(path, path.read_text("utf-8")) for path in ROOT.glob("dhstats/games/*/*/[uw]*.toml")]
    return [(str(path.relative_to(ROOT)), text) for path, text in told]


def _has(text: str, word: str) -> bool:
    return re.search(rf"\b{re.escape(word)}(s|es|ed)?\b", text, re.IGNORECASE) is not None


def test_every_word_of_the_glossary_is_used() -> None:
    """A word that nobody says any more leaves the list."""
    said = " ".join(text for _, text in texts())
    said += " ".join(
        path.read_text("utf-8")
        for path in (ROOT / "README.md", *ROOT.glob("docs/**/*.md"))
        if path not in (GLOSSARY, STYLE)
    )
    known = glossary()
    assert len(known) >= 35
    assert [word for word in known if not _has(said, word)] == []


def test_no_page_or_command_uses_another_word_for_it() -> None:
    """One word a thing."""
    assert sorted(replaced()) == sorted(glossary())
    others = [other for several in replaced().values() for other in several]
    assert len(others) >= 50
    found = {(where, other) for where, text in texts() for other in others if _has(text, other)}
    assert found - ALLOWED == set()
    assert ALLOWED - found == set()


# Names that stored answers have, which later versions still read.
STORED = {("dhstats/questions/decks/cards.py", "by lot"), ("dhstats/report/page/numbers.py", "way to go on")}
# Words of the last column where they mean another thing.
ALLOWED: set[tuple[str, str]] = set()


@cache
def messages() -> list[tuple[str, str]]:
    """Templates of error messages and pages, what the lab shows, and the keys of rule files, with where they stand."""
    modules = [path for room in REFUSING for path in (ROOT / "dhstats" / room).rglob("*.py")]
    modules += [*(ROOT / "dhstats").glob("*.py"), *(ROOT / "dhstats/games").glob("*.py")]
    of_games = ("files", "packs", "queries")
    modules += [path for folder in of_games for path in ROOT.glob(f"dhstats/games/*/{folder}/*.py")]
    told = [(path, text) for path in modules for text in spoken(path)]
    told += [(path, path.read_text("utf-8")) for page in SHOWN for path in (ROOT / "dhstats").glob(page)]
    return [(str(path.relative_to(ROOT)), text) for path, text in told]


@cache
def helps() -> list[tuple[str, str]]:
    """The help of every command, argument and option, as it is printed."""

    def walk(name: str, command: click.Command) -> Iterator[tuple[str, str]]:
        yield name, command.help or ""
        for parameter in command.params:
            yield (
                f"{name} {' '.join((*parameter.opts, *parameter.secondary_opts))}",
                getattr(parameter, "help", None) or "",
            )
        for part, inner in getattr(command, "commands", {}).items():
            yield from walk(f"{name} {part}", inner)

    return list(walk("dhstats", all_commands()))


def manual() -> list[tuple[str, str]]:
    """The paragraphs of the manual, without blocks of code and the cards, which commands print."""
    pages = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md")))
    named = [(str(path.relative_to(ROOT)), path.read_text("utf-8")) for path in pages]
    read = [
        (name, re.sub(r"```.*?```|<!-- cards -->.*?<!-- end of cards -->", "", text, flags=re.DOTALL))
        for name, text in named
    ]
    return [(name, part) for name, text in read for part in text.split("\n\n") if not name.startswith(UNREAD)]


def test_no_page_or_command_uses_a_banned_word() -> None:
    """Findings, captions, notes, cautions and all that commands print."""
    assert len(texts()) > 2_000
    assert {(where, word) for where, text in texts() for word in banned(text)} == STORED


def test_no_help_uses_a_banned_word() -> None:
    """All commands with their arguments and options."""
    assert len(helps()) > 400
    assert {(where, word) for where, text in helps() for word in banned(text)} == set()


def test_no_error_message_uses_a_banned_word() -> None:
    """Templates with what is filled in left open."""
    assert len(messages()) > 800
    assert {(where, word) for where, text in messages() for word in banned(text)} == set()


def test_no_page_of_the_manual_uses_a_banned_word() -> None:
    """README and docs; a phrase over a line's end is found too."""
    assert len(manual()) > 300
    assert {(where, word) for where, text in manual() for word in banned(text)} == set()
    assert banned("drawn by\nlot") == ["by lot"]


def test_no_page_of_the_manual_has_a_pattern() -> None:
    """README, CONTRIBUTING and docs: no sentence of a kind that the style page has in its second table."""
    found = {(where, hit) for where, text in manual() for pattern, *_ in patterns() for hit in hits(pattern, text)}
    assert found == set()


def test_no_pattern_becomes_more_frequent_in_the_program() -> None:
    """Pages, commands, help and messages."""
    program = [text for _, text in (*texts(), *messages(), *helps())]
    times = {example: (sum(len(hits(each, text)) for text in program), most) for each, example, most in patterns()}
    assert {example: now for example, (now, most) in times.items() if now > most} == {}


def test_every_pattern_finds_its_example() -> None:
    """And none of them a plain sentence that has the same words."""
    assert len(patterns()) >= 25
    assert [example for pattern, example, *_ in patterns() if not hits(pattern, example)] == []
    plain = (
        "Where does it start? Who wins? Read on, of course: the player who has it wins. Roads meet where two end. As"
    )
    plain += " long as a game goes on, it is as it was. Once a game ends, nobody looks for those played before."
    assert [example for pattern, example, *_ in patterns() if hits(pattern, plain)] == []


def test_help_of_a_command_begins_with_what_it_does() -> None:
    """A verb in the imperative, and no option speaks of "How many"."""
    first = {text.split()[0] for _, text in helps() if text and "Examples:" in text}
    assert len(first) > 15
    assert not first & {"How", "What", "Which", "Let", "All", "The", "A", "Skill"}
    assert [where for where, text in helps() if " -" in where and text.startswith("How many")] == []


def test_the_style_page_has_its_list() -> None:
    """Enough phrases that each are found in a sentence, and none where only an exception is said."""
    phrases, allowed = not_used()
    assert len(phrases) > 60
    assert len(set(phrases)) == len(phrases)
    assert [phrase for phrase in phrases if phrase not in banned(f"It {phrase}, they say.")] == []
    assert [phrase for phrase in allowed if banned(phrase)] == []


@pytest.mark.parametrize(
    "text", ["He wins.", "It is leaning to the first player", "dear beside that", "a significant edge", "cards by lot"]
)
def test_what_nobody_would_say_is_noticed(text: str) -> None:
    """The same check on such sentences."""
    assert banned(text)


def test_findings_are_short_and_easy(answers: tuple[Answer, ...]) -> None:
    """All sentences of a report: clauses that one breath holds, words that everybody knows."""
    hard = [found.text for each in answers for found in each.findings if ease(found.text) < READABLE]
    long = [found.text for each in answers for found in each.findings if longest_clause(found.text) > LONGEST_CLAUSE]
    assert hard == []
    assert long == []


def test_a_first_screen_is_easy(answers: tuple[Answer, ...]) -> None:
    """Easier than its findings."""
    told = [each.opening for each in answers if each.opening]
    assert told
    for opening in told:
        text = f"{opening.question} {opening.answer} {opening.sureness} {opening.decision}"
        assert ease(text) >= EASY, text
        assert longest_clause(text) <= 24, text


def test_reading_ease_of_known_sentences() -> None:
    """By hand: six words of one syllable are 116 by the formula; long words are hard."""
    assert ease("The cat sat on the mat.") == pytest.approx(206.835 - 1.015 * 6 - 84.6)
    assert ease("Extraordinarily complicated terminology complicates understanding.") < 0.0


def test_sentences_before_and_after() -> None:
    """Help, errors, notes, manual, findings and first screens: no new sentence is banned or long, and old ones are."""
    lines = STYLE.read_text("utf-8").split("## Before and after")[1].splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")]
    shown = [row for row in rows if row[1] != "before"]
    assert len(shown) >= 12 + 7 + 6 + 3 + 15 + 13
    assert [row for row in shown if len(row) != 3] == []
    assert [banned(after) for _, _, after in shown if banned(after)] == []
    assert sum(bool(banned(before)) for _, before, _ in shown) >= 15
    assert [after for _, _, after in shown if longest_clause(after) > LONGEST_CLAUSE] == []


def test_shown_help_is_the_help_of_today() -> None:
    """What the style page shows as new help is what the command prints."""
    part = STYLE.read_text("utf-8").split("### Help")[1].split("###")[0]
    rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("| ")][1:]
    printed = " ".join(" ".join(text.split()) for _, text in helps())
    assert len(rows) >= 10
    assert [after for _, _, after in rows if after not in printed] == []
