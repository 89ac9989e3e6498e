"""Steps: each hand judged with the dealer and the scores before it, and the match after it."""

from enum import StrEnum
from typing import Final

from msgspec import Struct, structs

from pitch import seats
from pitch.findings import Status
from pitch.hand import deals, verdicts
from pitch.hand.deals import Deal
from pitch.hand.proofs import Proof
from pitch.hand.verdicts import Verdict
from pitch.match import outlooks, score_bounds, wins
from pitch.match.matches import Adjustment, Hand, Match, Overruling
from pitch.match.outlooks import FirstOut, Outlook
from pitch.match.score_bounds import ScoreBounds
from pitch.match.wins import HandEnd, Winner
from pitch.rules.choices import AllPass
from pitch.types import HandNumber, Seat, Value


class Standing(StrEnum):
    """The way in which a hand counts in its match."""

    SCORED = "scored"
    OVERRULED = "overruled"
    OPEN = "open"
    IMPOSSIBLE = "impossible"
    THROWN_IN = "thrown_in"
    VOID = "void"
    AFTER_WIN = "after_win"


class Before(Value, frozen=True):
    """The match as it stands before a hand."""

    due: Seat
    """The seat whose deal it is by rotation."""
    scores: tuple[int, ...]
    """The scores, by side."""
    bounds: ScoreBounds | None
    """Bounds of the scores, whatever hands that are not settled paid; None if none."""
    played: int = 0
    """The number of hands scored so far."""
    winner: Winner | None = None
    unscored: tuple[HandNumber, ...] = ()
    """The hands that are open or impossible."""
    unknown_order: HandNumber | None = None
    """The settled hand in which several went out, if it is not known which side was first."""

    @property
    def is_sure(self) -> bool:
        """Whether every hand so far is settled, so that the scores are the match's."""
        return not self.unscored


class Step(Struct, frozen=True):
    """A hand judged in its match: how the match stood before it, and how it stands after it."""

    hand: Hand
    before: Before
    deal: Deal
    verdict: Verdict
    standing: Standing
    deltas: tuple[int, ...]
    """The change of each side's score by the hand; zeros if it did not count."""
    adjustment: tuple[int, ...]
    """The points given or taken after the hand, by side."""
    after: Before
    """The match as it stands before the next hand."""
    order_outlook: Outlook | None
    """The sides that can have won with a settled hand, if that turns on the order of its points."""

    @property
    def is_scored(self) -> bool:
        """Whether the hand counts for the scores."""
        return self.standing in _SCORED

    @property
    def outlook(self) -> Outlook | None:
        """The sides that can win with this last hand, if nothing before it is open."""
        after = self.after
        if {*after.unscored, after.unknown_order} - {None} != {self.hand.number}:
            return None
        return _open_outlook(self) if self.standing is Standing.OPEN else self.order_outlook


_SCORED: Final = (Standing.SCORED, Standing.OVERRULED)
_UNSCORED: Final = (Standing.OPEN, Standing.IMPOSSIBLE)


def before_first_hand(match: Match, adjustments: tuple[Adjustment, ...]) -> Before:
    """Return the match as it stands before its first hand."""
    scores = first_scores(match, adjustments)
    return Before(due=match.first_dealer, scores=scores, bounds=score_bounds.for_scores(scores))


def first_scores(match: Match, adjustments: tuple[Adjustment, ...]) -> tuple[int, ...]:
    """Return the scores before the first hand, by side."""
    sides = match.seating.table.side_count
    return score_bounds.add_changes(
        (0,) * sides, sum_adjustments(adjustments, 0, sides), match.ruleset.rules
    )


def sum_adjustments(
    adjustments: tuple[Adjustment, ...], number: int, sides: int
) -> tuple[int, ...]:
    """Return the points given or taken after a hand, by side."""
    points = [0] * sides
    for adjustment in adjustments:
        if adjustment.after_hand == number:
            points[adjustment.side] += adjustment.points
    return tuple(points)


def judge(match: Match, hand: Hand, before: Before, adjustments: tuple[Adjustment, ...]) -> Step:
    """Judge a hand as its match stands before it, and return how the match stands after it."""
    # The seat that really dealt decides the legal bids; `mismatches` reports a wrong turn.
    dealer = before.due if hand.record.dealer is None else hand.record.dealer
    scores_before = before.scores if before.is_sure else None
    deal = deals.build_deal(match.ruleset, match.seating, dealer, scores_before)
    verdict = verdicts.judge(hand.record, deal, _proof(hand, dealer))
    effective = _overrule(verdict, hand.overruled)
    standing = _standing(hand, before, verdict)
    is_scored = standing in _SCORED
    deltas = effective.deltas if is_scored and effective.deltas else (0,) * deal.sides
    adjustment = sum_adjustments(adjustments, hand.number, deal.sides)
    # A score that never falls below zero is floored at every entry, not at the end, as it is
    # written on paper.
    paid = score_bounds.add_changes(before.scores, deltas, match.ruleset.rules)
    scores = score_bounds.add_changes(paid, adjustment, match.ruleset.rules)
    order = FirstOut(winner=before.winner)
    # Later hands are judged even if this one is open: a table plays on and corrects it later.
    if is_scored and before.is_sure and before.unknown_order is None:
        order = _decide(verdict, hand.proof, _ending(hand, before, scores, effective, deal))
        if order.needs:
            verdict = effective = structs.replace(verdict, needs=order.needs)
    counts = not hand.is_void and before.winner is None
    after = Before(
        due=_next_dealer(standing, before.due, deal),
        scores=scores,
        bounds=score_bounds.after_hand(before.bounds, effective, deal, adjustment, counts=counts),
        played=before.played + is_scored,
        winner=order.winner,
        unscored=(*before.unscored, hand.number) if standing in _UNSCORED else before.unscored,
        unknown_order=hand.number if order.needs else before.unknown_order,
    )
    return Step(hand, before, deal, verdict, standing, deltas, adjustment, after, order.outlook)


def _decide(verdict: Verdict, proof: Proof | None, ending: HandEnd) -> FirstOut:
    """Return the winner by a scored hand, or the candidates if the order of its points decides.

    Then the result asks for the owners of points, and nobody has won until they are entered.
    """
    if wins.turns_on_order(ending):
        return outlooks.find_first_out(verdict, proof, ending.deal, ending)
    return FirstOut(winner=wins.find_winner(ending))


def _proof(hand: Hand, dealer: int) -> Proof | None:
    """Return the proof of a hand for its dealer; a void hand needs none, even if stored."""
    proof = hand.proof
    return proof if proof and proof.dealer == dealer and not hand.is_void else None


def _overrule(verdict: Verdict, overruling: Overruling | None) -> Verdict:
    """Return the verdict that counts: the table's, if it overruled."""
    if overruling is None:
        return verdict
    return structs.replace(
        verdict,
        status=Status.SETTLED,
        thrown_in=False,
        made=overruling.made,
        deltas=overruling.deltas,
    )


def _standing(hand: Hand, before: Before, verdict: Verdict) -> Standing:
    if hand.is_void:
        return Standing.VOID
    if before.winner is not None:
        return Standing.AFTER_WIN
    if hand.overruled is not None:
        return Standing.OVERRULED
    if verdict.status is Status.OPEN:
        return Standing.OPEN
    if verdict.status is Status.IMPOSSIBLE:
        return Standing.IMPOSSIBLE
    return Standing.THROWN_IN if verdict.thrown_in else Standing.SCORED


def _ending(
    hand: Hand, before: Before, scores: tuple[int, ...], verdict: Verdict, deal: Deal
) -> HandEnd:
    """Return the end of a hand, as if `verdict` settled it."""
    return HandEnd(
        number=hand.number,
        played=before.played + 1,
        before=before.scores,
        after=scores,
        verdict=verdict,
        deal=deal,
        is_overruled=hand.overruled is not None,
    )


def _next_dealer(standing: Standing, due: int, deal: Deal) -> int:
    """Return the next dealer: a void hand is dealt again by the dealer whose turn it was."""
    if standing is Standing.VOID:
        return due
    is_same_dealer = deal.ruleset.rules.all_pass is AllPass.REDEAL_SAME_DEALER
    if standing is Standing.THROWN_IN and is_same_dealer:
        return deal.dealer
    return seats.next_seat(deal.seating.table, deal.dealer)


def _open_outlook(step: Step) -> Outlook | None:
    """Return the outlook of an open hand, if everything before it is settled."""
    hand, before, deal = step.hand, step.before, step.deal

    def end(way: Verdict) -> HandEnd:
        scores = outlooks.scores_after(before.scores, way, deal) or before.scores
        scores = score_bounds.add_changes(scores, step.adjustment, deal.ruleset.rules)
        return _ending(hand, before, scores, way, deal)

    return outlooks.foresee_winner(step.verdict, hand.proof, deal, end)
