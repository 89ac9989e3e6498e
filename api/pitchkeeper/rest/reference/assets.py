"""Assets: the style and script of the reference."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from pitchkeeper.rest import files
from pitchkeeper.rest.files import File

FOLDER: Final = "/docs/files"
_OWN: Final = Path(__file__).with_name("files")


@cache
def all_files() -> Mapping[str, File]:
    """Return every file by its address, which contains its digest, so it never changes."""
    contents = [(path.name, path.read_bytes()) for path in sorted(_OWN.iterdir())]
    return {
        f"{FOLDER}/{files.digest(content)}/{name}": files.file(
            content, name, caching=files.IMMUTABLE
        )
        for name, content in contents
    }


def address(name: str) -> str:
    """Return the address of a file."""
    return next(path for path in all_files() if path.endswith(f"/{name}"))
