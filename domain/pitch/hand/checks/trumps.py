"""Contradictions of trumps, holdings and pips, by lemmas proven for every deal and every play.

Each states its rules and asks the deal for them. Trumps are all those of the pack, with off-cards
and jokers; a joker apart is none. The lemmas cover what people recognise at once; a search over all
deals and plays finds the rest, so a lemma that finds nothing proves nothing.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from pitch import cards
from pitch.cards import JOKER
from pitch.findings import Finding
from pitch.hand import lemmas, pips, records
from pitch.hand.checks import claimed_trumps
from pitch.hand.contradictions import Contradiction
from pitch.hand.deals import Deal
from pitch.hand.piles import Captures
from pitch.hand.records import Claims, HandRecord
from pitch.point_names import PointName


def check(
    record: HandRecord, captures: Captures, deal: Deal, *, pitcher: int | None
) -> Iterator[Finding]:
    """Yield a finding for every lemma that a record contradicts; `pitcher` is None if unknown.

    A finding names all facts of the record; a search narrows them to those it needs.
    """
    for contradiction in _contradictions(record, captures, deal, pitcher):
        yield contradiction.finding(*records.fact_pointers(record))


def _contradictions(
    record: HandRecord, captures: Captures, deal: Deal, pitcher: int | None
) -> Iterator[Contradiction]:
    """Yield the contradicted lemmas: those on all trumps, on a trump suit and cards, on claims."""
    if captures.trumps == () and deal.leads_trump:
        yield lemmas.NO_TRUMP_IN_PLAY(deal)
    elif captures.trumps is not None:
        if deal.leads_trump and not deal.is_surplus_captured:
            yield from _spread(record, captures.trumps, captures, deal, pitcher)
        yield from _missing_trumps(captures.trumps, captures, deal)
    if captures.trump is not None:
        if deal.leads_trump:
            yield from _lone_suits(captures, captures.trump, deal)
        if record.holdings or record.tricks:
            yield from _holdings(captures, captures.trump, deal, pitcher)
    claims = record.claims
    if claims is None:
        return
    # These need no pile, because claims can contradict each other alone.
    yield from claimed_trumps.check(claims, captures, deal, pitcher)
    yield from _pips(claims, captures, deal)
    yield from _all_tricks(claims, captures, deal)


def _spread(
    record: HandRecord,
    trumps: tuple[str, ...],
    captures: Captures,
    deal: Deal,
    pitcher: int | None,
) -> Iterator[Contradiction]:
    """Yield contradictions of the first trick, which has a trump of everyone who was dealt one.

    Only if the first lead is a trump and piles get no surplus; what other sides took besides
    contradicts it only if no joker apart may be thrown instead of a trump.
    """
    in_play = frozenset(trumps)
    piles = [len(in_play.intersection(pile)) for pile in captures.trump_piles]
    if not trumps or sum(piles) < len(trumps):
        return
    # With so many there are enough for any number of holders and captors.
    if max(piles) >= deal.sides and len(trumps) >= 2 * deal.sides - 1:
        return
    owners = {side for side, number in enumerate(piles) if number}
    holders = _holders(record, owners, deal, pitcher)
    if len(trumps) == 1:
        if len(holders) > 1:
            yield lemmas.LONE_TRUMP(deal, card=trumps[0], side=min(owners))
    elif deal.pulls_trumps and len(trumps) == 2 and len(owners) == 2:
        yield lemmas.TWO_TRUMPS(deal, cards=reversed(trumps))
    elif deal.pulls_trumps:
        # The first trick has a trump of every holder, and the other captors have some too.
        sides, needed = len(holders), len(holders) + len(owners) - 1
        if max(piles) < sides:
            yield lemmas.SPREAD(deal, sides=sides)
        elif len(trumps) < needed:
            yield lemmas.SPREAD_TOO_FEW(deal, sides=sides, needed=needed, trumps=len(trumps))


def _holders(record: HandRecord, owners: set[int], deal: Deal, pitcher: int | None) -> set[int]:
    """Return the sides that held a trump: captors, the pitcher, the holder of Low."""
    holders = set(owners)
    if pitcher is not None and deal.pitcher_leads_trump:
        holders.add(deal.side_of(pitcher))
    if record.low_dealt_to is not None:
        holders.add(deal.side_of(record.low_dealt_to))
    return holders


def _missing_trumps(
    trumps: tuple[str, ...], captures: Captures, deal: Deal
) -> Iterator[Contradiction]:
    """Yield contradictions of too few trumps: of those in play, or of those in piles.

    Plain cards cannot fill all hands under any rules, because players never discard trumps; every
    trump is captured only if somebody takes the rest of the pack and nothing is burned.
    """
    players, least = deal.players, deal.least_trumps
    if 0 < len(trumps) < least:
        yield lemmas.TOO_FEW_TRUMPS(deal, players=players, least=least, trumps=len(trumps))
    if deal.has_all_trumps and captures.is_complete:
        missing = [card for card in trumps if captures.captor(card) is None]
        if missing:
            yield lemmas.TRUMP_NOT_CAPTURED(deal, cards=missing)


def _lone_suits(captures: Captures, trump: str, deal: Deal) -> Iterator[Contradiction]:
    """Yield a side's first trick without a trump has two cards of the suit that won it.

    Only if the first lead is a trump, because a plain first lead may win alone, and only for sides
    without a joker apart, because that beats any plain suit.
    """
    suits = deal.pack.ranking(trump).suits
    for side, pile in enumerate(captures.cards):
        # A side with a trump may have won its first trick by ruffing.
        if not pile or not captures.complete[side] or captures.trump_piles[side]:
            continue
        pile_suits = {suits[card] for card in pile}
        if JOKER not in pile_suits and len(pile_suits) == len(pile):
            yield lemmas.WITHOUT_A_PAIR(deal, side=side)


def _holdings(
    captures: Captures, trump: str, deal: Deal, pitcher: int | None
) -> Iterator[Contradiction]:
    """Yield contradictions of holdings with piles, trick by trick, and with the first lead."""
    complete = [len(cards) == deal.tricks for cards in captures.holdings]
    if pitcher is not None and deal.pitcher_leads_trump and complete[pitcher]:
        has_trump = any(map(captures.is_trump, captures.holdings[pitcher]))
        if not has_trump:
            yield lemmas.WITHOUT_TRUMP(deal, player=pitcher)
    yield from _shares(captures, deal, complete)
    yield from _tops(captures, trump, deal)
    yield from _strongest(captures, trump, deal)


def _shares(captures: Captures, deal: Deal, complete: Sequence[bool]) -> Iterator[Contradiction]:
    """Yield a pile has as many cards of each seat as tricks, because a trick has one.

    Not if only trumps are played, because a player without any is out.
    """
    if deal.is_trumps_only:
        return
    for seat, side in product(range(deal.players), range(deal.sides)):
        tricks = captures.tricks[side]
        if not complete[seat] or not captures.complete[side] or tricks is None:
            continue
        share = sum(card in captures.cards[side] for card in captures.holdings[seat])
        if share != tricks:
            yield lemmas.SHARE(deal, side=side, tricks=tricks, player=seat, cards=share)


def _tops(captures: Captures, trump: str, deal: Deal) -> Iterator[Contradiction]:
    """Yield the highest trump of a pile was played by its side, because it wins its trick.

    Not if piles can have surplus trumps, which were never played.
    """
    if deal.is_surplus_captured:
        return
    order = deal.pack.ranking(trump).order
    for side, listed in enumerate(captures.trump_piles):
        if not listed:
            continue
        top = max(listed, key=order.__getitem__)
        # An equal joker may have won its trick as well, because the order of play decides.
        rivals = [card for card in deal.pack.trumps(trump) if order[card] >= order[top]]
        if not all(captures.excludes(side, card) for card in rivals if card != top):
            continue
        holder = captures.holder(top)
        if holder is not None and deal.side_of(holder) != side:
            yield lemmas.TOP_TRUMP(deal, card=top, side=side, player=holder)


def _strongest(captures: Captures, trump: str, deal: Deal) -> Iterator[Contradiction]:
    """Yield that the holder of the k highest trumps in play wins at least k tricks.

    Under all rules: surplus trumps thrown to the first trick cannot win it, burned ones are out.
    """
    if not captures.has_holdings:
        return
    order = deal.pack.ranking(trump).order
    ranks = [
        [order[card] for card in cards if captures.is_trump(card)] for cards in captures.holdings
    ]
    tops = [max(held, default=-1) for held in ranks]
    seat = tops.index(max(tops))
    best_rival = max(tops[:seat] + tops[seat + 1 :])
    # Nothing beats the highest remaining trump, so each card of the run wins its own trick, because
    # one hand has them all. Two jokers can be of equal rank.
    run = sum(rank > best_rival for rank in ranks[seat])
    side = deal.side_of(seat)
    tricks = captures.tricks[side]
    if tricks is not None and tricks < run:
        yield lemmas.TOP_TRUMPS(deal, player=seat, trumps=run, side=side, tricks=tricks)


def _pips(claims: Claims, captures: Captures, deal: Deal) -> Iterator[Contradiction]:
    """Yield claimed pips that no cards add up to."""
    if claims.pips is None:
        return
    for side, claimed in enumerate(claims.pips):
        tricks = captures.tricks[side]
        cards = _claimed_cards(claims, captures, side) & deal.pack.card_set
        least = pips.count_cards(tuple(cards), captures, deal)
        if cards and claimed < least and captures.trump is not None:
            yield lemmas.PIPS_BELOW_NAMED(deal, side=side, least=least, counted=claimed)
        elif tricks is not None and deal.has_whole_tricks and not captures.honours_listed[side]:
            size = deal.players * min(tricks, deal.tricks)
            if not pips.may_count(claimed, size, cards, captures, deal):
                yield lemmas.PIPS_FOR_TRICKS(deal, side=side, counted=claimed, tricks=tricks)
    total = sum(claims.pips)
    dealt = deal.cards_in_play
    # If every pile is known, each count is compared with its own pile.
    if not deal.has_whole_tricks or total > deal.pack.total_pips or all(captures.honours_listed):
        return
    if not pips.may_count(total, dealt, tuple(captures.captors), captures, deal):
        is_alone = not pips.may_count(total, dealt, (), captures, deal)
        lemma = lemmas.PIPS_OF_ALL if is_alone else lemmas.PIPS_OF_THESE
        yield lemma(deal, cards=dealt, total=total)


def _claimed_cards(claims: Claims, captures: Captures, side: int) -> set[str]:
    """Return the cards that a side captured by its pile or by claims."""
    claimed = set(captures.cards[side])
    high, jack = claims.find(PointName.HIGH), claims.find(PointName.JACK)
    if high and high.card and high.side == side:
        claimed.add(high.card)
    if jack and jack.in_play and jack.side == side and captures.trump:
        claimed.add(cards.jack(captures.trump))
    return claimed


def _all_tricks(claims: Claims, captures: Captures, deal: Deal) -> Iterator[Contradiction]:
    """Yield Game claimed as tied although a side won all tricks, unless nobody has a pip.

    Not if opponents may have surplus trumps.
    """
    game = claims.find(PointName.GAME)
    if game is None or not game.tied or deal.is_surplus_captured:
        return
    if deal.tricks not in captures.tricks:
        return
    # With six players 36 cards are in play, and only 32 of a pack count nothing.
    counts = any(claims.pips or ()) or not pips.may_count(0, deal.cards_in_play, (), captures, deal)
    for side, tricks in enumerate(captures.tricks):
        if tricks == deal.tricks and counts:
            yield lemmas.ALL_TRICKS(deal, side=side, tricks=deal.tricks)
