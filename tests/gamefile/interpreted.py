"""Generated game files in plain Python and as the engine plays them, both without a compiler: what differs is printed.

Run as a module in a process of its own, with NUMBA_DISABLE_JIT=1 and the name of an empty folder.
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.engine.stream import STREAM, address
from dhstats.gamefile import opening
from dhstats.gamefile.checking.findings import Findings
from dhstats.gamefile.checking.games import Games
from dhstats.gamefile.checking.rows import Compared
from dhstats.games.bundle import GameBundle
from dhstats.games.folder import Door
from dhstats.games.positions import About
from tests.gamefile.declarations import games


def differences(path: Path) -> list[str]:
    """What the check finds in a file, and how the engine's games differ from those in plain Python."""
    opened = opening.of_path(str(path))
    bundle: GameBundle = opened.part("bundle")
    findings = Findings(opened.file)
    rules = bundle.rule_files.load("standard", ["players=3"])
    course = Games(opened.file, rules.record(), "", 1, findings).play(2)
    if course:
        Compared(bundle, rules, 1, findings).compare(2, course, "")
    return [each.says for each in findings.found.values()] + list(_looked_at(opened, bundle))


def _looked_at(opened: Door, bundle: GameBundle) -> list[str]:
    """A position is written down and read back, guessed, taken in by a learner, and its luck laid anew."""
    game, found = bundle.game, []
    rules = bundle.rule_files.load("standard", ["players=3"])
    table: Any = np.zeros(1, game.table).view(np.recarray)
    table["seen"]["rules"] = rules.record()
    game.shuffle(table[0], np.uint64(5), 3)
    game.deal(table[0], 1)
    view = game.look(table[0], 1).copy()
    notation, about = opened.part("notation"), About(view["rules"], rules.effective, 1)
    again = notation.read(notation.write(view, rules.effective, None), about, "view")[0]
    kept = [name for name in view.dtype.names if name != "after" and again[name].tobytes() != view[name].tobytes()]
    found += [f"position: {name} is another when it is read back" for name in kept]
    found += [] if notation.lines(notation.position(view, {}, {}), view, {}) else ["position: has no lines"]
    assert game.learning is not None
    assert game.forking is not None
    assert game.forking.mix_chance is not None
    stream, other = np.zeros(1, STREAM).view(np.recarray), np.zeros(1, game.table).view(np.recarray)
    address(stream[0], np.uint64(1), np.uint64(1), 3)
    game.learning.guess(view.copy(), other[0], stream[0])
    seen = game.look(other[0], 1)
    if "guess" not in opened.file.functions and seen["unseen"].tobytes() != view["unseen"].tobytes():
        found.append("guess: other cards are out of sight")
    if seen["state"].tobytes() != view["state"].tobytes():
        found.append("guess: the seat sees something else")
    options: Any = np.zeros(1, game.options).view(np.recarray)
    game.learning.outlook(view, options[0].moves[0], 0, np.zeros(game.learning.inputs, np.float32))
    game.forking.mix_chance(table[0], stream[0])
    return found


def main(folder: Path) -> None:
    """Every file in turn; a line for each thing that is amiss."""
    for name, text in games().items():
        path = folder / f"{name}.py"
        path.write_text(text)
        for said in differences(path):
            sys.stdout.write(f"{name}: {said}\n")
    sys.stdout.write(f"{len(games())} files\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
