"""Every key of every game at its levels as pages say it: `python -m tests.questions.titles` writes the list anew."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dhstats.gamefile.playing.rulesets import rule_files
from dhstats.games import catalogue
from dhstats.games.keys import Key
from dhstats.games.ruleset import MISSING, Difference, RuleFiles
from dhstats.questions.shared.answer import Opening
from dhstats.questions.tweaks.rule_changes import RuleChange, change_of, in_words, levels, lever_of
from tests.gamefile.examples import FOLDER, example

STORED = Path(__file__).with_name("titles.txt")
MOST = 5  # levels of a key that the list holds
# Names that stand for all things of a kind in the names of keys; of each key of a rule file every thing is tried.
THINGS = {"<dragon>": "emberwing", "<level>": "2", "<card>": "claw_attack", "<deck>": "kill"}
# Values of keys that are neither numbers nor words: of each key those that it may hold.
VALUES: tuple[Any, ...] = (
    [], [1], [0, 1, 1], [1, 2, 2], ["ship", "troll"], ["front"], ["front", "tail"], ["melee"], ["melee", "magic"],
    ["<special>"], {"melee": 1, "<special>": 2}, [{"dragon": "rival", "to": "tail"}, {"dragon": "any", "by": [1, 2]}],
    ["3 claw_attack", "1 sappers"], "storm",
)  # fmt: skip


def books() -> dict[str, RuleFiles]:
    """The rule files of every game by its title: the shipped games, and the game files of the examples."""
    files = {catalogue.title(name): catalogue.rules(name) for name in catalogue.NAMES}
    told = [example(path.stem) for path in sorted(FOLDER.glob("[a-z]*.py"))]
    return files | {each.title: rule_files(each) for each in told}


def names(book: RuleFiles) -> dict[str, list[str]]:
    """The full names of all keys by the name of the key: those of all things, and of one card of a pack."""
    found: dict[str, list[str]] = {}
    for lever in book.schema.levers.values():
        found.setdefault(lever.key.name, []).append(lever.name)
    for key in book.every_key():
        if key.name not in found:
            name = key.name
            for mark, thing in THINGS.items():
                name = name.replace(mark, thing)
            found[key.name] = [name]
    return {name: each for name, each in found.items() if not name.startswith("source.") and name != "pack"}


def values(key: Key) -> list[Any]:
    """The levels of a key that may be said in other words, and that a card is not there."""
    form = key.kind.form
    many = {each for each in (form.low, 0, 1, max(2, form.low)) if form.low <= each <= form.high}
    told = {"number": sorted(many), "switch": [True, False], "choice": list(form.choices)}.get(form.control)
    found = [each for each in VALUES if not key.kind.fault(each)] if told is None else told
    found = [*found, *([] if key.default is None or key.default in found else [key.default])]
    return [*found, MISSING] if key.name.startswith("pack.") and "<" in key.name else found


def changes(book: RuleFiles, name: str) -> Iterator[tuple[Any, RuleChange]]:
    """A key at its levels, as pages tell of it."""
    key = lever_of(book, name).key
    every = values(key)
    for before, level in zip([every[-1], *every], every, strict=False):
        yield level, change_of(book, Difference(name, before, level))


def asked(book: RuleFiles, name: str, title: str) -> list[str]:
    """The titles of a sweep of a key: with a target, and without."""
    named = {name: lever_of(book, name).named}
    questions = (f"Which level of {name} makes {title} even?", f"What does {name} change about who wins in {title}?")
    return [levels(Opening(each, "", "", ""), named, {}).question for each in questions]


def rendered() -> str:
    """The list: the titles of a sweep of every key, then what changes if it has a level; of things the first."""
    lines = ["What changes if …? The titles of every key, and below them what follows “if” for its levels."]
    for title, book in books().items():
        lines += ["", title]
        for every in names(book).values():
            lines += ["", every[0], f"  {asked(book, every[0], title)[0]}"]
            said = dict.fromkeys(in_words([change]) for _, change in changes(book, every[0]))
            lines += [f"    {each}" for each in list(said)[:MOST]]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    STORED.write_text(rendered(), encoding="utf-8")
