"""Rulings on irregularities: the remedy, what it rests on, and what it turns on."""

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
    """What is done about it."""


OPTIONS: Final = bearing_on(REMEDY)
"""The choices that a remedy can depend on."""


def rule_on_irregularity(question: IrregularityQuestion, ruleset: RuleSet) -> IrregularityRuling:
    """The remedy for an irregularity (C77, C84 to C87), what it rests on and what it turns on."""
    table = questions.table_for(question, ruleset)
    incidents.check_irregularity(question, ruleset, table)
    # The usual sides are not the same in every document, but those who ask sit as they sit.
    question = structs.replace(question, sides=table.sides)
    return hinges.rule_with_hinges(lambda other: _judge(question, other), ruleset, table, OPTIONS)


def _judge(question: IrregularityQuestion, ruleset: RuleSet) -> IrregularityRuling:
    """The ruling by one rule set, refused where its table, cards or bids are not so."""
    table = questions.table_for(question, ruleset)
    if question.led is not None:
        rulesets.check_cards(ruleset, table, [("/led", question.led)])
    bid = question.contract.bid if question.contract else None
    if bid and calls.is_slam(bid) and bid not in auctions.ordinary_bids(ruleset.rules):
        raise IllegalCall(auctions.NO_BID(bid=bid), pointer="/contract/bid")
    found = remedies.find_remedy(question, ruleset.rules, table)
    cited = answers.quote_topics(ruleset, *found.topics)
    return IrregularityRuling(
        outcome=found.outcome,
        details=found.details,
        whys=found.whys,
        basis=cited[0].basis,
        clauses=cited,
        remedy=found.remedy,
    )
