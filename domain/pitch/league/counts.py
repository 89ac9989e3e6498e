"""Counts: how many matches of a fixture each side has won, according to its result."""

from msgspec import Struct

from pitch.league.choices import Length, Unfinished
from pitch.league.fixtures import EnteredResult, PlayedMatch
from pitch.league.formats import Format
from pitch.league.leagues import League
from pitch.league.scores import final_scores


class Count(Struct, frozen=True):
    """The matches of a result, counted by side; matches are indices into the result."""

    wins: tuple[int, int]
    """Matches won: as entered in one line, else as listed."""
    listed_wins: tuple[int, int]
    """Matches won according to the listed matches alone."""
    unfinished: tuple[int, ...] = ()
    """The matches that closing time ended."""
    without_winner: tuple[int, ...] = ()
    """The unfinished matches that nobody won."""
    ambiguous: tuple[int, ...] = ()
    """The matches that have more than one possible outcome."""
    winner_missing: tuple[int, ...] = ()
    """The ambiguous matches that a side can have won, with no winner entered."""
    possible_wins: tuple[int, int] = (0, 0)
    """How many matches with a missing winner each side can have won."""


NO_MATCHES = Count(wins=(0, 0), listed_wins=(0, 0))


def count_matches(league: League, result: EnteredResult) -> Count:
    """Return the matches of a result, counted; pairs are of the fixture's side 0 and side 1."""
    outcomes = [_outcomes(league, result, match) for match in result.matches]
    winners = list(map(_only, outcomes))
    possible_winners = {
        index: final_scores.possible_winners(league.ruleset.rules, match)
        for index, match in enumerate(result.matches)
        if match.winner is None
    }
    ambiguous = tuple(index for index, open_to in enumerate(outcomes) if len(open_to) > 1)
    winner_missing = tuple(index for index in ambiguous if possible_winners[index])
    listed_wins = (winners.count(0), winners.count(1))
    return Count(
        wins=(result.wins[0], result.wins[1]) if result.wins else listed_wins,
        listed_wins=listed_wins,
        unfinished=tuple(index for index, sides in possible_winners.items() if not sides),
        without_winner=tuple(i for i, open_to in enumerate(outcomes) if open_to == {None}),
        ambiguous=ambiguous,
        winner_missing=winner_missing,
        possible_wins=(
            sum(0 in possible_winners[index] for index in winner_missing),
            sum(1 in possible_winners[index] for index in winner_missing),
        ),
    )


def is_one_match_missing(form: Format, result: EnteredResult, count: Count) -> bool:
    """Return whether closing time ended one match of which nothing else is known."""
    # With one match a fixture an empty result does not say that the match was begun.
    return (
        form.length is Length.ALL
        and result.is_closed
        and not count.unfinished
        and not count.winner_missing
        and sum(count.wins) == form.matches_a_fixture - 1 > 0
    )


def match_winner(league: League, result: EnteredResult, match: PlayedMatch) -> int | None:
    """Return the side that won a match, as entered or as its scores decide; None if unknown."""
    return _only(_outcomes(league, result, match))


def _only(outcomes: frozenset[int | None]) -> int | None:
    return next(iter(outcomes)) if len(outcomes) == 1 else None


def _outcomes(league: League, result: EnteredResult, match: PlayedMatch) -> frozenset[int | None]:
    """Return the possible winners of a match, with None for nobody."""
    if match.winner is not None:
        return frozenset({match.winner})
    leader_wins = league.format.unfinished is Unfinished.LEADER_WINS
    if match.scores is None:
        # If the leader wins, a match without scores has a winner, but nobody knows which side.
        return frozenset({0, 1, None}) if leader_wins else frozenset({None})
    first, second = match.scores
    leader = None if first == second or not leader_wins else int(second > first)
    rules = league.ruleset.rules
    winners = final_scores.possible_winners(rules, match)
    # Points that were given can have left it unfinished after all, and a line of wins may say so.
    is_decided = winners and result.wins is None and not final_scores.may_be_stopped(rules, match)
    return winners if is_decided else winners | {leader}
