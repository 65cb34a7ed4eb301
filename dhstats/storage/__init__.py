"""How a run lies on disk, and nothing about what it means: layout, manifest, tables."""

from dhstats.storage.manifest import Arm, Design, Manifest, Player, Shard
from dhstats.storage.run import Run, open_run

__all__ = ["Arm", "Design", "Manifest", "Player", "Run", "Shard", "open_run"]
