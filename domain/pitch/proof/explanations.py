"""Explanations: why a record is impossible, each reason reduced to a smallest set of facts."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from pitch import point_names
from pitch.findings import Finding, FindingKind
from pitch.hand import points
from pitch.hand.checks import counts
from pitch.hand.deals import Deal
from pitch.messages import COUNT, Message, Sentence
from pitch.proof import cores, statement_sentences
from pitch.proof.cases import Case
from pitch.proof.cores import MinimalCore
from pitch.proof.facts import Facts, Reason
from pitch.proof.fits import Fit, Misfit, Play
from pitch.proof.reasons import card_points, claims, deals, draws, partners, pips, plays, trumps
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
"""Conflicts that one record shows."""
_TRIAL: Final = 8_000
"""Work that one question may take, in the solver's units, so that none takes all."""
_SLIP_TRIAL: Final = 5_000
"""The same for the question whether a slip allows some facts."""
_DIAGNOSIS_SHARE: Final = 2
"""Divisor of the work of finding conflicts for deciding what went wrong."""
_LEFT_OUT: Final = 16
"""Facts that are left out in turn to find further conflicts."""
_FURTHER_SHARE: Final = 12
"""Divisor of the work of finding conflicts for further ones."""
_FURTHER_FACTS: Final = 12
"""Most facts of a further conflict: a table finds no slip among dozens."""


class Explanation:
    """The findings of an impossible record, each reduced to a smallest set of facts.

    `given` are the findings without a search, of which those stay that need none; `blamed` are the
    places of all facts at odds. A finding is always stated from its own facts, never from those
    that led to them.
    """

    def __init__(self, case: Case, given: Sequence[Finding]) -> None:
        self.findings: list[Finding] = []
        self.undecided: list[Sentence] = []
        self.blamed: list[int] = []
        self._case = case
        self._further_work = case.work // _FURTHER_SHARE
        self._diagnosis = case.with_work(case.work // _DIAGNOSIS_SHARE)
        self._given = given
        self._conflicts: dict[tuple[int, ...], Reason | None] = {}
        self._all = self._facts(case.everything())
        for finding in given:
            if is_sure(finding) or not finding.prevents_scoring():
                self._take(finding)

    def search(self) -> None:
        """Explain a record whose statements do not fit together."""
        everything = self._case.everything()
        # Small patterns explain slips best, so the facts of each pattern are searched first.
        for places in self._starts():
            if len(self._conflicts) < MOST:
                self._look_among(places)
        by_pattern = len(self._conflicts)
        self._look_beside()
        if not self._conflicts and not any(map(Finding.prevents_scoring, self.findings)):
            self._add(cores.minimal(self._case, everything))
        # Revokes that explain the whole record explain each part.
        with_revokes = self._diagnosis.try_fit(everything, Play.WITH_REVOKES, work=_TRIAL)
        revokes_do = isinstance(with_revokes, Fit)
        for number, (conflict, reason) in enumerate(self._conflicts.items()):
            finding = self._finding(conflict, reason, revokes_do=revokes_do)
            # A pile of a wrong size is a conflict with each of its cards, and one sentence.
            sentences = finding.sentences
            is_new = all(earlier.sentences != sentences for earlier in self.findings)
            if is_new and (number < by_pattern or not self._repeats(finding)):
                self.findings.append(finding)

    @property
    def conflicts(self) -> Collection[tuple[int, ...]]:
        """The places of each minimal conflict."""
        return self._conflicts.keys()

    def _repeats(self, finding: Finding) -> bool:
        """Return whether a finding says the same of one of these facts."""
        return any(
            earlier.code == finding.code and not set(earlier.facts).isdisjoint(finding.facts)
            for earlier in self.findings
        )

    def _take(self, finding: Finding) -> None:
        """Add a finding as it is."""
        self.findings.append(finding)
        if finding.prevents_scoring():
            self._blame(cores.places_at(finding.facts, self._case.statements))

    def _starts(self) -> Iterator[set[int]]:
        """Yield facts that may hold a conflict: those of every reason, then of the findings."""
        # The sum of all points goes first: it is what a table can count again at once.
        is_fixed = points.is_sum_fixed(self._case.deal)
        for reason in sorted(
            reasons(self._all),
            key=lambda reason: (
                not (is_fixed and reason.code in counts.SUMS),
                len(reason.places),
            ),
        ):
            yield set(reason.places)
        for finding in self._given:
            if finding.prevents_scoring() and not is_sure(finding):
                yield cores.places_at(finding.facts, self._case.statements)

    def _look_among(self, places: set[int]) -> None:
        """Add a conflict among some facts, if there is one besides the known ones."""
        # A known conflict would only be found again; without its facts another may show.
        if any(places.issuperset(conflict) for conflict in self._conflicts):
            places = places.difference(*self._conflicts)
        if _is_conflict(self._case, places):
            core = cores.minimal(self._case, places)
            # Of facts that are too hard to leave out one by one a reason may need fewer.
            if core.unproven:
                fewer = self._narrowed(frozenset(core.places), self._case)
                core = cores.minimal(self._case, fewer) if len(fewer) < len(core.places) else core
            self._add(core)

    def _unexplained(self) -> set[int]:
        """Return the facts of conflicts without a reason: no two such lists may share one."""
        return {
            place
            for places, reason in self._conflicts.items()
            if reason is None
            for place in places
        }

    def _look_beside(self) -> None:
        """Add conflicts that remain without one fact of a known one, and without all such lists."""
        case = self._case
        further = case.with_work(min(case.work, self._further_work))
        everything = frozenset(case.everything())
        facts = sorted({place for conflict in self._conflicts for place in conflict})
        for place in facts[:_LEFT_OUT]:
            rest = everything - self._unexplained() - {place}
            is_open = not any(rest.issuperset(conflict) for conflict in self._conflicts)
            if len(self._conflicts) == MOST:
                return
            is_conflict = is_open and _is_conflict(further, rest)
            if is_conflict and not self._add(cores.minimal(further, self._narrowed(rest, further))):
                return

    def _facts(self, places: Iterable[int], of_record: Facts | None = None) -> Facts:
        """Return what follows from some statements; `of_record` names players."""
        case = self._case
        return Facts(((at, case.statements[at].statement) for at in places), case.deal, of_record)

    def _narrowed(self, places: frozenset[int], case: Case) -> frozenset[int]:
        """Return those of some facts in conflict that have the shortest reason, or all of them."""
        known = reasons(self._facts(sorted(places), self._all))
        among = min((reason.places for reason in known), key=len, default=places)
        return among if _is_conflict(case, among) else places

    def _add(self, conflict: MinimalCore) -> bool:
        """Add a smallest conflict, and return whether it says more than those before."""
        if conflict.places in self._conflicts:
            return False
        places, candidates = set(conflict.places), reasons(self._facts(conflict.places, self._all))
        reason = next((reason for reason in candidates if reason.places == places), None)
        if self._conflicts and reason is None and not self._is_helpful(conflict):
            return False
        self._conflicts[conflict.places] = reason
        self._blame(conflict.places)
        if conflict.unproven:
            self.undecided.append(_ALL_FACTS())
        return True

    def _is_helpful(self, conflict: MinimalCore) -> bool:
        """Return whether a further list of facts is short, smallest, and of another slip."""
        is_short = len(conflict.places) <= _FURTHER_FACTS and not conflict.unproven
        return is_short and self._unexplained().isdisjoint(conflict.places)

    def _finding(
        self, places: tuple[int, ...], reason: Reason | None, *, revokes_do: bool
    ) -> Finding:
        """Return the finding of a conflict: by the reason of just its facts, or by their list.

        `revokes_do` is whether revokes explain the whole record, and so each part.
        """
        case = self._case
        facts = tuple(case.statements[place].pointer for place in places)
        statements = [case.statements[place].statement for place in places]
        slip = Play.WITH_REVOKES if revokes_do else self._find_slip(places, statements)
        if reason is None:
            return _list_facts(statements, facts, slip, case)
        kind = reason.kind
        # A reason has a class by its pattern, but a revoke or a wrong award may explain its facts.
        if slip in _AT_THE_TABLE or kind in _NEEDS_PLAY:
            kind = _slip_kind(slip, case)
        return Finding(
            code=reason.code,
            kind=kind,
            message=reason.message,
            facts=facts,
            clauses=case.deal.cite(*reason.topics),
        )

    def _find_slip(
        self, places: tuple[int, ...], statements: Sequence[Statement]
    ) -> Play | FindingKind:
        """Return what has to have gone wrong for some facts to be true, or their class.

        Only if that is decided, the class can be that no pack has such cards.
        """
        try:
            return _least_slip(self._diagnosis, places) or _facts_kind(statements)
        except OutOfWork:
            self.undecided.append(_WHAT_WENT_WRONG())
            return FindingKind.ARITHMETIC

    def _blame(self, places: Collection[int]) -> None:
        self.blamed += [place for place in sorted(places) if place not in self.blamed]


def is_sure(finding: Finding) -> bool:
    """Return whether a finding depends on no deal and no play, as that of an auction or a list."""
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
    """Yield every known reason why some facts cannot all be true."""
    for subject in (deals, plays, draws, trumps, partners, claims, card_points, pips):
        yield from subject.find(facts)


def _is_conflict(case: Case, places: Collection[int]) -> bool:
    """Return whether some facts are known not to fit together."""
    return isinstance(case.try_fit(places, work=_TRIAL), Misfit)


def _least_slip(case: Case, places: tuple[int, ...]) -> Play | None:
    """Return the least slip that allows some facts, from a revoke to a wrong lead."""
    # From the most frequent slip to the rarest; the later ones allow revokes as well.
    for play in (Play.WITH_REVOKES, Play.WITH_WRONG_AWARDS, Play.WITH_WRONG_LEAD):
        # One hard question leaves half of the work to those after it.
        if isinstance(case.fit(places, play, work=min(case.work // 2, _SLIP_TRIAL)), Fit):
            return play
    return None


def _slip_kind(slip: Play | FindingKind, case: Case) -> FindingKind:
    """Return the class of a slip; no violation if a wrong first lead makes trump."""
    if isinstance(slip, FindingKind):
        return slip
    if slip is Play.WITH_WRONG_AWARDS:
        return FindingKind.AWARD
    is_lead = slip is Play.WITH_WRONG_LEAD
    makes_trump = case.deal.ruleset.rules.trump_by is not TrumpBy.NAMED_AND_LED
    return FindingKind.RULESET if is_lead and makes_trump else FindingKind.VIOLATION


def _facts_kind(statements: Sequence[Statement]) -> FindingKind:
    """Return the class of facts that no slip allows: a wrong count, or no such cards."""
    has_count = any(isinstance(statement, _COUNTS) for statement in statements)
    return FindingKind.ARITHMETIC if has_count else FindingKind.PHYSICAL


def _list_facts(
    statements: Sequence[Statement], facts: tuple[str, ...], slip: Play | FindingKind, case: Case
) -> Finding:
    """Return the finding of a conflict without a reason: its facts, and what would allow them."""
    kind = _slip_kind(slip, case)
    message, topics = _OPENINGS[slip]
    has_call = any(isinstance(statement, CalledCardIs) for statement in statements)
    if slip is Play.WITH_REVOKES and has_call:
        message, topics = _HELD_BACK
    points = [topic for statement in statements for topic in _topics(statement, case.deal)]
    return Finding(
        code=_CODES[kind],
        kind=kind,
        message=message(cards=case.deal.tricks) if message is _NO_DEAL else message(),
        details=statement_sentences.sentences(statements, case.deal),
        facts=facts,
        clauses=case.deal.cite(*topics, *dict.fromkeys(points)),
    )


def _topics(statement: Statement, deal: Deal) -> tuple[str, ...]:
    if isinstance(statement, PointGoesTo | PointCardIs | PointInPlay):
        return (point_names.topic(statement.point),)
    if isinstance(statement, PointsAre):
        return counts.point_topics(deal)
    return _TOPICS.get(type(statement), ())


_TOPICS: Final[dict[type, tuple[str, ...]]] = {
    LowWasDealtTo: ("score.low",),
    CalledCardIs: ("play.partner", "play.called"),
    PartnerIs: ("play.partner",),
    TogetherAre: ("score.partner",),
    GameIsTied: ("score.tie",),
    PipsAre: ("score.pips",),
}
_COUNTS: Final = (
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
