"""Who can sit at the table of the lab: programs that a page may name, with what is to be said of each, and decks."""

from collections.abc import Mapping, Sequence
from typing import Any

from dhstats.errors import BadInput, nearest
from dhstats.games.bundle import GameBundle
from dhstats.games.retelling import seat_names
from dhstats.games.ruleset import RuleSet
from dhstats.lab import players
from dhstats.lab.rules import Choice
from dhstats.lab.table.setup import Chair, chairs_of
from dhstats.players import pupils, roster
from dhstats.players.pupils import Pupil
from dhstats.quoting import quoted
from dhstats.seats import SEATS

SECONDS, SOON, MINUTES = "seconds", "seconds to a minute", "minutes"
LEARN = (roster.SPECIALIST, "expert")  # who can be trained on the page
WORDS = {
    "generalist": "very strong, knows all rules near the base",
    "specialist": "very strong, the generalist after a short training",
    "expert": "very strong, has learnt these rules",
    "skill:8": "strong", "skill:5": "middling", "skill:2": "a beginner",
    "random": "plays at random", "greedy": "takes the most points now",
}  # fmt: skip
OWN = "as the game file defines it"  # who plays by a function of it
Row = dict[str, Any]


def places(here: Choice) -> Row:
    """What a page has to know to set a table: how many seats, who may sit there, which decks; how others seat them."""
    bundle, rules, files = here.bundle, here.load(), here.bundle.rule_files
    offered = programs(bundle, rules)
    dealt: Mapping[str, Any] = rules.effective.get("decks", {}) if bundle.constructed else {}
    return {
        "roles": list(seat_names(bundle.players(rules.record()))), "programs": offered,
        "usual": usual(bundle, rules, ready(offered)), "decks": _decks(here, bundle),
        "dealt": [str(dealt[seat]) for seat in SEATS if seat in dealt],
        "sets": [{"name": name, "players": bundle.players(files.load(name).record())} for name in files.shipped()],
    }  # fmt: skip


def ready(offered: Sequence[Row]) -> list[str]:
    """The names of programs that can be seated at once."""
    return [row["name"] for row in offered if not row["needs"]]


def usual(bundle: GameBundle, rules: RuleSet, names: Sequence[str]) -> str:
    """Who of these programs is seated if nobody is named."""
    player = players.usual(bundle, [rules])
    elsewhere = [name for name in names if name.startswith("expert@")]
    wanted = [player, "expert"] if player == roster.GENERALIST else ["expert", *elsewhere, player]
    return next(name for name in (*wanted, *names) if name in names)


def programs(bundle: GameBundle, rules: RuleSet) -> list[Row]:
    """The programs that a page may seat, the best first; `needs` says how long they train who have to."""
    names = []
    if bundle.game.space_learning and pupils.of_rules(bundle, rules):
        names += [_row("generalist"), _row("specialist", _needs(bundle, rules, "specialist", SECONDS))]
    needed = _needs(bundle, rules, "expert", takes(bundle)) if bundle.game.learning else MINUTES
    if bundle.game.learning:
        names.append(_row("expert", needed))
    if not needed:
        names += [_row(name) for name in players.offered(bundle) if name.startswith("skill:")]
    elif bundle.game.learning:
        names += [
            _row(f"expert@{home}", own=f"has learnt the rules {home}, not these") for home in _homes(bundle, rules)
        ]
    own = OWN if players.of_a_file(bundle) else ""
    names += [_row(name, own=own) for name in bundle.shipped_strategies()]
    return [row for row in names if not row["needs"]] + [row for row in names if row["needs"]]


def takes(bundle: GameBundle) -> str:
    """How long an expert learns the rules of a game."""
    return SOON if players.of_a_file(bundle) else MINUTES


def pupil(bundle: GameBundle, rules: RuleSet, name: str) -> Pupil:
    """Who is trained if a page asks for a player of this name; BadInput for one whom it cannot have trained."""
    learner = roster.pupil_of(bundle, rules, name) if name in LEARN else None
    if learner is None:
        raise BadInput(f"player {quoted(name)}: cannot be trained here; {nearest(name, LEARN)}")
    return learner


def chairs(values: Any, offered: Sequence[Row]) -> tuple[Chair, ...]:
    """The chairs that a page names; BadInput for programs that are not offered: a page runs no code."""
    seated = chairs_of(values)
    names = [row["name"] for row in offered]
    for chair in seated:
        if chair.person:
            continue
        if chair.name not in names:
            raise BadInput(f"program {quoted(chair.name)}: cannot be seated on this page; {nearest(chair.name, names)}")
        if offered[names.index(chair.name)]["needs"]:
            raise BadInput(f"program {quoted(chair.name)}: must be trained for these rules first")
    return seated


def decks(value: Any, here: Choice) -> str | None:
    """The decks that a page names, one a player; None for those of the rules. BadInput for what is no deck."""
    if not value:
        return None
    known = _decks(here, here.bundle)
    if not isinstance(value, list) or not all(isinstance(each, str) and each in known for each in value):
        raise BadInput(f"decks: must be a list of decks, one a player, from {', '.join(known) or 'none'}")
    return ",".join(value)


def _row(name: str, needs: str = "", own: str = "") -> Row:
    return {"name": name, "words": WORDS.get(name, own), "needs": needs}


def _needs(bundle: GameBundle, rules: RuleSet, name: str, long: str) -> str:
    return "" if pupils.known(pupil(bundle, rules, name)) else long


def _homes(bundle: GameBundle, rules: RuleSet) -> list[str]:
    """The rule sets that come along, for as many players, whose experts can play other rules as they play those."""
    files, seats = bundle.rule_files, bundle.players(rules.record())
    homes = {name: files.load(name) for name in files.shipped()}
    alike = [name for name, home in homes.items() if bundle.players(home.record()) == seats]
    return [name for name in alike if not _needs(bundle, homes[name], "expert", MINUTES)]


def _decks(here: Choice, bundle: GameBundle) -> list[str]:
    return list(bundle.constructed.all_decks(here.rules, here.settings, "")) if bundle.constructed else []
