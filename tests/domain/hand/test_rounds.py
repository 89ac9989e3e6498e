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
    players: int, rules: Rules, barred: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[str, ...], tuple[int, str] | None]]:
    """Every whole auction with seat 0 dealing and who pitches for what, by a table of its own."""
    words = [bid.value for bid in rules.bids]
    slam = rules.slam.value
    ladder = [*words, slam] if slam != "none" else words
    can_match = {bid.value for bid in rules.dealer_matches} | (
        {slam} if rules.dealer_matches_slam else set()
    )
    one = rules.bidding_rounds == "one"

    def choices(seat: int, held: tuple[int, str] | None) -> list[str]:
        mine = [word for word in ladder if word != slam or seat not in barred]
        if held is None and seat == 0:
            alone = [bid.value for bid in rules.dealer_alone_bids] + [
                word for word in mine if word == slam
            ]
            return alone if rules.all_pass is AllPass.FORCED else ["pass", *alone]
        if held is None:
            return ["pass", *mine]
        higher = [word for word in mine if ladder.index(word) > ladder.index(held[1])]
        if seat:
            return ["pass", *higher]
        same = [held[1]] if held[1] in can_match and (held[1] in mine) else []
        return ["pass", *same, *(higher if rules.dealer_may_raise else [])]

    def go(
        queue: tuple[int, ...], held: tuple[int, str] | None, said: tuple[str, ...]
    ) -> Iterator[tuple[tuple[str, ...], tuple[int, str] | None]]:
        if not queue or (not one and held is not None and queue == (held[0],)):
            free = held is None and rules.all_pass is AllPass.DEALER_FREE
            yield said, (0, "pass") if free else held
            return
        seat, *rest = queue
        for word in choices(seat, held):
            after = tuple(rest) if one or word == "pass" else (*rest, seat)
            yield from go(after, held if word == "pass" else (seat, word), (*said, word))

    yield from go((*range(1, players), 0), None, ())


@cache
def listed(players: int, rules: Rules) -> dict[tuple[str, ...], tuple[int, str] | None]:
    """Every whole auction and its contract."""
    return dict(all_auctions(players, rules))


def walked(start: Auction, rules: Rules) -> Iterator[Auction]:
    """Every auction that calls can lead to, also those that are not over."""
    yield start
    for made in auctions.legal_calls(start, rules):
        yield from walked(auctions.with_call(start, made), rules)


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
    expected = listed(players, rules)
    start = Auction(players=players, dealer=0, rounds=rounds)
    found = list(walked(start, rules))
    whole = {tuple(each.calls): each for each in found if auctions.is_over(each)}
    assert {
        said: pitcher_and_bid(auctions.contract(each, rules)) for said, each in whole.items()
    } == expected
    assert max(map(len, expected)) <= auctions.MOST_CALLS
    wanted = {(seat, bid) for seat in range(players) for bid in (*rules.bids, Call.PASS)}
    for each in found:
        said = tuple(each.calls)
        ends = {end for whole, end in expected.items() if whole[: len(said)] == said}
        for seat, bid in wanted:
            can = auctions.can_end(each, Contract(pitcher=seat, bid=bid), rules)
            assert can is ((seat, bid.value) in ends), (said, seat, bid)
        # C22: decided as soon as there is a bid and nobody after it has a choice.
        rest = [whole[len(said) :] for whole in expected if whole[: len(said)] == said]
        only_passes = all(word == "pass" for words in rest for word in words)
        has_bid = any(word != "pass" for word in said)
        assert auctions.is_decided(each, rules) is (
            only_passes if has_bid else auctions.is_over(each)
        )


@pytest.mark.parametrize("rounds", ROUNDS)
def test_a_barred_seat_bids_no_slam_and_takes_none_over(rounds: BiddingRounds) -> None:
    ruleset = house(rounds, slam=SlamBid.MOON, dealer_matches_slam=True, bids=calls.bids(1, 1))
    for barred in ((), (0,), (1,), (0, 2), (0, 1, 2)):
        expected = dict(all_auctions(3, ruleset.rules, barred))
        start = Auction(players=3, dealer=0, rounds=rounds, barred=barred)
        found = [each for each in walked(start, ruleset.rules) if auctions.is_over(each)]
        assert {
            tuple(each.calls): pitcher_and_bid(auctions.contract(each, ruleset.rules))
            for each in found
        } == expected


def test_whoever_passed_is_passed_over() -> None:
    rules = house(BiddingRounds.UNTIL_PASSED).rules
    said = (Call.ONE, Call.PASS, Call.TWO, Call.THREE)
    auction = Auction(players=3, dealer=2, calls=said, rounds=rules.bidding_rounds)
    assert auctions.callers(auction) == (0, 1, 2, 0, 2)
    assert [auctions.has_called(auction, seat) for seat in range(3)] == [False, True, False]
    assert auctions.contract(auction, rules) == Contract(pitcher=0, bid=Call.THREE)
