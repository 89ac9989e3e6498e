"""The writers of the sentences on all topics."""

from typing import Final

from pitch.rules.bid_sentences import BIDDING, SLAM
from pitch.rules.play_sentences import PLAY
from pitch.rules.point_sentences import POINTS
from pitch.rules.remedy_sentences import REMEDIES
from pitch.rules.table_sentences import TABLE
from pitch.rules.win_sentences import WINNING
from pitch.rules.writers import Writer

SENTENCES: Final[dict[str, Writer]] = {
    **TABLE,
    **BIDDING,
    **SLAM,
    **PLAY,
    **POINTS,
    **WINNING,
    **REMEDIES,
}
"""The writers by topic, in the order of a rulebook."""
