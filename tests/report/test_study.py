"""One page a rule set: what folders of any kind tell, topic by topic, and what is not known yet."""

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import typer

from dhstats.cli.answers.publishing import keep
from dhstats.cli.main import all_commands, main
from dhstats.cli.runs.report import play_missing
from dhstats.games import catalogue
from dhstats.players.learning import training
from dhstats.questions.shared.answer import Answer
from dhstats.questions.topics import TOPICS, in_short, missing
from dhstats.report.drawing.theme import still
from dhstats.report.page.figures import figures, opening_figure
from dhstats.report.page.numbers import answers_of, to_json
from dhstats.report.pages.sources import known_of
from dhstats.report.pages.study import StudyPlan
from dhstats.report.pages.writing import write_answers
from dhstats.storage import Run
from dhstats.storage.manifest import write_manifest
from tests.report.conftest import played


@pytest.fixture(scope="module")
def mirror(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A player against himself."""
    return played(tmp_path_factory.mktemp("mirror") / "first", "greedy", moves="none")


@pytest.fixture(scope="module")
def answered(mirror: Run, answers: tuple[Answer, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that keeps an answer, as comparisons do: here that to how games end."""
    folder = tmp_path_factory.mktemp("answers") / "ends"
    folder.mkdir()
    told = tuple(each for each in answers if each.key == "endings")
    report = write_answers(mirror, told, folder.parent / "page.html")
    keep(folder, report.path, report.json_text)
    return folder


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_answers_survive_their_json(run: Run, answers: tuple[Answer, ...]) -> None:
    """Keys, sentences, tables and pictures are those that were written."""
    again = answers_of(json.loads(json.dumps(to_json(answers, run))))
    assert [each.key for each in again] == [each.key for each in answers]
    for one, other in zip(answers, again, strict=True):
        assert [finding.text for finding in one.findings] == [finding.text for finding in other.findings]
        assert (one.opening is None) == (other.opening is None)
        for left, right in zip(one.tables, other.tables, strict=True):
            assert left.columns == right.columns
            assert left.frame.rows() == right.frame.rows()
        drawn = [opening_figure(each) or next(iter(figures(each)), None) for each in (one, other)]
        assert (drawn[0] and drawn[0].spec) == (drawn[1] and drawn[1].spec)


def test_what_earlier_versions_called_matchup_has_its_own_name() -> None:
    """Written by them: a tweak, a way to go on and a matchup, each in a column `matchup`."""
    columns = [[{"name": "matchup", "title": title, "unit": ""}] for title in ("Tweak", "Way to go on", "Matchup")]
    tables = [{"key": "scores", "title": "", "columns": each, "rows": [["a"]]} for each in columns]
    answer = dict.fromkeys(("key", "title", "how_to_read", "method", "caution", "opening"), "")
    (again,) = answers_of({"answers": [answer | {"findings": [], "tables": tables}]})
    assert [table.frame.columns for table in again.tables] == [["tweak"], ["way"], ["matchup"]]


def test_every_topic_is_told_in_a_short_sentence(answers: tuple[Answer, ...]) -> None:
    """Length, endings and leads too, with the numbers of their tables."""
    said = {each.key: in_short(each, "dragonheart") for each in answers}
    for key in ("first_player", "length", "endings", "lead"):
        told = said[key]
        assert told is not None
        assert len(told.answer.split()) <= 40
        assert told.sureness.endswith(".")
    turns = next(each for each in answers if each.key == "length").table("means").frame["mean"][0]
    assert said["length"] is not None
    assert f"about {turns:.0f} turns" in said["length"].answer


def test_a_study_groups_by_rules_and_links_pages(
    mirror: Run, answered: Path, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run and a kept answer make one page: a picture a topic, the page of the run linked, the rest as commands."""
    assert main(["report", str(mirror.folder)]) == 0
    (here / "notes.txt").write_text("x")
    capsys.readouterr()
    assert main(["study", str(mirror.folder), str(answered), "notes.txt", "--json", "-"]) == 0
    captured = capsys.readouterr()
    (study,) = json.loads(captured.out)["runs"]
    assert study["opening"]["question"] == "What is known about Dragonheart (ffg)?"
    assert [each["opening"]["question"] for each in study["topics"]][1:] == [
        "How long is a game?", "How do games end?", "How long is a game open?",
    ]  # fmt: skip
    commands = [each["command"] for each in study["missing"]]
    assert commands[0] == "dhstats value --rules ffg --game dragonheart --deals 5000 --seed 1"
    assert len(commands) == 4
    assert "left out: notes.txt is neither a run nor an answer" in captured.err
    text = (here / "reports" / "study-dragonheart-ffg.html").read_text("utf-8")
    assert text.count('class="still"') == 1 + 3
    assert 'href="./first.html#length"' in text
    assert "dhstats value --rules ffg" in text
    assert "study-dragonheart-ffg.html" in (here / "reports" / "index.html").read_text("utf-8")


def test_answers_about_players_are_topics(
    mirror: Run, here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What `probe` keeps stands on the page of its rules with picture and link; one without the rules is left out."""
    for what in ("CURVE_DEALS", "CARD_DEALS"):
        monkeypatch.setattr(training, what, 4)
    assert main(["probe", "greedy", "--deals", "20", "--training-games", "64", "--seed", "1"]) == 0
    (folder,) = (here / "data").iterdir()
    capsys.readouterr()
    assert main(["study", str(mirror.folder), str(folder), "-o", "reports/known.html", "--json", "-"]) == 0
    (study,) = json.loads(capsys.readouterr().out)["runs"]
    habits = next(each for each in study["topics"] if each["topic"] == "habits")
    assert habits["opening"]["question"] == "Can greedy be beaten by knowing their habits in Dragonheart?"
    text = (here / "reports" / "known.html").read_text("utf-8")
    assert f'href="./{folder.name}.html#findings"' in text
    kept = json.loads((folder / "answer.json").read_text("utf-8"))
    del kept["study"]  # as earlier versions kept it
    (folder / "answer.json").write_text(json.dumps(kept), "utf-8")
    assert main(["study", str(mirror.folder), str(folder), "-o", "known.html"]) == 0
    assert "has an answer of an earlier version" in capsys.readouterr().out


def test_the_same_folders_make_the_same_page(mirror: Run, answered: Path, here: Path) -> None:
    """Byte for byte, although a list and a page lie beside it now."""
    words = ["study", str(mirror.folder), str(answered), "-o", "a.html"]
    assert main(words) == 0
    before = (here / "a.html").read_bytes()
    assert main(words) == 0
    assert (here / "a.html").read_bytes() == before


def test_report_takes_folders_of_any_kind(
    mirror: Run, answered: Path, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that keeps an answer gives its page again; several make the study."""
    assert main(["report", str(answered), "-o", "again.html", "--json", "again.json"]) == 0
    assert (here / "again.html").read_bytes() == (answered / "answer.html").read_bytes()
    assert json.loads((here / "again.json").read_text())["runs"][0]["answers"][0]["key"] == "endings"
    assert "of the games end by" in capsys.readouterr().out
    assert main(["report", str(mirror.folder), str(answered), "-o", "both.html"]) == 0
    assert "What is known about Dragonheart (ffg)?" in (here / "both.html").read_text("utf-8")


def test_mistakes_are_told_by_the_contract(
    mirror: Run, answered: Path, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """2 for what was asked wrongly, 3 for what is missing or damaged, one line each, nothing written."""

    def fails(code: int, *words: str) -> str:
        assert main(["study", *words]) == code
        error = capsys.readouterr().err.strip()
        assert error.count("\n") == 0
        return error

    folder = str(answered)
    assert "name folders, or a rule set with --rules" in fails(2)
    assert "name a rule set with --rules" in fails(2, folder, "--play")
    assert "is named twice" in fails(2, folder, folder)
    assert "no games of kosmos" in fails(2, folder, "--rules", "kosmos")
    assert "none: no run here" in fails(3, folder, "none")
    other = here / "other"
    shutil.copytree(answered, other)
    kept = json.loads((other / "answer.json").read_text())
    numbers = json.loads(kept["numbers"])
    numbers["runs"][0]["game"] = "dragonwood"
    (other / "answer.json").write_text(json.dumps({"numbers": json.dumps(numbers)}))
    assert "a study is of one game, but" in fails(2, folder, str(other))
    del numbers["runs"][0]["rules"]
    for damaged in ("{", "[]", '{"numbers": "{}"}', json.dumps({"numbers": json.dumps(numbers)})):
        (other / "answer.json").write_text(damaged)
        assert "answer.json" in fails(3, folder, str(other))
    unfinished = here / "unfinished"
    shutil.copytree(mirror.folder, unfinished)
    next((unfinished / "games").iterdir()).unlink()
    fails(3, str(unfinished))
    assert not (here / "reports").exists()


def test_pages_of_two_rule_sets_have_two_names(mirror: Run, answered: Path, here: Path) -> None:
    """Of equal names too; one page for both is refused."""
    other = here / "other"
    shutil.copytree(answered, other)
    kept = json.loads((other / "answer.json").read_text())
    numbers = json.loads(kept["numbers"])
    numbers["runs"][0]["rules_hash"] = "f" * 64
    (other / "answer.json").write_text(json.dumps({"numbers": json.dumps(numbers)}))
    assert main(["study", str(mirror.folder), str(other), "-o", "x.html"]) == 2
    assert main(["study", str(mirror.folder), str(other)]) == 0
    hashes = sorted((mirror.manifest.rules_hash[:8], "f" * 8))
    assert sorted(each.name for each in (here / "reports").iterdir()) == [
        "index.html",
        *(f"study-dragonheart-ffg-{each}.html" for each in hashes),
    ]


def test_what_is_missing_is_played_and_gone_on_with(mirror: Run, here: Path) -> None:
    """Every command that is listed, into folders of one study; what is there is not played again, what fails ends it."""
    asked: list[list[str]] = []

    def run(words: list[str]) -> int:
        asked.append(words)
        return 4 if words[0] == "luck" else 0

    wanted = StudyPlan(None, "kosmos", "greedy", 3)
    with pytest.raises(typer.Exit) as ended:
        play_missing(wanted, [], run)
    assert ended.value.exit_code == 4
    home = Path("data") / "study-dragonheart-kosmos-seed3"
    assert [words[0] for words in asked] == ["simulate", "report", "value", "skill", "luck"]
    assert asked[0] == ["simulate", "--rules", "kosmos", "--strategies", "greedy", "--game", "dragonheart", "--games",
                        "20000", "--seed", "3", "--out", str(home / "games")]  # fmt: skip
    page = Path("reports") / "study-dragonheart-kosmos-seed3-games.html"
    assert asked[1] == ["report", str(home / "games"), "--page", str(page)]
    assert "--strategies" not in asked[3]
    shutil.copytree(mirror.folder, home / "games")
    (home / "items").mkdir()
    (home / "skill").mkdir()
    write_manifest(home / "skill", replace(mirror.manifest, shards=()))  # stopped before its first shard
    asked.clear()
    with pytest.raises(typer.Exit):
        play_missing(wanted, [], run)
    assert [(words[0], "--resume" in words) for words in asked] == [("value", True), ("skill", True), ("luck", False)]


@pytest.mark.parametrize("game", catalogue.NAMES)
def test_what_is_listed_can_be_typed(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command of every game's usual rules has only options that the command knows."""
    bundle = catalogue.load(game)
    found = StudyPlan(game, bundle.default_rules, None, 1).commands([])
    assert {topic.key for topic, _ in found} >= {"games", "unclear"}
    group: Any = all_commands()
    for _, words in found:
        context = group.commands[words[0]].make_context(words[0], words[1:], resilient_parsing=False)
        assert context.params["game"] == game


def test_topics_that_cannot_be_asked_are_not_listed() -> None:
    """Skill and luck are for two; every answer that a topic names exists."""
    three = catalogue.load("dragonwood").rule_files.load("three").effective
    assert {topic.key for topic in missing([], "dragonwood", three)} == {"games", "items", "unclear"}
    assert len({key for topic in TOPICS for key in topic.answers}) == sum(len(topic.answers) for topic in TOPICS)


def test_a_folder_is_what_it_says(mirror: Run, answered: Path) -> None:
    """Game, rules and deals of a kept answer are those of its run."""
    one, other = known_of(mirror.folder), known_of(answered)
    assert one is not None
    assert other is not None
    assert one.rule_set == other.rule_set
    assert one.deals == other.deals
    assert [each.key for each in other.answers] == ["endings"]


def test_a_picture_is_the_same_however_many_were_drawn_before() -> None:
    """Names of its parts follow from the picture alone, so that pages have equal bytes and pictures no equal names."""
    rows = [{"a": 1, "b": 2}, {"a": 2, "b": 3}]
    encoding = {name: {"field": name, "type": "quantitative"} for name in ("a", "b")}
    spec = {"data": {"values": rows}, "mark": {"type": "line", "clip": True},
            "encoding": {"x": encoding["a"], "y": encoding["b"]}}  # fmt: skip
    one, other = still(spec), still(spec)
    assert one == other
    turned = still(spec | {"encoding": {"x": encoding["b"], "y": encoding["a"]}})
    named = [set(re.findall(r'id="([^"]+)"', text)) for text in (one, turned)]
    assert all(named)
    assert not named[0] & named[1]
    assert all(f"url(#{name})" in one for name in named[0])
