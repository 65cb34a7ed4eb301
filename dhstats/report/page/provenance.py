"""Where a run's numbers come from, for its page: rules, deck, players, design, and the command that repeats it."""

import json
import shlex
from collections.abc import Callable, Mapping
from typing import Any

from dhstats.games import catalogue
from dhstats.games.cautions import cautions
from dhstats.players.roster import taught, untrained
from dhstats.players.solving.solutions import IDEA, SOLVED, WORTH
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.questions.tweaks.rule_changes import spoken
from dhstats.report.page.page import Change, Fact, Player, Rules
from dhstats.simulate.plans.designs import tables
from dhstats.storage import Manifest
from dhstats.storage.layout import LOG

PERFECT = "These players are perfect: the whole game was gone through, so nobody can gain anything against them."
UNKNOWN = "How far these players are from perfect is not known."
COUNTED = (
    "How far these players are from perfect is not known yet. If the whole game can be solved, `{}` counts what each"
    " player loses against the best answer{}."
)
IN_LARGER = "; in larger games `{}` says what the strongest counter-player found wins against them"
LEARNT = (
    "How far these trained players are from the best is known only as a lower bound: `{}` says what the strongest"
    " counter-player found wins against them."
)
ALONE = "Every strategy plays every deal alone, with the same luck."


def title(manifest: Manifest) -> str:
    """The game's title and the run's name, without naming the game twice."""
    name = manifest.name.removeprefix(f"{catalogue.short(manifest.game)}-")
    return f"{manifest.rules['source']['title'] or manifest.game.capitalize()}: {name}"


def rules_in(game: str, table: Mapping[str, Any]) -> Rules:
    """Rules in words, their changes against the nearest shipped edition, and every key."""
    rules = catalogue.rules(game)
    here = rules.restore(table, "the run")
    base = rules.nearest(here)
    changes = tuple(Change(each.key, spoken(each.left), spoken(each.right)) for each in rules.diff(base, here))
    effective = tuple(Fact(key, spoken(value)) for key, value in rules.flat(here.effective).items())
    said = tuple(each.text() for each in cautions(game, here))
    labels = catalogue.labels(game, table)  # stand at the top of the page
    levers = tuple(each for each in here.describe() if each.removesuffix(".") not in labels)
    return Rules(levers, base.name, changes, effective, said)


def sources_in(game: str, effective: Mapping[str, Any]) -> tuple[Fact, ...]:
    """The edition and the cards: where their facts come from and how sure they are."""
    source = effective["source"]
    edition = ", ".join(part for part in (source["title"], source["edition"], source["language"]) if part)
    told = catalogue.rules(game).sources(effective)
    facts = [Fact("Rules", edition), Fact("Note on the rules", source["note"]), *(Fact(*each) for each in told)]
    return tuple(fact for fact in facts if fact.value)


def players(manifest: Manifest) -> tuple[Player, ...]:
    """The strategies with their ideas."""
    return tuple(Player(each.name, each.idea, each.source) for each in manifest.strategies)


def facts(manifest: Manifest) -> tuple[Fact, ...]:
    """The design and what identifies the run."""
    kind, moves = manifest.design.kind, {"all": "of every game", "none": "of no game"}
    logged = moves.get(manifest.moves) or f"of every game of one deal in {manifest.moves.partition(':')[2]}"
    file = f"{catalogue.short(manifest.game)}.py with the SHA-256 {manifest.game_file}"
    file += "; on another machine, inspect this file and name it once"
    return (
        Fact("Games", f"{manifest.games:,}"),
        *([Fact("Deals (the independent blocks)", f"{manifest.design.deals:,}")] if tells_deals(manifest) else []),
        Fact("Design", vocabulary(manifest.game).designs[kind] if len(manifest.seats) > 1 else ALONE),
        *([Fact("Played until", manifest.until)] if manifest.until else []),
        Fact("Matchups", "; ".join(" – ".join(pair) for pair in manifest.matchups)),
        Fact("Turns logged", logged),
        Fact("Seed", "none: people played" if manifest.log else str(manifest.seed)),
        Fact("dhstats version", manifest.version),
        Fact("Behaviour of the game", f"{manifest.game}, version {manifest.game_version}"),
        *([Fact("Game file", file)] if manifest.game_file else []),
        Fact("Hash of the rules", manifest.rules_hash),
    )


def tells_deals(manifest: Manifest) -> bool:
    """Whether the design knows which games share a deal: of people's games it does where they were played by one."""
    return not manifest.log or manifest.design.kind != "single"


def command(manifest: Manifest) -> str:
    """What to type, or to save as a file, to play the same games again; of people, to read their log again."""
    if manifest.log:
        return shlex.join(["dhstats", "import", LOG])
    own = rules_in(manifest.game, manifest.rules)
    every, first = dict.fromkeys(name for names in manifest.matchups for name in names), manifest.matchups[0]
    names = list(every) if len(first) <= 2 or len(every) == 1 else list(first)
    if list(manifest.matchups) != list(tables(names, len(first))) or manifest.design.from_deal:
        return _experiment(manifest, own)
    parts = ["dhstats", "simulate", "--game", catalogue.typed(manifest.game), *_ruled(own)]
    parts += ["--strategies", ",".join(map(_typed(manifest), names)), "--design", manifest.design.kind]
    parts += ["--games", str(manifest.games), "--seed", str(manifest.seed), "--moves", manifest.moves]
    parts += ["--until", manifest.until] if manifest.until else []
    return shlex.join(parts)


def perfection(manifest: Manifest) -> str:
    """How far the players of a run are from perfect, as far as that is known; "" where people played."""
    if manifest.log:
        return ""
    asked, own = examination(manifest), rules_in(manifest.game, manifest.rules)
    players, seats = manifest.strategies, len(manifest.seats)
    if all(each.name == SOLVED or WORTH in each.weights for each in players):
        return PERFECT if players[0].idea.startswith(IDEA) else f"A player of this run {players[0].idea}."
    if manifest.game_file and seats == 2 and not catalogue.load(manifest.game).objective.together:
        names = ",".join(map(_typed(manifest), (each.name for each in players)))
        solve = shlex.join(["dhstats", "solve", catalogue.typed(manifest.game), *_ruled(own), "--players", names])
        return COUNTED.format(solve, IN_LARGER.format(asked) if asked else "")
    return LEARNT.format(asked) if asked else UNKNOWN


def trained_names(manifest: Manifest) -> list[str]:
    """The names of the players of a run who were trained."""
    names, bundle = [each.name for each in manifest.strategies], catalogue.load(manifest.game)
    return [name for name in names if taught(name) and not untrained(bundle, name)]


def examination(manifest: Manifest) -> str:
    """What to type to learn how strong the trained player of a run is; "" where nobody in it is trained."""
    name = next(iter(trained_names(manifest)), "")
    own = rules_in(manifest.game, manifest.rules)
    words = ["dhstats", "strength", name, "--game", catalogue.typed(manifest.game), *_ruled(own)]
    asked = name and len(manifest.seats) > 1 and not catalogue.load(manifest.game).objective.in_points
    return shlex.join(words) if asked else ""


def _ruled(own: Rules) -> list[str]:
    """What to type for the rules of a run."""
    return ["--rules", own.base, *(word for each in own.changes for word in ("--set", f"{each.key}={each.here}"))]


def _experiment(manifest: Manifest, own: Rules) -> str:
    """The run as an experiment file: matchups that no list of names gives, or deals that do not begin at the first."""
    typed = _typed(manifest)
    matchups, kind = [list(map(typed, names)) for names in manifest.matchups], manifest.design.kind
    values: dict[str, Any] = {"game": catalogue.typed(manifest.game), "rules": own.base, "matchups": matchups}
    values |= {"design": kind, "games": manifest.games, "seed": manifest.seed, "moves": manifest.moves}
    values |= {"until": manifest.until} if manifest.until else {}
    values |= {"from_deal": manifest.design.from_deal} if manifest.design.from_deal else {}
    lines = ["# Save as again.toml, then: dhstats simulate again.toml"]
    lines += [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in values.items()]
    rules = catalogue.rules(manifest.game)
    values_of = rules.flat(rules.restore(manifest.rules, "the run").effective)
    changed = {change.key for change in own.changes}
    settings = {name: value for name, value in values_of.items() if name in changed}
    lines += ["[set]"] if settings else []
    return "\n".join(lines + [f"{name} = {json.dumps(value)}" for name, value in settings.items()])


def _typed(manifest: Manifest) -> Callable[[str], str]:
    """How a strategy is named on the command line: by its name, or by the file that it came from."""
    sources = {player.name: player.source for player in manifest.strategies}

    def text(name: str) -> str:
        source = sources.get(name, "")
        if source.endswith(".py"):
            return f"{source}:{name}"
        return source if source.endswith((".toml", ".json")) else name

    return text
