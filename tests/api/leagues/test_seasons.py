"""A season follows from its league and from what its linked matches say, and from nothing else."""

from datetime import UTC, datetime
from uuid import UUID

from pitchkeeper.leagues.records import RecordedReport, Report, ReportedMatch
from pitchkeeper.leagues.season import seasons
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.state import Charter, LeagueState
from pitchkeeper.matches.state import MatchOutcome
from tests.support.seasons import make_league, nights

DEVICE, MATCH = UUID(int=1), UUID(int=2)
NOON = datetime(2026, 1, 6, 12, tzinfo=UTC)


def season(entrants: int, *pairs: str, winner: int) -> LeagueSeason:
    """A league of one match a fixture, the first of them kept as a match of its own."""
    among = make_league(entrants, nights=len(pairs), fixtures_a_night=1, matches_a_fixture=1)
    link = RecordedReport(
        fixture=1,
        report=Report(matches=(ReportedMatch(match_id=MATCH),)),
        device_id=DEVICE,
        at=NOON,
    )
    state = LeagueState(
        league_id=UUID(int=3),
        version=7,
        ruleset=among.ruleset,
        charter=Charter(name="Tuesdays", format=among.format),
        created_at=NOON,
        updated_at=NOON,
        entrants=among.entrants,
        fixtures=nights(*pairs),
        reported=(link,),
    )
    scores = (3, 21) if winner == 1 else (21, 3)
    return seasons.from_state(state, {MATCH: MatchOutcome(winner, scores, has_begun=True)})


def champions(season_: LeagueSeason) -> list[int]:
    """Return the entrants that have won the league already."""
    return [chance.entrant for chance in season_.snapshot(1).chances if chance.clinched]


def test_chances_follow_a_match_that_is_corrected_without_a_change_of_the_league() -> None:
    before, after = season(2, "AB", winner=0), season(2, "AB", winner=1)
    assert before.state == after.state
    assert [champions(before), champions(after), champions(before)] == [[1], [2], [1]]


def test_chances_follow_a_change_of_the_league() -> None:
    assert champions(season(2, "AB", winner=0)) == [1]
    assert champions(season(2, "AB", "AB", winner=0)) == []
