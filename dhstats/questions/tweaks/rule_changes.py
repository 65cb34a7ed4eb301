"""Which rules a tweak changes: in the words of the rule file's own description, old and new, with the key beside."""

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from operator import itemgetter
from typing import Any

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.keys import Lever
from dhstats.games.ruleset import MISSING, Difference, RuleFiles, RuleSet
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Opening, Table
from dhstats.questions.shared.first_screen import capital, lowered, spelt
from dhstats.questions.shared.question import own
from dhstats.questions.shared.tables import table, text
from dhstats.questions.tweaks.tweaks import Bench, Tweak

KEY = "changed"  # of the table
MOST_SAID = 2  # changed rules that a sentence says; of more it gives the number
# What a key gives to somebody, by its name: a short question asks how many.
COUNTED = re.compile(r"(points) that (the \w+ player) is given (.+)")
ASKING = re.compile("(whether|what|which|where|who|when|how|into which) ")  # how the name of a key begins that asks
ADDS = re.compile("what (.+) adds to (.+)")
MANY = re.compile(r"(?!the |.*\b(?:types|facings|changes|values)\b)([a-z]+ ){0,2}([a-z]+s|dice|fish|wolves) [^,]+")
AS_THEY_ARE = "the rules as they are"
ALREADY = "as now"


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A key that a tweak changes: what it means, and what the rules say and hold before and after."""

    key: str
    meaning: str
    said_before: str
    said_after: str
    before: str
    after: str


def rule_changes(game: str, base: RuleSet, tweak: RuleSet) -> tuple[RuleChange, ...]:
    """All keys that two rule sets of a game answer differently, in the order of the rule file."""
    book = catalogue.rules(game)
    return tuple(change_of(book, each) for each in book.diff(base, tweak))


def lever_of(book: RuleFiles, name: str) -> Lever:
    """The lever of a key; one of a card of a pack is for that card, and at that level of a dragon."""
    if name in book.schema.levers:
        return book.schema.levers[name]
    key, parts = book.key(name), name.split(".")
    assert key is not None
    level = f" of level {parts[4]}" if "levels" in parts else ""
    return Lever(name, key, parts[2] + level if len(parts) > 2 else "")


def change_of(book: RuleFiles, difference: Difference) -> RuleChange:
    """A change in sentences."""
    lever = lever_of(book, difference.key)
    before, after = (_sentence(lever, value) for value in (difference.left, difference.right))
    return RuleChange(difference.key, lever.meaning, before, after, spoken(difference.left), spoken(difference.right))


def _sentence(lever: Lever, value: Any) -> str:
    if value != MISSING:
        return lever.sentence(value)
    return lever.sentence(lever.default) if lever.default is not None else f"The pack has no {lever.thing}."


def spoken(value: Any) -> str:
    """A rule's value as a rule file spells it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(spoken(each) for each in value) + "]"
    return str(value)


def with_rules(answer: Answer, tweaks: Sequence[tuple[Bench, Tweak]]) -> Answer:
    """An answer about tweaks with the rules that each of them changes, against those of its bench."""
    every = [(tweak.name, bench.rules, bench.rules_of(tweak)) for bench, tweak in tweaks]
    changed = changed_rules(tweaks[0][0].plan.game if tweaks else "", every)
    opening = answer.opening
    if opening and answer.key == "sweep":
        bench, names = tweaks[0][0], {key for _, tweak in tweaks for key in _keys(tweak)}
        book = bench.bundle.rule_files
        opening = levels(
            opening,
            {key: lever_of(book, key).named for key in sorted(names) if book.key(key)},
            clauses(bench, [tweak for _, tweak in tweaks]),
        )
    return replace(answer, tables=(*answer.tables, changed), opening=opening)


def changed_rules(game: str, tweaks: Sequence[tuple[str, RuleSet, RuleSet]]) -> Table:
    """The rules that each tweak changes, old and new: its name, what it is compared with, and its own rules."""
    rows = [{"tweak": name, **asdict(each)} for name, base, tweak in tweaks for each in rule_changes(game, base, tweak)]
    fields = (
        text("tweak", "Tweak"), text("key", "Key"), text("meaning", "What it says"),
        text("said_before", "The base rules say"), text("said_after", "The tweak says"), text("before", "Base"),
        text("after", "Tweak's value"),
    )  # fmt: skip
    return table(KEY, "Which rules are changed", fields, rows)


def clauses(bench: Bench, tweaks: Sequence[Tweak]) -> dict[str, str]:
    """What the rules of every tweak say, to follow "if", by its name: those that it changes, or else what it sets."""
    found, book = dict[str, str](), bench.bundle.rule_files
    values = book.flat(bench.rules.effective)
    for tweak in tweaks:
        said = in_words(rule_changes(bench.plan.game, bench.rules, bench.rules_of(tweak)), tweak.name)
        if not said:  # what it sets is the rule already; of a rule set nothing is said
            known = [key for key in _keys(tweak) if book.key(key)]
            kept = [clause(lever_of(book, key).sentence(book.value(values, key))) for key in known]
            said = f"{words.listed(kept)}, {ALREADY}" if kept else ""
        found[tweak.name] = said
    return found


def _keys(tweak: Tweak) -> list[str]:
    return [setting.partition("=")[0].strip() for setting in tweak.settings]


def in_words(changes: Sequence[RuleChange], name: str = "") -> str:
    """What changed rules say, to follow "if"; of a rule set its `name`, of more than two their number, "" of none."""
    if changes and name and "=" not in name:
        return f"the rules are those of {name}"
    if len(changes) > MOST_SAID:
        return f"{spelt(len(changes))} rules are changed"
    return words.listed([clause(each.said_after) for each in changes]) if changes else ""


def clause(sentence: str) -> str:
    """A sentence as part of another one."""
    start = 1 + sentence.startswith("“")
    return f"{sentence[:start].lower()}{sentence[start:]}".removesuffix(".")


def levels(opening: Opening, names: Mapping[str, str], says: Mapping[str, str]) -> Opening:
    """The opening of a sweep; keys are said by their `names`, the level that is told by what it `says`."""
    keys = [key for key in names if key in opening.question]
    question = opening.question
    for key in keys:
        question = _of_key(question, key, names[key])
    answer = opening.answer
    for name, said in says.items():
        answer = answer.replace(f"with {name}, ", f"if {said}, ").replace(f"With {name}, ", f"If {said}, ")
    return replace(opening, question=question, answer=answer, written=" and ".join(keys) or opening.written)


def _of_key(question: str, key: str, name: str) -> str:
    level = f"Which level of {key} makes "
    if (asked := COUNTED.fullmatch(name)) and question.startswith(level):
        return f"How many {asked[1]} for {asked[2]} {asked[3]} make {question.removeprefix(level)}"
    if (adds := ADDS.fullmatch(name)) and question.startswith(level):
        return f"How much should {adds[1]} add to {adds[2]} to make {question.removeprefix(level)}"
    if ASKING.match(name):
        return f"{capital(name)}: {lowered(question.replace(f'level of {key}', 'rule').replace(key, 'this'))}"
    if MANY.fullmatch(name) and question.startswith(level):
        return f"Which number of {name} makes {question.removeprefix(level)}"
    if name.startswith("the ") and question.startswith(level):
        return f"What should {f'“{name}”' if ',' in name else name} be to make {question.removeprefix(level)}"
    return question.replace(key, f"“{name}”")


NEXT = "next"  # of the table
AROUND = 3  # levels on each side of one that is far from the base's
WIDEST = 9  # levels that are suggested at once
MOST_KEYS = 3  # other keys that are suggested


def next_steps(bench: Bench, changed: Mapping[str, object], *, levels: bool) -> tuple[Table, ...]:
    """What to try next, with its command: `levels` of changed keys, other keys; no table where there is nothing."""
    if bench.plan.settings:  # decks of the players' own are named by other options than a key
        return ()
    lines, metric = [], bench.ask.metric
    for key in list(changed)[:MOST_KEYS] if levels else ():
        if around := levels_around(bench, key, changed[key]):
            said = f"Levels of {key} that can be played: {', '.join(map(str, around))}."
            lines.append((said, _sweep(bench, key, around)))
    for key in own(bench.plan.game).levers.get(metric.name, ()):
        if key in changed:
            continue
        value = catalogue.rules(bench.plan.game).flat(bench.rules.effective)[key]
        said = f"May also change the {metric.what}, not tried here: {key}, now {str(value).lower()}."
        if around := levels_around(bench, key, value):
            lines.append((said, _sweep(bench, key, around)))
        elif isinstance(value, bool):
            lines.append((said, _command(bench, "compare", f"{key}={str(not value).lower()}")))
    fields = (text("what", "What to try", itemgetter(0)), text("command", "Command", itemgetter(1)))
    return (table(NEXT, "What to try next", fields, lines),) if lines else ()


def levels_around(bench: Bench, key: str, value: object) -> tuple[int, ...]:
    """The playable levels of a key with whole numbers from the base's to one and one beyond, or around a far one."""
    base = catalogue.rules(bench.plan.game).flat(bench.rules.effective)[key]
    if not all(isinstance(each, int) and not isinstance(each, bool) for each in (base, value)):
        return ()
    assert isinstance(base, int)
    assert isinstance(value, int)
    low, high = min(base, value) - 1, max(base, value) + 1
    if high - low >= WIDEST:
        low, high = value - AROUND, value + AROUND
    return tuple(level for level in range(low, high + 1) if _can_be(bench, key, level))


def _can_be(bench: Bench, key: str, level: int) -> bool:
    lever: Lever = catalogue.rules(bench.plan.game).schema.levers[key]
    if lever.key.kind.fault(level):
        return False
    try:
        bench.rules_of(Tweak("", bench.plan.rules, (f"{key}={level}",)))
    except BadInput:
        return False
    return True


def _sweep(bench: Bench, key: str, levels: Sequence[int]) -> str:
    whole = levels[-1] - levels[0] == len(levels) - 1
    return _command(
        bench, "sweep", f"{key}={levels[0]}..{levels[-1]}" if whole else f"{key}={','.join(map(str, levels))}"
    )


def _command(bench: Bench, command: str, change: str) -> str:
    plan, metric = bench.plan, bench.ask.metric.name
    game, players = ("--game", catalogue.typed(plan.game)), ("--strategies", ",".join(plan.strategies))
    asked = ("--metric", metric, "--seed", str(plan.seed))
    return shlex.join(("dhstats", command, plan.rules, change, *game, *players, *asked))
