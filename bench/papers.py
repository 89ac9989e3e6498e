"""Time what an organizer plans, prints and enters from paper: `python -m bench.papers`.

A league of 64 teams over 30 nights, three rounds each, all but the last night played. It plans the
last night, also by scores and with one team away, prints its papers, enters one result and those of
a round of 32 tables, and looks who moves. Then all 64 play a double knock-out. Seconds are of the
processor, with those of processes that typeset; nothing is sent anywhere. Fails beyond a limit.
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
from pitch.league import Attendance, CheckIn, Entrant, LeagueNight, Pairing
from pitch.schedule import swiss
from pitch.schedule.slots import plan_slots
from pitchkeeper.access.devices import Stamp
from pitchkeeper.access.membership.join_page import Links
from pitchkeeper.documents.leagues import night_papers
from pitchkeeper.leagues.records import RecordedReport, Report
from pitchkeeper.leagues.season import brackets, night_results, plans, presenters, seasons
from pitchkeeper.leagues.season.night_results import NewNightResult, NewNightResults
from pitchkeeper.leagues.season.seasons import LeagueSeason

ENTRANTS: Final = 64
NIGHTS: Final = 30
ROUNDS: Final = 3
PLAN: Final = 1.5
"""The most seconds to plan a round, and those after it of the night."""
LOOK: Final = 0.2
"""The most seconds for the standings, or a bracket."""
RESULT: Final = 0.1
"""The most seconds to record one result."""
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
        _report(each.number, (3, 0) if each.number % 3 else (1, 2))
        for each in planned.fixtures
        if each.night < NIGHTS
    )
    return seasons.from_state(structs.replace(planned, reported=reported), {})


def _report(number: int, wins: tuple[int, int]) -> RecordedReport:
    report = Report(wins=wins)
    return RecordedReport(fixture=number, report=report, device_id=_STAMP.device_id, at=_STAMP.at)


def spent() -> float:
    """Return the seconds of the processor so far, with those of processes that ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


_missed: list[str] = []


def time_it(name: str, work: Callable[[], object], most: float | None = None) -> None:
    """Run some work and print its seconds; note it if they are too many."""
    before = spent()
    result = work()
    seconds = spent() - before
    size = f"{len(result) / 1e6:8.2f} MB" if isinstance(result, bytes) else ""
    is_slow = most is not None and seconds > most
    print(f"{name:40}{seconds:8.2f} s{size}{'  too slow' * is_slow}", flush=True)
    _missed.extend([name] * is_slow)


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


def plan(league: LeagueSeason, here: int) -> object:
    """Plan the last night from a number of teams that are here."""
    check_ins = tuple(
        CheckIn(entrant=each, attendance=Attendance.HERE if each <= here else Attendance.AWAY)
        for each in range(1, ENTRANTS + 1)
    )
    held = LeagueNight(NIGHTS, is_open=True, check_ins=check_ins)
    others = [each for each in league.fixtures if each.night < NIGHTS]
    at_door = structs.replace(league.league, nights=(held,))
    return plan_slots(at_door, NIGHTS, 1, others, 7, expects_late=True)


def agreed(league: LeagueSeason, **terms: object) -> LeagueSeason:
    """Return the same league with another format."""
    form = structs.replace(league.state.charter.format, **terms)
    charter = structs.replace(league.state.charter, format=form)
    return seasons.from_state(structs.replace(league.state, charter=charter), {})


def knock_out(league: LeagueSeason) -> LeagueSeason:
    """Return the double knock-out of all, played to its end; every fourth goes to the second."""
    cup = agreed(league, pairing=Pairing.DOUBLE_KNOCK_OUT, nights=1, fixtures_a_night=13)
    empty = structs.replace(cup.state, fixtures=(), reported=())
    played = seasons.from_state(plans.draw(seasons.from_state(empty, {})), {})
    while opens := [each for each in played.fixtures if each.number not in played.results]:
        reported = _report(opens[0].number, (1, 2) if opens[0].number % 4 == 0 else (2, 1))
        state = structs.replace(played.state, reported=(*played.state.reported, reported))
        played = seasons.from_state(state, {}, played.judged)
    return played


def main() -> None:
    """Print the time of each piece of work; fail if one takes too long."""
    league, links = season(), Links("http://192.0.2.7:8000")
    time_it("standings, once", lambda: presenters.standings(league, league.now), LOOK)
    time_it("one result", lambda: enter(league, 1), RESULT)
    time_it(f"{ENTRANTS // 2} results", lambda: enter(league, ENTRANTS // 2))
    time_it("three rounds from the door", lambda: plan(league, ENTRANTS), PLAN)
    time_it("three rounds, one team away", lambda: plan(league, ENTRANTS - 1), PLAN)
    by_scores = agreed(league, pairing=Pairing.SWISS)
    time_it("a round by scores", lambda: swiss.plan_slot(by_scores, NIGHTS, 1, 7), PLAN)
    time_it("pairings", lambda: night_papers.pairing_sheet(league, NIGHTS, None, links, None))
    time_it("table sheets", lambda: night_papers.table_sheets(league, NIGHTS, None, links))
    time_it("tally cards", lambda: night_papers.tally_cards(league, NIGHTS))
    time_it("a double knock-out, played", lambda: knock_out(league))
    cup = seasons.from_state(knock_out(league).state, {})
    time_it("its bracket", lambda: brackets.sheet(cup), LOOK)
    time_it("its standings", lambda: presenters.standings(cup, cup.now), LOOK)
    sys.exit(f"Too slow: {', '.join(_missed)}." if _missed else 0)


if __name__ == "__main__":
    main()
