"""Decisions: whether a side has won a match, and the clauses that decide."""

from enum import StrEnum
from typing import Final

from msgspec import Struct

from pitch.calls import SLAMS
from pitch.hand.deals import Deal
from pitch.match import wins
from pitch.match.outlooks import Outlook
from pitch.match.wins import HandEnd, Winner, WinReason
from pitch.messages import COUNT, SCORE, SIDE, Message, Sentence, Sentences
from pitch.rules.choices import PITCHER_ALONE

_WINS: Final = Message("ruling.winner.wins", side=SIDE)
_HANDS_LEFT: Final = Message("ruling.winner.why.hands_left")
_OUT_OF_REACH: Final = Message("ruling.winner.why.out_of_reach", target=SCORE)
_NOT_PLAYED: Final = Message("ruling.winner.why.not_played", played=COUNT, hands=COUNT)
_TIED: Final = Message("ruling.winner.why.tied", score=SCORE)
_NOBODY: Final = Message("ruling.winner.why.nobody", target=SCORE)
_NOT_MADE: Final = Message("ruling.winner.why.not_made", side=SIDE, score=SCORE)
_NOT_PITCHED: Final = Message("ruling.winner.why.not_pitched", side=SIDE, score=SCORE)


class Decision(StrEnum):
    """The effect of a hand on the match."""

    WON = "won"
    PLAY_ON = "play_on"
    OPEN = "open"
    IMPOSSIBLE = "impossible"


_OUTCOMES: Final = {
    Decision.PLAY_ON: Message("ruling.winner.play_on"),
    Decision.OPEN: Message("ruling.winner.open"),
    Decision.IMPOSSIBLE: Message("ruling.winner.impossible"),
}


class ReasonedDecision(Struct, frozen=True):
    """A decision with its reasons and clauses."""

    decision: Decision
    outcome: Sentence
    whys: Sentences
    clause_ids: tuple[str, ...]
    winner: Winner | None = None
    outlook: Outlook | None = None


def without_winner(
    decision: Decision, whys: Sentences, clause_ids: tuple[str, ...], outlook: Outlook | None = None
) -> ReasonedDecision:
    """Return a decision by which no side has won, with its reasons and clauses."""
    return ReasonedDecision(decision, _OUTCOMES[decision](), whys, clause_ids, outlook=outlook)


def play_on_out_of_reach(outlook: Outlook, deal: Deal) -> ReasonedDecision:
    """Return that play goes on, because no side can win with the hand, whatever it pays."""
    target = deal.ruleset.rules.target
    why = _HANDS_LEFT() if target is None else _OUT_OF_REACH(target=target)
    clause_ids = deal.cite("win.hands" if target is None else "win.target")
    return without_winner(Decision.PLAY_ON, (why,), clause_ids, outlook)


def leave_open(why: Sentence, deal: Deal) -> ReasonedDecision:
    """Return that the winner is not known, with the reason."""
    clause_ids = deal.cite("win.several", "win.out", "win.hands")
    return without_winner(Decision.OPEN, (why,), clause_ids)


def decide_by_ending(ending: HandEnd) -> ReasonedDecision:
    """Return the winner at the end of a hand, or the reasons why nobody has won."""
    winner = wins.find_winner(ending)
    if winner is None:
        whys, topics = _why_play_on(ending)
        return without_winner(Decision.PLAY_ON, whys, ending.deal.cite(*topics))
    clause_ids = winner.clauses
    # Another clause decides if the bid need not be made.
    if winner.reason is WinReason.PITCHER_OUT and not ending.verdict.made:
        clause_ids = ending.deal.cite("win.made", "win.out", "win.target")
    outcome = _WINS(side=ending.deal.side(winner.side))
    return ReasonedDecision(Decision.WON, outcome, (winner.why,), clause_ids, winner)


def _why_play_on(ending: HandEnd) -> tuple[Sentences, tuple[str, ...]]:
    """Return the reasons why nobody has won, and their topics, the deciding one first."""
    deal, rules, verdict = ending.deal, ending.deal.ruleset.rules, ending.verdict
    if rules.hands is not None and ending.played < rules.hands:
        return (_NOT_PLAYED(played=ending.played, hands=rules.hands),), ("win.hands",)
    if rules.hands is not None or rules.target is None:
        return (_TIED(score=max(ending.after)),), ("win.hands",)
    out = [side for side, score in enumerate(ending.after) if score >= rules.target]
    if not out:
        is_slam = verdict.bid in SLAMS
        slam = ("slam.made" if verdict.made else "slam.set",) if is_slam else ()
        return (_NOBODY(target=rules.target),), (*slam, "win.target")
    # A side at the target that is not out is tied, if any side may go out (S0.win.tie).
    if rules.going_out not in PITCHER_ALONE:
        return (_TIED(score=max(ending.after)),), ("win.tie", "win.several", "win.target")
    # You must bid to go out (S3.win.basically), and by default make it.
    is_set = verdict.pitching_side in out
    reason = _NOT_MADE if is_set else _NOT_PITCHED
    sides = [side for side in out if not is_set or side == verdict.pitching_side]
    whys = tuple(reason(side=deal.side(side), score=ending.after[side]) for side in sides)
    topics = ("win.made", "win.out") if is_set else ("win.out", "win.made")
    return whys, (*topics, "win.target")
