"""Rule sets as the lab shows them: every key with its control, and what a choice of values comes to."""

import re
from dataclasses import dataclass, field
from typing import Any

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle
from dhstats.games.cautions import already, cautions
from dhstats.games.rulefile import SETTING, literal, parse_value, setting
from dhstats.games.ruleset import RuleSet
from dhstats.questions.shared.words import spoken as words_of
from dhstats.questions.tweaks.rule_changes import lever_of, rule_changes
from dhstats.quoting import quoted, shortened

UNPLAYED = "source."  # keys that say where rules come from; no game depends on them
PLAYERS = "players"  # the key that says how many play
NAME = re.compile(r"\w+(\.[\w-]+)*", re.ASCII)  # of a key, and of a key of a card pack
LONGEST = 40  # letters of what is no name that are said
PACK, PATHS = "pack", set("/\\.")  # the key that may name a file, and what is in no name but a path's
TELLING = ("hand", "end", "great dragon", "seats", "score", "turn", "attacks")  # what people turn first, in this order
THE_TABLE, SEATS = "the table", "seats"  # groups: keys without a table, and those of seats
UNCHANGED = "Nothing is changed yet"
FEW = 12  # keys of a group that a page shows at once
MOST_SETTINGS = 200  # that one rule set may change on the page


@dataclass(frozen=True)
class Choice:
    """A rule set of the page: a game (as it was `typed`), the base by name or file, and what is changed of it."""

    game: str
    rules: str
    settings: tuple[str, ...] = ()
    typed: str = field(default="", compare=False)

    @property
    def called(self) -> str:
        """The game as commands name it."""
        return self.typed or self.game

    @property
    def bundle(self) -> GameBundle:
        """The game; BadInput if there is none of that name."""
        return catalogue.load(self.game)

    def load(self) -> RuleSet:
        """The rules; BadInput for what is wrong with them."""
        return self.bundle.rule_files.load(self.rules, self.settings)


def playable(opens: Choice) -> tuple[str, ...]:
    """The games that a page may name: those that come along, and the one that was named on the command line."""
    return catalogue.NAMES if opens.game in catalogue.NAMES else (opens.game, *catalogue.NAMES)


def games(opens: Choice) -> list[dict[str, Any]]:
    """The games with their rule sets: names and titles."""
    entries = []
    for name in playable(opens):
        bundle, sets = catalogue.load(name), []
        for each in bundle.rule_files.shipped():
            source = bundle.rule_files.load(each).effective["source"]
            sets.append({"name": each, "title": ", ".join(filter(None, (source["title"], source["edition"])))})
        entries.append({"name": name, "title": catalogue.title(name), "usual": bundle.default_rules, "sets": sets})
    return entries


def keys(choice: Choice) -> list[dict[str, Any]]:
    """Every key of the base rules that a game depends on, by groups: what it means, its control and its value."""
    files, base = choice.bundle.rule_files, choice.load()
    groups: dict[str, list[dict[str, Any]]] = {}
    for name, value in files.flat(base.effective).items():
        key = files.key(name)
        if key is None or name.startswith(UNPLAYED):
            continue
        form = key.kind.form
        # The group of a key: its table, with that inside it where there are many, as for cards of a pack
        parts = name.split(".")
        depth = 2 if parts[0] == "pack" else 1
        groups.setdefault(words_of(" ".join(parts[:depth])) if len(parts) > 1 else THE_TABLE, []).append(
            {
                "key": name, "meaning": lever_of(files, name).meaning, "allowed": key.kind.allowed,
                "control": form.control, "low": form.low, "high": form.high, "choices": list(form.choices),
                "value": _shown(key, value),
            }
        )  # fmt: skip
    if groups.keys() <= {THE_TABLE, SEATS}:  # as those of game files: the game's own come first
        own = sorted(groups.pop(THE_TABLE, []), key=lambda row: row["key"] == PLAYERS)
        groups = ({"the rules": own} if own else {}) | groups
        return [{"title": title, "keys": rows} for title, rows in groups.items()]
    return sorted(({"title": title, "keys": rows} for title, rows in groups.items()), key=_rank)


def turned(choice: Choice) -> dict[str, Any]:
    """What a choice changes of its base, by key, as if it had been turned on the page."""
    files = choice.bundle.rule_files
    different = files.diff(files.load(choice.rules), choice.load())
    return {each.key: _shown(key, each.right) for each in different if (key := files.key(each.key))}


def _rank(group: dict[str, Any]) -> tuple[bool, bool, int]:
    """Which groups come first: those of few keys, of these the most telling; last those with keys written in words."""
    title, words = group["title"], any(key["control"] == "words" for key in group["keys"])
    after = len(TELLING) + (title == THE_TABLE)
    return words, len(group["keys"]) > FEW, TELLING.index(title) if title in TELLING else after


def checked(choice: Choice) -> dict[str, Any]:
    """What a choice of values comes to: what it changes in words, what was hardly meant, or why it cannot be."""
    try:
        base = choice.bundle.rule_files.load(choice.rules)
        if len(choice.settings) > MOST_SETTINGS:
            raise BadInput(f"a rule set on this page changes at most {MOST_SETTINGS} keys")
        rules = choice.load()
    except BadInput as problem:
        return {"valid": False, "problem": str(problem).removeprefix(SETTING).lstrip(": ")}
    changes = changed(choice.game, base, rules)
    kept = [f"{each} is already the rule of {choice.rules}." for each in already(base, choice.settings, rules)]
    if kept and not changes:
        return {"valid": False, "title": UNCHANGED, "problem": " ".join(kept)}
    notes = [{"says": each, "meant": {}} for each in kept]
    notes += [{"says": each.says, "meant": _meant(choice, each.meant)} for each in cautions(choice.game, rules)]
    labels = list(catalogue.labels(choice.game, rules.effective))
    return {"valid": True, "hash": rules.hash[:12], "changes": changes, "cautions": notes, "labels": labels}


def changed(game: str, base: RuleSet, rules: RuleSet) -> list[dict[str, Any]]:
    """What rules change of a base, key by key in words: what it means, before and after, and as a sentence."""
    return [
        {"key": each.key, "meaning": each.meaning, "before": each.before, "after": each.after, "said": each.said_after}
        for each in rule_changes(game, base, rules)
    ]


def _meant(choice: Choice, settings: tuple[str, ...]) -> dict[str, Any]:
    """What was probably meant, values by key as the page has them; nothing where that cannot be."""
    files = choice.bundle.rule_files
    try:
        values = files.flat(files.load(choice.rules, settings).effective)
    except BadInput:
        return {}
    named = [setting.partition("=")[0].strip() for setting in settings]
    return {name: _shown(files.key(name), values[name]) for name in named if name in values}


def _shown(key: Any, value: Any) -> Any:
    """A value as the control of its key holds it."""
    return literal(value) if key is None or key.kind.form.control == "words" else value


def settings_of(values: dict[str, Any]) -> tuple[str, ...]:
    """KEY=VALUE for values by key as the page sends them: data, each one key and one value as in a rule file."""
    return tuple(_setting(key, value) for key, value in values.items())


def _setting(key: str, value: Any) -> str:
    """One value of one key, as it is read again; BadInput where it would be read as something else."""
    if not NAME.fullmatch(key):
        raise BadInput(f"{quoted(shortened(key, LONGEST))}: is not the name of a rule; name one key, as in hand.size")
    parsed = parse_value(value.strip()) if isinstance(value, str) else value
    if key == PACK and isinstance(parsed, str) and set(parsed) & PATHS:
        raise BadInput("pack: a page opens no files; name a shipped pack, or write it as a table")
    if isinstance(value, str):
        return f"{key}={value}"
    written = setting(key, value)
    if parse_value(written.removeprefix(f"{key}=")) != value:
        raise BadInput(f"{key}: is not a value of a rule; write it as in a rule file")
    return written


def rule_file(choice: Choice) -> str:
    """The rules as a file that can be saved and played."""
    return choice.load().to_toml()
