"""How heavy pages are, and how soon they can be read and used in a browser.

`python -m tests.benchmarks.pages PAGE ...` opens each page several times, in turn, so that whatever else the machine does
hits all of them alike, and prints medians: the size of the file, when the first words are painted, when the charts to be
seen are drawn and the page can be used, and how long a section takes to be drawn when it is opened.
"""

import argparse
import tempfile
from pathlib import Path
from statistics import median

from tests.report.chromium import Browser, running

WATCH = """new MutationObserver(() => {
    const said = document.documentElement.dataset.charts;
    if (said && !window.drawnAt) window.drawnAt = performance.now();
}).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-charts"] });"""
OPEN = """new Promise(done => {
    const fold = [...document.querySelectorAll("details.part-of-page")].find(each => each.querySelector(".canvas"));
    if (!fold) return done(0);
    const begun = performance.now();
    const missing = () => fold.querySelector(".canvas:not(:has(svg.marks))");
    const ask = () => (missing() ? requestAnimationFrame(ask) : done(performance.now() - begun));
    fold.open = true;
    ask();
})"""


def timed(browser: Browser, page: Path, width: int) -> tuple[float, float, float]:
    """Milliseconds from the start of loading to the first words and to the drawn page, and of opening a section."""
    browser.open(page, width, folded=True)
    painted = "performance.getEntriesByName('first-contentful-paint').map(each => each.startTime)[0] || 0"
    return browser.ask(painted), browser.ask("window.drawnAt"), browser.ask(OPEN)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="+", type=Path)
    parser.add_argument("--repeats", type=int, default=7)
    asked = parser.parse_args()
    times: dict[tuple[Path, int], list[tuple[float, float, float]]] = {}
    with tempfile.TemporaryDirectory() as profile, running(Path(profile)) as browser:
        browser.call("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        for _ in range(asked.repeats):
            for page in asked.pages:
                for width in (1280, 390):
                    times.setdefault((page, width), []).append(timed(browser, page.resolve(), width))
    print(f"{'page':40} {'width':>5} {'kB':>7} {'painted':>8} {'drawn':>8} {'section':>8}")
    for (page, width), each in times.items():
        painted, drawn, section = (median(column) for column in zip(*each, strict=True))
        size = page.stat().st_size / 1000
        print(f"{page.name:40} {width:5} {size:7.0f} {painted:5.0f} ms {drawn:5.0f} ms {section:5.0f} ms")


if __name__ == "__main__":
    main()
