"""The rules under which decks meet, the decks that there are, and who plays them."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace

from dhstats.errors import BadInput, nearest
from dhstats.games import catalogue
from dhstats.games.bundle import Constructed
from dhstats.games.ruleset import RuleSet
from dhstats.players import pupils
from dhstats.players.pupils import Pupil
from dhstats.players.recipes import standard
from dhstats.questions.shared.first_screen import About, game_name
from dhstats.quoting import different_names, names_in, quoted
from dhstats.simulate.plans.experiment import MAX_SEED, Experiment


class Table:
    """Rules under which decks meet: those of an experiment, with a card pack; its players play the decks."""

    def __init__(self, plan: Experiment, pack: str | None = None) -> None:
        """BadInput for a game without decks, for rules or a pack that are none, and for a seed that cannot be."""
        self.bundle, self._plan, self._pack = catalogue.load(plan.game), plan, pack
        self.rules, self.settings = plan.rules, plan.settings
        if self.bundle.constructed is None:
            raise BadInput(f"--game {plan.game}: players bring no decks in this game")
        self.constructed: Constructed = self.bundle.constructed
        if plan.seed is not None and not 0 <= plan.seed <= MAX_SEED:
            raise BadInput(f"--seed: must be from 0 to {MAX_SEED}, not {plan.seed}")
        self.seed: int = secrets.randbits(32) if plan.seed is None else plan.seed
        self._all = self.constructed.all_decks(plan.rules, plan.settings, pack or "")
        if not self._all:
            raise BadInput(f"--pack {pack or ''}: the pack has no decks")
        alone = self._under(self._all[0])
        if (number := self.bundle.players(alone.record())) != 2:
            raise BadInput(f"--rules {plan.rules}: are for {number} players; decks are compared between two")
        self.label: str = self.bundle.label(alone.effective)  # whose cards are played with

    @property
    def usual_player(self) -> str:
        """Who plays if nobody is named: the expert where one comes along for all decks, else who usually plays."""
        pupil = Pupil(self.bundle, self._under(self._all[0]), standard(self.bundle.game))
        return "expert" if pupils.shipped(pupil) else ",".join(self.bundle.default_strategies)

    def go_on(self, seed: int | None) -> None:
        """Takes the seed that was drawn when the games were begun, where they were and nobody names one."""
        if self._plan.seed is None and seed is not None:
            self.seed = seed

    def _cards(self, decks: str | None) -> list[str]:
        return list(self.bundle.cards(self._plan.rules, self._plan.settings, decks, self._pack))

    def _under(self, decks: str | None, changes: Sequence[str] = ()) -> RuleSet:
        return self.bundle.rule_files.load(self._plan.rules, (*self._plan.settings, *self._cards(decks), *changes))

    @property
    def changed(self) -> RuleSet | None:
        """The rules without decks where they are not shipped ones."""
        shipped = not self._plan.settings and self._plan.rules in self.bundle.rule_files.shipped()
        return None if shipped else self._under(None)

    def decks(self, named: Sequence[str] | None) -> tuple[str, ...]:
        """The decks of these names, or all; BadInput for one that is none or not legal."""
        for name in named or self._all:
            if name not in self._all:
                raise BadInput(f"deck {quoted(name)}: none of the pack; {nearest(name, self._all)}")
            self.paired(name, name)
        return tuple(named or self._all)

    def rivals(self, deck: str, against: str | None) -> tuple[str, ...]:
        """The decks that were named to play against one, or all others."""
        named = different_names(against)
        if against is not None and not named:
            raise BadInput(f"--against: name at least one deck, not {against!r}")
        found = self.decks(named) if named else tuple(name for name in self.decks(None) if name != deck)
        if deck in found:
            raise BadInput(f"--against {deck}: a swap would change both decks; name others")
        if not found:
            raise BadInput("--against: the pack has no other deck; take another pack")
        return found

    def paired(self, one: str, other: str, changes: Sequence[str] = ()) -> RuleSet:
        """The rules under which two decks meet, with more keys set on top."""
        return self._under(f"{one},{other}", changes)

    def experiment(self, one: str, other: str, player: str) -> Experiment:
        """Games between two decks in the same hands, either of them beginning once in every deal."""
        settings = (*self._plan.settings, *self._cards(f"{one},{other}"))
        return replace(self._plan, name=f"{one}-{other}", settings=settings, strategies=(player,), seed=self.seed)

    def blanks(self, deck: str, cards: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """What has to be set so that a card of a deck is blank, by card."""
        own = self.paired(deck, deck).effective
        return {card: self.constructed.blanked(own, deck, card) for card in cards}

    def about(self, players: Sequence[str]) -> About:
        """What a question about these decks is about."""
        rules = self.paired(self._all[0], self._all[0]).effective
        return About(game_name(self.bundle.game.name, rules), self.bundle.game.name, tuple(players))


def players_of(strategies: str) -> tuple[str, ...]:
    """Who plays the decks; BadInput for nobody."""
    if not (found := names_in(strategies)):
        raise BadInput(f"--strategies: name at least one, not {strategies!r}")
    return found


def one_player_of(strategies: str) -> str:
    """The one who plays all decks; BadInput for more."""
    found = players_of(strategies)
    if len(found) != 1:
        raise BadInput(f"--strategies: name one player, who plays all decks, not {', '.join(found)}")
    return found[0]
