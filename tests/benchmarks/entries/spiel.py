"""An entry of BalanceBench by OpenSpiel, with its own rules and players: random ones played, perfect ones solved.

Its Pig lets a player hold at nothing and has no player who holds at 20, so it is not asked about Pig.
It answers where OpenSpiel has the game, the rules and the players of a task, and says in words where it does not. One
JSON object in, a JSON line a claim out. Looks at games at random share the 5 % of a false claim.
"""

import json
import math
import random
import sys
from collections.abc import Iterator
from itertools import count
from statistics import NormalDist
from typing import Any

try:
    import pyspiel
except ImportError:
    pyspiel = None

# Of each game: its name there, and how a rule of a task is called there.
GAMES = {
    "tic_tac_toe": ("tic_tac_toe", {}), "kuhn": ("kuhn_poker", {}), "leduc": ("leduc_poker", {}),
    "gops": ("goofspiel", {"cards": "num_cards"}),
    "liars_dice": ("liars_dice", {"dice": "numdice", "sides": "dice_sides"}),
}  # fmt: skip
FIXED = {"gops": {"points_order": "random", "returns_type": "win_loss", "imp_info": "False", "num_cards": "13"}}
PERFECT = {"tic_tac_toe": ("perfect", "solved"), "kuhn": ("equilibrium", "solved"), "leduc": ("solved",)}
SURE, FIRST_LOOK, ENOUGH = 1.96, 1000, 3e-3  # the last: chips that somebody could gain by another way to play


class Unknown(Exception):
    """What OpenSpiel does not have."""


def load(task: dict[str, Any], change: list[str]) -> Any:
    """The game of a task there, under its rules or one change of them."""
    if task["game"] not in GAMES:
        raise Unknown("OpenSpiel does not have this game")
    name, keys = GAMES[task["game"]]
    settings = dict(FIXED.get(task["game"], {}))
    for rule in (*(task.get("rules") or ()), *change):
        key, _, value = rule.partition("=")
        if key not in keys:
            raise Unknown(f"OpenSpiel does not have the rule {rule}")
        settings[keys[key]] = value
    words = ",".join(f"{key}={value}" for key, value in settings.items())
    return pyspiel.load_game(f"{name}({words})" if words else name)


def seats(task: dict[str, Any], game: Any) -> list[str]:
    """Who plays at each seat; none but random and perfect players are there."""
    many = game.num_players()
    names = [task["players"]] * many if isinstance(task["players"], str) else list(task["players"])
    for name in names:
        if name != "random" and name not in PERFECT.get(task["game"], ()):
            raise Unknown(f"OpenSpiel has no player {name}")
    return names


def exact(task: dict[str, Any], game: Any) -> tuple[float, float]:
    """What the game is worth to the first of two perfect players, and how far that is from certain."""
    if task["game"] in ("kuhn", "leduc"):
        solver, off, value = pyspiel.CFRPlusSolver(game), math.inf, 0.0
        for rounds in range(1, 20_001):
            solver.evaluate_and_update_policy()
            if rounds & (rounds - 1) == 0:
                plan = solver.average_policy()
                off = pyspiel.nash_conv(game, plan)
                value = pyspiel.expected_returns(game.new_initial_state(), plan, -1, True, 0.0)[0]
                if off < ENOUGH:
                    break
        return value, off
    return worths(game)[str(game.new_initial_state())], 0.0


def worths(game: Any) -> dict[str, float]:
    """What each position is worth to the first player, where nothing is left to chance."""
    known: dict[str, float] = {}

    def worth(state: Any) -> float:
        if state.is_terminal():
            return float(state.returns()[0])
        mark = str(state)
        if mark not in known:
            after = [worth(state.child(each)) for each in state.legal_actions()]
            known[mark] = max(after) if state.current_player() == 0 else min(after)
        return known[mark]

    known[str(game.new_initial_state())] = worth(game.new_initial_state())
    return known


def after(state: Any, action: int, values: dict[str, float]) -> float:
    """What an action leads to."""
    then = state.child(action)
    return float(then.returns()[0]) if then.is_terminal() else values[str(then)]


def sample(game: Any, names: list[str], chance: random.Random, values: dict[str, float]) -> list[float]:
    """What each seat has at the end of a game."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(actions, shares)[0])
        elif state.is_simultaneous_node():
            state.apply_actions([chance.choice(state.legal_actions(seat)) for seat in range(len(names))])
        else:
            seat, actions = state.current_player(), state.legal_actions()
            if names[seat] != "random":
                actions = [each for each in actions if after(state, each, values) == values[str(state)]]
            state.apply_action(chance.choice(actions))
    return list(state.returns())


class Mean:
    """What the first seat has beyond an even share, in the unit of the task: exactly, or game by game."""

    def __init__(self, task: dict[str, Any], change: list[str], seed: int) -> None:
        self.game = load(task, change)
        self.names, self.chance = seats(task, self.game), random.Random(seed)
        self.times = 1.0 if task["unit"] == "points" else 50.0
        self.exact = "random" not in self.names
        self.values = {} if self.exact or set(self.names) == {"random"} else worths(self.game)
        self.count, self.total, self.squares, self.off = 0, 0.0, 0.0, 0.0
        if self.exact:
            value, self.off = exact(task, self.game)
            self.count, self.total, self.off = 1, self.times * value, self.times * self.off

    def play(self) -> None:
        """As many games as there were before."""
        for _ in range(0 if self.exact else max(self.count, FIRST_LOOK)):
            value = self.times * sample(self.game, self.names, self.chance, self.values)[0]
            self.count, self.total, self.squares = self.count + 1, self.total + value, self.squares + value * value

    @property
    def mean(self) -> float:
        """The mean so far."""
        return self.total / self.count

    @property
    def spread(self) -> float:
        """The variance of one game."""
        return 0.0 if self.exact else (self.squares - self.count * self.mean**2) / (self.count - 1)


WORDS = {
    "seat": ("first", "other", "within"), "reading": ("yes", "yes", "no"), "worth": ("more", "less", "within"),
}  # fmt: skip


def answers(task: dict[str, Any], seed: int) -> Iterator[str]:
    """The claim, once an interval lies on one side of the margin."""
    question = task["question"]
    if question not in (*WORDS, "games") or (task.get("metric") or "seat") != "seat":
        raise Unknown("OpenSpiel is not asked this question")
    changes = [[], *(task.get("changes") or {}).values()]
    means = [Mean(task, change, seed * 1_000_003 + at) for at, change in enumerate(changes)]
    if question == "games":
        means[0].play()
        yield str(round(SURE**2 * means[0].spread / task["margin"] ** 2))
        return
    for look in count(1):
        for mean in means:
            mean.play()
        half = NormalDist().inv_cdf(1 - 0.025 / (look * (look + 1)))
        half *= sum(mean.spread / mean.count for mean in means) ** 0.5
        half += sum(mean.off for mean in means)
        value = means[-1].mean - (means[0].mean if len(means) > 1 else 0.0)
        if claim := placed(value, half, task):
            yield claim
        if claim or all(mean.exact for mean in means):
            return


def placed(value: float, half: float, task: dict[str, Any]) -> str:
    """The claim that an interval allows, "" for none."""
    above, below, inside = WORDS[task["question"]]
    if abs(value) - half > task["margin"]:
        return above if value > 0 else below
    return inside if abs(value) + half < task["margin"] else ""


def main() -> None:
    """Answers the task on standard input, or says why it cannot."""
    given = json.load(sys.stdin)
    if pyspiel is None:
        print(json.dumps({"failed": "OpenSpiel is not installed"}))
        return
    try:
        for answer in answers(given["task"], given["seed"]):
            print(json.dumps({"answer": answer}), flush=True)
    except Unknown as why:
        print(json.dumps({"failed": str(why)}))


if __name__ == "__main__":
    main()
