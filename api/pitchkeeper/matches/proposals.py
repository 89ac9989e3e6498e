"""Proposals: requests of clients as arguments of the use cases."""

from collections.abc import Callable

from pitch import RuleSet
from pitch.match import Adjustment
from pitchkeeper.matches import views
from pitchkeeper.matches.opening import Opening
from pitchkeeper.matches.state import MatchState


def opening(request: views.NewMatch, ruleset: RuleSet) -> Opening:
    """Return the opening of a match under a rule set."""
    return Opening(
        ruleset=ruleset,
        names=tuple(player.name for player in request.players),
        sides=request.sides,
        first_dealer=request.first_dealer,
        seat=request.seat,
        policy=request.policy,
        time_zone=request.time_zone,
        rematch_of=request.rematch_of,
    )


def adjustment(request: views.NewAdjustment) -> Callable[[MatchState], Adjustment]:
    """Return how to build an adjustment of a match; by default it follows the last hand."""

    def build(state: MatchState) -> Adjustment:
        # The last hand when this is saved: another phone may have entered one since the request.
        after = len(state.hands) if request.after_hand is None else request.after_hand
        return Adjustment(
            side=request.side, points=request.points, reason=request.reason, after_hand=after
        )

    return build
