"""Remedies: the remedy for every kind of irregularity."""

from typing import Final

from pitch.rules.options import Rules
from pitch.rulings.answers import ReasonedRemedy
from pitch.rulings.incidents import Irregularity, IrregularityQuestion
from pitch.rulings.remedies import calls_and_leads, conduct, deals, revokes
from pitch.rulings.remedies.cases import Case, FindRemedy
from pitch.seats import Table


def find_remedy(question: IrregularityQuestion, rules: Rules, table: Table) -> ReasonedRemedy:
    """Return the remedy for an irregularity at a table."""
    return _REMEDIES[question.irregularity](Case(question, rules, table))


_REMEDIES: Final[dict[Irregularity, FindRemedy]] = {
    Irregularity.CALL_OUT_OF_TURN: calls_and_leads.call_out_of_turn,
    Irregularity.CARD_PULLED_BACK: calls_and_leads.card_pulled_back,
    Irregularity.WRONG_LEADER: calls_and_leads.wrong_leader,
    Irregularity.REVOKE: revokes.revoke,
    Irregularity.HAND_STOPPED_EARLY: calls_and_leads.hand_stopped_early,
    Irregularity.MISDEAL: deals.misdeal,
    Irregularity.EXPOSED_CARD: deals.exposed_card,
    Irregularity.TABLE_TALK: conduct.table_talk,
    Irregularity.WRONG_SCORE: conduct.wrong_score,
}
