"""Reasons from the order of play: leaders, winners, revokes, and where cards went."""

from collections.abc import Iterator
from itertools import combinations, product

from msgspec import structs

from pitch import cards
from pitch.hand import lemmas, play
from pitch.hand.checks import revokes
from pitch.proof.card_facts import KnownValue
from pitch.proof.facts import Facts, Reason, explain
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
    """Yield every reason from the order of play."""
    yield from _first_lead(facts)
    yield from _leaders(facts)
    for trick in {fell.trick for fell in facts.all(PlayedToTrick)}:
        yield from _winners(facts, trick)
        yield from _elsewhere(facts, trick)
    yield from _revokes(facts)
    yield from _other_hands(facts)


def _first_lead(facts: Facts) -> Iterator[Reason]:
    """Yield first leads by another than the pitcher, or of no trump."""
    yield from _no_trump_led(facts)
    # If only trumps are played, a pitcher without any leaves the lead to the next player.
    for among, led_to in product(
        () if facts.may_pass else facts.all(PitcherAmong), facts.all(LedTrick)
    ):
        if led_to.trick == 0 and led_to.seat not in among.seats:
            lemma, leader = lemmas.WRONG_FIRST_LEADER, led_to.seat
            conflict = lemma(facts.deal, leader=leader, pitchers=among.seats)
            yield explain(facts, conflict, among, led_to)


def _no_trump_led(facts: Facts) -> Iterator[Reason]:
    """Yield a first lead that is no trump, or that would have made another suit trump."""
    first, rules = facts.card(0, 0), facts.deal.ruleset.rules
    is_barred = rules.trump_by is TrumpBy.FIRST_CARD and rules.pitched_joker is PitchedJoker.BARRED
    if first is not None and is_barred and cards.is_joker(first.card):
        conflict = lemmas.JOKER_LED(facts.deal, card=first.card)
        own = structs.replace(conflict, code="first_lead_is_a_joker", kind=lemmas.RULESET)
        yield explain(facts, own, first)
    for trump in facts.all(TrumpIs) if facts.deal.leads_trump else ():
        if first is None:
            continue
        makes_trump = rules.trump_by is TrumpBy.FIRST_CARD
        suit_made = play.trump_by_lead(first.card, rules, facts.pack) if makes_trump else None
        is_trump = facts.pack.suit_of(first.card, trump.suit) == trump.suit
        if suit_made == trump.suit or (is_trump and suit_made is None):
            continue
        conflict = play.first_lead_conflict(first.card, suit_made, trump.suit, facts.deal)
        yield explain(facts, conflict, trump, first)


def _leaders(facts: Facts) -> Iterator[Reason]:
    """Yield leaders who did not win the trick before, as stated or by its cards.

    Not if only trumps are played: then the lead passes to the left from a player without trumps.
    """
    for led in () if facts.deal.is_trumps_only else facts.all(LedTrick):
        winners = facts.all(TookTrick, trick=led.trick - 1)
        won_by_word = [KnownValue(took.seat, (took,)) for took in winners]
        # By word and by cards apart: the one may be wrong and the other right.
        best = facts.winner_by_cards(led.trick - 1) if led.trick else None
        for won in (*won_by_word, *([best] if best else [])):
            if won.value != led.seat:
                lemma, trick = lemmas.WRONG_LEADER, led.trick + 1
                conflict = lemma(facts.deal, leader=led.seat, trick=trick, winner=won.value)
                yield explain(facts, conflict, led, won)


def _winners(facts: Facts, trick: int) -> Iterator[Reason]:
    """Yield stated winners whom the cards of a trick rule out."""
    best, place = facts.winner_by_cards(trick), facts.winning_place(trick)
    won_by = facts.card(trick, place.value) if place else None
    for took in facts.all(TookTrick, trick=trick):
        if best and won_by and took.seat != best.value:
            about = {"winner": best.value, "claimed": took.seat, "trick": trick + 1}
            conflict = lemmas.WRONG_WINNER(facts.deal, **about, card=won_by.card)
            yield explain(facts, conflict, took, best)
    winners: list[TookTrick | LedTrick] = [*facts.all(TookTrick), *facts.all(LedTrick)]
    for claim in winners:
        won = claim.trick if isinstance(claim, TookTrick) else claim.trick - 1
        leader = facts.leader(trick) if won == trick else None
        # One card that beats that of the stated winner is enough, without the rest of the trick.
        own = (
            facts.card(trick, (claim.seat - leader.value) % facts.deal.players) if leader else None
        )
        if own is None or leader is None or facts.deal.is_trumps_only:
            continue
        # A wrong winner, or a wrong leader of the next trick, which says as much.
        code = "wrong_trick_winner" if isinstance(claim, TookTrick) else "wrong_leader"
        for why, by, on_trump in _losses(facts, own):
            conflict = lemmas.LOST[code, why](
                facts.deal,
                player=claim.seat,
                card=own.card,
                other=by.card,
                trick=claim.trick + 1,
            )
            yield explain(facts, conflict, claim, leader, own, by, trump=on_trump)


def _losses(facts: Facts, own: PlayedToTrick) -> Iterator[tuple[str, PlayedToTrick, bool]]:
    """Yield why a card did not win its trick, the card that shows it, and if by the suit."""
    is_trump = facts.is_trump(own.card)
    for rival in facts.all(PlayedToTrick):
        if rival.trick != own.trick or rival == own:
            continue
        turns_on_trump = not facts.is_natural(own.card, rival.card)
        if turns_on_trump and facts.trump is None:
            continue
        same = facts.suit(rival.card) == facts.suit(own.card)
        if same and facts.order(rival.card) > facts.order(own.card):
            yield "beaten", rival, turns_on_trump
        if not same and facts.is_trump(rival.card):
            yield "beaten", rival, True
        # A card that neither follows nor trumps wins nothing; the first card sets the suit led.
        is_discard = not same and rival.place == 0 and not is_trump
        if is_discard and facts.suit(own.card) != cards.JOKER and facts.trump is not None:
            yield "thrown_off", rival, True


def _elsewhere(facts: Facts, trick: int) -> Iterator[Reason]:
    """Yield cards of a trick that are not in the pile of the side that won it."""
    deal, number = facts.deal, trick + 1
    fell = {played.card: played for played in facts.all(PlayedToTrick, trick=trick)}
    captures = [taken for taken in facts.all(InPile) if taken.card in fell]
    # Cards of one trick stay together even where nobody knows who won it.
    for first, second in combinations(captures, 2):
        if first.side != second.side:
            conflict = lemmas.TRICK_IN_TWO_PILES(
                deal, card=first.card, other=second.card, trick=number
            )
            by = (first, second, fell[first.card], fell[second.card])
            yield explain(facts, conflict, *by)
    won = facts.winner(trick)
    if won is None:
        return
    winner = deal.side_of(won.value)
    for taken in captures:
        if taken.side != winner:
            conflict = lemmas.CAPTURED_ELSEWHERE(
                deal, winner=winner, card=taken.card, trick=number, side=taken.side
            )
            yield explain(facts, conflict, taken, fell[taken.card], won)
    for card, played in fell.items():
        pile = facts.closed_pile(winner, whole=not facts.pack.pips[card])
        if pile is not None and card not in pile.cards:
            conflict = lemmas.CAPTURED_NOT_THERE(deal, side=winner, card=card, trick=number)
            yield explain(facts, conflict, played, won, pile)


def _revokes(facts: Facts) -> Iterator[Reason]:
    """Yield cards that neither followed nor trumped before their player showed the suit.

    If suit has to be followed strictly, a trump does not excuse either.
    """
    may_trump = facts.deal.ruleset.rules.follow is Follow.FOLLOW_OR_TRUMP
    fell = () if facts.trump is None else facts.all(PlayedToTrick)
    for discard, later in product(fell, fell):
        led = facts.card(discard.trick, 0)
        suit = None if led is None else facts.suit(led.card)
        # A joker apart may be played to anything, and anything to it.
        allowed = {suit, cards.JOKER, *([facts.trump] if may_trump else [])}
        if led is None or suit == cards.JOKER or facts.suit(later.card) != suit:
            continue
        if facts.suit(discard.card) in allowed:
            continue
        # Cards have places and not players, so their players have to follow from the leaders.
        same = _same_player(facts, discard, later) if later.trick > discard.trick else None
        if same is None:
            continue
        seat, trump = facts.player_seat(discard), facts.trump or ""
        thrown, card, at = discard.card, later.card, later.trick
        conflict = revokes.revoke_conflict(seat, thrown, card, suit or "", at, trump, facts.deal)
        yield explain(facts, conflict, discard, led, later, *same, trump=True)


def _same_player(
    facts: Facts, earlier: PlayedToTrick, later: PlayedToTrick
) -> tuple[Statement, ...] | None:
    """Return the statements by which two cards are of one player; None if they need not be."""
    # The shift of the lead between two tricks is enough, even if nobody said where it began.
    shift = facts.lead_shift(earlier.trick, later.trick)
    if shift is not None:
        is_same = (shift.value + later.place - earlier.place) % facts.deal.players == 0
        return shift.by if is_same else None
    first, second = facts.player(earlier), facts.player(later)
    if first is None or second is None or first.value != second.value:
        return None
    return (*first.by, *second.by)


def _other_hands(facts: Facts) -> Iterator[Reason]:
    """Yield cards that one seat was dealt and another played."""
    owners = {dealt.card: dealt for dealt in facts.all(WasDealt)}
    for fell in facts.all(PlayedToTrick):
        player, owner = facts.player(fell), owners.get(fell.card)
        if player is not None and owner is not None and owner.seat != player.value:
            had, played, lemma = owner.seat, player.value, lemmas.CARD_OF_ANOTHER_HAND
            conflict = lemma(facts.deal, owner=had, card=fell.card, player=played)
            yield explain(facts, conflict, owner, player)
