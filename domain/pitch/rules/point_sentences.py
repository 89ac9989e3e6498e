"""Sentences of the rules on the points of a hand and the scores."""

from typing import Final

from pitch import point_names
from pitch.cards import JokerPips
from pitch.messages import CHOICE, COUNT, POINT, Message, Sentences
from pitch.point_names import PointName
from pitch.rules.called_partners import PARTNER_SCORE, others_score
from pitch.rules.options import Rules
from pitch.rules.writers import Writer, plays_alone, scorer

_GAME: Final = Message("clause.score.game", who=CHOICE, worth=COUNT)
_TAKEN: Final = Message("clause.score.taken", who=CHOICE, point=POINT, worth=COUNT)
_EXTREME: Final = Message("clause.score.extreme", who=CHOICE, point=POINT, worth=COUNT)
_DEALT: Final = Message("clause.score.dealt", who=CHOICE, point=POINT, worth=COUNT)
ABSENT: Final = Message("clause.score.absent")()
_COUNT: Final = Message("clause.score.count")
_COUNT_JACK: Final = Message("clause.score.count_jack", counts=CHOICE)
_COUNT_JOKER: Final = Message("clause.score.count_joker")
_TIE: Final = Message("clause.score.tie.side", to=CHOICE)
_TIE_ALONE: Final = Message("clause.score.tie.alone", to=CHOICE)
_LONE: Final = Message("clause.score.lone", worth=COUNT)
_LONE_MORE: Final = Message("clause.score.lone_more")
_LONE_JACK: Final = Message("clause.score.lone_jack", worth=COUNT)
_POOL: Final = Message("clause.score.pool")
_MADE: Final = Message("clause.score.made.side", scores=CHOICE)
_MADE_ALONE: Final = Message("clause.score.made.alone", scores=CHOICE)
_SET: Final = Message("clause.score.set", who=CHOICE)
_NEGATIVE: Final = Message("clause.score.below_zero", who=CHOICE)
_NOT_NEGATIVE: Final = Message("clause.score.never_below_zero")


def _on_point(point: PointName) -> Writer:
    """Return a writer of the worth of a point and the side that gets it."""

    def sentences(rules: Rules) -> Sentences | None:
        worth = rules.worths.get(point)
        return None if worth is None else _point_sentences(point, worth, rules)

    return sentences


def _point_sentences(point: PointName, worth: int, rules: Rules) -> Sentences:
    if point is PointName.GAME:
        return (_GAME(who=scorer(rules), worth=worth),)
    if point in rules.dealt_points:
        return (_DEALT(who=scorer(rules), point=point, worth=worth),)
    # The highest and lowest trump are always in play; other cards may be in the pack.
    if point in {*point_names.EXTREMES, PointName.HIGH_SPADE}:
        return (_EXTREME(who=scorer(rules), point=point, worth=worth),)
    taken = _TAKEN(who=scorer(rules), point=point, worth=worth)
    return (taken,) if point is PointName.LAST_TRICK else (taken, ABSENT)


def _count(rules: Rules) -> Sentences | None:
    if PointName.GAME not in rules.worths:
        return None
    jack = _COUNT_JACK(counts="yes" if rules.trump_jack_pips else "no")
    counts = rules.jokers and rules.joker_pips is JokerPips.ONE
    return _COUNT(), jack, *((_COUNT_JOKER(),) if counts else ())


def _game_tie(rules: Rules) -> Sentences | None:
    if PointName.GAME not in rules.worths:
        return None
    tie = _TIE_ALONE if plays_alone(rules) else _TIE
    return (tie(to=rules.game_tie),)


def _lone(rules: Rules) -> Sentences | None:
    """Return the worth of a single trump in play, which is the highest and the lowest at once."""
    worths = rules.worths
    if not {PointName.HIGH, PointName.LOW} <= worths.keys():
        return None
    # Where other cards pay too, what a lone trump is worth depends on which it is.
    if worths.keys() - {PointName.HIGH, PointName.LOW, PointName.JACK, PointName.GAME}:
        return (_LONE_MORE(),)
    both = worths[PointName.HIGH] + worths[PointName.LOW]
    if PointName.JACK not in worths:
        return (_LONE(worth=both),)
    return _LONE(worth=both), _LONE_JACK(worth=both + worths[PointName.JACK])


def _pool(rules: Rules) -> Sentences | None:
    # A clause on pooling would puzzle players without partners.
    return None if plays_alone(rules) else (_POOL(),)


def _made(rules: Rules) -> Sentences:
    made = _MADE_ALONE if plays_alone(rules) else _MADE
    return (made(scores=rules.made_scores),)


def _set(rules: Rules) -> Sentences:
    return (_SET(who=scorer(rules)),)


def _negative(rules: Rules) -> Sentences:
    return (_NEGATIVE(who=scorer(rules)) if rules.negative_scores else _NOT_NEGATIVE(),)


POINTS: Final[dict[str, Writer]] = {
    **{point_names.topic(point): _on_point(point) for point in PointName},
    "score.pips": _count,
    "score.tie": _game_tie,
    "score.lone": _lone,
    "score.pool": _pool,
    **PARTNER_SCORE,
    "score.made": _made,
    "score.set": _set,
    "score.others": others_score,
    "score.negative": _negative,
}
