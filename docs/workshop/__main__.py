"""`make docs`: runs what the site shows, puts its pages together, lets Sphinx make it, and looks at what was made."""

import argparse
import sys
import time
from pathlib import Path

from sphinx.cmd.build import main as sphinx

from docs.workshop import inspection, outputs, staging
from docs.workshop.sittings import ROOT, hold


def main() -> int:
    """Makes the site; 1 if anything about it is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path, nargs="?", default=ROOT / "build/site")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--update", action="store_true", help="write what the commands print into the pages of docs/")
    asked = parser.parse_args()
    began, kept, pages = time.perf_counter(), ROOT / "build/sittings", ROOT / "build/pages-of-site"
    hold(staging.sittings(), kept, asked.processes)
    ran = time.perf_counter()
    stale = list(outputs.faults(kept, asked.update))
    staging.stage(pages, kept)
    code = sphinx(
        ["-W", "--keep-going", "-E", "-q", "-b", "html", "-j", str(asked.processes), "-c", str(ROOT / "docs"),
         "-D", f"sittings={kept}", str(pages), str(asked.site)]
    )  # fmt: skip
    faults = [*stale, *(inspection.faults(asked.site) if code == 0 else [])]
    sys.stderr.writelines(f"docs: {fault}\n" for fault in faults)
    sys.stdout.write(
        f"{inspection.told(asked.site)}; {ran - began:.0f} s of commands, {time.perf_counter() - ran:.0f} s of pages\n"
    )
    return 1 if code or faults else 0


if __name__ == "__main__":
    sys.exit(main())
