"""Rule sets as the lab shows them: every key with its control, and what a choice of values comes to."""

from dataclasses import dataclass
from typing import Any

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle
from dhstats.games.cautions import cautions
from dhstats.games.rulefile import SETTING, literal, parse_value, setting
from dhstats.games.ruleset import RuleSet
from dhstats.questions.shared.words import spoken as words_of
from dhstats.questions.tweaks.rule_changes import meaning_of, rule_changes

UNPLAYED = "source."  # keys that say where rules come from; no game depends on them
PACK, PATHS = "pack", set("/\\.")  # the key that may name a file, and what is in no name but a path's
MOST_SETTINGS = 200  # that one rule set may change on the page


@dataclass(frozen=True)
class Choice:
    """A rule set that somebody made on the page: a game, the base by name or file, and what is changed of it."""

    game: str
    rules: str
    settings: tuple[str, ...] = ()

    @property
    def bundle(self) -> GameBundle:
        """The game; BadInput if there is none of that name."""
        return catalogue.load(self.game)

    def load(self) -> RuleSet:
        """The rules; BadInput for what is wrong with them."""
        return self.bundle.rule_files.load(self.rules, self.settings)


def games() -> list[dict[str, Any]]:
    """The games with their rule sets: names and titles."""
    found = []
    for name in catalogue.NAMES:
        bundle = catalogue.load(name)
        files = bundle.rule_files
        sets = [{"name": each, "title": _title(files.load(each))} for each in files.shipped()]
        found.append({"name": name, "title": files.name, "usual": bundle.default_rules, "sets": sets})
    return found


def _title(rules: RuleSet) -> str:
    source = rules.effective["source"]
    return ", ".join(filter(None, (source["title"], source["edition"])))


def keys(choice: Choice) -> list[dict[str, Any]]:
    """Every key of the base rules that a game depends on, by groups: what it means, its control and its value."""
    files, base = choice.bundle.rule_files, choice.load()
    groups: dict[str, list[dict[str, Any]]] = {}
    for name, value in files.flat(base.effective).items():
        key = files.key(name)
        if key is None or name.startswith(UNPLAYED):
            continue
        form = key.kind.form
        groups.setdefault(_group(name), []).append(
            {
                "key": name, "meaning": meaning_of(files, name), "allowed": key.kind.allowed,
                "control": form.control, "low": form.low, "high": form.high, "choices": list(form.choices),
                "value": value if form.control != "words" else literal(value),
            }
        )  # fmt: skip
    found = [{"title": title, "keys": rows} for title, rows in groups.items()]
    return sorted(found, key=_hard_to_turn)


def _hard_to_turn(group: dict[str, Any]) -> bool:
    """Whether some key of a group is written in words: those groups come last."""
    return any(key["control"] == "words" for key in group["keys"])


def _group(name: str) -> str:
    """The group of a key: its table, with that inside it where there are many, as for cards of a pack."""
    parts = name.split(".")
    depth = 2 if parts[0] == "pack" else 1
    return words_of(" ".join(parts[:depth])) if len(parts) > 1 else "the table"


def checked(choice: Choice) -> dict[str, Any]:
    """What a choice of values comes to: what it changes in words, what was hardly meant, or why it cannot be."""
    try:
        base = choice.bundle.rule_files.load(choice.rules)
        if len(choice.settings) > MOST_SETTINGS:
            raise BadInput(f"a rule set on this page changes at most {MOST_SETTINGS} keys")
        rules = choice.load()
    except BadInput as problem:
        return {"valid": False, "problem": str(problem).removeprefix(SETTING).lstrip(": ")}
    changes = [
        {
            "key": each.key, "meaning": each.meaning, "before": each.before, "after": each.after,
            "said": each.said_after,
        }
        for each in rule_changes(choice.game, base, rules)
    ]  # fmt: skip
    said = [{"says": each.says, "meant": _meant(choice, each.meant)} for each in cautions(choice.game, rules)]
    labels = list(catalogue.labels(choice.game, rules.effective))
    return {"valid": True, "hash": rules.hash[:12], "changes": changes, "cautions": said, "labels": labels}


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
    """KEY=VALUE for values by key as the page sends them; what is written in words stands there as in a rule file.

    BadInput for a card pack by its path: the page opens no files.
    """
    for key, value in values.items():
        named = parse_value(value.strip()) if isinstance(value, str) else value
        if key.strip() == PACK and isinstance(named, str) and set(named) & PATHS:
            raise BadInput("pack: a page opens no files; name a pack that comes along, or write it as a table")
    return tuple(f"{key}={value}" if isinstance(value, str) else setting(key, value) for key, value in values.items())


def rule_file(choice: Choice) -> str:
    """The rules as a file that can be saved and played."""
    return choice.load().to_toml()
