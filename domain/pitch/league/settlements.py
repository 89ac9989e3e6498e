"""Settlements: the report of a fixture that counts, of all that were made of it.

A fixture may have a report of each side, one entered for neither, one that decides, and matches
kept hand by hand. The settlement depends on which reports there are, never on their order.
"""

from collections.abc import Mapping
from enum import StrEnum
from itertools import combinations
from typing import Final

from msgspec import Struct

from pitch.findings import Finding
from pitch.league import counts, fixtures, judgements
from pitch.league.choices import Counting, ResultPolicy
from pitch.league.contradictions import ARITHMETIC, SUSPICIOUS, Lemma
from pitch.league.fixtures import EnteredResult, Fixture
from pitch.league.leagues import League
from pitch.messages import COUNT, SIDE, Parameter, all_of

_TOPICS: Final = ("league.results", "league.matches")
_TWO_RESULTS: Final = Lemma("two_results", ARITHMETIC, *_TOPICS, first=SIDE, second=SIDE)
_TWO_WINS: Final = Lemma(
    "two_results.wins",
    ARITHMETIC,
    *_TOPICS,
    first=SIDE,
    second=SIDE,
    first_own=COUNT,
    first_other=COUNT,
    second_own=COUNT,
    second_other=COUNT,
)
_ENTERED: Final = Lemma("two_results.entered", ARITHMETIC, *_TOPICS, side=SIDE)
_OTHER: Final = Lemma("reported_otherwise", SUSPICIOUS, *_TOPICS)
_OTHER_SIDE: Final = Lemma("reported_otherwise.side", SUSPICIOUS, *_TOPICS, side=SIDE)
_WINS: Final[dict[str, Parameter]] = {"first": COUNT, "second": COUNT, "hands": all_of(COUNT)}
_HANDS: Final = Lemma("differs_from_hands", SUSPICIOUS, *_TOPICS, **_WINS)
_HANDS_SIDE: Final = Lemma("differs_from_hands.side", SUSPICIOUS, *_TOPICS, side=SIDE, **_WINS)


class ResultSettlement(StrEnum):
    """The agreement about the result of a matchup."""

    UNREPORTED = "unreported"
    REPORTED = "reported"
    """Reported, and not yet agreed to by everyone who has to; it counts."""
    AGREED = "agreed"
    CONTRADICTED = "contradicted"
    """There are two results; neither counts."""
    SETTLED_BY_OWNER = "settled_by_owner"


class Source(StrEnum):
    """The origin of a report of a fixture."""

    FIRST = "first"
    """Side 0."""
    SECOND = "second"
    """Side 1."""
    ENTERED = "entered"
    """A scorer of neither side."""
    DECIDED = "decided"
    """The owner or an organizer; anyone where one report is enough."""
    HANDS = "hands"
    """Matches kept hand by hand."""

    @classmethod
    def for_side(cls, side: int) -> "Source":
        """Return the origin of the reports of a side, 0 or 1."""
        return SIDES[side]


SIDES: Final = (Source.FIRST, Source.SECOND)


class Reports(Struct, frozen=True):
    """Everything that was reported of a fixture."""

    results: Mapping[Source, EnteredResult]
    """The reports by their origin. Those of hands are the matches that have ended."""
    objections: frozenset[Source] = frozenset()
    """The sides that dispute the result and name no other; their results are empty."""
    last_hands: tuple[int, ...] = ()
    """The number of the last hand of each match kept hand by hand, as far as known."""


class Settled(Struct, frozen=True):
    """The report of a fixture that counts, how far it is agreed to, and doubts about the others."""

    settlement: ResultSettlement
    counted: Source | None
    """The report that counts; None if none does."""
    doubts: tuple[Finding, ...] = ()


class _Claim(Struct, frozen=True):
    """The claim of a report, to be compared with other claims."""

    absence: tuple[int | None, bool]
    """The side that did not come, and whether neither did."""
    wins: tuple[int, int]
    points: tuple[int, int] | None
    is_complete: bool
    is_full: bool
    """Whether it is complete and, where points count, has points."""

    @property
    def is_blank(self) -> bool:
        return self.absence == _CAME and self.wins == (0, 0) and not self.is_complete


_CAME: Final = (None, False)


def settle(league: League, fixture: Fixture, reports: Reports) -> Settled:
    """Return which report of a fixture counts, how far it is agreed to, and which ones differ.

    A report that decides counts, else a result that hands prove, else what those who reported have
    in common: of reports that agree the one that says most. If they do not agree, none counts.
    """
    claims = {source: _claim(league, result) for source, result in reports.results.items()}
    voices = _Voices(league.format.policy, claims, reports)
    settlement, counted = voices.count()
    doubts = [_differs(league, fixture, voices, source) for source in voices.refuted]
    if settlement is ResultSettlement.CONTRADICTED:
        doubts.append(_two_results(league, fixture, voices))
    doubts += [_reports_other(league, fixture, source) for source in voices.dissenters(counted)]
    return Settled(settlement=settlement, counted=counted, doubts=tuple(doubts))


class _Voices:
    """The claims about a fixture, compared with each other and with what hands prove."""

    def __init__(
        self, policy: ResultPolicy, claims: Mapping[Source, _Claim], reports: Reports
    ) -> None:
        self.policy, self.claims, self.reports = policy, claims, reports
        self.hands = claims.get(Source.HANDS)
        self.others = [each for each in Source if each in claims and each is not Source.HANDS]
        self.refuted = [each for each in self.others if self._is_refuted(each)]
        self.has_both_sides = all(
            side in claims and claims[side].is_full and side not in reports.objections
            for side in SIDES
        )

    def _is_refuted(self, source: Source) -> bool:
        if self.hands is None or source in self.reports.objections:
            return False
        return not _agree(self.claims[source], self.hands)

    def agree(self, first: Source, second: Source) -> bool:
        """Return whether two of those who reported agree; an objection agrees with nothing."""
        if {first, second} & self.reports.objections:
            return False
        return _agree(self.claims[first], self.claims[second])

    def dissenters(self, counted: Source | None) -> list[Source]:
        """Return the sources that reported something else than what counts."""
        if counted is None or counted is Source.HANDS:
            return []
        return [each for each in self.others if each != counted and not self.agree(each, counted)]

    def count(self) -> tuple[ResultSettlement, Source | None]:
        """Return the settlement of the fixture, and the report that counts."""
        if Source.DECIDED in self.claims:
            return self._decision(), Source.DECIDED
        if self.hands and self.hands.is_full:
            return ResultSettlement.AGREED, Source.HANDS
        if not self.others:
            is_begun = self.hands is not None
            settlement = ResultSettlement.REPORTED if is_begun else ResultSettlement.UNREPORTED
            return settlement, Source.HANDS if is_begun else None
        # A result that both sides report is agreed, whatever anybody else entered.
        is_agreed = self.has_both_sides and self.agree(*SIDES)
        voices = list(SIDES) if is_agreed else self.others
        if not all(self.agree(*pair) for pair in combinations(voices, 2)):
            return ResultSettlement.CONTRADICTED, None
        possible = [each for each in voices if each not in self.refuted]
        counted = max(possible, key=self._substance, default=Source.HANDS)
        # Two sides who agree on what hands refute have not agreed to what the hands say.
        if self.policy is ResultPolicy.ONE or counted is Source.HANDS:
            is_agreed = self.claims[counted].is_full
        if not is_agreed or self.policy is ResultPolicy.OWNER:
            return ResultSettlement.REPORTED, counted
        return ResultSettlement.AGREED, counted

    def _decision(self) -> ResultSettlement:
        """Return the settlement of a fixture of which a report decides."""
        if not self.claims[Source.DECIDED].is_full:
            return ResultSettlement.REPORTED
        is_accepted = not self.dissenters(Source.DECIDED)
        if self.policy is ResultPolicy.BOTH_SIDES:
            is_accepted = is_accepted and self.has_both_sides
        is_agreed = is_accepted or self.policy is ResultPolicy.ONE
        return ResultSettlement.AGREED if is_agreed else ResultSettlement.SETTLED_BY_OWNER

    def _substance(self, source: Source) -> tuple[bool, int, bool, int]:
        """Return a key that sorts reports that agree by how much they say."""
        claim, result = self.claims[source], self.reports.results[source]
        return claim.is_full, sum(claim.wins), claim.points is not None, len(result.matches)


def _claim(league: League, result: EnteredResult) -> _Claim:
    form, count = league.format, counts.count_matches(league, result)
    absence = (result.forfeit, result.neither_came)
    points = judgements.sum_points(result, count)
    is_complete = absence != _CAME or judgements.matches_left(form, result, count) <= 0
    has_points = form.counting is not Counting.POINTS or points is not None or absence != _CAME
    return _Claim(
        absence=absence,
        wins=count.wins,
        points=points,
        is_complete=is_complete,
        is_full=is_complete and has_points,
    )


def _agree(first: _Claim, second: _Claim) -> bool:
    """Return whether two claims can both be true: one may know less, but nothing else."""
    if first.is_blank or second.is_blank:
        return True
    if first.absence != second.absence:
        return False
    if first.absence != _CAME:
        return True
    if first.is_complete and second.is_complete:
        return first.wins == second.wins and (
            first.points is None or second.points is None or first.points == second.points
        )
    # A complete claim says more, even if closing time ended it with fewer wins.
    less, more = sorted((first, second), key=lambda claim: (claim.is_complete, sum(claim.wins)))
    return less.wins[0] <= more.wins[0] and less.wins[1] <= more.wins[1]


def _two_results(league: League, fixture: Fixture, voices: _Voices) -> Finding:
    """Return a finding about reports that contradict each other."""
    claims = voices.claims
    first, second = names = [fixtures.side_argument(league, fixture, side) for side in (0, 1)]
    if not all(side in claims for side in SIDES) or voices.agree(*SIDES):
        # One of them contradicts what a scorer of neither side entered.
        side = next(
            name
            for side, name in zip(SIDES, names, strict=True)
            if side in claims and not voices.agree(side, Source.ENTERED)
        )
        return _ENTERED(league, side=side)
    if voices.reports.objections or any(claims[side].absence != _CAME for side in SIDES):
        return _TWO_RESULTS(league, first=first, second=second)
    (first_own, first_other), (second_own, second_other) = (claims[side].wins for side in SIDES)
    return _TWO_WINS(
        league,
        first=first,
        second=second,
        first_own=first_own,
        first_other=first_other,
        second_own=second_own,
        second_other=second_other,
    )


def _reports_other(league: League, fixture: Fixture, source: Source) -> Finding:
    """Return a finding about a report that differs from the one that counts."""
    if source not in SIDES:
        return _OTHER(league)
    side = fixtures.side_argument(league, fixture, SIDES.index(source))
    return _OTHER_SIDE(league, side=side)


def _differs(league: League, fixture: Fixture, voices: _Voices, source: Source) -> Finding:
    """Return a finding about a report that the hands of the matches refute."""
    first, second = voices.claims[Source.HANDS].wins
    wins = {"first": first, "second": second, "hands": voices.reports.last_hands}
    matches = voices.reports.results[Source.HANDS].matches
    facts = (f"/matches/{index}" for index in range(len(matches)))
    if source not in SIDES:
        return _HANDS(league, *facts, **wins)
    side = fixtures.side_argument(league, fixture, SIDES.index(source))
    return _HANDS_SIDE(league, *facts, side=side, **wins)
