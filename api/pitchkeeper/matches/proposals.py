"""Proposals: what a client asks for, in the words of the use cases."""

from collections.abc import Callable

from pitch import RuleSet
from pitch.match import Adjustment
from pitchkeeper.matches import views
from pitchkeeper.matches.opening import Opening
from pitchkeeper.matches.state import MatchState


def opening(asked: views.NewMatch, ruleset: RuleSet) -> Opening:
    """What is agreed in a match, with the rules that were asked for."""
    return Opening(
        ruleset=ruleset,
        names=tuple(player.name for player in asked.players),
        sides=asked.sides,
        first_dealer=asked.first_dealer,
        seat=asked.seat,
        policy=asked.policy,
        time_zone=asked.time_zone,
        rematch_of=asked.rematch_of,
    )


def adjustment(asked: views.NewAdjustment) -> Callable[[MatchState], Adjustment]:
    """An adjustment of a match, which without a hand follows the last one there is."""

    def of(state: MatchState) -> Adjustment:
        # Of the match as it is when this is saved: another phone may have entered a hand since.
        after = len(state.hands) if asked.after_hand is None else asked.after_hand
        return Adjustment(
            side=asked.side, points=asked.points, reason=asked.reason, after_hand=after
        )

    return of
