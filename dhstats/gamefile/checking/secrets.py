"""What is hidden stays hidden: rules that players can follow, and guesses that fit what they see and what is true."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np

from dhstats.gamefile.checking.findings import Findings
from dhstats.gamefile.declarations import OTHERS, OWNER, PILE, Field
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.playing import hiding, records
from dhstats.gamefile.playing.play import DEALT_ANEW
from dhstats.gamefile.telling.lying import cells_in, kinds_in
from dhstats.gamefile.telling.plain import Draws, Eyes, as_records, mix, move_list, plain_functions, possible
from dhstats.gamefile.telling.story import Tabletop
from dhstats.games import refereeing

MOST_PLACES = 400  # of all that is hidden
OFTEN, ENOUGH = 12, 5  # positions and games in which something was true

Place = tuple[str, int]  # a field, and where in it


class Guesses:
    """Counts what lies at each hidden place: truly, by game, and in guesses, one for each position.

    If a guess is as likely as the truth, what was true in twelve positions is guessed about as often.
    """

    def __init__(self, file: GameFile) -> None:
        self._file = file
        self._true: dict[Place, dict[int, Counter[int]]] = defaultdict(lambda: defaultdict(Counter))
        self._guessed: dict[Place, Counter[int]] = defaultdict(Counter)

    def note(self, table: Tabletop, laid: Any) -> None:
        """One guess of the mover beside the table."""
        seat, left = table.mover, MOST_PLACES
        for name, each in self._file.state.items():
            if each.hidden and left > 0:
                true, guessed = (_hidden(each, state[name], seat) for state in (table.state, laid))
                for place, value in list(true.items())[:left]:
                    self._true[name, place][value][table.deal] += 1
                    self._guessed[name, place][guessed.get(place, value)] += 1
                left -= len(true)

    def never(self) -> Iterator[tuple[str, str]]:
        """Fields of which something was true in several games, and never was guessed."""
        for (name, place), values in self._true.items():
            guessed = self._guessed[name, place]
            for value, games in values.items():
                if games.total() >= OFTEN and len(games) >= ENOUGH and not guessed[value]:
                    text = f"State.{name} held {value} in {games.total():,} of {guessed.total():,} positions"
                    yield name, f"guess never deals the true cards: {text}, and in none of as many guesses"
                    break


def _hidden(each: Field, value: Any, seat: int) -> dict[int, int]:
    """What lies at the places of a field that a seat does not see: of a pile as many as it has cards."""
    cells = np.asarray(value)
    if each.kind == PILE:
        places = np.arange(each.size)
        cells = np.where(places < np.asarray(value["count"])[..., None], value["cards"], -1)
    shown = np.full(cells.shape, each.seen == OTHERS)
    if each.seen in (OWNER, OTHERS):
        shown[seat] = each.seen == OWNER
    return {at: int(one) for at, one in enumerate(cells.ravel()) if not shown.ravel()[at]}


GUESSING = 1 << 20  # a channel of its own
PLAY_FAILS = "play fails if what the mover does not see is different, so it reads what it may not: "
IN_THEN = "what was hidden may be revealed in then(state, rules, chance)"


class Secrets:
    """Holds a file's functions against what the mover sees."""

    def __init__(self, file: GameFile, rules: Any, seed: int, findings: Findings) -> None:
        self._file, self._seed, self._findings = file, seed, findings
        self._rules, self._own = as_records(np.array(rules, ndmin=1))[0], plain_functions(file)
        self._eyes = Eyes(file, self._own)
        own = {f"own_{name}": self._own.get(name) for name in ("guess", "allowed", "moves")}
        self._lay = hiding.lay_hidden(file, {**own, "mix": mix, "below": Draws.below}, plain=True)
        self._pool = np.zeros(records.table(file)["pool"].shape, np.int64)
        self.guesses = Guesses(file) if "guess" in file.functions else None

    def check(self, table: Tabletop, moves: list[Any], move: Any, place: str) -> bool:
        """Whether what the mover sees tells them what they may do and what comes of it, and can be guessed on.

        Returns whether the move can be made at all.
        """
        view = self._eyes.seen(table.state, self._rules, table.mover)
        name, seen = "moves" if self._file.offers else "allowed", list[Any]()
        with self._findings.watching(place, f"{name} on what the mover sees: ") as failed:
            seen = possible(self._file, self._own, view.state, self._rules)
        if not failed and [each.tobytes() for each in seen] != [each.tobytes() for each in moves]:
            says = f"{name} permits {len(moves)} moves, but {len(seen)} by what the mover sees; it may read no more"
            self._findings.add(name, f"{place}: {says}")
        if not moves:
            return True
        with self._findings.watching(place) as failed:
            after = self._eyes.after(table.state, self._rules, move, table.mover)
        if failed:
            return False
        with self._findings.watching(place, "play on what the mover sees: ") as failed:
            shown = self._eyes.after(view.state, self._rules, move, table.mover)
        if not failed and (name := self._difference(after, shown)):
            says = f"play makes State.{name} depend on what the mover does not see; {IN_THEN}"
            self._findings.add(("play", name), f"{place}: {says}")
        elif not failed:
            self._check_guess(table, view, move, after, place)
        return True

    def _fits(self, state: Any, seat: int) -> bool:
        return "fits" not in self._own or bool(self._own["fits"](state, self._rules, seat))

    def tell(self) -> None:
        """Notes what was found in all games together: what the file's own guess never deals."""
        for name, says in self.guesses.never() if self.guesses else ():
            self._findings.add(("guess", name), says)

    def _dealt_anew(self, table: Tabletop, view: Any, place: str) -> Any:
        """What the mover does not see, laid by lot until it fits; None where that fails."""
        words = Draws(refereeing.words(self._seed, table.deal, GUESSING + table.decisions))
        with self._findings.watching(place, "guess: "):
            if not self._fits(table.state, table.mover):
                self._findings.add("fits", f"{place}: fits refuses the true cards")
                return None
            for _ in range(DEALT_ANEW):
                laid = view.state.copy()
                self._lay(laid, view, self._pool, words, move_list(self._file))
                if self._fits(laid, table.mover):
                    return laid
            says = f"fits refuses {DEALT_ANEW} deals of what is hidden; let guess place the cards that the seat knows"
            self._findings.add("fits", f"{place}: {says}", fault=False)
        return None

    def _check_guess(self, table: Tabletop, view: Any, move: Any, after: Any, place: str) -> None:
        """Hidden things are dealt again: the mover sees the same, before the move and after it."""
        laid = self._dealt_anew(table, view, place)
        if laid is None:
            return
        if self.guesses is not None:
            self.guesses.note(table, laid)
        again = self._eyes.seen(laid, self._rules, table.mover)
        if name := self._difference(view, again):
            self._findings.add(("guess", name), f"{place}: guess changes State.{name}, which the mover sees")
        elif not np.array_equal(view.unseen, again.unseen):
            self._findings.add("guess cards", f"{place}: guess puts cards out of sight that are not in the game")
        else:
            with self._findings.watching(place, PLAY_FAILS) as failed:
                name = self._difference(after, self._eyes.after(laid, self._rules, move, table.mover))
            if not failed and name:
                says = f"play makes State.{name} depend on what the mover does not see; {IN_THEN}"
                self._findings.add(("play", name), f"{place}: {says}")

    def _difference(self, one: Any, other: Any) -> str:
        """The first field in which two views differ; "" if there is none."""
        if one["state"].tobytes() == other["state"].tobytes():
            return ""
        for name in ("mover", *self._file.state):
            left, right = one["state"][name], other["state"][name]
            field = self._file.state.get(name)
            if field is not None and field.kind == PILE:
                left, right = ([kinds_in(field, pile) for pile in cells_in(field, each)] for each in (left, right))
                if left != right:
                    return name
            elif not np.array_equal(left, right):
                return name
        return ""
