"""Reasons that the order of play gives: leaders, winners, revokes, and where cards went."""

from collections.abc import Iterator
from itertools import combinations, product

from msgspec import structs

from pitch import cards
from pitch.cards import Suit
from pitch.hand import lemmas, play
from pitch.hand.checks import revokes
from pitch.proof.card_facts import KnownValue
from pitch.proof.facts import Facts
from pitch.proof.reasons.reason import Reason, explain
from pitch.proof.statements import (
    InPile,
    LedTrick,
    PitcherAmong,
    PlayedToTrick,
    Statement,
    TookTrick,
    TrumpIs,
    WasDealt,
)
from pitch.rules.choices import PitchedJoker, TrumpBy
from pitch.tricks import Follow


def find(facts: Facts) -> Iterator[Reason]:
    """Every reason of that sort."""
    yield from _first_lead(facts)
    yield from _leaders(facts)
    for trick in {each.trick for each in facts.all(PlayedToTrick)}:
        yield from _winners(facts, trick)
        yield from _elsewhere(facts, trick)
    yield from _revokes(facts)
    yield from _other_hands(facts)


def _first_lead(facts: Facts) -> Iterator[Reason]:
    """The pitcher leads first, and a trump: by definition, or because a trump was due (L5)."""
    yield from _no_trump_led(facts)
    # A pitcher who has no trump, where only those are played, leaves the lead to the next.
    for among, led_to in product(
        () if facts.may_pass else facts.all(PitcherAmong), facts.all(LedTrick)
    ):
        if led_to.trick == 0 and led_to.seat not in among.seats:
            lemma, leader = lemmas.WRONG_FIRST_LEADER, led_to.seat
            conflict = lemma(facts.deal, leader=leader, pitchers=among.seats)
            yield explain(facts, conflict, among, led_to)


def _no_trump_led(facts: Facts) -> Iterator[Reason]:
    """A first lead that is no trump, or that would have made another suit trump."""
    first, rules = facts.card(0, 0), facts.deal.ruleset.rules
    is_barred = rules.trump_by is TrumpBy.FIRST_CARD and rules.pitched_joker is PitchedJoker.BARRED
    if first is not None and is_barred and cards.is_joker(first.card):
        conflict = lemmas.JOKER_LED(facts.deal, card=first.card)
        own = structs.replace(conflict, code="first_lead_is_a_joker", kind=lemmas.RULESET)
        yield explain(facts, own, first)
    for named in facts.all(TrumpIs) if facts.deal.leads_trump else ():
        if first is None:
            continue
        makes_trump = rules.trump_by is TrumpBy.FIRST_CARD
        is_joker = cards.is_joker(first.card)
        made = cards.suit(first.card) if makes_trump and not is_joker else None
        if makes_trump and is_joker and rules.pitched_joker is PitchedJoker.SPADES:
            made = Suit.SPADES.value
        is_trump = facts.pack.suit_of(first.card, named.suit) == named.suit
        if made == named.suit or (is_trump and made is None):
            continue
        conflict = play.first_lead_conflict(first.card, made, named.suit, facts.deal)
        yield explain(facts, conflict, named, first)


def _leaders(facts: Facts) -> Iterator[Reason]:
    """Who is said to have led against who won the trick before, by word or by its cards (L2).

    Not where only trumps are played: there the lead goes on to the left from who has none.
    """
    for led in () if facts.deal.is_trumps_only else facts.all(LedTrick):
        took = [
            KnownValue(each.seat, (each,))
            for each in facts.all(TookTrick)
            if each.trick == led.trick - 1
        ]
        # By word and by cards apart: the one may be wrong and the other right.
        best = facts.winner_by_cards(led.trick - 1) if led.trick else None
        for won in (*took, *([best] if best else [])):
            if won.value != led.seat:
                lemma, trick = lemmas.WRONG_LEADER, led.trick + 1
                conflict = lemma(facts.deal, leader=led.seat, trick=trick, winner=won.value)
                yield explain(facts, conflict, led, won)


def _winners(facts: Facts, trick: int) -> Iterator[Reason]:
    """Who is said to have won a trick against its cards (L3)."""
    best, place = facts.winner_by_cards(trick), facts.winning_place(trick)
    won_by = facts.card(trick, place.value) if place else None
    for took in facts.all(TookTrick):
        if took.trick == trick and best and won_by and took.seat != best.value:
            about = {"winner": best.value, "claimed": took.seat, "trick": trick + 1}
            conflict = lemmas.WRONG_WINNER(facts.deal, **about, card=won_by.card)
            yield explain(facts, conflict, took, best)
    winners: list[TookTrick | LedTrick] = [*facts.all(TookTrick), *facts.all(LedTrick)]
    for stated in winners:
        won = stated.trick if isinstance(stated, TookTrick) else stated.trick - 1
        leader = facts.leader(trick) if won == trick else None
        # The card of whoever is said to have won: one card that beats it is enough, the rest of
        # the trick need not be known.
        own = (
            facts.card(trick, (stated.seat - leader.value) % facts.deal.players) if leader else None
        )
        if own is None or leader is None or facts.deal.is_trumps_only:
            continue
        # A wrong winner, or a wrong leader of the next trick, which says as much.
        code = "wrong_trick_winner" if isinstance(stated, TookTrick) else "wrong_leader"
        for why, by, on_trump in _beaten(facts, own):
            conflict = lemmas.LOST[code, why](
                facts.deal,
                player=stated.seat,
                card=own.card,
                other=by.card,
                trick=stated.trick + 1,
            )
            yield explain(facts, conflict, stated, leader, own, by, trump=on_trump)


def _beaten(facts: Facts, own: PlayedToTrick) -> Iterator[tuple[str, PlayedToTrick, bool]]:
    """Why a card did not win its trick: beaten, or thrown off; by which card; if by the suit."""
    is_trump = facts.is_trump(own.card)
    for other in facts.all(PlayedToTrick):
        if other.trick != own.trick or other == own:
            continue
        turns_on_trump = not facts.is_natural(own.card, other.card)
        if turns_on_trump and facts.trump is None:
            continue
        same = facts.suit(other.card) == facts.suit(own.card)
        if same and facts.order(other.card) > facts.order(own.card):
            yield "beaten", other, turns_on_trump
        if not same and facts.is_trump(other.card):
            yield "beaten", other, True
        # A card that neither follows nor trumps wins nothing, and only the first card says what
        # is led.
        is_discard = not same and other.place == 0 and not is_trump
        if is_discard and facts.suit(own.card) != cards.JOKER and facts.trump is not None:
            yield "thrown_off", other, True


def _elsewhere(facts: Facts, trick: int) -> Iterator[Reason]:
    """The cards of a trick go together, to the pile of the side that won it (L9)."""
    deal, number = facts.deal, trick + 1
    fell = {each.card: each for each in facts.all(PlayedToTrick) if each.trick == trick}
    taken = [each for each in facts.all(InPile) if each.card in fell]
    # Cards of one trick stay together even where nobody knows who won it.
    for one, other in combinations(taken, 2):
        if one.side != other.side:
            conflict = lemmas.TRICK_IN_TWO_PILES(
                deal, card=one.card, other=other.card, trick=number
            )
            yield explain(facts, conflict, one, other, fell[one.card], fell[other.card])
    won = facts.winner(trick)
    if won is None:
        return
    winner = deal.side_of(won.value)
    for each in taken:
        if each.side != winner:
            conflict = lemmas.CAPTURED_ELSEWHERE(
                deal, winner=winner, card=each.card, trick=number, side=each.side
            )
            yield explain(facts, conflict, each, fell[each.card], won)
    for card, played in fell.items():
        closed = facts.closed_pile(winner, whole=not facts.pack.pips[card])
        if closed is None or card in closed.cards:
            continue
        conflict = lemmas.CAPTURED_NOT_THERE(deal, side=winner, card=card, trick=number)
        yield explain(facts, conflict, played, won, closed)


def _revokes(facts: Facts) -> Iterator[Reason]:
    """Who neither followed nor trumped and later showed the suit revoked (L6, L7).

    Where suit has to be followed strictly, a trump does not excuse either.
    """
    may_trump = facts.deal.ruleset.rules.follow is Follow.FOLLOW_OR_TRUMP
    fell = () if facts.trump is None else facts.all(PlayedToTrick)
    for discard, later in product(fell, fell):
        led = facts.card(discard.trick, 0)
        suit = None if led is None else facts.suit(led.card)
        # A joker apart may be played to anything, and anything to it.
        excused = {suit, cards.JOKER, *([facts.trump] if may_trump else [])}
        if led is None or suit == cards.JOKER or facts.suit(later.card) != suit:
            continue
        if facts.suit(discard.card) in excused:
            continue
        # Cards are told by place and not by player, so whose they are has to follow from who led.
        same = _same_player(facts, discard, later) if later.trick > discard.trick else None
        if same is None:
            continue
        seat, trump = facts.who_played(discard), facts.trump or ""
        thrown, card, at = discard.card, later.card, later.trick
        conflict = revokes.revoke_conflict(seat, thrown, card, suit or "", at, trump, facts.deal)
        yield explain(facts, conflict, discard, led, later, *same, trump=True)


def _same_player(
    facts: Facts, one: PlayedToTrick, later: PlayedToTrick
) -> tuple[Statement, ...] | None:
    """What tells that two cards are of one player; None unless it is told."""
    # How far the lead has moved between two tricks is enough, even if nobody said where it began.
    turned = facts.lead_shift(one.trick, later.trick)
    if turned is not None:
        is_same = (turned.value + later.place - one.place) % facts.deal.players == 0
        return turned.by if is_same else None
    first, second = facts.player(one), facts.player(later)
    if first is None or second is None or first.value != second.value:
        return None
    return (*first.by, *second.by)


def _other_hands(facts: Facts) -> Iterator[Reason]:
    """A card that one was dealt and another played."""
    held = {each.card: each for each in facts.all(WasDealt)}
    for fell in facts.all(PlayedToTrick):
        player, owner = facts.player(fell), held.get(fell.card)
        if player is not None and owner is not None and owner.seat != player.value:
            had, played, lemma = owner.seat, player.value, lemmas.CARD_OF_ANOTHER_HAND
            conflict = lemma(facts.deal, owner=had, card=fell.card, player=played)
            yield explain(facts, conflict, owner, player)
