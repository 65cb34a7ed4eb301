"""The room of the rules: every key has its control, and what a page is told is what the commands say."""

import json
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.keys import Key
from dhstats.lab import rules
from dhstats.lab.comparisons import Comparison, Wanted, experiment_file, plans_of, write_page
from dhstats.lab.rules import Choice
from dhstats.lab.watching import Watcher
from dhstats.questions.goals.goal import read
from dhstats.questions.tweaks.comparison import DealSums, deal_sums
from dhstats.simulate.plans.experiment import from_file
from dhstats.simulate.running.runner import simulate
from tests.lab.conftest import FFG, PAGE, Served, served

BASE = Choice("dragonheart", "ffg")
POINTS = Choice("dragonheart", "ffg", ("great_dragon.points=12",))
HAND = Choice("dragonheart", "ffg", ("hand.size=6",))


@pytest.mark.parametrize("game", catalogue.NAMES)
def test_every_key_is_there_with_a_control_that_has_its_value(game: str) -> None:
    """All but those that say where rules come from; a number has the bounds that the check has."""
    bundle = catalogue.load(game)
    files, base = bundle.rule_files, bundle.rule_files.load(bundle.default_rules)
    shown = [row for group in rules.keys(Choice(game, bundle.default_rules)) for row in group["keys"]]
    values = {name: value for name, value in files.flat(base.effective).items() if not name.startswith("source.")}
    assert {row["key"] for row in shown} == {name for name in values if files.key(name)}
    for row in shown:
        key = files.key(row["key"])
        assert isinstance(key, Key)
        if row["control"] == "number":
            assert row["value"] == values[row["key"]]
            assert [bool(key.kind.fault(each)) for each in (row["low"], row["high"])] == [False, False]
            assert [bool(key.kind.fault(each)) for each in (row["low"] - 1, row["high"] + 1)] == [True, True]
        elif row["control"] == "choice":
            assert row["value"] in row["choices"]
            assert not any(key.kind.fault(each) for each in row["choices"])
        elif row["control"] == "switch":
            assert isinstance(row["value"], bool)
        else:
            assert isinstance(row["value"], str)
    json.dumps(shown)


def test_what_is_turned_back_in_words_is_the_same_rule_set() -> None:
    """The value of every control, set as it stands there, changes nothing."""
    for game in catalogue.NAMES:
        bundle = catalogue.load(game)
        here = Choice(game, bundle.default_rules)
        values = {row["key"]: row["value"] for group in rules.keys(here) for row in group["keys"]}
        for part in [dict(list(values.items())[at : at + 100]) for at in range(0, len(values), 100)]:
            settings = rules.settings_of({key: value for key, value in part.items() if key not in ("deck", "pack")})
            assert bundle.rule_files.load(here.rules, settings).hash == here.load().hash


def test_a_change_is_checked_in_the_words_of_the_commands(lab: Served) -> None:
    """What it changes, what was hardly meant, and why it cannot be."""
    found = lab.ask("check", **FFG, settings={"hand.size": 6}).found
    assert found["valid"]
    assert [(each["key"], each["before"], each["after"]) for each in found["changes"]] == [("hand.size", "5", "6")]
    assert "the figure loses its main power" in found["cautions"][0]["says"]
    assert found["hash"] == HAND.load().hash[:12]
    for settings, words in (
        ({"hand.size": 77}, "whole number from 1 to 12"),
        ({"hand.sise": 6}, "did you mean"),
        ({"deck": "[1"}, "deck"),
    ):
        found = lab.ask("check", **FFG, settings=settings).found
        assert not found["valid"]
        assert words in found["problem"]


def test_rules_of_files_are_those_of_the_command_line_alone(lab: Served, tmp_path: Path) -> None:
    """A page opens no file of this machine by its path, and runs no strategy file."""
    secret = tmp_path / "secret.toml"
    secret.write_text('extends = "ffg"\n')
    said = {"game": "dragonheart", "rules": str(secret)}
    for answer in (lab.ask("keys", **said), lab.ask("compare", page=PAGE, **said, changes=[{"hand.size": 6}])):
        assert answer.status == 400
        assert "shipped rule sets" in answer.found["problem"]
    code = lab.ask("compare", page=PAGE, **FFG, changes=[{"hand.size": 6}], player=f"{tmp_path}/bot.py:play")
    assert code.status == 400
    assert "is code" in code.found["problem"]
    for name in (
        f"{tmp_path}/own.json",
        f"expert@{tmp_path}/own.json",
        f"expert@{secret}",
        "weights.toml",
        "mc:1000000",
    ):
        answer = lab.ask("compare", page=PAGE, **FFG, changes=[{"hand.size": 6}], player=name)
        assert answer.status == 400
        assert "only shipped players" in answer.found["problem"]


def played(wanted: Wanted, folder: Path) -> list[dict[str, object]]:
    """Everything that a comparison says, from its begin to its end."""
    told: list[dict[str, object]] = []
    Comparison(wanted, folder, told.append, workers=1).play()
    return told


def test_what_is_shown_is_what_the_same_deals_say(tmp_path: Path) -> None:
    """Base, changes and differences of all quantities, from runs of as many deals played one by one."""
    wanted = Wanted(BASE, (POINTS, HAND), player="greedy", deals=2_000)
    *_, last = played(wanted, tmp_path / "live")
    assert last["state"] == "ended"
    plans = plans_of(wanted, wanted.checked())
    sums = {name: deal_sums(simulate(plan, tmp_path / name, workers=1)) for name, plan in plans.items()}
    for name, change in zip(("change 1", "change 2"), last["changes"], strict=True):  # type: ignore[call-overload]
        deals = change["quantities"][0]["n"]
        assert deals <= 2_000
        compare(change["quantities"], *(sums[each].first(deals) for each in ("base", name)))
        score = (
            sums[name].first(change["deals"]).columns["score"] - sums["base"].first(change["deals"]).columns["score"]
        )
        assert change["verdict"]["difference"] == pytest.approx(100 * score.mean() / 4)


def compare(rows: list[dict[str, float]], base: DealSums, here: DealSums) -> None:
    """Rows of a page against the sums of every deal."""
    scales = {"turns": 1 / 2, "margin": 1 / 2, "draws": 100 / 2, "ships": 100 / 2}
    by_name = {row["name"]: row for row in rows}
    assert "score" not in by_name  # which the verdict is about, on more deals: it would say two things of it
    for name, scale in scales.items():
        one, other = (scale * each.columns[name] for each in (base, here))
        assert by_name[name]["base"] == pytest.approx(one.mean())  # type: ignore[index]
        assert by_name[name]["here"] == pytest.approx(other.mean())  # type: ignore[index]
        assert by_name[name]["difference"] == pytest.approx((other - one).mean())  # type: ignore[index]
        if by_name[name]["low"] is not None:  # type: ignore[index]
            assert by_name[name]["low"] < np.mean(other - one) < by_name[name]["high"]  # type: ignore[index]


def test_a_verdict_is_that_of_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Played until decided, both end at the same deal with the same verdict; the run folders are whole."""
    from dhstats.cli.main import main

    wanted = Wanted(BASE, (Choice("dragonheart", "ffg", ("seats.first.points=9",)),), player="greedy", deals=20_000)
    *_, last = played(wanted, tmp_path / "live")
    (change,) = last["changes"]  # type: ignore[misc]
    assert change["settled"]
    assert change["verdict"]["outcome"] == "unbalanced"
    assert {row["n"] for row in change["quantities"]} == {change["deals"]}  # also where that is the first look
    words = ["compare", "ffg", "seats.first.points=9", "--strategies", "greedy", "--seed", "1", "--until", "decided"]
    assert main([*words, "--deals", "20000", "--out", str(tmp_path / "command"), "-o", str(tmp_path / "p.html")]) == 0
    assert f"{change['deals']:,} deals" in capsys.readouterr().out
    for folder in (tmp_path / "live").iterdir():
        assert main(["verify", str(folder)]) == 0


def test_commands_to_take_along_are_understood(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The comparison, and the certificate of the first change, as somebody may type them."""
    from dhstats.cli.main import main

    for change, name in ((HAND, "generalist"), (Choice("dragonheart", "ffg", ("spaces.troll.slots=2",)), "expert@ffg")):
        told = Comparison(Wanted(BASE, (change,)), tmp_path, lambda _: None)
        play, write = told.certifying
        assert play[play.index("--strategies") + 1] == name
        assert play[-1] == write[-1]
        assert [play[at + 1] for at, word in enumerate(play) if word == "--set"] == list(change.settings)
    quick = Comparison(Wanted(BASE, (POINTS,), player="random"), tmp_path, lambda _: None)
    line = [*quick.certifying[0][1:-1], str(tmp_path / "run"), "--games", "1000"]
    assert main([*quick.command(100)[1:], "--out", str(tmp_path / "one"), "-o", str(tmp_path / "one.html")]) == 0
    assert main(line) == 0
    assert "1,000 games" in capsys.readouterr().out


def test_a_comparison_can_be_paused_and_left(tmp_path: Path) -> None:
    """Paused it waits; left it ends at the next look, and what was played is there to go on with."""
    told: list[dict[str, object]] = []
    comparison = Comparison(Wanted(BASE, (HAND,), player="random"), tmp_path / "live", told.append, workers=1)
    comparison.control.going.clear()
    thread = threading.Thread(target=comparison.play)
    thread.start()
    thread.join(6.0)
    assert thread.is_alive()
    looks = len(told)
    assert looks >= 2
    comparison.control.left.set()
    thread.join(30.0)
    assert not thread.is_alive()
    assert told[-1]["state"] == "stopped"
    assert len(told) <= looks + 2
    assert (tmp_path / "live" / "base" / "manifest.json").is_file()


def test_a_page_hears_of_what_it_asked_for_last(lab: Served) -> None:
    """A hundred turns in a row leave one comparison, and no pile of games."""
    with lab.listening() as until:
        for number in range(100):
            settings = {"great_dragon.points": number}
            assert lab.ask("compare", page=PAGE, **FFG, changes=[settings], player="random").status == 200
        last = until(
            lambda event: event.get("changes") and event["changes"][0]["settings"] == ["great_dragon.points=99"]
        )
        assert last["players"]["name"] == "random"
        until(lambda event: event["state"] == "plays" and event["changes"][0]["verdict"]["low"] is not None)
        assert lab.ask("steer", page=PAGE, action="stop").status == 200
        until(lambda event: event["state"] == "stopped")
    begun = [each for each in lab.folder.glob("page-*/*") if each.is_dir()]
    assert len(begun) < 60
    assert lab.ask("steer", page=PAGE, action="dance").status == 400


def test_what_an_older_comparison_still_says_is_no_news(tmp_path: Path) -> None:
    """Its last words come when another has been asked for: the page keeps what it was told of that one."""
    watcher = Watcher(lambda: tmp_path)
    watcher.number = 2
    watcher._tell(2, {"state": "begins"})
    watcher._tell(1, {"state": "stopped"})
    assert watcher.wait(-1, 0.0)[1]["state"] == "begins"


def test_two_pages_are_told_each_their_own(lab: Served) -> None:
    """At the same time."""
    pages = ("a" * 12, "b" * 12)
    with lab.listening(pages[0]) as first, lab.listening(pages[1]) as second:
        for number, page in enumerate(pages, 1):
            lab.ask("compare", page=page, **FFG, changes=[{"great_dragon.points": number}], player="random")
        for number, until in enumerate((first, second), 1):
            event = until(lambda event: event.get("changes") and event["deals"] >= 500)
            assert event["changes"][0]["settings"] == [f"great_dragon.points={number}"]
        for page in pages:
            lab.ask("steer", page=page, action="stop")
    assert lab.get("events?page=short").status == 400


def test_a_larger_table_is_decided_by_its_first_seat(tmp_path: Path) -> None:
    """Every other seat has its share of the wins; a change that gives the first seat points is seen at once."""
    base, gift = (Choice("dragonwood", "three", settings) for settings in ((), ("seats.first.points=9",)))
    *_, last = played(Wanted(base, (gift,), player="balanced", deals=4_000), tmp_path / "live")
    assert last["state"] == "ended"
    (change,) = last["changes"]  # type: ignore[misc]
    assert change["verdict"]["outcome"] == "unbalanced"
    shares = [row for row in change["quantities"] if row["name"].startswith("share_")]
    assert [row["name"] for row in shares] == ["share_second", "share_third"]  # the first seat's is the verdict
    assert sum(row["difference"] for row in shares) == pytest.approx(-change["verdict"]["difference"])
    other = Choice("dragonwood", "two")
    with pytest.raises(BadInput, match="the base is for 3 players"):
        Wanted(base, (other,)).checked()


def test_an_experiment_to_take_along_plays_the_same_games(tmp_path: Path) -> None:
    """Rules, players, seed and number of deals are those of the change on the screen."""
    wanted = Wanted(BASE, (Choice("dragonheart", "ffg", ("hand.size=6", "great_dragon.claim=any")),), player="greedy")
    file = tmp_path / "experiment.toml"
    file.write_text(experiment_file(wanted, 300))
    run = simulate(from_file(file), tmp_path / "run", workers=1)
    plan = replace(plans_of(wanted, wanted.checked())["change 1"], games=600)
    same = simulate(plan, tmp_path / "same", workers=1)
    assert deal_sums(run).columns["score"].tolist() == deal_sums(same).columns["score"].tolist()
    assert run.manifest.rules_hash == same.manifest.rules_hash


def test_a_lab_plays_beside_what_an_earlier_one_has_left(tmp_path: Path) -> None:
    """Games of a lab that was killed stay as they are, and the next lab of that folder plays all the same."""
    wanted = {"page": PAGE, **FFG, "changes": [{"great_dragon.points": 4}], "player": "random"}
    for number in (1, 2):
        with served(tmp_path / "lab") as lab, lab.listening() as until:
            assert lab.ask("compare", **wanted).status == 200
            event = until(lambda event: event["state"] == "failed" or event.get("deals", 0) >= 250)
            assert event["state"] != "failed"
            lab.ask("steer", page=PAGE, action="stop")
            until(lambda event: event["state"] == "stopped")
        assert len(list((tmp_path / "lab").glob("page-*"))) == number


def test_players_who_learn_are_trained_with_a_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`learn` has the players of each rule set go on under it; those of the base who did not are said to be fixed."""
    assert Wanted(BASE, (HAND,)).checked().name == "generalist"
    assert Wanted(BASE, (HAND,), learn=True).checked().name == "specialist"
    outside = Choice("dragonheart", "ffg", ("spaces.troll.slots=2",))
    fixed = Wanted(BASE, (outside,)).checked()
    assert fixed.name == "expert"
    assert "learnt only the base rules" in fixed.note
    assert plans_of(Wanted(BASE, (outside,)), fixed)["change 1"].strategies == ("expert@ffg",)
    learnt = Wanted(BASE, (outside,), learn=True)
    assert learnt.checked().adapted
    assert plans_of(learnt, learnt.checked())["change 1"].strategies == ("expert",)


def test_goals_stand_beside_every_change(tmp_path: Path) -> None:
    """Those that such games tell, with their ranges; a file about another game is refused."""
    file = tmp_path / "goals.toml"
    file.write_text('game = "dragonheart"\nplayers = "greedy"\n[goals]\nturns = "10 to 200"\ndraws = "at most 50 %"\n')
    *_, last = played(Wanted(BASE, (HAND,), player="greedy", deals=1_000, goals=read(file)), tmp_path / "live")
    goals = last["changes"][0]["goals"]  # type: ignore[index]
    assert [(each["name"], each["standing"]) for each in goals] == [("turns", "met"), ("draws", "met")]
    assert [(each["low"], each["high"]) for each in goals] == [(10.0, 200.0), (None, 50.0)]


def test_the_page_of_a_comparison_is_that_of_the_command(tmp_path: Path) -> None:
    """The same title and the same findings, beside its games."""
    wanted = Wanted(BASE, (HAND,), player="greedy")
    page = write_page(wanted, 400, tmp_path / "games", workers=1)
    assert page == tmp_path / "games.html"
    text = page.read_text("utf-8")
    assert "refill to 6 cards" in text.replace("\u00a0", " ")
    assert "400 deals" in text.replace("\u00a0", " ")


def test_a_lab_opens_with_a_file_and_says_its_names_as_text(tmp_path: Path) -> None:
    """The file of the command line is known to the page; what it says is no markup."""
    file = tmp_path / "mine.toml"
    file.write_text('extends = "ffg"\nhand.size = 4\n[source]\ntitle = "<script>alert(1)</script>"\n')
    with served(tmp_path / "lab", Choice("dragonheart", str(file))) as lab:
        assert lab.get("start").found["opens"]["rules"] == str(file)
        keys = lab.ask("keys", game="dragonheart", rules=str(file)).found["groups"]
        assert [row["value"] for group in keys for row in group["keys"] if row["key"] == "hand.size"] == [4]
        text = lab.ask("file", game="dragonheart", rules=str(file), settings={"hand.size": 7}).found["text"]
        assert "size = 7" in text
