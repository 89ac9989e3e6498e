"""Rules: preview and change the rules of a match."""

from uuid import UUID

from litestar.di import NamedDependency
from litestar.params import FromPath

from pitchkeeper.access.devices import Device
from pitchkeeper.matches import presenters, views
from pitchkeeper.matches.changes import MatchChanges, MatchEdit
from pitchkeeper.matches.routes.matches import CHANGE_PROBLEMS, match_response
from pitchkeeper.matches.rules import revisions
from pitchkeeper.matches.rules import views as rules_views
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.rest import etags
from pitchkeeper.rest.operations import operation
from pitchkeeper.rest.signatures import FromBody, Versioned
from pitchkeeper.rulings.rulesets import RulesetCatalog

RULES = "/v1/matches/{match_id:uuid}/rules"
PROBLEMS = ("ruleset_not_found", "contradictory_options", "fixed_target", "table_not_allowed")


@operation(
    "POST",
    f"{RULES}/preview",
    tag="Matches",
    problems=PROBLEMS,
    links=("changeRules",),
    takes_slot=True,
)
async def preview_rules(
    match_id: FromPath[UUID],
    chosen: FromBody[rules_views.NewRules],
    caller: NamedDependency[Device],
    catalog: NamedDependency[RulesetCatalog],
    match_changes: NamedDependency[MatchChanges],
) -> Versioned[rules_views.RulesPreview]:
    """Preview other rules.

    The preview has every hand under the rules of now and under the others: its standing, whether
    the bid is made, what it pays and the scores after it. It also has the changes in the match:
    totals, dealers, the winner, and hands that would not have been played. Nothing is saved. Safe
    to repeat.
    """
    ruleset = await catalog.load_with_options(chosen.ruleset, chosen.options, chosen.target)
    foresight = await revisions.preview(match_changes, caller.device_id, match_id, ruleset)
    return etags.respond(presenters.rules_preview(foresight), foresight.before.version)


@operation(
    "PUT",
    RULES,
    tag="Matches",
    headers=("If-Match",),
    problems=(
        *CHANGE_PROBLEMS,
        *PROBLEMS,
        "rules_do_not_fit",
        "rules_of_league",
        "hand_disputed",
        "stale_match",
        "precondition_required",
    ),
    links=("getMatch",),
)
async def change_rules(
    chosen: FromBody[rules_views.NewRules],
    conditional_edit: NamedDependency[MatchEdit],
    catalog: NamedDependency[RulesetCatalog],
    store: NamedDependency[MatchStore],
) -> Versioned[views.Match]:
    """Change the rules of a match.

    A match that was opened with the wrong rules gets others: every hand is judged again from the
    first on, and records stay as they are. Players and sides stay, so the rules must allow them. A
    hand that is impossible under the new rules is flagged and not scored; a hand that names a card
    or a point that they lack has to be corrected first. Hands have to be confirmed again. Only the
    owner may change the rules; undoChange reverts it. `If-Match` must name the current version. The
    same rules again change nothing, so a retry is safe.
    """
    ruleset = await catalog.load_with_options(chosen.ruleset, chosen.options, chosen.target)
    changed = await revisions.change(conditional_edit, store, ruleset)
    return match_response(changed, conditional_edit.device_id)
