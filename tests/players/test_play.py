"""How made players play: from their own views alone, within their restrictions, the same every time."""

import random
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dhstats.engine.compiled import interpreted
from dhstats.engine.lanes import UNITS
from dhstats.engine.stream import STREAM
from dhstats.errors import BadInput
from dhstats.games.dragonheart.table import PICTURES
from dhstats.players import roster
from dhstats.players.match import Match, line_up, records
from dhstats.players.trained import as_strategy
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.simulate.tables import shards
from tests.games.dragonheart.contract import hide
from tests.games.dragonheart.positions import cards_of, deck_of
from tests.players.players import BUNDLE, FFG, RESTRICTIONS, choice, found, small, somewhere

PLAYERS = ("expert", *(f"expert:{name}" for name in RESTRICTIONS), "mc:3", "search:30", "skill:4")
COMPILED = pytest.mark.skipif(interpreted(), reason="hundreds of guesses in plain Python take too long")


@COMPILED
@pytest.mark.parametrize("text", PLAYERS)
def test_hidden_cards_have_no_influence(text: str) -> None:
    """Whatever the opponent holds and however both decks lie, the choice is the same."""
    for deal in range(12):
        game = somewhere(deal)
        if game.mover < 0:
            continue
        before, chance = choice(game, text, deal), random.Random(deal)
        for _ in range(3):
            hide(game.table, game.mover, chance)
            assert choice(game, text, deal) == before


@COMPILED
def test_an_expert_chooses_the_largest_output() -> None:
    """Against the definition of the network in double precision, read from his file, with the game's own inputs."""
    learning = BUNDLE.game.learning
    assert learning is not None
    weights = np.frombuffer(found("expert").network, "<f4").astype(float)
    first = weights[: learning.inputs * UNITS].reshape(learning.inputs, UNITS)
    biases, last = weights[learning.inputs * UNITS :][:UNITS], weights[(learning.inputs + 1) * UNITS :][:UNITS]
    situation, outlook = (getattr(f, "py_func", f) for f in (learning.situation, learning.outlook))
    row = np.zeros(learning.inputs, np.float32)
    for deal in range(25):
        game = somewhere(100 + deal)
        if game.mover < 0:
            continue
        taken, view = choice(game, "expert", deal), game.view(game.mover)
        outputs = []
        situation(view, row)
        for number in range(len(game.moves())):
            outlook(view, game.options["moves"][number], 0, row)
            outputs.append(float(np.maximum(row.astype(float) @ first + biases, 0) @ last))
        assert outputs[taken] >= max(outputs) - 1e-4


def logged(text: str, deals: int = 40) -> list[Any]:
    """The turns of a player against greedy, his seat 0 in every game."""
    strategy, greedy = found(text), BUNDLE.find_strategy("greedy")
    lineup = line_up(BUNDLE, FFG, [strategy, greedy])
    _, turns = Match(lineup, (strategy.name, "greedy")).play(np.array([[0, 0, 0, 1]]), 4, 0, deals, logged=True)
    return [row for row in turns if row["seat"] == 0]


@COMPILED
def test_restrictions_hold() -> None:
    """What a player may not do he does only where nothing else is left, which is rare."""
    ships = [row for row in logged("expert:no_ships") if PICTURES[row["picture"]] == "ship"]
    assert all(row["legal_moves"] <= 12 for row in ships)
    assert not [row for row in logged("expert:single_cards") if row["cards"] > 1]
    claims = [row for row in logged("expert:no_figure") if row["claimed_figure"]]
    turns = logged("expert:no_figure")
    assert len(claims) < 0.01 * len(turns)
    hoarded = [row for row in logged("expert:hoard") if int(row["values"]) >> 18]
    assert len(hoarded) < 0.05 * len(logged("expert:hoard"))
    free = logged("expert")
    assert [row for row in free if row["cards"] > 1]
    assert [row for row in free if row["claimed_figure"]]


@COMPILED
def test_forced_moves_are_the_only_ones_that_break_a_restriction() -> None:
    """At hundreds of positions: a forbidden move is chosen only where every move is forbidden."""
    learning = BUNDLE.game.learning
    assert learning is not None
    forbids = getattr(learning.forbids, "py_func", learning.forbids)
    names = [name for name, _ in learning.restrictions]
    for name in ("no_figure", "no_ships", "single_cards", "hoard"):
        for deal in range(40):
            game = somewhere(200 + deal)
            if game.mover < 0:
                continue
            taken, view = choice(game, f"expert:{name}", deal), game.view(game.mover)
            moves = game.options["moves"].view(np.recarray)[: len(game.moves())]
            barred = [bool(forbids(view, move, names.index(name) + 1)) for move in moves]
            assert not barred[taken] or all(barred)


@COMPILED
def test_who_ignores_the_opponent_does_not_see_him() -> None:
    """The inputs about the opponent are taken away, the others stay."""
    learning = BUNDLE.game.learning
    assert learning is not None
    mask_inputs = getattr(learning.mask_inputs, "py_func", learning.mask_inputs)
    inputs = np.ones(learning.inputs, np.float32)
    mask_inputs(inputs, [name for name, _ in learning.restrictions].index("blind") + 1)
    assert 10 < (inputs == 0).sum() < learning.inputs // 2
    other = np.ones(learning.inputs, np.float32)
    mask_inputs(other, 1)
    assert other.all()


@COMPILED
def test_guesses_agree_with_all_that_is_known() -> None:
    """Own hand, open cards and sizes as they are; each deck with its hand and what was played makes the whole deck."""
    guessed, stream = records(BUNDLE.game.table, 1), records(STREAM, 1)
    guess = BUNDLE.game.learning.guess  # type: ignore[union-attr]
    for deal in range(40):
        game = somewhere(300 + deal)
        if game.mover < 0:
            continue
        seat, seen = game.mover, game.table["seen"]
        view = game.view(seat)
        guessed["seen"]["rules"] = seen["rules"]
        guess(view, guessed[0], stream[0])
        table = guessed[0]
        whole = Counter(deck_of(seen["rules"]["deck"][: seen["rules"]["deck_size"]]))
        assert cards_of(table["hands"][seat]) == cards_of(game.table["hands"][seat])
        for at in (0, 1):
            size = int(seen["deck_sizes"][at])
            held = cards_of(table["hands"][at]) + deck_of(table["decks"][at, :size])
            assert len(cards_of(table["hands"][at])) == seen["hand_sizes"][at]
            assert Counter(held + cards_of(seen["played"][at])) == whole
        for name in ("cards", "points", "scores", "figure", "stacks", "turn", "turns_left", "emptied", "played"):
            assert np.array_equal(table["seen"][name], seen[name]), name


@COMPILED
def test_guesses_are_uniform() -> None:
    """At the first turn each of the opponent's fifty cards is in his guessed hand one time in ten."""
    guessed, stream = records(BUNDLE.game.table, 1), records(STREAM, 1)
    game = somewhere(0)
    game.deal(5, 1)
    view = game.view(0)
    guessed["seen"]["rules"] = game.table["seen"]["rules"]
    counts: Counter[Any] = Counter()
    draws = 4000
    for _ in range(draws):
        BUNDLE.game.learning.guess(view, guessed[0], stream[0])  # type: ignore[union-attr]
        counts.update(cards_of(guessed[0]["hands"][1]))
    kinds = Counter(deck_of(game.table["seen"]["rules"]["deck"][:50]))
    excess = sum((counts[kind] - draws * n / 10) ** 2 / (draws * n / 10) for kind, n in kinds.items())
    assert excess < 1.5 * len(kinds) + 20


@COMPILED
@pytest.mark.parametrize("names", [("expert", "skill:5"), ("search:20", "mc:2")])
def test_the_same_games_for_any_number_of_workers(
    tmp_path: Path, names: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shards are equal byte for byte, and there are several."""
    games = 200 if "search:20" in names else 4_000
    monkeypatch.setattr(shards, "GAMES_PER_SHARD", games // 3)
    experiment = Experiment("x", strategies=names, games=games, seed=8)
    runs = [simulate(experiment, tmp_path / str(workers), workers=workers) for workers in (1, 3)]
    assert runs[0].manifest.shards == runs[1].manifest.shards
    assert len(runs[0].manifest.shards) > 2


@COMPILED
def test_a_searcher_is_stronger_than_a_beginner() -> None:
    """With few tries already he beats who has learnt from four hundred games."""
    from dhstats.players.training import examine

    beginner = as_strategy(BUNDLE, small(), "beginner", "test", "")
    lineup = line_up(BUNDLE, FFG, [found("search:30"), beginner])
    assert examine(lineup, "search:30", "beginner", 60).score > 0.55


@COMPILED
def test_the_ladder_rises() -> None:
    """Every rung scores more than half against the one below."""
    from dhstats.players.training import examine

    texts = [f"skill:{k}" for k in range(10)]
    lineup = line_up(BUNDLE, FFG, [found(text) for text in texts])
    for lower, higher in pairwise(texts):
        assert examine(lineup, higher, lower, 1500).score > 0.5, higher


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("expert:no_dwarfs", "no such restriction"),
        ("expert@fgg", "did you mean 'ffg'"),
        ("mc:0", "from 1 to"),
        ("mc:many", "from 1 to"),
        ("search:-3", "from 1 to"),
        ("search:9999999999", "from 1 to"),
        ("skill:11", "skill:0 to skill:10"),
        ("skill:x", "skill:0 to skill:10"),
        ("exprt", "did you mean"),
        ("nobody.json", "cannot be read"),
    ],
)
def test_unknown_players_are_refused(text: str, told: str) -> None:
    """Each with what is allowed."""
    with pytest.raises(BadInput, match=told):
        roster.find(BUNDLE, FFG, text)
