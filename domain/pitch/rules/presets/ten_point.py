"""Ten-point pitch with jokers and the off-jack: Pitch31, Trickster Cards, the scorekeeper's, smear.

Eighteen cards are left over from four times nine; all non-trumps are thrown away and the pitcher
takes what remains, so that every trump is played.
"""

from typing import Final

from pitch import calls
from pitch.cards import JokerOrder
from pitch.point_names import PointName
from pitch.rules.choices import (
    AllPass,
    Draw,
    GoingOut,
    Low,
    RestTo,
    SeveralOut,
    SlamBid,
    SlamNeeds,
    SlamOpen,
    SlamReward,
    SlamSet,
    Surplus,
    TrumpBy,
)
from pitch.rules.options import Options, PointValue, Rules
from pitch.rules.presets.preset import IRREGULAR, Basis, Preset, Reading, worths
from pitch.seats import Arrangement, Table
from pitch.tricks import Follow

_FOUR: Final = (Table(players=4, sides=Arrangement.PARTNERS_ACROSS, dealt=9),)
_EIGHT: Final = (
    *worths(
        PointName.JACK,
        PointName.OFF_JACK,
        PointName.HIGH_JOKER,
        PointName.LOW_JOKER,
        PointName.TEN,
    ),
    PointValue(point=PointName.THREE, worth=3),
)
"""What all count alike; the other two points are the ace and two, or High and Low (N5)."""
_ACE_AND_TWO: Final = (*worths(PointName.ACE, PointName.TWO), *_EIGHT)
HIGH_AND_LOW: Final = (*worths(PointName.HIGH, PointName.LOW), *_EIGHT)
"""The ten points where High and Low are counted."""

TEN_POINT: Final[dict[str, Preset]] = {
    "pitch31": Preset(
        name="31-Point Pitch",
        document="How to play 31-point pitch, and its scoring (Pitch31, 2026)",
        rules=Rules(
            tables=_FOUR,
            bids=calls.bids(4, 10),
            dealer_alone_bids=calls.bids(4, 10),
            dealer_matches=(calls.bid(10),),
            dealer_matches_slam=True,
            trump_by=TrumpBy.NAMED_AND_LED,
            low=Low.DEALT,
            point_values=_ACE_AND_TWO,
            jokers=2,
            off_cards=("J",),
            draw=Draw.NON_TRUMPS,
            rest_to=RestTo.PITCHER,
            surplus=Surplus.TO_OPPONENTS,
            follow=Follow.TRUMPS_ONLY,
            slam=SlamBid.MOON,
            slam_needs=SlamNeeds.ALL_POINTS,
            slam_reward=SlamReward.POINTS,
            slam_scores=20,
            slam_loses=20,
            slam_open=SlamOpen.POSITIVE,
            target=31,
        ),
        silent=IRREGULAR | {"bid.tabling"},
    ),
    "trickster-ten": Preset(
        name="Ten-point pitch, Trickster",
        document="Pitch, help pages and game options (Trickster Cards)",
        rules=Rules(
            tables=(
                *_FOUR,
                Table(players=2, dealt=9),
                Table(players=3, dealt=9),
                Table(players=6, sides=Arrangement.THREE_PAIRS, dealt=8),
            ),
            bids=calls.bids(4, 10),
            dealer_alone_bids=calls.bids(4, 10),
            all_pass=AllPass.REDEAL_NEXT_DEALER,
            trump_by=TrumpBy.NAMED_AND_LED,
            low=Low.DEALT,
            point_values=HIGH_AND_LOW,
            jokers=2,
            off_cards=("J",),
            draw=Draw.NON_TRUMPS,
            rest_to=RestTo.PITCHER,
            follow=Follow.TRUMPS_ONLY,
            target=32,
            target_may_change=True,
        ),
        silent=IRREGULAR
        | {
            "bid.tabling",
            "bid.legal",
            "bid.steal",
            "bid.overcall",
            "bid.allpass",
            "play.trump",
            "play.follow",
            "play.void",
            "play.surplus",
            "win.out",
            "win.several",
            "win.tie",
        },
        readings=(
            Reading(Options(dealer_matches=calls.bids(4, 10)), Basis.TEXT),
            Reading(Options(low=Low.CAPTURED), Basis.TEXT),
            Reading(Options(trump_by=TrumpBy.NAMED), Basis.TEXT),
            # Three ways of play are offered: trump at any time, only when void, only trumps.
            Reading(Options(follow=Follow.FOLLOW_OR_TRUMP), Basis.TEXT),
            Reading(Options(follow=Follow.FOLLOW_SUIT), Basis.TEXT),
            # The dealer may be stuck; for how much is not said.
            Reading(Options(all_pass=AllPass.FORCED), Basis.TEXT),
            *(Reading(Options(bids=calls.bids(least, 10)), Basis.TEXT) for least in (1, 2, 3, 5)),
            Reading(
                Options(
                    slam=SlamBid.MOON,
                    slam_needs=SlamNeeds.ALL_POINTS,
                    slam_reward=SlamReward.MATCH_OR_ZERO,
                    slam_set=SlamSet.TARGET,
                ),
                Basis.TEXT,
            ),
        ),
    ),
    "ten-point": Preset(
        name="Ten-point pitch",
        document="10 Point Pitch Scoring, a scorekeeper's read-me and its sums (MrWobbles)",
        rules=Rules(
            tables=_FOUR,
            bids=calls.bids(4, 10),
            dealer_alone_bids=(calls.bid(4),),
            trump_by=TrumpBy.NAMED_AND_LED,
            point_values=_ACE_AND_TWO,
            jokers=2,
            off_cards=("J",),
            draw=Draw.NON_TRUMPS,
            rest_to=RestTo.PITCHER,
            follow=Follow.TRUMPS_ONLY,
            slam=SlamBid.MOON,
            slam_needs=SlamNeeds.ALL_POINTS,
            slam_reward=SlamReward.MATCH,
            slam_set=SlamSet.MATCH,
            target=52,
            target_may_change=True,
            going_out=GoingOut.PITCHER_MADE_ONLY,
        ),
        # It keeps the score and says nothing of the play; that is ours, after the common rules.
        silent=IRREGULAR
        | {
            "table.players",
            "table.sides",
            "table.deal",
            "table.rotate",
            "bid.order",
            "bid.legal",
            "bid.raise",
            "bid.steal",
            "bid.stealslam",
            "bid.overcall",
            "bid.allpass",
            "bid.tabling",
            "bid.win",
            "slam.rank",
            "play.order",
            "play.draw",
            "play.rest",
            "play.surplus",
            "play.trump",
            "play.lead",
            "play.follow",
            "play.void",
            "play.trick",
            "play.any",
            "play.out",
            "score.two",
            "score.negative",
            "win.target",
        },
        readings=(
            *(
                Reading(Options(bids=calls.bids(least, 10)), Basis.DEFAULT)
                for least in (1, 2, 3, 5)
            ),
        ),
    ),
    "smear-ten": Preset(
        name="Ten-point smear",
        document="Smear (card game), ten-point variant (Wikipedia)",
        rules=Rules(
            tables=(Table(players=4, sides=Arrangement.PARTNERS_ACROSS, dealt=10),),
            bids=calls.bids(1, 10),
            dealer_alone_bids=calls.bids(1, 10),
            all_pass=AllPass.REDEAL_NEXT_DEALER,
            point_values=(
                *worths(
                    PointName.HIGH,
                    PointName.LOW,
                    PointName.JACK,
                    PointName.OFF_JACK,
                    PointName.HIGH_JOKER,
                    PointName.LOW_JOKER,
                    PointName.GAME,
                ),
                PointValue(point=PointName.THREE, worth=3),
            ),
            jokers=2,
            joker_order=JokerOrder.LAST_PLAYED,
            off_cards=("J",),
            keep=10,
            target=52,
            target_may_change=True,
            going_out=GoingOut.ANYONE,
            several_out=SeveralOut.HIGHEST_OR_PITCHER,
        ),
        silent=IRREGULAR
        | {
            "bid.legal",
            "bid.raise",
            "bid.steal",
            "bid.overcall",
            "bid.allpass",
            "bid.tabling",
            "play.trump",
            "play.joker",
            "play.follow",
            "play.void",
            "score.low",
            "score.pips",
            "win.target",
        },
    ),
}
