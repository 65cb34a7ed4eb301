"""Compiled players use no memory that was given back."""

import os
import subprocess
import sys
from pathlib import Path

GAMES = """
import sys
from dhstats.cli.main import main
for game, players in (("dragonheart", "search:4,mc:1"), ("dragonwood", "search:8,expert"), ("dragon", "search:4,mc:1")):
    words = ["simulate", "--game", game, "--strategies", players, "--games", "2", "--seed", "9", "--workers", "1"]
    if main([*words, "--out", f"{sys.argv[1]}/{game}"]):
        sys.exit(1)
"""


def test_searches_keep_what_they_look_at(tmp_path: Path) -> None:
    """Every array gets pages of its own, which are gone once it is given back: to use one then ends the process."""
    variables = os.environ | {"MALLOC_MMAP_THRESHOLD_": "1024", "MALLOC_TRIM_THRESHOLD_": "0"}
    done = subprocess.run(
        [sys.executable, "-c", GAMES, str(tmp_path)], env=variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
