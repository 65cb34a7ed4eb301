"""The next step of a page as a command that can be pasted: the one that asked, with what has to be changed."""

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from dhstats.players.recipes import USUAL
from dhstats.questions.shared.answer import Answer, Opening

# Options behind a sentence, with the command that they belong to where that is not the one of the page.
OPTIONS = re.compile(r":(?: the same `dhstats simulate` with)? `(--[a-z-]+ [^`]+)`\.$")
WHOLE = re.compile(r": `(dhstats [a-z]+ [^`]+)`(?=\.$| says )")  # a command that is told in full
TEN_TIMES = re.compile(r" `(--training-games)`\.$")
CARDS = ("--strategies", "--pack")
GAME = ("--game", *CARDS, "--decks")
RULES = ("--rules", "--set")
# The options of a page's command that another command has too, with the same meaning.
LIKE: Mapping[str, tuple[str, ...]] = {
    "simulate": (*GAME, *RULES, "--design"), "value": (*GAME, *RULES), "compare": GAME, "sweep": GAME,
    "cards": (*CARDS, *RULES), "improve": (*CARDS, *RULES),
}  # fmt: skip
UNTIL = "--until"
LOGGED = ["dhstats", "import"]  # of games that people played, nobody can play more by a command


def ready(answer: Answer, command: str) -> Answer:
    """The same answer; what follows from it has its command, where `command` is what asked the question."""
    return replace(answer, opening=pasteable(answer.opening, command)) if answer.opening else answer


def pasteable(opening: Opening, command: str) -> Opening:
    """The same opening with the command of its next step beside it, rather than options in its sentence."""
    if opening.command or not command or "\n" in command:  # matchups that need a file are not asked again in one line
        return opening
    asked = shlex.split(command)
    if asked[:2] == LOGGED:
        before = OPTIONS.split(opening.decision)[0]
        return replace(
            opening,
            decision=f"{before.replace('Play ', 'Log ', 1)}." if before != opening.decision else opening.decision,
        )
    if match := OPTIONS.search(opening.decision):
        options = shlex.split(match[1])
        # Of games that were played for another question
        if "--games" in options and asked[1] not in ("simulate", "study"):
            return opening
        return _with(opening, match, _merged(asked, options), ".")
    if match := TEN_TIMES.search(opening.decision):
        known = asked[asked.index(match[1]) + 1] if match[1] in asked else str(USUAL.games)
        return _with(opening, match, _merged(asked, [match[1], str(10 * int(known))]), " training games.")
    if match := WHOLE.search(opening.decision):
        words = shlex.split(match[1])
        first = next((at for at, word in enumerate(words) if word.startswith("--")), len(words))
        # The options of a page's command that another command has too and that are not given there
        same = list(asked[:2]) == list(words[:2])
        kept = [
            (name, value)
            for name, value in pairwise(asked)
            if name.startswith("--") and name not in words and (same or name in LIKE.get(words[1], ()))
        ]
        return _with(
            opening, match, _merged([*words[:first], *[word for pair in kept for word in pair]], words[first:]), ""
        )
    return opening


def _with(opening: Opening, match: re.Match[str], words: Sequence[str], end: str) -> Opening:
    """The opening without what is typed in its sentence, which ends in other words."""
    before, rest = opening.decision[: match.start()], end or opening.decision[match.end() :]
    answer = f"{before}: this{rest}" if rest.startswith(" says") else f"{before}{rest}"
    return replace(opening, decision=answer, command=shlex.join(words))


def _merged(words: Sequence[str], options: Sequence[str]) -> list[str]:
    """A command with some options set, each of which has a value."""
    merged = list(words)
    for name, value in zip(options[::2], options[1::2], strict=True):
        if name in merged:
            merged[merged.index(name) + 1] = value
        else:
            merged += [name, value]
    if "--games" in options and UNTIL in merged:  # a fixed number is asked for
        del merged[merged.index(UNTIL) : merged.index(UNTIL) + 2]
    return merged
