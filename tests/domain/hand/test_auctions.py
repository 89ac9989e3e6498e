"""The auction: what may be called, and who pitches."""

import pytest

from pitch.calls import Call
from pitch.hand import auctions
from pitch.hand.auctions import Auction, Contract
from pitch.rules import rulesets
from pitch.rules.choices import AllPass
from pitch.rules.options import Options
from pitch.rules.rulesets import RuleSet
from pitchkeeper.messages import languages
from tests.support.hands import PRESETS


def auction(players: int, *calls: str) -> Auction:
    """The calls of a hand in which the last seat deals."""
    return Auction(players=players, dealer=players - 1, calls=tuple(Call(word) for word in calls))


def legal(preset: str, players: int, *calls: str) -> list[str]:
    rules = rulesets.preset(preset).rules
    return [call.value for call in auctions.legal_calls(auction(players, *calls), rules)]


def contract(preset: str, *calls: str) -> Contract | None:
    return auctions.contract(auction(4, *calls), rulesets.preset(preset).rules)


def count(ruleset: RuleSet, auction: Auction) -> int:
    """Return the number of legal auctions from here on."""
    if auctions.is_over(auction):
        return 1
    return sum(
        count(ruleset, auctions.call(auction, call, ruleset))
        for call in auctions.legal_calls(auction, ruleset.rules)
    )


@pytest.mark.parametrize(
    ("preset", "options", "four", "three"),
    [
        ("singaporemahjong", Options(), 51, 26),
        ("singaporemahjong", Options(dealer_may_raise=False), 39, 19),
        ("singaporemahjong-classic", Options(), 53, 28),
        ("rules-guru", Options(), 103, 48),
        ("rules-guru", Options(dealer_matches_slam=False), 88, 43),
        ("mb-lounge", Options(), 18, 12),
        ("mb-lounge", Options(dealer_alone_bids=(Call.TWO,)), 16, 10),
        ("setback", Options(), 70, 35),
        ("setback-pitch", Options(), 126, 56),
    ],
)
def test_the_number_of_legal_auctions(preset: str, options: Options, four: int, three: int) -> None:
    """The totals are those worked out for the documents apart from this code."""
    ruleset = rulesets.preset(preset).house_rules(options)
    assert count(ruleset, auction(4)) == four
    assert count(ruleset, auction(3)) == three


@pytest.mark.parametrize("preset", PRESETS)
def test_every_legal_auction_has_a_contract_or_is_passed_out(preset: str) -> None:
    ruleset = rulesets.preset(preset)

    def walk(auction: Auction) -> None:
        if not auctions.is_over(auction):
            for call in auctions.legal_calls(auction, ruleset.rules):
                walk(auctions.call(auction, call, ruleset))
            return
        won = auctions.contract(auction, ruleset.rules)
        assert (won is None) == auctions.is_passed_out(auction)
        if won is not None:
            place = (won.pitcher - auction.dealer - 1) % auction.players
            assert auction.calls[place] is won.bid is auctions.high(auction)

    walk(auction(4))


def test_the_dealer_may_steal_a_three_but_not_a_four_at_the_lounge() -> None:
    assert legal("mb-lounge", 4, "pass", "three", "pass") == ["pass", "three", "four"]
    assert legal("mb-lounge", 4, "pass", "four", "pass") == ["pass"]
    assert contract("mb-lounge", "pass", "three", "pass", "three") == Contract(
        pitcher=3, bid=Call.THREE
    )


def test_a_dealer_everyone_passed_to_is_forced() -> None:
    assert legal("singaporemahjong", 3, "pass", "pass") == ["two"]
    assert legal("singaporemahjong-classic", 3, "pass", "pass") == ["two", "three", "four"]
    assert legal("rules-guru", 3, "pass", "pass") == ["two", "three", "four", "smudge"]
    assert legal("mb-lounge", 4, "pass", "pass", "pass") == ["two", "three", "four"]


def test_setback_is_dealt_again_when_all_pass() -> None:
    assert "pass" in legal("setback", 4, "pass", "pass", "pass")
    assert auctions.is_passed_out(auction(4, "pass", "pass", "pass", "pass"))
    assert contract("setback", "pass", "pass", "pass", "pass") is None


def test_a_smudge_ranks_above_four_and_the_dealer_may_take_it_over() -> None:
    assert legal("rules-guru", 4, "four") == ["pass", "smudge"]
    assert legal("rules-guru", 4, "smudge", "pass", "pass") == ["pass", "smudge"]
    assert contract("rules-guru", "smudge", "pass", "pass", "smudge") == Contract(
        pitcher=3, bid=Call.SMUDGE
    )


def test_nobody_matches_a_bid_in_setback() -> None:
    assert legal("setback", 4, "three", "pass", "pass") == ["pass", "four"]


def test_a_bid_that_nobody_can_change_stands_before_all_have_passed() -> None:
    assert contract("mb-lounge", "four") == Contract(pitcher=0, bid=Call.FOUR)
    assert contract("singaporemahjong", "four", "pass") is None


def test_an_equal_bid_by_a_non_dealer_is_refused() -> None:
    ruleset = rulesets.preset("singaporemahjong")
    with pytest.raises(auctions.IllegalCall) as error:
        auctions.call(auction(4, "three"), Call.THREE, ruleset)
    assert languages.text(error.value.message) == "Three isn't allowed here, only pass or four."


def test_without_ascending_bids_the_first_of_the_highest_pitches() -> None:
    loose = rulesets.preset("setback").house_rules(Options(ascending=False))
    assert auctions.contract(auction(3, "three", "three", "pass"), loose.rules) == Contract(
        pitcher=0, bid=Call.THREE
    )


def test_the_house_may_deal_again_instead_of_forcing_the_dealer() -> None:
    options = Options(all_pass=AllPass.REDEAL_SAME_DEALER)
    rules = rulesets.preset("rules-guru").house_rules(options).rules
    assert Call.PASS in auctions.legal_calls(auction(4, "pass", "pass", "pass"), rules)
