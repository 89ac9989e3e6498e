"""Revokes: cards that were not open to who played them, as far as the order of play proves it."""

from collections.abc import Iterable, Iterator
from typing import Final

from domain import cards
from domain.cards import JOKER, Pack
from domain.findings import Finding, FindingKind
from domain.hand import play, records
from domain.hand.deals import Deal
from domain.hand.play import Log
from domain.hand.records import HandRecord
from domain.messages import AS_WRITTEN
from domain.tricks import Follow
from domain.wording import nth


def check(record: HandRecord, log: Log, deal: Deal) -> Iterator[Finding]:
    """Revokes that later cards show, and discards that cards not entered yet may show to be some.

    By the suit that a card belongs to: an off-card and a joker are trumps (L6, L7). Where only
    trumps are played, everything else is wrong, and so is to be out with a trump (N2).
    """
    if log.trump is None or not record.tricks:
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
                yield Finding(
                    code="plain_card_played",
                    kind=FindingKind.VIOLATION,
                    message=AS_WRITTEN(
                        text=f"The {deal.pack.name(card)} was played to the {nth(i, deal.tricks)} "
                        f"trick, but only trumps are played, and "
                        f"{cards.suit_name(trump)} were trump."
                    ),
                    facts=(f"/tricks/{i}/cards/{j}", *records.entered(record, "trump")),
                    clauses=deal.cite("play.follow"),
                )


def _folded(record: HandRecord, log: Log, trump: str, deal: Deal) -> Iterator[Finding]:
    """Who was said to be out and had a trump all the same: as much a revoke as any."""
    names, known = deal.seating.names, set[int]()
    for i, trick in enumerate(record.tricks):
        for seat in trick.out:
            later = None if seat in known else _later(record, log, deal, seat, trump, i)
            known.add(seat)
            if later is not None:
                at, card = later
                yield Finding(
                    code="folded_with_a_trump",
                    kind=FindingKind.VIOLATION,
                    message=AS_WRITTEN(
                        text=f"{names[seat]} was out of the {nth(i, deal.tricks)} trick, but had "
                        f"the {deal.pack.name(card)} and played it to the {nth(at, deal.tricks)}."
                        f"{explained((card,), trump, deal.pack)}"
                    ),
                    facts=play.of_play(record),
                    clauses=deal.cite("play.follow", "irregular.revoke"),
                )


def _revokes(record: HandRecord, log: Log, trump: str, deal: Deal) -> Iterator[Finding]:
    """Who neither followed nor trumped and later showed the suit revoked (L6, L7)."""
    names, open_discards = deal.seating.names, []
    for i, seat, discard, led in _discards(record, log, trump, deal):
        later = _later(record, log, deal, seat, led, i)
        if later is not None:
            at, card = later
            yield Finding(
                code="revoke",
                kind=FindingKind.VIOLATION,
                message=AS_WRITTEN(
                    text=f"{names[seat]} revoked: to the {nth(i, deal.tricks)} trick, led in "
                    f"{cards.suit_name(led)}, {names[seat]} played the "
                    f"{deal.pack.name(discard)}, "
                    f"but had the {deal.pack.name(card)} and played it to the "
                    f"{nth(at, deal.tricks)}."
                    f"{explained((discard, card), trump, deal.pack)}"
                ),
                facts=play.of_play(record),
                clauses=deal.cite("play.follow", "irregular.revoke"),
            )
        # To the last trick everybody plays the only card left, so no card of it can be a revoke.
        elif i < deal.tricks - 1 and not _is_known(record, log, deal, seat):
            open_discards.append((i, seat, discard, led))
    if open_discards:
        yield _unproven(record, open_discards, deal)


def explained(among: Iterable[str], trump: str, pack: Pack) -> str:
    """That cards are of another suit than is printed on them: who forgets so revokes unawares."""
    return "".join(
        f" The {cards.name(card)} is a {_ONE_OF[trump]} here: with {cards.suit_name(trump)} trump "
        "it is the off-card of that suit."
        for card in among
        if not cards.is_joker(card) and pack.suit_of(card, trump) != cards.suit(card)
    )


_ONE_OF: Final = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}


def _unproven(record: HandRecord, discards: list[tuple[int, int, str, str]], deal: Deal) -> Finding:
    """Discards that later cards may yet show to be revokes (L8): no accusation, a reminder."""
    names = deal.seating.names
    said = [
        f"{names[seat]} showed out of {cards.suit_name(led)} in the {nth(i, deal.tricks)} trick"
        for i, seat, _, led in discards
    ]
    return Finding(
        code="discards_not_proven",
        kind=FindingKind.SUSPICIOUS,
        message=AS_WRITTEN(
            text=f"{'; '.join(said)}. Cards not entered yet would prove a revoke, or that it was "
            "none."
        ),
        facts=tuple(
            f"/tricks/{i}/cards/{record.tricks[i].cards.index(card)}" for i, _, card, _ in discards
        ),
        clauses=deal.cite("play.follow", "play.void"),
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
    return len(play.dealt(record, log, deal)[seat]) == deal.tricks
