"""Contradictions: what a result of a fixture says that cannot be true together (M7, D-20 to D-23).

A pointer of a finding leads to a place in the result.
"""

from collections.abc import Iterator

from domain.findings import Finding, FindingKind
from domain.league import clauses, counts, fixtures, forfeits, point_lines, substitutions
from domain.league.counts import Count
from domain.league.fixtures import EnteredResult, Fixture
from domain.league.leagues import Format, League, Length
from domain.league.scores import final_scores
from domain.messages import AS_WRITTEN, COUNT, SCORE, Message
from domain.rules import clauses as rule_clauses
from domain.wording import counted

_WINNER_NEEDED = Message("league_finding.winner_needed", match=COUNT, first=SCORE, second=SCORE)


def find(league: League, fixture: Fixture, result: EnteredResult) -> tuple[Finding, ...]:
    """Everything that is wrong or odd in a result."""
    substitutes = substitutions.find(league, fixture, result)
    # Who did not come has played nothing, so nothing else about matches can be held against it.
    if forfeits.pays(league, result) is not None:
        return (*forfeits.find(league, fixture, result), *substitutes)
    count = counts.of(league, result)
    return (
        *_too_many(league.format, result, count),
        *_after_decision(league, result),
        *_wins_and_matches(league.format, result, count),
        *point_lines.find(league, fixture, result, count),
        *_scores(league, result),
        *_unfinished(league, fixture, result, count),
        *_winner_needed(league, result, count),
        *substitutes,
    )


def _arithmetic(
    form: Format, code: str, message: str, facts: tuple[str, ...], *topics: str
) -> Finding:
    return Finding(
        code=code,
        kind=FindingKind.ARITHMETIC,
        message=AS_WRITTEN(text=message),
        facts=facts,
        clauses=clauses.cite(form, *topics),
    )


def _too_many(form: Format, result: EnteredResult, count: Count) -> Iterator[Finding]:
    """More matches than the fixture has, or than one side needs (M7, C78)."""
    all_matches = form.matches_a_fixture
    most = counts.needed(form) if form.length is Length.BEST_OF else all_matches
    if len(result.matches) > all_matches:
        yield _arithmetic(
            form,
            "too_many_matches",
            f"A fixture has {counted(all_matches, 'match')}, but {len(result.matches)} are listed.",
            (f"/matches/{all_matches}",),
            "league.matches",
        )
    # Wins that follow from listed matches are too many only if matches are: that is told above, or
    # of the match after the decision.
    if result.wins is None:
        return
    for side, won in enumerate(count.wins):
        if won > most:
            yield _arithmetic(
                form,
                "too_many_wins",
                f"A side cannot win {won} matches of a fixture: {most} are the most.",
                (f"/wins/{side}",),
                "league.matches",
            )
    # Best of three ends with the second win, so 2 : 2 cannot be, nor 3 : 0.
    both_decided = form.length is Length.BEST_OF and min(count.wins) >= most
    if max(count.wins) <= most and (both_decided or sum(count.wins) > all_matches):
        yield _arithmetic(
            form,
            "wins_do_not_add_up",
            f"The wins add up to {sum(count.wins)}, but a fixture has "
            f"{counted(all_matches, 'match')}"
            + (f" and ends when a side has won {most}." if both_decided else "."),
            ("/wins/0", "/wins/1"),
            "league.matches",
        )


def _after_decision(league: League, result: EnteredResult) -> Iterator[Finding]:
    """A match that is listed though the fixture was over before it (C78).

    The wins are added up match by match; the first that follows a decision is told, for those
    after it are wrong for the same reason.
    """
    form = league.format
    if form.length is not Length.BEST_OF:
        return
    won = [0, 0]
    for place, match in enumerate(result.matches):
        if max(won) >= counts.needed(form):
            yield _arithmetic(
                form,
                "match_after_decision",
                f"A side had won {counts.needed(form)} matches before match {place + 1}, "
                "so it was not played.",
                (f"/matches/{place}",),
                "league.matches",
            )
            return
        winner = counts.winner(league, result, match)
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
            f"The wins are entered as {count.wins[0]} : {count.wins[1]}, "
            f"but the matches say {count.listed[0]} : {count.listed[1]}.",
            ("/wins", "/matches"),
        )


def _scores(league: League, result: EnteredResult) -> Iterator[Finding]:
    for place, match in enumerate(result.matches):
        for contradiction in final_scores.find(league.ruleset.rules, match):
            yield Finding(
                code=contradiction.code,
                kind=contradiction.kind,
                message=AS_WRITTEN(text=f"Match {place + 1}: {contradiction.message}"),
                facts=tuple(f"/matches/{place}{fact}" for fact in contradiction.facts),
                clauses=rule_clauses.cite(league.ruleset, *contradiction.topics),
            )


def _unfinished(
    league: League, fixture: Fixture, result: EnteredResult, count: Count
) -> Iterator[Finding]:
    """Matches that closing time ended, and what they pay (C82)."""
    cited = clauses.cite(league.format, "league.unfinished")
    for place in count.unfinished:
        winner = counts.winner(league, result, result.matches[place])
        if place in count.unknown:
            pays = "who led wins it, so its scores are needed"
        elif winner is None:
            pays = "nobody wins it"
        else:
            pays = f"{fixtures.side_name(league, fixture, winner)} led and won it"
        yield _odd(
            "match_unfinished",
            f"Match {place + 1} was not finished: {pays}.",
            f"/matches/{place}",
            cited,
        )
    # A line of wins has no place for a match without a winner: one short of all is taken for that.
    if counts.lacks_one(league.format, result, count):
        yield _odd(
            "one_match_missing",
            f"The wins add up to {sum(count.wins)} of "
            f"{counted(league.format.matches_a_fixture, 'match')}: one counts as not finished.",
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


def _odd(code: str, message: str, fact: str, cited: tuple[str, ...]) -> Finding:
    kind = FindingKind.SUSPICIOUS
    return Finding(
        code=code, kind=kind, message=AS_WRITTEN(text=message), facts=(fact,), clauses=cited
    )
