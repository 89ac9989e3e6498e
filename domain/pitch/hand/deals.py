"""Deals: the circumstances in which one hand is played."""

from functools import cached_property, lru_cache

from msgspec import Struct

from pitch import cards, name_caches
from pitch.cards import JokerRank, Pack
from pitch.messages import Argument
from pitch.rules import clauses, packs
from pitch.rules.choices import Draw, PitchedJoker, RestTo, Surplus, TrumpBy
from pitch.rules.rulesets import RuleSet
from pitch.seats import Seating
from pitch.tricks import Follow


# With a `dict`, because cached properties keep their values there and msgspec structs have none.
class Deal(Struct, frozen=True, dict=True):
    """One hand's rule set, table and dealer, and the facts about cards that follow from them."""

    ruleset: RuleSet
    seating: Seating
    dealer: int
    scores: tuple[int, ...] | None = None
    """The scores before the hand, by side; None if unknown or the rules do not ask for them."""

    @cached_property
    def players(self) -> int:
        """Return how many players are dealt cards."""
        return self.seating.table.players

    @cached_property
    def sides(self) -> int:
        """Return how many sides score."""
        return self.seating.table.side_count

    @cached_property
    def calls_partner(self) -> bool:
        """Return whether the pitcher calls a partner, so sides score together for one hand only."""
        return self.seating.table.calls_partner

    @cached_property
    def pack(self) -> Pack:
        """Return the pack that is dealt from."""
        return packs.for_table(self.ruleset.rules, self.seating.table)

    @cached_property
    def pips(self) -> dict[str | None, dict[str, int]]:
        """Return each card's pips, by trump suit: the trump jack may count none (S4.pips).

        Every jack counts while the trump suit (None) is unknown.
        """
        pips = self.pack.pips
        if self.ruleset.rules.trump_jack_pips:
            return dict.fromkeys((None, *self.pack.suits), pips)
        return {None: pips} | {suit: {**pips, cards.jack(suit): 0} for suit in self.pack.suits}

    @cached_property
    def cards_each(self) -> int:
        """Return how many cards every seat is dealt, before anything is drawn."""
        return self.seating.table.dealt

    @cached_property
    def tricks(self) -> int:
        """Return how many cards every seat plays from: the most tricks a hand can have."""
        return self.ruleset.rules.keep

    @cached_property
    def is_as_dealt(self) -> bool:
        """Return whether everybody plays the dealt cards: no draw and no kitty."""
        return self.ruleset.rules.draw is Draw.NONE and not self.seating.table.kitty

    @cached_property
    def cards_in_play(self) -> int:
        """Return how many cards the players play from, without surplus trumps."""
        return self.players * self.tricks

    @cached_property
    def most_captured(self) -> int:
        """Return the most cards that all piles together can have.

        The cards that everybody plays from, or every trump if nothing else is played, and
        captured surplus.
        """
        trumps = len(self.pack.cards) - self.pack.plain_card_count
        if self.is_trumps_only:
            return trumps
        surplus = max(0, trumps - self.tricks) if self.is_surplus_captured else 0
        return self.cards_in_play + surplus

    @cached_property
    def is_trumps_only(self) -> bool:
        """Return whether only trumps are played, so tricks may lack players' cards."""
        return self.ruleset.rules.follow is Follow.TRUMPS_ONLY

    @cached_property
    def leads_trump(self) -> bool:
        """Return whether the first card led is always a trump."""
        return self.ruleset.rules.trump_by is not TrumpBy.NAMED or self.is_trumps_only

    @cached_property
    def pitcher_leads_trump(self) -> bool:
        """Return whether the pitcher always leads a trump first, and so held one."""
        return self.ruleset.rules.trump_by is not TrumpBy.NAMED

    @cached_property
    def pulls_trumps(self) -> bool:
        """Return whether everyone with a trump plays one to the first trick.

        Not if a joker apart may be thrown instead, or piles get surplus trumps.
        """
        has_joker_apart = bool(self.pack.jokers) and self.pack.joker_rank is JokerRank.APART
        return self.leads_trump and not has_joker_apart and not self.is_surplus_captured

    @cached_property
    def has_whole_tricks(self) -> bool:
        """Return whether piles have exactly one card of every player a trick."""
        return not self.is_trumps_only and not self.is_surplus_captured

    @cached_property
    def surplus(self) -> Surplus | None:
        """Return what becomes of surplus trumps; None if no player can have too many."""
        rules = self.ruleset.rules
        largest_holding = self.cards_each + self.seating.table.kitty
        may_have = largest_holding > self.tricks or rules.rest_to is not RestTo.NOBODY
        return rules.surplus if rules.draw is Draw.NON_TRUMPS and may_have else None

    @cached_property
    def is_surplus_captured(self) -> bool:
        """Return whether surplus trumps, which no trick won, go to a pile."""
        return self.surplus in {Surplus.TO_OPPONENTS, Surplus.ON_FIRST_TRICK}

    @cached_property
    def has_all_trumps(self) -> bool:
        """Return whether every trump is captured: all are drawn and none is burned."""
        return self.draws_trumps and self.surplus is not Surplus.BURNED

    @cached_property
    def draws_trumps(self) -> bool:
        """Return whether every trump of the pack is in a hand before play begins.

        No trump is thrown away, and the player who takes the rest keeps all of them.
        """
        rules = self.ruleset.rules
        return rules.draw is Draw.NON_TRUMPS and rules.rest_to is not RestTo.NOBODY

    @cached_property
    def least_trumps(self) -> int:
        """Return the fewest trumps in play: those that plain cards cannot displace.

        Zero or less if plain cards could fill every hand; all trumps if none stays out.
        """
        if self.has_all_trumps:
            return len(self.pack.cards) - self.pack.plain_card_count
        return self.cards_in_play - self.pack.plain_card_count

    @cached_property
    def has_trump(self) -> bool:
        """Return whether every hand has a trump in play, so High is always taken."""
        return self.draws_trumps or self.leads_trump or self.least_trumps > 0

    @cached_property
    def has_natural_trump(self) -> bool:
        """Return whether every hand has a natural trump in play, so Low is always taken."""
        pack, rules = self.pack, self.ruleset.rules
        jokers = 0 if pack.joker_rank is JokerRank.APART else len(pack.jokers)
        if not jokers:
            return self.has_trump
        # A player with too many trumps may keep the jokers and burn the others.
        if self.draws_trumps and (self.surplus is not Surplus.BURNED or self.tricks > jokers):
            return True
        pitches_card = rules.trump_by is TrumpBy.FIRST_CARD
        leads_natural = pitches_card and rules.pitched_joker is PitchedJoker.BARRED
        return leads_natural or self.least_trumps > jokers

    @cached_property
    def least_tricks(self) -> int:
        """Return the fewest tricks of a hand: all, unless only trumps are played.

        Every trump in play falls, at most one of each player a trick. A player with more trumps
        than he plays from misses no trick.
        """
        if not self.is_trumps_only:
            return self.tricks
        return max(0, min(self.tricks, -(-self.least_trumps // self.players)))

    @cached_property
    def side_names(self) -> tuple[str, ...]:
        """Return the names of the sides."""
        return self.seating.side_names

    def player(self, seat: int) -> Argument:
        """Return a player as an argument of sentences."""
        return self.seating.player_arguments[seat]

    def side(self, side: int) -> Argument:
        """Return a side as an argument of sentences, by its players."""
        return self.seating.side_arguments[side]

    def side_of(self, seat: int) -> int:
        """Return the side that a seat scores for: partners sit at equal distances."""
        return seat % self.sides

    def cite(self, *topics: str) -> tuple[str, ...]:
        """Return the ids of the clauses on some topics."""
        return clauses.cite(self.ruleset, *topics)


_cached_deal = name_caches.register_cache(lru_cache(maxsize=1024)(Deal))


def build_deal(
    ruleset: RuleSet, seating: Seating, dealer: int, scores: tuple[int, ...] | None
) -> Deal:
    """Return the deal of a hand, cached because the hands of a match share a few.

    `scores` are those before the hand, by side; dropped unless the rules ask for them.
    """
    return _cached_deal(ruleset, seating, dealer, scores if ruleset.rules.asks_for_scores else None)
