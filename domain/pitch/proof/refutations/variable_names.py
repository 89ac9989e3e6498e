"""Names of the variables of a formula: a sentence for each that has a meaning at the table."""

from collections.abc import Hashable, Iterator, Mapping
from itertools import chain
from typing import Any, Final

from pitch import cards
from pitch.hand.deals import Deal
from pitch.messages import CARD, CHOICE, COUNT, PLAYER, POINT, SIDE, SUIT, Message, Sentence
from pitch.point_names import PointName
from pitch.proof import statement_sentences, statements
from pitch.proof.formula.formulas import Formula

_ALWAYS: Final = Message("proof.always")
_LEGAL: Final = Message("proof.legal")
_FAIR: Final = Message("proof.fair")
_IN_TURN: Final = Message("proof.in_turn")
_LOW_IS_DEALT: Final = Message("proof.low_is_dealt")
_JACK_COUNTS: Final = Message("proof.jack_counts")
_TIE: Final = Message("proof.tie", who=CHOICE)
_DEALER: Final = Message("proof.dealer", player=PLAYER)
_DEALER_SIDE: Final = Message("proof.dealer_side", side=SIDE)
_PLAYED: Final = Message("proof.played", player=PLAYER, card=CARD, trick=COUNT)
_HELD: Final = Message("proof.held", player=PLAYER, card=CARD)
_SPARE: Final = Message("proof.spare", player=PLAYER, card=CARD)
_FELL: Final = Message("proof.fell", card=CARD, trick=COUNT)
_FELL_AT: Final = Message("proof.fell_at", card=CARD, trick=COUNT, place=COUNT)
_TURN: Final = Message("proof.turn", player=PLAYER, trick=COUNT, place=COUNT)
_IN_PLAY: Final = Message("proof.in_play", card=CARD)
_SUIT: Final = Message("proof.suit", player=PLAYER, trick=COUNT, suit=SUIT, kind=CHOICE)
_RANK: Final = Message("proof.rank", player=PLAYER, trick=COUNT, place=COUNT)
_LED: Final = Message("proof.led", trick=COUNT, suit=SUIT, kind=CHOICE)
_HAS: Final = Message("proof.has", trick=COUNT, kind=CHOICE)
_HIGHER: Final = Message("proof.higher", card=CARD, trick=COUNT)
_MISLED: Final = Message("proof.misled")
_WITHHELD: Final = Message("proof.withheld")
_SPADES_ARE: Final = Message("proof.spades_are", suit=SUIT)
_REVOKED: Final = Message("proof.revoked", player=PLAYER, trick=COUNT)
_SHORT: Final = Message("proof.short")
_SIDE_TOOK: Final = Message("proof.side_took", side=SIDE, trick=COUNT)
_PITCHED: Final = Message("proof.pitched", side=SIDE)
_PITCHING: Final = Message("proof.pitching", player=PLAYER)
_TRICKS: Final = Message("proof.tricks", side=SIDE, least=COUNT)
_TRUMPS: Final = Message("proof.trumps", side=SIDE, least=COUNT)
_PIPS: Final = Message("proof.pips", side=SIDE, least=COUNT)
_POINTS: Final = Message("proof.points", side=SIDE, least=COUNT)
_TOGETHER: Final = Message("proof.together", who=CHOICE, least=COUNT)
_WON_TOGETHER: Final = Message("proof.won_together", least=COUNT)
_NO_TRUMP: Final = Message("proof.no_trump", kind=CHOICE)
_TOOK_LOW: Final = Message("proof.took_low", side=SIDE)
_NOBODY: Final = Message("proof.nobody", point=POINT)
_MOST: Final = Message("proof.most", side=SIDE)
_TOPS: Final = Message("proof.tops", side=SIDE)
_AS_MANY: Final = Message("proof.as_many", side=SIDE, other=SIDE)

Name = tuple[int, Sentence]
"""A literal and what it says."""


def name_variables(
    formula: Formula, definitions: Mapping[int, Hashable], deal: Deal, trump: str
) -> dict[int, tuple[bool, Sentence]]:
    """Return, by variable, a sentence and whether the variable says so or the opposite.

    `definitions` are the names of variables that were added for statements. Variables that only
    count or combine others have no name.
    """
    naming = _Naming(formula, deal, trump)
    names: dict[int, tuple[bool, Sentence]] = {}
    for literal, sentence in chain(naming.all(), naming.defined(definitions)):
        names.setdefault(abs(literal), (literal > 0, sentence))
    return names


class _Naming:
    """The names of the literals of a formula, for the players and the trump suit of a deal.

    Some literals are equal, because the pitcher leads or a player is a side: of several names the
    first one counts.
    """

    def __init__(self, formula: Formula, deal: Deal, trump: str) -> None:
        self._formula = formula
        self._deal = deal
        self._trump = trump
        self._cards = formula.layout.cards_by_trump[trump]

    def all(self) -> Iterator[Name]:
        """Yield the names of all literals that have one."""
        yield self._formula.true, _ALWAYS()
        yield from self._choices()
        yield from self._plays()
        yield from self._tricks()
        yield from self._pitchers()
        yield from self._piles()
        yield from self._points()
        yield from self._extremes()
        yield from self._totals()

    def _choices(self) -> Iterator[Name]:
        formula, deal = self._formula, self._deal
        yield formula.legal, _LEGAL()
        yield formula.fair, _FAIR()
        yield formula.in_turn, _IN_TURN()
        yield formula.low_is_dealt, _LOW_IS_DEALT()
        yield formula.jack_counts, _JACK_COUNTS()
        yield formula.tie_to_pitcher, _TIE(who="pitcher")
        yield formula.tie_to_other, _TIE(who="others")
        yield formula.tie_to_dealer, _TIE(who="dealer")
        for side, literal in enumerate(formula.dealer_side):
            yield literal, _DEALER_SIDE(side=deal.side(side))
        for seat, literal in enumerate(formula.dealer):
            yield literal, _DEALER(player=deal.player(seat))
        yield formula.are_spades, self._state(statements.TrumpIs("S"))
        for suit, literal in formula.spades_are.items():
            own = next(
                cards.suit(printed)
                for card, printed in zip(formula.layout.cards, self._cards, strict=True)
                if card not in formula.layout.jokers and cards.suit(card) == suit
            )
            yield literal, _SPADES_ARE(suit=own)

    def _plays(self) -> Iterator[Name]:
        formula, player, card_at = self._formula, self._deal.player, self._card
        for (card, trick, seat), literal in formula.plays.items():
            yield literal, _PLAYED(player=player(seat), card=card_at(card), trick=trick + 1)
        for (card, seat), literal in formula.dealt.items():
            yield literal, _HELD(player=player(seat), card=card_at(card))
        for (card, seat), literal in formula.held.items():
            yield literal, self._state(statements.WasDealt(seat, self._cards[card]))
        for (card, seat), literal in formula.spare.items():
            yield literal, _SPARE(player=player(seat), card=card_at(card))
        for (card, trick), literal in formula.fell.items():
            yield literal, _FELL(card=card_at(card), trick=trick + 1)
        for card, literal in enumerate(formula.in_play):
            yield literal, _IN_PLAY(card=card_at(card))
        for (seat, trick, suit), literal in formula.suit_played.items():
            yield literal, _SUIT(player=player(seat), trick=trick + 1, **self._suit(suit))
        for (seat, trick), literals in formula.ranks.items():
            for place, literal in enumerate(literals, 1):
                yield literal, _RANK(player=player(seat), trick=trick + 1, place=place)
        if formula.is_short is not None:
            yield formula.is_short, _SHORT()

    def _tricks(self) -> Iterator[Name]:
        formula, player = self._formula, self._deal.player
        for (trick, seat), literal in formula.leads.items():
            yield literal, self._state(statements.LedTrick(trick, seat))
        for (trick, seat), literal in formula.wins.items():
            yield literal, self._state(statements.TookTrick(trick, seat))
        if formula.layout.only_trumps:
            for trick, literal in enumerate(formula.goes, 1):
                yield literal, _HAS(trick=trick, kind="trump")
        else:
            for (trick, suit), literal in formula.led.items():
                yield literal, _LED(trick=trick + 1, **self._suit(suit))
            for trick, literal in enumerate(formula.has_trump, 1):
                yield literal, _HAS(trick=trick, kind="trump")
        for trick, literal in formula.has_joker.items():
            yield literal, _HAS(trick=trick + 1, kind="joker")
        for (card, trick), literal in formula.higher.items():
            yield literal, _HIGHER(card=self._card(card), trick=trick + 1)
        yield formula.misled, _MISLED()
        yield formula.withheld, _WITHHELD()
        for (seat, trick), literal in formula.revokes.items():
            yield literal, _REVOKED(player=player(seat), trick=trick + 1)

    def _pitchers(self) -> Iterator[Name]:
        formula, player = self._formula, self._deal.player
        for seat, literal in enumerate(formula.pitched):
            yield literal, self._state(statements.PitcherAmong((seat,)))
        if formula.partnership is not None:
            for card, literal in formula.partnership.called.items():
                yield literal, self._state(statements.CalledCardIs(self._cards[card]))
            for seat, literal in enumerate(formula.partnership.partner):
                yield literal, self._state(statements.PartnerIs(seat))
            for seat, literal in enumerate(formula.partnership.pitches):
                yield literal, _PITCHING(player=player(seat))

    def _piles(self) -> Iterator[Name]:
        formula, side_of = self._formula, self._deal.side
        for (trick, side), literal in formula.takes.items():
            yield literal, _SIDE_TOOK(side=side_of(side), trick=trick + 1)
        for (card, side), literal in formula.captured.items():
            yield literal, self._state(statements.InPile(side, self._cards[card]))
        for side, literal in enumerate(formula.pitches):
            yield literal, _PITCHED(side=side_of(side))
        for side, won in enumerate(formula.won):
            yield from self._at_least(won, _TRICKS, side=side_of(side))
        for side, trumps in enumerate(formula.taken_trumps):
            yield from self._at_least(trumps, _TRUMPS, side=side_of(side))
        for side, pips in enumerate(formula.pips):
            yield from self._at_least(pips, _PIPS, side=side_of(side))

    def _points(self) -> Iterator[Name]:
        formula = self._formula
        for point, owners in formula.owns.items():
            for side, literal in enumerate(owners):
                yield literal, self._state(statements.PointGoesTo(point, side))
            yield formula.nobody[point], _NOBODY(point=point)

    def _extremes(self) -> Iterator[Name]:
        formula, side_of = self._formula, self._deal.side
        for point, extremes in (
            (PointName.HIGH, formula.highest),
            (PointName.LOW, formula.lowest),
        ):
            for card, literal in extremes.items():
                yield literal, self._state(statements.PointCardIs(point, self._cards[card]))
        yield formula.no_high, _NO_TRUMP(kind="any")
        yield formula.no_low, _NO_TRUMP(kind="natural")
        for side, literal in enumerate(formula.high):
            yield literal, self._state(statements.PointGoesTo(PointName.HIGH, side))
        for side, literal in enumerate(formula.low_captured):
            yield literal, _TOOK_LOW(side=side_of(side))
        for seat, literal in enumerate(formula.low_dealt):
            yield literal, self._state(statements.LowWasDealtTo(seat))

    def _totals(self) -> Iterator[Name]:
        formula, side_of = self._formula, self._deal.side
        for side, literal in enumerate(formula.has_most):
            yield literal, _MOST(side=side_of(side))
        for side, literal in enumerate(formula.tops):
            yield literal, _TOPS(side=side_of(side))
        for (side, rival), literal in formula.as_many.items():
            yield literal, _AS_MANY(side=side_of(side), other=side_of(rival))
        for side, points in enumerate(formula.points):
            yield from self._at_least(points, _POINTS, side=side_of(side))
        if formula.partnership is not None:
            for who, points in zip(("pitching", "others"), formula.together, strict=True):
                yield from self._at_least(points, _TOGETHER, who=who)
            yield from self._at_least(formula.won_together, _WON_TOGETHER)

    def defined(self, definitions: Mapping[int, Hashable]) -> Iterator[Name]:
        """Yield the names of literals that were defined for statements."""
        for literal, name in definitions.items():
            match name:
                case ("fell", int(trick), int(place), int(card)):
                    named = self._card(card)
                    yield literal, _FELL_AT(card=named, trick=trick + 1, place=place + 1)
                case ("turn", int(trick), int(place), int(seat)):
                    player = self._deal.player(seat)
                    yield literal, _TURN(player=player, trick=trick + 1, place=place + 1)
                case ("spare", int(side), int(card)):
                    yield literal, self._state(statements.HadToSpare(side, self._cards[card]))

    def _at_least(self, more_than: list[int], message: Message, **values: Any) -> Iterator[Name]:
        # Of sums that cannot occur the literal is that of the next, which says most of them all.
        named = {literal: least for least, literal in enumerate(more_than, 1)}
        for literal, least in named.items():
            yield literal, message(least=least, **values)

    def _state(self, statement: statements.Statement) -> Sentence:
        return statement_sentences.sentence(statement, self._deal)

    def _card(self, card: int) -> str:
        return self._deal.pack.card_argument(self._cards[card])

    def _suit(self, suit: int) -> dict[str, str]:
        """Return a suit of the layout as arguments: its trumps and jokers apart have no suit."""
        layout = self._formula.layout
        if suit in layout.plain:
            printed = cards.suit(self._cards[layout.played_suits[suit][0]])
            return {"suit": printed, "kind": "plain"}
        return {"suit": self._trump, "kind": "trump" if suit == layout.trump else "joker"}
