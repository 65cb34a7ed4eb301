"""Runs that end when they know: the same end however they are played, stopped or stored, and an honest report of it."""

import json
import math
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.optimize import brentq
from scipy.special import lambertw

from dhstats.cli.main import main
from dhstats.errors import BadInput, Interrupted
from dhstats.queries.counts import counting
from dhstats.questions.catalogue import answer_all
from dhstats.questions.seats.first_player import answer as answer_first_player
from dhstats.questions.shared.answer import Answer, plain
from dhstats.questions.shared.groups import rule_of, stored_rule
from dhstats.questions.verdicts.endings import CAUTION, MARK, TITLE, Ending, ending, sentence
from dhstats.questions.verdicts.sequential import expected_text, play
from dhstats.simulate import tables
from dhstats.simulate.checks.verify import verify
from dhstats.simulate.plans.experiment import Experiment, StoppingRule, from_file, stopping_rule
from dhstats.stats.sequential.stopping import Balance, Better, Proof, Remaining, Width
from dhstats.storage import Run, open_run
from dhstats.storage.manifest import read_manifest, write_manifest

Array = np.ndarray[Any, Any]
LOOK = 250
pytestmark = pytest.mark.usefixtures("small_shards")

BALANCED = Experiment(
    "balanced", strategies=("greedy",), games=12_000, seed=5, moves="none", until="balanced within 2pp"
)
NARROW = replace(BALANCED, name="narrow", strategies=("random",), rules="kosmos", until="half-width 2pp")
EQUAL = replace(BALANCED, name="equal", strategies=("greedy", "cautious"), until="better by 3pp")
BETTER = replace(EQUAL, name="better", strategies=("cautious", "greedy"), until="better by 2pp")
UNBALANCED = replace(BALANCED, name="unbalanced", strategies=("greedy", "dragon_hunter"), design="single", games=6000)
LEAGUE = replace(NARROW, name="league", strategies=("random", "greedy", "cautious"), rules="ffg", design="league")
LONG = replace(BALANCED, name="long", games=60_000)
SHORT = replace(BALANCED, name="short", games=1400, until="half-width 5pp")  # whose shards are all played ahead
CAPPED = replace(BALANCED, name="capped", games=2300, until="half-width 0.2pp")
ALL = pytest.mark.parametrize(
    "experiment", [BALANCED, NARROW, EQUAL, BETTER, UNBALANCED, LEAGUE, CAPPED], ids=lambda own: own.name
)
PLAYED: dict[Experiment, Run] = {}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Experiment], Run]]:
    """Runs that tests only read, each played once: under the shards below."""

    def run(experiment: Experiment) -> Run:
        if experiment not in PLAYED:
            PLAYED[experiment] = play(experiment, tmp_path_factory.mktemp(experiment.name) / "run", workers=2)
        return PLAYED[experiment]

    yield run
    PLAYED.clear()


Played = Callable[[Experiment], Run]


def bytes_of(folder: Path) -> dict[str, bytes]:
    """All files of a run."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def rows_of(folder: Path) -> pl.DataFrame:
    """All games in the order of shards."""
    return pl.concat([pl.read_parquet(file) for file in sorted((folder / "games").glob("*.parquet"))])


def deals_of(run: Run) -> int:
    """How many deals a run has."""
    return run.manifest.design.deals


def ended(run: Run) -> Ending:
    """How a run ended."""
    with counting(run) as counts:
        found = ending(counts)
    assert found is not None
    return found


def deal_scores(run: Run, of_a: bool) -> Array:
    """The mean score of every deal, counted from rows: of the first player, or of the first-named strategy."""
    rows = rows_of(run.folder)
    games = len(run.manifest.design.arms)
    won = {0: 1.0, 1: 0.0, -1: 0.5}
    a = run.manifest.matchups[0][0]
    values = [
        won[winner] if not of_a or str(first) == a else 1.0 - won[winner]
        for winner, first in zip(rows["winner"].to_list(), rows["first"].cast(pl.String).to_list(), strict=True)
    ]
    assert rows["deal_id"].to_list() == [i // games for i in range(len(values))]
    return np.asarray(np.array(values).reshape(-1, games).mean(axis=1))


def half_width(scores: Array, alpha: float, planned: float) -> float:
    """Of the asymptotic sequence, as the statistical design writes it."""
    t, rho2 = len(scores), (-lambertw(-(alpha**2) / math.e, -1).real - 1.0) / planned
    grown = t * rho2 + 1.0
    return float(np.std(scores)) * math.sqrt(2.0 * grown / (t * t * rho2) * math.log(math.sqrt(grown) / alpha))


def log_ratio(scores: Array, games: int, null: float, other: float) -> float:
    """Of two means, as the statistical design writes it: both secular equations, a thousandth of a block for none."""
    values = np.arange(2 * games + 1) / (2 * games)
    kept = np.array([max(1e-3, float((scores == value).sum())) for value in values])
    logs = []
    for mean in (null, other):
        gaps = values - mean

        def equation(x: float, gaps: Array = gaps) -> float:
            return float((kept * gaps / (1.0 + x * gaps)).sum())

        edge = 1e-12
        root = brentq(equation, -1.0 / gaps[-1] * (1.0 - edge), -1.0 / gaps[0] * (1.0 - edge), xtol=1e-15)
        logs.append(float((kept * np.log1p(root * gaps)).sum()))
    return logs[0] - logs[1]


def settled(scores: Array, aim: StoppingRule, planned: float, games: int) -> str:
    """What the deals so far say, recounted; nothing where they leave it open."""
    away = abs(float(scores.mean()) - 0.5)
    if aim.kind == "balanced":
        if away + half_width(scores, 0.1, planned) < aim.amount:
            return "balanced"
        return "unbalanced" if away - half_width(scores, 0.05, planned) > aim.amount else ""
    if aim.kind == "half-width":
        return "narrow" if half_width(scores, 0.05, planned) <= aim.amount else ""
    ratio = log_ratio(scores, games, 0.5, 0.5 + aim.amount)
    return "better" if ratio >= math.log(19.0) else "not better" if ratio <= -math.log(19.0) else ""


@ALL
def test_a_run_ends_at_the_first_look_that_settles_it(played: Played, experiment: Experiment) -> None:
    """Against a longer run without a stopping rule, recounted at every five hundred deals; its games are the beginning of that."""
    run, longer = played(experiment), played(replace(experiment, until=""))
    aim, rule = stopping_rule(experiment.until), stored_rule(run.manifest)
    assert rule is not None
    games = len(run.manifest.design.arms)
    scores = deal_scores(longer, aim.kind == "better")
    looks = range(2 * LOOK, len(scores) + 1, LOOK)  # the one at 250 deals comes before sequences can be trusted
    found = [(n, told) for n in looks if (told := settled(scores[:n], aim, rule.planned, games))]
    end, outcome = found[0] if found else (deals_of(longer), "open")
    assert (end, outcome) == (deals_of(run), ended(run).outcome)
    known = {"equal": "not better", "league": "narrow", "capped": "open"}
    assert outcome == known.get(experiment.name, experiment.name)
    assert rows_of(run.folder).equals(rows_of(longer.folder).head(end * games))
    assert run.manifest.games == end * games


LOGGED = replace(NARROW, name="logged", moves="all", until="half-width 4pp")


@pytest.mark.parametrize("experiment", [LEAGUE, LOGGED], ids=lambda own: own.name)
def test_any_number_of_workers_ends_with_the_same_bytes(tmp_path: Path, played: Played, experiment: Experiment) -> None:
    """One thread, two or three, which have played more or less ahead when the end is found; in leagues and with moves."""
    runs = [play(experiment, tmp_path / str(workers), workers=workers) for workers in (1, 3)]
    assert deals_of(runs[0]) < experiment.games // 2
    assert all(bytes_of(run.folder) == bytes_of(played(experiment).folder) for run in runs)
    assert verify(runs[0].folder, sample=10).problems == ()


def test_a_cut_shard_leaves_a_sound_run(tmp_path: Path, played: Played) -> None:
    """The last shard holds what is left of the last look, later ones are gone, and the run is as if planned so."""
    run = played(BALANCED)
    manifest, size = run.manifest, run.manifest.shard_deals
    assert size == 350
    assert manifest.design.deals % size  # the end lies within a shard
    assert [(shard.first_deal, shard.deals) for shard in manifest.shards] == [
        (first, min(size, manifest.design.deals - first)) for first in range(0, manifest.design.deals, size)
    ]
    assert len(list((run.folder / "games").iterdir())) == len(manifest.shards)
    assert sum(shard.games_rows for shard in manifest.shards) == manifest.games == len(rows_of(run.folder))
    found = verify(run.folder, sample=10)
    assert found.problems == ()
    assert found.games == manifest.games
    planned = play(replace(BALANCED, until="", games=manifest.games), tmp_path / "planned", workers=1)
    others = {name: content for name, content in bytes_of(planned.folder).items() if name != "manifest.json"}
    assert others == {name: content for name, content in bytes_of(run.folder).items() if name != "manifest.json"}


def stopping_after(deals: int) -> Callable[[Any], None]:
    """Ctrl-C, as a gauge that has seen so many deals, or as a watcher of games."""

    def watch(seen: Any) -> None:
        if (seen.deals if hasattr(seen, "deals") else seen.tally.blocks) >= deals:
            raise KeyboardInterrupt

    return watch


@pytest.mark.parametrize("teller", ["watch", "gauge"])
@pytest.mark.parametrize(("experiment", "deals"), [(LONG, 1), (LONG, 600), (SHORT, 350)])
def test_a_stopped_run_goes_on_to_the_same_bytes(
    tmp_path: Path, played: Played, teller: str, experiment: Experiment, deals: int
) -> None:
    """Wherever Ctrl-C comes, also with all shards played; the resumed run needs neither its seed nor as many workers."""
    whole = bytes_of(played(experiment).folder)
    folder = tmp_path / "stopped"
    told: dict[str, Any] = {teller: stopping_after(deals)}
    with pytest.raises(Interrupted, match="continue with --resume"):
        play(experiment, folder, workers=2, **told)
    assert not read_manifest(folder).complete
    run = play(replace(experiment, seed=None), folder, workers=1, resume=True)
    assert bytes_of(run.folder) == whole


def test_a_run_killed_while_it_ended_goes_on_to_the_same_bytes(
    tmp_path: Path, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C while the last shard is cut: what was dropped is played again, and the end is the same."""
    whole = bytes_of(played(BALANCED).folder)
    usual = tables.ShardPlayer.play

    def stopped(self: Any, plan: Any, folder: Any, flag: Any) -> Any:
        if plan.deals != 350 and plan.first_deal + plan.deals < BALANCED.games // 2:
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
            while not flag():
                time.sleep(0.01)
            raise Interrupted("stopped")
        return usual(self, plan, folder, flag)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a process in the background may be deaf to it
    try:
        with monkeypatch.context() as patch:
            patch.setattr(tables.ShardPlayer, "play", stopped)
            with pytest.raises(Interrupted):
                play(BALANCED, tmp_path / "stopped", workers=2)
    finally:
        signal.signal(signal.SIGINT, before)
    assert bytes_of(tmp_path / "stopped") != whole
    assert bytes_of(play(BALANCED, tmp_path / "stopped", workers=2, resume=True).folder) == whole


@pytest.mark.parametrize("experiment", [BALANCED, CAPPED], ids=lambda own: own.name)
def test_an_ended_run_is_left_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, experiment: Experiment) -> None:
    """Resumed, it plays nothing and changes nothing; without --resume its folder is refused."""
    run = play(experiment, tmp_path / "run")
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in run.folder.rglob("*") if path.is_file()}

    def unexpected(*_: Any) -> None:
        raise AssertionError("a shard is played")

    monkeypatch.setattr(tables.ShardPlayer, "play", unexpected)
    again = play(experiment, run.folder, resume=True, watch=unexpected, gauge=unexpected)
    assert again.manifest == run.manifest
    assert {p: (p.read_bytes(), p.stat().st_mtime_ns) for p in run.folder.rglob("*") if p.is_file()} == before
    with pytest.raises(BadInput, match="holds a run already"):
        play(experiment, run.folder)
    others: list[dict[str, Any]] = [{"until": "half-width 3pp"}, {"until": ""}, {"seed": 6}]
    if experiment is CAPPED:  # undecided, so that with more games it would go on
        others.append({"games": 2 * CAPPED.games})
    for changed in (replace(experiment, **other) for other in others):
        with pytest.raises(BadInput, match="needs the same experiment"):
            play(changed, run.folder, resume=True)


def test_the_gauge_tells_what_the_deals_say(tmp_path: Path, played: Played) -> None:
    """Deals in order and never beyond the limit, estimate and half-width recounted, and a line to show."""
    seen: list[Any] = []
    run = play(BALANCED, tmp_path / "run", workers=2, gauge=seen.append)
    longer = played(replace(BALANCED, until=""))
    rule = stored_rule(run.manifest)
    assert rule is not None
    scores = deal_scores(longer, of_a=False)
    assert [each.deals for each in seen] == sorted({each.deals for each in seen})
    for each in seen:
        assert each.most == BALANCED.games // 2
        assert each.deals <= each.expected <= each.most
        mean, wide = scores[: each.deals].mean(), half_width(scores[: each.deals], 0.05, rule.planned)
        ahead = expected_text(each.ahead)
        assert re.fullmatch(rf"[\d,]+ games/s · {100 * mean:.2f} ± {100 * wide:.2f} % · {re.escape(ahead)}", each.text)
    assert seen[-1].deals == deals_of(run)


def test_what_is_ahead_in_words() -> None:
    """About how many deals, or that no end is in sight, in words that make a phrase."""
    assert expected_text(Remaining(0.0, 0.0, 5000.0)) == "settled"
    assert expected_text(Remaining(12_345.0, 880.0, math.inf)) == "about 12,000 more deals (880 to no end)"
    assert "about no end" not in expected_text(Remaining(math.inf, 10_000.0, math.inf))


def first_player(run: Run) -> Answer:
    """The section on the first player."""
    with counting(run) as counts:
        return answer_first_player(counts)


@pytest.mark.parametrize("experiment", [BALANCED, BETTER, LEAGUE, CAPPED], ids=lambda own: own.name)
def test_reports_of_watched_runs_use_sequences(played: Played, experiment: Experiment) -> None:
    """Score and margin with intervals that allow for looking, in every line; the page says that the run was watched."""
    run = played(experiment)
    answer = first_player(run)
    for table in ("scores", "margins"):
        methods = answer.table(table).frame["method"].to_list()
        assert methods[0] == "asymptotic confidence sequence"  # by which the run was ended
        # Of matchups that a league plays beside each other few deals may differ: these are judged by bets.
        assert set(methods) <= {methods[0]} | ({"betting confidence sequence"} if experiment is LEAGUE else set())
    assert "had a stopping rule" in answer.method
    assert answer.findings[0].headline
    assert answer.findings[0].text == plain(sentence(ended(run)))
    assert f'Played until "{experiment.until}"' in answer.findings[0].text
    rule = stored_rule(run.manifest)
    assert rule is not None
    scores = deal_scores(run, of_a=False)
    line = answer.table("scores").frame.to_dicts()[0]
    assert line["score"] == pytest.approx(scores.mean())
    assert line["high"] - line["low"] == pytest.approx(
        2.0 * half_width(scores, 0.05, rule.planned), rel=2 / len(scores)
    )
    assert line["n"] == len(scores)
    known = {"balanced": "balanced", "unbalanced": "unbalanced", "open": "undecided"}
    assert answer.findings[0].verdict == known.get(ended(run).outcome, "fact")


def test_reports_of_other_runs_are_as_ever(tmp_path: Path) -> None:
    """Without a stopping rule: intervals for a fixed number of deals, unless a comparison played the run until it was decided."""
    run = play(replace(BALANCED, until="", games=1000), tmp_path / "run")
    answer = first_player(run)
    assert set(answer.table("scores").frame["method"]) == {"t over blocks"}
    assert "had a stopping rule" not in answer.method
    assert "Played until" not in answer.findings[0].text
    write_manifest(run.folder, replace(run.manifest, until="decided within 2pp", ended="goal"))
    answer = first_player(open_run(run.folder))
    assert set(answer.table("scores").frame["method"]) == {"asymptotic confidence sequence"}
    assert "had a stopping rule" in answer.method


@pytest.mark.parametrize("experiment", [BALANCED, UNBALANCED], ids=lambda own: own.name)
def test_no_interval_of_a_stopped_run_is_one_for_a_fixed_n_without_a_word(
    tmp_path: Path, experiment: Experiment
) -> None:
    """In every section: sentences, tables and the callout; a verdict rests on sequences alone."""
    answers = answer_all(play(replace(experiment, moves="all"), tmp_path / "run", workers=2))
    sentences = [finding.text for each in answers for finding in each.findings if "interval" in finding.text]
    assert len(sentences) > 15
    for text in sentences:  # in which a second interval of its kind may say so too
        named = text.count(" interval ") + text.count(" intervals, ")
        assert named <= text.count("confidence sequence") + text.count(MARK), text
    for answer in answers:
        fixed = [table for table in answer.tables if TITLE in table.title]
        for table in answer.tables:
            if "method" in table.frame.columns:
                told = table.frame["method"].to_list()
                assert all("confidence sequence" in each or each.endswith(MARK) for each in told), table.key
            elif any(name.endswith("_low") and table.frame[name].count() for name in table.frame.columns):
                assert table in fixed, table.key
        marked = fixed or any(MARK in finding.text for finding in answer.findings)
        assert answer.caution.startswith(CAUTION) == bool(marked), answer.key
        for finding in answer.findings:
            assert finding.verdict == "fact" or "confidence sequence" in finding.text, finding.text


def test_the_goals_quantity_is_repeated_with_sequences_alone(played: Played) -> None:
    """Shares of wins and scores over both seats: betting sequences, in sentence and table, wider than t."""
    answers = {answer.key: answer for answer in answer_all(played(EQUAL))}
    for key, table in (("outcomes", "shares"), ("matchups", "scores")):
        frame = answers[key].table(table).frame
        assert set(frame["method"]) == {"betting confidence sequence"}
        assert (frame["high"] - frame["low"] > 2.0 * 1.96 * frame["se"]).all()
        assert "betting confidence sequence" in answers[key].findings[0].text
    assert answers["first_player"].table("scores").frame["el_low"].null_count() == 1


def test_the_raw_estimate_has_the_adjusted_one_beside_it(played: Played) -> None:
    """In a table of its own, from two thousand simulated runs with the seed of the run; the same ever again."""
    run = played(BETTER)
    line = first_player(run).table("goal").frame.to_dicts()[0]
    found = ended(run)
    assert (line["raw"], line["adjusted"]) == (pytest.approx(found.sample.mean), found.adjusted.value)
    assert (line["runs"], line["seed"], line["outcome"]) == (2000, "5", found.outcome)
    away = abs(line["raw"] - 0.51)  # where neither verdict is nearer
    assert abs(line["adjusted"] - 0.51) < away
    assert ended(run).adjusted == found.adjusted


def test_a_lopsided_match_is_not_called_balanced(tmp_path: Path) -> None:
    """A player who wins nearly always: the rule is met, and yet no verdict, with the reason and what to ask."""
    plan = replace(BALANCED, strategies=("random", "greedy"), until="balanced within 10pp")
    run = play(plan, tmp_path / "run", workers=2)
    found, told = ended(run), first_player(run)
    assert found.outcome == "balanced"
    assert [finding.verdict for finding in told.findings[:2]] == ["refused", "refused"]
    for finding in told.findings[:2]:
        assert "no verdict on seats: greedy wins 9" in finding.text
        assert "let greedy play against itself (--strategies greedy), or choose players" in finding.text
    assert told.table("scores").frame["verdict"].to_list() == ["refused"]
    assert told.table("goal").frame["outcome"].to_list() == ["refused"]


@pytest.mark.parametrize(
    "changes",
    [
        {"strategies": ("random", "greedy")},
        {"strategies": ("random", "greedy", "dragon_hunter"), "design": "league", "games": 200_000},
    ],
    ids=["match", "league"],
)
def test_a_lopsided_match_ends_when_that_is_sure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, Any]
) -> None:
    """Not after all games that were allowed, for any workers; the run is sound and has no estimate of its stopping."""
    plan = replace(BALANCED, until="balanced within 0.1pp", **changes)
    run = play(plan, tmp_path / "run", workers=2)
    assert (run.manifest.ended, deals_of(run)) == ("lopsided", 2 * LOOK)
    assert play(plan, tmp_path / "run", resume=True).manifest == run.manifest
    assert bytes_of(play(plan, tmp_path / "alone", workers=1).folder) == bytes_of(run.folder)
    told = sentence(ended(run))
    assert "no verdict on seats" in told
    assert "Whitehead" not in told
    assert main(["verify", str(run.folder), "--sample", "5"]) == 0
    write_manifest(run.folder, replace(run.manifest, ended="goal"))
    assert main(["verify", str(run.folder), "--sample", "5"]) == 3
    assert "by its games it ended at its limit" in capsys.readouterr().out


def test_lopsided_runs_of_earlier_versions_are_sound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They went on to their limit."""
    plan = replace(BALANCED, strategies=("random", "greedy"), games=2000, until="balanced within 0.1pp")
    with monkeypatch.context() as patch:
        patch.setattr("dhstats.questions.verdicts.lopsided.CLEAR", 1.0 - 1e-9)
        run = play(plan, tmp_path / "run")
    assert (run.manifest.ended, deals_of(run)) == ("limit", 1000)
    assert main(["verify", str(run.folder), "--sample", "5"]) == 0
    assert "no verdict on seats" in sentence(ended(run))


def test_proof_takes_longer_than_a_sequence_and_then_holds_without_large_numbers(played: Played) -> None:
    """Both e-values reach 20 at the last look and not at the one before."""
    run = played(replace(BALANCED, name="proved", until="proved balanced within 2pp"))
    found = ended(run)
    assert found.outcome == "balanced"
    assert deals_of(run) > deals_of(played(BALANCED))
    rule = stored_rule(run.manifest)
    assert isinstance(rule, Proof)
    assert min(rule.e_values(found.sample)) >= math.log(20.0)
    scores = deal_scores(run, of_a=False)[:-LOOK]
    before = replace(found.sample, counts=np.bincount((4 * scores).astype(int), minlength=5).astype(np.float64))
    assert min(rule.e_values(before)) < math.log(20.0)
    assert main(["verify", str(run.folder), "--sample", "5"]) == 0


def test_sentences_of_endings(played: Played) -> None:
    """Who scores what, with which interval, and what follows for the stopping rule."""
    told = {
        name: plain(sentence(ended(played(experiment))))
        for name, experiment in {"balanced": BALANCED, "narrow": NARROW, "equal": EQUAL, "capped": CAPPED}.items()
    }
    assert "deals): balanced within ±2 points. Without the bias of stopping it is " in told["balanced"]
    assert "deals): known to ±2 points. " in told["narrow"]
    assert "not settled when the games that were allowed had been played. " in told["capped"]
    assert all(text.endswith("(Whitehead, 2,000 simulated runs, seed 5).") for text in told.values())
    assert "the first player scores" in told["balanced"]
    assert "the first-named strategy scores" in told["equal"]
    assert all("asymptotic confidence sequence" in text for text in told.values())


def test_who_is_far_worse_is_not_called_equal(tmp_path: Path) -> None:
    """A random player against a greedy one: not better, and not equal either."""
    experiment = replace(EQUAL, strategies=("random", "greedy"), games=1000)
    found = ended(play(experiment, tmp_path / "run"))
    assert found.outcome == "not better"
    assert found.sample.mean < 0.1
    assert "equal rather" not in sentence(found)


@pytest.mark.parametrize(
    "strategies", [("greedy",), ("greedy", "greedy"), ("greedy", "random", "cautious")], ids=lambda own: f"{len(own)}"
)
def test_better_needs_two_strategies(tmp_path: Path, strategies: tuple[str, ...]) -> None:
    """One player cannot be better than itself, and of three it is not clear who is meant; nothing is written."""
    with pytest.raises(BadInput, match='"better by" asks for two different strategies'):
        play(replace(EQUAL, strategies=strategies), tmp_path / "run")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("text", "kind", "amount"),
    [
        ("balanced within 0.5pp", "balanced", 0.005),
        ("  half-width   .2 pp ", "half-width", 0.002),
        ("better by 25pp", "better", 0.25),
        ("half-width 0.001pp", "half-width", 1e-5),
        ("better by 1pp", "better", 0.01),
        ("proved balanced within 1pp", "proved", 0.01),
    ],
)
def test_goals_as_they_are_written(text: str, kind: str, amount: float) -> None:
    """Four kinds, an amount in percentage points; what is written back says the same."""
    found = stopping_rule(text)
    assert found.kind == kind
    assert found.amount == pytest.approx(amount)
    assert stopping_rule(found.text) == found


def test_rules_of_goals() -> None:
    """Each kind has its rule, planned with the variance of the design, from its words alone."""
    within, narrow, better = (
        stopping_rule(text) for text in ("balanced within 1pp", "half-width 1pp", "better by 1pp")
    )
    assert rule_of(within, "seat", 2) == Balance.plan(0.5, 0.01, math.sqrt(0.076))
    assert rule_of(narrow, "single", 1) == Width.plan(0.01, 0.5)
    assert rule_of(better, "strength", 2) == Better.plan(0.5, 0.51, math.sqrt(0.114))
    assert rule_of(within, "quartet", 4) == rule_of(within, "quartet", 4)
    for kind, arms in (("league", 24), ("crossed", 8), ("quartet", 4)):
        for aim in (within, narrow, better, stopping_rule("balanced within 25pp"), stopping_rule("half-width 0.001pp")):
            assert 0.0 < rule_of(aim, kind, arms).planned < math.inf


def test_the_command_tells_the_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was played, what it says, and the manifest; the same once more with --resume."""
    words = ["simulate", "--strategies", "greedy", "--until", "half-width 3pp", "--moves", "none", "--seed", "5"]
    words += ["--out", str(tmp_path / "run"), "--json", "-"]
    assert main(words) == 0
    captured = capsys.readouterr()
    manifest = json.loads(captured.out)
    assert manifest["until"] == "half-width 3pp"
    assert manifest["design"]["deals"] % LOOK == 0
    assert f"{manifest['games']:,} games in {manifest['design']['deals']:,} deals (seat design)" in captured.err
    assert 'Played until "half-width 3pp": the first player scores' in captured.err
    assert "known to ±3 points." in captured.err
    before = bytes_of(tmp_path / "run")
    assert main([*words, "--resume"]) == 0
    assert capsys.readouterr() == captured
    assert bytes_of(tmp_path / "run") == before


def test_files_of_experiments_may_have_a_goal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A TOML file says the same as the flag, and the flag wins over the file."""
    file = tmp_path / "asked.toml"
    file.write_text(
        'strategies = ["greedy"]\nseed = 5\nmoves = "none"\ngames = 12000\nuntil = "half-width 3pp"\n', encoding="utf-8"
    )
    assert from_file(file).until == "half-width 3pp"
    assert main(["simulate", str(file), "--until", "half-width 5pp", "--out", str(tmp_path / "wider")]) == 0
    assert 'Played until "half-width 5pp"' in capsys.readouterr().out
    for value, told in (
        ('"half-width 3"', "until must be"),
        ("3", "until must be text"),
        ('["half-width 3pp"]', "text"),
    ):
        file.write_text(f'strategies = ["greedy"]\nseed = 5\ngames = 100\nuntil = {value}\n', encoding="utf-8")
        assert main(["simulate", str(file), "--out", str(tmp_path / "refused")]) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        assert str(file) in error
        assert told in error
        assert not (tmp_path / "refused").exists()


# ---- verify --------------------------------------------------------------------------------------------------


def test_a_run_that_ended_elsewhere_than_it_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whether a stopping rule was met, and when, follows from the games; `verify` tells where the manifest says otherwise."""
    run = play(BALANCED, tmp_path / "run")
    assert run.manifest.ended == "goal"
    assert main(["verify", str(run.folder), "--sample", "10"]) == 0
    forged = ({"ended": "limit"}, {"until": "balanced within 0.1pp"}, {"until": "half-width 25pp"})
    for change in forged:
        write_manifest(run.folder, replace(run.manifest, **change))
        assert main(["verify", str(run.folder), "--sample", "10"]) == 3
        told = capsys.readouterr().out.splitlines()[-1]
        assert told.startswith("problem: manifest: says that the run until ")
    assert "ended by its stopping rule after" in told
