"""Results: what a report says of a fixture, with what its matches say that have a score sheet."""

from collections.abc import Iterator, Mapping
from uuid import UUID

from msgspec import structs

from pitchkeeper.leagues.state import Report, ReportedMatch
from pitchkeeper.matches.state import MatchOutcome

Outcomes = Mapping[UUID, MatchOutcome]


def of(report: Report, outcomes: Outcomes) -> Report:
    """The result of a fixture: matches that are still being played say nothing yet.

    That one has begun says that both sides came.
    """
    return structs.replace(report, matches=tuple(_told(report, outcomes)))


def shown(report: Report, outcomes: Outcomes) -> Report:
    """A report with what its matches say now, whether or not they are over."""
    matches = tuple(_with_score(each, outcomes) for each in report.matches)
    return structs.replace(report, matches=matches)


def bare(report: Report) -> Report:
    """A report without what its matches say, which is not for the table to enter."""
    matches = (
        structs.replace(each, winner=None, scores=None) if each.match_id else each
        for each in report.matches
    )
    return structs.replace(report, matches=tuple(matches))


def _told(report: Report, outcomes: Outcomes) -> Iterator[ReportedMatch]:
    is_absent = report.forfeit is not None or report.neither_came
    for each in shown(report, outcomes).matches:
        outcome = outcomes.get(each.match_id) if each.match_id else None
        # A match that is opened and still without a hand does not say that anybody came; one with a
        # hand contradicts a forfeit before it is won.
        has_begun = outcome is not None and outcome.has_begun
        is_heard = has_begun if is_absent else report.is_closed
        if each.match_id is None or each.winner is not None or is_heard:
            yield each


def _with_score(match: ReportedMatch, outcomes: Outcomes) -> ReportedMatch:
    """A match of a fixture as its own score sheet tells it, seen from the fixture's sides."""
    outcome = outcomes.get(match.match_id) if match.match_id else None
    if outcome is None:
        return match
    # It may have been opened by hand, with the sides the other way round, and linked later.
    step = -1 if match.is_swapped else 1
    winner = outcome.winner
    if winner is not None and match.is_swapped:
        winner = 1 - winner
    return structs.replace(match, winner=winner, scores=outcome.scores[::step])
