"""The formula of any game of the family against the engine of the tests.

Whatever is played within the rules fits the formula, with the points that it came to and no
others; whatever fits the formula is a deal and a play within the rules.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitch.proof import solver
from pitch.proof.cases import Case
from pitch.proof.formula import layouts
from pitch.proof.formula.builders import AtMost
from pitch.proof.formula.formulas import Formula
from pitch.proof.solver import Core, Model, Solver
from tests.support.family import hands, packs, playing, points
from tests.support.family.books import BOOKS
from tests.support.family.games import SUITS, Game
from tests.support.family.playing import Played, Trick
from tests.support.family.small_games import deal_of, some_game
from tests.support.searches import share

SOME = settings(max_examples=share(120, 12), derandomize=True, database=None)
seeds = st.integers(0, 2**32)
WORK = 100_000


@cache
def engine_for(game: Game) -> Solver:
    return solver.fresh(layouts.from_deal(deal_of(game, 0)))


def choices(engine: Solver, game: Game, dealer: int, trump: str) -> list[int]:
    """Return the assumptions of a case about rules, dealer and trump suit."""
    case = Case((), deal_of(game, dealer), engine)
    return [*case.choices(trump)]


def facts(formula: Formula, hand: Played) -> Iterator[int]:
    """The literals of everything that was dealt and played."""
    numbers = formula.layout.numbers_by_trump[hand.trump]
    yield formula.pitched[hand.pitcher]
    for number in formula.tricks:
        trick = hand.tricks[number] if number < len(hand.tricks) else None
        if trick is not None:
            yield formula.leads[number, trick.leader]
            yield formula.wins[number, trick.winner]
        plays = dict(trick.played) if trick else {}
        for seat in formula.seats:
            if seat in plays:
                yield formula.plays[numbers[plays[seat]], number, seat]
            else:
                yield -formula.suit_played[seat, number, formula.layout.trump]
    for (card, seat), spare in formula.spare.items():
        is_spare = formula.layout.cards_by_trump[hand.trump][card] in hand.surplus[seat]
        yield spare if is_spare else -spare


def check_accepted(game: Game, hand: Played) -> None:
    """Fail unless a hand fits the formula, with its own points and pips only."""
    engine = engine_for(game)
    formula = engine.formula
    literals = [*choices(engine, game, hand.dealer, hand.trump), *facts(formula, hand)]
    answer = engine.ask(literals, WORK)
    assert isinstance(answer, Model), hand
    owners = points.owners(hand)
    for point, _ in formula.layout.points:
        side = owners[point.value].side
        owner = formula.nobody[point] if side is None else formula.owns[point][side]
        assert isinstance(engine.ask([*literals, -owner], WORK), Core), (point, side, hand)
    pips = [sum(map(answer.holds, more)) for more in formula.pips]
    assert pips == points.pips(hand), hand


def hand_from_model(formula: Formula, model: Model, game: Game, dealer: int, trump: str) -> Played:
    """The hand that a model shows."""
    names, seats = formula.layout.cards_by_trump[trump], formula.seats
    at = {(t, s): names[card] for (card, t, s), play in formula.plays.items() if model.holds(play)}
    tricks = []
    for number in formula.tricks:
        leader = [seat for seat in seats if model.holds(formula.leads[number, seat])]
        if leader:
            turns = [(leader[0] + turn) % len(seats) for turn in seats]
            plays = [(seat, at[number, seat]) for seat in turns if (number, seat) in at]
            winner = next(seat for seat in seats if model.holds(formula.wins[number, seat]))
            tricks.append(Trick(plays, winner))
    spare = [at for at, literal in formula.spare.items() if model.holds(literal)]
    return Played(
        game,
        dealer,
        next(seat for seat in seats if model.holds(formula.pitched[seat])),
        trump,
        tuple(tuple(at[t, s] for t in formula.tricks if (t, s) in at) for s in seats),
        tuple(tuple(names[card] for card, seat in spare if seat == own) for own in seats),
        tricks,
    )


def can_be_dealt(hand: Played) -> bool:
    """Return whether some deal and draw give these numbers of trumps, by trying all."""
    game = hand.game
    if game.draw != "non_trumps":
        return True
    trumps = [
        sum(packs.suit(card, hand.trump, game) == hand.trump for card in (*holding, *more))
        for holding, more in zip(hand.holdings, hand.surplus, strict=True)
    ]
    dealt = [
        game.dealt + (game.kitty if seat == hand.pitcher else 0) for seat in range(game.players)
    ]
    takes = {"pitcher": hand.pitcher, "dealer": hand.dealer}.get(game.rest_to)
    turns = [(hand.dealer + 1 + turn) % game.players for turn in range(game.players)]
    turns.sort(key=lambda seat: seat == takes)
    in_pack = len(packs.ladder(game, hand.trump))

    def can_go_on(turn: int, stock: int, remaining: int, plain: int) -> bool:
        # `left` trumps and `plain` other cards are seen by nobody so far.
        if turn == len(turns):
            return plain >= 0 and remaining == in_pack - sum(trumps)
        seat = turns[turn]
        for own in range(min(trumps[seat], dealt[seat], remaining) + 1):
            draw = stock if seat == takes else min(max(0, game.keep - own), stock)
            surplus, others = trumps[seat] - own, dealt[seat] - own
            is_dealt = own + surplus <= remaining and 0 <= surplus <= draw
            rest = plain - others - (draw - surplus)
            if (
                is_dealt
                and rest >= 0
                and can_go_on(turn + 1, stock - draw, remaining - own - surplus, rest)
            ):
                return True
        return False

    size = len(packs.pack(game))
    return can_go_on(0, size - sum(dealt), in_pack, size - in_pack)


@SOME
@given(seeds)
def test_every_hand_that_is_played_fits_and_has_its_points(seed: int) -> None:
    chance = random.Random(seed)
    game = some_game(chance)
    for _ in range(6):
        hand = hands.prudent(game, chance.randrange(2**32))
        # Where nobody has a trump, and nothing else may be played, there is no hand to tell of.
        if hand.tricks:
            check_accepted(game, hand)


@pytest.mark.search
@pytest.mark.parametrize("name", BOOKS)
def test_the_games_of_the_books_fit(name: str) -> None:
    game = replace(BOOKS[name], joker_pips="none")
    for seed in range(share(30, 15)):
        check_accepted(game, hands.prudent(game, seed))


@SOME
@given(seeds)
def test_whatever_fits_is_dealt_and_played_within_the_rules(seed: int) -> None:
    chance = random.Random(seed)
    game = some_game(chance)
    engine, count = engine_for(game), 0
    formula = engine.formula
    for _ in range(10):
        dealer, trump = chance.randrange(game.players), chance.choice(SUITS)
        assumptions = choices(engine, game, dealer, trump)
        assumptions += [
            -chance.choice(list(formula.plays.values())) for _ in range(chance.randrange(30))
        ]
        some = chance.choices(list(formula.captured.values()), k=chance.randrange(4))
        assumptions += [literal if chance.random() < 0.5 else -literal for literal in some]
        # Few trumps in some hands is where a deal and a draw may have no room for the others.
        dealt = chance.choices(list(formula.dealt.values()), k=chance.randrange(12))
        assumptions += [-literal for literal in dealt]
        if formula.spare and chance.random() < 0.4:
            assumptions.append(chance.choice(list(formula.spare.values())))
        answer = engine.ask(assumptions, WORK)
        if isinstance(answer, Model):
            count += 1
            hand = hand_from_model(formula, answer, game, dealer, trump)
            assert playing.faults(hand) == [], hand
            assert can_be_dealt(hand), hand
            owners = points.owners(hand)
            for point, _ in formula.layout.points:
                holds = [side for side in formula.sides if answer.holds(formula.owns[point][side])]
                side = owners[point.value].side
                assert holds == ([] if side is None else [side]), (point, hand)
    assert count


@SOME
@given(seeds)
def test_what_is_counted_follows_from_single_cards(seed: int) -> None:
    """Bounds that only help a search forbid nothing that clauses and earlier bounds allow."""
    networks: list[tuple[int, int, Sequence[int], Sequence[int]]] = []

    class Counting(Formula):
        def no_more(self, literals: Sequence[int], literals_: Sequence[int]) -> None:
            # Piles come later: no search decides their bounds, but every hand that is played fits.
            if "pitches" not in vars(self):
                networks.append((len(self.clauses), len(self.bounds), literals, literals_))
            super().no_more(literals, literals_)

    formula = Counting(layouts.from_deal(deal_of(some_game(random.Random(seed)), 0)))
    clauses, bounds = formula.clauses, formula.bounds
    for clauses_before, before, literals, outputs in networks[::3]:
        # More of the literals than of the others, as a bound.
        more = AtMost((*(-literal for literal in literals), *outputs), len(literals) - 1)
        formula.clauses, formula.bounds = clauses[:clauses_before], [*bounds[:before], more]
        assert isinstance(Solver(formula).ask([], WORK), Core), (literals, outputs)


def test_so_many_engines_are_kept_and_the_one_asked_longest_ago_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(solver, "MOST_KEPT", 2)
    small = replace(BOOKS["pitch"], stripped=tuple("23456789"), dealt=2, keep=2, players=2)
    first, second, third = (
        layouts.from_deal(deal_of(replace(small, follow=follow), 0))
        for follow in ("follow_or_trump", "follow_suit", "trumps_only")
    )
    solvers = solver.Solvers()
    first_solver, second_solver = solvers.for_layout(first), solvers.for_layout(second)
    assert solvers.for_layout(first) is first_solver
    solvers.for_layout(third)
    assert solvers.for_layout(first) is first_solver
    assert solvers.for_layout(second) is not second_solver
