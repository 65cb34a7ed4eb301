"""Keys of a file's rules, checked: what each may hold, under which names, and what the names of decks stand for."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from dhstats.errors import nearest
from dhstats.gamefile.declarations import LARGEST
from dhstats.games.declaring import of_class
from dhstats.games.keys import KIND, Key, Lever
from dhstats.quoting import quoted
from dhstats.seats import SEATS

OWN = ("players", "turn_limit", "seat", "seats", "opening_points")  # rules that dhstats has itself
NAMED = re.compile(r"\w+(\.(\w+|<\w+>))*")  # a full name, perhaps with the kind of the things that it is for
MOST_THINGS = 256


class Keys:
    """Keys of a file; each thing that is amiss is told to `wrong`."""

    def __init__(self, wrong: Callable[[str], None]) -> None:
        self._wrong = wrong

    def named(self, declared: Mapping[str, Key], seats: int) -> tuple[dict[str, Key], dict[str, Lever]]:
        """The keys by their attributes, and by their full names, where there is one for each thing."""
        keys = {own: of_class(own, each) for own, each in declared.items()}
        for own, each in keys.items():
            if "<seat>" in each.name:
                keys[own] = replace(each, things=SEATS[:seats], defaults=each.defaults[:seats])
        full: dict[str, Lever] = {}
        for own, each in keys.items():
            self._check(own, each)
            for lever in each.levers({}) if self._is_named(own, each) else ():
                name = f"{lever.name}."  # of another key, or of a table in which another one lies
                if any(name.startswith(f"{other}.") or other.startswith(name) for other in full):
                    self._wrong(f"Rules.{own}: another rule is called {lever.name}, or begins so; choose another name")
                full[lever.name] = lever
        for own, each in keys.items():
            self._check_tables(own, each, full)
        return {own: self._with_first_table(each, keys) for own, each in keys.items()}, full

    def _is_named(self, own: str, key: Key) -> bool:
        """Whether full names can be made, each of words with points between them."""
        kinds, things = KIND.findall(key.name), key.things
        fine = isinstance(key.name, str) and NAMED.fullmatch(key.name) and len(kinds) == bool(things)
        if not fine:
            self._wrong(f"Rules.{own}: its name must be as in hand.size, or spaces.<space>.slots in each_of(...)")
        words = all(isinstance(one, str) and one.isidentifier() for one in things)
        if not words or len(set(things)) < len(things) or len(things) > MOST_THINGS:
            self._wrong(f"Rules.{own}: must be for at most {MOST_THINGS} different words of letters, digits and _")
        elif key.name.split(".")[0] == "source" or key.name == "seats.<seat>.points":
            self._wrong(f"Rules.{own}: dhstats has a rule of this name itself; choose another one")
        return bool(fine) and words

    def _check(self, own: str, key: Key) -> None:
        """What a key may hold, what it means, and what it is usually."""
        if own in OWN:
            self._wrong(f"Rules.{own}: dhstats has a rule of this name itself; choose another one")
        if not isinstance(key.meaning, str) or not key.meaning.strip():
            self._wrong(f"Rules.{own}: has no meaning; end it with a sentence")
        if isinstance(key.since, bool) or not isinstance(key.since, int) or key.since < 1:
            self._wrong(f"Rules.{own}: since must be the number of a schema, from 1")
        form, usual = key.kind.form, key.defaults or (key.default,)
        if form.control == "switch" and not all(isinstance(each, bool) for each in usual):
            self._wrong(f"Rules.{own}: must be switch(True, MEANING) or switch(False, MEANING)")
        elif form.control == "choice" and not all(word.isidentifier() for word in form.choices):
            self._wrong(f'Rules.{own}: must be word(("one", "other"), MEANING), words of letters, digits and _')
        elif form.control == "number" and not all(_fits(form.low, form.high, each) for each in usual):
            self._wrong(f"Rules.{own}: must be key(DEFAULT, LOW, HIGH, MEANING) with LOW <= DEFAULT <= HIGH")
        elif form.control == "words" and not _is_list(key):
            self._wrong(f"Rules.{own}: must be listed((2, 3), LOW, HIGH, MEANING), with numbers from LOW to HIGH")

    def _check_tables(self, own: str, key: Key, full: Mapping[str, Lever]) -> None:
        """What the names of decks stand for: values that their keys can hold."""
        for word, table in key.tables.items():
            for name, value in table.items():
                if name not in full:
                    self._wrong(f"Rules.{own}: {word}: {quoted(name)} is not a rule; {nearest(name, full)}")
                elif fault := full[name].key.kind.fault(value):
                    self._wrong(f"Rules.{own}: {word}: {name} = {quoted(value)}: {fault}")

    def _with_first_table(self, key: Key, keys: Mapping[str, Key]) -> Key:
        """A key whose default is what the usual deck says of it."""
        usual = {
            name: value for each in keys.values() if each.tables for name, value in each.tables[each.default].items()
        }
        levers = key.levers({})
        if not any(lever.name in usual for lever in levers):
            return key
        defaults = tuple(usual.get(lever.name, lever.default) for lever in levers)
        return replace(key, defaults=defaults) if key.things else replace(key, default=defaults[0])


def _fits(low: Any, high: Any, usual: Any) -> bool:
    whole = all(isinstance(n, int) and not isinstance(n, bool) for n in (low, high, usual))
    return whole and -LARGEST <= low <= usual <= high <= LARGEST


def _is_list(key: Key) -> bool:
    """Whether a list has bounds, and room for its usual values."""
    form, usual = key.kind.form, key.defaults or (key.default,)
    room = isinstance(form.room, int) and 1 <= form.room <= MOST_THINGS and _fits(form.low, form.high, form.low)
    return room and not any(key.kind.fault(each) for each in usual)
