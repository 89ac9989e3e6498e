"""Folding: names as they are searched for, because a database folds letters of English only."""

import unicodedata


def fold(text: str) -> str:
    """Return a text in small letters without accents."""
    if text.isascii():  # nearly every name, and folded with every save of a match
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))
