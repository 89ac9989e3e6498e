"""Smear of Minnesota and of the Canadian prairies: the jick below the jack, stripped packs."""

from typing import Final

from pitch import calls
from pitch.cards import JokerOrder, JokerRank
from pitch.point_names import PointName
from pitch.rules.choices import AllPass, GoingOut, Low, TrumpBy
from pitch.rules.options import Options, Rules
from pitch.rules.presets.preset import IRREGULAR, Basis, Preset, Reading, individuals, worths
from pitch.seats import Arrangement, Table

_STRIPPED: Final = {3: "23456789", 4: "2345678", 5: "23456", 6: "2345", 7: "23", 8: "2"}
"""What leaves two or four cards hidden when so many players have six each."""

SMEAR: Final[dict[str, Preset]] = {
    "play-smear": Preset(
        name="Smear, Minnesota",
        document="How to play smear (Play Smear)",
        rules=Rules(
            tables=(
                *individuals(8),
                Table(players=4, sides=Arrangement.PARTNERS_ACROSS),
                Table(players=6, sides=Arrangement.THREE_PAIRS),
                Table(players=6, sides=Arrangement.TWO_THREES),
            ),
            bids=calls.bids(2, 5),
            dealer_alone_bids=calls.bids(2, 5),
            all_pass=AllPass.DEALER_SET,
            trump_by=TrumpBy.NAMED_AND_LED,
            low=Low.DEALT,
            point_values=worths(
                PointName.HIGH,
                PointName.LOW,
                PointName.JACK,
                PointName.OFF_JACK,
                PointName.GAME,
            ),
            off_cards=("J",),
            target=11,
            target_may_change=True,
        ),
        silent=IRREGULAR
        | {
            "table.players",
            "bid.steal",
            "bid.overcall",
            "bid.tabling",
            "play.trump",
            "score.lone",
            "win.several",
            "win.tie",
        },
        readings=(Reading(Options(going_out=GoingOut.PITCHER_MADE_ONLY), Basis.TEXT),),
    ),
    "prairie-smear": Preset(
        name="Smear, Canadian prairies",
        document="Smear, a game's read-me (Dmarky9873)",
        rules=Rules(
            tables=(
                *(
                    Table(players=players, stripped=tuple(ranks))
                    for players, ranks in _STRIPPED.items()
                ),
                Table(
                    players=4,
                    sides=Arrangement.PARTNERS_ACROSS,
                    stripped=tuple(_STRIPPED[4]),
                ),
                Table(players=6, sides=Arrangement.THREE_PAIRS, stripped=tuple(_STRIPPED[6])),
            ),
            bids=calls.bids(1, 6),
            dealer_alone_bids=calls.bids(1, 6),
            low=Low.DEALT,
            point_values=worths(
                PointName.HIGH,
                PointName.JACK,
                PointName.LOW,
                PointName.HIGH_JOKER,
                PointName.LOW_JOKER,
                PointName.GAME,
            ),
            jokers=2,
            # Of no suit: it beats plain cards, loses to every trump, and can always be played.
            joker_rank=JokerRank.APART,
            joker_order=JokerOrder.FIRST_PLAYED,
            target=21,
            going_out=GoingOut.PITCHER_MADE_ONLY,
        ),
        silent=IRREGULAR
        | {"bid.steal", "bid.overcall", "bid.tabling", "score.lone", "score.negative"},
    ),
}
