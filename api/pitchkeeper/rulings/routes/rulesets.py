"""Rule sets: presets and house rules, their clauses and differences."""

from typing import Annotated, Any

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitch import RuleSet
from pitch.rules import Difference, compare_rulesets
from pitchkeeper.access.devices import Command
from pitchkeeper.rest.operations import JSON, operation
from pitchkeeper.rest.parameters import query
from pitchkeeper.rest.signatures import FromBody
from pitchkeeper.rulings import caching, presenters, rulebooks, views
from pitchkeeper.rulings.rulesets import RulesetCatalog

MARKDOWN = "text/markdown"
Other = Annotated[
    str,
    query(
        "The rule set to compare with.",
        "rules-guru",
        schema={"$ref": "#/components/schemas/RulesetId"},
    ),
]


@operation("GET", "/v1/rulesets", tag="Rule sets", is_public=True)
async def list_rulesets() -> Response[views.RulesetPage]:
    """List the preset rule sets.

    Each source document has a preset with its rules as written. Safe to repeat.
    """
    return Response(presenters.ruleset_page(), headers=caching.PRESETS)


@operation(
    "POST",
    "/v1/rulesets",
    tag="Rule sets",
    status=201,
    answer_headers=("Location",),
    problems=("unknown_preset", "contradictory_options"),
    links=("getRuleset", "getRulebook"),
)
async def create_ruleset(
    asked: FromBody[views.RulesetRequest],
    command: NamedDependency[Command],  # noqa: ARG001
    catalog: NamedDependency[RulesetCatalog],
) -> Response[views.Ruleset]:
    """Create house rules.

    House rules are a preset with some options changed. Options that contradict each other are
    refused with the reason. A rule set is identified by its content and never changes, so a retry
    returns the same rule set.
    """
    # The command is injected for its refusal of an Idempotency-Key that was used otherwise.
    made = presenters.ruleset(await catalog.create(asked.preset, asked.options, asked.name))
    return Response(made, status_code=201, headers={"Location": f"/v1/rulesets/{made.id}"})


@operation(
    "GET",
    "/v1/rulesets/{ruleset_id:str}",
    tag="Rule sets",
    answer=views.Ruleset,
    is_public=True,
    links=("getRulebook", "getRulebookPage", "getRulebookPdf", "getRulesetDifference"),
)
async def get_ruleset(
    request: Request[Any, Any, Any],
    ruleset_id: FromPath[str],
    catalog: NamedDependency[RulesetCatalog],
) -> Response[Any]:
    """Get a rule set.

    A rule set has a value for every option, and every clause with its basis: the document's text,
    our default if the document is silent or contradicts itself, or a house rule. With `Accept:
    text/markdown` the response is the rulebook, as from getRulebook. Safe to repeat.
    """
    ruleset = await catalog.load(ruleset_id)
    # A client that accepts anything gets JSON; Markdown has to be named.
    prefers_markdown = request.accept.best_match([JSON, MARKDOWN], JSON) == MARKDOWN
    answer = (
        _rulebook(ruleset_id, ruleset, show_ids=False)
        if prefers_markdown
        else Response(presenters.ruleset(ruleset), headers=caching.for_data(ruleset_id))
    )
    answer.headers["Vary"] = "accept, accept-language, accept-encoding"
    return answer


@operation(
    "GET",
    "/v1/rulesets/{ruleset_id:str}/rulebook",
    tag="Rule sets",
    answer=str,
    media_type=MARKDOWN,
    is_public=True,
)
async def get_rulebook(
    ruleset_id: FromPath[str],
    catalog: NamedDependency[RulesetCatalog],
    show_ids: views.ShowIds = False,
) -> Response[str]:
    """Get a rulebook as Markdown.

    The rulebook has the value of each point and a line for each clause of the rule set, with
    examples. Safe to repeat.
    """
    return _rulebook(ruleset_id, await catalog.load(ruleset_id), show_ids)


@operation("GET", "/v1/rulesets/{ruleset_id:str}/difference", tag="Rule sets", is_public=True)
async def get_ruleset_difference(
    ruleset_id: FromPath[str],
    other: Other,
    catalog: NamedDependency[RulesetCatalog],
) -> Response[Difference]:
    """Compare two rule sets.

    The difference has every option and every clause on which the rule sets differ. Left is the rule
    set in the path, right the other. Safe to repeat.
    """
    left, right = await catalog.load(ruleset_id), await catalog.load(other)
    headers = caching.for_data(ruleset_id, other)
    return Response(compare_rulesets(left, right), headers=headers)


def _rulebook(ruleset_id: str, ruleset: RuleSet, show_ids: bool) -> Response[Any]:
    headers = caching.for_document(ruleset_id)
    text = rulebooks.markdown(ruleset, shows_ids=show_ids)
    return Response(text, media_type=MARKDOWN, headers=headers)
