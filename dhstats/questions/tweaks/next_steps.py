"""What to try after a tweak: the playable levels around it, and other keys that may move the same quantity.

These are suggestions: that a key is listed with a quantity says where to look, not that it moves it.
"""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.keys import Lever
from dhstats.questions.shared.answer import Answer, Table
from dhstats.questions.shared.question import own
from dhstats.questions.shared.tables import table, text
from dhstats.questions.tweaks.tweaks import Bench, Tweak

KEY = "next"  # of the table
AROUND = 3  # levels on each side of one that is far from the base's
WIDEST = 9  # levels that are suggested at once
MOST_KEYS = 3  # other keys that are suggested


def with_next_steps(told: Answer, bench: Bench, tweaks: Sequence[Tweak]) -> Answer:
    """An answer about tweaks with what to try next, each with its command."""
    if bench.plan.settings:  # decks of the players' own are named by other options than a key
        return told
    changed = {each.key: each.right for tweak in tweaks for each in bench.differing(bench.rules_of(tweak))}
    lines = [*_playable(bench, changed), *_elsewhere(bench, changed)]
    return replace(told, tables=(*told.tables, _table(lines))) if lines else told


def other_keys(bench: Bench, keys: Sequence[str]) -> tuple[Table, ...]:
    """Other keys than those that were turned, in which to look for what is judged; no table where there are none."""
    if bench.plan.settings:
        return ()
    lines = list(_elsewhere(bench, dict.fromkeys(keys)))
    return (_table(lines),) if lines else ()


def _table(lines: Sequence[dict[str, str]]) -> Table:
    return table(KEY, "What to try next", (text("what", "What to try"), text("command", "Command")), lines)


def _playable(bench: Bench, changed: Mapping[str, object]) -> Iterator[dict[str, str]]:
    """Levels around those that were tried, of keys that hold whole numbers."""
    for key in list(changed)[:MOST_KEYS]:
        if levels := levels_around(bench, key, changed[key]):
            yield {
                "what": f"Levels of {key} that can be played: {', '.join(map(str, levels))}.",
                "command": _sweep(bench, key, levels),
            }


def _elsewhere(bench: Bench, changed: Mapping[str, object]) -> Iterator[dict[str, str]]:
    """Other keys in which to look for what is judged, not tried here."""
    metric = bench.ask.metric
    for key in own(bench.plan.game).levers.get(metric.name, ()):
        if key in changed:
            continue
        value = catalogue.rules(bench.plan.game).flat(bench.rules.effective)[key]
        levels = levels_around(bench, key, value)
        said = f"May also change the {metric.what}, not tried here: {key}, now {str(value).lower()}."
        if levels:
            yield {"what": said, "command": _sweep(bench, key, levels)}
        elif isinstance(value, bool):
            yield {"what": said, "command": _command(bench, "compare", f"{key}={str(not value).lower()}")}


def levels_around(bench: Bench, key: str, value: object) -> tuple[int, ...]:
    """The levels of a key with whole numbers from the base's to one and one beyond; empty for other keys.

    Only levels that can be played under the base rules; those around the level where the base's is far.
    """
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
    """The command that asks the same of another change."""
    plan, metric = bench.plan, bench.ask.metric.name
    words = [
        "dhstats",
        command,
        plan.rules,
        change,
        "--game",
        catalogue.typed(plan.game),
        "--strategies",
        ",".join(plan.strategies),
    ]
    return shlex.join([*words, "--metric", metric, "--seed", str(plan.seed)])
