"""File names: how a browser is to call what it saves."""

import re
import unicodedata
from typing import Final

_FOLDED: Final = re.compile(r"[^a-z0-9]+")
_LONGEST: Final = 80


def attachment(parts: tuple[str, ...], extension: str) -> str:
    """A Content-Disposition that names a file by its parts, in ASCII."""
    name = "-".join(filter(None, map(_folded, parts)))[:_LONGEST].rstrip("-")
    return f'attachment; filename="{name}.{extension}"'


def _folded(part: str) -> str:
    # In ASCII all browsers read a file name alike; NFKD leaves the letters without accents.
    plain = unicodedata.normalize("NFKD", part).encode("ascii", "ignore").decode().lower()
    return _FOLDED.sub("-", plain).strip("-")
