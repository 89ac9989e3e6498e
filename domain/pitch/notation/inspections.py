"""Inspections: refusals of imported matches that nobody can have entered."""

from collections.abc import Iterator
from typing import Final

from pitch import messages
from pitch.match.matches import Match
from pitch.match.sheets import Sheet
from pitch.messages import (
    DATE,
    SCORE,
    SIDE,
    TIME,
    TYPED,
    Argument,
    Message,
    Refusal,
    Sentence,
    all_of,
    prefix_pointer,
)
from pitch.notation import moments
from pitch.notation.transcripts import HandVersion, TranscribedHand, TranscribedResult, Transcript
from pitch.types import Moment

_NO_CLOCK: Final = Message("problem.times_disagree.no_clock", at=TYPED)
_TOO_EARLY: Final = Message(
    "problem.times_disagree.too_early",
    date=DATE,
    time=TIME,
    earliest_date=DATE,
    earliest_time=TIME,
)
_TO_COME: Final = Message("problem.times_disagree.to_come", date=DATE, time=TIME)
_SCORES: Final = Message("problem.result_differs.scores", found=all_of(SCORE), told=all_of(SCORE))
_OTHER_WINNER: Final = Message("problem.result_differs.winner", found=SIDE, told=SIDE)
_NO_WINNER: Final = Message("problem.result_differs.no_winner", told=SIDE)
_WON: Final = Message("problem.result_differs.won", found=SIDE)

MAX_CHANGES: Final = 10_000
"""The most changes of a match, each with a line of the journal."""


class ResultDiffers(Refusal, has_message=False):
    """The result in the file does not follow from its hands."""


class TimesDisagree(Refusal, has_message=False):
    """A change has a time at which it cannot have happened."""


class TooManyChanges(Refusal):
    """A match is imported with at most 10,000 changes, such as corrections and disputes."""


class VoidOverruled(Refusal):
    """A void hand counts for nothing, so it cannot pay points that the table agreed."""


class ConfirmedInDispute(Refusal):
    """Nobody can have confirmed a hand that is still disputed."""


class StillDisputed(Refusal):
    """Only the last dispute about a hand can still be open."""


def check_transcript(transcript: Transcript, match: Match) -> None:
    """Refuse a transcript that nobody could have entered; impossible play is not refused."""
    _check_size(transcript)
    for index, hand in enumerate(transcript.hands):
        with prefix_pointer(f"/hands/{index}"):
            _check_hand(hand, match)
    hands = transcript.to_hands()
    for index, adjustment in enumerate(transcript.adjustments):
        with prefix_pointer(f"/adjustments/{index}"):
            match.check_adjustment(hands, adjustment.to_adjustment())


def check_changes(changes: int, pointer: str) -> None:
    """Refuse a match with too many changes, at the pointer of the change that exceeds the limit."""
    if changes > MAX_CHANGES:
        raise TooManyChanges(pointer=pointer)


def check_times(transcript: Transcript, latest: Moment) -> None:
    """Refuse times that no clock has shown, that go back, or that are after the latest."""
    for place, at, earliest in _times(transcript):
        check_moment(at, latest, place)
        if at < earliest:
            (day, time), (first_day, first_time) = _date_and_time(at), _date_and_time(earliest)
            message = _TOO_EARLY(
                date=day, time=time, earliest_date=first_day, earliest_time=first_time
            )
            raise TimesDisagree(message, pointer=place)


def check_moment(at: Moment, latest: Moment, pointer: str) -> None:
    """Refuse a time that no clock has shown, or that is after the latest."""
    if not moments.is_real(at):
        raise TimesDisagree(_NO_CLOCK(at=at), pointer=pointer)
    if at > latest:
        day, time = _date_and_time(at)
        raise TimesDisagree(_TO_COME(date=day, time=time), pointer=pointer)


def check_result(transcript: Transcript, sheet: Sheet, match: Match) -> None:
    """Refuse a result that does not follow from the hands."""
    entry, computed = transcript.result, TranscribedResult.from_sheet(sheet)
    if entry is None:
        return
    if entry.scores != computed.scores:
        message = _SCORES(found=computed.scores, told=entry.scores)
        raise ResultDiffers(message, pointer="/result")
    if entry.winner != computed.winner:
        raise ResultDiffers(_other_winner(entry, computed, match), pointer="/result")


def _check_size(transcript: Transcript) -> None:
    changes = 0
    for place in ("hands", "adjustments"):
        for index, item in enumerate(getattr(transcript, place)):
            changes += item.changes
            check_changes(changes, f"/{place}/{index}")


def _check_hand(hand: TranscribedHand, match: Match) -> None:
    """Refuse versions, disputes and confirmations of a hand that nobody could have entered."""
    for place, version in (("", hand), *((f"/earlier/{i}", v) for i, v in enumerate(hand.earlier))):
        with prefix_pointer(place):
            _check_version(version, match)
    for index, dispute in enumerate(hand.disputes):
        with prefix_pointer(f"/disputes/{index}"):
            if dispute.ruling is not None:
                with prefix_pointer("/ruling"):
                    dispute.ruling.to_ruling(match.ruleset)
            # A table settles one dispute before it begins the next about the same hand.
            if dispute.settled is None and dispute is not hand.disputes[-1]:
                raise StillDisputed
    if hand.confirmations and hand.disputes and hand.disputes[-1].settled is None:
        raise ConfirmedInDispute(pointer="/confirmations")
    for index, confirmation in enumerate(hand.confirmations):
        match.seating.table.check_side(confirmation.side, f"/confirmations/{index}/side")


def _check_version(version: HandVersion, match: Match) -> None:
    with prefix_pointer("/record"):
        version.record.check(match.ruleset, match.seating.table)
    if version.overruled is not None:
        with prefix_pointer("/overruled"):
            match.check_overruling(version.overruled)
        if version.is_void:
            raise VoidOverruled(pointer="/overruled")


def _times(transcript: Transcript) -> Iterator[tuple[str, str, str]]:
    """Yield the pointer of every time, the time, and the earliest that it can be."""
    last = transcript.opened
    yield "/opened", last, ""
    entries = [last]
    for index, hand in enumerate(transcript.hands):
        for place, at, earliest in _hand_times(hand, entries[-1]):
            yield f"/hands/{index}{place}", at, earliest
        entries.append(hand.first.at)
    for index, adjustment in enumerate(transcript.adjustments):
        # Points are given after a hand, so not before it was entered.
        hand_entry = entries[min(adjustment.after_hand, len(transcript.hands))]
        yield f"/adjustments/{index}/at", adjustment.at, max(last, hand_entry)
        last = adjustment.at
        if adjustment.cancelled is not None:
            yield f"/adjustments/{index}/cancelled/at", adjustment.cancelled.at, last


def _hand_times(hand: TranscribedHand, before: str) -> Iterator[tuple[str, str, str]]:
    """Yield the pointer of every time of a hand, the time, and the earliest that it can be."""
    last = before
    for index, version in enumerate(hand.versions):
        is_now = index == len(hand.earlier)
        yield "/at" if is_now else f"/earlier/{index}/at", version.at, last
        last = version.at
    last = hand.first.at
    for index, dispute in enumerate(hand.disputes):
        yield f"/disputes/{index}/at", dispute.at, last
        last = dispute.at
        if dispute.settled is not None:
            yield f"/disputes/{index}/settled/at", dispute.settled.at, last
            last = dispute.settled.at
            if dispute.settled.undone is not None:
                yield f"/disputes/{index}/settled/undone", dispute.settled.undone, last
                last = dispute.settled.undone
    # Only the present version can be confirmed, and only after all disputes about it.
    last = max(hand.at, last)
    for index, confirmation in enumerate(hand.confirmations):
        yield f"/confirmations/{index}/at", confirmation.at, last
        last = confirmation.at


def _date_and_time(moment: Moment) -> tuple[str, str]:
    return moment[:10], moment[11:19]


def _other_winner(entry: TranscribedResult, computed: TranscribedResult, match: Match) -> Sentence:
    """Return the sentence that hands and file have different winners, or one has none."""
    ours, theirs = _side(computed.winner, match), _side(entry.winner, match)
    if ours is None:
        return _NO_WINNER(told=theirs)
    if theirs is None:
        return _WON(found=ours)
    return _OTHER_WINNER(found=ours, told=theirs)


def _side(side: int | None, match: Match) -> Argument | None:
    if side is None:
        return None
    sides = match.seating.side_arguments
    # A file may name a side that its table does not have.
    return sides[side] if side < len(sides) else messages.side(side, (messages.player(side),))
