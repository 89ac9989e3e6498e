"""Counts: how many matches of a fixture each side has won, as a result says it."""

from msgspec import Struct

from pitch.league.fixtures import EnteredResult, PlayedMatch
from pitch.league.leagues import Format, League, Length, Unfinished
from pitch.league.scores import final_scores


class Count(Struct, frozen=True):
    """The matches of a result, counted."""

    wins: tuple[int, int]
    """What each side has won: as entered in one line, else as the matches say."""
    listed: tuple[int, int]
    """What each side has won by the matches alone."""
    unfinished: tuple[int, ...] = ()
    """Places of the matches that closing time ended."""
    asked: tuple[int, ...] = ()
    """Places of the matches that may be won, and of which nobody said by whom."""
    stopped: tuple[int, ...] = ()
    """Places of the unfinished that nobody won."""
    unknown: tuple[int, ...] = ()
    """Places of the matches that more than one outcome is open to."""
    may_win: tuple[int, int] = (0, 0)
    """How many of those asked about each side can have won."""


NO_MATCHES = Count(wins=(0, 0), listed=(0, 0))


def wins_needed(form: Format) -> int:
    """The wins that decide a fixture which ends as soon as it is decided."""
    return form.matches_a_fixture // 2 + 1


def count_matches(league: League, result: EnteredResult) -> Count:
    """The matches of a result, counted; pairs by side are of the fixture's side 0 and side 1."""
    open_to = [_outcomes(league, result, match) for match in result.matches]
    winners = [_only(each) for each in open_to]
    unnamed = [place for place, each in enumerate(result.matches) if each.winner is None]
    may_win = {
        place: final_scores.winners(league.ruleset.rules, result.matches[place])
        for place in unnamed
    }
    unknown = tuple(place for place, each in enumerate(open_to) if len(each) > 1)
    asked = tuple(place for place in unknown if may_win[place])
    listed = (winners.count(0), winners.count(1))
    return Count(
        wins=(result.wins[0], result.wins[1]) if result.wins else listed,
        listed=listed,
        unfinished=tuple(place for place in unnamed if not may_win[place]),
        asked=asked,
        stopped=tuple(place for place, each in enumerate(open_to) if each == {None}),
        unknown=unknown,
        may_win=(
            sum(0 in may_win[place] for place in asked),
            sum(1 in may_win[place] for place in asked),
        ),
    )


def is_one_match_missing(form: Format, result: EnteredResult, reading: Count) -> bool:
    """Whether closing time ended one match of which nothing else is known."""
    # Of a fixture of one match an empty line does not say that it was begun.
    return (
        form.length is Length.ALL
        and result.is_closed
        and not reading.unfinished
        and not reading.asked
        and sum(reading.wins) == form.matches_a_fixture - 1 > 0
    )


def match_winner(league: League, result: EnteredResult, match: PlayedMatch) -> int | None:
    """The side that has won a match, 0 or 1, as was entered or as its scores decide alone."""
    return _only(_outcomes(league, result, match))


def _only(outcomes: frozenset[int | None]) -> int | None:
    """The one outcome, if only one is open."""
    return next(iter(outcomes)) if len(outcomes) == 1 else None


def _outcomes(league: League, result: EnteredResult, match: PlayedMatch) -> frozenset[int | None]:
    """Whom a match can be won by: 0, 1 or nobody; an unfinished one may be its leader's (C82)."""
    if match.winner is not None:
        return frozenset({match.winner})
    leader_wins = league.format.unfinished is Unfinished.LEADER_WINS
    if match.scores is None:
        # Where the leader wins a match without scores is somebody's, but nobody knows whose.
        return frozenset({0, 1, None}) if leader_wins else frozenset({None})
    first, second = match.scores
    leader = None if first == second or not leader_wins else int(second > first)
    rules = league.ruleset.rules
    won = final_scores.winners(rules, match)
    # Points that were given can have left it unfinished after all, and a line of wins may say so.
    is_decided = won and result.wins is None and not final_scores.may_be_stopped(rules, match)
    return won if is_decided else won | {leader}
