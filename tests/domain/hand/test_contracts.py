"""Contracts: a bid that somebody pitched for fits the calls, however few were entered."""

from collections.abc import Iterator

import pytest

from pitch.calls import Call
from pitch.findings import Finding
from pitch.hand import auctions, verdicts
from pitch.hand.auctions import Auction, Contract
from pitch.hand.records import HandRecord
from pitch.rules.choices import AllPass
from pitch.rules.options import Options, Rules
from tests.support.hands import PRESETS, anywhere, deal
from tests.support.representatives import CALLS, TRIED
from tests.support.searches import some

BIDS = tuple(call for call in CALLS if call is not Call.PASS)
HOUSES = {
    "as written": Options(),
    "any order": Options(ascending=False),
    "no raise": Options(dealer_may_raise=False),
    "no steal": Options(dealer_matches=()),
    "redeal": Options(all_pass=AllPass.REDEAL_SAME_DEALER),
}


def auction_of_calls(*calls: Call) -> Auction:
    return Auction(players=3, dealer=2, calls=calls)


def list_completions(auction: Auction, rules: Rules) -> Iterator[Auction]:
    """Every auction that this one can become, itself included."""
    yield auction
    for call in auctions.legal_calls(auction, rules):
        yield from list_completions(auction_of_calls(*auction.calls, call), rules)


@pytest.mark.search
@pytest.mark.parametrize(
    ("preset", "house"), some([(preset, house) for preset in TRIED for house in HOUSES], 3)
)
def test_a_contract_stands_only_if_some_way_of_calling_on_leads_to_it(
    preset: str, house: str
) -> None:
    """For every beginning of every auction three players can have."""
    ruleset = anywhere(preset, HOUSES[house])
    dealt, rules = deal(ruleset, players=3), ruleset.rules
    for auction in list_completions(auction_of_calls(), rules):
        ways = {
            auctions.contract(auction, rules)
            for auction in list_completions(auction, rules)
            if auctions.is_over(auction)
        }
        for contract in (Contract(pitcher=seat, bid=bid) for seat in range(3) for bid in BIDS):
            record = HandRecord(calls=auction.calls, contract=contract)
            has_finding = any(map(Finding.prevents_scoring, verdicts.judge(record, dealt).findings))
            assert has_finding is (contract not in ways), (auction.calls, contract)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_bid_stands_early_only_if_nothing_can_change_it(preset: str) -> None:
    rules = anywhere(preset).rules
    for auction in list_completions(auction_of_calls(), rules):
        early = auctions.contract(auction, rules)
        if early is None:
            continue
        for ending in list_completions(auction, rules):
            assert auctions.contract(ending, rules) == early


def test_a_dealer_cannot_pitch_below_a_bid() -> None:
    record = HandRecord(calls=(Call.THREE,), contract=Contract(pitcher=2, bid=Call.TWO))
    findings = verdicts.judge(record, deal("singaporemahjong", players=3)).findings
    assert [finding.code for finding in findings] == ["contract_contradicts_calls"]
    assert findings[0].facts == ("/calls", "/contract")


def test_a_dealer_who_may_not_steal_has_to_go_higher() -> None:
    record = HandRecord(calls=(Call.THREE,), contract=Contract(pitcher=2, bid=Call.THREE))
    at_odds = verdicts.judge(record, deal("setback", players=3)).findings
    assert [finding.code for finding in at_odds] == ["contract_contradicts_calls"]
    assert verdicts.judge(record, deal("rules-guru", players=3)).findings == ()
