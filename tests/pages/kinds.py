"""Every kind of page that dhstats writes, with the commands that play and count a small one."""

from dataclasses import dataclass
from pathlib import Path

HEART = "simulate --strategies greedy --games 400 --seed 1 --moves all --out heart"
WOOD = "simulate --game dragonwood --strategies balanced --games 400 --seed 1 --moves all --out wood"
FIGHT = "simulate --game dragon --strategies greedy --games 200 --seed 1 --moves all --out fight"
THREE = "simulate --game dragonwood --rules three --strategies balanced --games 600 --seed 1 --moves all --out three"
FOUR = "simulate --game dragon --rules four --strategies greedy --games 400 --seed 1 --moves all --out four"
SURE = "simulate --strategies greedy --games 40000 --seed 1 --moves none --out sure"
FOURTH = "simulate --strategies skill:4 --games 40 --design single --seed 1 --out fourth"
LOGGED = "export fourth --games 40 --cards --log fourth.jsonl"
FIRST = "simulate --strategies greedy --games 400 --seed 1 --moves none --out shelf/first"
SECOND = "simulate --strategies greedy --games 400 --seed 1 --set end.ship_stacks=2 --moves none --out shelf/second"
GAMES = Path(__file__).parents[2] / "dhstats" / "gamefile" / "examples"
TURN, DIVE = GAMES / "one_turn.py", GAMES / "deep_dive.py"
ALONE = f"simulate --game {TURN} --strategies at_twenty,at_ten --games 800 --seed 1 --moves all --out alone"
FIVE = f"simulate --game {DIVE} --set players=5 --strategies counting,nine --games 500 --seed 1 --moves all --out five"
GOALS = Path(__file__).with_name("goals.toml")  # some are met, and some are missed
DESIGN = Path(__file__).with_name("design.toml")  # a change of one key meets them all
OUT_OF_REACH = Path(__file__).with_name("out_of_reach.toml")  # no change does
ATLAS = Path(__file__).with_name("atlas.toml")
EVENINGS = Path(__file__).parents[2] / "simulations/playtests/evenings.csv"
FEW = "--seed 1 --workers 1"


@dataclass(frozen=True, slots=True)
class Kind:
    """A page: its name, the command that writes it and its numbers, what is done before it, how the command ends."""

    name: str
    command: str
    before: tuple[str, ...] = ()
    code: int = 0

    @property
    def page(self) -> str:
        """The file of the page."""
        return f"{self.name}.html"

    @property
    def numbers(self) -> str:
        """The file of the numbers."""
        return f"{self.name}.json"

    @property
    def words(self) -> list[str]:
        """What is typed."""
        return [*self.command.split(), "--page", self.page, "--json", self.numbers]


KINDS = (
    Kind("report-dragonheart", "report heart", (HEART,)),
    Kind("report-dragonwood", "report wood", (WOOD,)),
    Kind("report-dragon", "report fight", (FIGHT,)),
    Kind("report-dragonwood-three", "report three", (THREE,)),
    Kind("report-dragon-four", "report four", (FOUR,)),
    Kind("report-one_turn", "report alone", (ALONE,)),
    Kind("report-deep_dive-five", "report five", (FIVE,)),
    Kind("study", "study heart", (HEART,)),
    Kind("study-players", "study --game pig --players 2-4 --strategies greedy --games 400 --play --seed 1"),
    Kind("study-one_turn", "study alone", (ALONE,)),
    Kind("compare", f"compare ffg great_dragon.points=6 hand.size=6 --strategies greedy --deals 400 {FEW}"),
    Kind("compare-one_turn", f"compare standard sides=8 --game {TURN} --strategies at_twenty --deals 400 {FEW}"),
    Kind("sweep", f"sweep ffg seats.second.points=0..3 --strategies greedy --deals 400 {FEW}"),
    Kind("sweep-two", f"sweep ffg hand.size=4,5,6 great_dragon.points=2..4 --strategies greedy --deals 200 {FEW}"),
    Kind(
        "sweep-length",
        f"sweep ffg hand.size=4,5,6 end.ship_stacks=2..4 --metric turns --strategies greedy --deals 200 {FEW}",
    ),
    Kind(
        "sweep-seats", f"sweep three seats.third.points=0..2 --game dragonwood --strategies balanced --deals 200 {FEW}"
    ),
    Kind("choose", f"choose ffg seats.second.points=1 --strategies greedy --deals 2000 {FEW}"),
    Kind("audit", f"audit --strategies greedy --deals 200 {FEW}"),
    Kind("value", f"value --strategies greedy --deals 400 {FEW}"),
    Kind("value-dragonwood", f"value --game dragonwood --strategies greedy --deals 200 {FEW}"),
    Kind("fork", f"fork --arm play=claim --arm play=ship --strategies greedy --deals 200 {FEW}"),
    Kind("fork-one-game", "fork heart 3 --turn 9 --arm move=1 --arm move=2 --continuations 200", (HEART,)),
    Kind("plays", f"plays --strategies greedy --states 60 {FEW}"),
    Kind("meta", f"meta --strategies greedy,dragon_hunter,denier --deals 200 {FEW}"),
    Kind("skill", f"skill --rungs 0-2 --deals 200 {FEW}"),
    Kind("luck", f"luck --strategies greedy,dragon_hunter,denier --deals 200 {FEW}"),
    Kind("mechanisms", "mechanisms --restrictions no_ships --deals 100 --training-games 64 --seed 1"),
    Kind("probe", "probe greedy --deals 100 --training-games 64 --seed 1"),
    Kind("strength", "strength greedy --deals 40 --tries 20 --training-games 64 --verdict greedy,random --seed 1"),
    Kind("decks", f"decks kill banish mixed --strategies greedy --deals 60 {FEW}"),
    Kind("cards", f"cards kill --against banish --strategies greedy --deals 60 --forks 20 {FEW}"),
    Kind("improve", f"improve kill --against banish --strategies greedy --swaps 1 --deals 500 --confirm 20 {FEW}"),
    Kind("people", "people evening", (FOURTH, LOGGED, "import fourth.jsonl --out evening")),
    Kind("playtests", f"playtests {EVENINGS}"),
    Kind("playtests-with", f"playtests {EVENINGS} --with heart", (HEART,)),
    Kind("kit", f"kit --deals 200 {FEW}"),
    Kind("kit-dragonwood", f"kit two --game dragonwood --deals 100 {FEW}"),
    Kind("kit-dragon", "kit fight", (FIGHT,)),
    Kind("design", f"design {DESIGN} {FEW}"),
    Kind("design-none", f"design {OUT_OF_REACH} {FEW}", code=1),
    Kind("goals", f"goals check {GOALS} --deals 2000 {FEW}", code=1),
    Kind("atlas", f"atlas {ATLAS} --rule-sets 18 --more 6 --deals 200 --again 300 {FEW}"),
    Kind("plan", "plan --strategies greedy --within 2pp --seed 1"),
    Kind("diff", "diff shelf/first shelf/second", (FIRST, SECOND)),
    Kind("history", "history shelf", (FIRST, SECOND)),
    Kind("bench", "bench balance --tasks tic_tac_toe_at_random --seeds 4 --budgets 0.01,1 --seed 1"),
    Kind("certify", "certify sure --margin 2pp --certificate sure.json", (SURE,)),
)
