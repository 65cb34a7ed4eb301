"""The reference of the rules: every key of every game, and the rule sets that come along."""

from collections.abc import Mapping

from dhstats.games import catalogue
from dhstats.games.keys import Key
from dhstats.games.ruleset import RuleFiles
from docs.workshop.prose import code, safe, table, terms

INDEX = """# Keys of the rules

Rules are data. `--set KEY=VALUE` changes a key for one command; a rule file keeps changes ([how](../../rules.md)). A
key with a name in brackets stands for one key a thing. The keys of a game of your own are those of its class `Rules`
([games](../../games.md)).

```{{toctree}}
:maxdepth: 1

{}
```
"""


def pages() -> Mapping[str, str]:
    """A page a game, and a list of them."""
    made = {f"reference/rules/{name}.md": page(name) for name in catalogue.NAMES}
    return made | {"reference/rules/index.md": INDEX.format("\n".join(catalogue.NAMES))}


def page(game: str) -> str:
    """All keys of a game."""
    files = catalogue.rules(game)
    lines = [f"# Rules of {files.name}", "", "## Rule sets that come along", ""]
    sets = [files.load(name) for name in files.shipped()]
    lines += [
        table(
            ["name", "edition", "hash"],
            [
                [code(each.name), safe(f"{each.effective['source']['title']}, {each.effective['source']['edition']}"),
                 code(each.hash[:12])]
                for each in sets
            ],
        ),
        "",
    ]  # fmt: skip
    for part, keys in parts(files).items():
        lines += [f"## {part}", "", terms((code(key.name), about(files, key)) for key in keys)]
    lines += ["## Keys of each thing", ""]
    lines += [f"- `<{kind}>`: {', '.join(map(code, names))}" for kind, names in files.schema.things.items()]
    return "\n".join(lines) + "\n"


def parts(files: RuleFiles) -> dict[str, list[Key]]:
    """The keys by the first part of their names."""
    found: dict[str, list[Key]] = {}
    for key in files.every_key():
        found.setdefault(key.name.partition(".")[0], []).append(key)
    return found


def about(files: RuleFiles, key: Key) -> str:
    """What a key means, what it may hold, and what it is under the rules that others extend."""
    said = f"{safe(key.meaning)} Must be {safe(key.kind.allowed)}."
    values = files.flat(files.load(files.schema.base).effective)
    levers = [lever for lever in files.schema.levers.values() if lever.key is key and lever.name in values]
    held: dict[str, list[str]] = {}
    for lever in levers:
        held.setdefault(shown(values[lever.name]), []).append(lever.which)
    if not levers and key.default is not None:
        held[shown(key.default)] = []
    told = [
        f"{code(value)} ({', '.join(map(safe, which))})" if len(held) > 1 else code(value)
        for value, which in held.items()
        if value
    ]
    return f"{said} Default: {', '.join(told)}." if told else said


def shown(value: object) -> str:
    """A value as a rule file writes it."""
    words = str(value).lower() if isinstance(value, bool) else str(value)
    return words if len(words) < 60 else f"{words[:57]}…"
