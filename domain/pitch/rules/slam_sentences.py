"""Sentences of the rules on the slam, the bid above every number."""

from typing import Final

from pitch import calls
from pitch.messages import BID, CHOICE, COUNT, Message, Sentences
from pitch.rules.choices import SlamBid, SlamNeeds, SlamOpen, SlamReward, SlamSet
from pitch.rules.options import Rules
from pitch.rules.remedy_sentences import Writer, plays_alone, scorer

_RANK: Final = Message("clause.slam.rank", slam=BID, below=BID)
_OPEN: Final = Message("clause.slam.open", who=CHOICE, slam=BID, score=CHOICE)
_FOUR_TRICKS: Final = Message("clause.slam.four_tricks", slam=BID)
_ALL_TRICKS: Final = Message("clause.slam.all_tricks", slam=BID, tricks=COUNT)
_ALL_POINTS: Final = Message("clause.slam.all_points", slam=BID, points=COUNT)
_ALL_OF_BOTH: Final = Message("clause.slam.all_of_both", slam=BID, tricks=COUNT, points=COUNT)
_MADE: Final = Message("clause.slam.made", slam=BID, points=COUNT, reward=CHOICE)
_MADE_ALONE: Final = Message("clause.slam.made.alone", slam=BID, points=COUNT, reward=CHOICE)
_SET: Final = Message("clause.slam.set", slam=BID, points=COUNT)
_SET_TARGET: Final = Message("clause.slam.set_target", slam=BID)
_SET_MATCH: Final = Message("clause.slam.set_match", slam=BID, points=COUNT)
_SET_WINNER: Final = Message("clause.slam.set_winner", who=CHOICE)
_ADDED: Final = Message("clause.slam.added", slam=BID, points=COUNT)
_TAKEN_OFF: Final = Message("clause.slam.taken_off", slam=BID, points=COUNT)


def _where_bid(writer: Writer) -> Writer:
    """Return a writer that is silent for rules without a slam."""
    return lambda rules: None if rules.slam is SlamBid.NONE else writer(rules)


def _rank(rules: Rules) -> Sentences:
    return (_RANK(slam=rules.slam, below=calls.bid(rules.total)),)


def _open(rules: Rules) -> Sentences | None:
    if rules.slam_open is SlamOpen.ANYONE:
        return None
    return (_OPEN(who=scorer(rules), slam=rules.slam, score=rules.slam_open),)


def _needs(rules: Rules) -> Sentences:
    slam, tricks, points = rules.slam, rules.keep, rules.total
    match rules.slam_needs:
        case SlamNeeds.FOUR_TRICKS:
            return (_FOUR_TRICKS(slam=slam),)
        case SlamNeeds.ALL_TRICKS:
            return (_ALL_TRICKS(slam=slam, tricks=tricks),)
        case SlamNeeds.ALL_POINTS:
            return (_ALL_POINTS(slam=slam, points=points),)
        case SlamNeeds.ALL_TRICKS_AND_POINTS:
            return (_ALL_OF_BOTH(slam=slam, tricks=tricks, points=points),)


def _made(rules: Rules) -> Sentences:
    """Return the sentence on the pay of a slam that is made, by its reward."""
    made = _MADE_ALONE if plays_alone(rules) else _MADE
    return (made(slam=rules.slam, points=rules.slam_scores, reward=rules.slam_reward),)


def _set(rules: Rules) -> Sentences:
    if rules.slam_set is SlamSet.TARGET:
        return (_SET_TARGET(slam=rules.slam),)
    if rules.slam_set is SlamSet.MATCH:
        return _SET_MATCH(slam=rules.slam, points=rules.slam_loses), _SET_WINNER(who=scorer(rules))
    return (_SET(slam=rules.slam, points=rules.slam_loses),)


def _score(rules: Rules) -> Sentences | None:
    """Return what the score sheet counts if the slam decides the match without its points."""
    counted = []
    if rules.slam_reward is SlamReward.MATCH and rules.slam_scores != rules.total:
        counted.append(_ADDED(slam=rules.slam, points=rules.slam_scores))
    if rules.slam_set is SlamSet.MATCH:
        counted.append(_TAKEN_OFF(slam=rules.slam, points=rules.slam_loses))
    return tuple(counted) or None


SLAM: Final[dict[str, Writer]] = {
    "slam.rank": _where_bid(_rank),
    "slam.open": _where_bid(_open),
    "slam.needs": _where_bid(_needs),
    "slam.made": _where_bid(_made),
    "slam.set": _where_bid(_set),
    "slam.score": _where_bid(_score),
}
