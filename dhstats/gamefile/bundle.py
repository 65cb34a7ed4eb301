"""A game file with everything that is not compiled: rule sets, players, words of the log, items that have a worth."""

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any

import numpy as np

from dhstats.engine.strategy import Strategy, digest_of, from_file, from_function, from_package, hash_of, installed
from dhstats.errors import BadInput, nearest
from dhstats.gamefile.declarations import spoken
from dhstats.gamefile.door import door_of
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.playing import handing, play, records
from dhstats.gamefile.playing.forking import AT, kinds, things
from dhstats.gamefile.playing.game import game_of, script
from dhstats.gamefile.playing.rulesets import STANDARD
from dhstats.gamefile.reading.source import load_module
from dhstats.gamefile.telling.failures import blame, reason
from dhstats.gamefile.telling.lying import cells_in, kinds_in
from dhstats.gamefile.telling.story import Tabletop
from dhstats.games.bundle import Array, Bands, GameBundle, Item, Rescoring

TRIED = 16  # deals that are laid out to see which cards there are under a rule set
CARDS_MEANING = (
    "Having a card means: one of its copies, chosen at random from all hands and hidden places, is in the player's"
    " hand. A card chosen at random from that hand takes its place. For nobody, neither of the two players has the "
    "copy. Everything else stays the same, including the moves before the fork. Positions in which such an exchange is"
    " impossible are left out."
)
MORE_MEANING = (
    "Having one more means: the player's number is one higher, and everything else stays the same. Positions in which"
    " the number is already at its maximum, or in which the game would be over, are left out."
)


def items(file: GameFile, rules: Any) -> tuple[Item, ...]:
    """What can be asked for its worth under a rule record: everything that a seat can have."""
    return _there(file, np.asarray(rules).tobytes())


@cache
def _there(file: GameFile, rules: bytes) -> tuple[Item, ...]:
    moments = tuple((f"{AT}{word}", f"{AT}{word}", f"When somebody first plays {word}") for word in kinds(file))
    items = [Item(name, spoken(name), "things", name, True, moments) for name in things(file)]
    if cards := handing.cards(file):
        dealt = dealt_cards(file, np.frombuffer(rules, records.rules(file)).view(np.recarray)[0])
        items += [
            Item(change, handing.named(file, *where), "cards", change, False, moments, meaning=CARDS_MEANING)
            for change, where in cards.items()
            if change in dealt
        ]
    for change, name in handing.counters(file).items():
        text = f"extra one of {spoken(name)}"
        items.append(Item(change, text, "numbers", change, False, moments, meaning=MORE_MEANING))
    return tuple(items)


def dealt_cards(file: GameFile, rules: Any) -> frozenset[str]:
    """Which of the cards there are under a rule record: those that setup lays out in one deal or another."""
    names = set[str]()
    for deal in range(TRIED):
        try:
            state = Tabletop(file, rules, 0, deal, 0).state
        except Exception as error:  # anything that a file may raise
            raise BadInput(f"game file {file.shown}: {reason(file, error)}, in setup") from None
        for name, hand in handing.hands(file).items():
            cells = [
                (each, cell) for other, each in file.pool(hand.deck).items() for cell in cells_in(each, state[other])
            ]
            lying = {kind for each, cell in cells for kind in kinds_in(each, cell)}
            names |= {f"{name}.{word}" for kind, word in enumerate(hand.card_names) if kind in lying}
    return frozenset(names)


SCRIPTS = {"random": play.at_random, "greedy": play.by_score}


def bundle_of(file: GameFile) -> GameBundle:
    """The game of a file with its rule sets and players."""
    players, rows = Players(file), records.rows(file)
    large = max(3, int(file.lead / 2))  # a lead of this size begins the last band of forks
    return GameBundle(
        game=game_of(file),
        rule_files=door_of(file).part("rule files"),
        find_strategy=players.find,
        shipped_strategies=players.shipped,
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
    raise ValueError("no rule changes only the final count")


class Players:
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
