"""Characters: parameter files of the parametric strategy, and where to find all strategies of the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dhstats.documents import read_bytes, read_toml
from dhstats.engine.strategy import Strategy, file_hash, from_file, from_package, installed
from dhstats.errors import BadInput, nearest
from dhstats.games.dragonheart.strategies import evaluation, greedy, uniform
from dhstats.quoting import quoted, quoted_name

FOLDER = Path(__file__).parent / "strategies"
CHARACTERS = FOLDER / "characters"
LARGEST_WEIGHT = 1e6
MAX_IDEA = 1000


def shipped() -> tuple[str, ...]:
    """The names of all strategies that come with the game."""
    return ("random", "greedy", *sorted(path.stem for path in CHARACTERS.glob("*.toml")))


def find(text: str) -> Strategy:
    """The strategy of a name: built in, offered by an installed package, `bots.py:function` or `character.toml`."""
    if text == "random":
        return _built_in("random", uniform)
    if text == "greedy":
        return _built_in("greedy", greedy)
    if text.endswith(".toml"):
        return character(Path(text))
    if ":" in text:
        return from_file(text)
    if (CHARACTERS / f"{text}.toml") in CHARACTERS.glob("*.toml"):
        return character(CHARACTERS / f"{text}.toml")
    if text in installed():
        return from_package(text)
    raise BadInput(f"strategy {text!r}: not known; {nearest(text, (*shipped(), *installed()))}")


def _built_in(name: str, module: Any) -> Strategy:
    content = Path(module.__file__).read_bytes()
    idea = module.choose.__doc__.splitlines()[0]
    return Strategy(name, idea, "built in", file_hash(content), module.choose)


def character(path: Path) -> Strategy:
    """A character from its file: `idea` in one sentence and a table of `weights`."""
    content, table = read_bytes(path), read_toml(path)
    for key in table:
        if key not in ("idea", "weights"):
            raise BadInput(f"{path}: unknown key {quoted_name(key)}; {nearest(key, ('idea', 'weights'))}")
    idea = table.get("idea")
    if not isinstance(idea, str) or not idea.strip() or not idea.isprintable() or len(idea) > MAX_IDEA:
        raise BadInput(f"{path}: idea must be a sentence that says the plan, of at most {MAX_IDEA:,} letters")
    weights = _weights(path, table.get("weights"))
    code = Path(evaluation.__file__).read_bytes()
    source = "built in" if path.parent == CHARACTERS else str(path)
    return Strategy(path.stem, idea, source, file_hash(content, code), evaluation.choose, weights)


def _weights(path: Path, table: Any) -> tuple[tuple[str, float], ...]:
    """All weights in the order of the terms; those that a file leaves out are 0."""
    if not isinstance(table, dict) or not table:
        raise BadInput(f"{path}: needs a table [weights]; terms: {', '.join(name for name, _ in evaluation.TERMS)}")
    names = [name for name, _ in evaluation.TERMS]
    for key, value in table.items():
        if key not in names:
            raise BadInput(f"{path}: weights.{quoted_name(key)}: no such term; {nearest(key, names)}")
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not -LARGEST_WEIGHT <= value <= LARGEST_WEIGHT:  # no number is within bounds that is none
            raise BadInput(f"{path}: weights.{key}: must be a number from -1e6 to 1e6, not {quoted(value)}")
    return tuple((name, float(table.get(name, 0.0))) for name in names)
