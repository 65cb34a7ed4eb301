"""Players at puzzles: what each of them plays there, whether that is right, and both in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dhstats.errors import check_range
from dhstats.games import catalogue
from dhstats.games.folder import USUAL
from dhstats.games.retelling import counted
from dhstats.players.learning import trainees
from dhstats.players.match import cautions_of, line_up
from dhstats.players.positions.decisions import DecisionTable
from dhstats.questions.puzzles.puzzle import Option, Puzzle
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.first_screen import capital, spelt, who
from dhstats.questions.shared.tables import limits, number, table, text, whole
from dhstats.seats import SEATS
from dhstats.stats.intervals.blocks import BlockSums, Estimate

Array = np.ndarray[Any, Any]
MOST_ASKS = 10_000


@dataclass(frozen=True)
class Answers:
    """What a player plays at some puzzles: `moves` in words, a row a puzzle, as often as they were asked."""

    player: str
    idea: str
    source: str
    puzzles: tuple[Puzzle, ...]
    moves: tuple[tuple[str, ...], ...]

    @cached_property
    def right(self) -> Array:
        """Whether each answer is right: shape (puzzles, asks)."""
        known = [{option.move for option in puzzle.options if option.right} for puzzle in self.puzzles]
        return np.array([[move in right for move in moves] for right, moves in zip(known, self.moves, strict=True)])

    @property
    def steady(self) -> bool:
        """Whether every answer was always the same."""
        return all(len(set(moves)) == 1 for moves in self.moves)

    @property
    def shares(self) -> Array:
        """How often each puzzle was solved."""
        return np.asarray(self.right.mean(axis=1))

    def solved(self, level: float, kind: str = "") -> Estimate:
        """How many of the puzzles are solved, of one kind or of all; t over rounds in which each is asked once.

        The puzzles are these and no sample: the interval is about the player's own draws alone.
        """
        rows = [at for at, puzzle in enumerate(self.puzzles) if kind in ("", puzzle.kind)]
        return BlockSums.from_values(self.right[rows].sum(axis=0).tolist(), 1).estimate(level, (0.0, len(rows)))

    def usual(self, at: int) -> str:
        """The move that is played most at a puzzle, the first of several."""
        return max(dict.fromkeys(self.moves[at]), key=self.moves[at].count)


def solve(
    puzzles: Sequence[Puzzle], names: Sequence[str], seed: int, asks: int, watch: trainees.Watcher = trainees.unseen
) -> tuple[tuple[Answers, ...], tuple[str, ...]]:
    """What players play at puzzles of one game, and what has to be said of them; equal seeds give equal answers.

    A player is found for the rules of each puzzle. Raises BadInput for unknown players, and naming one who fails.
    """
    check_range("--asks", asks, 2, MOST_ASKS)
    check_range("--seed", seed, 0, 2**64 - 1)
    bundle, said = catalogue.load(puzzles[0].game), list[str]()
    found: dict[str, dict[int, tuple[str, ...]]] = {name: {} for name in names}
    ideas: dict[str, tuple[str, str]] = {}
    by_rules: dict[tuple[str, str], list[Puzzle]] = {}
    for puzzle in puzzles:
        by_rules.setdefault((puzzle.rules.name, puzzle.rules.hash), []).append(puzzle)
    for _, same in sorted(by_rules.items()):
        rules = same[0].rules
        players = [trainees.find(bundle, rules, name, watch) for name in names]
        lineup = line_up(bundle, rules, players, whole=False)
        said += cautions_of(players)
        legal = [puzzle.moves() for puzzle in same]
        views = np.concatenate([puzzle.view for puzzle in same]).view(np.recarray)
        for name, player in zip(names, players, strict=True):
            table = DecisionTable(lineup, [player.name] * bundle.players(lineup.rules))
            choices = table.ask(views, seed, asks)
            ideas[name] = (player.idea, player.source)
            for puzzle, moves, row in zip(same, legal, choices, strict=True):
                found[name][puzzle.number] = tuple(moves[choice] for choice in row)
    played = {name: tuple(found[name][puzzle.number] for puzzle in puzzles) for name in names}
    answers = tuple(Answers(name, *ideas[name], tuple(puzzles), played[name]) for name in names)
    return answers, tuple(dict.fromkeys(said))


LEVEL = 0.95
SOLVED = 0.5  # share of the answers from which on a puzzle counts as solved where it is named
LISTED = 30  # legal moves that the terminal shows
NAMED = 2  # players beside the best whom the answer names
OPTIONS = 15  # of a solved puzzle that are listed, the best first; those that somebody plays always
TITLE = "Who finds the best move?"
HOW_TO_READ = "Each square is a puzzle: filled if the player finds the best move, half filled if only sometimes."
METHOD = (
    "A puzzle is a position as one player sees it. Every move was tried on tables that agree with"
    " what the player sees, with random hidden cards and the same cards to come for all moves; good"
    " players then played to the end. The best move is better than any other by far more than chance,"
    " in two independent halves of the tries, and also if weaker players play on. Players without"
    " random choices are asked once; others are asked several times with new random choices, and"
    " intervals are t over these rounds."
)
CAUTION = (
    "The puzzles are not a sample of all positions: the share solved does not measure strength, and"
    " intervals cover only a player's own random choices. The puzzles that a player misses show where"
    " to improve."
)


def kinds(puzzles: Sequence[Puzzle]) -> tuple[str, ...]:
    """The kinds of lessons, in the order of the puzzles."""
    return tuple(dict.fromkeys(puzzle.kind for puzzle in puzzles))


def answer(answers: Sequence[Answers], title: str) -> Answer:
    """Who solves what: players, kinds of lessons, puzzles; `title` is what the game is called."""
    order = sorted(answers, key=lambda each: -each.shares.sum())
    findings = [Finding(_sentence(each), headline=at == 0) for at, each in enumerate(order)]
    findings += [Finding(said) for said in _misses(order)]
    players = (
        text("player", "Player"),
        number("solved", "Puzzles solved", "puzzles", lambda each: each.solved(LEVEL).value),
        *limits("puzzles", lambda each: each.solved(LEVEL).interval),
        text("method", "Method of the interval", lambda each: "asked once" if each.steady else "t over rounds"),
        whole("n", "Rounds of asking", "rounds", lambda each: 1 if each.steady else each.right.shape[1]),
        whole("puzzles", "Puzzles", "puzzles", lambda each: len(each.puzzles)),
    )
    lessons = (
        text("player", "Player", lambda row: row[0].player),
        text("kind", "Kind", lambda row: row[1]),
        number("solved", "Puzzles solved", "puzzles", lambda row: row[0].solved(LEVEL, row[1]).value),
        whole("puzzles", "Puzzles", "puzzles", lambda row: [each.kind for each in row[0].puzzles].count(row[1])),
    )
    by_kind = [(each, kind) for each in order for kind in kinds(each.puzzles)]
    tables = (
        table("players", "Puzzles solved by each player", players, order),
        table("kinds", "Puzzles solved, by lesson", lessons, by_kind),
        _moves(order),
    )
    first = _opening(order, title)
    return Answer("puzzles", TITLE, tuple(findings), tables, HOW_TO_READ, METHOD, CAUTION, (), first)


def solved(each: Answers, kind: str = "") -> str:
    """How many puzzles a player solves, of one kind or of all: "12 of 30"."""
    found, of = each.solved(LEVEL, kind).value, sum(kind in ("", puzzle.kind) for puzzle in each.puzzles)
    return f"{words.step(found)} of {of}"


def precisely(each: Answers) -> str:
    """The same with the interval, where the player draws."""
    found = each.solved(LEVEL).interval
    return solved(each) if each.steady else f"{solved(each)} ({words.level(found)} {words.between(found, 1)})"


def _sentence(each: Answers) -> str:
    known, sentence = each.solved(LEVEL).interval, f"{each.player} finds the best move in {solved(each)} puzzles"
    if each.steady:
        return f"{sentence}."
    ends = f"{words.level(known)} interval {words.between(known, 1)}, t over {known.n} rounds of asking"
    return f"{sentence} on average ({ends})."


def _misses(order: Sequence[Answers]) -> list[str]:
    """Who misses at least half of a kind, kind by kind, with the numbers of its puzzles."""
    sentences = []
    for kind in kinds(order[0].puzzles):
        rows = [at for at, puzzle in enumerate(order[0].puzzles) if puzzle.kind == kind]
        missing = [each.player for each in order if 2 * (each.shares[rows] < SOLVED).sum() >= len(rows)]
        if missing:
            numbers = [str(order[0].puzzles[at].number) for at in rows]
            which = f"{'puzzle' if len(rows) == 1 else 'puzzles'} {words.listed(numbers)}"
            sentences.append(f"{capital(kind)} ({which}): at least half are missed by {words.listed(missing)}.")
    return sentences


def _opening(order: Sequence[Answers], title: str) -> Opening:
    best, of = order[0], len(order[0].puzzles)
    question = f"Which of {spelt(len(order))} players find the best moves in {title}?"
    sentence = f"{capital(who(best.player))} finds {_rounded(best)} of {of} best moves"
    if len(order) == 1:
        question = f"Which best moves does {who(best.player)} find in {title}?"
    else:
        rest = [f"{who(each.player)} {_rounded(each)}" for each in order[1:]]
        least, greatest = _rounded(order[-1]), _rounded(order[1])
        ends = f"{least} to {greatest}" if least != greatest else f"{greatest} each"
        sentence += f", {words.listed(rest) if len(rest) <= NAMED else f'the {spelt(len(rest))} others {ends}'}"
    sure = f"Estimate: this is about these {of} puzzles, and says nothing about other positions."
    decision, command = _next(order)
    return Opening(question, f"{sentence}.", sure, decision, command=command)


def _next(order: Sequence[Answers]) -> tuple[str, str]:
    """What to look at: the puzzle that is missed most, and what to type for it."""
    shares = np.array([each.shares for each in order])
    at = int(np.argmin(shares.sum(axis=0)))
    missing = [who(each.player) for each, share in zip(order, shares[:, at], strict=True) if share < SOLVED]
    if not missing:
        return "Play a match: these puzzles find no weakness.", ""
    puzzle = order[0].puzzles[at]
    by = f"{spelt(len(missing))} of {spelt(len(order))} miss"
    if len(order) == 1:
        by = f"{who(order[0].player)} misses"
    elif len(missing) == len(order):
        by = f"{'both' if len(order) == 2 else f'all {spelt(len(order))}'} miss"
    other = "" if puzzle.game == USUAL else f"--game {puzzle.game} "
    return f"Look at puzzle {puzzle.number}, which {by}.", f"dhstats puzzles {other}--show {puzzle.number} --solution"


def _rounded(each: Answers) -> str:
    return words.number(each.solved(LEVEL).value, 0)


def _moves(order: Sequence[Answers]) -> Table:
    rows = []
    for at, puzzle in enumerate(order[0].puzzles):
        for each in order:
            move, right = each.usual(at), float(each.shares[at])
            value = next((option.value for option in puzzle.options if option.move == move), float("nan"))
            rows.append({"puzzle": puzzle, "player": each.player, "move": move, "value": value, "right": right})
    columns = (
        whole("number", "Puzzle", "", "puzzle.number"), text("kind", "Kind", "puzzle.kind"), text("player", "Player"),
        text("move", "Plays most often"), number("value", "Wins after it", "share"),
        number("right", "Answers that are right", "share"), text("best", "Best move", "puzzle.best.move"),
        number("best_value", "Wins after the best", "share", "puzzle.best.value"),
    )  # fmt: skip
    return table("moves", "What each player plays at each puzzle", columns, rows)


def grid(answers: Sequence[Answers]) -> tuple[list[str], list[list[str]]]:
    """A table for the terminal: a row a kind of lesson, a column a player."""
    head = ["kind", "puzzles", *(each.player for each in answers)]
    rows = []
    for kind in kinds(answers[0].puzzles):
        numbers = [puzzle.number for puzzle in answers[0].puzzles if puzzle.kind == kind]
        rows.append([kind, " ".join(map(str, numbers)), *(solved(each, kind) for each in answers)])
    return head, [*rows, ["all", "", *(solved(each) for each in answers)]]


def listing(answers: Sequence[Answers]) -> tuple[list[str], list[list[str]]]:
    """A table for the terminal: a row a puzzle, with the move that each player plays most, "✓" where it is right."""

    def cell(each: Answers, at: int) -> str:
        share = float(each.shares[at])
        if share == 1.0:
            return "✓"
        return each.usual(at) if share == 0.0 else f"{each.usual(at)} (right {100 * share:.0f} %)"

    rows = [
        [str(puzzle.number), puzzle.best.move, *(cell(each, at) for each in answers)]
        for at, puzzle in enumerate(answers[0].puzzles)
    ]
    return ["puzzle", "best move", *(each.player for each in answers)], rows


def mover(puzzle: Puzzle) -> str:
    """Whose move it is."""
    return f"{capital(SEATS[int(puzzle.view[0]['seat'])])} player to move"


def told(puzzle: Puzzle, answers: Sequence[Answers], *, solution: bool) -> list[str]:
    """A puzzle as lines of text: what lies there and what can be played; what is best only where that is wanted."""
    lines = [f"Puzzle {puzzle.number}, {puzzle.rules.name}. {mover(puzzle)}, to decide {puzzle.asked}.", ""]
    lines += puzzle.notation.lines(puzzle.table, puzzle.view[0], puzzle.rules.effective)
    if not solution:
        moves = puzzle.moves()
        shown = [f"  {move}" for move in moves[:LISTED]]
        more = [f"  and {len(moves) - LISTED} more"] if len(moves) > LISTED else []
        return [*lines, "", f"{counted(len(moves), 'legal move')}:", *shown, *more]
    lines += ["", f"Kind: {puzzle.kind}.", f"Best: {puzzle.best.move}. {puzzle.why}", ""]
    at = [each.number for each in answers[0].puzzles].index(puzzle.number) if answers else 0
    width = max(len(option.move) for option in puzzle.options)
    lines.append("Games won of 100 after each move:")
    options = listed_options(puzzle, answers, at)
    for option in options:
        who_plays = ", ".join(each.player for each in answers if option.move in each.moves[at])
        by, mark = f"  {who_plays}" if who_plays else "", "✓" if option.right else " "
        lines.append(f"{mark} {option.move:<{width}}  {100 * option.value:5.1f} ± {100 * option.error:.1f}{by}")
    left = len(puzzle.options) - len(options)
    return [*lines, *([f"  and {left} worse moves"] if left else []), "", basis(puzzle)]


def listed_options(puzzle: Puzzle, answers: Sequence[Answers], at: int) -> list[Option]:
    """The best options, and those that somebody plays; `at` is the place of the puzzle among those that were asked."""
    played = {move for each in answers for move in each.moves[at]}
    return [option for place, option in enumerate(puzzle.options) if place < OPTIONS or option.move in played]


def basis(puzzle: Puzzle) -> str:
    """What the numbers of a puzzle rest on."""
    made = puzzle.made
    if puzzle.exact:
        return "Exact: no hidden or future card changes the value of a move here."
    return f"Numbers: means over {made['tries']:,} tries, {made['judge']} in all seats; ± one standard error."
