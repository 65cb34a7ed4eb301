"""The manifest: what a run is, in one JSON file without a clock, so that equal runs have equal bytes."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from dhstats import machine
from dhstats.documents import check_values
from dhstats.errors import DataProblem
from dhstats.seats import SEATS
from dhstats.storage.layout import ANSWER, ANSWER_PAGE, MANIFEST, PARENTS, TABLES, table_file, whole_file
from dhstats.storage.places import reaching
from dhstats.storage.tables import Malformed, check, filled, record

KEY = "sha256"
MAX_BYTES = 1 << 30  # a run of 10^10 games has a tenth of this
EARLIER = "an earlier version wrote it, in another form; make it again with the same seed, which gives the same games"
_MARK = f',\n "{KEY}": "'.encode()
_END = b'"\n}\n'


def sealed(values: dict[str, Any]) -> bytes:
    """A file's content: the values as they are always written, and the checksum of that text."""
    return _with_seal(json.dumps(values, indent=1, ensure_ascii=False).removesuffix("\n}").encode())


def _with_seal(body: bytes) -> bytes:
    return body + _MARK + hashlib.sha256(body).hexdigest().encode() + _END


def write_sealed(path: Path, values: dict[str, Any]) -> None:
    """Replaces a file by these values as a whole."""
    with whole_file(path) as draft:
        draft.write_bytes(sealed(values))


def read_sealed(path: Path, schema: int) -> dict[str, Any]:
    """The values of a sealed file of this schema."""
    try:
        with reaching(path):
            if path.exists() and not path.is_file():
                raise DataProblem(f"{path}: a folder or device, not a file")
            if path.is_file() and path.stat().st_size > MAX_BYTES:
                raise DataProblem(f"{path}: longer than {MAX_BYTES >> 20} MiB, the limit for such a file")
            content = path.read_bytes()
        values = json.loads(content.decode("utf-8"))
        check_values(values)
    except FileNotFoundError:
        raise
    except NotADirectoryError:
        raise DataProblem(f"{path.parent}: is a file; name the folder of a run") from None
    except (OSError, ValueError, RecursionError) as error:
        machine.check_shortage(error, path)
        why = getattr(error, "strerror", None) or "it is not a JSON file, or it is damaged"
        raise DataProblem(f"{path}: cannot be read: {why}") from error
    found_schema = values.get("schema") if isinstance(values, dict) else None
    if type(found_schema) is int and found_schema != schema:
        why = EARLIER if found_schema < schema else "a newer version wrote it, or it is damaged"
        raise DataProblem(f"{path}: has schema {found_schema}, this version reads {schema}: {why}")
    if content != _with_seal(content.rpartition(_MARK)[0]):
        raise DataProblem(
            f"{path}: was edited or is damaged: its checksum does not fit its content; "
            "put back a copy of it, or make it again with the same seed"
        )
    return {key: value for key, value in values.items() if key != KEY}


SCHEMA = 2  # changes when a column or a key changes its meaning; 1 had no checksum and no sizes of files
MOST_NAMED = 5  # runs of a folder that a message lists
FOUR = 4  # seats of which tables for three have columns too
PEOPLE_SOURCE = "people"  # where a player comes from whose games a log tells
# What is not told while it is so
UNSAID = {"others": (), "layout": 0, "cards": "", "caution": "", "log": "", "game_file": "", "from_deal": 0}


@dataclass(frozen=True, slots=True)
class Player:
    """A strategy as it played, enough to know it again; `caution` is said wherever results of it are shown."""

    name: str
    idea: str
    source: str
    hash: str
    weights: dict[str, float]
    caution: str = ""


@dataclass(frozen=True, slots=True)
class Arm:
    """A member of every block: who sits where, and at whose place.

    A matchup names the players of a table in their order. `first_player` is the number of the one who begins, counted
    from 0; the others follow in that order. A place is what the deal has for one player, such as a deck; `swapped` says
    that nobody has the place of their seat's number, and where more than two play `layout` says by how many places all
    have moved on, and `others` who sits at the third seat and the fourth. Arms that differ in `replicate` alone are the
    same game with other draws of the strategies.
    """

    arm: int
    matchup: int
    first: str
    second: str  # "" where one plays alone
    swapped: bool
    first_player: int
    replicate: int = 0
    others: tuple[str, ...] = ()
    layout: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """The strategy at each seat."""
        return (self.first, *filter(None, (self.second,)), *self.others)

    @property
    def players(self) -> tuple[int, ...]:
        """The number of the player at each seat."""
        seats = len(self.names)
        return tuple((seat + self.first_player) % seats for seat in range(seats))

    @property
    def moved(self) -> int:
        """By how many places all have moved on: seat s has place s + moved, round the table."""
        return self.layout or int(self.swapped)


@dataclass(frozen=True, slots=True)
class Design:
    """Which games of which deals are played: a `kind` of `simulate.plans.designs`, from the deal `from_deal` on."""

    kind: str
    deals: int
    arms: tuple[Arm, ...]
    from_deal: int = 0


@dataclass(frozen=True, slots=True)
class Written:
    """A Parquet file as it was written: its table and name, rows, bytes and SHA-256."""

    table: str
    name: str
    rows: int
    size: int
    sha256: str

    def path(self, folder: Path) -> Path:
        """Where it lies in a run folder."""
        return table_file(folder, self.table, self.name)


@dataclass(frozen=True, slots=True)
class Shard:
    """A finished part of a run: a row of deals, with rows, bytes and SHA-256 of its files; 0 and "" without a file."""

    name: str
    first_deal: int
    deals: int
    games_rows: int
    games_bytes: int
    games_sha256: str
    moves_rows: int
    moves_bytes: int
    moves_sha256: str
    totals_rows: int = 0
    totals_bytes: int = 0
    totals_sha256: str = ""

    @property
    def files(self) -> tuple[Written, ...]:
        """Its files, in the order of the tables."""
        return tuple(file for table in TABLES if (file := self._file(table)).sha256)

    @property
    def games(self) -> Written:
        """Its file of the games table."""
        return self._file("games")

    @property
    def moves(self) -> Written | None:
        """Its file of the moves table, where turns were logged."""
        return self._file("moves") if self.moves_sha256 else None

    def _file(self, table: str) -> Written:
        rows, size, sha256 = (getattr(self, f"{table}_{what}") for what in ("rows", "bytes", "sha256"))
        return Written(table, self.name, rows, size, sha256)


@dataclass(frozen=True, slots=True)
class Manifest:
    """Everything that determines a run, and the shards that are finished.

    `keep` says whether the "games" are kept, or only exact "totals" of them.
    `until` is the stopping rule that may end the run early ("" for none); it then has as many deals as that took.
    `ended` says that such a run has come to its end: because the rule was met, for which stored runs have the word
    "goal", at its "limit" of games, or because the match was too "lopsided" for the rule.
    `cards` says whose cards are played with, and which pack they are by title and hash ("" where a game has no packs).
    `log` is the SHA-256 of the log that the games of people were read from ("" for games that strategies played): the
    seed of such a run says nothing.
    `game_file` is the SHA-256 of the game file that was played ("" for a game that comes along, and in earlier runs,
    where the name of the game has its beginning alone).
    """

    schema: int
    version: str
    game: str
    game_version: int
    name: str
    question: str
    rules_name: str
    rules: dict[str, Any]
    rules_hash: str
    strategies: tuple[Player, ...]
    matchups: tuple[tuple[str, ...], ...]
    seed: int
    design: Design
    moves: str
    games: int
    shard_deals: int
    shards: tuple[Shard, ...]
    until: str = ""
    ended: str = ""
    keep: str = "games"
    cards: str = ""
    log: str = ""
    game_file: str = ""

    @property
    def seats(self) -> tuple[str, ...]:
        """What the columns of its tables call the seats."""
        return SEATS[: len(self.matchups[0])]

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that the run has."""
        if self.keep == "totals":
            return ("totals",)
        return ("games",) if self.moves == "none" else ("games", "moves")

    @property
    def planned_shards(self) -> int:
        """How many shards the whole run has."""
        return -(-self.design.deals // self.shard_deals)

    @property
    def game_ids(self) -> range:
        """The numbers of its games."""
        first = self.design.from_deal * len(self.design.arms)
        return range(first, first + self.games)

    def number_of(self, shard: Shard) -> int:
        """The how manyth of the planned shards begins where this one does."""
        return (shard.first_deal - self.design.from_deal) // self.shard_deals

    @property
    def complete(self) -> bool:
        """Whether all shards are finished."""
        return len(self.shards) == self.planned_shards and bool(self.ended or not self.until)

    def ending_at(self, deals: int) -> "Manifest":
        """The same run with another number of deals."""
        return replace(self, design=replace(self.design, deals=deals), games=deals * len(self.design.arms))

    def files(self, *tables: str) -> Iterator[Written]:
        """The files of the run in the order of the deals, or those of some tables."""
        for shard in self.shards:
            for file in shard.files:
                if file.table in (tables or TABLES):
                    yield file

    def values(self) -> dict[str, Any]:
        """All that the file holds."""
        return asdict(self, dict_factory=_told)

    def plan(self) -> dict[str, Any]:
        """All but the progress: two runs with equal plans have equal rows."""
        plan = self.values()
        del plan["shards"], plan["ended"]
        plan.pop("game_file", None)  # nor this, of which the name of the game has the beginning
        for player in plan["strategies"]:
            player.pop("caution", None)  # earlier versions did not know it, and no row follows from it
        return plan

    @property
    def cautions(self) -> tuple[str, ...]:
        """What has to be said of its players wherever results are shown."""
        return self.cautions_of([player.name for player in self.strategies])

    def cautions_of(self, names: Sequence[str]) -> tuple[str, ...]:
        """What has to be said of some of its players."""
        return tuple(dict.fromkeys(each.caution for each in self.strategies if each.caution and each.name in names))


def _told(fields_of: list[tuple[str, Any]]) -> dict[str, Any]:
    return {name: value for name, value in fields_of if name not in UNSAID or value != UNSAID[name]}


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Replaces the manifest of a run folder as a whole."""
    write_sealed(folder / MANIFEST, manifest.values())


def _what_else(folder: Path) -> str:
    """What is in a folder without a manifest of its own, and what to do."""
    inside = sorted(path.parent.name for path in folder.glob(f"*/{MANIFEST}"))
    if inside == [PARENTS]:
        return f"holds forks, whose page was written with them; the original games are in {folder / PARENTS}"
    if inside:
        listed = ", ".join(inside[:MOST_NAMED]) + (", …" if len(inside) > MOST_NAMED else "")
        return f"holds several runs ({listed}); name one of them, such as {folder / inside[0]}"
    if (folder / ANSWER).is_file():
        return f"holds the answer to a question, not a run; its page is {folder / ANSWER_PAGE}"
    return f"no run here ({MANIFEST} is missing); `dhstats simulate` makes one"


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a run folder, every byte as it was written; DataProblem if there is none, or it is damaged."""
    path = folder / MANIFEST
    try:
        manifest = manifest_of(read_sealed(path, SCHEMA))
    except FileNotFoundError:
        raise DataProblem(f"{folder}: {_what_else(folder)}") from None
    except Malformed as error:
        raise DataProblem(f"{path}: is damaged: {error}; simulate again") from None
    return manifest


def manifest_of(table: Any) -> Manifest:
    """A manifest from its JSON values; Malformed says what is missing or wrong."""
    late = ("ended", "cards", "log", "game_file")  # a plan tells no end; the others came later
    plain = [field.name for field in fields(Manifest) if field.name not in late]
    values = filled(plain, table, "")
    manifest: Manifest = record(Manifest, {field.name: values.get(field.name, "") for field in fields(Manifest)})
    check(manifest, Manifest)
    if manifest.design.deals < 1 or manifest.shard_deals < 1 or not manifest.design.arms or not manifest.matchups:
        raise Malformed("a run has at least one deal, one arm and one matchup")
    return manifest
