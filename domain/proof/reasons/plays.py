"""Reasons that the order of play gives: leaders, winners, revokes, and where cards went."""

from collections.abc import Iterator
from itertools import combinations, product

from domain import cards
from domain.cards import Suit
from domain.findings import FindingKind
from domain.proof.card_facts import KnownValue
from domain.proof.facts import Facts
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
from domain.rules.choices import PitchedJoker, TrumpBy
from domain.tricks import Follow
from domain.wording import either


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
    # A pitcher who has no trump, where only those are played, leaves the lead to the next.
    for among, led_to in product(
        () if facts.may_pass else facts.all(PitcherAmong), facts.all(LedTrick)
    ):
        if led_to.trick == 0 and led_to.seat not in among.seats:
            pitched = either(facts.names[seat] for seat in among.seats)
            message = (
                f"{facts.names[led_to.seat]} led to the first trick, but {pitched} pitched "
                "and was to lead."
            )
            ruleset, topics = Teller(facts, FindingKind.RULESET), ("play.lead",)
            yield ruleset.tell("wrong_first_leader", message, among, led_to, topics=topics)


def _no_trump_led(facts: Facts) -> Iterator[Reason]:
    """A first lead that is no trump, or that would have made another suit trump."""
    first, rules = facts.card(0, 0), facts.deal.ruleset.rules
    is_barred = rules.trump_by is TrumpBy.FIRST_CARD and rules.pitched_joker is PitchedJoker.BARRED
    if first is not None and is_barred and cards.is_joker(first.card):
        message = "The first card led makes its suit trump, so it is never a joker."
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
        suit = cards.suit_name(named.suit)
        so = (
            f"so {cards.suit_name(made)} were trump, not {suit}."
            if made is not None
            else f"but with {suit} named a trump had to be led."
        )
        message = f"The first card led was the {facts.pack.name(first.card)}, {so}"
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
    message = (
        f"{facts.names[led.seat]} led to the {facts.nth(led.trick)} trick, but "
        f"{facts.names[won.value]} won the {facts.nth(led.trick - 1)} and was to lead."
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
                f"By its cards {facts.names[best.value]} won the {facts.nth(trick)} trick, "
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
        if own is None or leader is None or facts.deal.is_trumps_only:
            continue
        for why, by, on_trump in _beaten(facts, own):
            name = facts.names[said.seat]
            claim = f"so {name} did not win the {facts.nth(trick)} trick"
            code, wrong = "wrong_trick_winner", f"{why}, {claim}."
            if isinstance(said, LedTrick):
                code = "wrong_leader"
                wrong = f"{why}, {claim} and was not to lead to the {facts.nth(said.trick)}."
            yield award.tell(code, wrong, said, leader, *by, topics=topics, trump=on_trump)


def _beaten(
    facts: Facts, own: PlayedToTrick
) -> Iterator[tuple[str, tuple[PlayedToTrick, ...], bool]]:
    """Why a card did not win its trick: the cards that say so, and whether by the trump suit."""
    mine, is_trump = facts.pack.name(own.card), facts.is_trump(own.card)
    for other in facts.all(PlayedToTrick):
        if other.trick != own.trick or other == own:
            continue
        turns_on_trump = not facts.is_natural(own.card, other.card)
        if turns_on_trump and facts.trump is None:
            continue
        same = facts.suit(other.card) == facts.suit(own.card)
        if same and facts.order(other.card) > facts.order(own.card):
            beats = f"The {facts.pack.name(other.card)} beats the {mine}"
            yield beats, (own, other), turns_on_trump
        if not same and facts.is_trump(other.card):
            yield f"The {facts.pack.name(other.card)} trumps the {mine}", (own, other), True
        # A card that neither follows nor trumps wins nothing, and only the first card says what
        # is led.
        is_discard = not same and other.place == 0 and not is_trump
        if is_discard and facts.suit(own.card) != cards.JOKER and facts.trump is not None:
            led = facts.pack.name(other.card)
            yield f"The {mine} does not follow the {led} and is no trump", (own, other), True


def _elsewhere(facts: Facts, trick: int) -> Iterator[Reason]:
    """The cards of a trick go together, to the pile of the side that won it (L9)."""
    award, topics = Teller(facts, FindingKind.AWARD), ("play.trick",)
    code, where = "card_captured_elsewhere", f"in the {facts.nth(trick)} trick"
    fell = {each.card: each for each in facts.all(PlayedToTrick) if each.trick == trick}
    taken = [each for each in facts.all(InPile) if each.card in fell]
    # Cards of one trick stay together even where nobody knows who won it.
    for one, other in combinations(taken, 2):
        if one.side != other.side:
            message = (
                f"The {facts.pack.name(one.card)} and the {facts.pack.name(other.card)} fell "
                f"{where}, so one is not in the pile of {facts.sides[one.side]} and the other in "
                f"that of {facts.sides[other.side]}."
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
                f"The {facts.pack.name(each.card)} fell {where}, which {name} won, "
                f"so it is not in the pile of {facts.sides[each.side]}."
            )
            yield award.tell(code, message, each, fell[each.card], won, topics=topics)
    for card, played in fell.items():
        closed = facts.closed(winner, whole=not facts.pack.pips[card])
        if closed is None or card in closed.cards:
            continue
        message = (
            f"The {facts.pack.name(card)} fell {where}, so it is in the pile of {name}, who won it."
        )
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
        name = facts.called(discard)
        message = (
            f"{name} revoked: to the {facts.nth(discard.trick)} trick, led in "
            f"{cards.suit_name(suit or '')}, {name} played "
            f"the {facts.pack.name(discard.card)}, "
            f"but had {_counting_as(facts, later)} and played it to the {facts.nth(later.trick)}."
        )
        by: tuple[KnownValue | Statement, ...] = (discard, led, later, *same)
        yield violation.tell("revoke", message, *by, topics=topics, trump=True)


def _counting_as(facts: Facts, fell: PlayedToTrick) -> str:
    """A card by name, and the suit that it belongs to if that is not the printed one."""
    name, suit = facts.pack.name(fell.card), facts.suit(fell.card)
    is_printed = suit == cards.suit(fell.card)
    return f"the {name}" if is_printed else f"the {name}, which is a trump,"


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
                f"{facts.names[owner.seat]} was dealt the {facts.pack.name(fell.card)}, but by the "
                f"order of play {facts.names[player.value]} played it."
            )
            physical = Teller(facts, FindingKind.PHYSICAL)
            yield physical.tell("card_of_another_hand", message, owner, player)
