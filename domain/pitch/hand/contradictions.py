"""Contradictions: facts that cannot all be true, as findings and reasons state them."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from msgspec import Struct, structs

from pitch import point_names
from pitch.findings import Finding, FindingKind
from pitch.hand.deals import Deal
from pitch.messages import CARD, PLAYER, SIDE, ArgumentKind, Message, Parameter, Sentence, Several
from pitch.point_names import PointName


class Contradiction(Struct, frozen=True):
    """The sentence that some facts of a deal cannot all be true, without those facts."""

    code: str
    kind: FindingKind
    message: Sentence
    topics: tuple[str, ...]
    """The topics of the clauses that it rests on."""
    deal: Deal

    def for_point(self, point: PointName) -> "Contradiction":
        """Return the contradiction with a code that names a point."""
        return structs.replace(self, code=f"{point}_{self.code}")

    def about_point(self, point: PointName) -> "Contradiction":
        """Return the contradiction for a point, with the clause on that point alone."""
        return self.for_point(point).citing(point_names.topic(point))

    def citing(self, *topics: str) -> "Contradiction":
        """Return the contradiction with other clauses."""
        return structs.replace(self, topics=topics)

    def finding(self, *facts: str) -> Finding:
        """Return the finding that names some facts."""
        clauses = self.deal.cite(*self.topics)
        return Finding(self.code, self.kind, self.message, facts, clauses)


class Lemma:
    """A way in which facts contradict each other; call it for a `Contradiction`.

    The arguments of its sentence are seats, sides and cards as a record has them.
    """

    def __init__(self, code: str, kind: FindingKind, *topics: str, **parameters: Parameter) -> None:
        """Build the sentence `finding.<code>`; the finding's code is the part before a dot."""
        self._message = Message(f"finding.{code}", **parameters)
        self._code = code.partition(".")[0]
        self._kind = kind
        self.topics = topics
        self._names = [
            (name, naming) for name, kind in parameters.items() if (naming := _name_function(kind))
        ]

    def __call__(self, deal: Deal, /, **values: Any) -> Contradiction:
        """Return the contradiction in a deal."""
        for name, naming in self._names:
            values[name] = naming(deal, values[name])
        return Contradiction(self._code, self._kind, self._message(**values), self.topics, deal)


Naming: TypeAlias = Callable[[Deal, Any], Any]
_NAMES: Final[dict[ArgumentKind, Naming]] = {
    CARD: lambda deal, card: deal.pack.card_argument(card),
    PLAYER: Deal.player,
    SIDE: Deal.side,
}
"""The functions that name an argument in a deal, by its kind."""


def _name_function(parameter: Parameter) -> Naming | None:
    """Return the function that names seats, sides or cards, or several; None for other kinds."""
    if not isinstance(parameter, Several):
        return _NAMES.get(parameter)
    naming = _NAMES.get(parameter.item_kind)
    return naming and (lambda deal, values: tuple([naming(deal, value) for value in values]))
