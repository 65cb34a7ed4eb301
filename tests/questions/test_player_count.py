"""With how many players a game is best: numbers against plain Python, verdicts that fit each other, the page."""

import json
import math
import random
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import pytest

from dhstats.cli.main import main
from dhstats.questions.runs.player_count import Away, Count, alike
from dhstats.questions.runs.player_count_words import Best, answer, best
from dhstats.simulate.checks.shard import open_checked
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import Interval, sidak_level
from dhstats.stats.sequential.verdicts import kind_of
from dhstats.storage import Run
from tests.pages.checks import hard
from tests.queries.logged_runs import Game, stored_games

MARGIN, SEATS = 0.005, ("first", "second", "third")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pig for two and three, Fires for one and two: played by one command each, with pages and numbers."""
    folder = tmp_path_factory.mktemp("players")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for game, numbers in (("pig", "2,3"), ("fires", "1-2")):
            words = ["study", "--game", game, "--players", numbers, "--strategies", "random", "--games", "240"]
            assert main([*words, "--play", "-o", f"{game}.html", "--json", f"{game}.json"]) == 0
    return folder


def runs(home: Path, game: str, *numbers: int) -> list[Run]:
    """The runs of a game that the command played."""
    return [open_checked(home / f"data/players-{game}-standard-random-240-seed1/{each}") for each in numbers]


def rows(home: Path, game: str) -> list[dict[str, object]]:
    """The table of the joined answer, by column."""
    (table,) = json.loads((home / f"{game}.json").read_text())["joined"]["tables"]
    names = [each["name"] for each in table["columns"]]
    return [dict(zip(names, row, strict=True)) for row in table["rows"]]


def off(games: list[Game], players: int) -> dict[str, float]:
    """What every seat has of the wins beside an even share; those who are first alike share a win."""
    won: dict[str, float] = defaultdict(float)
    for game in games:
        scores = {seat: game.row[f"rank_{seat}"] == 1 if players > 2 else game.row["winner"] in (-1, at)
                  for at, seat in enumerate(SEATS[:players])}  # fmt: skip
        for seat in scores:
            won[seat] += scores[seat] / sum(scores.values())
    return {seat: won[seat] / len(games) - 1.0 / players for seat in SEATS[:players]}


def test_pig_is_what_plain_python_counts(home: Path) -> None:
    """Turns, shared wins, waits, decisions with one option and the farthest seat are recounted game by game."""
    table = rows(home, "pig")
    for run, row, players in zip(runs(home, "pig", 2, 3), table, (2, 3), strict=True):
        games = stored_games(run)
        turns = sum(game.row[f"turns_{seat}"] for game in games for seat in SEATS[:players]) / len(games)
        decisions = [turn for game in games for turn in game.turns]
        gaps = waits = 0
        for game in games:
            for seat in {turn["seat"] for turn in game.turns}:
                own = [turn["turn"] for turn in game.turns if turn["seat"] == seat]
                gaps, waits = gaps + len(own) - 1, waits + own[-1] - own[0] + 1 - len(own)
        seats = off(games, players)
        far = max(seats, key=lambda seat: abs(seats[seat]))
        assert row["count"] == players
        assert row["turns"] == pytest.approx(turns)
        assert row["own"] == pytest.approx(turns / players)
        assert row["outcome"] == sum(game.row["winner"] == -1 for game in games) / len(games)
        assert row["waits"] == pytest.approx(waits / gaps)
        assert row["forced"] == pytest.approx(sum(turn["legal_moves"] == 1 for turn in decisions) / len(decisions))
        assert row["score"] == pytest.approx(abs(seats[far]))
        assert players == 2 or row["farthest"] == f"{far} seat"
        assert row["level"] == pytest.approx(sidak_level(0.95, 2) if players == 2 else row["level"])


def test_success_leads_where_all_win_together(home: Path) -> None:
    """The share of games that end by rain is the lead of Fires; one player alone has no waits."""
    table = rows(home, "fires")
    for run, row in zip(runs(home, "fires", 1, 2), table, strict=True):
        games = stored_games(run)
        assert row["score"] == pytest.approx(sum(game.row["end_reason"] == "rain" for game in games) / len(games))
        assert row["level"] == pytest.approx(sidak_level(0.95, 2))
    assert (table[0]["waits"], table[1]["waits"]) == (None, 1.0)
    assert "outcome" not in table[0]


def test_the_page_opens_with_the_answer(home: Path) -> None:
    """The first screen asks with how many players; the runs stand below it by their numbers of players."""
    page, told = (home / "fires.html").read_text(), json.loads((home / "fires.json").read_text())["joined"]
    assert "<h1>With how many players is Fires won most often?</h1>" in page
    assert all(f'id="run{at}-top">With {who}' in page for at, who in ((1, "one player"), (2, "two players")))
    assert page.count('id="run1-rules"') == 1
    assert 'id="all-rules"' not in page
    assert told["opening"]["sureness"].startswith(
        "Certain: with two fewer games are won, by more than half a game in 100"
    )
    assert told["findings"][0]["verdict"] == "fact"  # that is no verdict on a number of players by itself
    texts = [each["text"] for each in told["findings"]]
    assert len(set(texts)) == len(texts)


def test_runs_are_alike_but_for_the_number(home: Path) -> None:
    """Another rule, other players, a number twice, or another game: then nothing is said of numbers of players."""
    two, three = (run.manifest for run in runs(home, "pig", 2, 3))
    (fires,) = runs(home, "fires", 2)
    assert alike([two, three])
    assert not alike([two])
    assert not alike([two, two])
    assert not alike([three, fires.manifest])
    assert not alike([two, replace(three, matchups=(("greedy",) * 3,))])
    assert not alike([two, replace(three, rules_hash="other")])
    assert not alike([two, replace(three, until="balanced within 0.5pp")])


def count(players: int, value: float, low: float, high: float) -> Count:
    """A number of players with the distance of its farthest seat."""
    interval = Interval(low, high, 0.98, "t over blocks", 100, "deals")
    signed = Estimate(value, 0.1, Interval(low, high, 0.98, "t over blocks", 100, "deals"))
    kind = kind_of(signed.interval, signed.interval, 0.0, MARGIN)
    lead = Estimate(value, 0.1, interval)
    return Count(players, lead, kind, Away("first seat", signed, interval, kind), interval, "", lead, lead, None, None,
                 None, None)  # fmt: skip


def test_verdicts_never_contradict_each_other() -> None:
    """Over random intervals: what is called best is even by itself, or nothing shows another to be better."""
    chance, seen = random.Random(7), set()
    for _ in range(4000):
        found = []
        for players in range(2, 2 + chance.randint(2, 4)):
            width, value = chance.choice((0.001, 0.004, 0.02)), chance.choice((0.0, 0.004, 0.012, 0.03, 0.05))
            low = max(0.0, value - chance.random() * width)
            found.append(count(players, value, low, value + chance.random() * width))
        ranked: Best = best(found, MARGIN)
        seen.add((ranked.kind, ranked.fair))
        assert sorted(each.players for each in (*ranked.first, *ranked.rest)) == [each.players for each in found]
        ends = {each.players: each.lead.interval for each in found if each.lead}
        if ranked.fair:
            assert all(each.kind == "balanced" for each in ranked.first)
            assert all(each.kind != "balanced" for each in ranked.rest)
            assert (ranked.kind == "balanced") == (not ranked.rest)
            assert ranked.kind != "unbalanced" or all(each.kind == "unbalanced" for each in ranked.rest)
            continue
        assert all(each.kind != "balanced" for each in found)
        top = ends[ranked.first[0].players]
        assert all(ends[each.players].low > top.high for each in ranked.rest)
        assert all(ends[each.players].low <= top.high for each in ranked.first)
        if ranked.kind == "unbalanced":
            assert len(ranked.first) == 1
            assert min(ends[each.players].low for each in ranked.rest) - top.high > MARGIN
        assert (ranked.kind in ("undecided", "fact")) == (not ranked.rest)
    assert seen >= {("balanced", True), ("unbalanced", True), ("leaning", True), ("unbalanced", False),
                    ("leaning", False), ("undecided", False)}  # fmt: skip


def test_the_most_won_is_the_least_lost() -> None:
    """Where all win together the largest share is best."""
    ranked = best([count(2, 0.5, 0.45, 0.55), count(3, 0.8, 0.75, 0.85)], MARGIN, together=True)
    assert (ranked.kind, ranked.first[0].players) == ("unbalanced", 3)
    same = [count(2, 0.8, 0.799, 0.801), count(3, 0.801, 0.8, 0.802)]
    assert (best(same, MARGIN, together=True).kind, best(same, MARGIN).kind) == ("balanced", "fact")
    assert math.isclose(ranked.rest[0].lead.value if ranked.rest[0].lead else 0.0, 0.5)


WRONG = [
    ("pig", "2-9", 'Pig is for 2 to 4 players, not "2-9"'),
    ("pig", "3", "one number of players is nothing to compare"),
    ("pig", "two", 'must be numbers of players, as 2-4 or 2,3,5, not "two"'),
    ("tic_tac_toe", "2-3", "is for 2 players"),
]


@pytest.mark.parametrize(("game", "players", "reason"), WRONG)
def test_wrong_numbers_are_refused(game: str, players: str, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Numbers that the game is not for, one alone, no number: one sentence each."""
    assert main(["study", "--game", game, "--players", players]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("dhstats: --players: ")
    assert reason in line


def test_rules_for_one_number_alone_and_folders_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """Pairs are for four, and games are not played and read at once."""
    assert main(["study", "--game", "dragon", "--rules", "teams", "--players", "2-4"]) == 2
    assert "--players: teams is not for 2 players: " in capsys.readouterr().err
    assert main(["study", "somewhere", "--players", "2-3"]) == 2
    assert "name no folders" in capsys.readouterr().err


def test_what_would_be_played_is_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without --play the commands are shown and nothing is played."""
    monkeypatch.chdir(tmp_path)
    assert main(["study", "--game", "pig", "--players", "2-3", "--seed", "4"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 3
    assert said[2].startswith("• dhstats simulate --game pig --rules standard --set players=3 --games 5000 --seed 4")
    assert not list(tmp_path.iterdir())


FAR, NEAR, OPEN = (0.08, 0.07, 0.09), (0.002, 0.0, 0.004), (0.004, 0.0, 0.009)
SAID = [
    ((NEAR, FAR), "unbalanced", "With two: seats are up to about 0.2 games in 100 from an even share with two players and 8.0",
     "Certain: with two no seat is more than half a game in 100 from an even share, with three one is; with two 0"),
    ((NEAR, NEAR), "balanced", "It makes no difference: seats are up to about 0.2 games in 100 from an even share",
     "Certain: no seat is more than half a game in 100 from an even share; with two 0"),
    ((NEAR, OPEN), "leaning", "With two: seats are up to about 0.2 games in 100",
     "Partly certain: with two no seat is more than half a game in 100 from an even share; with three that is not known"),
    ((FAR, FAR), "undecided", "Not known yet, but none is even. In these games seats were up to about 8 games in 100",
     "Open: with each of them a seat is more than half a game in 100 from an even share, and which is best is not known"),
    ((OPEN, OPEN), "undecided", "Not known yet. In these games seats were up to about 0.4 games in 100", "Open: it may be any"),
    ((FAR, (0.2, 0.19, 0.21)), "unbalanced", "With two: seats are up to about 8 games in 100",
     "Certain: with three they are farther off, by more than half a game in 100; with two 7"),
    ((FAR, (0.1, 0.0905, 0.11)), "leaning", "With two: seats are up to about 8 games in 100",
     "Partly certain: with three they are farther off, perhaps by less than half a game in 100"),
    ((FAR, FAR, (0.2, 0.19, 0.21)), "leaning", "With two or three: seats are up to about 8 games in 100",
     "Partly certain: with four they are farther off; which of two and three is best is not known"),
]  # fmt: skip


@pytest.mark.parametrize(("found", "verdict", "said", "sure"), SAID)
def test_the_first_screen_says_what_is_known(
    home: Path, found: tuple[tuple[float, float, float], ...], verdict: str, said: str, sure: str
) -> None:
    """A sentence for each thing that can be known; none is hard to read in passing."""
    manifests = [run.manifest for run in runs(home, "pig", 2, 3)]
    told = answer([count(players, *each) for players, each in enumerate(found, start=2)], manifests)
    assert told.opening
    assert told.opening.verdict == verdict
    assert told.opening.answer.startswith(said)
    assert told.opening.sureness.startswith(sure)
    assert not [each for text in (told.opening.answer, told.opening.sureness) for each in hard(text)]
