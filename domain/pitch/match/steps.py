"""Steps: a match goes from hand to hand, each judged with the dealer and the scores that it met."""

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
from pitch.match.matches import Adjustment, Hand, HandNumber, Match, Overruling
from pitch.match.outlooks import FirstOut, Outlook
from pitch.match.score_bounds import ScoreBounds
from pitch.match.wins import HandEnd, Winner
from pitch.rules.choices import AllPass
from pitch.types import Seat, Value


class Standing(StrEnum):
    """What became of a hand in its match."""

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
    """By side."""
    bounds: ScoreBounds | None
    """Bounds of the scores, whatever hands that are not settled paid; None if none."""
    played: int = 0
    """How many hands have been scored."""
    winner: Winner | None = None
    unscored: tuple[HandNumber, ...] = ()
    """The hands that are open or impossible."""
    undecided: HandNumber | None = None
    """The settled hand of which it is not known who was first to the target in it."""

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
    agreed: Verdict
    """The verdict that counts: the table may have overruled the other."""
    standing: Standing
    deltas: tuple[int, ...]
    """What the hand added to each side's score; zeros when it did not count."""
    adjusted: tuple[int, ...]
    """The points given or taken after the hand, by side."""
    after: Before
    """The match as it stands before the next hand."""
    order_outlook: Outlook | None
    """Who can have won with a settled hand, where only the order of its points tells."""

    @property
    def is_scored(self) -> bool:
        """Whether the hand counts for the scores."""
        return self.standing in _SCORED

    @property
    def outlook(self) -> Outlook | None:
        """Who can win with this hand, which is the last, if nothing before it is open."""
        after = self.after
        if {*after.unscored, after.undecided} - {None} != {self.hand.number}:
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
    sides = seats.side_count(match.seating.table)
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
    # Who really dealt decides what may be bid; that it was not that seat's turn is told besides.
    dealer = before.due if hand.record.dealer is None else hand.record.dealer
    met = before.scores if before.is_sure else None
    deal = deals.build_deal(match.ruleset, match.seating, dealer, met)
    verdict = verdicts.judge(hand.record, deal, _proof(hand, dealer))
    agreed = _agreed(verdict, hand.overruled)
    standing = _standing(hand, before, verdict)
    is_scored = standing in _SCORED
    deltas = agreed.deltas if is_scored and agreed.deltas else (0,) * deal.sides
    given = sum_adjustments(adjustments, hand.number, deal.sides)
    # A score that never falls below zero is floored at every entry, not at the end, as it is
    # written on paper.
    paid = score_bounds.add_changes(before.scores, deltas, match.ruleset.rules)
    scores = score_bounds.add_changes(paid, given, match.ruleset.rules)
    order = FirstOut(winner=before.winner)
    # Later hands are judged all the same: a table plays on, and mends the record when it can.
    if is_scored and before.is_sure and before.undecided is None:
        order = _decide(verdict, hand.proof, _ending(hand, before, scores, agreed, deal))
        if order.needs:
            verdict = agreed = structs.replace(verdict, needs=order.needs)
    counts = not hand.is_void and before.winner is None
    after = Before(
        due=_next_dealer(standing, before.due, deal),
        scores=scores,
        bounds=score_bounds.after_hand(before.bounds, agreed, deal, given, counts=counts),
        played=before.played + is_scored,
        winner=order.winner,
        unscored=(*before.unscored, hand.number) if standing in _UNSCORED else before.unscored,
        undecided=hand.number if order.needs else before.undecided,
    )
    return Step(hand, before, deal, verdict, agreed, standing, deltas, given, after, order.outlook)


def _decide(verdict: Verdict, proof: Proof | None, ending: HandEnd) -> FirstOut:
    """Return who won by a scored hand, or who can have where only its points' order tells.

    Then it asks who has which point, and nobody has won until that is entered.
    """
    if wins.turns_on_order(ending):
        return outlooks.find_first_out(verdict, proof, ending.deal, ending)
    return FirstOut(winner=wins.find_winner(ending))


def _proof(hand: Hand, dealer: int) -> Proof | None:
    """Return the proof of a hand for who dealt it; a void one needs none, even if stored."""
    proof = hand.proof
    return proof if proof and proof.dealer == dealer and not hand.is_void else None


def _agreed(verdict: Verdict, overruling: Overruling | None) -> Verdict:
    """Return the verdict that counts: what the table agreed instead, if it overruled."""
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
    """Return who deals next: a void hand is dealt again by the dealer whose turn it was (C84)."""
    if standing is Standing.VOID:
        return due
    same = deal.ruleset.rules.all_pass is AllPass.REDEAL_SAME_DEALER
    if standing is Standing.THROWN_IN and same:
        return deal.dealer
    return seats.next_seat(deal.seating.table, deal.dealer)


def _open_outlook(step: Step) -> Outlook | None:
    """Return who can win with an open hand, if everything before it is settled."""
    hand, before, deal = step.hand, step.before, step.deal

    def end(way: Verdict) -> HandEnd:
        scores = outlooks.scores_after(before.scores, way, deal) or before.scores
        scores = score_bounds.add_changes(scores, step.adjusted, deal.ruleset.rules)
        return _ending(hand, before, scores, way, deal)

    return outlooks.foresee_winner(step.verdict, hand.proof, deal, end)
