"""Goals about decks against the decks' own league; goals held against a run, and against rule sets that are compared."""

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dhstats.cli.main import main
from dhstats.engine.compiled import interpreted
from dhstats.errors import BadInput
from dhstats.games.bundle import GameBundle
from dhstats.games.catalogue import load
from dhstats.questions.catalogue import answer_all
from dhstats.questions.decks import decks
from dhstats.questions.decks.table import Table
from dhstats.questions.goals import answers
from dhstats.questions.goals.goal import Goals, read
from dhstats.questions.goals.sources import Part, sources
from dhstats.questions.shared.answer import Answer
from dhstats.questions.tweaks.comparison import DealSums, deal_sums
from dhstats.report.page import figures
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.positions.deck_matches import DeckMatch, DeckMatches
from dhstats.simulate.running.runner import simulate
from dhstats.storage import Run

pytestmark = pytest.mark.skipif(interpreted(), reason="hundreds of games in plain Python take too long")
DEALS, SEED = 30, 5


def goals(folder: Path, text: str, head: str = "") -> Goals:
    """The goals of a file."""
    path = folder / "own.toml"
    path.write_text(f'players = "greedy"\n{head}[goals]\n{text}', "utf-8")
    return read(path)


class Met:
    """Decks meet here, and nothing else is played; which pairs did is kept."""

    def __init__(self) -> None:
        self.pairs: list[int] = []

    def meet(self, bundle: GameBundle, matches: Sequence[DeckMatch], seed: int, part: Part) -> Any:
        """Lets decks meet."""
        self.pairs.append(len(matches))
        return DeckMatches(bundle, 1).scores(matches, seed, part.first, part.deals)


def test_decks_win_what_their_league_says(tmp_path: Path) -> None:
    """Against all others and against each, on the same deals as `dhstats decks`; only pairs that matter are played."""
    every = goals(tmp_path, 'deck.each = "45 to 55 %"\npair.each = "35 to 65 %"\n', 'game = "dragon"\n')
    (source,) = sources(every)
    part, here = Part(0, 0, DEALS), Met()
    found = source.values(every, SEED, part, here, source.quantities)  # type: ignore[arg-type]
    table = Table(Experiment("", "", "dragon", "standard", (), ("greedy",), seed=SEED))
    names = table.decks(None)
    league = decks.play(DeckMatches(load("dragon"), 1), names, ("greedy",), table.paired, DEALS, SEED)
    means = {name: float(np.mean(each.values)) / each.steps for name, each in found.items()}
    for standing in league.overall:
        assert means[f"deck.{standing.name}"] == pytest.approx(standing.score.value)
    wins = league.decks.payoffs.blocks.mean(axis=0)
    for one, other in combinations(range(len(names)), 2):
        both = (wins[one, other] + 1.0 - wins[other, one]) / 2.0
        assert means[f"pair.{names[one]}.{names[other]}"] == pytest.approx(both, abs=1e-6)
    some = [each for each in source.quantities if each.name in (f"deck.{names[0]}", f"pair.{names[1]}.{names[2]}")]
    again = source.values(every, SEED, part, here, some)  # type: ignore[arg-type]
    assert here.pairs == [len(means) - len(names), len(names)]
    for name, values in again.items():
        assert np.array_equal(values.values, found[name].values), name


def test_pairs_are_named_either_way(tmp_path: Path) -> None:
    """What the second wins of a pair is what the first does not."""
    told = goals(tmp_path, 'pair.kill.banish = "1 to 99 %"\npair.banish.kill = "1 to 99 %"\n', 'game = "dragon"\n')
    (source,) = sources(told)
    one, other = source.values(told, SEED, Part(0, 0, DEALS), Met(), source.quantities).values()  # type: ignore[arg-type]
    assert np.array_equal(one.values + other.values, np.full(DEALS, one.steps))


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A small mirror."""
    plan = Experiment("small", strategies=("greedy",), games=1_200, seed=3, moves="none")
    return simulate(plan, tmp_path_factory.mktemp("beside") / "run")


def test_a_run_is_held_against_goals(run: Run, tmp_path: Path) -> None:
    """Those that its games tell are judged on all of its deals; of the others it says where they are asked."""
    text = 'turns = "at most 20"\nscore = "30 to 70 %"\nlonger_than.5 = "at least 99 %"\nitem.great_dragon = "0 to 9 points"\n'
    told = answers.answer_of_run(goals(tmp_path, text), run)
    rows = {row["goal"]: row for row in told.table("goals").frame.to_dicts()}
    assert {name: row["verdict"] for name, row in rows.items()} == {
        "turns": "missed", "score": "met", "longer_than.5": "open",
    }  # fmt: skip
    sums = deal_sums(run)
    assert rows["turns"]["value"] == pytest.approx(sums.columns["turns"].mean() / 2.0)
    assert rows["turns"]["n"] == 600
    assert "item.great_dragon" in told.caution


def test_ranges_are_shaded_where_the_quantity_is_drawn(run: Run, tmp_path: Path) -> None:
    """Behind the bars, from end to end; an open end goes on to that of the bars; other charts are as they were."""
    told = answer_all(run)
    wanted = goals(tmp_path, 'turns = "40 to 50"\nlead_changes = "at least 2"\ndraws = "at most 2 %"')
    drawn = {}
    for each in answers.with_wanted(told, wanted):
        plain = next(other for other in told if other.key == each.key)
        before, after = (figures.figures(one) for one in (plain, each))
        assert len(before) == len(after)
        drawn[each.key] = [(one.spec, other.spec) for one, other in zip(before, after, strict=True) if one != other]
    assert {key for key, changed in drawn.items() if changed} == {"length", "lead"}
    ((before, after),) = drawn["length"]
    assert '{"from": 40.0, "to": 50.0}' not in json.dumps(before)
    assert '{"from": 40.0, "to": 50.0}' in json.dumps(after)
    ((_, after),) = drawn["lead"]
    most = max(row["value"] for row in answer_rows(told, "lead", "histogram") if row["what"] == "lead_changes")
    assert f'{{"from": 2.0, "to": {most + 0.5}}}' in json.dumps(after)


def answer_rows(told: Sequence[Answer], key: str, table: str) -> list[dict[str, Any]]:
    """The rows of a table of an answer."""
    return next(each for each in told if each.key == key).table(table).frame.to_dicts()


@pytest.mark.parametrize(
    ("text", "head", "said"),
    [
        ('turns = "at most 20"', 'game = "dragonwood"\n', "about dragonwood"),
        ('item.great_dragon = "0 to 9 points"', "", "cannot measure these goals"),
    ],
)
def test_goals_that_a_run_cannot_tell(text: str, head: str, said: str, run: Run, tmp_path: Path) -> None:
    """A line each."""
    with pytest.raises(BadInput, match=said):
        answers.answer_of_run(goals(tmp_path, text, head), run)
    with pytest.raises(BadInput, match=said):
        answers.answer_of_changes(goals(tmp_path, text, head), {"base": deal_sums(run)})


def test_a_run_of_totals_is_judged_nowhere(run: Run, tmp_path: Path) -> None:
    """Goals are judged deal by deal."""
    told = goals(tmp_path, 'turns = "at most 20"')
    with pytest.raises(BadInput, match="keeps only totals"):
        answers.answer_of_run(told, replace(run, manifest=replace(run.manifest, keep="totals")))


def shorter(sums: DealSums) -> DealSums:
    """The same deals with half of the turns."""
    return replace(sums, columns={**sums.columns, "turns": sums.columns["turns"] // 2})


def test_rule_sets_are_held_against_goals(run: Run, tmp_path: Path) -> None:
    """Each on its own deals, a row a goal and rule set; what one of them cannot tell is left out of all."""
    sums = deal_sums(run)
    text = 'turns = "at most 40"\nlead_changes = "at least 0.1"\nlonger_than.5 = "at most 9 %"\n'
    counted = {name: values for name, values in sums.columns.items() if name != "lead_changes"}
    played = {"base": sums, "half": shorter(sums), "counted": replace(sums, columns=counted)}
    told = answers.answer_of_changes(goals(tmp_path, text), played)
    rows = told.table("goals_of_changes").frame.to_dicts()
    assert [(row["rules"], row["goal"], row["verdict"]) for row in rows] == [
        ("base", "turns", "missed"), ("half", "turns", "met"), ("counted", "turns", "missed"),
    ]  # fmt: skip
    assert "lead_changes and longer_than.5" in told.caution
    assert told.findings[0].text.startswith("base: missed: turns of both players at ")


def test_report_and_compare_take_goals(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On their pages, in their numbers and in the terminal; refused where they cannot be."""
    file = tmp_path / "own.toml"
    goals(tmp_path, 'turns = "at most 20"\n')
    page = tmp_path / "page.html"
    assert main(["report", str(run.folder), "--goals", str(file), "-o", str(page)]) == 0
    assert "at most 20 is missed" in capsys.readouterr().out
    assert 'id="goals"' in page.read_text("utf-8")
    words = ["compare", "ffg", "hand.size=4", "--strategies", "greedy", "--deals", "400", "--seed", "1"]
    words += ["--out", str(tmp_path / "compared"), "-o", str(page), "--goals", str(file)]
    assert main(words) == 0
    assert "hand.size=4: missed: turns" in capsys.readouterr().out
    assert 'id="goals-of-changes"' in page.read_text("utf-8")
    assert main([*words, "--until", "decided"]) == 2
    assert "leave one out" in capsys.readouterr().err
    assert main(["report", str(tmp_path / "compared"), "--goals", str(file)]) == 2
    assert "name run folders only" in capsys.readouterr().err
