"""The services of documents: exports and imports."""

from msgspec import Struct

from pitchkeeper.database.pool import Connections
from pitchkeeper.documents.archives.imports import ArchiveImports
from pitchkeeper.documents.exports import Exports
from pitchkeeper.documents.imports import Imports
from pitchkeeper.documents.renditions import Renditions
from pitchkeeper.documents.store import TranscriptStore
from pitchkeeper.leagues.services import LeagueServices
from pitchkeeper.matches.services import MatchServices
from pitchkeeper.sources import Sources


class DocumentServices(Struct, frozen=True):
    """The services of documents for handlers."""

    exports: Exports
    imports: Imports
    archive_imports: ArchiveImports
    renditions: Renditions


def build(
    connections: Connections, matches: MatchServices, leagues: LeagueServices, sources: Sources
) -> DocumentServices:
    """Build the services of documents on a database."""
    changes, store = matches.match_changes, TranscriptStore(connections)
    imports = Imports(changes, store, sources.clock, sources.new_id)
    return DocumentServices(
        exports=Exports(matches.store, changes, store, leagues.league_seasons),
        imports=imports,
        archive_imports=ArchiveImports(imports, store, leagues.league_store, changes),
        renditions=Renditions(),
    )
