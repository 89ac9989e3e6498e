"""Name caches: what follows from who sits at a table, dropped when somebody is erased."""

from typing import Final, Protocol, TypeVar


class Cache(Protocol):
    """What `lru_cache` makes of a function."""

    def cache_clear(self) -> None:
        """Drop what it holds."""


C = TypeVar("C", bound=Cache)
_caches: Final[list[Cache]] = []


def register_cache(cache: C) -> C:
    """Let a cache be dropped with the names that its arguments or results may hold."""
    _caches.append(cache)
    return cache


def forget_names() -> None:
    """Drop what all of them hold: none can tell in which of its results somebody is named."""
    for cache in _caches:
        cache.cache_clear()
