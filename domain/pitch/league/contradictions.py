"""Contradictions: what a result of a fixture says that cannot be true together (M7, D-20 to D-23).

A pointer of a finding leads to a place in the result.
"""

from collections.abc import Iterator
from typing import Final

from pitch.findings import Finding, FindingKind
from pitch.league import clauses, counts, fixtures, forfeits, point_lines, substitutions
from pitch.league.counts import Count
from pitch.league.fixtures import EnteredResult, Fixture
from pitch.league.leagues import Format, League, Length
from pitch.league.scores import final_scores
from pitch.messages import COUNT, SCORE, SIDE, Message, Sentence
from pitch.rules import clauses as rule_clauses

_TOO_MANY_MATCHES: Final = Message("league_finding.too_many_matches", matches=COUNT, listed=COUNT)
_TOO_MANY_WINS: Final = Message("league_finding.too_many_wins", side=SIDE, wins=COUNT, most=COUNT)
_TOO_MANY_TOGETHER: Final = Message("league_finding.wins_do_not_add_up", wins=COUNT, matches=COUNT)
_BOTH_DECIDED: Final = Message("league_finding.wins_do_not_add_up.best_of", needed=COUNT)
_AFTER_DECISION: Final = Message(
    "league_finding.match_after_decision", match=COUNT, side=SIDE, needed=COUNT
)
_WINS_AND_MATCHES: Final = Message(
    "league_finding.wins_contradict_matches",
    first=COUNT,
    second=COUNT,
    listed_first=COUNT,
    listed_second=COUNT,
)
_LEADER_UNKNOWN: Final = Message("league_finding.match_unfinished.leader_unknown", match=COUNT)
_WON_BY_NOBODY: Final = Message("league_finding.match_unfinished.nobody", match=COUNT)
_WON_BY_LEADER: Final = Message("league_finding.match_unfinished.led", match=COUNT, side=SIDE)
_ONE_MISSING: Final = Message("league_finding.one_match_missing", wins=COUNT, matches=COUNT)

_WINNER_NEEDED: Final = Message(
    "league_finding.winner_needed", match=COUNT, first=SCORE, second=SCORE
)


def find(league: League, fixture: Fixture, result: EnteredResult) -> tuple[Finding, ...]:
    """Everything that is wrong or odd in a result."""
    substitutes = substitutions.find(league, fixture, result)
    # Who did not come has played nothing, so nothing else about matches can be held against it.
    if forfeits.result_paid(league, result) is not None:
        return (*forfeits.find(league, fixture, result), *substitutes)
    count = counts.count_matches(league, result)
    return (
        *_too_many(league, fixture, result, count),
        *_after_decision(league, fixture, result),
        *_wins_and_matches(league.format, result, count),
        *point_lines.find(league, fixture, result, count),
        *_scores(league, result),
        *_unfinished(league, fixture, result, count),
        *_winner_needed(league, result, count),
        *substitutes,
    )


def _arithmetic(
    form: Format, code: str, message: Sentence, facts: tuple[str, ...], *topics: str
) -> Finding:
    return Finding(
        code=code,
        kind=FindingKind.ARITHMETIC,
        message=message,
        facts=facts,
        clauses=clauses.cite(form, *topics),
    )


def _too_many(
    league: League, fixture: Fixture, result: EnteredResult, count: Count
) -> Iterator[Finding]:
    """More matches than the fixture has, or than one side needs (M7, C78)."""
    form = league.format
    all_matches = form.matches_a_fixture
    most = counts.wins_needed(form) if form.length is Length.BEST_OF else all_matches
    if len(result.matches) > all_matches:
        yield _arithmetic(
            form,
            "too_many_matches",
            _TOO_MANY_MATCHES(matches=all_matches, listed=len(result.matches)),
            (f"/matches/{all_matches}",),
            "league.matches",
        )
    # Wins that follow from listed matches are too many only if matches are: that is told above, or
    # of the match after the decision.
    if result.wins is not None:
        yield from _too_many_wins(league, fixture, count, most)


def _too_many_wins(league: League, fixture: Fixture, count: Count, most: int) -> Iterator[Finding]:
    """More wins than one side needs, or than the fixture has matches (M7, C78)."""
    form = league.format
    all_matches = form.matches_a_fixture
    for side, won in enumerate(count.wins):
        if won > most:
            yield _arithmetic(
                form,
                "too_many_wins",
                _TOO_MANY_WINS(
                    side=fixtures.side_argument(league, fixture, side), wins=won, most=most
                ),
                (f"/wins/{side}",),
                "league.matches",
            )
    # Best of three ends with the second win, so 2 : 2 cannot be, nor 3 : 0.
    both_decided = form.length is Length.BEST_OF and min(count.wins) >= most
    if max(count.wins) <= most and (both_decided or sum(count.wins) > all_matches):
        yield _arithmetic(
            form,
            "wins_do_not_add_up",
            _BOTH_DECIDED(needed=most)
            if both_decided
            else _TOO_MANY_TOGETHER(wins=sum(count.wins), matches=all_matches),
            ("/wins/0", "/wins/1"),
            "league.matches",
        )


def _after_decision(league: League, fixture: Fixture, result: EnteredResult) -> Iterator[Finding]:
    """A match that is listed though the fixture was over before it (C78).

    The wins are added up match by match; the first that follows a decision is told, for those
    after it are wrong for the same reason.
    """
    form = league.format
    if form.length is not Length.BEST_OF:
        return
    won, needed = [0, 0], counts.wins_needed(form)
    for place, match in enumerate(result.matches):
        if needed in won:
            side = fixtures.side_argument(league, fixture, won.index(needed))
            yield _arithmetic(
                form,
                "match_after_decision",
                _AFTER_DECISION(match=place + 1, side=side, needed=needed),
                (f"/matches/{place}",),
                "league.matches",
            )
            return
        winner = counts.match_winner(league, result, match)
        if winner is not None:
            won[winner] += 1


def _wins_and_matches(form: Format, result: EnteredResult, count: Count) -> Iterator[Finding]:
    """A line of wins must be what the matches say and those not listed can still make of it.

    A match whose winner or leader was not entered may be anybody's, so it is counted with those not
    listed.
    """
    if result.wins is None or not result.matches:
        return
    unlisted = max(0, form.matches_a_fixture - len(result.matches)) + len(count.unknown)
    more = [won - listed for won, listed in zip(count.wins, count.listed, strict=True)]
    if min(more) < 0 or sum(more) > unlisted:
        yield _arithmetic(
            form,
            "wins_contradict_matches",
            _WINS_AND_MATCHES(
                first=count.wins[0],
                second=count.wins[1],
                listed_first=count.listed[0],
                listed_second=count.listed[1],
            ),
            ("/wins", "/matches"),
        )


def _scores(league: League, result: EnteredResult) -> Iterator[Finding]:
    for place, match in enumerate(result.matches):
        for contradiction in final_scores.find(league.ruleset.rules, place + 1, match):
            yield Finding(
                code=contradiction.code,
                kind=contradiction.kind,
                message=contradiction.message,
                facts=tuple(f"/matches/{place}{fact}" for fact in contradiction.facts),
                clauses=rule_clauses.cite(league.ruleset, *contradiction.topics),
            )


def _unfinished(
    league: League, fixture: Fixture, result: EnteredResult, count: Count
) -> Iterator[Finding]:
    """Matches that closing time ended, and what they pay (C82)."""
    cited = clauses.cite(league.format, "league.unfinished")
    for place in count.unfinished:
        winner = counts.match_winner(league, result, result.matches[place])
        if place in count.unknown:
            said = _LEADER_UNKNOWN(match=place + 1)
        elif winner is None:
            said = _WON_BY_NOBODY(match=place + 1)
        else:
            side = fixtures.side_argument(league, fixture, winner)
            said = _WON_BY_LEADER(match=place + 1, side=side)
        yield _odd("match_unfinished", said, f"/matches/{place}", cited)
    # A line of wins has no place for a match without a winner: one short of all is taken for that.
    if counts.is_one_match_missing(league.format, result, count):
        yield _odd(
            "one_match_missing",
            _ONE_MISSING(wins=sum(count.wins), matches=league.format.matches_a_fixture),
            "/isClosed",
            cited,
        )


def _winner_needed(league: League, result: EnteredResult, count: Count) -> Iterator[Finding]:
    """Matches whose scores say neither that they were finished nor that they were not."""
    # A line of wins may name what the matches leave open.
    if sum(count.wins) > sum(count.listed):
        return
    for place in count.asked:
        first, second = result.matches[place].scores or (0, 0)
        yield Finding(
            code="winner_needed",
            kind=FindingKind.SUSPICIOUS,
            message=_WINNER_NEEDED(match=place + 1, first=first, second=second),
            facts=(f"/matches/{place}/winner",),
            clauses=rule_clauses.cite(league.ruleset, "win.target", "win.out"),
        )


def _odd(code: str, message: Sentence, fact: str, cited: tuple[str, ...]) -> Finding:
    kind = FindingKind.SUSPICIOUS
    return Finding(code=code, kind=kind, message=message, facts=(fact,), clauses=cited)
