"""Sentences and contradictions of rules whose pitcher calls a card to find a partner."""

from collections.abc import Iterator
from typing import Final

from pitch.messages import CHOICE, Message, Sentence, Sentences
from pitch.point_names import PointName
from pitch.rules.choices import GoingOut, SeveralOut, TrumpBy
from pitch.rules.options import Rules
from pitch.rules.writers import Writer, plays_alone

_TRUMP_NAMED: Final = Message("problem.contradictory_options.called_trump")
_NO_GAME: Final = Message("problem.contradictory_options.called_game")
_TOGETHER: Final = Message("problem.contradictory_options.called_order")
_PARTNER: Final = Message("clause.play.partner")
_PARTNER_HOLDS: Final = Message("clause.play.partner_holds")
_PARTNER_NONE: Final = Message("clause.play.partner_none")
_CALLED: Final = Message("clause.play.called")
_ALONE: Final = Message("clause.play.alone")
_ALONE_UNHELD: Final = Message("clause.play.alone_unheld")
_SCORES: Final = Message("clause.score.partner")
_SCORES_TOGETHER: Final = Message("clause.score.partner_together")
_SCORES_OTHERS: Final = Message("clause.score.partner_others")
_OTHERS: Final = Message("clause.score.others", called=CHOICE)
_FIRST_OUT: Final = Message("clause.win.partner")


def has_called_partner(rules: Rules) -> bool:
    """Return whether a table of the rules plays with a called partner."""
    return any(table.calls_partner for table in rules.tables)


def contradictions(rules: Rules) -> Iterator[tuple[str, Sentence]]:
    """Yield contradictions with a called partner: the option at fault, and the reason."""
    if not has_called_partner(rules):
        return
    # The called card falls to the first trick, so that a trump is led.
    if rules.trump_by is not TrumpBy.NAMED_AND_LED:
        yield "trumpBy", _TRUMP_NAMED()
    if PointName.GAME in rules.points:
        yield "pointValues", _NO_GAME()
    if rules.several_out is SeveralOut.COUNTING_ORDER:
        yield "severalOut", _TOGETHER()


def others_score(rules: Rules) -> Sentences:
    """Return the sentence on the points of the other sides (`score.others`)."""
    return (_OTHERS(called="yes" if plays_alone(rules) else "no"),)


def _where_called(*sentences: Sentence) -> Writer:
    return lambda rules: sentences if has_called_partner(rules) else None


def _first_out(rules: Rules) -> Sentences | None:
    if not has_called_partner(rules) or rules.target is None or rules.going_out is GoingOut.ANYONE:
        return None
    return (_FIRST_OUT(),)


PARTNER_PLAY: Final[dict[str, Writer]] = {
    "play.partner": _where_called(_PARTNER(), _PARTNER_HOLDS(), _PARTNER_NONE()),
    "play.called": _where_called(_CALLED()),
    "play.alone": _where_called(_ALONE(), _ALONE_UNHELD()),
}
PARTNER_SCORE: Final[dict[str, Writer]] = {
    "score.partner": _where_called(_SCORES(), _SCORES_TOGETHER(), _SCORES_OTHERS()),
}
PARTNER_WIN: Final[dict[str, Writer]] = {"win.partner": _first_out}
