"""Play: what the order of play tells, and which plays it proves wrong."""

from collections.abc import Iterator

from msgspec import Struct, structs

from pitch import cards, tricks
from pitch.cards import Pack, Suit
from pitch.findings import Finding
from pitch.hand import lemmas, records
from pitch.hand.contradictions import Contradiction
from pitch.hand.deals import Deal
from pitch.hand.records import HandRecord, Trick
from pitch.point_names import EXTREMES
from pitch.rules.choices import PitchedJoker, Surplus, TrumpBy
from pitch.rules.options import Rules
from pitch.tricks import Follow


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
        return trump_by_lead(record.tricks[0].cards[0], deal.ruleset.rules, deal.pack)
    if record.claims is None:
        return None
    for claim in map(record.claims.find, EXTREMES):
        if claim is not None and claim.card is not None:
            return suit_of_trump(claim.card, deal.pack)
    return None


def trump_by_lead(first: str, rules: Rules, pack: Pack) -> str | None:
    """The suit that is trump if this card was led first; None where that does not tell."""
    if rules.trump_by is not TrumpBy.FIRST_CARD:
        # A trump has to be led where trump is named; where any card may be, it tells nothing.
        is_free = rules.trump_by is TrumpBy.NAMED and rules.follow is not Follow.TRUMPS_ONLY
        return None if is_free else suit_of_trump(first, pack)
    if cards.is_joker(first):
        return Suit.SPADES.value if rules.pitched_joker is PitchedJoker.SPADES else None
    return cards.suit(first)


def suit_of_trump(card: str, pack: Pack) -> str | None:
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
            won = order[
                trick.cards.index(tricks.winning_card(trick.cards[: len(order)], trump, deal.pack))
            ]
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


def captured_cards(record: HandRecord, log: Log, deal: Deal) -> list[list[str]]:
    """The cards that the log shows each side to have captured."""
    piles: list[list[str]] = [[] for _ in range(deal.sides)]
    for trick, won in zip(record.tricks, log.winners, strict=True):
        if won is not None:
            piles[deal.side_of(won)] += trick.cards
    return piles


def played_cards(record: HandRecord, log: Log, deal: Deal) -> list[list[str]]:
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
        lemma = lemmas.TRICK_SIZE_AND_OUT if out else lemmas.TRICK_SIZE
        conflict = lemma(deal, trick=i + 1, cards=cards_on, players=playing)
        out_of = (f"/tricks/{i}/out",) if trick.out else ()
        for j in range(playing, cards_on):
            yield conflict.finding(f"/tricks/{i}/cards/{j}", *out_of)


def _twice(record: HandRecord, deal: Deal) -> Iterator[Finding]:
    first: dict[str, tuple[int, int]] = {}
    for i, trick in enumerate(record.tricks):
        for j, card in enumerate(trick.cards):
            earlier = first.setdefault(card, (i, j))
            if earlier != (i, j):
                facts = (f"/tricks/{a}/cards/{b}" for a, b in (earlier, (i, j)))
                yield double_play_conflict(card, earlier[0], i, deal).finding(*facts)


def double_play_conflict(card: str, earlier: int, later: int, deal: Deal) -> Contradiction:
    """That a card is on two tricks, counted from 0, or on one of them twice."""
    if earlier == later:
        return lemmas.CARD_TWICE_ON_TRICK(deal, card=card, trick=later + 1)
    return lemmas.CARD_PLAYED_TWICE(deal, card=card, tricks=(earlier + 1, later + 1))


def _leaders(record: HandRecord, log: Log, deal: Deal, pitcher: int | None) -> Iterator[Finding]:
    """Leaders that were not due, and winners that the cards contradict (L1 to L3)."""
    before = pitcher
    for i, (trick, out) in enumerate(zip(record.tricks, _out(record, deal), strict=True)):
        # Where somebody may be out, only a trick of which all players are known tells that he
        # was not.
        is_known = not deal.is_trumps_only or len(trick.cards) + len(out) >= deal.players
        due = _next_in(before, out, deal) if is_known else None
        if trick.leader is not None and due is not None and trick.leader != due:
            conflict = _of_leader(i, trick.leader, due, deal, has_passed_on=due != before)
            yield conflict.finding(*play_facts(record))
        won = log.winners[i]
        if trick.winner is not None and won is not None and trick.winner != won:
            played = trick.cards[: len(log.seats[i])]
            best = tricks.winning_card(played, log.trump, deal.pack)
            conflict = lemmas.WRONG_WINNER(
                deal, winner=won, card=best, trick=i + 1, claimed=trick.winner
            )
            yield conflict.finding(*play_facts(record))
        # The entered winner goes before the one by the cards, so that one wrong award is found
        # once and not again in every trick that follows.
        before = trick.winner if trick.winner is not None else won


def _of_leader(
    place: int, leader: int, due: int, deal: Deal, *, has_passed_on: bool
) -> Contradiction:
    """Who led out of turn, and why another was to lead."""
    if has_passed_on:
        conflict = lemmas.LEAD_PASSED_ON(deal, leader=leader, trick=place + 1, due=due)
        # To the first trick the pitcher leads, which is a matter of the rules.
        own = structs.replace(conflict, code="wrong_first_leader", kind=lemmas.RULESET)
        return conflict if place else own
    if place == 0:
        return lemmas.WRONG_FIRST_LEADER(deal, leader=leader, pitchers=(due,))
    return lemmas.WRONG_LEADER(deal, leader=leader, trick=place + 1, winner=due)


def _trump(record: HandRecord, deal: Deal) -> Iterator[Finding]:
    """The first card led is a trump: by definition, or because a trump was due (L5)."""
    if not record.tricks or not record.tricks[0].cards:
        return
    first, rules = record.tricks[0].cards[0], deal.ruleset.rules
    makes_trump = rules.trump_by is TrumpBy.FIRST_CARD
    if makes_trump and cards.is_joker(first) and rules.pitched_joker is PitchedJoker.BARRED:
        yield lemmas.JOKER_LED(deal, card=first).finding("/tricks/0/cards/0")
    made = trump_by_lead(first, rules, deal.pack) if makes_trump else None
    if record.trump is None or not deal.leads_trump:
        return
    trump = record.trump.value
    is_right = made in {None, trump} if makes_trump else deal.pack.suit_of(first, trump) == trump
    if is_right:
        return
    yield first_lead_conflict(first, made, trump, deal).finding("/trump", "/tricks/0/cards/0")


def first_lead_conflict(card: str, made: str | None, trump: str, deal: Deal) -> Contradiction:
    """That the first card led is no trump, or would have made another suit trump (L5)."""
    if made is None:
        conflict = lemmas.LED_NO_TRUMP(deal, card=card, trump=trump)
    else:
        conflict = lemmas.LED_ANOTHER_SUIT(deal, card=card, suit=made, trump=trump)
    makes_trump = deal.ruleset.rules.trump_by is TrumpBy.FIRST_CARD
    kind = lemmas.ARITHMETIC if makes_trump else lemmas.VIOLATION
    return structs.replace(conflict, kind=kind)


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
                conflict = lemmas.CAPTURED_ELSEWHERE(
                    deal, winner=side, card=card, trick=trick + 1, side=pile.side
                )
                yield conflict.finding(*play_facts(record), f"/piles/{i}/cards/{j}")


def play_facts(record: HandRecord) -> tuple[str, ...]:
    """All that leaders and winners are worked out from; a search tells which of it is needed."""
    return records.fact_pointers(record, "tricks", "trump", "contract", "calls", "claims")
