"""Score facts: values of a match and its hands that sheets, tables and pictures share."""

from pitch.hand import Point
from pitch.match import ScoreLine, Standing
from pitchkeeper.matches.state import MatchState


def adjustments_after(state: MatchState, number: int) -> tuple[int, ...]:
    """Return each side's points from adjustments after a hand; 0 is before the first hand."""
    points = [0] * len(state.match.seating.side_names)
    for adjustment in state.in_force:
        if adjustment.after_hand == number:
            points[adjustment.side] += adjustment.points
    return tuple(points)


def starting_scores(state: MatchState) -> tuple[int, ...]:
    """Return the scores before the first hand."""
    rules = state.match.ruleset.rules
    # If scores cannot fall below zero, points taken before the first hand have no effect.
    return tuple(rules.floor_score(score) for score in adjustments_after(state, 0))


def pitching_sides(state: MatchState, line: ScoreLine) -> tuple[int, ...]:
    """Return the sides that scored with the pitcher, the pitcher's first; empty if unknown."""
    verdict, table = line.verdict, state.match.seating.table
    seats = [seat for seat in (verdict.pitcher, verdict.partner) if seat is not None]
    return tuple(dict.fromkeys(table.side_of(seat) for seat in seats))


def adds_score(line: ScoreLine) -> bool:
    """Return whether a hand added to the scores."""
    return line.standing in {Standing.SCORED, Standing.OVERRULED}


def is_unplayed(line: ScoreLine) -> bool:
    """Return whether nobody pitched: all passed, and the hand ended or the dealer was set back."""
    is_set_back = line.standing is Standing.SCORED and line.verdict.points is None
    return line.verdict.thrown_in or is_set_back


def is_bid_made(state: MatchState, line: ScoreLine) -> bool | None:
    """Return whether the bid counts as made, by the table's overruling if there is one."""
    overruling = state.hands[line.number - 1].overruled
    return line.verdict.made if overruling is None else overruling.made


def is_set(state: MatchState, line: ScoreLine, side: int) -> bool:
    """Return whether a side pitched in a hand and was set."""
    is_pitching = side in pitching_sides(state, line)
    return is_pitching and adds_score(line) and is_bid_made(state, line) is False


def points(state: MatchState, line: ScoreLine) -> tuple[Point | None, ...]:
    """Return the points of a hand in counting order; None for each if they are not known."""
    if line.verdict.points is None:
        return (None,) * len(state.match.ruleset.rules.points)
    return line.verdict.points


def side_label(side: int) -> str:
    """Return a side's number, from 1; a letter A would read as an ace."""
    return str(side + 1)
