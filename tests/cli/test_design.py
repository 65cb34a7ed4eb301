"""`dhstats design`: a change that is found and proved, its certificate played again, no change at all, and mistakes."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from dhstats.cli.main import main
from dhstats.questions.certificates.goals_certificate import plan_of, read_certificate
from tests.cli.conftest import Typed

SHORTER = """
title = "a shorter game"
players = "greedy"
most_changes = 2
[goals]
turns = "30 to 48"
draws = "at most 20 %"
[change]
end.ship_stacks = [2]
great_dragon.points = [2, 4]
end.last_turn = [false]
"""
NEVER = SHORTER.replace("30 to 48", "at most 12")
AS_IT_IS = SHORTER.replace("30 to 48", "20 to 90")


def goals(place: Path, text: str = SHORTER) -> str:
    """A goals file."""
    (place / "own.toml").write_text(text, "utf-8")
    return "own.toml"


def design(*words: str) -> int:
    """A quick search into a folder that is named."""
    return main(["design", *words, "--seed", "1", "--out", "runs", "-o", "page.html"])


def table(path: Path, key: str) -> list[dict[str, Any]]:
    """The rows of a table of the only answer."""
    (answer,) = json.loads(path.read_text("utf-8"))["runs"][0]["answers"]
    found = next(each for each in answer["tables"] if each["key"] == key)
    names = [column["name"] for column in found["columns"]]
    return [dict(zip(names, row, strict=True)) for row in found["rows"]]


def test_the_cheapest_change_is_proved_and_its_certificate_plays_again(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two stacks end the game sooner; a second run says the same, and the certificate stands."""
    assert design(goals(place), "--json", "one.json") == 0
    told = capsys.readouterr().out
    assert "One change of the rules: the game ends after 2 ship stacks (3 → 2)." in told
    assert design("own.toml", "--json", "two.json", "--resume") == 0
    one, two = (
        json.loads((place / f"{name}.json").read_text("utf-8"))["runs"][0]["answers"] for name in ("one", "two")
    )
    assert one == two
    (finalist,) = table(place / "one.json", "finalists")
    assert (finalist["change"], finalist["verdict"], finalist["alpha"]) == ("end.ship_stacks=2", "met", 0.025)
    assert main(["verify", "page-certificate.json"]) == 0
    assert "meets both goals" in capsys.readouterr().out


@pytest.mark.long("a search out of time; runs out of time go on in tests/simulate/test_survival")
def test_a_search_whose_time_is_over_goes_on(place: Path) -> None:
    """Exit code 4 keeps what was played, and --resume comes to what nobody disturbed."""
    file = goals(place)
    assert main(["design", file, "--seed", "1", "--out", "whole", "-o", "whole.html", "--json", "whole.json"]) == 0
    assert design(file, "--max-time", "1s") == 4
    assert not (place / "page.html").exists()
    assert design(file, "--resume", "--json", "one.json") == 0
    assert table(place / "one.json", "tried") == table(place / "whole.json", "tried")


def test_rules_that_meet_all_goals_stay_as_they_are(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No change is needed, and that is proved."""
    assert design(goals(place, AS_IT_IS)) == 0
    assert "No change is needed" in capsys.readouterr().out
    assert json.loads((place / "page-certificate.json").read_text("utf-8"))["change"] == {}


def test_where_no_change_meets_all_goals_that_is_said_for_sure(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All ten rule sets miss a goal; no certificate is written, and the exit code is 1."""
    assert design(goals(place, NEVER), "--json", "one.json") == 1
    told = capsys.readouterr().out
    assert "Out of reach: turns of both players, at most 12 wanted; nearest " in told
    assert "all 10 rule sets that these levels allow miss a goal, wrong with probability 5 % at most" in told
    assert not (place / "page-certificate.json").exists()
    prices = table(place / "one.json", "prices")
    assert [(row["change"], row["cost"]) for row in prices] == [("no change", 0.0), ("none found", None)]


LEARNT = """
title = "even seats"
game = "dragonwood"
players = "skill:7"
[goals]
score = "30 to 70 %"
[change]
seats.second.points = [1]
"""


@pytest.mark.long("players who go on from an expert under each change, in a game whose players do not take in rules")
def test_players_learn_each_change_and_stand_in_the_certificate(place: Path) -> None:
    """Their file is part of it, so that its deals are played again wherever it is read."""
    assert design(goals(place, LEARNT), "--tries", "0") == 0
    written = json.loads((place / "page-certificate.json").read_text("utf-8"))["played"]
    assert written["player"] == "skill:7"
    assert json.loads(written["player_file"])["recipe"]["origin"]
    assert main(["verify", "page-certificate.json"]) == 0


def test_other_rules_leave_out_what_they_have_already(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A level that is the base's is no change there; where nothing is left to change that is a mistake."""
    assert main(["design", goals(place), "--set", "end.ship_stacks=2", "--seed", "1", "-o", "page.html"]) == 0
    assert "No change is needed" in capsys.readouterr().out


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of a certificate."""
    folder = tmp_path_factory.mktemp("certificate")
    file, out = folder / goals(folder), folder / "own.json"
    words = ["--seed", "1", "--out", str(folder / "runs"), "-o", str(folder / "page.html"), "--certificate", str(out)]
    assert main(["design", str(file), *words]) == 0
    return out.read_text("utf-8")


def forged(place: Path, certificate: str, **instead: Any) -> str:
    """The certificate with other values, its checksum made anew."""
    values = json.loads(certificate)
    del values["sha256"]
    for path, value in instead.items():
        *tables, last = path.split("__")
        inner: Any = values
        for name in tables:
            inner = inner[int(name) if name.isdigit() else name]
        inner[last] = value
    plain = json.dumps(values, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    values["sha256"] = hashlib.sha256(plain.encode()).hexdigest()
    (place / "forged.json").write_text(json.dumps(values), "utf-8")
    return "forged.json"


@pytest.mark.parametrize(
    ("instead", "said"),
    [
        ({"level": 0.05}, "has another level"), ({"goals__0__estimate": 40.0}, "its counts give"),
        ({"goals__0__range": "at most 10"}, "its counts give 'missed'"), ({"played__seed": 7}, "from which the seed of its deals follows"), ({"seed": 7}, "the seed of its deals follows"),
        ({"played__rules_hash": "0" * 64}, "different hash"), ({"played__rules__hand__size": 6}, "different hash"),
        ({"goals__0__name": "turn"}, "turn"), ({"schema": 3}, "schema"), ({"goals": []}, "has no goals"),
        ({"played__player": "dragon_hunter"}, "its plan (goals, ranges, rules, players, seed) is not"), ({"goals": 3}, "damaged"),
        ({"played__most_deals": "x"}, "damaged"), ({"claim": "all is well"}, "claim"),
    ],
)  # fmt: skip
def test_a_forged_certificate_does_not_stand(
    instead: dict[str, Any], said: str, place: Path, certificate: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever is changed, it is said in a line; exit code 3."""
    assert main(["verify", forged(place, certificate, **instead)]) == 3
    assert said in capsys.readouterr().err


def test_a_range_that_was_narrowed_afterwards_does_not_stand(
    place: Path, certificate: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The deals would meet it as well; they follow from the plan, so that a new plan needs new deals."""
    narrower = {"goals__0__range": "30 to 46"}
    words = ["verify", forged(place, certificate, **narrower)]
    assert main(words) == 3
    assert "its plan (goals, ranges, rules, players, seed) is not the one from which" in capsys.readouterr().err
    plan = plan_of(read_certificate(place / "forged.json"))
    forged(place, certificate, **narrower, plan=plan.sha256, played__seed=plan.deals_seed)
    assert main(words) == 3
    assert "turns: its deals, played again, have different values" in capsys.readouterr().err


def test_a_certificate_of_an_earlier_version_stands_and_says_what_it_lacks(
    place: Path, certificate: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It has neither a plan nor another seed than that of its deals; a newer one cannot pass for one without a word."""
    values = json.loads(certificate)
    for name in ("seed", "plan"):
        del values[name]
    assert main(["verify", forged(place, json.dumps(values), schema=1)]) == 0
    assert (
        "Its plan was not fixed before the first deal, because an earlier version wrote it" in capsys.readouterr().out
    )
    assert main(["verify", forged(place, json.dumps(values))]) == 3
    assert "from which the seed of its deals follows" in capsys.readouterr().err
    (place / "own.json").write_text(certificate, "utf-8")
    assert main(["verify", "own.json"]) == 0
    assert "were fixed before the first deal: its deals follow from them." in capsys.readouterr().out


def test_a_certificate_that_was_edited_does_not_stand(place: Path, certificate: str, refused: Typed) -> None:
    """Its checksum says so before anything is played."""
    (place / "edited.json").write_text(certificate.replace('"finalist": 1', '"finalist": 2'), "utf-8")
    assert "was changed since it was written" in refused("verify", "edited.json", code=3)
