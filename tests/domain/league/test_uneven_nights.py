"""Nights of which not everybody plays as many: byes that pay, rates, and those who left."""

import random
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from pitch.league import judgements
from pitch.league.choices import Counting, Latecomers, Leavers, Pairing, Ranking
from pitch.league.formats import LeagueContradicts
from pitch.league.leagues import Attendance, CheckIn, League, LeagueNight
from pitch.league.ranking import standings, title_odds, title_race
from pitch.league.ranking.standings import Row
from pitch.schedule.slots import plan_slots
from pitchkeeper.messages import languages
from tests.support import scheduling
from tests.support.searches import share
from tests.support.seasons import NAMES, make_league, nights, wins

TRIALS = settings(max_examples=share(60), derandomize=True, database=None)


def rows(among: League, pairs: tuple[str, ...], *lines: str) -> tuple[Row, ...]:
    judgments = judgements.judge_all(among, nights(*pairs), wins(*lines))
    return standings.rank_entrants(among, judgments).rows


def until(among: League, **last: int) -> League:
    """A league of which some left after a night: `until(among, A=1)`."""
    entrants = tuple(
        structs.replace(entrant, until_night=last[entrant.name[0]])
        if entrant.name[0] in last
        else entrant
        for entrant in among.entrants
    )
    return structs.replace(among, entrants=entrants)


def names(rows_: tuple[Row, ...]) -> str:
    return "".join(NAMES[row.entrant - 1][0] for row in rows_)


@pytest.mark.parametrize(
    ("counting", "pays", "scores"),
    [
        (Counting.MATCHES_WON, 0, [2, 1, 0]),
        (Counting.MATCHES_WON, 2, [2, 1, 2]),
        (Counting.FIXTURES_WON, 1, [1, 0, 1]),
    ],
)
def test_a_bye_pays_as_the_league_counts(counting: Counting, pays: int, scores: list[int]) -> None:
    among = make_league(3, nights=1, counting=counting, bye_pays=pays)
    table = {row.entrant: row for row in rows(among, ("AB",), "2-1")}
    assert [table[number].score for number in (1, 2, 3)] == scores
    assert (table[3].byes, table[3].by_night, table[3].won) == (1, (scores[2],), 0)


def test_a_bye_pays_once_its_round_has_a_result() -> None:
    """So a night to come pays nobody, but everybody's chance counts the byes that are planned."""
    among = make_league(3, nights=2, bye_pays=3)
    before = {row.entrant: row.score for row in rows(among, ("AB", "AC"), "3-0")}
    assert before == {1: 3, 2: 0, 3: 3}
    judgments = judgements.judge_all(among, nights("AB", "AC"), wins("3-0"))
    chances = title_race.chances(among, judgments)
    assert [chance.can_be_first for chance in chances] == [True, False, True]
    assert [chance.can_be_level for chance in chances] == [True, True, True]


def late(among: League, name: str, night: int, slot: int = 1) -> League:
    """A league in which a team joined on a night, with one of its slots."""
    entrants = tuple(
        structs.replace(entrant, from_night=night) if entrant.name[0] == name else entrant
        for entrant in among.entrants
    )
    number = next(entrant.number for entrant in entrants if entrant.name[0] == name)
    here = CheckIn(entrant=number, attendance=Attendance.HERE, from_slot=slot)
    held = LeagueNight(night, is_open=True, check_ins=(here,))
    return structs.replace(among, entrants=entrants, nights=(held,))


def test_rounds_before_somebody_joined_count_as_byes_if_so_agreed() -> None:
    """Two of night 1 and the first of night 2, once each has a result; nothing else changes."""
    drawn, lines = ("AB CD AC BD", "AB CD AD BC"), ("3-0", "3-0", "3-0", "3-0", "3-0")
    planned = tuple(
        structs.replace(night, slot=1 + (night.number - 1) // 2 % 2) for night in nights(*drawn)
    )

    def table(among: League) -> dict[int, Row]:
        judged = judgements.judge_all(among, planned, wins(*lines))
        return {row.entrant: row for row in standings.rank_entrants(among, judged).rows}

    terms: dict[str, Any] = {"nights": 2, "bye_pays": 2}
    plain = table(late(make_league(5, **terms), "E", 2, slot=2))[5]
    assert (plain.score, plain.byes, plain.missed_rounds) == (0, 1, 0)
    among = late(make_league(5, late=Latecomers.BYES, **terms), "E", 2, slot=2)
    row = table(among)[5]
    # The last round has no result yet, so its bye pays nothing yet.
    assert (row.score, row.by_night, row.byes, row.missed_rounds) == (6, (4, 2), 1, 3)
    assert (row.played, row.left, row.won) == (0, 0, 0)
    judged = judgements.judge_all(among, planned, wins(*lines))
    race = title_race.split_open(among, judged)
    assert race.scores[5] == 8, "the chances count the bye that is planned"
    guest = structs.replace(
        among,
        entrants=(
            *among.entrants[:4],
            structs.replace(among.entrants[4], is_guest=True, until_night=2),
        ),
    )
    assert 5 not in table(guest)


def test_who_missed_rounds_sits_out_later_if_they_count_as_byes() -> None:
    """Each of the four others has sat out twice before it came, and nobody but D since."""
    of = scheduling.make_league(5, 6, 1, stays={5: (5, None)})
    drawn = ("AB", "CD", "AC", "BD", "AE BC")
    past = tuple(structs.replace(night, slot=1) for night in nights(*drawn))
    for worth, out in ((Latecomers.NOTHING, 5), (Latecomers.BYES, 1)):
        among = structs.replace(of, format=structs.replace(of.format, late=worth))
        schedule = plan_slots(among, 6, 1, past, 1, expects_late=True)
        assert [bye.entrants for bye in schedule.byes] == [(out,)], worth


def test_rates_are_compared_as_fractions() -> None:
    """3 of 2 are more than 4 of 3; by the score it is the other way round."""
    pairs, lines = ("AC BD", "AB CD", "AD"), ("1-2", "2-1", "1-2", "0-3", "2-1")
    by_rate = rows(make_league(4, nights=3, ranking=Ranking.RATE), pairs, *lines)
    rates = {row.entrant: Fraction(row.score, row.divisor or 1) for row in by_rate}
    assert rates == {1: Fraction(4, 3), 2: Fraction(4, 2), 3: Fraction(2, 2), 4: Fraction(5, 3)}
    assert names(by_rate) == "BDAC"
    by_score = rows(make_league(4, nights=3), pairs, *lines)
    assert (names(by_score), {row.divisor for row in by_score}) == ("DBAC", {None})


def test_13_of_9_is_before_14_of_10() -> None:
    """Irons before Highs and Cutters, who are level."""
    irons, highs = Fraction(13, 9), Fraction(14, 10)
    assert irons > highs
    pairs = ("AB", *("AB CD",) * 9)
    lines = ["3-0", *("1-2", "1-2") * 5, *("2-1", "2-1") * 4]
    among = make_league(4, nights=10, ranking=Ranking.RATE)
    table = {row.entrant: row for row in rows(among, pairs, *lines)}
    assert [(table[n].score, table[n].divisor) for n in (1, 3)] == [(16, 10), (13, 9)]
    assert table[1].rank > table[2].rank or table[1].score > table[3].score


def test_nobody_has_a_rate_before_a_matchup() -> None:
    among = make_league(3, nights=1, ranking=Ranking.RATE)
    last = rows(among, ("AB",), "3-0")[-1]
    assert (last.entrant, last.score, last.divisor, last.rank) == (3, 0, 0, 2)


def test_who_left_is_behind_all_who_stayed() -> None:
    """Also with a higher score, and a sentence says so."""
    among = until(make_league(4, nights=2, leavers=Leavers.LAST), A=1, D=1)
    table = rows(among, ("AB CD",), "3-0", "2-1")
    assert names(table) == "CBAD"
    assert [row.rank for row in table] == [1, 2, 3, 4]
    why = table[2].decided_by
    assert why is not None
    assert languages.text(why.whys[0]) == "Left the league: ranked behind all who stayed."
    assert table[3].decided_by is None
    league_with_leaver = until(make_league(4, nights=2, leavers=Leavers.LAST), A=2)
    assert names(rows(league_with_leaver, ("AB CD",), "3-0", "2-1"))[0] == "A", (
        "it leaves after the last night"
    )
    league_after = until(make_league(4, nights=2), A=1)
    assert names(rows(league_after, ("AB CD",), "3-0", "2-1"))[0] == "A"


def test_byes_pay_or_rates_decide() -> None:
    for changes, pointer in (
        ({"ranking": Ranking.RATE, "bye_pays": 1}, "/format/byePays"),
        ({"bye_pays": 4}, "/format/byePays"),
        ({"counting": Counting.FIXTURES_WON, "bye_pays": 2}, "/format/byePays"),
    ):
        with pytest.raises(LeagueContradicts) as error:
            make_league(2, **changes).check()
        assert error.value.pointer == pointer
    make_league(2, bye_pays=3).check()


def test_rates_of_changing_partners_are_certain_as_long_as_all_ends_can_be_tried() -> None:
    """Ten ends of a matchup: a thousand of three are tried, ten thousand of four are not."""
    among = make_league(4, nights=1, ranking=Ranking.RATE, pairing=Pairing.CHANGING_PARTNERS)
    for pairs, can in (("AB-CD AC-BD AD-BC", True), ("AB-CD AC-BD AD-BC AB-CD", None)):
        judgments = judgements.judge_all(among, nights(pairs), {})
        assert {chance.can_be_first for chance in title_race.chances(among, judgments)} == {can}


@TRIALS
@given(seed=st.integers(0, 2**32))
def test_the_table_is_in_the_order_of_exact_rates(seed: int) -> None:
    """Leavers rank behind the others; equal rates are parted by tie-breaks or share a rank."""
    chance = random.Random(seed)
    among = make_league(6, nights=3, ranking=Ranking.RATE, leavers=chance.choice(list(Leavers)))
    among = until(among, **{team: 1 for team in "ABCDEF" if chance.random() < 0.3})
    pairs = [" ".join(chance.sample(["AB", "CD", "EF", "AC", "BE", "DF"], 2)) for _ in range(3)]
    lines = [chance.choice(["3-0", "2-1", "1-2", "0-3"]) for _ in range(6)]
    last = among.leavers if among.format.leavers is Leavers.LAST else frozenset()
    for upper, lower in pairwise(rows(among, tuple(pairs), *lines)):
        keys = [
            (row.entrant not in last, Fraction(row.score, row.divisor or 1))
            for row in (upper, lower)
        ]
        assert keys[0] >= keys[1]
        assert keys[0] == keys[1] or upper.rank < lower.rank


@TRIALS
@given(seed=st.integers(0, 2**32), is_rate=st.booleans())
def test_odds_are_those_of_every_way_counted(seed: int, is_rate: bool) -> None:
    """By rates or with byes that pay: each way to win the open matches is as likely."""
    chance = random.Random(seed)
    changes = {"ranking": Ranking.RATE} if is_rate else {"bye_pays": 1}
    among = make_league(3, nights=2, matches_a_fixture=1, **changes)
    fixtures = nights(*(chance.choice(["AB", "AB AC", "BC", "AC BC"]) for _ in range(2)))
    judgments = judgements.judge_all(among, fixtures, wins(chance.choice(["1-0", "0-1"])))
    odds = title_odds.estimate(among, judgments, title_race.chances(among, judgments))
    opens = [fixture.number for fixture in fixtures[1:]]
    first = dict.fromkeys((1, 2, 3), Fraction(0))
    for way in range(2 ** len(opens)):
        ended = dict(wins(*(["1-0"] * 9)))
        results = {
            number: ended[1] if way >> place & 1 else wins("0-1")[1]
            for place, number in enumerate(opens)
        }
        results_by_fixture = {
            judgment.fixture.number: judgment.result for judgment in judgments if judgment.result
        }
        table = standings.rank_entrants(
            among, judgements.judge_all(among, fixtures, results_by_fixture | results)
        )
        values = {row.entrant: Fraction(row.score, row.divisor or 1) for row in table.rows}
        best = [number for number, value in values.items() if value == max(values.values())]
        for number in best:
            first[number] += Fraction(1000, len(best) * 2 ** len(opens))
    if odds is None:
        assert not opens
        return
    assert all(abs(odds.permille[number] - first[number]) <= 1 for number in first)
