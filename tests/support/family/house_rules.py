"""Rule sets of any kind that do not contradict themselves, for tests to compare with."""

from dataclasses import replace

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from msgspec import structs

from pitch import calls, cards, tricks
from pitch.calls import Call
from pitch.hand.deals import Deal
from pitch.rules import choices, rulesets
from pitch.rules.options import Options
from pitch.seats import Arrangement, Seating, Table
from tests.support.family import deals, games, points
from tests.support.family.games import Game
from tests.support.hands import NAMES

_SIDES = {4: (Arrangement.PARTNERS_ACROSS,), 6: (Arrangement.THREE_PAIRS, Arrangement.TWO_THREES)}


@st.composite
def packs_and_play(draw: DrawFn) -> tuple[Deal, Game]:
    """A deal of any pack, draw and play, and the same read by the second engine."""
    fields = draw(st.fixed_dictionaries(_PLAY))
    fields["off_cards"] = tuple(rank for rank in "359JKA" if rank in fields["off_cards"])
    if fields["follow"] == "trumps_only" and fields["joker_rank"] == "apart":
        fields["joker_rank"] = cards.JokerRank.LOWEST
    if fields["joker_rank"] == "apart":
        fields["pitched_joker"] = choices.PitchedJoker.BARRED
    draws_trumps = fields["draw"] is choices.Draw.NON_TRUMPS
    if draws_trumps and fields["trump_by"] is choices.TrumpBy.FIRST_CARD:
        fields["trump_by"] = choices.TrumpBy.NAMED
    players = draw(st.integers(2, 8))
    sides = draw(st.sampled_from((Arrangement.INDIVIDUALS, *_SIDES.get(players, ()))))
    ranks_out = tuple(games.RANKS[: draw(st.sampled_from([0, 0, 0, 2, 4]))])
    size = 4 * (13 - len(ranks_out)) + fields["jokers"]
    dealt = draw(st.integers(2, min(10, size // players)))
    keep = draw(st.integers(2, dealt)) if draws_trumps else dealt
    kitty = draw(st.sampled_from([0, 0, 0, min(3, size - players * dealt)]))
    table = Table(players=players, sides=sides, dealt=dealt, kitty=kitty, stripped=ranks_out)
    if draws_trumps and fields["surplus"] is choices.Surplus.TO_OPPONENTS and _many(table):
        fields["surplus"] = choices.Surplus.BURNED
    is_thrown = fields["surplus"] is choices.Surplus.ON_FIRST_TRICK
    if draws_trumps and is_thrown and fields["follow"] == "trumps_only":
        fields["surplus"] = choices.Surplus.BURNED
    fields["draw_most"] = min(keep, fields["draw_most"])
    # The slam of the document promises four tricks.
    if keep < choices.FOUR_TRICKS:
        fields["slam"] = choices.SlamBid.NONE
    return deal_options(
        Options(tables=(table,), keep=keep, **fields), draw(st.integers(0, players - 1))
    )


@st.composite
def whole(draw: DrawFn) -> tuple[Deal, Game]:
    """A deal of any rules that hands are played and scored by."""
    deal, game = draw(packs_and_play())
    names = ["high", "low", "jack", "game", "last_trick", "ace", "king", "ten", "nine", "five"]
    names += ["three", "two", *(_OFF[rank] for rank in game.off_cards)]
    names += [[], ["joker"], ["high_joker", "low_joker"]][game.jokers]
    # A point whose card is not in the pack is nobody's in every hand.
    ranks = {rank for rank in games.RANKS if rank not in game.stripped}
    names = [name for name in names if points.FIXED.get(name.removeprefix("off_"), "A") in ranks]
    point_names = draw(st.lists(st.sampled_from(names), min_size=2, max_size=9, unique=True))
    values = tuple((name, draw(st.sampled_from([1, 1, 1, 3, 5]))) for name in point_names)
    total = sum(worth for _, worth in values)
    bids = games.numbers(1, min(total, 100))
    # Ties that go to somebody have tests of their own.
    tie = "nobody" if game.players == 2 else game.game_tie
    game = replace(game, point_values=values, bids=bids, dealer_alone_bids=bids, game_tie=tie)
    made_deal = deals.deal_of(game, deal.dealer)
    rulesets.check_rules(made_deal.ruleset.rules)
    return made_deal, game


_OFF = {"A": "off_ace", "K": "off_king", "J": "off_jack", "9": "off_nine", "5": "off_five"}
_OFF |= {"3": "off_three"}

_PLAY = {
    "jokers": st.integers(0, 2),
    "joker_rank": st.sampled_from(cards.JokerRank),
    "joker_order": st.sampled_from(cards.JokerOrder),
    "joker_pips": st.sampled_from(cards.JokerPips),
    "pitched_joker": st.sampled_from(choices.PitchedJoker),
    "off_cards": st.sets(st.sampled_from("359JKA"), max_size=2),
    "follow": st.sampled_from(tricks.Follow),
    "trump_by": st.sampled_from(choices.TrumpBy),
    "draw": st.sampled_from(choices.Draw),
    "draw_most": st.integers(1, 4),
    "rest_to": st.sampled_from(choices.RestTo),
    "surplus": st.sampled_from(choices.Surplus),
    "low": st.sampled_from(choices.Low),
    "game_tie": st.sampled_from(choices.GameTie),
    "trump_jack_pips": st.booleans(),
}


def _many(table: Table) -> bool:
    two = {Arrangement.PARTNERS_ACROSS, Arrangement.TWO_THREES}
    return table.players > 2 and table.sides not in two


@st.composite
def biddings(draw: DrawFn) -> tuple[Deal, Game]:
    """A deal of any rules for the auction, and the same read by the second engine."""
    ladder = calls.bids(1, 4)
    some = st.sets(st.sampled_from(ladder), min_size=1).map(sorted_bids)
    fields = draw(st.fixed_dictionaries(_AUCTION))
    bids = draw(some)
    fields["dealer_matches"] = tuple(bid for bid in bids if draw(st.booleans()))
    if fields["slam"] is choices.SlamBid.NONE:
        fields["dealer_matches_slam"] = False
        del fields["slam_open"]
    if fields["bidding_rounds"] is choices.BiddingRounds.UNTIL_PASSED:
        fields["ascending"] = True
    players = draw(st.integers(2, 6))
    table = Table(players=players)
    changes = Options(tables=(table,), bids=bids, dealer_alone_bids=draw(some), **fields)
    deal, game = deal_options(changes, draw(st.integers(0, players - 1)))
    scores = draw(st.lists(st.integers(-2, 2), min_size=players, max_size=players))
    return structs.replace(deal, scores=tuple(scores)), game


_AUCTION = {
    "bidding_rounds": st.sampled_from(choices.BiddingRounds),
    "slam_open": st.sampled_from(choices.SlamOpen),
    "slam": st.sampled_from(choices.SlamBid),
    "dealer_matches_slam": st.booleans(),
    "dealer_may_raise": st.booleans(),
    "ascending": st.booleans(),
    "all_pass": st.sampled_from(choices.AllPass),
}


def sorted_bids(bids: set[Call]) -> tuple[Call, ...]:
    """Bids from the lowest up."""
    return tuple(sorted(bids, key=calls.rank))


def deal_options(changes: Options, dealer: int) -> tuple[Deal, Game]:
    """The deal of some options at the one table that they name."""
    ruleset = rulesets.preset("setback-pitch").house_rules(changes)
    table = ruleset.rules.tables[0]
    deal = Deal(ruleset, Seating(table=table, names=NAMES[: table.players]), dealer)
    return deal, games.read(ruleset.rules, table, "random")
