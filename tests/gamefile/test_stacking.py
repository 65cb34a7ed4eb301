"""Deals of game files laid out by hand: the referee follows games on a table that the words of a page lay out."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from dhstats.cli.main import main
from dhstats.errors import BadInput
from dhstats.gamefile import number, several, whose
from dhstats.gamefile.door import door_of
from dhstats.gamefile.telling import stacking
from dhstats.gamefile.telling.story import Tabletop
from dhstats.games import catalogue, stacks
from dhstats.games.retelling import Kept
from dhstats.games.ruleset import RuleSet
from dhstats.players import recipes
from dhstats.players.learning import trainees
from dhstats.players.match import line_up
from dhstats.players.positions.decisions import StackedTable
from dhstats.questions.playtests import aids

DEALT = (
    "auction",
    "black_lady",
    "brim",
    "cellar",
    "draft",
    "gops",
    "kuhn",
    "ladder",
    "leduc",
    "liars_dice",
    "partners",
    "village",
)
SEED = 7


def played(file: Any, rules: RuleSet, deal: int, layout: int) -> Kept:
    """A game at random in plain Python, as a run keeps it."""
    table, rng = Tabletop(file, rules.record(), SEED, deal, layout), np.random.default_rng(deal)
    turns = []
    while not table.over:
        moves = table.allowed()
        turns.append(table.play(moves[int(rng.integers(len(moves)))] if moves else None))
    row = table.outcome() | {"game_id": 0, "deal_id": deal, "swapped": layout > 0, "layout": layout}
    return Kept(SEED, row, turns)


@pytest.mark.parametrize("name", DEALT)
def test_games_go_as_they_went_on_a_table_laid_out_from_words(name: str) -> None:
    """From each place, whatever another deal would have given; with one list changed the referee notices."""
    game = catalogue.name_of(name)
    file, bundle, stacking = catalogue.door(game).file, catalogue.load(game), stacks.load(game)
    rules = bundle.rule_files.load(bundle.default_rules)
    for deal in range(3):
        laid = stacking.stacks(rules.effective, SEED, deal)
        assert laid == stacking.stacks(rules.effective, SEED, deal)
        for layout in range(2):
            assert list(stacking.problems(rules.effective, played(file, rules, deal, layout), laid)) == []
    pairs = [(played(file, rules, deal, 0), stacking.stacks(rules.effective, SEED, deal + 1)) for deal in range(12)]
    assert any(list(stacking.problems(rules.effective, kept, other)) for kept, other in pairs)


def test_what_is_alike_in_all_deals_is_not_listed() -> None:
    """The cellar's supply lies as the rules say; decks have the top card first, hands say who sees them."""
    game = catalogue.name_of("cellar")
    bundle = catalogue.load(game)
    laid = stacks.load(game).stacks(bundle.rule_files.load(bundle.default_rules).effective, SEED, 0)
    assert [each.name for each in laid] == [
        f"{what} of the {seat} seat" for what in ("Decks", "Hands") for seat in ("first", "second")
    ]
    assert laid[2].note == "in any order, only for its player"
    file = catalogue.door(game).file
    rules = bundle.rule_files.load(bundle.default_rules).record()
    pile = Tabletop(file, rules, SEED, 0, 0).state.decks[0]
    top = file.state["decks"].card_names[int(pile.cards[pile.count - 1])]
    assert laid[0].cards[0] == top
    assert door_of(file).brings("stacks")


def test_dice_after_the_deal_are_left_to_chance() -> None:
    """Such games have par as a mean; those that draw nothing any more have one game."""
    assert all(stacks.load(catalogue.name_of(name)).chance for name in ("cellar", "village", "three_dice"))
    assert [stacks.load(catalogue.name_of(name)).renewal for name in ("ladder", "gops", "brim")] == [None, None, None]


def test_the_same_cards_are_played_with_other_dice() -> None:
    """The first game is the one that is dealt; others begin alike, and go as chance has it."""
    game = catalogue.name_of("three_dice")
    bundle = catalogue.load(game)
    lineup = line_up(bundle, bundle.rule_files.load(bundle.default_rules), [bundle.find_strategy("greedy")])
    table = StackedTable(lineup, ("greedy",), stacks.load(game))
    one, _ = table.logged(SEED, 3, 0)
    every = table.play(SEED, 3, 0, 20)
    assert every[0]["score_first"] == one["score_first"]
    assert len(np.unique(every["score_first"])) > 1


@pytest.mark.parametrize("name", ["pig", "tic_tac_toe", "borders"])
def test_without_a_deal_there_is_nothing_to_lay_out(name: str) -> None:
    """One sentence says so."""
    with pytest.raises(BadInput, match="nothing is dealt at random"):
        stacks.load(catalogue.name_of(name))


def test_plans_have_deals_of_game_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal for each game, the cards as they are declared."""
    monkeypatch.chdir(tmp_path)
    words = "kit --game black_lady --evenings 2 --rounds 1 --people Ann,Ben,Cem --seed 3 -o plan.html"
    assert main(words.split()) == 0
    page = Path("plan.html").read_text("utf-8")
    assert page.count('<article class="deal"') == 2
    assert "Hands, place 3" in page


@pytest.mark.long(
    "protects kits of game files from beginning to end; the tests above guard deals, referee and other dice"
)
def test_a_kit_of_a_game_file_has_par_for_every_deal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players learn little here: the page is what is tested."""
    find = trainees.find

    def quickly(bundle: Any, rules: RuleSet, text: str, watch: Any = trainees.unseen, recipe: Any = None) -> Any:
        usual = recipes.standard(bundle.game)
        return find(bundle, rules, text, watch, replace(usual, games=64, rounds=min(usual.rounds, 4)))

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(trainees, "find", quickly)
    for name, small in (("TIMES", 5), ("DEALS", 60), ("JUDGED", 3)):
        monkeypatch.setattr(aids, name, small)
    assert (
        main(["kit", "--game", "gops", "--strategies", "greedy", "--deals", "20", "--seed", "1", "-o", "kit.html"]) == 0
    )
    page = Path("kit.html").read_text("utf-8")
    assert page.count('<article class="deal"') == 10
    assert "Prizes" in page
    assert "so par is one game between experts" in " ".join(page.split())
    assert "Unclear sentences" not in page


def test_boards_and_named_places_are_laid_out_value_by_value() -> None:
    """A board in rows of whose squares chance decides, and places with names: what is written is laid down again."""
    state = {"board": np.array([0, -1, 1, -1]), "lands": np.array([4, 0])}
    fields = {"board": several(4, whose(), rows=2), "lands": several(2, number(0, 9), names=("coast", "forest"))}
    laid = {"board": np.full(4, -1), "lands": np.zeros(2, int)}
    for name, field in fields.items():
        stack = stacking._stack(SimpleNamespace(state=fields), (name, ()), state)  # type: ignore[arg-type]
        stacking._lay(field, laid, name, (), stack)
        assert laid[name].tolist() == state[name].tolist()
