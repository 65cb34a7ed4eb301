"""Each command once, as small as it goes: what it prints, which page and numbers it leaves, how it ends."""

import json
from pathlib import Path

import pytest

from dhstats.cli.main import main
from tests.cli.conftest import commands
from tests.pages.kinds import ATLAS, DESIGN, EVENINGS, GOALS, TURN

FEW = "--seed 1 --workers 1"
THREE = "greedy,random,denier"
GREEDY = f"--strategies greedy {FEW}"
PLAYED = (
    f"simulate {GREEDY} --games 40 --moves all --out heart",
    f"simulate {GREEDY} --games 40000 --moves none --out sure",
    f"simulate {GREEDY} --games 40 --moves none --out shelf/one",
    f"simulate --strategies random {FEW} --games 40 --moves none --out shelf/two",
    f"simulate {GREEDY} --games 16384 --moves none --keep totals --out early",
    f"simulate {GREEDY} --games 40 --from-deal 8192 --moves none --keep totals --out late",
    "export heart --games 20 --cards --log heart.jsonl",
    "import heart.jsonl --out evening",
)
ANSWERS = (
    "report heart", "study heart", "plan --strategies greedy --within 2pp --seed 1",
    f"compare ffg great_dragon.points=6 {GREEDY} --deals 40", f"sweep ffg hand.size=4,5 {GREEDY} --deals 40",
    f"choose ffg seats.second.points=1 {GREEDY} --deals 40", f"audit {GREEDY} --deals 10", "certify sure --margin 2pp",
    f"design {DESIGN} {FEW}", f"atlas {ATLAS} --rule-sets 18 --more 2 --deals 100 --again 300 {FEW}",
    f"value {GREEDY} --no-skill --deals 20", f"plays {GREEDY} --states 20 --deals 20",
    f"fork --arm play=claim --arm play=ship {GREEDY} --deals 20", f"meta --strategies {THREE} {FEW} --deals 20",
    f"luck --strategies {THREE} {FEW} --deals 20", f"skill --rungs 0-2 {FEW} --deals 20",
    "mechanisms --restrictions no_ships --deals 20 --training-games 64 --seed 1",
    "probe greedy --deals 20 --training-games 64 --seed 1",
    "strength greedy --deals 4 --tries 2 --training-games 64 --seed 1", "puzzles greedy --asks 2",
    "people evening", f"playtests {EVENINGS}", f"kit {GREEDY} --deals 40", f"decks kill mixed {GREEDY} --deals 20",
    f"cards kill --against banish {GREEDY} --deals 20 --forks 4",
    "diff heart shelf/one", "history shelf", "bench balance --tasks tic_tac_toe_at_random --seeds 2 --budgets 0.1 --seed 1",
    f"improve kill --against banish --swaps 1 --deals 500 --confirm 20 {GREEDY}", f"goals check {GOALS} --deals 500 {FEW}",
)  # fmt: skip
MARKET = Path(__file__).parents[1] / "gamefile/games/market.py"
OTHERS = (
    ("train --games 64 --player mine.json --seed 1", "mine.json"), ("replay heart 3", "The lead changed sides"), ("verify heart --sample 5", "stands"),
    ("sql heart SELECT\tcount(*)\tAS\tgames\tFROM\tgames", "40"), ("help value", "Usage: dhstats value"), ("goals list", "turns"),
    ("goals new dragonwood", "goals check dragonwood-goals.toml"), ("ask 3 --show", "dhstats study --game dragonheart"),
    ("games list", "dragonwood"), ("games new mine", "mine.py"), (f"games package {MARKET} --out project", "project: a project to publish"), ("index .", "index.html"), (f"games check {TURN}", "no faults"), ("rules list", "kosmos"),
    ("rules show ffg", "great_dragon"), ("rules check ffg", "ffg"), ("rules diff ffg kosmos", "kosmos"),
    ("doctor", "dhstats can work here."),
    ("pack heart -o heart.dhs", "open it: dhstats open heart.dhs"), ("open heart.dhs --out opened", "run folder: opened"), ("merge early late --out whole", "16,424 games"), ("solve tic_tac_toe", "50 of 100 games"), ("strategies list", "greedy"), ("strategies show greedy", "greedy"), ("strategies check greedy", "greedy"),
)  # fmt: skip
ELSEWHERE = {
    "lab",
    "bench speed",
}  # one serves until it is stopped (tests/lab/test_server.py), the other takes its time (test_bench.py)


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with runs that others ask about: a few games with their moves, many without, a few that people logged."""
    folder = tmp_path_factory.mktemp("asked")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert [main(words.split()) for words in PLAYED] == [0] * len(PLAYED)
    return folder


def test_no_command_is_left_out() -> None:
    """Who adds a command adds a line."""
    asked = [*PLAYED, *ANSWERS, *(words for words, _ in OTHERS)]
    named = [name for name, _ in commands() if any(f"{words} ".startswith(f"{name} ") for words in asked)]
    assert set(named) == {name for name, _ in commands()} - ELSEWHERE


@pytest.mark.parametrize("words", ANSWERS, ids=lambda words: words.split()[0])
def test_a_question_leaves_a_page_and_its_numbers(words: str, there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its page has the question as its title, and its numbers are those of a file of JSON."""
    monkeypatch.chdir(there)
    code = main([*words.split(), "--page", "page.html", "--json", "numbers.json"])
    assert code == (1 if words.startswith("goals") else 0)
    assert "<h1" in Path("page.html").read_text(encoding="utf-8")
    assert json.loads(Path("numbers.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("words", "told"), OTHERS, ids=lambda words: " ".join(words.split()[:2]))
def test_other_commands_say_what_they_did(
    words: str, told: str, there: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What they print holds a word of the answer."""
    monkeypatch.chdir(there)
    capsys.readouterr()
    assert main([word.replace("\t", " ") for word in words.split(" ")]) == 0
    assert told in capsys.readouterr().out
