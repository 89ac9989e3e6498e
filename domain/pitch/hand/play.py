"""Play: what the order of play tells, and which plays it proves wrong."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from pitch import cards, tricks
from pitch.cards import Pack, Suit
from pitch.findings import Finding, FindingKind
from pitch.hand import records
from pitch.hand.deals import Deal
from pitch.hand.records import HandRecord, Trick
from pitch.messages import CARD, COUNT, PLAYER, SIDE, SUIT, Message, Sentence, all_of, any_of
from pitch.point_names import EXTREMES
from pitch.rules.choices import PitchedJoker, Surplus, TrumpBy
from pitch.rules.options import Rules
from pitch.tricks import Follow

TRICK_SIZE: Final = Message("finding.trick_size", trick=COUNT, cards=COUNT, players=COUNT)
_SIZE_AND_OUT: Final = Message("finding.trick_size.out", trick=COUNT, cards=COUNT, players=COUNT)
PLAYED_TWICE: Final = Message("finding.card_played_twice", card=CARD, tricks=all_of(COUNT))
TWICE_ON_ONE: Final = Message("finding.card_played_twice.one_trick", card=CARD, trick=COUNT)
WRONG_WINNER: Final = Message(
    "finding.wrong_trick_winner", winner=PLAYER, card=CARD, trick=COUNT, claimed=PLAYER
)
WRONG_FIRST_LEADER: Final = Message(
    "finding.wrong_first_leader", leader=PLAYER, pitchers=any_of(PLAYER)
)
WRONG_LEADER: Final = Message("finding.wrong_leader", leader=PLAYER, trick=COUNT, winner=PLAYER)
_LEAD_PASSED_ON: Final = Message(
    "finding.wrong_leader.passed_on", leader=PLAYER, trick=COUNT, due=PLAYER
)
JOKER_LED: Final = Message("finding.joker_pitched", card=CARD)
LED_ANOTHER_SUIT: Final = Message(
    "finding.first_lead_is_no_trump", card=CARD, suit=SUIT, trump=SUIT
)
LED_NO_TRUMP: Final = Message("finding.first_lead_is_no_trump.named", card=CARD, trump=SUIT)
CAPTURED_ELSEWHERE: Final = Message(
    "finding.card_captured_elsewhere", winner=SIDE, card=CARD, trick=COUNT, side=SIDE
)


class Log(Struct, frozen=True):
    """The tricks as far as they were entered."""

    trump: str | None
    leaders: tuple[int | None, ...]
    """The seat that led to each trick: as entered, else who won the one before or pitched."""
    winners: tuple[int | None, ...]
    """The seat that won each trick: by its cards where they are all known, else as entered."""
    seats: tuple[tuple[int, ...], ...]
    """Who played the cards of each trick, in playing order; none where nobody can tell. Cards
    beyond are trumps to spare, which were thrown to the first trick."""


def trump_suit(record: HandRecord, deal: Deal) -> str | None:
    """The trump suit: as entered, or that of the first card led, or of a claimed High or Low."""
    if record.trump is not None:
        return record.trump.value
    if record.tricks and record.tricks[0].cards:
        return made_trump(record.tricks[0].cards[0], deal.ruleset.rules, deal.pack)
    if record.claims is None:
        return None
    for claim in map(record.claims.of, EXTREMES):
        if claim is not None and claim.card is not None:
            return told_by(claim.card, deal.pack)
    return None


def made_trump(first: str, rules: Rules, pack: Pack) -> str | None:
    """The suit that is trump if this card was led first; None where that does not tell."""
    if rules.trump_by is not TrumpBy.FIRST_CARD:
        # A trump has to be led where trump is named; where any card may be, it tells nothing.
        is_free = rules.trump_by is TrumpBy.NAMED and rules.follow is not Follow.TRUMPS_ONLY
        return None if is_free else told_by(first, pack)
    if cards.is_joker(first):
        return Suit.SPADES.value if rules.pitched_joker is PitchedJoker.SPADES else None
    return cards.suit(first)


def told_by(card: str, pack: Pack) -> str | None:
    """The trump suit that a trump tells: no joker does, nor a card that may be an off-card."""
    is_told = not cards.is_joker(card) and cards.rank(card) not in pack.off_ranks
    return cards.suit(card) if is_told else None


def read(record: HandRecord, deal: Deal, pitcher: int | None) -> Log:
    """The log of a record, leaders and winners worked out as far as the cards tell."""
    trump = trump_suit(record, deal)
    if not record.tricks:
        return Log(trump, (), (), ())
    leaders: list[int | None] = []
    winners: list[int | None] = []
    seats: list[tuple[int, ...]] = []
    due = pitcher
    for place, (trick, out) in enumerate(zip(record.tricks, _out(record, deal), strict=True)):
        leader = _next_in(due, out, deal) if trick.leader is None else trick.leader
        order = _order(leader, out, deal)
        won = trick.winner
        if order and trump is not None and len(trick.cards) >= len(order):
            won = order[trick.cards.index(tricks.best(trick.cards[: len(order)], trump, deal.pack))]
        # Nobody said who won, but whoever led the next trick did; not so where the lead passes on
        # from a winner who is out.
        elif won is None and place + 1 < len(record.tricks) and not deal.is_trumps_only:
            won = record.tricks[place + 1].leader
        leaders.append(leader)
        winners.append(won)
        seats.append(_players(trick, order, deal))
        due = won
    return Log(trump, tuple(leaders), tuple(winners), tuple(seats))


def _out(record: HandRecord, deal: Deal) -> list[frozenset[int]]:
    """The seats that are out of each trick: who has no trump left will have none later.

    If he is said to lead again, or there are more cards than others are left, he plays once more.
    """
    found: list[frozenset[int]] = []
    out = frozenset[int]()
    for trick in record.tricks:
        out = out.union(trick.out)
        if trick.leader in out or len(trick.cards) > deal.players - len(out):
            out = frozenset(trick.out) - {trick.leader}
        found.append(out)
    return found


def _next_in(due: int | None, out: frozenset[int], deal: Deal) -> int | None:
    """Who leads in place of a winner: he himself, or the next to his left who is not out."""
    if due is None or due not in out:
        return due
    turns = ((due + turn) % deal.players for turn in range(deal.players))
    return next((seat for seat in turns if seat not in out), None)


def _order(leader: int | None, out: frozenset[int], deal: Deal) -> tuple[int, ...]:
    """The seats in the order in which they play to a trick; none where nobody knows who led."""
    if leader is None:
        return ()
    turns = ((leader + turn) % deal.players for turn in range(deal.players))
    return tuple(seat for seat in turns if seat not in out)


def _players(trick: Trick, order: tuple[int, ...], deal: Deal) -> tuple[int, ...]:
    """Who played the cards of a trick."""
    # Of fewer cards than players nobody can tell whose they are if somebody may be out.
    if deal.is_trumps_only and len(trick.cards) < len(order):
        return order[:1] if trick.cards else ()
    return order[: len(trick.cards)]


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
    for trick, seats in zip(record.tricks, log.seats, strict=True):
        # Trumps to spare come after the cards that were played.
        for seat, card in zip(seats, trick.cards, strict=False):
            held[seat].append(card)
    return held


def check(record: HandRecord, log: Log, deal: Deal, pitcher: int | None) -> Iterator[Finding]:
    """What the order of play shows to be wrong: sizes, leaders, winners; not revokes."""
    yield from _sizes(record, deal)
    yield from _twice(record, deal)
    yield from _leaders(record, log, deal, pitcher)
    yield from _trump(record, deal)
    yield from _elsewhere(record, log, deal)


def _sizes(record: HandRecord, deal: Deal) -> Iterator[Finding]:
    """More cards in a trick than there were players in it (T4)."""
    for i, (trick, out) in enumerate(zip(record.tricks, _out(record, deal), strict=True)):
        if i == 0 and deal.surplus is Surplus.ON_FIRST_TRICK:
            continue
        playing, cards_on = deal.players - len(out), len(trick.cards)
        said = _SIZE_AND_OUT if out else TRICK_SIZE
        for j in range(playing, cards_on):
            yield Finding(
                code="trick_size",
                kind=FindingKind.PHYSICAL,
                message=said(trick=i + 1, cards=cards_on, players=playing),
                facts=(f"/tricks/{i}/cards/{j}", *((f"/tricks/{i}/out",) if trick.out else ())),
            )


def _twice(record: HandRecord, deal: Deal) -> Iterator[Finding]:
    first: dict[str, tuple[int, int]] = {}
    for i, trick in enumerate(record.tricks):
        for j, card in enumerate(trick.cards):
            earlier = first.setdefault(card, (i, j))
            if earlier != (i, j):
                yield Finding(
                    code="card_played_twice",
                    kind=FindingKind.PHYSICAL,
                    message=played_twice(deal.pack.named(card), earlier[0], i),
                    facts=tuple(f"/tricks/{a}/cards/{b}" for a, b in (earlier, (i, j))),
                )


def played_twice(card: str, earlier: int, later: int) -> Sentence:
    """That a card is on two tricks, counted from 0, or on one of them twice."""
    if earlier == later:
        return TWICE_ON_ONE(card=card, trick=later + 1)
    return PLAYED_TWICE(card=card, tricks=(earlier + 1, later + 1))


def _leaders(record: HandRecord, log: Log, deal: Deal, pitcher: int | None) -> Iterator[Finding]:
    """Leaders that were not due, and winners that the cards contradict (L1 to L3)."""
    before = pitcher
    for i, (trick, out) in enumerate(zip(record.tricks, _out(record, deal), strict=True)):
        # Where somebody may be out, only a trick of which all players are known tells that he
        # was not.
        is_known = not deal.is_trumps_only or len(trick.cards) + len(out) >= deal.players
        due = _next_in(before, out, deal) if is_known else None
        if trick.leader is not None and due is not None and trick.leader != due:
            said = _of_leader(i, trick.leader, due, deal, has_passed_on=due != before)
            yield _wrong_leader(record, i, said, deal)
        won = log.winners[i]
        if trick.winner is not None and won is not None and trick.winner != won:
            played = trick.cards[: len(log.seats[i])]
            best = tricks.best(played, log.trump, deal.pack)
            yield Finding(
                code="wrong_trick_winner",
                kind=FindingKind.AWARD,
                message=WRONG_WINNER(
                    winner=deal.player(won),
                    card=deal.pack.named(best),
                    trick=i + 1,
                    claimed=deal.player(trick.winner),
                ),
                facts=of_play(record),
                clauses=deal.cite("play.trick"),
            )
        # The entered winner goes before the one by the cards, so that one wrong award is found
        # once and not again in every trick that follows.
        before = trick.winner if trick.winner is not None else won


def _of_leader(place: int, leader: int, due: int, deal: Deal, *, has_passed_on: bool) -> Sentence:
    """Who led out of turn, and why another was to lead."""
    led, other = deal.player(leader), deal.player(due)
    if has_passed_on:
        return _LEAD_PASSED_ON(leader=led, trick=place + 1, due=other)
    if place == 0:
        return WRONG_FIRST_LEADER(leader=led, pitchers=(other,))
    return WRONG_LEADER(leader=led, trick=place + 1, winner=other)


def _wrong_leader(record: HandRecord, place: int, message: Sentence, deal: Deal) -> Finding:
    return Finding(
        code="wrong_first_leader" if place == 0 else "wrong_leader",
        kind=FindingKind.RULESET if place == 0 else FindingKind.AWARD,
        message=message,
        facts=of_play(record),
        clauses=deal.cite("play.lead"),
    )


def _trump(record: HandRecord, deal: Deal) -> Iterator[Finding]:
    """The first card led is a trump: by definition, or because a trump was due (L5)."""
    if not record.tricks or not record.tricks[0].cards:
        return
    first, rules = record.tricks[0].cards[0], deal.ruleset.rules
    makes_trump = rules.trump_by is TrumpBy.FIRST_CARD
    if makes_trump and cards.is_joker(first) and rules.pitched_joker is PitchedJoker.BARRED:
        yield Finding(
            code="joker_pitched",
            kind=FindingKind.VIOLATION,
            message=JOKER_LED(card=deal.pack.named(first)),
            facts=("/tricks/0/cards/0",),
            clauses=deal.cite("play.trump"),
        )
    made = made_trump(first, rules, deal.pack) if makes_trump else None
    if record.trump is None or not deal.leads_trump:
        return
    trump = record.trump.value
    is_right = made in {None, trump} if makes_trump else deal.pack.suit_of(first, trump) == trump
    if is_right:
        return
    card = deal.pack.named(first)
    yield Finding(
        code="first_lead_is_no_trump",
        kind=FindingKind.ARITHMETIC if makes_trump else FindingKind.VIOLATION,
        message=LED_NO_TRUMP(card=card, trump=trump)
        if made is None
        else LED_ANOTHER_SUIT(card=card, suit=made, trump=trump),
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
                yield Finding(
                    code="card_captured_elsewhere",
                    kind=FindingKind.AWARD,
                    message=CAPTURED_ELSEWHERE(
                        winner=deal.side(side),
                        card=deal.pack.named(card),
                        trick=trick + 1,
                        side=deal.side(pile.side),
                    ),
                    facts=(*of_play(record), f"/piles/{i}/cards/{j}"),
                    clauses=deal.cite("play.trick"),
                )


def of_play(record: HandRecord) -> tuple[str, ...]:
    """All that leaders and winners are worked out from; a search tells which of it is needed."""
    return records.entered(record, "tricks", "trump", "contract", "calls", "claims")
