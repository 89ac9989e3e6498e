"""Questions on play: a trick and a card in it, and their state under some rules."""

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated

from msgspec import Meta, Struct

from pitch import cards, tricks
from pitch import seats as tables
from pitch.calls import Call
from pitch.cards import JOKER, Card, Pack, Suit
from pitch.hand import play, records
from pitch.messages import Refusal
from pitch.rules import packs, rulesets
from pitch.rules.choices import PitchedJoker, TrumpBy
from pitch.rules.options import Rules
from pitch.rules.rulesets import RuleSet
from pitch.rulings import questions
from pitch.rulings.questions import Question
from pitch.seats import Table
from pitch.tricks import Follow
from pitch.types import Seat


class CardTwice(Refusal):
    """The same card is in two places."""


class TrickComplete(Refusal):
    """Everyone has played to this trick."""


class HandNeeded(Refusal):
    """Whether that card may be played depends on the rest of the hand."""


class TrumpNeeded(Refusal):
    """After the first trick the trump suit has to be known."""


class PlayQuestion(Question, frozen=True, kw_only=True):
    """A trick and the card in question, or a question for the legal plays or the winner."""

    leader: Seat
    """The seat that led to the trick or is to lead, counted clockwise from 0."""
    trick: Annotated[int, Meta(ge=1, le=tables.MOST_TRICKS)] = 1
    """The number of the trick within the hand, from 1."""
    trump: Suit | None = None
    """The trump suit, or the suit that the pitcher named."""
    pitcher: Seat | None = None
    """The seat of the pitcher, if it matters, counted clockwise from 0."""
    bid: Call | None = None
    """The bid that is played, if it matters."""
    called_card: Card | None = None
    """The card that was called, if a partner is called."""
    won_last: Seat | None = None
    """The seat that won the previous trick, counted clockwise from 0."""
    played: Annotated[tuple[Card, ...], Meta(max_length=8)] = ()
    """The cards played before the card in question, the leader's card first."""
    hand: Annotated[tuple[Card, ...], Meta(max_length=tables.MOST_TRICKS)] = ()
    """The cards of the player whose turn it is, with the card in question or without."""
    card: Card | None = None
    """The card in question; absent to ask for the legal plays or the winner."""
    out: Annotated[tuple[Seat, ...], Meta(max_length=8)] = ()
    """The seats that have no trumps left; only if only trumps are played."""
    trick_quitted: bool = False
    """True if the trick was turned over, or the next begun."""


class TrickState(Struct, frozen=True, dict=True):
    """A question on play under some rules: the pack, the trump, the turn."""

    question: PlayQuestion
    ruleset: RuleSet
    table: Table
    """The table as these rules deal to it."""

    @property
    def rules(self) -> Rules:
        """The rules that it is judged by."""
        return self.ruleset.rules

    @cached_property
    def pack(self) -> Pack:
        """The pack that was dealt from."""
        return packs.for_table(self.rules, self.table)

    @cached_property
    def trump(self) -> Suit | None:
        """The trump suit: named, or made by the first card; None before that is led."""
        question, rules = self.question, self.rules
        if question.trick > 1:
            if question.trump is None:
                raise TrumpNeeded(pointer="/trump")
            return question.trump
        if question.trump is not None and rules.trump_by is not TrumpBy.FIRST_CARD:
            return question.trump
        first = question.played[0] if question.played else question.card
        if first is None:
            return None
        trump = play.trump_by_lead(first, rules, self.pack)
        if trump is not None:
            return Suit(trump)
        # A player who pitches a joker without a suit names trump.
        names_any = cards.is_joker(first) and rules.pitched_joker is PitchedJoker.NAMES_ANY
        return question.trump if names_any else None

    @property
    def is_trumps_only(self) -> bool:
        """Whether only trumps are played."""
        return self.rules.follow is Follow.TRUMPS_ONLY

    @property
    def is_bound(self) -> bool:
        """Whether the play is a lead that has to be a trump."""
        is_first = self.question.trick == 1 and self.rules.trump_by is TrumpBy.NAMED_AND_LED
        return not self.question.played and (is_first or self.is_trumps_only)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The seats that play to the trick, from the leader on."""
        seats = self._seats_from(self.question.leader)
        return tuple(seat for seat in seats if seat not in self.question.out)

    @property
    def player(self) -> int | None:
        """The seat whose turn it is; None when everyone has played."""
        count = len(self.question.played)
        return self.order[count] if count < len(self.order) else None

    @property
    def due(self) -> int | None:
        """The seat that must lead: the pitcher or last winner, or from there the first not out."""
        question = self.question
        due = question.pitcher if question.trick == 1 else question.won_last
        if due is None:
            return None
        return next((seat for seat in self._seats_from(due) if seat not in question.out), due)

    def _seats_from(self, seat: int) -> Iterator[int]:
        return ((seat + turn) % self.table.players for turn in range(self.table.players))

    @property
    def led(self) -> str | None:
        """The suit led; None before a lead, and after the lead of a joker without a suit."""
        if not self.question.played:
            return None
        suit = self.pack.suit_of(self.question.played[0], self.trump)
        return None if suit == JOKER else suit

    @property
    def full_hand(self) -> tuple[str, ...]:
        """The hand with the card in question, even if it was played already."""
        question = self.question
        if question.card is None or question.card in question.hand:
            return question.hand
        return (*question.hand, question.card)

    @property
    def can_follow(self) -> bool:
        """Whether the hand has a card of the suit led."""
        return any(self.pack.suit_of(card, self.trump) == self.led for card in self.full_hand)

    @property
    def is_called(self) -> bool:
        """Whether the player is the partner who has to play the called card (`play.called`)."""
        question = self.question
        is_first = question.trick == 1 and self.player != question.leader
        return is_first and question.called_card in self.full_hand

    def choices(self) -> tuple[str, ...]:
        """Return the legal plays. Raises HandNeeded if they depend on a hand that is not given."""
        question = self.question
        if self.is_called:
            return tuple(card for card in self.full_hand if card == question.called_card)
        if not question.played:
            return self._leads()
        # A card that follows or trumps is legal with any hand; any other depends on the hand. To
        # the last trick everybody plays the only card left.
        is_open = question.card is not None and question.trick < self.rules.keep
        # Any card may be wrong for a player who holds the called card.
        may_be_called = question.called_card is not None and question.trick == 1
        if is_open and not question.hand and (may_be_called or not self._is_surely_legal()):
            raise HandNeeded(pointer="/hand")
        return tricks.legal_plays(
            self.full_hand, question.played, self.trump, self.pack, self.rules.follow
        )

    def _leads(self) -> tuple[str, ...]:
        if self.is_bound and self.trump is not None:
            suits = self.pack.ranking(self.trump).suits
            return tuple(card for card in self.full_hand if suits[card] == self.trump)
        is_pitch = self.question.trick == 1 and self.rules.trump_by is TrumpBy.FIRST_CARD
        if is_pitch and self.rules.pitched_joker is PitchedJoker.BARRED:
            suited = tuple(card for card in self.full_hand if not cards.is_joker(card))
            # A player with nothing but jokers leads one all the same.
            return suited or self.full_hand
        return self.full_hand

    def _is_surely_legal(self) -> bool:
        """Return whether the card is legal with any hand: it follows, ruffs, or no suit is led."""
        card = self.question.card
        suit = None if card is None else self.pack.suit_of(card, self.trump)
        may_ruff = self.rules.follow is Follow.FOLLOW_OR_TRUMP
        is_legal = suit in {self.led, JOKER} or (may_ruff and suit == self.trump)
        return is_legal or self.is_trumps_only or self.led is None


def trick_state(question: PlayQuestion, ruleset: RuleSet) -> TrickState:
    """Return the state of a question under some rules. Raises NotInPack for an unknown card."""
    table = questions.table_for(question, ruleset)
    if question.called_card is not None:
        records.check_called(ruleset, table, "/calledCard")
    rulesets.check_cards(ruleset, table, _cards(question))
    return TrickState(question, ruleset, table)


def check_play(question: PlayQuestion, table: Table) -> None:
    """Refuse missing seats, duplicate cards, and more cards than the trick takes."""
    seats = {
        "/leader": question.leader,
        "/pitcher": question.pitcher,
        "/wonLast": question.won_last,
        **{f"/out/{index}": seat for index, seat in enumerate(question.out)},
    }
    questions.check_seats(table, seats)
    playing = table.players - len(set(question.out))
    if len(question.played) + (question.card is not None) > playing:
        raise TrickComplete(pointer="/card" if question.card else "/played")
    for index, card in enumerate(question.played):
        if card in question.played[:index]:
            raise CardTwice(pointer=f"/played/{index}")
    for index, card in enumerate(question.hand):
        if card in question.hand[:index] or card in question.played:
            raise CardTwice(pointer=f"/hand/{index}")
    if question.card in question.played:
        raise CardTwice(pointer="/card")


def _cards(question: PlayQuestion) -> Iterator[tuple[str, str]]:
    """Yield every card of the question with its pointer."""
    for index, card in enumerate(question.played):
        yield f"/played/{index}", card
    for index, card in enumerate(question.hand):
        yield f"/hand/{index}", card
    if question.card is not None:
        yield "/card", question.card
    if question.called_card is not None:
        yield "/calledCard", question.called_card
