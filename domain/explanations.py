"""Explanations: why a record cannot be, each reason brought down to a smallest set of facts."""

from collections.abc import Collection, Sequence
from typing import Final

from msgspec import structs

from domain import conflicts, statements
from domain.cases import Case, Fit, Play
from domain.conflicts import Conflict
from domain.findings import Finding, FindingKind, blocks
from domain.solver import OutOfWork

MOST: Final = 5
"""Conflicts that are told of one record."""


class Explanation:
    """The findings of an impossible record, each brought down to a smallest set of facts.

    `found` is what was found without a search; `blamed` are the places of all facts at odds.
    """

    def __init__(self, case: Case, found: Sequence[Finding]) -> None:
        self.findings: list[Finding] = []
        self.undecided: list[str] = []
        self.blamed: list[int] = []
        self._case = case
        self._found = found
        self._conflicts: list[tuple[str, ...]] = []

    def by_search(self) -> None:
        """Explain a record whose statements do not fit together."""
        for finding in self._found:
            if is_sure(finding) or not blocks(finding):
                self.take(finding)
            elif len(self._conflicts) < MOST:
                self._bring_down(finding)
        if not self._conflicts and not any(map(blocks, self.findings)):
            self._add(None, set(self._case.everything()))

    def take(self, finding: Finding) -> None:
        """Tell a finding as it is."""
        self.findings.append(finding)
        if blocks(finding):
            self._blame(conflicts.expanded(finding.facts, self._case))

    def _bring_down(self, finding: Finding) -> None:
        """A conflict among the facts of a finding; among all facts if those alone are none."""
        named = conflicts.expanded(finding.facts, self._case)
        if _is_conflict(self._case, named):
            self._add(finding, named)
        elif not self._conflicts:
            self._add(finding, set(self._case.everything()))

    def _add(self, finding: Finding | None, places: set[int]) -> None:
        case = self._case
        conflict = conflicts.minimal(case, places)
        facts = tuple(case.stated[place].pointer for place in conflict.places)
        if facts in self._conflicts:
            return
        self._conflicts.append(facts)
        self._blame(conflict.places)
        if conflict.unproven:
            self.undecided.append("Whether the conflict needs all the facts was not decided.")
        if finding is None:
            self.findings.append(_searched(case, conflict, facts))
        else:
            self.findings.append(structs.replace(finding, facts=facts))

    def _blame(self, places: Collection[int]) -> None:
        self.blamed += [place for place in sorted(places) if place not in self.blamed]


def is_sure(finding: Finding) -> bool:
    """Whether a finding is about no deal and no play: an auction, or a list that repeats a card."""
    return finding.code in _SURE


_SURE: Final = {
    "too_many_calls",
    "illegal_call",
    "contract_contradicts_calls",
    "contract_not_allowed",
    "played_after_all_passed",
    "card_twice_in_pile",
    "card_twice_in_holding",
}


def _is_conflict(case: Case, places: set[int]) -> bool:
    try:
        return not isinstance(case.fit(places), Fit)
    except OutOfWork:
        return True


def _searched(case: Case, conflict: Conflict, facts: tuple[str, ...]) -> Finding:
    """A finding that no lemma explains: the facts themselves, and what would allow them."""
    kind = _kind(case, conflict)
    says = [case.stated[place].says for place in conflict.places]
    said = statements.sentences(says, case.deal)
    return Finding(
        code=f"no_{_CODES[kind]}_fits",
        kind=kind,
        message=f"{_OPENINGS[kind]}: {'; '.join(said)}.",
        facts=facts,
        clauses=case.deal.cite("play.trump", "play.follow", "play.trick", "play.lead"),
    )


_CODES: Final = {
    FindingKind.VIOLATION: "legal_play",
    FindingKind.AWARD: "fair_play",
    FindingKind.ARITHMETIC: "hand",
    FindingKind.PHYSICAL: "deal",
}
_OPENINGS: Final = {
    FindingKind.VIOLATION: "Unless somebody revoked, these cannot all be true",
    FindingKind.AWARD: "Unless a trick went to the wrong player, these cannot all be true",
    FindingKind.ARITHMETIC: "These contradict one another",
    FindingKind.PHYSICAL: "With one pack and six cards each, these cannot all be true",
}


def _kind(case: Case, conflict: Conflict) -> FindingKind:
    """What would have to have gone wrong for the statements of a conflict to be true."""
    try:
        if isinstance(case.fit(conflict.places, Play.WITH_REVOKES), Fit):
            return FindingKind.VIOLATION
        if isinstance(case.fit(conflict.places, Play.WITH_WRONG_AWARDS), Fit):
            return FindingKind.AWARD
    except OutOfWork:
        return FindingKind.ARITHMETIC
    pointers = [case.stated[place].pointer for place in conflict.places]
    if any(pointer.startswith(("/claims", "/tricksWon", "/lowDealtTo")) for pointer in pointers):
        return FindingKind.ARITHMETIC
    return FindingKind.PHYSICAL
