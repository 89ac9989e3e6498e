"""Sheets: a fold over the hands of a match, so that the scores always follow from the records.

Two sheets of a match are compared for the consequences of a change.
"""

from collections.abc import Iterable, Sequence
from itertools import chain, repeat

from msgspec import Struct

from pitch import seats
from pitch.findings import Finding
from pitch.hand import deals
from pitch.hand.deals import Deal
from pitch.hand.verdicts import Verdict
from pitch.match import mismatches, score_bounds, steps
from pitch.match.matches import Adjustment, AnyHand, Hand, Match
from pitch.match.outlooks import Outlook
from pitch.match.steps import Standing, Step
from pitch.match.wins import Winner
from pitch.rules.choices import AllPass
from pitch.types import HandNumber, RunningScore, Seat, Value


class ScoreLine(Value, frozen=True):
    """One line of a score sheet."""

    number: HandNumber
    dealer: Seat
    standing: Standing
    verdict: Verdict
    deltas: tuple[int, ...]
    """The change of each side's score by the hand; zeros if it did not count."""
    scores: tuple[int, ...]
    """Each side's score after the hand and the adjustments that follow it."""
    findings: tuple[Finding, ...]
    """The findings by the match around the hand, not by the hand itself."""

    @property
    def is_proven(self) -> bool:
        """Whether the hand was checked over all deals and plays; a void hand needs no check."""
        return self.verdict.is_proven or self.standing is Standing.VOID


class Sheet(Value, frozen=True):
    """The score sheet of a match, as its records give it."""

    lines: tuple[ScoreLine, ...]
    scores: tuple[int, ...]
    """The running scores, by side."""
    unscored: tuple[HandNumber, ...]
    """The hands that do not count yet because they are open or impossible."""
    winner: Winner | None
    outlook: Outlook | None
    """The sides that can still win with the open hand, if nothing else is open."""
    next_dealer: Seat

    def deal_of(self, match: Match, number: int, adjustments: Iterable[Adjustment]) -> Deal:
        """Return the deal of a hand as it was judged, with the scores before it if they were sure.

        `match` and `adjustments` are those of the sheet.
        """
        is_sure = all(unscored >= number for unscored in self.unscored)
        before = self._scores_before(match, number, tuple(adjustments)) if is_sure else None
        return deals.build_deal(match.ruleset, match.seating, self.lines[number - 1].dealer, before)

    def scores_after(
        self,
        match: Match,
        number: int,
        deltas: tuple[int, ...],
        adjustments: Iterable[Adjustment],
    ) -> tuple[int, ...]:
        """Return the scores after a hand and its adjustments, by side, if it pays `deltas`."""
        rules, entries = match.ruleset.rules, tuple(adjustments)
        before = self._scores_before(match, number, entries)
        after = score_bounds.add_changes(before, deltas, rules)
        adjustment = steps.sum_adjustments(entries, number, len(before))
        return score_bounds.add_changes(after, adjustment, rules)

    def _scores_before(
        self, match: Match, number: int, adjustments: tuple[Adjustment, ...]
    ) -> tuple[int, ...]:
        return (
            self.lines[number - 2].scores if number > 1 else steps.first_scores(match, adjustments)
        )

    def compare(self, after: "Sheet") -> "Consequences":
        """Return the consequences of going from this sheet of a match to another."""
        lines = {line.number: line for line in self.lines}
        # Only what a table sees is compared: dealers, deltas, running scores; reasons may change.
        changes = [_change(lines.get(line.number), line) for line in after.lines]
        return Consequences(
            scores_before=self.scores,
            scores_after=after.scores,
            winner_before=self.winner,
            winner_after=after.winner,
            winner_changes=_victory(self) != _victory(after),
            changes=tuple(change for change in changes if change is not None),
            not_played=tuple(
                line.number for line in after.lines if line.standing is Standing.AFTER_WIN
            ),
        )


def list_unproven(match: Match, hands: Sequence[AnyHand]) -> tuple[tuple[AnyHand, Deal], ...]:
    """Return the hands without a proof for their dealer, each with its deal."""
    dealers = _dealers(match, hands)
    return tuple(
        (hand, Deal(ruleset=match.ruleset, seating=match.seating, dealer=dealer))
        for hand, dealer in zip(hands, dealers, strict=True)
        if not hand.is_void and (hand.proof is None or hand.proof.dealer != dealer)
    )


def _dealers(match: Match, hands: Sequence[Hand]) -> list[int]:
    """Return the dealer of each hand."""
    # If the same dealer deals again after all passed, the hands must be judged to know the dealers.
    if match.ruleset.rules.all_pass is AllPass.REDEAL_SAME_DEALER:
        return [line.dealer for line in fold_sheet(match, hands).lines]
    due, dealers = match.first_dealer, []
    for hand in hands:
        dealer = due if hand.record.dealer is None else hand.record.dealer
        dealers.append(dealer)
        due = due if hand.is_void else seats.next_seat(match.seating.table, dealer)
    return dealers


class _Fold(Struct, frozen=True):
    """A match folded over its hands, each judged once, and the resulting sheet."""

    match: Match
    adjustments: tuple[Adjustment, ...]
    steps: tuple[Step, ...]
    sheet: Sheet


class SheetCache:
    """The last fold of a match, so that the next one judges only the hands that changed."""

    def __init__(self) -> None:
        self._last: _Fold | None = None

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
    match: Match, hands: Sequence[Hand], adjustments: tuple[Adjustment, ...], last: _Fold | None
) -> _Fold:
    """Return the fold of a match, with the steps of its last fold that are still current.

    The judgement of a hand follows from its record and from the match before it. So a hand that is
    the same after the same match is not judged again, and each sheet equals one made from scratch.
    """
    cached: Iterable[tuple[Step, ScoreLine]] = ()
    if last is not None and last.match is match and last.adjustments == adjustments:
        cached = zip(last.steps, last.sheet.lines, strict=True)
    before = steps.before_first_hand(match, adjustments)
    judged: list[Step] = []
    lines: list[ScoreLine] = []
    for hand, (step, line) in zip(hands, chain(cached, repeat((None, None))), strict=False):
        if step is None or line is None or step.hand is not hand or step.before != before:
            step = steps.judge(match, hand, before, adjustments)  # noqa: PLW2901
            line = _line(step)  # noqa: PLW2901
        judged.append(step)
        lines.append(line)
        before = step.after
    sheet = Sheet(
        lines=tuple(lines),
        scores=before.scores,
        unscored=before.unscored,
        winner=before.winner,
        outlook=judged[-1].outlook if judged else None,
        next_dealer=before.due,
    )
    return _Fold(match, adjustments, tuple(judged), sheet)


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

    `hands` are in order and numbered from 1 without gaps. `Match.check_hand` allows each, and
    `Match.check_adjustment` the adjustments: others may raise KeyError or IndexError. While an
    earlier hand is open or impossible nobody has won, because its points may change the winner; nor
    while several sides went out with a settled hand and it is not known which was first.
    """
    return _fold(match, hands, tuple(adjustments), None).sheet


class HandChange(Value, frozen=True):
    """The effects on one hand; a new hand has no values before."""

    number: HandNumber
    """The number of the hand that comes out differently, from 1."""
    standing_before: Standing | None
    """The way the hand counts before the change; null for a new hand."""
    standing_after: Standing
    """The way the hand counts after the change."""
    dealer_before: Seat | None
    """The seat that dealt the hand before the change, counted clockwise from 0."""
    dealer_after: Seat
    """The seat that deals the hand after the change, counted clockwise from 0."""
    deltas_before: tuple[RunningScore, ...] | None
    """The points that the hand adds to each side's score before the change."""
    deltas_after: tuple[RunningScore, ...]
    """The points that the hand adds to each side's score after the change."""
    scores_before: tuple[RunningScore, ...] | None
    """The scores after this hand by side, without the change."""
    scores_after: tuple[RunningScore, ...]
    """The scores after this hand by side, with the change."""


class Consequences(Value, frozen=True):
    """The match before and after a change, and every hand that comes out differently."""

    scores_before: tuple[RunningScore, ...]
    """The scores of the match by side, without the change."""
    scores_after: tuple[RunningScore, ...]
    """The scores of the match by side, with the change."""
    winner_before: Winner | None
    """The winner of the match without the change; null if nobody has won."""
    winner_after: Winner | None
    """The winner of the match with the change; null if nobody has won."""
    winner_changes: bool
    """True if another side has won with the change, or a side wins or no longer wins."""
    changes: tuple[HandChange, ...]
    """Every hand that comes out differently."""
    not_played: tuple[HandNumber, ...]
    """Recorded hands that would not have been played, because the match was over."""


def _victory(sheet: Sheet) -> tuple[int, int] | None:
    return (sheet.winner.side, sheet.winner.hand) if sheet.winner else None


def _change(before: ScoreLine | None, after: ScoreLine) -> HandChange | None:
    if before is not None and _outcome(before) == _outcome(after):
        return None
    return HandChange(
        number=after.number,
        standing_before=before.standing if before else None,
        standing_after=after.standing,
        dealer_before=before.dealer if before else None,
        dealer_after=after.dealer,
        deltas_before=before.deltas if before else None,
        deltas_after=after.deltas,
        scores_before=before.scores if before else None,
        scores_after=after.scores,
    )


def _outcome(line: ScoreLine) -> tuple[Standing, int, tuple[int, ...], tuple[int, ...]]:
    return (line.standing, line.dealer, line.deltas, line.scores)
