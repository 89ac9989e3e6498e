"""Transcripts: everything that a match is to others, without who holds which phone."""

from functools import lru_cache
from typing import Annotated, Final

from msgspec import Meta

from pitch import messages
from pitch.errors import Refusal, prefix_pointer
from pitch.hand.records import HandRecord
from pitch.match import matches
from pitch.match.matches import Adjustment, Hand, Match, Overruling, Policy, Settlement
from pitch.match.sheets import Sheet
from pitch.messages import TYPED, Message
from pitch.notation.moments import UTC, Moment, TimeZone
from pitch.rules import clauses, rulesets
from pitch.rules.options import NO_OPTIONS, Options
from pitch.rules.presets.preset import Basis
from pitch.rules.rulesets import RuleSet
from pitch.rulings.answers import Ruling
from pitch.seats import Arrangement
from pitch.types import PLAIN, Fact, Name, Reason, Seat, Side

_OTHER_RULES: Final = Message("problem.rules_differ", rules=TYPED)
_NO_CLAUSE: Final = Message("problem.no_such_clause", rules=TYPED, clause=TYPED)

_REMADE: Final = 64
MOST: Final = 999
"""The most of anything that is listed."""


class RulesDiffer(Refusal):
    """The rule set that was remade does not have the hash that was given."""

    code = "rules_differ"


class NoSuchClause(Refusal):
    """The rule set of the match has no such clause."""

    code = "no_such_clause"


Said = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=4_000,
        pattern=rf"^{PLAIN}+\Z",
        extra={"error": "text"},
    ),
]
Hash = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-f]{64}\Z",
        min_length=64,
        max_length=64,
        description="SHA-256 of a rule set's content, in hexadecimal.",
        extra={"error": "hash"},
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
    """A rule set as its preset and what was changed in that, so that any server can remake it."""

    preset: PresetId
    """The preset to begin with."""
    name: Annotated[Name | None, Meta(description="When absent: the usual one.")] = None
    options: Options = NO_OPTIONS
    """What is changed in it."""
    hash: Annotated[
        Hash | None, Meta(description="When given, the rule set that is remade must have it.")
    ] = None


class HandVersion(Fact, frozen=True):
    """What a hand was from a moment on."""

    at: Moment
    record: HandRecord
    """What the table entered."""
    is_void: bool = False
    """Whether the hand was void."""
    overruled: Overruling | None = None
    """What the table decided itself, if it did."""


class TranscribedRuling(Fact, frozen=True):
    """A ruling in short: its clauses by their ids."""

    outcome: Said
    """What was ruled, in a sentence."""
    why: Said
    """The reason in a sentence or two."""
    basis: Basis
    """What the deciding clause rests on."""
    clauses: Annotated[tuple[ClauseId, ...], Meta(max_length=MOST)] = ()
    """The ids of the clauses it rests on; the first decides."""


class TranscribedSettlement(Fact, frozen=True):
    """How a dispute ended, and when."""

    at: Moment
    settlement: Settlement
    """What ended the dispute."""
    reason: Reason | None = None
    undone: Annotated[
        Moment | None,
        Meta(
            description="When the hand went back to what it was before, or was taken out, and the "
            "dispute with it; absent while the sheet tells of it."
        ),
    ] = None


class TranscribedDispute(Fact, frozen=True):
    """An objection to a hand, the ruling on it, and how it ended."""

    at: Moment
    reason: Reason
    ruling: TranscribedRuling | None = None
    """What the rules said about it, if a ruling was given."""
    settled: TranscribedSettlement | None = None
    """How it ended; absent while it is open."""

    @property
    def changes(self) -> int:
        """How often something happened to it."""
        if self.settled is None:
            return 1
        return 2 if self.settled.undone is None else 3


class TranscribedConfirmation(Fact, frozen=True):
    """Agreement to a hand as it is now, for a side or for the whole table."""

    at: Moment
    side: Side | None = None


class TranscribedHand(HandVersion, frozen=True):
    """A hand as it is now, what it was before, and what was argued about it."""

    earlier: Annotated[
        tuple[HandVersion, ...],
        Meta(max_length=MOST, description="What it was before it was corrected, oldest first."),
    ] = ()
    disputes: Annotated[tuple[TranscribedDispute, ...], Meta(max_length=MOST)] = ()
    """What was objected to it, the oldest first."""
    confirmations: Annotated[tuple[TranscribedConfirmation, ...], Meta(max_length=64)] = ()
    """Who agreed to it as it is now."""

    @property
    def versions(self) -> tuple[HandVersion, ...]:
        """All that it has been, oldest first."""
        now = HandVersion(
            at=self.at, record=self.record, is_void=self.is_void, overruled=self.overruled
        )
        return (*self.earlier, now)

    @property
    def first(self) -> HandVersion:
        """What was entered at first."""
        return self.earlier[0] if self.earlier else self

    @property
    def changes(self) -> int:
        """How often something happened to it; it is confirmed once, by however many."""
        disputes = sum(each.changes for each in self.disputes)
        return 1 + len(self.earlier) + disputes + bool(self.confirmations)


class TranscribedCancellation(Fact, frozen=True):
    """That an adjustment was taken back, when and why."""

    at: Moment
    reason: Reason


class TranscribedAdjustment(Fact, frozen=True):
    """Points given or taken outside play, after a hand (0: before the first)."""

    at: Moment
    side: Side
    points: Annotated[int, Meta(ge=-100, le=100)]
    """What was given, or if negative taken."""
    reason: Reason
    after_hand: Annotated[int, Meta(ge=0, le=MOST)] = 0
    """The hand it follows; 0 is before the first."""
    cancelled: TranscribedCancellation | None = None
    """When it was taken back and why; absent while it counts."""

    @property
    def changes(self) -> int:
        """How often something happened to it."""
        return 1 if self.cancelled is None else 2


class TranscribedResult(Fact, frozen=True):
    """What the hands come to; it follows from them, and is checked against them."""

    scores: Annotated[tuple[Total, ...], Meta(min_length=2, max_length=8)]
    """The scores by side."""
    winner: Side | None = None


class Transcript(Fact, frozen=True):
    """A match as anybody may keep it, and any server take it in."""

    ruleset: TranscribedRules
    """The rules it is played by."""
    players: Annotated[
        tuple[Name, ...], Meta(min_length=2, max_length=8, description="By seat, from seat 0.")
    ]
    opened: Moment
    sides: Annotated[
        Arrangement | None, Meta(description="When absent: the usual one of the rule set.")
    ] = None
    first_dealer: Seat = 0
    policy: Policy = Policy.ONE
    """Who has to confirm a hand."""
    time_zone: TimeZone = UTC
    hands: Annotated[tuple[TranscribedHand, ...], Meta(max_length=MOST)] = ()
    """Every hand in the order in which they were dealt."""
    adjustments: Annotated[
        tuple[TranscribedAdjustment, ...], Meta(max_length=matches.MOST_ADJUSTMENTS)
    ] = ()
    """Points given or taken outside play, the oldest first."""
    result: TranscribedResult | None = None
    """What it comes to; checked where it is given."""


def transcribe_rules(ruleset: RuleSet) -> TranscribedRules:
    """A rule set as it is written down."""
    return TranscribedRules(
        preset=ruleset.preset,
        name=ruleset.name,
        options=rulesets.minimal_options(ruleset),
        # So that a server whose presets read otherwise refuses the match, and does not score it
        # anew.
        hash=rulesets.hash_ruleset(ruleset),
    )


def open_transcript(transcript: Transcript) -> Match:
    """The match as it was opened; refused as one that somebody opens by hand."""
    with prefix_pointer("/ruleset"):
        ruleset = remake_ruleset(transcript.ruleset)
    return matches.open_match(
        ruleset, transcript.players, transcript.sides, transcript.first_dealer
    )


@lru_cache(_REMADE)
def remake_ruleset(told: TranscribedRules) -> RuleSet:
    """The rule set that is told, remade and checked once for all matches by it."""
    ruleset = rulesets.rebuild(rulesets.preset(told.preset), told.options, told.name)
    if told.hash not in {None, rulesets.hash_ruleset(ruleset)}:
        raise RulesDiffer(
            _OTHER_RULES(rules=ruleset.name),
            pointer="/hash",
            hint=f"They come to {rulesets.hash_ruleset(ruleset)}, not to {told.hash}.",
        )
    return ruleset


def to_hands(transcript: Transcript) -> tuple[Hand, ...]:
    """The hands as they are now."""
    return tuple(
        Hand(number=number, record=told.record, is_void=told.is_void, overruled=told.overruled)
        for number, told in enumerate(transcript.hands, 1)
    )


def to_adjustment(told: TranscribedAdjustment) -> Adjustment:
    """An adjustment without its story."""
    return Adjustment(
        side=told.side, points=told.points, reason=told.reason, after_hand=told.after_hand
    )


def to_ruling(told: TranscribedRuling, ruleset: RuleSet) -> Ruling:
    """A ruling with its clauses as the rules of the match word them; NoSuchClause if one is not."""
    known = {clause.id: clause for clause in clauses.list_clauses(ruleset)}
    missing = next((index for index, name in enumerate(told.clauses) if name not in known), None)
    if missing is not None:
        raise NoSuchClause(
            _NO_CLAUSE(rules=ruleset.name, clause=told.clauses[missing]),
            pointer=f"/clauses/{missing}",
        )
    return Ruling(
        outcome=messages.AS_WRITTEN(text=told.outcome),
        whys=messages.as_sentences(told.why),
        basis=told.basis,
        clauses=tuple(known[name] for name in told.clauses),
    )


def transcribe_result(sheet: Sheet) -> TranscribedResult:
    """What a score sheet comes to."""
    return TranscribedResult(
        scores=sheet.scores, winner=sheet.winner.side if sheet.winner else None
    )
