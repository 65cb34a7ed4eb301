"""Names of files, strategies, experiments and rules that try to be markup, a path, or a code of the terminal."""

import json
import os
import re
import shutil
import time
from pathlib import Path

import pytest

from dhstats.cli.main import main
from dhstats.games.dragonheart.files.rulesets import load
from tests.benchmarks.mutations import forged
from tests.report.reading import Elements

TAG = "<img src=x onerror=alert(1)>"
NAME = f"{TAG}\"'&`{{{{7*7}}}}"  # a name that a file can have
FORMS = (
    *("x\x1b[31mred", "x\x1b]8;;http:evil\x07", "x\x9b2J", "x\u202egpj"),
    *("x\u2066", "x\nreport: forged", "x\r", "x\u2028"),
)
WEIGHTS = 'idea = "{idea}"\n[weights]\npoints = 1.0\n'
TAGS = {
    *("html", "head", "meta", "title", "link", "style", "body", "script", "noscript", "header", "main", "nav", "footer"),
    *("section", "div", "span", "p", "h1", "h2", "h3", "ul", "ol", "li", "dl", "dt", "dd", "a", "strong", "b", "code", "pre"),
    *("table", "thead", "tbody", "tr", "th", "td", "figure", "figcaption", "details", "summary", "button", "input", "output", "label"),
    *("sup", "svg", "g", "path", "rect", "line", "circle", "text", "tspan"),
}  # fmt: skip


def looked_at(file: Path, *names: str) -> None:
    """A page in which names are text and nothing else: known elements, no handlers, no addresses, no invisible letter."""
    text = file.read_text("utf-8")
    page = Elements(text)
    assert set(page.names) <= TAGS, set(page.names) - TAGS
    assert page.names.count("script") == len(re.findall("<script", text)) <= 5
    for name, value in ((name, value or "") for _, attributes in page.tags for name, value in attributes.items()):
        assert not name.startswith("on"), name
        assert name not in ("src", "srcdoc", "action", "formaction"), name
        assert name != "href" or value.startswith(("#", "data:,")), value
    code = ("script", "style")
    words = "".join(text for tag, text in page.texts if tag not in code).replace(
        "\u2060[", "["
    )  # the mark of a note is not parted from its number
    assert all(letter.isprintable() or letter in "\n\u00a0" for letter in words)
    for name in names:
        assert name in words, name
    assert not [text for tag, text in page.texts if tag in code and TAG in text]


def said(capsys: pytest.CaptureFixture[str]) -> str:
    """What a command printed, which holds visible letters alone."""
    captured = capsys.readouterr()
    text = captured.out + captured.err
    assert all(letter.isprintable() or letter == "\n" for letter in text), ascii(text)
    return text


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a strategy and rules of hostile names."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    (folder / f"{NAME}.toml").write_text(WEIGHTS.format(idea="Wants <script>alert(2)</script> & more."), "utf-8")
    rules = load("ffg", ['source.title="<script>alert(3)</script>"', f"source.note={json.dumps(TAG)}", "hand.size=4"])
    (folder / "</script><b>.toml".replace("/", "\u2044")).write_text(rules.to_toml(), "utf-8")
    return folder


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run of four games and its certificate."""
    folder = tmp_path_factory.mktemp("certified")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert main(["simulate", "--strategies", "random", "--games", "4", "--seed", "1", "--out", "run"]) == 0
        assert main(["certify", "run", "-o", "certificate.html"]) == 0
    return folder


def test_no_page_of_a_run_holds_markup_of_a_name(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Report, board, certificate and value: names in titles, prose, tables, charts and lists of choices."""
    strategy, rules = f"{NAME}.toml", "<\u2044script><b>.toml"
    experiment = here / "q.toml"
    experiment.write_text(
        f"name = {json.dumps(NAME)}\nquestion = {json.dumps(NAME + '?')}\nstrategies = [{json.dumps(strategy)}]\n"
        f"rules = {json.dumps(rules)}\ngames = 40\nseed = 1\n",
        "utf-8",
    )
    assert main(["simulate", str(experiment), "--out", "run"]) == 0
    assert main(["report", "run", "-o", "page.html", "--json", "page.json"]) == 0
    looked_at(
        here / "page.html", NAME, f"{NAME}?", "Wants <script>alert(2)</script> & more.", "<script>alert(3)</script>"
    )
    json.loads((here / "page.json").read_text("utf-8"))
    assert main(["replay", "run", "3", "--html", "board.html"]) == 0
    looked_at(here / "board.html", NAME)
    assert main(["replay", "run", "3"]) == 0
    assert main(["certify", "run", "-o", "certificate.html"]) == 0
    looked_at(here / "certificate.html", NAME)
    assert NAME in said(capsys)
    few = ["--deals", "40", "--seed", "1"]
    value = ["value", "--strategies", strategy, "--rules", rules, *few, "--out", "v", "-o", "v.html"]
    assert main(value) == 0
    looked_at(here / "v.html", NAME)
    assert main(["compare", "ffg", rules, "--strategies", strategy, *few, "--out", "c", "-o", "c.html"]) == 0
    looked_at(here / "c.html", NAME, rules)
    said(capsys)


def test_a_stranger_s_manifest_cannot_steer_a_page_or_a_terminal(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Codes, marks that turn text round, broken letters and line ends in a manifest are spelt out wherever they show."""
    assert main(["simulate", "--strategies", "greedy,random", "--games", "40", "--seed", "1", "--out", "run"]) == 0
    file = here / "run" / "manifest.json"
    evil = "".join(FORMS) + "\0" + TAG
    values = json.loads(file.read_text("utf-8"))
    values |= {"name": evil, "question": evil, "rules_name": evil, "version": "".join(FORMS)}
    values["rules"]["source"] |= {"title": TAG}
    for player in values["strategies"]:
        player |= {"idea": evil, "source": evil}
    file.write_bytes(forged(values))
    capsys.readouterr()
    assert main(["report", "run", "-o", "page.html", "--json", "-"]) == 0
    looked_at(here / "page.html", TAG)
    for words in ("replay run 1", "replay run 1 --html b.html", "verify run", "certify run"):
        assert main(words.split()) in (0, 2, 3)  # 2: greedy beats random from any seat, so that no seat can be judged
    said(capsys)
    looked_at(here / "b.html")


def test_halves_of_letters_in_a_manifest_are_damage(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """JSON can name what no text can hold; whoever reads such a run says so."""
    assert main(["simulate", "--strategies", "random", "--games", "4", "--seed", "1", "--out", "run"]) == 0
    file = here / "run" / "manifest.json"
    file.write_bytes(forged(json.loads(file.read_text("utf-8")) | {"question": "\ud800"}))
    for words in ("report run -o p.html", "certify run -o p.html", "replay run 1", "verify run"):
        capsys.readouterr()
        assert main(words.split()) == 3
        assert "invalid characters" in said(capsys)
    assert not (here / "p.html").exists()


@pytest.mark.parametrize("form", FORMS, ids=ascii)
def test_invisible_letters_in_names_are_refused(here: Path, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A strategy, an experiment or a rule set whose name cannot be seen does not play; the message spells it out."""
    (here / f"{form}.toml").write_text(WEIGHTS.format(idea="Plays."), "utf-8")
    (here / "q.toml").write_text(f"name = {json.dumps(form)}\n", "utf-8")
    for words in (
        ["simulate", "--strategies", f"{form}.toml"],
        ["simulate", "--strategies", form],
        ["simulate", "q.toml"],
        ["simulate", "--rules", form],
        ["simulate", "--set", f"{form}=1"],
        ["simulate", "--design", form],
        ["simulate", "--moves", form],
        ["simulate", "--until", form],
        ["simulate", "--game", form],
        ["simulate", f"--{form}", "1"],
        [form],
        ["report", form],
        ["sql", form, form],
        ["verify", form],
        ["rules", "check", f"./{form}"],
        ["strategies", "show", f"{form}.json"],
        ["strategies", "show", f"{form}.py:f"],
        ["compare", "ffg", f"{form}=1"],
        ["plan", "--within", form],
        ["train", "--restriction", form],
    ):
        assert main(words) in (2, 3), words
        lines = said(capsys).splitlines()
        assert all(line.startswith("dhstats: ") for line in lines), words
        assert len(lines) == 1 or words[0] == "compare", words  # there spaces part changes, and each is told
    assert not (here / "data").exists()


@pytest.mark.parametrize(
    "name", ["../../escape", "/tmp/absolute", "..", ".", "", "a/b", "-rf", ".hidden", "x" * 999, "CON", "~", "$HOME"]
)
def test_a_name_in_a_file_is_no_path(here: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An experiment plays into a folder within `data`, whatever it is called."""
    before = set(here.parent.rglob("*"))
    (here / "q.toml").write_text(f"name = {json.dumps(name)}\nstrategies = ['random']\ngames = 4\nseed = 1\n", "utf-8")
    assert main(["simulate", "q.toml"]) == 0
    said(capsys)
    (run,) = (here / "data").iterdir()
    assert not run.name.startswith((".", "-"))
    assert len(run.name) < 120
    assert {path for path in set(here.parent.rglob("*")) - before if not path.is_relative_to(here)} == set()


LONG = "x" * 10_000


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "--strategies", "random", "--games", "2", "--seed", "1", "--out", "{}"],
        ["simulate", "{}"],
        ["simulate", "--rules", "{}.toml"],
        ["simulate", "--strategies", "{}.toml"],
        ["simulate", "--strategies", "{}.json"],
        ["simulate", "--strategies", "{}.py:f"],
        ["simulate", "--strategies", "{}"],
        ["report", "{}"],
        ["report", "run", "-o", "{}"],
        ["report", "run", "--json", "{}"],
        ["replay", "run", "1", "--html", "{}"],
        ["certify", "run", "--certificate", "{}"],
        ["sql", "{}", "SELECT 1"],
        ["sql", "run", "SELECT 1", "--json", "{}"],
        ["sql", "run", "SELECT 1", "--temp", "{}"],
        ["verify", "{}"],
        ["verify", "certificate.json", "--run", "{}"],
        ["rules", "check", "{}.toml"],
        ["train", "--games", "2", "--player", "{}"],
        ["value", "--strategies", "random", "--deals", "4", "--out", "{}"],
        ["compare", "ffg", "great_dragon.points=4", "--strategies", "random", "--deals", "4", "--out", "{}"],
    ],
    ids=lambda words: " ".join(words)[:40],
)
@pytest.mark.parametrize(
    "name", [LONG, "a/" * 3_000 + "b", "a\0b", "/dev/null/x"], ids=["long", "deep", "nul", "device"]
)
def test_impossible_paths_are_one_line(
    here: Path, certified: Path, words: list[str], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Names that no file can have end in an error of one line, and nothing is left behind."""
    if "run" in words or "certificate.json" in words:
        shutil.copytree(certified, here, dirs_exist_ok=True)
    before = set(here.rglob("*"))
    capsys.readouterr()
    assert main([word.format(name) for word in words]) in (2, 3, 4)
    captured = capsys.readouterr()
    assert captured.err.startswith("dhstats: ")
    assert captured.err.count("\n") == 1
    assert len(captured.err) < 2_100
    left = {path for path in set(here.rglob("*")) - before if path.suffix in (".html", ".json", ".part")}
    assert left == set()


ENDLESS = {
    "pipe": os.mkfifo,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "folder": Path.mkdir,
    "terabyte": lambda path: (path.touch(), os.truncate(path, 1 << 40)),
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_files_without_an_end_are_never_waited_for(here: Path, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A pipe, a device, a folder or a hole in the place of each kind of file: one line, at once; who waited for a pipe would wait until this test is stopped."""
    for name in ("x.toml", "x.json", "x.py"):
        ENDLESS[kind](here / name)
    (here / "run").mkdir()
    ENDLESS[kind](here / "run" / "manifest.json")
    (here / "beside.toml").write_text('extends = "./x.toml"\n')
    started = time.process_time()
    for words in (
        ["rules", "check", "./x.toml"],
        ["rules", "check", "./beside.toml"],
        ["simulate", "x.toml"],
        ["simulate", "--rules", "./x.toml"],
        ["simulate", "--strategies", "x.toml"],
        ["simulate", "--strategies", "x.json"],
        ["simulate", "--strategies", "x.py:f"],
        ["simulate", "--strategies", "expert@./x.toml"],
        ["strategies", "show", "x.json"],
        ["verify", "x.json"],
        ["verify", "run"],
        ["report", "run"],
        ["sql", "run", "SELECT 1"],
        ["replay", "run", "1"],
        ["certify", "run"],
        ["simulate", "--strategies", "random", "--games", "2", "--seed", "1", "--out", "run", "--resume"],
    ):
        assert main(words) in (2, 3), words
        assert said(capsys).count("dhstats: ") == 1, words
    assert time.process_time() - started < 20.0


@pytest.mark.parametrize("target", [".", "/", "..", "here/", "reports"])
def test_a_folder_is_no_place_for_a_page(here: Path, target: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A page is not overwritten a folder."""
    (here / "reports").mkdir()
    (here / "here").mkdir()
    assert main(["simulate", "--strategies", "random", "--games", "4", "--seed", "1", "--out", "run"]) == 0
    capsys.readouterr()
    for option in ("-o", "--json"):
        assert main(["report", "run", "-o", "page.html", option, target]) in (2, 4)
        assert said(capsys).count("\n") == 1


def test_a_bar_takes_no_name_for_markup(monkeypatch: pytest.MonkeyPatch) -> None:
    """Brackets in the name of a tweak are brackets, on a terminal too."""
    import io

    from rich import console as rich

    from dhstats.cli.terminal.console import step_bar

    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(rich.Console, "is_terminal", True)
    with step_bar("[link=file:///etc]playing[/link]") as advance:
        advance(1, 2, "[/] [red]takes=[1, 2][/red] \x1b[2Jx\u202e")
    shown = stream.getvalue()
    assert "[/] [red]takes=[1, 2][/red] \\x1b[2Jx\\x202e" in shown
    assert "[link=file:///etc]playing[/link]" in shown
