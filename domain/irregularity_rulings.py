"""Rulings on irregularities: the remedy, what it rests on, and what it turns on."""

from typing import Final

from domain import irregularities, remedies, rulings
from domain.irregularities import Dispute
from domain.remedies import Remedy
from domain.rulesets import RuleSet
from domain.rulings import Ruling
from domain.tables import Table


class IrregularityRuling(Ruling, frozen=True, kw_only=True):
    """The remedy for an irregularity."""

    remedy: Remedy


OPTIONS: Final = (
    "call_out_of_turn",
    "trump_by",
    "led_card_stands",
    "revoke",
    "misdeal",
    "exposed_card",
)
"""The choices that a remedy can depend on."""


def rule(dispute: Dispute, ruleset: RuleSet) -> IrregularityRuling:
    """The remedy for an irregularity, what it rests on, and what it turns on."""
    table = rulings.table_of(dispute, ruleset)
    irregularities.check(dispute, table)
    return rulings.rule(lambda other: _judge(dispute, other, table), ruleset, table, OPTIONS)


def _judge(dispute: Dispute, ruleset: RuleSet, table: Table) -> IrregularityRuling:
    found = remedies.find(dispute, ruleset.rules, table)
    cited = rulings.quoted(ruleset, *found.topics)
    return IrregularityRuling(
        outcome=found.outcome,
        why=found.why,
        basis=rulings.basis_of(cited),
        clauses=cited,
        remedy=found.remedy,
    )
