"""Auctions of one round and of several, against a list of all that there are."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from pitch import calls
from pitch.calls import Call
from pitch.hand import auctions
from pitch.hand.auctions import Auction, Contract
from pitch.rules import rulesets
from pitch.rules.choices import AllPass, BiddingRounds, SlamBid
from pitch.rules.options import Options, Rules
from pitch.rules.rulesets import RuleSet

ROUNDS = tuple(BiddingRounds)
BIDS = ("one", "two", "three")


def house(rounds: BiddingRounds, **chosen: object) -> RuleSet:
    """House rules with three bids, for any number of players."""
    options = {
        "bids": calls.bids(1, 3),
        "dealer_alone_bids": calls.bids(1, 2),
        "bidding_rounds": rounds,
    }
    return rulesets.preset("setback").house_rules(Options(**options | chosen))


def all_auctions(
    players: int, rules: Rules, seats_without_bid: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[str, ...], tuple[int, str] | None]]:
    """Every whole auction with seat 0 dealing and who pitches for what, by a table of its own."""
    words = [bid.value for bid in rules.bids]
    slam = rules.slam.value
    ladder = [*words, slam] if slam != "none" else words
    can_match = {bid.value for bid in rules.dealer_matches} | (
        {slam} if rules.dealer_matches_slam else set()
    )
    is_single = rules.bidding_rounds == "one"

    def choices(seat: int, high_bid: tuple[int, str] | None) -> list[str]:
        mine = [word for word in ladder if word != slam or seat not in seats_without_bid]
        if high_bid is None and seat == 0:
            alone = [bid.value for bid in rules.dealer_alone_bids] + [
                word for word in mine if word == slam
            ]
            return alone if rules.all_pass is AllPass.FORCED else ["pass", *alone]
        if high_bid is None:
            return ["pass", *mine]
        higher = [word for word in mine if ladder.index(word) > ladder.index(high_bid[1])]
        if seat:
            return ["pass", *higher]
        same = [high_bid[1]] if high_bid[1] in can_match and (high_bid[1] in mine) else []
        return ["pass", *same, *(higher if rules.dealer_may_raise else [])]

    def go(
        queue: tuple[int, ...], high_bid: tuple[int, str] | None, calls: tuple[str, ...]
    ) -> Iterator[tuple[tuple[str, ...], tuple[int, str] | None]]:
        if not queue or (not is_single and high_bid is not None and queue == (high_bid[0],)):
            free = high_bid is None and rules.all_pass is AllPass.DEALER_FREE
            yield calls, (0, "pass") if free else high_bid
            return
        seat, *rest = queue
        for word in choices(seat, high_bid):
            after = tuple(rest) if is_single or word == "pass" else (*rest, seat)
            yield from go(after, high_bid if word == "pass" else (seat, word), (*calls, word))

    yield from go((*range(1, players), 0), None, ())


@cache
def list_auctions(players: int, rules: Rules) -> dict[tuple[str, ...], tuple[int, str] | None]:
    """Every whole auction and its contract."""
    return dict(all_auctions(players, rules))


def walk(start: Auction, rules: Rules) -> Iterator[Auction]:
    """Every auction that calls can lead to, also those that are not over."""
    yield start
    for call in auctions.legal_calls(start, rules):
        yield from walk(auctions.with_call(start, call), rules)


def pitcher_and_bid(contract: Contract | None) -> tuple[int, str] | None:
    return None if contract is None else (contract.pitcher, contract.bid.value)


TABLES = [
    (players, rounds, all_pass, matches, may_raise, slam)
    for players, rounds, all_pass, matches, may_raise, slam in product(
        (2, 3),
        ROUNDS,
        AllPass,
        ((), (Call.TWO,), calls.bids(1, 3)),
        (True, False),
        (SlamBid.NONE, SlamBid.MOON),
    )
    if players == 2 or slam is SlamBid.NONE
]


@pytest.mark.parametrize("table", TABLES)
def test_legal_calls_lead_to_every_auction_and_contract(
    table: tuple[int, BiddingRounds, AllPass, tuple[Call, ...], bool, SlamBid],
) -> None:
    """What may still come, and what is decided early, is what the list of all auctions says."""
    players, rounds, all_pass, matches, may_raise, slam = table
    ruleset = house(
        rounds, all_pass=all_pass, dealer_matches=matches, dealer_may_raise=may_raise, slam=slam
    )
    rules = ruleset.rules
    auctions_by_calls = list_auctions(players, rules)
    start = Auction(players=players, dealer=0, rounds=rounds)
    reached_auctions = list(walk(start, rules))
    endings = {
        tuple(auction.calls): auction for auction in reached_auctions if auctions.is_over(auction)
    }
    assert {
        calls: pitcher_and_bid(auctions.contract(auction, rules))
        for calls, auction in endings.items()
    } == auctions_by_calls
    assert max(map(len, auctions_by_calls)) <= auctions.MOST_CALLS
    candidates = {(seat, bid) for seat in range(players) for bid in (*rules.bids, Call.PASS)}
    for reached_auction in reached_auctions:
        said = tuple(reached_auction.calls)
        ends = {end for calls, end in auctions_by_calls.items() if calls[: len(said)] == said}
        for seat, bid in candidates:
            can = auctions.can_end(reached_auction, Contract(pitcher=seat, bid=bid), rules)
            assert can is ((seat, bid.value) in ends), (said, seat, bid)
        # Decided as soon as there is a bid and nobody after it has a choice.
        rest = [calls[len(said) :] for calls in auctions_by_calls if calls[: len(said)] == said]
        only_passes = all(word == "pass" for words in rest for word in words)
        has_bid = any(word != "pass" for word in said)
        assert auctions.is_decided(reached_auction, rules) is (
            only_passes if has_bid else auctions.is_over(reached_auction)
        )


@pytest.mark.parametrize("rounds", ROUNDS)
def test_a_barred_seat_bids_no_slam_and_takes_none_over(rounds: BiddingRounds) -> None:
    ruleset = house(rounds, slam=SlamBid.MOON, dealer_matches_slam=True, bids=calls.bids(1, 1))
    for seats in ((), (0,), (1,), (0, 2), (0, 1, 2)):
        by_calls = dict(all_auctions(3, ruleset.rules, seats))
        start = Auction(players=3, dealer=0, rounds=rounds, barred=seats)
        endings = [auction for auction in walk(start, ruleset.rules) if auctions.is_over(auction)]
        assert {
            tuple(auction.calls): pitcher_and_bid(auctions.contract(auction, ruleset.rules))
            for auction in endings
        } == by_calls


def test_whoever_passed_is_passed_over() -> None:
    rules = house(BiddingRounds.UNTIL_PASSED).rules
    calls = (Call.ONE, Call.PASS, Call.TWO, Call.THREE)
    auction = Auction(players=3, dealer=2, calls=calls, rounds=rules.bidding_rounds)
    assert auctions.callers(auction) == (0, 1, 2, 0, 2)
    assert [auctions.has_called(auction, seat) for seat in range(3)] == [False, True, False]
    assert auctions.contract(auction, rules) == Contract(pitcher=0, bid=Call.THREE)
