"""The referee agrees with the engine on every column of every row."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from dhstats.games.dragon.files.rulesets import load
from dhstats.games.dragon.referee import tabletop
from dhstats.games.dragon.table import ACTS
from dhstats.games.dragon.words.notation import RETELLING
from dhstats.games.retelling import Kept
from tests.engine.philox import Words, shuffled
from tests.games.dragon.positions import PACK
from tests.games.logs import engine_logs

STORY = Path(__file__).with_name("story.txt")
OTHER = (
    "decks.first=control", "decks.second=exhaust", "turn.draw=must", "first_turn.limit=all", "ground.text=wounds",
    "attacks.cancelled=false", "topping.special=free",
)  # fmt: skip
CASES = {
    "standard": ("standard", (), ("random", "greedy"), 5),
    "mixed and ambush": ("standard", ("decks.first=mixed", "decks.second=ambush"), ("greedy", "random"), 5),
    "greedy": ("standard", ("decks.first=mixed", "decks.second=control"), ("greedy", "greedy"), 4),
    "other readings": ("standard", OTHER, ("random", "random"), 5),
    "one card": ("standard", ("turn.play=one_card", "decks.second=mixed", "turn.grounds=2"), ("random", "greedy"), 4),
    "rounds": ("standard", ("turn.play=rounds", "start.cards.second=2"), ("random", "greedy"), 4),
    "three": ("three", (), ("greedy", "random", "greedy"), 2),
    "four": ("four", ("turn.play=rounds",), ("greedy", "greedy", "random", "random"), 2),
    "teams": ("teams", ("decks.fourth=ambush",), ("greedy", "random", "random", "greedy"), 2),
}


@cache
def logged(case: str) -> list[Kept]:
    """The games of a case, played once."""
    name, settings, players, deals = CASES[case]
    return engine_logs("dragon", load(name, settings), players, 2**64 - 3, 2**40, deals)


@pytest.mark.parametrize("case", CASES)
def test_the_referee_agrees_with_the_engine(case: str) -> None:
    """Whole games, all columns of all rows, the number of options included."""
    rules = load(*CASES[case][:2])
    for kept in logged(case):
        assert RETELLING.check(rules.effective, kept) == []


@pytest.mark.parametrize("deal", [0, 7, 2**40 + 7])
def test_decks_are_those_of_their_addresses(deal: int) -> None:
    """The decks of all places are those of the tests' own stream of words."""
    rules, seed = load("four").effective, 2**63 + 12345
    for place in range(4):
        lines = [line.split() for line in tabletop.deck_of(rules, place)["cards"]]
        cards = [name for count, name in lines for _ in range(int(count))]
        order = shuffled(Words(seed, 1 + place, deal), len(cards))
        assert tabletop.pile(rules, seed, deal, place) == [cards[number] for number in order]


def test_every_kind_of_decision_and_end_is_refereed() -> None:
    """The cases above hold every act, declared facings, aims at cards in play, long chains, and all three ends."""
    acts: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    declared, aimed, depth = set(), 0, 0
    for case in CASES:
        for kept in logged(case):
            acts.update(turn["act"] for turn in kept.turns)
            ends[kept.row["end_reason"]] += 1
            declared |= {turn["declared"] for turn in kept.turns}
            aimed += sum(turn["at"] >= 0 for turn in kept.turns)
            depth = max(depth, kept.row["longest_chain"])
    assert set(acts) == set(ACTS)
    assert set(ends) == {"kill", "banish", "exhaust"}
    assert len(declared) > 12
    assert aimed > 20
    assert depth >= 5


def told_in_words() -> str:
    """A game with long chains by cards that stay as they are: deal, a line a decision, the table at its end, result."""
    rules = load("standard", (PACK,))
    story = RETELLING.tell(
        rules.effective, max(engine_logs("dragon", rules, ("random", "greedy"), 5, 0, 20), key=chain_length)
    )
    return "\n".join([*story.deal, *(step.line for step in story.steps), *story.steps[-1].board, *story.result, ""])


def chain_length(kept: Kept) -> int:
    """How many cards the longest chain of a game has."""
    return int(kept.row["longest_chain"])


def test_a_game_is_told_in_words() -> None:
    """As it was kept, line by line; if a change is meant, run this file as a module (`-m`) and read what it writes."""
    text = STORY.read_text("utf-8")
    assert told_in_words() == text
    answer = f"{' ' * 26}top with Gravel spew → Siege tower takes effect"
    for shown in (
        "not the publisher's",
        answer,
        "Positioning is cancelled",
        "takes effect, 4 wounds",
        "wins. A dragon was",
    ):
        assert shown in text


def test_three_and_four_players_are_told_in_words() -> None:
    """Everybody's dragon, rivals named, who is out of the fight."""
    for name, seats in (("three", 3), ("teams", 4)):
        rules = load(name)
        kept = engine_logs("dragon", rules, ("greedy", "random", "greedy", "random")[:seats], 6, 0, 1)[0]
        story = RETELLING.tell(rules.effective, kept)
        assert len(story.deal) == 3 + seats  # whose cards, a line a seat, and how to read the rest
        assert any("against the third" in step.deed for step in story.steps)
        assert any("out of the fight" in line for step in story.steps for line in step.board)


if __name__ == "__main__":
    STORY.write_text(told_in_words(), "utf-8")
