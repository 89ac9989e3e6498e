"""Rulings on calls: whether a call is open to who made it, and what comes of it (C01 to C22)."""

from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import Meta, structs

from domain import calls, seats
from domain.calls import Call
from domain.cards import Card
from domain.hand import auctions, deals
from domain.hand.auctions import MOST_CALLS, Auction, Contract, IllegalCall
from domain.match.changes import Scores
from domain.rules import clauses, rulesets
from domain.rules.choices import REDEALS, AllPass, BiddingRounds
from domain.rules.options import Rules
from domain.rules.rulesets import RuleSet
from domain.rulings import answers, hinges, questions, remedies
from domain.rulings.answers import Remedy, Ruling
from domain.rulings.incidents import Irregularity, IrregularityQuestion
from domain.rulings.questions import OneOfTwo, Question
from domain.seats import Table
from domain.types import Seat
from domain.wording import either, nth_player, sentence


class CallQuestion(Question, frozen=True, kw_only=True):
    """A call in question, or a card that was tabled in place of one."""

    dealer: Seat
    calls: Annotated[
        tuple[Call, ...],
        Meta(max_length=MOST_CALLS, description="The calls before it, from the dealer's left."),
    ] = ()
    scores: Annotated[
        Scores | None,
        Meta(description="The scores before the hand, by side; who may bid a slam can turn on it."),
    ] = None
    call: Call | None = None
    """The call in question; absent if a card was tabled, or to ask what may be called."""
    tabled: Annotated[
        Card | None, Meta(description="A card put face up on the table instead of a call.")
    ] = None
    caller: Annotated[Seat | None, Meta(description="Who called, if not who was in turn.")] = None


class CallRuling(Ruling, frozen=True, kw_only=True):
    """Whether a call is legal, and what comes of it."""

    legal: bool
    """Whether the call may be made."""
    turn: Annotated[Seat | None, Meta(description="Who is to call; null when all have called.")]
    choices: Annotated[tuple[Call, ...], Meta(description="The calls open to who is to call.")]
    standing: Annotated[Call, Meta(description="The highest call before it.")]
    stands_as: Annotated[
        Call | None, Meta(description="What it counts as; null if another call is due.")
    ] = None
    contract: Annotated[Contract | None, Meta(description="If the auction is decided.")] = None
    thrown_in: Annotated[bool, Meta(description="Whether all passed and the deal is void.")] = False
    may_bid: Annotated[
        tuple[Seat, ...],
        Meta(description="Who may still bid after it when those before them pass."),
    ] = ()
    remedy: Remedy | None = None
    """What is done about it; null where nothing has to be."""


OPTIONS: Final = (
    "bids",
    "dealer_alone_bids",
    "dealer_matches",
    "dealer_matches_slam",
    "dealer_may_raise",
    "ascending",
    "all_pass",
    "bidding_rounds",
    "four_by_tabling",
    "trump_by",
    "slam",
    "slam_open",
    "call_out_of_turn",
)
"""The choices that a ruling on a call can depend on.

How trump is fixed bears on no call by itself, but a card can only be tabled where it fixes trump.
"""


def rule(question: CallQuestion, ruleset: RuleSet) -> CallRuling:
    """The ruling on a call or a tabled card (C10 to C22), and what it turns on.

    IllegalCall if a call before it was not open; OneOfTwo unless it is a call or a card.
    """
    table = questions.table_of(question, ruleset)
    questions.check_seats(table, {"/dealer": question.dealer, "/caller": question.caller})
    if question.scores is not None:
        seats.check_by_side(table, question.scores, "/scores")
    if (question.call is None) == (question.tabled is None):
        raise OneOfTwo("Ask about a call or about a tabled card.", pointer="/call")
    said = (*question.calls, question.call or Call.FOUR)
    return hinges.rule(
        lambda other: _judge(question, other, table), ruleset, table, OPTIONS, said=said
    )


def _judge(question: CallQuestion, ruleset: RuleSet, table: Table) -> CallRuling:
    auction = _begun(question, ruleset, table)
    caller = question.caller
    if auctions.is_over(auction) or (caller is not None and auctions.has_called(auction, caller)):
        return _called_again(auction, ruleset)
    # A card on the table is a bid only where a house agreed so (S3); elsewhere it goes back.
    if question.tabled is not None and not ruleset.rules.four_by_tabling:
        return _no_bid(auction, ruleset)
    if caller is not None and caller != auctions.turn(auction):
        return _out_of_turn(question, caller, auction, ruleset, table)
    # Where tabling is a bid it is always a bid of four.
    made = question.call or Call.FOUR
    ruling = _legal if made in auctions.legal_calls(auction, ruleset.rules) else _illegal
    judged = ruling(made, auction, ruleset)
    return judged if question.tabled is None else _by_tabling(judged, ruleset)


def _begun(question: CallQuestion, ruleset: RuleSet, table: Table) -> Auction:
    """The auction before the call in question."""
    deal = deals.met(ruleset, questions.seated(table), question.dealer, question.scores)
    auction = auctions.of(deal)
    for place, made in enumerate(question.calls):
        try:
            auction = auctions.call(auction, made, ruleset)
        except IllegalCall as refused:
            raise IllegalCall(refused.message, pointer=f"/calls/{place}") from None
    return auction


def _legal(made: Call, auction: Auction, ruleset: RuleSet) -> CallRuling:
    """A call that may be made: whether it decides the auction, and who may still bid."""
    rules = ruleset.rules
    after = auctions.call(auction, made, ruleset)
    contract = auctions.contract(after, rules)
    passed_out = auctions.is_passed_out(after)
    outcome = "Legal."
    if passed_out:
        outcome = f"Legal: {_PASSED_OUT[rules.all_pass].format(rules.least_bid.value)}."
    elif contract is not None:
        outcome = f"Legal: {nth_player(contract.pitcher)} pitches for {contract.bid.value}."
    decided = auctions.deciding_clauses(auction, made, ruleset)
    ruling = _ruled(auction, ruleset, (*decided, *_afterwards(after, ruleset)), outcome)
    return structs.replace(
        ruling,
        whys=(*ruling.whys, *map(answers.told, filter(None, [_still(after, rules).strip()]))),
        legal=True,
        stands_as=made,
        contract=contract,
        thrown_in=passed_out and rules.all_pass in REDEALS,
        may_bid=_may_bid(after, rules),
    )


_PASSED_OUT: Final = {
    AllPass.REDEAL_SAME_DEALER: "the deal is void and the same dealer deals",
    AllPass.REDEAL_NEXT_DEALER: "the deal is void and the next dealer deals",
    AllPass.DEALER_SET: "nothing is played and the dealer's side loses {}",
    AllPass.DEALER_FREE: "the dealer pitches without a bid",
}


def _illegal(made: Call, auction: Auction, ruleset: RuleSet) -> CallRuling:
    """A call that was not open: if only one was, it stands as that."""
    decided = auctions.deciding_clauses(auction, made, ruleset)
    choices = auctions.legal_calls(auction, ruleset.rules)
    beyond = rulesets.beyond_total(made, ruleset.rules.total, ruleset.name)
    if len(choices) != 1:
        ruling = _ruled(auction, ruleset, decided, "Illegal: another call is due.")
        return structs.replace(ruling, whys=(answers.told(beyond),) if beyond else ruling.whys)
    outcome = f"Illegal: it stands as {choices[0].value}."
    ruling = _ruled(auction, ruleset, decided, outcome)
    stood = _legal(choices[0], auction, ruleset)
    return structs.replace(
        ruling, stands_as=stood.stands_as, contract=stood.contract, may_bid=stood.may_bid
    )


def _called_again(auction: Auction, ruleset: RuleSet) -> CallRuling:
    """C15: who has called, or passed, does not call again."""
    once, why = "everyone calls once", "Everyone calls once, and this seat has called."
    if ruleset.rules.bidding_rounds is BiddingRounds.UNTIL_PASSED:
        once, why = "who has passed is out", "Whoever has passed calls no more."
    order = clauses.cite(ruleset, "bid.order")
    ruling = _ruled(auction, ruleset, order, f"Illegal: {once}.")
    return structs.replace(ruling, whys=(answers.told(why),))


def _no_bid(auction: Auction, ruleset: RuleSet) -> CallRuling:
    """C13 where a tabled card is nothing but a card that was seen."""
    tabling = clauses.cite(ruleset, "bid.tabling")
    return _ruled(auction, ruleset, tabling, "No bid: the card goes back and a call is due.")


def _by_tabling(ruling: CallRuling, ruleset: RuleSet) -> CallRuling:
    """C13 where a tabled card is a bid of four."""
    tabling = answers.quoted(ruleset, "bid.tabling")
    if not ruling.legal:
        return structs.replace(ruling, clauses=(*ruling.clauses, *tabling))
    return structs.replace(
        ruling,
        outcome=answers.told("Legal as a bid of four."),
        details=(ruling.outcome,),
        whys=(
            answers.told("The tabled card is a bid of four and the first lead."),
            *ruling.whys,
        ),
        basis=answers.basis_of(tabling),
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
        offender=caller,
        call=question.call or Call.FOUR,
    )
    found = remedies.find(irregular, ruleset.rules, table)
    cited = clauses.cite(ruleset, *found.topics)
    ruling = _ruled(auction, ruleset, cited, "Out of turn.")
    why = f"It was the turn of {nth_player(auctions.turn(auction))}."
    return structs.replace(
        ruling, details=(found.outcome,), whys=(answers.told(why),), remedy=found.remedy
    )


def _ruled(auction: Auction, ruleset: RuleSet, cited: Iterable[str], outcome: str) -> CallRuling:
    """A ruling against a call, to be made more of."""
    choices = auctions.legal_calls(auction, ruleset.rules)
    quoted = clauses.quoted(ruleset, cited)
    # Whose call it is stands in every ruling, so that play can go on from it.
    turn = None if auctions.is_over(auction) else auctions.turn(auction)
    open_calls = calls.listed(choices)
    return CallRuling(
        outcome=answers.told(outcome),
        whys=(
            answers.told(
                "Everyone has called."
                if turn is None
                else f"{sentence(nth_player(turn))} could call {open_calls}."
            ),
        ),
        basis=answers.basis_of(quoted),
        clauses=quoted,
        legal=False,
        turn=turn,
        choices=choices,
        standing=auctions.high(auction),
    )


def _may_bid(auction: Auction, rules: Rules) -> tuple[int, ...]:
    """The seats that have more than a pass when those before them pass."""
    able = []
    while not auctions.is_over(auction):
        choices = auctions.legal_calls(auction, rules)
        if choices != (Call.PASS,):
            able.append(auctions.turn(auction))
        auction = auctions.with_call(auction, Call.PASS)
    return tuple(able)


def _still(after: Auction, rules: Rules) -> str:
    able = _may_bid(after, rules)
    if auctions.is_over(after):
        return ""
    if not able:
        return " Nobody after that may do more than pass."
    return f" After that {either(map(nth_player, able))} may still bid."


def _afterwards(after: Auction, ruleset: RuleSet) -> tuple[str, ...]:
    """The clauses on who may still take the highest bids over, and on who has won."""
    topics = []
    standing = auctions.high(after)
    if not auctions.is_over(after) and calls.rank(standing) >= ruleset.rules.total:
        topics.append("bid.stealslam" if calls.is_slam(standing) else "bid.steal")
    if auctions.contract(after, ruleset.rules) is not None:
        topics.append("bid.win")
    return clauses.cite(ruleset, *topics)
