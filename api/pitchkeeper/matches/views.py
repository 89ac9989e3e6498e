"""What clients send and see, besides the facts and verdicts of the domain."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta

from pitch import Arrangement, Call, Finding, HandRecord, Options, PointName, Suit, Verdict
from pitch.hand import PointSide
from pitch.match import Consequences, Outlook, Policy, Standing, Winner
from pitch.proof import MOST_REPAIRS, CardsToAsk, CertainPoints, ImpossibleInPiles
from pitch.rules import NO_OPTIONS, Target
from pitch.rulings import HandRuling
from pitch.types import (
    UTC,
    Fact,
    HandNumber,
    Label,
    Name,
    Reason,
    RunningScore,
    Seat,
    Side,
    TimeZone,
)
from pitchkeeper.access.devices import Instant
from pitchkeeper.access.naming import Cancellation, DeviceName
from pitchkeeper.matches.agreement_views import AgreementState, HandAgreement, RecordedOverruling
from pitchkeeper.matches.foreseen_answers import ForeseenAnswer, ForeseenRepair
from pitchkeeper.rest.views import AskAgain, Count, Cursor, Version, View
from pitchkeeper.rulings.views import RulesetId, RulesetSummary


class NewPlayer(Fact, frozen=True):
    """A player of a new match."""

    name: Name
    """The name of the player to seat."""


class NewMatch(Fact, frozen=True):
    """A match to open: its rules, and its players clockwise from seat 0."""

    ruleset: RulesetId
    """The rule set to play the match by."""
    players: Annotated[tuple[NewPlayer, ...], Meta(min_length=2, max_length=8)]
    """The players to seat, clockwise from seat 0."""
    options: Options = NO_OPTIONS
    """House rules: the options that are changed in the rule set."""
    target: Target | None = None
    """The score that wins the new match; the rule set's if absent."""
    sides: Arrangement | None = None
    """The sides of the new match; the usual arrangement for that many players if absent."""
    first_dealer: Seat = 0
    """The seat that is to deal the first hand, counted clockwise from 0."""
    seat: Seat | None = None
    """The seat that this device gets at once, counted clockwise from 0; none if absent."""
    policy: Policy = Policy.ONE
    """The rule for confirming a hand of the new match: by anyone, every side, or the owner."""
    time_zone: TimeZone = UTC
    """The time zone of the new match: a name of the IANA database."""
    name: Name | None = None
    """The name of the table, by which it is found later; none if absent."""
    # A phone without a signal opens matches too, and what it queues for them has to name them.
    match_id: UUID | None = None
    """The id of the new match, a UUIDv7 made by the device, so that the match can be named while
    offline.
    """
    rematch_of: UUID | None = None
    """The id of the match that these people played before. Anyone with a seat in it, or who keeps
    its score, can join the new match without a code (joinRematch). If the device may not keep the
    score of that match, the field has no effect.
    """


class NewMatchName(Fact, frozen=True):
    """Another name for a match, or none."""

    name: Name | None
    """The new name of the table; null for none."""


class NewAdjustment(Fact, frozen=True):
    """Points to give (positive) or take (negative) outside play."""

    side: Side
    """The side whose score is to be adjusted, counted from 0."""
    points: Annotated[int, Meta(ge=-100, le=100)]
    """The points to add to the side's score; negative to take away."""
    reason: Reason
    """The reason for the adjustment, for everyone to read."""
    after_hand: Annotated[int, Meta(ge=0, le=999)] | None = None
    """The number of the hand after which the adjustment counts; the last hand if absent."""


class Adjustment(View, frozen=True):
    """Points given or taken outside play; a cancelled one counts for nothing."""

    number: Count
    """The number of the adjustment in its match, from 1."""
    side: Side
    """The side whose score is adjusted, counted from 0."""
    points: Annotated[int, Meta(ge=-100, le=100)]
    """The points added to the side's score; negative if taken away."""
    reason: Label
    """The reason for the adjustment."""
    after_hand: Count
    """The number of the hand after which the adjustment counts; 0 is before the first."""
    device_id: UUID
    """The id of the device that entered the adjustment."""
    device_name: DeviceName
    """The name of the device that entered the adjustment; null if it has no name, or has left the
    match.
    """
    at: Instant
    """The time when the adjustment was entered."""
    cancelled: Cancellation | None
    """The cancellation of the adjustment; null while the adjustment counts."""


class NewCancellation(Fact, frozen=True):
    """The reason for a cancellation."""

    reason: Reason
    """The reason why the entry is cancelled."""


class Player(View, frozen=True):
    """A player at the table: seat, name and side."""

    seat: Seat
    """The seat of the player, counted clockwise from 0."""
    name: Label
    """The name of the player at the table."""
    side: Side
    """The player's side, counted from 0."""
    is_claimed: bool
    """True if a device has the player's seat."""
    is_mine: bool
    """True if the device that asks has the player's seat."""


class TableSide(View, frozen=True):
    """Players who score together."""

    side: Side
    """The number of the side, counted from 0."""
    name: Label
    """The name of the side, made of its players' names."""
    seats: tuple[Seat, ...]
    """The seats of the side's players, counted clockwise from 0."""


class SheetLine(View, frozen=True):
    """One hand on the score sheet. The hand itself has the record and the whole verdict."""

    number: HandNumber
    """The number of the line's hand, from 1."""
    dealer: Seat
    """The seat that dealt the line's hand, counted clockwise from 0."""
    standing: Standing
    """The way the hand counts on the score sheet."""
    agreement: AgreementState
    """The state of agreement on the line's hand."""
    pitcher: Seat | None
    """The seat that pitched the hand, counted clockwise from 0; null if not known."""
    partner: Seat | None
    """The seat that scored with the pitcher, or the pitcher's own if the pitcher played alone; null
    if not known, and if no partner is called.
    """
    bid: Call | None
    """The bid for which the pitcher played; null if not known."""
    trump: Suit | None
    """The trump suit; null if not known."""
    made: bool | None
    """True if the bid was made; null if not known."""
    points: Annotated[tuple[PointSide, ...], Meta(max_length=len(PointName))]
    """The sides that certainly have a point, in counting order; empty if no points are scored."""
    deltas: tuple[RunningScore, ...]
    """The points that the hand adds to each side's score, as it counts in the match."""
    scores: tuple[RunningScore, ...]
    """The scores after the hand, by side."""
    findings: tuple[Finding, ...]
    """Errors and oddities of the hand in its match."""
    is_proven: bool
    """True if the hand was checked over all deals and plays. Otherwise the check follows as soon as
    there is time, and makes a new version of the match.
    """


class Match(View, frozen=True):
    """A match with its score sheet, as it follows from the records."""

    match_id: UUID
    """The id of the match."""
    version: Version
    """The version of the match, which grows with every change; also the ETag."""
    name: Label | None
    """The name of the table; null if it has none."""
    ruleset: RulesetSummary
    """The rule set of the match."""
    policy: Policy
    """The rule for confirming a hand: by anyone, every side, or the owner."""
    time_zone: TimeZone
    """The time zone of the table: a name of the IANA database."""
    target: Target | None
    """The score that wins the match; null if a fixed number of hands is played."""
    fixed_hands: Count | None
    """The number of hands in the match; null if the match is played to a target."""
    players: tuple[Player, ...]
    """The players by seat, clockwise from seat 0."""
    sides: tuple[TableSide, ...]
    """The sides of the match with their names and seats."""
    first_dealer: Seat
    """The seat that dealt the first hand, counted clockwise from 0."""
    lines: tuple[SheetLine, ...]
    """The lines of the score sheet, one for each hand."""
    adjustments: tuple[Adjustment, ...]
    """Points given or taken outside play, including cancelled adjustments."""
    scores: tuple[RunningScore, ...]
    """The current scores of the match, by side."""
    unscored: tuple[HandNumber, ...]
    """The numbers of recorded hands that count for nothing yet."""
    unconfirmed: tuple[HandNumber, ...]
    """The numbers of hands that the table has not confirmed yet."""
    unproven: tuple[HandNumber, ...]
    """The numbers of hands not yet checked over all deals and plays."""
    winner: Winner | None
    """The winner of the match; null while the match is open."""
    outlook: Outlook | None
    """The possible winners with the hand that is open; null if there is none, or if they are not
    known.
    """
    next_hand: HandNumber
    """The number of the next hand to record, from 1."""
    next_dealer: Seat
    """The seat that deals the next hand, counted clockwise from 0."""
    next_match: UUID | None
    """The id of the rematch with the same people, which joinRematch joins; null while there is
    none.
    """
    created_at: Instant
    """The time when the match was created."""
    updated_at: Instant
    """The time when the match last changed."""


class MatchSummary(View, frozen=True):
    """A match in a list: rules, players, scores and times."""

    match_id: UUID
    """The id of the match that is listed."""
    version: Version
    """The version of the match, which grows with every change; also the ETag."""
    name: Label | None
    """The name of the table; null if it has none."""
    ruleset: Label
    """The name of the match's rule set."""
    players: tuple[Label, ...]
    """The names of the players, clockwise from seat 0."""
    sides: tuple[Label, ...]
    """The names of the sides."""
    scores: tuple[RunningScore, ...]
    """The current scores of the match, by side."""
    hands: Count
    """The number of hands recorded so far."""
    winner: Side | None
    """The side that has won the match, counted from 0; null while the match is open."""
    created_at: Instant
    """The time when the match was created."""
    updated_at: Instant
    """The time when the match last changed."""


class MatchPage(View, frozen=True):
    """Matches of a device."""

    items: tuple[MatchSummary, ...]
    """The matches of this page."""
    next_cursor: Cursor | None
    """The `cursor` of the next page; null on the last page."""


class Hand(View, frozen=True):
    """A hand of a match: its record, its verdict, and its effect on the match."""

    match_id: UUID
    """The id of the hand's match."""
    match_version: Version
    """The version of the match that includes this hand; also the ETag."""
    number: HandNumber
    """The number of the hand in dealing order, from 1."""
    dealer: Seat
    """The seat that dealt the hand, counted clockwise from 0."""
    standing: Standing
    """The way the hand counts in the match."""
    record: HandRecord
    """The facts that the table entered about the hand."""
    verdict: Verdict
    """The verdict that follows from the hand's record."""
    overruled: RecordedOverruling | None
    """The scores that the table agreed on instead of the verdict; null if the verdict counts."""
    agreement: HandAgreement
    """The confirmations of the hand, and its last dispute."""
    deltas: tuple[RunningScore, ...]
    """The points that the hand adds to each side's score, as it counts in the match."""
    scores: tuple[RunningScore, ...]
    """The scores after the hand, by side."""
    findings: tuple[Finding, ...]
    """Errors and oddities of the hand in its match."""
    match_scores: tuple[RunningScore, ...]
    """The present scores of the match, by side."""
    winner: Winner | None
    """The winner of the match; null while the match is open."""
    next_dealer: Seat
    """The seat that deals the next hand, counted clockwise from 0."""


class HandPreview(View, frozen=True):
    """A preview of saving a hand: its verdict, and the changes to the match. Nothing was saved."""

    dealer: Seat
    """The seat that would deal the hand, counted clockwise from 0."""
    standing: Standing
    """The way the hand would count in the match."""
    verdict: Verdict
    """The verdict that would follow from the record."""
    findings: tuple[Finding, ...]
    """Errors and oddities that the hand would have in its match."""
    consequences: Consequences
    """The changes to the match if the hand were saved."""
    answers: Annotated[tuple[ForeseenAnswer, ...], Meta(max_length=128)]
    """The possible answers to each question of `verdict.needs`, with the result of the hand and the
    match: for a card, a point or the partner, not for piles and numbers.
    """
    repair_outcomes: Annotated[tuple[ForeseenRepair, ...], Meta(max_length=MOST_REPAIRS)]
    """The result of the hand and the match after each change of `verdict.repairs`."""
    impossible_cards: ImpossibleInPiles
    """Cards that cannot be in the piles that are still being listed, while the hand is open: piles
    with `some` of their cards, and those without any entry.
    """
    cards_to_ask: CardsToAsk
    """The cards to ask for next while the hand is open, the most decisive first: cards of which the
    taker is open and decides a point. Empty before trump is known.
    """
    certain_points: CertainPoints
    """The points of an impossible hand that stay the same whoever took the cards that are in
    several piles. Without such cards: the points that stay the same however the facts that
    `verdict.findings` name are changed.
    """
    ask_again_after: AskAgain
    """The number of seconds after which to ask again, because the server had no time to prove
    everything: the preview is right but incomplete. Null if everything is proven.
    """


class RecordedRuling(View, frozen=True):
    """The ruling on a recorded hand, judged again."""

    match_id: UUID
    """The id of the match of the hand."""
    match_version: Version
    """The version of the match that was judged; also the ETag."""
    number: HandNumber
    """The number of the hand that was judged, from 1."""
    ruling: HandRuling
    """The ruling of the rules on the hand as it is recorded."""
    agrees: bool
    """True if the ruling is the same as the stored verdict."""
