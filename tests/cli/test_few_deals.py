"""The fewest deals that a command takes, played by somebody who is measured to lose to a shipped script.

They are named by every command and on every page that shows results of theirs, and no number is one that is none.
"""

import json
import re
from pathlib import Path

import pytest

from dhstats.cli.main import main
from dhstats.engine.compiled import interpreted
from dhstats.games.catalogue import NAMES
from dhstats.players import pupils, trained
from dhstats.players.learning import training
from dhstats.questions.shared.answer import Answer
from dhstats.report.pages import writing
from tests.cli.conftest import Typed
from tests.players.weak import weak

pytestmark = pytest.mark.skipif(interpreted(), reason="a trained player in plain Python takes minutes")

NONE = re.compile(r"(?<![a-z])(nan|inf)(?![a-z])", re.IGNORECASE)
SAID = "loses to scripts: 33.1 % against greedy (5,000 deals each; even is 50 %)"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a weak player of each game, as files; so weak is each trained now.

    Reports answer no question, which takes its time and tells of no player.
    """
    monkeypatch.chdir(tmp_path)
    for game, rules in (("dragonheart", "ffg"), ("dragonwood", "two"), ("dragon", "standard")):
        trained.write(weak(game, rules), tmp_path / f"{game}.json")
    monkeypatch.setattr(pupils, "known", lambda _: weak("dragonheart", "ffg"))
    monkeypatch.setattr(training, "train", lambda *_, **__: weak("dragonheart", "ffg"))
    monkeypatch.setattr(writing, "answer_all", lambda *_, **__: (Answer("x", "X?", (), (), "", "", "", ()),))
    return tmp_path


FEW = ["--deals", "2", "--seed", "1"]  # the fewest that a command takes
WEAK = ["--strategies", "dragonheart.json"]
OF_DRAGON = ["--strategies", "dragon.json", "--seed", "1"]
OF_WOOD = ["--strategies", "dragonwood.json", "--seed", "1"]
COMPARE = ["compare", "ffg", "great_dragon.points=4"]
PAGED = {
    "simulate and report": ["simulate", "--strategies", "dragonheart.json,greedy", "--games", "4", "--seed", "1"],
    "compare": [*COMPARE, *WEAK, *FEW],
    "compare turns": [*COMPARE, "--metric", "turns", "--margin", "1", *WEAK, *FEW],
    "compare until": [*COMPARE, "--until", "decided", *WEAK, *FEW],
    "compare dragonwood": ["compare", "two", "seats.second.points=1", "--game", "dragonwood", *OF_WOOD, "--deals", "2"],
    "compare dragon": ["compare", "standard", "hand.size=6", "--game", "dragon", *OF_DRAGON, "--deals", "2"],
    "sweep": ["sweep", "ffg", "great_dragon.points=3..4", *WEAK, *FEW],
    "choose": ["choose", "ffg", "seats.second.points=1", *WEAK, *FEW],
    "audit": ["audit", *WEAK, *FEW],
    "plays": ["plays", *WEAK, "--states", "20", "--continuations", "2", "--deals", "20", "--seed", "1"],
    "value": ["value", *WEAK, "--no-skill", *FEW],
    "value beside": ["value", "--strategies", "random", "--also", "dragonheart.json", "--at", "uniform-turn", *FEW],
    "fork": ["fork", "--arm", "figure=mover", "--arm", "great_dragon.points=9", "--against", "figure=opponent", *WEAK, *FEW],
    "meta": ["meta", "--strategies", "dragonheart.json,greedy,random", *FEW],
    "luck": ["luck", "--strategies", "dragonheart.json,greedy,random", *FEW],
    "skill": ["skill", "--rungs", "0-2", *FEW],  # all of whom score alike
    "mechanisms": ["mechanisms", "--restrictions", "no_figure", *FEW],
    "probe": ["probe", "dragonheart.json", *FEW],
    "strength": ["strength", "dragonheart.json", "--tries", "2", *FEW],
    "decks": ["decks", "kill", "mixed", *OF_DRAGON, "--deals", "2"],
    "cards": ["cards", "kill", "--against", "banish", "--forks", "2", *OF_DRAGON, "--deals", "2"],
    "improve": ["improve", "kill", "--against", "banish", "--swaps", "1", "--confirm", "2", *OF_DRAGON, "--deals", "500"],
}  # fmt: skip

# One question of each way to play, fork and train; who asks another one goes the same way.
ALWAYS = {"simulate and report", "compare", "sweep", "fork", "meta", "probe", "strength", "decks", "improve"}
ELSEWHERE = pytest.mark.long(
    "two deals of every other command; nine that play, fork and train as they do are asked here"
)


def seen(page: Path) -> str:
    """What stands on a page, without its scripts and styles."""
    return re.sub(r"<script.*?</script>|<style.*?</style>", "", page.read_text("utf-8"), flags=re.DOTALL)


def plain(text: str) -> str:
    """A text without its breaks."""
    return " ".join(text.replace("\u00a0", " ").split())


@pytest.mark.parametrize("name", [name if name in ALWAYS else pytest.param(name, marks=ELSEWHERE) for name in PAGED])
def test_a_weak_player_is_named_in_text_and_numbers_and_on_the_page(
    name: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Once in each, whatever was asked; in `probe` and `strength` the expert is as weak, and named besides.

    And nothing that is shown is a number that is none, though two deals are all there is.
    """
    words = PAGED[name]
    targets, times = ["--page", "page.html", "--json", "numbers.json"], 2 if words[0] in ("probe", "strength") else 1
    if words[0] == "simulate":
        assert main([*words, "--out", "run"]) == 0
        assert plain(capsys.readouterr().out).count(SAID) == 1
        words = ["report", "run"]
    assert main([*words, *targets]) == 0
    told = capsys.readouterr()
    assert plain(told.out).count(SAID) == times
    assert plain((here / "page.html").read_text("utf-8")).count(SAID) == times
    numbers = (here / "numbers.json").read_text("utf-8")
    assert SAID in json.dumps(json.loads(numbers))
    assert NONE.findall("\n".join((told.out, told.err, seen(here / "page.html"), numbers))) == []


@pytest.mark.parametrize(
    "words",
    [
        ["replay", "run", "0"], ["replay", "run", "0", "--explain", "--continuations", "2"],
        ["replay", "run", "0", "--html", "page.html"],
        ["fork", "run", "0", "--turn", "3", "--arm", "figure=opponent", "--page", "page.html"],
        ["plan", *WEAK, "--pilot", "100", "--seed", "1"], ["strategies", "show", "dragonheart.json"],
        ["strategies", "show", "dragonheart.json", "--json", "-"],
        ["train", "--games", "400", "--player", "mine.json"],
    ],
    ids=lambda words: " ".join(words[:1] + [word for word in words if word.startswith("--")]),
)  # fmt: skip
def test_who_looks_at_a_single_game_or_player_is_told_too(
    words: list[str], here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the text or among the numbers, and on the page where there is one."""
    assert main([*PAGED["simulate and report"], "--out", "run"]) == 0
    capsys.readouterr()
    assert main(words) == 0
    assert plain(capsys.readouterr().out).count(SAID) == 1
    page = Path("page.html")
    assert plain(page.read_text("utf-8")).count(SAID) == 1 if "page.html" in words else not page.exists()


def test_who_is_as_strong_as_the_scripts_has_no_caution(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """49.5 ± 1.2 % is no loss, and nothing is said of scripts."""
    assert main(["compare", "ffg", "great_dragon.points=4", "--strategies", "greedy", *FEW]) == 0
    assert "loses to scripts" not in capsys.readouterr().out


@pytest.mark.parametrize("words", [words for words in PAGED.values() if "2" in words], ids=" ".join)
def test_one_deal_is_refused_in_a_sentence(words: list[str], here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the option, what is allowed, and nothing played."""
    before = sorted(here.rglob("*"))
    assert main([*words, "--deals", "1", "--page", "page.html"]) == 2
    assert re.fullmatch(r"dhstats: --deals: must be .*(from|at least) (2|500).*\n", capsys.readouterr().err)
    assert sorted(here.rglob("*")) == before


@pytest.mark.parametrize("game", NAMES)
def test_a_run_of_few_deals_is_reported(place: Path, said: Typed, refused: Typed, game: str) -> None:
    """Of two deals there is a page; of one there is a sentence."""
    play = ("simulate", "--game", game, "--strategies", "random", "--seed", "1", "--out", "run", "--games")
    said(*play, "6")
    told = said("report", "run", "-o", "page.html", "--json", "page.json")
    assert NONE.findall("\n".join((told, seen(place / "page.html"), (place / "page.json").read_text("utf-8")))) == []
    said(*play, "1", "--out", "run1")
    none = refused("report", "run1", "-o", "none.html", code=3)
    assert "has 1 deal, and an interval needs two; simulate more games" in none
