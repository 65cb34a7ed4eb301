"""Kits for the table: cards that are printed are those that are dealt, extremes recounted, sheets that can be read."""

import html
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import stats

from dhstats.cli.main import main
from dhstats.games import catalogue, stacks
from dhstats.games.dragonheart.table import PICTURES, card_code
from dhstats.games.dragonheart.words.logged import card
from dhstats.games.retelling import Kept
from dhstats.games.stacks import Stack
from dhstats.players.learning import trainees
from dhstats.players.match import line_up
from dhstats.players.positions.decisions import StackedTable
from dhstats.players.positions.judging import Chance, Judge
from dhstats.questions.playtests import aids, extremes
from dhstats.questions.playtests.aids import rulings
from dhstats.seats import SEATS
from dhstats.simulate.people.reading import read_logs
from dhstats.simulate.plans.experiment import Experiment, rules_of
from dhstats.simulate.running.runner import simulate
from dhstats.simulate.tables import stored_games, stored_turns
from dhstats.stats.estimates.contrasts import correlation, few_games
from dhstats.storage import Run, open_run

GAMES = (("dragonheart", "ffg", "greedy"), ("dragonwood", "two", "greedy"), ("dragon", "standard", "greedy"))
SEED = 5


@pytest.fixture(scope="module", params=GAMES, ids=[game for game, _, _ in GAMES])
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A few logged games of simple players, who begin in turn."""
    game, rules, player = request.param
    plan = Experiment("few", "", game, rules, strategies=(player,), games=40, seed=SEED, design="seat")
    return simulate(plan, tmp_path_factory.mktemp("few") / "run", workers=1)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a small kit of Dragonheart, and its numbers beside it."""
    folder = tmp_path_factory.mktemp("kit")
    assert main(_kit(folder)) == 0
    return folder / "kit.html"


def _kit(folder: Path, *more: str) -> list[str]:
    words = ["kit", "ffg", "--strategies", "greedy", "--deals", "40", "--seed", str(SEED), "--workers", "1"]
    files = ["--out", f"{folder}/run", "--page", f"{folder}/kit.html", "--json", f"{folder}/kit.json"]
    return [*words, *files, *more]


def _kept(run: Run, game: int) -> Kept:
    (row,) = stored_games(run, game, game)
    return Kept(run.manifest.seed, row, stored_turns(run, game, game)[game])


def _exchanged(laid: tuple[Stack, ...], number: int) -> tuple[Stack, ...]:
    """The same stacks with the top card of one of them exchanged for one that is drawn late."""
    cards = list(laid[number].cards)
    other = next(at for at, each in enumerate(cards) if at > 20 and each != cards[0])
    cards[0], cards[other] = cards[other], cards[0]
    wrong = Stack(laid[number].name, tuple(cards), laid[number].open)
    return (*laid[:number], wrong, *laid[number + 1 :])


def test_logged_games_stand_on_a_table_laid_out_from_the_words(run: Run) -> None:
    """Every column of every turn follows from the words of the stacks; with two cards exchanged some do not."""
    stacking, rules = stacks.load(run.manifest.game), rules_of(run.manifest)
    wrong = 0
    for game in range(12):
        kept = _kept(run, game)
        laid = stacking.stacks(rules.effective, SEED, int(kept.row["deal_id"]))
        assert list(stacking.problems(rules.effective, kept, laid)) == []
        deck = next(at for at, each in enumerate(laid) if not each.open and len(each.cards) > 1)
        wrong += bool(list(stacking.problems(rules.effective, kept, _exchanged(laid, deck))))
    assert wrong > 6


def test_words_are_the_cards_of_the_engine() -> None:
    """The decks that the engine shuffles, card by card."""
    bundle = catalogue.load("dragonheart")
    rules = bundle.rule_files.load("ffg")
    judge = Judge(bundle, rules, trainees.find(bundle, rules, "expert"))
    for deal in range(3):
        table = judge.set_out(Chance(SEED, deal))
        laid = stacks.load("dragonheart").stacks(rules.effective, SEED, deal)
        code = getattr(card_code, "py_func", card_code)
        for deck, stack in enumerate(laid):
            named = [card(text, "a card") for text in stack.cards]
            codes = [int(code(PICTURES.index(each[0]), each[1])) for each in named if each]
            size = int(table["seen"]["rules"]["deck_size"])
            assert codes == [int(each) for each in table["orders"][deck][:size]][::-1]


@pytest.mark.parametrize(("game", "rules", "changes"), [("dragonwood", "two", True), ("dragon", "standard", False)])
def test_only_what_stacks_leave_open_is_drawn_anew(game: str, rules: str, changes: bool) -> None:
    """The first game is the one that is dealt; with other dice others follow, without chance there is one."""
    bundle = catalogue.load(game)
    chosen = bundle.rule_files.load(rules)
    lineup = line_up(bundle, chosen, [trainees.find(bundle, chosen, "expert")])
    table = StackedTable(lineup, ("expert", "expert"), stacks.load(game))
    for layout in range(2):
        one, _ = table.logged(SEED, 3, layout)
        every = table.play(SEED, 3, layout, 6)
        names = ("score_first", "score_second", "winner", "turns")
        assert [every[0][name] for name in names] == [one[name] for name in names]
        assert len(every) == (6 if changes else 1)
        assert (len(np.unique(every["score_first"])) > 1) == changes
        assert table.play(SEED, 3, layout, 6).tobytes() == every.tobytes()


def test_extremes_are_those_of_the_tables(run: Run) -> None:
    """Counted once more in Parquet: the most extreme game, the bound of one in 200, how many reach it."""
    found = extremes.games_of(run).extremes("points")
    games = pl.concat([pl.read_parquet(file) for file in sorted(run.folder.glob("games/*.parquet"))]).sort("game_id")
    gap = (games["score_first"].cast(int) - games["score_second"].cast(int)).abs()
    changes = games["lead_changes"].cast(int)
    for each, values in ((found[2], gap), (found[3], changes)):
        assert (each.value, each.game) == (values.max(), values.arg_max())
        assert each.share.value == pytest.approx((values >= each.bound).mean())
        assert each.bound == values.max()  # of 40 games none is rarer
    if run.manifest.game == "dragonheart":
        assert (found[0].value, found[1].value) == (games["turns"].max(), games["turns"].min())
    assert found[0].share.interval.unit == "deals"


def test_one_in_two_hundred_is_a_bound_that_so_few_reach() -> None:
    """Of 0 to 999 the bound is 995, from below 4; where many are equal it is the most extreme value."""
    deals = np.arange(1000)
    most = extremes.Measure("most", "turns", True, np.arange(1000), deals, deals).extreme()
    least = extremes.Measure("least", "turns", False, np.arange(1000), deals, deals).extreme()
    assert (most.bound, least.bound, most.share.value, least.share.value) == (995, 4, 0.005, 0.005)
    assert extremes.Measure("most", "turns", True, np.arange(1000) // 100, deals, deals).extreme().bound == 9
    assert most.met == pytest.approx(1.0 - 0.995**20)


def test_correlations_are_those_of_scipy() -> None:
    """Pearson's correlation with Fisher's interval."""
    rng = np.random.default_rng(1)
    one = rng.normal(size=60)
    other = one + rng.normal(size=60)
    known = stats.pearsonr(one, other)
    found, interval = correlation(one, other)
    assert found == pytest.approx(known.statistic)
    assert (interval.low, interval.high) == pytest.approx(tuple(known.confidence_interval(0.95)))
    assert correlation(np.ones(9), one[:9])[0] == 0.0
    with pytest.raises(ValueError, match="at least 5"):
        correlation(one[:4], other[:4])


def test_common_deals_narrow_what_teams_show_as_far_as_deals_decide() -> None:
    """The spread of means over ten deals at two tables, in games whose chance lies in the deal, is the stated one."""
    rng = np.random.default_rng(2)
    chance = rng.choice([0.15, 0.85], size=(20_000, 10))  # of the first player, by deal: their correlation is 0.49
    one, two = (rng.random(chance.shape) < chance for _ in range(2))
    team = ((1.0 + one - two) / 2.0).mean(axis=1)
    few = few_games(20, 0.5, 0.7, 0.49)
    assert few.duplicate / stats.t.ppf(0.975, 9) == pytest.approx(team.std(), rel=0.02)
    assert few.alone == pytest.approx(stats.t.ppf(0.975, 19) * 0.5 / 20**0.5)
    assert few.with_par == pytest.approx(stats.t.ppf(0.975, 18) * 0.5 * 0.51**0.5 / 20**0.5)


def test_the_cards_on_the_page_are_those_of_the_deals(page: Path) -> None:
    """Read off the page as people do, the stacks lead to the stored games of the same deals."""
    text, run = page.read_text("utf-8"), open_run(page.parent / "run")
    stacking, rules = stacks.load("dragonheart"), rules_of(run.manifest)
    deals = re.findall(r'<article class="deal".*?</article>', text, re.DOTALL)
    assert len(deals) == 10
    for deal, article in enumerate(deals):
        lists = re.findall(r'<div class="stack">.*?</div></div>', article, re.DOTALL)
        cards = [tuple(map(html.unescape, re.findall(r"<td>(.*?)</td>", each))) for each in lists]
        laid = tuple(Stack(f"Deck {at}", each) for at, each in enumerate(cards, start=1))
        for game in (2 * deal, 2 * deal + 1):
            assert list(stacking.problems(rules.effective, _kept(run, game), laid)) == []


def test_par_is_what_experts_reach(page: Path) -> None:
    """The numbers of the page, played once more at a table of their own."""
    (numbers,) = json.loads(page.with_name("kit.json").read_text("utf-8"))["runs"][0]["answers"]
    par = next(each for each in numbers["tables"] if each["key"] == "par")
    names = [each["name"] for each in par["columns"]]
    rows: list[dict[str, Any]] = [dict(zip(names, each, strict=True)) for each in par["rows"]]
    bundle = catalogue.load("dragonheart")
    rules = bundle.rule_files.load("ffg")
    lineup = line_up(bundle, rules, [trainees.find(bundle, rules, "expert")])
    table = StackedTable(lineup, ("expert", "expert"), stacks.load("dragonheart"))
    for row in rows[:4]:
        results = table.play(SEED, row["deal"] - 1, row["first"] - 1, row["games"])
        assert row["score_0"] == pytest.approx(results["score_first"].mean())
        assert row["lead"] == pytest.approx((results["score_first"].astype(int) - results["score_second"]).mean())


def test_a_filled_in_sheet_is_read(page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Names, points and winners typed into the lines of the page: import counts the games."""
    found = re.search(r'<code id="sheet-lines">(.*?)</code>', page.read_text("utf-8"), re.DOTALL)
    assert found
    lines = html.unescape(found[1]).splitlines()
    assert len(lines) == 20
    names = {"A": '["Ann", "Bob"]', "B": '["Bob", "Ann"]'}
    filled = [
        line.replace('["", ""]', names[line[-3]]).replace("[null, null]", f"[{50 + at}, 49]").replace('""', '"first"')
        for at, line in enumerate(lines[:6])
    ]
    log = tmp_path / "evening.jsonl"
    log.write_text("\n".join(filled), "utf-8")
    assert main(["import", str(log)]) == 0
    told = capsys.readouterr().out
    assert "6 games with only a result" in told
    assert "The first seat won 100 % of 6 games" in told
    assert "Points on average over 6 games with points, in the order of the seats: 52.5 and 49.0" in told


@pytest.mark.parametrize(("game", "rules", "seats"), [("dragonwood", "four", 4), ("dragon", "standard", 2)])
def test_sheets_of_other_games_and_changed_rules_are_read(game: str, rules: str, seats: int, tmp_path: Path) -> None:
    """More players; a changed rule is named by its setting, and stays the same rule set."""
    key = {"dragonwood": "hand.limit=8", "dragon": "hand.limit=9"}[game]
    chosen = catalogue.load(game).rule_files.load(rules, (key,))
    row = aids.sheet(game, chosen, seats, 1)[0]
    assert "settings" in json.loads(row.line)
    assert len(row.line) < 500
    line = json.loads(row.line) | {"players": [f"player {at}" for at in range(seats)]}
    line["result"] = {"scores": list(range(seats)), "winner": SEATS[seats - 1]}
    file = tmp_path / "sheet.jsonl"
    file.write_text(json.dumps(line), "utf-8")
    log = read_logs([file])
    assert (log.rules.hash, len(log.sheets)) == (chosen.hash, 1)


def test_rulings_are_the_readings_that_the_rules_take() -> None:
    """Each place has the reading of the rules in force; under another one another."""
    bundle = catalogue.load("dragonheart")
    usual = {each.name: each for each in rulings(bundle, bundle.rule_files.load("ffg"))}
    other = {each.name: each for each in rulings(bundle, bundle.rule_files.load("ffg", ("end.last_turn=false",)))}
    assert (usual["last turn"].ruling, usual["last turn"].others) == ("yes", ("no",))
    assert (other["last turn"].ruling, other["last turn"].others) == ("no", ("yes",))
    assert set(usual) == {each.name for each in bundle.unclear}


def test_a_run_has_a_kit_of_its_own(page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its rules, its games, its seed; what it has already cannot be said again."""
    run = str(page.parent / "run")
    assert main(["kit", run, "--page", str(tmp_path / "kit.html")]) == 0
    told = capsys.readouterr().out
    assert "between two greedy players" in told
    again = (tmp_path / "kit.html").read_text("utf-8")
    deals = [
        re.findall(r'<article class="deal".*?</article>', each, re.DOTALL) for each in (again, page.read_text("utf-8"))
    ]
    assert deals[0] == deals[1]
    assert main(["kit", run, "--deals", "7"]) == 2
    assert "--deals: a run has its own rules, players and games" in capsys.readouterr().err
    assert main(["kit", "nosuch", "--seed", "1"]) == 2
    assert "nosuch" in capsys.readouterr().err
