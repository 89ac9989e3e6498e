"""The findings of a correction about slots of a progressive night that are already planned."""

from collections.abc import Mapping

from msgspec import structs

from pitch.findings import Finding, FindingKind
from pitch.league import judgements
from pitch.league.choices import Pairing
from pitch.league.fixtures import EnteredResult, Fixture, PlayedMatch
from pitch.league.leagues import League
from pitch.schedule import movements, progressions, schedules
from pitchkeeper.messages import languages
from tests.support import scheduling

WON, LOST = EnteredResult(wins=(3, 0)), EnteredResult(wins=(0, 3))
OUTDATED, STANDS = "slot_outdated", "slot_stands"


def judged_night(
    a_league: League,
    number: int,
    fixtures: tuple[Fixture, ...],
    results: Mapping[int, EnteredResult],
) -> tuple[Finding, ...]:
    """Return the findings about a night of these fixtures."""
    return movements.judge_night(
        a_league, number, judgements.judge_all(a_league, fixtures, results)
    )


def judged_order(
    a_league: League,
    number: int,
    fixtures: tuple[Fixture, ...],
    results: Mapping[int, EnteredResult],
) -> tuple[Finding, ...]:
    """Return the findings about results that came too soon in a night of these fixtures."""
    return tuple(
        movements.judge_order(a_league, number, judgements.judge_all(a_league, fixtures, results))
    )


def night(
    results: Mapping[int, EnteredResult], a_league: League | None = None
) -> tuple[Finding, ...]:
    """Return the findings about the second night of eight, planned from wins of side 0."""
    return judged_night(a_league or make_league(), 2, planned_fixtures(), results)


def make_league(pairing: Pairing = Pairing.PROGRESSIVE, **more: object) -> League:
    """Two nights of three slots."""
    return scheduling.make_league(8, 2, 3, pairing=pairing, **more)  # type: ignore[arg-type]


def planned_fixtures() -> tuple[Fixture, ...]:
    """Fixtures 1 and 2 of the first night; 3 to 8 of the second, where side 0 always wins."""
    fixtures = schedules.plan_schedule(make_league(), 1).fixtures
    for _ in range(2):
        fixtures += progressions.plan_next_slot(make_league(), fixtures, dict.fromkeys(range(9), 0))
    return fixtures


def test_slots_that_follow_from_the_results_have_no_finding() -> None:
    for count in (2, 6, 7, 8):
        assert night(dict.fromkeys(range(1, count + 1), WON)) == ()


def test_a_slot_that_has_not_begun_is_to_be_planned_again_after_a_correction() -> None:
    results_after = {3: WON, 4: WON, 5: WON, 6: LOST}
    (finding,) = night(results_after)
    assert (finding.code, finding.kind) == (OUTDATED, FindingKind.SUSPICIOUS)
    assert finding.facts == ("/fixtures/7", "/fixtures/8")
    assert finding.clauses == ("house/league.teams", "house/league.partners")
    assert "follows round 2 has changed" in languages.text(finding.message)


def test_so_it_is_while_a_result_is_cleared_or_cannot_be() -> None:
    for six in (
        {},
        {6: EnteredResult(wins=(9, 0))},
        {6: EnteredResult(matches=(PlayedMatch(winner=0),))},
    ):
        assert [finding.code for finding in night({3: WON, 4: WON, 5: WON, **six})] == [OUTDATED]


def test_all_that_is_planned_after_results_that_were_taken_back_is_to_be_planned_again() -> None:
    (finding,) = night({3: WON, 4: WON})
    assert finding.code == OUTDATED
    assert finding.facts == tuple(f"/fixtures/{number}" for number in (5, 6, 7, 8))


def test_a_slot_that_has_begun_stands() -> None:
    """Also when it is played at one of its tables only: who sits there cannot sit elsewhere."""
    results_after = {3: WON, 4: LOST, 5: WON}
    (found,) = [finding for finding in night(results_after) if finding.code == STANDS]
    assert found.facts == ("/fixtures/5", "/fixtures/6")
    assert "round 2 has begun, so it stays" in languages.text(found.message)
    assert [finding.code for finding in night({**results_after, 6: WON})] == [STANDS]


def test_two_slots_back_moves_nobody_in_a_slot_to_come() -> None:
    """The third slot follows from the second, which stands as it was played."""
    assert [finding.code for finding in night({3: LOST, 4: WON, 5: WON, 6: WON})] == [STANDS]


def test_a_night_that_is_over_waits_for_nothing() -> None:
    """Its last slot was not played; the next night has begun."""
    first = schedules.plan_schedule(make_league(), 1).fixtures[:2]
    ahead = progressions.plan_next_slot(make_league(), first, {1: 0, 2: 0})
    results = {1: LOST, 2: WON}
    assert judged_night(make_league(), 1, first + ahead, results)
    later = [
        structs.replace(fixture, night=2, slot=1, number=fixture.number + 9) for fixture in first
    ]
    assert judged_night(make_league(), 1, (*first, *ahead, *later), {**results, 10: WON}) == ()


def test_who_joins_or_leaves_is_planned_for() -> None:
    """While the next slot has not begun; one that has stays as it is, and says nothing."""
    results = {3: WON, 4: WON, 5: WON, 6: WON}
    league_without = make_league(stays={1: (1, 1)})
    assert [finding.code for finding in night(results, league_without)] == [OUTDATED]
    assert night({**results, 7: WON}, league_without) == ()


def test_only_a_progressive_league_moves() -> None:
    assert night({3: WON, 4: LOST, 5: WON}, make_league(Pairing.CHANGING_PARTNERS)) == ()


def test_nobody_has_won_while_matches_are_left() -> None:
    """One of three is over: the table still plays."""
    results = {3: WON, 4: EnteredResult(matches=(PlayedMatch(winner=0),))}
    assert [finding.code for finding in night(results)] == [OUTDATED]


def test_a_night_that_begins_before_the_last_one_ends_has_a_finding() -> None:
    short = make_league()
    results = dict.fromkeys((1, 2, 3), WON)
    (finding,) = judged_order(short, 2, planned_fixtures(), results)
    assert (finding.code, finding.kind) == ("night_too_soon", FindingKind.SUSPICIOUS)
    assert finding.facts == ("/fixtures/3",)
    assert list(judged_order(short, 1, planned_fixtures(), results)) == []
    assert list(judged_order(short, 2, planned_fixtures(), {1: WON, 2: WON})) == []
    one_slot = structs.replace(short, format=structs.replace(short.format, fixtures_a_night=1))
    assert list(judged_order(one_slot, 2, planned_fixtures(), results)) == []
    assert list(judged_order(one_slot, 2, planned_fixtures(), {1: WON, 3: WON})) != []
    assert list(judged_order(make_league(Pairing.TEAMS), 2, planned_fixtures(), results)) == []
