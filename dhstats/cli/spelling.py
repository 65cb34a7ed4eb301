"""Commands that still understand how their options were once spelt, or say what to write instead."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand

from dhstats.errors import BadInput

ONCE = {"--output": "--page"}  # in every command
ELSEWHERE = {("train", "--out"): "--player"}  # words that mean something else in all other commands


class Command(TyperCommand):
    """A command whose options have one name each, and old ones are understood or refused in one line."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads the words of a command line; BadInput for an option that has another name now."""
        end = args.index("--") if "--" in args else len(args)
        return super().parse_args(ctx, [*(_now(str(ctx.info_name), word) for word in args[:end]), *args[end:]])


def _now(command: str, word: str) -> str:
    name, equals, value = word.partition("=")
    if (command, name) in ELSEWHERE:
        now = ELSEWHERE[command, name]
        raise BadInput(f"{name}: names a folder of games in other commands; in `dhstats {command}` write {now} FILE")
    return ONCE.get(name, name) + equals + value
