"""Hands played within the rules, and what a table could truly or wrongly enter of them."""

import random
from collections.abc import Callable
from typing import Any

from msgspec import UNSET, structs

from pitch import seats
from pitch.calls import Call
from pitch.cards import PACK, Suit
from pitch.findings import Finding
from pitch.hand import auctions
from pitch.hand.auctions import Contract
from pitch.hand.deals import Deal
from pitch.hand.points import Certainty
from pitch.hand.records import (
    Claims,
    HandRecord,
    Holding,
    Listed,
    Pile,
    Trick,
)
from pitch.hand.verdicts import Verdict
from pitch.point_names import PointName
from pitch.rules.choices import GameTie, Low
from pitch.rules.options import Options
from pitch.seats import Table
from tests.support import claims as told
from tests.support import random_hands
from tests.support.hands import PRESETS, anywhere, deal
from tests.support.oracles import oracle
from tests.support.oracles.oracle import Scored

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
        self.chance, self.tie = random.Random(seed), tie
        self.forgetful = random.Random(seed + 1)
        ruleset = anywhere(preset, Options(low=low, game_tie=tie))
        self.deal: Deal = deal(ruleset, table.players, table.sides)
        self.sides = table.side_count
        opening = auctions.Auction(players=table.players, dealer=table.players - 1)
        bids = auctions.legal_calls(opening, ruleset.rules)[1:]
        self.bid = forced if forced in bids else self.chance.choice(bids)
        cards = self.chance.sample(PACK.cards, seats.cards_in_play(table))
        self.holdings = [tuple(cards[seat :: table.players]) for seat in range(table.players)]
        self.trump, self.tricks = random_hands.play(
            self.chance, [list(h) for h in self.holdings], 0
        )
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
        """A side's pile, whole, from the ten up, or some of it; maybe with its trumps counted."""
        taken = [c for winner, trick in self.tricks if winner % self.sides == side for c in trick]
        listed = self.chance.choice(list(Listed))
        if listed is Listed.SCORING:
            taken = [c for c in taken if c[0] in oracle.PIPS or self.remembers(c)]
        if listed is Listed.SOME:
            taken = [c for c in taken if self.maybe(0.7)]
        trumps = self.trumps(side) if self.forgetful.random() < 0.4 else UNSET
        return Pile(side=side, cards=tuple(taken), listed=listed, trumps=trumps)

    def remembers(self, card: str) -> bool:
        """Return whether a low card is listed with those that score: many a low trump."""
        return card[1] == self.trump and self.forgetful.random() < 0.7

    def trumps(self, side: int) -> int:
        """Return the number of trumps that a side captured."""
        won = [trick for winner, trick in self.tricks if winner % self.sides == side]
        return sum(card[1] == self.trump for trick in won for card in trick)

    def tricks_won(self) -> tuple[int, ...]:
        """Return the number of tricks that each side won."""
        winners = [winner % self.sides for winner, _ in self.tricks]
        return tuple(map(winners.count, range(self.sides)))

    def log(self) -> tuple[Trick, ...]:
        """The first tricks in playing order, each with what is remembered of it."""
        leader, listed = 0, []
        for winner, trick in self.tricks[: self.chance.randint(1, 6)]:
            whole = self.maybe(0.8)
            shown = trick if whole else trick[: self.chance.randint(0, len(trick))]
            listed.append(
                Trick(
                    leader=leader if self.maybe(0.4) else None,
                    cards=tuple(shown),
                    winner=winner if self.maybe(0.3) else None,
                )
            )
            leader = winner
        return tuple(listed)

    def claims(self) -> Claims:
        """Any of the points, as the table would call them out."""
        true = self.scored
        high = told.high(true.high, true.high_card if self.maybe() else None)
        low = told.low(true.low, true.low_card if self.maybe() else None)
        side = true.jack if self.maybe(0.8) else None
        jack = told.jack(side, in_play=true.jack is not None)
        game = told.game(
            true.game if self.maybe() else None,
            tied=true.is_tied and (true.game is None or self.maybe()),
        )
        pips = tuple(true.pips) if self.maybe() else None
        is_said = [self.maybe() for _ in range(4)]
        points = [
            claim for claim, is_made in zip((high, low, jack), is_said, strict=False) if is_made
        ]
        if is_said[3] and game != told.game():
            points.append(game)
        return told.claims(
            *points,
            pips=pips if is_said[3] else None,
            taken=self.taken() if self.maybe(0.3) else None,
        )

    def taken(self) -> tuple[int | None, ...]:
        """Return the number of points that each side took, as far as entered."""
        owners = self.scored.owners
        return tuple(owners.count(side) if self.maybe(0.8) else None for side in range(self.sides))

    def whole(self) -> HandRecord:
        """The contract, trump and every card of every pile."""
        piles: list[list[str]] = [[] for _ in range(self.sides)]
        for winner, trick in self.tricks:
            piles[winner % self.sides] += trick
        return HandRecord(
            contract=Contract(pitcher=0, bid=self.bid),
            trump=Suit(self.trump),
            piles=tuple(Pile(side=side, cards=tuple(pile)) for side, pile in enumerate(piles)),
            low_dealt_to=self.scored.low_seat,
        )

    def scoring(self, keeps: Callable[[str], bool], *, counts: bool) -> HandRecord:
        """The hand with piles listed from the ten up, with those low trumps that are kept."""
        complete = self.whole()
        piles = tuple(
            Pile(
                side=pile.side,
                cards=tuple(card for card in pile.cards if PACK.pips[card] or keeps(card)),
                listed=Listed.SCORING,
                trumps=self.trumps(pile.side) if counts else UNSET,
            )
            for pile in complete.piles
        )
        return structs.replace(
            complete, piles=piles, tricks_won=self.tricks_won(), low_dealt_to=None
        )

    def part(self) -> HandRecord:
        """Some of what is true."""
        return HandRecord(
            contract=Contract(pitcher=0, bid=self.bid) if self.maybe(0.8) else None,
            trump=Suit(self.trump) if self.maybe(0.7) else None,
            piles=tuple(self.pile(side) for side in range(self.sides) if self.maybe(0.6)),
            tricks_won=self.tricks_won() if self.maybe() else None,
            holdings=tuple(
                Holding(seat=seat, cards=tuple(c for c in held if self.maybe(0.9)))
                for seat, held in enumerate(self.holdings)
                if self.maybe(0.3)
            ),
            tricks=self.log() if self.maybe(0.3) else (),
            low_dealt_to=self.scored.low_seat if self.maybe(0.4) else None,
            claims=self.claims() if self.maybe(0.7) else None,
        )


def assert_true(verdict: Verdict, hand: Hand) -> None:
    """Fail if a verdict contradicts what is true of a hand, or finds it impossible."""
    true = hand.scored
    assert not any(map(Finding.prevents_scoring, verdict.findings)), verdict.findings
    assert verdict.points is not None
    for point, side in zip(verdict.points, true.owners, strict=True):
        if point.state is Certainty.CERTAIN:
            assert point.side == side
        else:
            assert point.may_be_nobody if side is None else side in point.possible
    for pip, counted in zip(verdict.pips, true.pips, strict=True):
        assert pip.least <= counted <= pip.most
    assert verdict.made in {None, true.made}
    assert verdict.deltas is None or list(verdict.deltas) == true.deltas


def random_hand(chance: random.Random, table: Table) -> Hand:
    """Any hand at a table under any rules."""
    return Hand(
        chance.choice(PRESETS),
        table,
        chance.randrange(2**32),
        low=chance.choice(list(Low)),
        tie=chance.choice(list(GameTie)),
        forced=chance.choice([None, Call.SMUDGE, Call.PITCH]),
    )


def hand_of(seed: int, table: Table) -> Hand:
    """The hand of a seed."""
    return random_hand(random.Random(seed), table)


def slipped(record: HandRecord, chance: random.Random, players: int, sides: int) -> HandRecord:
    """The record with one thing entered wrong, if it has anything of the kind drawn."""
    slips: list[Slip] = [
        _wrong_card, _wrong_pile, _wrong_trump, _wrong_pitcher, _wrong_claim, _wrong_count
    ]  # fmt: skip
    return chance.choice(slips)(record, chance, players, sides)


Slip = Callable[[HandRecord, random.Random, int, int], HandRecord]


def _wrong_card(record: HandRecord, chance: random.Random, *_: int) -> HandRecord:
    kind = chance.choice(["piles", "holdings", "tricks"])
    parts: list[Any] = list(getattr(record, kind))
    used = {card for part in parts for card in part.cards}
    filled = [i for i, part in enumerate(parts) if part.cards]
    free = [card for card in PACK.cards if card not in used]
    if not filled or not free:
        return record
    i = chance.choice(filled)
    cards = list(parts[i].cards)
    cards[chance.randrange(len(cards))] = chance.choice(free)
    parts[i] = structs.replace(parts[i], cards=tuple(cards))
    changed: HandRecord = structs.replace(record, **{kind: tuple(parts)})
    return changed


def _wrong_pile(record: HandRecord, chance: random.Random, *_: int) -> HandRecord:
    filled = [i for i, pile in enumerate(record.piles) if pile.cards]
    if len(filled) < 2:
        return record
    a, b = chance.sample(filled, 2)
    piles = list(record.piles)
    mine, theirs = list(piles[a].cards), list(piles[b].cards)
    i, j = chance.randrange(len(mine)), chance.randrange(len(theirs))
    mine[i], theirs[j] = theirs[j], mine[i]
    piles[a] = structs.replace(piles[a], cards=tuple(mine))
    piles[b] = structs.replace(piles[b], cards=tuple(theirs))
    return structs.replace(record, piles=tuple(piles))


def _wrong_trump(record: HandRecord, chance: random.Random, *_: int) -> HandRecord:
    return structs.replace(record, trump=chance.choice(list(Suit)))


def _wrong_pitcher(record: HandRecord, chance: random.Random, players: int, _: int) -> HandRecord:
    if record.contract is None:
        return record
    other = structs.replace(record.contract, pitcher=chance.randrange(players))
    return structs.replace(record, contract=other)


def _wrong_claim(record: HandRecord, chance: random.Random, _: int, sides: int) -> HandRecord:
    claims, side = record.claims, chance.randrange(sides)
    if claims is None:
        return structs.replace(record, low_dealt_to=side)
    name = chance.choice(["high", "low", "jack", "game"])
    low = claims.find(PointName.LOW)
    slips = {
        "high": told.high(side),
        "low": told.low(side, low.card if low else None),
        "jack": told.jack(in_play=chance.random() < 0.7),
    }
    pips = tuple(chance.randrange(30) for _ in range(sides))
    if name in slips:
        return structs.replace(record, claims=told.with_point(claims, slips[name]))
    points = tuple(claim for claim in claims.points if claim.point is not PointName.GAME)
    return structs.replace(record, claims=structs.replace(claims, points=points, pips=pips))


def _wrong_count(record: HandRecord, chance: random.Random, _: int, sides: int) -> HandRecord:
    won = [0] * sides
    for _trick in range(seats.CARDS_EACH):
        won[chance.randrange(sides)] += 1
    return structs.replace(record, tricks_won=tuple(won))
