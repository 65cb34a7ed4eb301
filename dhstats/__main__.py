"""`python -m dhstats` is the same as `dhstats`."""

from dhstats.cli.main import run

run()
