"""Rulings on the winner: who has won a match at the end of a hand, if anybody (C60 to C76)."""

from collections.abc import Iterator
from enum import StrEnum
from itertools import permutations
from typing import Annotated, Final

from msgspec import Meta, Struct, structs

from domain import (
    auctions,
    clauses,
    findings,
    outlooks,
    points,
    provers,
    records,
    rulings,
    verdicts,
    wins,
)
from domain.auctions import IllegalCall
from domain.calls import RANK, Call
from domain.deals import Deal
from domain.outlooks import Outlook
from domain.proofs import Proof
from domain.provers import Limits
from domain.records import HandRecord, Score
from domain.refusals import Refusal
from domain.rules import PITCHER_ALONE, Rules, SeveralOut
from domain.rulesets import RuleSet
from domain.rulings import NotDecided, OneOfTwo, Ruling, Situation
from domain.tables import Table
from domain.values import Fact, Seat, Side
from domain.verdicts import Status, Verdict
from domain.wins import Ending, Winner, WinReason


class MatchWasOver(Refusal):
    """The match had been won before this hand."""

    code = "match_was_over"


class HandNotPossible(Refusal):
    """The hand cannot be so under these rules."""

    code = "hand_not_possible"


Scores = Annotated[tuple[Score, ...], Meta(min_length=2, max_length=8)]


class PointSides(Fact, frozen=True):
    """Which side took which point; null where nobody did."""

    high: Side
    low: Side
    jack: Side | None = None
    game: Side | None = None


class Result(Fact, frozen=True, kw_only=True):
    """A hand as the score sheet shows it: the scores after it, and how the bid fared."""

    after: Scores
    """The scores after the hand, by side."""
    pitching_side: Side
    bid: Call
    """The bid that was played."""
    made: bool
    """Whether the bid was made."""
    points: PointSides | None = None
    """Which side took which point, if that is known."""


class Dispute(Situation, frozen=True, kw_only=True):
    """The scores before a hand, and the hand: its record, or its result."""

    scores: Annotated[Scores, Meta(description="The scores before the hand.")]
    hand: HandRecord | None = None
    """What is known of the hand; give this or its result."""
    result: Result | None = None
    """What the score sheet says of the hand; give this or its record."""
    dealer: Annotated[Seat | None, Meta(description="The last seat if absent.")] = None
    hands_played: Annotated[
        int, Meta(ge=1, le=999, description="Hands scored so far, this one included.")
    ] = 1


class Decision(StrEnum):
    """What a hand decides."""

    WON = "won"
    PLAY_ON = "play_on"
    OPEN = "open"
    IMPOSSIBLE = "impossible"


class WinnerRuling(Ruling, frozen=True, kw_only=True):
    """Who has won, or that play goes on."""

    decision: Decision
    """Whether somebody has won, play goes on, or it cannot be told yet."""
    winner: Side | None
    reason: WinReason | None
    """By what it was won; null if nobody has."""
    target: Annotated[int | None, Meta(description="Null when a number of hands is played.")]
    scores: Annotated[tuple[int, ...] | None, Meta(description="After the hand, if known.")]
    verdict: Annotated[Verdict | None, Meta(description="On the hand, if its record was given.")]
    outlook: Annotated[
        Outlook | None, Meta(description="Who can win, if the hand is open in few enough ways.")
    ]


OPTIONS: Final = (
    "low",
    "trump_jack_pips",
    "game_tie",
    "slam_needs",
    "slam_reward",
    "negative_scores",
    "going_out",
    "several_out",
)
"""The choices that a ruling on the winner can depend on."""


class _Judged(Struct, frozen=True):
    """A decision with its reason and the clauses it rests on."""

    decision: Decision
    outcome: str
    why: str
    cited: tuple[str, ...]
    winner: Winner | None = None
    outlook: Outlook | None = None


def rule(dispute: Dispute, ruleset: RuleSet) -> WinnerRuling:
    """The ruling on who has won; a record that is open or impossible decides nothing yet."""
    table = rulings.table_of(dispute, ruleset)
    _check(dispute, table)
    own = _judge(dispute, ruleset, table, provers.USUAL)

    def judge(other: RuleSet) -> WinnerRuling:
        ruling = own if other is ruleset else _judge(dispute, other, table, provers.BRIEF)
        if ruling.decision is Decision.IMPOSSIBLE and other is not ruleset:
            raise HandNotPossible
        return ruling

    return rulings.rule(judge, ruleset, table, OPTIONS)


def _check(dispute: Dispute, table: Table) -> None:
    rulings.check_seats(table, {"/dealer": dispute.dealer})
    rulings.check_length(table, "/scores", dispute.scores)
    if (dispute.hand is None) == (dispute.result is None):
        raise OneOfTwo("Give the record of the hand or its result.", pointer="/hand")
    if dispute.hand is not None:
        try:
            records.check(dispute.hand, table)
        except Refusal as refused:
            refused.pointer = f"/hand{refused.pointer}"
            raise
    if dispute.result is not None:
        _check_result(dispute.result, table)


_ORDER_DECIDES: Final = "Who took High, Low, Jack and Game decides who was there first."


def _check_result(result: Result, table: Table) -> None:
    rulings.check_length(table, "/result/after", result.after)
    claimed = result.points
    named = {"pitchingSide": result.pitching_side}
    for name in ("high", "low", "jack", "game") if claimed is not None else ():
        named[f"points/{name}"] = getattr(claimed, name)
    rulings.check_sides(table, {f"/result/{place}": side for place, side in named.items()})


def _judge(dispute: Dispute, ruleset: RuleSet, table: Table, limits: Limits) -> WinnerRuling:
    if _was_over(dispute.scores, ruleset.rules):
        raise MatchWasOver(pointer="/scores")
    dealer = table.players - 1 if dispute.dealer is None else dispute.dealer
    verdict = None
    if dispute.hand is not None:
        told = dispute.hand.dealer
        deal = Deal(ruleset, rulings.seated(table), dealer if told is None else told)
        proof = provers.prove(dispute.hand, deal, limits)
        if proof.undecided and not limits.explains:
            raise NotDecided
        verdict = verdicts.verdict(dispute.hand, deal, proof)
        after = outlooks.added(dispute.scores, verdict, deal)
        judged = _by_record(dispute, verdict, proof, deal)
    else:
        deal = Deal(ruleset, rulings.seated(table), dealer)
        after = dispute.result.after if dispute.result else ()
        judged = _by_result(dispute, deal)
    quoted = clauses.quoted(ruleset, judged.cited)
    return WinnerRuling(
        outcome=judged.outcome,
        why=judged.why,
        basis=rulings.basis_of(quoted),
        clauses=quoted,
        decision=judged.decision,
        winner=judged.winner.side if judged.winner else None,
        reason=judged.winner.reason if judged.winner else None,
        target=ruleset.rules.target,
        scores=after,
        verdict=verdict,
        outlook=judged.outlook,
    )


def _was_over(before: tuple[int, ...], rules: Rules) -> bool:
    """Whether nobody could have played on with such scores: no tie, no bidding to go out."""
    if rules.target is None or rules.going_out in PITCHER_ALONE or max(before) < rules.target:
        return False
    return rules.several_out is SeveralOut.COUNTING_ORDER or before.count(max(before)) == 1


def _by_record(dispute: Dispute, verdict: Verdict, proof: Proof, deal: Deal) -> _Judged:
    if verdict.status is Status.IMPOSSIBLE:
        found = next(filter(findings.blocks, verdict.findings))
        cited = found.clauses or deal.cite("win.out", "win.hands")
        return _Judged(Decision.IMPOSSIBLE, "The record cannot be.", found.message, cited)
    if verdict.status is Status.OPEN:
        return _by_endings(
            dispute, verdict, proof, deal, "The record does not settle the hand yet."
        )
    if verdict.thrown_in:
        why = "Everyone passed, so nobody scores."
        return _Judged(Decision.PLAY_ON, "Play on.", why, deal.cite("bid.allpass"))
    if wins.turns_on_order(_ended(dispute, verdict, deal)):
        return _by_endings(dispute, verdict, proof, deal, _ORDER_DECIDES)
    return _decided(_ended(dispute, verdict, deal))


def _by_endings(
    dispute: Dispute, verdict: Verdict, proof: Proof, deal: Deal, unless: str
) -> _Judged:
    """The decision if it is the same however the hand ends; `unless` says why it is not made."""
    outlook = outlooks.outlook(verdict, proof, deal, lambda way: _ended(dispute, way, deal))
    if outlook is None or not outlook.is_certain:
        return structs.replace(_open(unless, deal), outlook=outlook)
    way = next(outlooks.settled(verdict, proof, deal))
    return structs.replace(_decided(_ended(dispute, way, deal)), outlook=outlook)


def _ended(dispute: Dispute, verdict: Verdict, deal: Deal) -> Ending:
    after = outlooks.added(dispute.scores, verdict, deal) or dispute.scores
    return _ending(dispute, after, verdict, deal)


def _by_result(dispute: Dispute, deal: Deal) -> _Judged:
    """The decision from the scores after; in counting order the points may be needed."""
    result = dispute.result
    if result is None or not _can_be_bid(result.bid, deal.ruleset.rules):
        raise IllegalCall("No auction under these rules ends with that bid.", pointer="/result/bid")
    verdict = _written(result, deal)
    ending = _ending(dispute, result.after, verdict, deal)
    judged = _decided(ending)
    if result.points is not None or not _needs_points(judged, ending):
        return judged
    others = [_decided(structs.replace(ending, verdict=way)) for way in _ways(ending)]
    winners = {other.winner.side if other.winner else None for other in others}
    if len(winners) != 1:
        return _open(_ORDER_DECIDES, deal)
    return others[0]


def _can_be_bid(bid: Call, rules: Rules) -> bool:
    return any(auctions.can_win(bid, rules, is_dealer=dealer) for dealer in (False, True))


def _needs_points(judged: _Judged, ending: Ending) -> bool:
    """Whether several sides stand at the target and the first to be counted there wins."""
    rules = ending.deal.ruleset.rules
    if rules.target is None or rules.several_out is not SeveralOut.COUNTING_ORDER:
        return False
    if judged.winner is not None and judged.winner.reason is not WinReason.COUNTED_OUT:
        return False
    return sum(score >= rules.target for score in ending.after) > 1


def _written(result: Result, deal: Deal) -> Verdict:
    """A settled verdict as the score sheet has it."""
    blank = verdicts.verdict(HandRecord(), deal)
    shown = None
    if result.points is not None and blank.points is not None:
        sides = (result.points.high, result.points.low, result.points.jack, result.points.game)
        shown = points.owned(blank.points, sides)
    return structs.replace(
        blank,
        status=Status.SETTLED,
        pitching_side=result.pitching_side,
        bid=result.bid,
        made=result.made,
        points=shown,
        needs=(),
    )


def _ways(ending: Ending) -> Iterator[Verdict]:
    """Every way in which the points of a hand can have brought the scores to what they are."""
    verdict = ending.verdict
    blank = verdicts.verdict(HandRecord(), ending.deal).points
    is_slam = verdict.bid is not None and RANK[verdict.bid] > RANK[Call.FOUR]
    left_out = verdict.pitching_side if is_slam or not verdict.made else None
    credited: list[int | None] = []
    for side, (before, after) in enumerate(zip(ending.before, ending.after, strict=True)):
        if side != left_out:
            credited += [side if after >= before else None] * abs(after - before)
    if blank is None or len(credited) > 4 or None in credited:
        raise HandNotPossible("No hand changes the scores so.", pointer="/result/after")
    credited += [None] * (4 - len(credited))
    for sides in sorted(set(permutations(credited)), key=repr):
        if left_out is not None or None not in sides[:2]:
            yield structs.replace(verdict, points=points.owned(blank, sides))


def _ending(dispute: Dispute, after: tuple[int, ...], verdict: Verdict, deal: Deal) -> Ending:
    return Ending(
        number=dispute.hands_played,
        played=dispute.hands_played,
        before=dispute.scores,
        after=after,
        verdict=verdict,
        deal=deal,
    )


def _open(why: str, deal: Deal) -> _Judged:
    cited = deal.cite("win.several", "win.out", "win.hands")
    return _Judged(Decision.OPEN, "Not known yet.", why, cited)


def _decided(ending: Ending) -> _Judged:
    won = wins.winner(ending)
    if won is None:
        why, topics = _why_play_on(ending)
        return _Judged(Decision.PLAY_ON, "Play on.", why, ending.deal.cite(*topics))
    cited = won.clauses
    if won.reason is WinReason.PITCHER_OUT and not ending.verdict.made:
        cited = ending.deal.cite("win.made", "win.out", "win.target")
    return _Judged(Decision.WON, f"Side {won.side} wins.", won.why, cited, won)


def _why_play_on(ending: Ending) -> tuple[str, tuple[str, ...]]:
    """Why nobody has won, and the topics that say so, the deciding one first."""
    rules, verdict = ending.deal.ruleset.rules, ending.verdict
    if rules.hands is not None or rules.target is None:
        return "The agreed hands are not played, or the most points are shared.", ("win.hands",)
    out = [side for side, score in enumerate(ending.after) if score >= rules.target]
    if not out:
        is_slam = verdict.bid is not None and RANK[verdict.bid] > RANK[Call.FOUR]
        slam = ("slam.made" if verdict.made else "slam.set",) if is_slam else ()
        return f"Nobody stands at {rules.target}.", (*slam, "win.target")
    if rules.going_out not in PITCHER_ALONE:
        return "The most points are shared.", ("win.tie", "win.several", "win.target")
    if verdict.pitching_side in out:
        return "The pitching side did not make its bid.", ("win.made", "win.out", "win.target")
    return "Who stands at the target did not pitch.", ("win.out", "win.made", "win.target")
