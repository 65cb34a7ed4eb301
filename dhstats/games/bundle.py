"""What a game brings besides its compiled rules: rule files, strategies, the words behind its codes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.documents import read_toml
from dhstats.engine.game import Function, Game
from dhstats.engine.strategy import Strategy
from dhstats.errors import BadInput
from dhstats.games.columns import Rows
from dhstats.games.objective import TO_WIN, Objective
from dhstats.games.ruleset import RuleFiles

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Unclear:
    """A place where the rulebook can be read in several ways, or where editions and sources disagree.

    `where` names book and section, `question` what is unclear, `readings` each reading in words with the settings that
    make it. `variant` are the settings of a variant of the rulebook that the place is about: readings differ only where
    it is played, so they are compared there.
    """

    name: str
    where: str
    question: str
    readings: tuple[tuple[str, tuple[str, ...]], ...]
    variant: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Parts:
    """What an item is made of, where its worth can be taken apart.

    `column` says who has it at the end of a game; `lock` is the intervention that keeps it where it is. `claim` is the
    moment at which it is taken and `undo` what makes that turn bring it not, before and after. `components` are what it
    does: a name, what it is in words, and the intervention that takes it away, or nothing for what only the final count
    knows: `bonus` and `ties` are fields of the rule record. `ablations` are rule tweaks that take a component away for
    good, with fields of the rule record in braces.
    """

    column: str
    lock: tuple[str, int]
    claim: str
    undo: tuple[tuple[str, int], tuple[str, int]]
    components: tuple[tuple[str, str, tuple[str, int] | None], ...]
    bonus: str
    ties: str
    ablations: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Item:
    """A thing that one player has and the others have not, whose worth forks can tell.

    `key` is what users write, `kind` the plural of what it is, and `change` the intervention that hands it over, one of
    the things of `Forking`. `main` items are meant where nobody says which. `moments` at which it is at stake: a short
    name, the name of the moment, and that moment in words. `meaning` says what it is to have it, where several can.
    """

    key: str
    name: str
    kind: str
    change: str
    main: bool
    moments: tuple[tuple[str, str, str], ...]
    parts: Parts | None = None
    meaning: str = ""

    @property
    def named(self) -> str:
        """The thing in a sentence: the Silver Sword, but card 5."""
        return self.name if self.name[-1:].isdigit() else f"the {self.name}"


@dataclass(frozen=True, slots=True)
class Bands:
    """Where bands of forks begin: of turns that had begun before, and of leads in points."""

    turns: tuple[int, ...]
    leads: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plays:
    """How plays are sorted where each is some cards of one kind.

    `kind` and `number` are the fields of a move that say which and how many; `kind` is also the one of `words` with
    their names. `dealt` is the field of the rule record that says how many cards of each kind there are.
    """

    kind: str
    number: str
    dealt: str


@dataclass(frozen=True, slots=True)
class Rescoring:
    """What a game's rules say of the final count alone, so that stored games can be counted anew under a tweak.

    `fields` of the rule record touch nothing but the final count; with each the names of the fields by which a strategy
    might learn of it. `rescore(base, tweak, games)` takes two rule records and the stored `columns`, and gives
    score_first, score_second and winner of every game; at tables for more than two also share_SEAT, what each seat has
    of the win, in twelfths.
    """

    fields: Mapping[str, frozenset[str]]
    columns: tuple[str, ...]
    rescore: Callable[[Any, Any, Mapping[str, Array]], dict[str, Array]]


@dataclass(frozen=True, slots=True)
class Constructed:
    """How decks are chosen where players bring their own.

    `settings_of(rules, settings, decks, pack)` gives the settings that put a deck at every place: one for all, or one
    for each player; `all_decks(rules, settings, pack)` the names of all that there are. Of an effective rule set and a
    deck `cards_of` gives the cards with their copies, `candidates` all cards that could be in it, `swapped(..., out,
    into, number)` the settings under which copies of a card are another one, and `blanked(..., card)` those under
    which a card does nothing; both leave the luck of all other cards as it is. `combinations(effective, players, seed)`
    gives the settings for every way to give each player a deck, or for so many by lot.
    """

    settings_of: Callable[[str | Path, Sequence[str], Sequence[str], str], tuple[str, ...]]
    all_decks: Callable[[str | Path, Sequence[str], str], tuple[str, ...]]
    cards_of: Callable[[Mapping[str, Any], str], dict[str, int]]
    candidates: Callable[[Mapping[str, Any], str], tuple[str, ...]]
    swapped: Callable[[Mapping[str, Any], str, str, str, int], tuple[str, ...]]
    blanked: Callable[[Mapping[str, Any], str, str], tuple[str, ...]]
    combinations: Callable[[Mapping[str, Any], int, int], Sequence[tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class Endgame:
    """Where the rest of a game can be counted, so that it is known what each option wins.

    `solve(view, moves, count, trying)` writes what each option wins on average, from 0 to 1, into `trying.worths`, no
    number where that is not known; it returns which kind of endgame it is, counted from 1, or 0 for none. `trying` has
    `tables`, `draws`, `options` and `events` to spare (`players/strength/tries.py`). `kinds` are their names in words.
    """

    solve: Function
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameBundle:
    """A game with everything that is not compiled.

    `default_rules` and `default_strategies` are played where nobody names others. `yardsticks` are the strategies that
    trained players are chosen by and measured against: a list of its own, so that a new strategy changes nothing that
    was trained. `terms` are what the game's parametric evaluation weighs, each with what one unit of it is. `words` are
    the names behind the codes of dictionary columns, `flags` the columns that are yes or no. `unclear` lists the places
    of the rulebook that can be read in several ways. `longest_game` is the most decisions under a rule record, `items`
    what there is under it whose worth can be asked for, and `bands` how forks are sorted. `label` is what has to be
    said of whose cards a rule set is played with, wherever results are shown; `spell(effective, key, word)` turns what
    people write about forks into the names of `Forking`, where these depend on the rules: `key` is a change, `play` or
    `at`. `constructed` is there where players bring decks of their own, `plays` where a play is some cards of one kind.
    `blame(record, seed, deal, layout, rows)` says of a game from outside that raised an exception after these rows of
    its log where it does so in plain Python; `digest` is the SHA-256 of its file.
    """

    game: Game
    rule_files: RuleFiles
    find_strategy: Callable[[str], Strategy]
    shipped_strategies: Callable[[], Sequence[str]]
    yardsticks: tuple[str, ...]
    terms: Sequence[tuple[str, str]]
    default_rules: str
    default_strategies: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]]
    flags: frozenset[str]
    packed: frozenset[str]
    rescoring: Rescoring
    unclear: Sequence[Unclear]
    bands: Bands
    items: Callable[[Any], tuple[Item, ...]]
    longest_game: Callable[[Any], int] = lambda record: int(record["turn_limit"])
    label: Callable[[Mapping[str, Any]], str] = lambda _: ""  # of the publisher's cards nothing
    constructed: Constructed | None = None
    endgame: Endgame | None = None
    plays: Plays | None = None
    spell: Callable[[Mapping[str, Any], str, str], str] = lambda _, key, word: word
    blame: Callable[[Any, int, int, int, Sequence[Any]], str] | None = None
    digest: str = ""
    objective: Objective = TO_WIN

    def players(self, record: Any) -> int:
        """How many play under a rule record: two where no rule says it."""
        return int(record["players"]) if "players" in (self.game.rules.names or ()) else 2

    def event_types(self) -> dict[str, np.dtype[Any]]:
        """The columns of a logged turn in their order on disk."""
        return _types(self.game.event)

    def cards(self, rules: str | Path, settings: Sequence[str], decks: str | None, pack: str | None) -> tuple[str, ...]:
        """The settings that say which decks (A,B: one a player, or one for all) are played, and from which pack."""
        if decks is None and pack is None:
            return ()
        if self.constructed is None:
            raise BadInput(f"--decks, --pack: {self.game.name} has no decks of the players' own; leave them out")
        names = [name.strip() for name in (decks or "").split(",") if name.strip()]
        if decks is not None and not names:
            raise BadInput(f"--decks: name one deck for all, or one for each player, not {decks!r}")
        if pack is not None and not pack.strip():
            raise BadInput("--pack: name a shipped card pack or a TOML file, or leave it out for the usual one")
        return self.constructed.settings_of(rules, settings, names, pack or "")

    def result_types(self) -> dict[str, np.dtype[Any]]:
        """The columns that the rules fill for a game."""
        return _types(self.game.result)


def _unclear(place: Mapping[str, Any]) -> Unclear:
    readings = tuple((each["says"], tuple(each["settings"])) for each in place["readings"])
    return Unclear(place["name"], place["where"], place["question"], readings, tuple(place.get("variant", ())))


def of_folder(
    game: Game, rule_files: RuleFiles, troupe: Any, rows: Rows, default_strategies: tuple[str, ...] = ("expert",)
) -> dict[str, Any]:
    """What a game brings that has a folder of its own, as far as its rule files, players and columns say it."""
    return {
        "game": game, "rule_files": rule_files, "default_rules": rule_files.schema.base,
        "find_strategy": troupe.find, "shipped_strategies": troupe.shipped, "terms": troupe.terms,
        "default_strategies": default_strategies, "words": rows.words, "flags": rows.flags, "packed": rows.packed,
        "unclear": tuple(map(_unclear, read_toml(game.home.with_name("files") / "unclear.toml")["places"])),
    }  # fmt: skip


def _types(record: np.dtype[Any]) -> dict[str, np.dtype[Any]]:
    fields: Mapping[str, Any] = record.fields or {}
    return {name: fields[name][0] for name in record.names or () if name not in ("spare", "logged_turns")}
