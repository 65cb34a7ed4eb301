"""`python -m tests.docs.picture`: whether README's picture says what the demo's page says; `--update` after it was drawn anew.

The picture is drawn by `dhstats report data/demo -o reports/demo.html --png reports/demo.png`; its words stand beside it.
"""

import html
import json
import re
import sys
from pathlib import Path

REPORTS = Path(__file__).parents[2] / "reports"
WORDS = ("question", "answer", "sureness", "decision")


def main() -> int:
    """1 if the page that `make demo` wrote opens with other words than the picture."""
    carried = re.search(r'<meta name="dhstats-page" content="([^"]*)"', (REPORTS / "demo.html").read_text("utf-8"))
    assert carried is not None
    page = json.loads(html.unescape(carried[1]))
    words = "".join(f"{page[name]}\n" for name in WORDS)
    drawn = REPORTS / "demo.txt"
    if "--update" in sys.argv:
        drawn.write_text(words, "utf-8")
    if drawn.read_text("utf-8") == words:
        return 0
    sys.stderr.write(f"reports/demo.png is of another page, which says:\n{words}draw it anew, then --update\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
