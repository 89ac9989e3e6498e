"""Rulings on play: what may be played, what is a revoke, who wins the trick (C24 to C33)."""

from collections.abc import Iterator
from typing import Annotated, Final

from msgspec import Meta, structs

from domain import cards, tricks
from domain import seats as tables
from domain.calls import Call
from domain.cards import Card, Suit
from domain.errors import Refusal
from domain.hand.auctions import Contract
from domain.rules import rulesets
from domain.rules.options import Rules, TrumpBy
from domain.rules.rulesets import RuleSet
from domain.rulings import answers, hinges, questions, remedies
from domain.rulings.answers import Ruling
from domain.rulings.incidents import Irregularity, IrregularityQuestion
from domain.rulings.questions import Question
from domain.rulings.remedies import ReasonedRemedy, Remedy
from domain.seats import Table
from domain.types import Seat, Side
from domain.wording import nth_player, sentence


class CardTwice(Refusal):
    """The same card is in two places."""

    code = "card_twice"


class TrickComplete(Refusal):
    """Everyone has played to this trick."""

    code = "trick_complete"


class HandNeeded(Refusal):
    """Whether that card may be played depends on the rest of the hand."""

    code = "hand_needed"


class TrumpNeeded(Refusal):
    """After the first trick the trump suit has to be told."""

    code = "trump_needed"


class PlayQuestion(Question, frozen=True, kw_only=True):
    """A trick, and the play in question; without a card, what may be played or who wins."""

    leader: Annotated[Seat, Meta(description="Who led to the trick, or is to lead.")]
    trick: Annotated[int, Meta(ge=1, le=tables.MOST_TRICKS)] = 1
    """Which trick of the hand it is, from 1."""
    trump: Annotated[
        Suit | None, Meta(description="The trump suit, or what the pitcher named.")
    ] = None
    pitcher: Seat | None = None
    bid: Call | None = None
    """The bid that is played, if it matters."""
    won_last: Annotated[Seat | None, Meta(description="Who won the trick before.")] = None
    played: Annotated[
        tuple[Card, ...], Meta(max_length=8, description="The cards before it, from the leader's.")
    ] = ()
    hand: Annotated[
        tuple[Card, ...],
        Meta(
            max_length=tables.MOST_TRICKS,
            description="What who is to play holds, with the card or without.",
        ),
    ] = ()
    card: Annotated[Card | None, Meta(description="The card in question.")] = None
    trick_quitted: Annotated[
        bool, Meta(description="Whether the trick was turned over, or the next begun.")
    ] = False


class PlayRuling(Ruling, frozen=True, kw_only=True):
    """Whether a play is legal, what else could be played, and who wins the trick."""

    legal: Annotated[bool | None, Meta(description="Null when no card is in question.")]
    player: Annotated[Seat | None, Meta(description="Who plays; null when everyone has.")]
    trump: Suit | None
    """The trump suit, as the ruling finds it."""
    choices: tuple[Card, ...]
    """The cards that may be played."""
    winner: Annotated[Seat | None, Meta(description="Of a trick that is complete and legal.")]
    winning_side: Side | None
    remedy: Remedy | None = None
    """What is done about it; null where nothing has to be."""


OPTIONS: Final = ("trump_by", "led_card_stands", "revoke")
"""The choices that a ruling on play can depend on."""


def rule(question: PlayQuestion, ruleset: RuleSet) -> PlayRuling:
    """The ruling on a play (C24 to C33), and what it turns on.

    CardTwice, TrickComplete, NotAtTable if cards or seats cannot be; HandNeeded or TrumpNeeded
    where it hangs on what was not told.
    """
    table = questions.table_of(question, ruleset)
    _check(question, table)
    return hinges.rule(lambda other: _judge(question, other, table), ruleset, table, OPTIONS)


def _judge(question: PlayQuestion, ruleset: RuleSet, table: Table) -> PlayRuling:
    """The first thing that is wrong: the leader, the first lead, then the card itself.

    NotInPack where a card is in question that these rules do not play with.
    """
    rulesets.check_cards(ruleset, questions.table_of(question, ruleset), _cards(question))
    trump = _trump(question, ruleset.rules)
    # A lead out of turn makes every question about the card moot, so it is looked at first.
    due = question.pitcher if question.trick == 1 else question.won_last
    if due not in {None, question.leader}:
        return _wrong_leader(question, ruleset, table)
    if question.card is None:
        return _asked(question, trump, ruleset, table)
    choices = _choices(question, trump, ruleset.rules)
    if question.card in choices:
        return _legal(question, question.card, trump, ruleset, table)
    if not question.played:
        return _irregular(question, _not_named(question, ruleset.rules, table), ruleset, table)
    found = _revoke(question, ruleset.rules, table)
    return _irregular(
        question,
        structs.replace(found, topics=found.topics[::-1], outcome=f"A revoke. {found.outcome}"),
        ruleset,
        table,
    )


def _check(question: PlayQuestion, table: Table) -> None:
    seats = {"leader": question.leader, "pitcher": question.pitcher, "wonLast": question.won_last}
    questions.check_seats(table, {f"/{place}": seat for place, seat in seats.items()})
    if len(question.played) + (question.card is not None) > table.players:
        raise TrickComplete(pointer="/card" if question.card else "/played")
    for place, card in enumerate(question.played):
        if card in question.played[:place]:
            raise CardTwice(pointer=f"/played/{place}")
    for place, card in enumerate(question.hand):
        if card in question.hand[:place] or card in question.played:
            raise CardTwice(pointer=f"/hand/{place}")
    if question.card in question.played:
        raise CardTwice(pointer="/card")


def _cards(question: PlayQuestion) -> Iterator[tuple[str, str]]:
    """Every card of the question, by its pointer."""
    for name, listed in (("played", question.played), ("hand", question.hand)):
        yield from ((f"/{name}/{place}", card) for place, card in enumerate(listed))
    if question.card is not None:
        yield "/card", question.card


def _trump(question: PlayQuestion, rules: Rules) -> Suit | None:
    """The trump suit: told, or fixed by the first card; None before that is led."""
    first = question.played[0] if question.played else question.card
    if question.trick > 1:
        if question.trump is None:
            raise TrumpNeeded(pointer="/trump")
        return question.trump
    if question.trump is not None and rules.trump_by is TrumpBy.NAMED_AND_LED:
        return question.trump
    return None if first is None else Suit(cards.suit(first))


def _held(question: PlayQuestion) -> tuple[str, ...]:
    """The hand with the card in question, which may have left it."""
    if question.card is None or question.card in question.hand:
        return question.hand
    return (*question.hand, question.card)


def _choices(question: PlayQuestion, trump: Suit | None, rules: Rules) -> tuple[str, ...]:
    """The cards that may be played; the first lead is a trump where trump is named."""
    held = _held(question)
    if not question.played:
        is_bound = question.trick == 1 and rules.trump_by is TrumpBy.NAMED_AND_LED
        return tuple(cards.of_suit(held, trump)) if is_bound and trump is not None else held
    card = question.card
    follows = card is not None and cards.suit(card) in {cards.suit(question.played[0]), trump}
    # Who follows suit or trumps is right whatever the hand; who does not is judged by it. To the
    # last trick everybody plays the only card left.
    if not question.hand and card is not None and not follows and question.trick < rules.keep:
        raise HandNeeded(pointer="/hand")
    return tricks.legal_plays(held, question.played, trump)


def _topics(question: PlayQuestion) -> tuple[str, ...]:
    """The clause that says what may be played."""
    if not question.played:
        return ("play.trump",) if question.trick == 1 else ("play.any",)
    led = cards.suit(question.played[0])
    follows = cards.of_suit(_held(question), led)
    return ("play.follow",) if follows else ("play.void",)


def _asked(
    question: PlayQuestion, trump: Suit | None, ruleset: RuleSet, table: Table
) -> PlayRuling:
    """No card is in question: who wins a trick that is complete, or what may be played."""
    if len(question.played) == table.players:
        return _won(question, question.played, trump, ruleset, table)
    if not question.hand:
        raise HandNeeded("What may be played depends on the hand.", pointer="/hand")
    choices = _choices(question, trump, ruleset.rules)
    is_free = len(choices) == len(question.hand)
    outcome = "Any card may be played." if is_free else f"May be played: {', '.join(choices)}."
    if not choices:
        outcome = "The hand holds no card of the suit that was named."
    return _ruled(question, trump, ruleset, table, _topics(question), outcome)


def _legal(
    question: PlayQuestion, card: str, trump: Suit | None, ruleset: RuleSet, table: Table
) -> PlayRuling:
    """A card that may be played, and who wins if the trick is complete with it."""
    topics = _topics(question)
    trick = (*question.played, card)
    named = _named_otherwise(question, trump)
    # Where the first card makes trump, a suit said before it was only talk.
    if named is not None and not question.played:
        return _makes_trump(question, cards.suit(card), named, ruleset, table)
    if len(trick) < table.players:
        ruling = _ruled(question, trump, ruleset, table, topics, "Legal.")
        return structs.replace(ruling, legal=True)
    won = _won(question, trick, trump, ruleset, table)
    # That the card was legal decides the question; who wins the trick is told besides.
    quoted = answers.quoted(ruleset, *topics, "play.trick")
    return structs.replace(
        won,
        outcome=f"Legal. {won.outcome}",
        basis=answers.basis_of(quoted),
        clauses=quoted,
        legal=True,
    )


def _named_otherwise(question: PlayQuestion, trump: Suit | None) -> Suit | None:
    """The suit that was named, where the first card led was of another and makes that trump."""
    return None if trump in {None, question.trump} else question.trump


def _makes_trump(
    question: PlayQuestion, trump: str, named: Suit, ruleset: RuleSet, table: Table
) -> PlayRuling:
    """C24 where the first card led makes trump, whatever suit was named."""
    outcome = f"Legal: the card led makes {cards.suit_name(trump)} trump."
    why = (
        "It is the first lead of the hand, and the suit that was named, "
        f"{cards.suit_name(named)}, binds nobody."
    )
    ruling = _ruled(question, Suit(trump), ruleset, table, ("play.trump",), outcome)
    return structs.replace(ruling, why=why, legal=True)


def _won(
    question: PlayQuestion,
    trick: tuple[str, ...],
    trump: Suit | None,
    ruleset: RuleSet,
    table: Table,
) -> PlayRuling:
    """Who wins a complete trick, and with which card (`play.trick`)."""
    winner = tricks.winner(question.leader, trick, trump, table.players)
    best = tricks.best(trick, trump)
    outcome = f"{sentence(nth_player(winner))} wins the trick."
    ruling = _ruled(question, trump, ruleset, table, ("play.trick",), outcome)
    kind = "highest trump" if cards.suit(best) == trump else "highest card of the suit led"
    side = tables.side_of(table, winner)
    why = f"{best} is the {kind}."
    return structs.replace(ruling, why=why, winner=winner, winning_side=side)


def _ruled(
    question: PlayQuestion,
    trump: Suit | None,
    ruleset: RuleSet,
    table: Table,
    topics: tuple[str, ...],
    outcome: str,
) -> PlayRuling:
    """A ruling that judges no card, to be made more of."""
    quoted = answers.quoted(ruleset, *topics)
    count = len(question.played)
    is_complete = count == table.players
    choices = () if is_complete else _choices(question, trump, ruleset.rules)
    why = _WHYS[topics[0]]
    named = _named_otherwise(question, trump)
    if question.played and named is not None:
        led = question.played[0]
        suit, other = cards.suit_name(cards.suit(led)), cards.suit_name(named)
        why = f"{why} The {cards.name(led)} was led, so {suit} are trump and not {other}."
    return PlayRuling(
        outcome=outcome,
        why=why,
        basis=answers.basis_of(quoted),
        clauses=quoted,
        legal=None,
        player=None if is_complete else (question.leader + count) % table.players,
        trump=trump,
        choices=choices,
        winner=None,
        winning_side=None,
    )


_WHYS: Final = {
    "play.trump": "It is the first lead of the hand.",
    "play.any": "The leader is bound to no suit.",
    "play.follow": "The hand holds a card of the suit led, so that or a trump is due.",
    "play.void": "The hand holds no card of the suit led.",
    "play.trick": "Everyone has played.",
    "play.lead": "The rules name the leader.",
}


def _irregular(
    question: PlayQuestion, found: ReasonedRemedy, ruleset: RuleSet, table: Table
) -> PlayRuling:
    trump = _trump(question, ruleset.rules)
    ruling = _ruled(question, trump, ruleset, table, found.topics, found.outcome)
    why = f"{ruling.why} {found.why}"
    return structs.replace(ruling, why=why, legal=False, remedy=found.remedy)


def _not_named(question: PlayQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
    """C24: trump was named and the first lead is of another suit."""
    irregular = _irregularity(question, Irregularity.CARD_PULLED_BACK, table)
    return remedies.find(
        structs.replace(irregular, led=question.card, named=question.trump), rules, table
    )


def _revoke(question: PlayQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
    """C33: a card that neither follows nor trumps from a hand that could have followed."""
    return remedies.find(_irregularity(question, Irregularity.REVOKE, table), rules, table)


def _wrong_leader(question: PlayQuestion, ruleset: RuleSet, table: Table) -> PlayRuling:
    """C25: whoever led, it was another's lead."""
    count = len(question.played) + (question.card is not None)
    irregular = structs.replace(
        _irregularity(question, Irregularity.WRONG_LEADER, table),
        offender=question.leader,
        trick_complete=count == table.players,
    )
    found = remedies.find(irregular, ruleset.rules, table)
    found = structs.replace(found, topics=found.topics[::-1])
    return _irregular(question, found, ruleset, table)


def _irregularity(
    question: PlayQuestion, happened: Irregularity, table: Table
) -> IrregularityQuestion:
    pitcher, bid = question.pitcher, question.bid
    contract = None if pitcher is None or bid is None else Contract(pitcher=pitcher, bid=bid)
    return IrregularityQuestion(
        irregularity=happened,
        players=table.players,
        sides=table.sides,
        offender=(question.leader + len(question.played)) % table.players,
        contract=contract,
        trick_quitted=question.trick_quitted,
    )
