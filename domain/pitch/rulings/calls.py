"""Rulings on calls: whether a call is open to its caller, and what follows from it."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct, structs

from pitch import calls, seats
from pitch.calls import Call
from pitch.cards import Card
from pitch.hand import auctions
from pitch.hand.auctions import MOST_CALLS, Auction, Contract
from pitch.match.changes import Scores
from pitch.messages import (
    BID,
    CHOICE,
    COUNT,
    PLAYER,
    TYPED,
    Argument,
    Message,
    Sentence,
    Sentences,
    all_of,
    any_of,
    point_to,
)
from pitch.rules import clauses
from pitch.rules.bearings import AUCTION, CALL
from pitch.rules.choices import REDEALS, AllPass, BiddingRounds
from pitch.rules.options import Rules, bearing_on
from pitch.rules.rulesets import RuleSet
from pitch.rulings import answers, hinges, questions
from pitch.rulings.answers import Remedy, Ruling
from pitch.rulings.incidents import Irregularity, IrregularityQuestion
from pitch.rulings.questions import OneOfTwo, Question
from pitch.rulings.remedies import remedies
from pitch.seats import Table
from pitch.types import Seat

_ONE_CALL = Message("problem.one_of_two.call")


class CallQuestion(Question, frozen=True, kw_only=True):
    """A bid or pass in question, or a card that was tabled in place of one."""

    dealer: Seat
    """The seat of the dealer of the hand, counted clockwise from 0."""
    calls: Annotated[tuple[Call, ...], Meta(max_length=MOST_CALLS)] = ()
    """The bids and passes before the one in question, in order from the dealer's left."""
    scores: Scores | None = None
    """The scores before the hand, by side; they can decide who may bid a slam."""
    call: Call | None = None
    """The bid or pass in question; absent if a card was tabled, or to ask for the legal bids."""
    tabled: Card | None = None
    """The card that was put face up on the table instead of a bid."""
    caller: Seat | None = None
    """The seat that called, if it was not that seat's turn."""


class CallRuling(Ruling, frozen=True, kw_only=True):
    """A ruling on a bid or pass: whether it is allowed, and its effect."""

    legal: bool
    """True if the bid or pass is allowed."""
    turn: Seat | None
    """The seat whose turn it is to bid; null if the bidding is over."""
    choices: tuple[Call, ...]
    """The bids open to the seat whose turn it is, and pass if passing is allowed."""
    standing: Call
    """The high bid before the bid or pass in question."""
    stands_as: Call | None = None
    """The bid or pass as which the call counts; null if another one is due."""
    contract: Contract | None = None
    """The pitcher and the bid, if the bidding is decided."""
    thrown_in: bool = False
    """True if everyone passed and the hand is thrown in."""
    may_bid: tuple[Seat, ...] = ()
    """The seats that may still bid after the call if those before them pass."""
    remedy: Remedy | None = None
    """The remedy for the call; null if none is needed."""


_LEGAL: Final = Message("ruling.call.legal")
_PITCHES: Final = Message("ruling.call.pitches", player=PLAYER, bid=BID)
_THROWN_IN: Final = Message("ruling.call.thrown_in", dealer=CHOICE)
_DEALER_SET: Final = Message("ruling.call.dealer_set", bid=BID)
_DEALER_FREE: Final = Message("ruling.call.dealer_free")
_NOT_ALLOWED: Final = Message("ruling.call.not_allowed")
_COUNTS_AS_PASS: Final = Message("ruling.call.counts_as_pass")
_COUNTS_AS_BID: Final = Message("ruling.call.counts_as_bid", bid=BID)
_AGAIN: Final = Message("ruling.call.again", rounds=CHOICE)
_NO_BID: Final = Message("ruling.call.no_bid")
_TABLED: Final = Message("ruling.call.tabled")
_OUT_OF_TURN: Final = Message("ruling.call.out_of_turn")
_BEYOND: Final = Message("ruling.call.why.beyond", rules=TYPED, points=COUNT, bid=BID)
_FIRST_TO_LEAD: Final = Message("ruling.call.why.tabled")
_HAD_TURN: Final = Message("ruling.call.why.had_turn", player=PLAYER)
_OVER: Final = Message("ruling.call.why.over")
_WAS_DUE: Final = Message("ruling.call.why.was_due", player=PLAYER)
_MAY_BID: Final = Message("ruling.call.why.may_bid", player=PLAYER, bids=any_of(BID))
_MUST_BID: Final = Message("ruling.call.why.must_bid", player=PLAYER, bids=any_of(BID))
_MUST_PASS: Final = Message("ruling.call.why.must_pass", player=PLAYER)
_NOBODY_LEFT: Final = Message("ruling.call.why.nobody_left")
_CAN_STILL: Final = Message("ruling.call.why.can_still", players=all_of(PLAYER))

OPTIONS: Final = bearing_on(AUCTION | CALL)
"""The options that a ruling on a call can depend on.

The way trump is fixed affects no call by itself, but a card can only be tabled if it fixes trump.
"""


class _CallState(Struct, frozen=True):
    """The auction before a call in question, under some rules."""

    auction: Auction
    ruleset: RuleSet
    players: tuple[Argument, ...]
    """The players by seat, as message arguments."""

    @property
    def rules(self) -> Rules:
        return self.ruleset.rules

    @property
    def choices(self) -> tuple[Call, ...]:
        """The calls open to the seat whose turn it is."""
        return auctions.legal_calls(self.auction, self.rules)

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; None if the auction is over."""
        return None if auctions.is_over(self.auction) else auctions.turn(self.auction)


def rule_on_call(question: CallQuestion, ruleset: RuleSet) -> CallRuling:
    """Return the ruling on a call or a tabled card, with its hinges.

    Raises IllegalCall if a call before it was not open, OneOfTwo unless it is a call or a card.
    """
    table = questions.table_for(question, ruleset)
    questions.check_seats(table, {"/dealer": question.dealer, "/caller": question.caller})
    if question.scores is not None:
        seats.check_by_side(table, question.scores, "/scores")
    if (question.call is None) == (question.tabled is None):
        raise OneOfTwo(_ONE_CALL(), pointer="/call")
    bids = (*question.calls, question.call or Call.FOUR)

    def judge(alternative: RuleSet) -> CallRuling:
        return _judge(question, alternative, table)

    return hinges.rule_with_hinges(judge, ruleset, table, OPTIONS, bids=bids)


def _judge(question: CallQuestion, ruleset: RuleSet, table: Table) -> CallRuling:
    """Return the ruling by the first error: the caller, the tabling, the turn, then the call."""
    state, caller = _state(question, ruleset, table), question.caller
    auction = state.auction
    if state.turn is None or (caller is not None and auctions.has_called(auction, caller)):
        return _called_again(state, caller)
    # A card on the table is a bid only if the house agreed so (S3.bid.pitch), else it goes back.
    if question.tabled is not None and not state.rules.four_by_tabling:
        return _base_ruling(state, clauses.cite(ruleset, "bid.tabling"), _NO_BID())
    if caller is not None and caller != state.turn:
        return _out_of_turn(state, question, caller, table)
    # A tabled card that is a bid is always a bid of four.
    call = question.call or Call.FOUR
    ruling = _legal(state, call) if call in state.choices else _illegal(state, call)
    return ruling if question.tabled is None else _by_tabling(ruling, ruleset)


def _state(question: CallQuestion, ruleset: RuleSet, table: Table) -> _CallState:
    deal = questions.deal_for(question, ruleset, table, question.dealer, question.scores)
    auction = auctions.begin_auction(deal)
    for index, call in enumerate(question.calls):
        with point_to(f"/calls/{index}"):
            auction = auctions.call(auction, call, ruleset)
    return _CallState(auction, ruleset, questions.player_arguments(question, table))


def _legal(state: _CallState, call: Call) -> CallRuling:
    """Return the ruling on a legal call: its contract, if any, and the seats that may still bid."""
    rules, players = state.rules, state.players
    after = auctions.call(state.auction, call, state.ruleset)
    contract, may_bid = auctions.contract(after, rules), _may_bid(after, rules)
    is_passed_out = auctions.is_passed_out(after)
    outcome = _LEGAL()
    if is_passed_out:
        outcome = _passed_out(rules)
    elif contract is not None:
        outcome = _PITCHES(player=players[contract.pitcher], bid=contract.bid)
    whys: Sentences = ()
    if not auctions.is_over(after):
        able = [players[seat] for seat in may_bid]
        whys = (_CAN_STILL(players=able) if able else _NOBODY_LEFT(),)
    deciding = auctions.deciding_clauses(state.auction, call, state.ruleset)
    ruling = _base_ruling(state, (*deciding, *_later_clauses(after, state.ruleset)), outcome)
    return structs.replace(
        ruling,
        whys=(*ruling.whys, *whys),
        legal=True,
        stands_as=call,
        contract=contract,
        thrown_in=is_passed_out and rules.all_pass in REDEALS,
        may_bid=may_bid,
    )


def _passed_out(rules: Rules) -> Sentence:
    """Return the result of an auction in which everyone passed, if the rules allow that."""
    if rules.all_pass in REDEALS:
        return _THROWN_IN(dealer=rules.all_pass)
    if rules.all_pass is AllPass.DEALER_SET:
        return _DEALER_SET(bid=rules.least_bid)
    return _DEALER_FREE()


def _illegal(state: _CallState, call: Call) -> CallRuling:
    """Return the ruling on an illegal call: if only one call was legal, it stands as that."""
    rules, choices = state.rules, state.choices
    deciding = auctions.deciding_clauses(state.auction, call, state.ruleset)
    if len(choices) != 1:
        ruling = _base_ruling(state, deciding, _NOT_ALLOWED())
        if not auctions.exceeds_total(call, rules):
            return ruling
        beyond = _BEYOND(rules=state.ruleset.name, points=rules.total, bid=call)
        return structs.replace(ruling, whys=(beyond,))
    only = choices[0]
    outcome = _COUNTS_AS_PASS() if only is Call.PASS else _COUNTS_AS_BID(bid=only)
    effect = _legal(state, only)
    return structs.replace(
        _base_ruling(state, deciding, outcome),
        stands_as=effect.stands_as,
        contract=effect.contract,
        may_bid=effect.may_bid,
    )


def _called_again(state: _CallState, caller: int | None) -> CallRuling:
    """Return the ruling on a seat that calls again after it has called, or passed."""
    rounds = state.rules.bidding_rounds
    ruling = _base_ruling(state, clauses.cite(state.ruleset, "bid.order"), _AGAIN(rounds=rounds))
    if caller is None or rounds is BiddingRounds.UNTIL_PASSED:
        return ruling
    return structs.replace(ruling, whys=(_HAD_TURN(player=state.players[caller]),))


def _by_tabling(ruling: CallRuling, ruleset: RuleSet) -> CallRuling:
    """Return the ruling on a card that is tabled as a bid, with the clauses on tabling."""
    tabling = answers.quote_topics(ruleset, "bid.tabling")
    if not ruling.legal:
        return structs.replace(ruling, clauses=(*ruling.clauses, *tabling))
    return structs.replace(
        ruling,
        outcome=_TABLED(),
        details=(ruling.outcome,),
        whys=(_FIRST_TO_LEAD(), *ruling.whys),
        basis=tabling[0].basis,
        clauses=(*tabling, *ruling.clauses),
    )


def _out_of_turn(
    state: _CallState, question: CallQuestion, caller: int, table: Table
) -> CallRuling:
    """Return the ruling on a call out of turn: void, and it may cost its side something."""
    irregularity = IrregularityQuestion(
        irregularity=Irregularity.CALL_OUT_OF_TURN,
        players=table.players,
        sides=table.sides,
        names=question.names,
        offender=caller,
        call=question.call or Call.FOUR,
    )
    remedy = remedies.find_remedy(irregularity, state.rules, table)
    clause_ids = clauses.cite(state.ruleset, *remedy.topics)
    return structs.replace(
        _base_ruling(state, clause_ids, _OUT_OF_TURN()),
        details=(remedy.outcome, *remedy.details),
        whys=(_WAS_DUE(player=state.players[auctions.turn(state.auction)]),),
        remedy=remedy.remedy,
    )


def _base_ruling(state: _CallState, clause_ids: Iterable[str], outcome: Sentence) -> CallRuling:
    """Return a ruling against a call, with the turn and its choices; callers add to it."""
    quotes = clauses.quote(state.ruleset, clause_ids)
    turn, choices = state.turn, state.choices
    # Every ruling tells whose turn it is, so that play can go on from it.
    return CallRuling(
        outcome=outcome,
        whys=(_OVER() if turn is None else _open_to(state.players[turn], choices),),
        basis=quotes[0].basis,
        clauses=quotes,
        legal=False,
        turn=turn,
        choices=choices,
        standing=auctions.high(state.auction),
    )


def _open_to(player: Argument, choices: Sequence[Call]) -> Sentence:
    """Return the calls that are open to the player whose turn it is, as a sentence."""
    bids = [choice for choice in choices if choice is not Call.PASS]
    if not bids:
        return _MUST_PASS(player=player)
    message = _MAY_BID if Call.PASS in choices else _MUST_BID
    return message(player=player, bids=calls.alternatives(bids))


def _may_bid(auction: Auction, rules: Rules) -> tuple[int, ...]:
    """Return the seats that may do more than pass if those before them pass."""
    able = []
    while not auctions.is_over(auction):
        if auctions.legal_calls(auction, rules) != (Call.PASS,):
            able.append(auctions.turn(auction))
        auction = auctions.with_call(auction, Call.PASS)
    return tuple(able)


def _later_clauses(after: Auction, ruleset: RuleSet) -> tuple[str, ...]:
    """Return the clauses on taking over the highest bids, and on the winner of the auction."""
    topics = []
    standing = auctions.high(after)
    if not auctions.is_over(after) and calls.rank(standing) >= ruleset.rules.total:
        topics.append("bid.stealslam" if standing.is_slam else "bid.steal")
    if auctions.contract(after, ruleset.rules) is not None:
        topics.append("bid.win")
    return clauses.cite(ruleset, *topics)
