"""A fixture is judged once for an answer, whatever of the league the answer shows."""

from collections import Counter

import pytest

from pitch.league import judgements
from pitch.league.fixtures import EnteredResult, Fixture
from pitch.league.judgements import Judgement
from pitch.league.leagues import League
from tests.support.leagues import fixtures, open_league, path, plan_nights, report_result
from tests.support.phones import Device, Json

SHOWN = (
    "standings",
    "standings?afterNight=1",
    "accounts",
    "schedule",
    "fixtures/1",
    "export.json",
    "export.csv",
    "export.csv?table=results",
    "export.csv?table=accounts",
    "export.html",
    "export.pdf",
    "picture",
    "statistics",
)


@pytest.fixture
def judgement_counts(monkeypatch: pytest.MonkeyPatch) -> Counter[int]:
    """Return how often each fixture was judged, by number."""
    counts: Counter[int] = Counter()
    judge = judgements.judge

    def counting(league: League, fixture: Fixture, result: EnteredResult) -> Judgement:
        counts[fixture.number] += 1
        return judge(league, fixture, result)

    monkeypatch.setattr(judgements, "judge", counting)
    return counts


async def season(phone: Device, **form: object) -> Json:
    """A league of three nights of which two have results, one of them of half its fixtures."""
    league = await open_league(
        phone, teams=4, format={"nights": 3, "fixturesANight": 2, "fee": 100} | form
    )
    schedule = await plan_nights(phone, league)
    for fixture in (*fixtures(schedule, 1), *fixtures(schedule, 2)[:2]):
        await report_result(phone, league, fixture["number"], wins=[2, 1])
    if form:
        await plan_nights(phone, league, fromNight=3)
    return league


@pytest.mark.parametrize("form", [{}, {"finalNight": "separate"}])
async def test_each_fixture_is_judged_once_for_whatever_is_shown(
    phone: Device, judgement_counts: Counter[int], form: Json
) -> None:
    league = await season(phone, **form)
    for page in SHOWN:
        judgement_counts.clear()
        answer = await phone.get(path(league, page))
        assert answer.status_code == 200, answer.text
        assert judgement_counts == dict.fromkeys(range(1, 13), 1), page


async def test_each_fixture_of_a_progressive_night_is_judged_once(
    phone: Device, judgement_counts: Counter[int]
) -> None:
    players = [{"name": name, "players": [name]} for name in "ABCDEFGH"]
    form = {"pairing": "progressive", "nights": 1, "fixturesANight": 3, "matchesAFixture": 1}
    league = await open_league(phone, entrants=players, format=form)
    for _slot in (1, 2):
        for fixture in fixtures(await plan_nights(phone, league), 1)[-2:]:
            await report_result(phone, league, fixture["number"], wins=[0, 1])
    for page in SHOWN:
        judgement_counts.clear()
        assert (await phone.get(path(league, page))).status_code == 200
        assert judgement_counts == dict.fromkeys(range(1, 5), 1), page


async def test_what_stays_is_judged_once_for_a_preview(
    phone: Device, judgement_counts: Counter[int]
) -> None:
    league = await season(phone)
    judgement_counts.clear()
    preview = {"wins": [0, 3]}
    answer = await phone.post(path(league, "fixtures/1/result/preview"), json=preview)
    assert answer.status_code == 200, answer.text
    # As it was, for the standings that it moves, and as it would be.
    assert judgement_counts == dict.fromkeys(range(1, 13), 1) | {1: 2}
