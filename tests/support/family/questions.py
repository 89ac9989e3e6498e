"""Facts about a hand as literals of the formula of its game.

A fact is a tuple: its kind, then what it says. `can_be` asks whether some hand has all of them.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from tests.support.family import packs, points
from tests.support.family.formulas import Formula, formula
from tests.support.family.games import RANKS, SUITS, Game

Fact = tuple[object, ...]
T = TypeVar("T")


def can_be(
    game: Game, dealer: int, facts: Iterable[Fact], trump: str | None = None, work: int = 200_000
) -> bool | None:
    """Return whether some deal and play make all facts true; None where that took too much work."""
    all_facts = list(facts)
    for suit in [trump] if trump else SUITS:
        questions = Asked(formula(game, suit, dealer))
        literals = [literal for fact in all_facts for literal in questions.literals(fact)]
        questions.f.solver.conf_budget(work)
        answer: bool | None = questions.f.solver.solve_limited(assumptions=literals)
        if answer is not False:
            return answer
    return False


class Asked:
    """Facts as literals of one formula."""

    def __init__(self, formula: Formula) -> None:
        self.f, self.game = formula, formula.game
        self.k = formula.game.sides

    def literals(self, fact: Fact) -> list[int]:
        """Return the literals that make a fact true."""
        kind, *what = fact
        return list(getattr(self, f"_{kind}")(*what))

    def _pitcher(self, *seats: int) -> Iterator[int]:
        yield from (-self.f.pitcher[s] for s in self.f.seats if s not in seats)

    def _called(self, card: str) -> Iterator[int]:
        yield self.f.called.get(card, -self.f.true)

    def _partner(self, seat: int) -> Iterator[int]:
        yield self.f.partner[seat]

    def _together(self, place: int, number: int) -> Iterator[int]:
        """Yield the literals for the points of pitcher and partner, or of all the others."""
        f, values = self.f, self.game.point_values

        def counted() -> list[int]:
            both = [f.any([f.pitcher[s], f.partner[s]]) for s in f.seats]
            belongs = [-is_own for is_own in both] if place else both
            shares = [
                f.any(f.all([self.owns(point, s), belongs[s]]) for s in f.seats)
                for point, _ in values
            ]
            return f.counted(shares, [worth for _, worth in values])

        yield from f.exactly(self._once(("together", place), counted), number)

    def _got(self, card: str, side: int) -> Iterator[int]:
        yield self.f.got[card, side]

    def _not_got(self, card: str, side: int) -> Iterator[int]:
        yield -self.f.got[card, side]

    def _has(self, card: str, seat: int) -> Iterator[int]:
        yield self.f.has[card, seat]

    def _had(self, card: str, seat: int) -> Iterator[int]:
        yield self.had(card, seat)

    def _over(self, card: str, seat: int) -> Iterator[int]:
        yield self.f.over.get((card, seat), -self.f.true)

    def _surplus(self, card: str, side: int) -> Iterator[int]:
        """Somebody of a side had a trump too many."""
        f = self.f
        seats = [s for s in f.seats if s % self.k == side]
        over = [f.over[card, s] for s in seats] if card in f.trumps else []
        yield self._once(("surplus", card, side), lambda: f.any(over))

    def _out(self, trick: int, seat: int) -> Iterator[int]:
        """A seat plays nothing to a trick that is played."""
        yield from (self.f.happens[trick], -self.f.acts[trick, seat])

    def _no_more_surplus(self, *cards: str) -> Iterator[int]:
        yield from (-lit for (card, _), lit in self.f.over.items() if card not in cards)

    def _trumps(self, side: int, number: int) -> Iterator[int]:
        counts = self._once(
            ("trumps", side), lambda: self.f.counted([self.f.got[c, side] for c in self.f.trumps])
        )
        yield from self.f.exactly(counts, number)

    def _tricks(self, side: int, number: int) -> Iterator[int]:
        def count() -> list[int]:
            won = [
                self.f.any(self.f.wins[t, s] for s in self.f.seats if s % self.k == side)
                for t in self.f.times
            ]
            return self.f.counted(won)

        yield from self.f.exactly(self._once(("tricks", side), count), number)

    def _leader(self, trick: int, seat: int) -> Iterator[int]:
        yield self.f.leads[trick, seat]

    def _winner(self, trick: int, seat: int) -> Iterator[int]:
        yield self.f.wins[trick, seat]

    def _log(self, trick: int, *cards: str) -> Iterator[int]:
        """The first cards of a trick, in playing order from the leader's on."""
        yield self._once(("log", trick, cards), lambda: self._begins(trick, cards))

    def _ends(self, trick: int, number: int) -> Iterator[int]:
        """A trick has so many cards."""
        acts = self._once(
            ("acts", trick), lambda: self.f.counted([self.f.acts[trick, s] for s in self.f.seats])
        )
        yield from self.f.exactly(acts, number)

    def _begins(self, t: int, cards: tuple[str, ...]) -> int:
        """A literal that makes the first cards of a trick these."""
        f, n, begins = self.f, self.game.players, self.f.new()
        for p, card in enumerate(cards):
            f.add(-begins, f.fell.get((t, card), -f.true))
            for s in f.seats:
                if (t, s, card) not in f.plays:
                    continue
                if p == 0:
                    f.add(-begins, -f.plays[t, s, card], f.leads[t, s])
                    continue
                # Between this card and the one before it nobody plays, and nobody has two turns.
                for ahead in f.seats:
                    before = f.plays.get((t, ahead, cards[p - 1]), -f.true)
                    gap = [(ahead + i) % n for i in range(1, (s - ahead) % n)]
                    for seat_between in gap:
                        f.add(-begins, -before, -f.plays[t, s, card], -f.acts[t, seat_between])
                    for leader in f.seats:
                        if (s - leader) % n <= (ahead - leader) % n:
                            f.add(-begins, -before, -f.plays[t, s, card], -f.leads[t, leader])
        return begins

    def _in_play(self, card: str, is_so: bool) -> Iterator[int]:
        yield self.f.used[card] if is_so else -self.f.used[card]

    def _low_dealt(self, seat: int) -> Iterator[int]:
        had = [
            self.f.all([first, self.had(card, seat)]) for card, first in self._firsts("low").items()
        ]
        yield self._once(("low dealt", seat), lambda: self.f.any(had))

    def _owner(self, point: str, side: int | None) -> Iterator[int]:
        literals = [self.owns(point, y) for y in range(self.k)]
        yield from [-literal for literal in literals] if side is None else [literals[side]]

    def _card(self, point: str, card: str) -> Iterator[int]:
        yield self._firsts(point).get(card, -self.f.true)

    def _tied(self) -> Iterator[int]:
        leads = [self._most(y) for y in range(self.k)]
        yield from (-literal for literal in leads)

    def _pips(self, side: int, number: int) -> Iterator[int]:
        yield from self.f.exactly(self.counted_pips(side), number)

    def _taken(self, side: int, number: int) -> Iterator[int]:
        values = self.game.point_values
        counts = self._once(
            ("taken", side),
            lambda: self.f.counted(
                [self.owns(point, side) for point, _ in values], [worth for _, worth in values]
            ),
        )
        yield from self.f.exactly(counts, number)

    def _once(self, key: object, make: Callable[[], T]) -> T:
        if key not in self.f.memory:
            self.f.memory[key] = make()
        value: T = self.f.memory[key]
        return value

    def had(self, card: str, seat: int) -> int:
        """Return whether a seat had a card when play began."""
        has = self.f.has[card, seat]
        if self.game.surplus != "on_first_trick" or (card, seat) not in self.f.over:
            return has
        return self._once(("had", card, seat), lambda: self.f.any([has, self.f.over[card, seat]]))

    def _firsts(self, point: str) -> dict[str, int]:
        """For every card whether it is the highest or the lowest of its kind in play."""
        in_order = {
            "high": self.f.trumps[::-1],
            "low": [card for card in self.f.trumps if not packs.is_joker(card)],
            "high_spade": [r + "S" for r in RANKS[::-1] if r + "S" in self.f.cards],
        }.get(point)
        if in_order is None:
            card = points.card_of(point, self.f.trump)
            return {card: self.f.used[card]} if card in self.f.used else {}

        def firsts() -> dict[str, int]:
            in_play = self.f.used
            return {
                card: self.f.all([in_play[card], *(-in_play[before] for before in in_order[:i])])
                for i, card in enumerate(in_order)
            }

        return self._once(("firsts", point), firsts)

    def owns(self, point: str, side: int) -> int:
        """Return whether a side has a point."""
        return self._once(("owns", point, side), lambda: self._owns(point, side))

    def _owns(self, point: str, side: int) -> int:
        f = self.f
        if point == "game":
            return self._game(side)
        if point == "last_trick":
            lasts = [
                f.all([f.wins[t, s], *([-f.happens[t + 1]] if t + 1 in f.times else [])])
                for t in f.times
                for s in f.seats
                if s % self.k == side
            ]
            return f.any(lasts)
        is_dealt = point in {"low", "two"} and self.game.low == "dealt"
        return f.any(
            f.all([first, self._kept(card, side) if is_dealt else f.got[card, side]])
            for card, first in self._firsts(point).items()
        )

    def _kept(self, card: str, side: int) -> int:
        """Return whether a side had a card when play began, or got it then from others."""
        f = self.f
        seats = [s for s in f.seats if s % self.k == side]
        had = [self.had(card, seat) for seat in seats]
        if self.game.surplus == "to_opponents" and card in f.trumps:
            had += [f.over[card, s] for s in f.seats if (s % self.k + 1) % self.k == side]
        return f.any(had)

    def counted_pips(self, side: int) -> list[int]:
        """Literals for at least 1, 2, 3, ... pips of a side."""

        def count() -> list[int]:
            worth = {c: packs.pips(c, self.f.trump, self.game) for c in self.f.cards}
            cards = [card for card, number in worth.items() if number]
            return self.f.counted(
                [self.f.got[card, side] for card in cards], [worth[card] for card in cards]
            )

        return self._once(("pips", side), count)

    def _as_many(self, a: int, b: int) -> int:
        """Return whether a side has at least as many pips as another."""

        def more() -> int:
            mine, theirs = self.counted_pips(a), self.counted_pips(b)
            return self.f.all(self.f.any([m, -t]) for m, t in zip(mine, theirs, strict=True))

        return self._once(("as many", a, b), more)

    def _most(self, side: int) -> int:
        """Return whether a side has more pips than every other."""
        rivals = [self._as_many(y, side) for y in range(self.k) if y != side]
        return self._once(("most", side), lambda: -self.f.any(rivals))

    def _shares(self, side: int) -> int:
        """Return whether no side has more pips than this."""
        rest = [self._as_many(side, y) for y in range(self.k) if y != side]
        return self._once(("shares", side), lambda: self.f.all(rest))

    def _pitches(self, side: int) -> int:
        """Return whether a seat of a side has pitched."""
        seats = [s for s in self.f.seats if s % self.k == side]
        return self._once(("pitches", side), lambda: self.f.any(self.f.pitcher[s] for s in seats))

    def _game(self, side: int) -> int:
        f, tie = self.f, self.game.game_tie
        pitches = [self._pitches(y) for y in range(self.k)]
        ways = [self._most(side)]
        if tie == "pitching_side":
            ways.append(f.all([self._shares(side), pitches[side]]))
        if tie == "dealer" and f.dealer % self.k == side:
            ways.append(self._shares(side))
        if tie == "other_side":
            rivals = [f.any([-self._shares(y), pitches[y]]) for y in range(self.k) if y != side]
            ways.append(f.all([self._shares(side), -pitches[side], *rivals]))
        return f.any(ways)
