"""A page for each shipped game: its rules, what a run of it answers, what is known of it exactly, and its file."""

import ast
import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

from dhstats.games import catalogue
from dhstats.questions.balancebench import tasks
from dhstats.questions.balancebench.tasks import Task
from dhstats.questions.catalogue import answer_all
from dhstats.questions.shared.first_screen import capital, spelt
from dhstats.storage import open_run
from docs.workshop import pictures
from docs.workshop.inspection import HEAVIEST_PICTURE
from docs.workshop.prose import console, safe
from docs.workshop.sittings import ROOT, Sitting

HOME = "catalogue"  # of these pages on the site
FILES = ROOT / "dhstats/gamefile/examples"
GAMES = 4000
ANSWERS = 5  # of each game
MOST_SENTENCES = 16  # of its rules
# What a page asks after who is ahead: the first of these that the game's report answers with a picture.
ASKED = ("length", "endings", "decisions", "alone", "scores", "lead", "outcomes", "health")
MECHANIC = re.compile(r"^\| ([^|]+?) \| (.*`.*) \|$", re.MULTILINE)
ELSEWHERE = re.compile(r" Its numbers are in the tables? .*")  # which the page of the report has
KINDS = {
    "seat": "who is favoured", "reading": "what a rule changes", "change": "which change repairs it",
    "power": "what a role is worth", "worth": "what a thing is worth", "games": "how many games",
    "people": "do people play so",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Game:
    """A shipped game: what it is called, where its code is, and how its page plays it."""

    name: str

    @property
    def title(self) -> str:
        """The name for people."""
        return catalogue.title(self.name)

    @property
    def file(self) -> Path | None:
        """Its file; None for a folder."""
        path = FILES / f"{self.name}.py"
        return path if path.exists() else None

    @property
    def paragraphs(self) -> list[str]:
        """What its code says of it: what it is, and where it comes from."""
        path = self.file or Path(str(import_module(f"dhstats.games.{self.name}").__file__))
        text = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
        return [" ".join(part.split()) for part in text.split("\n\n")]

    @property
    def idea(self) -> str:
        """What it is, in one sentence."""
        text = self.paragraphs[0].partition(": ")[2]
        return text[0].upper() + text[1:]

    @property
    def players(self) -> list[int]:
        """For how many it is."""
        least, most = catalogue.players(self.name)
        return list(range(least, most + 1))

    @property
    def strategy(self) -> str:
        """Who plays: the first script of its file, or the usual player of a game with a folder."""
        bundle = catalogue.load(self.name)
        scripts = [each for each in bundle.shipped_strategies() if each not in ("random", "greedy")]
        if self.file:
            return scripts[0] if scripts else "greedy"
        return bundle.default_strategies[0]

    @property
    def mechanics(self) -> list[str]:
        """Those of the table in docs/games.md that name it."""
        rows = MECHANIC.findall((ROOT / "docs/games.md").read_text("utf-8"))
        return [mechanic for mechanic, games in rows if f"`{self.name}`" in games]

    @property
    def facts(self) -> list[str]:
        """For how many it is, and its mechanics."""
        least, most = catalogue.players(self.name)
        counts = f"{least} to {most} players" if least < most else "one player" if most == 1 else f"{most} players"
        return [counts, *self.mechanics]

    @property
    def tasks(self) -> list[Task]:
        """The questions of BalanceBench about it."""
        return [task for task in tasks.read() if task.game == self.name]

    @property
    def sitting(self) -> Sitting:
        """The games that are played for its page, and the report on them."""
        return Sitting(
            (
                f"dhstats simulate --game {self.name} --strategies {self.strategy} --games {GAMES} --seed 1"
                f" --moves sample:50 --out data/{self.name}",
                f"dhstats report data/{self.name} --page {self.name}.html --json {self.name}.json",
            )
        )


@cache
def every() -> tuple[Game, ...]:
    """All games of the catalogue, those of a file after those of a folder."""
    files = sorted(path.stem for path in FILES.glob("[a-z]*.py"))
    return tuple(map(Game, (*catalogue.NAMES, *files)))


def pages(kept: Path, staged: Path) -> Mapping[str, str]:
    """A page for each game, and one that lists them; their pictures and numbers go into the folder that is `staged`."""
    (staged / HOME).mkdir(exist_ok=True)
    answered = {game: list(_answers(game, kept / game.sitting.key, staged / "pictures")) for game in every()}
    for game in every():
        numbers = (kept / game.sitting.key / f"{game.name}.json").read_text("utf-8")
        (staged / HOME / f"{game.name}.json").write_text(numbers, "utf-8")
        if game.file:
            (staged / HOME / game.file.name).write_text(game.file.read_text("utf-8"), "utf-8")
    own = {f"{HOME}/{game.name}.md": _page(game, answers) for game, answers in answered.items()}
    return own | {f"{HOME}/index.md": _index({game: answers[0] for game, answers in answered.items()})}


@dataclass(frozen=True, slots=True)
class Answer:
    """A question with its answer in a sentence or two, how sure it is, and the file of its picture with its words."""

    question: str
    text: str
    sureness: str
    picture: str
    words: str


def _answers(game: Game, folder: Path, drawn: Path) -> Iterator[Answer]:
    """The first screen of its report, and the first sentence of further questions that have a picture."""
    run = open_run(folder / f"data/{game.name}")
    known = {answer.key: answer for answer in answer_all(run)}
    first = next((answer for answer in known.values() if answer.opening), None)
    if first and (screen := first.opening):
        picture = pictures.first(folder / f"{game.name}.html")
        yield _drawn(game, drawn, picture, first.key, (screen.question, screen.answer, screen.sureness))
    others = [known[key] for key in ASKED if key in known and known[key] is not first]
    charted = ((each, picture) for each in others for picture in islice(pictures.drawn(each, run.manifest.game), 1))
    light = ((each, picture) for each, picture in charted if len(picture.svg.encode()) <= HEAVIEST_PICTURE)
    for each, picture in islice(light, ANSWERS - bool(first)):
        yield _drawn(game, drawn, picture, each.key, (each.title, each.findings[0].text, ""))


def _drawn(game: Game, folder: Path, picture: pictures.Picture, key: str, texts: tuple[str, str, str]) -> Answer:
    name = f"{game.name}-{key.replace('_', '-')}.svg"
    (folder / name).write_text(picture.svg, "utf-8")
    return Answer(*texts, name, ELSEWHERE.sub("", " ".join(picture.words.split())))


def _page(game: Game, answers: list[Answer]) -> str:
    rules = catalogue.rules(game.name)
    sentences = [each for each in rules.load(rules.shipped()[0]).describe() if each != game.paragraphs[0]]
    lines = [
        f"# {safe(game.title)}", safe(game.idea), *map(safe, game.paragraphs[1:]), f"*{', '.join(game.facts)}*",
        "## Rules", " ".join(map(safe, sentences[:MOST_SENTENCES])),
        "" if game.file else f"All rules and rule sets are in the [reference](../reference/rules/{game.name}.md).",
        f"## {capital(spelt(len(answers)))} answers",
        f"From {GAMES:,} games that *{safe(game.strategy.replace('_', ' '))}* played when this site was made:",
        console(*game.sitting.commands), *map(_answer, answers), *_known(game), *_code(game),
    ]  # fmt: skip
    return "\n\n".join(line for line in lines if line) + "\n"


def _answer(each: Answer) -> str:
    sure = f"\n:::{{container}} sureness\n{safe(each.sureness)}\n:::\n" if each.sureness else ""
    return f"""::::{{container}} question
:::{{rubric}} {each.question}
:heading-level: 3
:::

```{{image}} /pictures/{each.picture}
:alt: {each.words}
:loading: lazy
```

{safe(each.text)}
{sure}
::::"""


def _known(game: Game) -> Iterator[str]:
    """What is known of it, and from where, as the tasks of BalanceBench have it."""
    if not game.tasks:
        return
    yield "## What is known of it"
    yield "From the tasks of [BalanceBench](../bench.md), with how each was worked out:"
    yield "\n".join(f"- {safe(task.text)} **{safe(_truth(task))}** {safe(task.source)}" for task in game.tasks)


def _truth(task: Task) -> str:
    names = {"first": "Yes, ahead", "other": "Yes, behind", "within": "No", "yes": "Yes", "no": "No", "none": "None"}
    said = names.get(str(task.truth), str(task.truth).replace("_", " "))
    if task.question in ("seat", "worth") and isinstance(task.value, float):
        said += f": {task.value:+.4g} {task.unit}".replace("-", "−").replace("+0 ", "0 ")
        said += f" ± {task.error:.2g}" if task.error else ""
    return f"{said}."


def _code(game: Game) -> Iterator[str]:
    """Its numbers to take along, and its file."""
    yield "## Take it along"
    file = f", and its {{download}}`Python file <{game.file.name}>`, to copy and change" if game.file else ""
    yield (
        f"Here are the {{download}}`numbers of its report <{game.name}.json>` as JSON{file}."
        " [Exports](../howto/exports.md) says what else a page saves."
    )
    if game.file:
        yield f"```{{literalinclude}} {game.file.name}\n:language: python\n```"


def _index(first: Mapping[Game, Answer]) -> str:
    """All games with their first answers, to be chosen from by mechanic, players and question."""
    mechanics = sorted({each for game in first for each in game.mechanics})
    numbers = sorted({number for game in first for number in game.players})
    kinds = [kind for kind in KINDS if any(task.question == kind for game in first for task in game.tasks)]
    choices = [
        _choice("mechanic", "Mechanic", [(each, each) for each in mechanics]),
        _choice("players", "Players", [(str(number), str(number)) for number in numbers]),
        _choice("asked", "Known answers", [(kind, KINDS[kind]) for kind in kinds]),
    ]
    names = "\n".join(game.name for game in first)
    return f"""# The shipped games

{len(first)} games come along. Each page has a game's rules, answers with pictures from one run,
what is known of it and from where, and its file.

```{{raw}} html
<form class="choose" aria-label="Choose games">{"".join(choices)}<output></output></form>
<div class="games">{"".join(_card(game, answer) for game, answer in first.items())}</div>
<script>{SCRIPT}</script>
```

```{{toctree}}
:hidden:
:maxdepth: 1

{names}
```
"""


def _choice(name: str, label: str, values: list[tuple[str, str]]) -> str:
    options = "".join(f'<option value="{html.escape(value)}">{html.escape(text)}</option>' for value, text in values)
    return f'<label>{label} <select name="{name}"><option value="">any</option>{options}</select></label> '


def _card(game: Game, answer: Answer) -> str:
    about: dict[str, Any] = {
        "mechanic": "|".join(game.mechanics), "players": "|".join(map(str, game.players)),
        "asked": "|".join(dict.fromkeys(task.question for task in game.tasks)),
    }  # fmt: skip
    data = " ".join(f'data-{name}="{html.escape(value)}"' for name, value in about.items())
    facts, plain = ", ".join(game.facts), " ".join(answer.text.replace("`", "").split())
    return (
        f'<article {data}><h3><a href="{game.name}.html">{html.escape(game.title)}</a></h3>'
        f'<p>{html.escape(game.idea)}</p><p class="facts">{html.escape(facts)}</p>'
        f"<p><b>{html.escape(answer.question)}</b> {html.escape(plain)}</p></article>"
    )


SCRIPT = """
const form = document.querySelector("form.choose"), games = [...document.querySelectorAll(".games article")];
form.addEventListener("change", () => {
  const asked = [...new FormData(form)].filter(([, value]) => value);
  for (const game of games)
    game.hidden = !asked.every(([name, value]) => game.dataset[name].split("|").includes(value));
  const shown = games.filter((game) => !game.hidden).length;
  form.querySelector("output").textContent = asked.length ? `${shown} of ${games.length} games` : "";
});
"""
