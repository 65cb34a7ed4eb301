"""A training under way as a file beside the player's own, so that a stopped one goes on where it was."""

import json
import time
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.errors import BadInput
from dhstats.storage.layout import whole_file
from dhstats.storage.places import open_file, remove_file

Array = np.ndarray[Any, Any]
ENDING = ".unfinished"
PART_SECONDS = 2.0  # between two drafts: so much is learnt again after a kill
FACTS = "facts"


@dataclass(frozen=True, slots=True)
class State:
    """What has been learnt after some rounds: arrays, and the rest as JSON values."""

    rounds: int
    arrays: Mapping[str, Array]
    facts: Mapping[str, Any]


class Draft:
    """The file of a training under way; `terms` say all that determines what is learnt."""

    def __init__(self, player: Path, terms: str, *, fresh: bool = False) -> None:
        """A fresh draft begins anew, in place of any other; BadInput where a file of that name is no draft."""
        self.path = player.with_name(player.name + ENDING)
        self._terms, self._written = terms, time.monotonic()
        if fresh and self._stored() is not None:
            self.remove()

    def read(self) -> State | None:
        """What was learnt so far, nothing if no draft is there; BadInput for a draft of another training."""
        stored = self._stored()
        if stored is None:
            return None
        terms, state = stored
        if terms != self._terms:
            raise BadInput(
                f"{self.path}: is the draft of a training with other rules, games, seed or version; "
                "give the same options, or train again without --resume"
            )
        return state

    def _stored(self) -> tuple[str, State] | None:
        """The terms of the draft that is there and what was learnt; BadInput for a file that is no draft."""
        try:
            with open_file(self.path) as file, np.load(file, allow_pickle=False) as stored:
                arrays = {name: stored[name] for name in stored.files}
            facts = json.loads(bytes(arrays.pop(FACTS)))
            terms, rounds = facts.pop("terms"), int(facts.pop("rounds"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError, AttributeError, EOFError, zipfile.BadZipFile) as error:
            raise BadInput(f"{self.path}: is not a draft of a training; remove it and train again") from error
        return terms, State(rounds, arrays, facts)

    def write_at_times(self, state: State) -> None:
        """Writes what has been learnt, if the last draft was a while ago."""
        if time.monotonic() - self._written < PART_SECONDS:
            return
        facts = json.dumps({"terms": self._terms, "rounds": state.rounds, **state.facts})
        with whole_file(self.path, make_folder=True) as draft, draft.open("wb") as file:
            np.savez(file, **{FACTS: np.frombuffer(facts.encode(), np.uint8)}, **state.arrays)  # type: ignore[arg-type]
        self._written = time.monotonic()

    def remove(self) -> None:
        """Removes the draft, once the player's file is written."""
        remove_file(self.path)
