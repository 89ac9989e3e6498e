"""Rulebooks: a rule set as HTML and PDF."""

from functools import partial
from typing import Any

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitch import RuleSet
from pitchkeeper.documents import html, pdf, rulebooks
from pitchkeeper.documents.renditions import Rendition, ruleset_source
from pitchkeeper.documents.routes.downloads import TAGGED, Downloads
from pitchkeeper.rest.operations import operation
from pitchkeeper.rulings import caching
from pitchkeeper.rulings.rulesets import RulesetCatalog
from pitchkeeper.rulings.views import ShowIds
from pitchkeeper.workers import threads


@operation(
    "GET",
    "/v1/rulesets/{ruleset_id:str}/rulebook.html",
    tag="Rule sets",
    answer=str,
    media_type="text/html",
    is_public=True,
    **TAGGED,
)
async def get_rulebook_page(
    ruleset_id: FromPath[str],
    catalog: NamedDependency[RulesetCatalog],
    downloads: NamedDependency[Downloads],
    show_ids: ShowIds = False,
) -> Response[Any]:
    """Get a rulebook as HTML.

    The page has the content of getRulebook, to be read in a browser or printed, and loads no
    external resources. Safe to repeat.
    """
    ruleset = await catalog.load(ruleset_id)
    rendition = Rendition(
        ruleset_source(ruleset), _format("html", show_ids), "text/html", html.POLICY
    )
    page = partial(threads.run, _page, ruleset, show_ids)
    return await downloads.answer(rendition, page, **caching.for_document(ruleset_id))


@operation(
    "GET",
    "/v1/rulesets/{ruleset_id:str}/rulebook.pdf",
    tag="Rule sets",
    answer=bytes,
    media_type="application/pdf",
    is_public=True,
    **TAGGED,
)
async def get_rulebook_pdf(
    ruleset_id: FromPath[str],
    catalog: NamedDependency[RulesetCatalog],
    downloads: NamedDependency[Downloads],
    show_ids: ShowIds = False,
) -> Response[Any]:
    """Get a rulebook as PDF.

    The PDF has the content of getRulebook on one or two sheets, and is tagged for screen readers.
    Safe to repeat.
    """
    ruleset = await catalog.load(ruleset_id)
    rendition = Rendition(ruleset_source(ruleset), _format("pdf", show_ids), "application/pdf")
    sheet = partial(threads.run, _sheet, ruleset, show_ids)
    return await downloads.answer(rendition, sheet, **caching.for_document(ruleset_id))


def _format(name: str, show_ids: bool) -> tuple[str, ...]:
    return ("rulebook", name, "ids") if show_ids else ("rulebook", name)


def _page(ruleset: RuleSet, show_ids: bool) -> bytes:
    return html.render(rulebooks.document(ruleset, shows_ids=show_ids))


def _sheet(ruleset: RuleSet, show_ids: bool) -> bytes:
    return pdf.render(rulebooks.document(ruleset, shows_ids=show_ids))
