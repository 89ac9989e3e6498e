"""Transcripts: a match as it is exchanged between servers, without its devices."""

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

_MAX_CACHED_RULESETS: Final = 64
MAX_ITEMS: Final = 999
"""The most items of any list in a transcript."""


class RulesDiffer(Refusal):
    """The rule set that was remade does not have the hash that was given."""

    code = "rules_differ"


class NoSuchClause(Refusal):
    """The rule set of the match has no such clause."""

    code = "no_such_clause"


RulingText = Annotated[
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
    """A rule set as its preset and the changes to that, so that any server can remake it."""

    preset: PresetId
    """The preset to begin with."""
    name: Annotated[Name | None, Meta(description="When absent: the usual one.")] = None
    options: Options = NO_OPTIONS
    """The options that differ from the preset."""
    hash: Annotated[
        Hash | None, Meta(description="When given, the rule set that is remade must have it.")
    ] = None


class HandVersion(Fact, frozen=True):
    """A hand as it was from a moment on."""

    at: Moment
    record: HandRecord
    """The facts that the table entered."""
    is_void: bool = False
    """Whether the hand was void."""
    overruled: Overruling | None = None
    """The decision of the table itself, if it made one."""


class TranscribedRuling(Fact, frozen=True):
    """A ruling in short: its clauses by their ids."""

    outcome: RulingText
    """The ruling in a sentence."""
    why: RulingText
    """The reason in a sentence or two."""
    basis: Basis
    """The basis of the deciding clause."""
    clauses: Annotated[tuple[ClauseId, ...], Meta(max_length=MAX_ITEMS)] = ()
    """The ids of the clauses it rests on; the first decides."""


class TranscribedSettlement(Fact, frozen=True):
    """The end of a dispute, with its time."""

    at: Moment
    settlement: Settlement
    """The way in which the dispute ended."""
    reason: Reason | None = None
    undone: Annotated[
        Moment | None,
        Meta(
            description="The time when the hand was restored to an earlier version or removed, and "
            "the dispute with it; absent while the dispute is on the sheet."
        ),
    ] = None


class TranscribedDispute(Fact, frozen=True):
    """An objection to a hand, the ruling on it, and how it ended."""

    at: Moment
    reason: Reason
    ruling: TranscribedRuling | None = None
    """The ruling on it, if one was given."""
    settled: TranscribedSettlement | None = None
    """Its end; absent while it is open."""

    @property
    def changes(self) -> int:
        """The number of changes to it."""
        if self.settled is None:
            return 1
        return 2 if self.settled.undone is None else 3


class TranscribedConfirmation(Fact, frozen=True):
    """Agreement to a hand as it is now, for a side or for the whole table."""

    at: Moment
    side: Side | None = None


class TranscribedHand(HandVersion, frozen=True):
    """A hand as it is now, with its earlier versions and its disputes."""

    earlier: Annotated[
        tuple[HandVersion, ...],
        Meta(max_length=MAX_ITEMS, description="The versions before corrections, oldest first."),
    ] = ()
    disputes: Annotated[tuple[TranscribedDispute, ...], Meta(max_length=MAX_ITEMS)] = ()
    """The objections to it, the oldest first."""
    confirmations: Annotated[tuple[TranscribedConfirmation, ...], Meta(max_length=64)] = ()
    """The agreements to it as it is now."""

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
    reason: Reason


class TranscribedAdjustment(Fact, frozen=True):
    """Points given or taken outside play, after a hand (0: before the first)."""

    at: Moment
    side: Side
    points: Annotated[int, Meta(ge=-100, le=100)]
    """The points given, or if negative taken."""
    reason: Reason
    after_hand: Annotated[int, Meta(ge=0, le=MAX_ITEMS)] = 0
    """The hand it follows; 0 is before the first."""
    cancelled: TranscribedCancellation | None = None
    """Its cancellation; absent while it counts."""

    @property
    def changes(self) -> int:
        """The number of changes to it."""
        return 1 if self.cancelled is None else 2


class TranscribedResult(Fact, frozen=True):
    """The result of a match; it follows from the hands and is checked against them."""

    scores: Annotated[tuple[Total, ...], Meta(min_length=2, max_length=8)]
    """The scores by side."""
    winner: Side | None = None


class Transcript(Fact, frozen=True):
    """A match as anyone may store it, and any server import it."""

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
    """The sides that have to confirm a hand."""
    time_zone: TimeZone = UTC
    hands: Annotated[tuple[TranscribedHand, ...], Meta(max_length=MAX_ITEMS)] = ()
    """The hands in the order in which they were dealt."""
    adjustments: Annotated[
        tuple[TranscribedAdjustment, ...], Meta(max_length=matches.MOST_ADJUSTMENTS)
    ] = ()
    """Points given or taken outside play, the oldest first."""
    result: TranscribedResult | None = None
    """The result; checked against the hands if given."""


def transcribe_rules(ruleset: RuleSet) -> TranscribedRules:
    """Return a rule set as its preset, its changes and its hash."""
    return TranscribedRules(
        preset=ruleset.preset,
        name=ruleset.name,
        options=rulesets.minimal_options(ruleset),
        # A server with other presets refuses the match instead of scoring it differently.
        hash=rulesets.hash_ruleset(ruleset),
    )


def open_transcript(transcript: Transcript) -> Match:
    """Return the match as it was opened; refused like one that a person opens."""
    with prefix_pointer("/ruleset"):
        ruleset = remake_ruleset(transcript.ruleset)
    return matches.open_match(
        ruleset, transcript.players, transcript.sides, transcript.first_dealer
    )


@lru_cache(_MAX_CACHED_RULESETS)
def remake_ruleset(rules: TranscribedRules) -> RuleSet:
    """Return the rule set of a transcript, rebuilt and cached; RulesDiffer for another hash."""
    ruleset = rulesets.house_rules(rulesets.preset(rules.preset), rules.options, rules.name)
    if rules.hash not in {None, rulesets.hash_ruleset(ruleset)}:
        raise RulesDiffer(
            _OTHER_RULES(rules=ruleset.name),
            pointer="/hash",
            hint=f"They come to {rulesets.hash_ruleset(ruleset)}, not to {rules.hash}.",
        )
    return ruleset


def to_hands(transcript: Transcript) -> tuple[Hand, ...]:
    """Return the hands as they are now."""
    return tuple(
        Hand(number=number, record=hand.record, is_void=hand.is_void, overruled=hand.overruled)
        for number, hand in enumerate(transcript.hands, 1)
    )


def to_adjustment(adjustment: TranscribedAdjustment) -> Adjustment:
    """Return an adjustment without its times and its cancellation."""
    return Adjustment(
        side=adjustment.side,
        points=adjustment.points,
        reason=adjustment.reason,
        after_hand=adjustment.after_hand,
    )


def to_ruling(ruling: TranscribedRuling, ruleset: RuleSet) -> Ruling:
    """Return a ruling with the clauses of a rule set; NoSuchClause if it has no such clause."""
    by_id = {clause.id: clause for clause in clauses.list_clauses(ruleset)}
    for index, clause in enumerate(ruling.clauses):
        if clause not in by_id:
            message = _NO_CLAUSE(rules=ruleset.name, clause=clause)
            raise NoSuchClause(message, pointer=f"/clauses/{index}")
    return Ruling(
        outcome=messages.AS_WRITTEN(text=ruling.outcome),
        whys=messages.as_sentences(ruling.why),
        basis=ruling.basis,
        clauses=tuple(by_id[clause] for clause in ruling.clauses),
    )


def transcribe_result(sheet: Sheet) -> TranscribedResult:
    """Return the result of a score sheet."""
    return TranscribedResult(
        scores=sheet.scores, winner=sheet.winner.side if sheet.winner else None
    )
