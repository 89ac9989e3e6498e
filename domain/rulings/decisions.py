"""Decisions: whether somebody has won, and the clauses that say so."""

from enum import StrEnum

from msgspec import Struct

from domain import calls
from domain.hand.deals import Deal
from domain.match import wins
from domain.match.outlooks import Outlook
from domain.match.wins import HandEnd, Winner, WinReason
from domain.messages import Sentence, Sentences
from domain.rules.choices import PITCHER_ALONE
from domain.rulings import answers
from domain.wording import nth_side, sentence


class Decision(StrEnum):
    """What a hand decides."""

    WON = "won"
    PLAY_ON = "play_on"
    OPEN = "open"
    IMPOSSIBLE = "impossible"


class ReasonedDecision(Struct, frozen=True):
    """A decision with its reason and the clauses it rests on."""

    decision: Decision
    outcome: Sentence
    whys: Sentences
    cited: tuple[str, ...]
    winner: Winner | None = None
    outlook: Outlook | None = None


def out_of_reach(outlook: Outlook, deal: Deal) -> ReasonedDecision:
    """Play on, because no side can come so far with the hand, whatever it pays."""
    target = deal.ruleset.rules.target
    why = "However the hand ends, the agreed hands are not all played."
    if target is not None:
        why = f"However the hand ends, nobody reaches {target} with it."
    cited = deal.cite("win.hands" if target is None else "win.target")
    return ReasonedDecision(
        Decision.PLAY_ON, answers.told("Play on."), (answers.told(why),), cited, outlook=outlook
    )


def undecided(why: str, deal: Deal) -> ReasonedDecision:
    """That it is not known who has won, and why."""
    cited = deal.cite("win.several", "win.out", "win.hands")
    return ReasonedDecision(
        Decision.OPEN, answers.told("Not known yet."), (answers.told(why),), cited
    )


def decided(ending: HandEnd) -> ReasonedDecision:
    """Who has won at the end of a hand, or why nobody has (C60 to C76)."""
    won = wins.winner(ending)
    if won is None:
        why, topics = _why_play_on(ending)
        return ReasonedDecision(
            Decision.PLAY_ON,
            answers.told("Play on."),
            (answers.told(why),),
            ending.deal.cite(*topics),
        )
    cited = won.clauses
    # What decides is then that the bid need not be made, which is another clause.
    if won.reason is WinReason.PITCHER_OUT and not ending.verdict.made:
        cited = ending.deal.cite("win.made", "win.out", "win.target")
    return ReasonedDecision(
        Decision.WON,
        answers.told(f"{sentence(nth_side(won.side))} wins."),
        (won.why,),
        cited,
        won,
    )


def _why_play_on(ending: HandEnd) -> tuple[str, tuple[str, ...]]:
    """Why nobody has won, and the topics that say so, the deciding one first."""
    rules, verdict = ending.deal.ruleset.rules, ending.verdict
    if rules.hands is not None or rules.target is None:
        return "The agreed hands are not played, or the most points are shared.", ("win.hands",)
    out = [side for side, score in enumerate(ending.after) if score >= rules.target]
    if not out:
        is_slam = calls.is_slam(verdict.bid)
        slam = ("slam.made" if verdict.made else "slam.set",) if is_slam else ()
        return f"Nobody stands at {rules.target}.", (*slam, "win.target")
    # With somebody at the target and nobody out, only a tie is left where anybody may go out
    # (S0.win.tie).
    if rules.going_out not in PITCHER_ALONE:
        return "The most points are shared.", ("win.tie", "win.several", "win.target")
    # You must bid to go out (S3.win.basically), and by default make it.
    if verdict.pitching_side in out:
        return "The pitching side did not make its bid.", ("win.made", "win.out", "win.target")
    return "Who stands at the target did not pitch.", ("win.out", "win.made", "win.target")
