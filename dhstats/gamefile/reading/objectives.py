"""What a file says its players want, and who wins together, checked."""

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

from dhstats.errors import nearest
from dhstats.gamefile.declarations import Field
from dhstats.games.objective import OBJECTIVES, POINTS, TOGETHER, WIN, Objective
from dhstats.quoting import quoted

EXAMPLE = '{"north_south": (0, 2), "east_west": (1, 3)}'
MOST_POWERS = 32  # that a field tells apart


class Objectives:
    """The objective of one file; each thing that is amiss is told to `wrong`."""

    def __init__(self, module: ModuleType, wrong: Callable[[str], None]) -> None:
        self._module, self._wrong = module, wrong

    def read(
        self, seats: tuple[int, int], endings: Sequence[str], state: Mapping[str, Field], *, sides: bool
    ) -> Objective:
        """What the game is about; `sides` says whether a function tells the side of a seat."""
        usual = POINTS if getattr(self._module, "BY_POINTS", False) is True else WIN  # the former word for it
        kind = getattr(self._module, "OBJECTIVE", usual)
        if kind not in OBJECTIVES:
            hint = nearest(kind, OBJECTIVES) if isinstance(kind, str) else f"one of {', '.join(OBJECTIVES)}"
            self._wrong(f"OBJECTIVE is {quoted(kind)}; {hint}")
        names, side_of = self._sides(seats, sides=sides)
        if names and kind == TOGETHER:
            self._wrong("SIDES: all play together, so there are no sides; leave one of OBJECTIVE and SIDES out")
        return Objective(str(kind), self._success(kind, endings), names, side_of, self._powers(state))

    def _success(self, kind: object, endings: Sequence[str]) -> tuple[str, ...]:
        success = getattr(self._module, "SUCCESS", ())
        words = success if isinstance(success, tuple) and all(isinstance(each, str) for each in success) else ()
        if kind != TOGETHER:
            if hasattr(self._module, "SUCCESS"):
                self._wrong('SUCCESS is for games in which all play together; write OBJECTIVE = "together" as well')
            return ()
        own = endings[:-1]  # the last is the limit of decisions
        if not words or len(own) < 2:
            self._wrong(
                'OBJECTIVE = "together" needs endings by which all succeed or fail, as in ENDINGS = ("saved", "lost")'
                ' and SUCCESS = ("saved",)'
            )
        for each in words:
            if each not in own:
                self._wrong(f"SUCCESS: {quoted(each)} is not one of the ENDINGS; {nearest(each, own)}")
        if words and set(words) >= set(own):
            self._wrong("SUCCESS: names every ending, so nobody can fail; leave out the endings that all lose")
        return words

    def _sides(self, seats: tuple[int, int], *, sides: bool) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """The names of the sides, and of which each seat is where that never changes."""
        names: Any = getattr(self._module, "SIDES", ())
        if isinstance(names, tuple):
            if (names or sides) and not (len(names) > 1 and all(isinstance(each, str) for each in names) and sides):
                self._wrong(
                    f'SIDES must be seats by name, as in {EXAMPLE}, or names as in ("village", "wolves") and a function'
                    " side(state, rules, seat) that returns the place of one"
                )
                return (), ()
            return self._named(names), ()
        if sides:
            self._wrong(
                "SIDES says which seats play together; leave out side(state, rules, seat), or name only the sides"
            )
        try:
            seated = {str(name): tuple(members) for name, members in names.items()}
            places = sorted(seat for members in seated.values() for seat in members)
        except (AttributeError, TypeError, ValueError):
            seated, places = {}, []
        if places != list(range(seats[1])) or len(seated) < 2:
            self._wrong(f"SIDES must have every seat from 0 to {seats[1] - 1} on one side, as in {EXAMPLE}")
            return (), ()
        for name, members in seated.items():
            if not members or min(members) >= seats[0]:
                self._wrong(f"SIDES: with {seats[0]} players nobody plays for {quoted(name)}; change SEATS or SIDES")
        side_of = tuple(next(at for at, each in enumerate(seated.values()) if seat in each) for seat in places)
        return self._named(tuple(seated)), side_of

    def _named(self, names: tuple[str, ...]) -> tuple[str, ...]:
        if len(set(names)) < len(names) or not all(name.isidentifier() for name in names):
            self._wrong('SIDES: names must be different words, as in ("village", "wolves")')
        return names

    def _powers(self, state: Mapping[str, Field]) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The fields by which players differ, each with what it may be."""
        for name, each in state.items():
            if each.power and (not each.words or each.shape or each.is_cards or len(each.words) > MOST_POWERS):
                self._wrong(
                    f"State.{name}: a power is each_seat(choice(WORDS), power=True), of at most {MOST_POWERS} words"
                )
        return tuple((name, each.words) for name, each in state.items() if each.power)
