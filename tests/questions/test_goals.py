"""Goals: read from files, counted again from the rows of their games, judged as the pooled deals say."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from dhstats.errors import BadInput
from dhstats.games.catalogue import load
from dhstats.players.match import Lineup
from dhstats.players.positions.forks import UNIFORM, Arm, Forked, forking_of
from dhstats.questions.forks.asking import study_of
from dhstats.questions.forks.value import MOVER, OPPONENT, item_of, seen_by_mover, two_sides
from dhstats.questions.goals.answers import answer_of_run
from dhstats.questions.goals.checking import Checked, Tally, Terms, check, judged, parts
from dhstats.questions.goals.goal import Goals, Instead, goal, read
from dhstats.questions.goals.quantity import Quantity, Setting, catalogue, quantities
from dhstats.questions.goals.sources import Part, Source, Values, first_games, sources
from dhstats.simulate.checks.verify import verify
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.positions.forks import Study, ends, fork
from dhstats.simulate.replays import replay
from dhstats.simulate.running.runner import simulate
from dhstats.storage import Run

TABLES = [
    ("dragonheart", "ffg", "greedy"), ("dragonwood", "two", "greedy"), ("dragonwood", "three", "greedy"),
    ("dragon", "standard", "greedy"), ("dragon", "four", "greedy"),
]  # fmt: skip


def setting(game: str = "dragonheart", rules: str = "ffg") -> Setting:
    """A game under shipped rules."""
    bundle = load(game)
    return Setting(bundle, bundle.rule_files.load(rules, ()), rules, ())


def quantity(name: str, game: str = "dragonheart", rules: str = "ffg") -> Quantity:
    """The one quantity of a name."""
    (found,) = quantities(name, setting(game, rules))
    return found


@dataclass
class Here:
    """Games that are played in a folder, each run once; what was asked for."""

    folder: Path
    workers: int = 1
    asked: list[tuple[str, int, int]] = field(default_factory=list)
    runs: dict[str, Run] = field(default_factory=dict)

    def play(self, plan: Experiment, name: str) -> Run:
        """Plays games once."""
        self.asked.append((name, plan.seed or 0, plan.games))
        if name not in self.runs:
            self.runs[name] = simulate(plan, self.folder / name, workers=self.workers)
        return self.runs[name]

    def fork(self, plan: Experiment, studies: Sequence[Study], deals: int, label: str) -> tuple[Lineup, Forked]:
        """Forks games."""
        self.asked.append((label, plan.seed or 0, deals))
        lineup, found = fork(plan, studies, deals, workers=self.workers, label=label)
        return lineup, found[studies[0].moment]


def written(folder: Path, text: str, head: str = 'players = "greedy"\n') -> Path:
    """A goals file."""
    path = folder / "own.toml"
    path.write_text(f"{head}[goals]\n{text}", "utf-8")
    return path


# ---- Files --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "rules", "player"), TABLES)
def test_every_quantity_that_is_listed_can_be_a_goal(game: str, rules: str, player: str, tmp_path: Path) -> None:
    """The list of a game, with its examples, is a goals file; a range said in words is the same range when read."""
    bundle = load(game)
    record = bundle.rule_files.load(rules, ()).record()
    items = bundle.items(record)
    arguments = {
        "TURNS": "40",
        "PERCENT": "50",
        "POINTS": "8",
        "RUNG": "2",
        "ITEM": items[0].key if items else "",
        "KIND.KIND": ".".join(forking_of(bundle).kinds[:2]),
        "DECK": "each",
        "DECK.DECK": "each",
    }
    named = [(name, example) for name, example, _ in catalogue(setting(game, rules))]
    lines = []
    for name, example in named:
        kind, _, last = name.partition(".")
        full = f"{kind}.{arguments[last]}" if last in arguments else name
        lines.append(f'{full} = "{example}"')
    found = read(written(tmp_path, "\n".join(lines), f'game = "{game}"\nrules = "{rules}"\nplayers = "{player}"\n'))
    assert (found.game, found.rules, found.player, len(found.goals) >= len(named)) == (game, rules, player, True)
    for each in found.goals:
        again = goal(each.quantity, each.range)
        assert (again.low, again.high) == (each.low, each.high), each.range


def test_a_range_is_read_in_its_unit() -> None:
    """Percents and points are shares; an end that lies where nothing can be beyond is none."""

    def ends(name: str, text: str) -> tuple[float, float]:
        found = goal(quantity(name), text)
        return found.low, found.high

    infinite = float("inf")
    assert ends("score", "49 to 51 %") == (0.49, 0.51)
    assert ends("score", "49 to 51%") == (0.49, 0.51)
    assert ends("item.great_dragon", "-2 to 12 points") == (-0.02, 0.12)
    assert ends("turns", "at most 1,000") == (-infinite, 1000.0)
    assert ends("margin", "−1.5 to 2") == (-1.5, 2.0)
    assert ends("draws", "0 to 2 %") == (-infinite, 0.02)
    assert ends("draws", "98 to 100 %") == (0.98, infinite)
    far = goal(quantity("turns"), "1000 to 12345.5")
    assert far.range == "1,000 to 12,345.5"
    assert goal(far.quantity, far.range) == far
    low = goal(quantity("margin"), "-3 to 10")
    assert goal(low.quantity, low.range) == low


def test_what_two_play_is_refused_at_a_larger_table() -> None:
    """Each of them says so of itself."""
    for name in ("skill.2", "lead_games.2", "luck.2", "comebacks.2"):
        with pytest.raises(BadInput, match=f"{name}: is defined only for games of two players"):
            quantities(name, setting("dragonwood", "three"))


def test_rules_lie_beside_the_file_or_are_named_instead(tmp_path: Path) -> None:
    """A rule file is meant from where the goals file lies; other rules leave the file's keys out, not those set anew."""
    (tmp_path / "mine.toml").write_text('extends = "ffg"\nhand.size = 4\n', "utf-8")
    path = written(tmp_path, 'turns = "40 to 50"', 'rules = "mine.toml"\nset.great_dragon.points = 5\n')
    found = read(path)
    assert (found.rules, found.settings) == (str(tmp_path / "mine.toml"), ("great_dragon.points=5",))
    other = read(path, Instead("kosmos", ("hand.size=6",)))
    assert (other.rules, other.settings) == ("kosmos", ("hand.size=6",))
    more = read(path, Instead(None, ("hand.size=6",)))
    assert more.settings == ("great_dragon.points=5", "hand.size=6")


# ---- Quantities, counted again ------------------------------------------------------------------------------------


def goals_of(game: str, rules: str, player: str, *wanted: tuple[str, str]) -> Goals:
    """Goals as a file would say them."""
    several = tuple(goal(quantity(name, game, rules), text) for name, text in wanted)
    return Goals("a try", game, rules, (), player, several, setting(game, rules).seats)


def rows_of(run: Run) -> pl.DataFrame:
    """The games of a run with what is asked of them."""
    frame = pl.concat([pl.read_parquet(file) for file in sorted((run.folder / "games").glob("*.parquet"))])
    return frame.with_columns(pl.col(pl.Categorical).cast(pl.String))


LIMITS = range(5, 65, 4)  # turns; some games have exactly so many


@pytest.mark.parametrize(("game", "rules", "player"), TABLES)
def test_quantities_are_those_of_the_rows(game: str, rules: str, player: str, tmp_path: Path) -> None:
    """Score or shares, lead, ends, draws, lengths and what is settled, deal by deal, from the stored rows."""
    seats = {"three": 3, "four": 4}.get(rules, 2)
    names = ("first", "second", "third", "fourth")[:seats]
    end = {"dragonheart": "ships", "dragonwood": "dragons", "dragon": "kill"}[game]
    shares = ["score"] if seats == 2 else [f"share.{name}" for name in names]
    lengths = [f"{kind}.{limit}" for kind in ("longer_than", "shorter_than") for limit in LIMITS]
    of_games = (*shares, end, "draws", *lengths, "settled_by.50")
    wanted = [(name, "at least 1 %") for name in of_games] + [("margin", "0 to 1"), ("turns", "0 to 1")]
    goals, here = goals_of(game, rules, player, *wanted), Here(tmp_path)
    (source,) = sources(goals)
    found = source.values(goals, 3, Part(0, 0, 12), here, source.quantities)
    rows = rows_of(here.runs["games-1"]).sort("deal_id", "arm")
    turns = _turns(game, seats)
    share = {name: (pl.col("winner") == 0) + 0.5 * (pl.col("winner") == -1) for name in ("score",)}
    if seats > 2:
        first = sum((pl.col(f"rank_{name}") == 1).cast(pl.Float64) for name in names)
        share = {f"share.{name}": (pl.col(f"rank_{name}") == 1).cast(pl.Float64) / first for name in names}
    ended = pl.when(pl.col("lead_since") < 0).then(False).otherwise(2 * pl.col("lead_since") <= pl.col("turns"))
    told = {
        **share,
        end: pl.col("end_reason") == end,
        "draws": pl.col("winner") == -1,
        "margin": pl.col("score_first").cast(pl.Int64) - pl.col("score_second"),
        "turns": turns,
        **{f"longer_than.{limit}": turns > limit for limit in LIMITS},
        **{f"shorter_than.{limit}": turns < limit for limit in LIMITS},
        "settled_by.50": ended,
    }
    expected = rows.group_by("deal_id", maintain_order=True).agg(
        each.cast(pl.Float64).mean().alias(name) for name, each in told.items()
    )
    assert len(expected) == 12
    assert set(told) == set(found)
    for name, values in found.items():
        np.testing.assert_allclose(values.values / values.steps, expected[name].to_numpy(), err_msg=name)


@pytest.mark.parametrize(("game", "rules", "player"), TABLES)
def test_what_players_decide_is_read_off_the_moves(game: str, rules: str, player: str, tmp_path: Path) -> None:
    """The ratio over all decisions of the games, from the rows of the moves table."""
    wanted = [("options", "2 to 9"), ("no_choice", "at most 20 %"), ("waiting", "0 to 3")]
    goals, here = goals_of(game, rules, player, *wanted), Here(tmp_path)
    (source,) = sources(goals)
    found = source.values(goals, 3, Part(0, 0, 12), here, source.quantities)
    files = sorted((here.runs["games-1"].folder / "moves").glob("*.parquet"))
    moves = pl.concat([pl.read_parquet(file) for file in files]).sort("game_id", "turn")
    gaps = moves.with_columns(waited=pl.col("turn").cast(int).diff().over("game_id", "seat") - 1)["waited"].drop_nulls()
    legal = moves["legal_moves"]
    told = {"options": legal.mean(), "no_choice": (legal == 1).mean(), "waiting": gaps.mean()}
    for each in source.quantities:
        assert each.in_units(found[each.name].values, 1).mean() == pytest.approx(told[each.name]), each.name


def _turns(game: str, seats: int) -> pl.Expr:
    """How many turns a game had, the one in which it ended among them."""
    names = ("first", "second", "third", "fourth")[:seats]
    if game == "dragonheart":
        return pl.col("turns").cast(pl.Int64)
    taken = sum((pl.col(f"turns_{name}").cast(pl.Int64) for name in names), pl.lit(0))
    if game == "dragonwood":
        return taken
    if seats > 2:
        return taken + 1
    own = pl.when(pl.col("ended_by") == 0).then(2 * pl.col("turns_second").cast(pl.Int64) + 1)
    return own.when(pl.col("ended_by") == 1).then(2 * pl.col("turns_first").cast(pl.Int64)).otherwise(taken + 1)


def test_an_item_is_worth_what_its_forks_say(tmp_path: Path) -> None:
    """The same forks as `dhstats value` takes: the mover's share with the item less that without, deal by deal."""
    goals, here = goals_of("dragonheart", "ffg", "greedy", ("item.great_dragon", "2 to 30 points")), Here(tmp_path)
    (source,) = sources(goals)
    (found,) = source.values(goals, 3, Part(0, 0, 100), here, source.quantities).values()
    bundle = load("dragonheart")
    item = item_of(bundle, bundle.rule_files.load("ffg", ()).record(), "great_dragon")
    study = two_sides(item)
    lineup, forked = fork(source.plan(goals, 3, Part(0, 0, 100)), (study,), 100, workers=1)
    twins = seen_by_mover(lineup.rules, item, study, forked[study.moment])
    more = pl.DataFrame({"deal": twins.deals, "more": twins.differences(MOVER, OPPONENT).mean(axis=1)})
    by_deal = more.group_by("deal", maintain_order=True).agg(pl.len(), pl.col("more").mean())
    whole = by_deal.filter(pl.col("len") == 2)
    assert len(whole) > 90
    np.testing.assert_allclose(found.values / found.steps, whole["more"].to_numpy())


def test_a_kind_of_play_wins_what_its_forks_say(tmp_path: Path) -> None:
    """The same forks as `dhstats fork` takes: the share with one play less that with the other, a mean over each deal."""
    goals, here = goals_of("dragonheart", "ffg", "greedy", ("play.claim.ship", "2 to 30 points")), Here(tmp_path)
    (source,) = sources(goals)
    (found,) = source.values(goals, 3, Part(0, 0, 1500), here, source.quantities).values()
    plan = source.plan(goals, 3, Part(0, 0, 1500))
    _, forked = fork(plan, (study_of(plan, "uniform-turn", ("play=ship",), "play=claim"),), 1500, workers=1)
    scores, _ = ends(forked["uniform-turn"])
    more = pl.DataFrame(
        {"deal": forked["uniform-turn"].forks["deal"], "more": (scores[:, 0] - scores[:, 1]).mean(axis=1)}
    )
    by_deal = more.group_by("deal").agg(pl.col("more").mean()).sort("deal")
    assert len(by_deal) > 20
    np.testing.assert_allclose(found.values / found.steps, by_deal["more"].to_numpy())


def test_skill_is_the_score_of_the_match(tmp_path: Path) -> None:
    """A win of the file's player is one, from both seats with either deck."""
    goals, here = goals_of("dragonheart", "ffg", "greedy", ("skill.0", "at least 50 %")), Here(tmp_path)
    (source,) = sources(goals)
    (found,) = source.values(goals, 3, Part(0, 0, 10), here, source.quantities).values()
    rows = rows_of(here.runs["skill.0-1"])
    first_won = ((rows["winner"] == 0) + 0.5 * (rows["winner"] == -1)).to_numpy()
    own = np.where((rows["first"] == "greedy").to_numpy(), first_won, 1.0 - first_won)
    expected = (
        pl.DataFrame({"deal": rows["deal_id"], "own": own}).group_by("deal").agg(pl.col("own").mean()).sort("deal")
    )
    assert len(rows) == 40
    np.testing.assert_allclose(found.values / found.steps, expected["own"].to_numpy())


# ---- Stages -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("most", [1, 499, 500, 501, 1000, 1700, 32_000])
def test_parts_add_up(most: int) -> None:
    """The first has 500 deals, every later one as many as came before it, until the most are played."""
    found = list(parts(most))
    assert sum(part.deals for part in found) == most
    assert [part.number for part in found] == list(range(len(found)))
    played = 0
    for part in found[:-1]:
        assert part.deals == (played or 500)
        played += part.deals
    assert 0 < found[-1].deals <= (played or 500)


STAGED = (
    ("turns", "1 to 5"),
    ("score", "49.9 to 50.1 %"),
    ("longer_than.40", "at most 99 %"),
    ("skill.0", "at least 60 %"),
)


def told(found: Checked) -> list[tuple[str, str, int, float, float, float]]:
    """What is said of every goal."""
    return [
        (each.goal.name, each.standing, each.deals, each.estimate.value, each.estimate.interval.low, each.estimate.interval.high)
        for each in found.judged
    ]  # fmt: skip


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Goals, Here, Checked]:
    """Goals of which one stays open, played in two parts."""
    goals, here = goals_of("dragonheart", "ffg", "greedy", *STAGED), Here(tmp_path_factory.mktemp("goals"))
    return goals, here, check(goals, Terms(0.05, 900, 7), here)


def test_a_settled_goal_is_played_no_further(staged: tuple[Goals, Here, Checked]) -> None:
    """Parts have one seed; a source ends once its goals are settled, and settled goals keep their deals."""
    _, here, found = staged
    assert here.asked == [("games-1", 7, 1000), ("games-2", 7, 800), ("skill.0-1", 7, 2000)]
    assert [(each.standing, each.deals) for each in found.judged] == [
        ("missed", 500), ("open", 900), ("met", 500), ("met", 500),
    ]  # fmt: skip
    assert found.standing == "missed"


def test_parts_of_a_seed_share_no_deal_and_are_the_seed_s_own(
    staged: tuple[Goals, Here, Checked], tmp_path: Path
) -> None:
    """The second part begins where the first ends: together the deals of one run, which verify and are told as such."""
    goals, here, _ = staged
    first, second = here.runs["games-1"], here.runs["games-2"]
    whole = simulate(sources(goals)[0].plan(goals, 7, Part(0, 0, 900)), tmp_path / "whole", workers=1)
    assert rows_of(whole).equals(pl.concat([rows_of(first), rows_of(second)]))
    assert rows_of(second)["deal_id"].unique().sort().to_list() == list(range(500, 900))
    assert not verify(second.folder, sample=4, workers=1).problems
    assert second.manifest.game_ids == range(1000, 1800)
    assert replay(second, 1001).deal_id == 500
    with pytest.raises(BadInput, match="its games are 1000 to 1799"):
        replay(second, 7)


def test_forks_of_later_deals_are_those_of_a_longer_study() -> None:
    """Two deals from the fourth on, as five have them."""
    goals = goals_of("dragonheart", "ffg", "greedy", ("item.great_dragon", "1 to 5 points"))
    (source,) = sources(goals)
    arms = (Arm("as it is"),)

    def forked(begin: int, deals: int) -> Any:
        plan = source.plan(goals, 7, Part(0, begin, deals))
        return fork(plan, (Study(UNIFORM, arms),), deals, workers=1)[1][UNIFORM]

    late, whole = forked(3, 2), forked(0, 5)
    last = whole.forks["deal"] >= 3
    assert late.forks["deal"].tolist() == whole.forks["deal"][last].tolist()
    assert late.results.tolist() == whole.results[last].tolist()


def test_certificates_of_the_first_schema_have_parts_with_seeds_of_their_own() -> None:
    """As they were played: each part the first deals of the next seed; now all are later deals of one."""
    goals = goals_of("dragonheart", "ffg", "greedy", ("turns", "20 to 90"))
    (source,) = sources(goals)
    for former, said in ((True, [(7, 0), (8, 0)]), (False, [(7, 0), (7, 500)])):
        plans = [source.plan(goals, 7, part) for part in parts(900, former=former)]
        assert [(plan.seed, plan.from_deal) for plan in plans] == said


def test_a_settled_quantity_is_not_measured_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forks and meetings of decks are played for each quantity, so those that are known cost nothing more."""
    goals = goals_of("dragonheart", "ffg", "greedy", ("turns", "1 to 5"), ("score", "49.9 to 50.1 %"))
    measured: list[list[str]] = []

    def measure(plan: object, part: Part, playing: object, wanted: Sequence[Quantity]) -> dict[str, Values]:
        measured.append([each.name for each in wanted])
        values = {"turns": np.arange(part.deals) % 7 + 40, "score": np.arange(part.deals) % 5}
        return {each.name: Values(values[each.name], 4 if each.name == "score" else 1) for each in wanted}

    source = Source(("greedy",), "seat", tuple(each.quantity for each in goals.goals), measure, 0)
    monkeypatch.setattr("dhstats.questions.goals.checking.sources", lambda _: [source])
    found = check(goals, Terms(0.05, 2000, 7), Here(Path()))
    assert measured == [["turns", "score"], ["score"], ["score"]]
    assert [each.standing for each in found.judged] == ["missed", "open"]


def test_a_verdict_is_that_of_the_pooled_deals(staged: tuple[Goals, Here, Checked]) -> None:
    """The deals of both parts, judged at once."""
    goals, here, found = staged
    source, tally = sources(goals)[0], Tally(goals.goals[1], {})
    for part in (Part(0, 0, 500), Part(1, 500, 400)):
        tally = tally.plus(source.values(goals, 7, part, here, source.quantities)["score"])
    assert judged(tally, found.terms) == found.judged[1]
    rows = pl.concat([rows_of(here.runs[name]).select("winner") for name in ("games-1", "games-2")])
    score = (2 * (rows["winner"] == 0).sum() + (rows["winner"] == -1).sum()) / 2 / len(rows)
    assert found.judged[1].estimate.value == pytest.approx(score)


def test_a_game_that_meets_everything_and_one_that_cannot_vary(tmp_path: Path) -> None:
    """All met is met; few deals leave everything open."""
    goals = goals_of("dragonheart", "ffg", "greedy", ("turns", "20 to 90"), ("draws", "at most 5 %"))
    here = Here(tmp_path)
    assert check(goals, Terms(0.05, 500, 7), here).standing == "met"
    few = check(goals, Terms(0.05, 100, 7), Here(tmp_path / "few"))
    assert [(each.standing, each.more) for each in few.judged] == [("open", None)] * 2
    alike = Tally(goals.goals[0], {50: 500})
    assert judged(alike, Terms(0.05, 500, 7)).standing == "met"
    assert judged(replace(alike, goal=goals.goals[1], counts={0: 500}), Terms(0.05, 500, 7)).standing == "met"


def test_goals_for_other_numbers_of_players_are_told_by_games_of_their_own(tmp_path: Path) -> None:
    """Each number of players has its games; a run tells the goals for as many players as it has."""
    file = tmp_path / "goals.toml"
    file.write_text(
        'game = "dragonwood"\nrules = "two"\nplayers = "random"\n[goals]\nturns = "at most 900"\n'
        '[goals.3_players]\nturns = "at least 5"\nshare.third = "10 to 90 %"\n[goals.2_players]\ndraws = "at most 90 %"\n',
        "utf-8",
    )
    goals = read(file)
    assert [each.name for each in goals.goals] == [
        "turns", "3_players.turns", "3_players.share.third", "draws",
    ]  # fmt: skip
    here = Here(tmp_path / "games")
    checked = {each.goal.name: each for each in check(goals, Terms(0.05, 500, 1), here).judged}
    assert set(here.runs) == {"games-1", "3_players.games-1"}
    run = here.runs["3_players.games-1"]
    assert len(run.manifest.seats) == 3
    games = pl.read_parquet(run.folder / "games/*.parquet")
    turns = games.select(pl.sum_horizontal(f"turns_{seat}" for seat in ("first", "second", "third")))
    assert checked["3_players.turns"].estimate.value == pytest.approx(turns.to_series().mean())
    assert checked["3_players.turns"].estimate.value != pytest.approx(checked["turns"].estimate.value)
    of_three = answer_of_run(goals, run)
    assert {*of_three.tables[0].frame["goal"]} == {"3_players.turns", "3_players.share.third"}
    assert {*answer_of_run(goals, here.runs["games-1"]).tables[0].frame["goal"]} == {"turns", "draws"}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("7_players.turns", "7_players: .*players = 7"), ("3_players.score", "3_players: .*not a quantity"),
        ("3_players.2_players.turns", "3_players: .*not a quantity"), ("3_players", "not a quantity"),
    ],
)  # fmt: skip
def test_a_number_of_players_that_cannot_be_is_refused(name: str, said: str) -> None:
    """Numbers that the game does not have, quantities that the number does not have, two numbers."""
    with pytest.raises(BadInput, match=said):
        quantities(name, setting("dragonwood", "two"))


def test_the_games_of_a_page_are_those_of_the_rules(tmp_path: Path) -> None:
    """Goals for another number of players alone change neither the rules nor the moves of the first games."""
    file = tmp_path / "goals.toml"
    file.write_text('game = "dragonwood"\nrules = "two"\n[goals.3_players]\nwaiting = "at most 9"\n', "utf-8")
    first = first_games(read(file), 500)
    assert (first.settings, first.moves) == ((), "none")
    assert sources(read(file))[0].plan(read(file), 1, Part(0, 0, 500)).settings == ("players=3",)
