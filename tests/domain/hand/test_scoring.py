"""Points, pips, made and set: the domain against a scorer of its own kind."""

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET, structs

from pitch import calls
from pitch import seats as tables
from pitch.calls import Call
from pitch.cards import PACK, Suit
from pitch.findings import Status
from pitch.hand import auctions
from pitch.hand.points import Certainty
from pitch.hand.records import HandRecord, Listed, Pile
from pitch.hand.verdicts import Verdict
from pitch.rules.choices import GameTie, Low
from pitch.rules.options import Options
from pitch.seats import Table
from tests.support import claims as told
from tests.support import random_hands
from tests.support.hands import EVERY_TABLE, PRESETS, anywhere, claimed, deal, judged, record
from tests.support.oracles import oracle
from tests.support.searches import share

MANY = settings(max_examples=share(400), deadline=None, derandomize=True, database=None)
SLAMS = {"smudge": (6, 4, 4, 5), "pitch": (4, 0, 4, 4)}


class Played:
    """A random hand within the rules, and what the oracle says of it."""

    def __init__(self, preset: str, table: Table, seed: int, *, low: Low) -> None:
        chance = random.Random(seed)
        self.ruleset = anywhere(preset, Options(low=low))
        self.deal = deal(self.ruleset, table.players, table.sides)
        bids = auctions.legal_calls(
            auctions.Auction(players=table.players, dealer=table.players - 1), self.ruleset.rules
        )
        self.bid = chance.choice([bid for bid in bids if bid is not Call.PASS])
        cards = chance.sample(PACK.cards, tables.cards_in_play(table))
        self.holdings = [cards[seat :: table.players] for seat in range(table.players)]
        self.trump, self.tricks = random_hands.play(chance, self.holdings, 0)
        sides = table.side_count
        self.piles: list[list[str]] = [[] for _ in range(sides)]
        for winner, trick in self.tricks:
            self.piles[winner % sides] += trick
        lowest = min((c for c in cards if c[1] == self.trump), key=PACK.order.__getitem__)
        self.low_holder = next(s for s, holding in enumerate(self.holdings) if lowest in holding)
        self.expected = oracle.score(
            sides=sides,
            tricks=self.tricks,
            holdings=self.holdings,
            trump=self.trump,
            pitcher=0,
            bid=self.bid.value,
            low_dealt=low is Low.DEALT,
            trump_jack_counts=not preset.startswith("setback"),
            slam=SLAMS.get(self.bid.value, (6, 4, 4, 5)),
        )

    def record(self, *, scoring: bool = False) -> HandRecord:
        """The hand with complete piles, or with just what scores and how many trumps."""
        return HandRecord(
            contract=auctions.Contract(pitcher=0, bid=self.bid),
            trump=Suit(self.trump),
            tricks_won=self.tricks_won() if scoring else None,
            piles=tuple(
                Pile(
                    side=side,
                    cards=tuple(c for c in pile if not scoring or self.scores(c)),
                    listed=Listed.SCORING if scoring else Listed.ALL,
                    trumps=sum(c[1] == self.trump for c in pile) if scoring else UNSET,
                )
                for side, pile in enumerate(self.piles)
            ),
            low_dealt_to=self.low_holder,
        )

    def scores(self, card: str) -> bool:
        return card[1] == self.trump or PACK.pips[card] > 0

    def tricks_won(self) -> tuple[int, ...]:
        return tuple(len(pile) // self.deal.players for pile in self.piles)

    def truth(self) -> tuple[int | None, ...]:
        truth = self.expected
        return (truth.high, truth.low, truth.jack, truth.game)


plays = st.builds(
    Played,
    st.sampled_from(PRESETS),
    st.sampled_from(EVERY_TABLE),
    st.integers(0, 2**32),
    low=st.sampled_from(Low),
)


def point_owners(verdict: Verdict) -> tuple[int | None, ...]:
    assert verdict.points is not None
    return tuple(point.side for point in verdict.points)


@MANY
@given(plays)
def test_a_hand_from_its_piles_pays_what_the_documents_say(hand: Played) -> None:
    verdict = judged(hand.record(), hand.deal)
    assert verdict.status is Status.SETTLED
    assert verdict.findings == ()
    assert point_owners(verdict) == hand.truth()
    assert verdict.made is hand.expected.made
    assert list(verdict.deltas or ()) == hand.expected.deltas


@MANY
@given(plays)
def test_trumps_and_honours_are_enough(hand: Played) -> None:
    complete = judged(hand.record(), hand.deal)
    scoring = judged(hand.record(scoring=True), hand.deal)
    assert (scoring.points, scoring.made, scoring.deltas) == (
        complete.points,
        complete.made,
        complete.deltas,
    )


@MANY
@given(plays, st.randoms(use_true_random=False))
def test_the_order_of_cards_and_piles_does_not_matter(hand: Played, chance: random.Random) -> None:
    record = hand.record()
    order = list(record.piles)
    chance.shuffle(order)
    piles = tuple(
        structs.replace(pile, cards=tuple(chance.sample(pile.cards, len(pile.cards))))
        for pile in order
    )
    assert judged(structs.replace(record, piles=piles), hand.deal) == judged(record, hand.deal)


@MANY
@given(plays)
def test_points_alone_pay_as_much_as_the_piles(hand: Played) -> None:
    high, low, jack, game = hand.truth()
    assert high is not None
    assert low is not None
    record = HandRecord(
        contract=auctions.Contract(pitcher=0, bid=hand.bid),
        tricks_won=hand.tricks_won(),
        claims=told.claims(
            told.high(high),
            told.low(low),
            told.jack(jack, in_play=jack is not None),
            told.game(tied=True) if game is None else told.game(game),
        ),
    )
    assert list(judged(record, hand.deal).deltas or ()) == hand.expected.deltas


@MANY
@given(plays, st.randoms(use_true_random=False))
def test_what_is_certain_from_a_part_is_true_of_the_whole(
    hand: Played, chance: random.Random
) -> None:
    """Leaving out cards, piles, trump or the contract opens points and never changes them."""
    record = hand.record()
    part = tuple(
        structs.replace(
            pile,
            cards=tuple(card for card in pile.cards if chance.random() < 0.7),
            listed=Listed.SOME,
        )
        if chance.random() < 0.6
        else pile
        for pile in record.piles
        if chance.random() < 0.8
    )
    partial = structs.replace(
        record,
        piles=part,
        trump=record.trump if chance.random() < 0.8 else None,
        low_dealt_to=record.low_dealt_to if chance.random() < 0.5 else None,
        contract=record.contract if chance.random() < 0.8 else None,
    )
    verdict = judged(partial, hand.deal)
    assert verdict.status is not Status.IMPOSSIBLE, verdict.findings
    assert verdict.points is not None
    for point, true in zip(verdict.points, hand.truth(), strict=True):
        if point.state is Certainty.CERTAIN:
            assert point.side == true
        else:
            assert point.may_be_nobody if true is None else true in point.possible
    assert verdict.made in {None, hand.expected.made}
    assert verdict.deltas is None or list(verdict.deltas) == hand.expected.deltas
    for pip, pile in zip(verdict.pips, hand.piles, strict=True):
        is_pipless = hand.deal.ruleset.rules.trump_jack_pips is False
        pips = sum(map(PACK.pips.__getitem__, pile))
        pips -= is_pipless and "J" + hand.trump in pile
        assert pip.least <= pips <= pip.most
    assert (verdict.needs == ()) == (verdict.status is Status.SETTLED)


@MANY
@given(plays)
def test_a_hand_pays_two_to_four_points_and_nobody_more(hand: Played) -> None:
    """D-8 and D-9, for bids by number."""
    verdict = judged(hand.record(), hand.deal)
    assert verdict.deltas is not None
    if hand.bid.is_slam:
        return
    total = sum(side is not None for side in point_owners(verdict))
    assert 2 <= total <= 4
    if verdict.made:
        assert sum(verdict.deltas) == total
    else:
        assert verdict.deltas[0] == -calls.rank(hand.bid)
        assert sum(verdict.deltas[1:]) >= total - (calls.rank(hand.bid) - 1)


@pytest.mark.parametrize("bid", ["one", "two", "three", "four"])
def test_every_way_of_sharing_four_points_between_two_sides(bid: str) -> None:
    """All 2 x 2 x 3 x 3 ways, against counting on fingers."""
    dealt = deal("setback", players=2)
    for shares in product("01", "01", "01-", "01-"):
        verdict = judged(claimed(0, bid, "".join(shares)), dealt)
        mine, theirs = shares.count("0"), shares.count("1")
        is_success = mine >= oracle.BIDS[bid]
        assert verdict.made is is_success
        assert verdict.deltas == (mine if is_success else -oracle.BIDS[bid], theirs)


def test_the_four_numbers_of_players_in_pairs_and_threes_seat_partners_apart() -> None:
    seats = {
        table.sides.value: table.seats_by_side
        for table in EVERY_TABLE
        if table.sides is not tables.Arrangement.INDIVIDUALS
    }
    assert seats == {
        "partners_across": ((0, 2), (1, 3)),
        "three_pairs": ((0, 3), (1, 4), (2, 5)),
        "two_threes": ((0, 2, 4), (1, 3, 5)),
    }


@pytest.mark.parametrize(
    ("tie", "owner"),
    [
        (GameTie.NOBODY, None),
        (GameTie.PITCHING_SIDE, 0),
        (GameTie.OTHER_SIDE, 1),
        (GameTie.DEALER, 1),
    ],
)
def test_a_house_may_give_a_tied_game_to_somebody(tie: GameTie, owner: int | None) -> None:
    dealt = deal("setback", players=2, options=Options(game_tie=tie))
    verdict = judged(record(0, "two", "S", "TH 2S", "TD"), dealt)
    assert point_owners(verdict)[3] == owner
