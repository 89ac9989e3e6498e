"""Rulings: settle disputes without a match."""

from functools import partial
from typing import Final

from litestar.di import NamedDependency

from pitch import CallRuling
from pitch import rule_on_call as decide_call
from pitch.rulings import HandRuling, IrregularityRuling, PlayRuling, WinnerRuling
from pitch.rulings import rule_on_hand as decide_hand
from pitch.rulings import rule_on_irregularity as decide_irregularity
from pitch.rulings import rule_on_play as decide_play
from pitch.rulings import rule_on_winner as decide_winner
from pitchkeeper.rest.operations import operation
from pitchkeeper.rest.signatures import FromBody
from pitchkeeper.rulings import views
from pitchkeeper.rulings.rulesets import RulesetCatalog
from pitchkeeper.workers.adjudicators import Adjudicator

_PROBLEMS: Final = (
    "ruleset_not_found",
    "contradictory_options",
    "table_not_allowed",
    "not_at_table",
)
HAND_PROBLEMS: Final = (
    *_PROBLEMS,
    "wrong_length",
    "entered_twice",
    "not_in_rules",
    "not_in_pack",
    "rulings_busy",
)
"""The problems of questions about a hand."""
_ruling: Final = partial(operation, "POST", tag="Rulings", is_public=True, rate_limit="rulings")
"""The operation that answers a question."""


@_ruling(
    "/v1/rulings/call",
    problems=(*_PROBLEMS, "wrong_length", "one_of_two", "illegal_call", "rulings_busy"),
)
async def rule_on_call(
    dispute: FromBody[views.CallDispute],
    catalog: NamedDependency[RulesetCatalog],
    adjudicator: NamedDependency[Adjudicator],
) -> CallRuling:
    """Rule on a bid.

    The ruling says whether a bid or pass, or a card tabled in place of one, is legal, what it
    counts as, who pitches, and what follows a bid out of turn. `turnsOn` lists the documents and
    options under which the outcome would differ. Nothing is saved. Safe to repeat.
    """
    ruleset = await catalog.load_with_options(dispute.ruleset, dispute.options)
    # Not in the event loop: it tries lists of bids and pairs of options for tens of milliseconds,
    # the first time up to two hundred, and would delay all other requests.
    return await adjudicator.ask(decide_call, dispute, ruleset)


@_ruling(
    "/v1/rulings/play",
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
)
async def rule_on_play(
    dispute: FromBody[views.PlayDispute],
    catalog: NamedDependency[RulesetCatalog],
    adjudicator: NamedDependency[Adjudicator],
) -> PlayRuling:
    """Rule on a play.

    The ruling says whether a card may be played, which other cards may be, who wins the trick once
    it is complete, and the remedy for a renege or a wrong lead. Without a card it lists the legal
    cards, or says who wins. Nothing is saved. Safe to repeat.
    """
    ruleset = await catalog.load_with_options(dispute.ruleset, dispute.options)
    return await adjudicator.ask(decide_play, dispute, ruleset)


@_ruling(
    "/v1/rulings/hand",
    problems=HAND_PROBLEMS,
)
async def rule_on_hand(
    dispute: FromBody[views.HandDispute],
    catalog: NamedDependency[RulesetCatalog],
    adjudicator: NamedDependency[Adjudicator],
) -> HandRuling:
    """Rule on a hand.

    The ruling covers all deals and plays. It has the facts that are certain, those that are open
    and what to ask next; or a smallest set of facts that make the record impossible, and single
    changes that would mend it. For an incomplete hand `answers`, `cardsToAsk` and `impossibleCards`
    have possible next entries. With `witness` a deal and six tricks show that the hand is possible.
    Nothing is saved. Safe to repeat.
    """
    ruleset = await catalog.load_with_options(dispute.ruleset, dispute.options)
    return await adjudicator.ask(decide_hand, dispute, ruleset)


@_ruling(
    "/v1/rulings/winner",
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
)
async def rule_on_winner(
    dispute: FromBody[views.WinnerDispute],
    catalog: NamedDependency[RulesetCatalog],
    adjudicator: NamedDependency[Adjudicator],
) -> WinnerRuling:
    """Rule on the winner.

    The ruling says who has won at the end of a hand, given the scores before it and either its
    record or its result. Other documents are compared with the same target. Nothing is saved. Safe
    to repeat.
    """
    # With the target of this match, which often differs from that of the preset.
    ruleset = await catalog.load_with_options(dispute.ruleset, dispute.options, dispute.target)
    return await adjudicator.ask(decide_winner, dispute, ruleset)


@_ruling(
    "/v1/rulings/irregularity",
    problems=(*_PROBLEMS, "wrong_length", "too_many_points", "illegal_call", "rulings_busy"),
)
async def rule_on_irregularity(
    dispute: FromBody[views.IrregularityDispute],
    catalog: NamedDependency[RulesetCatalog],
    adjudicator: NamedDependency[Adjudicator],
) -> IrregularityRuling:
    """Rule on an irregularity.

    The ruling is the remedy for a renege, a misdeal, a bid out of turn and the like, with its
    effect on the score of every side. The documents are silent on nearly all of them, so the basis
    is our default or the house's choice. Nothing is saved. Safe to repeat.
    """
    ruleset = await catalog.load_with_options(dispute.ruleset, dispute.options)
    return await adjudicator.ask(decide_irregularity, dispute, ruleset)
