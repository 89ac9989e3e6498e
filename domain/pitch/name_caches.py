"""Caches of results that hold names of players, cleared when a player is erased."""

from typing import Final, Protocol, TypeVar


class Cache(Protocol):
    """A function with a cache, as `lru_cache` returns it."""

    def cache_clear(self) -> None:
        """Clear the cache."""


C = TypeVar("C", bound=Cache)
_caches: Final[list[Cache]] = []


def register_cache(cache: C) -> C:
    """Register a cache whose arguments or results may hold names, and return it."""
    _caches.append(cache)
    return cache


def forget_names() -> None:
    """Clear all registered caches, because none knows which of its results hold a name."""
    for cache in _caches:
        cache.cache_clear()
