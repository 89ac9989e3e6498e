"""Six cards with one joker: auction pitch with the joker, and setback of New England."""

from typing import Final

from pitch import calls
from pitch.cards import JokerRank
from pitch.point_names import PointName
from pitch.rules.choices import (
    AllPass,
    BiddingRounds,
    GoingOut,
    MadeScores,
    PitchedJoker,
    SeveralOut,
)
from pitch.rules.options import Rules
from pitch.rules.presets.preset import IRREGULAR, Preset, worths
from pitch.seats import Arrangement, Table
from pitch.tricks import Follow

JOKER: Final[dict[str, Preset]] = {
    "joker-pitch": Preset(
        name="Auction pitch with joker",
        document="Auction pitch with joker (Bicycle)",
        rules=Rules(
            tables=(Table(players=3), Table(players=4), Table(players=5)),
            bids=calls.bids(1, 5),
            dealer_alone_bids=calls.bids(1, 5),
            all_pass=AllPass.REDEAL_NEXT_DEALER,
            point_values=worths(
                PointName.HIGH,
                PointName.LOW,
                PointName.JACK,
                PointName.JOKER,
                PointName.GAME,
            ),
            jokers=1,
            # Lowest of all and yet never Low, which is the lowest trump that is no joker (Bicycle).
            joker_rank=JokerRank.LOWEST,
            pitched_joker=PitchedJoker.SPADES,
            target=10,
            several_out=SeveralOut.COUNTING_ORDER,
        ),
        silent=IRREGULAR
        | {
            "bid.legal",
            "bid.raise",
            "bid.steal",
            "bid.overcall",
            "bid.allpass",
            "bid.tabling",
            "score.low",
            "score.lone",
            "score.negative",
        },
    ),
    "setback-six": Preset(
        # Its read-me contradicts its documents in four places; it is played by the documents.
        name="Setback, New England",
        document="New England setback, a project's rules (ksylvan)",
        rules=Rules(
            tables=(Table(players=4, sides=Arrangement.PARTNERS_ACROSS),),
            bids=calls.bids(2, 6),
            dealer_alone_bids=(calls.bid(2),),
            bidding_rounds=BiddingRounds.UNTIL_PASSED,
            follow=Follow.FOLLOW_SUIT,
            point_values=worths(
                PointName.HIGH,
                PointName.LOW,
                PointName.JACK,
                PointName.OFF_JACK,
                PointName.JOKER,
                PointName.GAME,
            ),
            jokers=1,
            off_cards=("J",),
            made_scores=MadeScores.BID_ONLY,
            target=21,
            going_out=GoingOut.PITCHER_ONLY,
        ),
        silent=IRREGULAR
        | {
            "table.players",
            "table.sides",
            "bid.steal",
            "bid.overcall",
            "bid.tabling",
            "score.low",
            "score.pips",
            "score.tie",
            "score.lone",
            "score.negative",
        },
    ),
}
