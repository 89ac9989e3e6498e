"""Rulings on play: what may be played, what is a revoke, who wins the trick (C24 to C33)."""

from typing import Annotated, Final

from msgspec import Meta, structs

from pitch import cards, tricks
from pitch import seats as tables
from pitch.cards import JOKER, Card, Suit
from pitch.hand.auctions import Contract
from pitch.messages import (
    CARD,
    CHOICE,
    PLAYER,
    SUIT,
    Argument,
    Message,
    Sentence,
    Sentences,
    any_of,
)
from pitch.rules.bearings import TRICK
from pitch.rules.options import bearing_on
from pitch.rules.rulesets import RuleSet
from pitch.rulings import answers, hinges, play_questions, questions
from pitch.rulings.answers import ReasonedRemedy, Remedy, Ruling
from pitch.rulings.incidents import Irregularity, IrregularityQuestion
from pitch.rulings.play_questions import HandNeeded, PlayQuestion, TrickState
from pitch.rulings.remedies import remedies
from pitch.types import Seat, Side


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


_LEGAL: Final = Message("ruling.play.legal")
_MAKES_TRUMP: Final = Message("ruling.play.makes_trump", suit=SUIT)
_ANY_CARD: Final = Message("ruling.play.any_card")
_CHOICES: Final = Message("ruling.play.choices", cards=any_of(CARD))
_NOTHING_NAMED: Final = Message("ruling.play.nothing_named", player=PLAYER, suit=SUIT)
_IS_OUT: Final = Message("ruling.play.is_out", player=PLAYER)
_RENEGE: Final = Message("ruling.play.renege")
_CALLED_DUE: Final = Message("ruling.play.called_due")
_TAKES: Final = Message("ruling.play.takes", player=PLAYER)
_NAMED_ONLY: Final = Message("ruling.play.why.named_only", suit=SUIT)
_BEST: Final = Message("ruling.play.why.best", card=CARD, kind=CHOICE)
_LED_MADE: Final = Message("ruling.play.why.led_made", card=CARD, suit=SUIT, named=SUIT)
_FIRST_LEAD: Final = Message("ruling.play.why.first_lead")
_ANY_LEAD: Final = Message("ruling.play.why.any_lead")
_VOID: Final = Message("ruling.play.why.void", player=PLAYER, suit=SUIT)
_NO_SUIT_LED: Final = Message("ruling.play.why.no_suit_led")
_COMPLETE: Final = Message("ruling.play.why.complete")
_DUE: Final = Message("ruling.play.why.due", player=PLAYER)
_CALLED: Final = Message("ruling.play.why.called", player=PLAYER)
_FOLLOW: Final = Message("ruling.play.why.follow", player=PLAYER, suit=SUIT, rule=CHOICE)
_OFF_CARD: Final = Message("ruling.play.why.off_card", suit=SUIT, card=CARD)
_TRUMPS_ONLY: Final = Message("ruling.play.why.trumps_only")

OPTIONS: Final = bearing_on(TRICK)
"""The choices that a ruling on play can depend on."""


def rule_on_play(question: PlayQuestion, ruleset: RuleSet) -> PlayRuling:
    """The ruling on a play (C24 to C33), and what it turns on.

    CardTwice, TrickComplete, NotAtTable if cards or seats cannot be; HandNeeded or TrumpNeeded
    where it hangs on what was not told; NotInPack for a card that these rules do not play with.
    """
    table = questions.table_for(question, ruleset)
    play_questions.check_play(question, table)
    # The usual sides are not the same in every document, but those who ask sit as they sit.
    question = structs.replace(question, sides=table.sides)
    return hinges.rule_with_hinges(
        lambda other: _judge(play_questions.trick_state(question, other)), ruleset, table, OPTIONS
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
    found = remedies.find_remedy(
        _irregularity(state, Irregularity.REVOKE), state.rules, state.table
    )
    if state.is_called:
        return _held_back(state, found)
    return _irregular(
        state,
        structs.replace(
            found,
            topics=found.topics[::-1],
            outcome=_RENEGE(),
            details=(found.outcome, *found.details),
            whys=(*found.whys, *_explained(state, question.card)),
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
            outcome=_CALLED_DUE(),
            details=(found.outcome, *found.details),
        ),
    )


def _concerned(state: TrickState, card: str) -> tuple[str, ...]:
    """The card that was played, and of the others those that would have followed."""
    suits = state.pack.ranking(state.trump).suits
    return (card, *(held for held in state.held if held != card and suits[held] == state.led))


def _explained(state: TrickState, card: str) -> Sentences:
    """That cards are of another suit than is printed on them: who forgets so reneges unawares."""
    trump, pack = state.trump, state.pack
    return tuple(
        _OFF_CARD(suit=trump, card=pack.card_argument(each))
        for each in _concerned(state, card)
        if not cards.is_joker(each) and pack.suit_of(each, trump) != cards.suit(each)
    )


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
        raise HandNeeded(pointer="/hand")
    choices = state.choices()
    is_free = len(choices) == len(question.hand)
    if choices:
        named = map(state.pack.card_argument, choices)
        outcome = _ANY_CARD() if is_free else _CHOICES(cards=named)
    elif state.is_trumps_only:
        outcome = _IS_OUT(player=_player(state, state.player))
    else:  # nothing is left out but to a lead in the suit that was named
        outcome = _NOTHING_NAMED(player=_player(state, state.player), suit=state.trump)
    return _ruled(state, _topics(state), outcome)


def _player(state: TrickState, seat: int) -> Argument:
    """A player as a sentence is about one."""
    return questions.player_arguments(state.question, state.table)[seat]


def _legal(state: TrickState, card: str) -> PlayRuling:
    """A card that may be played, and who wins if the trick is complete with it."""
    topics = _topics(state)
    trick = (*state.question.played, card)
    named = _named_otherwise(state)
    # Where the first card makes trump, a suit said before it was only talk.
    if named is not None and not state.question.played and state.trump is not None:
        return _makes_trump(state, state.trump, named)
    if len(trick) < len(state.order):
        return structs.replace(_ruled(state, topics, _LEGAL()), legal=True)
    won = _won(state, trick)
    # That the card was legal decides the question; who wins the trick is told besides.
    quoted = answers.quote_topics(state.ruleset, *topics, "play.trick")
    return structs.replace(
        won,
        outcome=_LEGAL(),
        details=(won.outcome,),
        basis=quoted[0].basis,
        clauses=quoted,
        legal=True,
    )


def _named_otherwise(state: TrickState) -> Suit | None:
    """The suit that was named, where the first card led was of another and makes that trump."""
    named = state.question.trump
    return None if state.trump in {None, named} else named


def _makes_trump(state: TrickState, trump: Suit, named: Suit) -> PlayRuling:
    """C24 where the first card led makes trump, whatever suit was named."""
    ruling = _ruled(state, ("play.trump",), _MAKES_TRUMP(suit=trump))
    return structs.replace(ruling, whys=(_NAMED_ONLY(suit=named),), legal=True)


def _won(state: TrickState, trick: tuple[str, ...]) -> PlayRuling:
    """Who wins a complete trick, and with which card (`play.trick`)."""
    best = tricks.winning_card(trick, state.trump, state.pack)
    winner = state.order[trick.index(best)]
    ruling = _ruled(state, ("play.trick",), _TAKES(player=_player(state, winner)))
    suit = state.pack.suit_of(best, state.trump)
    kinds = {state.trump: "trump", JOKER: "joker"}
    side = tables.side_of(state.table, winner)
    why = _BEST(card=state.pack.card_argument(best), kind=kinds.get(suit, "led"))
    return structs.replace(ruling, whys=(why,), winner=winner, winning_side=side)


def _ruled(state: TrickState, topics: tuple[str, ...], outcome: Sentence) -> PlayRuling:
    """A ruling that judges no card, to be made more of."""
    quoted = answers.quote_topics(state.ruleset, *topics)
    whys: Sentences = (_why(state, topics[0]),)
    named = _named_otherwise(state)
    if state.question.played and named is not None and state.trump is not None:
        led = state.question.played[0]
        whys = (*whys, _LED_MADE(card=state.pack.card_argument(led), suit=state.trump, named=named))
    return PlayRuling(
        outcome=outcome,
        whys=whys,
        basis=quoted[0].basis,
        clauses=quoted,
        legal=None,
        player=state.player,
        trump=state.trump,
        choices=() if state.player is None else state.choices(),
        winner=None,
        winning_side=None,
    )


_WHYS: Final = {
    "play.trump": _FIRST_LEAD,
    "play.any": _ANY_LEAD,
    "play.trick": _COMPLETE,
}
_OF_PLAYERS: Final = {"play.lead": _DUE, "play.called": _CALLED}


def _why(state: TrickState, topic: str) -> Sentence:
    """Why a clause is the one that decides."""
    if topic in _WHYS:
        return _WHYS[topic]()
    seat = state.due if topic == "play.lead" else state.player
    player = _player(state, state.question.leader if seat is None else seat)
    if topic in _OF_PLAYERS:
        return _OF_PLAYERS[topic](player=player)
    if topic == "play.follow" and state.is_trumps_only:
        return _TRUMPS_ONLY()
    if state.led is None:
        return _NO_SUIT_LED()
    if topic == "play.void":
        return _VOID(player=player, suit=state.led)
    return _FOLLOW(player=player, suit=state.led, rule=state.rules.follow)


def _irregular(state: TrickState, found: ReasonedRemedy) -> PlayRuling:
    ruling = _ruled(state, found.topics, found.outcome)
    return structs.replace(
        ruling,
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
    return remedies.find_remedy(irregular, state.rules, state.table)


def _wrong_leader(state: TrickState) -> PlayRuling:
    """C25: whoever led, it was another's lead."""
    question = state.question
    count = len(question.played) + (question.card is not None)
    irregular = structs.replace(
        _irregularity(state, Irregularity.WRONG_LEADER),
        offender=question.leader,
        trick_complete=count == len(state.order),
    )
    found = remedies.find_remedy(irregular, state.rules, state.table)
    return _irregular(state, structs.replace(found, topics=found.topics[::-1]))


def _irregularity(state: TrickState, happened: Irregularity) -> IrregularityQuestion:
    question, table = state.question, state.table
    pitcher, bid = question.pitcher, question.bid
    contract = None if pitcher is None or bid is None else Contract(pitcher=pitcher, bid=bid)
    return IrregularityQuestion(
        irregularity=happened,
        players=table.players,
        sides=table.sides,
        names=question.names,
        offender=question.leader if state.player is None else state.player,
        contract=contract,
        trick_quitted=question.trick_quitted,
    )
