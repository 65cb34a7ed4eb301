"""Greedy play: positions with the expected move, and how it fares against random play."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from dhstats.engine.game import MIND
from dhstats.engine.strategy import compile_strategy
from dhstats.players.match import records
from tests.games.dragon.positions import BUNDLE, STONE, Position, Side

CLAW = "claw_attack"


@cache
def greedy() -> Any:
    """The strategy as the loop calls it."""
    return compile_strategy(BUNDLE.game, BUNDLE.find_strategy("greedy"))


def chosen(place: Position) -> str:
    """What greedy does in a position."""
    moves = place.moves()
    mind = records(MIND, 1)[0]
    place._game.drivers.aim(mind, np.uint64(1), 0, 0, 0)
    return moves[greedy()(place.view(place.mover), place._game.options, len(moves), mind)]


SCENARIOS = {
    "the attack that inflicts most wounds": (Side(f"{CLAW} ember_spray"), Side(STONE), "play", "play ember_spray"),
    "the attack that kills, whatever it costs": (Side(f"long_breath {STONE} {CLAW} wing_buffet"), Side(STONE, wounds=12), "play", "play long_breath"),
    "the ground card that banishes": (Side("torch_bearers war_host hover hover", grounds="siege_tower"), Side(STONE), "ground", "play war_host"),
    "an attack on the ground card that would banish it": (
        Side(f"{CLAW}"), Side(STONE, grounds="ballista_crew ballista_crew"), "play", "play claw_attack at ballista_crew"),
    "the rival's tail": (Side("get_behind positioning feint"), Side(STONE), "play", "play get_behind: second tail"),
    "no healing of a dragon without wounds": (Side("healing_chant"), Side(STONE), "play", "pass"),
    "as many cards as the draw step gives": (Side(STONE, pile=" ".join([STONE] * 20)), Side(STONE), "draw", "draw 3"),
    "no card from a deck that runs out": (Side(STONE, pile=f"{STONE} {STONE} {STONE}"), Side(STONE), "draw", "draw 0"),
    "no discard of a card that can be used": (Side(f"{CLAW} hot_blast"), Side(STONE), "discard", "pass"),
    "no card that kills its own dragon": (Side("body_slam hex_bolt", wounds=15), Side(STONE), "play", "play hex_bolt"),
}  # fmt: skip


@pytest.mark.parametrize("case", SCENARIOS)
def test_greedy_takes(case: str) -> None:
    """What is worth most wounds."""
    mine, rival, step, move = SCENARIOS[case]
    assert chosen(Position(mine, rival, step=step)) == move


def test_greedy_tops_what_hurts_and_lets_the_rest_be() -> None:
    """A strong attack is topped, a dragon that turns itself is not."""
    place = Position(Side(f"ember_spray {STONE}"), Side("barrel_roll quick_turn")).play("play ember_spray")
    place = (
        place
        if place.mover == 1
        else Position(Side(f"long_breath {STONE}"), Side("barrel_roll")).play("play long_breath")
    )
    assert chosen(place) == "top barrel_roll"
    place = Position(Side("positioning"), Side(CLAW)).play("play positioning: first side")
    assert chosen(place) == "hold"
