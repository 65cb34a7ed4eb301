"""Whole games as text that a person can read and check against the rulebook.

`python -m tests.games.dragonheart.transcripts` writes all of them anew; read what changed before you keep it.
"""

from dataclasses import dataclass
from pathlib import Path

from dhstats.games.dragonheart.files.rulesets import load
from dhstats.games.dragonheart.words.notation import RETELLING
from tests.games.logs import engine_logs

FOLDER = Path(__file__).parent / "transcripts"


@dataclass(frozen=True)
class Transcript:
    """A game between two strategies, and what it is kept for; `member` 1 is the game with decks and seats swapped."""

    name: str
    shows: str
    rules: str
    players: tuple[str, str]
    deal: int
    member: int = 0
    seed: int = 1
    settings: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        """Where it is kept."""
        return FOLDER / f"{self.name}.txt"

    def text(self) -> str:
        """The game as it is played now: deal, a line a turn, result."""
        rules = load(self.rules, self.settings)
        kept = engine_logs("dragonheart", rules, self.players, self.seed, self.deal, 1)[self.member]
        story = RETELLING.tell(rules.effective, kept)
        changes = "".join(f"\n{setting}" for setting in self.settings)
        head = [
            self.shows,
            "",
            f"Rules {self.rules}{', changed:' if changes else ''}{changes}",
            f"Seed {self.seed}, deal {self.deal}, decks {'swapped' if self.member else 'as dealt'}",
        ]
        turns = [step.line for step in story.steps]
        return "\n".join([*head, "", *story.deal, "", *turns, "", *story.result, ""])


def strategies() -> set[str]:
    """All strategies that some transcript shows."""
    return {player for transcript in TRANSCRIPTS for player in transcript.players}


ONE_CARD = ("hand.size=1", "great_dragon.hand_size=1", "seats.first.hand_size=1", "seats.second.hand_size=1")
OPEN_BOARD = (
    'spaces.troll.takes=["sorceress", "dwarf"]',
    "spaces.huntress.slots=2",
    "spaces.knight.then=score",
    "great_dragon.holder=second",
    "great_dragon.points=5",
    "end.ship_stacks=2",
    "seats.first.first_turn_max_cards=1",
    "seats.second.points=4",
)

TRANSCRIPTS = (
    Transcript("random-random", "Two players who play anything.", "ffg", ("random", "random"), 0),
    Transcript("greedy-random-kosmos", "The other edition.", "kosmos", ("greedy", "random"), 0),
    Transcript(
        "balanced-greedy", "A tie, won by the figure.", "ffg", ("balanced", "greedy"), 85
    ),
    Transcript(
        "cautious-balanced", "An empty deck, called in vain for a card.", "ffg", ("balanced", "cautious"), 381, member=1
    ),
    Transcript(
        "denier-dragon_hunter-kosmos", "The last card drawn, one more turn each; the figure moves often.", "kosmos",
        ("denier", "dragon_hunter"), 61,
    ),
    Transcript(
        "dwarf_hoarder-ship_rusher", "The ships leave early.", "ffg", ("dwarf_hoarder", "ship_rusher"), 63
    ),
    Transcript(
        "balanced-greedy-skula", "The other deck.", "ffg", ("balanced", "greedy"), 269, settings=("deck=skula",)
    ),
    Transcript(
        "always_one", "Whoever loses the figure loses a card, however few he holds.", "kosmos",
        ("dragon_hunter", "greedy"), 358, member=1, settings=("great_dragon.theft=always_one",),
    ),
    Transcript(
        "pass", "Hands of one card that can be stolen: players pass.", "ffg", ("random", "random"), 63, member=1,
        settings=(*ONE_CARD, "great_dragon.theft=always_one", "great_dragon.claim=any"),
    ),
    Transcript(
        "open_board", "Another board, another end, other starts.", "ffg", ("random", "greedy"), 2, settings=OPEN_BOARD
    ),
    Transcript("draw", "Equal scores while nobody has the figure.", "ffg", ("random", "random"), 375, member=1),
)  # fmt: skip


def main() -> None:
    """Writes all transcripts."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    for transcript in TRANSCRIPTS:
        transcript.path.write_text(transcript.text(), encoding="utf-8")


if __name__ == "__main__":
    main()
