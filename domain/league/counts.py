"""Counts: how many matches of a fixture each side has won, as a result says it."""

from msgspec import Struct

from domain.league.fixtures import EnteredResult, PlayedMatch
from domain.league.leagues import Format, Length, Unfinished


class Count(Struct, frozen=True):
    """The matches of a result, counted."""

    wins: tuple[int, int]
    """What each side has won: as entered in one line, else as the matches say."""
    listed: tuple[int, int]
    """What each side has won by the matches alone."""
    unfinished: tuple[int, ...]
    """Places of the matches that closing time ended."""
    stopped: tuple[int, ...]
    """Places of those among them that nobody won."""
    unknown: tuple[int, ...]
    """Places of those among them that are won by a leader who was not entered."""


def needed(form: Format) -> int:
    """The wins that decide a fixture which ends as soon as it is decided."""
    return form.matches_a_fixture // 2 + 1


def of(form: Format, result: EnteredResult) -> Count:
    """The matches of a result, counted; pairs by side are of the fixture's side 0 and side 1."""
    # Where the leader wins (C82) a match without scores is somebody's, but nobody knows whose.
    winners = [winner(form, match) for match in result.matches]
    unfinished = [place for place, each in enumerate(result.matches) if each.winner is None]
    leader_wins = form.unfinished is Unfinished.LEADER_WINS
    unknown = [
        place for place in unfinished if leader_wins and result.matches[place].scores is None
    ]
    listed = (winners.count(0), winners.count(1))
    return Count(
        wins=(result.wins[0], result.wins[1]) if result.wins else listed,
        listed=listed,
        unfinished=tuple(unfinished),
        stopped=tuple(
            place for place in unfinished if winners[place] is None and place not in unknown
        ),
        unknown=tuple(unknown),
    )


def lacks_one(form: Format, result: EnteredResult, reading: Count) -> bool:
    """Whether closing time ended one match of which nothing else is known."""
    # Of a fixture of one match an empty line does not say that it was begun.
    return (
        form.length is Length.ALL
        and result.is_closed
        and not reading.unfinished
        and sum(reading.wins) == form.matches_a_fixture - 1 > 0
    )


def winner(form: Format, match: PlayedMatch) -> int | None:
    """The side that has won a match, 0 or 1; an unfinished one may be its leader's (C82)."""
    if match.winner is not None or form.unfinished is Unfinished.NOTHING or match.scores is None:
        return match.winner
    first, second = match.scores
    return None if first == second else int(second > first)
