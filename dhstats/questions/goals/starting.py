"""A goals file to start from: every quantity that a game has, with ranges that are usual and a word on each."""

import json

from dhstats.games.objective import SIDE, SUCCESS
from dhstats.questions.goals.quantity import OF_WINS, Quantity, Setting, catalogue, known
from dhstats.questions.shared.vocabulary import vocabulary

USUAL = {"draws": "at most 5 %", "no_choice": "at most 50 %", SUCCESS: "30 to 70 %"}
EVEN = 5.0  # games in 100 that a share of the wins may be from even
LEADS, FURTHEST = 4.0, 2.0  # how far from even a mean lead may be: in margins that a game declares, else in points
HEAD = """\
# What {title} is meant to be. Each goal is a quantity with the range in which it should lie; `dhstats goals check`
# plays until each is met or missed, and `dhstats goals list --game {game}` explains all quantities.
# Change the ranges to what you want. A line that begins with # is ignored until you remove the #.
title = {name}
game = {typed}
rules = {rules}
players = {players}  # who sits at every seat: `dhstats strategies list --game {game}`

[goals]
"""
WANTED = "\n# Quantities whose range only you can know; the numbers are examples."
ARGUED = "\n# Quantities that take a name or a number in place of the word in capitals."


def draft(setting: Setting, game: str, rules: str, title: str) -> str:
    """The text of a goals file for a game; it names game and rules so."""
    bundle = setting.bundle
    head = HEAD.format(
        title=title, game=game, name=_quoted(f"what {title} should be"), typed=_quoted(game),
        rules=_quoted(rules), players=_quoted(bundle.default_strategies[0]),
    )  # fmt: skip
    every = known(setting)
    usual = {name: span for name, each in every.items() if (span := _usual(each, setting))}
    goals = [f"{_line(name, span)}  # {every[name].what}" for name, span in usual.items()]
    open_ = [f"# {_line(name, each.scale.example)}  # {each.what}" for name, each in every.items() if name not in usual]
    argued = [f"# {_line(name, example)}  # {what}" for name, example, what in catalogue(setting) if name not in every]
    return "\n".join([head.rstrip("\n"), *goals, WANTED, *open_, ARGUED, *argued, ""])


def _usual(each: Quantity, setting: Setting) -> str:
    """The range that is usual for a quantity; "" without one."""
    objective = setting.bundle.objective
    if each.scale == OF_WINS:
        even = 100.0 / (len(objective.sides) if each.name.startswith(SIDE.rstrip("_")) else max(2, setting.seats))
        return f"{even - EVEN:.1f} to {even + EVEN:.1f} %".replace(".0", "")
    if each.name == "margin" and objective.in_points:
        far = LEADS * vocabulary(setting.bundle.game.name).tally.margin or FURTHEST
        return f"-{far:g} to {far:g}"
    return USUAL.get(each.name, "")


def _line(name: str, written: str) -> str:
    return f"{name} = {_quoted(written)}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
