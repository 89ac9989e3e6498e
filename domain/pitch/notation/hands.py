"""Hands and adjustments in the portable notation, with their earlier versions and disputes."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from msgspec import structs

from pitch.match.matches import Overruling, Settlement
from pitch.messages import COUNT, TYPED, Message, any_of
from pitch.notation import moments, records
from pitch.notation.records import take_number, take_numbers
from pitch.notation.tokens import NotationError, Tokens, choice, join_words, quote
from pitch.notation.transcripts import (
    MAX_ITEMS,
    HandVersion,
    TranscribedAdjustment,
    TranscribedCancellation,
    TranscribedConfirmation,
    TranscribedDispute,
    TranscribedHand,
    TranscribedRuling,
    TranscribedSettlement,
)
from pitch.rules.presets.catalogue import Basis
from pitch.types import Moment

TIME: Final = Message("notation.time", example=TYPED, found=TYPED)
ONE_OF: Final = Message("notation.one_of", choices=any_of(TYPED), found=TYPED)
_REASON: Final = Message("notation.reason", found=TYPED)
_OUTCOME: Final = Message("notation.outcome", found=TYPED)
_WHY: Final = Message("notation.why", found=TYPED)
_SIDE: Final = Message("notation.side_paid", found=TYPED)
_POINTS: Final = Message("notation.points", found=TYPED)
_AFTER: Final = Message("notation.hand_before", found=TYPED)
_HAND: Final = Message("notation.hand", number=COUNT, found=TYPED)
_DELTAS: Final = Message("notation.deltas", choices=any_of(TYPED), found=TYPED)
_SIDE_OR_ALL: Final = Message("notation.side_or_all", all=TYPED, found=TYPED)
_TOO_MANY: Final = Message("notation.too_many", most=COUNT)

_MADE: Final = {"made": True, "set": False, "unbid": None}
_MADE_WORDS: Final = {made: word for word, made in _MADE.items()}
_WHOLE_TABLE: Final = "all"


def lines(number: int, hand: TranscribedHand) -> Iterator[str]:
    """Yield a hand as it is now, then its earlier versions, confirmations and disputes."""
    yield f"Hand {number} at {hand.at}"
    yield from _indent(_version(hand))
    for version in hand.earlier:
        yield f"  Was at {version.at}"
        yield from _indent(_indent(_version(version)))
    for confirmation in hand.confirmations:
        side = _WHOLE_TABLE if confirmation.side is None else confirmation.side
        yield f"  Confirmed {side} at {confirmation.at}"
    for dispute in hand.disputes:
        yield from _indent(_dispute(dispute))


def adjustment_lines(adjustment: TranscribedAdjustment) -> Iterator[str]:
    """Yield an adjustment, and its cancellation."""
    yield (
        f"Adjusted {adjustment.side} {adjustment.points} after {adjustment.after_hand} "
        f"at {adjustment.at} {quote(adjustment.reason)}"
    )
    if adjustment.cancelled is not None:
        yield f"  Cancelled at {adjustment.cancelled.at} {quote(adjustment.cancelled.reason)}"


def read(tokens: Tokens, number: int, last: Moment) -> TranscribedHand:
    """Read the next hand, of a number from 1; `last` is the time if it has none."""
    tokens.skip()
    if tokens.word.rstrip(".:") != str(number):
        raise tokens.unexpected(partial(_HAND, number=number))
    tokens.skip()
    tokens.take_if(":", ".")
    now = _read_version(tokens, last)
    earlier: list[HandVersion] = []
    disputes: list[TranscribedDispute] = []
    confirmations: list[TranscribedConfirmation] = []
    parts: dict[str, list[Any]] = {
        "was": earlier,
        "confirmed": confirmations,
        "disputed": disputes,
    }
    while tokens.word in parts:
        if len(parts[tokens.word]) == MAX_ITEMS:
            raise NotationError(tokens.position, _TOO_MANY(most=MAX_ITEMS))
        match tokens.word:
            case "was":
                with tokens.within(f"/earlier/{len(earlier)}"):
                    tokens.skip()
                    # Earlier versions come oldest first, each no earlier than the one before.
                    since = earlier[-1].at if earlier else last
                    earlier.append(_read_version(tokens, since))
            case "confirmed":
                with tokens.within(f"/confirmations/{len(confirmations)}"):
                    confirmations.append(_read_confirmation(tokens, now.at))
            case _:
                with tokens.within(f"/disputes/{len(disputes)}"):
                    disputes.append(_read_dispute(tokens, now.at))
    hand = TranscribedHand(
        **structs.asdict(now),
        earlier=tuple(earlier),
        disputes=tuple(disputes),
        confirmations=tuple(confirmations),
    )
    return tokens.validate(hand)


def read_adjustment(tokens: Tokens, last: Moment) -> TranscribedAdjustment:
    """Read the next adjustment; `last` is the time if it has none."""
    tokens.skip()
    tokens.mark("/side")
    side = take_number(tokens, _SIDE)
    tokens.mark("/points")
    points = take_number(tokens, _POINTS)
    after = 0
    if tokens.take_if("after"):
        tokens.mark("/afterHand")
        after = take_number(tokens, _AFTER)
    at = _read_at(tokens, last)
    tokens.mark("/reason")
    reason = tokens.take_string(_REASON)
    cancellation = None
    if tokens.word == "cancelled":
        with tokens.within("/cancelled"):
            tokens.skip()
            cancellation = TranscribedCancellation(
                at=_read_at(tokens, at), reason=tokens.take_string(_REASON)
            )
    adjustment = TranscribedAdjustment(
        at=at, side=side, points=points, reason=reason, after_hand=after, cancelled=cancellation
    )
    return tokens.validate(adjustment)


def _version(version: HandVersion) -> Iterator[str]:
    yield from records.lines(version.record)
    if version.is_void:
        yield "Void"
    if version.overruled is not None:
        overruling = version.overruled
        words = (*overruling.deltas, _MADE_WORDS[overruling.made], quote(overruling.reason))
        yield join_words("Overruled", *words)


def _dispute(dispute: TranscribedDispute) -> Iterator[str]:
    yield f"Disputed at {dispute.at} {quote(dispute.reason)}"
    ruling, end = dispute.ruling, dispute.settled
    if ruling is not None:
        yield f"  Ruling {ruling.basis} {quote(ruling.outcome)}"
        yield join_words("    because", quote(ruling.why), *ruling.clauses)
    if end is not None:
        reason = () if end.reason is None else (quote(end.reason),)
        yield join_words("  Settled", end.settlement, "at", end.at, *reason)
        if end.undone is not None:
            yield f"    Undone at {end.undone}"


def _read_version(tokens: Tokens, last: Moment) -> HandVersion:
    """Read a version of a hand: its record, whether it is void, and any overruling."""
    at = _read_at(tokens, last)
    with tokens.within("/record"):
        record = records.read(tokens)
    is_void, overruling = False, None
    while tokens.word in {"void", "overruled"}:
        if tokens.take_if("void"):
            is_void = True
        else:
            with tokens.within("/overruled"):
                overruling = _read_overruling(tokens)
    version = HandVersion(at=at, record=record, is_void=is_void, overruled=overruling)
    return tokens.validate(version)


def _read_overruling(tokens: Tokens) -> Overruling:
    tokens.skip()
    deltas = take_numbers(tokens)
    made = tokens.take_word(choice(_MADE), partial(_DELTAS, choices=_MADE))
    overruling = Overruling(deltas=deltas, made=_MADE[made], reason=tokens.take_string(_REASON))
    return tokens.validate(overruling)


def _read_confirmation(tokens: Tokens, last: Moment) -> TranscribedConfirmation:
    tokens.skip()
    is_all = tokens.take_if(_WHOLE_TABLE)
    side = None if is_all else take_number(tokens, partial(_SIDE_OR_ALL, all=_WHOLE_TABLE))
    return TranscribedConfirmation(at=_read_at(tokens, last), side=side)


def _read_dispute(tokens: Tokens, last: Moment) -> TranscribedDispute:
    """Read a dispute: its reason, then the ruling and the settlement if there are any."""
    tokens.skip()
    at = _read_at(tokens, last)
    reason, ruling, settlement = tokens.take_string(_REASON), None, None
    if tokens.word == "ruling":
        with tokens.within("/ruling"):
            tokens.skip()
            ruling = _read_ruling(tokens)
    if tokens.word == "settled":
        with tokens.within("/settled"):
            tokens.skip()
            settlement = _read_settlement(tokens, at)
    return TranscribedDispute(at=at, reason=reason, ruling=ruling, settled=settlement)


def _read_settlement(tokens: Tokens, last: Moment) -> TranscribedSettlement:
    """Read the end of a dispute, and the time when it was undone if it was."""
    settlement = tokens.take_word(
        choice(tuple(Settlement)), partial(ONE_OF, choices=tuple(Settlement))
    )
    at = _read_at(tokens, last)
    reason = tokens.take_string(_REASON) if tokens.has_string() else None
    with tokens.within("/undone"):
        undone = _read_at(tokens, at) if tokens.take_if("undone") else None
    return TranscribedSettlement(
        settlement=Settlement(settlement), at=at, reason=reason, undone=undone
    )


def _read_ruling(tokens: Tokens) -> TranscribedRuling:
    basis = Basis(tokens.take_word(choice(tuple(Basis)), partial(ONE_OF, choices=tuple(Basis))))
    outcome = tokens.take_string(_OUTCOME)
    # The word is for people and may be left out.
    tokens.take_if("because")
    why = tokens.take_string(_WHY)
    return TranscribedRuling(
        outcome=outcome, why=why, basis=basis, clauses=tokens.take_words(_clause)
    )


def _read_at(tokens: Tokens, last: Moment) -> Moment:
    # People leave times out; then the time is that of what is before it.
    if not tokens.take_if("at"):
        return last
    tokens.mark("/at")
    return tokens.take_word(_moment, partial(TIME, example=moments.EXAMPLE))


def _moment(word: str) -> str | None:
    return word.upper() if moments.is_real(word.upper()) else None


def _clause(word: str) -> str | None:
    return word.lower() if "/" in word else None


def _indent(text: Iterator[str]) -> Iterator[str]:
    return (f"  {line}" for line in text)
