"""Writers: functions that state rules on a topic, and the words that most of them need."""

from collections.abc import Callable
from typing import Final

from pitch.messages import Sentence, Sentences
from pitch.rules.options import Rules
from pitch.seats import Arrangement

Writer = Callable[[Rules], Sentences | None]
"""A function that returns the sentences of rules on a topic; None if they have none."""

_ALONE: Final = frozenset({Arrangement.INDIVIDUALS, Arrangement.CALLED_PARTNER})


def plays_alone(rules: Rules) -> bool:
    """Return whether every player has a score of their own at every table of the rules."""
    return all(table.sides in _ALONE for table in rules.tables)


def scorer(rules: Rules) -> str:
    """Return what scores under the rules: a player where all play alone, or else a side."""
    return "player" if plays_alone(rules) else "side"


def always(*sentences: Sentence) -> Writer:
    """Return a writer of the same sentences for all rules."""
    return lambda _rules: sentences
