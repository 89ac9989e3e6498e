"""Substitutes: in whose place they cannot have played."""

import pytest
from msgspec import structs

from pitch.findings import Finding, FindingKind
from pitch.league import judgements
from pitch.league.fixtures import EnteredResult, Substitute
from pitch.league.judgements import Judgement
from pitch.league.leagues import League
from pitchkeeper.messages import languages
from tests.support.seasons import fixture, make_league

A_B = fixture(1, "AB")


def judge_result(result: EnteredResult, among: League | None = None) -> Judgement:
    return judgements.judge(among or make_league(), A_B, result)


def finding_codes(result: EnteredResult, among: League | None = None) -> list[str]:
    return [finding.code for finding in judge_result(result, among).findings]


def only(code: str, result: EnteredResult) -> Finding:
    """The one finding of a result."""
    (finding,) = judge_result(result).findings
    assert (finding.code, finding.kind) == (code, FindingKind.ARITHMETIC)
    return finding


def with_substitutes(*substitutes: tuple[int, int, str]) -> EnteredResult:
    """A result with substitutes, each for a player of an entrant."""
    return EnteredResult(
        wins=(2, 1),
        substitutes=tuple(
            Substitute(entrant=entrant, player=player, name=name)
            for entrant, player, name in substitutes
        ),
    )


@pytest.mark.parametrize(
    ("entrant", "player", "fact"),
    [(3, 0, "/substitutes/0/entrant"), (1, 2, "/substitutes/0/player")],
)
def test_a_substitute_plays_for_somebody_in_the_fixture(
    entrant: int, player: int, fact: str
) -> None:
    out_of_place = with_substitutes((entrant, player, "Zoe"))
    assert list(only("substitute_out_of_place", out_of_place).facts) == [fact]
    assert finding_codes(with_substitutes((1, 1, "Zoe"))) == []


def test_one_substitute_plays_in_a_place() -> None:
    twice = with_substitutes((1, 0, "Zoe"), (2, 0, "Yan"), (1, 0, "Xia"))
    assert list(only("place_taken_twice", twice).facts) == ["/substitutes/0", "/substitutes/2"]
    assert "Zoe and Xia can't both sit in for Ann of Aces" in languages.text(
        judge_result(twice).findings[0].message
    )


@pytest.mark.parametrize(
    ("substitutes", "facts"),
    [
        ([(1, 0, "Bob")], ["/substitutes/0/name"]),
        ([(1, 0, " bOB ")], ["/substitutes/0/name"]),
        ([(1, 0, "Dee")], ["/substitutes/0/name"]),
        ([(1, 0, "Zoe"), (2, 1, "Zoe")], ["/substitutes/0/name", "/substitutes/1/name"]),
        ([(1, 0, "Zoe"), (2, 1, "Yan")], []),
        ([(1, 0, "Bob"), (1, 1, "Ann")], []),
        ([(1, 0, "Dee"), (2, 1, "Zoe")], []),
    ],
)
def test_a_substitute_sits_in_one_place(
    substitutes: list[tuple[int, int, str]], facts: list[str]
) -> None:
    """A partner, somebody of the other side and another substitute have other names."""
    second = structs.replace(make_league().entrants[1], players=("Cid", "Dee"))
    among = structs.replace(make_league(), entrants=(make_league().entrants[0], second))
    findings = judge_result(with_substitutes(*substitutes), among).findings
    assert [finding.code for finding in findings] == ["names_alike"] * bool(facts)
    assert [fact for finding in findings for fact in finding.facts] == facts
    assert all(finding.clauses == ("mb-lounge/league.substitutes",) for finding in findings)


def test_namesakes_who_are_known_to_the_league_may_meet() -> None:
    """Two Anns of two teams are told apart by their teams; a third Ann is not."""
    assert finding_codes(EnteredResult(wins=(2, 1))) == []
    assert finding_codes(with_substitutes((1, 1, "Ann"))) == ["names_alike"]


def test_a_substitute_is_called_without_the_blanks_round_the_name() -> None:
    """A sentence has none of them in it."""
    (finding,) = judge_result(with_substitutes((1, 1, " Ann "))).findings
    assert languages.text(finding.message) == "Two at this table are called “Ann”. Add an initial."
