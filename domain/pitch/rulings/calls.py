"""Rulings on calls: whether a call is open to who made it, and what comes of it (C01 to C22)."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Final

from msgspec import Meta, structs

from pitch import calls, seats
from pitch.calls import Call
from pitch.cards import Card
from pitch.hand import auctions, deals
from pitch.hand.auctions import MOST_CALLS, Auction, Contract, IllegalCall
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
    any_of,
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

Players = tuple[Argument, ...]
"""Who plays, by seat, as sentences are about them."""


class CallQuestion(Question, frozen=True, kw_only=True):
    """A bid or pass in question, or a card that was tabled in place of one."""

    dealer: Seat
    calls: Annotated[
        tuple[Call, ...],
        Meta(
            max_length=MOST_CALLS,
            description="The bids and passes before it, from the dealer's left.",
        ),
    ] = ()
    scores: Annotated[
        Scores | None,
        Meta(description="The scores before the hand, by side; who may bid a slam can turn on it."),
    ] = None
    call: Call | None = None
    """The bid or pass in question; absent if a card was tabled, or to ask what may be bid."""
    tabled: Annotated[
        Card | None, Meta(description="A card put face up on the table instead of a bid.")
    ] = None
    caller: Annotated[Seat | None, Meta(description="Who called, if not who was in turn.")] = None


class CallRuling(Ruling, frozen=True, kw_only=True):
    """Whether a bid or pass is allowed, and what comes of it."""

    legal: bool
    """Whether the bid or pass is allowed."""
    turn: Annotated[
        Seat | None, Meta(description="Whose turn it is; null when the bidding is over.")
    ]
    choices: Annotated[
        tuple[Call, ...],
        Meta(description="The bids open to whose turn it is, and pass if that is."),
    ]
    standing: Annotated[Call, Meta(description="The high bid before it.")]
    stands_as: Annotated[
        Call | None, Meta(description="What it counts as; null if another bid or pass is due.")
    ] = None
    contract: Annotated[Contract | None, Meta(description="If the auction is decided.")] = None
    thrown_in: Annotated[
        bool, Meta(description="Whether all passed and the hand is thrown in.")
    ] = False
    may_bid: Annotated[
        tuple[Seat, ...],
        Meta(description="Who may still bid after it when those before them pass."),
    ] = ()
    remedy: Remedy | None = None
    """What is done about it; null where nothing has to be."""


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
_CAN_STILL: Final = Message("ruling.call.why.can_still", players=any_of(PLAYER))

OPTIONS: Final = bearing_on(AUCTION | CALL)
"""The choices that a ruling on a call can depend on.

How trump is fixed bears on no call by itself, but a card can only be tabled where it fixes trump.
"""


def rule_on_call(question: CallQuestion, ruleset: RuleSet) -> CallRuling:
    """The ruling on a call or a tabled card (C10 to C22), and what it turns on.

    IllegalCall if a call before it was not open; OneOfTwo unless it is a call or a card.
    """
    table = questions.table_for(question, ruleset)
    questions.check_seats(table, {"/dealer": question.dealer, "/caller": question.caller})
    if question.scores is not None:
        seats.check_by_side(table, question.scores, "/scores")
    if (question.call is None) == (question.tabled is None):
        raise OneOfTwo(_ONE_CALL(), pointer="/call")
    said = (*question.calls, question.call or Call.FOUR)
    return hinges.rule_with_hinges(
        lambda other: _judge(question, other, table), ruleset, table, OPTIONS, said=said
    )


def _judge(question: CallQuestion, ruleset: RuleSet, table: Table) -> CallRuling:
    """Whether it was the caller's turn and a call at all, and only then whether it was open."""
    auction = _begun(question, ruleset, table)
    caller, players = question.caller, questions.player_arguments(question, table)
    if auctions.is_over(auction) or (caller is not None and auctions.has_called(auction, caller)):
        return _called_again(caller, auction, ruleset, players)
    # A card on the table is a bid only where a house agreed so (S3); elsewhere it goes back.
    if question.tabled is not None and not ruleset.rules.four_by_tabling:
        return _no_bid(auction, ruleset, players)
    if caller is not None and caller != auctions.turn(auction):
        return _out_of_turn(question, caller, auction, ruleset, table)
    # Where tabling is a bid it is always a bid of four.
    made = question.call or Call.FOUR
    ruling = _legal if made in auctions.legal_calls(auction, ruleset.rules) else _illegal
    judged = ruling(made, auction, ruleset, players)
    return judged if question.tabled is None else _by_tabling(judged, ruleset)


def _begun(question: CallQuestion, ruleset: RuleSet, table: Table) -> Auction:
    """The auction before the call in question."""
    deal = deals.build_deal(
        ruleset, questions.seating_for(table, question.names), question.dealer, question.scores
    )
    auction = auctions.begin_auction(deal)
    for place, made in enumerate(question.calls):
        try:
            auction = auctions.call(auction, made, ruleset)
        except IllegalCall as refused:
            raise IllegalCall(refused.message, pointer=f"/calls/{place}") from None
    return auction


def _legal(made: Call, auction: Auction, ruleset: RuleSet, players: Players) -> CallRuling:
    """A call that may be made: whether it decides the auction, and who may still bid."""
    rules = ruleset.rules
    after = auctions.call(auction, made, ruleset)
    contract = auctions.contract(after, rules)
    passed_out = auctions.is_passed_out(after)
    outcome = _LEGAL()
    if passed_out:
        outcome = _passed_out(rules)
    elif contract is not None:
        outcome = _PITCHES(player=players[contract.pitcher], bid=contract.bid)
    decided = auctions.deciding_clauses(auction, made, ruleset)
    ruling = _ruled(auction, ruleset, players, (*decided, *_afterwards(after, ruleset)), outcome)
    return structs.replace(
        ruling,
        whys=(*ruling.whys, *_still(after, rules, players)),
        legal=True,
        stands_as=made,
        contract=contract,
        thrown_in=passed_out and rules.all_pass in REDEALS,
        may_bid=_may_bid(after, rules),
    )


def _passed_out(rules: Rules) -> Sentence:
    """What it comes to that everyone passed, where the rules allow that."""
    if rules.all_pass in REDEALS:
        return _THROWN_IN(dealer=rules.all_pass)
    if rules.all_pass is AllPass.DEALER_SET:
        return _DEALER_SET(bid=rules.least_bid)
    return _DEALER_FREE()


def _illegal(made: Call, auction: Auction, ruleset: RuleSet, players: Players) -> CallRuling:
    """A call that was not open: if only one was, it stands as that."""
    decided = auctions.deciding_clauses(auction, made, ruleset)
    choices = auctions.legal_calls(auction, ruleset.rules)
    if len(choices) != 1:
        ruling = _ruled(auction, ruleset, players, decided, _NOT_ALLOWED())
        if not auctions.exceeds_total(made, ruleset.rules):
            return ruling
        beyond = _BEYOND(rules=ruleset.name, points=ruleset.rules.total, bid=made)
        return structs.replace(ruling, whys=(beyond,))
    only = choices[0]
    outcome = _COUNTS_AS_PASS() if only is Call.PASS else _COUNTS_AS_BID(bid=only)
    ruling = _ruled(auction, ruleset, players, decided, outcome)
    stood = _legal(only, auction, ruleset, players)
    return structs.replace(
        ruling, stands_as=stood.stands_as, contract=stood.contract, may_bid=stood.may_bid
    )


def _called_again(
    caller: int | None, auction: Auction, ruleset: RuleSet, players: Players
) -> CallRuling:
    """C15: who has called, or passed, does not call again."""
    rounds = ruleset.rules.bidding_rounds
    order = clauses.cite(ruleset, "bid.order")
    ruling = _ruled(auction, ruleset, players, order, _AGAIN(rounds=rounds))
    if caller is None or rounds is BiddingRounds.UNTIL_PASSED:
        return ruling
    return structs.replace(ruling, whys=(_HAD_TURN(player=players[caller]),))


def _no_bid(auction: Auction, ruleset: RuleSet, players: Players) -> CallRuling:
    """C13 where a tabled card is nothing but a card that was seen."""
    tabling = clauses.cite(ruleset, "bid.tabling")
    return _ruled(auction, ruleset, players, tabling, _NO_BID())


def _by_tabling(ruling: CallRuling, ruleset: RuleSet) -> CallRuling:
    """C13 where a tabled card is a bid of four."""
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
    question: CallQuestion, caller: int, auction: Auction, ruleset: RuleSet, table: Table
) -> CallRuling:
    """C16: the call is void, and may cost the caller's side something."""
    irregular = IrregularityQuestion(
        irregularity=Irregularity.CALL_OUT_OF_TURN,
        players=table.players,
        sides=table.sides,
        names=question.names,
        offender=caller,
        call=question.call or Call.FOUR,
    )
    found = remedies.find_remedy(irregular, ruleset.rules, table)
    cited = clauses.cite(ruleset, *found.topics)
    players = questions.player_arguments(question, table)
    return structs.replace(
        _ruled(auction, ruleset, players, cited, _OUT_OF_TURN()),
        details=(found.outcome, *found.details),
        whys=(_WAS_DUE(player=players[auctions.turn(auction)]),),
        remedy=found.remedy,
    )


def _ruled(
    auction: Auction,
    ruleset: RuleSet,
    players: Players,
    cited: Iterable[str],
    outcome: Sentence,
) -> CallRuling:
    """A ruling against a call, to be made more of."""
    choices = auctions.legal_calls(auction, ruleset.rules)
    quoted = clauses.quote(ruleset, cited)
    # Whose call it is stands in every ruling, so that play can go on from it.
    turn = None if auctions.is_over(auction) else auctions.turn(auction)
    return CallRuling(
        outcome=outcome,
        whys=(_OVER() if turn is None else _open_to(players[turn], choices),),
        basis=quoted[0].basis,
        clauses=quoted,
        legal=False,
        turn=turn,
        choices=choices,
        standing=auctions.high(auction),
    )


def _open_to(player: Argument, choices: Sequence[Call]) -> Sentence:
    """What who is to bid or pass can say."""
    bids = [choice for choice in choices if choice is not Call.PASS]
    if not bids:
        return _MUST_PASS(player=player)
    said = _MAY_BID if Call.PASS in choices else _MUST_BID
    return said(player=player, bids=calls.alternatives(bids))


def _may_bid(auction: Auction, rules: Rules) -> tuple[int, ...]:
    """The seats that have more than a pass when those before them pass."""
    able = []
    while not auctions.is_over(auction):
        choices = auctions.legal_calls(auction, rules)
        if choices != (Call.PASS,):
            able.append(auctions.turn(auction))
        auction = auctions.with_call(auction, Call.PASS)
    return tuple(able)


def _still(after: Auction, rules: Rules, players: Players) -> Sentences:
    """Who can still bid; nothing where the bidding is over."""
    able = _may_bid(after, rules)
    if auctions.is_over(after):
        return ()
    return (_CAN_STILL(players=[players[seat] for seat in able]) if able else _NOBODY_LEFT(),)


def _afterwards(after: Auction, ruleset: RuleSet) -> tuple[str, ...]:
    """The clauses on who may still take the highest bids over, and on who has won."""
    topics = []
    standing = auctions.high(after)
    if not auctions.is_over(after) and calls.rank(standing) >= ruleset.rules.total:
        topics.append("bid.stealslam" if calls.is_slam(standing) else "bid.steal")
    if auctions.contract(after, ruleset.rules) is not None:
        topics.append("bid.win")
    return clauses.cite(ruleset, *topics)
