"""Revokes: cards that were not open to who played them, as far as the order of play proves it."""

from collections.abc import Iterator

from pitch import cards
from pitch.cards import JOKER, Pack
from pitch.findings import Finding
from pitch.hand import lemmas, play, records
from pitch.hand.contradictions import Contradiction
from pitch.hand.deals import Deal
from pitch.hand.play import Log
from pitch.hand.records import HandRecord
from pitch.tricks import Follow


def check(record: HandRecord, log: Log, deal: Deal) -> Iterator[Finding]:
    """Revokes that later cards show, and discards that cards not entered yet may show to be some.

    By the suit that a card belongs to: an off-card and a joker are trumps (L6, L7). Where only
    trumps are played, everything else is wrong, and so is to be out with a trump (N2).
    """
    if log.trump is None:
        return
    if deal.is_trumps_only:
        yield from _plain(record, log.trump, deal)
        yield from _folded(record, log, log.trump, deal)
    else:
        yield from _revokes(record, log, log.trump, deal)


def _plain(record: HandRecord, trump: str, deal: Deal) -> Iterator[Finding]:
    """Cards that are no trumps where nothing else is played (N2)."""
    for i, trick in enumerate(record.tricks):
        for j, card in enumerate(trick.cards):
            if deal.pack.suit_of(card, trump) != trump:
                conflict = lemmas.PLAIN_CARD(deal, card=card, trick=i + 1, suit=trump)
                yield conflict.finding(
                    f"/tricks/{i}/cards/{j}", *records.fact_pointers(record, "trump")
                )


def _folded(record: HandRecord, log: Log, trump: str, deal: Deal) -> Iterator[Finding]:
    """Who was said to be out and had a trump all the same: as much a revoke as any."""
    known = set[int]()
    for i, trick in enumerate(record.tricks):
        for seat in trick.out:
            # Who is out once is out for good, for nobody draws any more: the first time tells all.
            later = None if seat in known else _later(record, log, deal, seat, trump, i)
            known.add(seat)
            if later is not None:
                at, card = later
                conflict = _state_folded(seat, card, (i, at), trump, deal)
                yield conflict.finding(*play.play_facts(record))


def _revokes(record: HandRecord, log: Log, trump: str, deal: Deal) -> Iterator[Finding]:
    """Who neither followed nor trumped and later showed the suit revoked (L6, L7)."""
    open_discards = []
    for i, seat, discard, led in _discards(record, log, trump, deal):
        later = _later(record, log, deal, seat, led, i)
        if later is not None:
            at, card = later
            conflict = revoke_conflict(seat, discard, card, led, at, trump, deal)
            yield conflict.finding(*play.play_facts(record))
        # To the last trick everybody plays the only card left, so no card of it can be a revoke.
        elif i < deal.tricks - 1 and not _is_known(record, log, deal, seat):
            open_discards.append((i, seat, discard, led))
    if open_discards:
        yield _unproven(record, open_discards, deal)


def _state_folded(
    player: int, card: str, tricks: tuple[int, int], trump: str, deal: Deal
) -> Contradiction:
    """Who was out, and played a trump later; whoever takes an off-card for a plain one may."""
    trick, later = (place + 1 for place in tricks)
    if _is_off_card(card, trump, deal.pack):
        lemma = lemmas.FOLDED_WITH_OFF_CARD
        return lemma(deal, player=player, trick=trick, card=card, suit=trump)
    return lemmas.FOLDED(deal, player=player, trick=trick, card=card, later=later)


def revoke_conflict(
    player: int | None, thrown: str, card: str, led: str, at: int, trump: str, deal: Deal
) -> Contradiction:
    """Who did not follow, or that somebody did not, and what shows it.

    An off-card is easily taken for its printed suit.
    """
    shown = {"thrown": thrown, "card": card, "suit": led}
    is_off = _is_off_card(card, trump, deal.pack)
    if player is None and is_off:
        return lemmas.SOMEBODY_REVOKED_OFF_CARD(deal, **shown)
    if player is None:
        return lemmas.SOMEBODY_REVOKED(deal, **shown, later=at + 1)
    if is_off:
        return lemmas.REVOKE_OFF_CARD(deal, player=player, **shown)
    if _is_off_card(thrown, trump, deal.pack):
        return lemmas.REVOKE_OFF_THROWN(deal, player=player, **shown, trump=trump)
    return lemmas.REVOKE(deal, player=player, **shown, later=at + 1)


def _is_off_card(card: str, trump: str, pack: Pack) -> bool:
    """Whether a card is of another suit than is printed on it."""
    return not cards.is_joker(card) and pack.suit_of(card, trump) != cards.suit(card)


def _unproven(record: HandRecord, discards: list[tuple[int, int, str, str]], deal: Deal) -> Finding:
    """Discards that later cards may yet show to be revokes (L8): no accusation, a reminder."""
    if len(discards) > 1:
        seats = dict.fromkeys(seat for _, seat, _, _ in discards)
        conflict = lemmas.UNPROVEN_DISCARDS(deal, players=seats)
    else:
        ((trick, seat, _, led),) = discards
        conflict = lemmas.UNPROVEN_DISCARD(deal, player=seat, suit=led, trick=trick + 1)
    return conflict.finding(
        *(f"/tricks/{i}/cards/{record.tricks[i].cards.index(card)}" for i, _, card, _ in discards)
    )


def _discards(
    record: HandRecord, log: Log, trump: str, deal: Deal
) -> Iterator[tuple[int, int, str, str]]:
    """Every card that who had the suit led could not play: trick, seat, card, suit led."""
    suits = deal.pack.ranking(trump).suits
    may_ruff = deal.ruleset.rules.follow is not Follow.FOLLOW_SUIT
    for i, (trick, seats) in enumerate(zip(record.tricks, log.seats, strict=True)):
        led = suits[trick.cards[0]] if trick.cards else JOKER
        # A joker apart is of no suit: it binds nobody, and can always be played.
        if led == JOKER:
            continue
        allowed = {led, JOKER, trump} if may_ruff else {led, JOKER}
        for seat, card in zip(seats, trick.cards, strict=False):
            if suits[card] not in allowed:
                yield i, seat, card, led


def _later(
    record: HandRecord, log: Log, deal: Deal, seat: int, suit: str, after: int
) -> tuple[int, str] | None:
    """The first card of a suit that a seat played after a trick, and to which trick."""
    suits = deal.pack.ranking(log.trump).suits
    for i in range(after + 1, len(record.tricks)):
        for other, card in zip(log.seats[i], record.tricks[i].cards, strict=False):
            if other == seat and suits[card] == suit:
                return i, card
    return None


def _is_known(record: HandRecord, log: Log, deal: Deal, seat: int) -> bool:
    """Whether all cards of a seat are in the log."""
    return len(play.played_cards(record, log, deal)[seat]) == deal.tricks
