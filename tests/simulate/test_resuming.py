"""Whether --resume looks at what is there: bytes that are not those that were written are not gone on with."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dhstats.errors import DataProblem
from dhstats.simulate.running.runner import begin
from tests.queries.runs import four_deals, turn, write_run


def resumed(folder: Path, manifest: Any) -> Any:
    """A run that is complete, gone on with: nothing of it has to be played, so nobody is looked up for it."""
    prepared: Any = SimpleNamespace(manifest=manifest)
    executor: Any = None
    return begin(prepared, folder, executor, 1, resume=True)


@pytest.mark.parametrize("table", ["games", "moves"])
def test_every_byte_is_read_before_a_run_is_gone_on_with(tmp_path: Path, table: str) -> None:
    """One byte in the middle of a file of the same length: sizes and lists say nothing of it."""
    run = write_run(tmp_path / "run", four_deals(), [turn(0, 0), turn(0, 1)], shard_deals=2)
    resumed(run.folder, run.manifest)
    for file in sorted((run.folder / table).glob("*.parquet")):
        written = file.read_bytes()
        middle = len(written) // 2
        file.write_bytes(written[:middle] + bytes([written[middle] ^ 1]) + written[middle + 1 :])
        with pytest.raises(DataProblem, match="put back a copy of the file, or remove it"):
            resumed(run.folder, run.manifest)
        file.write_bytes(written)
    resumed(run.folder, run.manifest)
