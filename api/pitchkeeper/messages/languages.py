"""The language of the current request, and sentences as text in it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Final

from pitch import name_caches
from pitch.messages import Sentence
from pitchkeeper.messages import catalogues, views
from pitchkeeper.messages.catalogues import LANGUAGES, USUAL

_MAX_HEADER: Final = 200
_current: ContextVar[str] = ContextVar("language", default=USUAL)


def current() -> str:
    """Return the language of the current context, such as a request."""
    return _current.get()


def set_current(accept_language: str) -> None:
    """Set the language of the current context by an `Accept-Language` header."""
    _current.set(best_match(accept_language))


@contextmanager
def using(language: str) -> Iterator[None]:
    """Use a language within the `with` block."""
    token = _current.set(language)
    try:
        yield
    finally:
        _current.reset(token)


@lru_cache(256)
def best_match(accept_language: str) -> str:
    """Return the available language with the highest weight; the default if none has any."""
    weights: dict[str, float] = {}
    for item in accept_language[:_MAX_HEADER].split(","):
        tag, _, weight = item.partition(";")
        # Regions are ignored: es-MX gets Spanish.
        language = tag.strip().lower().partition("-")[0]
        weights.setdefault(USUAL if language == "*" else language, _weight(weight))
    best = max(LANGUAGES, key=lambda language: weights.get(language, 0.0))
    return best if weights.get(best) else USUAL


def text(sentence: Sentence) -> str:
    """Return a sentence as text in the current language."""
    return catalogues.catalogue(_current.get()).text(sentence)


def locale() -> str:
    """Return the locale by which the current language writes numbers."""
    return catalogues.catalogue(_current.get()).words.locale


def texts(sentences: Iterable[Sentence]) -> str:
    """Return sentences as one text in the current language."""
    return " ".join(map(text, sentences))


def to_view(sentence: object) -> views.Sentence:
    """Return a sentence with its text: the hook of msgspec for values that are no structs."""
    if not isinstance(sentence, Sentence):
        raise NotImplementedError(f"Only sentences can be encoded: {type(sentence)}")
    return _view(sentence, _current.get())


@name_caches.register_cache
@lru_cache(2048)
def _view(sentence: Sentence, language: str) -> views.Sentence:
    text = catalogues.catalogue(language).text(sentence)
    return views.Sentence(sentence.code, dict(sentence.arguments), text)


def _weight(parameter: str) -> float:
    name, _, number = parameter.strip().partition("=")
    try:
        return float(number) if name.strip() == "q" else 1.0
    except ValueError:
        return 0.0
