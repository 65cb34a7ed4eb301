"""The commands on Dragonwood and on Dragon!: what is usual there, and what they answer."""

import json
from pathlib import Path

import pytest

from dhstats.cli.main import main
from dhstats.simulate.plans.experiment import Experiment, from_file
from dhstats.storage import open_run
from tests.cli.conftest import Typed

WOOD, DRAGON = ["--game", "dragonwood"], ["--game", "dragon"]
PUBLISHER = "not the publisher's cards"
OWN = ["extra_turns", "sources", "creatures", "ways", "enhancements"]  # questions that Dragonwood has of its own


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A small finished run of each game by its usual players under its usual rules."""
    folders = {game: tmp_path_factory.mktemp("runs") / game for game in ("dragonwood", "dragon")}
    for game, folder in folders.items():
        assert main(["simulate", "--game", game, "--games", "60", "--seed", "5", "--out", str(folder)]) == 0
    return folders


# ---- What is usual in a game -----------------------------------------------------------------------------------


def test_an_experiment_knows_what_is_usual(runs: dict[str, Path]) -> None:
    """On the command line, in Python, and where matchups say who plays."""
    manifest = open_run(runs["dragonwood"]).manifest
    assert (manifest.rules_name, manifest.matchups) == ("two", (("expert", "expert"),))
    assert (Experiment("x").rules, Experiment("x").strategies) == ("ffg", ("expert",))
    wood = Experiment("x", game="dragonwood")
    assert (wood.rules, wood.strategies) == ("two", ("expert",))
    assert Experiment("x", game="dragonwood", matchups=(("random", "random"),)).strategies == ()


def test_an_experiment_file_gets_the_same(place: Path) -> None:
    """A file that names the game alone, and flags that change the game of another file."""
    (place / "wood.toml").write_text('game = "dragonwood"\ngames = 4\nseed = 1\n', "utf-8")
    plan = from_file(place / "wood.toml")
    assert (plan.rules, plan.strategies) == ("two", ("expert",))
    (place / "heart.toml").write_text('rules = "kosmos"\nstrategies = ["random"]\ngames = 4\nseed = 1\n', "utf-8")
    assert main(["simulate", "heart.toml", *WOOD, "--out", "out"]) == 0
    assert open_run(place / "out").manifest.rules_name == "two"


def test_shipped_experiments_play(place: Path) -> None:
    """The files in simulations that are about Dragonwood, with few games."""
    home = Path(__file__).parents[2] / "simulations"
    for name in ("dragonwood", "dragonwood_full_rounds"):
        assert main(["simulate", str(home / f"{name}.toml"), "--games", "12", "--out", name]) == 0
        assert open_run(place / name).manifest.game == "dragonwood"
    assert open_run(place / "dragonwood_full_rounds").manifest.rules["end"]["full_rounds"] is True


# ---- Commands on runs ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "words", "told"),
    [
        ("dragonwood", ["report", "RUN", "-o", "page.html", "--json", "page.json"], "some player has one turn more"),
        ("dragonwood", ["verify", "RUN", "--sample", "5"], "stands."),
        ("dragonwood", ["replay", "RUN", "3"], "expert against expert, two"),
        ("dragonwood", ["replay", "RUN", "3", "--html", "page.html"], "decision"),
        ("dragonwood", ["sql", "RUN", "SELECT act, count(*) FROM moves GROUP BY ALL"], "act"),
        ("dragon", ["report", "RUN", "-o", "page.html"], "The deck kill (Emberwing) wins"),
        ("dragon", ["verify", "RUN"], "stands."),
        ("dragon", ["replay", "RUN", "3", "--html", "page.html"], "not the publisher"),
    ],
    ids=lambda part: " ".join(part[::2])[:12] if isinstance(part, list) else "",
)
def test_a_run_is_looked_at(
    game: str, words: list[str], told: str, runs: dict[str, Path], place: Path, said: Typed
) -> None:
    """Reported, checked, told, drawn and asked; whose cards were played with is said with the findings."""
    text = said(*(str(runs[game]) if word == "RUN" else word for word in words))
    page = (place / "page.html").read_text("utf-8") if "--html" in words else ""
    assert told in text + page
    assert words[0] != "report" or (PUBLISHER in text) == (game == "dragon")
    if "--json" in words:
        answers = json.loads((place / "page.json").read_text("utf-8"))["runs"][0]["answers"]
        assert [answer["key"] for answer in answers if answer["key"] in OWN] == OWN


def test_chains_are_indented(runs: dict[str, Path], said: Typed) -> None:
    """In the game with the longest, whose every row can be asked for."""
    run = str(runs["dragon"])
    game = said("sql", run, "SELECT game_id FROM games ORDER BY longest_chain DESC, game_id LIMIT 1").split()[-1]
    assert any(line[12:].startswith(" " * 8 + "top with") for line in said("replay", run, game).split("\n"))
    assert int(said("sql", run, "SELECT max(depth) AS deepest FROM moves WHERE act = 'top'").split()[-1]) >= 3


def test_whose_cards_these_are_is_said(place: Path, said: Typed) -> None:
    """By `simulate` and in the story of every game, for three players too."""
    words = ("--rules", "three", "--strategies", "random", "--games", "6", "--seed", "2", "--out", "three")
    assert PUBLISHER in said("simulate", *DRAGON, *words)
    assert "stands." in said("verify", "three")
    told = said("replay", "three", "3")
    assert PUBLISHER in told
    assert "third" in told


@pytest.mark.parametrize("game", ["dragonwood", "dragon"])
def test_a_certificate_is_made_and_stands(game: str, place: Path, said: Typed) -> None:
    """The claim is written down, and the deals play again."""
    plan = ("--strategies", "greedy", "--games", "40", "--seed", "1", "--moves", "none", "--out", "run")
    said("simulate", "--game", game, *plan)
    told = said("certify", "run", "--certificate", "mine.json", "-o", "page.html")
    assert (PUBLISHER in told) == (game == "dragon")
    assert told.split("• ")[1].splitlines()[0] == said("verify", "mine.json").splitlines()[1]


def test_a_certificate_and_its_numbers_are_two_files(place: Path, said: Typed, refused: Typed) -> None:
    """One place named for both, here by the default of the certificate, is refused, and nothing is written."""
    said("simulate", "--strategies", "greedy", "--games", "40", "--seed", "1", "--moves", "none", "--out", "run")
    told = refused("certify", "run", "-o", "page.html", "--json", "page.json")
    assert told == "dhstats: page.json: is named for two files; name another one of them\n"
    assert not Path("page.html").exists()


# ---- Commands that play ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ["two", "end.full_rounds=true", "score.bonus=0", *WOOD, "--metric", "unequal_turns", "--margin", "5pp"],
            [
                "The base games were scored again",
                "games in which some player has more turns",
                "a difference of more than 5 games in 100",
            ],
        ),
        (
            ["standard", "first_turn.limit=none", *DRAGON, "--metric", "kill"],
            ["the games that end by a dragon's death change", PUBLISHER],
        ),
    ],
    ids=["dragonwood", "dragon"],
)
def test_a_tweak_is_compared(words: list[str], told: list[str], place: Path, said: Typed) -> None:
    """Judged by a measure of the game; played where it changes play, counted anew where it is of the final count alone."""
    text = said("compare", *words, "--strategies", "greedy", "--deals", "40", "--seed", "1", "--out", "runs")
    assert [each for each in told if each not in text] == []
    assert not list(place.glob("runs/score*"))


def test_a_question_is_planned(place: Path, said: Typed) -> None:
    """The plan names commands that play this game."""
    pilot = ("--within", "5pp", "--pilot", "100", "--seed", "1", "--json", "plan.json")
    assert "--game dragonwood" in said("plan", *WOOD, *pilot)
    said("plan", *WOOD, "--tweak", "end.full_rounds=true", *pilot)
    needs = json.loads((place / "plan.json").read_text("utf-8"))["needs"]
    commands = [need["command"] for need in needs if need["command"]]
    assert all(command.startswith("compare two end.full_rounds=true --game dragonwood") for command in commands)


# ---- Rules and strategies ----------------------------------------------------------------------------------------


def test_a_card_can_be_changed_and_what_is_shown_can_be_saved(place: Path, said: Typed) -> None:
    """And checked, and compared."""
    shown = said("rules", "show", "standard", *DRAGON, "--set", "pack.actions.claw_attack.wounds=3")
    (place / "own.toml").write_text(shown)
    assert "own: valid" in said("rules", "check", "own.toml", *DRAGON)
    assert "pack.actions.claw_attack.wounds" in said("rules", "diff", "standard", "own.toml", *DRAGON)
