"""Every outcome that two sides can claim, every tie, and what a score can change by."""

from itertools import product

import pytest

from pitch.calls import Call
from pitch.cards import Suit
from pitch.findings import Status
from pitch.hand import verdicts
from pitch.hand.auctions import Contract
from pitch.hand.records import HandRecord
from pitch.rules.choices import GameTie, Low
from pitch.rules.options import Options
from pitch.seats import Arrangement
from tests.support import claims as told
from tests.support.hands import PRESETS, anywhere, claim_points, deal, judge, piles
from tests.support.oracles import oracle

TABLES = [(2, None), (4, Arrangement.PARTNERS_ACROSS), (6, Arrangement.TWO_THREES)]


@pytest.mark.parametrize(("players", "sides"), TABLES)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_outcome_by_claims_alone(
    preset: str, players: int, sides: Arrangement | None
) -> None:
    """High, Low, Jack in play or not, Game or a tie, either pitching for anything it can."""
    dealt = deal(anywhere(preset), players, sides)
    rules = dealt.ruleset.rules
    for shares in product("01", "01", "01-", "01-"):
        for pitcher, bid in product((0, 1), rules.bids):
            verdict = judge(claim_points(pitcher, bid.value, "".join(shares)), dealt)
            mine, theirs = shares.count(str(pitcher)), shares.count(str(1 - pitcher))
            number = oracle.BIDS[bid.value]
            is_success = mine >= number
            deltas = [mine if is_success else -number, theirs]
            assert verdict.made is is_success
            assert verdict.deltas == tuple(deltas if pitcher == 0 else deltas[::-1])
            assert verdict.clauses[0].endswith("score.made" if is_success else "score.set")


@pytest.mark.parametrize(("players", "sides"), TABLES)
@pytest.mark.parametrize("tricks", range(7))
def test_every_smudge_and_every_pitch(players: int, sides: Arrangement | None, tricks: int) -> None:
    """A smudge takes everything and else loses 5; a pitch takes four tricks and else loses 4."""
    for shares in product("01", "01", "01-", "01-"):
        if (tricks == 0 and "0" in shares) or (tricks == 6 and "1" in shares):
            continue
        word, mine, theirs = "".join(shares), shares.count("0"), shares.count("1")
        for preset, bid, is_success, change in (
            ("rules-guru", "smudge", (tricks, mine) == (6, 4), -5),
            ("setback-pitch", "pitch", tricks >= 4, -4),
        ):
            dealt = deal(anywhere(preset), players, sides)
            verdict = judge(claim_points(0, bid, word, (tricks, 6 - tricks)), dealt)
            if players == 6 and tricks in (0, 6) and shares[3] == "-":
                # Of 36 cards four count for Game at least, and one side has them all.
                (finding,) = verdict.findings
                assert finding.code == "six_tricks_without_game"
                continue
            assert verdict.findings == ()
            assert verdict.made is is_success
            assert verdict.deltas == (4 if is_success else change, theirs)


@pytest.mark.parametrize("bid", [Call.ONE, Call.TWO, Call.THREE, Call.FOUR])
def test_the_bounds_of_what_a_table_gains_in_a_hand(bid: Call) -> None:
    """A bid b that is made gives max(2, b) to 4; set by 1: 1..3, 2: -1..2, 3: -3..1, 4: -4..0."""
    bounds = {"one": (1, 3), "two": (-1, 2), "three": (-3, 1), "four": (-4, 0)}
    gains: set[int] = set()
    losses: set[int] = set()
    for shares in product("01", "01", "01-", "01-"):
        verdict = judge(claim_points(0, bid.value, "".join(shares)), deal("setback", players=2))
        assert verdict.deltas is not None
        (gains if verdict.made else losses).add(sum(verdict.deltas))
    assert (min(gains), max(gains)) == (max(2, oracle.BIDS[bid.value]), 4)
    assert (min(losses), max(losses)) == bounds[bid.value]


@pytest.mark.parametrize(
    ("tie", "pitcher", "dealer", "owner"),
    [
        (GameTie.NOBODY, 0, 0, None),
        (GameTie.PITCHING_SIDE, 0, 2, 0),
        (GameTie.PITCHING_SIDE, 2, 0, None),
        (GameTie.OTHER_SIDE, 0, 2, 1),
        (GameTie.OTHER_SIDE, 2, 2, None),
        (GameTie.DEALER, 2, 1, 1),
        (GameTie.DEALER, 0, 2, None),
    ],
)
def test_two_of_three_tie_for_game(
    tie: GameTie, pitcher: int, dealer: int, owner: int | None
) -> None:
    """Sides 0 and 1 have ten pips each, side 2 has four."""
    dealt = deal("setback", players=3, options=Options(game_tie=tie), dealer=dealer)
    record = HandRecord(
        contract=Contract(pitcher=pitcher, bid=Call.TWO),
        trump=Suit.SPADES,
        piles=piles(
            "TH 2S 3S 4D 5D 6D", "TD 2H 3H 4H 5H 6H", "AC 2C 3C 4C 5C 6C"
        ),
    )  # fmt: skip
    verdict = judge(record, dealt)
    assert verdict.points is not None
    assert told.point(verdict.points, "game").side == owner
    assert told.point(verdict.points, "game").clauses[0].endswith("/score.tie")


@pytest.mark.parametrize("tie", [GameTie.PITCHING_SIDE, GameTie.OTHER_SIDE])
def test_a_tie_that_turns_on_the_pitcher_waits_for_the_contract(tie: GameTie) -> None:
    dealt = deal("setback", players=2, options=Options(game_tie=tie))
    points = (told.high(0), told.low(0), told.jack(in_play=False))
    by_pips = told.claims(*points, pips=(30, 30))
    waiting = judge(HandRecord(claims=by_pips), dealt)
    assert waiting.status is Status.OPEN
    assert waiting.points is not None
    assert told.point(waiting.points, "game").possible == (0, 1)
    contract = Contract(pitcher=0, bid=Call.TWO)
    verdict_before = judge(HandRecord(contract=contract, claims=by_pips), dealt)
    assert verdict_before.deltas == ((3, 0) if tie is GameTie.PITCHING_SIDE else (2, 1))


@pytest.mark.parametrize("low", Low)
@pytest.mark.parametrize("preset", PRESETS)
def test_an_empty_record_is_open_and_asks_for_what_settles_it(preset: str, low: Low) -> None:
    """Four points, or where a slam turns on tricks as well, three piles and trump if that is less.

    The contract is always asked for; with Low dealt nothing but a question tells who has it.
    """
    verdict = verdicts.judge(HandRecord(), deal(anywhere(preset, Options(low=low)), 3))
    assert verdict.status is Status.OPEN
    needs = sorted(need.ask.value for need in verdict.needs)
    low_ask = "point" if low is Low.CAPTURED else "low_dealt_to"
    needs_expected = ["contract", "point", low_ask, "point", "pips"]
    if preset in {"rules-guru", "setback-pitch"}:
        by_piles = ["contract", "trump", "pile", "pile", "pile"]
        needs_expected = by_piles if low is Low.CAPTURED else [*needs_expected, "tricks_won"]
    assert needs == sorted(needs_expected)
