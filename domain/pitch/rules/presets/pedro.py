"""Pedro and its kin: the five of trumps and the off-five, nine cards each, the dealer robs."""

from typing import Final

from msgspec import structs

from pitch import calls
from pitch.point_names import PointName
from pitch.rules.choices import AllPass, Draw, GoingOut, Low, RestTo, Surplus, TrumpBy
from pitch.rules.options import Options, PointValue, Rules
from pitch.rules.presets.preset import IRREGULAR, Basis, Preset, Reading, worths
from pitch.seats import Arrangement, Table
from pitch.tricks import Follow

_FOUR: Final = (Table(players=4, sides=Arrangement.PARTNERS_ACROSS, dealt=9),)
_FIVES: Final = (
    PointValue(point=PointName.FIVE, worth=5),
    PointValue(point=PointName.OFF_FIVE, worth=5),
)
_FOURTEEN: Final = (
    *worths(PointName.ACE, PointName.JACK, PointName.TEN, PointName.TWO),
    *_FIVES,
)
# Four times nine leave sixteen cards, which the dealer searches for trumps: none stays out (N1).
_PEDRO: Final = Rules(
    tables=_FOUR,
    bids=calls.bids(7, 14),
    dealer_alone_bids=(calls.bid(7),),
    trump_by=TrumpBy.NAMED,
    point_values=_FOURTEEN,
    off_cards=("5",),
    draw=Draw.NON_TRUMPS,
    rest_to=RestTo.DEALER,
    surplus=Surplus.ON_FIRST_TRICK,
    target=62,
)

PEDRO: Final[dict[str, Preset]] = {
    "pedro": Preset(
        name="Pedro",
        document="Pedro, Ultimate Book of Card Games (Scott McNeely, 2009)",
        rules=_PEDRO,
        silent=IRREGULAR
        | {
            "bid.overcall",
            "bid.tabling",
            "play.trump",
            "score.negative",
            "win.several",
            "win.tie",
        },
    ),
    "pedro-california": Preset(
        name="California Pedro",
        document="California Pedro (Board Game Arena)",
        rules=structs.replace(
            _PEDRO,
            bids=calls.bids(6, 16),
            dealer_alone_bids=(calls.bid(6),),
            low=Low.DEALT,
            point_values=(
                PointValue(point=PointName.ACE, worth=1),
                PointValue(point=PointName.JACK, worth=3),
                *worths(PointName.TEN, PointName.TWO),
                *_FIVES,
            ),
            target=100,
        ),
        silent=IRREGULAR
        | {
            "bid.order",
            "bid.steal",
            "bid.overcall",
            "bid.tabling",
            "play.trump",
            "play.surplus",
            "play.follow",
            "play.void",
            "score.negative",
            "win.out",
            "win.several",
            "win.tie",
        },
    ),
    "pidro": Preset(
        name="Pidro",
        document="Finnish Pidro, a game engine's rules (marcelfahle)",
        rules=structs.replace(
            _PEDRO,
            bids=calls.bids(6, 14),
            dealer_alone_bids=(calls.bid(6),),
            dealer_matches=(calls.bid(14),),
            low=Low.DEALT,
            follow=Follow.TRUMPS_ONLY,
            # What is over six is killed face up and never brings a point: the points are six cards.
            surplus=Surplus.BURNED,
        ),
        silent=IRREGULAR
        | {
            "bid.overcall",
            "bid.tabling",
            "play.trump",
            "score.negative",
            "win.several",
            "win.tie",
        },
    ),
    "cinch": Preset(
        name="Cinch",
        document="Cinch (Wikipedia, with Denexa, Katz and Bicycle)",
        rules=structs.replace(
            _PEDRO,
            bids=calls.bids(1, 14),
            dealer_alone_bids=(),
            all_pass=AllPass.DEALER_FREE,
            surplus=Surplus.BURNED,
            # Sources play to 42 or to 51, so a match may say to what.
            target=51,
            target_may_change=True,
        ),
        silent=IRREGULAR
        | {
            "bid.steal",
            "bid.overcall",
            "bid.tabling",
            "play.trump",
            "play.surplus",
            "score.negative",
            "win.out",
            "win.several",
            "win.tie",
        },
        readings=(Reading(Options(low=Low.DEALT), Basis.TEXT),),
    ),
    "king-pedro": Preset(
        # Games of this name differ: copies of one page deal twelve and a kitty. This is that of a
        # program whose rules are whole.
        name="King Pedro",
        document="King Pedro, a game's rules (Ukrainian-Canadian, 62 points)",
        rules=Rules(
            tables=_FOUR,
            bids=calls.bids(30, 62),
            dealer_alone_bids=(calls.bid(30),),
            trump_by=TrumpBy.NAMED,
            follow=Follow.FOLLOW_SUIT,
            low=Low.DEALT,
            point_values=(
                PointValue(point=PointName.ACE, worth=1),
                PointValue(point=PointName.KING, worth=30),
                PointValue(point=PointName.JACK, worth=1),
                PointValue(point=PointName.TEN, worth=10),
                PointValue(point=PointName.NINE, worth=9),
                *_FIVES,
                PointValue(point=PointName.TWO, worth=1),
            ),
            off_cards=("5",),
            keep=9,
            target=200,
            going_out=GoingOut.PITCHER_MADE_ONLY,
        ),
        silent=IRREGULAR
        | {
            "table.players",
            "table.sides",
            "bid.order",
            "bid.raise",
            "bid.steal",
            "bid.overcall",
            "bid.tabling",
            "play.order",
            "play.trump",
            "play.follow",
            "play.void",
            "score.made",
            "score.negative",
        },
    ),
}
