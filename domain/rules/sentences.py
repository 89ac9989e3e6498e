"""What every rule says, in sentences made from the options."""

from typing import Final

from domain.rules.bid_sentences import BIDDING
from domain.rules.play_sentences import PLAY
from domain.rules.point_sentences import POINTS
from domain.rules.remedy_sentences import REMEDIES, Writer
from domain.rules.slam_sentences import SLAM
from domain.rules.table_sentences import TABLE
from domain.rules.win_sentences import WINNING

SENTENCES: Final[dict[str, Writer]] = {
    **TABLE,
    **BIDDING,
    **SLAM,
    **PLAY,
    **POINTS,
    **WINNING,
    **REMEDIES,
}
"""Every topic in the order in which a rulebook tells it."""
