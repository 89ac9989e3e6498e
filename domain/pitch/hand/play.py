"""Play: leaders, winners and players by the order of play, and the plays that it proves wrong."""

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
    """The winners and players of tricks, as far as they were entered or follow."""

    trump: str | None
    winners: tuple[int | None, ...]
    """The seat that won each trick: by its cards if all are known, else as entered."""
    seats: tuple[tuple[int, ...], ...]
    """The seats that played the cards of each trick, in playing order; empty if unknown. Further
    cards are surplus trumps, which were thrown to the first trick."""


def trump_suit(record: HandRecord, deal: Deal) -> str | None:
    """Return the trump suit: as entered, or by the first lead, or by a claimed High or Low."""
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
    """Return the suit that is trump if this card was led first; None if it does not show that."""
    if rules.trump_by is not TrumpBy.FIRST_CARD:
        # A named trump has to be led first, unless any card may be: then the lead shows nothing.
        is_free = rules.trump_by is TrumpBy.NAMED and rules.follow is not Follow.TRUMPS_ONLY
        return None if is_free else suit_of_trump(first, pack)
    if cards.is_joker(first):
        return Suit.SPADES.value if rules.pitched_joker is PitchedJoker.SPADES else None
    return cards.suit(first)


def suit_of_trump(card: str, pack: Pack) -> str | None:
    """Return the suit that is trump if a card is one; None for jokers and possible off-cards."""
    is_own_suit = not cards.is_joker(card) and cards.rank(card) not in pack.off_ranks
    return cards.suit(card) if is_own_suit else None


def read(record: HandRecord, deal: Deal, pitcher: int | None) -> Log:
    """Return the log of a record, with the leaders and winners that its cards prove."""
    trump = trump_suit(record, deal)
    if not record.tricks:
        return Log(trump, (), ())
    winners: list[int | None] = []
    seats: list[tuple[int, ...]] = []
    due_leader = pitcher
    for place, (trick, out) in enumerate(zip(record.tricks, _out_seats(record, deal), strict=True)):
        leader = trick.leader
        if leader is None:
            leader = _pass_lead(due_leader, out, deal)
        order = _playing_order(leader, out, deal)
        winner = trick.winner
        if order and trump is not None and len(trick.cards) >= len(order):
            best = tricks.winning_card(trick.cards[: len(order)], trump, deal.pack)
            winner = order[trick.cards.index(best)]
        # The leader of the next trick won this one, unless a winner who is out passed the lead on.
        elif winner is None and place + 1 < len(record.tricks) and not deal.is_trumps_only:
            winner = record.tricks[place + 1].leader
        winners.append(winner)
        seats.append(_players(trick, order, deal))
        due_leader = winner
    return Log(trump, tuple(winners), tuple(seats))


def _out_seats(record: HandRecord, deal: Deal) -> list[frozenset[int]]:
    """Return the seats that are out of each trick: a player without trumps stays out.

    Unless the record has him lead again, or has more cards than the others can have played.
    """
    by_trick: list[frozenset[int]] = []
    out = frozenset[int]()
    for trick in record.tricks:
        out = out.union(trick.out)
        if trick.leader in out or len(trick.cards) > deal.players - len(out):
            out = frozenset(trick.out) - {trick.leader}
        by_trick.append(out)
    return by_trick


def _pass_lead(winner: int | None, out: frozenset[int], deal: Deal) -> int | None:
    """Return the seat that leads after a winner: his own, or the next to the left not out."""
    return next(iter(_playing_order(winner, out, deal)), None)


def _playing_order(leader: int | None, out: frozenset[int], deal: Deal) -> tuple[int, ...]:
    """Return the seats in the order in which they play to a trick; empty if no leader is known."""
    if leader is None:
        return ()
    turns = ((leader + turn) % deal.players for turn in range(deal.players))
    return tuple(seat for seat in turns if seat not in out)


def _players(trick: Trick, order: tuple[int, ...], deal: Deal) -> tuple[int, ...]:
    """Return the seats that played the cards of a trick."""
    # With fewer cards than players, and players who may be out, only the leader's card is known.
    if deal.is_trumps_only and len(trick.cards) < len(order):
        return order[:1] if trick.cards else ()
    return order[: len(trick.cards)]


def captured_cards(record: HandRecord, log: Log, deal: Deal) -> list[list[str]]:
    """Return the cards that each side captured by the log, by side."""
    piles: list[list[str]] = [[] for _ in range(deal.sides)]
    for trick, winner in zip(record.tricks, log.winners, strict=True):
        if winner is not None:
            piles[deal.side_of(winner)] += trick.cards
    return piles


def played_cards(record: HandRecord, log: Log, deal: Deal) -> list[list[str]]:
    """Return the cards that each seat played by the log, by seat."""
    by_seat: list[list[str]] = [[] for _ in range(deal.players)]
    for trick, seats in zip(record.tricks, log.seats, strict=True):
        # Surplus trumps come after the cards that were played.
        for seat, card in zip(seats, trick.cards, strict=False):
            by_seat[seat].append(card)
    return by_seat


def check(record: HandRecord, log: Log, deal: Deal, pitcher: int | None) -> Iterator[Finding]:
    """Yield what the order of play proves wrong: sizes, leaders, winners; not revokes."""
    yield from _sizes(record, deal)
    yield from _repeated_cards(record, deal)
    yield from _leaders(record, log, deal, pitcher)
    yield from _first_lead(record, deal)
    yield from _misplaced_cards(record, log, deal)


def _sizes(record: HandRecord, deal: Deal) -> Iterator[Finding]:
    """Yield a finding for every card beyond one of each player in a trick."""
    for i, (trick, out) in enumerate(zip(record.tricks, _out_seats(record, deal), strict=True)):
        if i == 0 and deal.surplus is Surplus.ON_FIRST_TRICK:
            continue
        playing, cards_on = deal.players - len(out), len(trick.cards)
        lemma = lemmas.TRICK_SIZE_AND_OUT if out else lemmas.TRICK_SIZE
        conflict = lemma(deal, trick=i + 1, cards=cards_on, players=playing)
        out_facts = (f"/tricks/{i}/out",) if trick.out else ()
        for j in range(playing, cards_on):
            yield conflict.finding(f"/tricks/{i}/cards/{j}", *out_facts)


def _repeated_cards(record: HandRecord, deal: Deal) -> Iterator[Finding]:
    """Yield a finding for every card that was played before."""
    first: dict[str, tuple[int, int]] = {}
    for i, trick in enumerate(record.tricks):
        for j, card in enumerate(trick.cards):
            earlier = first.setdefault(card, (i, j))
            if earlier != (i, j):
                facts = (f"/tricks/{a}/cards/{b}" for a, b in (earlier, (i, j)))
                yield double_play_conflict(card, earlier[0], i, deal).finding(*facts)


def double_play_conflict(card: str, earlier: int, later: int, deal: Deal) -> Contradiction:
    """Return the conflict of a card on two tricks, counted from 0, or twice on one."""
    if earlier == later:
        return lemmas.CARD_TWICE_ON_TRICK(deal, card=card, trick=later + 1)
    return lemmas.CARD_PLAYED_TWICE(deal, card=card, tricks=(earlier + 1, later + 1))


def _leaders(record: HandRecord, log: Log, deal: Deal, pitcher: int | None) -> Iterator[Finding]:
    """Yield the leaders that were not due, and the winners that cards contradict."""
    winner_before = pitcher
    for i, (trick, out) in enumerate(zip(record.tricks, _out_seats(record, deal), strict=True)):
        # If players may be out, only a trick with all its players known shows that one was not.
        has_players = not deal.is_trumps_only or len(trick.cards) + len(out) >= deal.players
        due = _pass_lead(winner_before, out, deal) if has_players else None
        if trick.leader is not None and due is not None and trick.leader != due:
            is_passed_on = due != winner_before
            conflict = _leader_conflict(i, trick.leader, due, deal, is_passed_on=is_passed_on)
            yield conflict.finding(*play_facts(record))
        winner = log.winners[i]
        if trick.winner is not None and winner is not None and trick.winner != winner:
            best = tricks.winning_card(trick.cards[: len(log.seats[i])], log.trump, deal.pack)
            conflict = lemmas.WRONG_WINNER(
                deal, winner=winner, card=best, trick=i + 1, claimed=trick.winner
            )
            yield conflict.finding(*play_facts(record))
        # The entered winner goes before the one by the cards, so that one wrong award is reported
        # once and not again in every trick that follows.
        winner_before = trick.winner if trick.winner is not None else winner


def _leader_conflict(
    place: int, leader: int, due: int, deal: Deal, *, is_passed_on: bool
) -> Contradiction:
    """Return the conflict of a leader out of turn with the one who was due."""
    if is_passed_on:
        conflict = lemmas.LEAD_PASSED_ON(deal, leader=leader, trick=place + 1, due=due)
        # The pitcher leads to the first trick, which is a matter of the rules.
        if place == 0:
            return structs.replace(conflict, code="wrong_first_leader", kind=lemmas.RULESET)
        return conflict
    if place == 0:
        return lemmas.WRONG_FIRST_LEADER(deal, leader=leader, pitchers=(due,))
    return lemmas.WRONG_LEADER(deal, leader=leader, trick=place + 1, winner=due)


def _first_lead(record: HandRecord, deal: Deal) -> Iterator[Finding]:
    """Yield findings on a first lead that is no trump, or a barred joker."""
    if not record.tricks or not record.tricks[0].cards:
        return
    first, rules = record.tricks[0].cards[0], deal.ruleset.rules
    makes_trump = rules.trump_by is TrumpBy.FIRST_CARD
    if makes_trump and cards.is_joker(first) and rules.pitched_joker is PitchedJoker.BARRED:
        yield lemmas.JOKER_LED(deal, card=first).finding("/tricks/0/cards/0")
    lead_suit = trump_by_lead(first, rules, deal.pack) if makes_trump else None
    if record.trump is None or not deal.leads_trump:
        return
    trump = record.trump.value
    if lead_suit not in {None, trump} if makes_trump else deal.pack.suit_of(first, trump) != trump:
        conflict = first_lead_conflict(first, lead_suit, trump, deal)
        yield conflict.finding("/trump", "/tricks/0/cards/0")


def first_lead_conflict(card: str, suit: str | None, trump: str, deal: Deal) -> Contradiction:
    """Return the conflict of a first lead that is no trump, or makes another suit trump."""
    if suit is None:
        conflict = lemmas.LED_NO_TRUMP(deal, card=card, trump=trump)
    else:
        conflict = lemmas.LED_ANOTHER_SUIT(deal, card=card, suit=suit, trump=trump)
    makes_trump = deal.ruleset.rules.trump_by is TrumpBy.FIRST_CARD
    kind = lemmas.ARITHMETIC if makes_trump else lemmas.VIOLATION
    return structs.replace(conflict, kind=kind)


def _misplaced_cards(record: HandRecord, log: Log, deal: Deal) -> Iterator[Finding]:
    """Yield the cards that are not in the pile of the side that won their trick."""
    awards = {
        card: (i, deal.side_of(seat))
        for i, (trick, seat) in enumerate(zip(record.tricks, log.winners, strict=True))
        if seat is not None
        for card in trick.cards
    }
    for i, pile in enumerate(record.piles):
        for j, card in enumerate(pile.cards):
            trick, side = awards.get(card, (0, pile.side))
            if side != pile.side:
                conflict = lemmas.CAPTURED_ELSEWHERE(
                    deal, winner=side, card=card, trick=trick + 1, side=pile.side
                )
                yield conflict.finding(*play_facts(record), f"/piles/{i}/cards/{j}")


def play_facts(record: HandRecord) -> tuple[str, ...]:
    """Return pointers to all that leaders and winners follow from; a search narrows them."""
    return records.fact_pointers(record, "tricks", "trump", "contract", "calls", "claims")
