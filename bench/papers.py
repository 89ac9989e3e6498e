"""Time what an organizer prints and enters from paper: `python -m bench.papers`.

A league of 64 teams over 30 nights, three rounds each, all but the last night played. It prints the
papers of the last night, enters one result and those of a round of 32 tables, and looks who moves.
Seconds are of the processor, with those of processes that typeset; nothing is sent anywhere.
"""

import resource
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from msgspec import structs

from openapi.examples.leagues import SEASON
from pitch.league import Entrant
from pitchkeeper.access.devices import Stamp
from pitchkeeper.access.membership.join_page import Links
from pitchkeeper.documents.leagues import night_papers
from pitchkeeper.leagues.season import night_results, plans, seasons
from pitchkeeper.leagues.season.night_results import NewNightResult, NewNightResults
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.state import RecordedReport, Report

ENTRANTS: Final = 64
NIGHTS: Final = 30
ROUNDS: Final = 3
_RESULT_SECONDS: Final = 0.1
"""The most processor time to record one result."""
_STAMP: Final = Stamp(
    device_id=UUID("01997b3f-6b3c-7e90-a2d4-9c1b8e7f0a55"), at=datetime(2027, 3, 2, tzinfo=UTC)
)


def season() -> LeagueSeason:
    """Return the league, planned and played up to its last night."""
    state = SEASON.state
    form = structs.replace(state.charter.format, nights=NIGHTS, fixtures_a_night=ROUNDS)
    entrants = tuple(
        Entrant(number=number, name=f"Team {number}", players=(f"Ann {number}", f"Bob {number}"))
        for number in range(1, ENTRANTS + 1)
    )
    empty = structs.replace(
        state,
        charter=structs.replace(state.charter, format=form, dates=()),
        entrants=entrants,
        fixtures=(),
        reported=(),
    )
    planned = plans.plan_fixtures(seasons.from_state(empty, {}), 1)
    reported = tuple(
        RecordedReport(
            fixture=each.number,
            report=Report(wins=(3, 0) if each.number % 3 else (1, 2)),
            device_id=_STAMP.device_id,
            at=_STAMP.at,
        )
        for each in planned.fixtures
        if each.night < NIGHTS
    )
    return seasons.from_state(structs.replace(planned, reported=reported), {})


def spent() -> float:
    """Return the seconds of the processor so far, with those of processes that ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def time_it(name: str, work: Callable[[], object]) -> float:
    """Run some work and print its seconds."""
    before = spent()
    result = work()
    seconds = spent() - before
    size = f"{len(result) / 1e6:8.2f} MB" if isinstance(result, bytes) else ""
    print(f"{name:40}{seconds:8.2f} s{size}", flush=True)
    return seconds


def enter(league: LeagueSeason, count: int) -> night_results.NightResults:
    """Enter a number of results of the last night, and compare the standings."""
    tonight = [each.number for each in league.fixtures_on(NIGHTS)][:count]
    results = (NewNightResult(fixture=each, report=Report(wins=(2, 1))) for each in tonight)
    request = NewNightResults(results=tuple(results))
    bulk = night_results.decide_results(
        league.state, _STAMP, NIGHTS, request, {}, [{} for _ in tonight], outcomes={}
    )
    after = seasons.from_state(bulk.after, {}, league.judged)
    return night_results.present(bulk, league, after, NIGHTS, request, "/")


def main() -> None:
    """Print the time of each piece of work; fail if one result takes too long."""
    league, links = season(), Links("http://192.0.2.7:8000")
    time_it("standings, once", lambda: league.standings)
    one = time_it("one result", lambda: enter(league, 1))
    time_it(f"{ENTRANTS // 2} results", lambda: enter(league, ENTRANTS // 2))
    time_it("pairings", lambda: night_papers.pairing_sheet(league, NIGHTS, None, links, None))
    time_it("table sheets", lambda: night_papers.table_sheets(league, NIGHTS, None, links))
    time_it("tally cards", lambda: night_papers.tally_cards(league, NIGHTS))
    sys.exit(one > _RESULT_SECONDS)


if __name__ == "__main__":
    main()
