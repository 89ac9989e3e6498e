"""Rulings on play: the legal plays, revokes, and the winner of a trick."""

from typing import Any, Final

from msgspec import structs

from pitch import cards, tricks
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
    """A ruling on a play: whether it is legal, the legal plays, and the winner of the trick."""

    legal: bool | None
    """True if the card in question may be played; null if no card is in question."""
    player: Seat | None
    """The seat whose turn it is to play; null if everyone has played."""
    trump: Suit | None
    """The trump suit, as the ruling determines it."""
    choices: tuple[Card, ...]
    """The cards that may be played."""
    winner: Seat | None
    """The seat that takes the trick; null unless the trick is complete and legal."""
    winning_side: Side | None
    """The side that takes the trick, counted from 0; null unless the trick is complete and legal.
    """
    remedy: Remedy | None = None
    """The remedy for the play; null if none is needed."""


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
"""The options that a ruling on play can depend on."""


def rule_on_play(question: PlayQuestion, ruleset: RuleSet) -> PlayRuling:
    """Return the ruling on a play, with its hinges.

    Raises CardTwice, TrickComplete or NotAtTable for impossible cards or seats, HandNeeded or
    TrumpNeeded if it depends on facts not given, NotInPack for a card that these rules do not have.
    """
    table = questions.table_for(question, ruleset)
    play_questions.check_play(question, table)
    # The usual sides differ between documents, but these players keep their seats.
    question = structs.replace(question, sides=table.sides)

    def judge(alternative: RuleSet) -> PlayRuling:
        return _judge(play_questions.trick_state(question, alternative))

    return hinges.rule_with_hinges(judge, ruleset, table, OPTIONS)


def _judge(state: TrickState) -> PlayRuling:
    """Return the ruling by the first error: the leader, the first lead, then the card itself."""
    question = state.question
    # A lead out of turn makes every question about the card moot, so it is checked first.
    if state.due not in {None, question.leader}:
        return _rule_on_wrong_leader(state)
    if question.card is None:
        return _rule_without_card(state)
    if question.card in state.choices():
        return _rule_on_legal_card(state, question.card)
    if not question.played:  # The lead is not the trump that is due, or a joker without one
        pulled_back = Irregularity.CARD_PULLED_BACK
        return _irregular(
            state, _remedy(state, pulled_back, led=question.card, named=question.trump)
        )
    return _rule_on_revoke(state, question.card)


def _rule_on_revoke(state: TrickState, card: str) -> PlayRuling:
    """Return the ruling on a revoke, or on a called card held back, with the same remedy."""
    remedy = _remedy(state, Irregularity.REVOKE)
    details = (remedy.outcome, *remedy.details)
    if state.is_called:
        topics = ("play.called", *(topic for topic in remedy.topics if topic != "play.follow"))
        return _irregular(
            state, structs.replace(remedy, topics=topics, outcome=_CALLED_DUE(), details=details)
        )
    return _irregular(
        state,
        structs.replace(
            remedy,
            topics=remedy.topics[::-1],
            outcome=_RENEGE(),
            details=details,
            whys=(*remedy.whys, *_explain_off_cards(state, card)),
        ),
    )


def _explain_off_cards(state: TrickState, card: str) -> Sentences:
    """Return that cards belong to another suit than printed, which is often why a player revokes.

    The cards are the one played, and of the others those that would have followed.
    """
    trump, pack = state.trump, state.pack
    suits = pack.ranking(trump).suits
    following = (own for own in state.full_hand if own != card and suits[own] == state.led)
    return tuple(
        _OFF_CARD(suit=trump, card=pack.card_argument(candidate))
        for candidate in (card, *following)
        if not cards.is_joker(candidate) and pack.suit_of(candidate, trump) != cards.suit(candidate)
    )


def _topics(state: TrickState) -> tuple[str, ...]:
    """Return the topic of the clause on the legal plays."""
    if state.is_called:
        return ("play.called",)
    if state.is_trumps_only:
        return ("play.follow",)
    if not state.question.played:
        return ("play.trump",) if state.question.trick == 1 else ("play.any",)
    return ("play.follow",) if state.can_follow else ("play.void",)


def _rule_without_card(state: TrickState) -> PlayRuling:
    """Return the winner of a complete trick, or else the legal plays."""
    question = state.question
    if state.player is None:
        return _rule_on_trick(state, question.played)
    if not question.hand:
        raise HandNeeded(pointer="/hand")
    choices, player = state.choices(), _player(state, state.player)
    if choices:
        is_free = len(choices) == len(question.hand)
        arguments = map(state.pack.card_argument, choices)
        outcome = _ANY_CARD() if is_free else _CHOICES(cards=arguments)
    elif state.is_trumps_only:
        outcome = _IS_OUT(player=player)
    else:  # only a lead in the suit that was named leaves no card
        outcome = _NOTHING_NAMED(player=player, suit=state.trump)
    return _neutral(state, _topics(state), outcome)


def _player(state: TrickState, seat: int) -> Argument:
    """Return a player as a message argument."""
    return questions.player_arguments(state.question, state.table)[seat]


def _rule_on_legal_card(state: TrickState, card: str) -> PlayRuling:
    """Return that a card is legal, and the winner if it completes the trick."""
    topics = _topics(state)
    trick = (*state.question.played, card)
    overridden = _overridden_suit(state)
    # If the first card makes trump, a suit that was named before it does not count.
    if overridden is not None and not state.question.played and state.trump is not None:
        ruling = _neutral(state, ("play.trump",), _MAKES_TRUMP(suit=state.trump))
        return structs.replace(ruling, whys=(_NAMED_ONLY(suit=overridden),), legal=True)
    if len(trick) < len(state.order):
        return structs.replace(_neutral(state, topics, _LEGAL()), legal=True)
    winner = _rule_on_trick(state, trick)
    # The legality of the card is the decision; the winner of the trick is a detail.
    quotes = answers.quote_topics(state.ruleset, *topics, "play.trick")
    return structs.replace(
        winner,
        outcome=_LEGAL(),
        details=(winner.outcome,),
        basis=quotes[0].basis,
        clauses=quotes,
        legal=True,
    )


def _overridden_suit(state: TrickState) -> Suit | None:
    """Return the suit that was named, if the first card led makes another trump."""
    suit = state.question.trump
    return None if state.trump in {None, suit} else suit


def _rule_on_trick(state: TrickState, trick: tuple[str, ...]) -> PlayRuling:
    """Return the winner of a complete trick, and the winning card (`play.trick`)."""
    best = tricks.winning_card(trick, state.trump, state.pack)
    winner = state.order[trick.index(best)]
    ruling = _neutral(state, ("play.trick",), _TAKES(player=_player(state, winner)))
    suit = state.pack.suit_of(best, state.trump)
    kinds = {state.trump: "trump", JOKER: "joker"}
    side = state.table.side_of(winner)
    why = _BEST(card=state.pack.card_argument(best), kind=kinds.get(suit, "led"))
    return structs.replace(ruling, whys=(why,), winner=winner, winning_side=side)


def _neutral(state: TrickState, topics: tuple[str, ...], outcome: Sentence) -> PlayRuling:
    """Return a ruling that judges no card, to which callers add."""
    quotes = answers.quote_topics(state.ruleset, *topics)
    whys: Sentences = (_why(state, topics[0]),)
    overridden = _overridden_suit(state)
    if state.question.played and overridden is not None and state.trump is not None:
        led = state.pack.card_argument(state.question.played[0])
        whys = (*whys, _LED_MADE(card=led, suit=state.trump, named=overridden))
    return PlayRuling(
        outcome=outcome,
        whys=whys,
        basis=quotes[0].basis,
        clauses=quotes,
        legal=None,
        player=state.player,
        trump=state.trump,
        choices=() if state.player is None else state.choices(),
        winner=None,
        winning_side=None,
    )


_WHYS: Final = {"play.trump": _FIRST_LEAD, "play.any": _ANY_LEAD, "play.trick": _COMPLETE}
_WHYS_ABOUT_PLAYER: Final = {"play.lead": _DUE, "play.called": _CALLED}


def _why(state: TrickState, topic: str) -> Sentence:
    """Return the reason why the clause of a topic decides."""
    if topic in _WHYS:
        return _WHYS[topic]()
    seat = state.due if topic == "play.lead" else state.player
    player = _player(state, state.question.leader if seat is None else seat)
    if topic in _WHYS_ABOUT_PLAYER:
        return _WHYS_ABOUT_PLAYER[topic](player=player)
    if topic == "play.follow" and state.is_trumps_only:
        return _TRUMPS_ONLY()
    if state.led is None:
        return _NO_SUIT_LED()
    if topic == "play.void":
        return _VOID(player=player, suit=state.led)
    return _FOLLOW(player=player, suit=state.led, rule=state.rules.follow)


def _irregular(state: TrickState, remedy: ReasonedRemedy) -> PlayRuling:
    ruling = _neutral(state, remedy.topics, remedy.outcome)
    return structs.replace(
        ruling,
        details=remedy.details,
        whys=(*ruling.whys, *remedy.whys),
        legal=False,
        remedy=remedy.remedy,
    )


def _rule_on_wrong_leader(state: TrickState) -> PlayRuling:
    """Return the ruling on a lead by another player than the one to lead."""
    question = state.question
    count = len(question.played) + (question.card is not None)
    remedy = _remedy(
        state,
        Irregularity.WRONG_LEADER,
        offender=question.leader,
        trick_complete=count == len(state.order),
    )
    return _irregular(state, structs.replace(remedy, topics=remedy.topics[::-1]))


def _remedy(state: TrickState, irregularity: Irregularity, **facts: Any) -> ReasonedRemedy:
    """Return the remedy for an irregularity of the player whose turn it is, with more facts."""
    question, table = state.question, state.table
    pitcher, bid = question.pitcher, question.bid
    incident = IrregularityQuestion(
        irregularity=irregularity,
        players=table.players,
        sides=table.sides,
        names=question.names,
        offender=question.leader if state.player is None else state.player,
        contract=Contract(pitcher=pitcher, bid=bid)
        if pitcher is not None and bid is not None
        else None,
        trick_quitted=question.trick_quitted,
    )
    return remedies.find_remedy(structs.replace(incident, **facts), state.rules, table)
