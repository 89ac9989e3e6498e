"""Results of one fixture in a few words, and what is judged of them."""

from pitch.findings import Finding, FindingKind
from pitch.league import judgements
from pitch.league.choices import Length
from pitch.league.fixtures import EnteredResult, Fixture, PlayedMatch
from pitch.league.judgements import Judgement
from pitch.league.leagues import League
from tests.support.seasons import fixture, make_league

A_B = fixture(1, "AB")
BEST_OF = make_league(length=Length.BEST_OF)


def judge(result: EnteredResult, among: League | None = None) -> Judgement:
    """Return the judgment of a fixture between two sides."""
    return judgements.judge(among or make_league(), A_B, result)


def night(
    among: League, number: int, drawn: tuple[Fixture, ...], results: dict[int, EnteredResult]
) -> tuple[Finding, ...]:
    """Return the findings about a night."""
    return judgements.judge_night(among, number, judgements.judge_all(among, drawn, results))


def finding_codes(result: EnteredResult, among: League | None = None) -> list[str]:
    """The codes of what is odd about it."""
    return [finding.code for finding in judge(result, among).findings]


def make_result(*matches: PlayedMatch, wins: tuple[int, int] | None = None) -> EnteredResult:
    """Return a result of the listed matches."""
    return EnteredResult(matches=matches, wins=wins)


def make_closed(*matches: PlayedMatch) -> EnteredResult:
    """Return a result with closing time after the last match."""
    return EnteredResult(matches=matches, is_closed=True)


def by_kind(
    code: str, result: EnteredResult, among: League | None = None
) -> tuple[FindingKind, list[str]]:
    """The kind and the facts of the one finding of a result."""
    (finding,) = judge(result, among).findings
    assert finding.code == code
    return finding.kind, list(finding.facts)
