"""Contradictions: facts that cannot all be true, as findings and reasons state them."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from msgspec import Struct, structs

from pitch.findings import Finding, FindingKind
from pitch.hand.deals import Deal
from pitch.messages import CARD, PLAYER, SIDE, ArgumentKind, Message, Parameter, Sentence, Several
from pitch.point_names import PointName


class Contradiction(Struct, frozen=True):
    """Facts of a deal that cannot all be true, in a sentence, whichever facts they are."""

    code: str
    kind: FindingKind
    message: Sentence
    topics: tuple[str, ...]
    """The topics of the clauses that it rests on."""
    deal: Deal

    def for_point(self, point: PointName) -> "Contradiction":
        """Return the same of a point, which the code names."""
        return structs.replace(self, code=f"{point}_{self.code}")

    def citing(self, *topics: str) -> "Contradiction":
        """Return the same resting on other clauses."""
        return structs.replace(self, topics=topics)

    def finding(self, *facts: str) -> Finding:
        """Return the finding that names some facts."""
        clauses = self.deal.cite(*self.topics)
        return Finding(self.code, self.kind, self.message, facts, clauses)


class Lemma:
    """A way in which facts contradict each other.

    Called with a deal and the arguments of its sentence, seats, sides and cards as a record has
    them, it is a `Contradiction`.
    """

    def __init__(self, code: str, kind: FindingKind, *topics: str, **parameters: Parameter) -> None:
        """Name the sentence `finding.<code>`; the code of a finding is the part before a dot."""
        self._message = Message(f"finding.{code}", **parameters)
        self._code = code.partition(".")[0]
        self._kind = kind
        self.topics = topics
        self._names = [
            (name, each) for name, kind in parameters.items() if (each := _name_of(kind))
        ]

    def __call__(self, deal: Deal, /, **values: Any) -> Contradiction:
        """Return the contradiction as a sentence about a deal."""
        for name, name_in in self._names:
            values[name] = name_in(deal, values[name])
        return Contradiction(self._code, self._kind, self._message(**values), self.topics, deal)


NameIn: TypeAlias = Callable[[Deal, Any], Any]
_NAMES: Final[dict[ArgumentKind, NameIn]] = {
    CARD: lambda deal, card: deal.pack.card_argument(card),
    PLAYER: Deal.player,
    SIDE: Deal.side,
}
"""The kinds of arguments that a deal has a name for."""


def _name_of(parameter: Parameter) -> NameIn | None:
    """Return what names a seat, a side or a card, or several of them; None for other kinds."""
    if not isinstance(parameter, Several):
        return _NAMES.get(parameter)
    name = _NAMES.get(parameter.of)
    return name and (lambda deal, values: tuple([name(deal, value) for value in values]))
