"""Players who learn, of every game: guesses, hidden cards, restrictions, and that they learn."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from dhstats.engine.compiled import interpreted
from dhstats.games.catalogue import load
from dhstats.players import trained
from dhstats.players.learning import training
from dhstats.players.match import line_up
from dhstats.players.recipes import Recipe
from dhstats.players.trained import as_strategy
from tests.harness import OpenGame
from tests.players.pupils import DRAGON, DRAGONWOOD, HEART, SCHOOLS, SMALL, Guesser, School, shipped
from tests.players.seated import Seated, copied

pytestmark = pytest.mark.skipif(interpreted(), reason="hundreds of positions in plain Python take too long")

CHARACTERS = [
    (game, name)
    for game in ("dragonwood", "dragon")
    for name in load(game).shipped_strategies()
    if name not in ("random", "greedy")
]
SHIPPED = [
    *(("dragonheart", rules) for rules in ("ffg", "kosmos")),
    *(("dragonwood", rules) for rules in ("two", "three", "four", "simple")),
    ("dragon", "standard"),
]


@pytest.fixture
def school(game: str) -> School:
    """The school of a game."""
    return SCHOOLS[game]


@pytest.mark.parametrize(
    ("game", "rules"), [("dragonwood", "two"), ("dragonwood", "four"), ("dragon", "standard"), ("dragon", "teams")]
)
def test_guessed_games_are_played_to_their_end(school: School, rules: str) -> None:
    """A guessed table is a whole one: every game goes on from it and ends."""
    for game in school.positions(rules, 25):
        other, chance = copied(school.bundle, game), random.Random(1)
        guessed = Guesser(game).guess()
        for name in school.bundle.game.table.names or ():
            other.table[name] = guessed[name]
        while other.mover >= 0:
            other.take(chance.randrange(len(other.moves())))
        assert other.result()["end_reason"] >= 0


HIDDEN = [
    ("dragonwood", text)
    for text in ("mc:2", "search:12", "skill:4", "pupil:", *(f"pupil:{name}" for name in (*DRAGONWOOD.barred, "blind")))
]
HIDDEN += [("dragon", text) for text in ("pupil:", "mc:1", "search:6", "skill:4")]
HIDDEN += [
    ("dragonheart", text)
    for text in ("expert", "mc:3", "search:30", "skill:4", *(f"pupil:{name}" for name in (*HEART.barred, "blind")))
]


@pytest.mark.parametrize(("game", "text"), HIDDEN)
def test_hidden_cards_have_no_influence(school: School, text: str) -> None:
    """Whatever the others hold and however piles lie, the choice is the same."""
    pupil, restriction = text.startswith("pupil"), text.partition(":")[2]
    player = school.pupil("", restriction) if pupil else Seated(school.bundle, school.found(text))
    for deal, game in enumerate(school.positions("", 10)):
        before, chance = player.choose(game, deal), random.Random(deal)
        for _ in range(3):
            school.hide(game.table, game.mover, chance)
            assert player.choose(game, deal) == before


RESTRICTED = {"dragonheart": tuple(HEART.rules), "dragonwood": ("two",), "dragon": ("upgrades",)}


@pytest.mark.long("restrictions in whole games; every restriction is read below, and tests/games asks single positions")
@pytest.mark.parametrize(
    ("game", "rules", "restriction"),
    [(game, rules, name) for game, known in RESTRICTED.items() for rules in known for name in SCHOOLS[game].barred],
)
def test_whole_games_keep_to_a_restriction(school: School, rules: str, restriction: str) -> None:
    """In games against greedy nobody does what they may not, unless all options are of that kind, by chance neither."""
    player = school.pupil("" if school is HEART else rules, restriction)
    greedy = Seated(school.bundle, school.bundle.find_strategy("greedy"))
    game, tempted = OpenGame(school.bundle, school.rule_set(rules).record()), 0
    for deal in range(6):
        game.deal(22, deal)
        player.minds[0]["weights"][0] = deal % 2 * (1 << 18)  # every other game a quarter of the moves is random
        while game.mover >= 0:
            if game.mover != deal // 2 % 2:
                game.take(greedy.choose(game, deal))
                continue
            barred, taken = school.barred[restriction](game), player.choose(game, deal)
            assert not barred[taken] or all(barred)
            tempted += any(barred) and not all(barred)
            game.take(taken)
    assert tempted > 5


@pytest.mark.parametrize("game", SCHOOLS)
def test_every_restriction_is_read(school: School) -> None:
    """Each has its reading above, or hides something instead."""
    assert {name for name, _ in school.learning.restrictions} == {*school.barred, "blind"}


@pytest.mark.parametrize("game", SCHOOLS)
def test_equal_seeds_train_equal_players(school: School) -> None:
    """The file of a player is the same byte for byte; another seed gives another."""
    bundle = replace(school.bundle, yardsticks=("greedy",))
    brief = Recipe(games=90, rounds=3, version=school.learning.version)
    players = [training.train(bundle, school.rule_set(), replace(brief, seed=seed)) for seed in (3, 3, 4)]
    assert players[0].to_json() == players[1].to_json()
    assert players[0].network != players[2].network


@pytest.mark.long("that training helps; equal seeds, slopes and networks are exact elsewhere")
@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("dragonheart", "ffg"),
        ("dragonwood", "two"),
        ("dragonwood", "four"),
        ("dragon", "standard"),
        ("dragon", "three"),
    ],
)
def test_few_games_already_teach(school: School, rules: str) -> None:
    """After six hundred games they win far more than their share against simple play, alone among so many."""
    pupil = as_strategy(school.bundle, school.novice(rules), "pupil", "test", "")
    lineup = line_up(school.bundle, school.rule_set(rules), [pupil, school.bundle.find_strategy(school.beaten)])
    strength = training.examine(lineup, "pupil", school.beaten, 150)
    assert strength.score > 1 / school.bundle.players(school.rule_set(rules).record()) + 0.25
    assert strength.lead > 0


@pytest.mark.parametrize(("game", "rules"), SHIPPED)
def test_shipped_players_fit_the_shipped_rules(school: School, rules: str) -> None:
    """Nobody is trained for them; what they were measured to be worth is more than their share by far.

    `tests/benchmarks/experts.py` trains them anew and compares every byte: that takes minutes.
    """
    bundle, chosen = school.bundle, school.bundle.rule_files.load(rules)
    even = 1 / bundle.players(chosen.record())
    path = shipped(bundle, chosen)
    assert path is not None
    player = trained.read(path, bundle)
    assert (player.rules_hash, player.recipe.version, player.kin) == (chosen.hash, school.learning.version, "")
    assert all(line.score - 4 * line.error > even + 0.05 for line in player.card)


@pytest.mark.parametrize("game", SCHOOLS)
def test_the_ladder_rises(school: School) -> None:
    """An expert who errs less scores more than half against one who errs more; random is at the foot."""
    steps = ["random", "skill:2", "skill:5", "expert"]
    lineup = line_up(school.bundle, school.rule_set(), [school.found(text) for text in steps])
    for lower, higher in pairwise(steps):
        assert training.examine(lineup, higher, lower, 250).score > 0.55, higher


@pytest.mark.long("that searching helps; tests/players/test_tries and test_rounds have what it adds up")
@pytest.mark.parametrize(
    ("game", "text", "rival", "deals"),
    [
        ("dragonheart", "search:30", "greedy", 60),
        ("dragonwood", "mc:2", "greedy", 12),
        ("dragonwood", "search:20", "greedy", 12),
        ("dragon", "mc:5", "random", 40),
        ("dragon", "search:20", "greedy", 40),
    ],
)
def test_searchers_beat_simpler_play(school: School, text: str, rival: str, deals: int) -> None:
    """Playing out on few guesses a move, and looking ahead with few tries."""
    lineup = line_up(school.bundle, school.rule_set(), [school.found(text), school.bundle.find_strategy(rival)])
    strength = training.examine(lineup, text, rival, deals)
    assert strength.score - 3 * strength.error > 0.5


@pytest.mark.parametrize(("game", "character"), CHARACTERS)
def test_characters_beat_random_play(school: School, character: str) -> None:
    """Every plan wins nearly all games, and most of Dragonwood's against taking what is most now."""
    names = (character, "random") if school is DRAGON else (character, "random", "greedy")
    lineup = line_up(school.bundle, school.rule_set(), [school.bundle.find_strategy(name) for name in names])
    for rival in names[1:]:
        strength = training.examine(lineup, character, rival, 100)
        assert strength.score > 0.9 or (rival == "greedy" and strength.score - 4 * strength.error > 0.75)


def test_a_rival_does_not_learn() -> None:
    """Who trains against random play, alone among three, learns to beat it."""
    recipe = replace(SMALL, version=DRAGONWOOD.learning.version)
    random_play = DRAGONWOOD.bundle.find_strategy("random")
    player = training.train(DRAGONWOOD.bundle, DRAGONWOOD.rule_set("three"), recipe, rival=random_play)
    assert (player.against, player.card[0].opponent) == ("random", "random")
    assert player.card[0].score > 0.8
