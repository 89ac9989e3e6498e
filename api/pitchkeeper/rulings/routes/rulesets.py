"""Rule sets: the documents' and the house's, their clauses and their differences."""

from typing import Annotated, Any

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitch import RuleSet
from pitch.rules import Difference, compare_rulesets
from pitchkeeper.access.devices import Command
from pitchkeeper.rest import bodies
from pitchkeeper.rest.operations import JSON, operation
from pitchkeeper.rest.parameters import query
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


@operation(
    "GET",
    "/v1/rulesets",
    "listRulesets",
    tag="Rule sets",
    answer=views.RulesetPage,
    is_public=True,
)
async def list_rulesets() -> Response[views.RulesetPage]:
    """List the preset rule sets.

    One for each of the documents, as it is written. Safe to repeat.
    """
    return Response(presenters.ruleset_page(), headers=caching.PRESETS)


@operation(
    "POST",
    "/v1/rulesets",
    "createRuleset",
    tag="Rule sets",
    status=201,
    body=views.RulesetRequest,
    answer=views.Ruleset,
    answer_headers=("Location",),
    problems=("unknown_preset", "contradictory_options"),
    links=(
        "getRuleset",
        "getRulebook",
    ),
)
async def create_ruleset(
    request: Request[Any, Any, Any],
    command: NamedDependency[Command],  # noqa: ARG001
    catalog: NamedDependency[RulesetCatalog],
) -> Response[views.Ruleset]:
    """Make house rules.

    A preset with some options changed; options that contradict one another are refused with
    the reason. A rule set is identified by its content and never changes, so a retry answers
    the same rule set.
    """
    asked = await bodies.read(request, views.RulesetRequest)
    # Taking the command claims its key: used for something else before, it is refused.
    made = presenters.ruleset(await catalog.create(asked.preset, asked.options, asked.name))
    return Response(made, status_code=201, headers={"Location": f"/v1/rulesets/{made.id}"})


@operation(
    "GET",
    "/v1/rulesets/{ruleset_id:str}",
    "getRuleset",
    tag="Rule sets",
    answer=views.Ruleset,
    problems=("ruleset_not_found",),
    is_public=True,
    links=(
        "getRulebook",
        "getRulebookPage",
        "getRulebookPdf",
        "getRulesetDifference",
    ),
)
async def get_ruleset(
    request: Request[Any, Any, Any],
    ruleset_id: FromPath[str],
    catalog: NamedDependency[RulesetCatalog],
) -> Response[Any]:
    """Show a rule set.

    Every choice it makes, and every clause with its basis: the document's text, our default
    where the document is silent or contradicts itself, or a house rule. With
    `Accept: text/markdown` the answer is the rulebook, as from getRulebook. Safe to repeat.
    """
    ruleset = await catalog.load(ruleset_id)
    # Who accepts anything gets JSON; people who want to read ask for Markdown by name.
    prefers_markdown = request.accept.best_match([JSON, MARKDOWN], JSON) == MARKDOWN
    answer = (
        _rulebook(ruleset_id, ruleset)
        if prefers_markdown
        else Response(presenters.ruleset(ruleset), headers=caching.for_data(ruleset_id))
    )
    answer.headers["Vary"] = "accept, accept-language, accept-encoding"
    return answer


@operation(
    "GET",
    "/v1/rulesets/{ruleset_id:str}/rulebook",
    "getRulebook",
    tag="Rule sets",
    answer=str,
    media_type=MARKDOWN,
    problems=("ruleset_not_found",),
    is_public=True,
)
async def get_rulebook(
    ruleset_id: FromPath[str], catalog: NamedDependency[RulesetCatalog]
) -> Response[str]:
    """Read a rule set as a rulebook.

    Markdown, one clause a line, made from the rule set's values, with examples and what each
    point is worth. Safe to repeat.
    """
    return _rulebook(ruleset_id, await catalog.load(ruleset_id))


@operation(
    "GET",
    "/v1/rulesets/{ruleset_id:str}/difference",
    "getRulesetDifference",
    tag="Rule sets",
    answer=Difference,
    problems=("ruleset_not_found",),
    is_public=True,
)
async def get_ruleset_difference(
    ruleset_id: FromPath[str],
    other: Other,
    catalog: NamedDependency[RulesetCatalog],
) -> Response[Difference]:
    """Compare two rule sets.

    Every option and every clause on which they differ; left is the one in the path, right the
    other. Safe to repeat.
    """
    left, right = await catalog.load(ruleset_id), await catalog.load(other)
    headers = caching.for_data(ruleset_id, other)
    return Response(compare_rulesets(left, right), headers=headers)


def _rulebook(ruleset_id: str, ruleset: RuleSet) -> Response[Any]:
    headers = caching.for_document(ruleset_id)
    return Response(rulebooks.markdown(ruleset), media_type=MARKDOWN, headers=headers)
