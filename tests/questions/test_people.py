"""How well players play: players of a known rung are read off at it, and what they miss is counted right."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dhstats.cli.main import main
from dhstats.engine.strategy import Strategy
from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players import roster
from dhstats.players.positions.judging import Judge, Judged
from dhstats.players.positions.luck import LuckJudge
from dhstats.questions.people import people
from dhstats.questions.people import records as sheets
from dhstats.questions.people.people import fortune
from dhstats.questions.people.records import records_of
from dhstats.questions.people.standing import (
    FEWEST_BEST,
    Mark,
    Scale,
    Standing,
    better_options,
    blunders,
    judged_rung,
    mean_over,
    scale_of,
    standing,
    unit_of,
)
from dhstats.questions.shared.first_screen import About
from dhstats.report.page import composition
from dhstats.simulate.people.reading import read_logs
from dhstats.simulate.people.writing import write_run
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.replays import lines
from dhstats.simulate.running.runner import simulate
from dhstats.storage import Run, open_run
from tests.simulate.test_people import Line

ABOUT = About("Dragonheart", "dragonheart", ("people",))


@pytest.fixture(scope="module")
def bundle() -> GameBundle:
    """Dragonheart."""
    return catalogue.load("dragonheart")


@pytest.fixture(scope="module")
def rules(bundle: GameBundle) -> RuleSet:
    """Its usual rules."""
    return bundle.rule_files.load("ffg")


@pytest.fixture(scope="module")
def expert(bundle: GameBundle, rules: RuleSet) -> Strategy:
    """Who values plays."""
    return roster.find(bundle, rules, "expert")


@pytest.fixture(scope="module")
def ladder(bundle: GameBundle, rules: RuleSet, expert: Strategy) -> Scale:
    """The scale of these rules."""
    return scale_of(bundle, rules, expert)


@pytest.fixture(scope="module")
def fourth(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Forty games of rung 4 against itself, a deal each."""
    plan = Experiment("four", strategies=("skill:4",), games=40, seed=77, design="single")
    return simulate(plan, tmp_path_factory.mktemp("four") / "run", workers=1)


def stands(judged: Judged, games: int, ladder: Scale) -> Standing:
    """Where everybody stands by judged games."""
    found = standing("all", judged, np.arange(games), ladder)
    assert found is not None
    return found


@pytest.mark.parametrize("rung", [0, 2, 4, 6, 8, 9])
def test_players_of_a_rung_are_read_off_at_it(
    rung: int, bundle: GameBundle, rules: RuleSet, expert: Strategy, ladder: Scale
) -> None:
    """Games that the scale was not made of: within three errors, and two of forty games, a third of a rung each."""
    judged = judged_rung(bundle, rules, Judge(bundle, rules, expert), rung, 40, seed=12)
    found = stands(judged, 40, ladder)
    assert abs(found.rung.value - rung) <= 3.0 * found.rung.se
    assert found.rung.value == pytest.approx(rung, abs=0.7)
    assert found.by_loss.value == pytest.approx(rung, abs=0.7)
    assert (rung < 9) == (found.first.value < 1.0)
    assert found.better_fit < 0.01  # the ladder errs by random moves, and is known by it


def test_the_expert_agrees_with_themselves_at_every_decision(
    bundle: GameBundle, rules: RuleSet, expert: Strategy
) -> None:
    """What is called the best option is what the player chose, in every one of thousands of decisions."""
    judged = judged_rung(bundle, rules, Judge(bundle, rules, expert), 9, 20, seed=3)
    assert len(judged.games) > 900
    assert np.array_equal(judged.choices, judged.bests)
    assert not judged.losses.any()
    assert not better_options(judged).any()


def test_a_scale_is_kept_and_read_again(
    bundle: GameBundle, rules: RuleSet, expert: Strategy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is kept is equal to what was measured; a damaged file is measured again."""
    monkeypatch.setattr("dhstats.questions.people.standing.cache_root", lambda: tmp_path)
    first = scale_of(bundle, rules, expert, games=4)
    asked: list[int] = []
    assert scale_of(bundle, rules, expert, lambda done, _: asked.append(done), games=4) == first
    assert asked == []
    (kept,) = tmp_path.rglob("*.json")
    kept.write_text("[]")
    assert scale_of(bundle, rules, expert, lambda done, _: asked.append(done), games=4) == first
    assert asked == list(range(10))


def test_a_precision_is_read_off_between_rungs() -> None:
    """Straight lines over λ / (λ + λ of the middle rung); the ends are the ends of the scale."""
    marks = [Mark(k, -1.0 if k == 9 else 10.0 * k, 0.09 - 0.01 * k, 0.0, 1) for k in range(10)]
    own = Scale(tuple(marks), "", 1, 1)
    assert [own.rung(10.0 * k) for k in range(9)] == pytest.approx(range(9))
    assert own.rung(float("inf")) == 9.0
    middle = (40.0 / 90.0 + 50.0 / 100.0) / 2.0
    assert own.rung(50.0 * middle / (1.0 - middle)) == pytest.approx(4.5)
    assert [own.rung_of_loss(each) for each in (1.0, 0.045, -1.0)] == pytest.approx([0.0, 4.5, 9.0])


def test_a_mean_over_decisions_has_the_interval_of_its_games() -> None:
    """Against the formula written out: every game has its residual, whatever number of decisions it has."""
    rng = np.random.default_rng(5)
    games, values = np.repeat(np.arange(12), rng.integers(3, 9, 12)), rng.random(0)
    values = rng.random(len(games))
    found = mean_over(values, games, 12)
    mean = values.mean()
    residuals = [float((values[games == game] - mean).sum()) for game in range(12)]
    se = (12 / 11 * sum(each**2 for each in residuals)) ** 0.5 / len(games)
    assert (found.value, found.se) == pytest.approx((mean, se))
    assert found.interval.n == 12


def test_blunders_are_counted_by_the_kind_of_the_best_play(
    bundle: GameBundle, rules: RuleSet, expert: Strategy
) -> None:
    """Recounted decision by decision for one kind; the parts of all losses add up where kinds exclude each other."""
    assert bundle.game.forking is not None
    kinds = bundle.game.forking.kinds
    judged = judged_rung(bundle, rules, Judge(bundle, rules, expert), 3, 40, seed=4)
    found = {each.kind: each for each in blunders(judged, np.arange(40), kinds, {"ship": "a ship"})}
    column = kinds.index("ship")
    best = [at for at in range(len(judged.games)) if judged.best[at, column]]
    missed = [at for at in best if not judged.chosen[at, column] and judged.losses[at] > 1e-6]
    assert found["a ship"].decisions == len(best) > FEWEST_BEST
    assert found["a ship"].missed.value == pytest.approx(len(missed) / len(best))
    assert found["a ship"].part == pytest.approx(judged.losses[missed].sum() / judged.losses.sum())
    pictures = [each.part for kind, each in found.items() if kind != "claim"]
    assert 0.5 < sum(pictures) < 1.0  # the rest is lost within a picture: other values, another target


def test_people_are_judged_and_programs_are_not(
    fourth: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Names of a log: everybody together and each alone; a player who is asked for; a name that nobody bears."""
    told: list[Line] = list(lines(fourth, 12))
    for number, line in enumerate(told):
        line["players"] = ["Ann", "robot"] if number % 2 else ["robot", "Bob"]
        line["programs"] = ["robot"]
    path = tmp_path / "log.jsonl"
    path.write_text("".join(f"{people_json(line)}\n" for line in told))
    run = tmp_path / "run"
    assert main(["import", str(path), "--out", str(run)]) == 0
    assert main(["people", str(run), "-o", str(tmp_path / "a.html")]) == 0
    said = capsys.readouterr().out
    assert "These 12 games look like rung" in said
    assert "Ann: They play like rung" in said
    assert "robot: " not in said
    assert main(["people", str(run), "--player", "Ann", "-o", str(tmp_path / "b.html")]) == 0
    said = capsys.readouterr().out
    assert said.startswith("How well does Ann play Dragonheart?")
    assert "These 6 games look like rung" in said
    assert "dhstats simulate --game dragonheart --rules ffg --strategies skill:" in said
    assert main(["people", str(run), "--player", "Zoe"]) == 2
    assert "--player 'Zoe': made no decision that can be judged" in capsys.readouterr().err


def test_luck_of_the_right_player_is_taken_off(fourth: Run, expert: Strategy) -> None:
    """It explains their results, so that what is left varies less; of games that share deals nothing is said."""
    records = records_of(fourth, 40)
    found = fortune(records, expert)
    assert found is not None
    assert (found.who, found.games) == ("the first player", 40)
    wins = [(game.row["winner"] == 0) + 0.5 * (game.row["winner"] < 0) for game in records.games]
    assert found.found.raw.value == pytest.approx(np.mean(wins))
    assert found.found.factor > 1.1
    shared = replace(records, games=(*records.games[:-1], records.games[0]))
    assert fortune(shared, expert) is None


def test_luck_is_taken_off_wherever_the_player_sat(fourth: Run, expert: Strategy) -> None:
    """Of two who changed seats in every third game, one is followed; their luck is their own, less the other's."""
    records = records_of(fourth, 20)
    names = [("Ann", "Bo") if at % 3 else ("Bo", "Ann") for at in range(20)]
    games = tuple(replace(game, players=who) for game, who in zip(records.games, names, strict=True))
    found = fortune(replace(records, games=games), expert)
    assert found is not None
    seats, judge = [who.index(found.who) for who in names], LuckJudge(records.bundle, records.rules, expert)
    wins = [
        (game.row["winner"] == seat) + 0.5 * (game.row["winner"] < 0) for game, seat in zip(games, seats, strict=True)
    ]
    luck = [judge.weigh(at, game.chance, game.turns).sum(axis=0) for at, game in enumerate(games)]
    given = [by_seat[seat] - by_seat[1 - seat] for by_seat, seat in zip(luck, seats, strict=True)]
    assert found.found.raw.value == pytest.approx(np.mean(wins))
    assert np.mean(wins) != np.mean([game.row["winner"] == 0 for game in games])
    assert found.found.luck.value == pytest.approx(np.mean(given))


def test_luck_is_taken_off_a_share_of_the_win_where_three_play(tmp_path: Path) -> None:
    """Of the first seat, whose score is what they have of the wins; dice are luck as cards are."""
    short = ("adventurers.suits=2", "adventurers.numbers=5", "hand.size=3", "end.decks=1")
    plan = Experiment(
        "three", game="dragonwood", rules="three", settings=short, strategies=("greedy",) * 3, games=12, seed=7,
        design="single",
    )  # fmt: skip
    records = records_of(simulate(plan, tmp_path / "run", workers=1), 12)
    wood = catalogue.load("dragonwood")
    found = fortune(records, roster.find(wood, wood.rule_files.load("three"), "expert"))
    assert found is not None
    assert (found.who, found.games) == ("the first player", 12)
    ranks = [[game.row[f"rank_{seat}"] for seat in ("first", "second", "third")] for game in records.games]
    shares = [(each[0] == 1) / each.count(1) for each in ranks]
    assert found.found.raw.value == pytest.approx(np.mean(shares))
    assert found.found.luck.se > 0.0


def test_a_run_is_named_after_its_log(fourth: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody says where it goes; a second time the folder is not touched."""
    monkeypatch.chdir(tmp_path)
    Path("my evening.jsonl").write_text("".join(f"{people_json(line)}\n" for line in lines(fourth, 2)))
    assert main(["import", "my evening.jsonl"]) == 0
    assert (tmp_path / "data" / "my_evening" / "manifest.json").is_file()
    assert main(["import", "my evening.jsonl"]) == 2


def test_a_page_tells_the_deals_that_games_share(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of pairs how many deals they are; of an odd number of games no number that is not so, but a caution."""
    plan = Experiment("pairs", strategies=("greedy",), games=8, seed=2, design="seat")
    told = list(lines(simulate(plan, tmp_path / "pairs", workers=1), 8))
    for count, (fact, caution) in {8: ("4", False), 7: (None, True)}.items():
        path, run, page = (tmp_path / f"{count}{end}" for end in (".jsonl", "", ".html"))
        path.write_text("".join(f"{people_json(line)}\n" for line in told[:count]))
        assert main(["import", str(path), "--out", str(run)]) == 0
        shared = f"{count} games of this log are of 4 deals: if all are counted as independent, intervals are too"
        assert shared in capsys.readouterr().out
        assert main(["people", str(run), "-o", str(page)]) == 0
        assert "4 deals" in capsys.readouterr().out
        facts = {fact.label: fact.value for fact in composition.page([(open_run(run), ())], "").chips}
        assert (facts["games"], facts.get("deals")) == (str(count), fact)
        assert (shared in page.read_text()) == caution


def people_json(line: Line) -> str:
    """A line of a log."""
    import json

    return json.dumps(line)


def test_decisions_with_unknown_cards_are_counted_and_not_judged(
    fourth: Run, expert: Strategy, ladder: Scale, tmp_path: Path
) -> None:
    """A log of one player's cards judges them alone; one of nobody's is refused with what to log."""
    told = list(lines(fourth, 6, shown=True))
    for line in told:
        line["hands"][1] = None
        for turn in line["turns"][1::2]:
            turn.pop("drawn")
    found = people.examine(_records(told, tmp_path), expert, ladder)
    assert set(found.judged.seats) == {0}
    assert found.judged.silent > 100
    said = [each.text for each in people.answer(found, ABOUT, "dhstats").findings]
    assert f"{found.judged.silent} decisions were not judged, because the player's cards were not known." in said
    for line in told:
        line["hands"] = [None, None]
        for turn in line["turns"]:
            turn.pop("drawn", None)
    with pytest.raises(
        BadInput, match=r"no decision can be judged: .* were made with cards that the log does not show"
    ):
        people.examine(_records(told, tmp_path), expert, ladder)


def _records(told: list[Line], tmp_path: Path) -> people.Records:
    path = tmp_path / "log.jsonl"
    path.write_text("".join(f"{people_json(line)}\n" for line in told))
    folder = tmp_path / f"run{len(list(tmp_path.iterdir()))}"
    return records_of(write_run(read_logs([path]), folder), 100)


def test_a_run_without_turns_has_no_decisions(tmp_path: Path) -> None:
    """What to do is said."""
    plan = Experiment("none", strategies=("greedy",), games=4, seed=1, design="seat", moves="none")
    with pytest.raises(BadInput, match="kept no turns"):
        records_of(simulate(plan, tmp_path / "run", workers=1), 10)


def test_results_of_a_score_sheet_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By seat and by name, draws shared; nothing is written."""
    base = {"log": 1, "game": "dragonheart", "players": ["Ann", "Bob"]}
    results = [{"winner": "first", "scores": [50, 40]}, {"winner": "draw"}, {"scores": [30, 60]}, {"winner": "second"}]
    path = tmp_path / "sheet.jsonl"
    path.write_text("\n".join(people_json({**base, "result": each}) for each in results))
    assert main(["import", str(path)]) == 0
    said = capsys.readouterr().out
    assert "4 games with only a result" in said
    assert "The first seat won 38 % of 4 games (95 % interval 9 to 78, Wilson, 4 games)." in said
    assert "Points on average over 2 games with points, in the order of the seats: 40.0 and 50.0." in said
    assert "not recorded" not in said
    assert said.count(sheets.INDEPENDENT) == 1
    assert not (Path("data") / "sheet").exists()


@pytest.mark.parametrize(
    ("result", "won"),
    [
        (
            {"winner": "draw", "scores": [20, 20, 10]},
            [30, 30, 0],
        ),  # of those who have the most points, and of no others
        ({"winner": "draw"}, [20, 20, 20]),
        ({"winner": ["first", "third"]}, [30, 0, 30]),
        ({"winner": ["first", "third"], "scores": [20, 10, 20]}, [30, 0, 30]),
        ({"scores": [10, 20, 10]}, [0, 60, 0]),
        ({"winner": "third", "scores": [20, 20, 20]}, [0, 0, 60]),  # who wins a tie
    ],
)
def test_a_log_says_who_shares_a_win(tmp_path: Path, result: dict[str, Any], won: list[int]) -> None:
    """At a table for three a draw is between those who came first, as it is in runs."""
    base = {"log": 1, "game": "dragonwood", "rules": "three", "players": ["Ann", "Bob", "Cid"]}
    path = tmp_path / "sheet.jsonl"
    path.write_text(people_json({**base, "result": result}))
    told = {each.who: each.score for each in sheets.summary(read_logs([path])).players}
    assert [round(60 * told[name]) for name in base["players"]] == won


def test_a_sheet_is_read_row_by_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rows that stayed empty, or that say two winners, are named and left out; names stay as they are written."""
    base = {"log": 1, "game": "dragonheart", "players": ["de Vries", "iOS"], "result": {"winner": "first"}}
    rows = [
        base,
        base | {"players": ["", ""], "result": {"scores": [None, None], "winner": ""}},
        base | {"result": {"winner": "first", "scores": [10, 20]}},
        base | {"players": ["ios", "Zoe\u0301"], "result": {"scores": [None, None], "winner": "second"}},
        base | {"players": ["Zo\u00e9", "de Vries"]},
        base | {"result": {"scores": [30, None], "winner": "first"}},
    ]
    path = tmp_path / "sheet.jsonl"
    path.write_text("\n".join(people_json(row) for row in rows))
    assert main(["import", str(path)]) == 0
    said = capsys.readouterr().out
    assert "3 games with only a result" in said
    assert "3 rows are left out:" in said
    assert f"{path}, line 2: no name is filled in" in said
    assert f"{path}, line 3: result.winner is first, but the most points has second" in said
    assert f"{path}, line 6: result.scores must be a whole number" in said
    assert "• de Vries won 50 % of 2 games" in said
    assert "• iOS won 0 % of 1 game " in said
    assert "• Zo\u00e9 won 100 % of 2 games" in said
    assert "“iOS” and “ios” are counted as two players; if they are one person, spell the name the same way." in said
    path.write_text("\n".join(people_json(row) for row in rows[1:3]))
    assert main(["import", str(path)]) == 2
    assert "line 2: result.winner is first" in capsys.readouterr().err
    path.write_text(people_json(base)[:-1] + ', "players": ["a", "b"]}')
    assert main(["import", str(path)]) == 2
    assert 'the key "players" stands there twice; leave one out' in capsys.readouterr().err


def test_everybody_on_a_sheet_is_named(tmp_path: Path) -> None:
    """Fourteen players, of whom half never won."""
    path = tmp_path / "sheet.jsonl"
    base = {"log": 1, "game": "dragonheart", "result": {"winner": "first"}}
    path.write_text("\n".join(people_json({**base, "players": [f"W{at}", f"L{at}"]}) for at in range(7)))
    said = " ".join(sheets.summary(read_logs([path])).sentences)
    assert all(f"{who}{at} won" in said for who in "WL" for at in range(7))


def test_intervals_of_a_score_sheet_count_games(tmp_path: Path) -> None:
    """Both ends solve the equation of the score test; a sheet on which nobody won names no interval."""
    base = {"log": 1, "game": "dragonheart", "players": ["Ann", "Bob"]}
    won = ["first"] * 13 + ["second"] * 6 + ["draw"] * 3
    path = tmp_path / "sheet.jsonl"
    path.write_text("\n".join(people_json({**base, "result": {"winner": each}}) for each in won))
    ann = {each.who: each for each in sheets.summary(read_logs([path])).players}["Ann"]
    assert (ann.games, ann.score) == (22, pytest.approx(14.5 / 22))
    assert (ann.level, ann.method, ann.unit) == (0.95, "Wilson", "games")
    z, n, share = 1.959964, 22, 14.5 / 22  # (p - share)² = z² p (1 - p) / n
    ends = np.roots([1.0 + z * z / n, -2.0 * share - z * z / n, share**2])
    assert [ann.low, ann.high] == pytest.approx(sorted(ends.tolist()), abs=1e-6)
    path.write_text(people_json({**base, "result": {"scores": [50, 50]}}))
    assert sheets.INDEPENDENT not in sheets.summary(read_logs([path])).sentences


def test_games_that_share_a_deal_are_counted_by_deals() -> None:
    """The unit of every interval is what is independent."""
    assert unit_of(np.array([0, 1, 2])) == "games"
    assert unit_of(np.array([0, 0, 1])) == "deals"
