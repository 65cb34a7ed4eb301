"""How good trained players of the example games are beside known answers, and how fast these games are played.

python -m tests.benchmarks.examples            all of it, some minutes
python -m tests.benchmarks.examples pig speed  these alone
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.gamefile.examples import FOLDER, columns, command
from tests.gamefile.pig_solved import TARGET, settled

SPEED = {
    "pig": 40_000, "kuhn": 1_000_000, "gops": 100_000, "tic_tac_toe": 300_000, "black_lady": 60_000, "deep_dive": 60_000,
    "brim": 120_000,
}  # fmt: skip


def _game(name: str) -> list[str]:
    return ["--game", str(FOLDER / f"{name}.py")]


def _match(folder: Path, name: str, strategies: str, games: int) -> None:
    """Plays a match and prints what is found about its players."""
    out = folder / f"{name}-{len(list(folder.iterdir()))}"
    words = ["--strategies", strategies, "--games", str(games), "--seed", "1", "--moves", "none", "--out", str(out)]
    command("simulate", *_game(name), *words)
    said = command("report", str(out), "-o", str(out) + ".html").splitlines()
    print(f"{name}: {strategies.rsplit('/', 1)[-1]}:", *[line for line in said if line.startswith("•")][:2], sep="\n  ")


def as_player(hold_from: Any) -> str:
    """A strategy file whose `optimal` holds from so many points on."""
    return (
        "import numpy as np\n\n"
        f"FIRST = np.frombuffer(bytes.fromhex('{hold_from.astype(np.uint8).tobytes().hex()}'), np.uint8)"
        f".reshape({TARGET}, {TARGET})\n\n\n"
        "def optimal(view, moves, count, randomness):\n"
        '    """Plays Pig perfectly."""\n'
        "    own, other = view.state.scores[view.seat], view.state.scores[1 - view.seat]\n"
        "    return 1 if count == 2 and view.state.turn_points >= FIRST[own, other] else 0\n"
    )


def pig(folder: Path) -> None:
    """The expert against who plays by the solution: within half a point of an even match."""
    _, first = settled()
    (folder / "optimal.py").write_text(as_player(first), encoding="utf-8")
    _match(folder, "pig", f"expert,{folder / 'optimal.py'}:optimal", 400_000)


def tic_tac_toe(folder: Path) -> None:
    """Among experts every game is drawn, and they lose to nobody."""
    _match(folder, "tic_tac_toe", "expert", 20_000)
    _match(folder, "tic_tac_toe", "expert,perfect", 20_000)


def kuhn(folder: Path) -> None:
    """What the best answer that training finds gains against honesty, equilibrium and expert."""
    words = ["honest", "equilibrium", "expert", "--deals", "20000", "--seed", "1", "-o", str(folder / "probe.html")]
    print(command("probe", *_game("kuhn"), *words))


def speed(folder: Path) -> None:
    """Games at random on one core, compiled and warm: every decision logged, and none."""
    for name, games in SPEED.items():
        rates = []
        for moves in ("all", "none"):
            words = ["--strategies", "random", "--seed", "1", "--workers", "1", "--moves", moves]
            command("simulate", *_game(name), *words, "--games", "1000", "--out", str(folder / f"{name}-warm-{moves}"))
            began = time.process_time()
            out = folder / f"{name}-{moves}"
            command("simulate", *_game(name), *words, "--games", str(games), "--out", str(out))
            rates.append(time.process_time() - began)
        decisions = int(columns(folder / f"{name}-none" / "games")["turns"].sum())
        lines = len((FOLDER / f"{name}.py").read_text(encoding="utf-8").splitlines())
        logged, bare = (decisions / seconds for seconds in rates)
        print(f"{name}: {lines} lines; {logged:,.0f} decisions/s logged, {bare:,.0f} without a log")


PARTS: dict[str, Callable[[Path], None]] = {"pig": pig, "tic_tac_toe": tic_tac_toe, "kuhn": kuhn, "speed": speed}

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for part in sys.argv[1:] or PARTS:
            PARTS[part](Path(folder))
