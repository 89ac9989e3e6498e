"""Score sentences: the results, facts and remarks of a score sheet in words."""

from collections.abc import Iterator
from typing import Final

from pitch import Verdict
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
    all_of,
)
from pitchkeeper import zones
from pitchkeeper.documents import score_facts
from pitchkeeper.documents.documents import at_local_time
from pitchkeeper.matches import views
from pitchkeeper.matches.agreement_views import AgreementState
from pitchkeeper.matches.agreements import Objection
from pitchkeeper.matches.state import MatchState, RecordedAdjustment
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
_PLAYED: Final = Message("picture.played", date=DATE, rules=TYPED, hands=COUNT)
_SCORE: Final = Message("brief.score", side=SIDE, score=SCORE)
WERE_SET: Final = Message("picture.were_set", side=SIDE, hands=all_of(COUNT))
LONGEST_BRIEF: Final = 600
"""The most characters of a brief."""
HASH: Final = 12
"""The digits of a hash of house rules that are printed to identify them."""


def outcome(state: MatchState) -> Sentence:
    """Return a sentence with the winner and the winning hand, if the match is won."""
    won = state.sheet.winner
    if won is not None:
        return _WON(side=state.match.seating.side_arguments[won.side], hand=won.hand)
    return _NOT_WON(unsettled=len(state.sheet.unscored))


def played(state: MatchState) -> Sentence:
    """Return a sentence with the day, the rules and the number of hands."""
    return _PLAYED(
        date=zones.local(state.created_at, state.time_zone).date(),
        rules=state.match.ruleset.name,
        hands=len(state.sheet.lines),
    )


def brief(state: MatchState) -> str:
    """Return a match as plain text to paste, a sentence a line.

    Who was set in which hands is left out where it does not fit.
    """
    lines = [state.name] if state.name else []
    lines += map(languages.text, (played(state), outcome(state)))
    sides = state.match.seating.side_arguments
    for side, score in zip(sides, state.sheet.scores, strict=True):
        lines.append(languages.text(_SCORE(side=side, score=score)))
    for number, side in enumerate(sides):
        hands = [
            line.number for line in state.sheet.lines if score_facts.is_set(state, line, number)
        ]
        line = languages.text(WERE_SET(side=side, hands=hands)) if hands else ""
        if line and len("\n".join((*lines, line))) <= LONGEST_BRIEF:
            lines.append(line)
    return "\n".join(lines)


def facts(state: MatchState) -> tuple[tuple[str, str], ...]:
    """Return the facts at the head of the sheet, as names and values."""
    text = languages.text
    return tuple((text(heading()), value) for heading, value in _facts(state))


def _facts(state: MatchState) -> Iterator[tuple[Message, str]]:
    text, won, ruleset = languages.text, state.sheet.winner, state.match.ruleset
    summary, rules = ruleset_presenters.ruleset_summary(ruleset), ruleset.rules
    yield _RESULT, text(outcome(state))
    if won:
        yield _WHY, text(won.why)
    if rules.hands is None:
        yield _RULES, text(_TO_TARGET(name=summary.name, target=rules.target))
    else:
        yield _RULES, text(_OVER_HANDS(name=summary.name, hands=rules.hands))
    # House rules may share a name; a rule set that comes with the server has it for itself.
    if summary.id == summary.hash:
        yield _RULE_SET, summary.hash[:HASH]
    yield _BEGUN, text(at_local_time(_AT, state.created_at, state.time_zone))


def result(state: MatchState, line: ScoreLine, view: views.SheetLine) -> str:
    """Return the result of a hand, with a note if it is overruled or disputed."""
    is_made = score_facts.is_bid_made(state, line)
    bid_result = "no_bid" if is_made is None else "made" if is_made else "set"
    hand_result = bid_result if score_facts.adds_score(line) else line.standing.value
    sentences = [_HAND_RESULT(result=hand_result)]
    if line.standing is Standing.OVERRULED:
        sentences.append(_HAND_OVERRULED())
    if view.agreement is AgreementState.DISPUTED:
        sentences.append(_HAND_DISPUTED())
    return ", ".join(map(languages.text, sentences))


def remarks(state: MatchState, line: ScoreLine) -> tuple[str, ...]:
    """Return the remarks on a hand."""
    return tuple(map(languages.texts, _remarks(state, line)))


def _remarks(state: MatchState, line: ScoreLine) -> Iterator[tuple[Sentence, ...]]:
    """Yield the sentences of each remark: standing, partner, overruling, dispute, findings."""
    hand = state.hands[line.number - 1]
    if line.standing in _COUNTS_NOTHING:
        yield (_COUNTS_NOTHING[line.standing](),)
    if not line.is_proven:
        yield (_NOT_CHECKED(),)
    if line.verdict.partner is not None:
        yield (_partner(state, line.verdict),)
    if hand.overruled is not None:
        sides = state.match.seating.side_arguments
        pays = zip(sides, hand.overruled.deltas, strict=True)
        yield (
            _OVERRULED(),
            *(_PAYS(side=side, points=points) for side, points in pays),
            _BECAUSE(reason=hand.overruled.reason),
        )
    if hand.agreement.dispute is not None:
        yield tuple(_dispute(hand.agreement.dispute))
    # The findings of a void hand need no correction.
    if line.standing is not Standing.VOID:
        yield from (wrong.sentences for wrong in (*line.verdict.findings, *line.findings))


def _partner(state: MatchState, verdict: Verdict) -> Sentence:
    """Return a sentence with the partner that the pitcher called."""
    partner = verdict.partner
    if partner is None or partner == verdict.pitcher:
        return _ALONE()
    return _PARTNER(player=state.match.seating.player_arguments[partner])


def _dispute(dispute: Objection) -> Iterator[Sentence]:
    """Yield the reason of a dispute, and its settlement if there is one."""
    if dispute.resolution is None:
        yield _DISPUTED(reason=dispute.reason)
        return
    yield _WAS_DISPUTED(reason=dispute.reason)
    yield _SETTLED(how=dispute.resolution.settlement)
    if dispute.resolution.reason:
        yield _BECAUSE(reason=dispute.resolution.reason)


def adjustment_reason(adjustment: RecordedAdjustment) -> str:
    """Return the reason of an adjustment, and of its cancellation if it was cancelled."""
    if adjustment.cancelled is None:
        return adjustment.reason
    return languages.text(_CANCELLED(reason=adjustment.reason, because=adjustment.cancelled.reason))
