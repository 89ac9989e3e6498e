"""What a hand and the match around it contradict about each other."""

from collections.abc import Iterator

from msgspec import Struct

from domain.calls import RANK, Call
from domain.deals import Deal
from domain.findings import Finding, FindingKind
from domain.records import HandRecord
from domain.rules import GoingOut, SeveralOut
from domain.verdicts import Verdict
from domain.wins import Winner


class Step(Struct, frozen=True):
    """One hand in its match: what was due, what was entered, and what came of it."""

    number: int
    record: HandRecord
    deal: Deal
    due: int
    """The seat whose deal it was by rotation."""
    verdict: Verdict
    is_scored: bool
    before: tuple[int, ...]
    after: tuple[int, ...]
    adjusted: tuple[int, ...]
    """The points given or taken after the hand, by side."""
    won_before: Winner | None
    """Who had won before this hand was dealt."""
    winner: Winner | None


def find(step: Step) -> tuple[Finding, ...]:
    """Everything about a hand that its match shows to be wrong or odd."""
    return (*_dealer(step), *_after_win(step), *_written_scores(step), *_written_winner(step))


def _dealer(step: Step) -> Iterator[Finding]:
    if step.deal.dealer != step.due:
        names = step.deal.seating.names
        yield Finding(
            code="dealer_out_of_turn",
            kind=FindingKind.SUSPICIOUS,
            message=f"{names[step.deal.dealer]} dealt, but it was the turn of {names[step.due]}.",
            facts=("/dealer",),
            clauses=step.deal.cite("table.rotate"),
        )


def _after_win(step: Step) -> Iterator[Finding]:
    won = step.won_before
    if won is not None:
        yield Finding(
            code="hand_after_win",
            kind=FindingKind.RULESET,
            message=f"{step.deal.side_names[won.side]} had won with hand {won.hand}, "
            f"so hand {step.number} does not count.",
            facts=("",),
            clauses=won.clauses,
        )


def _written_scores(step: Step) -> Iterator[Finding]:
    written = step.record.claims.scores if step.record.claims else None
    if written is None or step.won_before is not None:
        return
    if step.is_scored:
        if written != step.after:
            yield Finding(
                code="written_scores_differ",
                kind=FindingKind.ARITHMETIC,
                message=f"The table wrote {_listed(written)}, "
                f"but the records give {_listed(step.after)}.",
                facts=("/claims/scores",),
            )
        return
    yield from _impossible_change(step, written)
    yield from _impossible_tie(step, written)


def _impossible_change(step: Step, written: tuple[int, ...]) -> Iterator[Finding]:
    """A change of score that no outcome of the contract gives (M4)."""
    verdict, deal = step.verdict, step.deal
    if verdict.bid is None or RANK[verdict.bid] > RANK[Call.FOUR]:
        return
    bid = RANK[verdict.bid]
    for side, score in enumerate(written):
        change = score - step.before[side] - step.adjusted[side]
        pitched = side == verdict.pitching_side
        allowed = (-bid, *range(bid, 5)) if pitched else range(5)
        if change not in allowed:
            yield Finding(
                code="score_change_impossible",
                kind=FindingKind.ARITHMETIC,
                message=f"The score of {deal.side_names[side]} cannot change by {change:+d} "
                f"when {'it' if pitched else 'another side'} pitched for {verdict.bid.value}.",
                facts=(
                    f"/claims/scores/{side}",
                    "/contract" if step.record.contract else "/calls",
                ),
                clauses=deal.cite("score.made", "score.set") if pitched else (),
            )


def _impossible_tie(step: Step, written: tuple[int, ...]) -> Iterator[Finding]:
    """Two sides never tie at the target where a pitcher who made goes out first (D-20)."""
    rules = step.deal.ruleset.rules
    applies = (
        len(written) == 2
        and rules.target is not None
        and rules.going_out is GoingOut.PITCHER_MADE_FIRST
        and rules.several_out is SeveralOut.HIGHEST_OR_PLAY_ON
        and not any(step.adjusted)
    )
    if applies and written[0] == written[1] >= (rules.target or 0):
        yield Finding(
            code="tie_at_target",
            kind=FindingKind.ARITHMETIC,
            message=f"Two sides cannot both stand at {written[0]}: one of them pitched, "
            "and had won if it made its bid.",
            facts=("/claims/scores",),
            clauses=step.deal.cite("win.out"),
        )


def _written_winner(step: Step) -> Iterator[Finding]:
    written = step.record.claims.winner if step.record.claims else None
    if written is None or not step.is_scored:
        return
    if step.winner is not None and step.winner.side == written:
        return
    name = step.deal.side_names[written]
    outcome = "nobody has won yet" if step.winner is None else f"{step.winner.why}"
    yield Finding(
        code="written_winner_not_out",
        kind=FindingKind.RULESET,
        message=f"{name} did not win with this hand: {outcome}",
        facts=("/claims/winner",),
        clauses=step.deal.cite("win.out", "win.made", "win.several", "win.tie", "win.hands"),
    )


def _listed(scores: tuple[int, ...]) -> str:
    return " : ".join(map(str, scores))
