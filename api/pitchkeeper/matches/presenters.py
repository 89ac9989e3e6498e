"""Presenters: matches, hands and previews as clients see them."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import structs

from pitch import HandRecord, Verdict
from pitch.hand import PointSide
from pitch.match import ScoreLine, Standing
from pitch.rulings import HandRuling
from pitchkeeper.access import naming
from pitchkeeper.access.naming import DeviceNames
from pitchkeeper.database import listings
from pitchkeeper.database.listings import ListSort
from pitchkeeper.matches import agreement_views, agreements, views
from pitchkeeper.matches.agreement_views import AgreementState
from pitchkeeper.matches.agreements import Objection, RecordedHand, RecordedOverruling
from pitchkeeper.matches.hands.scoring import Foresight
from pitchkeeper.matches.rules import views as rules_views
from pitchkeeper.matches.rules.revisions import RulesForesight
from pitchkeeper.matches.state import ListedMatch, MatchState, RecordedAdjustment
from pitchkeeper.rest.views import same_fields
from pitchkeeper.rulings import presenters as rulings

_ASK_AGAIN: Final = 2
"""Seconds until a preview is requested again, about as long as a hard proof takes."""


def match(state: MatchState, seat: int | None = None) -> views.Match:
    """Return a match with its score sheet, as seen from a seat or without one."""
    seating, sheet, rules = state.match.seating, state.sheet, state.match.ruleset.rules
    agreement = [_agreement_state(state, line) for line in sheet.lines]
    return views.Match(
        match_id=state.match_id,
        version=state.version,
        name=state.name,
        ruleset=rulings.ruleset_summary(state.match.ruleset),
        policy=state.policy,
        time_zone=state.time_zone,
        target=rules.target,
        fixed_hands=rules.hands,
        players=tuple(_players(state, seat)),
        sides=tuple(
            views.TableSide(side=side, name=name, seats=seats)
            for side, (name, seats) in enumerate(
                zip(seating.side_names, seating.table.seats_by_side, strict=True)
            )
        ),
        first_dealer=state.match.first_dealer,
        lines=tuple(map(_line, sheet.lines, agreement)),
        adjustments=tuple(adjustment(entry, state.device_names) for entry in state.adjustments),
        scores=sheet.scores,
        unscored=sheet.unscored,
        unconfirmed=tuple(
            line.number
            for line, progress in zip(sheet.lines, agreement, strict=True)
            if progress is not AgreementState.CONFIRMED
        ),
        unproven=state.unproven,
        winner=sheet.winner,
        outlook=sheet.outlook,
        next_hand=len(state.hands) + 1,
        next_dealer=sheet.next_dealer,
        next_match=state.next_match.match_id if state.next_match else None,
        created_at=state.created_at,
        updated_at=state.updated_at,
    )


def hand(state: MatchState, number: int, *, has_ruling: bool = True) -> views.Hand:
    """Return a hand with its record and verdict, with or without the ruling of its dispute."""
    line, sheet, recorded_hand = state.sheet.lines[number - 1], state.sheet, state.hands[number - 1]
    return views.Hand(
        match_id=state.match_id,
        match_version=state.version,
        number=number,
        dealer=line.dealer,
        standing=line.standing,
        record=recorded_hand.record,
        verdict=line.verdict,
        overruled=overruling(recorded_hand.overruled, state.device_names),
        agreement=_agreement(state, line, recorded_hand, has_ruling),
        deltas=line.deltas,
        scores=line.scores,
        findings=line.findings,
        match_scores=sheet.scores,
        winner=sheet.winner,
        next_dealer=sheet.next_dealer,
    )


def minimal_hand(hand: views.Hand) -> views.Hand:
    """Return the result of a hand, without its record and the reasons."""
    return structs.replace(
        hand,
        record=HandRecord(),
        verdict=structs.replace(
            hand.verdict,
            points=None,
            pips=(),
            outcomes=(),
            clauses=(),
            revoked=(),
            repairs=(),
            undecided=(),
        ),
    )


def recorded_ruling(state: MatchState, number: int, ruling: HandRuling) -> views.RecordedRuling:
    """Return a ruling on a recorded hand, and whether the sheet agrees with it."""
    return views.RecordedRuling(
        match_id=state.match_id,
        match_version=state.version,
        number=number,
        ruling=ruling,
        agrees=_decision(ruling.verdict) == _decision(state.sheet.lines[number - 1].verdict),
    )


def _decision(verdict: Verdict) -> tuple[object, ...]:
    """Return the decision of a verdict, without facts that a longer proof may add."""
    wrong = tuple(finding.code for finding in verdict.findings if finding.prevents_scoring())
    return (verdict.status, verdict.made, verdict.deltas, wrong)


def preview(foresight: Foresight) -> views.HandPreview:
    """Return the preview of a hand."""
    line, prospect = foresight.line, foresight.prospect
    return views.HandPreview(
        dealer=line.dealer,
        standing=line.standing,
        verdict=line.verdict,
        findings=line.findings,
        consequences=foresight.changes,
        answers=foresight.answers,
        repair_outcomes=foresight.repairs,
        impossible_cards=prospect.pile_cards.impossible,
        cards_to_ask=prospect.pile_cards.cards_to_ask,
        certain_points=prospect.certain,
        ask_again_after=None if foresight.is_checked else _ASK_AGAIN,
    )


def rules_preview(foresight: RulesForesight) -> rules_views.RulesPreview:
    """Return the preview of other rules for a match."""
    before, after = foresight.before, foresight.after
    return rules_views.RulesPreview(
        match_id=before.match_id,
        match_version=before.version,
        ruleset=rulings.ruleset_summary(after.match.ruleset),
        hands=tuple(
            rules_views.HandUnderRules(
                number=now.number,
                now=_line(now, _agreement_state(before, now)),
                then=None
                if now.number in foresight.misfits
                else _line(then, _agreement_state(after, then)),
                misfit=foresight.misfits.get(now.number),
            )
            for now, then in zip(before.sheet.lines, after.sheet.lines, strict=True)
        ),
        consequences=foresight.changes,
        ask_again_after=None if foresight.is_checked else _ASK_AGAIN,
    )


def match_page(
    matches: Sequence[ListedMatch], limit: int, sort: ListSort = ListSort.NEWEST
) -> views.MatchPage:
    """Return a page of matches; its cursor names the last match, if more may follow."""
    last = matches[-1] if len(matches) == limit else None
    return views.MatchPage(
        items=tuple(
            views.MatchSummary(**same_fields(views.MatchSummary, item, item.summary))
            for item in matches
        ),
        next_cursor=listings.cursor(sort, last.match_id, last.updated_at) if last else None,
    )


def _players(state: MatchState, own: int | None) -> Iterator[views.Player]:
    table = state.match.seating.table
    claimed = {member.seat for member in state.members}
    for seat, name in enumerate(state.match.seating.names):
        yield views.Player(
            seat=seat,
            name=name,
            side=table.side_of(seat),
            is_claimed=seat in claimed,
            is_mine=seat == own,
        )


def _agreement_state(state: MatchState, line: ScoreLine) -> AgreementState:
    """Return how far the table agrees on a hand; an open or impossible hand is unsettled."""
    agreement = state.hands[line.number - 1].agreement
    if agreement.is_disputed:
        return AgreementState.DISPUTED
    if line.standing in {Standing.OPEN, Standing.IMPOSSIBLE}:
        return AgreementState.UNSETTLED
    table = state.match.seating.table
    is_confirmed = agreements.is_confirmed(agreement, state.policy, table)
    return AgreementState.CONFIRMED if is_confirmed else AgreementState.WAITING


def _agreement(
    state: MatchState, line: ScoreLine, hand: RecordedHand, has_ruling: bool
) -> agreement_views.HandAgreement:
    table = state.match.seating.table
    return agreement_views.HandAgreement(
        state=_agreement_state(state, line),
        confirmations=confirmations(hand, state.device_names),
        missing=agreements.missing_sides(hand.agreement, state.policy, table),
        dispute=objection(hand.agreement.dispute, state.device_names, has_ruling=has_ruling),
    )


def _line(line: ScoreLine, state: AgreementState) -> views.SheetLine:
    verdict = line.verdict
    return views.SheetLine(
        number=line.number,
        dealer=line.dealer,
        standing=line.standing,
        agreement=state,
        pitcher=verdict.pitcher,
        partner=verdict.partner,
        bid=verdict.bid,
        trump=verdict.trump,
        made=verdict.made,
        points=tuple(
            PointSide(point=point.point, side=point.side) for point in verdict.points or ()
        ),
        deltas=line.deltas,
        scores=line.scores,
        # Findings on the hand itself come before findings on the hand in its match.
        findings=(*verdict.findings, *line.findings),
        is_proven=line.is_proven,
    )


def adjustment(given: RecordedAdjustment, names: DeviceNames) -> views.Adjustment:
    """Return points given or taken outside play."""
    cancelled = naming.cancellation(given.cancelled, names)
    return naming.with_device_name(views.Adjustment, given, names, cancelled=cancelled)


def confirmations(
    hand: RecordedHand, names: DeviceNames
) -> tuple[agreement_views.Confirmation, ...]:
    """Return the confirmations of a hand."""
    return tuple(
        naming.with_device_name(agreement_views.Confirmation, confirmation, names)
        for confirmation in hand.agreement.confirmations
    )


def objection(
    dispute: Objection | None, names: DeviceNames, *, has_ruling: bool = True
) -> agreement_views.Objection | None:
    """Return the last dispute about a hand, if there was one."""
    if dispute is None:
        return None
    end = dispute.resolution
    resolution = naming.with_device_name(agreement_views.Resolution, end, names) if end else None
    ruling = dispute.ruling if has_ruling else None
    return naming.with_device_name(
        agreement_views.Objection, dispute, names, resolution=resolution, ruling=ruling
    )


def overruling(
    overruled: RecordedOverruling | None, names: DeviceNames
) -> agreement_views.RecordedOverruling | None:
    """Return the overruling of a hand, if there is one."""
    return (
        naming.with_device_name(agreement_views.RecordedOverruling, overruled, names)
        if overruled
        else None
    )
