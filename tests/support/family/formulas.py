"""All deals and plays of a game with one trump suit, as clauses for another engine.

Cards are told by who plays them to which trick; nothing of it is shared with the domain's formula.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from pysat.solvers import Solver

from tests.support.family import packs
from tests.support.family.games import Game


class Clauses:
    """A solver, and the few kinds of clauses that everything is told with."""

    def __init__(self) -> None:
        self.top = 0
        self.solver = Solver(name="glucose42")
        self.true = self.new()
        self.add(self.true)

    def new(self) -> int:
        """A literal of which nothing is known."""
        self.top += 1
        return self.top

    def add(self, *literals: int) -> None:
        """One of these holds."""
        self.solver.add_clause(list(literals))

    def any(self, literals: Iterable[int]) -> int:
        """Return whether one of these holds."""
        all_literals, result = list(literals), self.new()
        self.add(-result, *all_literals)
        for literal in all_literals:
            self.add(-literal, result)
        return result

    def all(self, literals: Iterable[int]) -> int:
        """Return whether all of these hold."""
        return -self.any([-literal for literal in literals])

    def at_most_one(self, literals: Sequence[int]) -> None:
        """No two of these hold."""
        for a, b in combinations(literals, 2):
            self.add(-a, -b)

    def one(self, literals: Sequence[int]) -> None:
        """Exactly one of these holds."""
        self.add(*literals)
        self.at_most_one(literals)

    def counted(self, literals: Sequence[int], weights: Sequence[int] | None = None) -> list[int]:
        """Literals for a sum of at least 1, 2, 3, ... of those that hold, each with its weight."""
        at_least: list[int] = []
        for literal, weight in zip(literals, weights or [1] * len(literals), strict=True):
            before = at_least
            at_least = []
            for total in range(len(before) + weight):
                was = before[total] if total < len(before) else -self.true
                both = [literal, *([before[total - weight]] if total >= weight else [])]
                with_weight = self.all(both) if len(both) > 1 else literal
                at_least.append(self.any([was, with_weight]))
        return at_least

    def exactly(self, at_least: Sequence[int], number: int) -> list[int]:
        """Return the literals for a counted sum to equal a number."""
        if number > len(at_least):
            return [-self.true]
        more = [-at_least[number]] if number < len(at_least) else []
        return [*([at_least[number - 1]] if number else []), *more]


class Formula(Clauses):
    """All hands of a game with a trump suit and a dealer: a model is one of them."""

    def __init__(self, game: Game, trump: str, dealer: int) -> None:
        super().__init__()
        self.game, self.trump, self.dealer = game, trump, dealer
        self.cards = packs.pack(game)
        self.suits = {card: packs.suit(card, trump, game) for card in self.cards}
        self.trumps = packs.ladder(game, trump)
        self.only_trumps = game.follow == "trumps_only"
        self.playable = self.trumps if self.only_trumps else self.cards
        self.seats, self.times = range(game.players), range(game.keep)
        self.pitcher = [self.new() for _ in self.seats]
        self.one(self.pitcher)
        self.has = {(c, s): self.new() for c in self.cards for s in self.seats}
        self.over = {(c, s): self._surplus_literal() for c in self.trumps for s in self.seats}
        self.plays = {
            (t, s, c): self.new() for t in self.times for s in self.seats for c in self.playable
        }
        self.fell = {
            (t, c): self.any(self.plays[t, s, c] for s in self.seats)
            for t in self.times
            for c in self.playable
        }
        self.acts = {
            (t, s): self.any(self.plays[t, s, c] for c in self.playable)
            for t in self.times
            for s in self.seats
        }
        self.happens = [self.any(self.acts[t, s] for s in self.seats) for t in self.times]
        self.leads = {(t, s): self.new() for t in self.times for s in self.seats}
        self.wins = {(t, s): self.new() for t in self.times for s in self.seats}
        self.called: dict[str, int] = {}
        self.partner: list[int] = []
        self._dealt()
        self._played()
        self._led()
        if not self.only_trumps:
            self._followed()
        self._won()
        self._captured()
        if game.calls_partner:
            self._calls()
        self.memory: dict[Any, Any] = {}

    def _surplus_literal(self) -> int:
        return self.new() if self.game.may_have_surplus else -self.true

    def _dealt(self) -> None:
        game = self.game
        takes = {"pitcher": self.pitcher}.get(game.rest_to)
        for c in self.cards:
            places = [self.has[c, s] for s in self.seats]
            if c in self.trumps:
                places += [self.over[c, s] for s in self.seats]
            self.at_most_one(places)
            if game.all_trumps_played and c in self.trumps:
                self.add(*places)
        for s in self.seats:
            for literal in self.exactly(
                self.counted([self.has[c, s] for c in self.cards]), game.keep
            ):
                self.add(literal)
            if not game.may_have_surplus:
                continue
            over = [self.over[c, s] for c in self.trumps]
            some = self.any(over)
            # Who has to put trumps aside keeps nothing else.
            for c in self.cards:
                if c not in self.trumps:
                    self.add(-some, -self.has[c, s])
            is_taker = takes[s] if takes else -self.true
            if game.rest_to != "dealer" or s != self.dealer:
                more, most = self.counted(over), game.dealt - game.keep
                if most < len(more):
                    self.add(is_taker, -more[most])

    def _played(self) -> None:
        for s in self.seats:
            for c in self.playable:
                times = [self.plays[t, s, c] for t in self.times]
                self.at_most_one(times)
                self.add(-self.has[c, s], *times)
                for literal in times:
                    self.add(-literal, self.has[c, s])
            for t in self.times:
                self.at_most_one([self.plays[t, s, c] for c in self.playable])
                if not self.only_trumps:
                    self.add(self.acts[t, s])
                elif t:
                    self.add(-self.acts[t, s], self.acts[t - 1, s])

    def _led(self) -> None:
        n = self.game.players
        for t in self.times:
            for s in self.seats:
                due = self.pitcher[s] if t == 0 else self.wins[t - 1, s]
                # Whoever has no card to play leaves the lead to the left.
                for step in range(n):
                    idle = [self.acts[t, (s + i) % n] for i in range(step)]
                    then = (s + step) % n
                    self.add(-due, *idle, -self.acts[t, then], self.leads[t, then])
                self.add(-self.leads[t, s], self.acts[t, s])
            self.at_most_one([self.leads[t, s] for s in self.seats])
        for s in self.seats:
            for c in self.playable:
                if not self._may_open(c):
                    self.add(-self.pitcher[s], -self.leads[0, s], -self.plays[0, s, c])
            if self.game.trump_by != "named":
                self.add(-self.pitcher[s], self.acts[0, s])

    def _may_open(self, card: str) -> bool:
        game = self.game
        if game.trump_by == "named":
            return True
        if game.trump_by == "named_and_led":
            return self.suits[card] == self.trump
        if packs.is_joker(card):
            return game.pitched_joker == "names_any" or (
                game.pitched_joker == "spades" and self.trump == "S"
            )
        return card[1] == self.trump

    def _followed(self) -> None:
        suits = sorted(set(self.suits.values()))
        plays_suit = {
            (t, s, u): self.any(self.plays[t, s, c] for c in self.cards if self.suits[c] == u)
            for t in self.times
            for s in self.seats
            for u in suits
        }
        self.led_suit = {(t, u): self.new() for t in self.times for u in suits}
        for t in self.times:
            self.one([self.led_suit[t, u] for u in suits])
            for s in self.seats:
                for u in suits:
                    self.add(-self.leads[t, s], -plays_suit[t, s, u], self.led_suit[t, u])
        also = {packs.APART, *([self.trump] if self.game.follow == "follow_or_trump" else [])}
        for t, later in combinations(self.times, 2):
            for s in self.seats:
                for led in suits:
                    for suit in suits:
                        if led != packs.APART and suit not in {led, *also}:
                            self.add(
                                -self.led_suit[t, led],
                                -plays_suit[t, s, suit],
                                -plays_suit[later, s, led],
                            )

    def _won(self) -> None:
        for t in self.times:
            self.at_most_one([self.wins[t, s] for s in self.seats])
            self.add(-self.happens[t], *(self.wins[t, s] for s in self.seats))
            for s in self.seats:
                self.add(-self.wins[t, s], self.acts[t, s])
            for c in self.playable:
                best = self.any(
                    self._both(self.wins[t, s], self.plays[t, s, c]) for s in self.seats
                )
                for d in self.playable:
                    if self._beats(d, c):
                        self.add(-best, -self.fell[t, d])
                if self.suits[c] not in {self.trump, packs.APART}:
                    self.add(-best, self.led_suit[t, self.suits[c]])
            if self.game.jokers == 2 and self.game.joker_order != "marked":
                self._jokers_in_order(t)

    def _both(self, first: int, second: int) -> int:
        return self.all([first, second])

    def _beats(self, higher: str, lower: str) -> bool:
        """Return whether a card beats another of the same trick that might win it."""
        theirs = packs.strength(lower, self.suits[lower], self.trump, self.game)
        ours = packs.strength(higher, self.suits[lower], self.trump, self.game)
        return ours > theirs

    def _jokers_in_order(self, t: int) -> None:
        n, first = self.game.players, self.game.joker_order == "first_played"
        for leader in self.seats if "HJ" in self.playable else ():
            for a, b in combinations(range(n), 2):
                early, late = (leader + a) % n, (leader + b) % n
                loser = late if first else early
                for joker, rival in (("HJ", "LJ"), ("LJ", "HJ")):
                    self.add(
                        -self.leads[t, leader],
                        -self.plays[t, early, joker],
                        -self.plays[t, late, rival],
                        -self.wins[t, loser],
                    )

    def _calls(self) -> None:
        """A trump is called: who else than the pitcher has it is the partner and plays it first."""
        self.called = {c: self.new() for c in self.trumps}
        self.partner = [self.new() for _ in self.seats]
        self.one([*self.called.values()])
        self.one(self.partner)
        for c, called in self.called.items():
            others = [self.all([self.has[c, s], -self.pitcher[s]]) for s in self.seats]
            for s in self.seats:
                self.add(-called, -others[s], self.partner[s])
                self.add(-called, -self.pitcher[s], *others, self.partner[s])
                self.add(-called, self.pitcher[s], -self.over[c, s])
            self.add(-called, -self.any(others), self.fell[0, c])

    def _captured(self) -> None:
        game, k = self.game, self.game.sides
        self.got = {(c, y): self.new() for c in self.cards for y in range(k)}
        self.used = {}
        for c in self.cards:
            used = [self.fell[t, c] for t in self.times] if c in self.playable else []
            if c in self.trumps and game.surplus != "burned":
                used += [self.over[c, s] for s in self.seats]
            self.used[c] = self.any(used)
            sides = [self.got[c, y] for y in range(k)]
            self.at_most_one(sides)
            self.add(-self.used[c], *sides)
            for side in sides:
                self.add(-side, self.used[c])
            for t in self.times if c in self.playable else ():
                for s in self.seats:
                    self.add(-self.fell[t, c], -self.wins[t, s], self.got[c, s % k])
            for s in self.seats if c in self.trumps else ():
                if game.surplus == "to_opponents":
                    self.add(-self.over[c, s], self.got[c, (s % k + 1) % k])
                elif game.surplus == "on_first_trick":
                    for w in self.seats:
                        self.add(-self.over[c, s], -self.wins[0, w], self.got[c, w % k])


@lru_cache(maxsize=12)
def formula(game: Game, trump: str, dealer: int) -> "Formula":
    """The clauses of a game, made once."""
    return Formula(game, trump, dealer)
