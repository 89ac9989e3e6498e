"""Cases: the statements of a record against every deal and play of its table."""

from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct

from pitch.cards import Suit
from pitch.hand.deals import Deal
from pitch.hand.witnesses import Witness, WitnessTrick
from pitch.point_names import PointName
from pitch.proof import solver
from pitch.proof.efforts import Effort
from pitch.proof.formula.formulas import Formula
from pitch.proof.solver import Core, Model, OutOfWork, Solver
from pitch.proof.statements import (
    CardStatement,
    NothingElseInPile,
    Statement,
    StatementAt,
    TrumpIs,
)
from pitch.proof.translations import Translation
from pitch.rules.choices import GameTie

PLENTY: Final = 60_000
"""Work that a search may take in all: some seconds, for eight players."""
_BEGINNING: Final = 600
"""Work after which a search is begun afresh."""
_TRIAL_BEGINNING: Final = 1_500
"""The same for a trial, which is given less work in all and seldom fits."""
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
        self.statements = stated
        self.deal = deal
        self.solver = engine
        self.formula: Formula = engine.formula
        self.work = work
        self.rules = self._chosen()
        self.game = (engine.formula.layout, self.rules)
        """All that the answers depend on besides the statements."""
        self._effort = effort or Effort(work)
        self._literals: dict[tuple[int, str], list[int]] = {}

    def afresh(self, stated: Sequence[StatementAt]) -> "Case":
        """Return a case of other statements, asked of a solver that has learnt nothing."""
        engine = solver.fresh(self.formula.layout)
        return Case(stated, self.deal, engine, self.work, self._effort)

    def everything(self) -> range:
        """The places of all statements."""
        return range(len(self.statements))

    def trumps(self, places: Collection[int]) -> tuple[str, ...]:
        """The suits that may be trump: those stated, or any."""
        said = {
            what.suit
            for place in places
            if isinstance(what := self.statements[place].statement, TrumpIs)
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
        return (*self.rules, *self._tier(play), *self._spades(trump))

    def ask(self, assumptions: Sequence[int], work: int = PLENTY) -> Model | Core:
        """The solver's answer, its work deducted from what is left.

        A search that begins badly can go on badly for long, where another begun afresh is done
        at once: so the first is not given all the work.
        """
        beginning = _BEGINNING if work >= PLENTY else _TRIAL_BEGINNING
        try:
            return self._asked(self.solver, assumptions, min(work, beginning))
        except OutOfWork:
            if min(work, self.work) <= beginning:
                raise
        self._spend(self.solver.size)
        again = self.solver.fresh_copy()
        # The other way round, so that the search does not begin as badly a second time.
        return self._asked(again, assumptions[::-1], work - beginning)

    def _asked(self, engine: Solver, assumptions: Sequence[int], work: int) -> Model | Core:
        left = min(self.work, self._effort.remaining)
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
        return Translation(self.solver, self.deal, trump).literals(statement)

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
        named = {card for place in places for card in _named(self.statements[place].statement)}
        shown = self.formula.layout.shown[trump]
        return [
            literal
            for card, literal in self.formula.alike.items()
            if named.isdisjoint((shown[card], shown[card + 1]))
        ]

    def _cached(self, place: int, trump: str) -> list[int]:
        key = (place, trump)
        if key not in self._literals:
            self._literals[key] = self.literals(self.statements[place].statement, trump)
        return self._literals[key]

    def _trump_places(self, places: Iterable[int]) -> Iterable[int]:
        return (place for place in places if isinstance(self.statements[place].statement, TrumpIs))

    def _tier(self, play: Play) -> list[int]:
        formula = self.formula
        if play is Play.LEGAL:
            return [formula.legal, formula.fair, formula.in_turn]
        awards = _signed(formula.fair, play is not Play.WITH_WRONG_AWARDS)
        turns = _signed(formula.in_turn, play is not Play.WITH_WRONG_AWARDS)
        first_lead = [] if play is Play.WITH_WRONG_LEAD else [-formula.misled]
        return [-formula.legal, awards, turns, *first_lead]

    def _spades(self, trump: str) -> Iterable[int]:
        """What the suits of the formula, in which spades are trump, are at the table."""
        formula, spades = self.formula, Suit.SPADES.value
        if formula.are_spades != -formula.true:
            yield _signed(formula.are_spades, trump == spades)
        if formula.spades_are:
            printed = formula.layout.printed(spades, trump)
            yield from (_signed(each, suit == printed) for suit, each in formula.spades_are.items())

    def _chosen(self) -> tuple[int, ...]:
        """The choices of the rule set that deals and plays depend on."""
        formula, rules = self.formula, self.deal.ruleset.rules
        dealing = self.deal.side_of(self.deal.dealer)
        return (
            _signed(formula.low_is_dealt, PointName.LOW in rules.dealt_points),
            _signed(formula.jack_counts, rules.trump_jack_pips),
            _signed(formula.tie_to_pitcher, rules.game_tie is GameTie.PITCHING_SIDE),
            _signed(formula.tie_to_other, rules.game_tie is GameTie.OTHER_SIDE),
            _signed(formula.tie_to_dealer, rules.game_tie is GameTie.DEALER),
            *(_signed(formula.dealer_side[side], side == dealing) for side in formula.sides),
            *(_signed(each, seat == self.deal.dealer) for seat, each in enumerate(formula.dealer)),
        )


def _named(statement: Statement) -> tuple[str, ...]:
    """The cards that a statement tells from others."""
    if isinstance(statement, CardStatement):
        return (statement.card,)
    return statement.cards if isinstance(statement, NothingElseInPile) else ()


def _signed(literal: int, is_true: bool) -> int:
    return literal if is_true else -literal


def to_witness(fit: Fit, formula: Formula) -> Witness:
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
            out=tuple(seat for seat in seats if (trick, seat) not in at),
        )

    spare = [place for place, literal in formula.spare.items() if model.holds(literal)]
    tricks = range(len({trick for trick, _ in at}))
    return Witness(
        trump=Suit(fit.trump),
        holdings=tuple(
            tuple(at[trick, seat] for trick in tricks if (trick, seat) in at) for seat in seats
        ),
        tricks=tuple(map(played, tricks)),
        surplus=tuple(tuple(shown[card] for card, had in spare if had == seat) for seat in seats)
        if spare
        else (),
    )
