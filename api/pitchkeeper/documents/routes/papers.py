"""Papers: what an organizer prints for a night, and the posters of a league."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated, Any, Final
from uuid import UUID

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitchkeeper.access.aggregates import AggregateKind
from pitchkeeper.access.devices import Device
from pitchkeeper.access.membership.join_page import Links
from pitchkeeper.access.shared.services import SharedServices
from pitchkeeper.documents.leagues import night_papers, posters
from pitchkeeper.documents.leagues.posters import PosterKind
from pitchkeeper.documents.renditions import Rendition, attachment, league_source
from pitchkeeper.documents.routes.downloads import TAGGED, Downloads, download
from pitchkeeper.leagues.routes.doors import NIGHT
from pitchkeeper.leagues.routes.leagues import LEAGUE
from pitchkeeper.leagues.season import nights
from pitchkeeper.leagues.season.fixtures import LeagueSeasons
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.rest.parameters import query

_PDF: Final = "application/pdf"
_OPTIONS: Final[dict[str, Any]] = {"max_length": 2**24, "is_endless": True, **TAGGED}
_NIGHT_OPTIONS: Final = {
    **_OPTIONS,
    "problems": ("no_such_night", "standings_busy"),
}
SlotParameter = Annotated[
    int | None,
    query(
        "The round to print; all rounds of the night if absent.",
        1,
        component="PrintedRound",
        ge=1,
        le=24,
    ),
]
BoardParameter = Annotated[
    str | None,
    query(
        "The secret of a public link of the league, which the QR code then opens; if absent, it "
        "leads members to the league.",
        component="PrintedBoard",
        min_length=43,
        max_length=43,
    ),
]
KindParameter = Annotated[
    PosterKind,
    query("The subject of the poster; how to sign up if absent.", "prizes", component="PosterKind"),
]
InviteParameter = Annotated[
    UUID | None,
    query(
        "The id of an invite to the league by which a device can still join: its code is then on "
        "the poster. Only the owner and organizers may name one.",
        component="PrintedInvite",
        schema={"format": "uuid"},
    ),
]


@download("exportPairingsPdf", f"{NIGHT}/pairings.pdf", _PDF, bytes, **_NIGHT_OPTIONS)
async def export_pairings_pdf(  # noqa: PLR0913, PLR0917
    league_id: FromPath[UUID],
    night: FromPath[int],
    caller: NamedDependency[Device],
    league_seasons: NamedDependency[LeagueSeasons],
    downloads: NamedDependency[Downloads],
    base: NamedDependency[Links],
    slot: SlotParameter = None,
    board: BoardParameter = None,
) -> Response[Any]:
    """Export the pairings of a night as PDF.

    The PDF is a sheet for the wall: who meets whom, by table and by name, and who sits out. It
    prints on Letter and A4. Safe to repeat.
    """
    season = await nights.read(league_seasons, caller.device_id, league_id, night)
    write = partial(night_papers.pairing_sheet, season, night, slot, base, board)
    key = (str(night), str(slot), base.page, board or "")
    return await _respond(downloads, season, "pairings", key, write)


@download("exportTableSheetsPdf", f"{NIGHT}/table-sheets.pdf", _PDF, bytes, **_NIGHT_OPTIONS)
async def export_table_sheets_pdf(
    league_id: FromPath[UUID],
    night: FromPath[int],
    caller: NamedDependency[Device],
    league_seasons: NamedDependency[LeagueSeasons],
    downloads: NamedDependency[Downloads],
    base: NamedDependency[Links],
    slot: SlotParameter = None,
) -> Response[Any]:
    """Export the table sheets of a night as PDF.

    The PDF has half a page for each matchup, with its players, room for substitutes, scores and
    signatures, and a QR code that opens the entry of its result. Cut the stack once and put the
    upper halves on the lower ones: they are in the order of rounds and tables. It prints on Letter
    and A4. Safe to repeat.
    """
    season = await nights.read(league_seasons, caller.device_id, league_id, night)
    write = partial(night_papers.table_sheets, season, night, slot, base)
    key = (str(night), str(slot), base.page)
    return await _respond(downloads, season, "table sheets", key, write)


@download("exportTallyCardsPdf", f"{NIGHT}/tally-cards.pdf", _PDF, bytes, **_NIGHT_OPTIONS)
async def export_tally_cards_pdf(
    league_id: FromPath[UUID],
    night: FromPath[int],
    caller: NamedDependency[Device],
    league_seasons: NamedDependency[LeagueSeasons],
    downloads: NamedDependency[Downloads],
) -> Response[Any]:
    """Export the tally cards of a night as PDF.

    The PDF has a quarter of a page for each player or team of the night, by name: its rounds with
    table, partner and opponents as far as they are planned, and room for what it wins. The last
    page is filled up with blank cards. It prints on Letter and A4. Safe to repeat.
    """
    season = await nights.read(league_seasons, caller.device_id, league_id, night)
    write = partial(night_papers.tally_cards, season, night)
    key = (str(night),)
    return await _respond(downloads, season, "tally cards", key, write)


@download(
    "exportPosterPdf",
    f"{LEAGUE}/poster.pdf",
    _PDF,
    bytes,
    **_OPTIONS,
    problems=(
        "not_allowed",
        "no_such_invite",
        "invite_ended",
        "standings_busy",
    ),
)
async def export_poster_pdf(  # noqa: PLR0913, PLR0917
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    league_seasons: NamedDependency[LeagueSeasons],
    shared: NamedDependency[Mapping[AggregateKind, SharedServices]],
    downloads: NamedDependency[Downloads],
    base: NamedDependency[Links],
    kind: KindParameter = PosterKind.SIGN_UP,
    invite: InviteParameter = None,
) -> Response[Any]:
    """Export a poster of a league as PDF.

    The PDF is a poster for guests. By `kind` it says when the league plays, with its fee, prizes
    and rules; the prizes, with those who would get them now; or the standings. It prints on Letter
    and A4. Safe to repeat.
    """
    season = await league_seasons.read_season(caller.device_id, league_id)
    shown = None
    if invite is not None:
        invitations = shared[AggregateKind.LEAGUE].invitations
        shown = await invitations.read_usable(caller.device_id, league_id, invite)
    write = partial(posters.poster, season, kind, base, shown)
    key = (kind, base.page, str(invite))
    return await _respond(downloads, season, "poster", key, write)


async def _respond(
    downloads: Downloads,
    season: LeagueSeason,
    name: str,
    key: tuple[str, ...],
    write: Callable[[], bytes],
) -> Response[Any]:
    """Answer a paper; `key` is what it follows from besides the league."""
    disposition = attachment(("pitch", name, season.state.charter.name), "pdf")
    rendition = Rendition(league_source(season), (name, *key), _PDF, disposition=disposition)
    return await downloads.answer_league(season, rendition, write)
