"""Rulings on irregularities: the remedy, its clauses and its hinges."""

from typing import Final

from msgspec import structs

from pitch import calls
from pitch.hand import auctions
from pitch.hand.auctions import IllegalCall
from pitch.rules import rulesets
from pitch.rules.bearings import REMEDY
from pitch.rules.options import bearing_on
from pitch.rules.rulesets import RuleSet
from pitch.rulings import answers, hinges, incidents, questions
from pitch.rulings.answers import Remedy, Ruling
from pitch.rulings.incidents import IrregularityQuestion
from pitch.rulings.remedies import remedies


class IrregularityRuling(Ruling, frozen=True, kw_only=True):
    """The remedy for an irregularity."""

    remedy: Remedy
    """The remedy that the rules prescribe."""


OPTIONS: Final = bearing_on(REMEDY)
"""The options that a remedy can depend on."""


def rule_on_irregularity(question: IrregularityQuestion, ruleset: RuleSet) -> IrregularityRuling:
    """Return the remedy for an irregularity (C77, C84 to C87), with its clauses and hinges."""
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
    if bid and calls.is_slam(bid) and bid not in auctions.ordinary_bids(ruleset.rules):
        raise IllegalCall(auctions.NO_BID(bid=bid), pointer="/contract/bid")
    remedy = remedies.find_remedy(question, ruleset.rules, table)
    quotes = answers.quote_topics(ruleset, *remedy.topics)
    return IrregularityRuling(
        outcome=remedy.outcome,
        details=remedy.details,
        whys=remedy.whys,
        basis=quotes[0].basis,
        clauses=quotes,
        remedy=remedy.remedy,
    )
