"""Where to find the strategies of any game: scripts, and characters, which are weight files of its evaluation."""

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dhstats.documents import Inspection, expanded, read_bytes, read_toml
from dhstats.engine.strategy import Strategy, digest_of, from_file, from_package, hash_of, installed
from dhstats.errors import BadInput, nearest
from dhstats.quoting import quoted, quoted_name

LARGEST_WEIGHT = 1e6
MAX_IDEA = 1000
EVALUATION = "evaluation"  # of all characters of a game, among the identities


@dataclass(frozen=True, slots=True)
class Troupe:
    """The strategies that come with a game.

    `scripts` are modules by name, each with a function `choose`. `evaluation` is the module of the parametric strategy:
    `TERMS`, the names of what is weighed with what one unit of each is, and `choose`. In the folder `characters` beside
    it lie the characters, a file of weights each.

    """

    scripts: Mapping[str, Any]
    evaluation: Any

    @property
    def identities(self) -> Mapping[str, Sequence[str]]:
        """Digests that stand for the code of each script, and of the evaluation, in the hash of a strategy.

        They stay as long as decisions do, however the code is written, so that stored runs know their players again.
        Who changes a decision puts another digest into the list beside the characters, such as that of the source.
        """
        return read_toml(self.folder.with_name("identities.toml"))

    @property
    def terms(self) -> tuple[tuple[str, str], ...]:
        """What the evaluation weighs, in the order of the weights: a name, and what one unit of it is."""
        return tuple(self.evaluation.TERMS)

    @property
    def folder(self) -> Path:
        """Where the characters lie."""
        return Path(self.evaluation.__file__).with_name("characters")

    def shipped(self) -> tuple[str, ...]:
        """The names of all strategies that come with the game."""
        return (*self.scripts, *sorted(path.stem for path in self.folder.glob("*.toml")))

    def find(self, text: str) -> Strategy:
        """The strategy of a name: built in, offered by an installed package, `bots.py:function` or `character.toml`."""
        if text in self.scripts:
            choose = self.scripts[text].choose
            idea = (inspect.getdoc(choose) or "").partition("\n")[0]
            return Strategy(text, idea, "built in", hash_of(self.identities[text]), choose)
        if text.endswith(".toml"):
            return self.character(Path(expanded(text)))
        if ":" in text:
            return from_file(text)
        if (self.folder / f"{text}.toml") in self.folder.glob("*.toml"):
            return self.character(self.folder / f"{text}.toml")
        if text in installed():
            return from_package(text)
        raise BadInput(f"strategy {text!r}: not known; {nearest(text, (*self.shipped(), *installed()))}")

    def character(self, path: Path) -> Strategy:
        """A character from its file: `idea` in one sentence and a table of `weights`."""
        content, table = read_bytes(path), read_toml(path)
        seen, idea = Inspection(), str(table.get("idea"))
        weights: tuple[tuple[str, float], ...] = ()
        for key in table:
            with seen.part():
                if key not in ("idea", "weights"):
                    raise BadInput(f"{path}: unknown key {quoted_name(key)}; {nearest(key, ('idea', 'weights'))}")
        with seen.part():
            if table.get("idea") != idea or not idea.strip() or not idea.isprintable() or len(idea) > MAX_IDEA:
                raise BadInput(f"{path}: idea must be a sentence that says the plan, of at most {MAX_IDEA:,} letters")
        with seen.part():
            weights = self._weights(path, table.get("weights"))
        seen.end()
        identity = hash_of((digest_of(content), *self.identities[EVALUATION]))
        source = "built in" if path.parent == self.folder else str(path)
        return Strategy(path.stem, idea, source, identity, self.evaluation.choose, weights)

    def _weights(self, path: Path, table: Any) -> tuple[tuple[str, float], ...]:
        names = [name for name, _ in self.terms]
        if not isinstance(table, dict) or not table:
            raise BadInput(f"{path}: needs a table [weights]; terms: {', '.join(names)}")
        seen = Inspection()
        for key, value in table.items():
            number = isinstance(value, int | float) and not isinstance(value, bool)
            with seen.part():
                if key not in names:
                    raise BadInput(f"{path}: weights.{quoted_name(key)}: no such term; {nearest(key, names)}")
                if not number or not -LARGEST_WEIGHT <= value <= LARGEST_WEIGHT:  # one that is none is not within them
                    raise BadInput(f"{path}: weights.{key}: must be a number from -1e6 to 1e6, not {quoted(value)}")
        seen.end()
        return tuple((name, float(table.get(name, 0.0))) for name in names)
