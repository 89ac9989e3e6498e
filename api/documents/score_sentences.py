"""Score sentences: what a score sheet says in words, of a match and of its hands."""

from typing import Final

from api import zones
from api.documents import readings
from api.matches import views
from api.matches.state import MatchState, RecordedAdjustment
from api.matches.views import AgreementState
from api.messages import languages
from api.rulings import presenters as ruleset_presenters
from domain import findings
from domain.hand.verdicts import Verdict
from domain.match.consents import Settlement
from domain.match.sheets import ScoreLine, Standing
from domain.wording import counted

_HASH: Final = 12
"""As much of the hash of house rules as tells them apart on paper."""
_STANDINGS: Final = {
    Standing.OPEN: "open",
    Standing.IMPOSSIBLE: "impossible",
    Standing.THROWN_IN: "thrown in",
    Standing.VOID: "void",
    Standing.AFTER_WIN: "after the win",
}
_REMARKS: Final = {
    Standing.OPEN: "Open: it counts for nothing until it is settled.",
    Standing.IMPOSSIBLE: "Impossible: it counts for nothing until it is corrected or overruled.",
    Standing.VOID: "Void: it counts for nothing.",
}
_SETTLEMENTS: Final = {
    Settlement.CORRECTED: "the hand was corrected",
    Settlement.RULING_ACCEPTED: "the ruling was accepted",
    Settlement.OVERRULED: "the table overruled it",
    Settlement.WITHDRAWN: "the objection was withdrawn",
}


def outcome(state: MatchState) -> str:
    """Who has won, and with which hand, in a sentence."""
    won = state.sheet.winner
    if won is not None:
        return f"{readings.sides(state)[won.side]} won with hand {won.hand}."
    unscored = len(state.sheet.unscored)
    waiting = f"; {counted(unscored, 'hand')} not settled" if unscored else ""
    return f"Nobody has won yet{waiting}."


def facts(state: MatchState) -> tuple[tuple[str, str], ...]:
    """What stands at the head of the sheet."""
    won, agreed = state.sheet.winner, state.match.ruleset
    shown = ruleset_presenters.ruleset_summary(agreed)
    rules = agreed.rules
    ends = f"to {rules.target}" if rules.hands is None else counted(rules.hands, "hand")
    why = (("Why", f"{languages.text(won.why)} ({', '.join(won.clauses)})"),) if won else ()
    return (
        ("Result", outcome(state)),
        *why,
        ("Rules", f"{shown.name}, {ends}"),
        ("Rule set", shown.hash[:_HASH] if shown.id == shown.hash else shown.id),
        ("Begun", zones.said(state.created_at, state.time_zone)),
        ("Match", f"{state.match_id}, version {state.version}"),
    )


def result(state: MatchState, line: ScoreLine, view: views.SheetLine) -> str:
    """What became of a hand, and whether anybody objects."""
    is_made = readings.made(state, line)
    played = "no bid" if is_made is None else "made" if is_made else "set"
    said = [_STANDINGS.get(line.standing, played)]
    if line.standing is Standing.OVERRULED:
        said.append("overruled")
    if view.agreement is AgreementState.DISPUTED:
        said.append("disputed")
    return ", ".join(said)


def remarks(state: MatchState, line: ScoreLine) -> tuple[str, ...]:
    """What has to be said of a hand besides its points."""
    hand = state.hands[line.number - 1]
    said = [_REMARKS[line.standing]] if line.standing in _REMARKS else []
    if line.verdict.partner is not None:
        said.append(_partner(state, line.verdict))
    if hand.overruled is not None:
        pays = ", ".join(
            f"{readings.letter(side)} {d:+d}" for side, d in enumerate(hand.overruled.deltas)
        )
        said.append(f"Overruled: it pays {pays}. Reason: {hand.overruled.reason}")
    dispute = hand.agreement.dispute
    if dispute is not None and dispute.resolution is None:
        said.append(f"Disputed: {dispute.reason}")
    elif dispute is not None and dispute.resolution is not None:
        ended = _SETTLEMENTS[dispute.resolution.settlement]
        because = f" ({dispute.resolution.reason})" if dispute.resolution.reason else ""
        said.append(f"Was disputed: {dispute.reason}. In the end {ended}{because}.")
    # What counts for nothing need not be mended.
    if line.standing is not Standing.VOID:
        said.extend(
            languages.texts(findings.said(found))
            for found in (*line.verdict.findings, *line.findings)
        )
    return tuple(said)


def _partner(state: MatchState, verdict: Verdict) -> str:
    """Who was called, where the pitcher calls a partner."""
    names, partner = state.match.seating.names, verdict.partner
    if partner is None or partner == verdict.pitcher:
        return "Played alone."
    return f"Partner: {names[partner]}."


def adjustment_reason(given: RecordedAdjustment) -> str:
    """Why points were given or taken, and why they were not after all."""
    if given.cancelled is None:
        return given.reason
    return f"{given.reason} (cancelled: {given.cancelled.reason})"
