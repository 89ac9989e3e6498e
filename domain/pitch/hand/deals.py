"""Deals: the circumstances in which one hand is played."""

from functools import cached_property, lru_cache

from msgspec import Struct

from pitch import cards, name_caches, seats
from pitch.cards import JokerRank, Pack
from pitch.messages import Argument
from pitch.rules import clauses, packs
from pitch.rules.choices import Draw, PitchedJoker, RestTo, Surplus, TrumpBy
from pitch.rules.rulesets import RuleSet
from pitch.seats import Seating
from pitch.tricks import Follow


def build_deal(
    ruleset: RuleSet, seating: Seating, dealer: int, scores: tuple[int, ...] | None
) -> "Deal":
    """A deal that met some scores, by side, which it knows only where its rules ask for them."""
    return _of(ruleset, seating, dealer, scores if ruleset.rules.asks_for_scores else None)


@name_caches.register_cache
@lru_cache(maxsize=1024)
def _of(ruleset: RuleSet, seating: Seating, dealer: int, scores: tuple[int, ...] | None) -> "Deal":
    """The deal itself: the hands of a match ask the same few for the same numbers."""
    return Deal(ruleset, seating, dealer, scores)


# With a `dict`: a cached property keeps its value in one, and structs of msgspec have none.
class Deal(Struct, frozen=True, dict=True):
    """One hand's rule set, table and dealer, and so its pack and how many cards and tricks it has.

    Whoever judges a hand asks its deal for these numbers and for what is a trump.
    """

    ruleset: RuleSet
    seating: Seating
    dealer: int
    scores: tuple[int, ...] | None = None
    """The scores before the hand, by side, where the rules ask for them and they are known."""

    @cached_property
    def players(self) -> int:
        """How many were dealt cards."""
        return self.seating.table.players

    @cached_property
    def sides(self) -> int:
        """How many sides score."""
        return seats.side_count(self.seating.table)

    @cached_property
    def calls_partner(self) -> bool:
        """Whether the pitcher calls a partner, so that sides score together for one hand only."""
        return seats.calls_partner(self.seating.table)

    @cached_property
    def pack(self) -> Pack:
        """The pack that is dealt from."""
        return packs.for_table(self.ruleset.rules, self.seating.table)

    @cached_property
    def pips(self) -> dict[str | None, dict[str, int]]:
        """What each card counts towards Game, by trump suit: the trump jack may count none.

        Where no trump is known every jack counts (S4.pips).
        """
        pips = self.pack.pips
        if self.ruleset.rules.trump_jack_pips:
            return dict.fromkeys((None, *self.pack.suits), pips)
        return {None: pips} | {suit: {**pips, cards.jack(suit): 0} for suit in self.pack.suits}

    @cached_property
    def cards_each(self) -> int:
        """How many cards every seat is dealt, before anything is drawn."""
        return self.seating.table.dealt

    @cached_property
    def tricks(self) -> int:
        """How many cards every seat plays from, and so how many tricks there are at the most."""
        return self.ruleset.rules.keep

    @cached_property
    def is_as_dealt(self) -> bool:
        """Whether everybody plays just what was dealt: nothing is drawn, nor taken from a kitty."""
        return self.ruleset.rules.draw is Draw.NONE and not self.seating.table.kitty

    @cached_property
    def cards_in_play(self) -> int:
        """How many cards the players play from; trumps to spare are not among them."""
        return self.players * self.tricks

    @cached_property
    def is_trumps_only(self) -> bool:
        """Whether nothing but trumps is played, so that tricks have one to so many cards (N2)."""
        return self.ruleset.rules.follow is Follow.TRUMPS_ONLY

    @cached_property
    def leads_trump(self) -> bool:
        """Whether the first card led is always a trump, which much follows from (D-2, D-3)."""
        return self.ruleset.rules.trump_by is not TrumpBy.NAMED or self.is_trumps_only

    @cached_property
    def pitcher_leads_trump(self) -> bool:
        """Whether who pitched led a trump, so that he had one (D-2)."""
        return self.ruleset.rules.trump_by is not TrumpBy.NAMED

    @cached_property
    def pulls_trumps(self) -> bool:
        """Whether all who hold a trump play one to the first trick, and its winner has them (D-6).

        A joker apart may be thrown instead, and what nobody could keep falls to no trick.
        """
        has_apart = bool(self.pack.jokers) and self.pack.joker_rank is JokerRank.APART
        return self.leads_trump and not has_apart and not self.is_surplus_captured

    @cached_property
    def has_whole_tricks(self) -> bool:
        """Whether a pile has one card of everybody for each trick, and no other (T4, D-10)."""
        return not self.is_trumps_only and not self.is_surplus_captured

    @cached_property
    def surplus(self) -> Surplus | None:
        """What becomes of trumps that a player has too many of; None where nobody can have."""
        rules = self.ruleset.rules
        taken = self.cards_each + self.seating.table.kitty
        may_have = taken > self.tricks or rules.rest_to is not RestTo.NOBODY
        return rules.surplus if rules.draw is Draw.NON_TRUMPS and may_have else None

    @cached_property
    def is_surplus_captured(self) -> bool:
        """Whether piles can have trumps that were never played to win a trick, nor to follow."""
        return self.surplus in {Surplus.TO_OPPONENTS, Surplus.ON_FIRST_TRICK}

    @cached_property
    def has_all_trumps(self) -> bool:
        """Whether every trump is captured, for all are drawn and none is burned (N1)."""
        return self.draws_trumps and self.surplus is not Surplus.BURNED

    @cached_property
    def draws_trumps(self) -> bool:
        """Whether every trump of the pack is in somebody's hand before play begins (N1).

        No trump is thrown away, and whoever takes the rest keeps all of them.
        """
        rules = self.ruleset.rules
        return rules.draw is Draw.NON_TRUMPS and rules.rest_to is not RestTo.NOBODY

    @cached_property
    def least_trumps(self) -> int:
        """How many trumps are in play at the least (D-17): as many as the plain cards leave places.

        Zero or less where plain cards could fill every hand; every trump where none stays out.
        """
        if self.has_all_trumps:
            return len(self.pack.cards) - self.pack.plain_card_count
        return self.cards_in_play - self.pack.plain_card_count

    @cached_property
    def has_trump(self) -> bool:
        """Whether some trump is in play in every hand, so that High is somebody's (N1)."""
        return self.draws_trumps or self.leads_trump or self.least_trumps > 0

    @cached_property
    def has_natural_trump(self) -> bool:
        """Whether some trump that is no joker is in play in every hand, so that Low is too (N1)."""
        pack, rules = self.pack, self.ruleset.rules
        jokers = 0 if pack.joker_rank is JokerRank.APART else len(pack.jokers)
        if not jokers:
            return self.has_trump
        # Whoever has too many trumps may keep the jokers and burn the others.
        if self.draws_trumps and (self.surplus is not Surplus.BURNED or self.tricks > jokers):
            return True
        pitches_card = rules.trump_by is TrumpBy.FIRST_CARD
        leads_natural = pitches_card and rules.pitched_joker is PitchedJoker.BARRED
        return leads_natural or self.least_trumps > jokers

    @cached_property
    def least_tricks(self) -> int:
        """How many tricks a hand has at the least: all, unless only trumps are played (N2).

        Every trump in play falls, of every player at the most one to a trick; who has more of
        them than he plays from leaves no trick out.
        """
        if not self.is_trumps_only:
            return self.tricks
        return max(0, min(self.tricks, -(-self.least_trumps // self.players)))

    @cached_property
    def side_names(self) -> tuple[str, ...]:
        """What each side is called."""
        return seats.side_names(self.seating)

    @cached_property
    def _named_sides(self) -> tuple[Argument, ...]:
        return seats.side_arguments(self.seating)

    def player(self, seat: int) -> Argument:
        """A player as a sentence is about one."""
        return seats.player_arguments(self.seating)[seat]

    def side(self, side: int) -> Argument:
        """A side as a sentence is about one, by its players."""
        return self._named_sides[side]

    def side_of(self, seat: int) -> int:
        """The side that a seat scores for: partners sit at equal distances."""
        return seat % self.sides

    def cite(self, *topics: str) -> tuple[str, ...]:
        """The ids of the clauses on some topics."""
        return clauses.cite(self.ruleset, *topics)
