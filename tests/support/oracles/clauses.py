"""All deals and plays of a table, as clauses for another engine."""

from functools import cache
from itertools import combinations
from typing import Any

from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

from pitch.hand.deals import Deal

SUITS = "CDHS"
RANKS = "23456789TJQKA"
WORTH = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}
DECK = [rank + suit for suit in SUITS for rank in RANKS]


class Game:
    """All deals and plays of a table with spades as trump, as clauses for another engine."""

    trump = "S"

    def __init__(self, players: int, sides: int) -> None:
        self.n, self.k = players, sides
        self.top = 0
        self.solver = Solver(name="glucose42")
        self.true = self.new()
        self.clause(self.true)
        seats, tricks = range(players), range(6)
        self.at = {(t, p, c): self.new() for t in tricks for p in seats for c in DECK}
        self.leader = {(t, s): self.new() for t in range(7) for s in seats}
        self.fell = {
            (t, c): self.any([self.at[t, p, c] for p in seats]) for t in tricks for c in DECK
        }
        self.held = {(c, s): self.new() for c in DECK for s in seats}
        self.got = {(c, y): self.new() for c in DECK for y in range(sides)}
        self.suit = {(t, s, u): self.new() for t in tricks for s in seats for u in SUITS}
        self.used = {c: self.any([self.fell[t, c] for t in tricks]) for c in DECK}
        self.places()
        self.wins()
        self.follows()
        self.counts()
        self.extremes()
        self.points: dict[Any, int] = {}
        self.sums: dict[bool, list[list[int]]] = {}
        self.counted: dict[Any, list[int]] = {}

    def new(self) -> int:
        self.top += 1
        return self.top

    def clause(self, *literals: int) -> None:
        self.solver.add_clause(list(literals))

    def any(self, literals: list[int]) -> int:
        found = self.new()
        self.clause(-found, *literals)
        for literal in literals:
            self.clause(-literal, found)
        return found

    def exactly(self, literals: list[int], number: int) -> None:
        encoded = CardEnc.equals(literals, number, top_id=self.top, encoding=EncType.seqcounter)
        self.top = max(self.top, encoded.nv)
        for clause in encoded.clauses:
            self.solver.add_clause(clause)

    def one(self, literals: list[int]) -> None:
        self.clause(*literals)
        for a, b in combinations(literals, 2):
            self.clause(-a, -b)

    def places(self) -> None:
        n = self.n
        for t in range(7):
            self.one([self.leader[t, s] for s in range(n)])
        for t in range(6):
            for p in range(n):
                self.exactly([self.at[t, p, c] for c in DECK], 1)
            for s in range(n):
                self.one([self.suit[t, s, u] for u in SUITS])
        for c in DECK:
            everywhere = [self.at[t, p, c] for t in range(6) for p in range(n)]
            encoded = CardEnc.atmost(everywhere, 1, top_id=self.top, encoding=EncType.ladder)
            self.top = max(self.top, encoded.nv)
            for clause in encoded.clauses:
                self.solver.add_clause(clause)
            self.owners(c, [self.held[c, s] for s in range(n)])
            self.owners(c, [self.got[c, y] for y in range(self.k)])
            self.moves(c)

    def owners(self, c: str, owners: list[int]) -> None:
        """A card that is used has one owner, and one that is not has none."""
        for a, b in combinations(owners, 2):
            self.clause(-a, -b)
        for owner in owners:
            self.clause(-owner, self.used[c])
        self.clause(-self.used[c], *owners)

    def moves(self, c: str) -> None:
        """A card comes from the hand of who plays it and goes to the side that leads next."""
        n = self.n
        for t in range(6):
            for lead in range(n):
                for p in range(n):
                    seat = (lead + p) % n
                    on = (-self.leader[t, lead], -self.at[t, p, c])
                    self.clause(*on, self.held[c, seat])
                    self.clause(*on, self.suit[t, seat, c[1]])
            for s in range(n):
                self.clause(-self.fell[t, c], -self.leader[t + 1, s], self.got[c, s % self.k])

    def wins(self) -> None:
        """The next leader stands where the card is that nothing in the trick beats."""
        n, t_suit = self.n, self.trump
        for c in DECK:
            if c[1] != t_suit:
                self.clause(-self.at[0, 0, c])
        for t in range(6):
            win = [self.new() for _ in range(n)]
            self.one(win)
            for p in range(n):
                for lead in range(n):
                    self.clause(-win[p], -self.leader[t, lead], self.leader[t + 1, (lead + p) % n])
                for c in DECK:
                    on = (-win[p], -self.at[t, p, c])
                    for d in DECK:
                        same = d[1] == c[1] and RANKS.index(d[0]) > RANKS.index(c[0])
                        if same or (d[1] == t_suit and c[1] != t_suit):
                            self.clause(*on, -self.fell[t, d])
                    if c[1] != t_suit:
                        self.clause(*on, *(self.at[t, 0, d] for d in DECK if d[1] == c[1]))

    def follows(self) -> None:
        for t in range(6):
            for u in SUITS:
                led = self.any([self.at[t, 0, c] for c in DECK if c[1] == u])
                for s in range(self.n):
                    for v in SUITS:
                        if v not in {u, self.trump}:
                            for later in range(t + 1, 6):
                                self.clause(-led, -self.suit[t, s, v], -self.suit[later, s, u])

    def counts(self) -> None:
        n = self.n
        self.exactly([self.used[c] for c in DECK], 6 * n)
        for s in range(n):
            self.exactly([self.held[c, s] for c in DECK], 6)
        for t in range(6):
            self.exactly([self.fell[t, c] for c in DECK], n)
        self.won: list[list[int]] = []
        for y in range(self.k):
            took = [
                self.any([self.leader[t + 1, s] for s in range(y, n, self.k)]) for t in range(6)
            ]
            tricks, cards = self.sorted(took), self.sorted([self.got[c, y] for c in DECK])
            for j in range(6):
                self.clause(-tricks[j], cards[n * (j + 1) - 1] if n * (j + 1) <= 52 else -self.true)
                if n * j < 52:
                    self.clause(tricks[j], -cards[n * j])
            self.won.append(tricks)
        every = [literal for tricks in self.won for literal in tricks]
        self.exactly(every, 6)

    def sorted(self, literals: list[int]) -> list[int]:
        """Literals for more than 0, more than 1, ... by merging card by card."""
        so_far: list[int] = []
        for literal in literals:
            after = []
            for k in range(len(so_far) + 1):
                was = so_far[k] if k < len(so_far) else -self.true
                below = so_far[k - 1] if k else self.true
                both = self.new()
                self.clause(-both, literal)
                self.clause(-both, below)
                self.clause(both, -literal, -below)
                after.append(self.any([was, both]))
            so_far = after
        return so_far

    def extremes(self) -> None:
        trumps = [rank + self.trump for rank in RANKS]
        self.first: dict[tuple[bool, str], int] = {}
        for top, ordered in ((True, trumps[::-1]), (False, trumps)):
            for i, card in enumerate(ordered):
                none = -self.any([*(self.used[c] for c in ordered[:i]), -self.used[card]])
                self.first[top, card] = none

    def owner(self, top: bool, places: dict[Any, int], who: int) -> int:
        key = (top, places is self.held, who)
        if key not in self.points:
            found = self.points[key] = self.new()
            for card in (rank + self.trump for rank in RANKS):
                first = self.first[top, card]
                self.clause(-first, -places[card, who], found)
                self.clause(-first, places[card, who], -found)
        return self.points[key]

    def pips(self, jack: bool) -> list[list[int]]:
        """For each side, literals for at least 1, 2, ... pips, from a chain over the honours."""
        if jack not in self.sums:
            self.sums[jack] = []
            for y in range(self.k):
                reach = {0: self.true}
                for c in DECK:
                    if c[0] not in WORTH:
                        continue
                    worth = WORTH[c[0]] if jack or c != "J" + self.trump else 0
                    after: dict[int, int] = {}
                    for total in sorted({*reach, *(v + worth for v in reach)}):
                        after[total] = self.new()
                    for total, literal in reach.items():
                        self.clause(-literal, -self.got[c, y], after[total + worth])
                        self.clause(-literal, self.got[c, y], after[total])
                    for a, b in combinations(after.values(), 2):
                        self.clause(-a, -b)
                    reach = after
                self.sums[jack].append(
                    [
                        self.any([lit for v, lit in reach.items() if v >= least])
                        for least in range(1, 81)
                    ]
                )
        return self.sums[jack]

    def trumps(self, y: int) -> list[int]:
        """Literals for at least 1, 2, ... trumps of a side."""
        key = ("trumps", y)
        if key not in self.counted:
            self.counted[key] = self.sorted([self.got[rank + self.trump, y] for rank in RANKS])
        return self.counted[key]

    def as_many(self, a: int, b: int, jack: bool) -> int:
        """Return whether one side has at least as many pips as another."""
        key = ("as many", a, b, jack)
        if key not in self.points:
            mine, theirs = self.pips(jack)[a], self.pips(jack)[b]
            found = self.points[key] = self.new()
            for v in range(80):
                self.clause(-found, -theirs[v], mine[v])
                self.clause(found, -mine[v], *([theirs[v + 1]] if v < 79 else []))
            self.clause(found, theirs[0])
        return self.points[key]

    def game(self, y: int, tie: str, jack: bool, dealer: int) -> int:
        """Return whether a side gets Game."""
        key = ("game", y, tie, dealer % self.k, jack)
        if key not in self.points:
            others = [z for z in range(self.k) if z != y]
            top = {
                a: -self.any([-self.as_many(a, b, jack) for b in range(self.k) if b != a])
                for a in range(self.k)
            }
            most = -self.any([self.as_many(z, y, jack) for z in others])
            pitched = [
                self.any([self.leader[0, s] for s in range(z, self.n, self.k)])
                for z in range(self.k)
            ]
            extra = -self.true
            if tie == "pitching_side":
                extra = -self.any([-top[y], -pitched[y]])
            elif tie == "dealer":
                extra = top[y] if dealer % self.k == y else -self.true
            elif tie == "other_side":
                rivals = [-self.any([-top[z], pitched[z]]) for z in others]
                extra = -self.any([-top[y], pitched[y], *rivals])
            self.points[key] = self.any([most, extra])
        return self.points[key]

    def low(self, y: int, *, dealt: bool) -> int:
        """Return whether a side gets Low."""
        if not dealt:
            return self.owner(False, self.got, y)
        return self.any([self.owner(False, self.held, s) for s in range(y, self.n, self.k)])

    def taken(self, y: int, deal: Deal, *, jack: bool) -> list[int]:
        """Literals for at least 1, 2, 3, 4 points of a side."""
        rules = deal.ruleset.rules
        tie, dealt = rules.game_tie.value, rules.low.value == "dealt"
        key = (y, tie, dealt, jack, deal.dealer % self.k)
        if key not in self.counted:
            high, low = self.owner(True, self.got, y), self.low(y, dealt=dealt)
            game = self.game(y, tie, jack, deal.dealer)
            self.counted[key] = self.sorted([high, low, self.got["J" + self.trump, y], game])
        return self.counted[key]


@cache
def game(players: int, sides: int) -> Game:
    """The clauses of a table, made once."""
    return Game(players, sides)
