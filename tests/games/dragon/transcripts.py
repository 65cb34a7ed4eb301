"""The worked examples of the rulebook as exchanges that a person can read, told in the words of `dhstats replay`.

Decks lie in a given order, and what a player does not do by the script he leaves: he goes on, lets it be, draws nothing.
The engine and the referee's table play side by side and must agree on every row.

`python -m tests.games.dragon.transcripts` writes all of them anew; read what changed before you keep it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from dhstats.games.catalogue import load as load_bundle
from dhstats.games.dragon.files.rulesets import load
from dhstats.games.dragon.packs.kinds import listed
from dhstats.games.dragon.referee.chronicle import Choice, Turn, packed
from dhstats.games.dragon.referee.draws import deck_of
from dhstats.games.dragon.referee.tabletop import Tabletop
from dhstats.games.dragon.table import ACTS, SEATS
from dhstats.games.dragon.words import notation
from dhstats.games.ruleset import RuleSet
from dhstats.simulate.tables.rows import worded
from tests.games.dragon.positions import PACK
from tests.harness import OpenGame

FOLDER = Path(__file__).parent / "transcripts"
BUNDLE = load_bundle("dragon")
LEFT = (Choice("pass"), Choice("hold"), Choice("draw"))


@dataclass(frozen=True)
class Transcript:
    """An exchange and what it shows; `tops` are the first cards of each deck, `script` is what is done, in words."""

    name: str
    shows: str
    tops: tuple[str, ...]
    script: tuple[str, ...]
    settings: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        """Where it is kept."""
        return FOLDER / f"{self.name}.txt"

    def text(self) -> str:
        """The exchange as it is played now: deal, a line a decision, all that lies on the table at its end."""
        table = Both(load("standard", (PACK, *self.settings)), self.tops)
        opening = notation.deal_lines(("one", "two"), table.paper.position(), table.paper.book)
        turns = list(table.follow(self.script))
        board = notation.board_lines(table.paper.position(), table.paper.book)
        changes = [f"Changed: {setting}" for setting in self.settings]
        end = [f"Over: {table.paper.fight.end_reason}."] if table.paper.over else []
        return "\n".join([self.shows, "", *changes, *opening, "", *turns, "", *board, *end, ""])


class Both:
    """A game of two with decks in a given order: by the engine, and on paper."""

    def __init__(self, rules: RuleSet, tops: Sequence[str]) -> None:
        decks = [deck_of(rules.effective, place) for place in range(len(tops))]
        piles = [pile_of(listed(deck["cards"]), top.split()) for deck, top in zip(decks, tops, strict=True)]
        self.paper = Tabletop(rules.effective, piles, [deck["dragon"] for deck in decks], 0)
        self.engine = OpenGame(BUNDLE, rules.record())
        self.engine.deal(0, 0)
        slots = self.engine.table["seen"]["rules"]["slot"]
        for place, pile in enumerate(piles):
            order = [slots[place, self.paper.codes[name]] for name in pile]
            self.engine.table["orders"][place][: len(order)] = order
        self.engine.redeal(0)

    def follow(self, script: Sequence[str]) -> Iterator[str]:
        """Plays what is written and leaves everything else, to the end of the last chain; a line a decision."""
        waiting = list(script)
        while self.paper.asked and (waiting or self.paper.chain):
            told = {notation.choice_text(choice, self.paper.book): choice for choice in self.paper.asked[1]}
            written = bool(waiting) and waiting[0] in told
            choice = told[waiting.pop(0)] if written else next(own for own in told.values() if own in LEFT)
            yield notation.turn_line(self.decide(choice), choice, self.paper.book, self.paper.players)
        assert not waiting, f"could not be done: {waiting}"

    def decide(self, choice: Choice) -> Turn:
        """One decision on both tables, the same row."""
        codes, moves = self.paper.codes | {None: -1}, self.engine.moves()
        move = (ACTS.index(choice.act), codes[choice.card], choice.rival, codes[choice.at])
        self.engine.take(moves.index((*move, packed(choice.declared), choice.number)))
        self.engine.event["legal_moves"] = len(moves)
        turn = self.paper.play(choice)
        assert worded(BUNDLE, self.engine.event) == asdict(turn)
        return turn


def pile_of(deck: Sequence[str], top: Sequence[str]) -> list[str]:
    """A deck with these cards first; the last card of a pile is its top."""
    left = list(deck)
    for name in top:
        left.remove(name)
    return [*reversed(left), *reversed(top)]


QUIET = "whetted_claws whetted_claws hex_bolt hex_bolt emberwing_3 positioning"  # cards that top nothing here
KILL = tuple(f"decks.{seat}=kill" for seat in SEATS[:2])

TRANSCRIPTS = (
    Transcript(
        "topping",
        "Attack / Top, first example: Positioning is a turn card, so Claw Attack can top it. Whose facing is to change is"
        " declared before.",
        (f"positioning emberwing_2 {QUIET}", f"claw_attack {QUIET}"),
        ("Positioning, first dragon to side", "top with Claw Attack", "Positioning, second dragon to side"),
        KILL,
    ),
    Transcript(
        "chain",
        "Attack / Top, second example: Claw Attack, Quick Turn, Tail Smash, Roll Away, Quick Turn; the rival's dragon takes"
        " 2 wounds. Player #1 of the rulebook sits in the second seat here, as the first player's first turn has no attacks.",
        (f"quick_turn roll_away {QUIET}", f"claw_attack tail_smash quick_turn {QUIET}"),
        (
            "Claw Attack against the first", "top with Quick Turn", "top with Tail Smash", "top with Roll Away",
            "top with Quick Turn",
        ),
        KILL,
    ),
    Transcript(
        "ground_war",
        "Ground Cards, the example: lair attack 2, then 1, which an attack destroys, then 3; 5 against a lair of 5.",
        ("sappers torch_bearers siege_tower hover hover far_sight far_sight mirror_ward mirror_ward", f"hot_blast {QUIET}"),
        (
            "Sappers against the second", "Torch bearers against the second", "Hot blast at Torch bearers against the first",
            "Siege tower against the second", "pay with Hover",
        ),
        ("decks.first=banish", "decks.second=kill", "pack.dragons.emberwing.levels.1.lair=5"),
    ),
    Transcript(
        "upgrade",
        "Level 2 and 3, the example: 12 wounds of 15 health; at level 2, with 20 health, the dragon is 8 wounds from being"
        " slain.",
        (f"emberwing_2 {QUIET}", f"claw_attack {QUIET}"),
        ("Claw Attack against the first", "Emberwing, level 2", "pay with Whetted claws", "pay with Hex bolt"),
        (*KILL, "pack.dragons.emberwing.levels.1.health=15", "pack.actions.claw_attack.wounds=12"),
    ),
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
