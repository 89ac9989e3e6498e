"""Transcripts: a match as it is exchanged between servers, without its devices."""

from functools import lru_cache
from typing import Annotated, Final

from msgspec import Meta

from pitch import messages
from pitch.hand.records import HandRecord
from pitch.match.matches import Adjustment, Hand, Match, Overruling, Policy, Settlement
from pitch.match.sheets import Sheet
from pitch.messages import TYPED, Message, Refusal, prefix_pointer
from pitch.rules import clauses, rulesets
from pitch.rules.options import NO_OPTIONS, Options
from pitch.rules.presets.catalogue import Basis
from pitch.rules.rulesets import RuleSet
from pitch.rulings.answers import Ruling
from pitch.seats import Arrangement
from pitch.types import (
    MOST_ADJUSTMENTS,
    PLAIN,
    UTC,
    Fact,
    Hash,
    Moment,
    Name,
    Reason,
    Seat,
    Side,
    TimeZone,
)

_OTHER_RULES: Final = Message("problem.rules_differ", rules=TYPED)
_NO_CLAUSE: Final = Message("problem.no_such_clause", rules=TYPED, clause=TYPED)

_MAX_CACHED_RULESETS: Final = 64
MAX_ITEMS: Final = 999
"""The most items of any list in a transcript."""


class RulesDiffer(Refusal, has_message=False):
    """The rule set in the file does not have the hash that is given with it."""


class NoSuchClause(Refusal, has_message=False):
    """The rule set of the match has no such clause."""


RulingText = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=4_000,
        pattern=rf"^{PLAIN}+\Z",
        extra={"error": "text"},
    ),
]
PresetId = Annotated[
    str,
    Meta(
        pattern=r"^[a-z][a-z0-9-]*\Z",
        min_length=1,
        max_length=64,
        extra={"error": "ruleset"},
    ),
]
ClauseId = Annotated[
    str,
    Meta(
        pattern=r"^[a-z][a-z0-9-]*/[a-z.-]+\Z",
        min_length=3,
        max_length=100,
        extra={"error": "clause"},
    ),
]
Total = Annotated[int, Meta(ge=-999_999, le=999_999)]


class TranscribedRules(Fact, frozen=True):
    """A rule set as its preset and the changes to that, so that any server can remake it."""

    preset: PresetId
    """The id of the preset from which the rule set is made."""
    name: Name | None = None
    """The name of the rule set; the usual name if absent."""
    options: Options = NO_OPTIONS
    """The options in which the rule set differs from the preset."""
    hash: Hash | None = None
    """The hash of the rule set; if given, the rule set that the server makes must have it."""

    @lru_cache(_MAX_CACHED_RULESETS)  # noqa: B019
    def to_ruleset(self) -> RuleSet:
        """Return the rule set, rebuilt and cached; RulesDiffer for another hash."""
        ruleset = rulesets.preset(self.preset).house_rules(self.options, self.name)
        if self.hash not in {None, ruleset.hash}:
            raise RulesDiffer(
                _OTHER_RULES(rules=ruleset.name),
                pointer="/hash",
                hint=f"They come to {ruleset.hash}, not to {self.hash}.",
            )
        return ruleset

    @classmethod
    def from_ruleset(cls, ruleset: RuleSet) -> "TranscribedRules":
        """Return a rule set as its preset, its changes and its hash."""
        return cls(
            preset=ruleset.preset,
            name=ruleset.name,
            options=rulesets.minimal_options(ruleset),
            # A server with other presets refuses the match instead of scoring it differently.
            hash=ruleset.hash,
        )


class HandVersion(Fact, frozen=True):
    """A version of a hand, with the time from which it counted."""

    at: Moment
    """The time from which the hand had this version, in UTC to the second."""
    record: HandRecord
    """The facts that the table entered about this version of the hand."""
    is_void: bool = False
    """True if this version of the hand was void."""
    overruled: Overruling | None = None
    """The scores that the table agreed on for this version of the hand, if it did."""


class TranscribedRuling(Fact, frozen=True):
    """A ruling in short: its clauses by their ids."""

    outcome: RulingText
    """The ruling's outcome in a sentence."""
    why: RulingText
    """The ruling's reasons in a sentence or two."""
    basis: Basis
    """The basis of the clause that decides the ruling."""
    clauses: Annotated[tuple[ClauseId, ...], Meta(max_length=MAX_ITEMS)] = ()
    """The ids of the clauses that the ruling rests on; the first one decides."""

    def to_ruling(self, ruleset: RuleSet) -> Ruling:
        """Return a ruling with the clauses of a rule set; NoSuchClause if it has no such clause."""
        by_id = {clause.id: clause for clause in clauses.list_clauses(ruleset)}
        for index, clause in enumerate(self.clauses):
            if clause not in by_id:
                message = _NO_CLAUSE(rules=ruleset.name, clause=clause)
                raise NoSuchClause(message, pointer=f"/clauses/{index}")
        return Ruling(
            outcome=messages.AS_WRITTEN(text=self.outcome),
            whys=messages.as_sentences(self.why),
            basis=self.basis,
            clauses=tuple(by_id[clause] for clause in self.clauses),
        )


class TranscribedSettlement(Fact, frozen=True):
    """The end of a dispute, with its time."""

    at: Moment
    """The time of the settlement, in UTC to the second."""
    settlement: Settlement
    """The way in which the dispute ended."""
    reason: Reason | None = None
    """The reason given for the settlement, if any."""
    undone: Moment | None = None
    """The time when the hand was restored to an earlier version or removed, and the dispute with
    it; absent while the dispute is on the sheet.
    """


class TranscribedDispute(Fact, frozen=True):
    """An objection to a hand, the ruling on it, and how it ended."""

    at: Moment
    """The time of the objection, in UTC to the second."""
    reason: Reason
    """The reason for the objection."""
    ruling: TranscribedRuling | None = None
    """The ruling on the objection, if one was given."""
    settled: TranscribedSettlement | None = None
    """The settlement of the dispute; absent while it is open."""

    @property
    def changes(self) -> int:
        """The number of changes to it."""
        if self.settled is None:
            return 1
        return 2 if self.settled.undone is None else 3


class TranscribedConfirmation(Fact, frozen=True):
    """Agreement to a hand as it is now, for a side or for the whole table."""

    at: Moment
    """The time of the confirmation, in UTC to the second."""
    side: Side | None = None
    """The side that agreed to the hand, counted from 0; absent for the whole table."""


class TranscribedHand(HandVersion, frozen=True):
    """A hand as it is now, with its earlier versions and its disputes."""

    earlier: Annotated[tuple[HandVersion, ...], Meta(max_length=MAX_ITEMS)] = ()
    """Versions of the hand before corrections, oldest first."""
    disputes: Annotated[tuple[TranscribedDispute, ...], Meta(max_length=MAX_ITEMS)] = ()
    """Objections to the hand, oldest first."""
    confirmations: Annotated[tuple[TranscribedConfirmation, ...], Meta(max_length=64)] = ()
    """Confirmations of the hand as it is now."""

    @property
    def versions(self) -> tuple[HandVersion, ...]:
        """All its versions, oldest first."""
        return (*self.earlier, self)

    @property
    def first(self) -> HandVersion:
        """The version that was entered first."""
        return self.earlier[0] if self.earlier else self

    @property
    def changes(self) -> int:
        """The number of changes to it; all confirmations count as one."""
        disputes = sum(dispute.changes for dispute in self.disputes)
        return 1 + len(self.earlier) + disputes + bool(self.confirmations)


class TranscribedCancellation(Fact, frozen=True):
    """The cancellation of an adjustment."""

    at: Moment
    """The time of the cancellation, in UTC to the second."""
    reason: Reason
    """The reason for the cancellation."""


class TranscribedAdjustment(Fact, frozen=True):
    """Points given or taken outside play, after a hand (0: before the first)."""

    at: Moment
    """The time of the adjustment, in UTC to the second."""
    side: Side
    """The side whose score is adjusted, counted from 0."""
    points: Annotated[int, Meta(ge=-100, le=100)]
    """The points added to the side's score; negative if taken away."""
    reason: Reason
    """The reason for the adjustment."""
    after_hand: Annotated[int, Meta(ge=0, le=MAX_ITEMS)] = 0
    """The number of the hand after which the adjustment counts; 0 is before the first hand."""
    cancelled: TranscribedCancellation | None = None
    """The cancellation of the adjustment; absent while the adjustment counts."""

    @property
    def changes(self) -> int:
        """The number of changes to it."""
        return 1 if self.cancelled is None else 2

    def to_adjustment(self) -> Adjustment:
        """Return an adjustment without its times and its cancellation."""
        return Adjustment(
            side=self.side,
            points=self.points,
            reason=self.reason,
            after_hand=self.after_hand,
        )


class TranscribedResult(Fact, frozen=True):
    """The result of a match; it follows from the hands and is checked against them."""

    scores: Annotated[tuple[Total, ...], Meta(min_length=2, max_length=8)]
    """The final scores of the match, by side."""
    winner: Side | None = None
    """The side that won, counted from 0; absent if nobody won."""

    @classmethod
    def from_sheet(cls, sheet: Sheet) -> "TranscribedResult":
        """Return the result of a score sheet."""
        return cls(scores=sheet.scores, winner=sheet.winner.side if sheet.winner else None)


class Transcript(Fact, frozen=True):
    """A match with its history in portable form, which any server can import."""

    ruleset: TranscribedRules
    """The rule set of the match, as a preset and its changes."""
    players: Annotated[tuple[Name, ...], Meta(min_length=2, max_length=8)]
    """The names of the players by seat, clockwise from seat 0."""
    opened: Moment
    """The time when the match was opened, in UTC to the second."""
    sides: Arrangement | None = None
    """The sides of the match; the usual arrangement of the rule set if absent."""
    first_dealer: Seat = 0
    """The seat that deals the first hand, counted clockwise from 0."""
    policy: Policy = Policy.ONE
    """The sides that have to confirm each hand of the match."""
    time_zone: TimeZone = UTC
    """The time zone of the match: a name of the IANA database."""
    name: Name | None = None
    """The name of the table; none if absent."""
    hands: Annotated[tuple[TranscribedHand, ...], Meta(max_length=MAX_ITEMS)] = ()
    """The hands of the match in the order in which they were dealt."""
    adjustments: Annotated[
        tuple[TranscribedAdjustment, ...], Meta(max_length=MOST_ADJUSTMENTS)
    ] = ()
    """Points given or taken outside play, oldest first, including cancelled ones."""
    result: TranscribedResult | None = None
    """The result of the match; if given, it is checked against the hands."""

    def to_hands(self) -> tuple[Hand, ...]:
        """Return the hands as they are now."""
        return tuple(
            Hand(number=number, record=hand.record, is_void=hand.is_void, overruled=hand.overruled)
            for number, hand in enumerate(self.hands, 1)
        )

    def to_match(self) -> Match:
        """Return the match as it was opened; refused like one that a person opens."""
        with prefix_pointer("/ruleset"):
            ruleset = self.ruleset.to_ruleset()
        return Match.open(ruleset, self.players, self.sides, self.first_dealer)
