"""What a tweak changes, in words and in parts: rules old and new, each key alone and all together, what to try next."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from dhstats.cli.main import main
from dhstats.games import catalogue
from dhstats.questions.shared.answer import Answer
from dhstats.questions.shared.metrics import asked, metrics
from dhstats.questions.shared.question import own
from dhstats.questions.tweaks.comparison import deal_sums
from dhstats.questions.tweaks.key_effects import compared
from dhstats.questions.tweaks.rule_changes import levels_around, rule_changes, with_rules
from dhstats.questions.tweaks.tweaks import Bench, tweak_of
from dhstats.report.drawing.ledger import ledgers, spark
from dhstats.report.page import composition
from dhstats.report.page.page import render
from dhstats.storage import open_run
from tests.questions.benches import Benches

DEALS = 200
SEVERAL = "hand.size=4 end.ship_stacks=2 seats.second.hand_size=2"


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> tuple[Bench, Answer]:
    """A tweak of three keys, taken apart."""
    made = Benches(tmp_path_factory.mktemp("bench"))(ask=asked("turns"), deals=DEALS)
    tweak = tweak_of("ffg", SEVERAL)
    return made, with_rules(compared(made, [tweak]), [(made, tweak)])


def test_an_interaction_is_what_all_do_beyond_the_sum(several: tuple[Bench, Answer]) -> None:
    """Deal by deal against plain arithmetic on runs that are played anew."""
    made, told = several
    played = {
        name: deal_sums(made.play(made.plan_of(tweak_of("ffg", name)), made.folder / f"again {at}")).columns["turns"]
        for at, name in enumerate((*SEVERAL.split(), SEVERAL))
    }
    base = made.sums.columns["turns"]
    alone = [played[name] - base for name in SEVERAL.split()]
    together = played[SEVERAL] - base
    wanted = [*alone, together, together - sum(alone)]
    rows = [row for row in told.table("keys").frame.to_dicts() if row["what"] == "turns of both players"]
    order = [row["part"] for row in rows]
    assert sorted(order[:3]) == sorted(SEVERAL.split())
    assert order[3:] == ["all together", "interaction"]
    expected = dict(zip((*SEVERAL.split(), *order[3:]), wanted, strict=True))
    for row in rows:
        values = expected[row["part"]] / made.sums.games
        assert_allclose(row["value"], values.mean(), atol=1e-12)
        half = (row["high"] - row["low"]) / 2.0
        alone_half = 1.96 * np.std(values, ddof=1) / np.sqrt(DEALS)
        assert alone_half < half < 1.6 * alone_half  # simultaneous over five
    assert any("interaction" in finding.text for finding in told.findings)


def test_keys_are_taken_apart_after_a_run_that_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the deals until then, with sequences that share the error and are right whenever one stops."""
    monkeypatch.chdir(tmp_path)
    words = ["compare", "ffg", "hand.size=4 seats.second.points=9", "--strategies", "random", "--until", "decided"]
    words += ["--margin", "5pp", "--deals", "5000", "--seed", "1", "--workers", "1", "--out", "run", "--json", "a.json"]
    assert main(words) == 0
    (answer,) = json.loads((tmp_path / "a.json").read_text("utf-8"))["runs"][0]["answers"]
    (table,) = (each for each in answer["tables"] if each["key"] == "keys")
    names = [each["name"] for each in table["columns"]]
    rows = [dict(zip(names, row, strict=True)) for row in table["rows"]]
    score = {row["part"]: row for row in rows if row["what"] == "first player's score"}
    assert list(score) == ["hand.size=4", "seats.second.points=9", "all together", "interaction"]
    played = {each: deal_sums(open_run(tmp_path / "run" / each)).columns["score"] / 4
              for each in ("base", "hand.size=4_seats.second.points=9")}  # fmt: skip
    values = played["hand.size=4_seats.second.points=9"] - played["base"]
    assert 100 <= len(values) < 5_000  # it stopped
    both = score["all together"]
    assert_allclose(both["value"], values.mean(), atol=1e-12)
    assert (both["n"], both["level"]) == (len(values), 0.95)
    assert all("confidence sequence" in row["method"] for row in score.values())
    assert (both["high"] - both["low"]) / 2.0 > 1.96 * np.std(values, ddof=1) / np.sqrt(len(values)) * 1.2
    assert "valid although the results ended the run" in answer["method"]
    assert main([*words[:-2], "--no-parts", "--resume", "--json", "b.json"]) == 0
    (plain,) = json.loads((tmp_path / "b.json").read_text("utf-8"))["runs"][0]["answers"]
    assert "keys" not in {each["key"] for each in plain["tables"]}


def test_a_tweak_of_one_key_or_of_many_is_not_taken_apart(benches: Benches) -> None:
    """Nothing is played for it; nor where it is not wanted."""
    made = benches(deals=DEALS)
    one, whole = tweak_of("ffg", "hand.size=4"), tweak_of("ffg", SEVERAL)
    assert "keys" not in {each.key for each in compared(made, [one]).tables}
    assert "keys" not in {each.key for each in compared(made, [whole], parts=False).tables}
    assert sorted(each.name for each in made.folder.iterdir()) == [
        "base", "hand.size=4", "hand.size=4_end.ship_stacks=2_seats.second.hand_size=2",
    ]  # fmt: skip


def test_a_rule_is_told_old_and_new_in_its_own_words() -> None:
    """A sentence for each value, of lists and of nothing as well."""
    title = catalogue.load("dragonheart")
    base = title.rule_files.load("ffg")
    changes = rule_changes(
        "dragonheart",
        base,
        title.rule_files.load("ffg", ("hand.size=4", "seats.second.points=2", "spaces.dwarf.takes=[]")),
    )
    told = {each.key: each for each in changes}
    hand = told["hand.size"]
    assert (hand.said_before, hand.said_after) == ("Players refill to 5 cards.", "Players refill to 4 cards.")
    assert (hand.before, hand.after) == ("5", "4")
    given = told["seats.second.points"]
    assert given.said_before == "The second player is given no points before the game."
    assert given.said_after == "The second player is given 2 points before the game."
    arrows = told["spaces.dwarf.takes"]
    assert arrows.meaning.startswith("Where the arrows of the space of the dwarf lead")
    assert arrows.said_before == "The arrows of the dwarf space lead to these: dwarf."
    assert arrows.said_after == "No arrows lead from the dwarf space."


@pytest.mark.parametrize("game", catalogue.NAMES)
def test_levers_are_keys_and_quantities_of_their_game(game: str) -> None:
    """Nothing is suggested that cannot be typed."""
    known = catalogue.rules(game).schema.levers
    quantities = {each.name for each in metrics(game)}
    assert own(game).levers.keys() <= quantities
    assert {key for keys in own(game).levers.values() for key in keys} <= known.keys()


def test_levels_can_all_be_played(benches: Benches) -> None:
    """From the base's to one beyond, within what the key may hold; around a level that is far; none of words."""
    made = benches(deals=DEALS)
    assert levels_around(made, "great_dragon.points", 6) == (2, 3, 4, 5, 6, 7)
    assert levels_around(made, "great_dragon.points", 0) == (0, 1, 2, 3, 4)
    assert levels_around(made, "great_dragon.points", 50) == (47, 48, 49, 50, 51, 52, 53)
    assert levels_around(made, "great_dragon.breaks_ties", False) == ()
    assert levels_around(made, "end.deck_end", "cannot_draw") == ()


def test_what_to_try_next_is_a_command_that_runs(several: tuple[Bench, Answer]) -> None:
    """Levels of each whole key, and other keys for the quantity that was asked about."""
    rows = several[1].table("next").frame.to_dicts()
    assert rows[0]["what"] == "Levels of hand.size that can be played: 3, 4, 5, 6."
    assert rows[0]["command"] == \
        "dhstats sweep ffg hand.size=3..6 --game dragonheart --strategies random --metric turns --seed 5"  # fmt: skip
    assert [row["what"] for row in rows if "not tried here" in row["what"]] == [
        "May also change the turns of both players, not tried here: end.last_turn, now true."
    ]


def test_the_page_shows_rules_before_effects_before_findings(several: tuple[Bench, Answer], tmp_path: Path) -> None:
    """The tweak's rules on top, in the table the largest change for its margin first, and no word that nothing changed."""
    made, told = several
    text = render(composition.page([(made.run, (told,))], "dhstats compare x"))
    places = [
        text.index(each)
        for each in ("Players refill to 4 cards.", "Which key did it", "What to try next", 'id="findings"')
    ]
    assert places == sorted(places)
    assert "unchanged.</p>" not in text
    (ledger,) = ledgers(told)
    assert [each["key"] for each in ledger["shown"]] == ["hand.size", "end.ship_stacks", "seats.second.hand_size"]
    judged = {"first player's score", "first player's lead"}  # the quantities with a margin
    assert {each["what"] for each in ledger["effects"][:2]} == judged
    table = {row["what"]: row for row in told.table("differences").frame.to_dicts()}
    for effect in ledger["effects"]:
        row = table[effect["what"]]
        assert_allclose(row["after"], row["base"] + row["value"])
    assert text.count('class="spark"') == len(ledger["effects"]) + sum(len(parts) for _, parts in ledger["keys"])


def test_a_small_picture_keeps_to_its_numbers() -> None:
    """The line of no change in the middle, the point on the side of the change, the strip as wide as the margin."""

    def numbers(svg: str, kind: str, name: str) -> float:
        found: Any = re.search(rf'class="{kind}"[^>]* {name}="([^"]+)"', svg)
        return float(found[1])

    drawn = str(spark({"value": 2.0, "low": 1.0, "high": 3.0}, 1.5))
    assert numbers(drawn, "none", "x1") == 70.0
    scale = 70.0 / (1.12 * 3.0)
    assert numbers(drawn, "point", "cx") == pytest.approx(70.0 + 2.0 * scale, abs=0.06)
    assert numbers(drawn, "reach", "x1") == pytest.approx(70.0 + scale, abs=0.06)
    assert numbers(drawn, "strip", "width") == pytest.approx(3.0 * scale, abs=0.06)
    assert "reach" not in str(spark({"value": 0.0, "low": None, "high": None}, None))


@pytest.mark.parametrize(
    "words",
    [["compare", "ffg", "hand.size=4", "--deals", "60"], ["choose", "ffg", "great_dragon.points=6", "--deals", "300"]],
)
def test_a_page_repeats_its_own_study(words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command has the tweak, and typed again it makes the same page."""
    monkeypatch.chdir(tmp_path)
    asked_for = [*words, "--strategies", "random", "--seed", "3"]
    assert main([*asked_for, "-o", "one.html"]) == 0
    page = (tmp_path / "one.html").read_text("utf-8")
    command = page.partition('<pre class="command" tabindex="0"><code>')[2].partition("</code>")[0]
    assert command.startswith(f"dhstats {words[0]} ffg {words[2]}")
    assert main([*command.split()[1:], "-o", "two.html", "--out", "again"]) == 0
    assert (tmp_path / "two.html").read_bytes() == (tmp_path / "one.html").read_bytes()
