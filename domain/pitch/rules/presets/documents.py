"""The six rule sets of the five documents, as they are written."""

from typing import Final

from pitch import calls
from pitch.calls import Call
from pitch.rules.choices import (
    AllPass,
    GoingOut,
    Low,
    SeveralOut,
    SlamBid,
    SlamNeeds,
    SlamReward,
    TrumpBy,
)
from pitch.rules.options import Options, Rules
from pitch.rules.presets.preset import IRREGULAR, Basis, Preset, Reading, individuals
from pitch.seats import Arrangement, Table

_THREE_OR_FOUR: Final = (Table(players=3), Table(players=4, sides=Arrangement.PARTNERS_ACROSS))
_ONE_UP: Final = calls.bids(1, 4)
_TWO_UP: Final = calls.bids(2, 4)


_SITE: Final = Rules(
    tables=_THREE_OR_FOUR,
    bids=_TWO_UP,
    dealer_alone_bids=(Call.TWO,),
    dealer_matches=_TWO_UP,
)

_SETBACK: Final = Rules(
    tables=individuals(7),
    bids=_ONE_UP,
    dealer_alone_bids=_ONE_UP,
    all_pass=AllPass.REDEAL_NEXT_DEALER,
    trump_jack_pips=False,
    target=7,
    target_may_change=True,
    several_out=SeveralOut.COUNTING_ORDER,
)
_SETBACK_SILENT: Final = IRREGULAR | frozenset(
    {
        "table.sides",
        "bid.raise",
        "bid.steal",
        "bid.stealslam",
        "bid.allpass",
        "slam.rank",
        "slam.set",
        "bid.tabling",
        "play.any",
        "score.lone",
        "win.target",
        "win.out",
        "win.several",
    }
)

DOCUMENTS: Final[dict[str, Preset]] = {
    "singaporemahjong": Preset(
        name="Singapore Mahjong Pitch",
        document="Rules for Pitch - Setback game (singaporemahjong.com, current text)",
        rules=_SITE,
        silent=IRREGULAR | {"bid.overcall", "bid.tabling", "score.negative"},
        readings=(
            Reading(Options(low=Low.DEALT), Basis.TEXT),
            # S0.bid.dealer lists passing and matching for the dealer; whether raising is left out
            # or forbidden is not said.
            Reading(Options(dealer_may_raise=False), Basis.DEFAULT),
        ),
    ),
    "singaporemahjong-classic": Preset(
        name="Singapore Mahjong Pitch, classic",
        document="New game option for Pitch or Setback (singaporemahjong.com, older text)",
        rules=Rules(
            tables=_THREE_OR_FOUR,
            bids=_TWO_UP,
            dealer_alone_bids=_TWO_UP,
            dealer_matches=_TWO_UP,
        ),
        silent=IRREGULAR | {"bid.tabling", "score.negative"},
        readings=(Reading(Options(low=Low.DEALT), Basis.TEXT),),
    ),
    "rules-guru": Preset(
        name="Game Rules Guru Pitch",
        document="Pitch, also known as auction pitch or setback (Game Rules Guru, 2009)",
        rules=Rules(
            tables=(*individuals(8), Table(players=4, sides=Arrangement.PARTNERS_ACROSS)),
            bids=_TWO_UP,
            dealer_alone_bids=_TWO_UP,
            dealer_matches=_TWO_UP,
            # S2.bid.dealer lets the dealer match the current highest bid, whatever it is.
            dealer_matches_slam=True,
            # S2.trump alone names the suit before the lead.
            trump_by=TrumpBy.NAMED_AND_LED,
            slam=SlamBid.SMUDGE,
            target_may_change=True,
            going_out=GoingOut.PITCHER_MADE_ONLY,
        ),
        silent=IRREGULAR
        | {
            "table.rotate",
            "bid.stealslam",
            "bid.tabling",
            "play.out",
            "score.tie",
            "score.pool",
            "win.target",
        },
        readings=(
            # S2.allpass.alt allows a redeal and does not say who deals.
            Reading(Options(all_pass=AllPass.REDEAL_SAME_DEALER), Basis.DEFAULT),
            Reading(Options(all_pass=AllPass.REDEAL_NEXT_DEALER), Basis.DEFAULT),
            Reading(Options(dealer_matches_slam=False), Basis.DEFAULT),
        ),
    ),
    "mb-lounge": Preset(
        name="MB Lounge Pitch League",
        document="Pitch League Tournament at the MB Lounge",
        rules=Rules(
            tables=(Table(players=4, sides=Arrangement.PARTNERS_ACROSS),),
            # S3.bid.legal; that others might have bid one or two (S3.bid.note) is left over from
            # another text.
            bids=(Call.THREE, Call.FOUR),
            dealer_alone_bids=_TWO_UP,
            # S3.bid.steal: a three can be stolen, a four is pitched at once and cannot.
            dealer_matches=(Call.THREE,),
            four_by_tabling=True,
            going_out=GoingOut.PITCHER_MADE_ONLY,
        ),
        silent=IRREGULAR
        | {"table.deal", "bid.raise", "bid.allpass", "play.any", "score.pool", "win.made"},
        readings=(
            Reading(Options(dealer_alone_bids=(Call.TWO,)), Basis.DEFAULT),
            # S3.win asks for the pitcher at the target and not that the bid was made.
            Reading(Options(going_out=GoingOut.PITCHER_ONLY), Basis.DEFAULT),
        ),
    ),
    "setback": Preset(
        name="Setback",
        document="Setback, a book chapter",
        rules=_SETBACK,
        silent=_SETBACK_SILENT,
    ),
    "setback-pitch": Preset(
        name="Setback with the pitch bid",
        document="Setback, a book chapter: variation Pitch",
        rules=Rules(
            tables=_SETBACK.tables,
            bids=_SETBACK.bids,
            dealer_alone_bids=_SETBACK.dealer_alone_bids,
            all_pass=_SETBACK.all_pass,
            trump_jack_pips=_SETBACK.trump_jack_pips,
            slam=SlamBid.PITCH,
            # The variation says four tricks; read as four points it is the other reading below.
            slam_needs=SlamNeeds.FOUR_TRICKS,
            slam_reward=SlamReward.MATCH_UNLESS_NEGATIVE,
            slam_scores=4,
            slam_loses=4,
            target=_SETBACK.target,
            target_may_change=_SETBACK.target_may_change,
            several_out=_SETBACK.several_out,
        ),
        silent=_SETBACK_SILENT,
        readings=(Reading(Options(slam_needs=SlamNeeds.ALL_POINTS), Basis.DEFAULT),),
    ),
}
