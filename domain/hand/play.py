"""Play: what the order of play tells, and which plays it proves wrong."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from domain import cards, tricks
from domain.findings import Finding, FindingKind
from domain.hand import records
from domain.hand.deals import Deal
from domain.hand.records import HandRecord
from domain.rules.options import TrumpBy
from domain.wording import ORDINALS


class Log(Struct, frozen=True):
    """The tricks as far as they were entered."""

    trump: str | None
    leaders: tuple[int | None, ...]
    """The seat that led to each trick: as entered, else who won the one before or pitched."""
    winners: tuple[int | None, ...]
    """The seat that won each trick: by its cards where they are all known, else as entered."""
    played: tuple[tuple[str, ...], ...]


def trump_suit(record: HandRecord) -> str | None:
    """The trump suit: as entered, or that of the first card led, or of a claimed High or Low."""
    if record.trump is not None:
        return record.trump.value
    if record.tricks and record.tricks[0].cards:
        return cards.suit(record.tricks[0].cards[0])
    claims = record.claims
    for claim in (claims.high, claims.low) if claims else ():
        if claim is not None and claim.card is not None:
            return cards.suit(claim.card)
    return None


def read(record: HandRecord, deal: Deal, pitcher: int | None) -> Log:
    """The log of a record, leaders and winners worked out as far as the cards tell."""
    if not record.tricks:
        return Log(trump_suit(record), (), (), ())
    trump = trump_suit(record)
    leaders: list[int | None] = []
    winners: list[int | None] = []
    due = pitcher
    for place, trick in enumerate(record.tricks):
        # Who won the trick before leads the next (`play.lead`), and the pitcher the first.
        leader = due if trick.leader is None else trick.leader
        won = trick.winner
        if leader is not None and trump is not None and len(trick.cards) == deal.players:
            won = tricks.winner(leader, trick.cards, trump, deal.players)
        # Nobody said who won, but whoever led the next trick did.
        elif won is None and place + 1 < len(record.tricks):
            won = record.tricks[place + 1].leader
        leaders.append(leader)
        winners.append(won)
        due = won
    return Log(
        trump=trump,
        leaders=tuple(leaders),
        winners=tuple(winners),
        played=tuple(
            trick.cards if len(trick.cards) == deal.players else () for trick in record.tricks
        ),
    )


def captured(record: HandRecord, log: Log, deal: Deal) -> list[list[str]]:
    """The cards that the log shows each side to have captured."""
    piles: list[list[str]] = [[] for _ in range(deal.sides)]
    for trick, won in zip(record.tricks, log.winners, strict=True):
        if won is not None:
            piles[deal.side_of(won)] += trick.cards
    return piles


def dealt(record: HandRecord, log: Log, deal: Deal) -> list[list[str]]:
    """The cards that the log shows each seat to have played."""
    held: list[list[str]] = [[] for _ in range(deal.players)]
    for trick, leader in zip(record.tricks, log.leaders, strict=True):
        if leader is not None:
            for turn, card in enumerate(trick.cards[: deal.players]):
                held[(leader + turn) % deal.players].append(card)
    return held


def check(record: HandRecord, log: Log, deal: Deal, pitcher: int | None) -> Iterator[Finding]:
    """What the order of play shows to be wrong: sizes, leaders, winners, revokes."""
    if not record.tricks:
        return
    yield from _sizes(record, deal)
    yield from _twice(record)
    yield from _leaders(record, log, deal, pitcher)
    yield from _trump(record, deal)
    yield from _elsewhere(record, log, deal)
    if log.trump is not None:
        yield from _revokes(record, log, log.trump, deal)


def _sizes(record: HandRecord, deal: Deal) -> Iterator[Finding]:
    for i, trick in enumerate(record.tricks):
        for j in range(deal.players, len(trick.cards)):
            yield Finding(
                code="trick_size",
                kind=FindingKind.PHYSICAL,
                message=f"The {ORDINALS[i]} trick lists {len(trick.cards)} cards, "
                f"but {deal.players} players play one each.",
                facts=(f"/tricks/{i}/cards/{j}",),
            )


def _twice(record: HandRecord) -> Iterator[Finding]:
    first: dict[str, tuple[int, int]] = {}
    for i, trick in enumerate(record.tricks):
        for j, card in enumerate(trick.cards):
            earlier = first.setdefault(card, (i, j))
            if earlier != (i, j):
                yield Finding(
                    code="card_played_twice",
                    kind=FindingKind.PHYSICAL,
                    message=f"The {cards.name(card)} was played to the {ORDINALS[earlier[0]]} "
                    f"trick and to the {ORDINALS[i]}.",
                    facts=tuple(f"/tricks/{a}/cards/{b}" for a, b in (earlier, (i, j))),
                )


def _leaders(record: HandRecord, log: Log, deal: Deal, pitcher: int | None) -> Iterator[Finding]:
    """Leaders that were not due, and winners that the cards contradict (L1 to L3)."""
    names, due = deal.seating.names, pitcher
    for i, trick in enumerate(record.tricks):
        if trick.leader is not None and due is not None and trick.leader != due:
            yield _wrong_leader(record, i, trick.leader, due, deal)
        won = log.winners[i]
        if trick.winner is not None and won is not None and trick.winner != won:
            best = tricks.best(trick.cards, log.trump)
            yield Finding(
                code="wrong_trick_winner",
                kind=FindingKind.AWARD,
                message=f"The {cards.name(best)} won the {ORDINALS[i]} trick for {names[won]}, "
                f"so it was not won by {names[trick.winner]}.",
                facts=_of_play(record),
                clauses=deal.cite("play.trick"),
            )
        # The entered winner goes before the one by the cards, so that one wrong award is found
        # once and not again in every trick that follows.
        due = trick.winner if trick.winner is not None else won


def _wrong_leader(record: HandRecord, place: int, leader: int, due: int, deal: Deal) -> Finding:
    names = deal.seating.names
    reason = "pitched" if place == 0 else f"won the {ORDINALS[place - 1]}"
    return Finding(
        code="wrong_first_leader" if place == 0 else "wrong_leader",
        kind=FindingKind.RULESET if place == 0 else FindingKind.AWARD,
        message=f"{names[leader]} led to the {ORDINALS[place]} trick, "
        f"but {names[due]} {reason} and was to lead.",
        facts=_of_play(record),
        clauses=deal.cite("play.lead"),
    )


def _trump(record: HandRecord, deal: Deal) -> Iterator[Finding]:
    """The first card led is a trump: by definition, or because a trump was due (L5)."""
    if record.trump is None or not record.tricks or not record.tricks[0].cards:
        return
    first = record.tricks[0].cards[0]
    if cards.suit(first) == record.trump.value:
        return
    is_named = deal.ruleset.rules.trump_by is TrumpBy.NAMED_AND_LED
    suit = cards.suit_name(record.trump.value)
    yield Finding(
        code="first_lead_is_no_trump",
        kind=FindingKind.VIOLATION if is_named else FindingKind.ARITHMETIC,
        message=f"The first card led was the {cards.name(first)}, "
        + (
            f"but with {suit} named a trump had to be led."
            if is_named
            else f"so {cards.suit_name(cards.suit(first))} were trump, not {suit}."
        ),
        facts=("/trump", "/tricks/0/cards/0"),
        clauses=deal.cite("play.trump"),
    )


def _elsewhere(record: HandRecord, log: Log, deal: Deal) -> Iterator[Finding]:
    """A card goes to the pile of the side that won its trick (L9)."""
    won = {
        card: (i, deal.side_of(seat))
        for i, (trick, seat) in enumerate(zip(record.tricks, log.winners, strict=True))
        if seat is not None
        for card in trick.cards
    }
    for i, pile in enumerate(record.piles):
        for j, card in enumerate(pile.cards):
            trick, side = won.get(card, (0, pile.side))
            if side != pile.side:
                names = deal.side_names
                yield Finding(
                    code="card_captured_elsewhere",
                    kind=FindingKind.AWARD,
                    message=f"The {cards.name(card)} fell in the {ORDINALS[trick]} trick, which "
                    f"{names[side]} won, so it is not in the pile of {names[pile.side]}.",
                    facts=(*_of_play(record), f"/piles/{i}/cards/{j}"),
                    clauses=deal.cite("play.trick"),
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
                message=f"{names[seat]} revoked: to the {ORDINALS[i]} trick, led in "
                f"{cards.suit_name(led)}, {names[seat]} played the {cards.name(discard)}, "
                f"but had the {cards.name(card)} and played it to the {ORDINALS[at]}.",
                facts=_of_play(record),
                clauses=deal.cite("play.follow", "irregular.revoke"),
            )
        # To the last trick everybody plays the only card left, so no card of it can be a revoke.
        elif i < deal.tricks - 1 and not _is_known(record, log, deal, seat):
            open_discards.append((i, seat, discard, led))
    if open_discards:
        yield _unproven(record, open_discards, deal)


def _unproven(record: HandRecord, discards: list[tuple[int, int, str, str]], deal: Deal) -> Finding:
    """Discards that later cards may yet show to be revokes (L8): no accusation, a reminder."""
    names = deal.seating.names
    said = [
        f"{names[seat]} showed out of {cards.suit_name(led)} in the {ORDINALS[i]} trick"
        for i, seat, _, led in discards
    ]
    return Finding(
        code="discards_not_proven",
        kind=FindingKind.SUSPICIOUS,
        message=f"{'; '.join(said)}. Cards not entered yet would prove a revoke, or that it was "
        "none.",
        facts=tuple(
            f"/tricks/{i}/cards/{record.tricks[i].cards.index(card)}" for i, _, card, _ in discards
        ),
        clauses=deal.cite("play.follow", "play.void"),
    )


def _discards(
    record: HandRecord, log: Log, trump: str, deal: Deal
) -> Iterator[tuple[int, int, str, str]]:
    """Every card that neither followed nor trumped: trick, seat, card, suit led."""
    for i, (trick, leader) in enumerate(zip(record.tricks, log.leaders, strict=True)):
        if leader is None or not trick.cards:
            continue
        led = cards.suit(trick.cards[0])
        for turn, card in enumerate(trick.cards[: deal.players]):
            if cards.suit(card) not in {led, trump}:
                yield i, (leader + turn) % deal.players, card, led


def _later(
    record: HandRecord, log: Log, deal: Deal, seat: int, suit: str, after: int
) -> tuple[int, str] | None:
    """The first card of a suit that a seat played after a trick, and to which trick."""
    for i in range(after + 1, len(record.tricks)):
        card = _card_of(record.tricks[i].cards, log.leaders[i], seat, deal.players)
        if card is not None and cards.suit(card) == suit:
            return i, card
    return None


def _card_of(played: Sequence[str], leader: int | None, seat: int, players: int) -> str | None:
    if leader is None:
        return None
    place = (seat - leader) % players
    return played[place] if place < len(played) else None


def _is_known(record: HandRecord, log: Log, deal: Deal, seat: int) -> bool:
    """Whether all six cards of a seat are in the log."""
    return len(dealt(record, log, deal)[seat]) == deal.tricks


def _of_play(record: HandRecord) -> tuple[str, ...]:
    """All that leaders and winners are worked out from; a search tells which of it is needed."""
    return records.entered(record, "tricks", "trump", "contract", "calls", "claims")
