"""Fees and prizes: what is owed, and a pot that is divided to the cent."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from pitch.findings import FindingKind
from pitch.league import fees, judgements, prize_tables
from pitch.league.choices import TieBreak
from pitch.league.fees import Payment
from pitch.league.formats import Prizes
from pitch.league.leagues import League
from pitch.league.payouts import Payout
from pitch.league.prize_tables import PrizeTable
from pitch.league.ranking import standings
from pitch.league.ranking.tie_breaks import PlayOff
from pitchkeeper.messages import languages
from tests.support.seasons import form, make_league, nights, wins

FIRST = Prizes(amounts=(500,))
AMOUNTS = Prizes(amounts=(30_000, 15_000, 5_000))


def prizes(
    among: League,
    pot: int,
    pairs: str = "",
    *lines: str,
    play_offs: tuple[PlayOff, ...] = (),
    payouts: tuple[Payout, ...] = (),
) -> PrizeTable:
    ranking = standings.rank_entrants(
        among, judgements.judge_all(among, nights(pairs), wins(*lines)), play_offs
    )
    return prize_tables.for_standings(among, pot, ranking, payouts)


def awards(table: PrizeTable) -> list[tuple[int, int | None]]:
    return [(award.entrant, award.amount) for award in table.awards]


def test_ten_teams_pay_500_and_win_300_150_and_50() -> None:
    pot = fees.for_night(make_league(10), (), 0, 0).pot
    assert pot == 50_000
    assert prize_tables.divide_pot(form(), pot) == (30_000, 15_000, 5_000)


def test_c81_eight_teams_pay_400_and_win_240_120_and_40() -> None:
    pot = fees.for_night(make_league(8), (), 0, 0).pot
    assert pot == 40_000
    assert prize_tables.divide_pot(form(), pot) == (24_000, 12_000, 4_000)


def test_a_team_owes_for_the_nights_it_takes_part_in() -> None:
    among = make_league(2)
    late = structs.replace(among.entrants[1], from_night=2, until_night=3)
    among = structs.replace(among, entrants=(among.entrants[0], late))
    payments = (
        Payment(entrant=1, amount=5_000),
        Payment(entrant=2, amount=3_000),
        Payment(entrant=2, amount=-1_000),
    )
    ledger = fees.for_night(among, payments, 2, 3)
    first, second = ledger.accounts
    assert (first.nights, first.owed, first.owed_season, first.balance) == (2, 2_000, 5_000, 3_000)
    assert (second.owed, second.owed_season, second.paid, second.balance) == (
        1_000,
        2_000,
        2_000,
        1_000,
    )
    assert (ledger.due_night, first.due, second.due) == (3, 3_000, 2_000)
    assert fees.for_night(among, payments, 9, 9).accounts[0].owed == 5_000, "there are five nights"
    assert (ledger.owed, ledger.collected, ledger.pot) == (3_000, 7_000, 7_000)


def test_the_last_cent_goes_by_largest_remainder() -> None:
    shares = form(prizes=Prizes(shares=(5_000, 3_000, 2_000)))
    assert prize_tables.divide_pot(shares, 101) == (51, 30, 20)
    thirds = form(prizes=Prizes(shares=(3_334, 3_333, 3_333)))
    assert prize_tables.divide_pot(thirds, 1_000) == (334, 333, 333)


def test_m10_prizes_over_the_pot_are_cut_in_proportion() -> None:
    table = prizes(make_league(2, prizes=AMOUNTS), 40_000)
    assert table.places == (24_000, 12_000, 4_000)
    (finding,) = table.findings
    assert (finding.code, finding.kind) == ("prizes_exceed_pot", FindingKind.SUSPICIOUS)
    assert "$500.00, but the pot is $400.00" in languages.text(finding.message)
    assert finding.clauses == ("mb-lounge/league.prize",)
    assert prizes(make_league(2, prizes=AMOUNTS), 50_000).findings == ()


def test_what_no_place_takes_is_left_over() -> None:
    table = prizes(make_league(2, prizes=Prizes(amounts=(1_000, 500, 300))), 2_000, "AB", "3-0")
    assert (awards(table), table.rest) == ([(1, 1_000), (2, 500)], 500)


def test_c80_who_shares_a_place_shares_the_prizes_of_the_places() -> None:
    among = make_league(4, tie_breaks=(TieBreak.SHARE,))
    table = prizes(among, 50_000, "AB CD", "2-1", "2-1")
    assert awards(table) == [(1, 22_500), (3, 22_500), (2, 2_500), (4, 2_500)]


def test_a_cent_that_cannot_be_shared_goes_to_the_lowest_number() -> None:
    among = make_league(4, tie_breaks=(TieBreak.SHARE,), prizes=Prizes(amounts=(100, 51)))
    table = prizes(among, 151, "AB CD", "2-1", "2-1")
    assert awards(table) == [(1, 76), (3, 75), (2, 0), (4, 0)]


def test_c80_prizes_wait_for_the_play_off() -> None:
    among = make_league(4, tie_breaks=(TieBreak.PLAY_OFF,))
    waiting = prizes(among, 50_000, "AB CD", "2-1", "3-0")
    assert awards(waiting) == [(3, 30_000), (1, 15_000), (2, 5_000), (4, 0)]
    waiting = prizes(among, 50_000, "AB CD", "2-1", "2-1")
    assert (awards(waiting)[:2], waiting.held) == ([(1, None), (3, None)], 50_000)
    only_first = prizes(
        structs.replace(among, format=form(tie_breaks=(TieBreak.PLAY_OFF,), prizes=FIRST)),
        500, "AB CD", "2-1", "2-1",
    )  # fmt: skip
    assert awards(only_first) == [(1, None), (3, None), (2, 0), (4, 0)]
    played_off = (PlayOff(winner=3, loser=1), PlayOff(winner=2, loser=4))
    table = prizes(among, 50_000, "AB CD", "2-1", "2-1", play_offs=played_off)
    assert awards(table) == [(3, 30_000), (1, 15_000), (2, 5_000), (4, 0)]


def test_a_prize_that_awaits_a_play_off_is_over_only_beyond_the_best_place() -> None:
    among = make_league(4, tie_breaks=(TieBreak.PLAY_OFF,))

    def overpaid(amount: int, entrant: int = 3) -> list[str]:
        payout = (Payout(entrant=entrant, amount=amount),)
        table = prizes(among, 50_000, "AB CD", "2-1", "2-1", payouts=payout)
        return [finding.code for finding in table.findings]

    assert overpaid(30_000) == []
    assert overpaid(30_001) == overpaid(5_001, entrant=2) == ["payout_over_award"]


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(1, 10**6)), max_size=12))
def test_what_is_paid_in_is_paid_out_or_in_the_box(transfers: list[tuple[int, int]]) -> None:
    among = make_league(4)
    payments = [Payment(entrant=entrant, amount=amount) for entrant, amount in transfers[::2]]
    payouts = [Payout(entrant=entrant, amount=amount) for entrant, amount in transfers[1::2]]
    ledger = fees.for_night(among, payments, 1, 1, payouts=payouts)
    assert ledger.in_box == sum(payment.amount for payment in payments) - ledger.paid_out
    assert ledger.paid_out == sum(payout.amount for payout in payouts)


pots = st.integers(0, 10**7)
whole_shares = st.lists(st.integers(0, 10_000), min_size=1, max_size=6).map(
    lambda cuts: tuple(
        upper - lower
        for lower, upper in zip([0, *sorted(cuts)], [*sorted(cuts), 10_000], strict=True)
    )
)


@given(pots, whole_shares)
def test_shares_of_the_whole_give_exactly_the_pot(pot: int, shares: tuple[int, ...]) -> None:
    places = prize_tables.divide_pot(form(prizes=Prizes(shares=shares)), pot)
    assert sum(places) == pot
    exact = [pot * share / 10_000 for share in shares]
    assert all(abs(place - due) < 1.01 for place, due in zip(places, exact, strict=True))


@given(pots, whole_shares)
def test_shares_of_less_never_pass_the_pot(pot: int, shares: tuple[int, ...]) -> None:
    places = prize_tables.divide_pot(form(prizes=Prizes(shares=shares[:-1])), pot)
    assert pot * sum(shares[:-1]) // 10_000 <= sum(places) <= pot


@given(pots, st.lists(st.integers(0, 10**6), max_size=6))
def test_amounts_never_pass_the_pot(pot: int, amounts: list[int]) -> None:
    places = prize_tables.divide_pot(form(prizes=Prizes(amounts=tuple(amounts))), pot)
    assert sum(places) == min(pot, sum(amounts))


@given(
    pots,
    whole_shares | st.none(),
    st.sampled_from([TieBreak.SHARE, TieBreak.PLAY_OFF, TieBreak.HEAD_TO_HEAD]),
    st.lists(st.sampled_from(("3-0", "2-1", "1-2", "0-3")), min_size=4, max_size=4),
)
def test_nothing_of_the_pot_is_lost(
    pot: int, shares: tuple[int, ...] | None, tie_break: TieBreak, lines: list[str]
) -> None:
    split = AMOUNTS if shares is None else Prizes(shares=shares)
    among = make_league(4, tie_breaks=(tie_break,), prizes=split)
    table = prizes(among, pot, "AB CD AC BD", *lines)
    given_out = sum(award.amount or 0 for award in table.awards)
    assert given_out + table.held + table.rest == pot
    assert min(table.held, table.rest, *(award.amount or 0 for award in table.awards)) >= 0


@pytest.mark.parametrize(
    ("currency", "places"), [("USD", 2), ("EUR", 2), ("JPY", 0), ("KWD", 3), ("CLF", 4)]
)
def test_a_currency_has_the_decimal_places_of_its_minor_unit(currency: str, places: int) -> None:
    assert prize_tables.decimal_places(currency) == places
