"""What a page asks, read: words, numbers and choices of rules, each refused in one line where it is none."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.lab import rules
from dhstats.lab.rules import Choice
from dhstats.quoting import quoted, shortened
from dhstats.simulate.plans.experiment import MAX_SEED

LONGEST_WORD, LONGEST_NAME = 1_000, 40
TICKED = re.compile("`([^`]*)`")
SENTENCES = ("problem", "says", "note", "said", "meaning", "sentence")  # names under which pages are told sentences
MOST_EXACT = 2**53 - 1  # the largest whole number that a browser keeps
Said = Mapping[str, Any]


def word(said: Said, name: str, otherwise: str | None = None) -> str:
    """The word that is said; BadInput for what is none, or too long."""
    found = said.get(name, otherwise)
    if not isinstance(found, str) or len(found) > LONGEST_WORD:
        raise BadInput(f"{name}: must be a word")
    return found


def whole(said: Said, name: str, otherwise: int | None = None) -> int:
    """The whole number from 0 on that is said, or otherwise another; BadInput for what is none."""
    found = said.get(name, otherwise)
    if isinstance(found, bool) or not isinstance(found, int) or not 0 <= found <= MAX_SEED:
        raise BadInput(f"{name}: must be a whole number from 0 on")
    return found


def seed(said: Said, name: str, otherwise: int) -> int:
    """The seed, or the number of a deal, that is said: as text, since browsers change numbers beyond 2**53."""
    found = said.get(name)
    text = isinstance(found, str) and found.isascii() and found.isdecimal() and len(found) <= len(str(MAX_SEED))
    return whole({**said, name: int(str(found))} if text else said, name, otherwise)


def exact(value: Any) -> Any:
    """What is told to a page: numbers that browsers would change as text, commands in sentences in quotation marks."""
    if isinstance(value, dict):
        return {
            name: exact((TICKED.sub(r"“\1”", each) if isinstance(each, str) else each) if name in SENTENCES else each)
            for name, each in value.items()
        }
    if isinstance(value, list | tuple):
        return [exact(each) for each in value]
    return str(value) if isinstance(value, int) and abs(value) > MOST_EXACT else value


def page(said: Said) -> str:
    """The name that a page gives itself; BadInput for what is none."""
    found = word(said, "page")
    if not (found.isascii() and found.isalnum() and 8 <= len(found) <= 40):
        raise BadInput("a page names itself by 8 to 40 letters and digits")
    return found


def choice(said: Said) -> Choice:
    """The rules that are said."""
    return Choice(word(said, "game"), word(said, "rules"), settings(said.get("settings", {})))


def settings(said: Any) -> tuple[str, ...]:
    """What changes the rules, values by key, as settings KEY=VALUE."""
    if not isinstance(said, dict):
        raise BadInput("settings: must be values by key")
    return rules.settings_of(said)


def known(opens: Choice, here: Choice) -> Choice:
    """The same rules; BadInput if they neither come along nor were named on the command line: a page opens no files.

    Nor does it run any: the game is looked at first, by its name alone.
    """
    if here.game not in (games := rules.playable(opens)):
        *most, last = [catalogue.title(name) for name in games]
        listed = f"{', '.join(most)} and {last} alone; `dhstats lab --game` names another one"
        raise BadInput(f"game {quoted(shortened(here.game, LONGEST_NAME))}: this page plays {listed}")
    if here.rules not in here.bundle.rule_files.shipped() and (here.game, here.rules) != (opens.game, opens.rules):
        raise BadInput(f"rules {here.rules!r}: the page knows the shipped rule sets and the file it opened with")
    return replace(here, typed=opens.typed) if here.game == opens.game else here
