"""Certificates checked without the domain: witnesses by replay, facts by looking at the replay."""

from collections.abc import Callable

from msgspec import UNSET

from pitch.hand.deals import Deal
from pitch.hand.proofs import Witness
from pitch.hand.records import HandRecord, Listed, PointClaim
from pitch.point_names import PointName

RANKS = "23456789TJQKA"
WORTH = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}


def violations(shown: Witness) -> list[str]:
    """Everything about a witness that is against the rules."""
    wrong = []
    held = [list(holding) for holding in shown.holdings]
    dealt = [card for holding in held for card in holding]
    if len(set(dealt)) < len(dealt) or {len(holding) for holding in held} != {6}:
        wrong.append("not six different cards each")
    if shown.tricks[0].cards[0][1] != shown.trump:
        wrong.append("the first lead is no trump")
    leader = shown.tricks[0].leader
    for number, trick in enumerate(shown.tricks, start=1):
        if trick.leader != leader or len(trick.cards) != len(held):
            wrong.append(f"trick {number} is led by another or too short")
        led = trick.cards[0][1]
        best = trick.cards[0]
        for turn, card in enumerate(trick.cards):
            hand = held[(leader + turn) % len(held)]
            if card not in hand:
                wrong.append(f"{card} is played but not held")
                continue
            may_follow = any(other[1] == led for other in hand)
            if turn and card[1] not in {led, shown.trump} and may_follow:
                wrong.append(f"{card} revokes in trick {number}")
            hand.remove(card)
            if card[1] == best[1]:
                if RANKS.index(card[0]) > RANKS.index(best[0]):
                    best = card
            elif card[1] == shown.trump:
                best = card
        leader = (leader + trick.cards.index(best)) % len(held)
        if trick.winner != leader:
            wrong.append(f"trick {number} goes to the wrong seat")
    return wrong


class Replayed:
    """The tricks, piles and points of a witness."""

    def __init__(self, shown: Witness, deal: Deal) -> None:
        self.shown, self.deal = shown, deal
        sides = deal.sides
        self.won = [0] * sides
        self.captor: dict[str, int] = {}
        for trick in shown.tricks:
            self.won[trick.winner % sides] += 1
            self.captor |= dict.fromkeys(trick.cards, trick.winner % sides)
        self.holder = {c: seat for seat, held in enumerate(shown.holdings) for c in held}
        trumps = sorted(
            (c for c in self.captor if c[1] == shown.trump), key=lambda c: RANKS.index(c[0])
        )
        self.high, self.low = trumps[-1], trumps[0]
        jack = "J" + shown.trump
        self.pips = [0] * sides
        for card, side in self.captor.items():
            if card != jack or deal.ruleset.rules.trump_jack_pips:
                self.pips[side] += WORTH.get(card[0], 0)
        self.tops = [side for side in range(sides) if self.pips[side] == max(self.pips)]

    def game(self) -> int | None:
        """Return the side that gets Game."""
        if len(self.tops) == 1:
            return self.tops[0]
        tie, sides = self.deal.ruleset.rules.game_tie.value, self.deal.sides
        pitching = self.shown.tricks[0].leader % sides
        favoured = {"pitching_side": pitching, "dealer": self.deal.dealer % sides}.get(tie)
        if favoured in self.tops:
            return favoured
        rest = [side for side in self.tops if side != pitching]
        return rest[0] if tie == "other_side" and len(rest) == 1 else None

    def low_side(self) -> int:
        """Return the side that gets Low."""
        if self.deal.ruleset.rules.low.value == "dealt":
            return self.holder[self.low] % self.deal.sides
        return self.captor[self.low]

    def shows(self, record: HandRecord, pointer: str, pitchers: tuple[int, ...]) -> bool:  # noqa: C901, PLR0911, PLR0912
        """Return whether a fact of a record is true of the witness."""
        shown = self.shown
        match pointer.split("/")[1:]:
            case ["trump"]:
                return record.trump == shown.trump
            case ["contract", "pitcher"]:
                return (
                    record.contract is not None
                    and shown.tricks[0].leader == record.contract.pitcher
                )
            case ["calls"]:
                return shown.tricks[0].leader in pitchers
            case ["piles", i, "cards", j]:
                pile = record.piles[int(i)]
                return self.captor.get(pile.cards[int(j)]) == pile.side
            case ["piles", i, "listed"]:
                pile = record.piles[int(i)]
                return all(
                    card in pile.cards
                    for card, side in self.captor.items()
                    if side == pile.side and (pile.listed is Listed.ALL or card[0] in WORTH)
                )
            case ["piles", i, "trumps"]:
                pile = record.piles[int(i)]
                own = [card for card, side in self.captor.items() if side == pile.side]
                return pile.trumps == sum(card[1] == shown.trump for card in own)
            case ["tricksWon", side]:
                return (record.tricks_won or ())[int(side)] == self.won[int(side)]
            case ["holdings", i, "cards", j]:
                holding = record.holdings[int(i)]
                return holding.cards[int(j)] in shown.holdings[holding.seat]
            case ["lowDealtTo"]:
                return self.holder[self.low] == record.low_dealt_to
            case ["tricks", t, "leader"]:
                return record.tricks[int(t)].leader == shown.tricks[int(t)].leader
            case ["tricks", t, "winner"]:
                return record.tricks[int(t)].winner == shown.tricks[int(t)].winner
            case ["tricks", t, "cards", p]:
                played = shown.tricks[int(t)].cards
                return (
                    int(p) < len(played) and played[int(p)] == record.tricks[int(t)].cards[int(p)]
                )
            case ["claims", *rest]:
                return self._claimed(record, rest)
        raise ValueError(pointer)

    def _claimed(self, record: HandRecord, rest: list[str]) -> bool:
        claims = record.claims
        assert claims is not None
        took_jack = self.captor.get("J" + self.shown.trump)
        if rest[0] == "taken":
            owners = (self.captor[self.high], self.low_side(), took_jack, self.game())
            return (claims.taken or ())[int(rest[1])] == owners.count(int(rest[1]))
        if rest[0] == "pips":
            side = int(rest[1])
            return (claims.pips or ())[side] == self.pips[side]
        claim = claims.points[int(rest[1])]
        told: dict[tuple[str, str], Callable[[], object]] = {
            ("high", "side"): lambda: claim.side == self.captor[self.high],
            ("high", "card"): lambda: claim.card == self.high,
            ("low", "side"): lambda: claim.side == self.low_side(),
            ("low", "card"): lambda: claim.card == self.low,
            ("jack", ""): lambda: took_jack is not None,
            ("jack", "inPlay"): lambda: took_jack is None,
            ("jack", "side"): lambda: claim.side == took_jack,
            ("game", "side"): lambda: claim.side == self.game(),
            ("game", "tied"): lambda: len(self.tops) > 1,
        }
        return bool(told[claim.point.value, rest[2] if len(rest) > 2 else ""]())


def leaves(record: HandRecord) -> list[str]:
    """Pointers to all that a record says of the play, read from its JSON."""
    found = []
    if record.trump:
        found.append("/trump")
    if record.contract:
        found.append("/contract/pitcher")
    elif record.calls:
        found.append("/calls")
    for i, pile in enumerate(record.piles):
        found += [f"/piles/{i}/cards/{j}" for j in range(len(pile.cards))]
        found += [f"/piles/{i}/listed"] if pile.listed is not Listed.SOME else []
        found += [f"/piles/{i}/trumps"] if pile.trumps is not UNSET else []
    found += [f"/tricksWon/{side}" for side in range(len(record.tricks_won or ()))]
    for i, holding in enumerate(record.holdings):
        found += [f"/holdings/{i}/cards/{j}" for j in range(len(holding.cards))]
    found += ["/lowDealtTo"] if record.low_dealt_to is not None else []
    for t, trick in enumerate(record.tricks):
        found += [f"/tricks/{t}/leader"] if trick.leader is not None else []
        found += [f"/tricks/{t}/cards/{p}" for p in range(len(trick.cards))]
        found += [f"/tricks/{t}/winner"] if trick.winner is not None else []
    claims = record.claims
    if claims is None:
        return found
    counted = list(PointName)
    for i, claim in sorted(enumerate(claims.points), key=lambda told: counted.index(told[1].point)):
        place = f"/claims/points/{i}"
        found += [] if claim.in_play else [f"{place}/inPlay"]
        found += [place] if claim == PointClaim(point=PointName.JACK) else []
        found += [f"{place}/side"] if claim.side is not None else []
        found += [f"{place}/card"] if claim.card else []
        found += [f"{place}/tied"] if claim.tied else []
    taken = enumerate(claims.taken or ())
    found += [f"/claims/taken/{side}" for side, points in taken if points is not None]
    found += [f"/claims/pips/{side}" for side in range(len(claims.pips or ()))]
    return found
