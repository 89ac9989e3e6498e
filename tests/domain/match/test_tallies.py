"""The counts of a seat, against hands made by hand and a recount of the sheet."""

import random
from collections import Counter
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from pitch.calls import Call
from pitch.hand.auctions import Contract
from pitch.hand.records import Claims, HandRecord
from pitch.match import sheets, tallies
from pitch.match.matches import Adjustment, Hand, Match, Overruling
from pitch.match.sheets import Sheet
from pitch.match.steps import Standing
from pitch.match.tallies import SeatTally
from pitch.point_names import PointName
from pitch.rules import rulesets
from pitch.rules.options import Options
from pitch.seats import Arrangement, Seating, Table
from tests.support import claims
from tests.support.hands import NAMES, claim_points
from tests.support.oracles import oracle
from tests.support.searches import share

LOUNGE = Match(
    ruleset=rulesets.preset("mb-lounge"),
    seating=Seating(table=rulesets.preset("mb-lounge").table_for(4), names=NAMES[:4]),
    first_dealer=3,
)
FOUR = claim_points(0, "four", "0000")
OPEN = HandRecord(contract=Contract(pitcher=1, bid=Call.THREE))


def tally_hands(
    *entered: HandRecord | Hand, match: Match = LOUNGE, adjustments: Sequence[Adjustment] = ()
) -> tuple[Sheet, tuple[SeatTally, ...]]:
    """Return the sheet of some hands, and the tallies of the seats."""
    hands = [
        structs.replace(hand, number=number)
        if isinstance(hand, Hand)
        else Hand(number=number, record=hand)
        for number, hand in enumerate(entered, start=1)
    ]
    sheet = sheets.fold_sheet(match, hands, adjustments)
    return sheet, tallies.tally_match(match, hands, sheet)


def as_dict(tally: tallies.Tally) -> dict[str, int]:
    """Return the counts of a tally that are not 0."""
    return dict(tally)


def test_a_made_bid_counts_for_the_pitcher_its_partner_and_the_defenders() -> None:
    _, (ann, bob, cid, dee) = tally_hands(claim_points(0, "three", "0010"))
    assert (ann.seat, ann.side, ann.name, dee.side) == (0, 0, "Ann", 1)
    assert as_dict(ann.counted) == {
        "hands": 1,
        "score": 3,
        "pitched_hands": 1,
        "pitched_score": 3,
        "pitched_points": 3,
        "made_three": 1,
        "pitched_high": 1,
        "pitched_low": 1,
        "pitched_game": 1,
    }
    assert as_dict(cid.counted) == {
        "hands": 1,
        "score": 3,
        "partnered_hands": 1,
        "partnered_score": 3,
        "partnered_points": 3,
        "partnered_high": 1,
        "partnered_low": 1,
        "partnered_game": 1,
    }
    assert (
        as_dict(bob.counted)
        == as_dict(dee.counted)
        == {
            "hands": 1,
            "score": 1,
            "defended_hands": 1,
            "defended_score": 1,
            "defended_points": 1,
            "defended_jack": 1,
        }
    )


def test_points_that_a_side_says_it_took_count_whosever_each_is() -> None:
    record = HandRecord(contract=Contract(pitcher=1, bid=Call.THREE), claims=Claims(taken=(1, 3)))
    _, (ann, bob, _, dee) = tally_hands(record)
    assert (ann.counted["defended_points"], ann.counted["defended_score"]) == (1, 1)
    assert (bob.counted["pitched_points"], dee.counted["partnered_points"]) == (3, 3)
    assert not {"pitched_high", "pitched_game"} & bob.counted.keys()


def test_a_set_pitcher_keeps_the_points_and_loses_the_score() -> None:
    _, (ann, bob, *_) = tally_hands(claim_points(0, "four", "0011"))
    assert (
        ann.counted.get("set_four", 0),
        ann.counted.get("made_four", 0),
        ann.counted.get("pitched_score", 0),
    ) == (1, 0, -4)
    assert (
        ann.counted.get("pitched_high", 0),
        ann.counted.get("pitched_low", 0),
        ann.counted.get("pitched_jack", 0),
    ) == (
        1,
        1,
        0,
    )
    assert (
        bob.counted.get("defended_score", 0),
        bob.counted.get("defended_jack", 0),
        bob.counted.get("defended_game", 0),
    ) == (
        2,
        1,
        1,
    )


def test_a_steal_is_a_dealer_who_pitches_for_the_bid_of_another() -> None:
    steal = structs.replace(
        claim_points(3, "three", "1110"),
        contract=None,
        calls=(Call.PASS, Call.THREE, Call.PASS, Call.THREE),
    )
    higher = structs.replace(steal, calls=(Call.PASS, Call.THREE, Call.PASS, Call.FOUR))
    for record, steals in ((steal, 1), (higher, 0), (claim_points(3, "three", "1110"), 0)):
        _, seats = tally_hands(record)
        assert [seat.counted.get("steals", 0) for seat in seats] == [0, 0, 0, steals]


def test_a_hand_counts_only_when_it_is_scored_and_nobody_had_won() -> None:
    void = Hand(number=1, record=FOUR, is_void=True)
    late = [FOUR, FOUR, FOUR, claim_points(1, "four", "1111")]
    sheet, seats = tally_hands(void, *late)
    standings = [line.standing for line in sheet.lines]
    assert standings[0] is Standing.VOID
    assert standings[-1] is Standing.AFTER_WIN
    assert [seat.counted.get("hands", 0) for seat in seats] == [3] * 4
    assert [(seat.counted.get("wins", 0), seat.counted.get("losses", 0)) for seat in seats] == [
        (1, 0),
        (0, 1),
    ] * 2
    assert seats[1].counted.get("pitched_hands", 0) == 0


def test_an_open_hand_counts_for_nothing_and_leaves_the_match_unfinished() -> None:
    _, seats = tally_hands(OPEN, FOUR, FOUR, FOUR)
    assert [
        (seat.counted.get("hands", 0), seat.counted.get("wins", 0), seat.counted.get("losses", 0))
        for seat in seats
    ] == [(3, 0, 0)] * 4
    assert seats[0].counted.get("made_four", 0) == 3


def test_an_overruled_hand_pays_what_was_agreed_and_no_points() -> None:
    overruling = Overruling(deltas=(3, 1), made=True, reason="Agreed")
    _, (ann, bob, *_) = tally_hands(
        Hand(number=1, record=claim_points(0, "four", "0011"), overruled=overruling)
    )
    assert as_dict(ann.counted) == {
        "hands": 1,
        "score": 3,
        "pitched_hands": 1,
        "pitched_score": 3,
        "made_four": 1,
    }
    assert as_dict(bob.counted) == {
        "hands": 1,
        "score": 1,
        "defended_hands": 1,
        "defended_score": 1,
    }


def test_without_a_contract_nobody_pitched() -> None:
    overruling = Overruling(deltas=(2, 1), made=True, reason="Nobody remembers")
    _, seats = tally_hands(Hand(number=1, record=HandRecord(), overruled=overruling))
    assert [as_dict(seat.counted) for seat in seats] == [
        {"hands": 1, "score": 2},
        {"hands": 1, "score": 1},
    ] * 2


def recount(pitcher: int, bid: str, shares: str, *, sides: int, seat: int) -> dict[str, int]:
    """A hand counted for a seat from who has which point."""
    owners = [None if share == "-" else int(share) for share in shares]
    pitching, side, promised = pitcher % sides, seat % sides, oracle.BIDS[bid]
    is_success = owners.count(pitching) >= promised
    score = owners.count(side)
    if side == pitching and not is_success:
        score = -promised
    role = "defended" if side != pitching else "partnered"
    role = "pitched" if seat == pitcher else role
    counts = {"hands": 1, "score": score, f"{role}_hands": 1, f"{role}_score": score}
    counts |= {f"{role}_{kind}": int(owner == side) for kind, owner in zip(claims.FOUR, owners)}  # noqa: B905
    counts[f"{role}_points"] = owners.count(side)
    if role == "pitched":
        counts[f"{'made' if is_success else 'set'}_{bid}"] = 1
    return counts


@settings(max_examples=share(150), derandomize=True, database=None)
@given(seed=st.integers(0, 2**32))
def test_tallies_are_what_a_recount_says_and_add_up_to_the_sheet(seed: int) -> None:
    chance = random.Random(seed)
    players, arrangement = chance.choice(
        [(4, Arrangement.PARTNERS_ACROSS), (4, Arrangement.INDIVIDUALS), (3, None)]
    )
    ruleset = rulesets.preset("rules-guru").house_rules(Options(hands=12))
    table = ruleset.table_for(players, arrangement)
    sides = table.side_count
    match = Match(ruleset, Seating(table=table, names=NAMES[:players]), first_dealer=0)
    dealt = []
    for _ in range(chance.randint(0, 12)):
        shares = "".join(str(chance.randrange(sides)) for _ in range(2))
        shares += "".join(chance.choice(f"-{chance.randrange(sides)}") for _ in range(2))
        bid = chance.choice(["two", "three", "four"])
        dealt.append((chance.randrange(players), bid, shares))
    extras = [Adjustment(side=0, points=2, reason="House", after_hand=0)]
    sheet, seats = tally_hands(
        *(claim_points(*arguments) for arguments in dealt), match=match, adjustments=extras
    )
    for seat in seats:
        tally = Counter(seat.counted)
        totals: dict[str, int] = {}
        for each in dealt:
            for name, number in recount(*each, sides=sides, seat=seat.seat).items():
                totals[name] = totals.get(name, 0) + number
        if sheet.winner:
            totals["wins" if sheet.winner.side == seat.side else "losses"] = 1
        assert as_dict(tally) == {name: number for name, number in totals.items() if number}
        score = tally["score"] + (2 if seat.side == 0 else 0)
        assert score == sheet.scores[seat.side]
        assert tally["hands"] == sum(
            (tally["pitched_hands"], tally["partnered_hands"], tally["defended_hands"])
        )
        levels = (
            tally[f"{outcome}_{bid}"]
            for outcome in ("made", "set")
            for bid in tallies.list_bids(tally)
        )
        assert sum(levels) == tally["pitched_hands"]
    assert sum(seat.counted.get("pitched_hands", 0) for seat in seats) == len(dealt)


def test_partners_together_have_pitched_what_either_of_them_pitched() -> None:
    """A hand is theirs once, and nobody else is on their side."""
    _, (ann, bob, cid, dee) = tally_hands(
        FOUR, claim_points(2, "three", "1010"), claim_points(1, "two", "1100")
    )
    both = Counter(tallies.tally_side([ann.counted, cid.counted]))
    assert both["hands"] == ann.counted.get("hands", 0) == 3
    assert both["score"] == ann.counted.get("score", 0) == cid.counted.get("score", 0)
    assert (both["pitched_hands"], both["partnered_hands"], both["defended_hands"]) == (2, 0, 1)
    assert both["pitched_high"] == ann.counted.get("pitched_high", 0) + cid.counted.get(
        "pitched_high", 0
    )
    assert (both["made_four"], both["set_three"]) == (1, 1)
    assert tallies.tally_side([bob.counted, dee.counted])["pitched_hands"] == both["defended_hands"]


def test_two_of_three_have_a_partner_in_the_third() -> None:
    """What the third pitches the two were partners in; alone they are as they were."""
    table = Table(players=6, sides=Arrangement.TWO_THREES)
    ruleset = rulesets.preset("rules-guru").house_rules(Options(tables=(table,)))
    match = Match(ruleset=ruleset, seating=Seating(table=table, names=NAMES[:6]), first_dealer=5)
    hands = [claim_points(seat, "two", "0000") for seat in (0, 2, 4)]
    _, (first, _, second, _, third, _) = tally_hands(*hands, match=match)
    two = Counter(tallies.tally_side([first.counted, second.counted]))
    assert (two["pitched_hands"], two["partnered_hands"]) == (2, 1)
    assert two["partnered_score"] == third.counted.get("pitched_score", 0)
    for seat in (first, second, third):
        alone = tallies.tally_side([seat.counted])
        assert as_dict(alone) == as_dict(seat.counted)
    three = Counter(tallies.tally_side([first.counted, second.counted, third.counted]))
    assert (three["pitched_hands"], three["partnered_hands"]) == (3, 0)


def test_a_sum_has_every_number_of_its_parts() -> None:
    _, seats = tally_hands(FOUR, claim_points(1, "three", "1010"))
    total = tallies.add_tallies([seat.counted for seat in seats])
    for name in {name for seat in seats for name in seat.counted}:
        assert total[name] == sum(seat.counted.get(name, 0) for seat in seats)
    assert tallies.add_tallies(()) == {}


def test_what_is_counted_has_the_name_of_what_there_is() -> None:
    roles = ("pitched", "partnered", "defended")
    names = {f"{role}_{point}" for role in roles for point in PointName}
    bid = {f"{end}_{bid}" for end in ("made", "set") for bid in Call if bid is not Call.PASS}
    of_side = {f"{role}_{what}" for role in roles for what in ("hands", "score", "points")}
    everything = {"wins", "losses", "hands", "score", "steals"} | names | bid | of_side
    _, seats = tally_hands(FOUR, FOUR, claim_points(1, "three", "1010"))
    assert all(seat.counted.keys() <= everything for seat in seats)
