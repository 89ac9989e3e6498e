"""Sheets: a fold over the hands of a match, so that the score is always what the records say."""

from collections.abc import Iterable, Sequence
from itertools import chain, repeat
from typing import Final

from msgspec import Struct

from pitch import seats
from pitch.findings import Finding
from pitch.hand import deals
from pitch.hand.deals import Deal
from pitch.hand.verdicts import Verdict
from pitch.match import mismatches, score_bounds, steps
from pitch.match.matches import Adjustment, AnyHand, Hand, HandNumber, Match
from pitch.match.outlooks import Outlook
from pitch.match.steps import Standing, Step
from pitch.match.wins import Winner
from pitch.rules.choices import AllPass
from pitch.types import Seat, Value


class ScoreLine(Value, frozen=True):
    """One line of a score sheet."""

    number: HandNumber
    dealer: Seat
    standing: Standing
    verdict: Verdict
    deltas: tuple[int, ...]
    """What the hand added to each side's score; zeros when it did not count."""
    scores: tuple[int, ...]
    """Each side's score after the hand and the adjustments that follow it."""
    findings: tuple[Finding, ...]
    """What the match, rather than the hand by itself, shows to be wrong or odd."""

    @property
    def is_proven(self) -> bool:
        """Whether the hand was checked over all deals and plays; a void one need not be."""
        return self.verdict.is_proven or self.standing is Standing.VOID


class Sheet(Value, frozen=True):
    """A match as its records tell it."""

    lines: tuple[ScoreLine, ...]
    scores: tuple[int, ...]
    """The running scores, by side."""
    unscored: tuple[HandNumber, ...]
    """Hands that count for nothing yet because they are open or impossible."""
    winner: Winner | None
    outlook: Outlook | None
    """Who can still win with the hand that is open, if that is all that is not settled."""
    next_dealer: Seat


def list_unproven(match: Match, hands: Sequence[AnyHand]) -> tuple[tuple[AnyHand, Deal], ...]:
    """Return the hands without a proof for who dealt them, each with its deal."""
    dealers = _dealers(match, hands)
    return tuple(
        (hand, Deal(ruleset=match.ruleset, seating=match.seating, dealer=dealer))
        for hand, dealer in zip(hands, dealers, strict=True)
        if not hand.is_void and (hand.proof is None or hand.proof.dealer != dealer)
    )


def _dealers(match: Match, hands: Sequence[Hand]) -> list[int]:
    """Return who dealt each hand; only a dealer who deals again makes that turn on verdicts."""
    # Whether all passed is a verdict, so only here the hands have to be judged to know who dealt
    # the next.
    if match.ruleset.rules.all_pass is AllPass.REDEAL_SAME_DEALER:
        return [line.dealer for line in fold_sheet(match, hands).lines]
    due, dealers = match.first_dealer, []
    for hand in hands:
        dealer = due if hand.record.dealer is None else hand.record.dealer
        dealers.append(dealer)
        due = due if hand.is_void else seats.next_seat(match.seating.table, dealer)
    return dealers


class Fold(Struct, frozen=True):
    """A match folded over its hands, each judged once, and the sheet that they make."""

    match: Match
    adjustments: tuple[Adjustment, ...]
    steps: tuple[Step, ...]
    sheet: Sheet


class SheetCache:
    """The last fold of a match, so that the next one judges only the hands that moved."""

    def __init__(self) -> None:
        self._last: Fold | None = None

    def __eq__(self, other: object) -> bool:
        """Return whether the other is a cache too: none of them says anything of a match."""
        return isinstance(other, SheetCache)

    def __hash__(self) -> int:
        return hash(SheetCache)

    def sheet(
        self, match: Match, hands: Sequence[Hand], adjustments: Iterable[Adjustment] = ()
    ) -> Sheet:
        """Return the score sheet of the match as it is now; see `fold_sheet`."""
        self._last = _fold(match, hands, tuple(adjustments), self._last)
        return self._last.sheet


def _fold(
    match: Match, hands: Sequence[Hand], adjustments: tuple[Adjustment, ...], last: Fold | None
) -> Fold:
    """Fold a match, with what its last fold judged already.

    What a hand comes to follows from what was entered and from how its match stood before it. So
    one that is the same and meets the same is not judged again, and each sheet is what it would be
    alone.
    """
    known: Iterable[tuple[Step, ScoreLine]] = ()
    if last is not None and last.match is match and last.adjustments == adjustments:
        known = zip(last.steps, last.sheet.lines, strict=True)
    after = steps.before_first_hand(match, adjustments)
    judged: list[Step] = []
    lines: list[ScoreLine] = []
    for hand, (step, line) in zip(hands, chain(known, repeat(_NOTHING)), strict=False):
        if step is None or line is None or step.hand is not hand or step.before != after:
            step = steps.judge(match, hand, after, adjustments)  # noqa: PLW2901
            line = _line(step)  # noqa: PLW2901
        judged.append(step)
        lines.append(line)
        after = step.after
    sheet = Sheet(
        lines=tuple(lines),
        scores=after.scores,
        unscored=after.unscored,
        winner=after.winner,
        outlook=judged[-1].outlook if judged else None,
        next_dealer=after.due,
    )
    return Fold(match, adjustments, tuple(judged), sheet)


_NOTHING: Final = (None, None)


def _line(step: Step) -> ScoreLine:
    return ScoreLine(
        number=step.hand.number,
        dealer=step.deal.dealer,
        standing=step.standing,
        verdict=step.verdict,
        deltas=step.deltas,
        scores=step.after.scores,
        findings=() if step.standing is Standing.VOID else mismatches.find_mismatches(step),
    )


def fold_sheet(
    match: Match, hands: Sequence[Hand], adjustments: Iterable[Adjustment] = ()
) -> Sheet:
    """Return the score sheet: every hand judged as its match stood before it.

    `hands` are in order and numbered from 1 without gaps. While an earlier hand is open or
    impossible nobody has won, because its points may change who did; nor while it is not known
    who was the first to the target in one that is settled.
    """
    return _fold(match, hands, tuple(adjustments), None).sheet


def deal_of_hand(
    match: Match, sheet: Sheet, number: int, adjustments: Iterable[Adjustment]
) -> Deal:
    """Return the deal of a hand as it was judged, with the scores before it if they were sure."""
    is_sure = all(unscored >= number for unscored in sheet.unscored)
    before = _before(match, sheet, number, tuple(adjustments)) if is_sure else None
    return deals.build_deal(match.ruleset, match.seating, sheet.lines[number - 1].dealer, before)


def scores_after_hand(
    match: Match,
    sheet: Sheet,
    number: int,
    deltas: tuple[int, ...],
    adjustments: Iterable[Adjustment],
) -> tuple[int, ...]:
    """Return the scores after a hand and its adjustments, by side, if it pays `deltas`."""
    given = tuple(adjustments)
    before = _before(match, sheet, number, given)
    changed = score_bounds.add_changes(before, deltas, match.ruleset.rules)
    adjusted = steps.sum_adjustments(given, number, len(before))
    return score_bounds.add_changes(changed, adjusted, match.ruleset.rules)


def _before(
    match: Match, sheet: Sheet, number: int, given: tuple[Adjustment, ...]
) -> tuple[int, ...]:
    return sheet.lines[number - 2].scores if number > 1 else steps.first_scores(match, given)
