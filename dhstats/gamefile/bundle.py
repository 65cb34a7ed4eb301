"""A game file with everything that is not compiled: rule sets, players, words of the log."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from dhstats.engine.strategy import Strategy, digest_of, from_file, from_function, from_package, hash_of, installed
from dhstats.errors import BadInput, nearest
from dhstats.gamefile.door import door_of
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.items import items
from dhstats.gamefile.playing import play, records
from dhstats.gamefile.playing.game import game_of, script
from dhstats.gamefile.playing.rulesets import STANDARD
from dhstats.gamefile.reading.source import load_module
from dhstats.gamefile.telling.failures import blame
from dhstats.games.bundle import Array, Bands, GameBundle, Rescoring

SCRIPTS = {"random": play.at_random, "greedy": play.by_score}


def bundle_of(file: GameFile) -> GameBundle:
    """The game of a file with its rule sets and players."""
    cast, rows = Cast(file), records.rows(file)
    large = max(3, int(file.lead / 2))  # a lead of this size begins the last band of forks
    return GameBundle(
        game=game_of(file),
        rule_files=door_of(file).part("rule files"),
        find_strategy=cast.find,
        shipped_strategies=cast.shipped,
        yardsticks=("greedy", "random", *(function.__name__ for function in file.players)),
        terms=(),
        default_rules=STANDARD,
        default_strategies=("expert",),
        words=rows.words,
        flags=rows.flags,
        packed=rows.packed,
        rescoring=Rescoring({}, (), _no_rescoring),
        unclear=file.unclear,
        bands=Bands(turns=(10, 20, 40), leads=(-large, -1, 2, large + 1)),
        items=partial(items, file),
        blame=partial(blame, file),
        digest=file.digest,
        objective=file.objective,
    )


def _no_rescoring(base: Any, tweak: Any, games: Mapping[str, Array]) -> dict[str, Array]:
    raise ValueError("no rule touches the final count alone")


class Cast:
    """The players that come with a game file: random, greedy, those that the file lists, those of its package."""

    def __init__(self, file: GameFile) -> None:
        self._file = file
        self._scripts = {name: script(file, template) for name, template in SCRIPTS.items()}
        self._own = {function.__name__: function for function in file.players}
        for path in sorted(file.path.parent.glob("players/[a-z]*.py")) if file.home else ():
            module = load_module(f"{file.home}.players.{path.stem}", file.shown)
            if hasattr(module, "choose"):
                self._own[path.stem] = module.choose

    def shipped(self) -> Sequence[str]:
        """The names of all players that come with the game."""
        return (*self._scripts, *self._own)

    def find(self, text: str) -> Strategy:
        """The strategy of a name: of the file, offered by an installed package, or `bots.py:function`."""
        if text in self._scripts:
            idea = (SCRIPTS[text].__doc__ or "").strip().split("\n")[0]
            identity = hash_of((digest_of(f"{text} 1".encode()), self._file.digest))
            return Strategy(text, idea, "built in", identity, self._scripts[text], counts=False)
        if text in self._own:
            return from_function(self._own[text], text, "built in", self._file.digest)
        if ":" in text:
            return from_file(text)
        if text in installed():
            return from_package(text)
        raise BadInput(f"strategy {text!r}: not known; {nearest(text, (*self.shipped(), *installed()))}")
