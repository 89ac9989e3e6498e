"""The examples of the contract: values that the rules made, so that they are always right."""

from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from msgspec import structs

from openapi.examples.access import DEVICE_ID
from pitch import (
    Call,
    Claims,
    Deal,
    HandRecord,
    Match,
    Pile,
    PointClaim,
    PointName,
    Seating,
    Suit,
    fold_sheet,
    preset,
    prove,
)
from pitch.hand import AuctionFacts, ClaimFacts, Contract, HoldingFacts, PileFacts, TrickFacts
from pitch.match import Overruling, Policy, Settlement, track_rating
from pitch.proof import prove_with_prospect
from pitch.rulings import HandQuestion, rule_on_hand
from pitchkeeper.access.aggregates import AggregateKind
from pitchkeeper.access.devices import Role
from pitchkeeper.access.membership import membership_views
from pitchkeeper.access.membership.invites import Invite, InviteRole
from pitchkeeper.access.membership.join_page import Links
from pitchkeeper.matches import (
    agreement_views,
    foreseen_answers,
    journal_views,
    presenters,
    replay,
    views,
)
from pitchkeeper.matches.agreements import Agreement, Confirmation, RecordedHand
from pitchkeeper.matches.foreseen_answers import ForeseenAnswer
from pitchkeeper.matches.hands.disputes import Settling
from pitchkeeper.matches.hands.scoring import Foresight
from pitchkeeper.matches.journal import Action, JournalLine, RecordedHandChange, RecordedMatchChange
from pitchkeeper.matches.members import views as member_views
from pitchkeeper.matches.players import presenters as statistics_presenters
from pitchkeeper.matches.players.memory import Record
from pitchkeeper.matches.players.store import Acquaintance, EndedMatch
from pitchkeeper.matches.rules import views as rules_views
from pitchkeeper.matches.rules.revisions import RulesForesight
from pitchkeeper.matches.state import ListedMatch, MatchState, Member, RecordedAdjustment, Summary
from pitchkeeper.rest.operations import Example

MATCH_ID: Final = UUID("01997b3d-01aa-7b11-8a0e-5d9c7b6a4f21")
_AT: Final = datetime(2026, 3, 2, 18, 30, tzinfo=UTC)
_NAMES: Final = ("Ann", "Bob", "Cid", "Dee")
_LOUNGE: Final = preset("mb-lounge")
_MATCH: Final = Match(
    ruleset=_LOUNGE,
    seating=Seating(table=_LOUNGE.table_for(4), names=_NAMES),
    first_dealer=3,
)

RECORD: Final = HandRecord(
    calls=(Call.PASS, Call.THREE, Call.PASS, Call.THREE),
    trump=Suit.SPADES,
    piles=(
        Pile(side=0, cards=("KS", "QD", "9S", "4D", "AC", "7C", "3C", "2H")),
        Pile(
            side=1,
            cards=(
                *("AS", "5S", "TH", "6H", "JS", "8S", "TD", "2D"),
                *("KH", "9H", "3H", "4H", "TC", "5C", "6D", "7D"),
            ),
        ),
    ),
)
_CLAIMED: Final = HandRecord(
    contract=Contract(pitcher=0, bid=Call.FOUR),
    claims=Claims(
        points=(
            PointClaim(point=PointName.HIGH, side=0, card="AH"),
            PointClaim(point=PointName.LOW, side=1),
            PointClaim(point=PointName.JACK, side=0),
        ),
        pips=(41, 33),
    ),
)
_FIRST: Final = RecordedHand(
    number=1,
    record=RECORD,
    proof=prove(RECORD, Deal(ruleset=_LOUNGE, seating=_MATCH.seating, dealer=3)),
)
_DEVICE_NAMES: Final = {DEVICE_ID: "Ann's phone"}
_OWNER: Final = Member(device_id=DEVICE_ID, role=Role.OWNER, joined_at=_AT, seat=0)
_SECOND: Final = RecordedHand(
    number=2,
    record=_CLAIMED,
    proof=prove(_CLAIMED, Deal(ruleset=_LOUNGE, seating=_MATCH.seating, dealer=0)),
    agreement=Agreement(confirmations=(Confirmation(device_id=DEVICE_ID, at=_AT, side=0),)),
)
_GIVEN: Final = RecordedAdjustment(
    side=1,
    points=-1,
    reason="Table talk",
    after_hand=2,
    number=1,
    device_id=DEVICE_ID,
    at=_AT.replace(minute=52),
)
STATE: Final = MatchState(
    match_id=MATCH_ID,
    version=4,
    match=_MATCH,
    policy=Policy.BOTH_SIDES,
    hands=(_FIRST, _SECOND),
    adjustments=(_GIVEN,),
    members=(_OWNER,),
    device_names=_DEVICE_NAMES,
    created_at=_AT,
    updated_at=_AT.replace(minute=52),
)
_OPENED: Final = MatchState(
    match_id=MATCH_ID,
    version=1,
    match=_MATCH,
    policy=Policy.BOTH_SIDES,
    hands=(),
    adjustments=(),
    members=(_OWNER,),
    created_at=_AT,
    updated_at=_AT,
)

NEW_MATCH: Final = views.NewMatch(
    ruleset="mb-lounge",
    players=tuple(views.NewPlayer(name=name) for name in _NAMES),
    first_dealer=3,
    seat=0,
    policy=Policy.BOTH_SIDES,
)
OPENED_MATCH: Final = presenters.match(_OPENED, 0)
MATCH: Final = presenters.match(STATE, 0)
NEW_ADJUSTMENT: Final = views.NewAdjustment(side=1, points=-1, reason="Table talk")
MATCH_PAGE: Final = presenters.match_page(
    [
        ListedMatch(
            match_id=MATCH_ID,
            version=4,
            summary=Summary(
                ruleset=_LOUNGE.name,
                players=_NAMES,
                sides=("Ann & Cid", "Bob & Dee"),
                scores=STATE.sheet.scores,
                hands=2,
                winner=None,
            ),
            created_at=_AT,
            updated_at=STATE.updated_at,
        )
    ],
    limit=20,
)
_ENTERED: Final = RecordedMatchChange(
    action=Action.HAND_ENTERED,
    hand=1,
    hands=(RecordedHandChange(number=1, after=structs.replace(_FIRST, proof=None)),),
)
JOURNAL_PAGE: Final = journal_views.page(
    [
        JournalLine(1, _AT, DEVICE_ID, RecordedMatchChange(action=Action.MATCH_OPENED)),
        JournalLine(2, _AT, DEVICE_ID, _ENTERED),
    ],
    _DEVICE_NAMES,
    limit=50,
)
_ENTERED_SECOND: Final = RecordedMatchChange(
    action=Action.HAND_ENTERED,
    hand=2,
    hands=(RecordedHandChange(number=2, after=_SECOND),),
)
NOTED: Final = (
    JournalLine(2, _AT, DEVICE_ID, _ENTERED),
    JournalLine(3, _AT, DEVICE_ID, _ENTERED_SECOND),
)
HAND: Final = presenters.hand(STATE, 1)
_MINIMAL: Final = presenters.minimal_hand(HAND)
_AFTER: Final = fold_sheet(_MATCH, (_FIRST,))
ASKING: Final = HandRecord(
    contract=Contract(pitcher=0, bid=Call.THREE),
    claims=Claims(
        points=(
            PointClaim(point=PointName.HIGH, side=0),
            PointClaim(point=PointName.LOW, side=1),
            PointClaim(point=PointName.GAME, side=0),
        ),
    ),
)
_PROOF, _PROSPECT = prove_with_prospect(
    ASKING, Deal(ruleset=_LOUNGE, seating=_MATCH.seating, dealer=3), None
)
_AFTER_ASKED: Final = fold_sheet(_MATCH, (RecordedHand(number=1, record=ASKING, proof=_PROOF),))
PREVIEW: Final = presenters.preview(
    Foresight(
        _AFTER_ASKED.lines[0],
        _OPENED.sheet.compare(_AFTER_ASKED),
        _PROSPECT,
        foreseen_answers.with_scores(ForeseenAnswer, _PROSPECT.answers, _OPENED, _AFTER_ASKED, 1),
    )
)
PREVIEW_VOID: Final = presenters.preview(Foresight(_AFTER.lines[0], _OPENED.sheet.compare(_AFTER)))
NEW_RULES: Final = rules_views.NewRules(ruleset="rules-guru")
_RULED: Final = replay.with_rules(STATE, preset("rules-guru"))
RULES_PREVIEW: Final = presenters.rules_preview(
    RulesForesight(STATE, _RULED, {}, STATE.sheet.compare(_RULED.sheet))
)
_ON_FIRST: Final = HandQuestion(players=4, record=RECORD, dealer=3, names=_NAMES, witness=True)
RECORDED_RULING: Final = presenters.recorded_ruling(STATE, 1, rule_on_hand(_ON_FIRST, _LOUNGE))
NEW_CANCELLATION: Final = views.NewCancellation(reason="Nobody heard it")
NEW_CONFIRMATION: Final = agreement_views.NewConfirmation(side=1)
NEW_CONFIRMATIONS: Final = agreement_views.NewConfirmations(hands=(1, 2), side=0)
NEW_DISPUTE: Final = agreement_views.NewDispute(reason="Bob had no jack")
OVERRULING: Final = Overruling(deltas=(3, 1), made=True, reason="Agreed at the table")
SETTLING: Final = Settling(
    settlement=Settlement.RULING_ACCEPTED, reason="We counted the pile again"
)
AUCTION: Final = AuctionFacts(calls=RECORD.calls, trump=RECORD.trump)
PILE: Final = PileFacts(cards=RECORD.piles[0].cards)
HOLDING: Final = HoldingFacts(cards=("AS", "5S", "TH", "6H", "KH", "9H"))
TRICKS: Final = TrickFacts(tricks_won=(2, 4))
CLAIMS: Final = ClaimFacts(
    points=(
        PointClaim(point=PointName.HIGH, side=0, card="AH"),
        PointClaim(point=PointName.JACK, in_play=False),
    )
)
KEPT_INVITE: Final = Invite(
    kind=AggregateKind.MATCH,
    aggregate_id=MATCH_ID,
    invite_id=UUID("01997b3e-1d02-7a55-b7c1-3e8f5a6d9c10"),
    code="K7MP3QXR",
    role=InviteRole.SCORER,
    seat=None,
    made_at=_AT,
    expires_at=_AT.replace(hour=21),
    uses=20,
    uses_left=20,
)
BASE: Final = Links("https://pitch.example")
NEW_INVITE: Final = membership_views.NewInvite(role=InviteRole.SCORER, expires_in_minutes=150)
INVITE: Final = membership_views.invite(KEPT_INVITE, BASE)
REVOKED_INVITE: Final = structs.replace(INVITE, uses_left=18, revoked_at=_AT.replace(minute=45))
INVITE_PAGE: Final = membership_views.invite_page([KEPT_INVITE], BASE, limit=20)
QR_SVG: Final = membership_views.svg(INVITE.link)
QR_PNG: Final = membership_views.png(INVITE.link)
NEW_JOIN: Final = membership_views.NewJoin(code="k7mp 3qxr")
_GUEST: Final = Member(
    device_id=UUID("01997b3f-6b3c-7e90-a2d4-9c1b8e7f0a55"),
    role=Role.SCORER,
    joined_at=_AT.replace(minute=34),
    asks_for=1,
)
MEMBER: Final = member_views.member(_GUEST, {_GUEST.device_id: "Cid's phone"})
MEMBER_PAGE: Final = member_views.member_page(structs.replace(STATE, members=(_OWNER, _GUEST)))
MEMBER_CHANGE: Final = member_views.MemberChange(role=Role.VIEWER)
SEAT_HOLDER: Final = member_views.SeatHolder(device_id=MEMBER.device_id)
_THREE: Final = structs.replace(
    _SECOND, record=structs.replace(_CLAIMED, contract=Contract(pitcher=0, bid=Call.THREE))
)
WON: Final = structs.replace(
    STATE,
    hands=tuple(structs.replace(_THREE, number=number) for number in (1, 2, 3, 4)),
    adjustments=(),
    members=(_OWNER, structs.replace(_GUEST, seat=1, asks_for=None)),
)
_BOB: Final = Acquaintance(
    MEMBER.device_id, "Bob", is_partner=False, matches=1, wins=1, losses=0, packed="0"
)
PLAYER_STATISTICS: Final = statistics_presenters.page(
    Record(
        player_id=DEVICE_ID,
        matches=1,
        total=WON.tallies[0].counted,
        won=(True,),
        met=((_BOB, WON.tallies[0].counted),),
        form=(EndedMatch(MATCH_ID, wins=1, counted=WON.tallies[0].counted),),
        ratings=track_rating([(((DEVICE_ID, "Cid"), (MEMBER.device_id, "Dee")), 0)], DEVICE_ID),
    )
)

EXAMPLES: Final = {
    "createMatch": Example(OPENED_MATCH, body=NEW_MATCH),
    "listMatches": Example(MATCH_PAGE),
    "getMatch": Example(MATCH),
    "createAdjustment": Example(MATCH, body=NEW_ADJUSTMENT),
    "cancelAdjustment": Example(MATCH, body=NEW_CANCELLATION),
    "createInvite": Example(INVITE, body=NEW_INVITE),
    "listInvites": Example(INVITE_PAGE),
    "revokeInvite": Example(REVOKED_INVITE),
    "getInviteQrSvg": Example(QR_SVG),
    "getInviteQrPng": Example(QR_PNG),
    "joinMatch": Example(MATCH, body=NEW_JOIN),
    "joinRematch": Example(MATCH),
    "listMembers": Example(MEMBER_PAGE),
    "changeMember": Example(MEMBER_PAGE, body=MEMBER_CHANGE),
    "removeMember": Example(MEMBER_PAGE),
    "claimSeat": Example(MEMBER),
    "assignSeat": Example(MEMBER_PAGE, body=SEAT_HOLDER),
    "renameMatch": Example(MATCH, body=views.NewMatchName(name="Friday at Joe's")),
    "renamePlayer": Example(MATCH, body=views.NewPlayer(name="Cid")),
    "listJournal": Example(JOURNAL_PAGE),
    "getMatchVersion": Example(MATCH),
    "undoChange": Example(MATCH),
    "restoreVersion": Example(MATCH),
    "recordHand": Example(HAND, body=RECORD, minimal=_MINIMAL),
    "getHand": Example(HAND),
    "voidHand": Example(MATCH),
    "getHandRuling": Example(RECORDED_RULING),
    "previewHand": Example(PREVIEW, body=ASKING),
    "previewVoid": Example(PREVIEW_VOID),
    "previewRules": Example(RULES_PREVIEW, body=NEW_RULES),
    "changeRules": Example(MATCH, body=NEW_RULES),
    "confirmHand": Example(HAND, body=NEW_CONFIRMATION),
    "confirmHands": Example(MATCH, body=NEW_CONFIRMATIONS),
    "disputeHand": Example(HAND, body=NEW_DISPUTE),
    "resolveDispute": Example(HAND, body=SETTLING),
    "overruleHand": Example(HAND, body=OVERRULING),
    "getPlayerStatistics": Example(PLAYER_STATISTICS),
    "recordAuction": Example(HAND, body=AUCTION, minimal=_MINIMAL),
    "recordPile": Example(HAND, body=PILE, minimal=_MINIMAL),
    "recordHolding": Example(HAND, body=HOLDING, minimal=_MINIMAL),
    "recordTricks": Example(HAND, body=TRICKS, minimal=_MINIMAL),
    "recordClaims": Example(HAND, body=CLAIMS, minimal=_MINIMAL),
    "restoreMatch": Example(MATCH),
}
"""The examples of operations, by their ids."""
