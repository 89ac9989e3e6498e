"""The worked examples of the documents, and the disputes about scoring and winning."""

import pytest

from pitch.calls import Call
from pitch.findings import Status
from pitch.hand.auctions import Auction, deciding_clauses, legal_calls
from pitch.hand.deals import Deal
from pitch.hand.records import HandRecord
from pitch.match import sheets
from pitch.match.matches import Adjustment, Hand, Match
from pitch.match.sheets import Sheet
from pitch.rules import clauses, rulesets
from pitch.rules.choices import GoingOut, Low, SlamNeeds
from pitch.rules.options import Options
from pitch.seats import Arrangement, Seating
from tests.support import claims as told
from tests.support.hands import NAMES, claim_points, deal, judge, record

SITE, CLASSIC, GURU = "singaporemahjong", "singaporemahjong-classic", "rules-guru"
LOUNGE, SETBACK, PITCH = "mb-lounge", "setback", "setback-pitch"
ALL = (SITE, CLASSIC, GURU, LOUNGE, SETBACK)


def play(
    preset: str,
    records: list[HandRecord],
    start: dict[int, int] | None = None,
    players: int = 4,
    options: Options | None = None,
) -> Sheet:
    """A match that began with some points on the sheet."""
    ruleset = rulesets.preset(preset).house_rules(options or Options())
    table = ruleset.table_for(players)
    match = Match(ruleset, Seating(table=table, names=NAMES[:players]), players - 1)
    start_points = [
        Adjustment(side=side, points=points, reason="So far", after_hand=0)
        for side, points in (start or {}).items()
    ]
    hands = [Hand(number=number, record=hand) for number, hand in enumerate(records, start=1)]
    return sheets.fold_sheet(match, hands, start_points)


def pitchable(preset: str, bid: str) -> Deal:
    """A deal in which seat 0 can pitch for a bid: at the lounge only the dealer can for two."""
    return deal(preset, dealer=0 if (preset, bid) == (LOUNGE, "two") else 3)


def won_by(sheet: Sheet) -> int | None:
    return sheet.winner.side if sheet.winner else None


# The auction: what is legal, and what the ruling rests on.

LEGAL, ILLEGAL = True, False
AUCTIONS = [
    ("three", "three", (ILLEGAL, ILLEGAL, ILLEGAL, ILLEGAL, ILLEGAL), "tttdd"),
    ("three pass pass", "three", (LEGAL, LEGAL, LEGAL, LEGAL, ILLEGAL), "ttttd"),
    ("four pass pass", "four", (LEGAL, LEGAL, LEGAL, ILLEGAL, ILLEGAL), "ttttd"),
    ("pass three pass", "four", (LEGAL, LEGAL, LEGAL, LEGAL, LEGAL), "dtttt"),
    ("pass pass pass", "pass", (ILLEGAL, ILLEGAL, ILLEGAL, ILLEGAL, LEGAL), "tttdd"),
    ("pass pass pass", "two", (LEGAL, LEGAL, LEGAL, LEGAL, LEGAL), "tttdt"),
    ("pass pass pass", "three", (ILLEGAL, LEGAL, LEGAL, LEGAL, LEGAL), "ttttt"),
    ("", "two", (LEGAL, LEGAL, LEGAL, ILLEGAL, LEGAL), None),
    ("", "one", (ILLEGAL, ILLEGAL, ILLEGAL, ILLEGAL, LEGAL), None),
    ("four", "smudge", (ILLEGAL, ILLEGAL, LEGAL, ILLEGAL, ILLEGAL), None),
    ("three pass", "four", (LEGAL, LEGAL, LEGAL, LEGAL, LEGAL), None),
]


@pytest.mark.parametrize(("before", "call", "rulings", "bases"), AUCTIONS)
@pytest.mark.parametrize("place", range(5))
def test_what_may_be_called(
    before: str, call: str, rulings: tuple[bool, ...], bases: str | None, place: int
) -> None:
    ruleset = rulesets.preset(ALL[place])
    calls = tuple(Call(word) for word in before.split())
    auction = Auction(players=4, dealer=3, calls=calls)
    assert (Call(call) in legal_calls(auction, ruleset.rules)) is rulings[place]
    cited = deciding_clauses(auction, Call(call), ruleset)
    assert cited
    if bases is not None:
        basis = {clause.id: clause.basis.value[0] for clause in clauses.list_clauses(ruleset)}
        assert basis[cited[0]] == bases[place], cited


def test_a_smudge_may_be_taken_over_but_a_pitch_may_not() -> None:
    """Both by default: neither document says it plainly."""
    for preset, slam, legal in ((GURU, "smudge", True), (PITCH, "pitch", False)):
        ruleset = rulesets.preset(preset)
        auction = Auction(players=4, dealer=3, calls=(Call(slam), Call.PASS, Call.PASS))
        assert (Call(slam) in legal_calls(auction, ruleset.rules)) is legal
        assert deciding_clauses(auction, Call(slam), ruleset) == (f"{preset}/bid.stealslam",)


# The points of a hand.


@pytest.mark.parametrize(("preset", "pips"), [(GURU, 24), (SETBACK, 23)])
def test_jack_two_tens_and_king_count_24_unless_the_trump_jack_counts_none(
    preset: str, pips: int
) -> None:
    verdict = judge(record(0, "two", "S", "JS 3S TH TD KC", "2S", "", ""), deal(preset))
    assert verdict.pips[0].least == verdict.pips[0].most == pips


@pytest.mark.parametrize("preset", ALL)
@pytest.mark.parametrize(("card", "worth", "bid"), [("7S", 2, "two"), ("JS", 3, "three")])
def test_a_lone_trump_is_high_and_low_and_a_lone_jack_all_three(
    preset: str, card: str, worth: int, bid: str
) -> None:
    sides = ("TH", "TD") if preset in {SITE, CLASSIC, LOUNGE} else ("TH", "TD", "", "")
    cards = (card, *sides[1:])
    verdict = judge(record(0, bid, "S", *cards), pitchable(preset, bid))
    assert verdict.made is True
    assert verdict.deltas is not None
    assert verdict.deltas[0] == worth
    assert verdict.points is not None
    assert f"{preset}/score.lone" in told.point(verdict.points, "low").clauses


def test_a_jack_that_is_highest_is_high_and_jack() -> None:
    verdict = judge(record(0, "two", "S", "JS 3S", "2S TH", "", ""), deal(GURU))
    assert verdict.deltas == (2, 2, 0, 0)


@pytest.mark.parametrize(
    ("preset", "options", "side", "basis"),
    [
        (SITE, Options(), 1, "text"),
        (SITE, Options(low=Low.DEALT), 0, "text"),
        (CLASSIC, Options(low=Low.DEALT), 0, "text"),
        (GURU, Options(), 1, "text"),
        (GURU, Options(low=Low.DEALT), 0, "house"),
    ],
)
def test_low_goes_to_the_captor_or_to_whom_it_was_dealt(
    preset: str, options: Options, side: int, basis: str
) -> None:
    dealt = deal(preset, sides=Arrangement.PARTNERS_ACROSS, options=options)
    entry = HandRecord(
        trump=record(0, "two", "S", "AS 5S", "4S 2S").trump,
        piles=record(0, "two", "S", "AS 5S", "4S 2S").piles,
        low_dealt_to=2,
    )
    verdict = judge(entry, dealt)
    assert verdict.points is not None
    assert told.point(verdict.points, "low").side == side
    bases = {clause.id: clause.basis.value for clause in clauses.list_clauses(dealt.ruleset)}
    assert bases[told.point(verdict.points, "low").clauses[0]] == basis


@pytest.mark.parametrize(
    ("preset", "side"), [(SITE, None), (CLASSIC, None), (GURU, None), (SETBACK, 1)]
)
def test_game_six_six_two_is_nobodys_until_the_trump_jack_counts_none(
    preset: str, side: int | None
) -> None:
    """The jack of trumps makes six of one side's five."""
    cards = ("JS 2S QC KD", "KS KH", "QD")
    verdict = judge(record(0, "two", "S", *cards), deal(preset, players=3))
    assert verdict.points is not None
    assert told.point(verdict.points, "game").side == side


def test_partners_pool_their_cards_and_their_bid() -> None:
    """29 beats 22 for Game, and with High and Low makes a bid of three."""
    verdict = judge(record(0, "three", "S", "AS 2S TH TD QC KC", "TC KD 9S AC AD JH"), deal(SITE))
    assert [pip.least for pip in verdict.pips] == [29, 22]
    assert verdict.deltas == (3, 0)
    assert "singaporemahjong/score.pool" in verdict.clauses


@pytest.mark.parametrize("preset", ALL)
@pytest.mark.parametrize(
    ("bid", "points", "mine", "theirs"),
    [
        ("four", "00-0", -4, 0),
        ("two", "0000", 4, 0),
        ("three", "00-1", -3, 1),
        ("four", "0001", -4, 1),
        ("two", "1111", -2, 4),
    ],
)
def test_made_and_set(preset: str, bid: str, points: str, mine: int, theirs: int) -> None:
    """Who makes the bid scores all points taken; who is set loses the bid and keeps none."""
    dealt = pitchable(preset, bid)
    verdict = judge(claim_points(0, bid, points), dealt)
    assert verdict.deltas is not None, verdict.findings
    assert verdict.deltas[:2] == (mine, theirs)


def test_a_smudge_needs_the_jack_and_every_trick() -> None:
    """Six tricks and four points win nothing at once without the bid."""
    dealt = deal(GURU, players=3)
    assert judge(claim_points(0, "smudge", "00-0", (6, 0, 0)), dealt).deltas == (-5, 0, 0)
    assert judge(claim_points(0, "smudge", "0000", (5, 1, 0)), dealt).deltas == (-5, 0, 0)
    assert judge(claim_points(0, "smudge", "0000", (6, 0, 0)), dealt).made is True
    assert judge(claim_points(0, "smudge", "0000"), dealt).status is Status.OPEN
    assert won_by(play(GURU, [claim_points(0, "four", "0000", (6, 0, 0))], players=3)) is None


def test_a_pitch_promises_four_tricks_or_by_another_reading_four_points() -> None:
    assert judge(claim_points(0, "pitch", "01-0", (4, 1, 1)), deal(PITCH, players=3)).made is True
    by_points = deal(PITCH, players=3, options=Options(slam_needs=SlamNeeds.ALL_POINTS))
    assert judge(claim_points(0, "pitch", "01-0", (4, 1, 1)), by_points).made is False
    bases = {clause.id: clause.basis.value for clause in clauses.list_clauses(by_points.ruleset)}
    assert bases["setback-pitch/slam.needs"] == "default"


# Who wins the match, from scores before the hand.

SCORES = {SITE: 11, CLASSIC: 11, GURU: 11, LOUNGE: 11, SETBACK: 7}


def crossing(preset: str, mine: int, theirs: int, hand: HandRecord, players: int = 4) -> int | None:
    target = SCORES[preset]
    return won_by(play(preset, [hand], {0: target + mine, 1: target + theirs}, players))


@pytest.mark.parametrize("preset", ALL)
def test_a_pitcher_who_made_beats_a_higher_total(preset: str) -> None:
    """As where 12 lose to 9 and 2."""
    assert crossing(preset, -3, -1, claim_points(0, "three", "0010"), 4) == 0


@pytest.mark.parametrize(
    ("preset", "winner"), [(SITE, 1), (CLASSIC, 1), (GURU, None), (LOUNGE, None), (SETBACK, 1)]
)
def test_a_defender_at_the_target_wins_only_without_bidding_to_go_out(
    preset: str, winner: int | None
) -> None:
    assert crossing(preset, -4, -1, claim_points(0, "three", "0100")) == winner
    assert crossing(preset, -4, -1, claim_points(0, "four", "0100")) == winner


@pytest.mark.parametrize("preset", [SITE, CLASSIC, GURU])
def test_a_tie_of_two_defenders_at_the_target_plays_on(preset: str) -> None:
    start = {0: 8, 1: 10, 2: 10}
    assert won_by(play(preset, [claim_points(0, "three", "12--")], start, players=3)) is None


def test_in_setback_the_first_to_count_out_wins_the_tie() -> None:
    """By default: High counts before Low."""
    start = {0: 4, 1: 6, 2: 6}
    sheet = play(SETBACK, [claim_points(0, "three", "12--")], start, players=3)
    assert won_by(sheet) == 1
    assert sheet.winner is not None
    assert sheet.winner.clauses[1] == "setback/win.several"


@pytest.mark.parametrize("preset", [GURU, LOUNGE])
def test_who_is_beyond_the_target_still_has_to_bid(preset: str) -> None:
    hand = claim_points(0, "three", "0001")
    assert crossing(preset, 2, -5, claim_points(1, "three", "1110")) is None
    assert crossing(preset, 2, -5, hand) == 0


def test_a_smudge_wins_at_any_score_and_a_pitch_not_below_zero() -> None:
    smudge = claim_points(0, "smudge", "0000", (6, 0, 0))
    assert won_by(play(GURU, [smudge], {0: -3}, players=3)) == 0
    pitch = claim_points(0, "pitch", "01-0", (4, 1, 1))
    below = play(PITCH, [pitch], {0: -2}, players=3)
    assert (won_by(below), below.scores[0]) == (None, 2)
    assert won_by(play(PITCH, [pitch], {0: 0}, players=3)) == 0


def test_a_pitch_wins_although_another_crosses_the_target() -> None:
    pitch = claim_points(0, "pitch", "11-0", (4, 2, 0))
    assert won_by(play(PITCH, [pitch], {0: 1, 1: 6}, players=3)) == 0


def test_a_failed_pitch_loses_four_and_a_plain_four_wins_nothing_at_once() -> None:
    pitch = claim_points(0, "pitch", "00-0", (3, 2, 1))
    assert play(PITCH, [pitch], players=3).scores == (-4, 0, 0)
    assert won_by(play(PITCH, [claim_points(0, "four", "0000", (6, 0, 0))], players=3)) is None


def test_a_literal_reading_lets_a_set_pitcher_go_out() -> None:
    """S3.win does not say that the bid must be made; ours is the default."""
    from_fourteen = claim_points(0, "three", "00-1")
    assert crossing(LOUNGE, 3, 0, from_fourteen) is None
    literal = Options(going_out=GoingOut.PITCHER_ONLY)
    assert won_by(play(LOUNGE, [from_fourteen], {0: 14}, options=literal)) == 0
