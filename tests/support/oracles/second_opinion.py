"""A second decision of whether a record can be, by other means, for tests to compare.

It reads records itself, tells positions from the leader instead of seats, counts with plain
clauses, and asks another engine. Nothing of it is shared with the domain but the record.
A hand with another trump is told as one with spades for trump and the two suits exchanged.
"""

import re
from collections.abc import Iterator

import msgspec
from msgspec import UNSET

from pitch.hand.deals import Deal
from pitch.hand.records import HandRecord, Listed
from tests.support.oracles.clauses import DECK, SUITS, WORTH, Game, game


def can_be(
    record: HandRecord, deal: Deal, facts: set[str], pitchers: tuple[int, ...], work: int = 100_000
) -> bool | None:
    """Return whether some deal and legal play make the facts at some pointers true, all of them.

    None when that was not decided within so many conflicts.
    """
    stated = record.trump.value if record.trump and "/trump" in facts else None
    table = game(deal.players, deal.sides)
    for trump in [stated] if stated else list(SUITS):
        wanted = list(_literals(_exchanged(record, trump), deal, facts, pitchers, table))
        table.solver.conf_budget(work)
        answer = table.solver.solve_limited(assumptions=wanted)
        if answer is None or answer:
            return answer
    return False


def _exchanged(record: HandRecord, trump: str) -> HandRecord:
    """The record with spades and another suit in each other's place."""
    swap = {trump: "S", "S": trump}

    def card(match: re.Match[str]) -> str:
        rank, suit = match.group(1), match.group(2)
        return f'"{rank}{swap.get(suit, suit)}"'

    text = re.sub(r'"([2-9TJQKA]?)([CDHS])"', card, msgspec.json.encode(record).decode())
    return msgspec.json.decode(text, type=HandRecord)


def _literals(
    record: HandRecord, deal: Deal, facts: set[str], pitchers: tuple[int, ...], g: Game
) -> Iterator[int]:
    no, jack = -g.true, deal.ruleset.rules.trump_jack_pips
    if record.contract and "/contract/pitcher" in facts:
        yield g.leader[0, record.contract.pitcher]
    if "/calls" in facts:
        yield from (-g.leader[0, s] for s in range(g.n) if s not in pitchers)
    for i, pile in enumerate(record.piles):
        for j, card in enumerate(pile.cards):
            if f"/piles/{i}/cards/{j}" in facts:
                yield g.got[card, pile.side]
        if f"/piles/{i}/listed" in facts and pile.listed is not Listed.SOME:
            for card in DECK:
                scores = pile.listed is Listed.ALL or card[0] in WORTH
                if scores and card not in pile.cards:
                    yield -g.got[card, pile.side]
        if pile.trumps is not UNSET and f"/piles/{i}/trumps" in facts:
            yield from _count(g.trumps(pile.side), pile.trumps, no)
    for y, number in enumerate(record.tricks_won or ()):
        if f"/tricksWon/{y}" in facts:
            yield from _count(g.won[y], number, no)
    for i, holding in enumerate(record.holdings):
        for j, card in enumerate(holding.cards):
            if f"/holdings/{i}/cards/{j}" in facts:
                yield g.held[card, holding.seat]
    if record.low_dealt_to is not None and "/lowDealtTo" in facts:
        yield g.owner(False, g.held, record.low_dealt_to)
    for t, trick in enumerate(record.tricks):
        if trick.leader is not None and f"/tricks/{t}/leader" in facts:
            yield g.leader[t, trick.leader]
        if trick.winner is not None and f"/tricks/{t}/winner" in facts:
            yield g.leader[t + 1, trick.winner]
        for p, card in enumerate(trick.cards):
            if f"/tricks/{t}/cards/{p}" in facts:
                yield g.at[t, p, card] if p < g.n else no
    yield from _claimed(record, deal, facts, g, jack=jack)


def _count(more: list[int], number: int, no: int) -> Iterator[int]:
    if number > len(more):
        yield no
        return
    if number:
        yield more[number - 1]
    if number < len(more):
        yield -more[number]


def _claimed(
    record: HandRecord, deal: Deal, facts: set[str], g: Game, *, jack: bool
) -> Iterator[int]:
    claims, rules, no = record.claims, deal.ruleset.rules, -g.true
    if claims is None:
        return
    for i, claim in enumerate(claims.points):
        name, place, side = claim.point.value, f"/claims/points/{i}", claim.side
        top, card = name == "high", "J" + g.trump
        says_side = side is not None and f"{place}/side" in facts
        if name in {"high", "low"}:
            if side is not None and says_side:
                dealt = rules.low.value == "dealt"
                yield g.owner(top, g.got, side) if top else g.low(side, dealt=dealt)
            if claim.card and f"{place}/card" in facts:
                yield g.first.get((top, claim.card), no)
        elif name == "jack":
            if place in facts:
                yield g.used[card]
            if not claim.in_play and f"{place}/inPlay" in facts:
                yield -g.used[card]
            if side is not None and says_side:
                yield g.got[card, side]
        elif name == "game":
            if side is not None and says_side:
                yield g.game(side, rules.game_tie.value, jack, deal.dealer)
            if claim.tied and f"{place}/tied" in facts:
                for y in range(g.k):
                    yield g.any([g.as_many(z, y, jack) for z in range(g.k) if z != y])
    for y, points in enumerate(claims.taken or ()):
        if points is not None and f"/claims/taken/{y}" in facts:
            yield from _count(g.taken(y, deal, jack=jack), points, no)
    for y, number in enumerate(claims.pips or ()):
        if f"/claims/pips/{y}" in facts:
            yield from _count(g.pips(jack)[y], number, no)
