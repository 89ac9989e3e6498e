"""What the rules say of the points of a hand, and of what they do to the scores."""

from typing import Final

from domain import point_names, wording
from domain.cards import JokerPips
from domain.point_names import PointName
from domain.rules.called_partners import PARTNER_SCORE, others
from domain.rules.choices import GameTie, Low, MadeScores
from domain.rules.options import Rules
from domain.rules.remedy_sentences import Sentence, always
from domain.seats import Arrangement
from domain.wording import in_words


def _of(point: PointName) -> Sentence:
    """The clause on one point: what it is worth and who gets it, if the rules have it."""

    def said(rules: Rules) -> str | None:
        worth = rules.worths.get(point)
        if worth is None:
            return None
        name, taker = point_names.said(point), _taker(point, rules)
        number = wording.sentence(in_words(worth))
        # A sentence begins with a word, and large numbers have none here.
        if number.isdigit():
            return f"{name}, worth {number} points, goes to the side {taker}."
        points, goes = ("point", "goes") if worth == 1 else ("points", "go")
        return f"{number} {points}, {name}, {goes} to the side {taker}."

    return said


def _taker(point: PointName, rules: Rules) -> str:
    """Who gets a point, as the end of a clause; `hand.awards` gives it."""
    if point is PointName.GAME:
        return "with the most pips among its cards"
    if point is PointName.LAST_TRICK:
        return "that wins the last trick"
    card = point_names.card_said(point)
    is_extreme = point in {*point_names.EXTREMES, PointName.HIGH_SPADE}
    in_play = " in play" if is_extreme else ""
    if point in point_names.DEALT and rules.low is Low.DEALT:
        return f"that was dealt {card}{in_play}, whoever captures it"
    # An extreme is always there, and the others may have stayed in the pack.
    return f"that captures {card}" + (
        in_play if is_extreme else "; if it is not in play nobody gets it"
    )


def _pips(rules: Rules) -> str | None:
    if PointName.GAME not in rules.worths:
        return None
    worth = "Pips: ten 10, ace 4, king 3, queen 2, jack 1"
    counts = rules.jokers and rules.joker_pips is JokerPips.ONE
    joker = " A joker counts one." if counts else ""
    if rules.trump_jack_pips:
        return f"{worth}, the jack of trumps included.{joker}"
    return f"{worth}, but the jack of trumps counts none.{joker}"


_GAME_TIES: Final = {
    GameTie.NOBODY: "nobody gets Game",
    GameTie.PITCHING_SIDE: "the pitching side gets Game if it is among them, else nobody",
    GameTie.OTHER_SIDE: "the side among them that did not pitch gets Game if there is just one",
    GameTie.DEALER: "the dealer's side gets Game if it is among them, else nobody",
}


def _game_tie(rules: Rules) -> str | None:
    if PointName.GAME not in rules.worths:
        return None
    return f"When sides tie for the most pips, {_GAME_TIES[rules.game_tie]}."


def _lone(rules: Rules) -> str | None:
    """What a single trump in play is worth: it is the highest and the lowest at once."""
    worths = rules.worths
    if not {PointName.HIGH, PointName.LOW} <= worths.keys():
        return None
    both = worths[PointName.HIGH] + worths[PointName.LOW]
    said = f"A lone trump in play is both High and Low, worth {in_words(both)} points"
    if PointName.JACK not in worths:
        return f"{said}."
    return f"{said}, or {in_words(both + worths[PointName.JACK])} if it is the jack."


def _pool(rules: Rules) -> str | None:
    # Without partners there is nothing to pool, and a clause about it would only puzzle.
    alone = {Arrangement.INDIVIDUALS, Arrangement.CALLED_PARTNER}
    if all(table.sides in alone for table in rules.tables):
        return None
    return "Partners pool their cards, their points and their bid."


def _negative(rules: Rules) -> str:
    if rules.negative_scores:
        return "A score may fall below zero."
    return "A score never falls below zero."


def _made(rules: Rules) -> str:
    scores = "all that it took" if rules.made_scores is MadeScores.ALL_TAKEN else "the bid alone"
    return f"A pitching side that takes at least as many points as it bid scores {scores}."


POINTS: Final[dict[str, Sentence]] = {
    **{point_names.topic(point): _of(point) for point in PointName},
    "score.pips": _pips,
    "score.tie": _game_tie,
    "score.lone": _lone,
    "score.pool": _pool,
    **PARTNER_SCORE,
    "score.made": _made,
    "score.set": always(
        "A pitching side that takes fewer points than it bid scores none of them "
        "and loses the number it bid."
    ),
    "score.others": others,
    "score.negative": _negative,
}
