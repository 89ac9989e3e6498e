"""The table of a league: ranks, tie-breaks with the step that decided, and a separate final."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from pitch.league import judgements
from pitch.league.choices import Counting, FinalNight, Pairing, TieBreak
from pitch.league.fixtures import EnteredResult
from pitch.league.leagues import League
from pitch.league.ranking import standings
from pitch.league.ranking.standings import Move, Standings
from pitch.league.ranking.tie_breaks import PlayOff
from pitchkeeper.messages import languages
from tests.support.seasons import NAMES, PLACES, make_league, match, nights, wins


def table(
    among: League, nights_: tuple[str, ...], results: dict[int, EnteredResult], *play_offs: str
) -> Standings:
    offs = tuple(PlayOff(winner=PLACES[pair[0]], loser=PLACES[pair[1]]) for pair in play_offs)
    return standings.rank_entrants(
        among, judgements.judge_all(among, nights(*nights_), results), offs
    )


def places(ranking: Standings) -> str:
    """The table in a line: `1A 2B 2C`."""
    return " ".join(f"{row.rank}{NAMES[row.entrant - 1][0]}" for row in ranking.rows)


def steps(ranking: Standings) -> list[TieBreak | None]:
    return [row.decided_by.tie_break if row.decided_by else None for row in ranking.rows]


def four(*tie_breaks: TieBreak) -> League:
    return make_league(4, tie_breaks=tie_breaks)


def whys(ranking: Standings) -> list[str]:
    """The sentences of the steps that decided."""
    return [languages.texts(row.decided_by.whys) for row in ranking.rows if row.decided_by]


ALL_MEET = ("AB CD AC BD AD BC",)


def test_most_matches_won_is_first() -> None:
    ranking = table(four(), ALL_MEET, wins("3-0", "1-2", "2-1", "3-0", "1-2", "1-2"))
    assert places(ranking) == "1A 2B 2C 2D"
    assert [row.score for row in ranking.rows] == [6, 4, 4, 4]
    assert [row.position for row in ranking.rows] == [1, 2, 3, 4]


def test_c83_the_last_night_counts_like_the_others_by_default() -> None:
    pairs = ("AB", "AB", "AB", "AB", "AB")
    first, second = table(make_league(2), pairs, wins("3-0", "3-0", "1-2", "1-2", "0-3")).rows
    assert (first.entrant, first.by_night, first.score) == (1, (3, 3, 1, 1, 0), 8)
    assert (second.by_night, second.score) == ((0, 0, 2, 2, 3), 7)


def test_a_row_counts_matchups_played_and_to_play() -> None:
    ranking = table(make_league(3), ("AB AC", "AB"), wins("2-1", "4-4"))
    row = ranking.rows[0]
    assert (row.won, row.lost, row.played, row.left, row.byes) == (2, 1, 1, 2, 0)
    assert (ranking.left, ranking.impossible) == (2, (2,))
    assert row.difference is None, "the points of its first fixture are not known"


def test_a_bye_is_a_slot_in_which_others_play() -> None:
    """On nights on which one takes part; slots that are not planned yet are nobody's bye."""
    late = make_league(3)
    latecomer = structs.replace(late.entrants[2], from_night=2)
    late = structs.replace(late, entrants=(*late.entrants[:2], latecomer))
    ranking = table(late, ("AB", "AB"), {})
    assert {row.entrant: row.byes for row in ranking.rows} == {1: 0, 2: 0, 3: 1}


def test_head_to_head_looks_only_at_those_level() -> None:
    by_meeting = four(TieBreak.HEAD_TO_HEAD)
    ranking = table(by_meeting, ALL_MEET, wins("3-0", "1-2", "2-1", "3-0", "1-2", "1-2"))
    assert places(ranking) == "1A 2B 3C 4D"
    assert whys(ranking) == [
        "Matches won between them: Bowers 4, Clubs 3.",
        "Matches won between them: Clubs 3, Deuces 2.",
    ]


def test_head_to_head_begins_again_among_those_still_level() -> None:
    by_meeting = four(TieBreak.HEAD_TO_HEAD)
    ranking = table(by_meeting, ALL_MEET, wins("3-0", "3-0", "2-1", "3-0", "0-3", "2-1"))
    assert places(ranking) == "1A 2B 3C 4D"
    assert whys(ranking) == [
        "Matches won between them: Aces 5, Bowers and Clubs 2.",
        "Matches won between them: Bowers 2, Clubs 1.",
    ]


def test_head_to_head_is_passed_over_unless_all_have_met_equally_often() -> None:
    by_meeting = four(TieBreak.HEAD_TO_HEAD)
    assert places(table(by_meeting, ("AB CD",), wins("2-1", "2-1"))) == "1A 1C 3B 3D"
    rows = table(by_meeting, ("AB AC BD",), wins("2-1", "1-2", "1-2"))
    assert places(rows) == "1A 2B 2C 2D", "Clubs have met neither Bowers nor Deuces"


def test_head_to_head_leaves_out_what_is_not_settled() -> None:
    results = {2: EnteredResult(matches=(match(0),))}
    ranking = table(
        make_league(2, tie_breaks=(TieBreak.HEAD_TO_HEAD,)), ("AB AB",), wins("1-2") | results
    )
    assert [(row.entrant, row.rank, row.score) for row in ranking.rows] == [(2, 1, 2), (1, 2, 2)]


def test_point_difference_needs_all_points() -> None:
    by_points = four(TieBreak.POINT_DIFFERENCE)
    results = {
        1: EnteredResult(matches=(match(0, 11, 2), match(0, 11, 8), match(1, 9, 11))),
        2: EnteredResult(matches=(match(0, 11, 8), match(0, 11, 8), match(1, 9, 11))),
    }
    ranking = table(by_points, ("AB CD",), results)
    assert places(ranking) == "1A 2C 3D 4B"
    assert whys(ranking)[0] == "Point difference: Aces +10, Clubs +4."
    assert places(table(by_points, ("AB CD",), results | wins("", "2-1"))) == "1A 1C 3B 3D"
    impossible = table(by_points, ("AB CD AC",), results | wins("", "", "4-4"))
    assert places(impossible) == "1A 1C 3D 4B", "the points of what cannot be are not known"


def test_points_that_are_not_known_are_not_nothing() -> None:
    """A match that closing time ended had some; what nobody came to or played had none."""
    results = {1: EnteredResult(matches=(match(None),), is_closed=True)}
    second = {2: EnteredResult(matches=(match(0, 11, 3), match(1, 5, 11), match(None, 2, 2)))}
    for tie_breaks in ((TieBreak.POINT_DIFFERENCE,), (TieBreak.POINT_DIFFERENCE, TieBreak.SHARE)):
        a_league = make_league(4, matches_a_fixture=3, tie_breaks=tie_breaks)
        ranking = table(a_league, ("CD AB",), results | second)
        assert {row.entrant: row.difference for row in ranking.rows} == {
            1: 2,
            2: -2,
            3: None,
            4: None,
        }
        assert places(ranking) == "1A 2B 3C 3D"
        assert whys(ranking)[-1] == (
            "Tied with Clubs after all tie-breaks: they share the place. "
            "Point difference is skipped: not all points of Clubs and Deuces are known."
        )
    for nothing in ({}, {1: EnteredResult(neither_came=True)}, {1: EnteredResult(is_closed=True)}):
        ranking = table(four(TieBreak.POINT_DIFFERENCE), ("CD AB",), nothing)
        assert [row.difference for row in ranking.rows] == [0, 0, 0, 0]


def test_a_tie_break_after_unknown_points_mentions_them() -> None:
    a_league = four(TieBreak.POINT_DIFFERENCE, TieBreak.PLAY_OFF)
    ranking = table(a_league, ("AB CD",), wins("2-1", "2-1"), "CA")
    assert whys(ranking)[0] == (
        "Play-offs won: Clubs 1, Aces 0. Point difference is skipped: "
        "not all points of Aces and Clubs are known."
    )
    assert whys(ranking)[-1].startswith(
        "Tied with Bowers until a play-off decides. Point difference"
    )


def test_matches_won_decide_between_equal_fixtures() -> None:
    by_fixtures = make_league(
        4, counting=Counting.FIXTURES_WON, tie_breaks=(TieBreak.MATCHES_WON, TieBreak.SHARE)
    )
    ranking = table(by_fixtures, ("AB CD",), wins("2-1", "3-0"))
    assert places(ranking) == "1C 2A 3B 4D"
    assert steps(ranking) == [None, TieBreak.MATCHES_WON, None, TieBreak.MATCHES_WON]
    assert whys(ranking)[0] == "Matches won: Clubs 3, Aces 2."


def test_a_tie_is_open_until_the_play_off_is_entered() -> None:
    played_off = four(TieBreak.PLAY_OFF, TieBreak.POINT_DIFFERENCE)
    ranking = table(played_off, ("AB CD",), wins("2-1", "2-1"))
    assert places(ranking) == "1A 1C 3B 3D"
    assert all(row.awaits_play_off for row in ranking.rows)
    assert whys(ranking)[0] == "Tied with Aces until a play-off decides."
    rows = table(played_off, ("AB CD",), wins("2-1", "2-1"), "CA", "BD")
    assert places(rows) == "1C 2A 3B 4D"
    assert not any(row.awaits_play_off for row in rows.rows)
    assert whys(rows)[0] == "Play-offs won: Clubs 1, Aces 0."


def test_three_who_are_level_play_off_among_themselves() -> None:
    played_off = four(TieBreak.PLAY_OFF)
    results = wins("3-0", "1-2", "2-1", "3-0", "1-2", "1-2")
    assert places(table(played_off, ALL_MEET, results, "BC", "CD")) == "1A 2B 3C 4D"
    level = table(played_off, ALL_MEET, results, "BC", "CD", "DB")
    assert places(level) == "1A 2B 2C 2D"
    assert whys(level) == [
        "Tied with Bowers and Deuces until a play-off decides.",
        "Tied with Bowers and Clubs until a play-off decides.",
    ]


def test_of_many_who_are_tied_a_sentence_has_the_number() -> None:
    ranking = table(four(TieBreak.SHARE), (), {})
    assert set(whys(ranking)) == {"Tied with 3 others after all tie-breaks: they share the place."}


def test_who_shares_a_place_is_level_to_the_end() -> None:
    ranking = table(four(TieBreak.SHARE, TieBreak.PLAY_OFF), ("AB CD",), wins("2-1", "2-1"))
    assert steps(ranking) == [None, TieBreak.SHARE, None, TieBreak.SHARE]
    assert whys(ranking)[0] == "Tied with Aces after all tie-breaks: they share the place."


def test_a_separate_final_alone_decides_the_places_of_its_entrants() -> None:
    final = make_league(4, nights=2, final_night=FinalNight.SEPARATE, tie_breaks=())
    pairs = ("AB CD", "AC")
    before = table(final, pairs, wins("3-0", "2-1"))
    assert places(before) == "1A 2C 3D 4B", "the places before the final are the order"
    undrawn = table(final, pairs[:1], wins("3-0", "2-1"))
    assert all(row.seed == row.rank and row.decided_by is None for row in undrawn.rows)
    ranking = table(final, pairs, wins("3-0", "2-1", "1-2"))
    assert [(row.entrant, row.rank, row.seed, row.score) for row in ranking.rows] == [
        (3, 1, 2, 2),
        (1, 2, 1, 1),
        (4, 3, 3, 1),
        (2, 4, 4, 0),
    ]


def test_entrants_level_in_a_final_keep_their_order_before_it() -> None:
    final = make_league(4, nights=2, final_night=FinalNight.SEPARATE)
    ranking = table(final, ("AB CD", "AB CD"), wins("3-0", "0-3", "2-1", "2-1"))
    assert places(ranking) == "1A 2C 3D 4B"


def test_a_final_takes_the_place_of_a_play_off() -> None:
    final = make_league(
        2, nights=2, final_night=FinalNight.SEPARATE, tie_breaks=(TieBreak.PLAY_OFF,)
    )
    level = {1: EnteredResult(matches=(match(0), match(1), match(None)))}
    assert all(row.awaits_play_off for row in table(final, ("AB", "AB"), level).rows)
    ranking = table(final, ("AB", "AB"), level | wins("", "1-2"))
    assert places(ranking) == "1B 2A"
    assert not any(row.awaits_play_off for row in ranking.rows)


def test_partners_who_change_count_each_for_themselves() -> None:
    alone = make_league(4, pairing=Pairing.CHANGING_PARTNERS, tie_breaks=())
    ranking = table(alone, ("AB-CD AC-BD",), wins("3-0", "2-1"))
    assert places(ranking) == "1A 2B 3C 4D"
    assert [row.score for row in ranking.rows] == [5, 4, 2, 1]


def test_a_correction_shows_who_moves() -> None:
    before = table(four(), ("AB CD",), wins("3-0", "2-1"))
    after = table(four(), ("AB CD",), wins("1-2", "2-1"))
    assert before.compare(before) == ()
    assert before.compare(after)[0] == Move(
        entrant=2, rank_before=4, rank_after=1, score_before=0, score_after=2
    )
    moves = before.compare(after)
    assert [(move.entrant, move.rank_before, move.rank_after) for move in moves] == [
        (2, 4, 1),
        (3, 2, 1),
        (1, 1, 3),
    ]


lines = st.sampled_from(("3-0", "2-1", "1-2", "0-3"))


@given(st.lists(lines, min_size=6, max_size=6))
def test_head_to_head_orders_as_a_second_table_says(lines: list[str]) -> None:
    against: Counter[tuple[str, str]] = Counter()
    for sides, line in zip(ALL_MEET[0].split(), lines, strict=True):
        against[sides[0], sides[1]] = int(line[0])
        against[sides[1], sides[0]] = int(line[2])

    def mini(group: str) -> list[set[str]]:
        """Groups in order, each parted again among itself, written without the domain."""
        score = {team: sum(against[team, rival] for rival in "ABCD") for team in group}
        return refine([set(level) for level in by(score)])

    def by(score: dict[str, int]) -> list[list[str]]:
        return [
            [team for team in score if score[team] == value]
            for value in sorted(set(score.values()), reverse=True)
        ]

    def refine(levels: list[set[str]]) -> list[set[str]]:
        done: list[set[str]] = []
        for level in levels:
            parts = by({team: sum(against[team, rival] for rival in level) for team in level})
            done += [level] if len(parts) == 1 else refine([set(part) for part in parts])
        return done

    ranking = table(four(TieBreak.HEAD_TO_HEAD), ALL_MEET, wins(*lines))
    ranks = {NAMES[row.entrant - 1][0]: row.rank for row in ranking.rows}
    places: dict[str, int] = {}
    place = 1
    for level in mini("ABCD"):
        places |= dict.fromkeys(level, place)
        place += len(level)
    assert ranks == places
    assert [row.position for row in ranking.rows] == [1, 2, 3, 4]
