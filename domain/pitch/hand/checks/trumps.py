"""What contradicts trumps, holdings and pips, each lemma proven for every deal and every play.

Each says for which rules it is, and asks the deal. By trumps all are meant that the pack has, with
off-cards and jokers; a joker apart is none.
They find what people recognise at once. What they do not find, a search over all deals and plays
does; so a lemma that finds nothing proves nothing.
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
    """Every lemma that a record contradicts. `pitcher` is the pitching seat if it is known.

    A finding names all parts of the record; which facts it needs is for a search to tell.
    """
    for contradiction in _contradictions(record, captures, deal, pitcher):
        yield contradiction.finding(*records.fact_pointers(record))


def _contradictions(
    record: HandRecord, captures: Captures, deal: Deal, pitcher: int | None
) -> Iterator[Contradiction]:
    """The lemmas by what they need: all trumps, a trump suit and cards, or claims alone."""
    if captures.trumps == () and deal.leads_trump:
        yield lemmas.NO_TRUMP_IN_PLAY(deal)
    elif captures.trumps is not None:
        if deal.leads_trump and not deal.is_surplus_captured:
            yield from _spread(record, captures.trumps, captures, deal, pitcher)
        if len(captures.trumps) < deal.least_trumps:
            yield from _fewest_trumps(captures.trumps, deal)
        if deal.has_all_trumps and captures.is_complete:
            yield from _all_trumps(captures.trumps, captures, deal)
    if captures.trump is not None:
        if deal.leads_trump:
            yield from _unpaired(captures, captures.trump, deal)
        if record.holdings or record.tricks:
            yield from _held(captures, captures.trump, deal, pitcher)
    claims = record.claims
    if claims is None:
        return
    # What follows needs no pile: claims can contradict each other alone.
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
    """D-3, D-5, D-6: all who hold a trump play one to the first trick, and its winner gets them.

    Where the first lead is a trump, and piles have no trumps that nobody could keep; D-5 and D-6
    also not where a joker apart may be thrown instead of a trump.
    """
    in_play = frozenset(trumps)
    piles = [len(in_play.intersection(pile)) for pile in captures.trump_piles]
    if not trumps or sum(piles) < len(trumps):
        return
    # With so many there are enough however many sides held some, and however many took some.
    if max(piles) >= deal.sides and len(trumps) >= 2 * deal.sides - 1:
        return
    owners = {side for side, held in enumerate(piles) if held}
    holders = _holders(record, owners, deal, pitcher)
    if len(trumps) == 1:
        if len(holders) > 1:
            yield lemmas.LONE_TRUMP(deal, card=trumps[0], side=min(owners))
    elif deal.pulls_trumps and len(trumps) == 2 and len(owners) == 2:
        yield lemmas.TWO_TRUMPS(deal, cards=reversed(trumps))
    elif deal.pulls_trumps:
        yield from _thin(len(trumps), max(piles), len(owners), len(holders), deal)


def _thin(trumps: int, most: int, owners: int, holders: int, deal: Deal) -> Iterator[Contradiction]:
    """D-6: the first trick has a trump of every side that held one, and other piles have some too.

    By numbers: trumps in all piles and in the fullest, sides that took some and that held some.
    """
    needed = holders + owners - 1
    if most >= holders and trumps >= needed:
        return
    if most < holders:
        yield lemmas.SPREAD(deal, sides=holders)
    else:
        yield lemmas.SPREAD_TOO_FEW(deal, sides=holders, needed=needed, trumps=trumps)


def _holders(record: HandRecord, owners: set[int], deal: Deal, pitcher: int | None) -> set[int]:
    """The sides that held a trump (D-3): whoever pitched led one, and Low was dealt to somebody."""
    holders = set(owners)
    if pitcher is not None and deal.pitcher_leads_trump:
        holders.add(deal.side_of(pitcher))
    if record.low_dealt_to is not None:
        holders.add(deal.side_of(record.low_dealt_to))
    return holders


def _fewest_trumps(trumps: tuple[str, ...], deal: Deal) -> Iterator[Contradiction]:
    """D-17: so few cards stay out that seven and eight players always meet several trumps.

    For all rules: what is thrown away is thrown away instead of trumps.
    """
    if trumps:
        players, least = deal.players, deal.least_trumps
        yield lemmas.TOO_FEW_TRUMPS(deal, players=players, least=least, trumps=len(trumps))


def _all_trumps(trumps: tuple[str, ...], captures: Captures, deal: Deal) -> Iterator[Contradiction]:
    """N1: where somebody takes the rest of the pack and nothing is burned, no trump stays out."""
    missing = [card for card in trumps if captures.captor(card) is None]
    if missing:
        yield lemmas.TRUMP_NOT_CAPTURED(deal, cards=missing)


def _unpaired(captures: Captures, trump: str, deal: Deal) -> Iterator[Contradiction]:
    """D-12: the first trick that a side wins without a trump it wins over a card of that suit.

    Where the first lead is a trump: who leads a plain suit first may win with it alone. Of a side
    that took a joker apart it is not said, for that wins over any plain suit.
    """
    suits = deal.pack.ranking(trump).suits
    for side, pile in enumerate(captures.cards):
        # A side that has a trump may have begun its tricks by ruffing, or with a joker that is
        # none.
        if not pile or not captures.complete[side] or captures.trump_piles[side]:
            continue
        shown = {suits[card] for card in pile}
        if JOKER not in shown and len(shown) == len(pile):
            yield lemmas.WITHOUT_A_PAIR(deal, side=side)


def _held(
    captures: Captures, trump: str, deal: Deal, pitcher: int | None
) -> Iterator[Contradiction]:
    """D-1, D-4, D-10, D-11 and the first lead: what holdings say of piles."""
    whole = [len(held) == deal.tricks for held in captures.holdings]
    lead = captures.holdings[pitcher] if pitcher is not None and whole[pitcher] else None
    leads = deal.pitcher_leads_trump and lead is not None
    if leads and lead is not None and pitcher is not None and not any(map(captures.is_trump, lead)):
        yield lemmas.WITHOUT_TRUMP(deal, player=pitcher)
    yield from _shares(captures, deal, whole)
    yield from _tops(captures, trump, deal)
    yield from _strongest(captures, trump, deal)


def _shares(captures: Captures, deal: Deal, whole: Sequence[bool]) -> Iterator[Contradiction]:
    """D-10: every trick has one card of each seat, so a pile has as many of its cards as tricks.

    Not where only trumps are played, for who has none is out.
    """
    if deal.is_trumps_only:
        return
    for seat, side in product(range(deal.players), range(deal.sides)):
        tricks = captures.tricks[side]
        if not whole[seat] or not captures.complete[side] or tricks is None:
            continue
        share = sum(card in captures.cards[side] for card in captures.holdings[seat])
        if share != tricks:
            yield lemmas.SHARE(deal, side=side, tricks=tricks, player=seat, cards=share)


def _tops(captures: Captures, trump: str, deal: Deal) -> Iterator[Contradiction]:
    """D-4: the highest trump of a pile was played by that side: nothing there could beat it.

    Not where a pile can have trumps that won no trick, nor lost one.
    """
    if deal.is_surplus_captured:
        return
    order = deal.pack.ranking(trump).order
    for side, listed in enumerate(captures.trump_piles):
        if not listed:
            continue
        top = max(listed, key=order.__getitem__)
        # A joker as high may have won it as well, where the order of play decides.
        rivals = [c for c in deal.pack.trumps(trump) if c != top and order[c] >= order[top]]
        if not all(captures.excludes(side, card) for card in rivals):
            continue
        holder = captures.holder(top)
        if holder is not None and deal.side_of(holder) != side:
            yield lemmas.TOP_TRUMP(deal, card=top, side=side, player=holder)


def _strongest(captures: Captures, trump: str, deal: Deal) -> Iterator[Contradiction]:
    """Whoever holds the k highest trumps in play wins at least k tricks.

    For all rules: trumps thrown to the first trick vie with nobody, and what is burned is out.
    """
    if not captures.has_holdings:
        return
    order = deal.pack.ranking(trump).order
    heights = [
        [order[card] for card in held if captures.is_trump(card)] for held in captures.holdings
    ]
    best = max((height for held in heights for height in held), default=None)
    if best is None:
        return
    seat = next(seat for seat, held in enumerate(heights) if best in held)
    others = [height for each, held in enumerate(heights) if each != seat for height in held]
    # Nothing beats the highest trump left, so each card of the run wins the trick it falls in,
    # and no two fall in one: they are in one hand. Two jokers can be as high as one another.
    run = sum(height > max(others, default=-1) for height in heights[seat])
    if not run:
        return
    side = deal.side_of(seat)
    tricks = captures.tricks[side]
    if tricks is not None and tricks < run:
        yield lemmas.TOP_TRUMPS(deal, player=seat, trumps=run, side=side, tricks=tricks)


def _pips(claims: Claims, captures: Captures, deal: Deal) -> Iterator[Contradiction]:
    """D-13: pips that no cards add up to."""
    if claims.pips is None:
        return
    for side, claimed in enumerate(claims.pips):
        tricks = captures.tricks[side]
        named = _named(claims, captures, side) & deal.pack.card_set
        least = pips.count_cards(tuple(named), captures, deal)
        if named and claimed < least and captures.trump is not None:
            yield lemmas.PIPS_BELOW_NAMED(deal, side=side, least=least, counted=claimed)
        elif tricks is not None and deal.has_whole_tricks and not captures.honours_listed[side]:
            size = deal.players * min(tricks, deal.tricks)
            if not pips.may_count(claimed, size, named, captures, deal):
                yield lemmas.PIPS_FOR_TRICKS(deal, side=side, counted=claimed, tricks=tricks)
    total = sum(claims.pips)
    dealt = deal.cards_in_play
    # Where every pile is known, each count is held against its own.
    if not deal.has_whole_tricks or total > deal.pack.total_pips or all(captures.honours_listed):
        return
    if not pips.may_count(total, dealt, tuple(captures.captors), captures, deal):
        is_alone = not pips.may_count(total, dealt, (), captures, deal)
        lemma = lemmas.PIPS_OF_ALL if is_alone else lemmas.PIPS_OF_THESE
        yield lemma(deal, cards=dealt, total=total)


def _named(claims: Claims, captures: Captures, side: int) -> set[str]:
    """The cards that a side is known or said to have captured."""
    named = set(captures.cards[side])
    high, jack = claims.find(PointName.HIGH), claims.find(PointName.JACK)
    if high and high.card and high.side == side:
        named.add(high.card)
    if jack and jack.in_play and jack.side == side and captures.trump:
        named.add(cards.jack(captures.trump))
    return named


def _all_tricks(claims: Claims, captures: Captures, deal: Deal) -> Iterator[Contradiction]:
    """D-15: with all tricks a side has Game, unless nobody has a pip.

    Not where trumps that nobody could keep are the others'.
    """
    game = claims.find(PointName.GAME)
    if (
        game is None
        or not game.tied
        or deal.is_surplus_captured
        or deal.tricks not in captures.tricks
    ):
        return
    # Six players have 36 cards in play, and only 32 of a pack count nothing.
    counts = any(claims.pips or ()) or not pips.may_count(0, deal.cards_in_play, (), captures, deal)
    for side, tricks in enumerate(captures.tricks):
        if tricks == deal.tricks and counts:
            yield lemmas.ALL_TRICKS(deal, side=side, tricks=deal.tricks)
