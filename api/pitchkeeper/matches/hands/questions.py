"""Questions: a recorded hand as the adjudicator is asked about it."""

from pitch.rulings import HandQuestion
from pitchkeeper.matches.agreements import RecordedHand
from pitchkeeper.matches.state import MatchState


def of(state: MatchState, hand: RecordedHand, *, witness: bool) -> HandQuestion:
    """A recorded hand as a question to the adjudicator."""
    seating = state.match.seating
    return HandQuestion(
        players=seating.table.players,
        sides=seating.table.sides,
        record=hand.record,
        dealer=state.sheet.lines[hand.number - 1].dealer,
        names=seating.names,
        witness=witness,
    )
