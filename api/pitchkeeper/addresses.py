"""Addresses of PostgreSQL, and the connections that a worker may use."""

from typing import Final

from msgspec import Struct, structs

CONNECTIONS: Final = 8
STATEMENT_SECONDS: Final = 5


class Database(Struct, frozen=True):
    """A database, and the way in which a worker connects to it."""

    url: str
    """The address for statements; it may be a pooler."""
    direct_url: str | None = None
    """The address of PostgreSQL itself, if `url` is a pooler."""
    connections: int = CONNECTIONS
    """The most connections of a worker, besides the one that listens."""
    statement_seconds: int = STATEMENT_SECONDS
    """The time limit of a statement."""
    common_url: str | None = None
    """The address that all servers share, if `url` is one of several nodes of a cluster."""

    @property
    def direct(self) -> str:
        """The shared address without a pooler, to listen and to migrate."""
        return self.common_url or self.direct_url or self.url

    @property
    def common(self) -> "Database":
        """The database that all servers share, with their common counts."""
        if self.common_url is None:
            return self
        return structs.replace(self, url=self.common_url, direct_url=None, common_url=None)

    @property
    def is_pooled(self) -> bool:
        """Whether statements go through a pooler, which rejects settings of a session."""
        return self.direct_url is not None

    @property
    def session(self) -> dict[str, str]:
        """The settings of a connection for statements."""
        name = {"application_name": "pitchkeeper"}
        if self.is_pooled:
            return name
        return name | {"statement_timeout": str(self.statement_seconds * 1000)}
