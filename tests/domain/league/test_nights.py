"""Nights as they are held: how far they have come, what is due at the door, and guests."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from pitch.league.choices import FeeBy, Guests
from pitch.league.fees import Payment
from pitch.league.leagues import Attendance, CheckIn, Entrant, League, LeagueNight
from pitch.league.season import NightState, Season
from tests.support.seasons import make_league, nights, wins

HERE, LATE, AWAY = Attendance.HERE, Attendance.LATE, Attendance.AWAY
OPEN = LeagueNight(1, is_open=True)


def hold_night(league: League, **changes: Any) -> League:
    """Return a league whose first night is open, with some things changed."""
    return structs.replace(league, nights=(structs.replace(OPEN, **changes),))


def check_in(*attendances: Attendance) -> tuple[CheckIn, ...]:
    """Return the check-ins of the entrants from number 1 on."""
    return tuple(
        CheckIn(entrant=number, attendance=attendance)
        for number, attendance in enumerate(attendances, 1)
    )


def season(league: League, pairs: str = "AB CD", *lines: str, **more: Any) -> Season:
    return Season(league=league, fixtures=nights(pairs), results=wins(*lines), **more)


def test_a_night_goes_from_planned_to_over() -> None:
    league = make_league(4, fixtures_a_night=1)
    assert season(league).night_state(1) is NightState.PLANNED
    assert season(hold_night(league)).night_state(1) is NightState.CHECKING_IN
    assert season(hold_night(league, is_paired=True)).night_state(1) is NightState.BEGUN
    assert season(league, "AB CD", "3-0").night_state(1) is NightState.BEGUN
    assert season(hold_night(league), "AB CD", "3-0", "2-1").night_state(1) is NightState.OVER
    assert season(hold_night(league, is_called_off=True)).night_state(1) is NightState.CALLED_OFF


def test_before_a_night_is_open_nothing_is_due_and_nobody_is_paid_up() -> None:
    ledger = season(make_league(4)).ledger_at(1)
    assert ledger.due == 0
    assert {account.is_paid for account in ledger.accounts} == {None}


def test_at_the_door_those_who_are_here_or_late_owe_the_night() -> None:
    league = hold_night(make_league(4), check_ins=check_in(HERE, LATE, AWAY))
    payments = (Payment(entrant=1, amount=1_000, night=1), Payment(entrant=2, amount=400, night=1))
    ledger = season(league, payments=payments).ledger_at(1)
    accounts = [(account.due, account.paid_tonight, account.is_paid) for account in ledger.accounts]
    assert accounts == [
        (1_000, 1_000, True),
        (1_000, 400, False),
        (0, 0, None),
        (0, 0, None),
    ]
    assert ledger.due == 2_000


def test_once_a_night_has_begun_everyone_who_takes_part_owes_it() -> None:
    league = hold_night(make_league(4), check_ins=check_in(HERE, HERE, HERE, AWAY), is_paired=True)
    assert season(league).ledger_at(1).due == 4_000


def test_a_night_that_is_called_off_costs_nothing() -> None:
    league = hold_night(make_league(4), is_called_off=True, is_open=False)
    payments = (Payment(entrant=1, amount=1_000, night=1),)
    ledger = season(league, "", payments=payments).ledger_at(1)
    assert (ledger.due, ledger.collected, ledger.pot) == (0, 1_000, 4 * 4 * 1_000)
    assert ledger.accounts[0].balance == 1_000


def test_two_halves_of_the_heads_make_the_fee_of_a_team() -> None:
    league = hold_night(
        make_league(2, fee=500, fee_by=FeeBy.PLAYER), check_ins=check_in(HERE, HERE)
    )
    payments = tuple(Payment(entrant=1, amount=500, night=1, player=head) for head in (0, 1))
    first, second = season(league, "AB", payments=payments).ledger_at(1).accounts
    assert (first.due, first.is_paid) == (1_000, True)
    assert (second.due, second.is_paid) == (1_000, False)


@given(
    st.lists(st.sampled_from(list(Attendance)), min_size=4, max_size=4),
    st.booleans(),
    st.sampled_from(list(FeeBy)),
    st.sampled_from([None, 300]),
    st.integers(0, 3),
)
def test_what_is_due_adds_up(
    attendances: list[Attendance],
    is_paired: bool,
    fee_by: FeeBy,
    guest_fee: int | None,
    guests: int,
) -> None:
    """Counted again here: who is here or late, or everyone but guests who are away."""
    league = make_league(4, fee_by=fee_by, guest_fee=guest_fee)
    league = structs.replace(
        league,
        entrants=tuple(
            structs.replace(entrant, is_guest=entrant.number <= guests)
            for entrant in league.entrants
        ),
    )
    league = hold_night(league, check_ins=check_in(*attendances), is_paired=is_paired)
    heads = 2 if fee_by is FeeBy.PLAYER else 1
    due = 0
    for number, attendance in enumerate(attendances, 1):
        is_guest = number <= guests
        fee = heads * (300 if is_guest and guest_fee else 1_000)
        comes = attendance in (HERE, LATE)
        due += fee * (comes or (is_paired and not (is_guest and attendance is AWAY)))
    assert season(league).ledger_at(1).due == due


def with_guest(league: League, guest: int) -> League:
    entrants = tuple(structs.replace(e, is_guest=e.number == guest) for e in league.entrants)
    return structs.replace(league, entrants=entrants)


@pytest.mark.parametrize(("guests", "score"), [(Guests.COUNT, 5), (Guests.VOID, 2)])
def test_what_is_won_against_a_guest_counts_if_the_league_says_so(
    guests: Guests, score: int
) -> None:
    league = with_guest(make_league(4, guests=guests, fixtures_a_night=1), 4)
    season_after = Season(
        league=league, fixtures=nights("AD", "AB"), results=wins("3-0", "2-1"), payments=()
    )
    rows = {row.entrant: row for row in season_after.standings.rows}
    assert set(rows) == {1, 2, 3}
    assert rows[1].score == score
    assert {award.entrant for award in season_after.prizes.awards} == {1, 2, 3}
    chances = season_after.after(2).chances
    assert {chance.entrant for chance in chances} == {1, 2, 3}
    odds = season_after.title_odds(chances)
    assert odds is None or set(odds.permille) == {1, 2, 3}


def test_a_guest_who_wins_everything_wins_no_prize() -> None:
    league = with_guest(make_league(3, nights=1, fixtures_a_night=1), 1)
    season_after = Season(league=league, fixtures=nights("AB"), results=wins("3-0"))
    assert [row.entrant for row in season_after.standings.rows] == [2, 3]
    assert sum(award.amount or 0 for award in season_after.prizes.awards) > 0


def test_a_walk_in_has_no_bye_before_it_came() -> None:
    league = make_league(2)
    walk_in = Entrant(number=3, name="Clubs", players=("Ann", "Bob"))
    late = CheckIn(entrant=3, attendance=HERE, from_slot=2)
    league = hold_night(
        structs.replace(league, entrants=(*league.entrants, walk_in)), check_ins=(late,)
    )
    byes = season(league, "AB AB").byes_on(1)
    assert [(bye.slot, bye.entrants) for bye in byes] == [(2, (3,))]
