"""Which language a request is answered in, and sentences in it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Final

from pitch.messages import Sentence
from pitchkeeper.messages import catalogues, views
from pitchkeeper.messages.catalogues import LANGUAGES, USUAL

_LONGEST: Final = 200
_spoken: ContextVar[str] = ContextVar("language", default=USUAL)


def spoken() -> str:
    """The language of what goes on here."""
    return _spoken.get()


def speak(accepted: str) -> None:
    """From here on say everything as an `Accept-Language` asks for it."""
    _spoken.set(preferred(accepted))


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Say everything in a language while this lasts."""
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


@lru_cache(256)
def preferred(accepted: str) -> str:
    """The language that is liked best of those there are; the usual one if none is."""
    liked: dict[str, float] = {}
    for each in accepted[:_LONGEST].split(","):
        tag, _, weight = each.partition(";")
        # A region is as good as another: es-MX is answered in Spanish.
        language = tag.strip().lower().partition("-")[0]
        liked.setdefault(USUAL if language == "*" else language, _weight(weight))
    best = max(LANGUAGES, key=lambda language: liked.get(language, 0.0))
    return best if liked.get(best) else USUAL


def text(sentence: Sentence) -> str:
    """What a sentence says, in the language of what goes on here."""
    return catalogues.catalogue(_spoken.get()).text(sentence)


def locale() -> str:
    """Return the locale by which the language of the request writes numbers."""
    return catalogues.catalogue(_spoken.get()).words.locale


def texts(sentences: Iterable[Sentence]) -> str:
    """What several sentences say, one after the other."""
    return " ".join(map(text, sentences))


def answered(sentence: object) -> views.Sentence:
    """A sentence as it is answered: the hook by which msgspec encodes what is no struct."""
    if not isinstance(sentence, Sentence):
        raise NotImplementedError(f"Only sentences are answered so: {type(sentence)}")
    return views.Sentence(sentence.code, dict(sentence.arguments), text(sentence))


def _weight(stated: str) -> float:
    name, _, number = stated.strip().partition("=")
    try:
        return float(number) if name.strip() == "q" else 1.0
    except ValueError:
        return 0.0
