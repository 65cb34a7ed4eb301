"""A stored game told turn by turn: from its logged moves, or played again where none were logged."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.errors import BadInput, DataProblem
from dhstats.games import catalogue, retelling
from dhstats.games.retelling import Kept, Step
from dhstats.quoting import plain
from dhstats.simulate.people.keeping import game_of
from dhstats.simulate.plans.experiment import is_logged, rules_of
from dhstats.simulate.replays.rematch import Rematch
from dhstats.simulate.tables.rows import Row, differences, odd_cell, planned, seated, stored_games, stored_turns
from dhstats.storage import Run


@dataclass(frozen=True, slots=True)
class Replay:
    """A game for people: who played by which rules, the deal, each turn with what lay on the table after it.

    `rules` are the effective rules. `logged` says whether the turns were read from the run, or played again because it
    did not keep them. `cautions` are what has to be said of its players; `people` says that people played.
    """

    run: str
    game: str
    game_id: int
    deal_id: int
    arm: int
    seed: int
    players: tuple[str, ...]
    rules_name: str
    rules: Mapping[str, Any]
    logged: bool
    deal: tuple[str, ...]
    opening: Any
    turns: tuple[Step, ...]
    result: tuple[str, ...]
    cautions: tuple[str, ...] = ()
    people: bool = False

    @property
    def title(self) -> str:
        """The game and its players in one line."""
        first, *others = self.players
        against = f" against {', '.join(others)}" if others else ""
        return f"Game {self.game_id} of {self.run}: {first}{against}, {self.rules_name}"

    @property
    def origin(self) -> str:
        """Where the game comes from in one line."""
        source = "as logged" if self.logged else "played again, as the run logged no turns of it"
        if self.people:
            return "Played by people; turns as their log tells them, judged by the referee."
        return f"Seed {self.seed}, deal {self.deal_id}, arm {self.arm}; {source}."

    def text(self, *, boards: bool = False) -> str:
        """The whole game as text, with the board after every turn if wanted."""
        lines = [self.title, self.origin, *self.cautions, "", *self.deal, ""]
        for step in self.turns:
            lines += ["", step.line, *step.board] if boards else [step.line]
        return "\n".join(map(plain, [*lines, "", *self.result]))


def replay(run: Run, game_id: int) -> Replay:
    """A game of a run by its number.

    Raises BadInput for a number that the run does not have, DataProblem where the stored rows are no game, or where
    the game has to be played again but rules or strategies are no longer what they were.
    """
    manifest = run.manifest
    row, turns, logged = kept_game(run, game_id)
    kept = Kept(manifest.seed, row, turns)
    if manifest.log:
        kept = game_of(run.folder, manifest, game_id).kept(row)
    # The kept game as its rules tell it; DataProblem where the manifest holds no rules
    teller = retelling.load(run.manifest.game)
    try:
        rules = rules_of(run.manifest)
    except BadInput as error:
        raise DataProblem(f"{run.folder}: the rules in its manifest are damaged: {error}") from error
    story, players = teller.tell(rules.effective, kept), seated(manifest, row)
    return Replay(
        manifest.name, manifest.game, game_id, int(row["deal_id"]), int(row["arm"]), manifest.seed, players,
        manifest.rules_name, manifest.rules, logged, story.deal, story.opening, story.steps, story.result,
        manifest.cautions_of(players), bool(manifest.log),
    )  # fmt: skip


def kept_game(run: Run, game_id: int) -> tuple[Row, list[Row], bool]:
    """A game and its turns as stored, or played again where the run does not keep them; and which of both it was.

    Errors as of `replay`.
    """
    every = run.manifest.game_ids
    if game_id not in every:
        raise BadInput(f"{run.folder}: has no game {game_id}; its games are {every[0]} to {every[-1]}")
    if run.manifest.keep == "totals":
        names = seated(run.manifest, planned(run.manifest, game_id))
        played = Rematch(run.manifest, names).play(game_id)
        return played.row, played.turns, False
    bundle, row = catalogue.load(run.manifest.game), _row(run, game_id)
    _check_cells(run, [row], bundle.result_types())
    if not is_logged(run.manifest, int(row["deal_id"])):
        # The turns of a game that were not logged; DataProblem if it cannot be played as it was
        try:
            played = Rematch(run.manifest, seated(run.manifest, row)).play(row["game_id"])
        except DataProblem as problem:
            raise DataProblem(
                f"{run.folder}: no turns of game {row['game_id']} were logged, and it cannot be played again: {problem}"
            ) from problem
        if other := differences(played.row, row):
            raise DataProblem(
                f"{run.folder}: game {row['game_id']} played again differs from the stored one in {', '.join(other)}; "
                f"`dhstats verify {run.folder}` shows what is wrong"
            )
        return row, played.turns, False
    turns = stored_turns(run, game_id, game_id).get(game_id, [])
    _check_cells(run, turns, bundle.event_types())
    return row, turns, True


def _check_cells(run: Run, rows: list[Row], types: Mapping[str, np.dtype[Any]]) -> None:
    """DataProblem where stored rows are not made of the numbers, flags and words that a game has."""
    bundle = catalogue.load(run.manifest.game)
    if told := next(filter(None, (odd_cell(bundle, row, types) for row in rows)), ""):
        raise DataProblem(f"{run.folder}: {told}; `dhstats verify {run.folder}` shows what is wrong")


def _row(run: Run, game_id: int) -> Row:
    """The stored row of a game."""
    rows = stored_games(run, game_id, game_id)
    if len(rows) != 1:
        raise DataProblem(
            f"{run.folder}: holds {len(rows)} rows of game {game_id}; `dhstats verify {run.folder}` shows what is wrong"
        )
    if other := differences(planned(run.manifest, game_id), rows[0]):
        raise DataProblem(f"{run.folder}: the row of game {game_id} is not that of the plan in {', '.join(other)}")
    return rows[0]
