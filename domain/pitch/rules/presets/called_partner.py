"""Ten-point pitch for five, where the pitcher calls a partner: Pawnee, and Trickster Cards' table.

Scores are each player's own, so nobody has the same partner for a whole match.
"""

from typing import Final

from msgspec import structs

from pitch import calls
from pitch.rules.choices import AllPass, GoingOut, Low, TrumpBy
from pitch.rules.options import Rules
from pitch.rules.presets.preset import IRREGULAR, Preset
from pitch.rules.presets.ten_point import HIGH_AND_LOW, TEN_POINT
from pitch.seats import Arrangement, Table
from pitch.tricks import Follow

_TRICKSTER: Final = TEN_POINT["trickster-ten"]

CALLED_PARTNER: Final[dict[str, Preset]] = {
    "pawnee": Preset(
        name="Pawnee, call-your-partner pitch",
        document="Pawnee ten-point call-your-partner pitch (gamerules.com)",
        rules=Rules(
            tables=(Table(players=5, sides=Arrangement.CALLED_PARTNER, dealt=10, kitty=4),),
            bids=calls.bids(1, 10),
            dealer_alone_bids=calls.bids(1, 10),
            all_pass=AllPass.REDEAL_NEXT_DEALER,
            trump_by=TrumpBy.NAMED_AND_LED,
            low=Low.DEALT,
            point_values=HIGH_AND_LOW,
            jokers=2,
            off_cards=("J",),
            keep=10,
            follow=Follow.TRUMPS_ONLY,
            target=42,
            going_out=GoingOut.PITCHER_MADE_ONLY,
        ),
        silent=IRREGULAR
        | {
            "bid.order",
            "bid.legal",
            "bid.raise",
            "bid.steal",
            "bid.overcall",
            "bid.allpass",
            "bid.tabling",
            "play.trump",
            "play.alone",
            "play.void",
            "score.negative",
        },
    ),
    # A preset of its own, for with one more table trickster-ten would be another rule set.
    "trickster-five": Preset(
        name="Ten-point pitch for five, Trickster",
        document=_TRICKSTER.document,
        rules=structs.replace(
            _TRICKSTER.rules,
            tables=(Table(players=5, sides=Arrangement.CALLED_PARTNER, dealt=10),),
        ),
        silent=_TRICKSTER.silent
        | {"play.partner", "play.called", "play.alone", "score.partner", "win.partner"},
        readings=_TRICKSTER.readings,
    ),
}
