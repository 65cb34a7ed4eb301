"""The strategies of the docs are what they are said to be."""

import re
from pathlib import Path

import numpy as np
import pytest

from dhstats.engine.compiled import interpreted
from dhstats.engine.strategy import from_file
from dhstats.games.catalogue import load
from dhstats.players.match import Match, line_up

ROOT = Path(__file__).resolve().parents[2]
PLAN = np.array([(0, 0, 0, 1), (0, 0, 1, 0)])
# Where it stands and its function; game, rules, rival, and the score that is said of it.
EXAMPLES = {
    "docs/howto/strategies.md mybots.py:careful": ("dragonheart", "ffg", "greedy", 0.588),
    "docs/strategies.md memorybots.py:watchful": ("dragonheart", "ffg", "greedy", 0.630),
    "docs/strategies.md woodbots.py:prudent": ("dragonwood", "two", "greedy", 0.942),
    "docs/strategies.md dragonbots.py:raider": ("dragon", "standard", "greedy", 0.362),
}


@pytest.mark.skipif(interpreted(), reason="some hundred games")
@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_scores_what_is_said_of_it(tmp_path: Path, example: str) -> None:
    """Its score in 400 deals is within four standard errors of the one that stands beside it."""
    page, _, text = example.partition(" ")
    file, _, name = text.partition(":")
    game, rules, rival, said = EXAMPLES[example]
    words = (ROOT / page).read_text(encoding="utf-8")
    block = re.search(rf"```(?:python|{{file}} \S+)\n(# {re.escape(file)}\n.*?)```", words, re.DOTALL)
    assert block is not None
    assert f"scores {said:.1%}".replace("%", " %") in words
    (tmp_path / file).write_text(block[1])
    bundle = load(game)
    lineup = line_up(
        bundle, bundle.rule_files.load(rules), [from_file(f"{tmp_path / file}:{name}"), bundle.find_strategy(rival)]
    )
    results, _ = Match(lineup, (name, rival)).play(PLAN, 11, 0, 400)
    winner = np.asarray(results["winner"])
    scores = np.where(winner == np.array([0, 1]), 1.0, np.where(winner < 0, 0.5, 0.0)).mean(axis=1)
    assert abs(scores.mean() - said) < 4 * scores.std() / 20
