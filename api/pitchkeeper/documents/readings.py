"""Readings: what every rendering of a match takes from its score sheet."""

from pitch import side_names, side_of
from pitch.hand import Point
from pitch.match import ScoreLine, Standing
from pitchkeeper.matches.state import MatchState


def sides(state: MatchState) -> tuple[str, ...]:
    """What each side is called."""
    return side_names(state.match.seating)


def outside_play(state: MatchState, number: int) -> tuple[int, ...]:
    """What each side was given or lost outside play with a hand; 0 is before the first."""
    given = [0] * len(sides(state))
    for each in state.in_force:
        if each.after_hand == number:
            given[each.side] += each.points
    return tuple(given)


def start(state: MatchState) -> tuple[int, ...]:
    """The scores before the first hand."""
    rules = state.match.ruleset.rules
    # Where scores do not fall below zero, points taken before the first hand are none.
    return tuple(rules.floor_score(score) for score in outside_play(state, 0))


def pitching(state: MatchState, line: ScoreLine) -> tuple[int, ...]:
    """The sides that scored with the pitcher in a hand, his own first; none if not known."""
    verdict, table = line.verdict, state.match.seating.table
    seated = [seat for seat in (verdict.pitcher, verdict.partner) if seat is not None]
    return tuple(dict.fromkeys(side_of(table, seat) for seat in seated))


def counts(line: ScoreLine) -> bool:
    """Whether a hand added to the scores."""
    return line.standing in {Standing.SCORED, Standing.OVERRULED}


def is_unplayed(line: ScoreLine) -> bool:
    """Whether nobody pitched: everybody passed, and that was all, or it set the dealer back."""
    is_set_back = line.standing is Standing.SCORED and line.verdict.points is None
    return line.verdict.thrown_in or is_set_back


def made(state: MatchState, line: ScoreLine) -> bool | None:
    """Whether the bid counts as made: what the table agreed, where it overruled."""
    overruled = state.hands[line.number - 1].overruled
    return line.verdict.made if overruled is None else overruled.made


def points(state: MatchState, line: ScoreLine) -> tuple[Point | None, ...]:
    """The points of a hand in counting order, as far as there are any."""
    shown = line.verdict.points
    return (None,) * len(state.match.ruleset.rules.points) if shown is None else shown


def digit(side: int) -> str:
    """What a side is called where its name has no room: from 1, for an A would read as an ace."""
    return str(side + 1)
