"""Rulings on irregularities: remedies by kind, and those of deal, talk and score."""

from typing import Final

from msgspec import structs

from pitch import seats
from pitch.hand import auctions
from pitch.hand.auctions import IllegalCall
from pitch.messages import COUNT, SIDE, Message
from pitch.rules import rulesets
from pitch.rules.bearings import REMEDY
from pitch.rules.choices import ExposedCard, Misdeal
from pitch.rules.options import Rules, bearing_on
from pitch.rules.rulesets import RuleSet
from pitch.rulings import answers, hinges, incidents, questions
from pitch.rulings.answers import ReasonedRemedy, Remedy, RemedyAction, Ruling
from pitch.rulings.incidents import Case, FindRemedy, Irregularity, IrregularityQuestion
from pitch.rulings.remedies import calls_and_leads, revokes
from pitch.seats import Table

_HAND_STANDS: Final = Message("ruling.remedy.hand_stands")
_SCORED_ALREADY: Final = Message("ruling.remedy.why.scored_already")
_REDEAL_PAID: Final = Message("ruling.remedy.redeal_paid", points=COUNT)
_WRONG_CARDS: Final = Message("ruling.remedy.why.wrong_cards", cards=COUNT)
_DEAL_AGAIN: Final = Message("ruling.remedy.deal_again")
_SEEN_EARLY: Final = Message("ruling.remedy.why.seen_early")
_PLAY_WITH: Final = Message("ruling.remedy.play_with")
_LIKE_ANY: Final = Message("ruling.remedy.why.like_any")
_WARNED: Final = Message("ruling.remedy.warned", side=SIDE)
_FIRST_TIME: Final = Message("ruling.remedy.why.first_time")
_LOSES: Final = Message("ruling.remedy.loses", side=SIDE, points=COUNT)
_WARNED_BEFORE: Final = Message("ruling.remedy.why.warned_before", side=SIDE)
_SCORE_STANDS: Final = Message("ruling.remedy.score_stands")
_FINAL: Final = Message("ruling.remedy.why.final")
_ADD_AGAIN: Final = Message("ruling.remedy.add_again")
_NOT_OVER: Final = Message("ruling.remedy.why.not_over")


def find_remedy(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
    """Return the remedy for an irregularity at a table."""
    return _REMEDIES[question.irregularity](Case(question, rules, table))


def _misdeal(case: Case) -> ReasonedRemedy:
    """Return the remedy of a misdeal: dealt again, unless the hand was already scored."""
    rules, table, topics = case.rules, case.table, ("irregular.misdeal",)
    if case.question.hand_scored:
        remedy = case.remedy(RemedyAction.SCORE_STANDS)
        return ReasonedRemedy(remedy, _HAND_STANDS(), (_SCORED_ALREADY(),), topics=topics)
    dealer = _dealer(case)
    points: dict[int, int] = {}
    outcome = incidents.DEALT_AGAIN(dealer=Misdeal.SAME_DEALER)
    if rules.misdeal is Misdeal.NEXT_DEALER:
        # Some houses let a misdeal cost the deal; most give it to the same player again.
        dealer = seats.next_seat(table, dealer)
        outcome = incidents.DEALT_AGAIN(dealer=Misdeal.NEXT_DEALER)
    elif rules.misdeal is Misdeal.POINTS_TO_OTHERS:
        others = set(range(table.side_count)) - {case.side}
        points = dict.fromkeys(others, rules.misdeal_penalty)
        outcome = _REDEAL_PAID(points=rules.misdeal_penalty)
    why = _WRONG_CARDS(cards=table.dealt)
    return ReasonedRemedy(case.redeal(dealer, points), outcome, (why,), topics=topics)


def _exposed_card(case: Case) -> ReasonedRemedy:
    """Return the remedy of an exposed card: dealt again by the same dealer, or played on with."""
    topics = ("irregular.exposed",)
    if case.rules.exposed_card is ExposedCard.REDEAL:
        remedy = case.redeal(_dealer(case), {})
        return ReasonedRemedy(remedy, _DEAL_AGAIN(), (_SEEN_EARLY(),), topics=topics)
    remedy = case.remedy(RemedyAction.PLAY_ON)
    return ReasonedRemedy(remedy, _PLAY_WITH(), (_LIKE_ANY(),), topics=topics)


def _dealer(case: Case) -> int:
    """Return the dealer: for a fault of the deal the offender, unless the question tells."""
    dealer = case.question.dealer
    return case.question.offender if dealer is None else dealer


def _table_talk(case: Case) -> ReasonedRemedy:
    """Return the remedy of table talk: a warning, then points."""
    side, topics = case.side_argument, ("irregular.talk",)
    if not case.question.warned:
        remedy = case.remedy(RemedyAction.WARNING)
        return ReasonedRemedy(remedy, _WARNED(side=side), (_FIRST_TIME(),), topics=topics)
    points = case.rules.table_talk_penalty
    outcome, why = _LOSES(side=side, points=points), _WARNED_BEFORE(side=side)
    return ReasonedRemedy(case.fine(points), outcome, (why,), topics=topics)


def _wrong_score(case: Case) -> ReasonedRemedy:
    """Return the remedy of a wrong score: corrected while the match lasts, with all later hands."""
    # Before the end a wrong score is corrected even if that shows that the match had ended.
    if case.question.match_over:
        remedy = case.remedy(RemedyAction.SCORE_STANDS)
        return ReasonedRemedy(remedy, _SCORE_STANDS(), (_FINAL(),), topics=("irregular.score",))
    remedy = case.remedy(RemedyAction.SCORE_CORRECTED)
    topics = ("irregular.score", "win.out")
    return ReasonedRemedy(remedy, _ADD_AGAIN(), (_NOT_OVER(),), topics=topics)


_REMEDIES: Final[dict[Irregularity, FindRemedy]] = {
    Irregularity.CALL_OUT_OF_TURN: calls_and_leads.call_out_of_turn,
    Irregularity.CARD_PULLED_BACK: calls_and_leads.card_pulled_back,
    Irregularity.WRONG_LEADER: calls_and_leads.wrong_leader,
    Irregularity.REVOKE: revokes.revoke,
    Irregularity.HAND_STOPPED_EARLY: calls_and_leads.hand_stopped_early,
    Irregularity.MISDEAL: _misdeal,
    Irregularity.EXPOSED_CARD: _exposed_card,
    Irregularity.TABLE_TALK: _table_talk,
    Irregularity.WRONG_SCORE: _wrong_score,
}


class IrregularityRuling(Ruling, frozen=True, kw_only=True):
    """The remedy for an irregularity."""

    remedy: Remedy
    """The remedy that the rules prescribe."""


OPTIONS: Final = bearing_on(REMEDY)
"""The options that a remedy can depend on."""


def rule_on_irregularity(question: IrregularityQuestion, ruleset: RuleSet) -> IrregularityRuling:
    """Return the remedy for an irregularity, with its clauses and hinges."""
    table = questions.table_for(question, ruleset)
    incidents.check_irregularity(question, ruleset, table)
    # The usual sides differ between documents, but these players keep their seats.
    question = structs.replace(question, sides=table.sides)
    return hinges.rule_with_hinges(
        lambda alternative: _judge(question, alternative), ruleset, table, OPTIONS
    )


def _judge(question: IrregularityQuestion, ruleset: RuleSet) -> IrregularityRuling:
    """Return the ruling by one rule set. Refuses a table, card or bid that it does not have."""
    table = questions.table_for(question, ruleset)
    if question.led is not None:
        rulesets.check_cards(ruleset, table, [("/led", question.led)])
    bid = question.contract.bid if question.contract else None
    if bid and bid.is_slam and bid not in auctions.ordinary_bids(ruleset.rules):
        raise IllegalCall(auctions.NO_BID(bid=bid), pointer="/contract/bid")
    remedy = find_remedy(question, ruleset.rules, table)
    quotes = answers.quote_topics(ruleset, *remedy.topics)
    return IrregularityRuling(
        outcome=remedy.outcome,
        details=remedy.details,
        whys=remedy.whys,
        basis=quotes[0].basis,
        clauses=quotes,
        remedy=remedy.remedy,
    )
