"""An experiment: what is asked, and which games answer it. From a TOML file, from flags, or both."""

import re
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any, Literal

from dhstats import programs
from dhstats.documents import Inspection, expanded, read_toml
from dhstats.errors import BadInput, nearest
from dhstats.games import catalogue
from dhstats.games.folder import USUAL
from dhstats.games.objective import POINTS, RANKS, TOGETHER
from dhstats.games.ruleset import RuleSet
from dhstats.quoting import different_names, file_name, names_in, one_line, quoted, quoted_name
from dhstats.simulate.plans.designs import KINDS
from dhstats.storage import Manifest

LARGE = 2**64  # from here on numbers are written in hexadecimal, as Python writes no number of many digits
_OF_HOME = re.compile(r"(expert|skill|search)[^@/\\]*@")  # players who have learnt elsewhere: from rules, or in a file


def beside(path: Path, value: Any) -> Any:
    """File names in an experiment are meant from where the experiment lies, those behind expert@ and the like too."""
    if isinstance(value, tuple):
        return tuple(beside(path, item) for item in value)
    if isinstance(value, str) and (value.endswith((".toml", ".json", ".py")) or ".py:" in value):
        head = match[0] if (match := _OF_HOME.match(value)) else ""
        return f"{head}{path.parent / expanded(value.removeprefix(head))}"
    return value


def place_of(path: Path, table: Mapping[str, Any], key: str) -> str:
    """Where a key belongs that stands at the top of a file and is one of the rules; "" for any other."""
    with suppress(BadInput):
        bundle = catalogue.load(catalogue.name_of(beside(path, table.get("game", USUAL))))
        source = beside(path, table.get("rules", bundle.default_rules))
        bundle.rule_files.load(source, settings_of(path, {key: table[key]}))
        return "it is a key of the rules: write it under [set]"
    return ""


def settings_of(path: Path, table: Any, prefix: str = "") -> list[str]:
    """A table of rule keys as "a.b=value" texts, so that they are checked like those of the command line."""
    if not isinstance(table, Mapping):
        raise BadInput(f"{path}: set must be a table of rule keys, not {quoted(table)}")
    settings: list[str] = []
    for key, value in table.items():
        if isinstance(value, Mapping):
            settings += settings_of(path, value, f"{prefix}{key}.")
        else:
            settings.append(f"{prefix}{key}={_toml(value)}")
    return settings


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, int) and value >= LARGE:
        return hex(value)
    return str(value)


Kind = Literal["balanced", "proved", "half-width", "better", "decided"]
MOST_GAMES = 20_000_000  # a run with a stopping rule ends here if nobody says otherwise
FORMS = '"balanced within 0.5pp", "proved balanced within 1pp", "half-width 0.2pp" or "better by 1pp"'
_KINDS: dict[str, Kind] = {
    "balanced within": "balanced",
    "proved balanced within": "proved",
    "half-width": "half-width",
    "better by": "better",
    "decided within": "decided",
}
_WRITTEN = re.compile(rf"({'|'.join(_KINDS)})\s+([0-9]*\.?[0-9]+)\s*pp")


@dataclass(frozen=True, slots=True)
class StoppingRule:
    """What a run is to find out: an amount of a score, as a share of a win.

    balanced: whether the first player's score is within so much of one half. proved: the same by bets, which need no
    large numbers of deals, as certificates ask. half-width: an interval no wider than that
    to either side. better: whether the first-named strategy scores so much more than one half, or just one half.
    decided: whether a rule tweak changes the first player's score by more than so much, which only runs of a comparison
    can tell.
    """

    kind: Kind
    amount: float

    @property
    def text(self) -> str:
        """The rule as it is written."""
        words = {kind: words for words, kind in _KINDS.items()}
        return f"{words[self.kind]} {100.0 * self.amount:g}pp"


def stopping_rule(text: str, where: str = "--until") -> StoppingRule:
    """A stopping rule from its words; BadInput naming the ways to write one."""
    match = _WRITTEN.fullmatch(" ".join(text.strip().split()))
    if match is None:
        raise BadInput(f"{where}: until must be {FORMS}, not {quoted(text)}")
    amount = float(match[2]) / 100.0
    if not 1e-5 <= amount <= 0.25:
        raise BadInput(f"{where}: until must name 0.001 to 25 percentage points (pp), not {quoted(match[2])}")
    return StoppingRule(_KINDS[match[1]], amount)


MAX_GAMES = 10**12
KEEPS = ("games", "totals")
PER_DEAL = ("league", "crossed")  # designs whose questions compare the games of every single deal
MAX_SEED = 2**64 - 1
MAX_TEXT = 1000


@dataclass(frozen=True, slots=True)
class Experiment:
    """What is played: a game, its rules, its players, how many games, and the seed. Only names; nothing is loaded yet.

    `rules` is a shipped rule set or a file, and `settings` are changes of it, as "key=value". `strategies` names
    players (`designs.tables` says who meets whom), or `matchups` lists who sits at each table. Rules or
    players that are not named are the usual ones of the game (BadInput if there is no such game). `games` is rounded up
    to whole deals. `moves` says which turns are logged: all, none, or sample:K (every K-th deal). With a stopping rule
    in `until` the run ends when it is met, and `games` is the most it may take. `keep` is games, or totals: exact
    counts instead of games. `from_deal` is the first deal of the seed that is played; deals of a seed share no luck.
    """

    name: str
    question: str = ""
    game: str = USUAL
    rules: str = ""
    settings: tuple[str, ...] = ()
    strategies: tuple[str, ...] = ()
    matchups: tuple[tuple[str, ...], ...] = ()
    design: str = "seat"
    games: int = 100_000
    seed: int | None = None
    moves: str = "all"
    until: str = ""
    keep: str = "games"
    from_deal: int = 0

    def __post_init__(self) -> None:
        bundle = catalogue.load(self.game)
        if not self.rules:
            object.__setattr__(self, "rules", bundle.default_rules)
        if not (self.strategies or self.matchups):
            object.__setattr__(self, "strategies", bundle.default_strategies)

    @property
    def folder(self) -> Path:
        """Where the run is stored by default: for any name, a folder in `data`."""
        return Path("data") / file_name(self.name)

    def with_seed(self) -> "Experiment":
        """The experiment with a seed: its own, or a fresh one that is echoed wherever the run is shown."""
        return self if self.seed is not None else replace(self, seed=secrets.randbits(32))


def with_cards(plan: Experiment, decks: str | None, pack: str | None) -> Experiment:
    """The same games with the decks and the card pack that a command names. A deck belongs to a place."""
    bundle = catalogue.load(plan.game)
    settings = bundle.cards(plan.rules, plan.settings, decks, pack)
    different = len(different_names(decks)) > 1
    if different and plan.design in KINDS and not KINDS[plan.design].together:
        fits = ", ".join(kind for kind, moves in KINDS.items() if moves.together)
        raise BadInput(
            f"--decks {decks}: design {plan.design!r} leaves every deck at its seat, so the effects of deck"
            f" and seat could not be separated; use one deck for all, or a design of {fits}"
        )
    return replace(plan, settings=(*plan.settings, *settings))


TEXT = f"text of at most {MAX_TEXT:,} visible characters"
TYPES: dict[str, str] = {
    "name": TEXT, "question": TEXT, "game": TEXT, "rules": TEXT, "design": TEXT, "moves": TEXT,
    "until": TEXT, "keep": TEXT,
    "games": "a whole number", "seed": "a whole number", "from_deal": "a whole number", "strategies": "a list of names",
    "matchups": "a list of lists of names", "set": "a table of rule keys",
}  # fmt: skip


def with_changes(plan: Experiment, changes: Mapping[str, Any], settings: Sequence[str] = ()) -> Experiment:
    """The experiment with other values and more rules set; another game has its usual rules and players."""
    if changes.get("game", plan.game) != plan.game:  # rules and players of another game mean nothing here
        changes = {"rules": "", "strategies": (), "matchups": ()} | dict(changes)
    return replace(plan, **changes, settings=(*plan.settings, *settings))


def from_file(path: Path) -> Experiment:
    """The experiment of a TOML file; BadInput naming file, key and what is allowed."""
    path = Path(expanded(str(path)))
    table = read_toml(path)
    seen = Inspection()
    values: dict[str, Any] = {}
    for key in table:
        with seen.part():
            if key not in TYPES:
                raise BadInput(
                    f"{path}: unknown key {quoted_name(key)}; {place_of(path, table, key) or nearest(key, TYPES)}"
                )
            if key != "set":
                values[key] = _value(path, key, table[key])
    seen.end()
    values.setdefault("name", path.stem)
    values = {key: beside(path, value) for key, value in values.items()}
    for each in chain(values.get("strategies", ()), *values.get("matchups", ())):
        programs.check(each, one_line(str(path)))
    if "game" in values:
        programs.check(values["game"], one_line(str(path)), "--game")
        values["game"] = catalogue.name_of(values["game"])
    if values.get("until"):
        values.setdefault("games", MOST_GAMES)
    experiment = Experiment(settings=tuple(settings_of(path, table.get("set", {}))), **values)
    return checked(experiment, str(path))


def _value(path: Path, key: str, value: Any) -> Any:
    """A value of the right type, lists as tuples."""
    expected = TYPES[key]
    if expected == TEXT and is_text(value):
        return value
    if expected == "a whole number" and isinstance(value, int) and not isinstance(value, bool):
        return value
    if key == "strategies" and _names(value):
        return tuple(value)
    if key == "matchups" and isinstance(value, list) and all(map(_names, value)):
        return tuple(map(tuple, value))
    raise BadInput(f"{path}: {key} must be {expected}, not {quoted(value)}")


def is_text(value: Any) -> bool:
    """Whether a value is text that a person can read."""
    return isinstance(value, str) and len(value) <= MAX_TEXT and value.isprintable()


def _names(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(is_text, value))


def checked(experiment: Experiment, where: str) -> Experiment:
    """The experiment, if its numbers and words are possible; BadInput otherwise."""
    if not 1 <= experiment.games <= MAX_GAMES:
        raise BadInput(f"{where}: games must be from 1 to {MAX_GAMES:,}, not {quoted(experiment.games)}")
    if experiment.seed is not None and not 0 <= experiment.seed <= MAX_SEED:
        raise BadInput(f"{where}: seed must be from 0 to {MAX_SEED}, not {quoted(experiment.seed)}")
    if not 0 <= experiment.from_deal <= MAX_GAMES - experiment.games:
        most = f"{MAX_GAMES - experiment.games:,}"
        raise BadInput(f"{where}: from_deal must be from 0 to {most}, not {quoted(experiment.from_deal)}")
    if experiment.design not in KINDS:
        raise BadInput(f"{where}: design {quoted(experiment.design)} is not known; {nearest(experiment.design, KINDS)}")
    log_every(experiment.moves, where)
    _kept(experiment, where)
    if experiment.until and stopping_rule(experiment.until, where).kind == "better":
        pairs = experiment.matchups or (tuple(dict.fromkeys(experiment.strategies)),)
        if len(pairs) != 1 or len(set(pairs[0])) != 2:
            raise BadInput(f'{where}: until "better by" asks for two different strategies, as in --strategies A,B')
    return experiment


def _kept(experiment: Experiment, where: str) -> None:
    """BadInput for totals where something else asks for the games."""
    if experiment.keep not in KEEPS:
        raise BadInput(f"{where}: keep must be {' or '.join(KEEPS)}, not {experiment.keep!r}")
    if experiment.keep == "games":
        return
    if experiment.moves != "none":
        raise BadInput(f"{where}: keep totals keeps no games and no turns; add --moves none")
    if experiment.until:
        raise BadInput(f"{where}: until is judged deal by deal, and keep totals keeps no deals; leave one of them out")
    if experiment.design in PER_DEAL:
        raise BadInput(f"{where}: design {experiment.design!r} is judged deal by deal, and keep totals keeps no deals")


def log_every(moves: str, where: str = "--moves") -> int:
    """Every how many deals turns are logged: 1 for all, 0 for none, K for sample:K."""
    if moves in ("all", "none"):
        return 1 if moves == "all" else 0
    kind, _, count = moves.partition(":")
    if kind == "sample" and count.isdecimal() and len(count) < 10 and int(count) > 0:
        return int(count)
    raise BadInput(f"{where}: moves must be all, none or sample:K with K at least 1, not {quoted(moves)}")


def is_logged(manifest: Manifest, deal: int) -> bool:
    """Whether a run keeps the turns of a deal."""
    every = log_every(manifest.moves)
    return every > 0 and deal % every == 0


def rules_of(manifest: Manifest, settings: Sequence[str] = ()) -> RuleSet:
    """The rules of a run, with changed keys; BadInput where they are invalid."""
    return catalogue.rules(manifest.game).restore(manifest.rules, manifest.rules_name, settings)


def asked(file: Path | None, changes: Mapping[str, Any], strategies: str | None, settings: Sequence[str]) -> Experiment:
    """The experiment of a file, or the usual one, changed by what a command line says instead."""
    plan = from_file(file) if file else Experiment(name="")
    if changes.get("until") and "games" not in changes and file is None:
        changes = {**changes, "games": MOST_GAMES}
    plan = with_changes(plan, changes, settings)
    if strategies is not None:
        names = names_in(strategies)
        if not names:
            raise BadInput(f"--strategies: name at least one, not {strategies!r}")
        plan = replace(plan, strategies=names, matchups=())
    if plan.until and stopping_rule(plan.until).kind == "decided":
        raise BadInput('--until: "decided" belongs to `dhstats compare`, which plays base and tweaks together')
    return checked(plan, "simulate")


def name_of(plan: Experiment) -> str:
    """A name for a folder that says what was played."""
    words = [catalogue.short(plan.game), Path(plan.rules).stem, *plan.settings, *plan.strategies, f"seed{plan.seed}"]
    return re.sub(r"[^A-Za-z0-9_.=-]+", "_", "-".join(words))[:120]


def seats(plan: Experiment) -> int:
    """How many play under the rules of an experiment."""
    return seats_at(plan.game, plan.rules, plan.settings)


def seats_at(game: str, rules: str, settings: Sequence[str] = ()) -> int:
    """How many play under a rule set of a game."""
    bundle = catalogue.load(game)
    return bundle.players(bundle.rule_files.load(rules, settings).record())


# What counts instead of the wins of a seat, and what the report tells of it.
INSTEAD = {
    TOGETHER: ("all succeed or fail together", "how often they succeed"),
    POINTS: ("points count", "what going first is worth in points"),
    RANKS: ("places count", "the places of every seat"),
}
OF_SIDES = ("sides win", "how often each side does")


def refuse_unless_won(game: str, players: int, what: str, *, by_seats: bool = True) -> None:
    """BadInput where somebody asks who wins, and that is not what players want; it says what can be asked.

    What is not asked `by_seats` is how strong players are, of which their wins tell as long as nothing else counts.
    """
    objective = catalogue.load(game).objective
    if players == 1 and not objective.together:
        raise BadInput(
            f"{what} asks who wins, and in a game for one nobody does; `dhstats report` shows what a player scores, how"
            " long games are and how they end, and `dhstats compare` how a rule changes that"
        )
    counts, told = OF_SIDES if objective.sides else INSTEAD.get(objective.kind, ("", ""))
    if not counts or not (by_seats or objective.in_place(players)):
        return
    goal = next(iter(objective.aims(players)), "margin").replace("_", ".", 1)
    raise BadInput(
        f"{what} asks who wins, and in {catalogue.short(game)} {counts}; `dhstats report` shows {told}, `dhstats "
        f"compare` how a rule changes that, and `dhstats goals check` whether `{goal}` lies in a range"
    )


def refuse_unless_wins_count(game: str, players: int, what: str) -> None:
    """The same where somebody asks for chances to win: who wins more hands may lose more points."""
    refuse_unless_won(game, players, what, by_seats=catalogue.load(game).objective.in_points)
