"""Speed of judging hands and replaying matches on one core."""

import random

import pytest
from msgspec import structs
from pytest_benchmark.fixture import BenchmarkFixture

from bench.adjudication import UNREMEMBERED
from pitch.findings import Status
from pitch.hand import verdicts
from pitch.hand.deals import Deal
from pitch.hand.proofs import Proof
from pitch.league.choices import Pairing
from pitch.league.fixtures import EnteredResult
from pitch.league.leagues import Attendance, CheckIn, LeagueNight
from pitch.league.season import Season
from pitch.match import sheets
from pitch.match.matches import Hand, Match
from pitch.rules import rulesets
from pitch.rules.options import Options
from pitch.rules.rulesets import RuleSet
from pitch.schedule import draw_bracket, swiss
from pitch.schedule.schedules import plan_schedule
from pitch.schedule.slots import plan_slots
from pitch.seats import Seating
from tests.support import random_hands, scheduling

NAMES = ("Ann", "Bob", "Cid", "Dee")
ENDINGS = ((3, 0), (2, 1), (1, 2), (0, 3))
PRESETS = ["singaporemahjong", "rules-guru", "mb-lounge", "setback"]
"""The presets of the hands here; bench.adjudication measures every preset."""


def match(ruleset: RuleSet) -> Match:
    table = ruleset.table_for(4)
    return Match(ruleset=ruleset, seating=Seating(table=table, names=NAMES), first_dealer=3)


@pytest.mark.parametrize("preset", PRESETS)
def test_verdict_on_a_complete_hand(benchmark: BenchmarkFixture, preset: str) -> None:
    """Four players, complete piles: at most 40 microseconds."""
    ruleset = rulesets.preset(preset)
    chance, seating = random.Random(4), match(ruleset).seating
    deal = Deal(ruleset=ruleset, seating=seating, dealer=3)
    records = [random_hands.record(chance, ruleset, seating.table, 3) for _ in range(200)]

    def judge() -> None:
        for record in records:
            UNREMEMBERED(record, deal)

    assert {verdicts.judge(record, deal).status for record in records} == {Status.SETTLED}
    benchmark.extra_info["hands a round"] = len(records)
    benchmark(judge)


@pytest.mark.parametrize("night", [1, 15, 30])
def test_plan_of_a_slot_from_who_is_here(benchmark: BenchmarkFixture, night: int) -> None:
    """63 of 64 teams on a night of 30, the slot and the one after: at most 1.5 seconds of CPU."""
    of = scheduling.make_league(64, 30, 2)
    whole = plan_schedule(of, 7).fixtures
    earlier = tuple(fixture for fixture in whole if fixture.night < night)
    check_ins = tuple(
        CheckIn(
            entrant=each.number,
            attendance=Attendance.AWAY if each.number == 5 else Attendance.HERE,
        )
        for each in of.entrants
    )
    of = structs.replace(of, nights=(LeagueNight(night, is_open=True, check_ins=check_ins),))
    plan = benchmark(plan_slots, of, night, 1, earlier, 7, expects_late=False)
    assert len(plan.fixtures) == 2 * 31


@pytest.mark.parametrize("preset", PRESETS)
def test_replay_of_forty_hands(benchmark: BenchmarkFixture, preset: str) -> None:
    """A match long enough that nobody wins it, its hands proven: at most 2 milliseconds."""
    ruleset = rulesets.preset(preset).house_rules(Options(hands=200))
    played, chance = match(ruleset), random.Random(40)
    entered = tuple(
        Hand(
            number=number,
            record=random_hands.record(chance, ruleset, played.seating.table, (number + 2) % 4),
            proof=Proof(dealer=(number + 2) % 4),
        )
        for number in range(1, 41)
    )
    assert len(sheets.fold_sheet(played, entered).lines) == 40
    benchmark(sheets.fold_sheet, played, entered)


def test_a_swiss_slot_of_64_is_planned(benchmark: BenchmarkFixture) -> None:
    """64 teams after eight slots: at most 1.5 s of one core, and each plan is proved."""
    of = scheduling.make_league(64, 1, 10)
    of = structs.replace(of, format=structs.replace(of.format, pairing=Pairing.SWISS))
    season = Season(league=of, fixtures=(), results={})
    for slot in range(1, 9):
        fixtures = swiss.plan_slot(season, 1, slot, 0).fixtures
        chance = random.Random(slot)
        results = {each.number: EnteredResult(wins=chance.choice(ENDINGS)) for each in fixtures}
        season = Season(
            league=of,
            fixtures=(*season.fixtures, *fixtures),
            results={**season.results, **results},
        )

    def plan() -> int:
        swiss.pair.cache_clear()
        return len(swiss.plan_slot(season, 1, 9, 0).fixtures)

    assert benchmark(plan) == 32


def test_a_double_knock_out_of_64_is_worked_out(benchmark: BenchmarkFixture) -> None:
    """127 matchups with their results, the standings and the chances: at most 0.2 s."""
    of = scheduling.make_league(64, 1, 1)
    form = structs.replace(of.format, pairing=Pairing.DOUBLE_KNOCK_OUT)
    of = structs.replace(of, format=form)
    bracket, _ = draw_bracket(Season(league=of, fixtures=(), results={}), 1, 0)
    of = structs.replace(of, bracket=bracket)
    season, results = Season(league=of, fixtures=(), results={}), dict[int, EnteredResult]()
    for _ in range(127):
        fixtures = season.knock_out.fixtures if season.knock_out else ()
        waiting = [each for each in fixtures if each.number not in results]
        if not waiting:
            break
        results[waiting[0].number] = EnteredResult(wins=(1, 2))
        season = Season(league=of, fixtures=fixtures, results=dict(results))

    def follow() -> int:
        again = Season(league=of, fixtures=season.fixtures, results=results)
        return len(again.after(1).standings.rows)

    assert benchmark(follow) == 64
