"""Rulebooks to print: the page and the paper of a rule set."""

from functools import lru_cache

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from api.documents import html, pdf, rulebooks
from api.http.operations import operation
from api.rulings import caching
from api.rulings.rulesets import RulesetCatalog
from api.workers import threads

# Anybody may ask, and a sheet takes longer to set than all else that anybody may ask for.
_paper = lru_cache(maxsize=64)(pdf.paper)


@operation(
    "GET",
    "/v1/rulesets/{ruleset_id:str}/rulebook.html",
    "getRulebookPage",
    tag="Rule sets",
    answer=str,
    media_type="text/html",
    problems=("ruleset_not_found",),
    is_public=True,
)
async def get_rulebook_page(
    ruleset_id: FromPath[str], catalog: NamedDependency[RulesetCatalog]
) -> Response[bytes]:
    """Read a rule set as a page.

    What getRulebook says, to be read in a browser or printed and hung up; the page loads nothing
    from anywhere. Safe to repeat.
    """
    document = rulebooks.document(await catalog.ruleset(ruleset_id))
    headers = caching.of_document(ruleset_id) | {"Content-Security-Policy": html.POLICY}
    return Response(html.page(document), media_type="text/html", headers=headers)


@operation(
    "GET",
    "/v1/rulesets/{ruleset_id:str}/rulebook.pdf",
    "getRulebookPdf",
    tag="Rule sets",
    answer=bytes,
    media_type="application/pdf",
    problems=("ruleset_not_found",),
    is_public=True,
)
async def get_rulebook_pdf(
    ruleset_id: FromPath[str], catalog: NamedDependency[RulesetCatalog]
) -> Response[bytes]:
    """Print a rule set.

    What getRulebook says, on a sheet or two to hang up; tagged, so that it can be read aloud.
    Safe to repeat.
    """
    document = rulebooks.document(await catalog.ruleset(ruleset_id))
    # In a thread: while paper is set nobody else would be answered.
    paper, headers = await threads.run(_paper, document), caching.of_document(ruleset_id)
    return Response(paper, media_type="application/pdf", headers=headers)
