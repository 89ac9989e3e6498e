"""Explanations: why a record cannot be, each reason brought down to a smallest set of facts."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from pitch import point_names
from pitch.findings import Finding, FindingKind, finding_sentences, prevents_scoring
from pitch.hand import points
from pitch.hand.checks import counts
from pitch.hand.deals import Deal
from pitch.messages import COUNT, Message, Sentence
from pitch.proof import cores, statement_sentences
from pitch.proof.cases import Case, Fit, Play
from pitch.proof.cores import MinimalCore
from pitch.proof.facts import Facts
from pitch.proof.reasons import card_points, claims, deals, draws, partners, pips, plays, trumps
from pitch.proof.reasons.reason import Reason
from pitch.proof.solver import OutOfWork
from pitch.proof.statements import (
    CalledCardIs,
    GameIsTied,
    LowWasDealtTo,
    PartnerIs,
    PipsAre,
    PointCardIs,
    PointGoesTo,
    PointInPlay,
    PointsAre,
    Statement,
    TogetherAre,
    TricksAre,
    TrumpsAre,
)
from pitch.rules.choices import TrumpBy

_ALL_FACTS: Final = Message("undecided.all_facts")
_WHAT_WENT_WRONG: Final = Message("undecided.what_went_wrong")
_NO_DEAL: Final = Message("finding.no_deal_fits", cards=COUNT)
MOST: Final = 5
"""Conflicts that are told of one record."""
_TRIAL: Final = 8_000
"""Work that one question may take, in the solver's units, so that none takes all."""
_TOLD_IN: Final = 2
"""Of the work of finding conflicts, the part that telling what went wrong may take besides."""
_BESIDE: Final = 16
"""Facts that are taken away in turn to find what else cannot be."""
_BESIDE_IN: Final = 4
"""Of the work of finding conflicts, the part that looking for further ones may take."""
_FURTHER: Final = 12
"""Facts of a further conflict at most: a table finds no slip among dozens."""


class Explanation:
    """The findings of an impossible record, each brought down to a smallest set of facts.

    `found` is what was found without a search; `blamed` are the places of all facts at odds.
    What a finding says is always told from its own facts, never from what led to them.
    """

    def __init__(self, case: Case, found: Sequence[Finding]) -> None:
        self.findings: list[Finding] = []
        self.undecided: list[Sentence] = []
        self.blamed: list[int] = []
        self._case = case
        self._beside = case.work // _BESIDE_IN
        self._telling = Case(case.statements, case.deal, case.solver, case.work // _TOLD_IN)
        self._found = found
        self._conflicts: dict[tuple[int, ...], Reason | None] = {}
        everything = case.everything()
        self._all = Facts(
            ((place, case.statements[place].statement) for place in everything), case.deal
        )

    def by_search(self) -> None:
        """Explain a record whose statements do not fit together."""
        everything = self._case.everything()
        for finding in self._found:
            if is_sure(finding) or not prevents_scoring(finding):
                self.take(finding)
        # People know their slips by small patterns, so conflicts are looked for among the facts
        # of each pattern first and only then among everything.
        for places in self._starts():
            if len(self._conflicts) < MOST:
                self._look_among(places)
        by_pattern = len(self._conflicts)
        self._look_beside()
        if not self._conflicts and not any(map(prevents_scoring, self.findings)):
            self._add(cores.minimal(self._case, set(everything)))
        # Asked once for the whole record: what explains all explains each part.
        revokes_do = _fits(self._telling, everything, Play.WITH_REVOKES) is True
        for found, (conflict, reason) in enumerate(self._conflicts.items()):
            told = self._told(conflict, reason, revokes_do=revokes_do)
            # A pile of a wrong size is a conflict with each of its cards, and one sentence.
            is_new = all(
                finding_sentences(told) != finding_sentences(each) for each in self.findings
            )
            if is_new and (found < by_pattern or not self._is_said(told)):
                self.findings.append(told)

    def _is_said(self, told: Finding) -> bool:
        """Whether one of these facts is told already to be wrong in the same way."""
        return any(
            each.code == told.code and not set(each.facts).isdisjoint(told.facts)
            for each in self.findings
        )

    def take(self, finding: Finding) -> None:
        """Tell a finding as it is."""
        self.findings.append(finding)
        if prevents_scoring(finding):
            self._blame(cores.places_at(finding.facts, self._case))

    def _starts(self) -> Iterator[set[int]]:
        """Facts among which a conflict is looked for: those of every reason, then of findings."""
        # The sum of all points goes first: it is what a table can count again at once (N1).
        is_fixed = points.is_sum_fixed(self._case.deal)
        known = sorted(reasons(self._all), key=lambda reason: len(reason.places))
        for reason in sorted(
            known, key=lambda reason: not (is_fixed and reason.code in counts.SUMS)
        ):
            yield set(reason.places)
        for finding in self._found:
            if prevents_scoring(finding) and not is_sure(finding):
                yield cores.places_at(finding.facts, self._case)

    def _facts(self, places: Iterable[int]) -> Facts:
        stated = self._case.statements
        told = ((place, stated[place].statement) for place in places)
        return Facts(told, self._case.deal, self._all)

    def _look_among(self, places: set[int]) -> None:
        """Tell a conflict among some facts, if there is one besides those that are told."""
        # A told conflict would be found again for ever; without its facts another may show.
        if any(places.issuperset(told) for told in self._conflicts):
            places = places.difference(*self._conflicts)
        if _fits(self._case, places, Play.LEGAL) is False:
            self._add(cores.minimal(self._case, places))

    def _listed(self) -> set[int]:
        """The facts of conflicts that no reason tells: of two lists that share one, one is told."""
        return {
            place
            for places, reason in self._conflicts.items()
            if reason is None
            for place in places
        }

    def _look_beside(self) -> None:
        """Tell what is left when one fact of a conflict, and with it all told, is taken away."""
        case = self._case
        further = Case(case.statements, case.deal, case.solver, min(case.work, self._beside))
        everything = frozenset(case.everything())
        for place in sorted({place for told in self._conflicts for place in told})[:_BESIDE]:
            left = everything - self._listed() - {place}
            is_open = not any(left.issuperset(told) for told in self._conflicts)
            if len(self._conflicts) == MOST:
                return
            is_conflict = is_open and _fits(further, left, Play.LEGAL) is False
            if is_conflict and not self._add(cores.minimal(further, left)):
                return

    def _add(self, conflict: MinimalCore) -> bool:
        """Add a smallest conflict, and return whether it tells more than those before."""
        if conflict.places in self._conflicts:
            return False
        known = reasons(self._facts(conflict.places))
        reason = next((each for each in known if each.places == set(conflict.places)), None)
        if self._conflicts and reason is None and not self._is_helpful(conflict):
            return False
        self._conflicts[conflict.places] = reason
        self._blame(conflict.places)
        if conflict.unproven:
            self.undecided.append(_ALL_FACTS())
        return True

    def _is_helpful(self, conflict: MinimalCore) -> bool:
        """Return whether a further list of facts is short, smallest, and of another slip."""
        is_short = len(conflict.places) <= _FURTHER and not conflict.unproven
        return is_short and self._listed().isdisjoint(conflict.places)

    def _told(self, places: tuple[int, ...], reason: Reason | None, *, revokes_do: bool) -> Finding:
        """A conflict in words: the reason that names just its facts, or the facts themselves.

        `revokes_do` is whether revokes are known to explain the whole record, and so each part.
        """
        case = self._case
        facts = tuple(case.statements[place].pointer for place in places)
        says = [case.statements[place].statement for place in places]
        wrong = Play.WITH_REVOKES if revokes_do else self._what_went_wrong(places, says)
        if reason is None:
            return _listed(says, facts, wrong, case)
        kind = reason.kind
        # A reason knows its class by its pattern, but a revoke or a wrong award may explain the
        # same facts more kindly.
        if wrong in _AT_THE_TABLE or kind in _NEEDS_PLAY:
            kind = _kind(wrong, case)
        return Finding(
            code=reason.code,
            kind=kind,
            message=reason.message,
            facts=facts,
            clauses=case.deal.cite(*reason.topics),
        )

    def _what_went_wrong(
        self, places: tuple[int, ...], says: Sequence[Statement]
    ) -> Play | FindingKind:
        """What has to have gone wrong at the table for some facts to be true, or their class.

        That no pack has such cards is only said where it is known.
        """
        try:
            return _went_wrong(self._telling, places) or _kind_of(says)
        except OutOfWork:
            self.undecided.append(_WHAT_WENT_WRONG())
            return FindingKind.ARITHMETIC

    def _blame(self, places: Collection[int]) -> None:
        self.blamed += [place for place in sorted(places) if place not in self.blamed]


def is_sure(finding: Finding) -> bool:
    """Whether a finding is about no deal and no play: an auction, a list, points of other rules."""
    return finding.code in _SURE


_SURE: Final = {
    "too_many_calls",
    "illegal_call",
    "contract_contradicts_calls",
    "contract_not_allowed",
    "played_after_all_passed",
    "card_twice_in_pile",
    "card_twice_in_holding",
    "point_not_in_rules",
    "point_has_no_card",
    "claimed_card_brings_another",
    "point_cannot_be_tied",
    "point_always_in_play",
}
_NEEDS_PLAY: Final = {FindingKind.VIOLATION, FindingKind.AWARD}
_AT_THE_TABLE: Final = {Play.WITH_REVOKES, Play.WITH_WRONG_AWARDS}


def reasons(facts: Facts) -> Iterator[Reason]:
    """Why some facts cannot all be true, in every way that people know."""
    for told in (deals, plays, draws, trumps, partners, claims, card_points, pips):
        yield from told.find(facts)


def _fits(case: Case, places: Collection[int], play: Play) -> bool | None:
    """Whether some facts fit a play; None when that takes too much work."""
    try:
        return isinstance(case.fit(places, play, work=_TRIAL), Fit)
    except OutOfWork:
        return None


def _went_wrong(case: Case, places: tuple[int, ...]) -> Play | None:
    """The least that allows some facts: a revoke, a wrong award, a wrong lead; None if none."""
    # From the most frequent slip to the rarest; the later ones allow revokes as well.
    for play in (Play.WITH_REVOKES, Play.WITH_WRONG_AWARDS, Play.WITH_WRONG_LEAD):
        # One hard question leaves half of the work to those after it.
        if isinstance(case.fit(places, play, work=case.work // 2), Fit):
            return play
    return None


def _kind(wrong: Play | FindingKind, case: Case) -> FindingKind:
    """The class of what went wrong; a wrong first lead is none where the lead makes trump (L5)."""
    if isinstance(wrong, FindingKind):
        return wrong
    if wrong is Play.WITH_WRONG_AWARDS:
        return FindingKind.AWARD
    is_lead = wrong is Play.WITH_WRONG_LEAD
    makes_trump = case.deal.ruleset.rules.trump_by is not TrumpBy.NAMED_AND_LED
    return FindingKind.RULESET if is_lead and makes_trump else FindingKind.VIOLATION


def _kind_of(says: Sequence[Statement]) -> FindingKind:
    """The class of facts that nothing at a table would allow: counted wrong, or no such cards."""
    is_counted = any(isinstance(each, _COUNTED) for each in says)
    return FindingKind.ARITHMETIC if is_counted else FindingKind.PHYSICAL


def _listed(
    says: Sequence[Statement], facts: tuple[str, ...], wrong: Play | FindingKind, case: Case
) -> Finding:
    """A conflict that no reason tells: the facts themselves, and what would allow them."""
    kind = _kind(wrong, case)
    message, topics = _OPENINGS[wrong]
    if wrong is Play.WITH_REVOKES and any(isinstance(each, CalledCardIs) for each in says):
        message, topics = _HELD_BACK
    points = [topic for each in says for topic in _topics(each, case.deal)]
    return Finding(
        code=_CODES[kind],
        kind=kind,
        message=message(cards=case.deal.tricks) if message is _NO_DEAL else message(),
        details=statement_sentences.sentences(says, case.deal),
        facts=facts,
        clauses=case.deal.cite(*topics, *dict.fromkeys(points)),
    )


def _topics(statement: Statement, deal: Deal) -> tuple[str, ...]:
    if isinstance(statement, PointGoesTo | PointCardIs | PointInPlay):
        return (point_names.topic(statement.point),)
    if isinstance(statement, PointsAre):
        return tuple(map(point_names.topic, deal.ruleset.rules.points))
    return _TOPICS.get(type(statement), ())


_TOPICS: Final[dict[type, tuple[str, ...]]] = {
    LowWasDealtTo: ("score.low",),
    CalledCardIs: ("play.partner", "play.called"),
    PartnerIs: ("play.partner",),
    TogetherAre: ("score.partner",),
    GameIsTied: ("score.tie",),
    PipsAre: ("score.pips",),
}
_COUNTED: Final = (
    TricksAre,
    TrumpsAre,
    PipsAre,
    PointsAre,
    TogetherAre,
    PointGoesTo,
    PointCardIs,
    PointInPlay,
    GameIsTied,
    LowWasDealtTo,
)
_CODES: Final = {
    FindingKind.VIOLATION: "no_legal_play_fits",
    FindingKind.AWARD: "no_fair_play_fits",
    FindingKind.RULESET: "no_first_lead_fits",
    FindingKind.ARITHMETIC: "no_hand_fits",
    FindingKind.PHYSICAL: "no_deal_fits",
}
_HELD_BACK: Final = (
    Message("finding.no_legal_play_fits.held_back"),
    ("play.follow", "play.called"),
)
_OPENINGS: Final[dict[object, tuple[Message, tuple[str, ...]]]] = {
    Play.WITH_REVOKES: (Message("finding.no_legal_play_fits"), ("play.follow",)),
    Play.WITH_WRONG_AWARDS: (Message("finding.no_fair_play_fits"), ("play.trick", "play.lead")),
    Play.WITH_WRONG_LEAD: (Message("finding.no_first_lead_fits"), ("play.trump",)),
    FindingKind.ARITHMETIC: (Message("finding.no_hand_fits"), ()),
    FindingKind.PHYSICAL: (_NO_DEAL, ()),
}
