"""Reasons that the order of play gives: leaders, winners, revokes, and where cards went."""

from collections.abc import Iterator
from itertools import combinations, product
from typing import Final

from pitch import cards
from pitch.cards import Suit
from pitch.findings import FindingKind
from pitch.hand import play
from pitch.hand.checks import revokes
from pitch.messages import CARD, COUNT, PLAYER, SIDE, SUIT, Message, Sentence
from pitch.proof.card_facts import KnownValue
from pitch.proof.facts import Facts
from pitch.proof.reasons.reason import Reason, Teller
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

_LOST: Final = {
    (code, why): Message(f"finding.{code}.{why}", player=PLAYER, card=CARD, other=CARD, trick=COUNT)
    for code in ("wrong_trick_winner", "wrong_leader")
    for why in ("beaten", "thrown_off")
}
"""That a card lost its trick: by what is wrong then, and by why it lost to another."""
_TORN_APART: Final = Message("finding.trick_in_two_piles", card=CARD, other=CARD, trick=COUNT)
_NOT_IN_PILE: Final = Message(
    "finding.card_captured_elsewhere.missing", side=SIDE, card=CARD, trick=COUNT
)
_SOMEBODYS: Final = Message(
    "finding.revoke.somebody", thrown=CARD, card=CARD, suit=SUIT, later=COUNT
)
_SOMEBODYS_OFF_CARD: Final = Message(
    "finding.revoke.somebody.off_card", thrown=CARD, card=CARD, suit=SUIT
)
_ANOTHERS: Final = Message("finding.card_of_another_hand", owner=PLAYER, card=CARD, player=PLAYER)


def found(facts: Facts) -> Iterator[Reason]:
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
    deal = facts.deal
    # A pitcher who has no trump, where only those are played, leaves the lead to the next.
    for among, led_to in product(
        () if facts.may_pass else facts.all(PitcherAmong), facts.all(LedTrick)
    ):
        if led_to.trick == 0 and led_to.seat not in among.seats:
            leader, pitchers = deal.player(led_to.seat), map(deal.player, among.seats)
            message = play.WRONG_FIRST_LEADER(leader=leader, pitchers=pitchers)
            ruleset, topics = Teller(facts, FindingKind.RULESET), ("play.lead",)
            yield ruleset.tell("wrong_first_leader", message, among, led_to, topics=topics)


def _no_trump_led(facts: Facts) -> Iterator[Reason]:
    """A first lead that is no trump, or that would have made another suit trump."""
    first, rules = facts.card(0, 0), facts.deal.ruleset.rules
    is_barred = rules.trump_by is TrumpBy.FIRST_CARD and rules.pitched_joker is PitchedJoker.BARRED
    if first is not None and is_barred and cards.is_joker(first.card):
        message = play.JOKER_LED(card=facts.named(first.card))
        ruleset = Teller(facts, FindingKind.RULESET)
        yield ruleset.tell("first_lead_is_a_joker", message, first, topics=("play.trump",))
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
        card = facts.named(first.card)
        message = (
            play.LED_NO_TRUMP(card=card, trump=named.suit)
            if made is None
            else play.LED_ANOTHER_SUIT(card=card, suit=made, trump=named.suit)
        )
        kind = FindingKind.ARITHMETIC if makes_trump else FindingKind.VIOLATION
        by, topics = (named, first), ("play.trump",)
        yield Teller(facts, kind).tell("first_lead_is_no_trump", message, *by, topics=topics)


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
        best = facts.best(led.trick - 1) if led.trick else None
        for won in (*took, *([best] if best else [])):
            if won.value != led.seat:
                yield _wrong_leader(facts, led, won)


def _wrong_leader(facts: Facts, led: LedTrick, won: KnownValue) -> Reason:
    leader, winner = map(facts.deal.player, (led.seat, won.value))
    message = play.WRONG_LEADER(leader=leader, trick=led.trick + 1, winner=winner)
    award = Teller(facts, FindingKind.AWARD)
    return award.tell("wrong_leader", message, led, won, topics=("play.lead",))


def _winners(facts: Facts, trick: int) -> Iterator[Reason]:
    """Who is said to have won a trick against its cards (L3)."""
    award, topics = Teller(facts, FindingKind.AWARD), ("play.trick",)
    best, place = facts.best(trick), facts.best_place(trick)
    won_by = facts.card(trick, place.value) if place else None
    for took in facts.all(TookTrick):
        if took.trick == trick and best and won_by and took.seat != best.value:
            winner, claimed = map(facts.deal.player, (best.value, took.seat))
            message = play.WRONG_WINNER(
                winner=winner, card=facts.named(won_by.card), trick=trick + 1, claimed=claimed
            )
            yield award.tell("wrong_trick_winner", message, took, best, topics=topics)
    winners: list[TookTrick | LedTrick] = [*facts.all(TookTrick), *facts.all(LedTrick)]
    for said in winners:
        won = said.trick if isinstance(said, TookTrick) else said.trick - 1
        leader = facts.leader(trick) if won == trick else None
        # The card of whoever is said to have won: one card that beats it is enough, the rest of
        # the trick need not be known.
        own = facts.card(trick, (said.seat - leader.value) % facts.deal.players) if leader else None
        if own is None or leader is None or facts.deal.is_trumps_only:
            continue
        # A wrong winner, or a wrong leader of the next trick, which says as much.
        code = "wrong_trick_winner" if isinstance(said, TookTrick) else "wrong_leader"
        player = facts.deal.player(said.seat)
        for why, by, on_trump in _beaten(facts, own):
            message = _LOST[code, why](
                player=player,
                card=facts.named(own.card),
                other=facts.named(by.card),
                trick=said.trick + 1,
            )
            yield award.tell(code, message, said, leader, own, by, topics=topics, trump=on_trump)


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
    award, topics = Teller(facts, FindingKind.AWARD), ("play.trick",)
    code, deal = "card_captured_elsewhere", facts.deal
    fell = {each.card: each for each in facts.all(PlayedToTrick) if each.trick == trick}
    taken = [each for each in facts.all(InPile) if each.card in fell]
    # Cards of one trick stay together even where nobody knows who won it.
    for one, other in combinations(taken, 2):
        if one.side != other.side:
            message = _TORN_APART(
                card=facts.named(one.card), other=facts.named(other.card), trick=trick + 1
            )
            by = (one, other, fell[one.card], fell[other.card])
            physical = Teller(facts, FindingKind.PHYSICAL)
            yield physical.tell("trick_in_two_piles", message, *by, topics=topics)
    won = facts.winner(trick)
    if won is None:
        return
    winner = deal.side_of(won.value)
    for each in taken:
        if each.side != winner:
            message = play.CAPTURED_ELSEWHERE(
                winner=deal.side(winner),
                card=facts.named(each.card),
                trick=trick + 1,
                side=deal.side(each.side),
            )
            yield award.tell(code, message, each, fell[each.card], won, topics=topics)
    for card, played in fell.items():
        closed = facts.closed(winner, whole=not facts.pack.pips[card])
        if closed is None or card in closed.cards:
            continue
        message = _NOT_IN_PILE(side=deal.side(winner), card=facts.named(card), trick=trick + 1)
        yield award.tell(code, message, played, won, closed, topics=topics)


def _revokes(facts: Facts) -> Iterator[Reason]:
    """Who neither followed nor trumped and later showed the suit revoked (L6, L7).

    Where suit has to be followed strictly, a trump does not excuse either.
    """
    violation, topics = Teller(facts, FindingKind.VIOLATION), ("play.follow", "irregular.revoke")
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
        message = _reneged(facts, discard, suit or "", later)
        by: tuple[KnownValue | Statement, ...] = (discard, led, later, *same)
        yield violation.tell("revoke", message, *by, topics=topics, trump=True)


def _reneged(facts: Facts, discard: PlayedToTrick, led: str, later: PlayedToTrick) -> Sentence:
    """Who did not follow, or that somebody did not where the record leaves open who."""
    seat, trump = facts.who_played(discard), facts.trump or ""
    thrown, card, pack = discard.card, later.card, facts.pack
    if seat is not None:
        player = facts.deal.player(seat)
        return revokes.of_revoke(player, thrown, card, led, later.trick, trump, pack)
    if revokes.is_off_card(card, trump, pack):
        return _SOMEBODYS_OFF_CARD(thrown=facts.named(thrown), card=card, suit=led)
    return _SOMEBODYS(
        thrown=facts.named(thrown), card=facts.named(card), suit=led, later=later.trick + 1
    )


def _same_player(
    facts: Facts, one: PlayedToTrick, later: PlayedToTrick
) -> tuple[Statement, ...] | None:
    """What tells that two cards are of one player; None unless it is told."""
    # How far the lead has moved between two tricks is enough, even if nobody said where it began.
    turned = facts.turned(one.trick, later.trick)
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
            dealt_to, played_by = map(facts.deal.player, (owner.seat, player.value))
            message = _ANOTHERS(owner=dealt_to, card=facts.named(fell.card), player=played_by)
            physical = Teller(facts, FindingKind.PHYSICAL)
            yield physical.tell("card_of_another_hand", message, owner, player)
