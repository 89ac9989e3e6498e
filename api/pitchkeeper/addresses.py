"""Where PostgreSQL is, and how much of it a worker may use."""

from typing import Final

from msgspec import Struct, structs

CONNECTIONS: Final = 8
STATEMENT_SECONDS: Final = 5


class Database(Struct, frozen=True):
    """A database, and how a worker of this server connects to it."""

    url: str
    """Where statements are sent; a pooler may be there that hands connections around."""
    direct_url: str | None = None
    """PostgreSQL itself, if `url` is a pooler."""
    connections: int = CONNECTIONS
    """The most connections of a worker, besides the one that listens."""
    statement_seconds: int = STATEMENT_SECONDS
    """How long a statement may take."""
    common_url: str | None = None
    """Where all servers meet, if `url` is one of several entrances of a cluster."""

    @property
    def direct(self) -> str:
        """Where a connection stays the same and all servers meet: to listen, and to migrate."""
        return self.common_url or self.direct_url or self.url

    @property
    def common(self) -> "Database":
        """Where all servers meet: what they count together is there."""
        if self.common_url is None:
            return self
        return structs.replace(self, url=self.common_url, direct_url=None, common_url=None)

    @property
    def is_pooled(self) -> bool:
        """Whether statements go through a pooler, which knows no settings of a session."""
        return self.direct_url is not None

    @property
    def session(self) -> dict[str, str]:
        """The settings of a connection for statements."""
        name = {"application_name": "pitchkeeper"}
        if self.is_pooled:
            return name
        return name | {"statement_timeout": str(self.statement_seconds * 1000)}
