"""The worked examples and the legal records of the family, by the domain itself."""

from typing import Any

import pytest
from msgspec import structs

from pitch.calls import Call
from pitch.cards import Suit
from pitch.findings import Status
from pitch.hand import readings, verdicts
from pitch.hand.auctions import Contract
from pitch.hand.deals import Deal
from pitch.hand.records import Claims, HandRecord, PointClaim, Trick
from pitch.match import sheets
from pitch.match.matches import Adjustment, Hand, Match
from pitch.match.sheets import Sheet
from pitch.point_names import PointName
from pitch.proof import provers
from pitch.rules import rulesets
from pitch.rules.choices import Low, MadeScores
from pitch.rules.options import NO_OPTIONS, Options
from pitch.seats import Arrangement, Seating
from tests.support import family_records
from tests.support.family import transcripts
from tests.support.family.playing import Played
from tests.support.hands import NAMES

TEN = "ace two jack off_jack high_joker low_joker ten three"
EXAMPLES = [
    # preset, bid, points of each side, what the hand pays, whose example
    ("pitch31", "6", "ace jack three high_joker low_joker/two off_jack ten", (7, 3), "Pitch31"),
    ("pitch31", "7", "ace jack three/two off_jack high_joker low_joker ten", (-7, 5), "Pitch31"),
    ("pitch31", "moon", f"{TEN}/", (20, 0), "Pitch31"),
    (
        *("pitch31", "moon", "ace two jack three off_jack high_joker/low_joker ten"),
        *((-20, 2), "Pitch31"),
    ),
    ("pitch31", "four", f"{TEN}/", (10, 0), "Pitch31"),
    (
        *("trickster-ten", "6", "high jack off_jack high_joker three/low low_joker ten"),
        *((7, 3), "made up"),
    ),
    (
        *("trickster-ten", "8", "high jack off_jack high_joker three/low low_joker ten"),
        *((-8, 3), "made up"),
    ),
    (
        *("smear-ten", "6", "high jack off_jack high_joker three/low low_joker game"),
        *((7, 3), "made up"),
    ),
    (
        "smear-ten",
        "6",
        "high jack off_jack high_joker three game=/low low_joker",
        (7, 2),
        "made up",
    ),
    ("setback-six", "four", "high low jack joker game/off_jack", (4, 1), "made up"),
    ("setback-six", "four", "high low game/jack joker off_jack", (-4, 3), "made up"),
    ("pedro", "9", "jack five off_five/ace ten two", (11, 3), "made up"),
    ("pedro-california", "10", "ace jack five/ten two off_five", (-10, 7), "made up"),
    ("pidro", "10", "ace jack ten five/two off_five", (-10, 6), "Pidro guide"),
    ("king-pedro", "45", "king five ace ten/jack two nine off_five", (46, 16), "made up"),
    ("catch-five", "5", "five jack/ace ten two", (6, 3), "made up"),
    ("nine-card", "four", "high low jack game/five high_spade", (4, 2), "made up"),
]


def shares_record(bid: str, shares: str, partner: int | None = None) -> HandRecord:
    """A hand pitched by seat 0, by the points of each side; `game=` is tied, `jack-` absent."""
    return HandRecord(
        contract=Contract(pitcher=0, bid=Call(bid), partner=partner),
        claims=Claims(
            points=tuple(
                _claim(side, name)
                for side, names in enumerate(shares.split("/"))
                for name in names.split()
            )
        ),
    )


def _claim(side: int, name: str) -> PointClaim:
    if name.endswith("="):
        return PointClaim(point=PointName(name[:-1]), tied=True)
    if name.endswith("-"):
        return PointClaim(point=PointName(name[:-1]), in_play=False)
    return PointClaim(point=PointName(name), side=side)


def sheet(
    preset: str, record: HandRecord, *before: int, options: Options = NO_OPTIONS, players: int = 4
) -> Sheet:
    """The sheet of one hand, from scores that were given."""
    ruleset = rulesets.preset(preset).house_rules(options)
    table = ruleset.table_for(players)
    match = Match(ruleset, Seating(table=table, names=NAMES[:players]), players - 1)
    start = [
        Adjustment(side=side, points=points, reason="Start", after_hand=0)
        for side, points in enumerate(before)
    ]
    return sheets.fold_sheet(match, [Hand(number=1, record=record)], start)


@pytest.mark.parametrize(("preset", "bid", "shares", "deltas", "source"), EXAMPLES)
def test_a_worked_example_pays_what_it_says(
    preset: str, bid: str, shares: str, deltas: tuple[int, int], source: str
) -> None:
    (line,) = sheet(preset, shares_record(bid, shares), 1, 1).lines
    assert (line.verdict.status, line.deltas) == (Status.SETTLED, deltas), source


@pytest.mark.parametrize(
    ("stands", "bid", "shares", "after"),
    [
        (3, "7", "ace jack three/two off_jack high_joker low_joker ten", -4),
        (5, "moon", "ace two jack three off_jack high_joker/low_joker ten", -15),
    ],
)
def test_scores_fall_below_zero(stands: int, bid: str, shares: str, after: int) -> None:
    """Pitch31: at 3, a bid of 7 set; at 5, a failed moon."""
    assert sheet("pitch31", shares_record(bid, shares), stands, 1).scores[0] == after


FOUR = "ace three/two jack off_jack high_joker low_joker ten"
OUT = [
    # preset, scores before, bid, points of each side, winner, whose example
    ("pitch31", (20, 25), "four", FOUR, 1, "Pitch31: others at 25 take 6"),
    ("pitch31", (27, 25), "four", FOUR, 0, "Pitch31: unless the bidders are there too"),
    (
        *("ten-point", (46, 50), "6", "ace jack three off_jack high_joker/two low_joker ten"),
        *(0, "made up"),
    ),
    (
        *("ten-point", (30, 50), "6", "ace jack three off_jack high_joker/two low_joker ten"),
        *(None, "made up"),
    ),
    ("pedro", (56, 56), "7", "ace jack ten five/two off_five", 0, "made up"),
]


@pytest.mark.parametrize(("preset", "before", "bid", "shares", "winner", "source"), OUT)
def test_a_worked_example_ends_as_it_says(
    preset: str, before: tuple[int, int], bid: str, shares: str, winner: int | None, source: str
) -> None:
    score_sheet = sheet(preset, shares_record(bid, shares), *before)
    assert (score_sheet.winner.side if score_sheet.winner else None) == winner, source


def test_high_counts_before_the_joker_and_game() -> None:
    """BICJ: of two who reach ten in one hand the one with High is there first."""
    score_sheet = sheet(
        "joker-pitch", shares_record("two", "low jack/high/joker game"), 5, 9, 9, players=3
    )
    assert score_sheet.scores == (7, 10, 11)
    assert score_sheet.winner is not None
    assert score_sheet.winner.side == 1


def test_a_pitched_joker_makes_spades_trump_and_is_never_low() -> None:
    """BICJ, where the joker is the lowest trump and is not Low when it is the only one."""
    ruleset = rulesets.preset("joker-pitch")
    table = ruleset.table_for(3)
    deal = Deal(ruleset, Seating(table=table, names=NAMES[:3]), 2)
    record = HandRecord(
        contract=Contract(pitcher=0, bid=Call.TWO),
        tricks=(Trick(cards=("HJ", "5H", "6D")),),
    )
    reading = readings.read(record, deal)
    assert reading.captures.trump == Suit.SPADES
    assert not reading.is_impossible
    low = HandRecord(claims=Claims(points=(PointClaim(point=PointName.LOW, side=0, card="HJ"),)))
    assert [f.code for f in readings.read(low, deal).findings] == ["joker_is_never_low"]


def test_a_pitcher_and_the_partner_have_what_both_took() -> None:
    """Pawnee: A bids 6 and C holds the high joker; each of the others has what they took."""
    record = shares_record("6", "high high_joker/low ten/jack three/off_jack/low_joker", partner=2)
    (line,) = sheet("pawnee", record, players=5).lines
    assert line.deltas == (6, 4, 6, 4, 4)


def test_the_prairie_is_played_for_six() -> None:
    """A has the ace, a joker and Game; B was dealt Low and has the other joker."""
    record = shares_record("three", "high high_joker game/low low_joker jack-")
    (line,) = sheet("prairie-smear", record).lines
    assert line.deltas is not None
    assert line.deltas[:2] == (3, 2)
    assert not any(line.deltas[2:])


def test_where_nobody_bids_the_dealer_is_set_without_a_card_played() -> None:
    """Play Smear: two points of the dealer's side."""
    (line,) = sheet("play-smear", HandRecord(calls=(Call.PASS,) * 4)).lines
    assert line.deltas is not None
    assert (min(line.deltas), line.verdict.points) == (-2, None)


def by_tricks(hand: Played, bid: str) -> HandRecord:
    contract = Contract(pitcher=hand.pitcher, bid=Call(bid))
    return structs.replace(family_records.of_tricks(hand), contract=contract)


def of_preset(hand: Played, options: Options = NO_OPTIONS) -> Deal:
    ruleset = rulesets.preset(hand.game.name).house_rules(options)
    table = ruleset.table_for(4, Arrangement.PARTNERS_ACROSS)
    return Deal(ruleset, Seating(table=table, names=NAMES[:4]), hand.dealer)


@pytest.mark.parametrize(
    ("name", "bid", "options", "deltas"),
    [
        ("play-smear", "three", {}, (3, 2)),
        ("play-smear", "three", {"low": Low.CAPTURED}, (4, 1)),
        ("setback-six", "four", {}, (4, 1)),
        ("setback-six", "four", {"made_scores": MadeScores.ALL_TAKEN}, (5, 1)),
        ("pitch31", "6", {}, (7, 3)),
        ("pitch31", "6", {"low": Low.CAPTURED}, (8, 2)),
    ],
)
def test_a_legal_record_is_accepted_and_scored(
    name: str, bid: str, options: dict[str, Any], deltas: tuple[int, int]
) -> None:
    """By the facts and by the search."""
    hand = transcripts.LEGAL[name]
    deal, record = of_preset(hand, Options(**options)), by_tricks(hand, bid)
    for proof in (None, provers.prove(record, deal)):
        verdict = verdicts.judge(record, deal, proof)
        assert (verdict.status, verdict.deltas, verdict.findings) == (Status.SETTLED, deltas, ())


@pytest.mark.parametrize(
    ("hand", "pips", "deltas", "revokes"),
    [
        (transcripts.PLAY_SMEAR_SCORED, (18, 25), (3, 1), 5),
        (transcripts.PLAY_SMEAR_SET, (17, 27), (-3, 3), 3),
    ],
)
def test_another_scorers_hands_score_alike_though_they_hold_revokes(
    hand: Played, pips: tuple[int, int], deltas: tuple[int, int], revokes: int
) -> None:
    """The test of smaclell/smear.game: good for points, never as a legal log."""
    deal, record = of_preset(hand), by_tricks(hand, "three")
    reading = readings.read(record, deal)
    assert [pip.least for pip in reading.pips] == list(pips)
    assert [f.code for f in reading.findings] == ["revoke"] * revokes
    entry = family_records.record(hand)
    piles = HandRecord(
        contract=record.contract, trump=entry.trump, piles=entry.piles, low_dealt_to=0
    )
    verdict = verdicts.judge(piles, deal)
    assert (verdict.status, verdict.deltas) == (Status.SETTLED, deltas)
