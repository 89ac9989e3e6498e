"""The ladder from four to thirteen points, and other games with a five of trumps or nine cards."""

from typing import Final

from msgspec import structs

from pitch import calls
from pitch.point_names import PointName
from pitch.rules.choices import AllPass, Draw, Low, RestTo, TrumpBy
from pitch.rules.options import Options, PointValue, Rules
from pitch.rules.presets.preset import IRREGULAR, Basis, Preset, Reading, worths
from pitch.seats import Arrangement, Table
from pitch.tricks import Follow

_HELP: Final = "Pitch, help pages and game options (Trickster Cards)"
_SIX: Final = (Table(players=4, sides=Arrangement.PARTNERS_ACROSS),)
_NINE: Final = (Table(players=4, sides=Arrangement.PARTNERS_ACROSS, dealt=9),)
_SIX_CARDS: Final = Rules(
    tables=_SIX,
    bids=calls.bids(1, 4),
    dealer_alone_bids=calls.bids(1, 4),
    all_pass=AllPass.REDEAL_NEXT_DEALER,
    low=Low.DEALT,
    target=11,
    target_may_change=True,
)
# Four times nine leave eighteen: plain cards are thrown away and the pitcher takes all of the rest,
# so that every trump is in play (N1).
_NINE_CARDS: Final = Rules(
    tables=_NINE,
    bids=calls.bids(1, 7),
    dealer_alone_bids=calls.bids(1, 7),
    all_pass=AllPass.REDEAL_NEXT_DEALER,
    trump_by=TrumpBy.NAMED_AND_LED,
    low=Low.DEALT,
    jokers=2,
    off_cards=("J",),
    draw=Draw.NON_TRUMPS,
    rest_to=RestTo.PITCHER,
    follow=Follow.TRUMPS_ONLY,
    target=21,
    target_may_change=True,
)
_SEVEN: Final = worths(
    PointName.HIGH,
    PointName.LOW,
    PointName.JACK,
    PointName.OFF_JACK,
    PointName.HIGH_JOKER,
    PointName.LOW_JOKER,
    PointName.TEN,
)
_THREE: Final = PointValue(point=PointName.THREE, worth=3)
# The help page names the games, their points and their targets; the least bid is the table's.
_SILENT: Final = IRREGULAR | {
    "bid.legal",
    "bid.steal",
    "bid.overcall",
    "bid.allpass",
    "bid.tabling",
    "score.lone",
    "win.out",
    "win.several",
    "win.tie",
}


def _trickster(points: int, rules: Rules) -> Preset:
    """One step of the ladder, with the choices that its help page offers at every step."""
    offered = (
        Options(dealer_matches=calls.bids(1, points)),
        Options(low=Low.CAPTURED),
        Options(all_pass=AllPass.FORCED),
        Options(trump_by=TrumpBy.NAMED),
        *(Options(follow=way) for way in Follow if way is not rules.follow),
        *(Options(bids=calls.bids(least, points)) for least in (2, 3, 4, 5) if least <= points),
    )
    return Preset(
        name=f"{_IN_WORDS[points]}-point pitch, Trickster",
        document=_HELP,
        rules=structs.replace(
            rules, bids=calls.bids(1, points), dealer_alone_bids=calls.bids(1, points)
        ),
        silent=_SILENT
        | ({"play.surplus"} if rules.draw is Draw.NON_TRUMPS else {"score.pips", "score.tie"}),
        readings=tuple(Reading(options, Basis.TEXT) for options in offered),
    )


_IN_WORDS: Final = {
    4: "Four",
    5: "Five",
    6: "Six",
    7: "Seven",
    9: "Nine",
    11: "Eleven",
    13: "Thirteen",
}

LADDER: Final[dict[str, Preset]] = {
    "trickster-4": _trickster(4, _SIX_CARDS),
    "trickster-5": _trickster(
        5,
        structs.replace(
            _SIX_CARDS,
            point_values=worths(
                PointName.HIGH, PointName.LOW, PointName.JACK, PointName.OFF_JACK, PointName.GAME
            ),
            off_cards=("J",),
        ),
    ),
    "trickster-6": _trickster(
        6,
        structs.replace(
            _SIX_CARDS,
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
        ),
    ),
    "trickster-7": _trickster(7, structs.replace(_NINE_CARDS, point_values=_SEVEN)),
    "trickster-9": _trickster(
        9,
        structs.replace(
            _SIX_CARDS,
            point_values=(
                *worths(PointName.HIGH, PointName.LOW, PointName.JACK, PointName.GAME),
                PointValue(point=PointName.FIVE, worth=5),
            ),
            target=31,
        ),
    ),
    "trickster-11": _trickster(
        11,
        structs.replace(
            _NINE_CARDS,
            point_values=(*_SEVEN, *worths(PointName.OFF_ACE), _THREE),
            off_cards=("J", "A"),
            target=52,
        ),
    ),
    "trickster-13": _trickster(
        13,
        structs.replace(
            _NINE_CARDS,
            point_values=(*_SEVEN, _THREE, PointValue(point=PointName.OFF_THREE, worth=3)),
            off_cards=("3", "J"),
            target=52,
        ),
    ),
    "catch-five": Preset(
        name="Pitch with fives",
        document="Pitch with fives (after pagat.com)",
        rules=Rules(
            tables=_SIX,
            bids=calls.bids(1, 9),
            dealer_alone_bids=calls.bids(1, 9),
            low=Low.DEALT,
            point_values=(
                *worths(PointName.ACE, PointName.JACK, PointName.TEN, PointName.TWO),
                PointValue(point=PointName.FIVE, worth=5),
            ),
            target=31,
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
            "play.follow",
            "play.void",
            "score.made",
            "score.negative",
            "win.out",
            "win.several",
            "win.tie",
        },
    ),
    # The source counts down from 21, which is the same; that three sets lose the match is left out.
    "nine-card": Preset(
        name="Nine-card pitch",
        document="Nine-card pitch (gamerules.com, after pagat.com)",
        rules=Rules(
            tables=_NINE,
            bids=calls.bids(3, 6),
            dealer_alone_bids=calls.bids(3, 6),
            all_pass=AllPass.REDEAL_NEXT_DEALER,
            trump_by=TrumpBy.NAMED,
            point_values=worths(
                PointName.HIGH,
                PointName.LOW,
                PointName.JACK,
                PointName.FIVE,
                PointName.HIGH_SPADE,
                PointName.GAME,
            ),
            keep=9,
            draw=Draw.ANY,
            draw_most=4,
            target=21,
        ),
        silent=IRREGULAR
        | {
            "table.players",
            "table.sides",
            "bid.raise",
            "bid.steal",
            "bid.overcall",
            "bid.allpass",
            "bid.tabling",
            "play.follow",
            "play.void",
            "score.pips",
            "score.tie",
            "score.lone",
            "score.made",
            "win.out",
            "win.several",
            "win.tie",
        },
    ),
}
