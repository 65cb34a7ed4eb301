"""Every kind of game and of player once more, compiled so that an index outside its array is an error.

Protects that compiled with every index checked the same source has the same meaning. The tests play the same games in
plain Python, which checks indices too; compiling takes minutes: `python -m tests.benchmarks.index_checks`.
"""

import sys
import time
from collections.abc import Callable

from tests.games import test_modes as games
from tests.games.dragonwood import test_modes as dragonwood
from tests.players import test_modes as players

# What is played: a word for it, where it is written down, how it is called, and the same compiled as usual.
PLAYED: tuple[tuple[str, str, str, Callable[[], str]], ...] = (
    *(
        (f"games: {cases}", games.__name__, f"digest({cases!r})", lambda cases=cases: games.digest(cases))
        for cases in games.CASES
    ),
    ("games and forks: dragonwood", dragonwood.__name__, "digest()", dragonwood.digest),
    ("tries by inference", players.__name__, "measured()", players.measured),
    *(
        (f"made players: {game}", players.__name__, f"digest({game!r})", lambda game=game: players.digest(game))
        for game in players.PLAYED
    ),
    *(
        (
            f"who compare: {game}",
            players.__name__,
            f"digest({game!r}, 0.2)",
            lambda game=game: players.digest(game, 0.2),
        )
        for game in ("dragonwood", "dragon")
    ),
)
TESTED = {
    "mistakes of strategies": games.STRATEGIES,
    "Dragonheart's oracle": games.ORACLE,
    "Dragonwood's rulebook": dragonwood.RULEBOOK,
    "Dragonwood's oracle": dragonwood.ORACLE,
}
MODE = "bounds checked"


def told(what: str, began: float, same: bool) -> bool:
    """Says how one of them came out."""
    print(f"{what}: {'the same' if same else 'ANOTHER MEANING'}, {time.monotonic() - began:.0f} s", flush=True)
    return same


def main() -> int:
    """Plays and tests them all; 1 if any has another meaning under index checks."""
    found = []
    for what, module, call, usual in PLAYED:
        began = time.monotonic()
        checked = games.run(MODE, "-c", f"import {module} as played; print(played.{call})")
        found.append(told(what, began, checked.strip() == usual()))
    for what, arguments in TESTED.items():
        began = time.monotonic()
        found.append(told(what, began, games.passes(MODE, *arguments)))
    return 0 if all(found) else 1


if __name__ == "__main__":
    sys.exit(main())
