"""The turns of a game looked into on several threads: the moves that were played, or all that are worth a look."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

from dhstats import machine
from dhstats.players.positions.forks import Rollouts, State
from dhstats.simulate.replays.rematch import Rematch, lineup_again
from dhstats.simulate.work.workers import in_order, on_each_thread
from dhstats.storage import Run

Watch = Callable[[int, int], None]  # how many turns are done, of how many; what it raises ends the work


class Looking:
    """One game of a run, whose turns are played on so many times; the same numbers for any number of workers."""

    def __init__(
        self, run: Run, game_id: int, players: Sequence[str], replicates: int, workers: int | None = None
    ) -> None:
        """DataProblem if rules or strategies are no longer what they were."""
        lineup = lineup_again(run.manifest, players)
        self._table = on_each_thread(lambda: Rematch(run.manifest, players, lineup))
        self._game, self._replicates, self._workers = game_id, replicates, workers or machine.processors()
        self._table().state(game_id, 0, replicates)  # compiles what threads would compile each for themselves

    def played(self, turns: int, watch: Watch) -> list[Rollouts | None]:
        """Every turn with the move that was played, played on; None where there was nothing to choose."""
        return self._each(lambda turn: self._look(turn, lambda state: (state.chosen,)), turns, watch)

    def worth(self, turns: int, watch: Watch) -> list[Rollouts | None]:
        """The same with every move that is worth a look, and the one that was played."""
        return self._each(self.turn, turns, watch)

    def turn(self, turn: int) -> Rollouts | None:
        """The same of one turn, counted from 0."""
        return self._look(turn, lambda state: state.worth)

    def _look(self, turn: int, which: Callable[[State], Sequence[int]]) -> Rollouts | None:
        state = self._table().state(self._game, turn, self._replicates)
        if state is None:
            return None
        return self._table().look_into(self._game, turn, self._replicates, which(state))

    def _each(self, look: Callable[[int], Rollouts | None], turns: int, watch: Watch) -> list[Rollouts | None]:
        found: list[Rollouts | None] = []
        with (
            ThreadPoolExecutor(self._workers) as pool,
            closing(in_order(pool, "explain", look, range(turns), 2 * self._workers)) as looked,
        ):
            watch(0, turns)
            for each in looked:
                found.append(each)
                watch(len(found), turns)
        return found
