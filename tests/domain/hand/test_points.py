"""Points as the rules list them: by worth, by name, from claims and from cards."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from pitch.calls import Call
from pitch.cards import JokerRank, Suit
from pitch.findings import Finding, Status
from pitch.hand import points, verdicts
from pitch.hand.auctions import Contract
from pitch.hand.deals import Deal
from pitch.hand.needs import Ask
from pitch.hand.records import HandRecord, Listed, Pile, PointClaim, SurplusCards
from pitch.point_names import PointName
from pitch.rules.choices import Draw, Low, PitchedJoker, RestTo, Surplus, TrumpBy
from pitch.rules.options import Options, PointValue
from pitch.rules.rulesets import ContradictoryOptions
from pitch.seats import Arrangement, Table
from pitch.tricks import Follow
from pitchkeeper.messages import languages
from tests.support import claims as told
from tests.support.hands import deal, judge, piles

TEN_POINTS = (
    *("ace", "two", "jack", "off_jack", "high_joker", "low_joker", "ten"),
    *("three",),
)
FOUR_OF_NINE = Table(players=4, sides=Arrangement.PARTNERS_ACROSS, dealt=9)


def values(*names: str, **worths: int) -> tuple[PointValue, ...]:
    """Points in counting order, worth one if nothing else is said."""
    return tuple(PointValue(point=PointName(name), worth=worths.get(name, 1)) for name in names)


def ten_point(surplus: Surplus = Surplus.TO_OPPONENTS, **more: Any) -> Deal:
    """Ten-point pitch: all trumps are drawn, and the three is worth three."""
    options: dict[str, Any] = {
        "tables": (FOUR_OF_NINE,),
        "bids": tuple(map(Call, ["four", "5", "6", "7", "8", "9", "10"])),
        "dealer_alone_bids": (Call.FOUR,),
        "dealer_matches": (),
        "jokers": 2,
        "off_cards": ("J",),
        "draw": Draw.NON_TRUMPS,
        "rest_to": RestTo.PITCHER,
        "surplus": surplus,
        "follow": Follow.TRUMPS_ONLY,
        "trump_by": TrumpBy.NAMED_AND_LED,
        "point_values": values(*TEN_POINTS, three=3),
    }
    return deal("singaporemahjong", options=Options(**(options | more)))


def count_points(
    *points: int | None, claims: tuple[PointClaim, ...] = (), bid: str = "6"
) -> HandRecord:
    """A hand known by how many points each side took."""
    return HandRecord(
        contract=Contract(pitcher=0, bid=Call(bid)), claims=told.claims(*claims, taken=points)
    )


def only(findings: tuple[Finding, ...]) -> tuple[str, str]:
    (finding,) = findings
    return finding.code, languages.text(finding.message)


def claim(name: str, side: int | None = None, **more: Any) -> PointClaim:
    return PointClaim(point=PointName(name), side=side, **more)


def test_where_all_trumps_are_drawn_the_points_come_to_just_the_total() -> None:
    """Every point is somebody's."""
    assert only(judge(count_points(7, 4), ten_point()).findings) == (
        "points_over_total",
        "Ann & Cid and Bob & Dee took 11 points in all; a hand has 10. Recount.",
    )
    assert only(judge(count_points(7, 2), ten_point()).findings) == (
        "points_under_least",
        "That's 9 points; a hand has 10, and each is somebody's. Recount.",
    )


@given(st.integers(0, 10), st.sampled_from([4, 5, 6, 7, 8, 9, 10]))
def test_the_points_of_one_side_give_the_others(points: int, bid: int) -> None:
    """And with them what the hand pays."""
    verdict = judge(count_points(points, None, bid=str(bid)), ten_point())
    own = points if points >= bid else -bid
    assert (verdict.made, verdict.deltas) == (points >= bid, (own, 10 - points))


def test_where_a_trump_may_be_burned_the_total_is_the_most() -> None:
    dealt = ten_point(Surplus.BURNED)
    assert only(judge(count_points(7, 4), dealt).findings) == (
        "points_over_total",
        "Ann & Cid and Bob & Dee took 11 points; a hand has at most 10. Recount.",
    )
    fewer = judge(count_points(7, 2), dealt)
    assert (fewer.status, fewer.deltas) == (Status.SETTLED, (7, 2))
    assert only(fewer.findings) == (
        "points_perhaps_burned",
        (
            "That's 9 of 10 points. Was a scoring trump thrown away? "
            "Mark it not in play; if not, recount."
        ),
    )


def test_a_burned_point_can_be_entered() -> None:
    burned = count_points(7, 2, claims=(claim("ten", in_play=False),))
    verdict = judge(burned, ten_point(Surplus.BURNED))
    assert (verdict.deltas, verdict.findings) == ((7, 2), ())
    never = judge(burned, ten_point())
    assert "point_always_in_play" in [finding.code for finding in never.findings]


@pytest.mark.parametrize(
    ("claim_", "code", "place", "message"),
    [
        (
            claim("off_jack", 1),
            "point_not_in_rules",
            "/claims/points/1/point",
            "These rules have no point for Off-jack, only High, Low, Jack and Game.",
        ),
        (
            claim("low", 1, tied=True),
            "point_cannot_be_tied",
            "/claims/points/1/tied",
            "Only Game can be tied, not Low. Take the tie out.",
        ),
        (
            claim("low", in_play=False),
            "point_always_in_play",
            "/claims/points/1/inPlay",
            "By these rules somebody always gets Low. Who took it?",
        ),
        (
            claim("game", 1, card="AS"),
            "point_has_no_card",
            "/claims/points/1/card",
            "No card scores Game. Take the card out.",
        ),
    ],
)
def test_what_no_hand_of_the_rules_can_have_is_said_and_kept(
    claim_: PointClaim, code: str, place: str, message: str
) -> None:
    record = HandRecord(claims=told.claims(told.high(0), claim_))
    verdict = judge(record, deal("mb-lounge"))
    assert verdict.status is Status.IMPOSSIBLE
    finding = next(each for each in verdict.findings if each.code == code)
    assert (languages.text(finding.message), finding.facts) == (message, (place,))


@given(st.tuples(*[st.sampled_from([0, 1])] * 8), st.sampled_from([4, 7, 10]))
def test_claims_are_scored_by_what_they_are_worth(owners: tuple[int, ...], bid: int) -> None:
    dealt = ten_point()
    claims = [claim(name, side) for name, side in zip(TEN_POINTS, owners, strict=True)]
    record = HandRecord(
        contract=Contract(pitcher=1, bid=Call(str(bid))), claims=told.claims(*reversed(claims))
    )
    verdict = judge(record, dealt)
    mine = sum(owners) + 2 * owners[-1]
    assert verdict.deltas == (10 - mine, mine if mine >= bid else -bid)
    assert verdict.points is not None
    assert [point.side for point in verdict.points] == list(owners)
    assert points.by_side(owners, dealt) == [10 - mine, mine]
    bounds = points.bounds(verdict.points, 2)
    assert bounds.least == bounds.most == (10 - mine, mine)


@given(st.lists(st.sampled_from([0, 1, None]), min_size=8, max_size=8))
def test_what_is_not_said_widens_the_bounds_by_its_worth(owners: list[int | None]) -> None:
    claims = [claim(n, o) for n, o in zip(TEN_POINTS, owners, strict=True) if o is not None]
    dealt = ten_point()
    verdict = judge(HandRecord(claims=told.claims(*claims)), dealt)
    assert verdict.points is not None
    bounds = points.bounds(verdict.points, 2)
    worths = [value.worth for value in dealt.ruleset.rules.point_values]
    unsaid = sum(w for w, owner in zip(worths, owners, strict=True) if owner is None)
    for side in range(2):
        least = sum(w for w, owner in zip(worths, owners, strict=True) if owner == side)
        assert (bounds.least[side], bounds.most[side]) == (least, least + unsaid)


def some(side: int, cards: str) -> Pile:
    return Pile(side=side, cards=tuple(cards.split()), listed=Listed.SOME)


def test_a_card_brings_its_point_to_whoever_took_it() -> None:
    record = HandRecord(trump=Suit.DIAMONDS, piles=(some(0, "AD JD HJ"), some(1, "JH TD LJ 3D")))
    verdict = judge(record, ten_point())
    owners = {str(point.point): point.side for point in verdict.points or ()}
    assert owners == {
        "ace": 0, "two": None, "jack": 0, "off_jack": 1, "high_joker": 0, "low_joker": 1,
        "ten": 1, "three": 1,
    }  # fmt: skip
    assert told.point(verdict.points, "two").is_open
    (need,) = [need for need in verdict.needs if need.point == "two"]
    assert languages.text(need.message) == "Who took the 2 of trumps?"
    burned = judge(record, ten_point(Surplus.BURNED))
    assert "Who took the 2 of trumps, or was it not in play?" in [
        languages.text(need.message) for need in burned.needs
    ]


@pytest.mark.parametrize("low", Low)
def test_the_two_is_its_holders_where_low_is_dealt(low: Low) -> None:
    """The card lies in another's pile."""
    record = HandRecord(trump=Suit.DIAMONDS, piles=(some(0, "2D"),), low_dealt_to=1)
    two = told.point(judge(record, ten_point(low=low)).points, "two")
    assert (two.side, two.card) == ((1 if low is Low.DEALT else 0), "2D")


@pytest.mark.parametrize("name", ["low", "two"])
@pytest.mark.parametrize("low", Low)
def test_a_trump_that_the_opponents_were_given_is_theirs_however_low_goes(
    low: Low, name: str
) -> None:
    """Nobody had it to play from, so that it is nobody's who was dealt it; a search agrees."""
    dealt = ten_point(low=low, point_values=values("low", *TEN_POINTS, three=3))
    record = HandRecord(
        trump=Suit.DIAMONDS,
        piles=piles("3D 4D JD", "AD KD QD TD 9D 8D 7D 6D 5D HJ LJ JH"),
        surplus=(SurplusCards(side=0, cards=("2D",)),),
    )
    point = told.point(verdicts.judge(record, dealt).points, name)
    assert (point.side, point.card) == (1, "2D")
    assert ("house/play.surplus" in point.clauses) is (low is Low.DEALT)
    with_claim = structs.replace(
        record, claims=told.claims(PointClaim(point=PointName(name), side=1))
    )
    assert judge(with_claim, dealt).status is Status.OPEN
    against = structs.replace(record, claims=told.claims(PointClaim(point=PointName(name), side=0)))
    assert judge(against, dealt).status is Status.IMPOSSIBLE


def test_the_last_trick_goes_to_whoever_won_all_of_them() -> None:
    options = Options(point_values=values("high", "low", "last_trick", "game"))
    dealt = deal("mb-lounge", options=options)
    won = judge(HandRecord(tricks_won=(0, 6)), dealt)
    assert told.point(won.points, "last_trick").side == 1
    split = judge(HandRecord(tricks_won=(2, 4)), dealt)
    sentences = [languages.text(need.message) for need in split.needs if need.ask is Ask.POINT]
    assert "Who took the last trick?" in sentences


def test_the_high_spade_goes_by_rank_whatever_is_trump() -> None:
    options = Options(point_values=values("high", "low", "high_spade", "game"))
    dealt = deal("mb-lounge", options=options)
    record = HandRecord(trump=Suit.HEARTS, piles=(some(0, "AH"), some(1, "AS 2H")))
    spade = told.point(judge(record, dealt).points, "high_spade")
    assert (spade.side, spade.card) == (1, "AS")
    unsure = HandRecord(trump=Suit.HEARTS, piles=(some(0, "AH"), some(1, "KS 2H")))
    assert told.point(judge(unsure, dealt).points, "high_spade").is_open


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (("high", "high"), "High is listed twice. Leave one out."),
        (("high", "joker"), "There is no Joker point in a deck without jokers."),
        (
            ("high", "off_jack"),
            "There is no Off-jack point unless that card is among the off-cards.",
        ),
    ],
)
def test_points_that_a_pack_cannot_have_are_refused(names: tuple[str, ...], why: str) -> None:
    with pytest.raises(ContradictoryOptions) as error:
        deal("mb-lounge", options=Options(point_values=values(*names)))
    assert (languages.text(error.value.message), error.value.pointer) == (
        why,
        "/options/pointValues",
    )


def test_every_sum_that_can_be_paid_is_known() -> None:
    """Against all ways to take some of the points."""
    for names in (TEN_POINTS, ("king", "ten", "five"), ("high", "low", "jack", "game")):
        worths = {"three": 3, "king": 30, "ten": 10, "five": 5}
        worth_list = tuple(worths.get(name, 1) for name in names)
        options = Options(
            point_values=values(*names, **worths), jokers=2, off_cards=("J",), bids=(Call.ONE,),
            dealer_alone_bids=(Call.ONE,), dealer_matches=(),
        )  # fmt: skip
        dealt = deal("singaporemahjong", options=options)
        sums = {
            sum(worth for worth, is_in in zip(worth_list, is_taken, strict=True) if is_in)
            for is_taken in product((False, True), repeat=len(worth_list))
        }
        assert points.payable_sums(dealt) == sums
        assert points.most_points(dealt) == max(sums)


def owners(record: HandRecord, dealt: Deal) -> list[tuple[int | None, bool, str]]:
    """Return the owner of High and Low, whether it may be nobody's, and the reason."""
    points = judge(record, dealt).points
    high_low = (told.point(points, name) for name in ("high", "low"))
    return [(point.side, point.may_be_nobody, languages.text(point.why)) for point in high_low]


def test_where_no_trump_is_led_none_may_be_in_play() -> None:
    """Hearts are named, and nobody has one: High and Low are nobody's, and not refused."""
    dealt = deal("setback", players=2, options=Options(trump_by=TrumpBy.NAMED))
    bid = HandRecord(contract=Contract(pitcher=0, bid=Call.TWO), trump=Suit.HEARTS)
    still = "Still open: Ann or Bob, or nobody."
    assert owners(bid, dealt) == [(None, True, still)] * 2
    nobody = told.claims(claim("high", in_play=False), claim("low", in_play=False))
    assert owners(structs.replace(bid, claims=nobody), dealt) == [
        (None, True, "Entered: no trump was in play for High."),
        (None, True, "Entered: no trump was in play for Low."),
    ]
    plain = structs.replace(bid, piles=piles("AS KS QS JS TS 9S 8S 7S", "AC KC QC JC"))
    assert owners(plain, dealt) == [
        (None, True, "No trump was in play for High."),
        (None, True, "No trump was in play for Low."),
    ]
    assert judge(plain, dealt).findings == ()
    led = deal("setback", players=2)
    assert [finding.code for finding in judge(plain, led).findings] == ["no_trump_in_play"]


@pytest.mark.parametrize(
    ("options", "has_low"),
    [
        ({"pitched_joker": PitchedJoker.BARRED}, True),
        ({"pitched_joker": PitchedJoker.NAMES_ANY}, False),
        ({"trump_by": TrumpBy.NAMED_AND_LED}, False),
        ({"trump_by": TrumpBy.NAMED_AND_LED, "joker_rank": JokerRank.APART}, True),
    ],
)
def test_a_joker_may_be_the_only_trump_and_is_never_low(
    options: dict[str, Any], has_low: bool
) -> None:
    dealt = deal("setback", options=Options(jokers=2, **options))
    assert points.is_always_taken(PointName.HIGH, dealt)
    assert points.is_always_taken(PointName.LOW, dealt) == has_low


def test_a_joker_apart_is_no_trump_that_must_be_drawn() -> None:
    dealt = ten_point(
        jokers=1,
        off_cards=(),
        joker_rank=JokerRank.APART,
        follow=Follow.FOLLOW_OR_TRUMP,
        bids=(Call("5"),),
        dealer_alone_bids=(Call("5"),),
        point_values=values("ace", "two", "jack", "joker", "ten", "three", three=3),
    )
    away = judge(count_points(5, 2, claims=(claim("joker", in_play=False),), bid="5"), dealt)
    assert (away.findings, away.deltas) == ((), (5, 2))
