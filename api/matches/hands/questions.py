"""Questions: a recorded hand as the adjudicator is asked about it."""

from api.matches.agreements import RecordedHand
from api.matches.state import MatchState
from domain.rulings import hands


def of(state: MatchState, hand: RecordedHand, *, witness: bool) -> hands.HandQuestion:
    """A recorded hand as a question to the adjudicator."""
    seating = state.match.seating
    return hands.HandQuestion(
        players=seating.table.players,
        sides=seating.table.sides,
        record=hand.record,
        dealer=state.sheet.lines[hand.number - 1].dealer,
        names=seating.names,
        witness=witness,
    )
