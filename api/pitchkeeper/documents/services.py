"""The services of documents: what is taken away, and brought from elsewhere."""

from msgspec import Struct

from pitchkeeper.database.pool import Connections
from pitchkeeper.documents.archives.exports import ArchiveExports
from pitchkeeper.documents.archives.imports import ArchiveImports
from pitchkeeper.documents.papers import Papers
from pitchkeeper.documents.store import CopyStore
from pitchkeeper.documents.transfer import MatchTransfer
from pitchkeeper.leagues.services import LeagueServices
from pitchkeeper.matches.services import MatchServices
from pitchkeeper.sources import Sources


class DocumentServices(Struct, frozen=True):
    """What handlers ask documents for."""

    transfer: MatchTransfer
    exports: ArchiveExports
    imports: ArchiveImports
    papers: Papers


def built(
    connections: Connections, matches: MatchServices, leagues: LeagueServices, sources: Sources
) -> DocumentServices:
    """The services of documents on a database."""
    store, changes, copies = matches.store, matches.match_changes, CopyStore(connections)
    transfer = MatchTransfer(store, changes, sources.clock, sources.new_id, copies)
    return DocumentServices(
        transfer=transfer,
        exports=ArchiveExports(transfer, copies, leagues.fixtures),
        imports=ArchiveImports(transfer, copies, leagues.league_store, changes),
        papers=Papers(),
    )
