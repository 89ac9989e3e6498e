"""Rulings: disputes settled without a match, by anybody."""

from typing import Any, Final

from litestar import Request
from litestar.di import NamedDependency

from pitch import CallRuling
from pitch import rule_on_call as decide_call
from pitch.rulings import HandRuling, IrregularityRuling, PlayRuling, WinnerRuling
from pitch.rulings import rule_on_hand as decide_hand
from pitch.rulings import rule_on_irregularity as decide_irregularity
from pitch.rulings import rule_on_play as decide_play
from pitch.rulings import rule_on_winner as decide_winner
from pitchkeeper.rest import bodies
from pitchkeeper.rest.operations import operation
from pitchkeeper.rulings import views
from pitchkeeper.rulings.rulesets import RulesetCatalog
from pitchkeeper.workers.adjudicators import Adjudicator

_PROBLEMS: Final = (
    "ruleset_not_found",
    "contradictory_options",
    "table_not_allowed",
    "not_at_table",
)


@operation(
    "POST",
    "/v1/rulings/call",
    "ruleOnCall",
    tag="Rulings",
    body=views.CallDispute,
    answer=CallRuling,
    problems=(*_PROBLEMS, "wrong_length", "one_of_two", "illegal_call", "rulings_busy"),
    is_public=True,
    rate_limit="rulings",
)
async def rule_on_call(
    request: Request[Any, Any, Any],
    catalog: NamedDependency[RulesetCatalog],
    adjudicator: NamedDependency[Adjudicator],
) -> CallRuling:
    """Rule on a bid.

    Whether a bid or pass, or a card tabled in place of one, is open to who made it; what it counts
    as, who pitches, and what follows a bid out of turn. `turnsOn` lists the documents and options
    under which the outcome would be another. Nothing is kept. Safe to repeat.
    """
    dispute = await bodies.read(request, views.CallDispute)
    ruleset = await catalog.load_with_options(dispute.ruleset, dispute.options)
    # Not in the event loop: it tries lists of bids and pairs of options, tens of milliseconds and
    # the first time up to two hundred, in which nobody else would be answered.
    return await adjudicator.ask(decide_call, dispute, ruleset)


@operation(
    "POST",
    "/v1/rulings/play",
    "ruleOnPlay",
    tag="Rulings",
    body=views.PlayDispute,
    answer=PlayRuling,
    problems=(
        *_PROBLEMS,
        "not_in_pack",
        *(
            "wrong_length",
            "card_twice",
            "hand_needed",
            "trick_complete",
            "trump_needed",
            "rulings_busy",
        ),
    ),
    is_public=True,
    rate_limit="rulings",
)
async def rule_on_play(
    request: Request[Any, Any, Any],
    catalog: NamedDependency[RulesetCatalog],
    adjudicator: NamedDependency[Adjudicator],
) -> PlayRuling:
    """Rule on a play.

    Whether a card may be played, what else could be, who wins the trick once it is complete, and
    the remedy for a renege or a wrong lead. Without a card: what may be played, or who wins.
    Nothing is kept. Safe to repeat.
    """
    dispute = await bodies.read(request, views.PlayDispute)
    ruleset = await catalog.load_with_options(dispute.ruleset, dispute.options)
    return await adjudicator.ask(decide_play, dispute, ruleset)


@operation(
    "POST",
    "/v1/rulings/hand",
    "ruleOnHand",
    tag="Rulings",
    body=views.HandDispute,
    answer=HandRuling,
    problems=(
        *_PROBLEMS,
        "wrong_length",
        "entered_twice",
        "not_in_rules",
        "not_in_pack",
        "rulings_busy",
    ),
    is_public=True,
    rate_limit="rulings",
)
async def rule_on_hand(
    request: Request[Any, Any, Any],
    catalog: NamedDependency[RulesetCatalog],
    adjudicator: NamedDependency[Adjudicator],
) -> HandRuling:
    """Rule on a hand.

    Decided over all deals and plays: what is certain, what is still open and what to ask next;
    or why the record cannot be, by a smallest set of facts, and which single change would fix
    it. `answers`, `cardsToAsk` and `impossibleCards` tell of a hand that is half entered what can
    be entered next. With `witness` a deal and six tricks show that it can be. Nothing is kept. Safe
    to repeat.
    """
    dispute = await bodies.read(request, views.HandDispute)
    ruleset = await catalog.load_with_options(dispute.ruleset, dispute.options)
    return await adjudicator.ask(decide_hand, dispute, ruleset)


@operation(
    "POST",
    "/v1/rulings/winner",
    "ruleOnWinner",
    tag="Rulings",
    body=views.WinnerDispute,
    answer=WinnerRuling,
    problems=(
        *_PROBLEMS,
        "one_of_two",
        "fixed_target",
        "wrong_length",
        "entered_twice",
        "illegal_call",
        "hand_not_possible",
        "match_was_over",
        "rulings_busy",
    ),
    is_public=True,
    rate_limit="rulings",
)
async def rule_on_winner(
    request: Request[Any, Any, Any],
    catalog: NamedDependency[RulesetCatalog],
    adjudicator: NamedDependency[Adjudicator],
) -> WinnerRuling:
    """Rule on the winner.

    Who has won at the end of a hand, given the scores before it and either its record or its
    result. Other documents are asked with the same target. Nothing is kept. Safe to repeat.
    """
    dispute = await bodies.read(request, views.WinnerDispute)
    # With the target of this match: presets have one of their own, and tables often another.
    ruleset = await catalog.load_with_options(dispute.ruleset, dispute.options, dispute.target)
    return await adjudicator.ask(decide_winner, dispute, ruleset)


@operation(
    "POST",
    "/v1/rulings/irregularity",
    "ruleOnIrregularity",
    tag="Rulings",
    body=views.IrregularityDispute,
    answer=IrregularityRuling,
    problems=(*_PROBLEMS, "wrong_length", "too_many_points", "illegal_call", "rulings_busy"),
    is_public=True,
    rate_limit="rulings",
)
async def rule_on_irregularity(
    request: Request[Any, Any, Any],
    catalog: NamedDependency[RulesetCatalog],
    adjudicator: NamedDependency[Adjudicator],
) -> IrregularityRuling:
    """Rule on an irregularity.

    The remedy for a renege, a misdeal, a bid out of turn and the like, with what it does to the
    score of every side. The documents are silent on nearly all of it, so the basis is our default
    or the house's choice. Nothing is kept. Safe to repeat.
    """
    dispute = await bodies.read(request, views.IrregularityDispute)
    ruleset = await catalog.load_with_options(dispute.ruleset, dispute.options)
    return await adjudicator.ask(decide_irregularity, dispute, ruleset)
