"""True facts, however few: they never contradict one another, and what they settle is true."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from bench import hands as play
from domain import auctions, tables
from domain.auctions import Contract
from domain.calls import Call
from domain.cards import DECK, Suit
from domain.deals import Deal
from domain.findings import blocks
from domain.points import Certainty
from domain.records import (
    CardClaim,
    Claims,
    GameClaim,
    HandRecord,
    Holding,
    JackClaim,
    Listed,
    Pile,
)
from domain.rules import GameTie, Low, Options
from domain.tables import Table
from tests.domain import oracle
from tests.domain.hands import EVERY_TABLE, PRESETS, anywhere, deal, judged
from tests.domain.oracle import Scored

MANY = settings(max_examples=1200, deadline=None, derandomize=True, database=None)
SLAMS = {"smudge": (6, 4, 4, 5), "pitch": (4, 0, 4, 4)}
TIES = {
    GameTie.NOBODY: "nobody",
    GameTie.PITCHING_SIDE: "pitcher",
    GameTie.OTHER_SIDE: "other",
    GameTie.DEALER: "dealer",
}


class Hand:
    """A hand played within the rules, with all that a table could know of it."""

    def __init__(
        self, preset: str, table: Table, seed: int, *, low: Low, tie: GameTie, forced: Call | None
    ) -> None:
        self.chance = random.Random(seed)
        ruleset = anywhere(preset, Options(low=low, game_tie=tie))
        self.deal: Deal = deal(ruleset, table.players, table.sides)
        self.sides = tables.side_count(table)
        opening = auctions.Auction(players=table.players, dealer=table.players - 1)
        bids = auctions.legal_calls(opening, ruleset.rules)[1:]
        self.bid = forced if forced in bids else self.chance.choice(bids)
        cards = self.chance.sample(DECK, tables.cards_in_play(table))
        self.holdings = [tuple(cards[seat :: table.players]) for seat in range(table.players)]
        self.trump, self.tricks = play.play(self.chance, [list(h) for h in self.holdings], 0)
        self.scored: Scored = oracle.score(
            sides=self.sides,
            tricks=self.tricks,
            holdings=self.holdings,
            trump=self.trump,
            pitcher=0,
            bid=self.bid.value,
            dealer=table.players - 1,
            low_dealt=low is Low.DEALT,
            trump_jack_counts=not preset.startswith("setback"),
            tie=TIES[tie],
            slam=SLAMS.get(self.bid.value, (6, 4, 4, 5)),
        )

    def maybe(self, likely: float = 0.5) -> bool:
        return self.chance.random() < likely

    def pile(self, side: int) -> Pile:
        """A side's pile, whole, with what scores, or some of it."""
        taken = [c for winner, trick in self.tricks if winner % self.sides == side for c in trick]
        listed = self.chance.choice(list(Listed))
        if listed is Listed.SCORING:
            taken = [c for c in taken if c[1] == self.trump or c[0] in oracle.PIPS]
        if listed is Listed.SOME:
            taken = [c for c in taken if self.maybe(0.7)]
        return Pile(side=side, cards=tuple(taken), listed=listed)

    def claims(self) -> Claims:
        """Any of the points, as the table would call them out."""
        true = self.scored
        high = CardClaim(side=true.high, card=true.high_card if self.maybe() else None)
        low = CardClaim(side=true.low, card=true.low_card if self.maybe() else None)
        jack = JackClaim(in_play=true.jack is not None, side=true.jack if self.maybe(0.8) else None)
        game = GameClaim(
            side=true.game if self.maybe() else None,
            tied=true.is_tied and (true.game is None or self.maybe()),
            pips=tuple(true.pips) if self.maybe() else None,
        )
        return Claims(
            high=high if self.maybe() else None,
            low=low if self.maybe() else None,
            jack=jack if self.maybe() else None,
            game=game if self.maybe() else None,
        )

    def part(self) -> HandRecord:
        """Some of what is true."""
        won = [sum(winner % self.sides == side for winner, _ in self.tricks)
               for side in range(self.sides)]  # fmt: skip
        return HandRecord(
            contract=Contract(pitcher=0, bid=self.bid) if self.maybe(0.8) else None,
            trump=Suit(self.trump) if self.maybe(0.7) else None,
            piles=tuple(self.pile(side) for side in range(self.sides) if self.maybe(0.6)),
            tricks_won=tuple(won) if self.maybe() else None,
            holdings=tuple(
                Holding(seat=seat, cards=tuple(c for c in held if self.maybe(0.9)))
                for seat, held in enumerate(self.holdings)
                if self.maybe(0.3)
            ),
            low_dealt_to=self.scored.low_seat if self.maybe(0.4) else None,
            claims=self.claims() if self.maybe(0.7) else None,
        )


hands = st.builds(
    Hand,
    st.sampled_from(PRESETS),
    st.sampled_from(EVERY_TABLE),
    st.integers(0, 2**32),
    low=st.sampled_from(Low),
    tie=st.sampled_from(GameTie),
    forced=st.sampled_from([None, Call.SMUDGE, Call.PITCH]),
)


@MANY
@given(hands)
def test_true_facts_never_contradict_one_another(hand: Hand) -> None:
    part = hand.part()
    assert [found for found in judged(part, hand.deal).findings if blocks(found)] == [], part


@MANY
@given(hands)
def test_what_true_facts_settle_is_true(hand: Hand) -> None:
    verdict = judged(hand.part(), hand.deal)
    true = hand.scored
    assert verdict.points is not None
    sides = (true.high, true.low, true.jack, true.game)
    for point, side in zip(verdict.points.all(), sides, strict=True):
        if point.state is Certainty.CERTAIN:
            assert point.side == side
        else:
            assert point.may_be_nobody if side is None else side in point.possible
    for pip, counted in zip(verdict.pips, true.pips, strict=True):
        assert pip.least <= counted <= pip.most
    assert verdict.made in {None, true.made}
    assert verdict.deltas is None or list(verdict.deltas) == true.deltas
