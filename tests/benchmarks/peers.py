"""Games that other engines play too: whether random games come out alike, and how fast each plays them.

python -m tests.benchmarks.peers             all games that an installed engine has
python -m tests.benchmarks.peers kuhn leduc  these alone

OpenSpiel (`pip install open_spiel`) plays random games in its own compiled loop; pgx (`pip install pgx`) plays batches of
4,096 Kuhn games with jax. Neither is needed by anything else; what is not installed is left out, in a sentence. Pig is
not compared: in OpenSpiel a player may stop before the first roll, here not.
"""

import importlib
import importlib.util
import math
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tests.gamefile.examples import columns, command

GAMES, BATCH = 40_000, 4_096
APART = 4.0  # standard errors by which two means may differ


@dataclass(frozen=True)
class Peer:
    """A game of the catalogue as OpenSpiel calls it, and what it calls the result of the first player there."""

    theirs: str
    result: Callable[[dict[str, Any]], Any] = lambda games: games["score_first"]


def _won(games: dict[str, Any]) -> Any:
    return np.sign(games["score_first"] - games["score_second"])


PEERS = {
    "kuhn": Peer("kuhn_poker"),
    "leduc": Peer("leduc_poker"),
    "tic_tac_toe": Peer("tic_tac_toe", result=_won),
    "gops": Peer("goofspiel(num_cards=13,points_order=random,returns_type=win_loss)", _won),
    "liars_dice": Peer("liars_dice(numdice=1)", result=_won),
}


def ours(name: str, games: int, folder: Path, *more: str) -> tuple[float, dict[str, Any]]:
    """Processor seconds of a random game, logged unless more words say otherwise, and the games of the longer run.

    What a command costs before it plays falls out: the time is that between runs of so many games and of a tenth.
    """
    spent = {}
    for number in (GAMES // 10, games // 10, games):  # the first compiles
        words = ["simulate", "--game", name, "--strategies", "random", "--games", str(number), "--seed", "1", *more]
        began = time.process_time()
        command(*words, "--workers", "1", "--out", str(folder / f"{name}{len(more)}-{len(spent)}"))
        spent[len(spent)] = time.process_time() - began
    return (spent[2] - spent[1]) / (games - games // 10), columns(folder / f"{name}{len(more)}-2" / "games")


def open_spiel(name: str, games: int) -> tuple[float, list[float]]:
    """Processor seconds for random games in OpenSpiel's loop, and the first player's results."""
    engine = importlib.import_module("pyspiel")
    game = engine.load_game(PEERS[name].theirs)
    if game.get_type().dynamics == engine.GameType.Dynamics.SIMULTANEOUS:
        game = engine.convert_to_turn_based(game)
    bots = [engine.make_uniform_random_bot(player, player + 1) for player in range(game.num_players())]
    began, found = time.process_time(), []
    for number in range(games):
        found.append(engine.evaluate_bots(game.new_initial_state(), bots, number)[0])
    return time.process_time() - began, found


def pgx_kuhn(batches: int = 200) -> float:
    """Processor seconds for a game of Kuhn poker in batches of 4,096, as pgx steps them."""
    jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
    env = pgx.make("kuhn_poker")
    begin, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))

    def played(key: Any) -> Any:
        state = begin(jax.random.split(key, BATCH))
        for _ in range(3):
            key, now = jax.random.split(key)
            chances = jax.numpy.log(state.legal_action_mask.astype(float))
            state = step(state, jax.random.categorical(now, chances, axis=1))
        return state.rewards

    keys = jax.random.split(jax.random.PRNGKey(1), batches)
    played(keys[0]).block_until_ready()
    began = time.process_time()
    for key in keys:
        played(key).block_until_ready()
    return (time.process_time() - began) / (batches * BATCH)


def apart(one: Sequence[float], other: Sequence[float]) -> float:
    """How many standard errors two means differ by."""
    first, second = np.asarray(one, np.float64), np.asarray(other, np.float64)
    return abs(first.mean() - second.mean()) / math.sqrt(first.var() / len(first) + second.var() / len(second))


def installed(*names: str) -> Iterator[str]:
    """Those of some engines that are there."""
    for name in names:
        if importlib.util.find_spec(name) is None:
            print(f"{name} is not installed, so nothing is compared with it")
        else:
            yield name


def main(names: Sequence[str]) -> int:
    """Prints a line a game; 1 where random games do not come out alike."""
    there, failed = list(installed("pyspiel", "pgx")), 0
    with tempfile.TemporaryDirectory() as folder:
        for name in names if "pyspiel" in there else ():
            seconds, games = ours(name, 5 * GAMES, Path(folder))
            bare, _ = ours(name, 5 * GAMES, Path(folder), "--moves", "none")
            own = PEERS[name].result(games)
            theirs, results = open_spiel(name, GAMES)
            off = apart(own, results)
            failed += off > APART
            rates = [1 / seconds, 1 / bare, GAMES / theirs]
            print(f"{name}: {np.mean(own):+.4f} here, {np.mean(results):+.4f} in OpenSpiel, {off:.1f} standard errors apart;"
                  f" logged {rates[0]:,.0f}, not logged {rates[1]:,.0f}, OpenSpiel {rates[2]:,.0f} games a processor second:"
                  f" {rates[0] / rates[2]:.2f} and {rates[1] / rates[2]:.2f} times its speed")  # fmt: skip
        if "pgx" in there and "kuhn" in names:
            seconds, _ = ours("kuhn", 20 * GAMES, Path(folder) / "many")
            print(f"kuhn: {pgx_kuhn() / seconds:.2f} times the speed of pgx in batches of {BATCH:,}")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or list(PEERS)))
