"""Games of a run as a log: one line a game, as `dhstats import` reads it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from dhstats.errors import BadInput
from dhstats.games import catalogue, logged, retelling
from dhstats.games.logged import FORMAT
from dhstats.games.retelling import SEATS, Kept
from dhstats.games.ruleset import RuleSet
from dhstats.simulate.people.keeping import log_of
from dhstats.simulate.plans.experiment import rules_of
from dhstats.simulate.replays.replay import kept_game
from dhstats.simulate.tables.rows import seated
from dhstats.storage import Run
from dhstats.storage.wins import first_seats

Line = dict[str, Any]


def lines(
    run: Run, games: int, watch: Callable[[int], None] = lambda _: None, *, shown: bool = False
) -> Iterator[Line]:
    """The first games of a run, a line each; those whose turns it does not keep are played again.

    `shown` tells the cards that everybody drew in place of seed and deal.
    Errors: BadInput for a number of games below one, and for cards of a game that cannot be told one by one;
    DataProblem for games that can neither be read nor played again.
    """
    if games < 1:
        raise BadInput(f"--games: must be at least 1, not {games}")
    if shown and (run.manifest.log or logged.load(run.manifest.game).show is None):
        why = (
            "tells them as its own log does"
            if run.manifest.log
            else f"is of {run.manifest.game}, which has dice or more"
        )
        raise BadInput(f"--cards: {run.folder} {why}; leave it out")
    rules = rules_of(run.manifest)
    head = {"log": FORMAT, "game": run.manifest.game, **rules_keys(run.manifest.game, rules)}
    if run.manifest.log:
        for number, told in enumerate(log_of(run.folder, run.manifest).told[:games], start=1):
            yield head | {name: value for name, value in told.line.items() if name not in head}
            watch(number)
        return
    for number, game_id in enumerate(run.manifest.game_ids[:games], start=1):
        manifest, logging = run.manifest, logged.load(run.manifest.game)
        row, turns, _ = kept_game(run, game_id)
        players = seated(manifest, row)
        layout = int(row.get("layout", row["swapped"]) or 0)
        table = retelling.load(manifest.game).set_up(rules.effective, Kept(manifest.seed, row, turns))
        chance: Line = {"chance": {"seed": manifest.seed, "deal": int(row["deal_id"]), "layout": layout}}
        line_told = [logging.turn(table, turn) for turn in turns]
        if shown and logging.show and logging.opening:
            chance = {"hands": logging.opening(table)}
            line_told = [each | logging.show(table, turn) for each, turn in zip(line_told, turns, strict=True)]
        names = {"players": list(players), "programs": list(dict.fromkeys(players))}
        yield head | (names | chance | {"turns": line_told, "result": result_of(row, len(players))})
        watch(number)


def rules_keys(game: str, rules: RuleSet) -> Line:
    """How a line names its rules: by the name of a shipped rule set, or by all that they say; and their hash."""
    files = catalogue.rules(game)
    shipped = [name for name in files.shipped() if files.load(name).hash == rules.hash]
    if shipped:
        return {"rules": shipped[0], "rules_hash": rules.hash}
    return {"rules": rules.kept, "rules_name": rules.name, "rules_hash": rules.hash}


def result_of(row: Any, players: int) -> Line:
    """The scores of a game by its row, and who won: a seat, the seats that share the win, or a draw of all."""
    scores = [int(row[f"score_{name}"]) for name in SEATS[:players]]
    if players == 1:
        return {"scores": scores}
    first = first_seats(row, players)
    shared = "draw" if len(first) == players else [SEATS[seat] for seat in first]
    return {"scores": scores, "winner": SEATS[first[0]] if len(first) == 1 else shared}
