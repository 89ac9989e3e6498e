"""The games of the family as their sources tell them, read a second time.

The presets of the domain are read by others from the same pages: tests compare the two.
"""

from dataclasses import replace

from tests.support.family.games import RANKS, Game, numbers


def _worth(points: str) -> tuple[tuple[str, int], ...]:
    """`ace three:3` as the points and what they are worth."""
    told = [point.partition(":") for point in points.split()]
    return tuple((name, int(worth or 1)) for name, _, worth in told)


_ACE_AND_TWO = _worth("ace two jack off_jack high_joker low_joker ten three:3")
_HIGH_AND_LOW = _worth("high low jack off_jack high_joker low_joker ten three:3")

_DRAWN = Game(
    jokers=2,
    off_cards=("J",),
    dealt=9,
    draw="non_trumps",
    rest_to="pitcher",
    trump_by="named_and_led",
    follow="trumps_only",
    bids=numbers(4, 10),
    dealer_alone_bids=numbers(4, 10),
)
_PEDRO = Game(
    name="pedro",
    off_cards=("5",),
    dealt=9,
    draw="non_trumps",
    rest_to="dealer",
    surplus="on_first_trick",
    bids=numbers(7, 14),
    dealer_alone_bids=("7",),
    trump_by="named",
    point_values=_worth("ace jack ten two five:5 off_five:5"),
    target=62,
)
_TRICKSTER = replace(_DRAWN, low="dealt", all_pass="redeal_next_dealer")
_SIX = Game(all_pass="redeal_next_dealer", trump_by="named_and_led", low="dealt")

BOOKS = {
    "pitch31": replace(
        _DRAWN,
        surplus="to_opponents",
        dealer_matches=("10",),
        dealer_matches_slam=True,
        point_values=_ACE_AND_TWO,
        low="dealt",
        slam="moon",
        slam_needs="all_points",
        slam_reward="points",
        slam_scores=20,
        slam_loses=20,
        slam_open="positive",
        target=31,
    ),
    "trickster-ten": replace(_TRICKSTER, point_values=_HIGH_AND_LOW, target=32),
    "ten-point": replace(
        _DRAWN,
        dealer_alone_bids=("four",),
        point_values=_ACE_AND_TWO,
        slam="moon",
        slam_needs="all_points",
        slam_set="match",
        target=52,
        going_out="pitcher_made_only",
    ),
    "smear-ten": Game(
        jokers=2,
        off_cards=("J",),
        joker_order="last_played",
        dealt=10,
        keep=10,
        bids=numbers(1, 10),
        dealer_alone_bids=numbers(1, 10),
        all_pass="redeal_next_dealer",
        point_values=_worth("high low jack off_jack high_joker low_joker game three:3"),
        target=52,
        going_out="anyone",
        several_out="highest_or_pitcher",
    ),
    "play-smear": Game(
        off_cards=("J",),
        bids=numbers(2, 5),
        dealer_alone_bids=numbers(2, 5),
        all_pass="dealer_set",
        trump_by="named_and_led",
        point_values=_worth("high low jack off_jack game"),
        low="dealt",
        target=11,
    ),
    "prairie-smear": Game(
        sides=4,
        stripped=tuple("2345678"),
        jokers=2,
        joker_rank="apart",
        joker_order="first_played",
        bids=numbers(1, 6),
        dealer_alone_bids=numbers(1, 6),
        point_values=_worth("high jack low high_joker low_joker game"),
        low="dealt",
        target=21,
        going_out="pitcher_made_only",
    ),
    "joker-pitch": Game(
        players=3,
        sides=3,
        jokers=1,
        joker_rank="lowest",
        pitched_joker="spades",
        bids=numbers(1, 5),
        dealer_alone_bids=numbers(1, 5),
        all_pass="redeal_next_dealer",
        point_values=_worth("high low jack joker game"),
        target=10,
        several_out="counting_order",
    ),
    "setback-six": Game(
        jokers=1,
        off_cards=("J",),
        bids=numbers(2, 6),
        dealer_alone_bids=("two",),
        bidding_rounds="until_passed",
        follow="follow_suit",
        point_values=_worth("high low jack off_jack joker game"),
        made_scores="bid_only",
        target=21,
        going_out="pitcher_only",
    ),
    "pedro": _PEDRO,
    "pedro-california": replace(
        _PEDRO,
        bids=numbers(6, 16),
        dealer_alone_bids=("6",),
        point_values=_worth("ace ten two jack:3 five:5 off_five:5"),
        low="dealt",
        target=100,
    ),
    "pidro": replace(
        _PEDRO,
        follow="trumps_only",
        surplus="burned",
        low="dealt",
        bids=numbers(6, 14),
        dealer_alone_bids=("6",),
        dealer_matches=("14",),
    ),
    "cinch": replace(
        _PEDRO,
        surplus="burned",
        bids=numbers(1, 14),
        dealer_alone_bids=(),
        all_pass="dealer_free",
        target=51,
    ),
    "trickster-4": _SIX,
    "trickster-5": replace(
        _SIX,
        off_cards=("J",),
        point_values=_worth("high low jack off_jack game"),
        bids=numbers(1, 5),
        dealer_alone_bids=numbers(1, 5),
    ),
    "trickster-6": replace(
        _SIX,
        jokers=1,
        off_cards=("J",),
        point_values=_worth("high low jack off_jack joker game"),
        bids=numbers(1, 6),
        dealer_alone_bids=numbers(1, 6),
    ),
    "trickster-9": replace(
        _SIX,
        point_values=_worth("high low jack game five:5"),
        bids=numbers(1, 9),
        dealer_alone_bids=numbers(1, 9),
        target=31,
    ),
    "trickster-7": replace(
        _TRICKSTER,
        point_values=_worth("high low jack off_jack high_joker low_joker ten"),
        bids=numbers(4, 7),
        dealer_alone_bids=numbers(4, 7),
        target=21,
    ),
    "trickster-11": replace(
        _TRICKSTER,
        off_cards=("A", "J"),
        point_values=(*_HIGH_AND_LOW, ("off_ace", 1)),
        target=52,
    ),
    "trickster-13": replace(
        _TRICKSTER,
        off_cards=("J", "3"),
        point_values=(*_HIGH_AND_LOW, ("off_three", 3)),
        target=52,
    ),
    "pawnee": Game(
        players=5,
        sides=5,
        calls_partner=True,
        dealt=10,
        kitty=4,
        keep=10,
        jokers=2,
        off_cards=("J",),
        follow="trumps_only",
        trump_by="named_and_led",
        bids=numbers(1, 10),
        dealer_alone_bids=numbers(1, 10),
        all_pass="redeal_next_dealer",
        point_values=_HIGH_AND_LOW,
        low="dealt",
        target=42,
        going_out="pitcher_made_only",
    ),
    "trickster-five": replace(
        _TRICKSTER,
        players=5,
        sides=5,
        calls_partner=True,
        dealt=10,
        point_values=_HIGH_AND_LOW,
        target=32,
    ),
    "catch-five": Game(
        bids=numbers(1, 9),
        dealer_alone_bids=numbers(1, 9),
        point_values=_worth("ace jack ten two five:5"),
        low="dealt",
        target=31,
    ),
    "nine-card": Game(
        dealt=9,
        keep=9,
        draw="any",
        draw_most=4,
        trump_by="named",
        bids=numbers(3, 6),
        dealer_alone_bids=numbers(3, 6),
        all_pass="redeal_next_dealer",
        point_values=_worth("high low jack five high_spade game"),
        target=21,
    ),
    "king-pedro": Game(
        off_cards=("5",),
        dealt=9,
        keep=9,
        trump_by="named",
        follow="follow_suit",
        bids=numbers(30, 62),
        dealer_alone_bids=("30",),
        point_values=_worth("ace jack two king:30 ten:10 nine:9 five:5 off_five:5"),
        low="dealt",
        target=200,
        going_out="pitcher_made_only",
    ),
    "pitch": Game(),
}
"""Games by name, each at its usual table."""
_SIX = Game(all_pass="redeal_next_dealer", trump_by="named_and_led", low="dealt")

BOOKS = {name: replace(game, name=name) for name, game in BOOKS.items()}
SHORT_PACK = {3: "TJQKA", 4: "9TJQKA", 5: "789TJQKA", 6: "6789TJQKA", 7: "456789TJQKA",
              8: "3456789TJQKA"}  # fmt: skip
"""What the smear of the prairies plays with, by its number of players."""


def prairie(players: int) -> Game:
    """The smear of the prairies for so many, each for himself."""
    left = SHORT_PACK[players]
    stripped = tuple(rank for rank in RANKS if rank not in left)
    return replace(BOOKS["prairie-smear"], players=players, sides=players, stripped=stripped)
