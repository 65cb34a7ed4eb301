"""The command `dhstats`, as it is begun by its name or as `python -m dhstats`: one Ctrl-C ends it from the start."""

import os
import sys

INTERRUPTED = 130  # the exit code of the contract, before anything that knows it is imported


def run() -> None:
    """Imports the commands, which takes a while, and runs the command line."""
    try:
        from dhstats import machine

        machine.collect_less()
        from dhstats.cli.main import run as run_command_line
    except KeyboardInterrupt:
        sys.stderr.write("dhstats: interrupted\n")
        sys.stderr.flush()
        os._exit(INTERRUPTED)  # threads of half-imported libraries are not waited for
    run_command_line()


if __name__ == "__main__":
    run()
