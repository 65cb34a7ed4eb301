"""The next step as a command that can be pasted: what was typed, with what has to be changed."""

import pytest

from dhstats.questions.shared.answer import Opening
from dhstats.report.page.next_step import pasteable

COMPARE = "dhstats compare ffg hand.size=6 'a=1 b=2' --strategies greedy --deals 400 --seed 1"
SIMULATE = "dhstats simulate --game dragonheart --rules ffg --strategies greedy --games 400 --seed 1 --moves all"


def step(decision: str, command: str) -> tuple[str, str]:
    """The sentence and the command of a next step."""
    told = pasteable(Opening("Q?", "A.", "Open: x.", decision), command)
    return told.decision, told.command


@pytest.mark.parametrize(
    ("decision", "command", "said", "typed"),
    [
        ("Play ten times as many deals, with expert players: `--deals 4000 --strategies expert`.", COMPARE,
         "Play ten times as many deals, with expert players.",
         "dhstats compare ffg hand.size=6 'a=1 b=2' --strategies expert --deals 4000 --seed 1"),
        ("Play ten times as many games: the same `dhstats simulate` with `--games 4000 --strategies expert`.", SIMULATE,
         "Play ten times as many games.",
         "dhstats simulate --game dragonheart --rules ffg --strategies expert --games 4000 --seed 1 --moves all"),
        ("Play 900 games, which should settle it: `--games 900`.", f"{SIMULATE} --until 'balanced within 1pp'",
         "Play 900 games, which should settle it.", SIMULATE.replace("400", "900")),
        ("Train counter-players for longer, with ten times the `--training-games`.",
         "dhstats probe greedy --training-games 64", "Train counter-players for longer, with ten times the training games.",
         "dhstats probe greedy --training-games 640"),
        ("Give the second player something: `dhstats sweep ffg seats.second.points=0..3`.", SIMULATE,
         "Give the second player something.",
         "dhstats sweep ffg seats.second.points=0..3 --game dragonheart --strategies greedy"),
        ("Weaken the Mixed deck: `dhstats cards mixed` says which cards matter.", "dhstats decks mixed kill --rules two",
         "Weaken the Mixed deck: this says which cards matter.", "dhstats cards mixed --rules two"),
        ('Play until it is proved: `dhstats simulate --until "proved balanced within 2pp"`.', SIMULATE,
         "Play until it is proved.", f"{SIMULATE} --until 'proved balanced within 2pp'"),
    ],
)  # fmt: skip
def test_a_next_step_can_be_pasted(decision: str, command: str, said: str, typed: str) -> None:
    """The page's own command with the options of the sentence, which then speaks without them."""
    assert step(decision, command) == (said, typed)


def test_what_cannot_be_typed_stays_a_sentence() -> None:
    """Nothing to type, nobody knows what was typed, or it takes a file."""
    plain = "Leave the seats as they are."
    assert step(plain, SIMULATE) == (plain, "")
    options = "Play ten times as many deals: `--deals 4000`."
    assert step(options, "") == (options, "")
    games = "Play ten times as many games: `--games 4000`."
    assert step(games, "dhstats skill --deals 100") == (games, "")  # which plays for another question
    assert step(options, '# Save as again.toml\ngame = "dragonheart"') == (options, "")
