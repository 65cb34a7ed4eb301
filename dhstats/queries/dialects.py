"""How the tables of a game say what the shared queries count: the slots of their SQL."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from dhstats.seats import SEATS
from dhstats.storage.manifest import FOUR
from dhstats.storage.run import parts_name, parts_of_win


@dataclass(frozen=True, slots=True)
class Moment:
    """A whole number that not every game has: its column, the value that is counted, and where there is one."""

    column: str
    value: str
    there: str


@dataclass(frozen=True, slots=True)
class Mark:
    """What one of two players may have and what may go with winning, such as the first capture.

    `held` is 1 where the first player has it, -1 where the second has it, 0 where neither does. In words: `thing` is
    what goes with a part of an advantage, and a player `has` it.
    """

    held: str
    thing: str
    has: str


@dataclass(frozen=True, slots=True)
class Split:
    """What games differ in: its name, what its parts say in words, the tables (CTEs) that make `part` of a game_id."""

    name: str
    says: str
    rows: str


@dataclass(frozen=True, slots=True)
class Dialect:
    """What a game's tables call the things that every game has, and what it adds to them; all values are SQL.

    Where more than two `players` sit at a table, what each seat has of the wins is told of every deal.

    `turns` is how many turns a game took, `steps` what `lead_since` counts (a column or a measure), `longer_first` 1
    where the first player had more turns than the second. `endings` are the ways to end by which rule sets are
    compared: a name, and the word in `end_reason`. `marks` are what may go with winning. `by_rounds` says that points
    end no game, so that it may be counted as if it had ended with a whole round. `measures` are whole numbers that
    every game has, `moments` those that only some have. Where a turn may have several rows in `moves`, `turn_rows`
    makes the table `ended_turns` of it: game_id, turn, and the score of every seat after it. Leads are looked at every
    `checkpoint` turns. `split` is one more thing by which final margins are told apart. `own` are slots of the game's
    own queries. `chosen` are columns of `moves` that say what was chosen, with the options that there are. `aims` are
    whole numbers of a game that say how far players reach what they want, where that is not to win.
    `also` and `notes` say in words what measures and moments are.
    """

    turns: str = "turns"
    steps: str = "turns"
    longer_first: str = "turns % 2"
    endings: Mapping[str, str] = field(default_factory=dict)
    marks: Mapping[str, Mark] = field(default_factory=dict)
    by_rounds: bool = False
    measures: Mapping[str, str] = field(default_factory=dict)
    moments: Mapping[str, Moment] = field(default_factory=dict)
    turn_rows: str = ""
    checkpoint: int = 4
    split: Split | None = None
    own: Mapping[str, str] = field(default_factory=dict)
    chosen: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    aims: Mapping[str, str] = field(default_factory=dict)
    players: int = 2
    also: str = ""
    notes: tuple[str, ...] = ()

    def slots(self) -> dict[str, str]:
        """What stands in every slot of the queries."""
        ends = [f"count(*) FILTER (end_reason = '{word}') AS {name}," for name, word in self.endings.items()]
        casts = [(name, value if value.isidentifier() else f"({value})") for name, value in self.measures.items()]
        columns = [f"{value}::INT AS {name}," for name, value in casts]
        totals = [(value, name) for name, value in self.measures.items()]
        sums = [each for name in self.measures for each in ((name, name), (f"{name} * {name}", f"{name}_squares"))]
        unions = [UNION.format(name, name, "") for name in self.measures]
        unions += [UNION.format(name, each.value, f" WHERE {each.there}") for name, each in self.moments.items()]
        return {
            **self.own,
            "mark_names": ", ".join(f"'{name}'" for name in self.marks) or "''",
            "mark_values": ", ".join(f"({mark.held})::INT" for mark in self.marks.values()) or "0",
            "mark_blocks": MARK_BLOCKS,
            "players": str(self.players),
            **_of_choices(self.chosen),
            **_of_seats(self.players),
            "names": ", ".join(f"{seat}::VARCHAR" for seat in SEATS[: self.players]),
            "turns": self.turns,
            "turns_column": self.turns if self.turns == "turns" else f"{self.turns} AS turns",
            "steps": self.steps,
            "longer_first": self.longer_first,
            "also": self.also,
            "notes": "".join(f"\n-- {line}" for line in self.notes),
            "endings": "\n    ".join(ends),
            "own_columns": "\n        ".join(columns),
            "own_moments": "".join(f",\n        {each.column}::INT AS {each.column}" for each in self.moments.values()),
            "own_totals": _sums(totals, 8),
            "own_sums": _sums(sums, 4),
            "own_of_deals": _sums([*totals, *((value, name) for name, value in self.aims.items())], 4),
            "seats_of_deals": _sums(_shares(self.players), 4),
            "seats_said": ", ".join(f"'score_{seat}'" for seat in SEATS[: self.players]),
            "scores_after": ", ".join(f"score_{seat}_after::INT" for seat in SEATS[: self.players]),
            "own_quantities": "".join(unions),
            "turn_rows": self.turn_rows,
            "checkpoint": str(self.checkpoint),
            "split_rows": self.split.rows if self.split else "",
            "split_notes": f"; '{self.split.name}', {self.split.says}" if self.split else "",
            "own_splits": PARTED.format(self.split.name) if self.split else "",
            "ended_turns": "ended_turns" if self.turn_rows else "moves",
        }


def _of_seats(players: int) -> dict[str, str]:
    """The columns of all seats: tables for three have those of four."""
    seats = SEATS[: max(FOUR, players)]

    def alike(place: str) -> str:
        return ("\n        + " if players > FOUR else " + ").join(f"(rank_{seat} = {place})::INT" for seat in seats)

    return {
        "ranks": ", ".join(f"rank_{seat}" for seat in seats),
        "scores": ", ".join(f"score_{seat}" for seat in seats),
        "firsts": alike("1"),
        "alike": alike("rank"),
        "win": str(parts_of_win(players)),
        "parts": parts_name(players),
    }


def _of_choices(chosen: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """The parts of a move that are counted, and their options; where there are none an option that nobody has."""
    quoted = [(part, option.replace("'", "''")) for part, every in chosen.items() for option in every]
    return {
        "options": ", ".join(f"('{part}', '{option}')" for part, option in quoted) or "('', NULL)",
        "chosen_parts": ", ".join(f"'{part}'" for part in chosen) or "''",
        "chosen": ", ".join(f'"{part}"::VARCHAR' for part in chosen) or "NULL::VARCHAR",
    }


def _shares(players: int) -> list[tuple[str, str]]:
    """What each seat has of the wins, in parts: the winner has all, or those who are first alike share them."""
    if players == 2:
        return []
    firsts = " + ".join(f"(rank_{seat} = 1)::INT" for seat in SEATS[:players])
    share = f"WHEN 1 THEN {parts_of_win(players)} // ({firsts}) ELSE 0 END"
    return [(f"CASE rank_{seat} {share}", f"share_{seat}") for seat in SEATS[:players]]


# The games of one more split, and the distribution of one more quantity.
PARTED = "\n    UNION ALL\n    SELECT matchup, margin, '{0}', part FROM one_a_deal JOIN {0}_parts USING (game_id)"
UNION = "\n    UNION ALL\n    SELECT matchup, '{}', {}, count(*)\n    FROM one_a_deal{} GROUP BY ALL"

# For each deal and each mark what the first player gained, and who had it how often.
MARK_BLOCKS = """\
blocks AS (
    SELECT
        matchup, mark, deal_id,
        sum(gain)::BIGINT AS gain,
        sum(held)::BIGINT AS held,
        sum(abs(held))::BIGINT AS marked,
        sum(gain * held)::BIGINT AS product
    FROM played
    GROUP BY matchup, mark, deal_id
)
"""


def ended_turns(players: int, why: str, last: str, by_seat: bool = False) -> str:
    """The score of every seat after a turn of several rows, as `last` takes it ({}) of them, for `turn_rows`.

    Turns are numbered as they were played; or `by_seat` in every round, if the first seat always begins.
    """
    numbered = "row_number() OVER (PARTITION BY game_id ORDER BY min(moves.turn)) - 1"
    columns = (f"score_{seat}_after" for seat in SEATS[:players])
    scores = ",\n        ".join(f"{last.format(column)} AS {column}" for column in columns)
    return f"""\
ended_turns AS (  -- {why}
    SELECT
        game_id,
        {f"own_turn::INT * {players} + mover" if by_seat else numbered} AS turn,
        {scores}
    FROM moves
    GROUP BY game_id, own_turn, mover
),
"""


def _sums(columns: Iterable[tuple[str, str]], indent: int) -> str:
    return "".join(f",\n{' ' * indent}sum({value})::BIGINT AS {name}" for value, name in columns)
