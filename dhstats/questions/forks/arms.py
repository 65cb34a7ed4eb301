"""Ways to go on from a fork as people write them: figure=mover, play=ship, move=3, great_dragon.points=5."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from dhstats.engine.arms import FREE
from dhstats.errors import BadInput, nearest
from dhstats.games.bundle import GameBundle
from dhstats.players.forks import SIDES, Arm, Change, change_code, forking_of

AS_IT_IS = "as it is"
PLAY, MOVE = "play", "move"
SWITCHES = {"off": 0, "on": 1, "no": 0, "yes": 1}
MOST_ARMS, MOST_LETTERS = 20, 2000
OUTSIDE_BRACKETS = re.compile(r",(?![^\[]*\])")


def arm(bundle: GameBundle, text: str, effective: Mapping[str, Any] | None = None) -> Arm:
    """An arm from its text: changes with commas between them, and a name before a colon if one is wanted.

    Words that only the `effective` rules can tell, such as names of cards, are looked up in them.

    A change is an intervention of the game (figure=mover), the first move (play=KIND or move=NUMBER), or a rule from
    here on (KEY=VALUE). BadInput, with what is known, for anything else; rules themselves are checked when they load.
    """
    if len(text) > MOST_LETTERS:
        raise BadInput(f"--arm: longer than {MOST_LETTERS:,} letters")
    name, colon, rest = text.partition(":")
    named = colon and "=" not in name
    said = rest if named else text
    if said.strip() == AS_IT_IS:
        return Arm(name.strip() if named else AS_IT_IS)
    changes: list[Change] = []
    rules: list[str] = []
    first: dict[str, str] = {}
    for part in OUTSIDE_BRACKETS.split(said):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not (key and equals and value):
            raise BadInput(f"--arm {text!r}: {part.strip()!r} is no KEY=VALUE")
        value = bundle.spell(effective, key, value) if effective is not None else value
        if key in (PLAY, MOVE):
            first[key] = value
        elif key in forking_of(bundle).changes:
            changes.append((key, _value(bundle, text, key, value)))
            change_code(bundle, text, *changes[-1])
        elif "." in key:
            rules.append(f"{key}={value}")
        else:
            known = (*forking_of(bundle).changes, PLAY, MOVE)
            raise BadInput(f"--arm {text!r}: {key!r} is not known; {nearest(key, known)}; or a rule key with a dot")
    return _arm_of(bundle, text, name.strip() if named else said.strip(), changes, first, rules)


def _arm_of(
    bundle: GameBundle, text: str, name: str, changes: Sequence[Change], first: dict[str, str], rules: Sequence[str]
) -> Arm:
    kind, number = first.get(PLAY, ""), first.get(MOVE, "")
    if kind and kind not in forking_of(bundle).kinds:
        raise BadInput(f"--arm {text!r}: play: {nearest(kind, forking_of(bundle).kinds)}")
    if number and not (number.isdecimal() and 1 <= int(number[:9]) <= 10**6):
        raise BadInput(f"--arm {text!r}: move must be the number of a legal move, from 1, not {number!r}")
    move = int(number) - 1 if number else FREE
    costly = forking_of(bundle).costly
    after = tuple(change for change in changes if first and change[0] in costly)
    before = tuple(change for change in changes if change not in after)
    return Arm(name, before, after, kind=kind, move=move, rules=tuple(rules))


def _value(bundle: GameBundle, text: str, key: str, value: str) -> int:
    """The value of an intervention: a side for the one that hands an item over, a switch, or a whole number."""
    if key in forking_of(bundle).things:
        nobody, *players = SIDES[: bundle.game.seats + 1]
        if value not in (nobody, *players):
            raise BadInput(f"--arm {text!r}: {key} must be one of {', '.join((*players, nobody))}, not {value!r}")
        return SIDES.index(value)
    if value in SWITCHES:
        return SWITCHES[value]
    if not re.fullmatch(r"[+-]?\d{1,4}", value):
        raise BadInput(f"--arm {text!r}: {key} must be on, off or a whole number up to 9999, not {value!r}")
    return int(value)


def arms(
    bundle: GameBundle, texts: Sequence[str], against: str, effective: Mapping[str, Any] | None = None
) -> tuple[Arm, ...]:
    """The arms of a study: what they are compared with, then each of the others; BadInput for two of one name."""
    if not 1 <= len(texts) < MOST_ARMS:
        raise BadInput(f"--arm: name from 1 to {MOST_ARMS - 1} ways to go on, not {len(texts)}")
    found = tuple(arm(bundle, text, effective) for text in (against, *texts))
    names = [each.name for each in found]
    if twice := [name for at, name in enumerate(names) if name in names[:at]]:
        raise BadInput(f"--arm: {twice[0]!r} is there twice; give one another name, as in --arm 'NAME: CHANGE'")
    return found
