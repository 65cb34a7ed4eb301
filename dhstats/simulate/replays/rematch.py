"""A stored run's table set again: the rules and strategies of its manifest, so that any of its games plays anew."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from dhstats import programs
from dhstats.engine.strategy import Strategy, source_file_hash
from dhstats.errors import BadInput, DataProblem, UserError
from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players import roster
from dhstats.players.learning import trainees
from dhstats.players.match import Lineup, Match, line_up
from dhstats.players.positions import forks
from dhstats.players.positions.forks import Forked, ForkTable, Rollouts, RolloutTable, State
from dhstats.simulate.plans.designs import loop_plan
from dhstats.simulate.plans.experiment import rules_of
from dhstats.simulate.positions.forks import switched
from dhstats.simulate.tables.rows import Row, planned, worded
from dhstats.storage import Manifest, Player
from dhstats.storage.manifest import PEOPLE_SOURCE, Arm


@dataclass(frozen=True, slots=True)
class Played:
    """A game as it was just played again: its row of the games table and its turns."""

    row: Row
    turns: list[Row]


def find_again(bundle: GameBundle, rules: RuleSet, player: Player) -> Strategy:
    """The strategy that a run played with; DataProblem if it is gone, has retired or was changed since.

    Raises BadInput for a program that nobody named but the run.
    """
    if player.source == PEOPLE_SOURCE:
        raise DataProblem("people played these games; they cannot play them again or play on")
    if player.source.endswith((".toml", ".json")):
        text = player.source
    else:
        text = f"{player.source}:{player.name}" if player.source.endswith(".py") else player.name
    if same := _is_unchanged(player):
        _refuse_unnamed(player, text)
    try:
        found = trainees.find(bundle, rules, text) if same else None
    except UserError as error:
        retired = roster.retirement(text, changed=False)
        raise DataProblem(retired or f"the strategy that played cannot be found: {error}") from error
    if found is None or found.hash != player.hash:
        changed = f"strategy {player.name!r} ({player.source}): has changed since the run was played"
        raise DataProblem(roster.retirement(text, changed=True) or changed)
    return replace(found, name=player.name)  # who was named expert@player.json is found by the file


def _is_unchanged(player: Player) -> bool:
    """Whether the file of a player is what it was, where it is a program: another one is not even run."""
    try:
        return not player.source.endswith(".py") or source_file_hash(Path(player.source)) == player.hash
    except UserError as error:
        raise DataProblem(f"the strategy that played cannot be found: {error}") from error


def _refuse_unnamed(player: Player, text: str) -> None:
    """BadInput where a player's name leads to a program that nobody named but the run."""
    if (file := programs.file_of(text)) and not programs.may_run(file):
        raise BadInput(f"strategy {player.name!r}: {programs.refusal(file, 'the run')}")


def version_problem(bundle: GameBundle, manifest: Manifest) -> str:
    """Why a run's games are not those of this game any more, or nothing."""
    ours, theirs = bundle.game.version, manifest.game_version
    return (
        "" if ours == theirs else f"the run was played by version {theirs} of {manifest.game}, this is version {ours}"
    )


def lineup_again(manifest: Manifest, names: Collection[str] | None = None, *, whole: bool = True) -> Lineup:
    """The players of a run, all or those of these names, under its rules; DataProblem where they are others by now."""
    bundle = catalogue.load(manifest.game)
    if problem := version_problem(bundle, manifest):
        raise DataProblem(problem)
    rules = rules_of(manifest)
    players = [each for each in manifest.strategies if names is None or each.name in names]
    return line_up(bundle, rules, [find_again(bundle, rules, player) for player in players], whole=whole)


class Rematch:
    """Plays single games of a run again, as they were played: seed, deal and arm determine them."""

    def __init__(self, manifest: Manifest, names: Sequence[str], lineup: Lineup | None = None) -> None:
        """Compiles the named strategies, unless all that played are there as a lineup.

        DataProblem if rules or strategies are no longer what they were.
        """
        self._lineup: Lineup = lineup or lineup_again(manifest, names)
        self._manifest, self._bundle = manifest, self._lineup.bundle
        self._matches: dict[int, Match] = {}
        self._lookouts: dict[tuple[int, int], RolloutTable] = {}

    def play(self, game_id: int) -> Played:
        """The game of a number, every turn of it."""
        deal, arm = self._place(game_id)
        number = arm.matchup
        if number not in self._matches:
            self._matches[number] = Match(self._lineup, self._manifest.matchups[number])
        match, seed = self._matches[number], self._manifest.seed
        results, turns = match.play(loop_plan([arm]), seed, deal, 1, logged=True)
        row = worded(self._bundle, results[0, 0])
        del row["logged_turns"]
        logged = [{"game_id": game_id} | worded(self._bundle, event) for event in turns]
        return Played(planned(self._manifest, game_id) | row, logged)

    def look_into(
        self, game_id: int, turn: int, replicates: int, numbers: Sequence[int] | None = None
    ) -> Rollouts | None:
        """The legal moves after so many turns of a game, all or those of some numbers, played on.

        Nothing where there is none to choose.
        """
        deal, arm = self._place(game_id)
        seen = self._lookout(arm, replicates).moves(loop_plan([arm]), self._manifest.seed, deal, turn, numbers)
        return seen if seen.legal else None

    def state(self, game_id: int, turn: int, replicates: int) -> State | None:
        """What could be played after so many turns of a game; None where there is nothing to choose.

        `replicates` are those with which it will be looked into.
        """
        deal, arm = self._place(game_id)
        return self._lookout(arm, replicates).state(loop_plan([arm]), self._manifest.seed, deal, turn)

    def _lookout(self, arm: Arm, replicates: int) -> RolloutTable:
        key = (arm.matchup, replicates)
        if key not in self._lookouts:
            self._lookouts[key] = RolloutTable(self._lineup, self._manifest.matchups[arm.matchup], replicates)
        return self._lookouts[key]

    def fork(self, game_id: int, turn: int, arms: Sequence[forks.Arm], continuations: int) -> Forked:
        """A game after so many turns, gone on with in every arm, the cards that nobody knows laid out anew each time.

        No fork at all where the game has not so many turns, or no move there of a kind that an arm asks for.
        """
        deal, arm = self._place(game_id)
        others = switched(self._bundle, arms, partial(rules_of, self._manifest))
        pair = self._manifest.matchups[arm.matchup]
        table = ForkTable(self._lineup, pair, turn, arms, continuations + 1, others)
        found = table.play(loop_plan([arm]), self._manifest.seed, deal, 1)
        return replace(found, results=found.results[:, :, 1:])  # the first has the cards as they lay

    def _place(self, game_id: int) -> tuple[int, Arm]:
        """The deal of a game, and which game of it."""
        deal, number = divmod(game_id, len(self._manifest.design.arms))
        return deal, self._manifest.design.arms[number]
