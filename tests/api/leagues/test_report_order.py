"""Reports of two sides in any order: the result is the same."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from pitch import preset
from pitch.league import Entrant, Format, Playing, ResultPolicy
from pitchkeeper.access.changes import NotAllowed
from pitchkeeper.access.devices import LeagueRole, Stamp
from pitchkeeper.leagues import journal
from pitchkeeper.leagues.changes import Comparison
from pitchkeeper.leagues.pieces import from_pieces, to_pieces
from pitchkeeper.leagues.records import RecordedLeagueMember, Report
from pitchkeeper.leagues.season import fixtures as season_fixtures
from pitchkeeper.leagues.season import plans, seasons
from pitchkeeper.leagues.state import Charter, LeagueState
from pitchkeeper.rest.preconditions import Precondition

FIRST, SECOND, SCORER, OWNER = (UUID(int=number) for number in range(1, 5))


AT = datetime(2026, 11, 24, 19, tzinfo=UTC)


SEEN = Precondition(is_given=True, is_any=True)


REPORTS = st.sampled_from(
    [
        *(Report(wins=pair) for pair in ((3, 0), (2, 1), (1, 2), (1, 0))),
        Report(forfeit=1),
        Report(neither_came=True),
        Report(),
    ]
)


def bare_league(policy: ResultPolicy) -> LeagueState:
    """Return a league of two teams that meet once, with four phones."""
    members = [
        RecordedLeagueMember(device_id=device_id, role=role, joined_at=AT, plays_as=player)
        for device_id, role, player in (
            (FIRST, LeagueRole.SCORER, Playing(entrant=1, player=0)),
            (SECOND, LeagueRole.SCORER, Playing(entrant=2, player=0)),
            (SCORER, LeagueRole.SCORER, None),
            (OWNER, LeagueRole.OWNER, None),
        )
    ]
    entrants = tuple(
        Entrant(number=number, name=name, players=(f"{name} a", f"{name} b"))
        for number, name in ((1, "Aces"), (2, "Bowers"))
    )
    state = LeagueState(
        league_id=UUID(int=9),
        version=1,
        ruleset=preset("mb-lounge"),
        charter=Charter(name="L", format=Format(nights=1, fixtures_a_night=1, policy=policy)),
        entrants=entrants,
        members=tuple(members),
        created_at=AT,
        updated_at=AT,
    )
    return plans.plan_fixtures(seasons.from_state(state, {}), 1)


def play_through(league: LeagueState, acts: Sequence[tuple[UUID, Report]]) -> LeagueState:
    """Return a league after reports in an order; each is in the journal or changes nothing."""
    for minute, (device_id, report) in enumerate(acts):
        try:
            revision = season_fixtures.decide_report(
                league,
                Stamp(device_id=device_id, at=AT + timedelta(minutes=minute)),
                number=1,
                report=report,
                comparison=Comparison(league, SEEN, ()),
                new_matches={},
            )
        except NotAllowed:
            # The owner settled it, and a scorer of neither side cannot change that.
            assert device_id == SCORER
            continue
        if revision is None:
            assert report in [report.report for report in league.reports_of(1)]
            continue
        change = journal.describe_change(revision.action, to_pieces(league), revision.after)
        reports = [change.after.reported for change in change.changes if change.after]
        assert [report.report for report in reports if report] == [report]
        league = revision.after
    return league


def settled_state(league: LeagueState) -> object:
    """Return what is settled, without the times of reports."""
    season = seasons.from_state(league, {})
    reports = [structs.replace(report, at=AT) for report in league.reports_of(1)]
    return season.settlement(1), season.judgements[1], season.standings.rows, reports


@given(
    st.sampled_from([ResultPolicy.BOTH_SIDES, ResultPolicy.OWNER]),
    st.lists(st.tuples(st.sampled_from([FIRST, SECOND, SCORER, OWNER]), REPORTS), max_size=8),
    st.randoms(use_true_random=False),
)
def test_the_order_of_reports_never_matters(
    policy: ResultPolicy, acts: list[tuple[UUID, Report]], random: Any
) -> None:
    """However the phones come before each other, with corrections and repeats."""
    queues = {
        device_id: [act for act in acts if act[0] == device_id]
        for device_id in {act[0] for act in acts}
    }
    other_order = []
    while any(queues.values()):
        speaker_ = random.choice(sorted(queue for queue in queues if queues[queue]))
        other_order.append(queues[speaker_].pop(0))
        if random.random() < 0.3:
            other_order.append(other_order[-1])
    league = bare_league(policy)
    first, second = (play_through(league, order) for order in (acts, other_order))
    assert settled_state(first) == settled_state(second)
    # The last word of each side is there to be read, whatever counts.
    for side, device_id in enumerate((FIRST, SECOND)):
        reports = [report for speaker, report in acts if speaker == device_id]
        last_report = first.report(1, side)
        assert (last_report.report if last_report else None) == (reports[-1] if reports else None)
    loaded_league = from_pieces(
        to_pieces(first).values(),
        league_id=first.league_id,
        version=first.version,
        ruleset=first.ruleset,
        created_at=AT,
        updated_at=first.updated_at,
    )
    assert (loaded_league.reported, loaded_league.side_reports) == (
        first.reported,
        first.side_reports,
    )
