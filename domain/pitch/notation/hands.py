"""Hands and adjustments in the portable notation, with what they were and what was argued."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from pitch.match.matches import Overruling, Settlement
from pitch.messages import COUNT, TYPED, Message, any_of
from pitch.notation import moments, records
from pitch.notation.moments import Moment
from pitch.notation.records import take_number, take_numbers
from pitch.notation.tokens import NotationError, Tokens, join_words, quote
from pitch.notation.transcripts import (
    MOST,
    HandVersion,
    TranscribedAdjustment,
    TranscribedCancellation,
    TranscribedConfirmation,
    TranscribedDispute,
    TranscribedHand,
    TranscribedRuling,
    TranscribedSettlement,
)
from pitch.rules.presets.preset import Basis

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
_SAID: Final = {made: word for word, made in _MADE.items()}
_WHOLE_TABLE: Final = "all"


def lines(number: int, hand: TranscribedHand) -> Iterator[str]:
    """A hand: as it is now, then what it was, who confirmed it, and what was argued about it."""
    yield f"Hand {number} at {hand.at}"
    yield from _indented(_version(hand))
    for version in hand.earlier:
        yield f"  Was at {version.at}"
        yield from _indented(_indented(_version(version)))
    for each in hand.confirmations:
        yield f"  Confirmed {_WHOLE_TABLE if each.side is None else each.side} at {each.at}"
    for dispute in hand.disputes:
        yield from _indented(_dispute(dispute))


def adjustment_lines(given: TranscribedAdjustment) -> Iterator[str]:
    """An adjustment, and that it was taken back."""
    yield (
        f"Adjusted {given.side} {given.points} after {given.after_hand} at {given.at} "
        f"{quote(given.reason)}"
    )
    if given.cancelled is not None:
        yield f"  Cancelled at {given.cancelled.at} {quote(given.cancelled.reason)}"


def read(tokens: Tokens, number: int, last: Moment) -> TranscribedHand:
    """The next hand, of a number from 1, or NotationError; `last` stands for a time left out."""
    tokens.skip()
    if tokens.word.rstrip(".:") != str(number):
        raise tokens.wrong(partial(_HAND, number=number))
    tokens.skip()
    tokens.takes(":", ".")
    now = _read_version(tokens, last)
    earlier: list[HandVersion] = []
    disputes: list[TranscribedDispute] = []
    confirmations: list[TranscribedConfirmation] = []
    told: dict[str, list[Any]] = {"was": earlier, "confirmed": confirmations, "disputed": disputes}
    while tokens.word in told:
        if len(told[tokens.word]) == MOST:
            raise NotationError(tokens.position, _TOO_MANY(most=MOST))
        match tokens.word:
            case "was":
                with tokens.inside(f"/earlier/{len(earlier)}"):
                    tokens.skip()
                    # What the hand was before is told oldest first, each from its own time on.
                    since = earlier[-1].at if earlier else last
                    earlier.append(_read_version(tokens, since))
            case "confirmed":
                with tokens.inside(f"/confirmations/{len(confirmations)}"):
                    confirmations.append(_read_confirmation(tokens, now.at))
            case _:
                with tokens.inside(f"/disputes/{len(disputes)}"):
                    disputes.append(_read_dispute(tokens, now.at))
    hand = TranscribedHand(
        at=now.at,
        record=now.record,
        is_void=now.is_void,
        overruled=now.overruled,
        earlier=tuple(earlier),
        disputes=tuple(disputes),
        confirmations=tuple(confirmations),
    )
    return tokens.checked(hand)


def read_adjustment(tokens: Tokens, last: Moment) -> TranscribedAdjustment:
    """The adjustment that comes next."""
    tokens.skip()
    tokens.mark("/side")
    side = take_number(tokens, _SIDE)
    tokens.mark("/points")
    points = take_number(tokens, _POINTS)
    after = 0
    if tokens.takes("after"):
        tokens.mark("/afterHand")
        after = take_number(tokens, _AFTER)
    at = _read_at(tokens, last)
    tokens.mark("/reason")
    reason = tokens.string(_REASON)
    cancelled = None
    if tokens.word == "cancelled":
        with tokens.inside("/cancelled"):
            tokens.skip()
            cancelled = TranscribedCancellation(
                at=_read_at(tokens, at), reason=tokens.string(_REASON)
            )
    given = TranscribedAdjustment(
        at=at, side=side, points=points, reason=reason, after_hand=after, cancelled=cancelled
    )
    return tokens.checked(given)


def _version(version: HandVersion) -> Iterator[str]:
    yield from records.lines(version.record)
    if version.is_void:
        yield "Void"
    if version.overruled is not None:
        made = _SAID[version.overruled.made]
        yield join_words(
            ("Overruled", *version.overruled.deltas, made, quote(version.overruled.reason))
        )


def _dispute(dispute: TranscribedDispute) -> Iterator[str]:
    yield f"Disputed at {dispute.at} {quote(dispute.reason)}"
    ruling, settled = dispute.ruling, dispute.settled
    if ruling is not None:
        yield f"  Ruling {ruling.basis} {quote(ruling.outcome)}"
        yield join_words(("    because", quote(ruling.why), *ruling.clauses))
    if settled is not None:
        reason = () if settled.reason is None else (quote(settled.reason),)
        yield join_words(("  Settled", settled.settlement, "at", settled.at, *reason))
        if settled.undone is not None:
            yield f"    Undone at {settled.undone}"


def _read_version(tokens: Tokens, last: Moment) -> HandVersion:
    """A hand as it was at one time: its record, whether void, and what the table overruled."""
    at = _read_at(tokens, last)
    with tokens.inside("/record"):
        record = records.read(tokens)
    is_void, overruled = False, None
    while tokens.word in {"void", "overruled"}:
        if tokens.takes("void"):
            is_void = True
        else:
            with tokens.inside("/overruled"):
                overruled = _read_overruling(tokens)
    version = HandVersion(at=at, record=record, is_void=is_void, overruled=overruled)
    return tokens.checked(version)


def _read_overruling(tokens: Tokens) -> Overruling:
    tokens.skip()
    deltas = take_numbers(tokens)
    made = tokens.one(_made, partial(_DELTAS, choices=_MADE))
    overruling = Overruling(deltas=deltas, made=_MADE[made], reason=tokens.string(_REASON))
    return tokens.checked(overruling)


def _read_confirmation(tokens: Tokens, last: Moment) -> TranscribedConfirmation:
    tokens.skip()
    is_all = tokens.takes(_WHOLE_TABLE)
    side = None if is_all else take_number(tokens, partial(_SIDE_OR_ALL, all=_WHOLE_TABLE))
    return TranscribedConfirmation(at=_read_at(tokens, last), side=side)


def _read_dispute(tokens: Tokens, last: Moment) -> TranscribedDispute:
    """A dispute: why, the ruling if there was one, and how it was settled if it was."""
    tokens.skip()
    at = _read_at(tokens, last)
    reason, ruling, settled = tokens.string(_REASON), None, None
    if tokens.word == "ruling":
        with tokens.inside("/ruling"):
            tokens.skip()
            ruling = _read_ruling(tokens)
    if tokens.word == "settled":
        with tokens.inside("/settled"):
            tokens.skip()
            settled = _read_settlement(tokens, at)
    return TranscribedDispute(at=at, reason=reason, ruling=ruling, settled=settled)


def _read_settlement(tokens: Tokens, last: Moment) -> TranscribedSettlement:
    """How a dispute ended, and when it was undone if it was."""
    settlement = tokens.one(_settlement, partial(ONE_OF, choices=tuple(Settlement)))
    at = _read_at(tokens, last)
    reason = tokens.string(_REASON) if tokens.has_string() else None
    with tokens.inside("/undone"):
        undone = _read_at(tokens, at) if tokens.takes("undone") else None
    return TranscribedSettlement(
        settlement=Settlement(settlement), at=at, reason=reason, undone=undone
    )


def _read_ruling(tokens: Tokens) -> TranscribedRuling:
    basis = Basis(tokens.one(_basis, partial(ONE_OF, choices=tuple(Basis))))
    outcome = tokens.string(_OUTCOME)
    # The word is for people and may be left out.
    tokens.takes("because")
    why = tokens.string(_WHY)
    return TranscribedRuling(outcome=outcome, why=why, basis=basis, clauses=tokens.many(_clause))


def _read_at(tokens: Tokens, last: Moment) -> Moment:
    # People leave times out; then it happened when what stands before it did.
    if not tokens.takes("at"):
        return last
    tokens.mark("/at")
    return tokens.one(_moment, partial(TIME, example=moments.EXAMPLE))


def _moment(word: str) -> str | None:
    return word.upper() if moments.is_real(word.upper()) else None


def _made(word: str) -> str | None:
    return word.lower() if word.lower() in _MADE else None


def _settlement(word: str) -> str | None:
    return word.lower() if word.lower() in set(Settlement) else None


def _basis(word: str) -> str | None:
    return word.lower() if word.lower() in set(Basis) else None


def _clause(word: str) -> str | None:
    return word.lower() if "/" in word else None


def _indented(written: Iterator[str]) -> Iterator[str]:
    return (f"  {line}" for line in written)
