"""Reasons that the order of play gives: leaders, winners, revokes, and where cards went."""

from collections.abc import Iterator
from itertools import combinations, product

from domain import cards
from domain.findings import FindingKind
from domain.proof.facts import Facts, KnownValue
from domain.proof.reasons.reason import Reason, Teller
from domain.proof.statements import (
    InPile,
    LedTrick,
    PitcherAmong,
    PlayedToTrick,
    Statement,
    TookTrick,
    TrumpIs,
    WasDealt,
)
from domain.rules.options import TrumpBy
from domain.wording import ORDINALS, either


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
    first = facts.card(0, 0)
    for named in facts.all(TrumpIs):
        if first is None or cards.suit(first.card) == named.suit:
            continue
        is_due = facts.deal.ruleset.rules.trump_by is TrumpBy.NAMED_AND_LED
        suit, led = cards.suit_name(named.suit), cards.suit_name(cards.suit(first.card))
        so = (
            f"but with {suit} named a trump had to be led."
            if is_due
            else f"so {led} were trump, not {suit}."
        )
        message = f"The first card led was the {cards.name(first.card)}, {so}"
        kind = FindingKind.VIOLATION if is_due else FindingKind.ARITHMETIC
        by, topics = (named, first), ("play.trump",)
        yield Teller(facts, kind).tell("first_lead_is_no_trump", message, *by, topics=topics)
    for among, led_to in product(facts.all(PitcherAmong), facts.all(LedTrick)):
        if led_to.trick == 0 and led_to.seat not in among.seats:
            pitched = either(facts.names[seat] for seat in among.seats)
            message = (
                f"{facts.names[led_to.seat]} led to the first trick, but {pitched} pitched "
                "and was to lead."
            )
            ruleset, topics = Teller(facts, FindingKind.RULESET), ("play.lead",)
            yield ruleset.tell("wrong_first_leader", message, among, led_to, topics=topics)


def _leaders(facts: Facts) -> Iterator[Reason]:
    """Who is said to have led against who won the trick before, by word or by its cards (L2)."""
    for led in facts.all(LedTrick):
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
    message = (
        f"{facts.names[led.seat]} led to the {ORDINALS[led.trick]} trick, but "
        f"{facts.names[won.value]} won the {ORDINALS[led.trick - 1]} and was to lead."
    )
    award = Teller(facts, FindingKind.AWARD)
    return award.tell("wrong_leader", message, led, won, topics=("play.lead",))


def _winners(facts: Facts, trick: int) -> Iterator[Reason]:
    """Who is said to have won a trick against its cards (L3)."""
    award, topics = Teller(facts, FindingKind.AWARD), ("play.trick",)
    best = facts.best(trick)
    for took in facts.all(TookTrick):
        if took.trick == trick and best is not None and took.seat != best.value:
            message = (
                f"By its cards {facts.names[best.value]} won the {ORDINALS[trick]} trick, "
                f"so it was not won by {facts.names[took.seat]}."
            )
            yield award.tell("wrong_trick_winner", message, took, best, topics=topics)
    winners: list[TookTrick | LedTrick] = [*facts.all(TookTrick), *facts.all(LedTrick)]
    for said in winners:
        won = said.trick if isinstance(said, TookTrick) else said.trick - 1
        leader = facts.leader(trick) if won == trick else None
        # The card of whoever is said to have won: one card that beats it is enough, the rest of
        # the trick need not be known.
        own = facts.card(trick, (said.seat - leader.value) % facts.deal.players) if leader else None
        if own is None or leader is None:
            continue
        for why, by, on_trump in _beaten(facts, own):
            name = facts.names[said.seat]
            claim = f"so {name} did not win the {ORDINALS[trick]} trick"
            code, wrong = "wrong_trick_winner", f"{why}, {claim}."
            if isinstance(said, LedTrick):
                code = "wrong_leader"
                wrong = f"{why}, {claim} and was not to lead to the {ORDINALS[said.trick]}."
            yield award.tell(code, wrong, said, leader, *by, topics=topics, trump=on_trump)


def _beaten(
    facts: Facts, own: PlayedToTrick
) -> Iterator[tuple[str, tuple[PlayedToTrick, ...], bool]]:
    """Why a card did not win its trick: the cards that say so, and whether by the trump suit."""
    mine = cards.name(own.card)
    for other in facts.all(PlayedToTrick):
        if other.trick != own.trick or other == own:
            continue
        same = cards.suit(other.card) == cards.suit(own.card)
        if same and facts.pack.order[other.card] > facts.pack.order[own.card]:
            yield f"The {cards.name(other.card)} beats the {mine}", (own, other), False
        if not same and cards.suit(other.card) == facts.trump:
            yield f"The {cards.name(other.card)} trumps the {mine}", (own, other), True
        # A card that neither follows nor trumps wins nothing, and only the first card says what
        # is led.
        is_discard = not same and other.place == 0 and cards.suit(own.card) != facts.trump
        if is_discard and facts.trump is not None:
            led = cards.name(other.card)
            yield f"The {mine} does not follow the {led} and is no trump", (own, other), True


def _elsewhere(facts: Facts, trick: int) -> Iterator[Reason]:
    """The cards of a trick go together, to the pile of the side that won it (L9)."""
    award, topics = Teller(facts, FindingKind.AWARD), ("play.trick",)
    code, where = "card_captured_elsewhere", f"in the {ORDINALS[trick]} trick"
    fell = {each.card: each for each in facts.all(PlayedToTrick) if each.trick == trick}
    taken = [each for each in facts.all(InPile) if each.card in fell]
    # Cards of one trick stay together even where nobody knows who won it.
    for one, other in combinations(taken, 2):
        if one.side != other.side:
            message = (
                f"The {cards.name(one.card)} and the {cards.name(other.card)} fell {where}, so "
                f"one is not in the pile of {facts.sides[one.side]} and the other in that of "
                f"{facts.sides[other.side]}."
            )
            by = (one, other, fell[one.card], fell[other.card])
            physical = Teller(facts, FindingKind.PHYSICAL)
            yield physical.tell("trick_in_two_piles", message, *by, topics=topics)
    won = facts.winner(trick)
    if won is None:
        return
    winner = facts.deal.side_of(won.value)
    name = facts.sides[winner]
    for each in taken:
        if each.side != winner:
            message = (
                f"The {cards.name(each.card)} fell {where}, which {name} won, "
                f"so it is not in the pile of {facts.sides[each.side]}."
            )
            yield award.tell(code, message, each, fell[each.card], won, topics=topics)
    for card, played in fell.items():
        closed = facts.closed(winner, whole=not facts.pack.pips[card])
        if closed is None or card in closed.cards:
            continue
        message = (
            f"The {cards.name(card)} fell {where}, so it is in the pile of {name}, who won it."
        )
        yield award.tell(code, message, played, won, closed, topics=topics)


def _revokes(facts: Facts) -> Iterator[Reason]:
    """Who neither followed nor trumped and later showed the suit revoked (L6, L7)."""
    violation, topics = Teller(facts, FindingKind.VIOLATION), ("play.follow", "irregular.revoke")
    for discard, later in product(facts.all(PlayedToTrick), facts.all(PlayedToTrick)):
        led = facts.card(discard.trick, 0)
        is_discard = led is not None and cards.suit(discard.card) not in {
            cards.suit(led.card),
            facts.trump,
        }
        if (
            led is None
            or not is_discard
            or facts.trump is None
            or cards.suit(later.card) != cards.suit(led.card)
        ):
            continue
        # Cards are told by place and not by player, so whose they are has to follow from who led.
        same = _same_player(facts, discard, later) if later.trick > discard.trick else None
        if same is None:
            continue
        name = facts.called(discard)
        message = (
            f"{name} revoked: to the {ORDINALS[discard.trick]} trick, led in "
            f"{cards.suit_name(cards.suit(led.card))}, {name} played "
            f"the {cards.name(discard.card)}, "
            f"but had the {cards.name(later.card)} and played it to the {ORDINALS[later.trick]}."
        )
        by: tuple[KnownValue | Statement, ...] = (discard, led, later, *same)
        yield violation.tell("revoke", message, *by, topics=topics, trump=True)


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
            message = (
                f"{facts.names[owner.seat]} was dealt the {cards.name(fell.card)}, but by the "
                f"order of play {facts.names[player.value]} played it."
            )
            physical = Teller(facts, FindingKind.PHYSICAL)
            yield physical.tell("card_of_another_hand", message, owner, player)
