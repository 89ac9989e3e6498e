"""Messages: the patterns of all sentences, for clients that format them."""

from typing import Any, Final

from litestar import Request, Response
from litestar.params import FromPath
from msgspec import Struct

from pitch import shapes
from pitch.messages import TYPED, Message, Refusal, all_of
from pitch.types import Code, Text
from pitchkeeper.messages import catalogues
from pitchkeeper.messages.catalogues import LANGUAGES
from pitchkeeper.rest import etags
from pitchkeeper.rest.operations import operation

_NO_LANGUAGE: Final = Message("problem.language_not_found", language=TYPED, languages=all_of(TYPED))

_CACHING: Final = "public, max-age=3600"


class MessageCatalog(Struct, frozen=True):
    """All sentences of one language, as patterns of ICU's MessageFormat.

    A placeholder is an argument by its name, in the words of that language; or a form of an
    argument, its name with an ending: `_n` is its count (of a side its players), `_words` a number
    in words, and any other the entry under `word.`, so that `{suit_one}` of spades is
    `word.suit.S.one`.
    """

    language: Code
    """The code of the catalog's language."""
    languages: tuple[Code, ...]
    """The name of every available language, by code."""
    messages: dict[str, Text]
    """The patterns of sentences by code; words for arguments begin with `word.`."""


class LanguageNotFound(Refusal, has_message=False):
    """There is no catalog of messages in this language."""


@operation(
    "GET",
    "/v1/messages/{language:str}",
    tag="Messages",
    answer=MessageCatalog,
    headers=("If-None-Match",),
    answer_headers=("ETag",),
    problems=("language_not_found",),
    is_public=True,
)
async def get_messages(request: Request[Any, Any, Any], language: FromPath[str]) -> Response[Any]:
    """Get the messages of a language.

    Every response has its sentences in the language of `Accept-Language` already; with the patterns
    a client can format them in another language, or offline. The patterns change only with a
    release: cache them, and revalidate them by their ETag. Safe to repeat.
    """
    if language not in LANGUAGES:
        raise LanguageNotFound(
            _NO_LANGUAGE(language=shapes.abbreviate(language), languages=LANGUAGES)
        )
    catalogue = catalogues.catalogue(language)
    headers = {"ETag": f'"{catalogue.digest}"', "Cache-Control": _CACHING}
    if etags.client_has(request, headers["ETag"]):
        return Response(None, status_code=304, headers=headers)
    view = MessageCatalog(language=language, languages=LANGUAGES, messages=catalogue.patterns)
    return Response(view, headers=headers)
