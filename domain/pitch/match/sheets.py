"""Sheets: a fold over the hands of a match, so that the score is always what the records say."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import zip_longest

from msgspec import Struct, structs

from pitch import seats
from pitch.findings import Finding, Status
from pitch.hand import deals, verdicts
from pitch.hand.deals import Deal
from pitch.hand.proofs import Proof
from pitch.hand.verdicts import Verdict
from pitch.match import mismatches, outlooks, score_bounds, wins
from pitch.match.matches import Adjustment, AnyHand, Hand, HandNumber, Match, Overruling
from pitch.match.mismatches import Step
from pitch.match.outlooks import Outlook
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
    """The hands without a proof for who dealt them, each with its deal."""
    dealers = _dealers(match, hands)
    return tuple(
        (hand, Deal(ruleset=match.ruleset, seating=match.seating, dealer=dealer))
        for hand, dealer in zip(hands, dealers, strict=True)
        if not hand.is_void and (hand.proof is None or hand.proof.dealer != dealer)
    )


def _dealers(match: Match, hands: Sequence[Hand]) -> list[int]:
    """Who dealt each hand; only a dealer who deals again makes that turn on verdicts."""
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


class _Met(Value, frozen=True):
    """What a hand meets: how its match stands before it."""

    dealer: Seat
    scores: tuple[int, ...]
    """By side."""
    bounds: ScoreBounds | None
    played: int = 0
    winner: Winner | None = None
    unscored: tuple[HandNumber, ...] = ()
    undecided: HandNumber | None = None
    """The hand that is settled while it is not known who was first to the target in it."""


class _Folded(Struct, frozen=True):
    """A hand that was judged, and how its match stood before and after it."""

    entered: Hand
    met: _Met
    line: ScoreLine
    left: _Met
    outlook: Outlook | None = None
    """Of a settled hand that may have won the match: who can have."""
    open_step: Step | None = None
    """Of an open hand: what its outlook follows from, which only the last hand shows."""


class Folding:
    """Works out the sheets of one match, one after the other, as its hands change.

    What a hand comes to follows from what was entered and from what it met. So a hand that is the
    same one and meets the same is not judged again, and each sheet is what it would be alone.
    """

    def __init__(self) -> None:
        self._last: tuple[Match, tuple[Adjustment, ...], tuple[_Folded, ...]] | None = None

    def sheet(
        self, match: Match, hands: Sequence[Hand], adjustments: Iterable[Adjustment] = ()
    ) -> Sheet:
        """The score sheet of the match as it is now; see `of`."""
        given = tuple(adjustments)
        known: tuple[_Folded, ...] = ()
        if self._last is not None and match is self._last[0] and given == self._last[1]:
            known = self._last[2]
        scores = _first_scores(match, given)
        met = _Met(match.first_dealer, scores, score_bounds.begun(scores))
        folded: list[_Folded] = []
        for entered, earlier in zip_longest(hands, known[: len(hands)]):
            if earlier is None or earlier.entered is not entered or earlier.met != met:
                earlier = _folded(match, entered, met, given)  # noqa: PLW2901
            folded.append(earlier)
            met = earlier.left
        self._last = (match, given, tuple(folded))
        return Sheet(
            lines=tuple([each.line for each in folded]),
            scores=met.scores,
            unscored=met.unscored,
            winner=met.winner,
            outlook=_shown_outlook(folded),
            next_dealer=met.dealer,
        )


def fold_sheet(
    match: Match, hands: Sequence[Hand], adjustments: Iterable[Adjustment] = ()
) -> Sheet:
    """The score sheet: every hand judged with the dealer and the scores that it met.

    `hands` are in order and numbered from 1 without gaps. While an earlier hand is open or
    impossible nobody has won, because its points may change who did; nor while it is not known
    who was the first to the target in one that is settled.
    """
    return Folding().sheet(match, hands, adjustments)


def _folded(match: Match, entered: Hand, met: _Met, given: tuple[Adjustment, ...]) -> _Folded:
    """A hand judged as its match stands, and how the match stands after it."""
    step = _step(
        match, entered, met.dealer, met.scores, given, met.winner, is_sure=not met.unscored
    )
    step = _bounded(step, entered, met.bounds)
    standing = _standing(entered, step)
    unscored, winner, undecided, outlook = met.unscored, met.winner, met.undecided, None
    # Later hands are judged all the same: a table plays on, and mends the record when it can.
    if standing in {Standing.OPEN, Standing.IMPOSSIBLE}:
        unscored = (*unscored, entered.number)
    played = met.played + step.is_scored
    if step.is_scored and not unscored and undecided is None:
        step, outlook = _decided(step, entered.proof, played)
        winner = step.winner
        is_asked = entered.overruled is None and step.verdict.needs
        undecided = entered.number if is_asked else None
    left = _Met(
        dealer=_next_dealer(standing, step),
        scores=step.after,
        bounds=step.bounds,
        played=played,
        winner=winner,
        unscored=unscored,
        undecided=undecided,
    )
    open_step = step if standing is Standing.OPEN else None
    return _Folded(entered, met, _line(step, standing), left, outlook, open_step)


def _shown_outlook(folded: Sequence[_Folded]) -> Outlook | None:
    """Return who can still win with the last hand, if nothing before it is open."""
    if not folded:
        return None
    last = folded[-1]
    if {*last.left.unscored, last.left.undecided} - {None} != {len(folded)}:
        return None
    if last.open_step is None:
        return last.outlook
    return _outlook(last.open_step, last.entered.proof, last.left.played)


def deal_of_hand(
    match: Match, sheet: Sheet, number: int, adjustments: Iterable[Adjustment]
) -> Deal:
    """The deal of a hand as it was judged, with the scores that it met, if they were sure."""
    is_sure = all(unscored >= number for unscored in sheet.unscored)
    before = _before(match, sheet, number, tuple(adjustments)) if is_sure else None
    return deals.met(match.ruleset, match.seating, sheet.lines[number - 1].dealer, before)


def scores_after_hand(
    match: Match,
    sheet: Sheet,
    number: int,
    deltas: tuple[int, ...],
    adjustments: Iterable[Adjustment],
) -> tuple[int, ...]:
    """The scores after a hand, by side, if it pays so much, and the adjustments that follow it."""
    given = tuple(adjustments)
    before = _before(match, sheet, number, given)
    changed = score_bounds.changed(before, deltas, match.ruleset.rules)
    adjusted = _adjusted(given, number, len(before))
    return score_bounds.changed(changed, adjusted, match.ruleset.rules)


def _before(
    match: Match, sheet: Sheet, number: int, given: tuple[Adjustment, ...]
) -> tuple[int, ...]:
    return sheet.lines[number - 2].scores if number > 1 else _first_scores(match, given)


def _first_scores(match: Match, given: tuple[Adjustment, ...]) -> tuple[int, ...]:
    """The scores before the first hand, by side."""
    sides = seats.side_count(match.seating.table)
    return score_bounds.changed((0,) * sides, _adjusted(given, 0, sides), match.ruleset.rules)


def _bounded(step: Step, entered: Hand, before: ScoreBounds | None) -> Step:
    """A hand with the bounds of the scores after it, from those that it met."""
    counts = not entered.is_void and step.won_before is None
    bounds = score_bounds.after(before, step.agreed, step.deal, step.adjusted, counts=counts)
    return structs.replace(step, bounds=bounds)


def _decided(step: Step, proof: Proof | None, played: int) -> tuple[Step, Outlook | None]:
    """A scored hand with who won by it, or who can have where only its points' order tells.

    Then it asks who has which point, and nobody has won until that is entered.
    """
    ending = _ending(step, played)
    if not wins.turns_on_order(ending):
        return structs.replace(step, winner=wins.winner(ending)), None
    told = outlooks.in_order(step.verdict, proof, step.deal, ending)
    asking = structs.replace(step.verdict, needs=told.needs)
    return structs.replace(step, winner=told.winner, verdict=asking, agreed=asking), told.outlook


def _outlook(step: Step, proof: Proof | None, played: int) -> Outlook | None:
    """Who can win with an open hand, when everything before it is settled."""
    if step.verdict.status is not Status.OPEN or step.won_before is not None:
        return None

    def end(way: Verdict) -> HandEnd:
        after = outlooks.added(step.before, way, step.deal) or step.before
        after = score_bounds.changed(after, step.adjusted, step.deal.ruleset.rules)
        return structs.replace(_ending(step, played + 1), after=after, verdict=way)

    return outlooks.outlook(step.verdict, proof, step.deal, end)


def _step(
    match: Match,
    entered: Hand,
    due: int,
    before: tuple[int, ...],
    given: tuple[Adjustment, ...],
    won_before: Winner | None,
    *,
    is_sure: bool,
) -> Step:
    """A hand judged with the dealer and the scores that it meets."""
    record = entered.record
    # Who really dealt decides what may be bid; that it was not that seat's turn is told besides.
    dealer = due if record.dealer is None else record.dealer
    met = before if is_sure else None
    deal = deals.met(match.ruleset, match.seating, dealer, met)
    verdict = verdicts.judge(record, deal, _proof(entered, dealer))
    agreed = _agreed(verdict, entered.overruled)
    counts = not entered.is_void and won_before is None
    deltas = agreed.deltas if counts and agreed.deltas else (0,) * len(before)
    adjusted = _adjusted(given, entered.number, len(before))
    # A score that never falls below zero is floored at every entry, not at the end, as it is
    # written on paper.
    changed = score_bounds.changed(before, deltas, match.ruleset.rules)
    return Step(
        number=entered.number,
        record=record,
        deal=deal,
        due=due,
        verdict=verdict,
        agreed=agreed,
        is_scored=counts and agreed.status is Status.SETTLED and not agreed.thrown_in,
        is_sure=is_sure,
        before=before,
        after=score_bounds.changed(changed, adjusted, match.ruleset.rules),
        adjusted=adjusted,
        won_before=won_before,
        winner=won_before,
    )


def _proof(entered: Hand, dealer: int) -> Proof | None:
    """The proof of a hand for who dealt it; a void one needs none, so it has none even if kept."""
    proof = entered.proof
    return proof if proof and proof.dealer == dealer and not entered.is_void else None


def _agreed(verdict: Verdict, overruling: Overruling | None) -> Verdict:
    """The verdict that counts: what the table agreed instead, where it overruled."""
    if overruling is None:
        return verdict
    return structs.replace(
        verdict,
        status=Status.SETTLED,
        thrown_in=False,
        made=overruling.made,
        deltas=overruling.deltas,
    )


def _standing(entered: Hand, step: Step) -> Standing:
    verdict = step.verdict
    if entered.is_void:
        return Standing.VOID
    if step.won_before is not None:
        return Standing.AFTER_WIN
    if entered.overruled is not None:
        return Standing.OVERRULED
    if verdict.status is Status.OPEN:
        return Standing.OPEN
    if verdict.status is Status.IMPOSSIBLE:
        return Standing.IMPOSSIBLE
    return Standing.THROWN_IN if verdict.thrown_in else Standing.SCORED


def _ending(step: Step, played: int) -> HandEnd:
    return HandEnd(
        number=step.number,
        played=played,
        before=step.before,
        after=step.after,
        verdict=step.agreed,
        deal=step.deal,
        is_overruled=step.agreed is not step.verdict,
    )


def _line(step: Step, standing: Standing) -> ScoreLine:
    counts = standing in {Standing.SCORED, Standing.OVERRULED}
    return ScoreLine(
        number=step.number,
        dealer=step.deal.dealer,
        standing=standing,
        verdict=step.verdict,
        deltas=step.agreed.deltas if counts and step.agreed.deltas else (0,) * len(step.after),
        scores=step.after,
        findings=() if standing is Standing.VOID else mismatches.find(step),
    )


def _next_dealer(standing: Standing, step: Step) -> int:
    """Who deals next: a void hand is dealt again by the dealer whose turn it was (C84)."""
    if standing is Standing.VOID:
        return step.due
    same = step.deal.ruleset.rules.all_pass is AllPass.REDEAL_SAME_DEALER
    if standing is Standing.THROWN_IN and same:
        return step.deal.dealer
    return seats.next_seat(step.deal.seating.table, step.deal.dealer)


def _adjusted(given: tuple[Adjustment, ...], number: int, sides: int) -> tuple[int, ...]:
    """The points given or taken after a hand, by side."""
    points = [0] * sides
    for adjustment in given:
        if adjustment.after_hand == number:
            points[adjustment.side] += adjustment.points
    return tuple(points)
