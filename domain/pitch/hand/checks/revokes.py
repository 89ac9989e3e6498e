"""Revokes: cards that their players could not legally play, proven by the order of play."""

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
    """Yield revokes that later cards show, and discards that may have been revokes.

    An off-card and a joker count as trumps. If only trumps are played, every plain card is wrong,
    and so is being out with a trump.
    """
    if log.trump is None:
        return
    if deal.is_trumps_only:
        yield from _plain_cards(record, log.trump, deal)
        yield from _folds(record, log, log.trump, deal)
    else:
        yield from _revokes(record, log, log.trump, deal)


def _plain_cards(record: HandRecord, trump: str, deal: Deal) -> Iterator[Finding]:
    """Yield every played card that is no trump, if only trumps are played."""
    for i, trick in enumerate(record.tricks):
        for j, card in enumerate(trick.cards):
            if deal.pack.suit_of(card, trump) != trump:
                conflict = lemmas.PLAIN_CARD(deal, card=card, trick=i + 1, suit=trump)
                yield conflict.finding(
                    f"/tricks/{i}/cards/{j}", *records.fact_pointers(record, "trump")
                )


def _folds(record: HandRecord, log: Log, trump: str, deal: Deal) -> Iterator[Finding]:
    """Yield findings on players who were out and played a trump later, which is a revoke."""
    out_seats = set[int]()
    for i, trick in enumerate(record.tricks):
        for seat in trick.out:
            # Nobody draws later, so a player who is out stays out, and the first time decides.
            later = None if seat in out_seats else _later_card(record, log, deal, seat, trump, i)
            out_seats.add(seat)
            if later is not None:
                later_trick, card = later
                conflict = _fold_conflict(seat, card, (i, later_trick), trump, deal)
                yield conflict.finding(*play.play_facts(record))


def _revokes(record: HandRecord, log: Log, trump: str, deal: Deal) -> Iterator[Finding]:
    """Yield findings on players who did not follow and later played the suit led."""
    open_discards = []
    for i, seat, discard, led in _discards(record, log, trump, deal):
        later = _later_card(record, log, deal, seat, led, i)
        if later is not None:
            later_trick, card = later
            conflict = revoke_conflict(seat, discard, card, led, later_trick, trump, deal)
            yield conflict.finding(*play.play_facts(record))
        # Everybody plays the only remaining card to the last trick, so none can be a revoke. Nor
        # can a card of a seat that has all its cards in the log.
        elif i < deal.tricks - 1 and len(play.played_cards(record, log, deal)[seat]) != deal.tricks:
            open_discards.append((i, seat, discard, led))
    if open_discards:
        yield _unproven_discards(record, open_discards, deal)


def _fold_conflict(
    player: int, card: str, tricks: tuple[int, int], trump: str, deal: Deal
) -> Contradiction:
    """Return the conflict of a player who was out, and played a trump or off-card later."""
    trick, later = (place + 1 for place in tricks)
    if _is_off_card(card, trump, deal.pack):
        lemma = lemmas.FOLDED_WITH_OFF_CARD
        return lemma(deal, player=player, trick=trick, card=card, suit=trump)
    return lemmas.FOLDED(deal, player=player, trick=trick, card=card, later=later)


def revoke_conflict(
    player: int | None, thrown: str, card: str, led: str, later: int, trump: str, deal: Deal
) -> Contradiction:
    """Return the conflict of a thrown card with a later one, by a player or by somebody.

    `later` is the trick of the later card, from 0. An off-card is easily taken for its printed
    suit, so it has a sentence of its own.
    """
    shared = {"thrown": thrown, "card": card, "suit": led}
    is_off = _is_off_card(card, trump, deal.pack)
    if player is None and is_off:
        return lemmas.SOMEBODY_REVOKED_OFF_CARD(deal, **shared)
    if player is None:
        return lemmas.SOMEBODY_REVOKED(deal, **shared, later=later + 1)
    if is_off:
        return lemmas.REVOKE_OFF_CARD(deal, player=player, **shared)
    if _is_off_card(thrown, trump, deal.pack):
        return lemmas.REVOKE_OFF_THROWN(deal, player=player, **shared, trump=trump)
    return lemmas.REVOKE(deal, player=player, **shared, later=later + 1)


def _is_off_card(card: str, trump: str, pack: Pack) -> bool:
    """Return whether a card belongs to another suit than its printed one."""
    return not cards.is_joker(card) and pack.suit_of(card, trump) != cards.suit(card)


def _unproven_discards(
    record: HandRecord, discards: list[tuple[int, int, str, str]], deal: Deal
) -> Finding:
    """Return the finding on discards that missing cards may show to be revokes: a reminder."""
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
    """Yield every card that neither follows nor trumps, as trick, seat, card and suit led."""
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


def _later_card(
    record: HandRecord, log: Log, deal: Deal, seat: int, suit: str, after: int
) -> tuple[int, str] | None:
    """Return the first card of a suit that a seat played after a trick, after its trick."""
    suits = deal.pack.ranking(log.trump).suits
    for i in range(after + 1, len(record.tricks)):
        for player, card in zip(log.seats[i], record.tricks[i].cards, strict=False):
            if player == seat and suits[card] == suit:
                return i, card
    return None
