"""Cases: the statements of a record against every deal and play of its table."""

from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct

from domain.cards import Suit
from domain.hand.deals import Deal
from domain.hand.records import Listed
from domain.hand.witnesses import Witness, WitnessTrick
from domain.point_names import EXTREMES, PointName
from domain.proof.efforts import Effort
from domain.proof.formulas import Formula
from domain.proof.solver import Core, Model, OutOfWork, Solver
from domain.proof.statements import (
    GameIsTied,
    InPile,
    LedTrick,
    LowWasDealtTo,
    NothingElseInPile,
    PipsAre,
    PitcherAmong,
    PlayedToTrick,
    PointCardIs,
    PointGoesTo,
    PointInPlay,
    PointsAre,
    Statement,
    StatementAt,
    TookTrick,
    TricksAre,
    TrumpIs,
    TrumpsAre,
    WasDealt,
)
from domain.rules.options import GameTie, Low

PLENTY: Final = 60_000
"""Work that a search may take in all: some seconds, for eight players."""
_BEGINNING: Final = 1_500
"""Work after which a search is begun afresh."""
_ASKING: Final = 4
"""What a question costs besides: many easy questions take long too."""


class Play(StrEnum):
    """How far the play is held to the rules."""

    LEGAL = "legal"
    WITH_REVOKES = "with_revokes"
    WITH_WRONG_AWARDS = "with_wrong_awards"
    """A trick is given to a wrong player, or a wrong player leads; and revokes."""
    WITH_WRONG_LEAD = "with_wrong_lead"
    """The first lead is no trump; and revokes."""


class Fit(Struct, frozen=True):
    """One way that statements can all be true."""

    trump: str
    model: Model


class Misfit(Struct, frozen=True):
    """Statements, by their places, that cannot all be true; seldom the fewest."""

    places: frozenset[int]


class Case:
    """The statements of one record, and a solver to hold them against.

    `work` is what is left for them, `effort` what is left for the question that they belong to.
    """

    def __init__(
        self,
        stated: Sequence[StatementAt],
        deal: Deal,
        engine: Solver,
        work: int = PLENTY,
        effort: Effort | None = None,
    ) -> None:
        self.stated = stated
        self.deal = deal
        self.solver = engine
        self.formula: Formula = engine.formula
        self.work = work
        self.rules = self._chosen()
        self._effort = effort or Effort(work)
        self._literals: dict[tuple[int, str], list[int]] = {}

    def everything(self) -> range:
        """The places of all statements."""
        return range(len(self.stated))

    def trumps(self, places: Collection[int]) -> tuple[str, ...]:
        """The suits that may be trump: those stated, or any."""
        said = {
            what.suit for place in places if isinstance(what := self.stated[place].says, TrumpIs)
        }
        return tuple(sorted(said)[:1]) or tuple(self.deal.pack.suits)

    def fit(
        self,
        places: Collection[int],
        play: Play = Play.LEGAL,
        also: Sequence[int] = (),
        trumps: Sequence[str] | None = None,
        work: int = PLENTY,
    ) -> Fit | Misfit:
        """A way that some statements can all be true, or some of them that cannot.

        `also` are further literals to assume. OutOfWork when that takes more than `work`, or
        than what is left of the case's own.
        """
        blamed: set[int] = set()
        for trump in self.trumps(places) if trumps is None else trumps:
            owners = self._owners(places, trump)
            # Unseen low cards can be exchanged: to search one order of them is enough.
            alike = self._alike(places, trump)
            choices = self.choices(trump, play)
            answer = self.ask([*choices, *also, *alike, *owners], work)
            if isinstance(answer, Model):
                return Fit(trump, answer)
            blamed.update(owners[literal] for literal in answer.literals if literal in owners)
            # That no trump suit fits may also rest on what says which suits could be.
            if trumps is None:
                blamed.update(self._trump_places(places))
        return Misfit(frozenset(blamed))

    def choices(self, trump: str, play: Play = Play.LEGAL) -> tuple[int, ...]:
        """What is assumed of the rules, the trump suit and the play, whatever is stated."""
        return (*self.rules, *self._tier(play), self._spades(trump))

    def ask(self, assumptions: Sequence[int], work: int = PLENTY) -> Model | Core:
        """The solver's answer, its work deducted from what is left.

        A search that begins badly can go on badly for long, where another begun afresh is done
        at once: so the first is not given all the work.
        """
        try:
            return self._asked(self.solver, assumptions, min(work, _BEGINNING))
        except OutOfWork:
            if min(work, self.work) <= _BEGINNING:
                raise
        self._spend(self.solver.size)
        again = self.solver.begun_afresh()
        # The other way round, so that the search does not begin as badly a second time.
        return self._asked(again, assumptions[::-1], work - _BEGINNING)

    def _asked(self, engine: Solver, assumptions: Sequence[int], work: int) -> Model | Core:
        left = min(self.work, self._effort.left)
        if left <= 0:
            raise OutOfWork
        before = engine.work
        try:
            return engine.ask(assumptions, min(work, left))
        finally:
            self._spend(engine.work - before + _ASKING)

    def _spend(self, work: int) -> None:
        self.work -= work
        self._effort.spend(work)

    def literals(self, statement: Statement, trump: str) -> list[int]:
        """The literals of a statement when a suit is trump."""
        return _Translation(self.solver, self.deal, trump).literals(statement)

    def _owners(self, places: Iterable[int], trump: str) -> dict[int, int]:
        """The literals to assume, each with the first statement that says it."""
        owners: dict[int, int] = {}
        for place in places:
            for literal in self._cached(place, trump):
                owners.setdefault(literal, place)
        return owners

    def _alike(self, places: Iterable[int], trump: str) -> list[int]:
        """That cards are in play only with those that nothing tells from them."""
        # A card that a statement names is told from its neighbour, and keeps its place.
        named = {card for place in places for card in _named(self.stated[place].says)}
        shown = self.formula.layout.shown[trump]
        return [
            literal
            for card, literal in self.formula.alike.items()
            if named.isdisjoint((shown[card], shown[card + 1]))
        ]

    def _cached(self, place: int, trump: str) -> list[int]:
        key = (place, trump)
        if key not in self._literals:
            self._literals[key] = self.literals(self.stated[place].says, trump)
        return self._literals[key]

    def _trump_places(self, places: Iterable[int]) -> Iterable[int]:
        return (place for place in places if isinstance(self.stated[place].says, TrumpIs))

    def _tier(self, play: Play) -> list[int]:
        formula = self.formula
        if play is Play.LEGAL:
            return [formula.legal, formula.fair, formula.in_turn]
        awards = _signed(formula.fair, play is not Play.WITH_WRONG_AWARDS)
        turns = _signed(formula.in_turn, play is not Play.WITH_WRONG_AWARDS)
        first_lead = [] if play is Play.WITH_WRONG_LEAD else [-formula.misled]
        return [-formula.legal, awards, turns, *first_lead]

    def _spades(self, trump: str) -> int:
        """Whether the trumps, which are spades in the formula, are spades at the table."""
        formula = self.formula
        if formula.are_spades == -formula.true:
            return formula.true
        return _signed(formula.are_spades, trump == Suit.SPADES.value)

    def _chosen(self) -> tuple[int, ...]:
        """The choices of the rule set that deals and plays depend on."""
        formula, rules = self.formula, self.deal.ruleset.rules
        dealing = self.deal.side_of(self.deal.dealer)
        return (
            _signed(formula.low_is_dealt, rules.low is Low.DEALT),
            _signed(formula.jack_counts, rules.trump_jack_pips),
            _signed(formula.tie_to_pitcher, rules.game_tie is GameTie.PITCHING_SIDE),
            _signed(formula.tie_to_other, rules.game_tie is GameTie.OTHER_SIDE),
            _signed(formula.tie_to_dealer, rules.game_tie is GameTie.DEALER),
            *(_signed(formula.dealer_side[side], side == dealing) for side in formula.sides),
            *(_signed(each, seat == self.deal.dealer) for seat, each in enumerate(formula.dealer)),
        )


def _named(statement: Statement) -> tuple[str, ...]:
    """The cards that a statement tells from others."""
    match statement:
        case (
            InPile(card=card)
            | WasDealt(card=card)
            | PlayedToTrick(card=card)
            | PointCardIs(card=card)
        ):
            return (card,)
        case NothingElseInPile(cards=listed):
            return listed
    return ()


def _signed(literal: int, is_true: bool) -> int:
    return literal if is_true else -literal


class _Translation:
    """From statements to literals, for one trump suit."""

    def __init__(self, engine: Solver, deal: Deal, trump: str) -> None:
        self._solver = engine
        self._formula = engine.formula
        self._deal = deal
        self._trump = trump
        self._numbers = engine.formula.layout.numbered[trump]
        self._trumps = engine.formula.layout.trumps

    def literals(self, statement: Statement) -> list[int]:  # noqa: C901, PLR0911, PLR0912
        formula = self._formula
        match statement:
            case TrumpIs(suit):
                return [] if suit == self._trump else [-formula.true]
            case PitcherAmong(seats):
                return [-formula.pitched[s] for s in formula.seats if s not in seats]
            case InPile(side, card):
                return [formula.captured[self._numbers[card], side]]
            case NothingElseInPile():
                return self._closed(statement)
            case TrumpsAre(side, trumps):
                return [self._has_trumps(side, trumps), -self._has_trumps(side, trumps + 1)]
            case TricksAre(side, tricks):
                return self._exactly(formula.won[side], tricks)
            case WasDealt(seat, card):
                return [formula.held[self._numbers[card], seat]]
            case LowWasDealtTo(seat):
                return [formula.low_dealt[seat]]
            case PointGoesTo(point, side):
                return [formula.owns[point][side]] if point in formula.owns else []
            case PointCardIs(point, card):
                return self._brings(point, self._numbers[card])
            case PointInPlay(point, was):
                is_told = point in formula.owns and point not in EXTREMES
                return [_signed(-formula.nobody[point], was)] if is_told else []
            case GameIsTied():
                return [-literal for literal in formula.has_most]
            case PipsAre(side, pips):
                return self._exactly(formula.pips[side], pips)
            case PointsAre(side, points):
                return self._exactly(formula.points[side], points)
            case LedTrick(trick, seat):
                return [formula.leads[trick, seat]]
            case TookTrick(trick, seat):
                return [formula.wins[trick, seat]]
            case PlayedToTrick(trick, place, card):
                return [self._fell(trick, place, self._numbers[card])]

    def _exactly(self, more_than: Sequence[int], count: int) -> list[int]:
        """`more_than[k]` says that there are more than k."""
        if count > len(more_than):
            return [-self._formula.true]
        return [*more_than[count - 1 : count], *(-more for more in more_than[count : count + 1])]

    def _brings(self, point: PointName, card: int) -> list[int]:
        """That a card is the one of a point."""
        formula = self._formula
        if point in EXTREMES:
            extremes = formula.highest if point is PointName.HIGH else formula.lowest
            return [extremes.get(card, -formula.true)]
        if formula.layout.number_of(point) not in {None, card}:
            return [-formula.true]
        return [formula.in_play[card]] if point in formula.owns else []

    def _closed(self, pile: NothingElseInPile) -> list[int]:
        captured, side = self._formula.captured, pile.side
        pips = self._deal.pack.pips
        of_kind = (card for card in pips if pile.listed is Listed.ALL or pips[card])
        excluded = set(of_kind).difference(pile.cards)
        return [-captured[self._numbers[card], side] for card in sorted(excluded)]

    def _has_trumps(self, side: int, count: int, among: int | None = None) -> int:
        """Whether a side captured at least so many of the lowest trumps, or of all."""
        formula = self._formula
        among = len(self._trumps) if among is None else among
        if count <= 0 or count > among:
            return formula.true if count <= 0 else -formula.true
        # As in Pascal's triangle: n of the lowest k are n of the lowest k - 1, or n - 1 of them
        # and the k-th.
        captured = formula.captured[self._trumps[among - 1], side]
        same = self._has_trumps(side, count, among - 1)
        fewer = self._has_trumps(side, count - 1, among - 1)

        def clauses(has: int) -> Iterable[Sequence[int]]:
            yield from ((-same, has), (-fewer, -captured, has))
            yield from ((-has, same, fewer), (-has, same, captured))

        return self._solver.defined(("trumps", side, count, among), clauses)

    def _fell(self, trick: int, place: int, card: int) -> int:
        """A card so many places after the leader's, wherever that is."""
        formula, players = self._formula, self._deal.players
        if (
            place >= players
            or trick >= len(formula.tricks)
            or (card, trick, 0) not in formula.plays
        ):
            return -formula.true

        def clauses(fell: int) -> Iterable[Sequence[int]]:
            for seat, turn in enumerate(self._turns(trick, place)):
                played = formula.plays[card, trick, seat]
                yield (-turn, -played, fell)
                yield (-turn, played, -fell)

        return self._solver.defined(("fell", trick, place, card), clauses)

    def _turns(self, trick: int, place: int) -> list[int]:
        """By seat that its turn is so many places after the leader's, not counting who is out."""
        formula, players = self._formula, self._deal.players
        if not formula.layout.only_trumps:
            return [formula.leads[trick, (seat - place) % players] for seat in formula.seats]
        if place == 0:
            return [formula.leads[trick, seat] for seat in formula.seats]
        before = self._turns(trick, place - 1)
        plays = [formula.suit_played[seat, trick, formula.layout.trump] for seat in formula.seats]

        def clauses(turn: int, seat: int) -> Iterable[Sequence[int]]:
            leads = formula.leads[trick, seat]
            yield (-turn, plays[seat])
            yield (-turn, -leads)
            for gap in range(1, players):
                last = (seat - gap) % players
                out = [plays[(last + step) % players] for step in range(1, gap)]
                yield (-before[last], *out, -plays[seat], leads, turn)
                # Whoever plays between the two is next in that place.
                yield from ((-before[last], -other, -turn) for other in out)
            yield (-turn, *(before[other] for other in formula.seats if other != seat))

        def defined(seat: int) -> int:
            name = ("turn", trick, place, seat)
            return self._solver.defined(name, lambda turn: clauses(turn, seat))

        return [defined(seat) for seat in formula.seats]


def seen(fit: Fit, formula: Formula) -> Witness:
    """The deal and the play of a fit; who is out has fewer cards than there are tricks."""
    model, seats = fit.model, formula.seats
    shown = formula.layout.shown[fit.trump]
    at = {
        (trick, seat): shown[card]
        for (card, trick, seat), literal in formula.plays.items()
        if model.holds(literal)
    }

    def who(holds: dict[tuple[int, int], int], trick: int) -> int:
        return next(seat for seat in seats if model.holds(holds[trick, seat]))

    def played(trick: int) -> WitnessTrick:
        leader = who(formula.leads, trick)
        turns = [(leader + turn) % len(seats) for turn in seats]
        return WitnessTrick(
            leader=leader,
            cards=tuple(at[trick, seat] for seat in turns if (trick, seat) in at),
            winner=who(formula.wins, trick),
        )

    tricks = range(len({trick for trick, _ in at}))
    return Witness(
        trump=Suit(fit.trump),
        holdings=tuple(
            tuple(at[trick, seat] for trick in tricks if (trick, seat) in at) for seat in seats
        ),
        tricks=tuple(map(played, tricks)),
    )
