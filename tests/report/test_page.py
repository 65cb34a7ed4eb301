"""The document: its structure, its safety, its size."""

import base64
import re
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from dhstats.errors import BadInput, ResourceFailure
from dhstats.questions.shared.answer import Answer, Finding
from dhstats.report import Report, write_report
from dhstats.report.page import composition
from dhstats.report.page.page import FIRST, Fact, Headline, Page, Part, Rules, bundle, policy, render
from dhstats.report.pages.writing import write_answers
from dhstats.storage import Run
from tests.report.conftest import HOSTILE, QUESTION, played
from tests.report.reading import Elements, repeated

SMALL = Page(
    title="A title",
    lead="A question?",
    labels=(),
    version="9",
    chips=(Fact("games", "12"),),
    parts=(
        Part(
            "",
            "part",
            (Headline(Finding("All is well.", "balanced", True)),),
            (),
            Rules((), "", (), ()),
            (),
            (),
            (),
            "go",
        ),
    ),
    verdicts="What verdicts mean.",
    limits=("Much.",),
)
ESCAPED = "&lt;script&gt;alert(1)&lt;/script&gt;&#34;&#39;&amp;"


def carried(text: str, name: str) -> str:
    """What a page carries deflated."""
    packed = re.findall(rf'<script type="text/plain" id="{name}">(.*?)</script>', text)
    assert len(packed) == 1
    return zlib.decompress(base64.b64decode(packed[0])).decode()


def body(text: str) -> str:
    """A page without its scripts and its style."""
    return re.sub(r"<(script|style)\b.*?</\1>", "", text, flags=re.DOTALL)


@pytest.fixture(scope="module")
def text(report: Report) -> str:
    """The hostile page."""
    return report.path.read_text("utf-8")


def test_a_small_page_is_a_title_findings_and_limits() -> None:
    """The order of a page, on one without questions: a small snapshot."""
    plain = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body(render(SMALL)))).strip()
    assert plain == (
        "A title · dhstats Skip to the findings dhstats report Dark page A title A question? 12 games"
        " A title; dhstats 9; go"
        " Findings Rules and players How it was run Verdicts What is not shown Open all sections"
        " The charts of the sections need JavaScript. Every number is also in the tables at the end of the sections."
        " This browser cannot draw the charts; their numbers are in the tables of each section."
        " What was found = balanced All is well. Rules and players"
        " How it was run The same games again: go"
        " What the verdicts mean What verdicts mean. What this page does not show Much."
        " Print everything (else two sheets: the answer with its picture, and findings, rules, players and command)"
        " Made by dhstats 9. This file is complete in itself: it loads nothing and sends nothing."
    )


def test_a_section_tells_finding_caution_chart_reading_method_numbers_sql(text: str) -> None:
    """The order within a section is the order in which a reader needs it."""
    section = text[text.index('<section id="scores"') : text.index('<section id="length"')]
    order = ["findings", "callout", "charts", "reading", 'class="method"', "Numbers: ", "SQL: "]
    places = [section.index(mark) for mark in order]
    assert places == sorted(places)


def test_every_link_has_its_target_and_every_anchor_is_unique(text: str) -> None:
    """The table of contents leads somewhere, once."""
    page = Elements(text)
    anchors = page.values("id")
    assert len(anchors) == len(set(anchors))
    targets = [link for link in page.values("href") if link != "data:,"]
    assert targets
    assert {target.removeprefix("#") for target in targets} <= set(anchors)
    assert set(page.values("aria-describedby")) | set(page.values("aria-labelledby")) <= set(anchors)


def test_a_hostile_name_is_text_wherever_it_stands(text: str) -> None:
    """Names, ideas, titles and notes from files are escaped, in the title and in the charts too."""
    assert HOSTILE not in text
    assert f"<title>Does going first help in {ESCAPED}? · dhstats</title>" in text
    assert f'<span class="name"> · {ESCAPED}: {ESCAPED}</span>' in text
    assert f"<dt>{ESCAPED}</dt>" in text
    assert "\\u003cscript\\u003ealert(1)\\u003c/script\\u003e\\\"'\\u0026 against itself" in carried(text, "charts")


def test_a_page_has_no_scripts_but_its_own(text: str) -> None:
    """Data blocks and the page's script; and a policy that lets it and the library run, and nothing else run or load."""
    scripts = [attributes.get("type") for tag, attributes in Elements(text).tags if tag == "script"]
    assert scripts == ["application/json", *["text/plain"] * 4, None]
    policies = [str(a["content"]) for tag, a in Elements(text).tags if a.get("http-equiv")]
    assert policies[0].startswith("default-src 'none'; script-src 'sha256-")
    assert policies[0].count("sha256-") == 2


def test_the_policy_names_scripts_by_their_hash() -> None:
    """SHA-256 in base 64, as browsers compute it. Source: the example of the CSP Level 2 recommendation, 4.2.5."""
    assert "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='" in policy(("alert('Hello, world.');",))


def test_a_page_loads_nothing(text: str) -> None:
    """No attribute and no style asks for an address, and no prose names one."""
    page = Elements(text)
    assert not page.values("src")
    assert not re.findall(r"url\(|@import", re.findall(r"<style.*?</style>", text, re.DOTALL)[0])
    assert not re.findall(r"https?://|//cdn", body(text))
    looks = re.findall(r'<script type="application/json".*?</script>', text, re.DOTALL)
    assert not re.findall(r"https?:", "".join(looks) + carried(text, "charts"))


def test_the_chart_library_is_there_once(text: str) -> None:
    """Not once a chart, and so that the policy knows it."""
    assert carried(text, "library") == bundle()


def test_the_chart_library_has_its_licence_with_it(text: str) -> None:
    """Whoever shares a page shares a copy of the library: its copyright and its conditions stand beside it."""
    notice = text.partition('<script type="text/plain" id="library">')[0].rpartition("<!--")[2]
    assert notice.endswith("-->\n")
    assert "--" not in notice.removesuffix("-->\n")
    for name in ("Vega", "Vega-Lite", "Vega-Embed"):
        assert re.search(
            rf"^{name}: Copyright \(c\) .*University of Washington Interactive Data Lab", notice, re.MULTILINE
        )
    for line in ("Redistributions in binary form must reproduce the above copyright notice", 'PROVIDED "AS IS"'):
        assert line in notice


def test_findings_come_first_with_their_verdict_in_words(text: str, report: Report) -> None:
    """The opening list holds the headlines, each that judges with a badge that says its verdict."""
    opening = text[text.index('<section id="findings"') : text.index("</section>")]
    headlines = report.page.parts[0].headlines
    assert len(re.findall("<li", opening)) == len(headlines) == len(report.headlines) - 1 >= FIRST
    words = re.findall(r'class="badge (\w+)"><span aria-hidden="true">.</span> (\w+)</span>', opening)
    judged = [line.finding.verdict for line in headlines if line.finding.verdict != "fact"]
    assert words == [(verdict, verdict) for verdict in judged]


def test_many_headlines_go_behind_a_fold() -> None:
    """The page opens with a few; the others are one click away."""
    lines = tuple(Headline(Finding(f"Sentence {number}.")) for number in range(FIRST + 2))
    opening = render(replace(SMALL, parts=(replace(SMALL.parts[0], headlines=lines),))).partition("</section>")[0]
    before, fold, after = opening.partition("<summary>2 more findings</summary>")
    assert fold
    assert [before.count("Sentence"), after.count("Sentence")] == [FIRST, 2]
    assert "<summary>1 more finding</summary>" in render(
        replace(SMALL, parts=(replace(SMALL.parts[0], headlines=lines[:-1]),))
    )


def test_the_question_and_the_command_are_on_the_page(plain: Report) -> None:
    """What was asked stands at the top, what to type at the end."""
    text = plain.path.read_text("utf-8")
    assert f'<p class="lead">{QUESTION}</p>' in text
    assert "Save as again.toml, then: dhstats simulate again.toml" in body(text)


def test_a_number_keeps_its_percent_sign(text: str) -> None:
    """Sentences have a space there that ends no line; SQL keeps the spaces that it ran with."""
    assert "95\u00a0% interval" in text
    assert "95 % interval" not in body(text)
    assert "turns % 2" in carried(text, "queries")


def test_many_findings_go_behind_a_fold() -> None:
    """A section opens with a few sentences; the others are one click away."""
    sentences = tuple(Finding(f"Sentence {number}.") for number in range(7))
    section = composition.section(Answer("many", "Many", sentences, (), "", "", "", ()), "", 100)
    text = render(replace(SMALL, parts=(replace(SMALL.parts[0], sections=(section,)),)))
    assert "<summary>2 more findings</summary>" in text
    assert "Method." not in text


def test_several_runs_share_a_page(run: Run, hostile: Run, answers: tuple[Answer, ...]) -> None:
    """Each run has a part of its own with its own anchors."""
    told = [each for each in answers if each.key in ("first_player", "scores")]
    anchors = Elements(render(composition.page([(run, told), (hostile, told)]))).values("id")
    assert len(anchors) == len(set(anchors))
    assert {"run1-scores", "run2-scores", "run1-top", "run2-top"} <= set(anchors)


def test_a_run_without_turns_says_what_is_missing(tmp_path: Path) -> None:
    """The first question on the course of a game says why it has no answer; the limits name all that is missing."""
    silent = played(tmp_path / "run", "random", games=20, moves="none")
    text = write_report(silent, tmp_path / "page.html").path.read_text("utf-8")
    assert (
        composition.NO_MOVES.format("comebacks, margins by kind of game, the race, sources of points and the pictures")
        in text
    )
    assert 'id="why"' in text
    assert 'id="why-1"' not in text
    assert 'id="decisions"' not in text
    assert 'id="comebacks"' not in text
    assert 'id="race"' not in text
    assert 'id="pictures"' not in text
    assert repeated(text) == []


def test_a_page_is_small(report: Report) -> None:
    """An ordinary page is hardly larger than the chart library, and well below a megabyte."""
    assert report.size == report.path.stat().st_size < 900_000


@pytest.mark.long("that the largest run has a page of less than a mebibyte; an ordinary page is measured above")
def test_the_largest_run_makes_no_huge_page(tmp_path: Path) -> None:
    """With as many matchups as a deal can hold, and long names, a page stays under 1 MiB."""
    source = Path(composition.__file__).parents[2] / "games/dragonheart/players/characters/cautious.toml"
    files = [tmp_path / f"a_character_with_a_rather_long_name_{number}.toml" for number in range(15)]
    for file in files:
        file.write_bytes(source.read_bytes())
    run = played(tmp_path / "run", *map(str, files), games=960)
    assert len(run.manifest.matchups) == 120
    assert write_report(run, tmp_path / "page.html").size < 2**20


def test_nothing_to_report_is_a_mistake_of_the_user(tmp_path: Path) -> None:
    """A report needs a run."""
    with pytest.raises(BadInput, match="at least one run"):
        write_report([], tmp_path / "page.html")


def test_a_place_that_cannot_be_written_is_one_clear_error(
    run: Run, answers: tuple[Answer, ...], tmp_path: Path
) -> None:
    """No half page remains where a page cannot be written."""
    (tmp_path / "page.html").mkdir()
    with pytest.raises(ResourceFailure, match=r"page\.html: cannot be written"):
        write_answers(run, answers[:1], tmp_path / "page.html")
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
