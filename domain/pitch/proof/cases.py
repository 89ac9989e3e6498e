"""Cases: the statements of a record against every deal and play of its table."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

from pitch.cards import Suit, same_colour
from pitch.hand.deals import Deal
from pitch.point_names import PointName
from pitch.proof import solver
from pitch.proof.fits import Answers, Fit, Misfit, Play
from pitch.proof.formula.formulas import Formula
from pitch.proof.solver import Core, Effort, Model, OutOfWork, Solver
from pitch.proof.statements import (
    AnyInNoPile,
    AnyInPiles,
    CardStatement,
    NothingElseInPile,
    PitcherAmong,
    Statement,
    StatementAt,
    TrumpIs,
)
from pitch.proof.translations import Translation
from pitch.rules.choices import GameTie

PLENTY: Final = 60_000
"""Work that a search may take in all: some seconds, for eight players."""
_FIRST_SEARCH: Final = 600
"""Work after which a search starts again with a fresh solver."""
_FIRST_TRIAL_SEARCH: Final = 1_500
"""The same for a trial, which may take less work in all and seldom fits."""
_GLANCE: Final = 50
"""Work that a search with each of several trump suits may take at first."""
_FURTHER: Final = 4
"""As many times as much work each of those that are undecided may take next."""
_ASKING: Final = 4
"""Work that a question costs besides its search: many easy questions take long too."""
_MOST_FOUND: Final = 24
"""Fits of a record that are kept while it is in question."""


class Case:
    """The statements of one record, and a solver to check them against.

    `work` remains for the statements, `effort` for the question that they belong to.
    """

    def __init__(
        self,
        statements: Sequence[StatementAt],
        deal: Deal,
        engine: Solver,
        work: int = PLENTY,
        effort: Effort | None = None,
        answers: Answers | None = None,
    ) -> None:
        self.statements = statements
        self.deal = deal
        self.solver = engine
        self.formula: Formula = engine.formula
        self.work = work
        self.rules = self._rule_choices()
        self.game = (engine.formula.layout, self.rules)
        """The layout and the rules that answers depend on besides the statements."""
        self._effort = effort or Effort(work)
        self._answers = answers
        self._translated: dict[
            tuple[range, str] | None, tuple[Mapping[int, int], Sequence[int]]
        ] = engine.cache_for(statements)

    def afresh(self, statements: Sequence[StatementAt]) -> "Case":
        """Return a settled case of other statements with a solver that has learnt nothing."""
        engine = solver.fresh(self.formula.layout)
        case = Case(statements, self.deal, engine, self.work, self._effort)
        case.settle()
        return case

    def with_statements(self, statements: Sequence[StatementAt], work: int) -> "Case":
        """Return a case of other statements with the same solver."""
        return Case(statements, self.deal, self.solver, work)

    def with_work(self, work: int) -> "Case":
        """Return a case of the same statements with work of its own and the same answers."""
        return Case(self.statements, self.deal, self.solver, work, answers=self._answers)

    def settle(self, *, is_of_rules: bool = True) -> None:
        """Add to the solver for good whatever all statements imply with any trump suit.

        A solver that is asked about nothing else simplifies its clauses by that, and is faster than
        with the same assumptions in each question. Without `is_of_rules` only what the same record
        says under any rules.
        """
        first, *others = (
            self._lasting(trump, is_of_rules) for trump in self.trumps(self.everything())
        )
        for literal in first:
            if all(literal in other for other in others):
                self.solver.settle(literal)

    def _lasting(self, trump: str, is_of_rules: bool) -> list[int]:
        """Return the literals that hold in all questions with a trump suit."""
        if is_of_rules:
            return self._assumptions(self.everything(), trump)
        owners, _ = self._facts(self.everything(), trump)
        # Rules also decide who can have pitched, and other statements may tell cards from each
        # other that these do not.
        own = (
            literal
            for literal, place in owners.items()
            if not isinstance(self.statements[place].statement, PitcherAmong)
        )
        return [*self._play_choices(Play.LEGAL), *self._spades(trump), *own]

    @cached_property
    def found(self) -> list[Fit]:
        """Fits of all statements that were found so far, by any case of the same question."""
        return self._effort.find(("found", tuple(self.statements), self.game), list[Fit])

    def everything(self) -> range:
        """Return the places of all statements."""
        return range(len(self.statements))

    def trumps(self, places: Collection[int]) -> tuple[str, ...]:
        """Return the suits that may be trump: those stated, or any."""
        suits = sorted(self.stated_trumps(places).values())
        return tuple(suits[:1]) or tuple(self.deal.pack.suits)

    def stated_trumps(self, places: Collection[int]) -> dict[int, str]:
        """Return the trump suits that some statements state, by their places."""
        return {
            place: trump.suit
            for place in places
            if isinstance(trump := self.statements[place].statement, TrumpIs)
        }

    def fit(
        self,
        places: Collection[int],
        play: Play = Play.LEGAL,
        also: Sequence[int] = (),
        trumps: Sequence[str] | None = None,
        work: int = PLENTY,
    ) -> Fit | Misfit:
        """Return a way in which some statements can all be true, or some of them that cannot.

        `also` are further literals to assume. Raises OutOfWork if that takes more than `work`, or
        than remains of the case.
        """
        suits = self._unlike(self.trumps(places) if trumps is None else trumps, places)
        conflict: set[int] = set()
        blamed: set[int] = set()
        # One suit may take any amount of work while another fits at once, so each gets a little
        # first.
        limit = _GLANCE if len(suits) > 1 else work
        while suits:
            undecided = []
            for trump in suits:
                try:
                    answer = self._answer(places, trump, play, also, min(limit, work))
                except OutOfWork:
                    undecided.append(trump)
                    continue
                if isinstance(answer, Model):
                    fit = Fit(trump, answer)
                    if play is Play.LEGAL and places == self.everything():
                        self._note(fit)
                    return fit
                conflict.update(answer.places)
                blamed.update(answer.also)
            if undecided and limit >= work:
                raise OutOfWork
            suits, limit = undecided, limit * _FURTHER
        # The statement of the trump suit may be a reason that no suit fits.
        if trumps is None:
            conflict.update(self.stated_trumps(places))
        return Misfit(frozenset(conflict), frozenset(blamed))

    def try_fit(
        self,
        places: Collection[int],
        play: Play = Play.LEGAL,
        also: Sequence[int] = (),
        trumps: Sequence[str] | None = None,
        work: int = PLENTY,
    ) -> Fit | Misfit | None:
        """Return the answer of `fit`; None if that takes too much work."""
        try:
            return self.fit(places, play, also, trumps, work)
        except OutOfWork:
            return None

    def _note(self, fit: Fit) -> None:
        if len(self.found) < _MOST_FOUND:
            self.found.append(fit)

    def _unlike(self, suits: Sequence[str], places: Collection[int]) -> list[str]:
        """Return suits without those that are as good as another as trump.

        Two suits are alike if no statement names a card of theirs and no rule tells one from the
        other: with off-cards only those of one colour.
        """
        if len(suits) == 1:
            return [*suits]
        layout = self.formula.layout
        named = {
            card[-1]
            for place in places
            for card in _distinct_cards(self.statements[place].statement)
        }
        if self.formula.spades_are or layout.makes_spades:
            named.add(Suit.SPADES.value)
        unlike: list[str] = []
        for suit in suits:
            rivals = {same_colour(suit)} if layout.has_off_cards else {*suits}
            if suit in named or named.issuperset(rivals.intersection(unlike)):
                unlike.append(suit)
        return unlike

    def _answer(
        self, places: Collection[int], trump: str, play: Play, also: Sequence[int], work: int
    ) -> Model | Misfit:
        """Return a model of some statements with a trump suit, or some of them without any."""
        answers = None if also else self._answers
        if answers is not None:
            known = answers.find(places, trump, play)
            if known is not None:
                return known if isinstance(known, Model) else Misfit(known)
            # All statements have their variables before the question, so that its model has them.
            self._facts(self.everything(), trump)
        owners, _ = self._facts(places, trump)
        answer = self.ask(self._assumptions(places, trump, play, also), work)
        if isinstance(answer, Model):
            if answers is not None:
                fits = (at for at in self.everything() if self._holds(at, trump, answer))
                answers.fits[trump, play].append((frozenset(fits), answer))
            return answer
        core = frozenset(owners[literal] for literal in answer.literals if literal in owners)
        if answers is not None:
            answers.cores[trump, play].append(core)
        return Misfit(core, answer.literals.intersection(also))

    def refuted(self, literals: Iterable[int], trumps: Sequence[str]) -> set[int]:
        """Return literals that no fit has with any of some trumps, as far as no search tells."""
        refuted, everything = set(literals), self.everything()
        for trump in self._unlike(trumps, everything):
            before = self.solver.work
            implied = self.solver.implied(self._assumptions(everything, trump))
            self._spend(self.solver.work - before + _ASKING)
            if implied is not None:
                refuted = {literal for literal in refuted if -literal in implied}
        return refuted

    def _holds(self, place: int, trump: str, model: Model) -> bool:
        """Return whether a model shows a statement."""
        return all(map(model.holds, self._cached_literals(place, trump)))

    def _assumptions(
        self,
        places: Collection[int],
        trump: str,
        play: Play = Play.LEGAL,
        also: Sequence[int] = (),
    ) -> list[int]:
        """Return all literals to assume for some statements and a trump suit."""
        owners, alike = self._facts(places, trump)
        return [*self.choices(trump, play), *also, *alike, *owners]

    def choices(self, trump: str, play: Play = Play.LEGAL) -> tuple[int, ...]:
        """Return the assumptions of the rules, the trump suit and the play."""
        return (*self.rules, *self._play_choices(play), *self._spades(trump))

    def ask(self, assumptions: Sequence[int], work: int = PLENTY) -> Model | Core:
        """Return the answer of the solver, and deduct its work from what remains.

        A search that begins badly can take long, while another from the start is done at once: so
        the first does not get all the work.
        """
        beginning = _FIRST_SEARCH if work >= PLENTY else _FIRST_TRIAL_SEARCH
        try:
            return self._ask_solver(self.solver, assumptions, min(work, beginning))
        except OutOfWork:
            if min(work, self.work) <= beginning:
                raise
        self._spend(self.solver.size)
        again = self.solver.fresh_copy()
        # In reverse order, so that the search does not begin as badly a second time.
        return self._ask_solver(again, assumptions[::-1], work - beginning)

    def _ask_solver(self, engine: Solver, assumptions: Sequence[int], work: int) -> Model | Core:
        remaining = min(self.work, self._effort.remaining)
        if remaining <= 0:
            raise OutOfWork
        before = engine.work
        try:
            return engine.ask(assumptions, min(work, remaining))
        finally:
            self._spend(engine.work - before + _ASKING)

    def _spend(self, work: int) -> None:
        self.work -= work
        self._effort.spend(work)

    def _facts(
        self, places: Collection[int], trump: str
    ) -> tuple[Mapping[int, int], Sequence[int]]:
        """Return the literals of statements, each with the first that implies it, and of `_alike`.

        Most questions are about the same statements, all of them, so those are translated once.
        """
        key = (places, trump) if isinstance(places, range) else None
        if key in self._translated:
            return self._translated[key]
        owners: dict[int, int] = {}
        for place in places:
            for literal in self._cached_literals(place, trump):
                owners.setdefault(literal, place)
        # Unseen low cards can be exchanged: to search one order of them is enough.
        facts = (owners, self._alike(places, trump))
        if key is not None:
            self._translated[key] = facts
        return facts

    def _alike(self, places: Iterable[int], trump: str) -> list[int]:
        """Return the literals by which cards are in play only with cards that play the same."""
        # A card that a statement names is not exchanged for its neighbour.
        distinct = {
            card for place in places for card in _distinct_cards(self.statements[place].statement)
        }
        cards = self.formula.layout.cards_by_trump[trump]
        return [
            literal
            for card, literal in self.formula.alike.items()
            if distinct.isdisjoint((cards[card], cards[card + 1]))
        ]

    def _cached_literals(self, place: int, trump: str) -> list[int]:
        key = (self.statements[place].statement, trump)
        literals = self.solver.literals.get(key)
        if literals is None:
            translation = Translation(self.solver, self.deal, trump)
            literals = self.solver.literals[key] = translation.literals(key[0])
        return literals

    def _play_choices(self, play: Play) -> list[int]:
        formula = self.formula
        if play is Play.LEGAL:
            return [formula.legal, formula.fair, formula.in_turn]
        awards = _sign(formula.fair, play is not Play.WITH_WRONG_AWARDS)
        turns = _sign(formula.in_turn, play is not Play.WITH_WRONG_AWARDS)
        first_lead = [] if play is Play.WITH_WRONG_LEAD else [-formula.misled]
        return [-formula.legal, awards, turns, *first_lead]

    def _spades(self, trump: str) -> Iterable[int]:
        """Yield which suits of the formula, in which spades are trump, the printed suits are."""
        formula, spades = self.formula, Suit.SPADES.value
        if formula.are_spades != -formula.true:
            yield _sign(formula.are_spades, trump == spades)
        if formula.spades_are:
            own = formula.layout.own_suit(spades, trump)
            yield from (_sign(literal, suit == own) for suit, literal in formula.spades_are.items())

    def _rule_choices(self) -> tuple[int, ...]:
        """Return the choices of the rule set that deals and plays depend on."""
        formula, rules = self.formula, self.deal.ruleset.rules
        dealer = self.deal.dealer
        dealing_side = self.deal.side_of(dealer)
        return (
            _sign(formula.low_is_dealt, PointName.LOW in rules.dealt_points),
            _sign(formula.jack_counts, rules.trump_jack_pips),
            _sign(formula.tie_to_pitcher, rules.game_tie is GameTie.PITCHING_SIDE),
            _sign(formula.tie_to_other, rules.game_tie is GameTie.OTHER_SIDE),
            _sign(formula.tie_to_dealer, rules.game_tie is GameTie.DEALER),
            *(_sign(formula.dealer_side[side], side == dealing_side) for side in formula.sides),
            *(_sign(literal, seat == dealer) for seat, literal in enumerate(formula.dealer)),
        )


def _distinct_cards(statement: Statement) -> tuple[str, ...]:
    """Return the cards that a statement distinguishes from others."""
    if isinstance(statement, CardStatement):
        return (statement.card,)
    if isinstance(statement, AnyInPiles):
        return tuple(card for _, card in statement.captured)
    return statement.cards if isinstance(statement, NothingElseInPile | AnyInNoPile) else ()


def _sign(literal: int, is_true: bool) -> int:
    return literal if is_true else -literal
