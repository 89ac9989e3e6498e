"""Score sentences: what a score sheet says in words, of a match and of its hands."""

from collections.abc import Iterator
from typing import Final

from pitch import Verdict, finding_sentences, player_arguments, side_arguments
from pitch.match import ScoreLine, Standing
from pitch.messages import (
    CHANGE,
    CHOICE,
    COUNT,
    DATE,
    PLAYER,
    SCORE,
    SIDE,
    TIME,
    TYPED,
    Message,
    Sentence,
)
from pitchkeeper.documents import score_facts
from pitchkeeper.documents.documents import at_local_time
from pitchkeeper.matches import views
from pitchkeeper.matches.agreements import Objection
from pitchkeeper.matches.state import MatchState, RecordedAdjustment
from pitchkeeper.matches.views import AgreementState
from pitchkeeper.messages import languages
from pitchkeeper.rulings import presenters as ruleset_presenters

_RESULT: Final = Message("heading.sheet.result_of_match")
_WHY: Final = Message("heading.sheet.why")
_RULES: Final = Message("heading.sheet.rules")
_RULE_SET: Final = Message("heading.sheet.rule_set")
_BEGUN: Final = Message("heading.sheet.begun")
_WON: Final = Message("sheet.won", side=SIDE, hand=COUNT)
_NOT_WON: Final = Message("sheet.not_won", unsettled=COUNT)
_TO_TARGET: Final = Message("sheet.rules.target", name=TYPED, target=SCORE)
_OVER_HANDS: Final = Message("sheet.rules.hands", name=TYPED, hands=COUNT)
_AT: Final = Message("sheet.at", date=DATE, time=TIME, zone=TYPED)
_HAND_RESULT: Final = Message("sheet.result", result=CHOICE)
_HAND_OVERRULED: Final = Message("sheet.result.overruled")
_HAND_DISPUTED: Final = Message("sheet.result.disputed")
_COUNTS_NOTHING: Final = {
    Standing.OPEN: Message("sheet.remark.open"),
    Standing.IMPOSSIBLE: Message("sheet.remark.impossible"),
    Standing.VOID: Message("sheet.remark.void"),
}
_NOT_CHECKED: Final = Message("sheet.remark.not_checked")
_ALONE: Final = Message("sheet.remark.alone")
_PARTNER: Final = Message("sheet.remark.partner", player=PLAYER)
_OVERRULED: Final = Message("sheet.remark.overruled")
_PAYS: Final = Message("sheet.remark.pays", side=SIDE, points=CHANGE)
_BECAUSE: Final = Message("sheet.remark.reason", reason=TYPED)
_DISPUTED: Final = Message("sheet.remark.disputed", reason=TYPED)
_WAS_DISPUTED: Final = Message("sheet.remark.was_disputed", reason=TYPED)
_SETTLED: Final = Message("sheet.remark.settled", how=CHOICE)
_CANCELLED: Final = Message("sheet.cancelled", reason=TYPED, because=TYPED)
HASH: Final = 12
"""As much of the hash of house rules as tells them apart on paper."""


def outcome(state: MatchState) -> Sentence:
    """Who has won, and with which hand, in a sentence."""
    won = state.sheet.winner
    if won is not None:
        return _WON(side=side_arguments(state.match.seating)[won.side], hand=won.hand)
    return _NOT_WON(unsettled=len(state.sheet.unscored))


def facts(state: MatchState) -> tuple[tuple[str, str], ...]:
    """What stands at the head of the sheet."""
    text = languages.text
    return tuple((text(heading()), said) for heading, said in _facts(state))


def _facts(state: MatchState) -> Iterator[tuple[Message, str]]:
    text, won, agreed = languages.text, state.sheet.winner, state.match.ruleset
    shown, rules = ruleset_presenters.ruleset_summary(agreed), agreed.rules
    yield _RESULT, text(outcome(state))
    if won:
        yield _WHY, text(won.why)
    if rules.hands is None:
        yield _RULES, text(_TO_TARGET(name=shown.name, target=rules.target))
    else:
        yield _RULES, text(_OVER_HANDS(name=shown.name, hands=rules.hands))
    # House rules may share a name; a rule set that comes with the server has it for itself.
    if shown.id == shown.hash:
        yield _RULE_SET, shown.hash[:HASH]
    yield _BEGUN, text(at_local_time(_AT, state.created_at, state.time_zone))


def result(state: MatchState, line: ScoreLine, view: views.SheetLine) -> str:
    """What became of a hand, and whether anybody objects."""
    is_made = score_facts.is_bid_made(state, line)
    played = "no_bid" if is_made is None else "made" if is_made else "set"
    became = played if score_facts.is_counted(line) else line.standing.value
    said = [_HAND_RESULT(result=became)]
    if line.standing is Standing.OVERRULED:
        said.append(_HAND_OVERRULED())
    if view.agreement is AgreementState.DISPUTED:
        said.append(_HAND_DISPUTED())
    return ", ".join(map(languages.text, said))


def remarks(state: MatchState, line: ScoreLine) -> tuple[str, ...]:
    """What has to be said of a hand besides its points."""
    return tuple(map(languages.texts, _remarks(state, line)))


def _remarks(state: MatchState, line: ScoreLine) -> Iterator[tuple[Sentence, ...]]:
    """Each remark by its sentences: how the hand counts, who ruled what, and what was found."""
    hand = state.hands[line.number - 1]
    if line.standing in _COUNTS_NOTHING:
        yield (_COUNTS_NOTHING[line.standing](),)
    if not line.is_proven:
        yield (_NOT_CHECKED(),)
    if line.verdict.partner is not None:
        yield (_partner(state, line.verdict),)
    if hand.overruled is not None:
        sides = side_arguments(state.match.seating)
        pays = zip(sides, hand.overruled.deltas, strict=True)
        yield (
            _OVERRULED(),
            *(_PAYS(side=side, points=points) for side, points in pays),
            _BECAUSE(reason=hand.overruled.reason),
        )
    if hand.agreement.dispute is not None:
        yield tuple(_dispute(hand.agreement.dispute))
    # What counts for nothing need not be fixed.
    if line.standing is not Standing.VOID:
        yield from map(finding_sentences, (*line.verdict.findings, *line.findings))


def _partner(state: MatchState, verdict: Verdict) -> Sentence:
    """Who was called, where the pitcher calls a partner."""
    partner = verdict.partner
    if partner is None or partner == verdict.pitcher:
        return _ALONE()
    return _PARTNER(player=player_arguments(state.match.seating)[partner])


def _dispute(dispute: Objection) -> Iterator[Sentence]:
    """What was objected to, and in what that ended."""
    if dispute.resolution is None:
        yield _DISPUTED(reason=dispute.reason)
        return
    yield _WAS_DISPUTED(reason=dispute.reason)
    yield _SETTLED(how=dispute.resolution.settlement)
    if dispute.resolution.reason:
        yield _BECAUSE(reason=dispute.resolution.reason)


def adjustment_reason(given: RecordedAdjustment) -> str:
    """Why points were given or taken, and why they were not after all."""
    if given.cancelled is None:
        return given.reason
    return languages.text(_CANCELLED(reason=given.reason, because=given.cancelled.reason))
