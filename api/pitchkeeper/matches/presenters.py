"""From what is kept to what clients see."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import structs

from pitch import HandRecord, Verdict, prevents_scoring, seats_by_side, side_names, side_of
from pitch.hand import PointSide
from pitch.match import ScoreLine, Standing
from pitch.rulings import HandRuling
from pitchkeeper.access import naming
from pitchkeeper.access.naming import DeviceNames
from pitchkeeper.database import listings
from pitchkeeper.database.listings import ListSort
from pitchkeeper.matches import agreements, views
from pitchkeeper.matches.agreements import Objection, RecordedHand, RecordedOverruling
from pitchkeeper.matches.hands.scoring import Foresight
from pitchkeeper.matches.rules import views as rules_views
from pitchkeeper.matches.rules.revisions import RulesForesight
from pitchkeeper.matches.state import ListedMatch, MatchState, RecordedAdjustment
from pitchkeeper.matches.views import AgreementState
from pitchkeeper.rulings import presenters as rulings

_ASK_AGAIN: Final = 2
"""Seconds after which a preview is asked for again, about as long as a hard proof takes."""


def match(state: MatchState, seat: int | None = None) -> views.Match:
    """A match with its score sheet, for the device that has a seat, or none."""
    seating, sheet, rules = state.match.seating, state.sheet, state.match.ruleset.rules
    agreed = [_state(state, line) for line in sheet.lines]
    return views.Match(
        match_id=state.match_id,
        version=state.version,
        ruleset=rulings.ruleset_summary(state.match.ruleset),
        policy=state.policy,
        time_zone=state.time_zone,
        target=rules.target,
        fixed_hands=rules.hands,
        players=tuple(_players(state, seat)),
        sides=tuple(
            views.TableSide(side=side, name=name, seats=seats)
            for side, (name, seats) in enumerate(
                zip(side_names(seating), seats_by_side(seating.table), strict=True)
            )
        ),
        first_dealer=state.match.first_dealer,
        lines=tuple(map(_line, sheet.lines, agreed)),
        adjustments=tuple(adjustment(each, state.device_names) for each in state.adjustments),
        scores=sheet.scores,
        unscored=sheet.unscored,
        unconfirmed=tuple(
            line.number
            for line, how in zip(sheet.lines, agreed, strict=True)
            if how is not AgreementState.CONFIRMED
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


def hand(state: MatchState, number: int) -> views.Hand:
    """A hand with its record and verdict."""
    line, sheet, kept = state.sheet.lines[number - 1], state.sheet, state.hands[number - 1]
    return views.Hand(
        match_id=state.match_id,
        match_version=state.version,
        number=number,
        dealer=line.dealer,
        standing=line.standing,
        record=kept.record,
        verdict=line.verdict,
        overruled=overruling(kept.overruled, state.device_names),
        agreement=_agreement(state, line, kept),
        deltas=line.deltas,
        scores=line.scores,
        findings=line.findings,
        match_scores=sheet.scores,
        winner=sheet.winner,
        next_dealer=sheet.next_dealer,
    )


def minimal_hand(whole: views.Hand) -> views.Hand:
    """What a hand came to, without what was entered and without why."""
    return structs.replace(
        whole,
        record=HandRecord(),
        verdict=structs.replace(
            whole.verdict,
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
    """A ruling on a recorded hand, and whether the sheet says the same."""
    return views.RecordedRuling(
        match_id=state.match_id,
        match_version=state.version,
        number=number,
        ruling=ruling,
        agrees=_decision(ruling.verdict) == _decision(state.sheet.lines[number - 1].verdict),
    )


def _decision(verdict: Verdict) -> tuple[object, ...]:
    """What a verdict decides; of two proofs one may have gone further in what is left open."""
    wrong = tuple(found.code for found in verdict.findings if prevents_scoring(found))
    return (verdict.status, verdict.made, verdict.deltas, wrong)


def preview(foreseen: Foresight) -> views.HandPreview:
    """What saving a hand would say and change."""
    line, prospect = foreseen.line, foreseen.prospect
    return views.HandPreview(
        dealer=line.dealer,
        standing=line.standing,
        verdict=line.verdict,
        findings=line.findings,
        consequences=foreseen.changes,
        answers=foreseen.answers,
        repair_outcomes=foreseen.repairs,
        impossible_cards=prospect.pile_cards.impossible,
        cards_to_ask=prospect.pile_cards.cards_to_ask,
        certain_points=prospect.certain,
        ask_again_after=None if foreseen.is_checked else _ASK_AGAIN,
    )


def rules_preview(foreseen: RulesForesight) -> rules_views.RulesPreview:
    """What other rules would make of a match."""
    before, after = foreseen.before, foreseen.after
    return rules_views.RulesPreview(
        match_id=before.match_id,
        match_version=before.version,
        ruleset=rulings.ruleset_summary(after.match.ruleset),
        hands=tuple(
            rules_views.HandUnderRules(
                number=now.number,
                now=_line(now, _state(before, now)),
                then=None if now.number in foreseen.misfits else _line(then, _state(after, then)),
                misfit=foreseen.misfits.get(now.number),
            )
            for now, then in zip(before.sheet.lines, after.sheet.lines, strict=True)
        ),
        consequences=foreseen.changes,
        ask_again_after=None if foreseen.is_checked else _ASK_AGAIN,
    )


def match_page(
    listed: Sequence[ListedMatch], limit: int, sort: ListSort = ListSort.NEWEST
) -> views.MatchPage:
    """A page of matches; the cursor says which was the last."""
    # A page that is not full is the last one.
    last = listed[-1] if len(listed) == limit else None
    return views.MatchPage(
        items=tuple(map(_match_summary, listed)),
        next_cursor=listings.cursor(sort, last.match_id, last.updated_at) if last else None,
    )


def _players(state: MatchState, mine: int | None) -> Iterator[views.Player]:
    table = state.match.seating.table
    claimed = {member.seat for member in state.members}
    for seat, name in enumerate(state.match.seating.names):
        yield views.Player(
            seat=seat,
            name=name,
            side=side_of(table, seat),
            is_claimed=seat in claimed,
            is_mine=seat == mine,
        )


def _state(state: MatchState, line: ScoreLine) -> AgreementState:
    """How far the table agrees on a hand; it cannot agree on one that is not settled."""
    agreed = state.hands[line.number - 1].agreement
    if agreed.is_disputed:
        return AgreementState.DISPUTED
    if line.standing in {Standing.OPEN, Standing.IMPOSSIBLE}:
        return AgreementState.UNSETTLED
    table = state.match.seating.table
    is_confirmed = agreements.is_confirmed(agreed, state.policy, table)
    return AgreementState.CONFIRMED if is_confirmed else AgreementState.WAITING


def _agreement(state: MatchState, line: ScoreLine, hand: RecordedHand) -> views.HandAgreement:
    table = state.match.seating.table
    return views.HandAgreement(
        state=_state(state, line),
        confirmations=confirmations(hand, state.device_names),
        missing=agreements.missing_sides(hand.agreement, state.policy, table),
        dispute=objection(hand.agreement.dispute, state.device_names),
    )


def _line(line: ScoreLine, state: AgreementState) -> views.SheetLine:
    # What is wrong with the hand by itself comes before what is odd about it in its match.
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
        findings=(*verdict.findings, *line.findings),
        is_proven=line.is_proven,
    )


def adjustment(given: RecordedAdjustment, names: DeviceNames) -> views.Adjustment:
    """Points given or taken outside play."""
    cancelled = naming.cancellation(given.cancelled, names)
    return naming.with_device_name(views.Adjustment, given, names, cancelled=cancelled)


def confirmations(hand: RecordedHand, names: DeviceNames) -> tuple[views.Confirmation, ...]:
    """Who has agreed to a hand."""
    given = hand.agreement.confirmations
    return tuple(naming.with_device_name(views.Confirmation, each, names) for each in given)


def objection(dispute: Objection | None, names: DeviceNames) -> views.Objection | None:
    """The last dispute about a hand, if there was one."""
    if dispute is None:
        return None
    ended = dispute.resolution
    resolution = naming.with_device_name(views.Resolution, ended, names) if ended else None
    return naming.with_device_name(views.Objection, dispute, names, resolution=resolution)


def overruling(
    overruled: RecordedOverruling | None, names: DeviceNames
) -> views.RecordedOverruling | None:
    """What the table decided itself about a hand, if it did."""
    return (
        naming.with_device_name(views.RecordedOverruling, overruled, names) if overruled else None
    )


def _match_summary(listed: ListedMatch) -> views.MatchSummary:
    summary = listed.summary
    return views.MatchSummary(
        match_id=listed.match_id,
        version=listed.version,
        ruleset=summary.ruleset,
        players=summary.players,
        sides=summary.sides,
        scores=summary.scores,
        hands=summary.hands,
        winner=summary.winner,
        created_at=listed.created_at,
        updated_at=listed.updated_at,
    )
