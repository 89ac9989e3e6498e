"""Random hands played by the rules, as records with complete piles."""

import random
from collections.abc import Iterator

from pitch import seats
from pitch.cards import PACK, Suit
from pitch.hand.auctions import Auction, Contract, call, contract, is_over, legal_calls
from pitch.hand.records import HandRecord, Pile
from pitch.rules.rulesets import RuleSet
from pitch.seats import Table


def record(chance: random.Random, ruleset: RuleSet, table: Table, dealer: int) -> HandRecord:
    """A hand called and played at random within the rules."""
    auction, won = _auction(chance, ruleset, table, dealer)
    if won is None:
        return HandRecord(calls=auction.calls)
    dealt = chance.sample(PACK.cards, seats.cards_in_play(table))
    holdings = [dealt[seat :: table.players] for seat in range(table.players)]
    trump, tricks = play(chance, holdings, won.pitcher)
    piles: list[list[str]] = [[] for _ in range(table.side_count)]
    for winner, trick in tricks:
        piles[table.side_of(winner)] += trick
    lowest = min((card for card in dealt if card[1] == trump), key=PACK.order.__getitem__)
    return HandRecord(
        calls=auction.calls,
        trump=Suit(trump),
        piles=tuple(Pile(side=side, cards=tuple(pile)) for side, pile in enumerate(piles)),
        low_dealt_to=next(seat for seat, held in enumerate(holdings) if lowest in held),
    )


def play(
    chance: random.Random, holdings: list[list[str]], pitcher: int
) -> tuple[str, list[tuple[int, list[str]]]]:
    """Six tricks played at random within the rules: the trump suit, and each trick's winner."""
    held = [list(cards) for cards in holdings]
    trump = chance.choice(held[pitcher])[1]
    leader, tricks = pitcher, []
    for number in range(seats.CARDS_EACH):
        played: list[str] = []
        for turn in range(len(held)):
            seat = (leader + turn) % len(held)
            choices = list(_choices(held[seat], played, trump, must_lead_trump=number == 0))
            card = chance.choice(choices)
            held[seat].remove(card)
            played.append(card)
        leader = (leader + played.index(best(played, trump))) % len(held)
        tricks.append((leader, played))
    return trump, tricks


def best(played: list[str], trump: str) -> str:
    """The card that wins a trick."""
    return max(
        played, key=lambda card: (card[1] == trump, card[1] == played[0][1], PACK.order[card])
    )


def _choices(
    held: list[str], played: list[str], trump: str, *, must_lead_trump: bool
) -> Iterator[str]:
    led = played[0][1] if played else trump
    if not played and not must_lead_trump:
        yield from held
    elif any(card[1] == led for card in held):
        yield from (card for card in held if card[1] in {led, trump})
    else:
        yield from held


def _auction(
    chance: random.Random, ruleset: RuleSet, table: Table, dealer: int
) -> tuple[Auction, Contract | None]:
    auction = Auction(players=table.players, dealer=dealer)
    while not is_over(auction):
        auction = call(auction, chance.choice(legal_calls(auction, ruleset.rules)), ruleset)
    return auction, contract(auction, ruleset.rules)
