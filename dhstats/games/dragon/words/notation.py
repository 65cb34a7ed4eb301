"""Dragon! in words: cards, decisions, the table and results as lines of text, and whole games told from their rows.

Formatting alone: what a row means on the table, the referee says.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from dhstats.games.dragon.files.limits import label
from dhstats.games.dragon.referee.cardbook import Paper, cardbook
from dhstats.games.dragon.referee.chronicle import NOBODY, Choice, Declared, Position, Side, unpacked
from dhstats.games.dragon.referee.referee import problems, set_up
from dhstats.games.dragon.referee.tabletop import Tabletop
from dhstats.games.dragon.table import ACTS, FACINGS, SEATS
from dhstats.games.retelling import Retelling, Row, Step, by_player, counted, verdict

Book = Mapping[str, Paper]
INDENT = 4  # of a card played to top, for each card below it
LEGEND = "After each decision: the health that every dragon has left, then hand and deck of whoever decided."
PASSED = {"ground": "ground cards", "play": "cards", "discard": "discards"}
DEED_WIDTH = 78  # of the part of a line that says what was done; longer ones push the rest to the right
ENDS = {
    "kill": "A dragon was killed",
    "banish": "A dragon was banished",
    "exhaust": "A dragon was exhausted",
    "turn_limit": "The game was stopped",
}


def move_text(move: Any, effective: Mapping[str, Any]) -> str:
    """A move of the engine in words."""
    papers = [paper.title for paper in cardbook(effective["pack"]).values()]
    card, at, declared = int(move["card"]), int(move["at"]), unpacked(int(move["declared"]))
    named = [papers[card]] if card >= 0 else []
    named += [f"at {papers[at]}"] if at >= 0 else []
    choice = Choice(ACTS[int(move["act"])], rival=int(move["rival"]), declared=declared, number=int(move["number"]))
    return _decision_text(choice, " ".join(named))


def choice_text(choice: Choice, book: Book) -> str:
    """What a player decides."""
    named = book[choice.card].title if choice.card else ""
    return _decision_text(choice, f"{named} at {book[choice.at].title}" if choice.at else named)


def _decision_text(choice: Choice, named: str) -> str:
    """A decision about what has been named already."""
    if choice.act == "draw":
        return f"draw {choice.number}"
    words = {"pass": "go on", "hold": "let it be", "pay": "pay with", "shed": "give up", "top": "top with"}
    words |= {"play": "", "discard": "discard"}
    rival = f" against the {SEATS[choice.rival]}" if choice.rival != NOBODY else ""
    return f"{words[choice.act]} {named}{rival}{_declared(choice.declared)}".strip()


def _declared(declared: Declared) -> str:
    """How dragons are to turn."""
    return "".join(f", {SEATS[seat]} dragon to {facing}" for seat, facing in declared)


def turn_line(turn: Row, choice: Choice, book: Book, players: int) -> str:
    """A decision in one line: an answer in a chain stands further to the right than what it answers."""
    who = f"{turn['turn'] + 1:3d} {SEATS[turn['seat']]:<6}"
    score = ":".join(f"{health:>2}" for health in (turn[f"score_{seat}_after"] for seat in SEATS[:players]))
    left = f"hand {turn['hand_after']}, deck {turn['deck_after']}, {counted(turn['legal_moves'], 'choice')}"
    return f"{who}  {' ' * INDENT * turn['depth'] + deed(turn, choice, book):<{DEED_WIDTH}} {score}  {left}"


def deed(turn: Row, choice: Choice, book: Book) -> str:
    """What was decided, and what came of the card that it was about."""
    text = chosen(turn, choice, book) + came_of(turn, book)
    return text + (f", {counted(turn['wounds'], 'wound')}" if turn["wounds"] else "")


def chosen(turn: Row, choice: Choice, book: Book) -> str:
    """What was decided."""
    return f"no more {PASSED[turn['step']]}" if turn["act"] == "pass" else choice_text(choice, book)


def came_of(turn: Row, book: Book) -> str:
    """What came of the card that a decision was about, if that was settled by it."""
    if turn["outcome"] is None:
        return ""
    about = list(book.values())[turn["first_card"]].title
    return f" → {about} is cancelled" if turn["outcome"] == "cancelled" else f" → {about} takes effect"


def deal_lines(players: Sequence[str], table: Tabletop) -> list[str]:
    """Whose cards they are, who plays which dragon, and the opening hands as only the reader may see them."""
    hands = (f"{side.dragon}; hand: {cards_text(side.hand, table.book)}" for side in table.position().sides)
    return [f"{label(table.rules)}.", *by_player(players, hands), "", LEGEND]


def cards_text(names: Iterable[str], book: Book) -> str:
    """Cards by title, equal ones counted; a dash for none."""
    counts = Counter(book[name].title for name in names)
    return ", ".join(title + (f" ×{n}" if n > 1 else "") for title, n in counts.items()) or "–"


def board_lines(position: Position, book: Book) -> list[str]:
    """Everything on the table."""
    lines = []
    for seat, side in enumerate(position.sides):
        mark = "> " if position.asked == seat else "  "
        lines.append(f"{mark}{SEATS[seat]:<6} {_stand(side)}")
        grounds = [f"{book[name].title} against the {SEATS[rival]}" for name, rival in side.grounds]
        attached = [book[name].title + (f" until turn {until}" if until else "") for name, until in side.attached]
        lines += [f"         {', '.join([*grounds, *attached])}"] if grounds or attached else []
        lines.append(f"         hand: {cards_text(side.hand, book)}; deck {side.deck}, discards {side.discards}")
    return lines


def _stand(side: Side) -> str:
    if not side.alive:
        return f"{side.dragon}, out of the fight"
    assert side.facing in FACINGS
    health = f"{side.wounds} of {counted(side.health, 'wound')}"
    return f"{side.dragon}, level {side.level}, facing {side.facing}, {health}, lair attack {side.siege} of {side.lair}"


def result_lines(players: Sequence[str], row: Row) -> list[str]:
    """How all dragons stood at the end, who won and how, the chains."""
    topped = f"{counted(row['tops'], 'card')} played to top in {counted(row['chains'], 'chain')}"
    return [
        *by_player(players, (_end(row, seat) for seat in SEATS[: len(players)])),
        f"{verdict(players, row)} {ENDS[row['end_reason']]} after {counted(row['turns'], 'decision')}.",
        f"{topped}, at most {row['longest_chain']} in one; {counted(row['cancelled'], 'card')} cancelled.",
    ]


def _end(row: Row, seat: str) -> str:
    health = f"{row[f'score_{seat}']} health left, level {row[f'level_{seat}']}"
    return f"{health}, lair attack {row[f'siege_{seat}']}, {counted(row[f'deck_{seat}'], 'card')} to draw"


def _step(table: Tabletop, turn: Row) -> Step:
    choice = Choice.of(turn, list(table.book))
    table.play(choice)
    after = table.position()
    line = turn_line(turn, choice, table.book, table.players)
    did = f"{' ' * INDENT * turn['depth']}{SEATS[turn['seat']]}: {deed(turn, choice, table.book)}"
    return Step(turn["seat"], line, did, tuple(board_lines(after, table.book)), after)


RETELLING = Retelling(problems, set_up, deal_lines, _step, result_lines, move_text)
