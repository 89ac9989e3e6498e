"""Rulings on play: what may be played, what is a revoke, who wins the trick (C24 to C33)."""

from typing import Annotated, Final

from msgspec import Meta, structs

from domain import cards, tricks
from domain import seats as tables
from domain.cards import JOKER, Card, Suit
from domain.hand.auctions import Contract
from domain.hand.checks import revokes
from domain.messages import Sentences
from domain.rules.rulesets import RuleSet
from domain.rulings import answers, hinges, play_questions, questions, remedies
from domain.rulings.answers import ReasonedRemedy, Remedy, Ruling
from domain.rulings.incidents import Irregularity, IrregularityQuestion
from domain.rulings.play_questions import HandNeeded, PlayQuestion, TrickState
from domain.tricks import Follow
from domain.types import Seat, Side
from domain.wording import nth_player, sentence


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


OPTIONS: Final = (
    *("trump_by", "led_card_stands", "revoke", "follow", "off_cards"),
    *("joker_rank", "joker_order", "pitched_joker", "slam_set"),
)
"""The choices that a ruling on play can depend on."""


def rule(question: PlayQuestion, ruleset: RuleSet) -> PlayRuling:
    """The ruling on a play (C24 to C33), and what it turns on.

    CardTwice, TrickComplete, NotAtTable if cards or seats cannot be; HandNeeded or TrumpNeeded
    where it hangs on what was not told; NotInPack for a card that these rules do not play with.
    """
    table = questions.table_of(question, ruleset)
    play_questions.check(question, table)
    return hinges.rule(
        lambda other: _judge(play_questions.state(question, other)), ruleset, table, OPTIONS
    )


def _judge(state: TrickState) -> PlayRuling:
    """The first thing that is wrong: the leader, the first lead, then the card itself."""
    question = state.question
    # A lead out of turn makes every question about the card moot, so it is looked at first.
    if state.due not in {None, question.leader}:
        return _wrong_leader(state)
    if question.card is None:
        return _asked(state)
    if question.card in state.choices():
        return _legal(state, question.card)
    if not question.played:
        return _irregular(state, _no_lead(state, question.card))
    found = remedies.find(_irregularity(state, Irregularity.REVOKE), state.rules, state.table)
    if state.is_called:
        return _held_back(state, found)
    told = revokes.explained(_concerned(state, question.card), state.trump or "", state.pack)
    return _irregular(
        state,
        structs.replace(
            found,
            topics=found.topics[::-1],
            outcome=answers.told("A revoke."),
            details=(found.outcome, *found.details),
            whys=(*found.whys, *map(answers.told, filter(None, [told.strip()]))),
        ),
    )


def _held_back(state: TrickState, found: ReasonedRemedy) -> PlayRuling:
    """A called card that its holder kept for later, which is mended like a revoke."""
    topics = ("play.called", *(topic for topic in found.topics if topic != "play.follow"))
    return _irregular(
        state,
        structs.replace(
            found,
            topics=topics,
            outcome=answers.told("The called card was due."),
            details=(found.outcome, *found.details),
        ),
    )


def _concerned(state: TrickState, card: str) -> tuple[str, ...]:
    """The card that was played, and of the others those that would have followed."""
    suits = state.pack.ranking(state.trump).suits
    return (card, *(held for held in state.held if held != card and suits[held] == state.led))


def _topics(state: TrickState) -> tuple[str, ...]:
    """The clause that says what may be played."""
    if state.is_called:
        return ("play.called",)
    if state.is_trumps_only:
        return ("play.follow",)
    if not state.question.played:
        return ("play.trump",) if state.question.trick == 1 else ("play.any",)
    return ("play.follow",) if state.can_follow else ("play.void",)


def _asked(state: TrickState) -> PlayRuling:
    """No card is in question: who wins a trick that is complete, or what may be played."""
    question = state.question
    if state.player is None:
        return _won(state, question.played)
    if not question.hand:
        raise HandNeeded("What may be played depends on the hand.", pointer="/hand")
    choices = state.choices()
    is_free = len(choices) == len(question.hand)
    outcome = "Any card may be played." if is_free else f"May be played: {', '.join(choices)}."
    if not choices:
        outcome = "The hand holds no card of the suit that was named."
    if not choices and state.is_trumps_only:
        outcome = "The hand holds no trump, so its player is out."
    return _ruled(state, _topics(state), outcome)


def _legal(state: TrickState, card: str) -> PlayRuling:
    """A card that may be played, and who wins if the trick is complete with it."""
    topics = _topics(state)
    trick = (*state.question.played, card)
    named = _named_otherwise(state)
    # Where the first card makes trump, a suit said before it was only talk.
    if named is not None and not state.question.played and state.trump is not None:
        return _makes_trump(state, state.trump, named)
    if len(trick) < len(state.order):
        return structs.replace(_ruled(state, topics, "Legal."), legal=True)
    won = _won(state, trick)
    # That the card was legal decides the question; who wins the trick is told besides.
    quoted = answers.quoted(state.ruleset, *topics, "play.trick")
    return structs.replace(
        won,
        outcome=answers.told("Legal."),
        details=(won.outcome,),
        basis=answers.basis_of(quoted),
        clauses=quoted,
        legal=True,
    )


def _named_otherwise(state: TrickState) -> Suit | None:
    """The suit that was named, where the first card led was of another and makes that trump."""
    named = state.question.trump
    return None if state.trump in {None, named} else named


def _makes_trump(state: TrickState, trump: Suit, named: Suit) -> PlayRuling:
    """C24 where the first card led makes trump, whatever suit was named."""
    outcome = f"Legal: the card led makes {cards.suit_name(trump)} trump."
    why = (
        "It is the first lead of the hand, and the suit that was named, "
        f"{cards.suit_name(named)}, binds nobody."
    )
    return structs.replace(
        _ruled(state, ("play.trump",), outcome), whys=(answers.told(why),), legal=True
    )


def _won(state: TrickState, trick: tuple[str, ...]) -> PlayRuling:
    """Who wins a complete trick, and with which card (`play.trick`)."""
    best = tricks.best(trick, state.trump, state.pack)
    winner = state.order[trick.index(best)]
    outcome = f"{sentence(nth_player(winner))} wins the trick."
    ruling = _ruled(state, ("play.trick",), outcome)
    suit = state.pack.suit_of(best, state.trump)
    kinds = {state.trump: "highest trump", JOKER: "highest joker, and no trump was played"}
    side = tables.side_of(state.table, winner)
    why = f"{best} is the {kinds.get(suit, 'highest card of the suit led')}."
    return structs.replace(ruling, whys=(answers.told(why),), winner=winner, winning_side=side)


def _ruled(state: TrickState, topics: tuple[str, ...], outcome: str) -> PlayRuling:
    """A ruling that judges no card, to be made more of."""
    quoted = answers.quoted(state.ruleset, *topics)
    whys: Sentences = (answers.told(_why(state, topics[0])),)
    named = _named_otherwise(state)
    if state.question.played and named is not None and state.trump is not None:
        led = state.question.played[0]
        suit, other = cards.suit_name(state.trump), cards.suit_name(named)
        made = f"The {state.pack.name(led)} was led, so {suit} are trump and not {other}."
        whys = (*whys, answers.told(made))
    return PlayRuling(
        outcome=answers.told(outcome),
        whys=whys,
        basis=answers.basis_of(quoted),
        clauses=quoted,
        legal=None,
        player=state.player,
        trump=state.trump,
        choices=() if state.player is None else state.choices(),
        winner=None,
        winning_side=None,
    )


_WHYS: Final = {
    "play.trump": "It is the first lead of the hand.",
    "play.any": "The leader is bound to no suit.",
    "play.void": "The hand holds no card of the suit led.",
    "play.trick": "Everyone has played.",
    "play.lead": "The rules name the leader.",
    "play.called": "The hand holds the card that the pitcher called.",
}
_FOLLOWS: Final = {
    Follow.FOLLOW_OR_TRUMP: "The hand holds a card of the suit led, so that or a trump is due.",
    Follow.FOLLOW_SUIT: "The hand holds a card of the suit led, so that suit is due.",
    Follow.TRUMPS_ONLY: "Only trumps are played.",
}


def _why(state: TrickState, topic: str) -> str:
    """Why a clause is the one that decides."""
    return _WHYS[topic] if topic in _WHYS else _FOLLOWS[state.rules.follow]


def _irregular(state: TrickState, found: ReasonedRemedy) -> PlayRuling:
    ruling = _ruled(state, found.topics, "")
    return structs.replace(
        ruling,
        outcome=found.outcome,
        details=found.details,
        whys=(*ruling.whys, *found.whys),
        legal=False,
        remedy=found.remedy,
    )


def _no_lead(state: TrickState, card: str) -> ReasonedRemedy:
    """C24: a lead that is no trump where one is due, or a joker that makes none."""
    irregular = structs.replace(
        _irregularity(state, Irregularity.CARD_PULLED_BACK), led=card, named=state.question.trump
    )
    return remedies.find(irregular, state.rules, state.table)


def _wrong_leader(state: TrickState) -> PlayRuling:
    """C25: whoever led, it was another's lead."""
    question = state.question
    count = len(question.played) + (question.card is not None)
    irregular = structs.replace(
        _irregularity(state, Irregularity.WRONG_LEADER),
        offender=question.leader,
        trick_complete=count == len(state.order),
    )
    found = remedies.find(irregular, state.rules, state.table)
    return _irregular(state, structs.replace(found, topics=found.topics[::-1]))


def _irregularity(state: TrickState, happened: Irregularity) -> IrregularityQuestion:
    question, table = state.question, state.table
    pitcher, bid = question.pitcher, question.bid
    contract = None if pitcher is None or bid is None else Contract(pitcher=pitcher, bid=bid)
    return IrregularityQuestion(
        irregularity=happened,
        players=table.players,
        sides=table.sides,
        offender=question.leader if state.player is None else state.player,
        contract=contract,
        trick_quitted=question.trick_quitted,
    )
