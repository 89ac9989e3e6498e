"""Auctions of any rules, against the second engine: the calls that are open, and what they make."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pitch.calls import Call
from pitch.hand import auctions
from pitch.hand.auctions import Auction
from pitch.hand.deals import Deal
from tests.support.family import calling
from tests.support.family.games import Game
from tests.support.family.house_rules import biddings
from tests.support.searches import share

MANY = settings(max_examples=share(800, 16), derandomize=True, database=None)


@MANY
@given(biddings(), st.data())
def test_calls_are_open_alike_and_make_the_same_contract(
    kind: tuple[Deal, Game], data: st.DataObject
) -> None:
    deal, game = kind
    rules = deal.ruleset.rules
    auction = auctions.begin_auction(deal)
    while not calling.is_over(game, deal.dealer, call_values(auction)):
        open_calls = calling.open_calls(game, deal.dealer, call_values(auction), deal.scores)
        assert [call.value for call in auctions.legal_calls(auction, rules)] == list(open_calls)
        made = data.draw(st.sampled_from(open_calls))
        auction = auctions.call(auction, Call(made), deal.ruleset)
    assert auctions.is_over(auction)
    ending = calling.end_auction(game, deal.dealer, call_values(auction))
    contract = auctions.contract(auction, rules)
    pitch = (contract.pitcher, contract.bid.value) if contract else (None, None)
    assert pitch == (ending.pitcher, ending.bid)


def call_values(auction: Auction) -> tuple[str, ...]:
    """The calls of an auction as they are written."""
    return tuple(call.value for call in auction.calls)
