"""Instruments that measure players: they disturb no game, know what they may, and say who fails."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dhstats.engine.strategy import Strategy
from dhstats.errors import BadInput
from dhstats.games.catalogue import NAMES, load
from dhstats.players.match import Lineup, Match, line_up
from dhstats.players.roster import find
from dhstats.players.strength import instruments
from dhstats.players.strength.instruments import Instrument, Tries
from dhstats.players.strength.tries import EVERYTHING, HANDS, TO_THE_END, Trying
from dhstats.questions.training.trials import in_parts, outcome_of, seatings
from dhstats.storage.run import parts_of_win

BAD = """
def late(view, moves, count, randomness):
    '''Chooses a move that does not exist, once the game has begun.'''
    return count if view.turn > 5 else 0
"""
SEED = 3


def players(game: str, name: str) -> tuple[Lineup, Strategy]:
    """A player under the usual rules of a game, ready to play, and the expert of these rules."""
    bundle = load(game)
    rules = bundle.rule_files.load(bundle.default_rules)
    return line_up(bundle, rules, [find(bundle, rules, name)]), find(bundle, rules, "expert")


def won(lineup: Lineup, name: str, adviser: Strategy, tries: Tries, deals: int) -> float:
    """What somebody wins who tries options with an adviser's network, over all seats."""
    seats, outcome = lineup.bundle.players(lineup.rules), outcome_of(lineup.bundle)
    results, _ = Instrument(lineup, name, adviser, tries, watched=False).play(seatings(seats), SEED, range(deals))
    shares = [[outcome(row[turn], -turn % seats)[0] for turn in range(seats)] for row in results]
    return float(in_parts(np.array(shares), seats).mean()) / (parts_of_win(seats) * seats)


@pytest.mark.parametrize("game", NAMES)
def test_watching_changes_no_game(game: str) -> None:
    """Players who draw lots play the same games watched and judged as they do alone."""
    lineup, expert = players(game, "random")
    plan = seatings(lineup.bundle.players(lineup.rules))[:1]
    table = Instrument(lineup, "random", expert, Tries(2, share=0.05, tables=1), watched=True)
    watched, noted = table.play(plan, SEED, range(2))
    alone, _ = Match(lineup, ["random"] * (plan.shape[1] - 2)).play(plan, SEED, 0, 2)
    names = [name for name in watched.dtype.names or () if name != "logged_turns"]
    assert watched[names].tolist() == alone[names].tolist()
    assert (noted["decisions"] > noted["judged"]).all()
    assert noted["judged"].sum() > 0


@pytest.mark.parametrize("game", NAMES)
def test_the_policy_of_one_who_moves_as_the_network_does_is_nothing_new(game: str) -> None:
    """Who knows that the others move as the adviser would plays the same games as who takes it for granted.

    In tries the adviser moves by their first network, so in Dragonheart the others are somebody with that one alone.
    """
    name = "expert"
    if game == "dragonheart":
        name = str(Path(__file__).parents[1] / "benchmarks" / "references" / f"{game}.json")
    lineup, expert = players(game, name)
    (name,) = lineup.strategies
    plan = seatings(lineup.bundle.players(lineup.rules))
    games = [
        Instrument(lineup, name, expert, Tries(8, knows=knows), watched=False).play(plan, SEED, range(2))[0]
        for knows in (False, True)
    ]
    assert games[0].tobytes() == games[1].tobytes()


@pytest.mark.parametrize(("game", "infers"), [("dragonheart", True), ("dragon", False)])
def test_tries_guess_by_inference_where_the_adviser_infers(
    game: str, infers: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is likelier held than by the prior is less likely not held, class by class; else all tables weigh alike."""
    made: list[Trying] = []

    def noting(*fields: Any) -> Trying:
        made.append(Trying(*fields))
        return made[0]

    monkeypatch.setattr(instruments, "Trying", noting)
    lineup, expert = players(game, "greedy")
    Instrument(lineup, "greedy", expert, Tries(2), watched=False).play(seatings(2)[:1], SEED, range(1))
    not_held, held = made[0].odds
    assert ((not_held - 1.0) * (held - 1.0) <= 0.0).all()
    assert min(not_held.min(), held.min()) >= 0.0
    assert bool((held != 1.0).any()) == infers


def test_tries_do_not_depend_on_the_deals_before() -> None:
    """So that any number of workers, each with deals of their own, comes to the same games."""
    lineup, expert = players("dragonheart", "greedy")
    rows = [
        Instrument(lineup, "greedy", expert, Tries(4), watched=False).play(seatings(2), SEED, deals)[0]
        for deals in (range(3), range(2, 3))
    ]
    assert rows[0][2:].tobytes() == rows[1].tobytes()


def test_cheats_win_by_as_much_as_they_see() -> None:
    """Against the expert on 20 deals: more with the hands than without, and nearly all who see all that comes."""
    lineup, expert = players("dragonheart", "expert")
    fair = won(lineup, "expert", expert, Tries(30), 20)
    hands = won(lineup, "expert", expert, Tries(30, sees=HANDS, knows=True, prior=5.0), 20)
    everything = won(lineup, "expert", expert, Tries(1, TO_THE_END, EVERYTHING, knows=True, prior=0.01), 20)
    assert fair < 0.65 < hands < everything
    assert everything > 0.9


def test_random_play_gives_away_more_than_greedy_play() -> None:
    """By the same search, a decision; and a search finds better options in most of the decisions of the one."""
    lost = []
    for name in ("random", "greedy"):
        lineup, expert = players("dragonheart", name)
        table = Instrument(lineup, name, expert, Tries(30, share=0.2, tables=10), watched=True)
        noted = table.play(seatings(2)[:1], SEED, range(20))[1]
        lost.append(noted["lost"].sum() / noted["judged"].sum())
        assert noted["others"].sum() > 0.4 * noted["judged"].sum()
    assert lost[0] > lost[1] > 0.0


def test_a_player_from_outside_who_fails_in_a_try_is_named(tmp_path: Path) -> None:
    """As in a game; nobody is taken for beaten because they chose what does not exist."""
    (tmp_path / "bad.py").write_text(BAD, "utf-8")
    bundle = load("dragonheart")
    rules = bundle.rule_files.load("ffg")
    late = bundle.find_strategy(f"{tmp_path / 'bad.py'}:late")
    table = Instrument(
        line_up(bundle, rules, [late]), late.name, find(bundle, rules, "expert"), Tries(4, knows=True), watched=False
    )
    with pytest.raises(BadInput, match=r"strategy 'late' .* chose move \d+"):
        table.play(seatings(2), SEED, range(1))
